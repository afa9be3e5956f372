#include "core/index/query/match.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

#include "core/index/namespaces.hpp"
#include "core/index/query/items.hpp"

namespace berth::index {
namespace {

bool contains(const berth_array& values, std::string_view value) {
    const Items<berth_str> all(values);
    return std::any_of(all.begin(), all.end(),
                       [&](const berth_str& one) { return text(one) == value; });
}

// The whole text as strconv.ParseInt reads it.
std::optional<std::int64_t> whole_integer(std::string_view from) {
    if (from.size() > 1 && from.front() == '+' && from[1] != '-') {
        from.remove_prefix(1);
    }
    std::int64_t number = 0;
    const char* const end = from.data() + from.size();
    const auto [stop, error] = std::from_chars(from.data(), end, number);
    return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

bool compares(const berth_requirement& requirement, std::string_view value) {
    const std::optional<std::int64_t> number = whole_integer(value);
    return number && (requirement.op == BERTH_OP_GT ? *number > requirement.number
                                                    : *number < requirement.number);
}

const berth_str* find(const berth_array& labels, const berth_requirement& requirement) {
    for (const berth_label& label : Items<berth_label>(labels)) {
        if (requirement.key != 0 ? label.key == requirement.key
                                 : text(label.name) == text(requirement.name)) {
            return &label.value;
        }
    }
    return nullptr;
}

bool contains_pod(const berth_pod_set& set, const PodKind& pod, const Namespaces& namespaces) {
    return matches(set.selector, pod.labels) &&
           (names(set.namespaces, pod.namespace_name) ||
            namespaces.selected(set.namespace_selector, pod.namespace_symbol));
}

}  // namespace

bool matches(const berth_requirement& requirement, const berth_str* value) {
    switch (requirement.op) {
        case BERTH_OP_IN: return value != nullptr && contains(requirement.values, text(*value));
        case BERTH_OP_NOT_IN:
            return value == nullptr || !contains(requirement.values, text(*value));
        case BERTH_OP_EXISTS: return value != nullptr;
        case BERTH_OP_DOES_NOT_EXIST: return value == nullptr;
        case BERTH_OP_GT:
        case BERTH_OP_LT: return value != nullptr && compares(requirement, text(*value));
        default: return false;
    }
}

bool matches(const berth_selector* selector, const berth_array& labels) {
    if (selector == nullptr || selector->matches_nothing != 0) {
        return false;
    }
    const Items<berth_requirement> all(selector->requirements);
    return std::all_of(all.begin(), all.end(), [&](const berth_requirement& one) {
        return matches(one, find(labels, one));
    });
}

bool names(const berth_array& namespaces, std::string_view name) {
    return contains(namespaces, name);
}

bool tolerates(const berth_array& tolerations, const berth_taint& taint) {
    const Items<berth_toleration> all(tolerations);
    return std::any_of(all.begin(), all.end(), [&](const berth_toleration& one) {
        if ((one.effect != BERTH_EFFECT_ANY &&
             (one.effect == BERTH_EFFECT_OTHER || one.effect != taint.effect)) ||
            (one.key.len != 0 && text(one.key) != text(taint.key))) {
            return false;
        }
        return one.op == BERTH_TOLERATION_EXISTS ||
               (one.op == BERTH_TOLERATION_EQUAL && text(one.value) == text(taint.value));
    });
}

PodKind kind_of(const berth_pod& pod) {
    return {.namespace_name = text(pod.namespace_name),
            .namespace_symbol = pod.namespace_symbol,
            .labels = pod.labels,
            .terminating = (pod.flags & BERTH_POD_TERMINATING) != 0};
}

bool counted(const berth_array& sets, std::uint32_t flags, const PodKind& pod,
             const Namespaces& namespaces) {
    if ((flags & BERTH_COUNT_NOT_TERMINATING) != 0 && pod.terminating) {
        return false;
    }
    const Items<berth_pod_set> all(sets);
    return !all.empty() && std::all_of(all.begin(), all.end(), [&](const berth_pod_set& set) {
        return contains_pod(set, pod, namespaces);
    });
}

}  // namespace berth::index
