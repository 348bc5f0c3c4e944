#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>

#include "spielkern/core/errors.hpp"

namespace spielkern {

// Where long work stands.
struct Progress {
  std::string_view phase;
  std::uint64_t layer = 0;  // the remoteness or depth being worked on
  std::uint64_t done = 0;   // units of this phase, `total` of them; total 0: not known
  std::uint64_t total = 0;
};

// The caller's hold on long work. The work calls `tick` often and cheaply; every `interval` ticks the caller's
// function runs, in the thread that works, and stops the work by returning false.
class Control {
 public:
  using Report = std::function<bool(const Progress&)>;

  // So often that work of a few microseconds a tick is stopped within milliseconds.
  static constexpr std::uint32_t interval = 1 << 10;

  Control() = default;
  explicit Control(Report report) : report_(std::move(report)) {}

  Progress& progress() { return progress_; }

  // Throws Cancelled when the caller wants the work to stop.
  void tick() {
    if (--left_ == 0) poll();
  }

  // Counts `units` of work done on top of a tick.
  void tick(std::uint64_t units) {
    progress_.done += units;
    tick();
  }

  void begin(std::string_view phase, std::uint64_t total) {
    progress_ = Progress{phase, 0, 0, total};
    poll();
  }

  void poll() {
    left_ = interval;
    if (report_ && !report_(progress_)) throw Cancelled();
  }

 private:
  Report report_;
  Progress progress_;
  std::uint32_t left_ = interval;
};

// Does work until it is done or a time has come. `control` may stop it too, and that is thrown.
template <class Work>
void in_time(std::chrono::steady_clock::time_point end, Control& control, Work&& work) {
  bool late = false;
  Control own([&](const Progress& progress) {
    control.progress() = progress;
    control.poll();
    late = std::chrono::steady_clock::now() >= end;
    return !late;
  });
  try {
    work(own);
  } catch (const Cancelled&) {
    if (!late) throw;
  }
}

}  // namespace spielkern
