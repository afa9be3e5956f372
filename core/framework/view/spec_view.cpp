#include "core/framework/view/spec_view.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/framework/view/amount_view.hpp"
#include "core/framework/view/container_view.hpp"
#include "core/framework/view/pod_term_view.hpp"
#include "core/framework/view/selector_view.hpp"

namespace berth::framework {
namespace {

constexpr std::size_t kExpectedSize = 1024;

std::uint32_t flags_of(const model::PodSpec& spec) {
    std::uint32_t flags = 0;
    flags |= spec.host_network ? BERTH_POD_HOST_NETWORK : 0;
    flags |= spec.host_users == false ? BERTH_POD_HOST_USERS_FALSE : 0;
    for (const auto* containers : {&spec.containers, &spec.init_containers}) {
        for (const model::Container& container : *containers) {
            flags |= container.restarts_all_containers ? BERTH_POD_RESTARTS_ALL_CONTAINERS : 0;
            flags |= container.bind_mount_options ? BERTH_POD_BIND_MOUNT_OPTIONS : 0;
        }
    }
    return flags;
}

std::uint32_t to_operator(std::string_view op) {
    if (op.empty() || op == "Equal") {
        return BERTH_TOLERATION_EQUAL;
    }
    return op == "Exists" ? BERTH_TOLERATION_EXISTS : BERTH_TOLERATION_OTHER;
}

berth_toleration toleration_view(const model::Toleration& from) {
    berth_toleration view{};
    view.struct_size = sizeof(view);
    view.op = to_operator(from.op);
    view.effect = to_effect(from.effect);
    view.key = to_str(from.key);
    view.value = to_str(from.value);
    return view;
}

berth_resource_claim claim_view(const model::PodResourceClaim& from) {
    berth_resource_claim view{};
    view.struct_size = sizeof(view);
    view.name = to_str(from.name);
    view.claim_name = to_str(from.resource_claim_name);
    view.template_name = to_str(from.resource_claim_template_name);
    return view;
}

}  // namespace

base::Symbol SpecView::relevant_namespace(const model::PodSpec& spec, base::Symbol namespace_name) {
    const bool has_terms = spec.affinity && (spec.affinity->pod || spec.affinity->pod_anti);
    return has_terms ? namespace_name : base::Symbol::kNone;
}

SpecView::SpecView(std::shared_ptr<const model::PodSpec> from, base::Symbol namespace_name,
                   const base::SymbolTable& symbols)
    : spec(std::move(from)), memory(kExpectedSize) {
    parts.struct_size = sizeof(parts);
    parts.flags = flags_of(*spec);
    parts.priority = spec->priority.value_or(0);
    parts.preemption_policy = spec->preemption_policy == model::PreemptionPolicy::kNever
                                  ? BERTH_PREEMPT_NEVER
                                  : BERTH_PREEMPT_LOWER_PRIORITY;
    parts.scheduler_name = to_str(spec->scheduler_name);
    parts.tolerations = memory.map<berth_toleration>(spec->tolerations, toleration_view);
    parts.node_selector = memory.map<berth_label>(
        spec->node_selector, [&](const model::Label& label) { return label_view(label, symbols); });
    if (spec->affinity && spec->affinity->node) {
        parts.node_affinity = make_node_affinity(*spec->affinity->node, symbols, memory);
    }
    PodTerms(symbols, namespace_name, memory).fill(*spec, parts);
    fill_containers(*spec, symbols, memory, parts);
    parts.resource_claims = memory.map<berth_resource_claim>(spec->resource_claims, claim_view);
    parts.scheduling_gates = memory.map<berth_str>(
        spec->scheduling_gates, [](const std::string& gate) { return to_str(gate); });
    fill_totals(parts, spec->totals, symbols, memory);
}

void fill_totals(berth_pod& view, const model::PodTotals& totals, const base::SymbolTable& symbols,
                 ViewMemory& memory) {
    view.requests = make_requests(totals.request, symbols, memory);
    view.placed_requests = totals.placed == totals.request
                               ? view.requests
                               : make_requests(totals.placed, symbols, memory);
    view.scored_requests = make_requests(totals.fit_score, symbols, memory);
    view.nonzero_milli_cpu = totals.non_zero_milli_cpu;
    view.nonzero_memory = totals.non_zero_memory;
}

}  // namespace berth::framework
