// The functions of spielkern.h. Nothing here knows a game.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "handles.hpp"
#include "spielkern/core/errors.hpp"
#include "spielkern/core/processor.hpp"

namespace spielkern::capi {
namespace {

// ---- Failures ------------------------------------------------------------------------------------------------------

// No memory is taken to tell of a failure: there may be none.
thread_local std::array<char, 2048> last_message{};

spielkern_status fail(spielkern_status status, std::string_view message) {
  constexpr std::string_view cut = "...";
  const bool whole = message.size() < last_message.size();
  std::size_t size = whole ? message.size() : last_message.size() - cut.size() - 1;
  while (!whole && size > 0 && (static_cast<unsigned char>(message[size]) >> 6) == 2) --size;  // not within a character
  const auto end = std::copy_n(message.data(), size, last_message.begin());
  *(whole ? end : std::copy(cut.begin(), cut.end(), end)) = '\0';
  return status;
}

struct BadArgument {
  std::string message;
};

// Runs the body of a function; whatever it throws becomes a status and a message.
template <class Body>
spielkern_status guarded(Body&& body) noexcept {
  try {
    try {
      body();
      return SPIELKERN_OK;
    } catch (const BadArgument& error) {
      return fail(SPIELKERN_BAD_ARGUMENT, error.message);
    } catch (const NotationError& error) {
      return fail(SPIELKERN_NOTATION_ERROR, error.what());
    } catch (const IllegalMove& error) {
      return fail(SPIELKERN_ILLEGAL_MOVE, error.what());
    } catch (const RulesError& error) {
      return fail(SPIELKERN_RULES_ERROR, error.what());
    } catch (const MemoryLimitError& error) {
      return fail(SPIELKERN_MEMORY_LIMIT, error.what());
    } catch (const TableError& error) {
      return fail(SPIELKERN_TABLE_ERROR, error.what());
    } catch (const Cancelled& error) {
      return fail(SPIELKERN_CANCELLED, error.what());
    } catch (const std::bad_alloc&) {
      return fail(SPIELKERN_OUT_OF_MEMORY, "the system has no more memory");
    } catch (const UnsupportedProcessor& error) {
      return fail(SPIELKERN_PROCESSOR, error.what());
    } catch (const std::exception& error) {
      return fail(SPIELKERN_INTERNAL_ERROR, error.what());
    }
  } catch (...) {
    return fail(SPIELKERN_INTERNAL_ERROR, "an unknown failure");
  }
}

// ---- Arguments and results -----------------------------------------------------------------------------------------

template <class T>
T& required(T* argument, const char* name) {
  if (argument == nullptr) throw BadArgument{std::string(name) + " must not be NULL"};
  return *argument;
}

std::string_view required_text(const char* text, const char* name) {
  return std::string_view(&required(text, name));
}

std::filesystem::path required_path(const char* text) {
  const std::string_view path = required_text(text, "path");
  return std::filesystem::path(std::u8string(path.begin(), path.end()));
}

std::size_t required_index(std::size_t index, std::size_t count, const char* name) {
  if (index < count) return index;
  throw BadArgument{std::string(name) + " must be below " + std::to_string(count) + ", not " + std::to_string(index)};
}

// Makes a handle: NULL is there first, and stays where the making fails.
template <class Handle, class Make>
spielkern_status give(Handle** result, const char* name, Make&& make) noexcept {
  if (result != nullptr) *result = nullptr;
  return guarded([&] {
    Handle*& place = required(result, name);  // before anything is made
    place = make().release();
  });
}

// Hands a text out as spielkern.h says.
spielkern_status give_text(std::string_view text, char* buffer, std::size_t size, std::size_t* length) {
  if (length != nullptr) *length = text.size();
  if (buffer == nullptr) {
    if (size == 0) return SPIELKERN_OK;
    return fail(SPIELKERN_BAD_ARGUMENT, "buffer must not be NULL unless size is 0");
  }
  if (text.size() < size) {
    *std::copy(text.begin(), text.end(), buffer) = '\0';
    return SPIELKERN_OK;
  }
  if (size > 0) *buffer = '\0';
  return fail(SPIELKERN_BUFFER_TOO_SMALL, "the text and its NUL need " + std::to_string(text.size() + 1) +
                                              " bytes, the buffer has " + std::to_string(size));
}

template <class Make>
spielkern_status text_from(Make&& make, char* buffer, std::size_t size, std::size_t* length) noexcept {
  spielkern_status status = SPIELKERN_OK;
  const spielkern_status made = guarded([&] { status = give_text(make(), buffer, size, length); });
  return made == SPIELKERN_OK ? status : made;
}

Control control_of(spielkern_report report, void* context) {
  using Clock = std::chrono::steady_clock;
  if (report == nullptr) return Control();
  static constexpr auto pause = std::chrono::milliseconds(20);
  return Control([report, context, next = Clock::now() + pause](const Progress& state) mutable {
    const auto now = Clock::now();
    if (now < next) return true;
    next = now + pause;
    const std::string phase(state.phase);
    const spielkern_progress progress{phase.c_str(), state.layer, state.done, state.total};
    return report(&progress, context) == 0;
  });
}

unsigned thread_count(unsigned threads) {
  constexpr unsigned most = 1024;
  if (threads > most) {
    throw BadArgument{"threads must be from 0 to " + std::to_string(most) + ", not " + std::to_string(threads)};
  }
  return threads > 0 ? threads : std::clamp(std::thread::hardware_concurrency(), 1U, most);
}

constexpr std::uint64_t to_solve = std::uint64_t{1} << 30;
constexpr std::uint64_t to_analyse = std::uint64_t{1} << 26;

std::uint64_t allowed(std::uint64_t max_bytes, std::uint64_t standard) {
  return max_bytes > 0 ? max_bytes : standard;
}

std::chrono::steady_clock::duration time_of(double seconds) {
  constexpr double most = 1e9;
  if (!(seconds >= 0 && seconds <= most)) {
    throw BadArgument{"seconds must be from 0 to 1e9, not " + std::to_string(seconds)};
  }
  const std::chrono::duration<double> time(seconds > 0 ? seconds : 10);
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(time);
}

spielkern_value value_of(const Value& value) {
  return {value.result ? static_cast<spielkern_result>(*value.result) : SPIELKERN_UNKNOWN,
          value.remoteness.has_value() ? 1 : 0, value.remoteness.value_or(0), value.net.has_value() ? 1 : 0,
          value.net.value_or(0)};
}

// What a function answers that has no status: nothing where there is no memory to find it.
template <class T, class Find>
T answer_or(T nothing, Find&& find) noexcept {
  T answer = nothing;
  guarded([&] { answer = find(); });
  return answer;
}

constexpr std::array status_names{
    "SPIELKERN_OK",           "SPIELKERN_BAD_ARGUMENT",  "SPIELKERN_BUFFER_TOO_SMALL", "SPIELKERN_NOTATION_ERROR",
    "SPIELKERN_ILLEGAL_MOVE", "SPIELKERN_RULES_ERROR",   "SPIELKERN_MEMORY_LIMIT",     "SPIELKERN_TABLE_ERROR",
    "SPIELKERN_CANCELLED",    "SPIELKERN_OUT_OF_MEMORY", "SPIELKERN_PROCESSOR",        "SPIELKERN_INTERNAL_ERROR"};

}  // namespace
}  // namespace spielkern::capi

using namespace spielkern;
using namespace spielkern::capi;

int spielkern_api_version(void) {
  return SPIELKERN_API_VERSION;
}

const char* spielkern_version(void) {
  return SPIELKERN_VERSION;
}

const char* spielkern_status_name(int status) {
  if (status < 0 || static_cast<std::size_t>(status) >= status_names.size()) return nullptr;
  return status_names[static_cast<std::size_t>(status)];
}

const char* spielkern_last_message(void) {
  return last_message.data();
}

// ---- Games and their options ---------------------------------------------------------------------------------------

size_t spielkern_game_count(void) {
  return answer_or<std::size_t>(0, [] { return games().size(); });
}

const char* spielkern_game_name(size_t game) {
  return answer_or<const char*>(nullptr, [&] { return game < games().size() ? games()[game].name : nullptr; });
}

const char* spielkern_game_title(size_t game) {
  return answer_or<const char*>(nullptr, [&] { return game < games().size() ? games()[game].title : nullptr; });
}

size_t spielkern_option_count(size_t game) {
  return answer_or<std::size_t>(0, [&] { return game < games().size() ? games()[game].options.size() : 0; });
}

spielkern_status spielkern_option_at(size_t game, size_t index, spielkern_option* option) {
  return guarded([&] {
    const GameData& data = games()[required_index(game, games().size(), "game")];
    required_index(index, data.options.size(), "index");
    const Option& found = data.options[index];
    const OptionTexts& texts = data.texts[index];
    required(option, "option") = {found.name.data(),
                                  texts.standard.c_str(),
                                  found.help.data(),
                                  texts.choices.empty() ? nullptr : texts.choices.c_str(),
                                  found.minimum,
                                  found.maximum,
                                  static_cast<spielkern_option_kind>(found.standard.index())};
  });
}

// ---- Rules ---------------------------------------------------------------------------------------------------------

spielkern_status spielkern_rules_new(const char* text, spielkern_rules** rules) {
  return give(rules, "rules", [&] {
    check_processor();
    return rules_from(required_text(text, "text"));
  });
}

void spielkern_rules_free(spielkern_rules* rules) {
  delete rules;
}

spielkern_status spielkern_rules_text(const spielkern_rules* rules, char* buffer, size_t size, size_t* length) {
  return text_from([&] { return required(rules, "rules").text(); }, buffer, size, length);
}

// ---- Positions -----------------------------------------------------------------------------------------------------

spielkern_status spielkern_position_start(const spielkern_rules* rules, uint64_t seed, spielkern_position** position) {
  return give(position, "position", [&] {
    Rng rng(seed);
    return required(rules, "rules").start(rng);
  });
}

spielkern_status spielkern_position_new(const spielkern_rules* rules, const char* text, spielkern_position** position) {
  return give(position, "position", [&] { return required(rules, "rules").parse(required_text(text, "text")); });
}

void spielkern_position_free(spielkern_position* position) {
  delete position;
}

spielkern_status spielkern_position_text(const spielkern_position* position, char* buffer, size_t size,
                                         size_t* length) {
  return text_from([&] { return required(position, "position").text(); }, buffer, size, length);
}

spielkern_status spielkern_position_rules(const spielkern_position* position, spielkern_rules** rules) {
  return give(rules, "rules", [&] { return required(position, "position").rules(); });
}

spielkern_status spielkern_position_player(const spielkern_position* position, int* player) {
  return guarded([&] { required(player, "player") = required(position, "position").player(); });
}

spielkern_status spielkern_position_key(const spielkern_position* position, uint64_t* key) {
  return guarded([&] { required(key, "key") = required(position, "position").key(); });
}

spielkern_status spielkern_position_outcome(const spielkern_position* position, spielkern_outcome* outcome) {
  return guarded([&] {
    const auto found = required(position, "position").outcome();
    required(outcome, "outcome") =
        found ? spielkern_outcome{1, found->winner, found->reason.data()} : spielkern_outcome{0, 0, nullptr};
  });
}

// ---- Moves ---------------------------------------------------------------------------------------------------------

spielkern_status spielkern_moves_new(const spielkern_position* position, spielkern_moves** moves) {
  return give(moves, "moves", [&] { return required(position, "position").moves(); });
}

void spielkern_moves_free(spielkern_moves* moves) {
  delete moves;
}

spielkern_status spielkern_moves_count(const spielkern_moves* moves, size_t* count) {
  return guarded([&] { required(count, "count") = required(moves, "moves").count(); });
}

spielkern_status spielkern_moves_text(const spielkern_moves* moves, size_t index, char* buffer, size_t size,
                                      size_t* length) {
  const auto text = [&] {
    const spielkern_moves& list = required(moves, "moves");
    return list.text(required_index(index, list.count(), "index"));
  };
  return text_from(text, buffer, size, length);
}

spielkern_status spielkern_is_legal(const spielkern_position* position, const char* move, int* legal, char* buffer,
                                    size_t size, size_t* length) {
  const auto reason = [&]() -> std::string {
    const std::string_view text = required_text(move, "move");
    int& answer = required(legal, "legal");
    const spielkern_position& from = required(position, "position");
    try {
      from.check(text);
      answer = 1;
      return {};
    } catch (const NotationError& error) {
      answer = 0;
      return error.what();
    } catch (const IllegalMove& error) {
      answer = 0;
      return error.what();
    }
  };
  return text_from(reason, buffer, size, length);
}

spielkern_status spielkern_play(const spielkern_position* position, const char* move, uint64_t seed,
                                spielkern_position** after) {
  return give(after, "after", [&] {
    Rng rng(seed);
    return required(position, "position").play(required_text(move, "move"), rng);
  });
}

spielkern_status spielkern_play_at(const spielkern_moves* moves, size_t index, uint64_t seed,
                                   spielkern_position** after) {
  return give(after, "after", [&] {
    Rng rng(seed);
    const spielkern_moves& list = required(moves, "moves");
    return list.play(required_index(index, list.count(), "index"), rng);
  });
}

// ---- Long work -----------------------------------------------------------------------------------------------------

spielkern_status spielkern_perft(const spielkern_position* position, uint32_t depth, spielkern_report report,
                                 void* context, uint64_t* count) {
  return guarded([&] {
    std::uint64_t& result = required(count, "count");
    Control control = control_of(report, context);
    result = required(position, "position").perft(depth, control);
  });
}

spielkern_status spielkern_random_games(const spielkern_position* position, uint64_t games, uint64_t max_plies,
                                        uint64_t seed, spielkern_report report, void* context,
                                        spielkern_playouts* result) {
  return guarded([&] {
    spielkern_playouts& out = required(result, "result");
    Rng rng(seed);
    Control control = control_of(report, context);
    const auto most = max_plies > 0 ? std::optional(max_plies) : std::nullopt;
    const Playouts found = required(position, "position").random_games(games, most, rng, control);
    out = {found.wins_1, found.wins_2, found.draws, found.plies};
  });
}

// ---- Solutions -----------------------------------------------------------------------------------------------------

spielkern_status spielkern_solve(const spielkern_rules* rules, unsigned threads, uint64_t max_bytes,
                                 spielkern_report report, void* context, spielkern_solution** solution) {
  return give(solution, "solution", [&] {
    Control control = control_of(report, context);
    return required(rules, "rules").solve(thread_count(threads), allowed(max_bytes, to_solve), control);
  });
}

void spielkern_solution_free(spielkern_solution* solution) {
  delete solution;
}

spielkern_status spielkern_solution_open(const char* path, uint64_t max_bytes, spielkern_solution** solution) {
  return give(solution, "solution", [&] {
    check_processor();
    Control control;
    return solution_from(required_path(path), allowed(max_bytes, to_solve), control);
  });
}

spielkern_status spielkern_solution_save(const spielkern_solution* solution, const char* path, spielkern_report report,
                                         void* context) {
  return guarded([&] {
    Control control = control_of(report, context);
    required(solution, "solution").save(required_path(path), control);
  });
}

spielkern_status spielkern_solution_rules(const spielkern_solution* solution, spielkern_rules** rules) {
  return give(rules, "rules", [&] { return required(solution, "solution").rules(); });
}

spielkern_status spielkern_solution_value(const spielkern_solution* solution, const spielkern_position* position,
                                          spielkern_value* value) {
  return guarded([&] {
    spielkern_value& out = required(value, "value");
    out = value_of(required(solution, "solution").value(required(position, "position")));
  });
}

spielkern_status spielkern_solution_best_moves(const spielkern_solution* solution, const spielkern_position* position,
                                               spielkern_moves** best) {
  return give(best, "best", [&] { return required(solution, "solution").best_moves(required(position, "position")); });
}

// ---- Analysis of one position --------------------------------------------------------------------------------------

spielkern_status spielkern_analyse(const spielkern_position* position, double seconds, unsigned threads,
                                   uint64_t max_bytes, spielkern_report report, void* context,
                                   spielkern_analysis* analysis, spielkern_moves** best) {
  return give(best, "best", [&] {
    spielkern_analysis& out = required(analysis, "analysis");
    Control control = control_of(report, context);
    const Limits limits{time_of(seconds), thread_count(threads), allowed(max_bytes, to_analyse)};
    Analysis found = required(position, "position").analyse(limits, control);
    const auto [lower, upper] = found.value.bounds.value_or(std::pair(0, 0));
    out = {value_of(found.value),
           found.all_best ? 1 : 0,
           found.value.bounds.has_value() ? 1 : 0,
           lower,
           upper,
           found.value.score.has_value() ? 1 : 0,
           found.value.score.value_or(0),
           found.nodes};
    return std::move(found.best);
  });
}
