// DefaultPreemption: evicts pods of lower priority, so that a pod that fits nowhere gets room.
//
// kube-scheduler: pkg/scheduler/framework/plugins/defaultpreemption and framework/preemption,
// v1.37.2.
#include <algorithm>
#include <string>
#include <vector>

#include <berth/sdk/draft.h>
#include <berth/sdk/draft/host/parallel.h>
#include <berth/sdk/draft/host/random.h>

#include "plugins/intree/default_preemption/args.hpp"
#include "plugins/intree/default_preemption/candidates.hpp"
#include "plugins/intree/default_preemption/evictions.hpp"

namespace berth::intree {
namespace {

constexpr std::string_view kNever = "not eligible due to preemptionPolicy=Never.";
constexpr std::string_view kTerminating =
    "not eligible due to a terminating pod on the nominated node.";
constexpr std::size_t kLeastTrials = 16;  // at once, where more are needed than candidates

class DefaultPreemption : public berth::Plugin<DefaultPreemption, DefaultPreemptionArgs> {
public:
    static constexpr auto name = "DefaultPreemption";
    static constexpr auto summary = "evicts pods of lower priority to make room";
    static constexpr auto flags = BERTH_FACTORY_BUILT_IN;

    DefaultPreemption(const DefaultPreemptionArgs& args, berth::Host& host)
        : args_(args),
          held_(host.reason("waiting for the preemption for this pod to be finished")),
          objects_(host),
          columns_(host),
          whatif_(host),
          parallel_(host),
          random_(host),
          evictions_(host, name) {
        objects_.open<berth_pod_disruption_budget>();
    }

    berth::Verdict pre_enqueue(const berth::Pod& pod) const {
        return evictions_.hold(pod) ? berth::Verdict::unresolvable(held_)
                                    : berth::Verdict::success();
    }

    berth::Verdict post_filter(const berth::Pod& pod, const berth::Nodes& nodes,
                               const berth::Refusals& refusals, berth::Nomination& nomination,
                               berth::Call& call) {
        if (const std::string_view why = why_not_eligible(pod, nodes, refusals, call);
            !why.empty()) {
            return berth::Verdict::unschedulable(call.detail(said(why)));
        }
        Search search(*this, pod, nodes, call, nomination.only_asks());
        search.run(refusals);
        if (search.candidates.empty() && !search.errors.empty()) {
            return berth::Verdict::error(said(search.error_text()));
        }
        if (search.candidates.empty()) {
            nomination.clear();
            return berth::Verdict::unschedulable(
                call.detail(said(search.texts.sentence(nodes.snapshot_rows()))));
        }
        // Extenders with a preemptVerb would shorten the list here.
        return carry_out(pod, nodes, search.candidates, nomination, call);
    }

    berth::Events events() const {
        return {berth::on(berth::Resource::assigned_pod, berth::Action::remove)
                    .hint<&DefaultPreemption::after_deletion>()};
    }

    // The plugins whose refusal the preemption was for decide when the pod is tried again.
    bool after_deletion(const berth::Pod&, const berth::Event&) const { return false; }

private:
    // The dry runs for one pod.
    struct Search {
        Search(const DefaultPreemption& plugin, const berth::Pod& its_pod,
               const berth::Nodes& all_nodes, const berth::Call& its_call, bool all)
            : self(plugin), pod(its_pod), nodes(all_nodes), call(its_call), every_node(all) {}

        void run(const berth::Refusals& refusals);
        // False: enough are found.
        bool take(std::uint32_t row, Trial&& trial);
        [[nodiscard]] std::string error_text() const;

        const DefaultPreemption& self;
        const berth::Pod& pod;
        const berth::Nodes& nodes;
        const berth::Call& call;
        bool every_node;
        RefusalTexts texts;
        std::vector<std::string> errors;
        std::vector<NodeCandidate> candidates;  // those without violated budgets first
        std::vector<NodeCandidate> violating;
        std::size_t wanted = 0;
    };

    static std::string said(std::string_view what) { return "preemption: " + std::string(what); }

    // Empty: it is.
    [[nodiscard]] std::string_view why_not_eligible(const berth::Pod& pod,
                                                    const berth::Nodes& nodes,
                                                    const berth::Refusals& refusals,
                                                    const berth::Call& call) const;
    [[nodiscard]] std::size_t wanted_candidates(std::size_t nodes) const;
    berth::Verdict carry_out(const berth::Pod& pod, const berth::Nodes& nodes,
                             const std::vector<NodeCandidate>& candidates,
                             berth::Nomination& nomination, berth::Call& call);

    DefaultPreemptionArgs args_;
    berth::Reasons held_;
    berth::Objects objects_;
    berth::Columns columns_;
    berth::WhatIf whatif_;
    berth::Parallel parallel_;
    berth::Random random_;
    Evictions evictions_;
};

std::string_view DefaultPreemption::why_not_eligible(const berth::Pod& pod,
                                                     const berth::Nodes& nodes,
                                                     const berth::Refusals& refusals,
                                                     const berth::Call& call) const {
    if (pod->preemption_policy == BERTH_PREEMPT_NEVER) {
        return kNever;
    }
    if (pod.nominated_node_name().empty()) {
        return {};
    }
    const auto row = columns_.row(call, pod.nominated_node_name());
    if (!row || refusals.code(*row) == berth::Code::unresolvable) {
        return {};
    }
    const berth_node& node = nodes.at_row(*row).flat();
    const bool any =
        std::any_of(node.pods, node.pods + node.pod_count, [&](const berth_pod* victim) {
            return victim->priority < pod.priority() && (victim->flags & BERTH_POD_PREEMPTED) != 0;
        });
    return any ? kTerminating : std::string_view{};
}

std::size_t DefaultPreemption::wanted_candidates(std::size_t nodes) const {
    const auto share = nodes * static_cast<std::size_t>(args_.min_candidate_nodes_percentage) / 100;
    const auto least = static_cast<std::size_t>(args_.min_candidate_nodes_absolute);
    return std::min(std::max(share, least), nodes);
}

void DefaultPreemption::Search::run(const berth::Refusals& refusals) {
    std::vector<std::uint32_t> rows;
    const std::uint8_t* const codes = refusals.raw()->code;
    for (std::uint32_t row = 0; row < nodes.snapshot_rows(); ++row) {
        if (codes[row] == BERTH_UNSCHEDULABLE) {
            rows.push_back(row);
        }
    }
    if (rows.empty()) {
        return;
    }
    wanted = self.wanted_candidates(rows.size());
    const auto offset =
        every_node ? 0 : static_cast<std::ptrdiff_t>(self.random_.below(rows.size()));
    std::rotate(rows.begin(), rows.begin() + offset, rows.end());
    const Budgets budgets(self.objects_);
    const VictimSearch search(self.whatif_, budgets, texts, call, pod);
    std::vector<Trial> trials;
    bool enough = false;
    for (std::size_t begin = 0; begin < rows.size() && !enough;) {
        // So many are needed at least, and what one of them finds changes nothing for the others:
        // the outcome is that of a walk from node to node.
        const std::size_t found = candidates.size() + violating.size();
        const std::size_t needed = every_node ? rows.size() : wanted - std::min(wanted, found);
        const std::size_t count = std::min(std::max(needed, kLeastTrials), rows.size() - begin);
        trials.assign(count, Trial{});
        const bool all = self.parallel_.run(
            call, static_cast<std::uint32_t>(count), 0,
            [&](std::uint32_t i) { trials[i] = search.try_node(nodes.at_row(rows[begin + i])); });
        if (!all) {
            errors.emplace_back("the dry runs were cancelled");
            break;
        }
        for (std::size_t i = 0; i < count && !enough; ++i) {
            enough = !take(rows[begin + i], std::move(trials[i]));
        }
        begin += count;
    }
    std::move(violating.begin(), violating.end(), std::back_inserter(candidates));
}

bool DefaultPreemption::Search::take(std::uint32_t row, Trial&& trial) {
    if (trial.code != berth::Code::success) {
        texts.count(trial.refusal);
        if (trial.code == berth::Code::error) {
            errors.push_back(texts.text(trial.refusal));
        }
        return true;
    }
    const bool clean = trial.victims.pdb_violations == 0;
    (clean ? candidates : violating).push_back({row, std::move(trial.victims)});
    return every_node || candidates.empty() || candidates.size() + violating.size() < wanted;
}

// As an aggregate of errors is printed: each once.
std::string DefaultPreemption::Search::error_text() const {
    std::vector<std::string> once;
    for (const std::string& error : errors) {
        if (std::find(once.begin(), once.end(), error) == once.end()) {
            once.push_back(error);
        }
    }
    if (once.size() == 1) {
        return once.front();
    }
    std::string out = "[";
    for (const std::string& error : once) {
        out += (out.size() > 1 ? ", " : "") + error;
    }
    return out + "]";
}

berth::Verdict DefaultPreemption::carry_out(const berth::Pod& pod, const berth::Nodes& nodes,
                                            const std::vector<NodeCandidate>& candidates,
                                            berth::Nomination& nomination, berth::Call& call) {
    std::vector<std::size_t> best = best_of(candidates, call.now_ns());
    if (nomination.only_asks()) {
        std::sort(best.begin(), best.end(), [&](std::size_t a, std::size_t b) {
            return nodes.at_row(candidates[a].row).name() < nodes.at_row(candidates[b].row).name();
        });
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            nomination.tell({candidates[i].row, candidates[i].victims.pods,
                             candidates[i].victims.pdb_violations,
                             std::find(best.begin(), best.end(), i) != best.end()});
        }
    }
    const NodeCandidate& chosen = candidates[best.front()];
    const std::string_view node_name = nodes.at_row(chosen.row).name();
    if (!nomination.only_asks()) {
        evictions_.begin(pod, node_name, chosen.victims.pods);
    }
    nomination.set(chosen.row);
    return berth::Verdict(
        berth::Code::success,
        call.detail(said("found a potential placement for pod on node " + std::string(node_name) +
                         ", preempting " + std::to_string(chosen.victims.pods.size()) +
                         " victims")));
}

}  // namespace

BERTH_EXPORT_PLUGINS(DefaultPreemption)

}  // namespace berth::intree
