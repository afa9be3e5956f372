#include "core/model/selector.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/model/words.hpp"

namespace berth::model {
namespace {

constexpr std::array<std::string_view, 6> kOperators{"In",           "NotIn", "Exists",
                                                     "DoesNotExist", "Gt",    "Lt"};

// strconv.ParseInt(text, 10, 64)
std::optional<std::int64_t> parse_int(std::string_view text) {
    if (text.starts_with('+')) {
        text.remove_prefix(1);
        if (text.starts_with('-')) {
            return std::nullopt;
        }
    }
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

bool has_value(const SelectorRequirement& requirement, std::string_view value) {
    return std::find(requirement.values.begin(), requirement.values.end(), value) !=
           requirement.values.end();
}

bool compares(const SelectorRequirement& requirement, std::string_view value) {
    const auto own = parse_int(value);
    const auto other =
        requirement.values.size() == 1 ? parse_int(requirement.values.front()) : std::nullopt;
    if (!own || !other) {
        return false;
    }
    return requirement.op == SelectorOperator::kGt ? *own > *other : *own < *other;
}

// Fields are texts that are always there, "" where the node has no such field.
bool field_matches(const SelectorRequirement& requirement, std::string_view node_name) {
    const std::string_view value =
        requirement.key == kMetadataNameField ? node_name : std::string_view();
    const bool equal = requirement.values.size() == 1 && requirement.values.front() == value;
    return requirement.op == SelectorOperator::kIn ? equal : !equal;
}

}  // namespace

std::string_view to_string(SelectorOperator op) {
    const auto index = static_cast<std::size_t>(op);
    return index < kOperators.size() ? kOperators[index] : std::string_view();
}

SelectorOperator parse_selector_operator(std::string_view text) {
    const auto it = std::find(kOperators.begin(), kOperators.end(), text);
    return static_cast<SelectorOperator>(it - kOperators.begin());
}

bool SelectorRequirement::matches(const LabelSet& labels) const {
    const std::string* found = labels.find(key);
    if (found == nullptr) {
        return matches(static_cast<const std::string_view*>(nullptr));
    }
    const std::string_view value = *found;
    return matches(&value);
}

bool SelectorRequirement::matches(const std::string_view* value) const {
    switch (op) {
        case SelectorOperator::kIn: return value != nullptr && has_value(*this, *value);
        case SelectorOperator::kNotIn: return value == nullptr || !has_value(*this, *value);
        case SelectorOperator::kExists: return value != nullptr;
        case SelectorOperator::kDoesNotExist: return value == nullptr;
        case SelectorOperator::kGt:
        case SelectorOperator::kLt: return value != nullptr && compares(*this, *value);
        case SelectorOperator::kInvalid: return false;
    }
    return false;
}

bool LabelSelector::matches(const LabelSet& labels) const {
    if (invalid) {
        return false;
    }
    for (const Label& label : match_labels) {
        const std::string* value = labels.find(label.key);
        if (value == nullptr || *value != label.value) {
            return false;
        }
    }
    return std::all_of(match_expressions.begin(), match_expressions.end(),
                       [&](const SelectorRequirement& r) { return r.matches(labels); });
}

bool matches(const NodeSelectorTerm& term, const LabelSet& labels, std::string_view node_name) {
    if (term.invalid || term.empty()) {
        return false;
    }
    return std::all_of(term.match_expressions.begin(), term.match_expressions.end(),
                       [&](const SelectorRequirement& r) { return r.matches(labels); }) &&
           (node_name.empty() ||
            std::all_of(term.match_fields.begin(), term.match_fields.end(),
                        [&](const SelectorRequirement& r) { return field_matches(r, node_name); }));
}

bool NodeSelector::matches(const LabelSet& labels, std::string_view node_name) const {
    return std::any_of(terms.begin(), terms.end(), [&](const NodeSelectorTerm& term) {
        return model::matches(term, labels, node_name);
    });
}

void seal(LabelSelector& selector, const base::SymbolTable& symbols) {
    selector.invalid = selector_error(selector, symbols).has_value();
}

void seal(NodeSelectorTerm& term, const base::SymbolTable& symbols) {
    term.invalid = !term_errors(term, symbols).empty();
}

}  // namespace berth::model
