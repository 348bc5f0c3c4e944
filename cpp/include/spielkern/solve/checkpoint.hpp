#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "spielkern/core/control.hpp"
#include "spielkern/core/files.hpp"
#include "spielkern/core/pages.hpp"
#include "spielkern/solve/table_file.hpp"

namespace spielkern {

// Keeps the last whole layer of a long solve in a folder, so that a solve that was killed goes on from there. The file
// is named after the rules and the index scheme; several solves may share a folder.
class Checkpoints {
 public:
  Checkpoints(const std::filesystem::path& folder, double seconds, std::string rules, std::string_view scheme)
      : pause_(seconds), rules_(std::move(rules)), scheme_(scheme), next_(Clock::now() + pause_) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (!std::filesystem::is_directory(folder, error)) fail_with_file(folder, "is not a folder and cannot be made one");
    const std::string name = rules_ + "\n" + scheme_;
    const std::uint64_t sum = table_file::checksum(reinterpret_cast<const std::byte*>(name.data()), name.size());
    static constexpr char hex[] = "0123456789abcdef";
    std::string digits;
    for (int shift = 60; shift >= 0; shift -= 4) digits += hex[sum >> shift & 15];
    path_ = folder / ("spielkern-" + digits + ".checkpoint");
    FileWriter writable(path_);  // better refused now than in an hour
  }

  // What an earlier solve left, if it left something. Throws TableError if that is damaged.
  std::shared_ptr<const TableFile> load(std::uint64_t cells, Control& control) const {
    std::error_code error;
    if (!std::filesystem::exists(path_, error)) return nullptr;
    auto file = std::make_shared<const TableFile>(path_);
    const TableHeader& header = file->header();
    if (header.kind != TableHeader::Kind::checkpoint || header.rules != rules_ || header.scheme != scheme_ ||
        header.cells != cells) {
      fail_with_file(path_, "is not a checkpoint of '" + rules_ + "'; remove it to start from the beginning");
    }
    file->check_all(control);
    return file;
  }

  bool due() const { return Clock::now() >= next_; }

  void save(const Coding& coding, std::uint64_t layer, const std::byte* cells, std::uint64_t count, std::uint32_t width,
            Control& control) {
    const auto begin = Clock::now();
    TableHeader header;
    header.kind = TableHeader::Kind::checkpoint;
    header.rules = rules_;
    header.scheme = scheme_;
    header.cells = count;
    header.width = width;
    header.finished = written_finished(coding);
    header.layer = layer;
    write_table(path_, header, cells, [&](std::uint64_t) { control.poll(); });
    // No more than a tenth of the time goes into writing.
    const auto end = Clock::now();
    next_ = end + std::max<std::chrono::duration<double>>(pause_, 10 * (end - begin));
  }

  void remove() const {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::chrono::duration<double> pause_;
  std::string rules_;
  std::string scheme_;
  std::filesystem::path path_;
  std::chrono::time_point<Clock, std::chrono::duration<double>> next_;
};

// Calls f(cells) with a copy of the cells of a checkpoint, which are of the width that its file says.
template <class F>
auto resumed(const TableFile& file, Control& control, F&& f) {
  const auto call = [&]<class Cell>(const Cell* cells) {
    return f(copied_pages<Cell>(cells, static_cast<std::size_t>(file.header().cells), control));
  };
  const void* cells = file.cells();
  if (file.header().width == 1) return call(static_cast<const std::uint8_t*>(cells));
  if (file.header().width == 2) return call(static_cast<const std::uint16_t*>(cells));
  return call(static_cast<const std::uint32_t*>(cells));
}

}  // namespace spielkern
