#include "core/explain/candidate_list.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/host/text.hpp"

namespace berth::explain {

void CandidateList::add(const berth_candidates* self, const berth_candidate* candidate) {
    auto& list = *static_cast<CandidateList*>(self->host_data);
    if (candidate->struct_size < sizeof(berth_candidate) ||
        candidate->row >= list.snapshot_.rows()) {
        return;
    }
    Told told;
    told.best = candidate->best != 0;
    told.candidate.pdb_violations = candidate->pdb_violations;
    for (std::uint32_t i = 0; i < candidate->victim_count; ++i) {
        const berth_pod& pod = *candidate->victims[i];
        std::string name =
            fmt::format("{}/{}", host::view_of(pod.namespace_name), host::view_of(pod.name));
        if ((pod.flags & BERTH_POD_TERMINATING) == 0) {
            told.to_delete.push_back(name);
        }
        told.candidate.victims.push_back(std::move(name));
    }
    std::sort(told.candidate.victims.begin(), told.candidate.victims.end());
    std::sort(told.to_delete.begin(), told.to_delete.end());
    const berth_str name = list.snapshot_.columns().name[candidate->row];
    list.told_[std::string(host::view_of(name))] = std::move(told);
}

void CandidateList::fill(const std::string& nominated, Answer& answer) {
    for (auto& [node, told] : told_) {
        if (told.best) {
            answer.nominees.push_back(node);
        }
        if (node == nominated) {
            answer.victims = std::move(told.to_delete);
        }
        answer.candidates[node] = std::move(told.candidate);
    }
}

}  // namespace berth::explain
