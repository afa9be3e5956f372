#include "core/model/decode.hpp"
#include "core/model/pod_resources.hpp"

namespace berth::model {
namespace {

// Whether the totals may differ from what the spec alone says.
bool status_counts(const PodStatus& status, const base::SymbolTable& symbols) {
    if (status.resources) {
        return true;
    }
    for (const PodCondition& condition : status.conditions) {
        if (symbols.text(condition.type) == "PodResizePending") {
            return true;
        }
    }
    return false;
}

void trim(PodSpec& spec) {
    spec.containers.shrink_to_fit();
    spec.init_containers.shrink_to_fit();
    spec.tolerations.shrink_to_fit();
    spec.volumes.shrink_to_fit();
    spec.node_selector.shrink_to_fit();
    for (auto* list : {&spec.containers, &spec.init_containers}) {
        for (Container& container : *list) {
            container.resources.requests.shrink_to_fit();
            container.resources.limits.shrink_to_fit();
        }
    }
}

}  // namespace

void refresh_totals(Pod& pod, const base::SymbolTable& symbols) {
    if (status_counts(pod.status, symbols)) {
        pod.totals =
            std::make_shared<const PodTotals>(compute_totals(*pod.spec, pod.status, symbols));
    } else {
        pod.totals = std::shared_ptr<const PodTotals>(pod.spec, &pod.spec->totals);
    }
}

PodPtr finish(PodDraft draft, Pools& pools) {
    trim(draft.spec);
    draft.spec.totals = compute_totals(draft.spec, PodStatus(), pools.symbols);
    auto pod = std::make_shared<Pod>(std::move(draft.pod));
    pod->spec = pools.specs.intern(std::move(draft.spec));
    refresh_totals(*pod, pools.symbols);
    return pod;
}

Object finish(Draft draft, Pools& pools) {
    return std::visit(
        [&](auto& held) -> Object {
            using Held = std::decay_t<decltype(*held)>;
            if constexpr (std::is_same_v<Held, PodDraft>) {
                return finish(std::move(*held), pools);
            } else {
                if constexpr (std::is_same_v<Held, Node>) {
                    held->allocatable_amounts = to_amounts(held->allocatable, pools.symbols);
                }
                return Ptr<Held>(std::move(held));
            }
        },
        draft);
}

PodDraft draft_of(const Pod& pod) {
    PodDraft draft{pod, *pod.spec};
    draft.pod.spec = nullptr;
    draft.pod.totals = nullptr;
    return draft;
}

}  // namespace berth::model
