// What a field says besides its member: see field.h.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <type_traits>

#include <berth/args.h>

namespace berth::detail {

// "v1beta2" and so on as a bit; another text does not compile in a constant expression.
constexpr std::uint32_t version_bit(std::string_view version) {
    if (version == "v1beta2") {
        return BERTH_CONFIG_V1BETA2;
    }
    if (version == "v1beta3") {
        return BERTH_CONFIG_V1BETA3;
    }
    if (version == "v1") {
        return BERTH_CONFIG_V1;
    }
    throw "berth: a version is v1beta2, v1beta3 or v1";
}

// That version and all later ones.
constexpr std::uint32_t versions_since(std::string_view version) {
    return BERTH_CONFIG_ALL & ~(version_bit(version) - 1);
}

constexpr std::uint32_t versions_of(std::initializer_list<std::string_view> versions) {
    std::uint32_t bits = 0;
    for (std::string_view version : versions) {
        bits |= version_bit(version);
    }
    return bits;
}

struct VersionedDefault {
    std::uint32_t versions = 0;
    std::string_view json;
};

// What a field says besides its member; the same type for all of them.
struct FieldRules {
    std::string_view name{};
    std::string_view summary{};
    std::string_view default_json{};
    std::string_view range_text{};
    std::array<VersionedDefault, 3> by_version{};
    std::array<std::string_view, 8> allowed{};
    std::uint32_t versions = BERTH_CONFIG_ALL;
    std::uint32_t flags = 0;
    std::int64_t minimum = 0, maximum = 0;
    double number_minimum = 0, number_maximum = 0;

    template <class Number>
    constexpr void set_minimum(Number value, std::uint32_t flag) {
        flags |= flag | BERTH_FIELD_HAS_MIN;
        set(value, minimum, number_minimum);
    }
    template <class Number>
    constexpr void set_maximum(Number value) {
        flags |= BERTH_FIELD_HAS_MAX;
        set(value, maximum, number_maximum);
    }

private:
    template <class Number>
    static constexpr void set(Number value, std::int64_t& integer, double& number) {
        if constexpr (std::is_arithmetic_v<Number>) {
            integer = static_cast<std::int64_t>(value);
            number = static_cast<double>(value);
        } else {
            integer = std::chrono::nanoseconds(value).count();
        }
    }
};

}  // namespace berth::detail
