#include "core/base/random.hpp"

#include <bit>

#include "core/base/assert.hpp"

namespace berth::base {

Rng::Rng(std::uint64_t seed) : state_{} {
    // splitmix64 spreads the seed, as the authors of xoshiro advise.
    for (std::uint64_t& word : state_) {
        seed += 0x9E3779B97F4A7C15;
        std::uint64_t z = seed;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        word = z ^ (z >> 31);
    }
}

std::uint64_t Rng::next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
}

std::uint64_t Rng::below(std::uint64_t bound) {
    BERTH_ASSERT(bound > 0);
    const std::uint64_t reject = (max() - bound + 1) % bound;  // 2^64 mod bound
    while (true) {
        const std::uint64_t value = next();
        if (value <= max() - reject) {
            return value % bound;
        }
    }
}

double Rng::unit() {
    return static_cast<double>(next() >> 11) * 0x1.0p-53;
}

}  // namespace berth::base
