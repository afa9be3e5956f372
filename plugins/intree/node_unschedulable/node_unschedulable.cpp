// NodeUnschedulable: refuses cordoned nodes, unless the pod tolerates the taint that goes with it.
//
// kube-scheduler: pkg/scheduler/framework/plugins/nodeunschedulable, v1.37.2.
#include <berth/sdk.h>

namespace berth::intree {
namespace {

bool tolerates_cordon(const berth::Pod& pod) {
    constexpr berth_taint kCordon = {sizeof(berth_taint),
                                     BERTH_EFFECT_NO_SCHEDULE,
                                     BERTH_STR("node.kubernetes.io/unschedulable"),
                                     {"", 0}};
    return berth::tolerates(pod.tolerations(), kCordon);
}

class NodeUnschedulable : public berth::Plugin<NodeUnschedulable> {
public:
    static constexpr auto name = "NodeUnschedulable";
    static constexpr auto summary = "refuses cordoned nodes";
    static constexpr auto flags = BERTH_FACTORY_BUILT_IN | BERTH_FACTORY_NO_ARGS_KIND;
    static constexpr bool node_local = true;

    NodeUnschedulable(const berth::NoArgs&, berth::Host& host)
        : cordoned_(host.reason("node(s) were unschedulable")) {}

    berth::Verdict pre_filter(const berth::Pod&) const { return berth::Verdict::success(); }

    void filter(const berth::Pod& pod, const berth::Nodes& nodes, berth::Verdicts& verdicts) const {
        const std::uint8_t* cordoned = nodes.columns().unschedulable;
        bool any = false;
        berth::for_rows(nodes, [&](auto rows) {
            std::uint8_t seen = 0;
            for (std::size_t i = 0; i < rows.size(); ++i) {
                seen |= cordoned[rows[i]];
            }
            any = seen != 0;
        });
        if (!any || tolerates_cordon(pod)) {
            return;
        }
        for (auto [position, row] : nodes) {
            if (cordoned[row] != 0) {
                verdicts.unresolvable(position, cordoned_);
            }
        }
    }

    berth::Events events() const {
        return {
            berth::on(berth::Resource::node, berth::Action::add | berth::Action::update_node_taint)
                .hint<&NodeUnschedulable::after_node>(),
            berth::on(berth::Resource::target_pod, berth::Action::update_pod_toleration)
                .hint<&NodeUnschedulable::after_own_tolerations>()};
    }

    bool after_node(const berth::Pod&, const berth::Event& event) const {
        const bool was_cordoned = !event.old_node() || event.old_node()->is_unschedulable();
        return was_cordoned && event.new_node() && !event.new_node()->is_unschedulable();
    }

    bool after_own_tolerations(const berth::Pod&, const berth::Event& event) const {
        return !event.new_pod() || tolerates_cordon(*event.new_pod());
    }

private:
    berth::Reasons cordoned_;
};

}  // namespace
}  // namespace berth::intree

BERTH_EXPORT_PLUGINS(berth::intree::NodeUnschedulable)
