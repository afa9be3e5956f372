// EventHandlers: what a change in the cluster does to the cache and the queue.
//
// From kube-scheduler, pkg/scheduler/eventhandlers.go, v1.37.2. Scheduling thread: changes come out
// of the scheduler's inbox between two cycles.
#pragma once

#include <functional>
#include <string_view>

#include "core/access/cluster.hpp"
#include "core/cache/cache.hpp"
#include "core/framework/event.hpp"
#include "core/framework/pod_info.hpp"
#include "core/host/objects/object_cache.hpp"
#include "core/index/host_index.hpp"
#include "core/queue/scheduling_queue.hpp"
#include "core/scheduler/pod_index.hpp"

namespace berth::scheduler {

class EventHandlers {
public:
    // Ends the placing of a pod that waits on Permit or is in PreBind; false: it is at neither.
    using RejectWaiting = std::function<bool(std::string_view uid)>;

    EventHandlers(cache::Cache& cache, index::HostIndex& index, queue::SchedulingQueue& queue,
                  framework::PodViews& views, const base::SymbolTable& symbols, PodIndex& waiting,
                  host::ObjectCache& objects, RejectWaiting reject_waiting);

    void on_change(const access::Change& change);

private:
    void on_pod(const access::Change& change);
    void on_node(const access::Change& change);
    void on_namespace(const access::Change& change);
    void on_other(const access::Change& change);

    void add_pod(const model::Ptr<model::Pod>& pod);
    void update_pod(const model::Ptr<model::Pod>& old_pod, const model::Ptr<model::Pod>& pod);
    void delete_pod(const model::Ptr<model::Pod>& pod);

    void add_assigned(framework::PodInfoRef pod);
    void update_assigned(const framework::PodInfoRef& old_pod, const framework::PodInfoRef& pod);
    void update_waiting(const framework::PodInfoRef& old_pod, const framework::PodInfoRef& pod);
    void assumed_pod_is_going(std::string_view uid);
    void nomination_is_gone(const framework::PodInfoRef& pod);

    [[nodiscard]] bool is_ours(const framework::PodInfo& pod) const;
    // The PodInfo made earlier for this pod, or a new one.
    [[nodiscard]] framework::PodInfoRef info_of(const model::Ptr<model::Pod>& pod);

    cache::Cache& cache_;
    index::HostIndex& index_;
    queue::SchedulingQueue& queue_;
    framework::PodViews& views_;
    const base::SymbolTable& symbols_;
    PodIndex& waiting_;
    host::ObjectCache& objects_;
    RejectWaiting reject_waiting_;
};

// The event of a pod with a node that came, or went.
[[nodiscard]] framework::ClusterEvent assigned_pod_added(framework::PodInfoRef pod);
[[nodiscard]] framework::ClusterEvent assigned_pod_deleted(framework::PodInfoRef pod);

}  // namespace berth::scheduler
