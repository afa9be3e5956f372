// NodeName: keeps a pod that names a node to that node.
//
// kube-scheduler: pkg/scheduler/framework/plugins/nodename, v1.37.2.
#include <berth/sdk.h>

namespace berth::intree {
namespace {

class NodeName : public berth::Plugin<NodeName> {
public:
    static constexpr auto name = "NodeName";
    static constexpr auto summary = "keeps a pod to the node that it names";
    static constexpr auto flags = BERTH_FACTORY_BUILT_IN | BERTH_FACTORY_NO_ARGS_KIND;
    static constexpr bool node_local = true;

    NodeName(const berth::NoArgs&, berth::Host& host)
        : columns_(host.columns()),
          other_node_(host.reason("node(s) didn't match the requested node name")) {}

    berth::Verdict pre_filter(const berth::Pod& pod, const berth::Nodes&, berth::Call& call,
                              berth::Narrowing& narrowing) const {
        if (!pod.node_name().empty()) {
            narrowing.none();
            if (const auto row = columns_.row(call, pod.node_name())) {
                narrowing.keep(*row);
            }
        }
        return berth::Verdict::success();
    }

    void filter(const berth::Pod& pod, const berth::Nodes& nodes, berth::Verdicts& verdicts) const {
        if (pod.node_name().empty()) {
            return;
        }
        for (auto [position, row] : nodes) {
            if (berth::text(nodes.columns().name[row]) != pod.node_name()) {
                verdicts.unresolvable(position, other_node_);
            }
        }
    }

    berth::Events events() const { return {berth::on(berth::Resource::node, berth::Action::add)}; }

private:
    berth::Columns columns_;
    berth::Reasons other_node_;
};

}  // namespace
}  // namespace berth::intree

BERTH_EXPORT_PLUGINS(berth::intree::NodeName)
