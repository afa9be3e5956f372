// What the tests of the queue use instead of plugins and decoded pods.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/clock.hpp"
#include "core/queue/scheduling_queue.hpp"

namespace berth::queue::test {

struct PodText {
    std::string name = "p";
    std::string space = "default";
    std::string uid;  // "": "uid-<name>"
    std::string scheduler = "default-scheduler";
    std::string node, nominated;
    std::int32_t priority = 0;
    std::int64_t milli_cpu = 0, memory = 0;
    std::vector<std::pair<std::string, std::int64_t>> scalars;  // sorted by name
    std::vector<std::pair<std::string, std::string>> labels;    // sorted by name
    std::vector<std::string> gates;
    std::uint32_t tolerations = 0;
    std::vector<std::pair<std::string, std::string>> claims;  // name, claim made for it
};
[[nodiscard]] framework::PodInfoRef make_pod(const PodText& text);
[[nodiscard]] framework::PodInfoRef pod_named(const std::string& name, std::int32_t priority = 0);

struct FakePlugin {
    std::string name;
    std::vector<framework::EventRegistration> registrations;
    // Hints and gates; unset: Queue, no gate.
    std::function<bool(const berth_pod& pod, const framework::ClusterEvent& event)> wakes;
    std::function<bool(const framework::PodInfo& pod)> gates;
};

[[nodiscard]] framework::EventRegistration on(std::uint32_t resource, std::uint64_t actions,
                                              bool hinted = false);
[[nodiscard]] framework::ClusterEvent event_of(std::uint32_t resource, std::uint64_t actions);
[[nodiscard]] framework::ClusterEvent node_added();  // Node Add without a node view

// Higher priority first, then the earlier timestamp, as PrioritySort.
class FakePolicy final : public Policy {
public:
    struct FakeProfile {
        std::string scheduler;
        std::vector<FakePlugin> plugins;
    };
    explicit FakePolicy(std::vector<FakeProfile> profiles) : profiles_(std::move(profiles)) {}

    // One line a call: "pre-enqueue p A", "hint A p,q".
    mutable std::vector<std::string> calls;

    std::optional<ProfileNumber> profile(std::string_view scheduler) const override;
    bool less(const berth_queued& a, const berth_queued& b) const override;
    PluginNumber pre_enqueue(ProfileNumber profile, const framework::PodInfo& pod,
                             PluginNumber first) const override;
    std::string_view name(ProfileNumber profile, PluginNumber plugin) const override;
    PluginNumber find(ProfileNumber profile, std::string_view name) const override;
    std::span<const framework::EventRegistration> registrations(ProfileNumber profile,
                                                                PluginNumber plugin) const override;
    bool matches(const framework::EventRegistration& registration,
                 const framework::ClusterEvent& event) const override;
    bool concerns_any(const framework::ClusterEvent& event) const override;
    void hint(ProfileNumber profile, PluginNumber plugin,
              const framework::EventRegistration& registration,
              const framework::ClusterEvent& event, std::span<const berth_pod* const> pods,
              std::span<std::uint8_t> verdicts) const override;

private:
    const FakePlugin& plugin(ProfileNumber profile, PluginNumber number) const {
        return profiles_[profile].plugins[number];
    }
    std::vector<FakeProfile> profiles_;
};

// A queue over one profile with a clock that stands at a whole second.
struct World {
    explicit World(std::vector<FakePlugin> plugins, Options options = {});
    World(std::vector<FakePolicy::FakeProfile> profiles, Options options);

    base::FakeClock clock;
    std::shared_ptr<FakePolicy> policy;
    SchedulingQueue queue;

    // Pops and checks the name; "" if nothing came.
    [[nodiscard]] std::string pop_and_drop();
    Part fail(PoppedPod pod, const std::vector<PluginNumber>& refused = {},
              const std::vector<PluginNumber>& pending = {});
    // Adds, pops and fails a pod.
    Part park(const framework::PodInfoRef& pod, const std::vector<PluginNumber>& refused = {0},
              const std::vector<PluginNumber>& pending = {});
    // "active attempts=1 [A B] until=2s" and so on, "" if it is not queued.
    [[nodiscard]] std::string where(const framework::PodInfoRef& pod) const;
    void after(base::Duration time);  // the clock moves, then backoff is flushed
};

}  // namespace berth::queue::test
