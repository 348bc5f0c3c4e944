#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

namespace spielkern {

// Everything the engine throws on purpose. The message says what was wrong, where, and what would be right.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A text that is not in the notation. `place` counts bytes from 0.
class NotationError : public Error {
 public:
  NotationError(const std::string& message, std::string text, std::size_t place, std::string expected)
      : Error(message), text_(std::move(text)), place_(place), expected_(std::move(expected)) {}

  const std::string& text() const { return text_; }
  std::size_t place() const { return place_; }
  const std::string& expected() const { return expected_; }

 private:
  std::string text_;
  std::size_t place_;
  std::string expected_;
};

// A move that the rules do not allow in the position.
class IllegalMove : public Error {
 public:
  using Error::Error;
};

// Options that make no game, or a question the rules cannot answer.
class RulesError : public Error {
 public:
  using Error::Error;
};

// Work that would need more memory than allowed; thrown before the memory is taken.
class MemoryLimitError : public Error {
 public:
  using Error::Error;
};

// A file that cannot be used: not there, damaged, of another game or version.
class TableError : public Error {
 public:
  using Error::Error;
};

// A value that does not follow from the values of its successors.
class VerificationError : public Error {
 public:
  using Error::Error;
};

// Long work that its caller stopped.
class Cancelled : public Error {
 public:
  Cancelled() : Error("cancelled") {}
};

}  // namespace spielkern
