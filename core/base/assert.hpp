// BERTH_ASSERT: a check of what we control ourselves; stays in release builds and aborts with the
// place and the condition. What others send is never asserted but answered with an Error.
#pragma once

namespace berth::base {

[[noreturn]] void assertion_failed(const char* condition, const char* file, int line);

}  // namespace berth::base

#define BERTH_ASSERT(condition)   \
    (static_cast<bool>(condition) \
         ? static_cast<void>(0)   \
         : ::berth::base::assertion_failed(#condition, __FILE__, __LINE__))
