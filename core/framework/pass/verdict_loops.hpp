// The loops over verdict arrays: one byte of code per row, 0 for feasible.
//
// Leaves of filter_pass.cpp, apart so that they are compiled for vector units. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>

#include <berth/base.h>

namespace berth::framework {

[[nodiscard]] bool any_refused(const std::uint8_t* code, std::size_t count);
// A code that Filter may not give; Error may be given.
[[nodiscard]] bool any_illegal(const std::uint8_t* code, std::size_t count);
[[nodiscard]] bool any_error(const std::uint8_t* code, std::size_t count);
[[nodiscard]] std::size_t count_feasible(const std::uint8_t* code, std::size_t count);

// Verdicts of a chunk, by position.
struct VerdictArrays {
    std::uint8_t* code = nullptr;
    std::uint16_t* plugin = nullptr;
    berth_reasons* reasons = nullptr;
};

// The verdicts of `plugin` on the rows that nobody has refused before.
void merge_verdicts(const VerdictArrays& into, std::uint16_t plugin, const std::uint8_t* code,
                    const berth_reasons* reasons, std::size_t count);

// Positions of feasible rows, ascending; returns how many. `out` has room for `count`.
std::size_t list_feasible(const std::uint8_t* code, std::size_t count, std::uint32_t first,
                          std::uint32_t* out);

// first, first+1, … to `out`.
void list_range(std::uint32_t first, std::size_t count, std::uint32_t* out);

}  // namespace berth::framework
