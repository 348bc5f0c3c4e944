#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spielkern.h"
#include "spielkern/core/control.hpp"
#include "spielkern/core/options.hpp"
#include "spielkern/core/outcome.hpp"
#include "spielkern/core/player.hpp"
#include "spielkern/core/playout.hpp"
#include "spielkern/core/rng.hpp"
#include "spielkern/core/value.hpp"

// What the opaque handles are. Which game one is of shows in a virtual call, once for each call of the library and never
// within long work; games.cpp has the one implementation of each.

template <class Handle>
using Made = std::unique_ptr<Handle>;

namespace spielkern::capi {

struct Limits {
  std::chrono::steady_clock::duration time;
  unsigned threads;
  std::uint64_t max_bytes;
};

// What is known of one position.
struct Analysis {
  Value value;
  Made<spielkern_moves> best;
  bool all_best;
  std::uint64_t nodes;
};

}  // namespace spielkern::capi

struct spielkern_rules {
  virtual ~spielkern_rules() = default;

  virtual std::string text() const = 0;
  virtual Made<spielkern_position> start(spielkern::Rng& rng) const = 0;
  virtual Made<spielkern_position> parse(std::string_view text) const = 0;
  virtual Made<spielkern_solution> solve(unsigned threads, std::uint64_t max_bytes,
                                         spielkern::Control& control) const = 0;
};

struct spielkern_position {
  virtual ~spielkern_position() = default;

  virtual Made<spielkern_rules> rules() const = 0;
  virtual std::string rules_text() const = 0;
  virtual std::string text() const = 0;
  virtual spielkern::Player player() const = 0;
  virtual std::uint64_t key() const = 0;
  virtual std::optional<spielkern::Outcome> outcome() const = 0;
  virtual Made<spielkern_moves> moves() const = 0;
  // Throws NotationError or IllegalMove unless the move is legal.
  virtual void check(std::string_view move) const = 0;
  virtual Made<spielkern_position> play(std::string_view move, spielkern::Rng& rng) const = 0;
  virtual std::uint64_t perft(std::uint32_t depth, spielkern::Control& control) const = 0;
  // Without `max_plies` those of a match.
  virtual spielkern::Playouts random_games(std::uint64_t games, std::optional<std::uint64_t> max_plies,
                                           spielkern::Rng& rng, spielkern::Control& control) const = 0;
  virtual spielkern::capi::Analysis analyse(const spielkern::capi::Limits& limits,
                                            spielkern::Control& control) const = 0;
};

struct spielkern_moves {
  virtual ~spielkern_moves() = default;

  virtual std::size_t count() const = 0;
  // PRECONDITION: index < count().
  virtual std::string text(std::size_t index) const = 0;
  virtual Made<spielkern_position> play(std::size_t index, spielkern::Rng& rng) const = 0;
};

struct spielkern_solution {
  virtual ~spielkern_solution() = default;

  virtual Made<spielkern_rules> rules() const = 0;
  virtual spielkern::Value value(const spielkern_position& position) const = 0;
  virtual Made<spielkern_moves> best_moves(const spielkern_position& position) const = 0;
  virtual void save(const std::filesystem::path& path, spielkern::Control& control) const = 0;
};

namespace spielkern::capi {

// What spielkern.h tells of options: texts that live as long as the library.
struct OptionTexts {
  std::string standard;
  std::string choices;
};

struct GameData {
  const char* name;
  const char* title;
  std::vector<Option> options;
  std::vector<OptionTexts> texts;  // of each option
};

const std::vector<GameData>& games();

// Throws RulesError, also for a game that there is not.
Made<spielkern_rules> rules_from(std::string_view text);

// The solution in a table file of any game. Throws TableError.
Made<spielkern_solution> solution_from(const std::filesystem::path& path, std::uint64_t max_bytes, Control& control);

}  // namespace spielkern::capi
