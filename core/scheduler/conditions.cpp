// Parts of a pod's status that plugins change: kube-scheduler's UpdatePodCondition, PatchPodStatus
// and clearNominatedNodeName (pkg/api/v1/pod/util.go, pkg/scheduler/util/utils.go and
// framework/preemption/executor.go, v1.37.2).
#include <utility>

#include <fmt/format.h>

#include "core/scheduler/scheduler_impl.hpp"

namespace berth::scheduler {
namespace {

access::ObjectReply reply_of(const base::Status& status) {
    if (status) {
        return {200, "", "", ""};
    }
    const std::string& text = status.error().text;
    switch (status.error().code) {
        case base::ErrorCode::kNotFound: return {404, "NotFound", text, ""};
        case base::ErrorCode::kConflict: return {409, "Conflict", text, ""};
        case base::ErrorCode::kInvalid: return {422, "Invalid", text, ""};
        default: return {0, "", text, ""};
    }
}

}  // namespace

void Scheduler::Impl::set_condition(const host::PodName& pod, model::PodCondition condition,
                                    access::ReplyDone done) {
    const model::Ptr<model::Pod> now = catalog.object(pod.namespace_name, pod.name);
    if (now == nullptr || (!pod.uid.empty() && now->meta.uid != pod.uid)) {
        done({404, "NotFound", fmt::format("pods \"{}\" not found", pod.name), ""});
        return;
    }
    condition.observed_generation = now->meta.generation;
    const model::PodCondition* const before = now->find_condition(condition.type);
    condition.last_transition = before != nullptr && before->status == condition.status
                                    ? before->last_transition
                                    : needs.clock.now();
    if (before != nullptr && *before == condition) {
        done({200, "", "", ""});
        return;
    }
    access::PodStatusPatch patch;
    patch.namespace_name = pod.namespace_name;
    patch.pod_name = pod.name;
    patch.pod_uid = now->meta.uid;
    patch.condition = std::move(condition);
    needs.cluster.patch_pod_status(
        std::move(patch),
        [done = std::move(done)](const base::Status& status) { done(reply_of(status)); });
}

void Scheduler::Impl::clear_nomination(const host::PodName& pod, access::ReplyDone done) {
    queue.nominator().remove(pod.uid);
    access::PodStatusPatch patch;
    patch.namespace_name = pod.namespace_name;
    patch.pod_name = pod.name;
    patch.pod_uid = pod.uid;
    patch.nominated_node_name = "";
    needs.cluster.patch_pod_status(
        std::move(patch),
        [done = std::move(done)](const base::Status& status) { done(reply_of(status)); });
}

}  // namespace berth::scheduler
