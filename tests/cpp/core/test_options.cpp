#include "spielkern/core/options.hpp"

#include <doctest/doctest.h>

#include <initializer_list>
#include <string_view>
#include <utility>

#include "message.hpp"

using namespace spielkern;

namespace {

const Option number{"ring", std::int64_t{8}, "", 4, 36};
const Option list{"heaps", Ints{3, 4, 5}, "", 1, 100};
const Option choice{"entry", std::string("always"), "", 0, 0, {"always", "none", "opening"}};

std::string refusal(const Option& option, const OptionValue& value) {
  try {
    check_option("Game", option, value);
  } catch (const RulesError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("values in range are accepted") {
  CHECK(refusal(number, std::int64_t{4}) == "accepted");
  CHECK(refusal(number, std::int64_t{36}) == "accepted");
  CHECK(refusal(list, Ints{1, 100}) == "accepted");
  CHECK(refusal(choice, std::string("none")) == "accepted");
}

TEST_CASE("a refusal names the option, what was given and what would be right") {
  CHECK(refusal(number, std::int64_t{37}) == "Game: ring must be from 4 to 36, not '37'");
  CHECK(refusal(list, Ints{3, 0}) == "Game: heaps must be numbers from 1 to 100, not '3,0'");
  CHECK(refusal(choice, std::string("never")) == "Game: entry must be 'always', 'none' or 'opening', not 'never'");
  CHECK(refusal(number, true) == "Game: ring must be of the type of 8, not 'true'");
}

TEST_CASE("formatting") {
  CHECK(format_option(Ints{3, 4, 5}) == "3,4,5");
  CHECK(format_option(false) == "false");
  CHECK(standard_values({number, list}) == OptionValues{std::int64_t{8}, Ints{3, 4, 5}});
}

TEST_CASE("what was formatted is read again") {
  const Option flag{"misere", false, ""};
  const Option text{"layout", std::string(), ""};
  for (const auto& [option, value] : std::initializer_list<std::pair<Option, OptionValue>>{
           {number, std::int64_t{12}},
           {number, std::int64_t{-3}},  // whether it is in range, check_option says
           {list, Ints{1, 20, 300}},
           {list, Ints{7}},
           {choice, std::string("opening")},
           {text, std::string()},
           {flag, true},
           {flag, false}}) {
    CHECK(parse_option("Game", option, format_option(value)) == value);
  }
}

TEST_CASE("texts that are no value of an option") {
  const Option flag{"misere", false, ""};
  const auto refused = [](const Option& option, std::string_view text) {
    return message([&] { parse_option("Game", option, text); });
  };
  for (const std::string_view text : {"", "x", "1x", " 1", "1 ", "+1", "0x1", "1.0", "-", "9223372036854775808x"}) {
    CHECK(refused(number, text).starts_with("Game: ring must be a whole number, not '"));
    CHECK(refused(list, text).starts_with("Game: heaps must be numbers with commas between, not '"));
  }
  CHECK(refused(list, "1,,2") == "Game: heaps must be numbers with commas between, not '1,,2'");
  CHECK(refused(list, "1,") == "Game: heaps must be numbers with commas between, not '1,'");
  CHECK(refused(flag, "True") == "Game: misere must be true or false, not 'True'");
  CHECK(refused(flag, "99999999999999999999").starts_with("Game: misere must be true or false, not '"));
}

TEST_CASE("numbers that no option could hold are out of range, and are numbers") {
  for (const std::string text : {"9223372036854775808", "-9223372036854775809", "99999999999999999999"}) {
    const auto refused = [&](const Option& option, const std::string& given) {
      return message([&] { parse_option("Game", option, given); });
    };
    CHECK(refused(number, text) == "Game: ring must be from 4 to 36, not '" + text + "'");
    CHECK(refused(list, text) == "Game: heaps must be numbers from 1 to 100, not '" + text + "'");
    CHECK(refused(list, "3," + text) == "Game: heaps must be numbers from 1 to 100, not '3," + text + "'");
  }
}
