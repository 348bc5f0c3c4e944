#pragma once

#include <algorithm>
#include <array>
#include <bit>
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
#include "spielkern/games/mu_torere/position.hpp"

namespace spielkern {

// Mū Tōrere: one empty point; a piece beside it moves there; who cannot move loses.
struct MuTorere {
  using Rules = mu_torere::Rules;
  using Position = mu_torere::Position;
  using Move = mu_torere::Move;
  using Entry = mu_torere::Entry;

  static constexpr std::string_view name = "mu-torere";
  static constexpr std::string_view title = "Mū Tōrere";
  static constexpr bool alternates = true;
  static constexpr bool one_ending = true;

  static std::vector<Option> options() {
    return {{"ring", std::int64_t{8}, "points on the ring, an even number", 4, 36},
            {"entry",
             std::string("always"),
             "when a piece may enter the centre only beside an enemy: always, never, or in the opening",
             0,
             0,
             {"always", "none", "opening"}},
            {"opening_plies", std::int64_t{Rules::standard_opening_plies},
             "how many plies the opening has (entry=opening only)", 0, 120}};
  }

  static Rules make_rules(const OptionValues& values) {
    const std::string& entry = std::get<std::string>(values[1]);
    return Rules(static_cast<int>(std::get<std::int64_t>(values[0])),
                 entry == "always" ? Entry::always
                 : entry == "none" ? Entry::none
                                   : Entry::opening,
                 static_cast<int>(std::get<std::int64_t>(values[2])));
  }

  static OptionValues option_values(const Rules& rules) {
    const std::string entry = rules.entry() == Entry::always ? "always"
                              : rules.entry() == Entry::none ? "none"
                                                             : "opening";
    return {std::int64_t{rules.ring()}, entry, std::int64_t{rules.opening_plies()}};
  }

  static MatchDefaults match_defaults(const Rules&) { return {3, 120}; }

  static Position start(const Rules& rules) {
    Position position;
    position.ones = mu_torere::bit(rules.ring() / 2) - 1;
    position.empty = static_cast<std::uint8_t>(rules.centre());
    return position;
  }

  static Player player(const Rules&, const Position& position) { return position.player; }

  static std::optional<Outcome> outcome(const Rules& rules, const Position& position) {
    if (movable(rules, position) != 0) return std::nullopt;
    return Outcome{opponent(position.player), "no moves left"};
  }

  template <Sink<Move> S>
  static bool generate(const Rules& rules, const Position& position, S& sink) {
    std::uint64_t from = movable(rules, position);
    if constexpr (BatchSink<S>) {
      const auto nth = [&](std::uint64_t n) {
        std::uint64_t left = from;
        for (; n > 0; --n) left &= left - 1;
        return move_from(position, left);
      };
      return sink.batch(static_cast<std::uint64_t>(std::popcount(from)), nth);
    } else {
      for (; from != 0; from &= from - 1) {
        if (!sink(move_from(position, from))) return false;
      }
      return true;
    }
  }

  static bool is_legal(const Rules& rules, const Position& position, const Move& move) {
    return move.to == position.empty && move.from < rules.points() &&
           (movable(rules, position) & mu_torere::bit(move.from)) != 0;
  }

  static std::string why_illegal(const Rules& rules, const Position& position, const Move& move) {
    const auto point = [&](int at) { return format_point(rules, at); };
    const std::uint64_t mine = mu_torere::pieces(rules, position, position.player);
    if (move.from >= rules.points() || move.to >= rules.points()) return "there is no such point";
    if (move.from == position.empty) return point(move.from) + " is empty";
    if ((mine & mu_torere::bit(move.from)) == 0) return "the piece on " + point(move.from) + " is the opponent's";
    if (move.to != position.empty) return point(move.to) + " is occupied";
    if (move.to == rules.centre()) {
      return "a piece may enter the centre only if a ring neighbour is an enemy, and both neighbours of " +
             point(move.from) + " are its own";
    }
    return point(move.from) + " and " + point(move.to) + " are not connected";
  }

  static Position play(const Rules& rules, Position position, const Move& move) {
    if (position.player == 1) position.ones ^= mu_torere::bit(move.from) | mu_torere::bit(move.to);
    position.empty = move.from;
    position.player = opponent(position.player);
    if (position.plies < rules.counted_plies()) ++position.plies;
    return position;
  }

  // ones, empty, player and plies together take at most 37 + 6 + 1 + 7 bits.
  static std::uint64_t key(const Rules&, const Position& position) {
    return mix(position.ones | (std::uint64_t{position.empty} << 40) | (std::uint64_t{position.player} << 46) |
               (std::uint64_t{position.plies} << 48));
  }

  static std::string format(const Rules& rules, const Position& position) {
    std::string text;
    for (int point = 0; point < rules.points(); ++point) {
      if (point == rules.centre()) text += '/';
      text += point == position.empty ? '.' : (position.ones & mu_torere::bit(point)) != 0 ? '1' : '2';
    }
    text += ' ';
    text += std::to_string(position.player);
    if (rules.entry() == Entry::opening) text += ' ' + std::to_string(position.plies);
    return text;
  }

  static Position parse_position(const Rules& rules, std::string_view text) {
    Scanner scanner("Mū Tōrere position", text);
    Position position;
    std::array<int, 3> left{1, rules.ring() / 2, rules.ring() / 2};  // empty points and pieces still to come
    for (int point = 0; point < rules.points(); ++point) {
      if (point == rules.centre())
        scanner.expect('/', "and the centre after " + std::to_string(point) + " ring points");
      const std::size_t place = scanner.place();
      const std::size_t kind = scanner.accept('.') ? 0 : scanner.accept('1') ? 1 : scanner.accept('2') ? 2 : 3;
      if (kind == 3 || left[kind]-- == 0) scanner.fail_at(place, expected_kinds(rules, left));
      if (kind == 0) position.empty = static_cast<std::uint8_t>(point);
      if (kind == 1) position.ones |= mu_torere::bit(point);
    }
    scanner.expect(' ', "after the centre");
    position.player = scanner.player();
    if (rules.entry() == Entry::opening) {
      scanner.expect(' ', "and the number of plies played");
      const std::size_t place = scanner.place();
      const auto most = static_cast<std::uint64_t>(rules.counted_plies());
      position.plies = static_cast<std::uint8_t>(scanner.number("the number of plies played", 0, most));
      if (position.plies < rules.counted_plies() && position.plies % 2 != position.player - 1) {
        scanner.fail_at(place, position.player == 1 ? "an even number of plies (player 1 is to move)"
                                                    : "an odd number of plies (player 2 is to move)");
      }
    }
    scanner.expect_end();
    return position;
  }

  static std::string format_move(const Rules& rules, const Move& move) {
    return format_point(rules, move.from) + "-" + format_point(rules, move.to);
  }

  static Move parse_move(const Rules& rules, std::string_view text) {
    Scanner scanner("Mū Tōrere move", text);
    Move move;
    move.from = parse_point(rules, scanner);
    scanner.expect('-', "between the two points");
    move.to = parse_point(rules, scanner);
    scanner.expect_end();
    return move;
  }

  // Slots: from each ring point to the centre, back, to the next point, to the previous one.
  static std::uint64_t move_slots(const Rules& rules) { return 4 * static_cast<std::uint64_t>(rules.ring()); }

  static std::uint64_t slot_of(const Rules& rules, const Move& move) {
    const auto ring = static_cast<std::uint64_t>(rules.ring());
    const bool from_ring = move.from < ring;
    if (from_ring && move.to == ring) return move.from;
    if (move.from == ring && move.to < ring) return ring + move.to;
    if (from_ring && move.to == rules.next(move.from)) return 2 * ring + move.from;
    if (from_ring && move.to == rules.previous(move.from)) return 3 * ring + move.from;
    return move_slots(rules);
  }

  static Move move_in_slot(const Rules& rules, std::uint64_t slot) {
    const int ring = rules.ring();
    const int point = static_cast<int>(slot) % ring;
    const auto move = [](int from, int to) {
      return Move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)};
    };
    switch (static_cast<int>(slot) / ring) {
      case 0: return move(point, rules.centre());
      case 1: return move(rules.centre(), point);
      case 2: return move(point, rules.next(point));
      default: return move(point, rules.previous(point));
    }
  }

  // Planes over the points, the centre last: own pieces, the opponent's, the empty point; and where the rules count the
  // opening's plies a fourth one with the part of them that is played, 0 to 1.
  static Shape observation_shape(const Rules& rules) {
    return {{rules.counted_plies() > 0 ? 4U : 3U, static_cast<std::uint32_t>(rules.points()), 1}, 2};
  }

  static void observe(const Rules& rules, const Position& position, Player player, std::span<float> cells) {
    Planes planes(cells, static_cast<std::size_t>(rules.points()));
    planes.next_set(mu_torere::pieces(rules, position, player));
    planes.next_set(mu_torere::pieces(rules, position, opponent(player)));
    planes.next_set(mu_torere::bit(position.empty));
    const int opening = rules.counted_plies();
    if (opening > 0) planes.next(static_cast<float>(position.plies) / static_cast<float>(opening));
  }

  // Turning and mirroring the ring; and exchanging the colours together with the mover, where the number of plies
  // played does not tell who is to move.
  template <class F>
  static void for_each_image(const Rules& rules, const Position& position, F&& f) {
    const bool exchange = position.plies == rules.counted_plies();
    for (int mirror = 0; mirror < 2; ++mirror) {
      for (int turn = 0; turn < rules.ring(); ++turn) {
        Position image = position;
        image.ones = position.ones & mu_torere::bit(rules.centre());
        for (int point = 0; point < rules.ring(); ++point) {
          const int to = moved_point(rules, point, turn, mirror != 0);
          if ((position.ones & mu_torere::bit(point)) != 0) image.ones |= mu_torere::bit(to);
          if (position.empty == point) image.empty = static_cast<std::uint8_t>(to);
        }
        f(std::as_const(image));
        if (!exchange) continue;
        image.ones = mu_torere::twos(rules, image);
        image.player = opponent(image.player);
        f(std::as_const(image));
      }
    }
  }

  static Position canonical(const Rules& rules, const Position& position) {
    const auto order = [](const Position& p) { return std::tuple(p.player, p.empty, p.ones); };
    Position least = position;
    for_each_image(rules, position, [&](const Position& image) {
      if (order(image) < order(least)) least = image;
    });
    return least;
  }

  // The mover's pieces that may move to the empty point.
  static std::uint64_t movable(const Rules& rules, const Position& position) {
    const std::uint64_t ones = position.ones;
    const std::uint64_t all_twos = mu_torere::twos(rules, position);
    const std::uint64_t mine = position.player == 1 ? ones : all_twos;
    if (position.empty == rules.centre()) {
      if (!rules.entry_restricted(position.plies)) return mine;
      return mine & rules.beside(position.player == 1 ? all_twos : ones);
    }
    return mine & (rules.beside(mu_torere::bit(position.empty)) | mu_torere::bit(rules.centre()));
  }

 private:
  static Move move_from(const Position& position, std::uint64_t from) {
    return Move{static_cast<std::uint8_t>(std::countr_zero(from)), position.empty};
  }

  static int moved_point(const Rules& rules, int point, int turn, bool mirror) {
    const int turned = (point + turn) % rules.ring();
    return mirror ? rules.ring() - 1 - turned : turned;
  }

  static std::string format_point(const Rules& rules, int point) {
    return point == rules.centre() ? "c" : std::to_string(point + 1);
  }

  static std::uint8_t parse_point(const Rules& rules, Scanner& scanner) {
    if (lower(scanner.peek()) == 'c' && !scanner.at_end()) {
      scanner.accept(scanner.peek());
      return static_cast<std::uint8_t>(rules.centre());
    }
    const auto ring = static_cast<std::uint64_t>(rules.ring());
    return static_cast<std::uint8_t>(scanner.number("'c' or a ring point", 1, ring) - 1);
  }

  // What may still come in a position's text, as "'.' or '2'".
  static std::string expected_kinds(const Rules& rules, const std::array<int, 3>& left) {
    static constexpr std::array<std::string_view, 3> names{"'.'", "'1'", "'2'"};
    std::string out;
    for (std::size_t kind = 0; kind < 3; ++kind) {
      if (left[kind] > 0) (out += out.empty() ? "" : " or ") += names[kind];
    }
    return out + " (" + std::to_string(rules.ring() / 2) + " pieces each, one point empty)";
  }
};

static_assert(Deterministic<MuTorere> && Symmetric<MuTorere> && DenseMoves<MuTorere> && Observed<MuTorere>);

}  // namespace spielkern
