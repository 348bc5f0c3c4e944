#pragma once

#include <algorithm>
#include <cstddef>
#include <new>
#include <vector>

#include "spielkern/core/control.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace spielkern {

// Memory for arrays that are read and written all over the place: aligned to 2 MiB and, where the system lets us, on
// pages of that size, which saves most of the misses in the processor's table of pages.
template <class T>
class PageAllocator {
 public:
  using value_type = T;

  PageAllocator() = default;
  template <class U>
  explicit(false) PageAllocator(const PageAllocator<U>&) {}

  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    if (bytes < page) return static_cast<T*>(::operator new(bytes));
    void* memory = ::operator new(bytes, std::align_val_t{page});
#if defined(__linux__)
    madvise(memory, bytes, MADV_HUGEPAGE);  // a wish; without it all works, slower
#endif
    return static_cast<T*>(memory);
  }

  void deallocate(T* memory, std::size_t count) {
    if (count * sizeof(T) < page) {
      ::operator delete(memory);
    } else {
      ::operator delete(memory, std::align_val_t{page});
    }
  }

  friend bool operator==(const PageAllocator&, const PageAllocator&) { return true; }

 private:
  static constexpr std::size_t page = std::size_t{1} << 21;
};

template <class T>
using PagedVector = std::vector<T, PageAllocator<T>>;

// `size` elements, made in pieces of which each is soon done: to fill gigabytes takes seconds. `add(vector, begin, end)`
// appends the elements begin..end.
template <class T, class Add>
PagedVector<T> made_in_pieces(std::size_t size, Control& control, Add&& add) {
  constexpr std::size_t piece = (std::size_t{1} << 24) / sizeof(T);
  PagedVector<T> made;
  made.reserve(size);
  for (std::size_t begin = 0; begin < size; begin += piece) {
    control.poll();
    add(made, begin, std::min(size, begin + piece));
  }
  return made;
}

// `size` times the same value.
template <class T>
PagedVector<T> filled_pages(std::size_t size, const T& value, Control& control) {
  return made_in_pieces<T>(size, control, [&](auto& made, std::size_t, std::size_t end) { made.resize(end, value); });
}

// A copy of elements that may be of another type.
template <class T, class From>
PagedVector<T> copied_pages(const From* from, std::size_t size, Control& control) {
  return made_in_pieces<T>(size, control, [&](auto& made, std::size_t begin, std::size_t end) {
    made.insert(made.end(), from + begin, from + end);
  });
}

// Asks for the memory at `address` ahead of its use.
template <class T>
void prefetch(const T* address) {
#if defined(__GNUC__) || defined(__clang__)
  __builtin_prefetch(address, 1);
#else
  (void)address;
#endif
}

}  // namespace spielkern
