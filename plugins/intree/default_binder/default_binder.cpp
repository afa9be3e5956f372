// DefaultBinder: binds a pod to its node through the API.
//
// The host sends the Binding and completes the call's token with the answer; no thread waits.
// kube-scheduler: pkg/scheduler/framework/plugins/defaultbinder, v1.37.2.
#include <berth/sdk.h>

namespace berth::intree {
namespace {

class DefaultBinder : public berth::Plugin<DefaultBinder> {
public:
    static constexpr auto name = "DefaultBinder";
    static constexpr auto summary = "binds a pod to its node through the API";
    static constexpr auto flags = BERTH_FACTORY_BUILT_IN | BERTH_FACTORY_NO_ARGS_KIND;

    DefaultBinder(const berth::NoArgs&, berth::Host& host) : completion_(host.completion()) {}

    berth::Verdict bind(const berth::Pod& pod, const berth::NodeRef& node,
                        berth::Call& call) const {
        return completion_.bind(call, pod, node);
    }

private:
    berth::Completion completion_;
};

}  // namespace
}  // namespace berth::intree

BERTH_EXPORT_PLUGINS(berth::intree::DefaultBinder)
