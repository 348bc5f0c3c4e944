#include "spielkern/solve/checkpoint.hpp"

#include <cstring>
#include <fstream>

#include "conformance.hpp"
#include "spielkern/games/mu_torere/space.hpp"
#include "spielkern/games/nim/space.hpp"
#include "temporary_folder.hpp"

using namespace spielkern;

namespace {

// Solves, stopped at its n-th look at the clock; true if it came to the end before that.
template <class S>
bool solve_until(const S& space, const TemporaryFolder& folder, int looks, PackedValues& values) {
  Control control([&](const Progress&) { return --looks > 0; });
  try {
    values = solve_space(space, {std::uint64_t{1} << 30, 1, folder.path(), 0.0}, control).values();
    return true;
  } catch (const Cancelled&) {
    return false;
  }
}

}  // namespace

TEST_CASE("a solve that is stopped anywhere goes on to the same result") {
  const auto check = [](const auto& space) {
    using S = std::remove_cvref_t<decltype(space)>;
    Control control;
    const PackedValues expected(Retrograde<S>(space, 1, nullptr, control).run());
    for (const int step : {1, 2, 7, 30}) {
      const TemporaryFolder folder;
      PackedValues values = expected;
      int runs = 0;
      // Each run gets a little further than the one before.
      for (int looks = 3; !solve_until(space, folder, looks, values); looks += step) REQUIRE(++runs < 3000);
      CHECK(values.width() == expected.width());
      CHECK(std::memcmp(values.data(), expected.data(), expected.size() * expected.width()) == 0);
      CHECK(folder.files() == 0);
    }
  };
  check(mu_torere::ReducedSpace(MuTorere::Rules(16, MuTorere::Entry::always, 4)));
  check(mu_torere::FullSpace(MuTorere::Rules(10, MuTorere::Entry::always, 4)));
  check(nim::HeapSpace(Nim::Rules({160, 160}, false)));  // its cells widen on the way
}

TEST_CASE("a damaged checkpoint, or one of other rules, is refused") {
  const TemporaryFolder folder;
  Control control;
  const mu_torere::ReducedSpace space(MuTorere::Rules(10, MuTorere::Entry::always, 4));
  PackedValues values(Retrograde<mu_torere::ReducedSpace>(space, 1, nullptr, control).run());
  int looks = 4;
  while (!std::filesystem::exists(folder.path()) || folder.files() == 0)
    REQUIRE(!solve_until(space, folder, looks++, values));
  const auto path = std::filesystem::directory_iterator(folder.path())->path();
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(-1, std::ios::end).put('\x55');
  file.close();
  CHECK_THROWS_AS(solve_until(space, folder, 1000000, values), TableError);
  const std::string text = "not a file of ours";
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
  CHECK_THROWS_AS(solve_until(space, folder, 1000000, values), TableError);
}

TEST_CASE("a folder that cannot be used is refused at once") {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "file").flush();
  CHECK_THROWS_AS(Checkpoints(folder.path() / "file", 60, "rules", "scheme"), TableError);
}
