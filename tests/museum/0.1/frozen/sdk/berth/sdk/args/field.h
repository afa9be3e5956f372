// One field of an args struct, and what the host shall check of it.
//
//   berth::field<&Args::max_pods>.range(0, 500).since("v1beta3")
//
// The name is the member's in camelCase, the type the member's, the default its initialiser.
#pragma once

#include <berth/sdk/args/member_name.h>
#include <berth/sdk/args/rules.h>

namespace berth {

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
template <auto... Member>
struct Fields {
    std::array<detail::FieldRules, sizeof...(Member)> rules;
    std::uint32_t versions = BERTH_CONFIG_ALL;

    // Versions of the configuration that know this kind of args.
    constexpr Fields since(std::string_view version) const {
        return {rules, detail::versions_since(version)};
    }

    // Calls visit.operator()<Member>(rules) for each field.
    template <class Visit>
    void each(Visit&& visit) const {
        [[maybe_unused]] std::size_t i = 0;
        (visit.template operator()<Member>(rules[i++]), ...);
    }
};

template <auto... Member>
constexpr Fields<Member...> fields(const Field<Member>&... list) {
    return {{list.rules...}};
}

template <class T>
concept Described = requires { T::describe(); };

}  // namespace berth
