#include <cmath>
#include <sstream>
#include <stdexcept>
#include <unordered_map>

#include <fmt/format.h>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "core/model/text/tree_builder.hpp"
#include "core/model/text/yaml_scalar.hpp"
#include "core/model/tree.hpp"

namespace berth::model {
namespace {

// Leaves the parser from inside a callback; never leaves this file.
struct Refused : std::runtime_error {
    Refused(const YAML::Mark& at, const std::string& text) : std::runtime_error(text), mark(at) {}
    YAML::Mark mark;
};

constexpr std::string_view kTagPrefix = "tag:yaml.org,2002:";
constexpr std::string_view kMergeKey = "<<";

class Handler final : public YAML::EventHandler {
public:
    Handler(TreeBuilder& builder, std::uint32_t first_line)
        : builder_(builder), first_line_(first_line) {}

    // A chunk is one document. What yaml-cpp finds behind it, without a marker, is text that
    // belongs nowhere, and in front of some of it the parser would stand for ever.
    void OnDocumentStart(const YAML::Mark& mark) override {
        if (++documents_ > 1) {
            throw Refused(mark, "invalid YAML: expected the end of the document");
        }
        builder_.reset();
        anchors_.clear();
        open_.clear();
        nodes_ = 0;
        alias_nodes_ = 0;
    }
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        leaf(mark, anchor, Value());
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        auto it = anchors_.find(anchor);
        if (it == anchors_.end()) {
            throw Refused(mark, "an anchor's value contains itself");
        }
        count_alias(mark, it->second.nodes);
        if (builder_.expects_key()) {
            key(mark, it->second.value);
        } else {
            builder_.add(it->second.value);
            finished(mark);
        }
    }

    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& text) override {
        last_quoted_ = tag == "!" ? mark : YAML::Mark::null_mark();
        leaf(mark, anchor, scalar(mark, tag, text));
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value /*style*/) override {
        begin(mark, anchor, false);
    }
    void OnSequenceEnd() override { end(builder_.end_array()); }

    void OnMapStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value /*style*/) override {
        begin(mark, anchor, true);
    }
    void OnMapEnd() override { end(builder_.end_object()); }

    // Where the last scalar began, if it was written in quotes.
    [[nodiscard]] const YAML::Mark& last_quoted() const { return last_quoted_; }

    [[nodiscard]] std::uint32_t line(const YAML::Mark& mark) const {
        return first_line_ + static_cast<std::uint32_t>(std::max(mark.line, 0));
    }
    [[nodiscard]] static std::uint32_t column(const YAML::Mark& mark) {
        return static_cast<std::uint32_t>(std::max(mark.column, 0)) + 1;
    }

private:
    struct Anchored {
        Value value;
        std::size_t nodes;
    };
    struct Open {
        YAML::anchor_t anchor;
        std::size_t first_node;
        bool merge;  // it is the value of a merge key
        YAML::Mark mark;
    };

    Value scalar(const YAML::Mark& mark, const std::string& tag, const std::string& text) {
        TreeStorage& storage = builder_.storage();
        const std::string_view kept = storage.keep_valid(text);
        if (tag == "?") {
            merge_key_ = kept == kMergeKey;
            if (builder_.expects_key()) {
                const auto known = resolve_plain_key(kept);
                return known ? Value::make_string(storage.keep(*known)) : Value();
            }
            return checked(mark, resolve_plain_scalar(kept, storage));
        }
        merge_key_ = false;
        std::string_view name = tag;
        if (!name.starts_with(kTagPrefix)) {
            return Value::make_string(kept);  // quoted, or a tag of someone's own
        }
        name.remove_prefix(kTagPrefix.size());
        if (name == "str" || name == "binary" || name == "timestamp") {
            return Value::make_string(kept);
        }
        const Value value = resolve_plain_scalar(kept, storage);
        const bool good =
            (name == "int" && value.is_int()) || (name == "float" && value.is_number()) ||
            (name == "bool" && value.is_bool()) || (name == "null" && value.is_null());
        if (!good) {
            throw Refused(mark, fmt::format("cannot read \"{}\" as !!{}", text, name));
        }
        return checked(mark, value);
    }

    static Value checked(const YAML::Mark& mark, Value value) {
        if (value.kind() == Kind::kDouble && !std::isfinite(value.as_double())) {
            throw Refused(mark, "not-a-number and infinity cannot be used here");
        }
        return value;
    }

    void leaf(const YAML::Mark& mark, YAML::anchor_t anchor, const Value& value) {
        const std::size_t weight = 1 + value.text().size() / 64;  // long texts multiply too
        nodes_ += weight;
        const Value placed = value.at(line(mark), column(mark));
        if (anchor != 0) {
            anchors_.insert_or_assign(anchor, Anchored{placed, weight});
        }
        if (builder_.expects_key()) {
            key(mark, placed);
            return;
        }
        builder_.add(placed);
        finished(mark);
    }

    // Keys become texts as in sigs.k8s.io/yaml's convertToJSONableObject.
    void key(const YAML::Mark& mark, const Value& value) {
        std::string_view text = value.text();
        if (value.is_bool()) {
            text = value.as_bool() ? "true" : "false";
        } else if (!value.is_string() && !value.is_number()) {
            throw Refused(mark, fmt::format("{} cannot be a key", describe(value.kind())));
        }
        merging_ = merge_key_ && text == kMergeKey;
        merge_key_ = false;
        builder_.key(text, line(mark), column(mark));
    }

    void begin(const YAML::Mark& mark, YAML::anchor_t anchor, bool object) {
        if (builder_.expects_key()) {
            throw Refused(mark, object ? "an object cannot be a key" : "a list cannot be a key");
        }
        ++nodes_;
        open_.push_back({anchor, nodes_, merging_, mark});
        merging_ = false;
        const bool accepted = object ? builder_.begin_object(line(mark), column(mark))
                                     : builder_.begin_array(line(mark), column(mark));
        if (!accepted) {
            throw Refused(mark, fmt::format("nested deeper than {} levels", kMaxDepth));
        }
    }

    void end(const Value& value) {
        const Open open = open_.back();
        open_.pop_back();
        if (open.anchor != 0) {
            anchors_.insert_or_assign(open.anchor, Anchored{value, nodes_ - open.first_node + 1});
        }
        merging_ = open.merge;
        finished(open.mark);
    }

    // A value is complete; if it belongs to a merge key, its members take its place.
    void finished(const YAML::Mark& mark) {
        if (std::exchange(merging_, false) && !builder_.merge()) {
            throw Refused(mark, "map merge requires an object or a list of objects as the value");
        }
    }

    // Against "billion laughs", with yaml.v2's limits (decode.go, allowedAliasRatio).
    void count_alias(const YAML::Mark& mark, std::size_t nodes) {
        constexpr std::size_t kMost = 400'000;
        nodes_ += nodes;
        alias_nodes_ += nodes;
        const bool share = alias_nodes_ > 100 && nodes_ > 1000 &&
                           static_cast<double>(alias_nodes_) > 0.99 * static_cast<double>(nodes_);
        if (share || alias_nodes_ > kMost) {
            throw Refused(mark, "document contains excessive aliasing");
        }
    }

    TreeBuilder& builder_;
    std::uint32_t first_line_;
    std::unordered_map<YAML::anchor_t, Anchored> anchors_;
    std::vector<Open> open_;
    std::size_t documents_ = 0;
    std::size_t nodes_ = 0;
    std::size_t alias_nodes_ = 0;
    YAML::Mark last_quoted_ = YAML::Mark::null_mark();
    bool merge_key_ = false;  // the scalar just read is a plain <<
    bool merging_ = false;    // the value that comes next belongs to <<
};

struct Chunk {
    std::string_view text;
    std::uint32_t first_line;
};

bool is_marker(std::string_view line) {
    return line.starts_with("---") &&
           (line.size() == 3 || line[3] == ' ' || line[3] == '\t' || line[3] == '\r');
}

// Nothing but blank lines, comments, directives and the marker itself.
bool is_blank(std::string_view chunk) {
    bool first = true;
    while (!chunk.empty()) {
        const std::size_t end = std::min(chunk.find('\n'), chunk.size());
        std::string_view line = chunk.substr(0, end);
        chunk.remove_prefix(std::min(end + 1, chunk.size()));
        if (first && is_marker(line)) {
            line.remove_prefix(3);
        }
        first = false;
        const std::size_t start = line.find_first_not_of(" \t\r");
        if (start != std::string_view::npos && line[start] != '#' && line[0] != '%') {
            return false;
        }
    }
    return true;
}

// At each line that begins a document, so that one bad document does not hide the others.
std::vector<Chunk> split(std::string_view text) {
    std::vector<Chunk> chunks;
    std::size_t start = 0;
    std::uint32_t first_line = 1;
    std::uint32_t line_number = 1;
    auto close = [&](std::size_t end) {
        const std::string_view chunk = text.substr(start, end - start);
        if (!is_blank(chunk)) {
            chunks.push_back({chunk, first_line});
        }
        start = end;
        first_line = line_number;
    };
    for (std::size_t at = 0; at < text.size(); ++line_number) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (at > start && is_marker(text.substr(at, end - at))) {
            close(at);
        }
        at = std::min(end + 1, text.size());
    }
    close(text.size());
    return chunks;
}

// A read-only stream buffer over text that is already in memory.
struct TextBuffer : std::streambuf {
    explicit TextBuffer(std::string_view text) {
        char* begin = const_cast<char*>(text.data());  // setg wants it; nothing writes
        setg(begin, begin, begin + text.size());
    }
};

// yaml-cpp lets a quoted scalar end with the text; that is a forgotten quote, which may have
// swallowed half a file.
bool is_unterminated(std::string_view text, const YAML::Mark& quoted) {
    const auto start = static_cast<std::size_t>(std::max(quoted.pos, 0));
    if (quoted.is_null() || start >= text.size() || (text[start] != '"' && text[start] != '\'')) {
        return false;
    }
    const char quote = text[start];
    for (std::size_t i = start + 1; i < text.size(); ++i) {
        if (text[i] == '\\' && quote == '"') {
            ++i;
        } else if (text[i] == quote) {
            const bool doubled = quote == '\'' && i + 1 < text.size() && text[i + 1] == quote;
            if (!doubled) {
                return false;
            }
            ++i;
        }
    }
    return true;
}

void parse_chunk(const Chunk& chunk, std::string_view file, TreeBuilder& builder, Parsed& parsed) {
    Handler handler(builder, chunk.first_line);
    auto refuse = [&](const YAML::Mark& mark, const std::string& text) {
        base::Error error;
        error.text = text;
        error.file = file;
        error.line = mark.is_null() ? chunk.first_line : handler.line(mark);
        error.column = mark.is_null() ? 0 : Handler::column(mark);
        parsed.errors.push_back(std::move(error));
    };
    try {
        TextBuffer buffer(chunk.text);
        std::istream stream(&buffer);
        YAML::Parser parser(stream);
        Document document;
        while (parser.HandleNextDocument(handler)) {
            if (is_unterminated(chunk.text, handler.last_quoted())) {
                throw Refused(handler.last_quoted(), "this quote is never closed");
            }
            document = builder.take();
        }
        if (!document.root.is_null()) {
            parsed.documents.push_back(std::move(document));
        }
    } catch (const Refused& refused) {
        refuse(refused.mark, refused.what());
    } catch (const YAML::DeepRecursion& deep) {
        refuse(deep.mark, "nested too deeply");
    } catch (const YAML::Exception& bad) {
        refuse(bad.mark, "invalid YAML: " + bad.msg);
    } catch (const std::exception& bad) {
        refuse(YAML::Mark::null_mark(), fmt::format("invalid YAML: {}", bad.what()));
    }
}

}  // namespace

Parsed parse_yaml(std::string_view text, std::string_view file) {
    Parsed parsed;
    if (text.starts_with("\xEF\xBB\xBF")) {
        text.remove_prefix(3);
    }
    auto storage = std::make_shared<TreeStorage>();
    TreeBuilder builder(storage);
    for (const Chunk& chunk : split(text)) {
        parse_chunk(chunk, file, builder, parsed);
    }
    return parsed;
}

}  // namespace berth::model
