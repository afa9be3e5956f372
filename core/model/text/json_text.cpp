#include "core/model/text/json_text.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/model/text/yaml_scalar.hpp"

namespace berth::model {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

unsigned byte(std::string_view text, std::size_t i) {
    return static_cast<unsigned char>(text[i]);
}

// The length of the valid sequence at `i`, or 0.
std::size_t sequence_length(std::string_view text, std::size_t i) {
    const unsigned lead = byte(text, i);
    if (lead < 0x80) {
        return 1;
    }
    std::size_t length = 0;
    unsigned low = 0x80;
    unsigned high = 0xBF;
    if (lead >= 0xC2 && lead <= 0xDF) {
        length = 2;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
        length = 3;
        low = lead == 0xE0 ? 0xA0 : low;
        high = lead == 0xED ? 0x9F : high;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
        length = 4;
        low = lead == 0xF0 ? 0x90 : low;
        high = lead == 0xF4 ? 0x8F : high;
    }
    if (length == 0 || i + length > text.size() || byte(text, i + 1) < low ||
        byte(text, i + 1) > high) {
        return 0;
    }
    for (std::size_t k = 2; k < length; ++k) {
        if ((byte(text, i + k) & 0xC0) != 0x80) {
            return 0;
        }
    }
    return length;
}

void append_escaped(char c, std::string& out) {
    constexpr std::string_view kHex = "0123456789abcdef";
    switch (c) {
        case '"': out += "\\\""; break;
        case '\\': out += "\\\\"; break;
        case '\n': out += "\\n"; break;
        case '\r': out += "\\r"; break;
        case '\t': out += "\\t"; break;
        default:
            out += "\\u00";
            out += kHex[static_cast<unsigned char>(c) >> 4];
            out += kHex[static_cast<unsigned char>(c) & 15];
    }
}

}  // namespace

void append_json_string(std::string_view text, std::string& out) {
    out += '"';
    for (std::size_t i = 0; i < text.size();) {
        const unsigned c = byte(text, i);
        if (c < 0x20 || c == '"' || c == '\\' || c == 0x7F) {
            append_escaped(text[i], out);
            ++i;
        } else if (c < 0x80) {
            out += text[i];
            ++i;
        } else {
            const std::size_t length = sequence_length(text, i);
            out += length == 0 ? kReplacement : text.substr(i, length);
            i += length == 0 ? 1 : length;
        }
    }
    out += '"';
}

bool is_plain_yaml(std::string_view text) {
    constexpr std::string_view kBadStart = " -?:,[]{}#&*!|>'\"%@`=";
    if (text.empty() || kBadStart.find(text.front()) != std::string_view::npos) {
        return false;
    }
    if (text.back() == ' ' || text.back() == ':') {
        return false;
    }
    for (std::size_t i = 0; i < text.size(); ++i) {
        const unsigned c = byte(text, i);
        if (c < 0x20 || c >= 0x7F || (c == ':' && text[i + 1] == ' ') ||
            (c == ' ' && text[i + 1] == '#')) {
            return false;
        }
    }
    return resolves_to_string(text);
}

bool is_valid_utf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = sequence_length(text, i);
        if (length == 0) {
            return false;
        }
        i += length;
    }
    return true;
}

std::string to_valid_utf8(std::string_view text) {
    std::string out;
    out.reserve(text.size() + 8);
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = sequence_length(text, i);
        out += length == 0 ? kReplacement : text.substr(i, length);
        i += length == 0 ? 1 : length;
    }
    return out;
}

}  // namespace berth::model
