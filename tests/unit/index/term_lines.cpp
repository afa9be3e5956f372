// Matching terms, as the index and as a look at every pod say.
#include <fmt/format.h>

#include "tests/unit/index/queries.hpp"

namespace berth::index::testing {
namespace {

using cache::testing::Objects;
using cache::testing::PodSketch;

using Lines = std::map<std::string, std::uint64_t>;

std::string_view view(const berth_str& from) {
    return {from.ptr, from.len};
}

std::string line(std::uint32_t kind, std::int32_t weight, std::string_view key,
                 std::string_view domain) {
    return fmt::format("{} {} {} {}", kind, weight, key, domain);
}

std::string print(const Lines& lines) {
    std::string out;
    for (const auto& [name, pods] : lines) {
        out += fmt::format("{}: {}; ", name, pods);
    }
    return out;
}

model::LabelSet label_set(const Texts& labels, Objects& objects) {
    std::vector<model::Label> made;
    for (const auto& [key, value] : labels) {
        made.push_back({objects.symbol(key), value});
    }
    return model::LabelSet(std::move(made));
}

// What one placed pod adds.
class Carrier {
public:
    Carrier(const PlacedPod& placed, const PodSketch& asked, const PlainCluster& cluster,
            Objects& objects)
        : placed_(placed), asked_(asked), cluster_(cluster), objects_(objects) {}

    void add(std::uint32_t kinds, Lines& lines) {
        if (!placed_.pod.affinity) {
            return;
        }
        const model::Affinity& affinity = *placed_.pod.affinity;
        if (affinity.pod) {
            add(*affinity.pod, kinds, BERTH_TERM_AFFINITY, BERTH_TERM_PREFERRED_AFFINITY, lines);
        }
        if (affinity.pod_anti) {
            add(*affinity.pod_anti, kinds, BERTH_TERM_ANTI_AFFINITY,
                BERTH_TERM_PREFERRED_ANTI_AFFINITY, lines);
        }
    }

private:
    void add(const model::PodAffinity& affinity, std::uint32_t kinds, std::uint32_t required,
             std::uint32_t preferred, Lines& lines) {
        for (const model::PodAffinityTerm& term : affinity.required) {
            add(term, 0, (kinds & required) != 0 ? required : 0, lines);
        }
        for (const model::WeightedPodAffinityTerm& term : affinity.preferred) {
            add(term.term, term.weight, (kinds & preferred) != 0 ? preferred : 0, lines);
        }
    }

    void add(const model::PodAffinityTerm& term, std::int32_t weight, std::uint32_t kind,
             Lines& lines) {
        const std::string_view key = objects_.symbols.text(term.topology_key);
        const auto node = cluster_.nodes.find(placed_.node);
        if (kind == 0 || node == cluster_.nodes.end() || !matches(term)) {
            return;
        }
        const auto label = node->second.labels.find(std::string(key));
        if (label != node->second.labels.end()) {
            ++lines[line(kind, weight, key, label->second)];
        }
    }

    bool matches(const model::PodAffinityTerm& term) {
        const bool own = term.namespaces.empty() && !term.namespace_selector;
        bool in_namespace = own && placed_.pod.namespace_name == asked_.namespace_name;
        for (const base::Symbol name : term.namespaces) {
            in_namespace = in_namespace || objects_.symbols.text(name) == asked_.namespace_name;
        }
        if (term.namespace_selector) {
            const auto known = cluster_.namespaces.find(asked_.namespace_name);
            in_namespace =
                in_namespace ||
                term.namespace_selector->matches(label_set(
                    known == cluster_.namespaces.end() ? Texts() : known->second, objects_));
        }
        return in_namespace &&
               model::matches(term.label_selector, label_set(asked_.labels, objects_));
    }

    const PlacedPod& placed_;
    const PodSketch& asked_;
    const PlainCluster& cluster_;
    Objects& objects_;
};

}  // namespace

model::LabelSelector selector_of(const Rules& rules, base::SymbolTable& symbols) {
    static constexpr model::SelectorOperator kOps[] = {
        model::SelectorOperator::kInvalid, model::SelectorOperator::kIn,
        model::SelectorOperator::kNotIn, model::SelectorOperator::kExists,
        model::SelectorOperator::kDoesNotExist};
    model::LabelSelector selector;
    for (const Rule& rule : rules) {
        selector.match_expressions.push_back(
            {symbols.intern(rule.key), kOps[rule.op], rule.values, ""});
    }
    return selector;
}

std::string describe_terms(const berth_array& terms, cache::Snapshot& snapshot,
                           base::SymbolTable& symbols) {
    Lines lines;
    for (const auto& term : framework::items_of<berth_matching_term>(terms)) {
        const base::Symbol key{term.topology_key};
        for (std::uint32_t i = 0; i < term.carrier_count; ++i) {
            const berth_carriers& carriers = term.carriers[i];
            lines[line(term.kind, term.weight, symbols.text(key),
                       view(snapshot.label(key)->texts[carriers.value]))] += carriers.pods;
        }
    }
    return print(lines);
}

std::string match_plainly(const PodSketch& asked, std::uint32_t kinds, const PlainCluster& cluster,
                          Objects& objects) {
    Lines lines;
    for (const auto& [uid, placed] : cluster.pods) {
        Carrier(placed, asked, cluster, objects).add(kinds, lines);
    }
    return print(lines);
}

}  // namespace berth::index::testing
