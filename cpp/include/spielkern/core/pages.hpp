#pragma once

#include <cstddef>
#include <new>
#include <vector>

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
