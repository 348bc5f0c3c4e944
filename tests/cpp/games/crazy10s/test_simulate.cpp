#include "spielkern/games/crazy10s/simulate.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace spielkern;
using namespace spielkern::crazy10s;

namespace {

SimulationOptions options_of(const Rules& rules, std::uint64_t samples, std::uint64_t seed = 1) {
  SimulationOptions options;
  options.samples = samples;
  options.seed = seed;
  options.leaves = learned_leaves(rules.placing());
  options.tempo = learned_tempo(rules.placing(), rules.size());
  return options;
}

std::vector<std::string> texts(const Rules& rules, const Simulated& simulated) {
  std::vector<std::string> texts;
  for (const SimulatedMove& each : simulated.moves) {
    texts.push_back(Crazy10s::format_move(rules, each.move) + " " + std::to_string(each.win) + " " +
                    std::to_string(each.samples));
  }
  return texts;
}

}  // namespace

TEST_CASE("all parts of a rack, each once") {
  Tiles rack;
  for (const int kind : {0, 0, 3, joker}) rack.add(kind);
  std::vector<std::uint64_t> parts;
  LeaveTable::for_each_part(rack, [&](const Tiles& part) {
    CHECK(rack.includes(part));
    parts.push_back(part.packed());
  });
  CHECK(parts.size() == 12);
  std::sort(parts.begin(), parts.end());
  CHECK(std::adjacent_find(parts.begin(), parts.end()) == parts.end());
}

TEST_CASE("a leave is its tiles, those that are not the first of their kind, and its pairs") {
  LeaveTable table;
  table.first[1] = 10;
  table.again[1] = -3;
  table.first[9] = 5;
  table.pairs[1] = 100;
  Tiles kept;
  for (const int kind : {1, 1, 9}) kept.add(kind);
  CHECK(table.value(kept) == 20 - 3 + 5 + 100);
  CHECK(table.value(Tiles()) == 0);
}

TEST_CASE("simulations are the same for the same seed, keep to their samples, and offer legal moves") {
  for (const Placing placing : {Placing::line, Placing::linked}) {
    const Rules rules(9, placing, {});
    Rng rng(5);
    Position position = Crazy10s::start(rules, rng);
    for (int turn = 0; turn < 8 && !Crazy10s::outcome(rules, position); ++turn) {
      const View view = Crazy10s::view(rules, position, position.player);
      Control control;
      const Simulated one = Simulation(rules, view, options_of(rules, 200)).run(control);
      const Simulated again = Simulation(rules, view, options_of(rules, 200)).run(control);
      CHECK(texts(rules, one) == texts(rules, again));
      CHECK(one.samples <= 200);
      std::uint64_t samples = 0;
      bool passes = false;
      bool swaps = false;
      for (const SimulatedMove& each : one.moves) {
        CHECK(Crazy10s::is_legal(rules, position, each.move));
        CHECK(each.win >= 0);
        CHECK(each.win <= 1);
        samples += each.samples;
        passes = passes || each.move.kind == Move::Kind::pass;
        swaps = swaps || each.move.kind == Move::Kind::swap;
      }
      CHECK(samples == one.samples);
      CHECK(passes);
      CHECK(swaps == (position.in_bag > 0));
      position = Crazy10s::play(rules, position, one.moves[0].move, rng);
    }
  }
}

TEST_CASE("a simulation that is stopped at once still offers a legal move") {
  for (const Placing placing : {Placing::line, Placing::linked}) {
    const Rules rules(13, placing, {});
    Rng rng(6);
    const Position position = Crazy10s::start(rules, rng);
    Control control([](const Progress&) { return false; });
    const Simulated stopped =
        Simulation(rules, Crazy10s::view(rules, position, 1), options_of(rules, 1000)).run(control);
    REQUIRE(!stopped.moves.empty());
    CHECK(Crazy10s::is_legal(rules, position, stopped.moves[0].move));
  }
}

TEST_CASE("a rack that nothing can be laid with is swapped, or the turn is passed") {
  const Rules rules(5, Placing::line, {});
  // Every run is ten already, and no tile but a 0 fits anywhere beside one.
  const View view = Crazy10s::study(rules, "...../...../..37./...../.....", "9");
  Control control;
  const Simulated simulated = Simulation(rules, view, options_of(rules, 300)).run(control);
  for (const SimulatedMove& each : simulated.moves) CHECK(each.move.kind != Move::Kind::play);
  CHECK(simulated.moves[0].move.kind == Move::Kind::swap);
}

TEST_CASE("what is to come by the tiles left counts for whoever made the last turn") {
  const Rules rules(13, Placing::linked, {});
  Rng rng(8);
  const View view = Crazy10s::view(rules, Crazy10s::start(rules, rng), 1);
  const auto simulated = [&](int plies, auto&& tempo_of) {
    SimulationOptions options = options_of(rules, 300);
    options.plies = plies;
    for (std::size_t left = 0; left < options.tempo.size(); ++left) {
      options.tempo[left] = static_cast<std::int16_t>(tempo_of(left));
    }
    Control control;
    return Simulation(rules, view, options).run(control);
  };
  const auto nothing = [](std::size_t) { return 0; };
  for (int plies = 0; plies < 3; ++plies) {
    const Simulated without = simulated(plies, nothing);
    const Simulated with = simulated(plies, [](std::size_t) { return 1; });
    int compared = 0;
    for (const SimulatedMove& each : with.moves) {
      const auto same = std::find_if(without.moves.begin(), without.moves.end(),
                                     [&](const SimulatedMove& other) { return other.move == each.move; });
      REQUIRE(same != without.moves.end());
      if (same->samples != each.samples) continue;  // it fell behind earlier or later
      CHECK(each.points == doctest::Approx(same->points + (plies % 2 == 0 ? 0.01 : -0.01)));
      ++compared;
    }
    CHECK(compared > 5);
  }
  // Of 73 tiles that are not seen at first, as many are taken as the table wants to be gone.
  for (int laid = 2; laid <= 7; ++laid) {
    const auto wished = static_cast<std::size_t>(73 - laid);
    const Simulated found = simulated(0, [&](std::size_t left) { return left == wished ? 30000 : 0; });
    CHECK(found.moves[0].move.count == laid);
  }
}

TEST_CASE("the learned tempo rises and falls with the racks that the tiles left make") {
  for (const std::int16_t each : learned_tempo(Placing::line, 13)) CHECK(each == 0);
  for (const std::int16_t each : learned_tempo(Placing::linked, 11)) CHECK(each == 0);
  const TempoTable table = learned_tempo(Placing::linked, 13);
  for (const std::size_t good : {22, 36, 48}) {
    CHECK(table[good] > table[good - 6] + 1000);
    CHECK(table[good] > table[good + 6] + 1000);
  }
}
