// An example of a plugin with the C++ SDK: keeps pods off busy nodes and prefers the quieter ones.
//
//   pluginConfig:
//   - name: QuietNodes
//     args: {maxPods: 50, label: example.com/quiet, scoring: {strategy: Square, weight: 2}}
//
// A node that carries the label may hold twice as many pods. A pod with the annotation
// example.com/loud: "true" never shares a node with another loud one that this instance placed.
#include <algorithm>
#include <map>

#include <berth/sdk.h>
#include <berth/sdk/draft.h>

namespace {

enum class Strategy { linear, square };
constexpr auto berth_names(Strategy) {
    return berth::names<Strategy>({{Strategy::linear, "Linear"}, {Strategy::square, "Square"}});
}

struct Scoring {
    Strategy strategy = Strategy::linear;
    std::int64_t weight = 1;
    static constexpr auto describe() {
        return berth::fields(berth::field<&Scoring::strategy>,
                             berth::field<&Scoring::weight>.range(1, 10).zero_is_unset());
    }
};

struct QuietNodesArgs {
    std::int64_t max_pods = 50;
    std::optional<std::string> label;
    Scoring scoring;
    static constexpr auto describe() {
        return berth::fields(
            berth::field<&QuietNodesArgs::max_pods>.range(0, 500).summary("pods of a quiet node"),
            berth::field<&QuietNodesArgs::label>.summary("nodes with it may hold twice as many"),
            berth::field<&QuietNodesArgs::scoring>.since("v1beta3"));
    }
    void validate(berth::Errors& errors) const {
        if (label && label->empty()) {
            errors.add("label", "is empty: leave it out, or name a label key");
        }
    }
};

class QuietNodes : public berth::Plugin<QuietNodes, QuietNodesArgs> {
public:
    static constexpr auto name = "QuietNodes";
    static constexpr auto summary = "keeps pods off busy nodes and prefers the quieter ones";
    static constexpr auto normalize_kind = berth::Normalize::reversed_max;

    // What is known of the pod for the whole cycle.
    struct State {
        bool loud = false;
    };

    QuietNodes(const QuietNodesArgs& args, berth::Host& host)
        : args_(args),
          label_(args.label ? host.symbols().intern(*args.label) : berth::Symbol::none),
          log_(host.log()),
          busy_(host.reason("node(s) were too busy")),
          loud_(host.reason("node(s) had a loud pod already")) {
        log_.info(1, "at most " + std::to_string(args.max_pods) + " pods on a quiet node");
    }

    berth::Verdict pre_filter(const berth::Pod& pod, berth::Call& call) {
        call.emplace<State>(pod.annotations().get("example.com/loud") == "true");
        return berth::Verdict::success();
    }

    berth::Verdict filter(const berth::Pod&, const berth::Node& node, const State& state) const {
        if (state.loud && loud_nodes_.contains(node.id())) {
            return berth::Verdict::unschedulable(loud_);
        }
        return node.pod_count() < limit(node) ? berth::Verdict::success()
                                              : berth::Verdict::unschedulable(busy_);
    }

    std::int64_t score(const berth::Pod&, const berth::Node& node) const {
        const std::int64_t pods = node.pod_count() * args_.scoring.weight;
        return args_.scoring.strategy == Strategy::square ? pods * pods : pods;
    }

    void reserve(const berth::Pod& pod, const berth::NodeRef& node, const State& state) {
        if (state.loud) {
            loud_nodes_.emplace(node.id(), pod.uid());
        }
    }

    void unreserve(const berth::Pod& pod, const berth::NodeRef& node) {
        const auto found = loud_nodes_.find(node.id());
        if (found != loud_nodes_.end() && found->second == pod.uid()) {
            loud_nodes_.erase(found);
        }
    }

    berth::Events events() const {
        return {
            berth::on(berth::Resource::assigned_pod, berth::Action::remove),
            berth::on(berth::Resource::node, berth::Action::add | berth::Action::update_node_label)
                .hint<&QuietNodes::after_node>()};
    }

    bool after_node(const berth::Pod&, const berth::Event& event) const {
        return !event.old_node() ||
               (label_ != berth::Symbol::none && event.new_node()->labels().contains(*args_.label));
    }

private:
    std::int64_t limit(const berth::Node& node) const {
        const bool doubled = args_.label && node.labels().contains(*args_.label);
        return doubled ? args_.max_pods * 2 : args_.max_pods;
    }

    QuietNodesArgs args_;
    berth::Symbol label_;
    berth::Log log_;
    berth::Reasons busy_;
    berth::Reasons loud_;
    std::map<std::uint64_t, std::string> loud_nodes_;  // node id to the pod placed there
};

}  // namespace

BERTH_EXPORT_PLUGINS(QuietNodes)
