// The handles of any game, and the one place in the library that knows the list of games. Nothing here speaks C.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "handles.hpp"
#include "spielkern/core/perft.hpp"
#include "spielkern/game_list.hpp"
#include "spielkern/search/net_search.hpp"
#include "spielkern/search/win_analysis.hpp"
#include "spielkern/solve/game_solution.hpp"

namespace spielkern::capi {
namespace {

template <Game G>
using SharedRules = std::shared_ptr<const typename G::Rules>;

template <Game G>
struct RulesOf final : spielkern_rules {
  explicit RulesOf(SharedRules<G> its_rules) : shared(std::move(its_rules)) {}
  explicit RulesOf(const typename G::Rules& its_rules)
      : RulesOf(std::make_shared<const typename G::Rules>(its_rules)) {}

  std::string text() const override { return format_rules<G>(*shared); }
  Made<spielkern_position> start(Rng& rng) const override;
  Made<spielkern_position> parse(std::string_view text) const override;
  Made<spielkern_solution> solve(unsigned threads, std::uint64_t max_bytes, Control& control) const override;

  SharedRules<G> shared;
};

template <Game G>
struct MovesOf final : spielkern_moves {
  MovesOf(SharedRules<G> its_rules, const typename G::Position& its_from, std::vector<typename G::Move> its_list)
      : shared(std::move(its_rules)), from(its_from), list(std::move(its_list)) {}

  std::size_t count() const override { return list.size(); }
  std::string text(std::size_t index) const override { return G::format_move(*shared, list[index]); }
  Made<spielkern_position> play(std::size_t index, Rng& rng) const override;

  SharedRules<G> shared;
  typename G::Position from;
  std::vector<typename G::Move> list;
};

template <Game G>
struct PositionOf final : spielkern_position {
  PositionOf(SharedRules<G> its_rules, const typename G::Position& its_position)
      : shared(std::move(its_rules)), position(its_position) {}

  Made<spielkern_rules> rules() const override { return std::make_unique<RulesOf<G>>(shared); }
  std::string rules_text() const override { return format_rules<G>(*shared); }
  std::string text() const override { return G::format(*shared, position); }
  Player player() const override { return G::player(*shared, position); }
  std::uint64_t key() const override { return G::key(*shared, position); }
  std::optional<Outcome> outcome() const override { return G::outcome(*shared, position); }

  Made<spielkern_moves> moves() const override {
    std::vector<typename G::Move> list;
    list_moves<G>(*shared, position, list);
    return std::make_unique<MovesOf<G>>(shared, position, std::move(list));
  }

  void check(std::string_view move) const override { read(move); }

  Made<spielkern_position> play(std::string_view move, Rng& rng) const override { return after(read(move), rng); }

  std::uint64_t perft(std::uint32_t depth, Control& control) const override {
    return spielkern::perft<G>(*shared, position, depth, control);
  }

  Playouts random_games(std::uint64_t games, std::optional<std::uint64_t> max_plies, Rng& rng,
                        Control& control) const override {
    const auto own = G::match_defaults(*shared).max_plies;
    const std::uint64_t most = max_plies.value_or(own ? *own : std::numeric_limits<std::uint64_t>::max());
    if constexpr (Chance<G>) {
      return chance_playouts<G>(*shared, position, games, most, rng, control);
    } else {
      return random_playouts<G>(*shared, position, games, most, rng, control);
    }
  }

  Analysis analyse(const Limits& limits, Control& control) const override;

  // PRECONDITION: the move is legal.
  Made<spielkern_position> after(const typename G::Move& move, Rng& rng) const {
    if constexpr (Chance<G>) {
      return std::make_unique<PositionOf>(shared, G::play(*shared, position, move, rng));
    } else {
      return std::make_unique<PositionOf>(shared, G::play(*shared, position, move));
    }
  }

  SharedRules<G> shared;
  typename G::Position position;

 private:
  typename G::Move read(std::string_view text) const {
    const auto move = G::parse_move(*shared, text);
    check_legal<G>(*shared, position, move);
    return move;
  }
};

template <Deterministic G>
struct SolutionHandle final : spielkern_solution {
  SolutionHandle(SharedRules<G> its_rules, SolutionOf<G> its_solution)
      : shared(std::move(its_rules)), solution(std::move(its_solution)) {}

  Made<spielkern_rules> rules() const override { return std::make_unique<RulesOf<G>>(shared); }

  Value value(const spielkern_position& given) const override { return solution.value(own(given)); }

  Made<spielkern_moves> best_moves(const spielkern_position& given) const override {
    const auto& position = own(given);
    return std::make_unique<MovesOf<G>>(shared, position, solution.best_moves(position));
  }

  void save(const std::filesystem::path& path, Control& control) const override { solution.save(path, control); }

  // The position, if it is one of these rules that can be looked up.
  const typename G::Position& own(const spielkern_position& given) const {
    const auto* known = dynamic_cast<const PositionOf<G>*>(&given);
    if (known == nullptr || (known->shared != shared && *known->shared != *shared)) {
      throw RulesError("the position is one of '" + given.rules_text() + "', not of '" + format_rules<G>(*shared) +
                       "'");
    }
    if (!covers<G>(solution, known->position)) throw RulesError("the position cannot be reached from the start");
    return known->position;
  }

  SharedRules<G> shared;
  SolutionOf<G> solution;
};

// What an analysis finds, as far as the time allows.
template <Game G>
struct Found {
  Value value{};
  std::optional<std::vector<typename G::Move>> best_moves{};
  std::optional<typename G::Move> looks_best{};
  std::uint64_t nodes = 0;
};

template <HasNets G>
Found<G> search_nets(const PositionOf<G>& from, const Limits& limits, Control& control) {
  NetSearch<typename Nets<G>::Problem> search(Nets<G>::problem(*from.shared),
                                              {.table_bytes = limits.max_bytes, .threads = limits.threads});
  const auto set = Nets<G>::set(from.position);
  Found<G> found;
  in_time(std::chrono::steady_clock::now() + limits.time, control, [&](Control& own) {
    found.value = value_of_net<G>(*from.shared, from.position, search.value(set, own));
    std::vector<typename G::Move> moves;
    for (const auto& move : search.best_moves(set, own)) moves.push_back(Nets<G>::move(move));
    found.best_moves = std::move(moves);
  });
  if (!found.value.proven) {
    const Bounds bounds = search.status().bounds;
    found.value.bounds = std::pair<std::int32_t, std::int32_t>(bounds.lower, bounds.upper);
  }
  found.nodes = search.nodes();
  return found;
}

template <HasProofs G>
Found<G> search_wins(const PositionOf<G>& from, const Limits& limits, Control& control) {
  Found<G> found;
  if (const auto outcome = G::outcome(*from.shared, from.position)) {
    found.value = exact_value(result_for(*outcome, from.player()), 0);
    found.best_moves.emplace();
    return found;
  }
  WinAnalysis<G> search(*from.shared, limits.max_bytes, limits.threads);
  auto result = search.find(from.position, limits.time, control);
  found.value = result.value;
  found.best_moves = std::move(result.best_moves);
  if (!result.line.empty()) found.looks_best = result.line.front();
  found.nodes = search.nodes();
  return found;
}

template <Deterministic G>
Found<G> solve_all(const PositionOf<G>& from, const Limits& limits, Control& control) {
  Found<G> found;
  in_time(std::chrono::steady_clock::now() + limits.time, control, [&](Control& own) {
    const SolutionHandle<G> solution(from.shared, solve<G>(*from.shared, {limits.max_bytes, limits.threads}, own));
    const auto& position = solution.own(from);
    found.value = solution.solution.value(position);
    found.best_moves = solution.solution.best_moves(position);
  });
  return found;
}

template <Game G>
Found<G> found_of(const PositionOf<G>& from, const Limits& limits, Control& control) {
  // A game of so few positions is solved sooner than one of them is searched.
  [[maybe_unused]] constexpr std::uint64_t few = 10'000'000;
  if constexpr (HasNets<G>) {
    return search_nets<G>(from, limits, control);
  } else if constexpr (HasProofs<G>) {
    const auto footprint = footprint_of<G>(*from.shared);
    return footprint && footprint->size <= few ? solve_all<G>(from, limits, control)
                                               : search_wins<G>(from, limits, control);
  } else if constexpr (Deterministic<G>) {
    return solve_all<G>(from, limits, control);
  } else {
    throw RulesError(std::string(G::title) + " cannot be analysed: chance has a hand in it");
  }
}

template <Game G>
Analysis PositionOf<G>::analyse(const Limits& limits, Control& control) const {
  Found<G> found = found_of<G>(*this, limits, control);
  const bool all = found.best_moves.has_value();
  std::vector<typename G::Move> moves;
  if (all) {
    moves = std::move(*found.best_moves);
  } else if (found.looks_best) {
    moves.push_back(*found.looks_best);
  }
  return {found.value, std::make_unique<MovesOf<G>>(shared, position, std::move(moves)), all, found.nodes};
}

template <Game G>
Made<spielkern_position> RulesOf<G>::start(Rng& rng) const {
  if constexpr (Chance<G>) {
    return std::make_unique<PositionOf<G>>(shared, G::start(*shared, rng));
  } else {
    return std::make_unique<PositionOf<G>>(shared, G::start(*shared));
  }
}

template <Game G>
Made<spielkern_position> RulesOf<G>::parse(std::string_view text) const {
  return std::make_unique<PositionOf<G>>(shared, G::parse_position(*shared, text));
}

template <Game G>
Made<spielkern_solution> RulesOf<G>::solve(unsigned threads, std::uint64_t max_bytes, Control& control) const {
  if constexpr (Deterministic<G>) {
    auto solution = spielkern::solve<G>(*shared, SolveOptions{max_bytes, threads}, control);
    return std::make_unique<SolutionHandle<G>>(shared, std::move(solution));
  } else {
    throw RulesError(std::string(G::title) + " cannot be solved: chance has a hand in it");
  }
}

template <Game G>
Made<spielkern_position> MovesOf<G>::play(std::size_t index, Rng& rng) const {
  return PositionOf<G>(shared, from).after(list[index], rng);
}

// Calls f for the game that a text of rules names. Throws RulesError if there is none.
template <class F>
void for_game_in(std::string_view text, F&& f) {
  if (GameList::for_named(game_in_rules(text), f)) return;
  std::string names;
  for (const GameData& game : games()) (names += names.empty() ? "" : ", ") += game.name;
  throw RulesError("there is no game " + in_quotes(game_in_rules(text)) + "; the games are " + names);
}

}  // namespace

const std::vector<GameData>& games() {
  static const std::vector<GameData> data = [] {
    std::vector<GameData> all;
    GameList::for_each([&]<class G>() {
      GameData game{G::name.data(), G::title.data(), G::options(), {}};
      for (const Option& option : game.options) {
        OptionTexts texts{format_option(option.standard), {}};
        for (const std::string_view choice : option.choices) {
          (texts.choices += texts.choices.empty() ? "" : "|") += choice;
        }
        game.texts.push_back(std::move(texts));
      }
      all.push_back(std::move(game));
    });
    return all;
  }();
  return data;
}

Made<spielkern_rules> rules_from(std::string_view text) {
  Made<spielkern_rules> rules;
  for_game_in(text, [&]<class G>() { rules = std::make_unique<RulesOf<G>>(parse_rules<G>(text)); });
  return rules;
}

Made<spielkern_solution> solution_from(const std::filesystem::path& path, std::uint64_t max_bytes, Control& control) {
  auto file = std::make_shared<const TableFile>(path);
  Made<spielkern_solution> solution;
  const auto open = [&]<class G>() {
    if constexpr (Deterministic<G>) {
      auto rules = std::make_shared<const typename G::Rules>(parse_rules<G>(file->header().rules));
      auto opened = spielkern::open_table<G>(*rules, file, max_bytes, control);
      solution = std::make_unique<SolutionHandle<G>>(std::move(rules), std::move(opened));
    } else {
      throw RulesError(std::string(G::title) + " has no tables");
    }
  };
  try {
    for_game_in(file->header().rules, open);
  } catch (const RulesError& error) {
    fail_with_file(path, std::string("is no table of a game here: ") + error.what());
  }
  return solution;
}

}  // namespace spielkern::capi
