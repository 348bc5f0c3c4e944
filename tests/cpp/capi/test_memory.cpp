// The C library where the system has no more memory: after so many allocations all that follow fail.

#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <limits>
#include <new>
#include <string>

#include "spielkern.h"
#include "temporary_folder.hpp"

namespace {

constexpr long endless = std::numeric_limits<long>::max() / 2;
std::atomic<long> left{endless};  // so many allocations, of all threads, are granted
std::atomic<long> held{0};

void* take(std::size_t size, std::size_t alignment) {
  if (left.fetch_sub(1) <= 0) throw std::bad_alloc();
  void* memory = std::aligned_alloc(alignment, (size + alignment) / alignment * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  ++held;
  return memory;
}

void give_back(void* memory) {
  if (memory != nullptr) --held;
  std::free(memory);
}

// Each call ends well or says that there is no more memory, and keeps none then; at last it gets all it wants.
void check_all_failures(const std::function<spielkern_status()>& call) {
  REQUIRE(call() == SPIELKERN_OK);  // what is made once and kept is there now
  for (long granted = 0;; granted += 1 + granted / 24) {
    REQUIRE(granted < 100000);
    const long before = held;
    left = granted;
    const spielkern_status status = call();
    const bool refused = left < 0;
    left = endless;
    REQUIRE(held == before);
    if (!refused) {
      CHECK(status == SPIELKERN_OK);
      break;
    }
    REQUIRE((status == SPIELKERN_OK || status == SPIELKERN_OUT_OF_MEMORY));
  }
}

}  // namespace

void* operator new(std::size_t size) {
  return take(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return take(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept {
  give_back(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  give_back(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  give_back(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  give_back(memory);
}

TEST_CASE("no more memory: short calls") {
  for (const char* text : {"ten", "dots-and-boxes", "nim", "mu-torere", "crazy10s size=5"}) {
    CAPTURE(text);
    // Made with all memory there is: a std::variant of libstdc++ 12 whose copy gets none is not defined.
    spielkern_rules* rules = nullptr;
    REQUIRE(spielkern_rules_new(text, &rules) == SPIELKERN_OK);
    check_all_failures([&] {
      spielkern_position* position = nullptr;
      spielkern_position* again = nullptr;
      spielkern_position* after = nullptr;
      spielkern_moves* moves = nullptr;
      char shown[1000];
      char move[100];
      int legal = 0;
      spielkern_status status = spielkern_position_start(rules, 1, &position);
      if (status == SPIELKERN_OK) status = spielkern_position_text(position, shown, sizeof(shown), nullptr);
      if (status == SPIELKERN_OK) status = spielkern_position_new(rules, shown, &again);
      if (status == SPIELKERN_OK) status = spielkern_moves_new(again, &moves);
      if (status == SPIELKERN_OK) status = spielkern_moves_text(moves, 0, move, sizeof(move), nullptr);
      if (status == SPIELKERN_OK) status = spielkern_play(again, move, 1, &after);
      if (status == SPIELKERN_OK) status = spielkern_is_legal(after, "nonsense", &legal, shown, sizeof(shown), nullptr);
      spielkern_position_free(position);
      spielkern_position_free(again);
      spielkern_position_free(after);
      spielkern_moves_free(moves);
      return status;
    });
    spielkern_rules_free(rules);
  }
}

TEST_CASE("no more memory: threads, solutions and tables") {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "table").string();
  for (const char* text : {"mu-torere ring=18", "dots-and-boxes rows=2 cols=3"}) {
    CAPTURE(text);
    check_all_failures([&] {
      spielkern_rules* rules = nullptr;
      spielkern_position* position = nullptr;
      spielkern_solution* solution = nullptr;
      spielkern_solution* opened = nullptr;
      spielkern_moves* best = nullptr;
      spielkern_status status = spielkern_rules_new(text, &rules);
      if (status == SPIELKERN_OK) status = spielkern_position_start(rules, 1, &position);
      if (status == SPIELKERN_OK) status = spielkern_solve(rules, 3, 0, nullptr, nullptr, &solution);
      if (status == SPIELKERN_OK) status = spielkern_solution_save(solution, path.c_str(), nullptr, nullptr);
      if (status == SPIELKERN_OK) status = spielkern_solution_open(path.c_str(), 0, &opened);
      if (status == SPIELKERN_OK) status = spielkern_solution_best_moves(opened, position, &best);
      spielkern_rules_free(rules);
      spielkern_position_free(position);
      spielkern_solution_free(solution);
      spielkern_solution_free(opened);
      spielkern_moves_free(best);
      return status;
    });
  }
}

TEST_CASE("no more memory: threads that search") {
  spielkern_rules* rules = nullptr;
  spielkern_position* position = nullptr;
  REQUIRE(spielkern_rules_new("dots-and-boxes rows=3 cols=3", &rules) == SPIELKERN_OK);
  REQUIRE(spielkern_position_start(rules, 1, &position) == SPIELKERN_OK);
  check_all_failures([&] {
    spielkern_analysis found{};
    spielkern_moves* best = nullptr;
    const auto status = spielkern_analyse(position, 0.1, 3, 1 << 22, nullptr, nullptr, &found, &best);
    spielkern_moves_free(best);
    return status;
  });
  spielkern_position_free(position);
  spielkern_rules_free(rules);
}
