// Why preferred terms of a node affinity cannot be understood, in kube-scheduler's words.
//
// From component-helpers' NewPreferredSchedulingTerms and newNodeSelectorTerm, v0.37.2. Pure.
#pragma once

#include <string>

#include <berth/selector.h>

namespace berth::intree {

// Of all terms with a weight; "": none is wrong. Several errors stand in one pair of brackets.
std::string preference_errors(const berth_node_affinity& affinity);

}  // namespace berth::intree
