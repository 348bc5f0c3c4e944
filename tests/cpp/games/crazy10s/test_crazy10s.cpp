#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "conformance.hpp"
#include "spielkern/games/crazy10s/crazy10s.hpp"

using namespace spielkern;
using namespace spielkern::crazy10s;

namespace {

// One for all: each tick of its own would compile the generators once more.
constexpr auto no_tick = [] {};

Rules rules_of(int size, Placing placing = Placing::linked, std::string_view layout = {}) {
  return Rules(size, placing, layout);
}

std::string empty_board(int size) {
  std::string text;
  for (int row = 0; row < size; ++row) text += (row > 0 ? "/" : "") + std::string(static_cast<std::size_t>(size), '.');
  return text;
}

Position put(const Rules& rules, Position position, std::string_view move) {
  Rng rng(1);
  const Move known = Crazy10s::parse_move(rules, move);
  REQUIRE(Crazy10s::is_legal(rules, position, known));
  return Crazy10s::play(rules, position, known, rng);
}

std::string refused(const Rules& rules, std::string_view text) {
  try {
    Crazy10s::parse_position(rules, text);
  } catch (const NotationError& error) {
    return error.what();
  }
  return "";
}

// Random positions of matches in which the players mostly lay tiles, so that boards fill up and bags run out.
template <class F>
void for_each_random_position(const Rules& rules, int matches, std::uint64_t seed, F&& f) {
  Rng rng(seed);
  for (int match = 0; match < matches; ++match) {
    Position position = Crazy10s::start(rules, rng);
    while (!Crazy10s::outcome(rules, position)) {
      f(position);
      const Board board(rules, position.board);
      const Tiles rack = position.rack(position.player).tiles;
      const auto best = best_plays(rules, board, rack, 1 + rng.below(20), no_tick);
      Move move;
      if (!best.empty()) {
        move = best[rng.below(best.size())].move;
      } else if (position.in_bag >= rack_tiles) {
        move.kind = Move::Kind::swap;
        move.swapped = rack;
      }
      REQUIRE(Crazy10s::is_legal(rules, position, move));
      position = Crazy10s::play(rules, position, move, rng);
    }
    f(position);
  }
}

// All plays by brute force: every set of empty squares in a small window with every choice of tiles, judged square by
// square.
class BruteForce {
 public:
  BruteForce(const Rules& rules, const Position& position) : rules_(rules), position_(position) {}

  std::map<std::string, int> plays() {
    Move move;
    move.kind = Move::Kind::play;
    lay(move, 0, position_.rack(position_.player).tiles);
    return std::move(plays_);
  }

 private:
  void lay(const Move& move, int from, const Tiles& rack) {
    if (move.count > 0) {
      const PlayCheck check(rules_, position_.board, move);
      if (check.fault().kind == Fault::Kind::none) plays_[Crazy10s::format_move(rules_, move)] = check.score();
    }
    for (int square = from; square < rules_.squares(); ++square) {
      if (!position_.board[at(square)].none()) continue;
      for (int kind = 0; kind < kinds; ++kind) {
        if (!rack.has(kind)) continue;
        Tiles rest = rack;
        rest.take(kind);
        for (int digit = kind == joker ? 0 : kind; digit <= (kind == joker ? 9 : kind); ++digit) {
          Move longer = move;
          longer.placements[longer.count++] = {static_cast<std::uint16_t>(square), Stone::of(digit, kind == joker)};
          lay(longer, square + 1, rest);
        }
      }
    }
  }

  const Rules& rules_;
  const Position& position_;
  std::map<std::string, int> plays_;
};

}  // namespace

TEST_CASE("the conformance suite") {
  for (const Placing placing : {Placing::line, Placing::linked}) {
    const Rules rules = rules_of(5, placing);
    std::vector<Move> conceivable;
    for (const auto& position : conformance::random_positions<Crazy10s>(rules, 6, 9)) {
      auto moves = conformance::list_moves<Crazy10s>(rules, position);
      Rng rng(3);
      rng.shuffle(moves);
      moves.resize(std::min<std::size_t>(moves.size(), 40));
      conceivable.insert(conceivable.end(), moves.begin(), moves.end());
    }
    for (const std::string text :
         {"a1=1", "c3=5,d3=5", "c3=5,d3=4", "c3=5,d4=5", "swap 0", "swap 0123456", "swap ***"}) {
      conceivable.push_back(Crazy10s::parse_move(rules, text));
    }
    Move nonsense;
    nonsense.kind = static_cast<Move::Kind>(7);
    conceivable.push_back(nonsense);
    nonsense.kind = Move::Kind::play;
    conceivable.push_back(nonsense);
    nonsense.count = 200;
    conceivable.push_back(nonsense);
    nonsense.count = 1;
    nonsense.placements[0] = {65535, {255}};
    conceivable.push_back(nonsense);
    nonsense.kind = Move::Kind::swap;
    conceivable.push_back(nonsense);
    conformance::check_game<Crazy10s>(rules, conceivable, 6);
  }
}

TEST_CASE("random texts") {
  const auto settled = [](const std::string& text) {
    // The tiles of a play or swap may come in any order.
    const Rules rules = rules_of(5, Placing::line);
    if (text.find('/') != std::string::npos) return text;
    std::string small;
    for (const char c : text) small += lower(c);
    if (small.starts_with("swap ")) {
      std::sort(small.begin() + 5, small.end(),
                [](char a, char b) { return (a == '*' ? ':' : a) < (b == '*' ? ':' : b); });
      return small;
    }
    std::vector<std::pair<int, std::string>> tiles;
    for (std::size_t begin = 0; begin < small.size();) {
      const std::size_t end = std::min(small.find(',', begin), small.size());
      const std::string tile = small.substr(begin, end - begin);
      tiles.emplace_back(tile.size() > 1 ? tile[1] * 256 + tile[0] : 0, tile);
      begin = end + 1;
    }
    std::sort(tiles.begin(), tiles.end());
    std::string out;
    for (const auto& [order, tile] : tiles) out += (out.empty() ? "" : ",") + tile;
    return out;
  };
  conformance::check_parsers<Crazy10s>(rules_of(5, Placing::line), 20000, settled);
}

TEST_CASE("generators find what brute force finds") {
  for (const Placing placing : {Placing::line, Placing::linked}) {
    const Rules rules = rules_of(5, placing, "t...D/.d.../..T../.D.../d..tt");
    int compared = 0;
    for_each_random_position(rules, 40, 8, [&](Position position) {
      // A short rack keeps brute force quick.
      Tiles& rack = position.rack(position.player).tiles;
      int size = rack.size();
      for (int kind = 0; kind < kinds && size > 3; ++kind) {
        while (rack.has(kind) && size > 3) {
          rack.take(kind);
          --size;
        }
      }
      if (size == 0) return;
      auto expected = BruteForce(rules, position).plays();
      PlayCounts counts;
      counts.best_score = -1;
      for (const auto& [text, score] : expected) {
        ++counts.plays;
        const auto tiles = std::count(text.begin(), text.end(), '=');
        ++counts.by_tiles[static_cast<std::size_t>(tiles)];
        counts.sum_of_scores += static_cast<std::uint64_t>(score);
        if (score > counts.best_score) counts.best_plays = 0;
        counts.best_score = std::max(counts.best_score, score);
        if (score == counts.best_score) ++counts.best_plays;
      }
      const Board board(rules, position.board);
      CHECK(count_plays(rules, board, rack, no_tick) == counts);
      const auto all = best_plays(rules, board, rack, 1 << 20, no_tick);
      const auto named_before = [&](const ScoredMove& a, const ScoredMove& b) {
        const auto text = [&](const ScoredMove& play) { return Crazy10s::format_move(rules, play.move); };
        return std::pair(-a.score, text(a)) < std::pair(-b.score, text(b));
      };
      CHECK(std::is_sorted(all.begin(), all.end(), named_before));
      const auto few = best_plays(rules, board, rack, 5, no_tick);
      for (std::size_t i = 0; i < few.size(); ++i) CHECK(few[i].move == all[i].move);
      CHECK(greedy_play(rules, board, rack).score == std::max(counts.best_score, 0));
      for (const auto& [move, score] : all) {
        const auto found = expected.find(Crazy10s::format_move(rules, move));
        REQUIRE(found != expected.end());
        CHECK(found->second == score);
        expected.erase(found);
      }
      CHECK(expected.empty());
      ++compared;
    });
    CHECK(compared > 100);
  }
}

TEST_CASE("a board kept up to date is the board made anew") {
  for (const int size : {5, 13, 25}) {
    const Rules rules = rules_of(size, Placing::line);
    Rng rng(5);
    Position position = Crazy10s::start(rules, rng);
    Board board(rules, position.board);
    while (!Crazy10s::outcome(rules, position)) {
      const auto best = best_plays(rules, board, position.rack(position.player).tiles, 1, no_tick);
      const Move move = best.empty() ? Move{} : best[0].move;
      position = Crazy10s::play(rules, position, move, rng);
      board.lay(move.placements, move.count);
      const Board anew(rules, position.board);
      CHECK(board.tiles() == anew.tiles());
      for (int line = 0; line < size; ++line) {
        for (const Direction direction : {across, down}) {
          CHECK(board.filled(direction, line) == anew.filled(direction, line));
          CHECK(board.crossed(direction, line) == anew.crossed(direction, line));
          for (int i = 0; i < size; ++i) {
            const Cell cell = Board::first(direction, line) + i * step_of(direction);
            CHECK(board.digit(cell) == anew.digit(cell));
            if (!board.filled(cell)) CHECK(board.touching(direction, cell) == anew.touching(direction, cell));
          }
        }
      }
    }
  }
}

TEST_CASE("tiles are conserved and scores add up in whole matches") {
  int gone_out = 0;
  int scoreless = 0;
  for (const auto& [size, placing] : {std::pair(7, Placing::linked), {7, Placing::line}, {17, Placing::line}}) {
    const Rules rules = rules_of(size, placing);
    for_each_random_position(rules, 20, 6, [&](const Position& position) {
      KindCounts counts = Crazy10s::unseen(rules, position);
      for (int i = 0; i < position.in_bag; ++i) --counts[position.bag[at(i)]];
      CHECK(counts == KindCounts{});
      for (const Rack& rack : position.racks) CHECK(rack.size == rack.tiles.size());
      const std::string text = Crazy10s::format(rules, position);
      CHECK(Crazy10s::parse_position(rules, text) == position);
      if (const auto outcome = Crazy10s::outcome(rules, position)) {
        (outcome->reason == "a rack emptied" ? gone_out : scoreless) += 1;
      }
    });
  }
  CHECK(gone_out > 0);
  CHECK(scoreless > 0);
}

TEST_CASE("a hidden bag is drawn from by chance, and each tile as likely") {
  const Rules rules = rules_of(13);
  const Position known = Crazy10s::parse_position(rules, empty_board(13) + " 0345566|1233446 ?66 1 0:0 0");
  CHECK(known.bag_hidden);
  std::map<int, int> drawn;
  Rng rng(4);
  for (int i = 0; i < 6600; ++i) {
    const Move move = Crazy10s::parse_move(rules, "swap 0");
    CHECK(Crazy10s::draws(rules, known, move));
    const Position after = Crazy10s::play(rules, known, move, rng);
    CHECK(after.bag_hidden);
    CHECK(after.in_bag == 66);
    for (int kind = 0; kind < kinds; ++kind) {
      const int before = known.racks[0].tiles.count(kind) - (kind == 0 ? 1 : 0);
      if (after.racks[0].tiles.count(kind) > before) ++drawn[kind];
    }
  }
  const KindCounts unseen = Crazy10s::unseen(rules, known);
  for (int kind = 0; kind < kinds; ++kind) {
    CHECK(drawn[kind] > 60 * unseen[at(kind)]);
    CHECK(drawn[kind] < 150 * unseen[at(kind)]);
  }
}

TEST_CASE("views hide the other rack and the bag") {
  const Rules rules = rules_of(13);
  Rng rng(7);
  const Position position = Crazy10s::start(rules, rng);
  const View one = Crazy10s::view(rules, position, 1);
  const std::string text = Crazy10s::format_view(rules, one);
  CHECK(text == empty_board(13) + " " + format_tiles(position.racks[0].tiles) + "|?7 ?66 1 0:0 0");
  CHECK(Crazy10s::parse_view(rules, text) == one);
  const View two = Crazy10s::view(rules, position, 2);
  CHECK(Crazy10s::parse_view(rules, Crazy10s::format_view(rules, two)) == two);
  std::map<std::string, int> racks;
  for (int i = 0; i < 200; ++i) ++racks[format_tiles(Crazy10s::determinize(rules, one, rng).racks[1].tiles)];
  CHECK(racks.size() > 150);
  // With few tiles left all arrangements come about equally often.
  const View late = Crazy10s::study(rules_of(5), "...../...../..37./...../.....", "0");
  CHECK(late.seen.racks[1].size == 7);
  CHECK(late.seen.in_bag == 70);
}

TEST_CASE("what cannot be is refused") {
  const Rules rules = rules_of(5);
  const std::string bare = empty_board(5);
  CHECK(refused(rules, bare + " 0345566|1233446 ?66 1 0:0 0").empty());
  CHECK(refused(rules, bare + " 0345566|1233446 ?65 1 0:0 0").find("66, the other tiles") != std::string::npos);
  CHECK(refused(rules, bare + " 0345566|123344 ?67 1 0:0 0").find("seven tiles") != std::string::npos);
  CHECK(refused(rules, bare + " 0354566|1233446 ?66 1 0:0 0").find("ascending") != std::string::npos);
  CHECK(refused(rules, bare + " 0345566|1233999 ?66 1 0:0 0").find("at most 2 tiles 9") != std::string::npos);
  CHECK(refused(rules, bare + " 0345566|?7 ?66 1 0:0 0").find("the tiles of a rack") != std::string::npos);
  CHECK(refused(rules, bare + " 0345566|1233446 ?66 2 0:0 0").find("an odd number") != std::string::npos);
  CHECK(refused(rules, bare + " 0345566|1233446 ?66 1 1:0 0").find("the score") != std::string::npos);
  CHECK(refused(rules, bare + " 0345566|1233446 ?66 1 0:0 7").find("from 0 to 6") != std::string::npos);
  const std::string wrong = refused(rules, "...../...../..38./...../..... 0345566|1233446 ?64 1 0:0 0");
  CHECK(wrong.find("row 3 from c3 to d3 sums to 11, not 10") != std::string::npos);
  CHECK(wrong.find("character 15") != std::string::npos);
}

TEST_CASE("reasons in words") {
  const Rules rules = rules_of(13);
  Position position = Crazy10s::parse_position(rules, empty_board(13) + " 0012337|0012377 ?66 1 0:0 0");
  const auto why = [&](std::string_view move) {
    const Move known = Crazy10s::parse_move(rules, move);
    CHECK(!Crazy10s::is_legal(rules, position, known));
    return Crazy10s::why_illegal(rules, position, known);
  };
  CHECK(why("g7=3") == "the first play must form a run of two or more tiles");
  CHECK(why("g6=3,h6=7") == "the first play must cover g7, the middle square");
  CHECK(why("g7=3,h7=3") == "row 7 from g7 to h7 sums to 6, not 10");
  CHECK(why("g7=7,h7=7") == "the rack has only 1 tile 7");
  CHECK(why("swap 9") == "the rack has no tile 9");
  CHECK(why("g7=*3,h7=7") == "the rack has no joker");
  position = put(rules, position, "g7=3,h7=7");
  CHECK(position.scores[0] == 10);
  CHECK(why("g7=3") == "g7 is occupied");
  CHECK(why("a1=3,a2=7") == "no new tile lies beside a tile that was there before");
  CHECK(why("g6=7,f7=0") == "the new tiles on g6 and f7 are not linked by runs");
  CHECK(why("g8=3") == "column g from g7 to g8 sums to 6, not 10");
  const Rules line = rules_of(13, Placing::line);
  CHECK(Crazy10s::why_illegal(line, position, Crazy10s::parse_move(line, "g6=7,h6=3")) == "it is legal");
  CHECK(Crazy10s::is_legal(rules, position, Crazy10s::parse_move(rules, "g5=0,g6=7,f5=0")) == false);
}
