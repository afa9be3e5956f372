// SchedulingGates: a pod with scheduling gates does not enter the queue (KEP-3521).
//
// kube-scheduler: pkg/scheduler/framework/plugins/schedulinggates, v1.37.2.
#include <string>

#include <berth/sdk.h>

namespace berth::intree {
namespace {

class SchedulingGates : public berth::Plugin<SchedulingGates> {
public:
    static constexpr auto name = "SchedulingGates";
    static constexpr auto summary = "holds pods that have scheduling gates";
    static constexpr auto flags = BERTH_FACTORY_BUILT_IN | BERTH_FACTORY_NO_ARGS_KIND;

    berth::Verdict pre_enqueue(const berth::Pod& pod, berth::Call& call) const {
        const berth::List<std::string_view> gates(pod->scheduling_gates);
        if (gates.empty()) {
            return berth::Verdict::success();
        }
        std::string text = "waiting for scheduling gates: [";
        for (std::string_view gate : gates) {
            text.append(text.back() == '[' ? "" : " ").append(gate);
        }
        return berth::Verdict::unresolvable(call.detail(text + "]"));
    }

    berth::Events events() const {
        return {berth::on(berth::Resource::target_pod, berth::Action::update_pod_gates_eliminated)};
    }
};

}  // namespace
}  // namespace berth::intree

BERTH_EXPORT_PLUGINS(berth::intree::SchedulingGates)
