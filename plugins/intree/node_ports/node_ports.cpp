// NodePorts: refuses nodes where a host port that the pod wants is taken.
//
// Ports clash if number and protocol are equal and the addresses are, or one is 0.0.0.0.
// kube-scheduler: pkg/scheduler/framework/plugins/nodeports, v1.37.2.
#include <berth/sdk.h>

namespace berth::intree {
namespace {

bool is_any(const berth_host_port& port) {
    return berth::text(port.ip) == "0.0.0.0";
}

bool clash(const berth_host_port& a, const berth_host_port& b) {
    return a.port == b.port && a.protocol == b.protocol &&
           (is_any(a) || is_any(b) || berth::text(a.ip) == berth::text(b.ip));
}

bool clash(const berth::Pod& a, const berth::Pod& b) {
    for (const berth_host_port& wanted : a.host_ports()) {
        for (const berth_host_port& taken : b.host_ports()) {
            if (clash(wanted, taken)) {
                return true;
            }
        }
    }
    return false;
}

class NodePorts : public berth::Plugin<NodePorts> {
public:
    static constexpr auto name = "NodePorts";
    static constexpr auto summary = "refuses nodes whose host ports are taken";
    static constexpr auto flags = BERTH_FACTORY_BUILT_IN | BERTH_FACTORY_NO_ARGS_KIND;
    static constexpr bool node_local = true;

    struct State {
        static constexpr bool shared = true;
    };

    NodePorts(const berth::NoArgs&, berth::Host& host)
        : taken_(host.reason("node(s) didn't have free ports for the requested pod ports")) {}

    berth::Verdict pre_filter(const berth::Pod& pod, berth::Call& call) const {
        if (pod.host_ports().empty()) {
            return berth::Verdict::skip();
        }
        call.emplace<State>();
        return berth::Verdict::success();
    }

    berth::Verdict filter(const berth::Pod& pod, const berth::Node& node,
                          const berth::Call& call) const {
        if (call.find_state<State>() == nullptr) {
            return berth::Verdict::error(
                R"(reading "PreFilterNodePorts" from cycleState: not found)");
        }
        const berth_node& flat = node.flat();
        for (std::uint32_t i = 0; i < flat.pod_count; ++i) {
            if (clash(pod, berth::Pod(flat.pods[i]))) {
                return berth::Verdict::unschedulable(taken_);
            }
        }
        return berth::Verdict::success();
    }

    berth::Events events() const {
        return {berth::on(berth::Resource::assigned_pod, berth::Action::remove)
                    .hint<&NodePorts::after_pod_deleted>(),
                berth::on(berth::Resource::node, berth::Action::add)};
    }

    bool after_pod_deleted(const berth::Pod& pod, const berth::Event& event) const {
        const auto deleted = event.old_pod();
        if (!deleted) {
            return true;
        }
        const bool took_room =
            !deleted->node_name().empty() || !deleted->nominated_node_name().empty();
        return took_room && clash(pod, *deleted);
    }

private:
    berth::Reasons taken_;
};

}  // namespace
}  // namespace berth::intree

BERTH_EXPORT_PLUGINS(berth::intree::NodePorts)
