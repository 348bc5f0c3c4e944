#include "spielkern/core/text.hpp"

#include <doctest/doctest.h>

using namespace spielkern;

namespace {

std::string refusal(const char* text, void (*read)(Scanner&)) {
  Scanner scanner("Test text", text);
  try {
    read(scanner);
  } catch (const NotationError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("numbers are canonical") {
  const auto read = [](Scanner& scanner) {
    scanner.number("a number", 0, 20);
    scanner.expect_end();
  };
  CHECK(refusal("0", read) == "accepted");
  CHECK(refusal("20", read) == "accepted");
  CHECK(refusal("21", read) == "Test text '21', character 1: expected a number from 0 to 20, found '2'");
  CHECK(refusal("07", read) == "Test text '07', character 1: expected a number without leading zeros, found '0'");
  CHECK(refusal("", read) == "Test text '', character 1: expected a number, found the end");
  CHECK(refusal("-1", read) == "Test text '-1', character 1: expected a number, found '-'");
  CHECK(refusal("99999999999999999999999", read)
            .starts_with("Test text '99999999999999999999999', character 1: expected"));
  CHECK(refusal("5 ", read) == "Test text '5 ', character 2: expected the end of the text, found ' '");
}

TEST_CASE("the player") {
  const auto read = [](Scanner& scanner) { scanner.player(); };
  CHECK(refusal("1", read) == "accepted");
  CHECK(refusal("3", read) == "Test text '3', character 1: expected '1' or '2' (the player to move), found '3'");
}

TEST_CASE("a NUL is a character like any other") {
  Scanner scanner("Test text", std::string_view("\0", 1));
  CHECK(!scanner.at_end());
  CHECK(!scanner.accept('x'));
  CHECK_THROWS_AS(scanner.expect_end(), NotationError);
}

TEST_CASE("texts are quoted for people") {
  CHECK(in_quotes("abc") == "'abc'");
  CHECK(in_quotes("a\nb") == "'a\\x0ab'");
  CHECK(in_quotes("M\xc5\xab") == "'M\xc5\xab'");
  CHECK(in_quotes("\xc5") == "'\\xc5'");
  CHECK(in_quotes("\xff\x80") == "'\\xff\\x80'");
  CHECK(in_quotes(std::string(1000, 'x')).size() < 100);
}

TEST_CASE("bytes for people") {
  CHECK(shown_number(0) == "0");
  CHECK(shown_number(999) == "999");
  CHECK(shown_number(1000) == "1,000");
  CHECK(shown_number(1'717'431'646'865) == "1,717,431,646,865");
  CHECK(shown_bytes(0) == "0 bytes");
  CHECK(shown_bytes(1) == "1 byte");
  CHECK(shown_bytes(1023) == "1023 bytes");
  CHECK(shown_bytes(1536) == "1.5 KiB");
  CHECK(shown_bytes(std::uint64_t{3} << 30) == "3.0 GiB");
  CHECK(shown_bytes(~std::uint64_t{0}) == "15.9 EiB");
}

TEST_CASE("letters") {
  CHECK(lower('A') == 'a');
  CHECK(lower('z') == 'z');
  CHECK(lower('*') == '*');
}
