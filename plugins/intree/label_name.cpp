#include "plugins/intree/label_name.hpp"

#include <algorithm>

namespace berth::intree {

namespace {

constexpr std::size_t kLongestName = 63;
constexpr std::size_t kLongestPrefix = 253;

bool is_lower_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool is_alphanumeric(char c) {
    return is_lower_or_digit(c) || (c >= 'A' && c <= 'Z');
}

bool is_name(std::string_view text) {
    return is_alphanumeric(text.front()) && is_alphanumeric(text.back()) &&
           std::all_of(text.begin(), text.end(), [](char c) {
               return is_alphanumeric(c) || c == '-' || c == '_' || c == '.';
           });
}

bool is_label_of_domain(std::string_view label) {
    return !label.empty() && is_lower_or_digit(label.front()) && is_lower_or_digit(label.back()) &&
           std::all_of(label.begin(), label.end(),
                       [](char c) { return is_lower_or_digit(c) || c == '-'; });
}

bool is_domain(std::string_view text) {
    if (text.size() > kLongestPrefix) {
        return false;
    }
    for (auto dot = text.find('.'); dot != std::string_view::npos; dot = text.find('.')) {
        if (!is_label_of_domain(text.substr(0, dot))) {
            return false;
        }
        text.remove_prefix(dot + 1);
    }
    return is_label_of_domain(text);
}

}  // namespace

std::string label_name_error(std::string_view name) {
    const auto slash = name.find('/');
    if (slash != std::string_view::npos) {
        if (!is_domain(name.substr(0, slash))) {
            return "prefix part must be a lowercase RFC 1123 subdomain such as example.com";
        }
        name.remove_prefix(slash + 1);
    }
    if (name.empty()) {
        return "name part must be non-empty";
    }
    if (name.size() > kLongestName) {
        return "name part must be no more than 63 bytes";
    }
    if (!is_name(name)) {
        return "name part must consist of alphanumeric characters, '-', '_' or '.', and must start "
               "and end with an alphanumeric character";
    }
    return {};
}

std::string invalid_value(std::string_view text, std::string_view detail) {
    return "Invalid value: \"" + std::string(text) + "\": " + std::string(detail);
}

std::string invalid_value(std::int64_t number, std::string_view detail) {
    return "Invalid value: " + std::to_string(number) + ": " + std::string(detail);
}

}  // namespace berth::intree
