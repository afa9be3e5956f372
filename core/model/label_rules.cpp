#include "core/model/label_rules.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace berth::model {
namespace {

constexpr std::size_t kMaxName = 63;
constexpr std::size_t kMaxPrefix = 253;

bool is_lower_alnum(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool is_alnum(char c) {
    return is_lower_alnum(c) || (c >= 'A' && c <= 'Z');
}

// ([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]
bool has_name_form(std::string_view text) {
    return !text.empty() && is_alnum(text.front()) && is_alnum(text.back()) &&
           std::all_of(text.begin(), text.end(),
                       [](char c) { return is_alnum(c) || c == '-' || c == '_' || c == '.'; });
}

// [a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*
bool has_subdomain_form(std::string_view text) {
    while (true) {
        const std::size_t dot = text.find('.');
        const std::string_view part = text.substr(0, dot);
        const bool good = !part.empty() && is_lower_alnum(part.front()) &&
                          is_lower_alnum(part.back()) &&
                          std::all_of(part.begin(), part.end(),
                                      [](char c) { return is_lower_alnum(c) || c == '-'; });
        if (!good || dot == std::string_view::npos) {
            return good;
        }
        text.remove_prefix(dot + 1);
    }
}

std::string too_long(std::size_t most) {
    return fmt::format("must be no more than {} characters", most);
}

constexpr std::string_view kNameText =
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an "
    "alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for "
    "validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
constexpr std::string_view kValueText =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or "
    "'.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  "
    "or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
constexpr std::string_view kSubdomainText =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or "
    "'.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used "
    "for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

}  // namespace

std::vector<std::string> label_key_errors(std::string_view key) {
    std::vector<std::string> errors;
    std::string_view name = key;
    const std::size_t slash = key.find('/');
    if (slash != std::string_view::npos) {
        const std::string_view prefix = key.substr(0, slash);
        name = key.substr(slash + 1);
        if (name.find('/') != std::string_view::npos) {
            return {
                fmt::format("a valid label key {} with an optional DNS subdomain prefix and '/'"
                            " (e.g. 'example.com/MyName')",
                            kNameText)};
        }
        if (prefix.empty()) {
            errors.emplace_back("prefix part must be non-empty");
        } else {
            if (prefix.size() > kMaxPrefix) {
                errors.push_back("prefix part " + too_long(kMaxPrefix));
            }
            if (!has_subdomain_form(prefix)) {
                errors.push_back(fmt::format("prefix part {}", kSubdomainText));
            }
        }
    }
    if (name.empty()) {
        errors.emplace_back("name part must be non-empty");
    } else if (name.size() > kMaxName) {
        errors.push_back("name part " + too_long(kMaxName));
    }
    if (!has_name_form(name)) {
        errors.push_back(fmt::format("name part {}", kNameText));
    }
    return errors;
}

std::vector<std::string> label_value_errors(std::string_view value) {
    std::vector<std::string> errors;
    if (value.size() > kMaxName) {
        errors.push_back(too_long(kMaxName));
    }
    if (!value.empty() && !has_name_form(value)) {
        errors.emplace_back(kValueText);
    }
    return errors;
}

bool is_label_key(std::string_view key) {
    const std::size_t slash = key.find('/');
    const std::string_view name = slash == std::string_view::npos ? key : key.substr(slash + 1);
    if (slash != std::string_view::npos &&
        (slash > kMaxPrefix || !has_subdomain_form(key.substr(0, slash)))) {
        return false;
    }
    return name.size() <= kMaxName && has_name_form(name);
}

}  // namespace berth::model
