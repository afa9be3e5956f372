// allocated_bytes(): what this process has allocated and not freed, as its allocator counts it.
// Any thread.
#pragma once

#include <cstddef>

#include <malloc.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
// Of the sanitizers' runtime; g++ 12 has no header for it.
extern "C" std::size_t __sanitizer_get_current_allocated_bytes();
#endif

namespace berth::check {

[[nodiscard]] inline std::size_t allocated_bytes() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return __sanitizer_get_current_allocated_bytes();
#else
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#endif
}

}  // namespace berth::check
