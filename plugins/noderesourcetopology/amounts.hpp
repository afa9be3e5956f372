// Amounts: how much of each resource, cpu in thousandths, all others in whole units.
//
// Sums are cut to the ends of 64 bits. Plain values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <berth/sdk.h>

#include "plugins/noderesourcetopology/quantity.hpp"

namespace berth::numa {

inline constexpr std::string_view kCpu = "cpu";
inline constexpr std::string_view kMemory = "memory";
inline constexpr std::string_view kEphemeralStorage = "ephemeral-storage";

[[nodiscard]] inline std::int64_t sum(std::int64_t a, std::int64_t b) {
    std::int64_t out = 0;
    if (__builtin_add_overflow(a, b, &out)) {
        return a < 0 ? INT64_MIN : INT64_MAX;
    }
    return out;
}
[[nodiscard]] inline std::int64_t difference(std::int64_t a, std::int64_t b) {
    std::int64_t out = 0;
    if (__builtin_sub_overflow(a, b, &out)) {
        return a < 0 ? INT64_MIN : INT64_MAX;
    }
    return out;
}

// A resource that is none of the three that every node has.
struct Other {
    std::string name;
    std::int64_t value = 0;
    friend bool operator==(const Other&, const Other&) = default;
};

struct Amounts {
    std::int64_t milli_cpu = 0;
    std::int64_t memory = 0;
    std::int64_t ephemeral_storage = 0;
    std::vector<Other> others;  // sorted by name

    // Null: there is none of that name. Only the three are always there.
    [[nodiscard]] const std::int64_t* find(std::string_view name) const;
    // Makes the resource where there is none.
    [[nodiscard]] std::int64_t& at(std::string_view name);

    void add(const Amounts& more);
    void subtract(const Amounts& less);
    [[nodiscard]] bool is_zero() const;

    friend bool operator==(const Amounts&, const Amounts&) = default;
};

// Of the wire's; only those that `wanted` names where it is not null.
void add(const berth_requests& requests, const std::vector<std::string>* wanted, Amounts& out);

// The scale of read_quantity and the form of write_quantity.
[[nodiscard]] int scale_of(std::string_view resource);
[[nodiscard]] Form form_of(std::string_view resource);

}  // namespace berth::numa
