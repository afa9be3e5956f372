#include "core/serve/http_target.hpp"

#include <charconv>
#include <optional>
#include <string>

namespace berth::serve {
namespace {

std::optional<std::string> decode(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i] == '+' ? ' ' : text[i];
            continue;
        }
        unsigned value = 0;
        const char* const begin = text.data() + i + 1;
        if (i + 2 >= text.size() || std::from_chars(begin, begin + 2, value, 16).ptr != begin + 2) {
            return std::nullopt;
        }
        out += static_cast<char>(value);
        i += 2;
    }
    return out;
}

}  // namespace

bool read_target(std::string_view target, HttpRequest& request) {
    const auto mark = target.find('?');
    const auto path = decode(target.substr(0, mark));
    if (!path) {
        return false;
    }
    request.path = *path;
    std::string_view query = mark == std::string_view::npos ? "" : target.substr(mark + 1);
    while (!query.empty()) {
        const auto end = query.find('&');
        const std::string_view part = query.substr(0, end);
        const auto equals = part.find('=');
        const auto key = decode(part.substr(0, equals));
        const auto value =
            equals == std::string_view::npos ? std::string() : decode(part.substr(equals + 1));
        if (!key || !value) {
            return false;
        }
        request.query[*key] = *value;
        query = end == std::string_view::npos ? "" : query.substr(end + 1);
    }
    return true;
}

}  // namespace berth::serve
