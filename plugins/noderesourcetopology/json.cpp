#include "plugins/noderesourcetopology/json.hpp"

#include <algorithm>
#include <utility>

#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

namespace berth::numa {
namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

bool same_folded(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) {
        return false;
    }
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (lower(a[i]) != lower(b[i])) {
            return false;
        }
    }
    return true;
}

// The length of the UTF-8 sequence in front; 0: it is none.
std::size_t sequence(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto follows = [&](std::size_t i) { return i < text.size() && (byte(i) & 0xc0) == 0x80; };
    const unsigned char first = byte(0);
    if (first < 0x80) {
        return 1;
    }
    if (first >= 0xc2 && first <= 0xdf) {
        return follows(1) ? 2 : 0;
    }
    if (first >= 0xe0 && first <= 0xef) {
        const bool legal = follows(1) && follows(2) && !(first == 0xe0 && byte(1) < 0xa0) &&
                           !(first == 0xed && byte(1) > 0x9f);
        return legal ? 3 : 0;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        const bool legal = follows(1) && follows(2) && follows(3) &&
                           !(first == 0xf0 && byte(1) < 0x90) && !(first == 0xf4 && byte(1) > 0x8f);
        return legal ? 4 : 0;
    }
    return 0;
}

// Makes the tree from RapidJSON's events; the places where values go are kept on a stack.
class TreeBuilder {
public:
    bool Null() { return put({}); }
    bool Bool(bool) { return put(Json{Json::Kind::kBool, {}, {}, {}}); }
    bool RawNumber(const char* text, rapidjson::SizeType length, bool) {
        return put(Json{Json::Kind::kNumber, std::string(text, length), {}, {}});
    }
    bool String(const char* text, rapidjson::SizeType length, bool) {
        return put(Json{Json::Kind::kText, std::string(text, length), {}, {}});
    }
    bool Key(const char* text, rapidjson::SizeType length, bool) {
        open_.back()->members.push_back({std::string(text, length), {}});
        return true;
    }
    bool StartObject() { return open(Json::Kind::kObject); }
    bool EndObject(rapidjson::SizeType) { return close(); }
    bool StartArray() { return open(Json::Kind::kList); }
    bool EndArray(rapidjson::SizeType) { return close(); }
    // Numbers come as RawNumber.
    bool Int(int) { return false; }
    bool Uint(unsigned) { return false; }
    bool Int64(std::int64_t) { return false; }
    bool Uint64(std::uint64_t) { return false; }
    bool Double(double) { return false; }

    Json take() { return std::move(root_); }

private:
    static constexpr std::size_t kDeepest = 64;

    Json& place() {
        if (open_.empty()) {
            return root_;
        }
        Json& parent = *open_.back();
        return parent.is(Json::Kind::kList) ? parent.items.emplace_back()
                                            : parent.members.back().value;
    }
    bool put(Json value) {
        place() = std::move(value);
        return true;
    }
    bool open(Json::Kind kind) {
        if (open_.size() == kDeepest) {
            return false;
        }
        Json& at = place();
        at.kind = kind;
        open_.push_back(&at);  // stays where it is: its parent grows only once it is closed
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }

    Json root_;
    std::vector<Json*> open_;
};

void append_escape(unsigned int unit, std::string& out) {
    constexpr std::string_view kHex = "0123456789abcdef";
    out += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) {
        out += kHex[(unit >> static_cast<unsigned int>(shift)) & 15U];
    }
}

void append_ascii(char c, std::string& out) {
    switch (c) {
        case '"': out += "\\\""; return;
        case '\\': out += "\\\\"; return;
        case '\n': out += "\\n"; return;
        case '\r': out += "\\r"; return;
        case '\t': out += "\\t"; return;
        default: break;
    }
    const bool escaped = static_cast<unsigned char>(c) < 0x20 || c == '<' || c == '>' || c == '&';
    if (escaped) {
        append_escape(static_cast<unsigned char>(c), out);
    } else {
        out += c;
    }
}

}  // namespace

const Json* Json::find(std::string_view name) const {
    const Json* found = nullptr;
    for (const JsonMember& member : members) {
        if (member.name == name && !member.value.is(Kind::kNull)) {
            found = &member.value;
        }
    }
    return found;
}

const Json* Json::find_folded(std::string_view name) const {
    const Json* found = nullptr;
    for (const JsonMember& member : members) {
        if (same_folded(member.name, name) && !member.value.is(Kind::kNull)) {
            found = &member.value;
        }
    }
    return found;
}

std::optional<Json> parse_json(std::string_view text) {
    constexpr unsigned int kFlags =
        rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag;
    rapidjson::MemoryStream stream(text.data(), text.size());
    rapidjson::Reader reader;
    TreeBuilder builder;
    if (reader.Parse<kFlags>(stream, builder).IsError()) {
        return std::nullopt;
    }
    return builder.take();
}

void append_json(std::string_view text, std::string& out) {
    out += '"';
    while (!text.empty()) {
        const std::size_t length = sequence(text);
        if (length == 0) {
            out += "\\ufffd";
        } else if (length == 1) {
            append_ascii(text[0], out);
        } else if (text.substr(0, length) == "\xe2\x80\xa8") {
            out += "\\u2028";
        } else if (text.substr(0, length) == "\xe2\x80\xa9") {
            out += "\\u2029";
        } else {
            out += text.substr(0, length);
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    out += '"';
}

}  // namespace berth::numa
