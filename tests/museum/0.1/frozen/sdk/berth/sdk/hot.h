// Loops that the compiler turns into wide instructions, once for each kind of machine.
//
// BERTH_HOT before a function builds it twice, for x86-64-v3 and for the baseline, and the loader
// picks one; lambdas inside are part of it only when they are BERTH_INLINE. Empty under clang,
// which clones no templates, and under sanitizers, whose runtime is not there yet when the loader
// picks. for_rows (view/nodes.h) gives such a loop its row numbers.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(__clang__) || \
    !defined(__x86_64__) || !defined(__GNUC__)
#define BERTH_HOT
#else
#define BERTH_HOT __attribute__((target_clones("arch=x86-64-v3", "default")))
#endif

#define BERTH_INLINE __attribute__((always_inline))
