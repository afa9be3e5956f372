// Rng: a small, fast source of chance with a seed (xoshiro256**). Passed in, like the clock, so
// that equal seeds give equal runs. Not for secrets. One thread at a time.
#pragma once

#include <array>
#include <cstdint>

namespace berth::base {

class Rng {
public:
    explicit Rng(std::uint64_t seed);
    [[nodiscard]] std::uint64_t next();
    // Uniform in [0, bound); bound > 0.
    [[nodiscard]] std::uint64_t below(std::uint64_t bound);
    // Uniform in [0, 1).
    [[nodiscard]] double unit();

    // A UniformRandomBitGenerator, for std::shuffle and the distributions.
    using result_type = std::uint64_t;
    static constexpr std::uint64_t min() { return 0; }
    static constexpr std::uint64_t max() { return ~std::uint64_t{0}; }
    std::uint64_t operator()() { return next(); }

private:
    std::array<std::uint64_t, 4> state_;
};

}  // namespace berth::base
