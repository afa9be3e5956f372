// CandidateList: the nodes that a PostFilter plugin could make room on, as it tells of them.
//
// One thread, for one pod.
#pragma once

#include <berth/draft/ext/post_filter.h>

#include "core/cache/snapshot.hpp"
#include "core/explain/answer.hpp"

namespace berth::explain {

class CandidateList {
public:
    explicit CandidateList(const cache::Snapshot& snapshot) : snapshot_(snapshot) {}
    CandidateList(const CandidateList&) = delete;
    CandidateList& operator=(const CandidateList&) = delete;

    [[nodiscard]] const berth_candidates* sink() const { return &sink_; }
    // Fills candidates, nominees and, where a node is nominated, its victims: those that are not
    // being deleted already.
    void fill(const std::string& nominated, Answer& answer);

private:
    struct Told {
        Candidate candidate;
        std::vector<std::string> to_delete;
        bool best = false;
    };
    static void add(const berth_candidates* self, const berth_candidate* candidate);

    const cache::Snapshot& snapshot_;
    std::map<std::string, Told> told_;  // by node
    berth_candidates sink_{sizeof(berth_candidates), 0, this, add};
};

}  // namespace berth::explain
