// NodeAffinity: follows node selectors and node affinity, the pod's own and that of the profile.
//
// kube-scheduler: pkg/scheduler/framework/plugins/nodeaffinity, v1.37.2.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <berth/sdk.h>

#include "plugins/intree/node_affinity/args.hpp"
#include "plugins/intree/node_affinity/node_matcher.hpp"
#include "plugins/intree/node_affinity/preference_errors.hpp"

namespace berth::intree {
namespace {

using Names = std::set<std::string_view>;

const berth_node_selector* required_of(const berth::Pod& pod) {
    return pod.node_affinity() != nullptr ? pod.node_affinity()->required : nullptr;
}

// The names that a term allows by metadata.name; nothing: it does not ask for names.
std::optional<Names> names_of(const berth_node_term& term) {
    std::optional<Names> names;
    for (const auto& field : berth::List<berth_requirement>(term.fields)) {
        if (field.op != BERTH_OP_IN) {
            continue;
        }
        const berth::List<std::string_view> values(field.values);
        Names listed(values.begin(), values.end());
        if (names) {
            std::erase_if(*names, [&](std::string_view name) { return !listed.contains(name); });
        } else {
            names = std::move(listed);
        }
    }
    return names;
}

// The names that all terms together allow; nothing: some term allows nodes of any name.
std::optional<Names> names_of(const berth_node_selector& selector) {
    std::optional<Names> all;
    for (const auto& term : berth::List<berth_node_term>(selector.terms)) {
        std::optional<Names> names = names_of(term);
        if (!names) {
            return std::nullopt;
        }
        if (!all) {
            all.emplace();
        }
        all->merge(*names);
    }
    return all;
}

class NodeAffinityPlugin : public berth::Plugin<NodeAffinityPlugin, NodeAffinityArgs> {
public:
    static constexpr auto name = "NodeAffinity";
    static constexpr auto summary = "follows node selectors and node affinity";
    static constexpr auto flags = BERTH_FACTORY_BUILT_IN;
    static constexpr auto normalize_kind = berth::Normalize::max;
    static constexpr bool node_local = true;

    struct State {
        static constexpr bool shared = true;
        NodeMatcher added, own;
        PreferenceMatcher preferred;
        bool filters = false, scores = false;  // pre_filter, pre_score have run
    };

    NodeAffinityPlugin(const NodeAffinityArgs& args, berth::Host& host)
        : columns_(host.columns()),
          added_(args.added_affinity),
          enforced_(host.reason("node(s) didn't match scheduler-enforced node affinity")),
          refused_(host.reason("node(s) didn't match Pod's node affinity/selector")),
          conflict_(host.reason("pod affinity terms conflict")) {}

    berth::Verdict pre_filter(const berth::Pod& pod, const berth::Nodes& nodes, berth::Call& call,
                              berth::Narrowing& narrowing) const {
        const berth_node_selector* required = required_of(pod);
        if (required == nullptr && pod.node_selector().empty() && added_required() == nullptr) {
            return berth::Verdict::skip();
        }
        State& state = call.emplace<State>();
        state.filters = true;
        compile(pod, nodes.snapshot_rows(), call, state);
        return required == nullptr ? berth::Verdict::success() : narrow(*required, call, narrowing);
    }

    void filter(const berth::Pod& pod, const berth::Nodes& nodes, berth::Verdicts& verdicts,
                const berth::Call& call) const {
        const State* state = call.find_state<State>();
        const bool compiled = state != nullptr && state->filters;
        for (auto [position, row] : nodes) {
            const berth::Node node = nodes.at_row(row);
            if (compiled ? !state->added.matches(row) : !matches_added(node)) {
                verdicts.unresolvable(position, enforced_);
            } else if (compiled ? !state->own.matches(row) : !berth::matches_required(pod, node)) {
                verdicts.unresolvable(position, refused_);
            }
        }
    }

    berth::Verdict pre_score(const berth::Pod& pod, const berth::Nodes& nodes,
                             berth::Call& call) const {
        const berth_node_affinity* own = pod.node_affinity();
        const bool has_own = own != nullptr && own->preferred.count != 0;
        const bool has_added = added_ && added_.raw()->preferred.count != 0;
        if (!has_own && !has_added) {
            return berth::Verdict::skip();
        }
        if (std::string errors = has_own ? preference_errors(*own) : std::string();
            !errors.empty()) {
            return berth::Verdict::error(std::move(errors));
        }
        State& state = call.state_or_new<State>();
        state.scores = true;
        if (has_added) {
            state.preferred.add(*added_.raw(), nodes.snapshot_rows(), columns_, call);
        }
        if (has_own) {
            state.preferred.add(*own, nodes.snapshot_rows(), columns_, call);
        }
        return berth::Verdict::success();
    }

    void score(const berth::Pod& pod, const berth::Nodes& nodes, berth::Scores scores,
               const berth::Call& call) const {
        const State* state = call.find_state<State>();
        for (auto [position, row] : nodes) {
            scores[position] = state != nullptr && state->scores
                                   ? state->preferred.score(row)
                                   : preference(pod, nodes.at_row(row));
        }
    }

    berth::Events events() const {
        return {
            berth::on(berth::Resource::node, berth::Action::add | berth::Action::update_node_label)
                .hint<&NodeAffinityPlugin::after_node>()};
    }

    bool after_node(const berth::Pod& pod, const berth::Event& event) const {
        if (!event.new_node()) {
            return true;
        }
        if (!matches_added(*event.new_node()) || !berth::matches_required(pod, *event.new_node())) {
            return false;
        }
        return !event.old_node() || !berth::matches_required(pod, *event.old_node());
    }

private:
    [[nodiscard]] const berth_node_selector* added_required() const {
        return added_ ? added_.raw()->required : nullptr;
    }

    [[nodiscard]] bool matches_added(const berth::Node& node) const {
        return added_required() == nullptr || berth::matches(*added_required(), node);
    }

    void compile(const berth::Pod& pod, std::uint32_t rows, const berth::Call& call,
                 State& state) const {
        if (const auto* added = added_required()) {
            state.added.require(*added, rows, columns_, call);
        }
        state.own.require(pod.node_selector(), columns_, call);
        if (const auto* required = required_of(pod)) {
            state.own.require(*required, rows, columns_, call);
        }
    }

    [[nodiscard]] berth::Verdict narrow(const berth_node_selector& required,
                                        const berth::Call& call,
                                        berth::Narrowing& narrowing) const {
        const std::optional<Names> names = names_of(required);
        if (!names) {
            return berth::Verdict::success();
        }
        if (names->empty()) {
            return berth::Verdict::unresolvable(conflict_);
        }
        narrowing.none();
        for (std::string_view node : *names) {
            if (const auto row = columns_.row(call, node)) {
                narrowing.keep(*row);
            }
        }
        return berth::Verdict::success();
    }

    [[nodiscard]] std::int64_t preference(const berth::Pod& pod, const berth::Node& node) const {
        return berth::preferred_weight(added_.raw(), node) +
               berth::preferred_weight(pod.node_affinity(), node);
    }

    berth::Columns columns_;
    berth::NodeAffinity added_;
    berth::Reasons enforced_, refused_, conflict_;
};

}  // namespace
}  // namespace berth::intree

BERTH_EXPORT_PLUGINS(berth::intree::NodeAffinityPlugin)
