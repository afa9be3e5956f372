#include <algorithm>
#include <charconv>
#include <cstring>

#include <fmt/format.h>

#include "core/base/assert.hpp"

// A wrong use of the library must fail loudly in release builds too, so this comes before it.
#define RAPIDJSON_ASSERT(x) BERTH_ASSERT(x)
// clang-format off
#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>
// clang-format on

#include "core/model/text/json_text.hpp"
#include "core/model/text/tree_builder.hpp"
#include "core/model/tree.hpp"

namespace berth::model {
namespace {

using rapidjson::SizeType;

constexpr std::size_t kMaxBytes = std::size_t{1} << 32;

// Turns offsets, which only grow, into lines and columns.
class Positions {
public:
    explicit Positions(std::string_view text) : text_(text) {}

    void move_to(std::size_t offset) {
        while (done_ < offset) {
            const void* newline = std::memchr(text_.data() + done_, '\n', offset - done_);
            if (newline == nullptr) {
                done_ = offset;
                return;
            }
            done_ = static_cast<std::size_t>(static_cast<const char*>(newline) - text_.data()) + 1;
            line_start_ = done_;
            ++line_;
        }
    }
    [[nodiscard]] std::uint32_t line() const { return line_; }
    [[nodiscard]] std::uint32_t column(std::size_t offset) const {
        return static_cast<std::uint32_t>(offset < line_start_ ? 1 : offset - line_start_ + 1);
    }

private:
    std::string_view text_;
    std::size_t done_ = 0;
    std::size_t line_start_ = 0;
    std::uint32_t line_ = 1;
};

class Handler : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Handler> {
public:
    Handler(std::string_view text, const rapidjson::MemoryStream& stream, TreeBuilder& builder)
        : text_(text), stream_(stream), builder_(builder), positions_(text) {}

    bool Null() { return scalar(Value(), 4); }
    bool Bool(bool value) { return scalar(Value::make_bool(value), value ? 4 : 5); }
    bool RawNumber(const char* digits, SizeType length, bool /*copy*/) {
        const std::string_view literal = builder_.storage().keep({digits, length});
        const char* end = literal.data() + literal.size();
        std::int64_t whole = 0;
        auto [stop, error] = std::from_chars(literal.data(), end, whole);
        if (error == std::errc() && stop == end) {
            return scalar(Value::make_int(whole, literal), length);
        }
        double real = 0;
        std::from_chars(literal.data(), end, real);
        return scalar(Value::make_double(real, literal), length);
    }
    bool String(const char* chars, SizeType length, bool /*copy*/) {
        const std::string_view kept = builder_.storage().keep_valid({chars, length});
        return scalar(Value::make_string(kept), length + 2);
    }
    bool Key(const char* chars, SizeType length, bool /*copy*/) {
        const std::size_t start = locate(length + 2);
        builder_.key(builder_.storage().keep_valid({chars, length}), positions_.line(),
                     positions_.column(start));
        return true;
    }
    bool StartObject() {
        const std::size_t start = locate(1);
        return builder_.begin_object(positions_.line(), positions_.column(start));
    }
    bool EndObject(SizeType /*count*/) {
        builder_.end_object();
        return true;
    }
    bool StartArray() {
        const std::size_t start = locate(1);
        return builder_.begin_array(positions_.line(), positions_.column(start));
    }
    bool EndArray(SizeType /*count*/) {
        builder_.end_array();
        return true;
    }

    void place(base::Error& error, std::size_t offset) {
        positions_.move_to(std::min(offset, text_.size()));
        error.line = positions_.line();
        error.column = positions_.column(offset);
    }

private:
    bool scalar(const Value& value, std::size_t length) {
        const std::size_t start = locate(length);
        builder_.add(value.at(positions_.line(), positions_.column(start)));
        return true;
    }

    // The offset at which the token that was just read begins.
    std::size_t locate(std::size_t length) {
        const std::size_t end = stream_.Tell();
        positions_.move_to(end);
        std::size_t start = end >= length ? end - length : 0;
        if (length >= 2 && end > 0 && text_[end - 1] == '"') {
            // Escapes make a text longer in the source: go back to its opening quote.
            while (start > 0 && (text_[start] != '"' || text_[start - 1] == '\\')) {
                --start;
            }
        }
        return start;
    }

    std::string_view text_;
    const rapidjson::MemoryStream& stream_;
    TreeBuilder& builder_;
    Positions positions_;
};

// Go reads a lone surrogate escape as U+FFFD, RapidJSON refuses it: rewrite it, at equal length.
bool replace_lone_surrogates(std::string& text) {
    auto surrogate = [&text](std::size_t i, std::string_view range) {
        return i + 6 <= text.size() && text[i] == '\\' && text[i + 1] == 'u' &&
               (text[i + 2] | 0x20) == 'd' &&
               range.find(static_cast<char>(text[i + 3] | 0x20)) != std::string_view::npos;
    };
    bool changed = false;
    for (std::size_t i = text.find('\\'); i < text.size(); i = text.find('\\', i)) {
        if (surrogate(i, "89ab") && surrogate(i + 6, "cdef")) {
            i += 12;
        } else if (surrogate(i, "89abcdef")) {
            text.replace(i + 2, 4, "fffd");
            changed = true;
            i += 6;
        } else {
            i += 2;
        }
    }
    return changed;
}

base::Error parse_error(const rapidjson::ParseResult& result, bool too_deep) {
    base::Error error;
    if (too_deep) {
        error.text = fmt::format("nested deeper than {} levels", kMaxDepth);
        return error;
    }
    std::string text = rapidjson::GetParseError_En(result.Code());
    if (!text.empty() && text.back() == '.') {
        text.pop_back();
    }
    error.text = "invalid JSON: " + text;
    return error;
}

Parsed parse_texts(std::string_view text, std::string_view file, bool& bad_surrogate) {
    Parsed parsed;
    auto storage = std::make_shared<TreeStorage>();
    TreeBuilder builder(storage);
    rapidjson::MemoryStream stream(text.data(), text.size());
    Handler handler(text, stream, builder);
    rapidjson::Reader reader;
    constexpr unsigned kFlags = rapidjson::kParseIterativeFlag |
                                rapidjson::kParseNumbersAsStringsFlag |
                                rapidjson::kParseStopWhenDoneFlag;
    while (true) {
        rapidjson::SkipWhitespace(stream);
        if (stream.Tell() >= text.size()) {
            break;
        }
        const rapidjson::ParseResult result = reader.Parse<kFlags>(stream, handler);
        if (result.IsError()) {
            bad_surrogate = result.Code() == rapidjson::kParseErrorStringUnicodeSurrogateInvalid;
            base::Error error = parse_error(result, builder.depth() > kMaxDepth);
            error.file = file;
            handler.place(error, result.Offset());
            parsed.errors.push_back(std::move(error));
            break;
        }
        Document document = builder.take();
        if (!document.root.is_null()) {
            parsed.documents.push_back(std::move(document));
        }
    }
    return parsed;
}

}  // namespace

Parsed parse_json(std::string_view text, std::string_view file) {
    if (text.size() >= kMaxBytes) {
        Parsed parsed;
        base::Error error;
        error.text = "larger than 4 GiB";
        error.file = file;
        parsed.errors.push_back(std::move(error));
        return parsed;
    }
    if (text.starts_with("\xEF\xBB\xBF")) {
        text.remove_prefix(3);
    }
    bool bad_surrogate = false;
    Parsed parsed = parse_texts(text, file, bad_surrogate);
    if (bad_surrogate) {
        std::string mended(text);
        if (replace_lone_surrogates(mended)) {
            parsed = parse_texts(mended, file, bad_surrogate);
        }
    }
    return parsed;
}

Parsed parse_any(std::string_view text, std::string_view file) {
    const std::size_t start = text.find_first_not_of(" \t\r\n");
    const bool bracket =
        start != std::string_view::npos && (text[start] == '{' || text[start] == '[');
    if (!bracket) {
        return parse_yaml(text, file);
    }
    Parsed json = parse_json(text, file);
    if (json.errors.empty()) {
        return json;
    }
    // Anything that is valid YAML gets through; otherwise the JSON error is the better one, unless
    // the file says that it is YAML.
    Parsed yaml = parse_yaml(text, file);
    const bool named_yaml = file.ends_with(".yaml") || file.ends_with(".yml");
    return yaml.errors.empty() || named_yaml ? std::move(yaml) : std::move(json);
}

}  // namespace berth::model
