// How many pods of a kind are in each domain of a topology. Ask in pre_filter and pre_score; read
// in filter and score of the same cycle. The meaning of a query is that of <berth/host/counts.h>.
//
//   CountQuery query;
//   query.topology(Symbol{term.topology_key}).pods(pod_set(term));
//   const berth_counts* counts = counts_.ask(call, query);
#pragma once

#include <vector>

#include <berth/host/counts.h>
#include <berth/sdk/call.h>
#include <berth/sdk/host/host.h>
#include <berth/sdk/view/labels.h>
#include <berth/sdk/view/pod.h>

namespace berth {

// A query in the making; what it is told of is borrowed.
class CountQuery {
public:
    CountQuery& topology(Symbol key) {
        query_.topology_key = static_cast<berth_symbol>(key);
        return *this;
    }
    // Pods must be in each of the sets.
    CountQuery& pods(const berth_pod_set& set) {
        sets_.push_back(set);
        return *this;
    }
    CountQuery& not_terminating() {
        query_.flags |= BERTH_COUNT_NOT_TERMINATING;
        return *this;
    }
    // Nodes must have the label, pass the pod's selector and affinity, have tolerated taints.
    CountQuery& having(Symbol key) {
        keys_.push_back(static_cast<berth_symbol>(key));
        return *this;
    }
    CountQuery& honor_affinity(const Pod& pod) {
        query_.node_labels = pod->node_selector;
        query_.required_nodes =
            pod.node_affinity() != nullptr ? pod.node_affinity()->required : nullptr;
        return *this;
    }
    CountQuery& honor_taints(const Pod& pod) {
        query_.flags |= BERTH_COUNT_HONOR_TAINTS;
        query_.tolerations = pod->tolerations;
        return *this;
    }
    // Valid until the query changes.
    const berth_count_query* raw() {
        query_.struct_size = sizeof(query_);
        query_.sets = {sets_.data(), static_cast<std::uint32_t>(sets_.size()),
                       sizeof(berth_pod_set)};
        query_.key_count = static_cast<std::uint32_t>(keys_.size());
        query_.keys = keys_.data();
        return &query_;
    }

private:
    berth_count_query query_{};
    std::vector<berth_pod_set> sets_;
    std::vector<berth_symbol> keys_;
};

// The pods that a term of pod affinity speaks of.
inline berth_pod_set pod_set(const berth_pod_term& term) noexcept {
    return {sizeof(berth_pod_set), 0, term.namespaces, term.namespace_selector, term.selector};
}

class Counts {
public:
    explicit Counts(const Host& host)
        : host_(host.raw()), table_(&host.get<berth_counts_v1>(BERTH_HOST_COUNTS_V1)) {}

    // Null outside of a cycle.
    const berth_counts* ask(const Call& call, CountQuery& query) const {
        return table_->counts(host_, call.raw(), query.raw());
    }
    // Would the pod be counted, wherever it is placed?
    bool counted(const Call& call, CountQuery& query, const Pod& pod) const {
        return table_->counted(host_, call.raw(), query.raw(), pod.raw()) != 0;
    }

private:
    const berth_host* host_;
    const berth_counts_v1* table_;
};

inline Counts Host::counts() const {
    return Counts(*this);
}

}  // namespace berth
