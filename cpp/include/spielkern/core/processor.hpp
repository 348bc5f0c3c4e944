#pragma once

#include <stdexcept>

namespace spielkern {

class UnsupportedProcessor : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Libraries of ours are compiled for x86-64-v2 where they can be; better a clear word than an illegal instruction.
inline void check_processor() {
#if defined(__POPCNT__) && (defined(__GNUC__) || defined(__clang__))
  if (!__builtin_cpu_supports("popcnt") || !__builtin_cpu_supports("sse4.2")) {
    throw UnsupportedProcessor("spielkern needs an x86-64-v2 processor (SSE4.2 and POPCNT; any since about 2009)");
  }
#endif
}

}  // namespace spielkern
