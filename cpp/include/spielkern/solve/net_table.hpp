#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spielkern/core/control.hpp"
#include "spielkern/core/errors.hpp"
#include "spielkern/core/pages.hpp"
#include "spielkern/core/parallel.hpp"
#include "spielkern/core/table_file.hpp"
#include "spielkern/core/text.hpp"

namespace spielkern {

// The net of every position of a game whose positions, the score left out, are all subsets of a small set, and in which
// every move adds one element: one signed byte each, by the subset as a number. From a solve or from a file.
class NetTable {
 public:
  static constexpr std::string_view scheme = "sets-by-number 1";

  // Bytes of the table, and all that solving takes.
  static std::uint64_t bytes(int elements) {
    return elements < 64 ? std::uint64_t{1} << elements : std::numeric_limits<std::uint64_t>::max();
  }

  // The kernel:
  //   row_edges               the least number of elements whose subsets are filled at once
  //   fill(nets, begin, end)  the nets of the sets from `begin` to `end`, once those of all greater sets that contain
  //                           one of them are there
  // The highest elements cut the table into equal parts. A part depends on those with one more of these elements, so that
  // all with the same number of them can be done side by side.
  template <class Kernel>
  static NetTable solve(const Kernel& kernel, int elements, std::uint64_t max_bytes, unsigned threads,
                        Control& control) {
    const std::uint64_t size = bytes(elements);
    const auto refuse = [&](const std::string& why) {
      throw MemoryLimitError("the nets of all 2^" + std::to_string(elements) + " positions need " + shown_bytes(size) +
                             " of memory, " + why);
    };
    if (size > max_bytes || elements >= 64) refuse("allowed are " + shown_bytes(max_bytes));
    std::shared_ptr<std::int8_t[]> memory;
    try {
      memory = std::shared_ptr<std::int8_t[]>(
          PageAllocator<std::int8_t>().allocate(static_cast<std::size_t>(size)),
          [size](std::int8_t* nets) { PageAllocator<std::int8_t>().deallocate(nets, static_cast<std::size_t>(size)); });
    } catch (const std::bad_alloc&) {
      refuse("which the system does not give");
    }
    const int cut = std::clamp(elements - 12, 0, 8);
    const std::uint64_t part = size >> cut;
    control.begin("solving", size);
    for (int layer = cut; layer >= 0; --layer) {
      std::vector<std::uint64_t> parts;
      for (std::uint64_t high = 0; high < std::uint64_t{1} << cut; ++high) {
        if (std::popcount(high) == layer) parts.push_back(high);
      }
      for_each_block_in_parallel(threads, parts.size(), 1, control,
                                 [&](Worker& worker, std::uint64_t nth, std::uint64_t) {
                                   const std::uint64_t first = parts[static_cast<std::size_t>(nth)] * part;
                                   for (std::uint64_t end = first + part; end != first;) {
                                     const std::uint64_t begin = end - std::min<std::uint64_t>(part, stretch);
                                     kernel.fill(memory.get(), begin, end);
                                     worker.done(end - begin);
                                     worker.look();
                                     end = begin;
                                   }
                                 });
    }
    return NetTable(memory.get(), size, nullptr, memory);
  }

  // Throws TableError if the file is no table of these rules.
  static NetTable open(std::shared_ptr<const TableFile> file, const std::string& rules, int elements) {
    check_table(*file, rules, scheme, bytes(elements));
    if (file->header().width != 1) {
      fail_with_file(file->path(), "has cells of " + std::to_string(file->header().width) + " bytes instead of 1");
    }
    const auto* nets = reinterpret_cast<const std::int8_t*>(file->cells());
    const TableFile* checked = file.get();
    return NetTable(nets, checked->header().cells, checked, std::move(file));
  }

  void save(const std::filesystem::path& path, const std::string& rules, Control& control) const {
    check_all(control);
    TableHeader header;
    header.rules = rules;
    header.scheme = scheme;
    header.cells = size_;
    control.begin("writing", size_);
    write_table(path, header, reinterpret_cast<const std::byte*>(nets_), [&](std::uint64_t written) {
      control.progress().done = written;
      control.poll();
    });
  }

  std::uint64_t size() const { return size_; }

  // All of a file is checked, so that `data` can be used as it is.
  void check_all(Control& control) const {
    if (file_ != nullptr) file_->check_all(control);
  }
  const std::int8_t* data() const { return nets_; }

  // PRECONDITION: set < size().
  int net(std::uint64_t set) const {
    if (file_ != nullptr) file_->check(set);
    return nets_[set];
  }

 private:
  static constexpr std::uint64_t stretch = 1 << 18;  // sets between two looks at the control

  NetTable(const std::int8_t* nets, std::uint64_t size, const TableFile* file, std::shared_ptr<const void> owner)
      : nets_(nets), size_(size), file_(file), owner_(std::move(owner)) {}

  const std::int8_t* nets_;
  std::uint64_t size_;
  const TableFile* file_;
  std::shared_ptr<const void> owner_;
};

}  // namespace spielkern
