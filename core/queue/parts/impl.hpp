// SchedulingQueue::Impl: the parts of the queue and the moves between them.
//
// Each pod that waits is in `waiting_` and in one part; each that is in flight is in `in_flight_`;
// a popped pod that is done is in neither, only lent. Scheduling thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/queue/parts/blockers.hpp"
#include "core/queue/parts/heap.hpp"
#include "core/queue/parts/in_flight.hpp"
#include "core/queue/parts/pod_table.hpp"
#include "core/queue/scheduling_queue.hpp"

namespace berth::queue {

inline constexpr base::Duration kLeftoverPeriod = std::chrono::seconds(30);

enum class Strategy : std::uint8_t { kSkip, kAfterBackoff, kImmediately };

// An event as a pod hears of it; blind: nobody can be asked for a hint any more.
struct Heard {
    const framework::ClusterEvent& event;
    bool blind = false;
};

// Wildcard events need no registration. The queue makes those two itself.
[[nodiscard]] bool is_wildcard(const framework::ClusterEvent& event);
[[nodiscard]] framework::ClusterEvent everything(std::string_view label);
[[nodiscard]] framework::ClusterEvent force_activate(framework::PodInfoRef pod);

struct SchedulingQueue::Impl {
    Impl(SchedulingQueue& queue, const base::Clock& clock, Options options,
         std::shared_ptr<const Policy> policy, Nominator::Waits waits);
    ~Impl();

    struct BeforeActive {
        const Impl* impl;
        bool operator()(const QueuedPod& a, const QueuedPod& b) const;
    };
    struct BeforeBackoff {
        const Impl* impl;
        bool operator()(const QueuedPod& a, const QueuedPod& b) const;
    };
    struct BeforeErrorBackoff {
        bool operator()(const QueuedPod& a, const QueuedPod& b) const;
    };

    // Records. `forget` ends a waiting one that is in no part, `release` a lent one.
    QueuedPod& make(framework::PodInfoRef pod, ProfileNumber profile);
    static void set_pod(QueuedPod& pod, framework::PodInfoRef info);
    void forget(QueuedPod& pod);
    PoppedPod lend(QueuedPod& pod);
    void take_back(PoppedPod popped);
    void release(QueuedPod* pod);

    // Parts. All but `leave` take a pod that is in none; they return where it is then.
    void leave(QueuedPod& pod);
    Part place(QueuedPod& pod, Strategy strategy);
    Part to_active(QueuedPod& pod, bool ask);  // ask: PreEnqueue first
    Part to_backoff(QueuedPod& pod);
    Part park(QueuedPod& pod);
    bool passes_pre_enqueue(QueuedPod& pod);
    bool activate(QueuedPod& pod);
    // The 30 s loop, by the number of its beat since the start.
    static base::Time parked_since(const QueuedPod& pod);
    [[nodiscard]] std::int64_t beat_of(base::Time time) const;
    void count_beat(const QueuedPod& pod, bool in);

    // Events.
    [[nodiscard]] bool concerns(ProfileNumber profile, PluginNumber plugin,
                                const framework::ClusterEvent& event) const;
    [[nodiscard]] bool concerns(const Blockers& blockers,
                                const framework::ClusterEvent& event) const;
    void judge(const Blockers& blockers, Heard heard, std::span<QueuedPod* const> pods,
               std::span<Strategy> out);
    void ask(ProfileNumber profile, PluginNumber plugin, Strategy verdict, Heard heard,
             std::span<QueuedPod* const> pods, std::span<Strategy> out);
    Strategy judge_one(QueuedPod& pod, Heard heard);
    Strategy judge_events_since(QueuedPod& pod);
    void make_moves();

    // Plugins, by the numbers of another policy or of this one.
    void translate(const Policy& from, ProfileNumber from_profile,
                   std::span<const PluginNumber> plugins, ProfileNumber profile,
                   std::vector<PluginNumber>& out) const;
    void set_blockers(QueuedPod& pod, const Policy& from, ProfileNumber profile,
                      Rejectors rejectors);

    // The next pod of the active part that PreEnqueue still lets go; null: there is none.
    QueuedPod* front_of_active();
    // Orders a part anew: QueueSort has changed.
    template <typename Heap>
    void rebuild(Heap& heap);

    [[nodiscard]] PodState state(const QueuedPod& pod) const;

    SchedulingQueue& queue_;
    const base::Clock& clock_;
    const Options options_;
    const base::Time start_;
    std::shared_ptr<const Policy> policy_;
    Nominator nominator_;

    PodTable waiting_;
    std::unique_ptr<BlockersTable> blockers_ = std::make_unique<BlockersTable>();
    PodHeap<BeforeActive> active_{{this}};
    PodHeap<BeforeBackoff> backoff_{{this}};
    PodHeap<BeforeErrorBackoff> error_backoff_{{}};
    std::size_t unschedulable_count_ = 0, gated_count_ = 0;
    std::map<std::int64_t, std::size_t> beats_, gated_beats_;  // parked pods by their beat
    std::int64_t last_beat_ = 0;
    InFlight in_flight_;
    std::uint64_t next_order_ = 1;
    std::uint32_t policy_number_ = 0;  // of the last one whose PreEnqueue may say something else
    bool rechecking_ = false;          // some parked pods are still to be looked at

    std::size_t lent_ = 0;

    // Kept for their memory, used inside one call each.
    std::vector<QueuedPod*> pods_;
    std::vector<Strategy> strategies_;
    std::vector<std::pair<QueuedPod*, Strategy>> moves_;
    std::vector<const berth_pod*> views_;
    std::vector<std::uint8_t> verdicts_;
    std::vector<std::uint32_t> positions_;
    std::vector<PluginNumber> unschedulable_, pending_;
};

}  // namespace berth::queue
