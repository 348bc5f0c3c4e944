#include "spielkern/games/ten/slots.hpp"

#include <doctest/doctest.h>

#include <set>
#include <vector>

#include "spielkern/games/ten/ten.hpp"

using namespace spielkern;
using ten::Move;
using Kind = Move::Kind;

namespace {

// A board on which the figure that moves stands alone, or alone with what it captures.
bool some_position_has(const Move& move) {
  const Ten::Rules rules(12, Ten::Shortage::truncate);
  Ten::Position position;
  if (move.kind == Kind::open) return Ten::is_legal(rules, position, move);
  position.phase = 2;
  if (move.kind == Kind::enter) {
    position.put(1, 18, 1);
    return Ten::is_legal(rules, position, move);
  }
  for (int height = 1; height <= 3; ++height) {
    Ten::Position board = position;
    board.put(1, move.from, height);
    if (move.kind == Kind::capture && move.to[0] < ten::points) board.put(2, move.to[0], 1);
    // Somebody else has to be there; out of the way of all but what goes to the last free point.
    for (int point = 0; point < ten::points; ++point) {
      Ten::Position other = board;
      if ((other.occupied() & ten::bit(point)) == 0) other.put(2, point, 1);
      if (other.theirs() != 0 && Ten::is_legal(rules, other, move)) return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("slots number exactly the moves that some position has") {
  std::set<std::uint64_t> slots;
  std::vector<std::uint8_t> ends{Move::nowhere};
  for (std::uint8_t point = 0; point < ten::points; ++point) ends.push_back(point);
  for (int kind = 0; kind <= static_cast<int>(Kind::double_and_single); ++kind) {
    for (const std::uint8_t from : ends) {
      for (const std::uint8_t one : ends) {
        for (const std::uint8_t two : ends) {
          for (const std::uint8_t three : ends) {
            const Move move{static_cast<Kind>(kind), from, {one, two, three}};
            const std::uint64_t slot = ten::slots.number(move);
            if (!ten::is_well_formed(move)) {
              if (slot != ten::slots.count()) FAIL_CHECK("a number for nonsense");
              continue;
            }
            if ((slot < ten::slots.count()) != some_position_has(move)) {
              FAIL_CHECK(Ten::format_move(Ten::Rules(2, Ten::Shortage::truncate), move));
            }
            if (slot == ten::slots.count()) continue;
            if (ten::slots.move(slot) != move) FAIL_CHECK(slot);
            slots.insert(slot);
          }
        }
      }
    }
  }
  CHECK(slots.size() == ten::slots.count());
  CHECK(*slots.rbegin() == ten::slots.count() - 1);
}

TEST_CASE("malformed moves have no number") {
  CHECK(ten::slots.number(Move{}) == ten::slots.count());
  CHECK(ten::slots.number({static_cast<Kind>(7), 0, {1, 2, 3}}) == ten::slots.count());
  CHECK(ten::slots.number({Kind::step, 19, {0, 255, 255}}) == ten::slots.count());
  CHECK(ten::slots.number({Kind::step, 0, {19, 255, 255}}) == ten::slots.count());
  CHECK(ten::slots.number({Kind::enter, 255, {1, 0, 255}}) == ten::slots.count());
}
