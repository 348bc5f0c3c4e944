#include "spielkern/core/table_file.hpp"

#include <fstream>
#include <thread>

#include "conformance.hpp"
#include "spielkern/games/mu_torere/space.hpp"
#include "spielkern/games/nim/space.hpp"
#include "temporary_folder.hpp"

using namespace spielkern;

namespace {

using RingSolution = Solution<mu_torere::ReducedSpace>;

RingSolution solve_ring(int ring) {
  Control control;
  return solve_space(mu_torere::ReducedSpace(MuTorere::Rules(ring, MuTorere::Entry::always, 4)), {}, control);
}

RingSolution open_ring(const std::filesystem::path& path, int ring) {
  const mu_torere::ReducedSpace space(MuTorere::Rules(ring, MuTorere::Entry::always, 4));
  return open_solution(space, std::make_shared<const TableFile>(path));
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// Why a table of ring 8 with these bytes is refused, at opening or at the first look; empty if it is as good as before.
std::string refusal(const std::filesystem::path& path, const std::string& bytes, const RingSolution& expected) {
  write(path, bytes);
  try {
    const auto table = open_ring(path, 8);
    for (Index index = 0; index < expected.space().size(); ++index) {
      if (!(table.value_at(index) == expected.value_at(index))) return "WRONG ANSWER";
    }
    return "";
  } catch (const TableError& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("a table says what was solved") {
  const TemporaryFolder folder;
  Control control;
  const auto solution = solve_ring(10);
  solution.save(folder.path() / "table", control);
  CHECK(folder.files() == 1);
  const auto table = open_ring(folder.path() / "table", 10);
  conformance::check_values(table);
  conformance::check_same_values(solution, table);
  CHECK(table.verify(2, control) == table.space().size());
  table.save(folder.path() / "again", control);
  CHECK(read(folder.path() / "again") == read(folder.path() / "table"));
}

TEST_CASE("wide cells and mixed endings") {
  const TemporaryFolder folder;
  Control control;
  const nim::HeapSpace space(Nim::Rules({200, 200}, false));
  const auto solution = solve_space(space, {}, control);
  CHECK(solution.values().width() == 2);
  solution.save(folder.path() / "table", control);
  const auto table = open_solution(space, std::make_shared<const TableFile>(folder.path() / "table"));
  conformance::check_same_values(solution, table);
}

TEST_CASE("every single byte changed, and every cut, is refused") {
  const TemporaryFolder folder;
  Control control;
  const auto solution = solve_ring(8);
  solution.save(folder.path() / "good", control);
  const std::string good = read(folder.path() / "good");
  const auto path = folder.path() / "bad";
  CHECK(refusal(path, good, solution).empty());
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const int change : {1, 0x80, 0xff}) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ change);
      const std::string why = refusal(path, bad, solution);
      if (why.empty() || why == "WRONG ANSWER") FAIL_CHECK("byte ", at, ": ", why);
    }
    const std::string why = refusal(path, good.substr(0, at), solution);
    if (why.empty() || why == "WRONG ANSWER") FAIL_CHECK("cut at ", at, ": ", why);
  }
  CHECK(refusal(path, good + "x", solution).find("too long") != std::string::npos);
  CHECK(refusal(path, good.substr(0, good.size() - 1), solution).find("cut short") != std::string::npos);
  CHECK(refusal(path, good.substr(0, 20), solution).find("cut short") != std::string::npos);
  CHECK(refusal(path, "", solution).find("not a spielkern table") != std::string::npos);
  std::string newer = good;
  newer[8] = 2;
  CHECK(refusal(path, newer, solution).find("version 2") != std::string::npos);
}

TEST_CASE("bytes changed anywhere in a large table are refused where they are touched") {
  const TemporaryFolder folder;
  Control control;
  const auto solution = solve_ring(24);
  solution.save(folder.path() / "table", control);
  std::string bytes = read(folder.path() / "table");
  const std::size_t header = bytes.size() - solution.space().size();
  Rng rng(1);
  for (int i = 0; i < 20; ++i) {
    const Index index = rng.below(solution.space().size());
    bytes[header + index] ^= 4;
    write(folder.path() / "bad", bytes);
    bytes[header + index] ^= 4;
    const auto table = open_ring(folder.path() / "bad", 24);
    CHECK_THROWS_AS(table.value_at(index), TableError);
    const Index elsewhere = index < (1 << 21) ? index + (1 << 20) : index - (1 << 20);
    if (elsewhere < solution.space().size()) CHECK(table.value_at(elsewhere) == solution.value_at(elsewhere));
    CHECK_THROWS_AS(table.save(folder.path() / "copy", control), TableError);
  }
}

TEST_CASE("a table of something else is refused") {
  const TemporaryFolder folder;
  Control control;
  solve_ring(8).save(folder.path() / "table", control);
  CHECK_THROWS_AS(open_ring(folder.path() / "table", 10), TableError);
  const auto file = std::make_shared<const TableFile>(folder.path() / "table");
  CHECK_THROWS_AS(open_solution(nim::HeapSpace(Nim::Rules({3, 4, 5}, false)), file), TableError);
  const MuTorere::Rules rules(8, MuTorere::Entry::always, 4);
  CHECK_THROWS_AS(open_solution(mu_torere::FullSpace(rules), file), TableError);
}

TEST_CASE("verifying finds any one altered cell") {
  Control control;
  const auto check = [&](const auto& space) {
    using S = std::remove_cvref_t<decltype(space)>;
    Solved solved = Retrograde<S>(space, 1, nullptr, control).run();
    const Coding coding = solved.coding;
    auto& cells = std::get<0>(solved.cells);
    for (Index index = 0; index < space.size(); ++index) {
      const std::uint8_t good = cells[index];
      for (const int bad : {0, good - 1, good + 1, good + 2, 255}) {
        if (bad < 0 || bad > 255 || bad == good) continue;
        cells[index] = static_cast<std::uint8_t>(bad);
        const PackedValues values(Solved{coding, Cells(cells)});
        if (index % 7 == 0) CHECK_THROWS_AS(verify_values(space, values, 1, control), VerificationError);
        cells[index] = good;
      }
    }
    CHECK(verify_values(space, PackedValues(Solved{coding, Cells(cells)}), 3, control) == space.size());
  };
  check(mu_torere::ReducedSpace(MuTorere::Rules(10, MuTorere::Entry::always, 4)));
  check(mu_torere::FullSpace(MuTorere::Rules(6, MuTorere::Entry::opening, 3)));
  check(nim::HeapSpace(Nim::Rules({5, 6, 7}, true)));
}

TEST_CASE("eight threads probe one table") {
  const TemporaryFolder folder;
  Control control;
  const auto solution = solve_ring(18);
  solution.save(folder.path() / "table", control);
  const auto table = open_ring(folder.path() / "table", 18);
  std::atomic<std::uint64_t> wrong{0};
  std::vector<std::thread> threads;
  for (std::uint64_t number = 0; number < 8; ++number) {
    threads.emplace_back([&, number] {
      Rng rng(number);
      for (int i = 0; i < 10000; ++i) {
        const auto position = table.space().position(rng.below(table.space().size()));
        wrong += table.value(position) == solution.value(position) ? 0U : 1U;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(wrong == 0);
}
