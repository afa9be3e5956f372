// BERTH_VECTOR_CLONES: builds a loop for x86-64-v3 and -v4 beside the baseline; the loader chooses.
//
// Sanitizers do not get along with the resolver functions that this makes, so not there. The files
// that use it are compiled with -O3.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define BERTH_VECTOR_CLONES \
    __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define BERTH_VECTOR_CLONES
#endif
