#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "spielkern/core/control.hpp"
#include "spielkern/core/table_file.hpp"
#include "spielkern/solve/cells.hpp"

namespace spielkern {

inline Coding coding_of(const TableHeader& header) {
  const bool several = header.finished == TableHeader::several;
  return Coding(several ? std::nullopt : std::optional(static_cast<Result>(header.finished)));
}

inline std::uint32_t written_finished(const Coding& coding) {
  return coding.finished() ? static_cast<std::uint32_t>(*coding.finished()) : TableHeader::several;
}

// The codes of all positions, in memory or in a file.
class PackedValues {
 public:
  explicit PackedValues(Solved solved) : coding_(solved.coding) {
    auto kept = std::make_shared<const Cells>(std::move(solved.cells));
    std::visit(
        [&](const auto& cells) {
          data_ = reinterpret_cast<const std::byte*>(cells.data());
          width_ = sizeof(cells[0]);
          size_ = cells.size();
        },
        *kept);
    owner_ = std::move(kept);
  }

  explicit PackedValues(std::shared_ptr<const TableFile> file)
      : coding_(coding_of(file->header())),
        data_(file->cells()),
        width_(file->header().width),
        size_(file->header().cells),
        file_(file.get()),
        owner_(std::move(file)) {}

  const Coding& coding() const { return coding_; }
  std::uint64_t size() const { return size_; }
  std::size_t width() const { return width_; }
  const std::byte* data() const { return data_; }

  std::uint32_t code(std::uint64_t index) const {
    if (file_ != nullptr) file_->check(index * width_);
    return raw(index);
  }

  // All of a file is checked, so that `data` can be used as it is.
  void check_all(Control& control) const {
    if (file_ != nullptr) file_->check_all(control);
  }

 private:
  std::uint32_t raw(std::uint64_t index) const {
    const std::byte* cell = data_ + index * width_;
    if (width_ == 1) return static_cast<std::uint8_t>(*cell);
    std::uint32_t code = 0;
    std::memcpy(&code, cell, width_);
    return code;
  }

  Coding coding_;
  const std::byte* data_ = nullptr;
  std::size_t width_ = 1;
  std::uint64_t size_ = 0;
  const TableFile* file_ = nullptr;
  std::shared_ptr<const void> owner_;
};

}  // namespace spielkern
