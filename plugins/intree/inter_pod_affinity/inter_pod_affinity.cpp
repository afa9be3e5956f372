// InterPodAffinity: puts pods near to, or far from, other pods, as their terms ask.
//
// Everything is looked up by domain: PreFilter and PreScore ask the host for pods and terms by
// value of each topology key, Filter and Score read the tables by a node's value. kube-scheduler:
// pkg/scheduler/framework/plugins/interpodaffinity, v1.37.2.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <berth/sdk.h>

#include "plugins/intree/inter_pod_affinity/args.hpp"
#include "plugins/intree/inter_pod_affinity/filter_state.hpp"
#include "plugins/intree/inter_pod_affinity/hints.hpp"
#include "plugins/intree/inter_pod_affinity/score_state.hpp"

namespace berth::intree {
namespace {

// Why terms of the pod cannot be understood; "": they can. Of each list the first error counts.
std::string parse_errors(const berth::Pod& pod) {
    const std::pair<const char*, TermList> lists[] = {
        {"requiredAffinityTerms", pod.affinity()},
        {"requiredAntiAffinityTerms", pod.anti_affinity()},
        {"preferredAffinityTerms", pod.preferred_affinity()},
        {"preferredAntiAffinityTerms", pod.preferred_anti_affinity()}};
    std::string all;
    int count = 0;
    for (const auto& [name, terms] : lists) {
        for (const berth_pod_term& term : terms) {
            if (term.unparsable != 0) {
                all += (count++ == 0 ? "" : ", ") + std::string(name) + ": " +
                       std::string(berth::text(term.error));
                break;
            }
        }
    }
    return count > 1 ? "[" + all + "]" : all;
}

class InterPodAffinity : public berth::Plugin<InterPodAffinity, InterPodAffinityArgs> {
public:
    static constexpr auto name = "InterPodAffinity";
    static constexpr auto summary = "puts pods near to, or far from, other pods";
    static constexpr auto flags = BERTH_FACTORY_BUILT_IN;
    static constexpr auto normalize_kind = berth::Normalize::min_max;

    struct State {
        std::optional<FilterState> filter;
        std::optional<ScoreState> score;
    };

    InterPodAffinity(const InterPodAffinityArgs& args, berth::Host& host)
        : args_(args),
          queries_(host),
          reasons_{host.reason("node(s) didn't match pod affinity rules"),
                   host.reason("node(s) didn't match pod anti-affinity rules"),
                   host.reason("node(s) didn't satisfy existing pods anti-affinity rules")} {}

    berth::Verdict pre_filter(const berth::Pod& pod, berth::Call& call) const {
        if (std::string errors = parse_errors(pod); !errors.empty()) {
            return berth::Verdict::unresolvable(call.detail("parsing pod: " + errors));
        }
        FilterState found(pod, queries_, call);
        if (found.is_empty()) {
            return berth::Verdict::skip();
        }
        call.emplace<State>().filter = std::move(found);
        return berth::Verdict::success();
    }

    berth::Verdict add_pod(const berth::Pod& pod, const berth::Pod& other, const berth::Node& node,
                           berth::Call& call) const {
        return change(pod, other, node, 1, call);
    }

    berth::Verdict remove_pod(const berth::Pod& pod, const berth::Pod& other,
                              const berth::Node& node, berth::Call& call) const {
        return change(pod, other, node, -1, call);
    }

    berth::Verdict filter(const berth::Pod&, const berth::Nodes& nodes, berth::Verdicts& verdicts,
                          const berth::Call& call) const {
        const State* state = call.find_state<State>();
        if (state == nullptr || !state->filter) {
            return no_filter_state();
        }
        state->filter->judge(nodes, reasons_, verdicts);
        return berth::Verdict::success();
    }

    berth::Verdict pre_score(const berth::Pod& pod, berth::Call& call) const {
        const bool has_preferences =
            !pod.preferred_affinity().empty() || !pod.preferred_anti_affinity().empty();
        if (args_.ignore_preferred_terms_of_existing_pods && !has_preferences) {
            return berth::Verdict::skip();
        }
        if (std::string errors = parse_errors(pod); !errors.empty()) {
            return berth::Verdict::error("failed to parse pod: " + errors);
        }
        ScoreState found(pod, args_.hard_pod_affinity_weight, queries_, call);
        if (found.is_empty()) {
            return berth::Verdict::skip();
        }
        call.state_or_new<State>().score = std::move(found);
        return berth::Verdict::success();
    }

    berth::Verdict score(const berth::Pod&, const berth::Nodes& nodes, berth::Scores scores,
                         const berth::Call& call) const {
        const State* state = call.find_state<State>();
        if (state == nullptr || !state->score) {
            return berth::Verdict::error(
                R"(failed to read "PreScoreInterPodAffinity" from cycleState: not found)");
        }
        state->score->score(nodes, scores);
        return berth::Verdict::success();
    }

    berth::Events events() const {
        using berth::Action;
        return {berth::on(berth::Resource::assigned_pod,
                          Action::add | Action::update_pod_label | Action::remove)
                    .hint<&InterPodAffinity::after_pod>(),
                // Other pods' terms may match the new labels no more.
                berth::on(berth::Resource::target_pod, Action::update_pod_label),
                berth::on(berth::Resource::node, Action::add | Action::update_node_label)
                    .hint<&InterPodAffinity::after_node>()};
    }

    bool after_pod(const berth::Pod& pod, const berth::Event& event) const {
        return wakes_after_pod(pod, event);
    }
    bool after_node(const berth::Pod& pod, const berth::Event& event) const {
        return wakes_after_node(pod, event);
    }

private:
    static berth::Verdict no_filter_state() {
        return berth::Verdict::error(
            R"(error reading "PreFilterInterPodAffinity" from cycleState: not found)");
    }

    berth::Verdict change(const berth::Pod& pod, const berth::Pod& other, const berth::Node& node,
                          std::int32_t by, berth::Call& call) const {
        State* state = call.find_state<State>();
        if (state == nullptr || !state->filter) {
            return no_filter_state();
        }
        state->filter->change(pod, other, node, by, queries_, call);
        return berth::Verdict::success();
    }

    InterPodAffinityArgs args_;
    TermQueries queries_;
    FilterState::Reasons reasons_;
};

}  // namespace
}  // namespace berth::intree

BERTH_EXPORT_PLUGINS(berth::intree::InterPodAffinity)
