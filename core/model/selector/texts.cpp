#include <algorithm>

#include <fmt/format.h>

#include "core/model/selector.hpp"

namespace berth::model {
namespace {

std::string_view trimmed(std::string_view text) {
    const std::size_t start = text.find_first_not_of(" \t");
    if (start == std::string_view::npos) {
        return {};
    }
    return text.substr(start, text.find_last_not_of(" \t") - start + 1);
}

// Field values escape backslash, comma and equals sign with a backslash.
bool unescape(std::string_view text, std::string& out) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\') {
            ++i;
            if (i == text.size() || (text[i] != '\\' && text[i] != ',' && text[i] != '=')) {
                return false;
            }
        }
        out += text[i];
    }
    return true;
}

std::string escape(std::string_view text) {
    std::string out;
    for (char c : text) {
        out += c == '\\' || c == ',' || c == '=' ? "\\" : "";
        out += c;
    }
    return out;
}

// Splits at commas that are neither escaped nor in parentheses.
std::vector<std::string_view> split_terms(std::string_view text, bool escapes) {
    std::vector<std::string_view> terms;
    std::size_t start = 0;
    int depth = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (i == text.size() || (text[i] == ',' && depth == 0)) {
            terms.push_back(text.substr(start, i - start));
            start = i + 1;
        } else if (escapes && text[i] == '\\') {
            ++i;
        } else if (!escapes && (text[i] == '(' || text[i] == ')')) {
            depth += text[i] == '(' ? 1 : -1;
        }
    }
    return terms;
}

base::Result<FieldRequirement> parse_field_term(std::string_view term) {
    for (const std::string_view op : {"!=", "==", "="}) {
        const std::size_t at = term.find(op);
        if (at == std::string_view::npos) {
            continue;
        }
        FieldRequirement requirement;
        requirement.field = trimmed(term.substr(0, at));
        requirement.equal = op != "!=";
        if (requirement.field.empty() ||
            !unescape(term.substr(at + op.size()), requirement.value)) {
            break;
        }
        return requirement;
    }
    return base::fail(base::ErrorCode::kInvalid,
                      fmt::format("invalid field selector: can't understand '{}'", term));
}

tl::unexpected<base::Error> bad_label_term(std::string_view term) {
    return base::fail(base::ErrorCode::kInvalid,
                      fmt::format("invalid label selector: can't understand '{}'", term));
}

// "(a, b)" → a, b
bool parse_set(std::string_view text, std::vector<std::string>& values) {
    text = trimmed(text);
    if (text.size() < 2 || text.front() != '(' || text.back() != ')') {
        return false;
    }
    for (const std::string_view value : split_terms(text.substr(1, text.size() - 2), false)) {
        values.emplace_back(trimmed(value));
    }
    std::sort(values.begin(), values.end());
    return true;
}

// "key in (…)", "key notin (…)", "key=value", "key!=value", "key", "!key"
bool parse_label_term(std::string_view term, SelectorRequirement& requirement,
                      std::string_view& key) {
    const std::size_t paren = term.find('(');
    if (paren != std::string_view::npos) {
        const std::string_view head = trimmed(term.substr(0, paren));
        const std::size_t space = head.find_last_of(" \t");
        if (space == std::string_view::npos) {
            return false;
        }
        const std::string_view op = head.substr(space + 1);
        key = trimmed(head.substr(0, space));
        requirement.op = op == "in" ? SelectorOperator::kIn : SelectorOperator::kNotIn;
        return (op == "in" || op == "notin") && parse_set(term.substr(paren), requirement.values);
    }
    for (const std::string_view op : {"!=", "==", "="}) {
        const std::size_t at = term.find(op);
        if (at != std::string_view::npos) {
            key = trimmed(term.substr(0, at));
            requirement.op = op == "!=" ? SelectorOperator::kNotIn : SelectorOperator::kIn;
            requirement.values = {std::string(trimmed(term.substr(at + op.size())))};
            return true;
        }
    }
    const bool absent = term.starts_with('!');
    key = trimmed(absent ? term.substr(1) : term);
    requirement.op = absent ? SelectorOperator::kDoesNotExist : SelectorOperator::kExists;
    return true;
}

}  // namespace

base::Result<FieldSelector> parse_field_selector(std::string_view text) {
    FieldSelector selector;
    if (trimmed(text).empty()) {
        return selector;
    }
    for (const std::string_view term : split_terms(text, true)) {
        if (term.empty()) {
            continue;
        }
        auto requirement = parse_field_term(term);
        if (!requirement) {
            return base::fail(std::move(requirement.error()));
        }
        selector.push_back(std::move(*requirement));
    }
    return selector;
}

std::string format_field_selector(const FieldSelector& selector) {
    std::string out;
    for (const FieldRequirement& requirement : selector) {
        out += out.empty() ? "" : ",";
        out += requirement.field + (requirement.equal ? "=" : "!=") + escape(requirement.value);
    }
    return out;
}

base::Result<LabelSelector> parse_label_selector(std::string_view text,
                                                 base::SymbolTable& symbols) {
    LabelSelector selector;
    if (trimmed(text).empty()) {
        return selector;
    }
    for (const std::string_view part : split_terms(text, false)) {
        const std::string_view term = trimmed(part);
        SelectorRequirement requirement;
        std::string_view key;
        if (!parse_label_term(term, requirement, key) || key.empty()) {
            return bad_label_term(term);
        }
        requirement.key = symbols.intern(key);
        selector.match_expressions.push_back(std::move(requirement));
    }
    if (auto error = selector_error(selector, symbols)) {
        return base::fail(base::ErrorCode::kInvalid, std::move(*error));
    }
    return selector;
}

}  // namespace berth::model
