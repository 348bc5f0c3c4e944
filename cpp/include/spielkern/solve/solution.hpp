#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "spielkern/core/control.hpp"
#include "spielkern/core/space.hpp"
#include "spielkern/core/text.hpp"
#include "spielkern/solve/checkpoint.hpp"
#include "spielkern/solve/forward.hpp"
#include "spielkern/solve/packed_values.hpp"
#include "spielkern/solve/reachable.hpp"
#include "spielkern/solve/retrograde.hpp"
#include "spielkern/solve/verify.hpp"

namespace spielkern {

// How many positions have each result, for their player to move.
struct Counts {
  std::uint64_t win = 0;
  std::uint64_t loss = 0;
  std::uint64_t draw = 0;

  void add(Result result, std::uint64_t positions) {
    (result == Result::win ? win : result == Result::loss ? loss : draw) += positions;
  }
  friend bool operator==(const Counts&, const Counts&) = default;
};

// Positions by remoteness; draws are not in it.
using Histogram = std::map<std::uint32_t, std::uint64_t>;

struct Tally {
  Counts counts;
  Histogram histogram;
};

// What a solve may use, and where it keeps what it has done so far.
struct SolveOptions {
  std::uint64_t max_bytes = std::uint64_t{1} << 30;
  unsigned threads = 1;
  std::filesystem::path work_folder = {};  // empty: nothing is kept
  double checkpoint_seconds = 60;
};

// A solved game: the value of every position of a space, from a solve or from a file.
template <Space S>
class Solution {
 public:
  using Game = typename S::Game;
  using Position = typename Game::Position;
  using Move = typename Game::Move;

  Solution(S space, PackedValues values) : space_(std::move(space)), values_(std::move(values)) {}

  const S& space() const { return space_; }
  const PackedValues& values() const { return values_; }
  const typename Game::Rules& rules() const { return space_.rules(); }

  Value value(const Position& position) const { return value_at(space_.rank(position)); }
  Value value_at(Index index) const { return values_.coding().value(values_.code(index)); }

  // How many positions have which value, over all that the space stands for.
  Tally tally(Control& control) const {
    control.begin("counting results", space_.size());
    std::map<std::uint32_t, std::uint64_t> by_code;
    space_.for_each_weight(0, space_.size(), [&](Index first, Index last, std::uint64_t weight) {
      while (first < last) {
        // Small pieces, each with its own plain array of counts: several times faster than one map.
        const Index end = std::min(last, first + Control::interval);
        count_codes(first, end, weight, by_code);
        control.progress().done += end - first;
        if (end - first == Control::interval) {
          control.poll();
        } else {
          control.tick();  // runs may be as short as one index
        }
        first = end;
      }
    });
    Tally tally;
    for (const auto& [code, positions] : by_code) {
      const Value value = values_.coding().value(code);
      tally.counts.add(*value.result, positions);
      if (value.remoteness) tally.histogram[*value.remoteness] += positions;
    }
    return tally;
  }

  // The moves that keep the result, and of those the shortest wins or the longest losses; in canonical order. None in
  // a finished position.
  std::vector<Move> best_moves(const Position& position) const {
    std::vector<Move> best;
    std::pair<int, std::int64_t> best_rank{-1, 0};  // below all
    const auto code_of = [&](const Position& after) { return values_.code(space_.rank(after)); };
    const auto take = [&](const Move& move, Result result, std::uint32_t plies) {
      const std::pair rank(static_cast<int>(result), std::int64_t{plies} * (result == Result::win ? -1 : 1));
      if (rank > best_rank) best.clear();
      if (rank < best_rank) return;
      best_rank = rank;
      best.push_back(move);
    };
    for_each_move_valued<Game>(rules(), position, values_.coding(), code_of, take);
    return best;
  }

  // Perfect play from a position, the first of the best moves each time; it stops at the end of the game, after
  // `max_plies`, and before a position would come up again.
  std::vector<Move> line(Position position, std::uint32_t max_plies) const {
    std::vector<Move> moves;
    std::unordered_set<std::uint64_t> seen{Game::key(rules(), position)};
    while (moves.size() < max_plies) {
      const std::vector<Move> best = best_moves(position);
      if (best.empty()) break;
      position = Game::play(rules(), position, best.front());
      if (!seen.insert(Game::key(rules(), position)).second) break;
      moves.push_back(best.front());
    }
    return moves;
  }

  // The results of the positions of `full` that play from `start` reaches.
  template <Space Full>
  Counts reachable_counts(const Full& full, const Position& start, Control& control) const {
    Counts counts;
    for_each_reachable(full, start, control,
                       [&](Index, const Position& position) { counts.add(*value(position).result, 1); });
    return counts;
  }

  std::uint64_t verify(unsigned threads, Control& control) const {
    return verify_values(space_, values_, threads, control);
  }

  void save(const std::filesystem::path& path, Control& control) const {
    control.begin("checking", 0);
    values_.check_all(control);
    TableHeader header;
    header.rules = format_rules<Game>(rules());
    header.scheme = S::scheme;
    header.cells = values_.size();
    header.width = static_cast<std::uint32_t>(values_.width());
    header.finished = written_finished(values_.coding());
    control.begin("writing", values_.size() * values_.width());
    write_table(path, header, values_.data(), [&](std::uint64_t bytes) {
      control.progress().done = bytes;
      control.poll();
    });
  }

 private:
  void count_codes(Index first, Index last, std::uint64_t weight,
                   std::map<std::uint32_t, std::uint64_t>& by_code) const {
    std::array<std::uint64_t, 256> small{};
    for (Index index = first; index < last; ++index) {
      const std::uint32_t code = values_.code(index);
      if (code < small.size()) {
        ++small[code];
      } else {
        by_code[code] += weight;
      }
    }
    for (std::uint32_t code = 0; code < small.size(); ++code) {
      if (small[code] > 0) by_code[code] += small[code] * weight;
    }
  }

  S space_;
  PackedValues values_;
};

// What solving over a space takes, its own tables included.
template <Space S>
std::uint64_t solve_bytes(const Footprint& footprint) {
  if constexpr (SuccessorsFirst<S>) {
    return footprint.table_bytes + ForwardPass<S>::bytes(footprint.size);
  } else {
    return footprint.table_bytes + Retrograde<S>::bytes(footprint.size, footprint.max_degree);
  }
}

// What solving over a space takes, in words.
template <Space S>
std::string solving_needs(const Footprint& footprint) {
  return std::string(S::Game::title) + ": solving " + shown_number(footprint.size) + " positions needs " +
         shown_bytes(solve_bytes<S>(footprint)) + " of memory";
}

// Refuses, before the space is made, what solving over it would take too much memory for.
template <Space S>
void check_solve_memory(const Footprint& footprint, std::uint64_t max_bytes) {
  if (solve_bytes<S>(footprint) <= max_bytes && footprint.size <= max_bytes) return;
  throw MemoryLimitError(solving_needs<S>(footprint) + ", allowed are " + shown_bytes(max_bytes));
}

// Solves a game over a space. Throws MemoryLimitError before any work if it would take more than allowed.
template <Space S>
Solution<S> solve_space(S space, const SolveOptions& options, Control& control) {
  using G = typename S::Game;
  check_solve_memory<S>(Footprint{space.size(), 0, space.max_degree()}, options.max_bytes);
  std::optional<Checkpoints> checkpoints;
  if (!options.work_folder.empty()) {
    checkpoints.emplace(options.work_folder, options.checkpoint_seconds, format_rules<G>(space.rules()), S::scheme);
  }
  Checkpoints* kept = checkpoints ? &*checkpoints : nullptr;
  const auto solve = [&] {
    if constexpr (SuccessorsFirst<S>) {
      return ForwardPass<S>(space, kept, control, options.max_bytes).run();
    } else {
      return Retrograde<S>(space, options.threads, kept, control, options.max_bytes).run();
    }
  };
  PackedValues values(solve());
  if (checkpoints) checkpoints->remove();
  return Solution<S>(std::move(space), std::move(values));
}

// The solution in a table file. Throws TableError if the file is not one of these rules and this space.
template <Space S>
Solution<S> open_solution(S space, std::shared_ptr<const TableFile> file) {
  check_table(*file, format_rules<typename S::Game>(space.rules()), S::scheme, space.size());
  if (S::Game::one_ending != (file->header().finished != TableHeader::several)) {
    fail_with_file(file->path(), "has a coding that does not fit the game");
  }
  return Solution<S>(std::move(space), PackedValues(std::move(file)));
}

}  // namespace spielkern
