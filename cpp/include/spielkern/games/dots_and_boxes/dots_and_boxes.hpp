#pragma once

#include <array>
#include <bit>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spielkern/core/bits.hpp"
#include "spielkern/core/game.hpp"
#include "spielkern/core/keys.hpp"
#include "spielkern/core/text.hpp"
#include "spielkern/games/dots_and_boxes/position.hpp"

namespace spielkern {

// Dots and Boxes: a move draws an edge; each box it completes is a point, and whoever completes one moves again.
struct DotsAndBoxes {
  using Rules = dots_and_boxes::Rules;
  using Position = dots_and_boxes::Position;
  using Move = dots_and_boxes::Move;
  using Edges = dots_and_boxes::Edges;
  using Score = std::array<std::int32_t, 2>;

  static constexpr std::string_view name = "dots-and-boxes";
  static constexpr std::string_view title = "Dots and Boxes";
  static constexpr bool alternates = false;
  static constexpr bool one_ending = false;

  static std::vector<Option> options() {
    return {{"rows", std::int64_t{4}, "rows of boxes; up to 64 edges in all", 1, Rules::max_side},
            {"cols", std::int64_t{4}, "columns of boxes; up to 64 edges in all", 1, Rules::max_side}};
  }

  static Rules make_rules(const OptionValues& values) {
    return Rules(static_cast<int>(std::get<std::int64_t>(values[0])),
                 static_cast<int>(std::get<std::int64_t>(values[1])));
  }

  static OptionValues option_values(const Rules& rules) {
    return {std::int64_t{rules.board().rows()}, std::int64_t{rules.board().cols()}};
  }

  static MatchDefaults match_defaults(const Rules&) { return {}; }
  static Position start(const Rules&) { return {}; }
  static Player player(const Rules&, const Position& position) { return position.player; }

  static std::optional<Outcome> outcome(const Rules& rules, const Position& position) {
    if (position.drawn != rules.board().all()) return std::nullopt;
    const auto [one, two] = position.score;
    return Outcome{static_cast<Player>(one > two ? 1 : one < two ? 2 : 0), "all edges drawn"};
  }

  template <Sink<Move> S>
  static bool generate(const Rules& rules, const Position& position, S& sink) {
    Edges free = rules.board().all() & ~position.drawn;
    if constexpr (BatchSink<S>) {
      return sink.batch(static_cast<std::uint64_t>(std::popcount(free)),
                        [free](std::uint64_t n) { return Move{static_cast<std::uint8_t>(CountedBits(free).nth(n))}; });
    } else {
      for (; free != 0; free &= free - 1) {
        if (!sink(Move{static_cast<std::uint8_t>(std::countr_zero(free))})) return false;
      }
      return true;
    }
  }

  static bool is_legal(const Rules& rules, const Position& position, const Move& move) {
    return move.edge < rules.board().edges() && (position.drawn >> move.edge & 1) == 0;
  }

  static std::string why_illegal(const Rules& rules, const Position&, const Move& move) {
    if (move.edge >= rules.board().edges()) return "there is no such edge";
    return format_move(rules, move) + " is drawn already";
  }

  // The last edge always completes a box, so that the player who drew it stays on turn like anyone who does.
  static Position play(const Rules& rules, Position position, const Move& move) {
    const int boxes = rules.board().completes(position.drawn, move.edge);
    const bool second = position.player == 2;
    position.drawn |= dots_and_boxes::bit(move.edge);
    position.score[0] = static_cast<std::uint8_t>(position.score[0] + (second ? 0 : boxes));
    position.score[1] = static_cast<std::uint8_t>(position.score[1] + (second ? boxes : 0));
    position.player = static_cast<Player>(position.player ^ (boxes == 0 ? 3 : 0));
    return position;
  }

  static Score score(const Rules&, const Position& position) { return {position.score[0], position.score[1]}; }

  // Player and points of player 1; those of player 2 are the other closed boxes.
  static std::uint64_t key(const Rules&, const Position& position) {
    return mix(position.drawn, position.player + 2U * position.score[0]);
  }

  // Which boxes the player on turn can still gain hangs on the edges alone.
  static std::uint64_t goal_key(const Rules&, const Position& position) { return mix(position.drawn); }

  static std::string format(const Rules& rules, const Position& position) {
    const auto& board = rules.board();
    std::string text;
    for (int edge = 0; edge < board.edges(); ++edge) {
      if (edge > 0 && board.col(edge) == 0) text += '/';
      const bool drawn = (position.drawn >> edge & 1) != 0;
      text += !drawn ? '.' : board.is_horizontal(edge) ? '-' : '|';
    }
    return text + " " + std::to_string(position.player) + " " + std::to_string(position.score[0]) + "-" +
           std::to_string(position.score[1]);
  }

  static Position parse_position(const Rules& rules, std::string_view text) {
    const auto& board = rules.board();
    Scanner scanner("Dots and Boxes position", text);
    Position position;
    for (int edge = 0; edge < board.edges(); ++edge) {
      const bool lies = board.is_horizontal(edge);
      if (edge > 0 && board.col(edge) == 0) {
        scanner.expect('/', lies ? "after a row of vertical edges" : "after a row of horizontal edges");
      }
      if (scanner.accept(lies ? '-' : '|')) {
        position.drawn |= dots_and_boxes::bit(edge);
      } else if (!scanner.accept('.')) {
        scanner.fail(lies ? "'.' or '-' (a horizontal edge)" : "'.' or '|' (a vertical edge)");
      }
    }
    scanner.expect(' ', "after the last row of edges");
    position.player = scanner.player();
    scanner.expect(' ', "and the score");
    const auto closed = static_cast<std::uint64_t>(board.count_closed(position.drawn));
    position.score[0] = static_cast<std::uint8_t>(scanner.number("the points of player 1", 0, closed));
    scanner.expect('-', "between the points of both players");
    const std::size_t place = scanner.place();
    const std::uint64_t rest = closed - position.score[0];
    if (scanner.number("the points of player 2") != rest) {
      scanner.fail_at(place, std::to_string(rest) + ", the other closed boxes");
    }
    position.score[1] = static_cast<std::uint8_t>(rest);
    scanner.expect_end();
    return position;
  }

  static std::string format_move(const Rules& rules, const Move& move) {
    const auto& board = rules.board();
    const int row = board.row(move.edge);
    const int col = board.col(move.edge);
    const bool lies = board.is_horizontal(move.edge);
    return dot_name(row, col) + dot_name(row + (lies ? 0 : 1), col + (lies ? 1 : 0));
  }

  static Move parse_move(const Rules& rules, std::string_view text) {
    return parse_edge(rules, "Dots and Boxes move", text);
  }

  // A position by its drawn edges. Closed boxes are player 1's unless there is a score. NotationError for a text that
  // is no edge or one named before, RulesError for a player or a score that cannot be.
  static Position from_edges(const Rules& rules, std::span<const std::string> edges, std::int64_t player = 1,
                             const std::optional<std::array<std::int64_t, 2>>& score = std::nullopt) {
    Position position;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const std::string what = "Dots and Boxes edges[" + std::to_string(i) + "]";
      const Move move = parse_edge(rules, what, edges[i]);
      if ((position.drawn >> move.edge & 1) != 0) {
        Scanner(what, edges[i]).fail_at(0, "an edge not named before (" + format_move(rules, move) + " is)");
      }
      position.drawn |= dots_and_boxes::bit(move.edge);
    }
    if (player != 1 && player != 2) {
      throw RulesError("Dots and Boxes: player must be 1 or 2, not " + std::to_string(player));
    }
    position.player = static_cast<Player>(player);
    const std::int64_t closed = rules.board().count_closed(position.drawn);
    const auto [one, two] = score.value_or(std::array<std::int64_t, 2>{closed, 0});
    if (one < 0 || one > closed || two != closed - one) {
      throw RulesError("Dots and Boxes: score must be two numbers from 0 whose sum is " + std::to_string(closed) +
                       ", the number of closed boxes, not " + std::to_string(one) + "-" + std::to_string(two));
    }
    position.score = {static_cast<std::uint8_t>(one), static_cast<std::uint8_t>(two)};
    return position;
  }

  static std::uint64_t move_slots(const Rules& rules) { return static_cast<std::uint64_t>(rules.board().edges()); }
  static std::uint64_t slot_of(const Rules& rules, const Move& move) {
    return move.edge < rules.board().edges() ? move.edge : move_slots(rules);
  }
  static Move move_in_slot(const Rules&, std::uint64_t slot) { return Move{static_cast<std::uint8_t>(slot)}; }

  // Planes over the board as it is drawn, a cell for each dot, edge and box, row by row: the drawn edges, the closed boxes,
  // and on all cells alike the lead, own boxes minus the opponent's as a part of all boxes, -1 to 1.
  static Shape observation_shape(const Rules& rules) {
    const auto cells = [](int boxes) { return 2 * static_cast<std::uint32_t>(boxes) + 1; };
    return {{3, cells(rules.board().rows()), cells(rules.board().cols())}, 3};
  }

  static void observe(const Rules& rules, const Position& position, Player player, std::span<float> cells) {
    const auto& board = rules.board();
    const auto at = [](int cell) { return static_cast<std::size_t>(cell); };
    const int row = board.cells_in_row();
    Planes planes(cells, at(row * (2 * board.rows() + 1)));
    const auto edges = planes.next();
    for (Edges left = position.drawn; left != 0; left &= left - 1) edges[at(board.cell(std::countr_zero(left)))] = 1;
    const auto boxes = planes.next();
    for (Edges left = board.closed(position.drawn); left != 0; left &= left - 1) {
      boxes[at(board.cell(std::countr_zero(left)) + row)] = 1;
    }
    const int lead = position.score[0] - position.score[1];
    planes.next(static_cast<float>(player == 1 ? lead : -lead) / static_cast<float>(board.boxes()));
  }

  // The board turned and mirrored, and in each corner every choice of as many outer edges: they border on one box only.
  template <class F>
  static void for_each_image(const Rules& rules, const Position& position, F&& f) {
    Position image = position;
    for (int symmetry = 0; symmetry < rules.symmetries().count(); ++symmetry) {
      image.drawn = rules.symmetries().image(symmetry, position.drawn);
      for_each_corner_choice(rules.board(), 0, image, f);
    }
  }

  static Position canonical(const Rules& rules, Position position) {
    position.drawn = rules.symmetries().canonical(rules.board(), position.drawn);
    return position;
  }

  // Picks the n-th free edge from counts kept up to date, and takes no branch that chance would mispredict.
  class Walk {
   public:
    Walk(const Rules& rules, const Position& position)
        : board_(rules.board()),
          free_(board_.all() & ~position.drawn),
          points_(position.score[0]),
          first_(position.player == 1 ? -1 : 0) {}

    std::uint64_t count() const { return free_.size(); }

    void play(std::uint64_t n) {
      const int edge = free_.nth(n);
      const int boxes = board_.completes(~free_.set(), edge);
      free_.take_out(edge);
      points_ += boxes & first_;
      first_ ^= boxes == 0 ? -1 : 0;
    }

    Position position() const {
      const Edges drawn = board_.all() & ~free_.set();
      const int others = board_.count_closed(drawn) - points_;
      return {drawn,
              static_cast<Player>(first_ != 0 ? 1 : 2),
              {static_cast<std::uint8_t>(points_), static_cast<std::uint8_t>(others)}};
    }

   private:
    const dots_and_boxes::Geometry& board_;
    CountedBits free_;
    int points_;  // of player 1
    int first_;   // all ones if player 1 is on turn, else zero
  };

 private:
  template <class F>
  static void for_each_corner_choice(const dots_and_boxes::Geometry& board, int nth, Position& image, F&& f) {
    if (nth == board.corners()) {
      f(std::as_const(image));
      return;
    }
    const Edges outer = board.corner(nth);
    const Edges drawn = image.drawn;
    Edges choice = 0;
    do {  // all subsets, in the order of their numbers
      if (std::popcount(choice) == std::popcount(drawn & outer)) {
        image.drawn = (drawn & ~outer) | choice;
        for_each_corner_choice(board, nth + 1, image, f);
      }
      choice = (choice - outer) & outer;
    } while (choice != 0);
    image.drawn = drawn;
  }

  struct Dot {
    int row = 0;
    int col = 0;
  };

  static std::string dot_name(int row, int col) { return static_cast<char>('a' + col) + std::to_string(row + 1); }

  static Dot parse_dot(const Rules& rules, Scanner& scanner) {
    const auto& board = rules.board();
    const char last = static_cast<char>('a' + board.cols());
    const char letter = lower(scanner.peek());
    if (scanner.at_end() || letter < 'a' || letter > last) {
      scanner.fail(std::string("a column from a to ") + last);
    }
    scanner.accept(scanner.peek());
    const auto row = scanner.number("a row", 1, static_cast<std::uint64_t>(board.rows()) + 1);
    return Dot{static_cast<int>(row) - 1, letter - 'a'};
  }

  // The two dots of an edge, in either order. `what` names the kind of text in errors.
  static Move parse_edge(const Rules& rules, std::string_view what, std::string_view text) {
    const auto& board = rules.board();
    Scanner scanner(what, text);
    Dot one = parse_dot(rules, scanner);
    const std::size_t place = scanner.place();
    Dot two = parse_dot(rules, scanner);
    const Dot first = one;
    if (two.row < one.row || two.col < one.col) std::swap(one, two);
    const bool lies = one.row == two.row && one.col + 1 == two.col;
    const bool stands = one.col == two.col && one.row + 1 == two.row;
    if (!lies && !stands) scanner.fail_at(place, "a dot next to " + dot_name(first.row, first.col));
    scanner.expect_end();
    return Move{
        static_cast<std::uint8_t>(lies ? board.horizontal(one.row, one.col) : board.vertical(one.row, one.col))};
  }
};

static_assert(Deterministic<DotsAndBoxes> && Symmetric<DotsAndBoxes> && DenseMoves<DotsAndBoxes> &&
              Observed<DotsAndBoxes> && Scored<DotsAndBoxes> && QuickWalks<DotsAndBoxes>);

}  // namespace spielkern
