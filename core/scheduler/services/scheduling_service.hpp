// SchedulingService: the engine's side of the services queue, nominator and waiting.
//
// Owned by the scheduler; see host/services/scheduling.hpp for who may call what.
#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include "core/base/inbox.hpp"
#include "core/framework/completions.hpp"
#include "core/host/services/scheduling.hpp"
#include "core/queue/scheduling_queue.hpp"
#include "core/scheduler/binding_task.hpp"
#include "core/scheduler/pod_index.hpp"
#include "core/scheduler/services/held_pods.hpp"

namespace berth::scheduler {

class SchedulingService final : public host::Scheduling {
public:
    struct Needs {
        queue::SchedulingQueue& queue;
        const PodIndex& waiting;  // pods without a node
        const std::unordered_map<std::uint64_t, std::unique_ptr<BindingTask>>& tasks;
        framework::Completions& completions;
        std::function<void(base::Task)> post;  // runs it between two cycles
        std::function<void(const host::PodName&, access::ReplyDone)> clear_nomination;
        std::function<void(std::uint64_t number)> end_now;  // the cycle whose pod is to end
    };
    explicit SchedulingService(Needs needs) : needs_(std::move(needs)) {}

    // Around the part of a cycle in which activate() waits for Permit.
    void begin_cycle();
    // `passed`: what was to be activated is.
    void end_cycle(bool passed);

    [[nodiscard]] HeldPods& held() { return held_; }
    // What lists have shown may be forgotten: no plugin is being called.
    void forget_views() { views_.clear(); }

    bool nominate(const berth_pod& pod, std::string_view node_name) override;
    void end_nomination(std::string_view pod_uid) override;
    void clear_nomination(host::PodName pod, access::ReplyDone done) override;
    void activate(std::vector<std::string> pod_uids) override;
    void wake_refused(std::string plugin) override;
    std::uint32_t waiting(std::string_view plugin, std::uint64_t& cursor,
                          const berth_waiting_pod** out, std::uint32_t room) override;
    const berth_waiting_pod* find_waiting(std::string_view plugin,
                                          std::string_view pod_uid) override;
    bool allow(std::string_view plugin, std::uint64_t token) override;
    bool end_held(host::HeldEnd end, std::string_view pod_uid, std::string plugin,
                  std::string text) override;

private:
    struct View {
        berth_waiting_pod pod{};
        std::vector<berth_str> plugins;
    };
    [[nodiscard]] const berth_waiting_pod* show(const BindingTask& task, std::string_view plugin);
    void activate_now(const std::vector<std::string>& pod_uids);

    Needs needs_;
    HeldPods held_;
    std::deque<View> views_;
    // The thread in whose cycle activate() waits; none: no cycle runs. Only that thread compares
    // equal, so no order is asked of it.
    std::atomic<std::thread::id> cycle_of_{};
    std::vector<std::string> to_activate_;
};

}  // namespace berth::scheduler
