#include "tests/unit/index/queries.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace berth::index::testing {
namespace {

using cache::testing::NodeSketch;
using cache::testing::PodSketch;

std::string_view view(const berth_str& from) {
    return {from.ptr, from.len};
}

bool has(const std::vector<std::string>& list, const std::string& one) {
    return std::find(list.begin(), list.end(), one) != list.end();
}

bool obeys_one(const Texts& labels, const Rule& rule) {
    const auto found = labels.find(rule.key);
    const bool there = found != labels.end();
    switch (rule.op) {
        case BERTH_OP_IN: return there && has(rule.values, found->second);
        case BERTH_OP_NOT_IN: return !there || !has(rule.values, found->second);
        case BERTH_OP_EXISTS: return there;
        default: return !there;
    }
}

bool contains(const SetSketch& set, const PodSketch& pod, const PlainCluster& cluster) {
    bool in_namespace = has(set.namespaces, pod.namespace_name);
    if (set.namespace_rules != nullptr) {
        const auto known = cluster.namespaces.find(pod.namespace_name);
        in_namespace =
            in_namespace || set.namespace_rules->empty() ||
            (known != cluster.namespaces.end() && obeys(known->second, *set.namespace_rules));
    }
    return in_namespace && !set.nothing && obeys(pod.labels, set.rules);
}

bool is_eligible(const QuerySketch& query, const NodeSketch& node) {
    const bool labels_fit =
        std::all_of(query.node_labels.begin(), query.node_labels.end(), [&](const auto& label) {
            const auto found = node.labels.find(label.first);
            return found != node.labels.end() && found->second == label.second;
        });
    const bool keys_fit = std::all_of(query.having.begin(), query.having.end(),
                                      [&](const auto& key) { return node.labels.contains(key); });
    const bool terms_fit =
        query.terms.empty() ||
        std::any_of(query.terms.begin(), query.terms.end(),
                    [&](const Rules& rules) { return testing::obeys(node.labels, rules); });
    const bool taints_fit =
        !query.honor_taints ||
        std::all_of(node.taints.begin(), node.taints.end(), [&](const model::Taint& taint) {
            return taint.effect == "PreferNoSchedule" || has(query.tolerated, taint.key);
        });
    return labels_fit && keys_fit && terms_fit && taints_fit;
}

struct Domain {
    std::uint64_t pods = 0, nodes = 0;
};

std::string print(const std::map<std::string, Domain>& domains, std::uint64_t without,
                  std::uint64_t total, std::uint64_t least, std::uint64_t least_domains) {
    std::string out;
    for (const auto& [name, domain] : domains) {
        out += fmt::format("{}: {} pods on {}; ", name, domain.pods, domain.nodes);
    }
    return out + fmt::format("no label: {}; total {}, least {} in {} of {}", without, total, least,
                             least_domains, domains.size());
}

}  // namespace

bool obeys(const Texts& labels, const Rules& rules) {
    return std::all_of(rules.begin(), rules.end(),
                       [&](const Rule& rule) { return obeys_one(labels, rule); });
}

Query::Query(const QuerySketch& sketch, base::SymbolTable& symbols) : symbols_(symbols) {
    raw.struct_size = sizeof(raw);
    raw.flags = (sketch.not_terminating ? BERTH_COUNT_NOT_TERMINATING : 0) |
                (sketch.honor_taints ? BERTH_COUNT_HONOR_TAINTS : 0);
    raw.topology_key = base::number(symbols.intern(sketch.key));
    raw.sets =
        memory_.map<berth_pod_set>(sketch.sets, [&](const SetSketch& one) { return set(one); });
    set_nodes(sketch);
}

void Query::set_nodes(const QuerySketch& sketch) {
    const auto keys = memory_.make<berth_symbol>(sketch.having.size());
    std::transform(sketch.having.begin(), sketch.having.end(), keys.begin(),
                   [&](const std::string& key) { return base::number(symbols_.intern(key)); });
    raw.keys = keys.data();
    raw.key_count = static_cast<std::uint32_t>(keys.size());
    raw.node_labels = memory_.map<berth_label>(sketch.node_labels, [&](const auto& label) {
        return berth_label{text(label.first), text(label.second),
                           base::number(symbols_.intern(label.first)), 0};
    });
    if (!sketch.terms.empty()) {
        berth_node_selector& selector = memory_.make<berth_node_selector>(1)[0];
        selector.struct_size = sizeof(selector);
        selector.terms = memory_.map<berth_node_term>(sketch.terms, [&](const Rules& rules) {
            berth_node_term term{};
            term.struct_size = sizeof(term);
            term.expressions = requirements(rules);
            return term;
        });
        raw.required_nodes = &selector;
    }
    raw.tolerations = memory_.map<berth_toleration>(sketch.tolerated, [&](const auto& key) {
        berth_toleration toleration{};
        toleration.struct_size = sizeof(toleration);
        toleration.op = BERTH_TOLERATION_EXISTS;
        toleration.key = text(key);
        return toleration;
    });
}

berth_str Query::text(std::string_view from) {
    const std::string& kept = kept_.emplace_back(from);
    return {kept.data(), kept.size()};
}

berth_array Query::texts(const std::vector<std::string>& from) {
    return memory_.map<berth_str>(from, [&](const std::string& one) { return text(one); });
}

berth_array Query::requirements(const Rules& rules) {
    return memory_.map<berth_requirement>(rules, [&](const Rule& rule) {
        berth_requirement made{};
        made.struct_size = sizeof(made);
        made.op = rule.op;
        made.key = base::number(symbols_.intern(rule.key));
        made.name = text(rule.key);
        made.values = texts(rule.values);
        return made;
    });
}

const berth_selector* Query::selector(const Rules& rules, bool nothing) {
    berth_selector& made = memory_.make<berth_selector>(1)[0];
    made.struct_size = sizeof(made);
    made.matches_nothing = nothing ? 1 : 0;
    made.requirements = requirements(rules);
    return &made;
}

berth_pod_set Query::set(const SetSketch& sketch) {
    berth_pod_set made{};
    made.struct_size = sizeof(made);
    made.namespaces = texts(sketch.namespaces);
    made.namespace_selector =
        sketch.namespace_rules != nullptr ? selector(*sketch.namespace_rules, false) : nullptr;
    made.selector = selector(sketch.rules, sketch.nothing);
    return made;
}

std::string describe(const berth_counts& counts, const QuerySketch& query,
                     cache::Snapshot& snapshot, base::SymbolTable& symbols) {
    const bool by_row = query.key.empty();
    const berth_label_column* column = by_row ? nullptr : snapshot.label(symbols.intern(query.key));
    std::map<std::string, Domain> domains;
    for (std::uint32_t id = by_row ? 0 : 1; id < counts.values + (by_row ? 0 : 1); ++id) {
        if (counts.nodes[id] != 0) {
            const berth_str& name = by_row ? snapshot.columns().name[id] : column->texts[id];
            domains[std::string(view(name))] = {counts.pods[id], counts.nodes[id]};
        }
    }
    std::string out = print(domains, by_row ? 0 : counts.pods[0], counts.total_pods, counts.least,
                            counts.least_domains);
    std::set<std::string_view> left_out;
    for (std::uint32_t row = 0; row < snapshot.rows(); ++row) {
        if (counts.eligible != nullptr && ((counts.eligible[row / 64] >> (row % 64)) & 1) == 0) {
            left_out.insert(view(snapshot.columns().name[row]));
        }
    }
    out += fmt::format(", without {}", fmt::join(left_out, " "));
    return out + (counts.domains == domains.size() ? "" : " domains differ");
}

bool is_counted(const QuerySketch& query, const PodSketch& pod, const PlainCluster& cluster) {
    return !query.sets.empty() && !(query.not_terminating && pod.terminating) &&
           std::all_of(query.sets.begin(), query.sets.end(),
                       [&](const SetSketch& set) { return contains(set, pod, cluster); });
}

std::string count_plainly(const QuerySketch& query, const PlainCluster& cluster) {
    std::map<std::string, Domain> domains;
    std::uint64_t without = 0;
    std::uint64_t total = 0;
    std::set<std::string_view> left_out;
    for (const auto& [name, node] : cluster.nodes) {
        if (!is_eligible(query, node)) {
            left_out.insert(name);
            continue;
        }
        const auto pods = static_cast<std::uint64_t>(std::count_if(
            cluster.pods.begin(), cluster.pods.end(), [&, node_name = name](const auto& entry) {
                return entry.second.node == node_name &&
                       is_counted(query, entry.second.pod, cluster);
            }));
        const auto label = node.labels.find(query.key);
        if (!query.key.empty() && label == node.labels.end()) {
            without += pods;
            continue;
        }
        Domain& domain = domains[query.key.empty() ? name : label->second];
        domain.pods += pods;
        ++domain.nodes;
        total += pods;
    }
    std::uint64_t least = ~std::uint64_t{0};
    for (const auto& [name, domain] : domains) {
        least = std::min(least, domain.pods);
    }
    const auto least_domains = static_cast<std::uint64_t>(
        std::count_if(domains.begin(), domains.end(),
                      [&](const auto& entry) { return entry.second.pods == least; }));
    return print(domains, without, total, domains.empty() ? 0 : least, least_domains) +
           fmt::format(", without {}", fmt::join(left_out, " "));
}

}  // namespace berth::index::testing
