#include "core/model/pod_resources.hpp"

#include "core/model/words.hpp"

namespace berth::model {
namespace {

enum class Source { kSpec, kAllocated, kActuated };

struct Context {
    const PodSpec& spec;
    const PodStatus& status;
    const PodResourcesOptions& options;
    const base::SymbolTable& symbols;
    bool infeasible = false;  // of a resize

    [[nodiscard]] const PodResourceStatus* resources() const { return status.resources.get(); }
};

const PodCondition* resize_pending(const PodStatus& status, const base::SymbolTable& symbols) {
    for (const PodCondition& condition : status.conditions) {
        if (symbols.text(condition.type) == "PodResizePending") {
            return &condition;
        }
    }
    return nullptr;
}

// The list that counts for one container; null stands for an empty one.
const ResourceList* container_list(const Context& context, const Container& container,
                                   Source source) {
    if (source == Source::kSpec) {
        return &container.resources.requests;
    }
    if (context.resources() != nullptr) {
        for (const ContainerResourceStatus& status : context.resources()->containers) {
            if (status.name != container.name) {
                continue;
            }
            if (source == Source::kActuated && status.actuated_requests) {
                return &*status.actuated_requests;
            }
            if (status.allocated) {
                return &*status.allocated;
            }
            break;
        }
    }
    return context.infeasible ? nullptr : &container.resources.requests;
}

ResourceList container_requests(const Context& context, const Container& container, Source source) {
    const ResourceList* list = container_list(context, container, source);
    ResourceList requests = list == nullptr ? ResourceList() : *list;
    for (const Resource& missing : context.options.missing_defaults) {
        if (list == nullptr || find(*list, missing.name) == nullptr) {
            set(requests, missing.name, missing.quantity, context.symbols);
        }
    }
    return requests;
}

ResourceList aggregate(const Context& context, Source source) {
    const base::SymbolTable& symbols = context.symbols;
    ResourceList total;
    for (const Container& container : context.spec.containers) {
        add(total, container_requests(context, container, source), symbols);
    }
    ResourceList sidecars;
    ResourceList most;
    for (const Container& container : context.spec.init_containers) {
        ResourceList own = container_requests(context, container, source);
        if (container.restart_policy == RestartPolicy::kAlways) {
            add(total, own, symbols);
            add(sidecars, own, symbols);
            raise_to(most, sidecars, symbols);
        } else {
            add(own, sidecars, symbols);
            raise_to(most, own, symbols);
        }
    }
    raise_to(total, most, symbols);
    return total;
}

ResourceList aggregate_with_status(const Context& context) {
    const base::SymbolTable& symbols = context.symbols;
    const PodResourceStatus* resources = context.resources();
    ResourceList result;
    if (!context.infeasible) {
        result = aggregate(context, Source::kSpec);
    }
    if (resources != nullptr && resources->allocated && resources->actuated_requests) {
        raise_to(result, *resources->actuated_requests, symbols);
        raise_to(result, *resources->allocated, symbols);
    } else if (context.infeasible || resources != nullptr) {
        raise_to(result, aggregate(context, Source::kActuated), symbols);
        raise_to(result, aggregate(context, Source::kAllocated), symbols);
    }
    return result;
}

bool names_pod_level(const ResourceList& list, const base::SymbolTable& symbols) {
    for (const Resource& resource : list) {
        if (is_pod_level_resource(symbols.text(resource.name))) {
            return true;
        }
    }
    return false;
}

void apply_pod_level(ResourceList& total, const Context& context) {
    const base::SymbolTable& symbols = context.symbols;
    const ResourceList& requests = context.spec.resources->requests;
    const PodResourceStatus* resources = context.resources();
    ResourceList effective = requests;
    if (context.options.use_status && resources != nullptr && resources->resources) {
        if (context.infeasible) {
            effective.clear();
        }
        if (resources->actuated_requests) {
            raise_to(effective, *resources->actuated_requests, symbols);
        }
        if (resources->allocated) {
            raise_to(effective, *resources->allocated, symbols);
        }
    }
    for (const Resource& resource : effective) {
        if (is_pod_level_resource(symbols.text(resource.name))) {
            set(total, resource.name, resource.quantity, symbols);
        }
    }
}

const ResourceList& missing_requests() {
    static const ResourceList kDefaults{
        {kCpu, Quantity::from_milli(100)},
        {kMemory, Quantity::from_units(200 * 1024 * 1024, QuantityFormat::kBinarySi)},
    };
    return kDefaults;
}

// kube-scheduler's calculateResource: with pod-level requests the defaults stand in only for what
// the pod as a whole does not ask for.
ResourceList non_zero_defaults(const PodSpec& spec, const ResourceList& placed,
                               const base::SymbolTable& symbols) {
    if (!spec.resources || !names_pod_level(spec.resources->requests, symbols)) {
        return missing_requests();
    }
    ResourceList defaults;
    for (const Resource& resource : missing_requests()) {
        if (find(placed, resource.name) == nullptr) {
            defaults.push_back(resource);
        }
    }
    return defaults;
}

}  // namespace

bool is_pod_level_resource(std::string_view name) {
    return name == "cpu" || name == "memory" || name.starts_with("hugepages-");
}

ResourceList pod_requests(const PodSpec& spec, const PodStatus& status,
                          const PodResourcesOptions& options, const base::SymbolTable& symbols) {
    Context context{spec, status, options, symbols};
    if (options.use_status) {
        const PodCondition* pending = resize_pending(status, symbols);
        context.infeasible = pending != nullptr && symbols.text(pending->reason) == "Infeasible";
    }
    ResourceList total =
        options.use_status ? aggregate_with_status(context) : aggregate(context, Source::kSpec);
    if (options.pod_level && spec.resources && names_pod_level(spec.resources->requests, symbols)) {
        apply_pod_level(total, context);
    }
    if (options.overhead) {
        add(total, spec.overhead, symbols);
    }
    return total;
}

PodTotals compute_totals(const PodSpec& spec, const PodStatus& status,
                         const base::SymbolTable& symbols) {
    PodTotals totals;
    PodResourcesOptions options;
    totals.request = to_amounts(pod_requests(spec, status, options, symbols), symbols);

    options.use_status = true;
    const ResourceList placed = pod_requests(spec, status, options, symbols);
    totals.placed = to_amounts(placed, symbols);

    options.missing_defaults = non_zero_defaults(spec, placed, symbols);
    const ResourceList non_zero = pod_requests(spec, status, options, symbols);
    if (const Quantity* cpu = find(non_zero, kCpu)) {
        totals.non_zero_milli_cpu = cpu->milli_value();
    }
    if (const Quantity* memory = find(non_zero, kMemory)) {
        totals.non_zero_memory = memory->value();
    }

    options.use_status = false;
    options.pod_level = false;
    options.missing_defaults = missing_requests();
    totals.fit_score = to_amounts(pod_requests(spec, status, options, symbols), symbols);
    return totals;
}

}  // namespace berth::model
