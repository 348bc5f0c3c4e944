#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "spielkern/core/control.hpp"

namespace spielkern::python {

namespace py = pybind11;

// The interpreter is ending under a thread that still works. Python up to 3.13 then unwinds the thread when it asks for
// the GIL, which C++ frames do not survive; so the thread waits here for the end of the process.
[[noreturn]] inline void wait_for_the_end() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

// Holds the GIL, in a thread that gave it away.
class WithGil {
 public:
  WithGil() : state_(taken()) {}
  WithGil(const WithGil&) = delete;
  WithGil& operator=(const WithGil&) = delete;
  ~WithGil() { PyGILState_Release(state_); }

 private:
  static PyGILState_STATE taken() {
    try {
      return PyGILState_Ensure();
    } catch (...) {
      wait_for_the_end();
    }
  }

  PyGILState_STATE state_;
};

// Gives the GIL away for the time of long work.
class WithoutGil {
 public:
  WithoutGil() : thread_(PyEval_SaveThread()) {}
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;
  ~WithoutGil() {
    try {
      PyEval_RestoreThread(thread_);
    } catch (...) {
      wait_for_the_end();
    }
  }

 private:
  PyThreadState* thread_;
};

// When work that may take so many seconds has to end.
inline std::optional<std::chrono::steady_clock::time_point> deadline_after(std::optional<double> seconds) {
  using Clock = std::chrono::steady_clock;
  if (!seconds) return std::nullopt;
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds));
}

// A Control for work that runs without the GIL. At most fifty times a second it takes the GIL, lets Python see its
// signals, so that Ctrl-C works, and calls `progress` with a spielkern.Progress, unless it is None. What either raises
// ends the work, and so do, with Cancelled, `deadline` and a `progress` that returns False. `words`, if given, is asked
// what to say instead of the phase's name.
inline Control python_control(py::object progress = py::none(),
                              std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt,
                              std::function<std::string()> words = {}) {
  using Clock = std::chrono::steady_clock;
  static constexpr auto pause = std::chrono::milliseconds(20);
  const auto start = Clock::now();
  return Control([progress = std::move(progress), deadline, words = std::move(words), start, next = start + pause,
                  phase = std::string_view(), phase_start = start](const Progress& state) mutable {
    const auto now = Clock::now();
    if (deadline && now >= *deadline) return false;
    if (state.phase.data() != phase.data()) {
      phase = state.phase;
      phase_start = now;
    }
    if (now < next) return true;
    next = now + pause;
    const WithGil gil;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (!progress.is_none()) {
      const auto seconds_since = [&](Clock::time_point then) {
        return std::chrono::duration<double>(now - then).count();
      };
      const std::string said = words ? words() : std::string(state.phase);
      const py::object answer = progress(py::module_::import("spielkern.values")
                                             .attr("Progress")(said, state.layer, state.done, state.total,
                                                               seconds_since(start), seconds_since(phase_start)));
      if (answer.is(py::bool_(false))) return false;
    }
    return true;
  });
}

}  // namespace spielkern::python
