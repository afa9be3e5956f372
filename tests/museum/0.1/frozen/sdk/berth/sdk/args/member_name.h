// The name of a field from its member pointer, at compile time: max_pods becomes maxPods.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace berth::detail {

// g++: "… [with auto Member = &ns::Args::max_pods; …]"; clang: "… [Member = &ns::Args::max_pods]".
template <auto Member>
constexpr std::string_view member_text() {
    std::string_view text = __PRETTY_FUNCTION__;
    text.remove_prefix(text.find("Member = ") + 9);
    std::size_t end = 0;
    while (end < text.size() && text[end] != ';' && text[end] != ']') {
        ++end;
    }
    text = text.substr(0, end);
    return text.substr(text.rfind(':') + 1);
}

template <auto Member>
constexpr auto camel_case() {
    constexpr std::string_view snake = member_text<Member>();
    std::array<char, snake.size()> name{};
    std::size_t length = 0;
    bool upper = false;
    for (char c : snake) {
        if (c == '_') {
            upper = length != 0;
            continue;
        }
        name[length++] = upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        upper = false;
    }
    return std::pair(name, length);
}

template <auto Member>
inline constexpr auto kCamelCase = camel_case<Member>();

template <auto Member>
constexpr std::string_view field_name() {
    return {kCamelCase<Member>.first.data(), kCamelCase<Member>.second};
}

}  // namespace berth::detail
