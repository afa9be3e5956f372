#include "plugins/intree/inter_pod_affinity/hints.hpp"

#include <algorithm>
#include <optional>

#include "plugins/intree/inter_pod_affinity/term_queries.hpp"

namespace berth::intree {
namespace {

bool means(const berth_pod_term& term, const berth::Pod& pod) {
    const berth::List<std::string_view> names(term.namespaces);
    const bool named = std::find(names.begin(), names.end(), pod.namespace_name()) != names.end();
    return (named || berth::matches(term.namespace_selector, berth::Labels())) &&
           berth::matches(term.selector, pod.labels());
}

bool all_mean(const TermList& terms, const berth::Pod& pod) {
    return !terms.empty() && std::all_of(terms.begin(), terms.end(),
                                         [&](const auto& term) { return means(term, pod); });
}

bool any_means(const TermList& terms, const berth::Pod& pod) {
    return std::any_of(terms.begin(), terms.end(),
                       [&](const auto& term) { return means(term, pod); });
}

bool is_nowhere(const std::optional<berth::Pod>& pod) {
    return pod && pod->node_name().empty() && pod->nominated_node_name().empty();
}

using Value = std::optional<std::string_view>;

// What a node says of a key before and after an event; both nothing without the key.
struct Change {
    Value before, after;
    [[nodiscard]] bool moved() const { return before && after && *before != *after; }
};

Change change_of(const berth_pod_term& term, const berth::Event& event) {
    const berth::Symbol key{term.topology_key};
    return {event.old_node() ? event.old_node()->labels().find(key) : Value(),
            event.new_node()->labels().find(key)};
}

}  // namespace

bool wakes_after_pod(const berth::Pod& pod, const berth::Event& event) {
    const auto before = event.old_pod();
    const auto after = event.new_pod();
    if (is_nowhere(before) || is_nowhere(after)) {
        return false;
    }
    const TermList terms = pod.affinity();
    const TermList anti = pod.anti_affinity();
    if (!parsable(terms) || !parsable(anti)) {
        return true;
    }
    if (before && after) {
        return (!all_mean(terms, *before) && all_mean(terms, *after)) ||
               (any_means(anti, *before) && !any_means(anti, *after));
    }
    if (after) {
        return all_mean(terms, *after);
    }
    return !before || any_means(anti, *before) || !parsable(before->anti_affinity()) ||
           any_means(before->anti_affinity(), pod);
}

bool wakes_after_node(const berth::Pod& pod, const berth::Event& event) {
    const TermList terms = pod.affinity();
    const TermList anti = pod.anti_affinity();
    if (!event.new_node() || !parsable(terms) || !parsable(anti)) {
        return true;
    }
    const bool joined = std::any_of(terms.begin(), terms.end(), [&](const auto& term) {
        const Change change = change_of(term, event);
        return (!change.before && change.after) || change.moved();
    });
    if (joined) {
        return true;
    }
    if (!event.old_node()) {
        return !anti.empty();
    }
    return std::any_of(anti.begin(), anti.end(), [&](const auto& term) {
        const Change change = change_of(term, event);
        return (change.before && !change.after) || change.moved();
    });
}

}  // namespace berth::intree
