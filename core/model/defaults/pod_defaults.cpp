#include "core/model/defaults/pod_defaults.hpp"

#include <algorithm>

#include "core/model/pod_resources.hpp"

namespace berth::model {
namespace {

constexpr std::int64_t kDefaultGracePeriod = 30;
constexpr std::int64_t kDeadNodeSeconds = 300;

void requests_from_limits(ResourceRequirements& resources, const base::SymbolTable& symbols) {
    for (const Resource& limit : resources.limits) {
        if (find(resources.requests, limit.name) == nullptr) {
            set(resources.requests, limit.name, limit.quantity, symbols);
        }
    }
}

void fill_container(Container& container, bool host_network, const base::SymbolTable& symbols) {
    requests_from_limits(container.resources, symbols);
    round_up(container.resources);
    for (ContainerPort& port : container.ports) {
        if (port.protocol.empty()) {
            port.protocol = "TCP";
        }
        if (host_network && port.host_port == 0) {
            port.host_port = port.container_port;
        }
    }
}

void round_up(std::optional<ResourceList>& list) {
    if (list) {
        model::round_up(*list);
    }
}

void round_up_status(PodStatus& status) {
    if (!status.resources) {
        return;
    }
    PodResourceStatus resources = *status.resources;
    for (ContainerResourceStatus& container : resources.containers) {
        round_up(container.allocated);
        round_up(container.actuated_requests);
        if (container.resources) {
            model::round_up(*container.resources);
        }
    }
    round_up(resources.allocated);
    round_up(resources.actuated_requests);
    if (resources.resources) {
        model::round_up(*resources.resources);
    }
    status.resources = std::make_shared<const PodResourceStatus>(std::move(resources));
}

void merge_keys(std::optional<LabelSelector>& selector, const std::vector<base::Symbol>& keys,
                SelectorOperator op, const LabelSet& labels) {
    if (!selector) {
        return;  // it matches nothing anyway
    }
    for (base::Symbol key : keys) {
        if (const std::string* value = labels.find(key)) {
            selector->match_expressions.push_back({key, op, {*value}, {}});
        }
    }
}

void merge_keys(PodAffinityTerm& term, const LabelSet& labels, const base::SymbolTable& symbols) {
    merge_keys(term.label_selector, term.match_label_keys, SelectorOperator::kIn, labels);
    merge_keys(term.label_selector, term.mismatch_label_keys, SelectorOperator::kNotIn, labels);
    if (term.label_selector) {
        seal(*term.label_selector, symbols);
    }
}

void merge_keys(std::optional<PodAffinity>& affinity, const LabelSet& labels,
                const base::SymbolTable& symbols) {
    if (!affinity) {
        return;
    }
    for (PodAffinityTerm& term : affinity->required) {
        merge_keys(term, labels, symbols);
    }
    for (WeightedPodAffinityTerm& weighted : affinity->preferred) {
        merge_keys(weighted.term, labels, symbols);
    }
}

bool is_huge_page(base::Symbol name, const base::SymbolTable& symbols) {
    return symbols.text(name).starts_with("hugepages-");
}

// What the containers' limits sum up to, by the same rule as their requests.
ResourceList container_limits(const PodSpec& spec, const base::SymbolTable& symbols) {
    PodSpec swapped;
    swapped.containers = spec.containers;
    swapped.init_containers = spec.init_containers;
    for (auto* list : {&swapped.containers, &swapped.init_containers}) {
        for (Container& container : *list) {
            container.resources.requests = container.resources.limits;
        }
    }
    return pod_requests(swapped, {}, {}, symbols);
}

void complete_pod_level(PodSpec& spec, const base::SymbolTable& symbols) {
    if (!spec.resources || (spec.resources->requests.empty() && spec.resources->limits.empty())) {
        return;
    }
    ResourceList& requests = spec.resources->requests;
    ResourceList& limits = spec.resources->limits;
    for (const Resource& limit : container_limits(spec, symbols)) {
        if (is_huge_page(limit.name, symbols) && find(requests, limit.name) == nullptr &&
            find(limits, limit.name) == nullptr) {
            set(limits, limit.name, limit.quantity, symbols);
        }
    }
    PodResourcesOptions containers_only;
    containers_only.pod_level = false;
    containers_only.overhead = false;
    for (const Resource& sum : pod_requests(spec, {}, containers_only, symbols)) {
        if (is_pod_level_resource(symbols.text(sum.name)) && !is_huge_page(sum.name, symbols) &&
            find(requests, sum.name) == nullptr) {
            set(requests, sum.name, sum.quantity, symbols);
        }
    }
    for (const Resource& limit : limits) {
        if (is_pod_level_resource(symbols.text(limit.name)) &&
            find(requests, limit.name) == nullptr) {
            set(requests, limit.name, limit.quantity, symbols);
        }
    }
}

}  // namespace

void round_up(ResourceList& list) {
    for (Resource& resource : list) {
        resource.quantity.round_up_to_milli();
    }
}

void round_up(ResourceRequirements& resources) {
    round_up(resources.requests);
    round_up(resources.limits);
}

void fill_pod_fields(PodDraft& draft, const base::SymbolTable& symbols) {
    PodSpec& spec = draft.spec;
    for (auto* list : {&spec.containers, &spec.init_containers}) {
        for (Container& container : *list) {
            fill_container(container, spec.host_network, symbols);
        }
    }
    for (Volume& volume : spec.volumes) {
        if (volume.kind == VolumeKind::kRbd && volume.pool.empty()) {
            volume.pool = "rbd";
        }
    }
    if (spec.restart_policy == RestartPolicy::kUnset) {
        spec.restart_policy = RestartPolicy::kAlways;
    }
    std::int64_t& grace = spec.termination_grace_period_seconds.emplace(
        spec.termination_grace_period_seconds.value_or(kDefaultGracePeriod));
    grace = grace < 0 ? 1 : grace;
    if (spec.scheduler_name.empty()) {
        spec.scheduler_name = "default-scheduler";
    }
    round_up(spec.overhead);
    if (spec.resources) {
        round_up(*spec.resources);
    }
    round_up_status(draft.pod.status);
}

void tolerate_dead_nodes(PodSpec& spec) {
    for (const char* key : {"node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"}) {
        const bool tolerated = std::any_of(
            spec.tolerations.begin(), spec.tolerations.end(), [&](const Toleration& toleration) {
                return (toleration.key.empty() || toleration.key == key) &&
                       (toleration.effect.empty() || toleration.effect == "NoExecute");
            });
        if (!tolerated) {
            spec.tolerations.push_back({key, "Exists", "", "NoExecute", kDeadNodeSeconds});
        }
    }
}

void prepare_for_create(PodDraft& draft, const base::SymbolTable& symbols) {
    PodSpec& spec = draft.spec;
    const LabelSet& labels = *draft.pod.meta.labels;
    if (spec.affinity) {
        merge_keys(spec.affinity->pod, labels, symbols);
        merge_keys(spec.affinity->pod_anti, labels, symbols);
    }
    for (TopologySpreadConstraint& constraint : spec.topology_spread_constraints) {
        merge_keys(constraint.label_selector, constraint.match_label_keys, SelectorOperator::kIn,
                   labels);
        if (constraint.label_selector) {
            seal(*constraint.label_selector, symbols);
        }
    }
    // Gates that are off in v1.37: GenericWorkload, VolumeBindMountOptions.
    spec.scheduling_group.clear();
    for (auto* list : {&spec.containers, &spec.init_containers}) {
        for (Container& container : *list) {
            container.bind_mount_options = false;
        }
    }
    complete_pod_level(spec, symbols);
}

}  // namespace berth::model
