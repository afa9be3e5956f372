// Do labels, or a node, match a selector? As kube-scheduler v1.37.2 decides it
// (apimachinery/pkg/labels, component-helpers/scheduling/corev1/nodeaffinity). Any thread.
//
// A null selector is nil and matches nothing; one without requirements matches everything; a node
// selector without terms, and a term that is empty or unparsable, match nothing.
#pragma once

#include <algorithm>
#include <charconv>

#include <berth/sdk/match/owned.h>
#include <berth/sdk/view/node.h>

namespace berth {

namespace detail {

inline bool contains(const berth_array& values, std::string_view value) noexcept {
    for (std::string_view one : List<std::string_view>(values)) {
        if (one == value) {
            return true;
        }
    }
    return false;
}

// The whole text as a decimal integer of 64 bits, as Go's strconv.ParseInt reads it.
inline std::optional<std::int64_t> whole_integer(std::string_view text) noexcept {
    if (text.size() > 1 && text.front() == '+' && text[1] != '-') {
        text.remove_prefix(1);
    }
    std::int64_t number = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = end.ec == std::errc() && end.ptr == text.data() + text.size();
    return whole ? std::optional(number) : std::nullopt;
}

inline std::optional<std::string_view> value_of(const berth_requirement& requirement,
                                                const Labels& labels) noexcept {
    return requirement.key != 0 ? labels.find(Symbol{requirement.key})
                                : labels.find(text(requirement.name));
}

inline bool compares(const berth_requirement& requirement, std::string_view value) noexcept {
    const std::optional<std::int64_t> number = whole_integer(value);
    if (!number) {
        return false;
    }
    return requirement.op == BERTH_OP_GT ? *number > requirement.number
                                         : *number < requirement.number;
}

}  // namespace detail

inline bool matches(const berth_requirement& requirement, const Labels& labels) noexcept {
    const std::optional<std::string_view> value = detail::value_of(requirement, labels);
    switch (requirement.op) {
        case BERTH_OP_IN: return value && detail::contains(requirement.values, *value);
        case BERTH_OP_NOT_IN: return !value || !detail::contains(requirement.values, *value);
        case BERTH_OP_EXISTS: return value.has_value();
        case BERTH_OP_DOES_NOT_EXIST: return !value;
        case BERTH_OP_GT:
        case BERTH_OP_LT: return value && detail::compares(requirement, *value);
        default: return false;
    }
}

inline bool matches(const berth_selector* selector, const Labels& labels) noexcept {
    if (selector == nullptr || selector->matches_nothing != 0) {
        return false;
    }
    const List<berth_requirement> all(selector->requirements);
    return std::all_of(all.begin(), all.end(),
                       [&](const auto& one) { return matches(one, labels); });
}

inline bool matches(const LabelSelector& selector, const Labels& labels) noexcept {
    return matches(selector.raw(), labels);
}

// A requirement on the node's fields, of which there is one: metadata.name.
inline bool matches_field(const berth_requirement& requirement, const Node& node) noexcept {
    const bool named = text(requirement.name) == "metadata.name" &&
                       detail::contains(requirement.values, node.name());
    return requirement.op == BERTH_OP_NOT_IN ? !named : requirement.op == BERTH_OP_IN && named;
}

inline bool matches(const berth_node_term& term, const Node& node) noexcept {
    if (term.matches_nothing != 0) {
        return false;
    }
    for (const berth_requirement& one : List<berth_requirement>(term.fields)) {
        if (!matches_field(one, node)) {
            return false;
        }
    }
    const List<berth_requirement> expressions(term.expressions);
    if (expressions.empty()) {
        return true;
    }
    const Labels labels = node.labels();
    return std::all_of(expressions.begin(), expressions.end(),
                       [&](const auto& one) { return matches(one, labels); });
}

inline bool matches(const berth_node_selector& selector, const Node& node) noexcept {
    const List<berth_node_term> terms(selector.terms);
    return std::any_of(terms.begin(), terms.end(),
                       [&](const auto& term) { return matches(term, node); });
}

// The required part of a node affinity; without one, every node matches.
inline bool matches_required(const berth_node_affinity* affinity, const Node& node) noexcept {
    return affinity == nullptr || affinity->required == nullptr ||
           matches(*affinity->required, node);
}

// spec.nodeSelector and the required node affinity of the pod.
inline bool matches_required(const Pod& pod, const Node& node) noexcept {
    const Labels wanted = pod.node_selector();
    if (!wanted.empty()) {
        const Labels labels = node.labels();
        for (const berth_label& one : wanted) {
            const auto value =
                one.key != 0 ? labels.find(Symbol{one.key}) : labels.find(text(one.name));
            if (value != text(one.value)) {
                return false;
            }
        }
    }
    return matches_required(pod.node_affinity(), node);
}

// The sum of the weights of the preferred terms that match.
inline std::int64_t preferred_weight(const berth_node_affinity* affinity,
                                     const Node& node) noexcept {
    std::int64_t sum = 0;
    if (affinity != nullptr) {
        for (const auto& one : List<berth_preferred_node_term>(affinity->preferred)) {
            sum += one.weight != 0 && matches(*one.term, node) ? one.weight : 0;
        }
    }
    return sum;
}

}  // namespace berth
