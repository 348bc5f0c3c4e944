#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <variant>
#include <vector>

#include "spielkern/core/errors.hpp"
#include "spielkern/core/text.hpp"

namespace spielkern {

using Ints = std::vector<std::int64_t>;
using OptionValue = std::variant<bool, std::int64_t, std::string, Ints>;
// One value for each of a game's options, in their order.
using OptionValues = std::vector<OptionValue>;

// An option of a game as data, so that bindings, command line, records and table files need no code of their own for
// it.
struct Option {
  std::string_view name;
  OptionValue standard;  // the default; its type is the option's type
  std::string_view help;
  std::int64_t minimum = std::numeric_limits<std::int64_t>::min();  // of a number, or of each number of a list
  std::int64_t maximum = std::numeric_limits<std::int64_t>::max();
  std::vector<std::string_view> choices = {};  // of a text; empty: any text
};

inline OptionValues standard_values(const std::vector<Option>& options) {
  OptionValues values;
  for (const Option& option : options) values.push_back(option.standard);
  return values;
}

inline std::string format_option(const OptionValue& value) {
  struct Format {
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(const Ints& numbers) const {
      std::string out;
      for (const std::int64_t number : numbers) (out += out.empty() ? "" : ",") += std::to_string(number);
      return out;
    }
  };
  return std::visit(Format{}, value);
}

// What a number that is out of range should have been.
inline std::string right_range(const Option& option) {
  return (std::holds_alternative<Ints>(option.standard) ? "numbers from " : "from ") + std::to_string(option.minimum) +
         " to " + std::to_string(option.maximum);
}

// Reads what format_option wrote, into a value of the option's type; its range is for check_option, but for numbers that
// have no place in the type. RulesError for a text that is none.
inline OptionValue parse_option(std::string_view game, const Option& option, std::string_view text) {
  const auto refuse = [&](const std::string& right) {
    throw RulesError(std::string(game) + ": " + std::string(option.name) + " must be " + right + ", not " +
                     in_quotes(text));
  };
  const auto number = [&](std::string_view digits, const std::string& right) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (end != digits.data() + digits.size() || error == std::errc::invalid_argument) refuse(right);
    if (error != std::errc()) refuse(right_range(option));
    return value;
  };
  if (std::holds_alternative<bool>(option.standard)) {
    if (text != "true" && text != "false") refuse("true or false");
    return text == "true";
  }
  if (std::holds_alternative<std::int64_t>(option.standard)) return number(text, "a whole number");
  if (std::holds_alternative<std::string>(option.standard)) return std::string(text);
  Ints numbers;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    numbers.push_back(number(text.substr(at, end - at), "numbers with commas between"));
    at = end + 1;
  }
  return numbers;
}

// Refuses what the option's own data excludes; a game checks in `make_rules` what hangs on more than one value.
inline void check_option(std::string_view game, const Option& option, const OptionValue& value) {
  const auto refuse = [&](const std::string& right) {
    throw RulesError(std::string(game) + ": " + std::string(option.name) + " must be " + right + ", not " +
                     in_quotes(format_option(value)));
  };
  const auto check_number = [&](std::int64_t number) {
    if (number >= option.minimum && number <= option.maximum) return;
    refuse(right_range(option));
  };
  if (value.index() != option.standard.index()) refuse("of the type of " + format_option(option.standard));
  if (const auto* number = std::get_if<std::int64_t>(&value)) check_number(*number);
  if (const auto* numbers = std::get_if<Ints>(&value)) std::for_each(numbers->begin(), numbers->end(), check_number);
  if (const auto* text = std::get_if<std::string>(&value); text != nullptr && !option.choices.empty()) {
    if (std::find(option.choices.begin(), option.choices.end(), *text) != option.choices.end()) return;
    std::string right;
    for (const std::string_view choice : option.choices) {
      (right += right.empty() ? "" : choice == option.choices.back() ? " or " : ", ") += in_quotes(choice);
    }
    refuse(right);
  }
}

}  // namespace spielkern
