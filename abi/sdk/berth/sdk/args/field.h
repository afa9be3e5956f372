// One field of an args struct, and what the host shall check of it.
//
//   berth::field<&Args::max_pods>.range(0, 500).since("v1beta3")
//
// The name is the member's in camelCase, the type the member's, the default its initialiser.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <tuple>
#include <type_traits>

#include <berth/args.h>
#include <berth/sdk/args/member_name.h>

namespace berth {

namespace detail {

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

}  // namespace detail

template <auto Member>
struct Field {
    detail::FieldRules rules{.name = detail::field_name<Member>()};

    constexpr Field named(std::string_view name) const {
        return with([&](auto& r) { r.name = name; });
    }
    constexpr Field summary(std::string_view line) const {
        return with([&](auto& r) { r.summary = line; });
    }
    // Both ends are in range. Integers, doubles, durations.
    template <class Number>
    constexpr Field range(Number low, Number high) const {
        return min(low).max(high);
    }
    template <class Number>
    constexpr Field min(Number low) const {
        return with([&](auto& r) { r.set_minimum(low, 0); });
    }
    template <class Number>
    constexpr Field max(Number high) const {
        return with([&](auto& r) { r.set_maximum(high); });
    }
    // Greater than low.
    template <class Number>
    constexpr Field above(Number low) const {
        return with([&](auto& r) { r.set_minimum(low, BERTH_FIELD_ABOVE_MIN); });
    }
    // The text of a range error instead of the usual one.
    constexpr Field range_text(std::string_view text) const {
        return with([&](auto& r) { r.range_text = text; });
    }
    // The only texts of a string or of a list's strings; at most eight. Enums have theirs.
    constexpr Field one_of(std::initializer_list<std::string_view> texts) const {
        return with([&](auto& r) {
            std::size_t i = 0;
            for (std::string_view text : texts) {
                r.allowed.at(i++) = text;
            }
        });
    }
    constexpr Field since(std::string_view version) const {
        return with([&](auto& r) { r.versions = detail::versions_since(version); });
    }
    template <class... Version>
    constexpr Field only_in(Version... version) const {
        return with([&](auto& r) { r.versions = detail::versions_of({version...}); });
    }
    constexpr Field required() const { return with_flag(BERTH_FIELD_REQUIRED); }
    // 0, "" and an empty list take the default as well, as kube-scheduler's defaulting does.
    constexpr Field zero_is_unset() const { return with_flag(BERTH_FIELD_ZERO_IS_UNSET); }
    constexpr Field default_json(std::string_view json) const {
        return with([&](auto& r) { r.default_json = json; });
    }
    constexpr Field default_for(std::string_view version, std::string_view json) const {
        return with([&](auto& r) {
            std::size_t i = 0;
            while (r.by_version.at(i).versions != 0) {
                ++i;
            }
            r.by_version[i] = {detail::version_bit(version), json};
        });
    }

private:
    template <class Change>
    constexpr Field with(Change change) const {
        Field changed = *this;
        change(changed.rules);
        return changed;
    }
    constexpr Field with_flag(std::uint32_t flag) const {
        return with([&](auto& r) { r.flags |= flag; });
    }
};

template <auto Member>
inline constexpr Field<Member> field{};

// What describe() returns.
template <class... F>
struct Fields {
    std::tuple<F...> list;
    std::uint32_t versions = BERTH_CONFIG_ALL;

    // Versions of the configuration that know this kind of args.
    constexpr Fields since(std::string_view version) const {
        return {list, detail::versions_since(version)};
    }
};

template <auto... Member>
constexpr Fields<Field<Member>...> fields(const Field<Member>&... list) {
    return {{list...}};
}

template <class T>
concept Described = requires { T::describe(); };

}  // namespace berth
