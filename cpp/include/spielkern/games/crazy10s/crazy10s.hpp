#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spielkern/core/game.hpp"
#include "spielkern/core/keys.hpp"
#include "spielkern/games/crazy10s/legality.hpp"
#include "spielkern/games/crazy10s/notation.hpp"
#include "spielkern/games/crazy10s/plays.hpp"
#include "spielkern/games/crazy10s/position.hpp"

namespace spielkern {

// Crazy10s: tiles with digits are laid so that every row and column of tiles they belong to adds up to ten.
struct Crazy10s {
  using Rules = crazy10s::Rules;
  using Position = crazy10s::Position;
  using View = crazy10s::View;
  using Move = crazy10s::Move;
  using Tiles = crazy10s::Tiles;
  using Kind = Move::Kind;

  static constexpr std::string_view name = "crazy10s";
  static constexpr std::string_view title = "Crazy10s";
  static constexpr bool alternates = true;
  static constexpr bool one_ending = false;

  static std::vector<Option> options() {
    return {{"size", std::int64_t{13}, "squares to a side, an odd number", crazy10s::min_size, crazy10s::max_size},
            {"placement",
             std::string("linked"),
             "linked: a play may bend, as long as runs link its tiles; line: it lies in one row or column",
             std::numeric_limits<std::int64_t>::min(),
             std::numeric_limits<std::int64_t>::max(),
             {"linked", "line"}},
            {"layout", std::string(),
             "the bonus squares: rows joined by '/', of . (plain), d t (double, triple number), D T (double, triple "
             "line); empty: the default of the size"}};
  }

  static Rules make_rules(const OptionValues& values) {
    return Rules(static_cast<int>(std::get<std::int64_t>(values[0])),
                 std::get<std::string>(values[1]) == "line" ? crazy10s::Placing::line : crazy10s::Placing::linked,
                 std::get<std::string>(values[2]));
  }

  static OptionValues option_values(const Rules& rules) {
    return {std::int64_t{rules.size()}, std::string(rules.placing() == crazy10s::Placing::line ? "line" : "linked"),
            rules.layout().format()};
  }

  static MatchDefaults match_defaults(const Rules&) { return {}; }

  // The bag is shuffled; player 1 draws seven, then player 2.
  static Position start(const Rules&, Rng& rng) {
    Position position;
    for (int kind = 0; kind < crazy10s::kinds; ++kind) {
      for (int i = 0; i < crazy10s::full_bag[at(kind)]; ++i) position.bag[position.in_bag++] = to_byte(kind);
    }
    rng.shuffle(position.bag);
    draw(position, position.racks[0], crazy10s::rack_tiles);
    draw(position, position.racks[1], crazy10s::rack_tiles);
    return position;
  }

  static Player player(const Rules&, const Position& position) { return position.player; }

  // Who empties the rack while the bag is empty has gone out; that goes before six scoreless turns.
  static std::optional<Outcome> outcome(const Rules& rules, const Position& position) {
    const bool out = is_out(position);
    if (!out && position.scoreless < Rules::most_scoreless) return std::nullopt;
    const auto [one, two] = final_scores(rules, position);
    return Outcome{static_cast<Player>(one > two   ? 1
                                       : one < two ? 2
                                                   : 0),
                   out ? "a rack emptied" : "six turns without points"};
  }

  // Points so far; once the game is over with what the racks' tiles add or take away.
  static std::array<std::int32_t, 2> final_scores(const Rules&, const Position& position) {
    auto scores = position.scores;
    const std::int32_t one = position.racks[0].tiles.value();
    const std::int32_t two = position.racks[1].tiles.value();
    if (is_out(position)) {
      scores[0] += two;
      scores[1] += one;
    } else if (position.scoreless == Rules::most_scoreless) {
      scores[0] -= one;
      scores[1] -= two;
    }
    return scores;
  }

  // Plays as the generators find them, each with its jokers; then swaps by what they leave of the rack, and passing.
  template <Sink<Move> S>
  static bool generate(const Rules& rules, const Position& position, S& sink) {
    if (outcome(rules, position)) return true;
    const crazy10s::Rack& rack = position.rack(position.player);
    const crazy10s::Board board(rules, position.board);
    return generate_plays(rules, board, rack.tiles, sink) && generate_swaps(position, sink) && sink(Move{});
  }

  // Only the plays of a rack, on any board.
  template <Sink<Move> S>
  static bool generate_plays(const Rules& rules, const crazy10s::Board& board, const Tiles& rack, S& sink) {
    struct Consumer : crazy10s::Everything {
      const crazy10s::Board& board;
      const Tiles& rack;
      S& sink;

      bool operator()(const crazy10s::Found& found) {
        if constexpr (BatchSink<S>) {
          return sink.batch(crazy10s::count_joker_sets(found, rack), [&](std::uint64_t n) {
            Move move;
            crazy10s::for_each_joker_set(found, rack, [&](unsigned jokers) {
              if (n-- > 0) return true;
              move = crazy10s::to_move(board, found, jokers);
              return false;
            });
            return move;
          });
        } else {
          return crazy10s::for_each_joker_set(
              found, rack, [&](unsigned jokers) { return sink(crazy10s::to_move(board, found, jokers)); });
        }
      }
    };
    Consumer consumer{{}, board, rack, sink};
    return crazy10s::for_each_found(rules, board, crazy10s::RackTable(rack), consumer);
  }

  static bool is_legal(const Rules& rules, const Position& position, const Move& move) {
    return !outcome(rules, position) &&
           fault(rules, position, position.player, move).kind == crazy10s::Fault::Kind::none;
  }

  static std::string why_illegal(const Rules& rules, const Position& position, const Move& move) {
    if (outcome(rules, position)) return "the game is over";
    return crazy10s::in_words(rules, position, position.player, fault(rules, position, position.player, move));
  }

  // What the rules have against a move with the rack of a player.
  static crazy10s::Fault fault(const Rules& rules, const Position& position, Player player, const Move& move) {
    using Fault = crazy10s::Fault;
    const Tiles& rack = position.rack(player).tiles;
    if (move.kind == Kind::pass) return {move == Move{} ? Fault::Kind::none : Fault::Kind::no_move};
    if (move.kind == Kind::swap) {
      Move sound;
      sound.kind = Kind::swap;
      sound.swapped = move.swapped;
      const int count = move.swapped.size();
      if (move != sound || count < 1 || count > crazy10s::rack_tiles || !is_packed(move.swapped)) {
        return {Fault::Kind::no_move};
      }
      const auto lacking = lacking_kind(rack, move.swapped);
      if (lacking) return {Fault::Kind::lacking, *lacking};
      if (count > position.in_bag) return {Fault::Kind::short_bag, count};
      return {};
    }
    if (!crazy10s::PlayCheck::is_sound(rules, move)) return {Fault::Kind::no_move};
    const auto lacking = lacking_kind(rack, crazy10s::PlayCheck::tiles_of(move));
    if (lacking) return {Fault::Kind::lacking, *lacking};
    return crazy10s::PlayCheck(rules, position.board, move).fault();
  }

  // Points of a legal move.
  static std::int32_t score(const Rules& rules, const Position& position, const Move& move) {
    return move.kind == Kind::play ? crazy10s::PlayCheck(rules, position.board, move).score() : 0;
  }

  // A swap reshuffles the bag; whatever is drawn from a bag in unknown order is drawn by chance.
  static bool draws(const Rules&, const Position& position, const Move& move) {
    if (move.kind == Kind::swap) return true;
    return move.kind == Kind::play && position.bag_hidden;
  }

  static Position play(const Rules& rules, Position position, const Move& move, Rng& rng) {
    if (position.bag_hidden && move.kind != Kind::pass) {
      reveal(rules, position, rng);
      make(position, move, score(rules, position, move), rng);
      hide_bag(position);
    } else {
      make(position, move, score(rules, position, move), rng);
    }
    return position;
  }

  // Plays a legal move whose score is known, in place. PRECONDITION: the bag is known unless the move is to pass.
  static void make(Position& position, const Move& move, std::int32_t points, Rng& rng) {
    crazy10s::Rack& rack = position.rack(position.player);
    if (move.kind == Kind::play) {
      for (int i = 0; i < move.count; ++i) {
        const crazy10s::Placement& placement = move.placements[at(i)];
        position.board[placement.square] = placement.stone;
        rack.tiles.take(placement.stone.kind());
      }
      rack.size = to_byte(rack.size - move.count);
      draw(position, rack, crazy10s::rack_tiles - rack.size);
    } else if (move.kind == Kind::swap) {
      const int count = move.swapped.size();
      rack.tiles.take_all(move.swapped);
      rack.size = to_byte(rack.size - count);
      draw(position, rack, count);
      for (int kind = 0; kind < crazy10s::kinds; ++kind) {
        for (int i = 0; i < move.swapped.count(kind); ++i) position.bag[position.in_bag++] = to_byte(kind);
      }
      std::span<std::uint8_t> bag(position.bag.data(), position.in_bag);
      rng.shuffle(bag);
    }
    std::int32_t& total = position.scores[at(position.player - 1)];
    total = std::min(total + points, Rules::most_score);
    position.scoreless = points > 0 ? std::uint8_t{0} : to_byte(position.scoreless + 1);
    position.player = opponent(position.player);
  }

  static View view(const Rules&, const Position& position, Player viewer) {
    View view{position, viewer};
    crazy10s::Rack& other = view.seen.rack(opponent(viewer));
    other.tiles = {};
    other.hidden = other.size > 0;
    hide_bag(view.seen);
    return view;
  }

  // How many tiles of each kind are neither on the board nor on a rack that can be seen.
  static crazy10s::KindCounts unseen(const Rules& rules, const Position& position) {
    crazy10s::KindCounts counts = crazy10s::full_bag;
    const auto take = [&](int kind, int count) { counts[at(kind)] = to_byte(counts[at(kind)] - count); };
    for (int square = 0; square < rules.squares(); ++square) {
      const crazy10s::Stone stone = position.board[at(square)];
      if (!stone.none()) take(stone.kind(), 1);
    }
    for (const crazy10s::Rack& rack : position.racks) {
      for (int kind = 0; kind < crazy10s::kinds; ++kind) take(kind, rack.tiles.count(kind));
    }
    return counts;
  }

  // Any order of the tiles that the viewer has not seen: the first ones are the other's rack, the rest is the bag.
  static Position determinize(const Rules& rules, const View& view, Rng& rng) {
    Position position = view.seen;
    const crazy10s::KindCounts counts = unseen(rules, position);
    std::vector<std::uint8_t> tiles;
    for (int kind = 0; kind < crazy10s::kinds; ++kind) tiles.insert(tiles.end(), counts[at(kind)], to_byte(kind));
    rng.shuffle(tiles);
    std::size_t next = 0;
    crazy10s::Rack& other = position.rack(opponent(view.viewer));
    if (other.hidden) {
      for (int i = 0; i < other.size; ++i) other.tiles.add(tiles[next++]);
      other.hidden = false;
    }
    if (position.bag_hidden) {
      std::copy(tiles.begin() + static_cast<std::ptrdiff_t>(next), tiles.end(), position.bag.begin());
      position.bag_hidden = false;
    }
    return position;
  }

  // Planes over the squares. What lies there: one for each digit, one for jokers. What a square is worth: number bonus 2
  // and 3, line bonus 2 and 3. Then, on all squares alike: for each kind of tile the part of a rack's seven tiles that the
  // player holds, and the part of all such tiles that the player has not seen; the part of all tiles that is in the bag,
  // the part of a rack that the opponent holds, the lead in hundreds of points, and the part of six scoreless turns.
  static Shape observation_shape(const Rules& rules) {
    const auto side = static_cast<std::uint32_t>(rules.size());
    return {{10 + 1 + 4 + 2 * crazy10s::kinds + 4, side, side}, 3};
  }

  static void observe(const Rules& rules, const Position& position, Player player, std::span<float> cells) {
    observe(rules, view(rules, position, player), cells);
  }

  static void observe(const Rules& rules, const View& view, std::span<float> cells) {
    const Position& seen = view.seen;
    const std::size_t squares = at(rules.squares());
    Planes planes(cells, squares);
    const auto where = [&](const auto& holds) {
      const auto plane = planes.next();
      for (int square = 0; square < rules.squares(); ++square) plane[at(square)] = holds(square) ? 1.0F : 0.0F;
    };
    for (int digit = 0; digit < crazy10s::joker; ++digit) {
      where([&](int square) { return seen.board[at(square)].digit() == digit; });
    }
    where([&](int square) { return seen.board[at(square)].is_joker(); });
    for (const int factor : {2, 3}) {
      where([&](int square) { return rules.layout().bonus(square).number == factor; });
    }
    for (const int factor : {2, 3}) {
      where([&](int square) { return rules.layout().bonus(square).line == factor; });
    }
    const auto part = [&](int of, int all) { planes.next(static_cast<float>(of) / static_cast<float>(all)); };
    const crazy10s::Rack& own = seen.rack(view.viewer);
    const crazy10s::KindCounts hidden = unseen(rules, seen);
    for (int kind = 0; kind < crazy10s::kinds; ++kind) part(own.tiles.count(kind), crazy10s::rack_tiles);
    for (int kind = 0; kind < crazy10s::kinds; ++kind) part(hidden[at(kind)], crazy10s::full_bag[at(kind)]);
    part(seen.in_bag, crazy10s::all_tiles);
    part(seen.rack(opponent(view.viewer)).size, crazy10s::rack_tiles);
    part(seen.scores[at(view.viewer - 1)] - seen.scores[at(2 - view.viewer)], 100);
    part(seen.scoreless, Rules::most_scoreless);
  }

  static std::string format_view(const Rules& rules, const View& view) {
    return crazy10s::format_position(rules, view.seen);
  }
  static View parse_view(const Rules& rules, std::string_view text) {
    return crazy10s::PositionReader(rules, "Crazy10s view", text).read_view();
  }

  // A board and a rack apart from a match, for player 1: the other rack and the bag are whatever is left.
  static View study(const Rules& rules, std::string_view board, std::string_view rack) {
    crazy10s::PositionReader reader(rules, "Crazy10s board", board);
    View view{reader.read_board_only(), 1};
    view.seen.racks[0] = crazy10s::PositionReader(rules, "Crazy10s rack", rack).read_rack_only(reader.left());
    const crazy10s::KindCounts counts = unseen(rules, view.seen);
    int left = 0;
    for (const std::uint8_t count : counts) left += count;
    crazy10s::Rack& other = view.seen.racks[1];
    other.size = to_byte(std::min(left, crazy10s::rack_tiles));
    other.hidden = other.size > 0;
    view.seen.in_bag = to_byte(left - other.size);
    view.seen.bag_hidden = view.seen.in_bag > 0;
    return view;
  }

  static std::uint64_t key(const Rules& rules, const Position& position) {
    std::uint64_t key = mix(position.racks[0].tiles.packed(), position.racks[1].tiles.packed());
    key = mix_bytes(key, position.board.data(), at(rules.squares()));
    key = mix_bytes(key, position.bag.data(), position.in_bag);
    key = mix(key, position.player + 4U * position.scoreless + 32U * position.in_bag + 4096U * position.bag_hidden);
    return mix(key,
               static_cast<std::uint64_t>(position.scores[0]) << 32 | static_cast<std::uint64_t>(position.scores[1]));
  }

  static std::string format(const Rules& rules, const Position& position) {
    return crazy10s::format_position(rules, position);
  }
  static Position parse_position(const Rules& rules, std::string_view text) {
    return crazy10s::PositionReader(rules, "Crazy10s position", text).read_position();
  }
  static std::string format_move(const Rules& rules, const Move& move) { return crazy10s::format_move(rules, move); }
  static Move parse_move(const Rules& rules, std::string_view text) { return crazy10s::MoveReader(rules, text).read(); }

 private:
  static constexpr std::size_t at(int number) { return static_cast<std::size_t>(number); }
  static constexpr std::uint8_t to_byte(int number) { return static_cast<std::uint8_t>(number); }

  static bool is_out(const Position& position) {
    return position.in_bag == 0 && (position.racks[0].size == 0 || position.racks[1].size == 0);
  }

  // Has it no bits beyond those of the kinds?
  static bool is_packed(const Tiles& tiles) { return tiles.packed() >> 4 * crazy10s::kinds == 0; }

  static std::optional<int> lacking_kind(const Tiles& rack, const Tiles& wanted) {
    for (int kind = 0; kind < crazy10s::kinds; ++kind) {
      if (wanted.count(kind) > rack.count(kind)) return kind;
    }
    return std::nullopt;
  }

  // Up to `count` tiles from the front of the bag.
  static void draw(Position& position, crazy10s::Rack& rack, int count) {
    count = std::min<int>(count, position.in_bag);
    for (int i = 0; i < count; ++i) rack.tiles.add(position.bag[at(i)]);
    rack.size = to_byte(rack.size + count);
    std::copy(position.bag.begin() + count, position.bag.end(), position.bag.begin());
    std::fill(position.bag.end() - count, position.bag.end(), std::uint8_t{0});
    position.in_bag = to_byte(position.in_bag - count);
  }

  // Puts the tiles of a hidden bag into an order: any is as likely.
  static void reveal(const Rules& rules, Position& position, Rng& rng) {
    const crazy10s::KindCounts counts = unseen(rules, position);
    std::array<std::uint8_t, crazy10s::all_tiles> tiles{};
    std::size_t size = 0;
    for (int kind = 0; kind < crazy10s::kinds; ++kind) {
      for (int i = 0; i < counts[at(kind)]; ++i) tiles[size++] = to_byte(kind);
    }
    std::span<std::uint8_t> all(tiles.data(), size);
    rng.shuffle(all);
    std::copy_n(tiles.begin(), position.in_bag, position.bag.begin());
    position.bag_hidden = false;
  }

  static void hide_bag(Position& position) {
    position.bag.fill(0);
    position.bag_hidden = position.in_bag > 0;
  }

  template <class Byte>
  static std::uint64_t mix_bytes(std::uint64_t key, const Byte* bytes, std::size_t count) {
    static_assert(sizeof(Byte) == 1);
    for (std::size_t i = 0; i < count; i += 8) {
      std::uint64_t word = 0;
      for (std::size_t j = i; j < std::min(i + 8, count); ++j) {
        word = word << 8 | std::bit_cast<std::uint8_t>(bytes[j]);
      }
      key = mix(key, word);
    }
    return key;
  }

  // Every part of the rack that can be swapped, counted like a number whose digits are the counts of the kinds.
  template <class S>
  static bool generate_swaps(const Position& position, S& sink) {
    const Tiles& rack = position.rack(position.player).tiles;
    Move move;
    move.kind = Kind::swap;
    while (true) {
      int kind = 0;
      for (; kind < crazy10s::kinds && move.swapped.count(kind) == rack.count(kind); ++kind) {
        while (move.swapped.has(kind)) move.swapped.take(kind);
      }
      if (kind == crazy10s::kinds) return true;
      move.swapped.add(kind);
      if (move.swapped.size() <= position.in_bag && !sink(std::as_const(move))) return false;
    }
  }
};

static_assert(Chance<Crazy10s> && HiddenInformation<Crazy10s> && Observed<Crazy10s>);

}  // namespace spielkern
