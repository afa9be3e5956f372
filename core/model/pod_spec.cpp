#include "core/model/pod_spec.hpp"

#include <xxhash.h>

namespace berth::model {
namespace {

// Enough of a spec to tell most different ones apart; equality decides.
class Hash {
public:
    void add(std::string_view text) { value_ = XXH64(text.data(), text.size(), value_ + 1); }
    void add(std::uint64_t number) { value_ = XXH64(&number, sizeof number, value_); }
    void add(const ResourceList& list) {
        for (const Resource& resource : list) {
            add(base::number(resource.name));
            add(static_cast<std::uint64_t>(resource.quantity.nano()));
        }
    }
    void add(const std::vector<SelectorRequirement>& requirements) {
        for (const SelectorRequirement& requirement : requirements) {
            add(base::number(requirement.key));
            for (const std::string& text : requirement.values) {
                add(text);
            }
        }
    }
    void add(const std::optional<LabelSelector>& selector) {
        if (selector) {
            for (const Label& label : selector->match_labels) {
                add(base::number(label.key));
                add(label.value);
            }
            add(selector->match_expressions);
        }
    }
    [[nodiscard]] std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0;
};

void add(Hash& hash, const NodeSelectorTerm& term) {
    hash.add(term.match_expressions);
    hash.add(term.match_fields);
}

void add(Hash& hash, const PodAffinity& affinity) {
    for (const PodAffinityTerm& term : affinity.required) {
        hash.add(base::number(term.topology_key));
        hash.add(term.label_selector);
    }
    for (const WeightedPodAffinityTerm& term : affinity.preferred) {
        hash.add(static_cast<std::uint64_t>(term.weight));
        hash.add(term.term.label_selector);
    }
}

void add(Hash& hash, const Affinity& affinity) {
    if (affinity.node) {
        if (affinity.node->required) {
            for (const NodeSelectorTerm& term : affinity.node->required->terms) {
                add(hash, term);
            }
        }
        for (const PreferredSchedulingTerm& term : affinity.node->preferred) {
            hash.add(static_cast<std::uint64_t>(term.weight));
            add(hash, term.preference);
        }
    }
    if (affinity.pod) {
        add(hash, *affinity.pod);
    }
    if (affinity.pod_anti) {
        add(hash, *affinity.pod_anti);
    }
}

}  // namespace

bool PodSpec::equals(const PodSpec& other) const {
    return containers == other.containers && init_containers == other.init_containers &&
           volumes == other.volumes && node_selector == other.node_selector &&
           affinity == other.affinity &&
           topology_spread_constraints == other.topology_spread_constraints &&
           tolerations == other.tolerations && scheduling_gates == other.scheduling_gates &&
           resource_claims == other.resource_claims && overhead == other.overhead &&
           resources == other.resources && scheduler_name == other.scheduler_name &&
           priority_class_name == other.priority_class_name &&
           scheduling_group == other.scheduling_group && priority == other.priority &&
           preemption_policy == other.preemption_policy && restart_policy == other.restart_policy &&
           host_network == other.host_network && host_users == other.host_users &&
           termination_grace_period_seconds == other.termination_grace_period_seconds;
}

std::uint64_t content_hash(const PodSpec& spec) {
    Hash hash;
    for (const auto* list : {&spec.containers, &spec.init_containers}) {
        for (const Container& container : *list) {
            hash.add(container.name);
            hash.add(container.image);
            hash.add(container.resources.requests);
        }
    }
    for (const Volume& volume : spec.volumes) {
        hash.add(volume.id);
    }
    for (const Label& label : spec.node_selector) {
        hash.add(label.value);
    }
    if (spec.affinity) {
        add(hash, *spec.affinity);
    }
    for (const TopologySpreadConstraint& constraint : spec.topology_spread_constraints) {
        hash.add(base::number(constraint.topology_key));
        hash.add(constraint.label_selector);
    }
    for (const Toleration& toleration : spec.tolerations) {
        hash.add(toleration.key);
        hash.add(toleration.value);
    }
    for (const PodResourceClaim& claim : spec.resource_claims) {
        hash.add(claim.resource_claim_name);
    }
    if (spec.resources) {
        hash.add(spec.resources->requests);
    }
    hash.add(spec.scheduler_name);
    hash.add(static_cast<std::uint64_t>(spec.priority.value_or(0)));
    return hash.value();
}

}  // namespace berth::model
