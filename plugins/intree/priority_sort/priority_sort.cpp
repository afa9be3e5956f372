// PrioritySort: the queue's order: higher priority first, then the one that waits longer.
//
// kube-scheduler: pkg/scheduler/framework/plugins/queuesort, v1.37.2.
#include <berth/sdk.h>

namespace berth::intree {
namespace {

class PrioritySort : public berth::Plugin<PrioritySort> {
public:
    static constexpr auto name = "PrioritySort";
    static constexpr auto summary = "orders the queue by priority, then by age";
    static constexpr auto flags = BERTH_FACTORY_BUILT_IN | BERTH_FACTORY_NO_ARGS_KIND;

    bool less(const berth::Queued& a, const berth::Queued& b) const {
        return a.priority() > b.priority() ||
               (a.priority() == b.priority() && a.timestamp_ns() < b.timestamp_ns());
    }
};

}  // namespace
}  // namespace berth::intree

BERTH_EXPORT_PLUGINS(berth::intree::PrioritySort)
