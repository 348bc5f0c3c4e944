#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "spielkern/core/errors.hpp"

namespace spielkern {

namespace detail {

// The length of the UTF-8 character at the start of `text`, or 1 where there is none.
inline std::size_t utf8_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t length = lead < 0x80 ? 1 : (lead >> 5) == 6 ? 2 : (lead >> 4) == 14 ? 3 : (lead >> 3) == 30 ? 4 : 1;
  if (length > text.size()) return 1;
  for (std::size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[i]) >> 6) != 2) return 1;
  }
  return length;
}

}  // namespace detail

// A caller's text as an error message may show it: quoted, cut short, control characters and broken UTF-8 escaped.
inline std::string in_quotes(std::string_view text, std::size_t limit = 80) {
  static constexpr char hex[] = "0123456789abcdef";
  std::string out = "'";
  while (!text.empty()) {
    if (out.size() > limit) return out + "...'";
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t length = detail::utf8_length(text);
    if (length == 1 && (lead < 0x20 || lead >= 0x7f)) {
      out += "\\x";
      out += hex[lead >> 4];
      out += hex[lead & 15];
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  return out + "'";
}

// Reads a text from left to right and refuses, with the place and what was expected, at the first character that the
// notation does not allow.
class Scanner {
 public:
  // `what` names the kind of text in errors, as "Nim position"; both views must outlive the scanner.
  Scanner(std::string_view what, std::string_view text) : what_(what), text_(text) {}

  std::size_t place() const { return place_; }
  bool at_end() const { return place_ == text_.size(); }
  // The next character; NUL at the end, so compare with a wanted character only.
  char peek() const { return at_end() ? '\0' : text_[place_]; }

  bool accept(char wanted) {
    if (at_end() || text_[place_] != wanted) return false;
    ++place_;
    return true;
  }

  // `where` says what the character is there for, as "after the heaps".
  void expect(char wanted, std::string_view where = {}) {
    if (accept(wanted)) return;
    std::string expected = std::string("'") + wanted + "'";
    if (!where.empty()) (expected += ' ') += where;
    fail(expected);
  }

  void expect_end() const {
    if (!at_end()) fail("the end of the text");
  }

  // A decimal number without sign or leading zeros in minimum..maximum.
  std::uint64_t number(std::string_view expected, std::uint64_t minimum = 0,
                       std::uint64_t maximum = std::numeric_limits<std::uint64_t>::max()) {
    std::size_t end = place_;
    while (end < text_.size() && text_[end] >= '0' && text_[end] <= '9') ++end;
    if (end == place_) fail(expected);
    if (text_[place_] == '0' && end > place_ + 1) fail(std::string(expected) + " without leading zeros");
    std::uint64_t value = 0;
    const auto result = std::from_chars(text_.data() + place_, text_.data() + end, value);
    if (result.ec != std::errc() || value < minimum || value > maximum) {
      fail(std::string(expected) + " from " + std::to_string(minimum) + " to " + std::to_string(maximum));
    }
    place_ = end;
    return value;
  }

  std::uint8_t player() {
    if (accept('1')) return 1;
    if (accept('2')) return 2;
    fail("'1' or '2' (the player to move)");
  }

  [[noreturn]] void fail(std::string_view expected) const { fail_at(place_, expected); }

  [[noreturn]] void fail_at(std::size_t place, std::string_view expected) const {
    std::string found = "the end";
    if (place < text_.size()) {
      found = in_quotes(text_.substr(place, detail::utf8_length(text_.substr(place))));
    }
    throw NotationError(std::string(what_) + " " + in_quotes(text_) + ", character " + std::to_string(place + 1) +
                            ": expected " + std::string(expected) + ", found " + found,
                        std::string(text_), place, std::string(expected));
  }

 private:
  std::string_view what_;
  std::string_view text_;
  std::size_t place_ = 0;
};

// A number for people: "1,234,567".
inline std::string shown_number(std::uint64_t number) {
  std::string out = std::to_string(number);
  for (std::size_t place = out.size(); place > 3; place -= 3) out.insert(place - 3, 1, ',');
  return out;
}

// A number of bytes for people: "512 bytes", "1.4 GiB".
inline std::string shown_bytes(std::uint64_t bytes) {
  static constexpr std::string_view units[] = {" KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};
  if (bytes < 1024) return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
  std::size_t unit = 0;
  for (; bytes >= 1024 * 1024; bytes /= 1024) ++unit;
  const std::uint64_t tenths = bytes * 10 / 1024;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + std::string(units[unit]);
}

// Move text ignores case; letters outside ASCII occur in no notation.
constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace spielkern
