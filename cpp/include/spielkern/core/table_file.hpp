#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "spielkern/core/control.hpp"
#include "spielkern/core/files.hpp"
#include "spielkern/core/keys.hpp"
#include "spielkern/core/text.hpp"

namespace spielkern {

// A solved game, or a solve half done, as one file. All numbers are little-endian.
//
//   offset  bytes
//        0      8  "SPIELKRN"
//        8      4  version of this layout: 1
//       12      4  kind: 1 a table of values, 2 a checkpoint
//       16      8  size of the header, a multiple of 4096: here the cells begin
//       24      8  number of cells
//       32      4  bytes a cell: 1, 2 or 4
//       36      4  result of every finished position for the player on turn: 0 loss, 2 win, 255 several (see solve/cells.hpp)
//       40      8  table: 0; checkpoint: the remoteness whose layer comes next, or where the pass forward goes on
//       48      4  length of the rules text
//       52      4  length of the index scheme's name
//       56      .  the rules text ("nim heaps=3,4,5 misere=false"), the index scheme's name
//        .      8  each: checksum of every 1 MiB of the cells, the last one shorter
//        .      8  checksum of all of the header before it
//        .      .  zeros up to the size of the header
//
// Then the cells, and nothing behind them. What a cell holds, the index scheme says: a code (solve/cells.hpp) or a net (solve/net_table.hpp); in a
// checkpoint what the solver or the search keeps there.
struct TableHeader {
  enum class Kind : std::uint32_t { table = 1, checkpoint = 2 };

  static constexpr std::uint32_t several = 255;

  Kind kind = Kind::table;
  std::string rules;
  std::string scheme;
  std::uint64_t cells = 0;
  std::uint32_t width = 1;
  std::uint32_t finished = several;
  std::uint64_t layer = 0;
};

namespace table_file {

static_assert(std::endian::native == std::endian::little, "table files are written as memory has it");

inline constexpr std::string_view magic = "SPIELKRN";
inline constexpr std::uint32_t version = 1;
inline constexpr std::size_t block_bytes = std::size_t{1} << 20;
inline constexpr std::size_t fixed_bytes = 56;
inline constexpr std::size_t page_bytes = 4096;

// Four sums side by side, so that the processor need not wait. Every step is one to one in its word, so any change of
// one word changes the result for certain.
inline std::uint64_t checksum(const std::byte* data, std::size_t size) {
  std::array<std::uint64_t, 4> sums{1, 2, 3, 4};
  std::size_t lane = 0;
  const auto take = [&](std::uint64_t word) {
    sums[lane] = std::rotl((sums[lane] ^ word) * 0x9e3779b97f4a7c15U, 29);
    lane = (lane + 1) % 4;
  };
  std::size_t at = 0;
  for (; at + 32 <= size; at += 32) {
    std::array<std::uint64_t, 4> words;
    std::memcpy(words.data(), data + at, 32);
    for (std::size_t i = 0; i < 4; ++i) sums[i] = std::rotl((sums[i] ^ words[i]) * 0x9e3779b97f4a7c15U, 29);
  }
  for (; at < size; at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, data + at, std::min<std::size_t>(8, size - at));
    take(word);
  }
  return mix(mix(mix(mix(mix(sums[0]), sums[1]), sums[2]), sums[3]), size);
}

inline std::size_t blocks(std::uint64_t bytes) {
  return static_cast<std::size_t>((bytes + block_bytes - 1) / block_bytes);
}

template <class Number>
void put(std::vector<std::byte>& out, Number number) {
  const auto* bytes = reinterpret_cast<const std::byte*>(&number);
  out.insert(out.end(), bytes, bytes + sizeof(number));
}

inline void put(std::vector<std::byte>& out, std::string_view text) {
  const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
  out.insert(out.end(), bytes, bytes + text.size());
}

}  // namespace table_file

// Writes a table; `cells` are header.cells * header.width bytes. Calls written(bytes so far) now and then; what that
// throws ends the writing, and nothing is left of it.
template <class F>
void write_table(const std::filesystem::path& path, const TableHeader& header, const std::byte* cells, F&& written) {
  using namespace table_file;
  const std::uint64_t bytes = header.cells * header.width;
  const std::size_t used = fixed_bytes + header.rules.size() + header.scheme.size() + 8 * blocks(bytes) + 8;
  const std::size_t header_bytes = (used + page_bytes - 1) / page_bytes * page_bytes;
  FileWriter file(path);
  std::vector<std::byte> out;
  put(out, magic);
  put(out, version);
  put(out, static_cast<std::uint32_t>(header.kind));
  put(out, std::uint64_t{header_bytes});
  put(out, header.cells);
  put(out, header.width);
  put(out, header.finished);
  put(out, header.layer);
  put(out, static_cast<std::uint32_t>(header.rules.size()));
  put(out, static_cast<std::uint32_t>(header.scheme.size()));
  put(out, std::string_view(header.rules));
  put(out, std::string_view(header.scheme));
  for (std::uint64_t at = 0; at < bytes; at += block_bytes) {
    put(out, checksum(cells + at, static_cast<std::size_t>(std::min<std::uint64_t>(block_bytes, bytes - at))));
    if (at / block_bytes % 16 == 0) written(std::uint64_t{0});
  }
  put(out, checksum(out.data(), out.size()));
  out.resize(header_bytes);
  file.write(out.data(), out.size());
  for (std::uint64_t at = 0; at < bytes; at += 16 * block_bytes) {
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(16 * block_bytes, bytes - at));
    file.write(cells + at, size);
    written(at + size);
  }
  file.finish();
}

// A file opened for reading. The header is checked at once, every block of cells when it is first touched; several
// threads may touch at once. Nothing in it is believed that the sums do not say, and TableError tells what is wrong.
class TableFile {
 public:
  explicit TableFile(const std::filesystem::path& path) : file_(path) {
    read_header();
    checked_ = std::vector<std::atomic<std::uint64_t>>(table_file::blocks(bytes()) / 64 + 1);
  }

  const TableHeader& header() const { return header_; }
  const std::filesystem::path& path() const { return file_.path(); }
  std::uint64_t bytes() const { return header_.cells * header_.width; }
  std::uint64_t file_bytes() const { return file_.size(); }
  // The cells, unchecked.
  const std::byte* cells() const { return cells_; }

  // Makes sure of the block that holds a byte of the cells.
  void check(std::uint64_t byte) const {
    const std::uint64_t block = byte / table_file::block_bytes;
    const std::uint64_t bit = std::uint64_t{1} << block % 64;
    if ((checked_[block / 64].load(std::memory_order_acquire) & bit) == 0) check_block(block);
  }

  void check_all(Control& control) const {
    for (std::uint64_t byte = 0; byte < bytes(); byte += table_file::block_bytes) {
      check(byte);
      control.poll();
    }
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { fail_with_file(file_.path(), what); }

  void check_block(std::uint64_t block) const {
    const std::uint64_t begin = block * table_file::block_bytes;
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(table_file::block_bytes, bytes() - begin));
    if (table_file::checksum(cells_ + begin, size) != sums_[static_cast<std::size_t>(block)]) {
      fail("is damaged: the checksum of block " + std::to_string(block) + " (1 MiB from byte " +
           std::to_string(static_cast<std::uint64_t>(cells_ - file_.data()) + begin) + ") is wrong");
    }
    checked_[block / 64].fetch_or(std::uint64_t{1} << block % 64, std::memory_order_release);
  }

  void read_header() {
    using namespace table_file;
    std::size_t at = 0;
    const auto need = [&](std::uint64_t size) {
      if (size > file_.size() - at)
        fail("is cut short: it ends within its header, at byte " + std::to_string(file_.size()));
    };
    const auto take = [&]<class Number>(Number& number) {
      std::memcpy(&number, file_.data() + at, sizeof(number));
      at += sizeof(number);
    };
    const auto take_text = [&](std::uint32_t size) {
      need(size);
      std::string text(reinterpret_cast<const char*>(file_.data()) + at, size);
      at += size;
      return text;
    };
    const std::size_t shown = std::min(file_.size(), magic.size());
    if (shown == 0 || std::memcmp(file_.data(), magic.data(), shown) != 0) fail("is not a spielkern table");
    need(fixed_bytes);
    at = magic.size();
    std::uint32_t written_version = 0;
    std::uint32_t kind = 0;
    std::uint64_t header_bytes = 0;
    std::uint32_t rules_size = 0;
    std::uint32_t scheme_size = 0;
    take(written_version);
    if (written_version != version) {
      fail("has table version " + std::to_string(written_version) + "; this program reads version " +
           std::to_string(version));
    }
    take(kind);
    take(header_bytes);
    take(header_.cells);
    take(header_.width);
    take(header_.finished);
    take(header_.layer);
    take(rules_size);
    take(scheme_size);
    header_.rules = take_text(rules_size);
    header_.scheme = take_text(scheme_size);
    const bool right_width = header_.width == 1 || header_.width == 2 || header_.width == 4;
    const bool countable = header_.cells <= (std::uint64_t{1} << 60);
    const std::size_t sums = right_width && countable ? blocks(bytes()) : 0;
    need(std::uint64_t{8} * sums);
    sums_.resize(sums);
    for (std::uint64_t& sum : sums_) take(sum);
    need(8);
    const std::uint64_t expected = checksum(file_.data(), at);
    std::uint64_t sum = 0;
    take(sum);
    if (sum != expected) fail("is damaged: the checksum of its header is wrong");
    const bool right_kind = kind == 1 || kind == 2;
    const bool right_finished =
        header_.finished == 0 || header_.finished == 2 || header_.finished == TableHeader::several;
    const bool right_size = header_bytes == (at + page_bytes - 1) / page_bytes * page_bytes;
    if (!right_width || !countable || !right_kind || !right_finished || !right_size)
      fail("has a header that makes no sense");
    header_.kind = static_cast<TableHeader::Kind>(kind);
    if (file_.size() != header_bytes + bytes()) {
      fail(std::string(file_.size() < header_bytes + bytes() ? "is cut short" : "is too long") + ": " +
           std::to_string(file_.size()) + " bytes instead of " + std::to_string(header_bytes + bytes()));
    }
    for (; at < header_bytes; ++at) {
      if (file_.data()[at] != std::byte{0}) fail("is damaged: byte " + std::to_string(at) + " should be 0");
    }
    cells_ = file_.data() + header_bytes;
  }

  MappedFile file_;
  TableHeader header_;
  std::vector<std::uint64_t> sums_;
  const std::byte* cells_ = nullptr;
  mutable std::vector<std::atomic<std::uint64_t>> checked_;
};

// Throws TableError unless the file is a table of these rules, by this numbering, with so many cells.
inline void check_table(const TableFile& file, const std::string& rules, std::string_view scheme, std::uint64_t cells) {
  const TableHeader& header = file.header();
  const auto refuse = [&](const std::string& what) { fail_with_file(file.path(), what); };
  if (header.kind != TableHeader::Kind::table) refuse("is a checkpoint, not a table");
  if (header.rules != rules) refuse("is a table of '" + header.rules + "', not of '" + rules + "'");
  if (header.scheme != scheme) {
    refuse("numbers positions by '" + header.scheme + "'; this program by '" + std::string(scheme) + "'");
  }
  if (header.cells != cells) {
    refuse("has " + std::to_string(header.cells) + " cells instead of " + std::to_string(cells));
  }
}

}  // namespace spielkern
