// PodTerms: views of pod affinity terms and topology spread constraints. Any thread.
#pragma once

#include <vector>

#include <berth/pod.h>

#include "core/base/symbol.hpp"
#include "core/framework/view/view_memory.hpp"
#include "core/model/pod_spec.hpp"

namespace berth::framework {

class PodTerms {
public:
    // `namespace_name`: what terms without namespaces mean.
    PodTerms(const base::SymbolTable& symbols, base::Symbol namespace_name, ViewMemory& memory);

    // Sets the terms and constraints of `parts`.
    void fill(const model::PodSpec& spec, berth_pod& parts);

private:
    berth_pod_term term(const model::PodAffinityTerm& from, std::int32_t weight);
    berth_array required(const std::vector<model::PodAffinityTerm>& from);
    berth_array preferred(const std::vector<model::WeightedPodAffinityTerm>& from);
    berth_array constraints(const std::vector<model::TopologySpreadConstraint>& from);
    berth_spread_constraint constraint(const model::TopologySpreadConstraint& from);
    // The selector's error, kept in the view's memory; empty: none.
    berth_str error_of(const std::optional<model::LabelSelector>& selector);

    const base::SymbolTable& symbols_;
    base::Symbol namespace_name_;
    ViewMemory& memory_;
};

}  // namespace berth::framework
