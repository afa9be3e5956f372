// Explainer: one attempt at each pending pod, with everything that was found on the way.
//
// Judges as tests/golden/README.md says: by priority, then in the order of the files, every node
// filtered, every feasible node scored; a placed pod is assumed for the pods after it, preemption
// is told but not carried out. Where it may write, PreBind follows. The code that decides is the
// engine's own (scheduler::Algorithm). One thread.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/access/cluster.hpp"
#include "core/base/clock.hpp"
#include "core/base/symbol.hpp"
#include "core/cache/cache.hpp"
#include "core/explain/answer.hpp"
#include "core/explain/desk.hpp"
#include "core/framework/pod_info.hpp"
#include "core/framework/profile.hpp"
#include "core/framework/score_pass.hpp"
#include "core/index/host_index.hpp"
#include "core/model/object.hpp"
#include "core/queue/nominator.hpp"
#include "core/scheduler/algorithm.hpp"
#include "core/scheduler/pod_catalog.hpp"

namespace berth::host {
class Context;
}

namespace berth::explain {

class Explainer {
public:
    struct Needs {
        const base::Clock& clock;
        const base::SymbolTable& symbols;
        host::Context& host;
        // Where Reserve and PreBind write; null: PreBind is not run.
        access::Cluster* writes_to = nullptr;
    };
    Explainer(Needs needs, framework::GenerationRef generation, framework::TieBreak tie_break);
    ~Explainer();

    // The cluster as it stands: namespaces; nodes, placed and pending pods, in the order of
    // creation.
    void load_namespaces(const std::vector<model::Object>& namespaces);
    void load(const std::vector<model::Object>& nodes, const std::vector<model::Object>& pods);
    // Objects of other kinds; before the first pod is judged.
    void load_others(const std::vector<model::Object>& objects);

    // The pods to judge, in order.
    [[nodiscard]] const std::vector<framework::PodInfoRef>& pending() const { return pending_; }
    // Judges one and leaves it where it goes.
    [[nodiscard]] Answer judge(const framework::PodInfoRef& pod);

private:
    void fill_refusals(const framework::Cycle& cycle, Answer& answer) const;
    void fill_scores(Answer& answer) const;
    void fill_best(Answer& answer) const;
    void decide(framework::Cycle& cycle, const framework::PodInfoRef& pod, Answer& answer);
    void place(framework::Cycle& cycle, const framework::PodInfoRef& pod, Answer& answer);
    void find_candidates(framework::Cycle& cycle, Answer& answer);
    [[nodiscard]] std::string node_name(std::uint32_t row) const;

    Needs needs_;
    framework::GenerationRef generation_;
    framework::PodViews views_;
    cache::Cache cache_;
    index::HostIndex index_;
    scheduler::PodIndex waiting_;
    scheduler::PodCatalog catalog_;
    queue::Nominator nominator_;
    framework::Arena arena_;
    scheduler::Algorithm algorithm_;
    scheduler::Decision decision_;
    std::optional<Desk> desk_;
    cache::Snapshot* snapshot_ = nullptr;
    std::vector<framework::PodInfoRef> pending_;
    std::uint64_t cycles_ = 0;
};

}  // namespace berth::explain
