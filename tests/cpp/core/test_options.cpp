#include "spielkern/core/options.hpp"

#include <doctest/doctest.h>

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
