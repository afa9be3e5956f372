// Scheduler::Impl: the parts of the scheduler and what they share. Internal to core/scheduler:
// scheduler.cpp runs the loop, attempt.cpp decides, binding.cpp carries a decision out.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "core/base/inbox.hpp"
#include "core/framework/completions.hpp"
#include "core/framework/pass/arena.hpp"
#include "core/host/context.hpp"
#include "core/host/reload/publisher.hpp"
#include "core/index/host_index.hpp"
#include "core/queue/profile_policy.hpp"
#include "core/scheduler/binding_task.hpp"
#include "core/scheduler/changes/event_handlers.hpp"
#include "core/scheduler/changes/watches.hpp"
#include "core/scheduler/pod_catalog.hpp"
#include "core/scheduler/pod_index.hpp"
#include "core/scheduler/reporter.hpp"
#include "core/scheduler/scheduler.hpp"
#include "core/scheduler/services/scheduling_service.hpp"

namespace berth::scheduler {

struct Scheduler::Impl final : access::Watcher, host::Engine {
    Impl(Scheduler::Needs needs, framework::GenerationRef first, Options wanted, Observer* told);
    ~Impl() override;

    // The loop (scheduler.cpp).
    void start();
    void take_in();
    bool step(Pop pop);
    void end_due_waits();
    void on_completion(const framework::Completion& completion);

    // One attempt (attempt.cpp).
    void attempt(queue::PoppedPod popped);
    [[nodiscard]] bool skip(const queue::QueuedPod& popped);
    void no_fit(std::unique_ptr<BindingTask> task);
    void place(std::unique_ptr<BindingTask> task);
    void tell(const BindingTask& task, std::string_view node, std::string_view message);
    void fail(std::unique_ptr<BindingTask> task, Failure failure);
    [[nodiscard]] std::unique_ptr<BindingTask> new_task();
    void recycle(std::unique_ptr<BindingTask> task);

    // From Permit on (binding.cpp).
    void permit(std::unique_ptr<BindingTask> task);
    void on_permit(BindingTask& task, const framework::Completion& completion);
    void start_binding(std::unique_ptr<BindingTask> task);
    void pre_bind(std::unique_ptr<BindingTask> task);
    void went_on(std::unique_ptr<BindingTask> task, const framework::Status& status);
    void bind_now(std::unique_ptr<BindingTask> task);
    bool bind_by_extender(std::unique_ptr<BindingTask>& task);
    void extender_answered(std::unique_ptr<BindingTask> task,
                           const framework::Completion& completion);
    void bound(std::unique_ptr<BindingTask> task);
    void refuse_placed(std::unique_ptr<BindingTask> task, const framework::Status& status);
    [[nodiscard]] bool reject_waiting(std::string_view uid);
    void end_held(std::uint64_t number);
    void clear_nomination(const host::PodName& pod, access::ReplyDone done);
    [[nodiscard]] bool end_pre_bind(std::string_view uid, std::string why);
    // The number of the task of that pod that waits at that stage; 0: there is none.
    [[nodiscard]] std::uint64_t parked(std::string_view uid, Stage stage) const;
    void park(std::unique_ptr<BindingTask> task);
    [[nodiscard]] std::unique_ptr<BindingTask> unpark(std::uint64_t number);

    // The swap of generations (publish.cpp).
    struct Publication {
        framework::GenerationRef next;
        base::Duration limit{};
        std::function<void(host::PublishOutcome)> done;
        base::Duration since{};
        bool told = false;
        // What its plugins opened: not all told, all told and in the inbox, taken in.
        enum class Objects : std::uint8_t { kMissing, kArrived, kTaken } objects{};
    };
    enum class Ending : std::uint8_t { kBound, kRefused };
    void begin_publish(Publication given);
    void try_publish();
    void tell_watchers();
    void end_publish(host::PublishOutcome outcome);
    [[nodiscard]] bool has_objects(Publication& now);
    [[nodiscard]] std::size_t without_heir(const framework::Generation& next,
                                           std::string& who) const;
    void hand_over(const framework::GenerationRef& next, host::PublishOutcome& outcome);
    bool hand_over_task(BindingTask& task, const framework::GenerationRef& next,
                        host::PublishOutcome& outcome);
    void swap_to(const framework::GenerationRef& next, host::PublishOutcome& outcome);
    void tell_adopters(const BindingTask& task, Ending ending) const;

    // access::Watcher and host::Engine: any thread.
    void on_change(access::Change change) override;
    bool bind(const berth_pod& pod, const berth_node_ref& node, std::uint64_t token) override;
    std::int32_t complete(std::uint64_t token, std::int32_t code, std::string_view text) override;
    [[nodiscard]] bool may_write() const override { return needs.cluster.may_write(); }
    void request(access::ObjectRequest request, access::ReplyDone done) override {
        needs.cluster.request(std::move(request), std::move(done));
    }
    void record(access::EventRecord event) override { needs.cluster.record(std::move(event)); }
    void set_condition(const host::PodName& pod, model::PodCondition condition,
                       access::ReplyDone done) override;

    using Incoming = std::variant<access::Change, framework::Completion, base::Task>;

    Scheduler::Needs needs;
    Options options;
    Observer* observer;
    framework::GenerationRef generation;

    base::Inbox<Incoming> inbox;
    framework::Completions completions;
    // Null from the end on: an extender may answer later still.
    using Answers = base::Guarded<framework::Completions*>;
    std::shared_ptr<Answers> answers = std::make_shared<Answers>(&completions);
    framework::PodViews views;
    cache::Cache cache;
    index::HostIndex index;
    PodIndex waiting;  // pods without a node
    PodCatalog catalog;
    queue::SchedulingQueue queue;
    framework::Arena arena;
    Algorithm algorithm;
    Decision decision;
    Reporter reporter;
    EventHandlers handlers;
    SchedulingService service;

    std::unordered_map<std::uint64_t, std::unique_ptr<BindingTask>> tasks;  // that wait, by number
    std::vector<std::unique_ptr<BindingTask>> spare_tasks;
    std::optional<Publication> publication;  // that waits
    bool holding = false;                    // for it: no pod is tried
    std::uint64_t cycles = 0;
    std::uint64_t attempts = 0;
    std::uint64_t pods_bound = 0;
    Watches watches;  // ends first
};

}  // namespace berth::scheduler
