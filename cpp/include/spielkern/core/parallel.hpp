#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "spielkern/core/control.hpp"

namespace spielkern {

// As many of the wanted threads as a search profits from. Far more than there are processors take turns of milliseconds
// each, so that the one that looks at the clock would come to it too late.
inline unsigned useful_threads(unsigned wanted) {
  constexpr unsigned for_each_processor = 16;
  return std::min(wanted, for_each_processor * std::max(1U, std::thread::hardware_concurrency()));
}

// One thread's part in work that several share. It counts work as a Control does; in the calling thread that reaches
// the Control, in the others it only looks whether the work was stopped.
class Worker {
 public:
  Worker(unsigned number, Control* control, std::atomic<std::uint64_t>& done, const std::atomic<bool>& stopped)
      : number_(number), control_(control), done_(done), stopped_(stopped) {}

  // 0 for the calling thread.
  unsigned number() const { return number_; }

  void tick() {
    if (--left_ == 0) look();
  }

  // Adds units of progress; many at once, not single ones.
  void done(std::uint64_t units) { done_.fetch_add(units, std::memory_order_relaxed); }

  void look() {
    left_ = Control::interval;
    if (control_ != nullptr) control_->progress().done = done_.load(std::memory_order_relaxed);
    if (stopped_.load(std::memory_order_relaxed)) throw Cancelled();
    if (control_ != nullptr) control_->poll();
  }

 private:
  unsigned number_;
  Control* control_;
  std::atomic<std::uint64_t>& done_;
  const std::atomic<bool>& stopped_;
  std::uint32_t left_ = Control::interval;
};

// Cuts 0..size into blocks and calls f(worker, begin, end) for each, in `threads` threads, the calling one among them.
// Which thread gets which block is open; the calls of one thread are in rising order. What is progress, f tells the worker.
// The first exception ends all and comes out.
template <class F>
void for_each_block_in_parallel(unsigned threads, std::uint64_t size, std::uint64_t block, Control& control, F&& f) {
  std::atomic<std::uint64_t> next{0};
  std::atomic<std::uint64_t> done{control.progress().done};
  std::atomic<bool> stopped{false};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto work = [&](unsigned number) {
    try {
      Worker worker(number, number == 0 ? &control : nullptr, done, stopped);
      for (;;) {
        const std::uint64_t begin = next.fetch_add(block, std::memory_order_relaxed);
        if (begin >= size) return;
        const std::uint64_t end = std::min(size, begin + block);
        f(worker, begin, end);
        worker.look();
      }
    } catch (...) {
      stopped = true;
      const std::scoped_lock lock(failure_mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  if (size > block) {
    try {
      for (unsigned number = 1; number < threads; ++number) others.emplace_back(work, number);
    } catch (const std::exception&) {
      // The system gives no more threads, or no memory for one; those that there are do the work.
    }
  }
  work(0);
  for (std::thread& other : others) other.join();
  control.progress().done = done;
  if (failure) std::rethrow_exception(failure);
}

}  // namespace spielkern
