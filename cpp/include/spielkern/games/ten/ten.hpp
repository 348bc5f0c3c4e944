#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "spielkern/core/game.hpp"
#include "spielkern/core/keys.hpp"
#include "spielkern/core/text.hpp"
#include "spielkern/games/ten/position.hpp"
#include "spielkern/games/ten/slots.hpp"

namespace spielkern {

// 10: stacks of one to three stones enter, move, beat and split; four middle points win, or the middle of a triangle
// with its median points, or being the only one left.
struct Ten {
  using Rules = ten::Rules;
  using Position = ten::Position;
  using Move = ten::Move;
  using Kind = ten::Move::Kind;
  using Points = ten::Points;
  using Shortage = ten::Rules::Shortage;

  static constexpr std::string_view name = "ten";
  static constexpr std::string_view title = "10";
  static constexpr bool alternates = true;
  static constexpr bool one_ending = true;

  static std::vector<Option> options() {
    return {{"stones", std::int64_t{10}, "stones of each player", 2, Rules::most_stones},
            {"shortage",
             std::string("truncate"),
             "what a capture does that the supply has too few stones for: make a lower figure, or it is forbidden",
             0,
             0,
             {"truncate", "forbid"}}};
  }

  static Rules make_rules(const OptionValues& values) {
    return Rules(static_cast<int>(std::get<std::int64_t>(values[0])),
                 std::get<std::string>(values[1]) == "forbid" ? Shortage::forbid : Shortage::truncate);
  }

  static OptionValues option_values(const Rules& rules) {
    return {std::int64_t{rules.stones()}, std::string(rules.shortage() == Shortage::forbid ? "forbid" : "truncate")};
  }

  static MatchDefaults match_defaults(const Rules&) { return {}; }
  static Position start(const Rules&) { return {}; }
  static Player player(const Rules&, const Position& position) { return position.player; }

  // Only a player's own ply wins, so whoever has won is the one who is not on turn.
  static std::optional<Outcome> outcome(const Rules& rules, const Position& position) {
    const Player last_mover = opponent(position.player);
    if (ten::holds_all_middles(position.theirs())) return Outcome{last_mover, "all four middle points held"};
    if (ten::holds_a_triangle(position.theirs())) return Outcome{last_mover, "a middle with its median points held"};
    if (is_alone(position)) return Outcome{last_mover, "no other figures left"};
    if (rules.shortage() == Shortage::forbid) {
      AnySink any;
      if (generate(rules, position, any)) return Outcome{last_mover, "no moves left"};
    }
    return std::nullopt;
  }

  // Entering first, then figure by figure, in the order of the points: where it goes to, then into what it splits.
  template <Sink<Move> S>
  static bool generate(const Rules& rules, const Position& position, S& sink) {
    if (is_won(position)) return true;
    if (position.phase == 0) return deal_open(sink);
    if (rules.supply(position, position.player) >= 2) {
      if (!deal_pairs(sink, Kind::enter, Move::nowhere, position.free() & ten::entries)) return false;
    }
    const Points occupied = position.occupied();
    const std::array<Points, 3> forbidden = forbidden_captures(rules, position);
    for (Points left = position.mine(); left != 0; left &= left - 1) {
      const int from = std::countr_zero(left);
      const int height = position.height(from);
      const Points reached = reach(from, height, occupied);
      if (!deal_targets(sink, from, reached & ~forbidden[index(height - 1)], occupied)) return false;
      if (height == 1) continue;
      const Points free = reached & ~occupied;
      const auto point = static_cast<std::uint8_t>(from);
      if (height == 2) {
        if (!deal_pairs(sink, Kind::two_singles, point, free)) return false;
      } else {
        if (!deal_triples(sink, point, free) || !deal_doubles(sink, point, free)) return false;
      }
    }
    return true;
  }

  static bool is_legal(const Rules& rules, const Position& position, const Move& move) {
    if (!ten::is_well_formed(move) || is_won(position)) return false;
    if ((position.phase == 0) != (move.kind == Kind::open)) return false;
    if (move.kind == Kind::open) return true;
    const Points targets = ten::targets_of(move);
    if (move.kind == Kind::enter) {
      return rules.supply(position, position.player) >= 2 && is_subset(targets, position.free() & ten::entries);
    }
    if ((position.mine() & ten::bit(move.from)) == 0) return false;
    const int height = position.height(move.from);
    if (!is_subset(targets, reach(move.from, height, position.occupied()))) return false;
    switch (move.kind) {
      case Kind::capture:
        return is_subset(targets, position.occupied() & ~forbidden_captures(rules, position)[index(height - 1)]);
      case Kind::step: break;
      case Kind::two_singles:
        if (height != 2) return false;
        break;
      default:
        if (height != 3) return false;
    }
    return is_subset(targets, position.free());
  }

  static std::string why_illegal(const Rules& rules, const Position& position, const Move& move) {
    if (!ten::is_well_formed(move)) return "there is no such move";
    if (is_won(position)) return "the game is over";
    if (position.phase == 0) return "the board is empty: one Single comes in, on any point";
    const Points targets = ten::targets_of(move);
    const bool captures = move.kind == Kind::capture;
    if (move.kind == Kind::open) return "only the first ply of all brings in one Single";
    if (move.kind == Kind::enter) {
      if (rules.supply(position, position.player) < 2) return "the supply has fewer than two stones";
      if (const Points wrong = targets & ~ten::entries; wrong != 0) {
        return "no figure may enter on " + first_name(wrong) + ", a point of the inner triangle or a middle point";
      }
      return first_name(targets & position.occupied()) + " is occupied";
    }
    const std::string from(ten::name_of(move.from));
    if ((position.occupied() & ten::bit(move.from)) == 0) return from + " is empty";
    if ((position.mine() & ten::bit(move.from)) == 0) return "the figure on " + from + " is the opponent's";
    const int height = position.height(move.from);
    const std::string figure = std::string("the ") + figure_name(height) + " on " + from;
    const bool into_singles = move.kind == Kind::two_singles;
    const bool into_more = move.kind == Kind::three_singles || move.kind == Kind::double_and_single;
    if ((into_singles && height != 2) || (into_more && height != 3)) return figure + " cannot split so";
    const Points wrong = captures ? targets & position.free() : targets & position.occupied();
    if (wrong != 0) return first_name(wrong) + (captures ? " is empty" : " is occupied");
    const Points reached = reach(move.from, height, position.occupied());
    if (!is_subset(targets, reached)) return figure + " does not get to " + first_name(targets & ~reached);
    return "the supply has too few stones to exchange all of " + first_name(targets) + " (shortage=forbid)";
  }

  static Position play(const Rules& rules, Position position, const Move& move) {
    const Player me = position.player;
    switch (move.kind) {
      case Kind::open: position.put(me, move.to[0], 1); break;
      case Kind::enter:
        position.put(me, move.to[0], 1);
        position.put(me, move.to[1], 1);
        break;
      case Kind::step: {
        const int height = position.height(move.from);
        position.clear(move.from);
        position.put(me, move.to[0], height);
        break;
      }
      case Kind::capture: {
        const int height = height_after_capture(rules, position, move.from, move.to[0]);
        position.clear(move.from);
        position.clear(move.to[0]);
        position.put(me, move.to[0], height);
        break;
      }
      default:
        position.clear(move.from);
        position.put(me, move.to[0], move.kind == Kind::double_and_single ? 2 : 1);
        position.put(me, move.to[1], 1);
        if (move.kind == Kind::three_singles) position.put(me, move.to[2], 1);
    }
    position.player = opponent(me);
    position.phase = static_cast<std::uint8_t>(std::min(position.phase + 1, 2));
    return position;
  }

  static std::uint64_t key(const Rules&, const Position& position) {
    const std::uint64_t most = position.figures[0] | std::uint64_t{position.figures[1]} << 19 |
                               std::uint64_t{position.doubles} << 38 | std::uint64_t{position.player} << 57 |
                               std::uint64_t{position.phase} << 59;
    return mix(mix(most), position.triples);
  }

  static std::string format(const Rules&, const Position& position) {
    std::string text;
    for (const TextRow& row : text_rows) {
      if (!text.empty()) text += '/';
      for (int point = row.first; point < row.last; ++point) text += letter_of(position, point);
    }
    return text + " " + std::to_string(position.player) + " " + std::to_string(position.phase);
  }

  static Position parse_position(const Rules& rules, std::string_view text) {
    Scanner scanner("10 position", text);
    Position position;
    for (const TextRow& row : text_rows) {
      if (scanner.place() > 0) scanner.expect('/', "and the next row");
      for (int point = row.first; point < row.last; ++point) parse_figure(rules, scanner, position, point);
    }
    scanner.expect(' ', "after the middle points");
    const std::size_t player_at = scanner.place();
    position.player = scanner.player();
    scanner.expect(' ', "and the phase");
    const std::size_t phase_at = scanner.place();
    position.phase = static_cast<std::uint8_t>(std::min<std::uint64_t>(scanner.number("the phase"), 2));
    check_turn(scanner, position, player_at, phase_at);
    scanner.expect_end();
    return position;
  }

  static std::string format_move(const Rules&, const Move& move) {
    const auto point = [](std::uint8_t at) { return std::string(ten::name_of(at)); };
    const std::string first = point(move.to[0]);
    switch (move.kind) {
      case Kind::open: return first;
      case Kind::enter: return first + "+" + point(move.to[1]);
      case Kind::step: return point(move.from) + "-" + first;
      case Kind::capture: return point(move.from) + "x" + first;
      case Kind::two_singles: return point(move.from) + "/" + first + "," + point(move.to[1]);
      case Kind::three_singles:
        return point(move.from) + "/" + first + "," + point(move.to[1]) + "," + point(move.to[2]);
      default: return point(move.from) + "/" + first + "=2," + point(move.to[1]);
    }
  }

  static Move parse_move(const Rules&, std::string_view text) {
    Scanner scanner("10 move", text);
    Move move;
    Points named = 0;
    const std::uint8_t first = parse_point(scanner, named);
    if (scanner.at_end()) {
      move.to[0] = first;
    } else if (scanner.accept('+')) {
      move.kind = Kind::enter;
      move.to[0] = first;
      move.to[1] = parse_point(scanner, named);
      std::sort(move.to.begin(), move.to.begin() + 2);
    } else if (scanner.accept('/')) {
      move.from = first;
      parse_targets(scanner, named, move);
    } else {
      move.from = first;
      move.kind = scanner.accept('-') ? Kind::step : Kind::capture;
      if (move.kind == Kind::capture && !scanner.accept('x') && !scanner.accept('X')) {
        scanner.fail("'-', 'x', '+', '/' or the end of the text");
      }
      move.to[0] = parse_point(scanner, named);
    }
    scanner.expect_end();
    return move;
  }

  static std::uint64_t move_slots(const Rules&) { return ten::slots.count(); }
  static std::uint64_t slot_of(const Rules&, const Move& move) { return ten::slots.number(move); }
  static Move move_in_slot(const Rules&, std::uint64_t slot) { return ten::slots.move(slot); }

  // Planes over the points (a1 b1 ... m4): own Singles, Doubles and Triples, the opponent's; then the part of the stones
  // that is left in the own supply and in the opponent's, and half the phase, each the same on all points.
  static Shape observation_shape(const Rules&) { return {{9, ten::points, 1}, 2}; }

  static void observe(const Rules& rules, const Position& position, Player player, std::span<float> cells) {
    Planes planes(cells, ten::points);
    for (const Player owner : {player, opponent(player)}) {
      planes.next_set(position.of(owner) & position.singles());
      planes.next_set(position.of(owner) & position.doubles);
      planes.next_set(position.of(owner) & position.triples);
    }
    for (const Player owner : {player, opponent(player)}) {
      planes.next(static_cast<float>(rules.supply(position, owner)) / static_cast<float>(rules.stones()));
    }
    planes.next(static_cast<float>(position.phase) / 2);
  }

  template <class F>
  static void for_each_image(const Rules&, const Position& position, F&& f) {
    for (int symmetry = 0; symmetry < ten::Symmetries::count; ++symmetry) {
      const Position moved = image(symmetry, position);
      f(moved);
    }
  }

  static Position canonical(const Rules&, const Position& position) {
    const auto order = [](const Position& p) { return std::tuple(p.figures[0], p.figures[1], p.doubles, p.triples); };
    Position least = position;
    for (int symmetry = 1; symmetry < ten::Symmetries::count; ++symmetry) {
      const Position other = image(symmetry, position);
      if (order(other) < order(least)) least = other;
    }
    return least;
  }

  static Position image(int symmetry, Position position) {
    const auto moved = [&](Points& set) { set = ten::symmetries.image(symmetry, set); };
    moved(position.figures[0]);
    moved(position.figures[1]);
    moved(position.doubles);
    moved(position.triples);
    return position;
  }

 private:
  struct TextRow {
    int first;
    int last;  // one past it
  };
  static constexpr std::array<TextRow, 6> text_rows{{{14, 15}, {12, 14}, {9, 12}, {5, 9}, {0, 5}, {15, 19}}};

  static constexpr std::size_t index(int number) { return static_cast<std::size_t>(number); }
  static constexpr bool is_subset(Points set, Points of) { return (set & ~of) == 0; }

  static const char* figure_name(int height) { return height == 1 ? "Single" : height == 2 ? "Double" : "Triple"; }

  static std::string first_name(Points set) { return std::string(ten::name_of(std::countr_zero(set))); }

  // Has the player who is not on turn the only figures? Before player 2's first ply that means nothing.
  static bool is_alone(const Position& position) { return position.phase == 2 && position.mine() == 0; }

  static bool is_won(const Position& position) {
    return ten::holds_winning_points(position.theirs()) || is_alone(position);
  }

  // Where a figure gets to, onto other figures too.
  static Points reach(int from, int height, Points occupied) {
    if (height == 1) return ten::linked(from);
    return height == 2 ? ten::geometry.slides(from, occupied) : ten::jumps_to(from);
  }

  // By the height of who captures: what it may not, since the supply cannot exchange it.
  static std::array<Points, 3> forbidden_captures(const Rules& rules, const Position& position) {
    if (rules.shortage() == Shortage::truncate) return {};
    const int supply = rules.supply(position, position.player);
    const Points singles = supply < 1 ? position.theirs() & position.singles() : 0;
    const Points doubles = supply < 2 ? position.theirs() & position.doubles : 0;
    return {singles | doubles, singles, 0};
  }

  static int height_after_capture(const Rules& rules, const Position& position, int from, int to) {
    const int height = position.height(from);
    const int other = position.height(to);
    if (height + other > 3) return height + other - 3;
    if ((position.mine() & ten::bit(to)) != 0) return height + other;
    return height + std::min(other, rules.supply(position, position.player));
  }

  static Move make_move(Kind kind, std::uint8_t from, int one, int two = Move::nowhere, int three = Move::nowhere) {
    return {
        kind, from, {static_cast<std::uint8_t>(one), static_cast<std::uint8_t>(two), static_cast<std::uint8_t>(three)}};
  }

  static Points without_first(Points set, std::uint64_t n) {
    for (; n > 0; --n) set &= set - 1;
    return set;
  }

  template <class S>
  static bool deal_open(S& sink) {
    for (int point = 0; point < ten::points; ++point) {
      if (!sink(make_move(Kind::open, Move::nowhere, point))) return false;
    }
    return true;
  }

  template <class S>
  static bool deal_targets(S& sink, int from, Points targets, Points occupied) {
    const auto move_to = [from, occupied](int to) {
      const Kind kind = (occupied & ten::bit(to)) != 0 ? Kind::capture : Kind::step;
      return make_move(kind, static_cast<std::uint8_t>(from), to);
    };
    if constexpr (BatchSink<S>) {
      return sink.batch(static_cast<std::uint64_t>(std::popcount(targets)),
                        [&](std::uint64_t n) { return move_to(std::countr_zero(without_first(targets, n))); });
    } else {
      for (; targets != 0; targets &= targets - 1) {
        if (!sink(move_to(std::countr_zero(targets)))) return false;
      }
      return true;
    }
  }

  // All pairs of a set: by the first, then by the second point.
  template <class S>
  static bool deal_pairs(S& sink, Kind kind, std::uint8_t from, Points set) {
    if constexpr (BatchSink<S>) {
      const auto size = static_cast<std::uint64_t>(std::popcount(set));
      if (size < 2) return true;
      return sink.batch(size * (size - 1) / 2, [=](std::uint64_t n) {
        Points left = set;
        for (std::uint64_t others = size - 1; n >= others; --others) {
          n -= others;
          left &= left - 1;
        }
        const int second = std::countr_zero(without_first(left & (left - 1), n));
        return make_move(kind, from, std::countr_zero(left), second);
      });
    } else {
      for (; set != 0; set &= set - 1) {
        for (Points others = set & (set - 1); others != 0; others &= others - 1) {
          if (!sink(make_move(kind, from, std::countr_zero(set), std::countr_zero(others)))) return false;
        }
      }
      return true;
    }
  }

  // A Triple into three Singles.
  template <class S>
  static bool deal_triples(S& sink, std::uint8_t from, Points set) {
    if constexpr (BatchSink<S>) {
      const auto size = static_cast<std::uint64_t>(std::popcount(set));
      if (size < 3) return true;
      return sink.batch(size * (size - 1) * (size - 2) / 6, [=](std::uint64_t n) {
        Points left = set;
        std::uint64_t others = size - 1;  // behind the first point
        for (; n >= others * (others - 1) / 2; --others) {
          n -= others * (others - 1) / 2;
          left &= left - 1;
        }
        const int first = std::countr_zero(left);
        for (left &= left - 1, --others; n >= others; --others) {
          n -= others;
          left &= left - 1;
        }
        const int third = std::countr_zero(without_first(left & (left - 1), n));
        return make_move(Kind::three_singles, from, first, std::countr_zero(left), third);
      });
    } else {
      for (; set != 0; set &= set - 1) {
        for (Points others = set & (set - 1); others != 0; others &= others - 1) {
          for (Points last = others & (others - 1); last != 0; last &= last - 1) {
            const Move move = make_move(Kind::three_singles, from, std::countr_zero(set), std::countr_zero(others),
                                        std::countr_zero(last));
            if (!sink(move)) return false;
          }
        }
      }
      return true;
    }
  }

  // A Triple into a Double and a Single.
  template <class S>
  static bool deal_doubles(S& sink, std::uint8_t from, Points set) {
    if constexpr (BatchSink<S>) {
      const auto size = static_cast<std::uint64_t>(std::popcount(set));
      if (size < 2) return true;
      return sink.batch(size * (size - 1), [=](std::uint64_t n) {
        const int first = std::countr_zero(without_first(set, n / (size - 1)));
        const int second = std::countr_zero(without_first(set & ~ten::bit(first), n % (size - 1)));
        return make_move(Kind::double_and_single, from, first, second);
      });
    } else {
      for (Points doubles = set; doubles != 0; doubles &= doubles - 1) {
        const int first = std::countr_zero(doubles);
        for (Points others = set & ~ten::bit(first); others != 0; others &= others - 1) {
          if (!sink(make_move(Kind::double_and_single, from, first, std::countr_zero(others)))) return false;
        }
      }
      return true;
    }
  }

  static char letter_of(const Position& position, int point) {
    if ((position.occupied() & ten::bit(point)) == 0) return '.';
    const bool first = (position.figures[0] & ten::bit(point)) != 0;
    return (first ? "SDT" : "sdt")[position.height(point) - 1];
  }

  static void parse_figure(const Rules& rules, Scanner& scanner, Position& position, int point) {
    constexpr std::string_view letters = "SDTsdt";
    if (scanner.accept('.')) return;
    const std::size_t letter = scanner.at_end() ? letters.npos : letters.find(scanner.peek());
    if (letter == letters.npos) scanner.fail("'.' or a figure (S, D, T, s, d or t)");
    const auto owner = static_cast<Player>(letter / 3 + 1);
    const int height = static_cast<int>(letter % 3) + 1;
    const int left = rules.supply(position, owner);
    if (height > left) {
      scanner.fail("figures of player " + std::to_string(owner) + " with at most " + std::to_string(rules.stones()) +
                   " stones in all, of which " + std::to_string(left) + " are left");
    }
    position.put(owner, point, height);
    scanner.accept(scanner.peek());
  }

  // Refuses what cannot be by counting alone: a wrong phase, and a player on turn who has won, or whose opponent can
  // have made no ply.
  static void check_turn(const Scanner& scanner, const Position& position, std::size_t player_at,
                         std::size_t phase_at) {
    const std::string other = std::string("'") + (position.player == 1 ? '2' : '1') + "' ";
    if (position.occupied() == 0) {
      if (position.player == 2) scanner.fail_at(player_at, "'1' (the board is empty)");
      if (position.phase != 0) scanner.fail_at(phase_at, "0 (the board is empty)");
      return;
    }
    if (position.phase == 0) scanner.fail_at(phase_at, "1 or 2 (the board is not empty)");
    if (position.phase == 1) {
      const bool opened = position.player == 2 && position.mine() == 0 && position.stones_on_board(1) == 1;
      if (!opened) scanner.fail_at(phase_at, "2 (in phase 1 there is one Single of player 1, and player 2 to move)");
      return;
    }
    if (position.theirs() == 0) scanner.fail_at(player_at, other + "(who has no figure cannot have moved last)");
    if (ten::holds_winning_points(position.mine())) {
      scanner.fail_at(player_at, other + "(player " + std::to_string(position.player) + " has won)");
    }
  }

  // Reads a point that is not among those named before, and adds it to them.
  static std::uint8_t parse_point(Scanner& scanner, Points& named) {
    constexpr std::string_view letters = "abcdem";
    constexpr std::array<std::uint8_t, 6> numbers{5, 4, 3, 2, 1, 4};
    const std::size_t place = scanner.place();
    const std::size_t letter = scanner.at_end() ? letters.npos : letters.find(lower(scanner.peek()));
    if (letter == letters.npos) scanner.fail("a point (a letter from a to e, or m)");
    scanner.accept(scanner.peek());
    const char most = static_cast<char>('0' + numbers[letter]);
    const char digit = scanner.peek();
    if (scanner.at_end() || digit < '1' || digit > most) {
      scanner.fail(std::string("a number from 1 to ") + most + " after " + letters[letter]);
    }
    scanner.accept(digit);
    const std::array<char, 3> name{letters[letter], digit, '\0'};
    const Points point = ten::named(name.data());
    if ((named & point) != 0) scanner.fail_at(place, "a point not named before");
    named |= point;
    return static_cast<std::uint8_t>(std::countr_zero(point));
  }

  // What a figure splits into, in any order.
  static void parse_targets(Scanner& scanner, Points& named, Move& move) {
    const auto is_double = [&] {
      if (!scanner.accept('=')) return false;
      scanner.expect('2', "(only a Double is marked)");
      return true;
    };
    move.to[0] = parse_point(scanner, named);
    const bool first_double = is_double();
    scanner.expect(',', "and the next point");
    move.to[1] = parse_point(scanner, named);
    const bool second_double = !first_double && is_double();
    if (second_double) std::swap(move.to[0], move.to[1]);
    if (first_double || second_double) {
      move.kind = Kind::double_and_single;
      return;
    }
    move.kind = Kind::two_singles;
    if (scanner.accept(',')) {
      move.kind = Kind::three_singles;
      move.to[2] = parse_point(scanner, named);
    }
    std::sort(move.to.begin(), move.to.end());  // what is unused stays last
  }
};

static_assert(Deterministic<Ten> && Symmetric<Ten> && DenseMoves<Ten> && Observed<Ten>);

}  // namespace spielkern
