#include "tests/unit/scheduler/scout.hpp"

namespace berth::scheduler::testing {

ScoutOrders& scout() {
    static ScoutOrders orders;
    return orders;
}

namespace {

class Scout : public berth::Plugin<Scout> {
public:
    static constexpr auto name = "Scout";

    explicit Scout(berth::Host& host) : services_(host) { scout().services = &services_; }

    berth::Verdict pre_enqueue(const berth::Pod&, berth::Call& call) const {
        return scout().gate.empty() ? berth::Verdict::success()
                                    : berth::Verdict::unresolvable(call.detail(scout().gate));
    }

    berth::Verdict post_filter(const berth::Pod& pod, const berth::Nodes& nodes,
                               const berth::Refusals&, berth::Nomination&, berth::Call& call) {
        if (scout().post_filter) {
            scout().post_filter(services_, pod, nodes, call);
        }
        return berth::Verdict::unschedulable(berth::Reasons::none);
    }

    berth::Permission permit(const berth::Pod& pod, const berth::NodeRef&) const {
        return pod.name() == scout().wait_at_permit
                   ? berth::Permission::wait(std::chrono::minutes(1))
                   : berth::Permission::success();
    }

    berth::Events events() const { return {berth::on(berth::Resource::node, berth::Action::add)}; }

private:
    ScoutServices services_;
};

}  // namespace
}  // namespace berth::scheduler::testing

BERTH_EXPORT_PLUGINS(berth::scheduler::testing::Scout)
