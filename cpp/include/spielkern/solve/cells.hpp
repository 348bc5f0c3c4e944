#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "spielkern/core/control.hpp"
#include "spielkern/core/errors.hpp"
#include "spielkern/core/pages.hpp"
#include "spielkern/core/text.hpp"
#include "spielkern/core/value.hpp"

namespace spielkern {

// How a solved position is written as a number, its *code*: 0 for a draw, else a step above the remoteness, with the
// result beside it unless the remoteness's parity tells it (Game::one_ending).
//
//   one ending     remoteness + 1
//   else           2 * remoteness + (win ? 1 : 0) + 1
class Coding {
 public:
  // `finished` is the result of every finished position for the player on turn; empty where there are several.
  explicit Coding(std::optional<Result> finished) : finished_(finished) {}

  std::optional<Result> finished() const { return finished_; }

  std::uint32_t code(Result result, std::uint32_t remoteness) const {
    if (result == Result::draw) return 0;
    return (finished_ ? remoteness : 2 * remoteness + (result == Result::win ? 1 : 0)) + 1;
  }

  Value value(std::uint32_t code) const { return exact_value(result(code), remoteness(code)); }

  Result result(std::uint32_t code) const {
    if (code == 0) return Result::draw;
    const bool odd = (code - 1) % 2 != 0;
    if (!finished_) return odd ? Result::win : Result::loss;
    return odd ? flipped(*finished_) : *finished_;
  }

  // 0 for a draw.
  std::uint32_t remoteness(std::uint32_t code) const { return code == 0 ? 0 : finished_ ? code - 1 : (code - 1) / 2; }

 private:
  std::optional<Result> finished_;
};

// One number a position, as narrow as the numbers allow.
using Cells = std::variant<PagedVector<std::uint8_t>, PagedVector<std::uint16_t>, PagedVector<std::uint32_t>>;

// The same cells, wider. Throws MemoryLimitError if both copies, which are there for a moment, would take more than
// allowed.
template <class Cell>
auto widened(const PagedVector<Cell>& cells, std::uint64_t max_bytes, Control& control) {
  using Wider = std::conditional_t<sizeof(Cell) == 1, std::uint16_t, std::uint32_t>;
  const std::uint64_t need = cells.size() * (sizeof(Cell) + sizeof(Wider));
  if (need > max_bytes) {
    throw MemoryLimitError("values turned out to need " + std::to_string(sizeof(Wider)) +
                           " bytes each; to go on takes " + shown_bytes(need) + " of memory, allowed are " +
                           shown_bytes(max_bytes));
  }
  return copied_pages<Wider>(cells.data(), cells.size(), control);
}

struct Solved {
  Coding coding;
  Cells cells;
};

}  // namespace spielkern
