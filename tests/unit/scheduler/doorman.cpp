// Doorman: a plugin at Reserve, Permit and PreBind that follows the test's orders.
#include <berth/sdk.h>
#include <berth/sdk/draft.h>
#include <berth/sdk/draft/host/complete_with.h>

#include "tests/unit/scheduler/world.hpp"

namespace berth::scheduler::testing {

DoormanOrders& doorman() {
    static DoormanOrders orders;
    return orders;
}

namespace {

class Doorman : public berth::Plugin<Doorman> {
public:
    static constexpr auto name = "Doorman";
    static constexpr auto summary = "does as the test says";

    Doorman(const berth::NoArgs&, berth::Host& host)
        : client_(host), completion_(host.completion()) {}

    berth::Verdict reserve(const berth::Pod& pod, const berth::NodeRef& node, berth::Call& call) {
        note("reserve", pod, node);
        const std::string& why = doorman().refuse_reserve;
        return why.empty() ? berth::Verdict::success()
                           : berth::Verdict::unschedulable(call.detail(why));
    }

    void unreserve(const berth::Pod& pod, const berth::NodeRef& node, berth::Call& call) {
        note("unreserve", pod, node);
        if (call.is_cancelled()) {
            doorman().given_up.emplace_back(pod.name());
        }
    }

    berth::Permission permit(const berth::Pod& pod, const berth::NodeRef& node, berth::Call& call) {
        note("permit", pod, node);
        if (!doorman().refuse_permit.empty()) {
            return berth::Verdict::unschedulable(call.detail(doorman().refuse_permit));
        }
        if (doorman().wait_at_permit) {
            doorman().waiting.push_back(call.token());
            return berth::Permission::wait(std::chrono::minutes(1));
        }
        return berth::Permission::success();
    }

    berth::PreFlight pre_bind_pre_flight(const berth::Pod& pod, const berth::NodeRef& node) {
        note("pre_flight", pod, node);
        return doorman().nothing_to_pre_bind ? berth::PreFlight::nothing : berth::PreFlight::work;
    }

    berth::Verdict pre_bind(const berth::Pod& pod, const berth::NodeRef& node, berth::Call& call) {
        note("pre_bind", pod, node);
        if (doorman().slow_pre_bind) {
            doorman().waiting.push_back(call.token());
            return berth::Verdict::started();
        }
        if (!doorman().write_at_pre_bind.empty()) {
            const bool sent =
                client_.patch(berth::Target::of(pod), berth::Patch::merge,
                              doorman().write_at_pre_bind, berth::CompleteWith(completion_, call));
            return sent ? berth::Verdict::started() : berth::Verdict::error("not sent");
        }
        const std::string& why = doorman().fail_pre_bind;
        return why.empty() ? berth::Verdict::success() : berth::Verdict::error(why);
    }

    berth::Events events() const { return {berth::on(berth::Resource::node, berth::Action::add)}; }

private:
    static void note(std::string_view what, const berth::Pod& pod, const berth::NodeRef& node) {
        doorman().calls.push_back(std::string(what) + " " + std::string(pod.name()) + " " +
                                  std::string(node.name()));
    }

    berth::Client client_;
    berth::Completion completion_;
};

}  // namespace
}  // namespace berth::scheduler::testing

BERTH_EXPORT_PLUGINS(berth::scheduler::testing::Doorman)
