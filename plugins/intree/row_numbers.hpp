// Whole numbers of rows as doubles, so that loops over columns become wide instructions.
//
// AVX2 has no conversion between 64-bit integers and doubles; for numbers of 0 … 2^52 the bits can
// be put together directly. Divisions in double give the integer quotient exactly while the divisor
// is below 2^46 and the quotient at most 100: the next integer is farther away than the rounding.
#pragma once

#include <bit>
#include <cstdint>

#include <berth/sdk/hot.h>

namespace berth::intree {

inline constexpr std::int64_t kExactBelow = std::int64_t{1} << 46;

// `number` is 0 … 2^52-1.
BERTH_INLINE inline double to_double(std::int64_t number) {
    constexpr std::uint64_t kTwoTo52 = 0x4330000000000000;
    return std::bit_cast<double>(static_cast<std::uint64_t>(number) | kTwoTo52) -
           4503599627370496.0;
}

}  // namespace berth::intree
