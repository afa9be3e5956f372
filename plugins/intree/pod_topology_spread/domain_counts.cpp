#include "plugins/intree/pod_topology_spread/domain_counts.hpp"

#include <stdexcept>
#include <string>

namespace berth::intree {

const berth_counts& DomainCounts::by_domain(const berth::Call& call, const berth::Pod& pod,
                                            const SpreadConstraint& constraint,
                                            const std::vector<SpreadConstraint>& all_keys) const {
    berth::CountQuery query;
    query.topology(constraint.topology_key);
    for (const SpreadConstraint& one : all_keys) {
        query.having(one.topology_key);
    }
    if (constraint.honors_affinity) {
        query.honor_affinity(pod);
    }
    if (constraint.honors_taints) {
        query.honor_taints(pod);
    }
    return ask(call, pod, constraint, query);
}

const berth_counts& DomainCounts::by_row(const berth::Call& call, const berth::Pod& pod,
                                         const SpreadConstraint& constraint) const {
    berth::CountQuery query;
    return ask(call, pod, constraint, query);
}

const berth_counts& DomainCounts::ask(const berth::Call& call, const berth::Pod& pod,
                                      const SpreadConstraint& constraint,
                                      berth::CountQuery& query) const {
    query.not_terminating();
    if (!is_empty(*constraint.selector)) {
        query.pods({.struct_size = sizeof(berth_pod_set),
                    .reserved = 0,
                    .namespaces = {&pod->namespace_name, 1, sizeof pod->namespace_name},
                    .namespace_selector = nullptr,
                    .selector = constraint.selector});
    }
    const berth_counts* answer = counts_.ask(call, query);
    if (answer == nullptr) {
        throw std::runtime_error("the host cannot count pods by " +
                                 std::string(constraint.topology_key_name));
    }
    return *answer;
}

}  // namespace berth::intree
