// Scheduling: the engine's queue, nominations and pods that wait, as the services see them.
//
// The scheduler implements it. A Context without one (berth explain) has no queue: its services
// answer that there is nothing. Scheduling thread, unless a function says otherwise; then it takes
// effect between two cycles.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <berth/draft/host/waiting.h>
#include <berth/pod.h>

#include "core/host/services/engine.hpp"

namespace berth::host {

// How a pod that is held on Permit or in PreBind is made to end.
enum class HeldEnd : std::uint8_t {
    kReject,   // on Permit: unschedulable, by the plugin
    kPreempt,  // on Permit: an error, the pod goes to backoff
    kCancel,   // in PreBind: the same
};

class Scheduling {
public:
    virtual ~Scheduling() = default;

    // False: the pod is gone or has a node.
    virtual bool nominate(const berth_pod& pod, std::string_view node_name) = 0;
    virtual void end_nomination(std::string_view pod_uid) = 0;
    // In memory, and in the pod's status through the API server. Any thread.
    virtual void clear_nomination(PodName pod, access::ReplyDone done) = 0;

    // In a pod's cycle it acts when Permit is through, or PostFilter. Any thread.
    virtual void activate(std::vector<std::string> pod_uids) = 0;
    // The pods that a plugin of this name refused or gates are looked at again. Any thread.
    virtual void wake_refused(std::string plugin) = 0;

    // Pods on Permit behind `cursor`, as `plugin` sees them; valid until its call returns.
    virtual std::uint32_t waiting(std::string_view plugin, std::uint64_t& cursor,
                                  const berth_waiting_pod** out, std::uint32_t room) = 0;
    virtual const berth_waiting_pod* find_waiting(std::string_view plugin,
                                                  std::string_view pod_uid) = 0;
    // Ends a wait that a plugin of this name asked for. False: there is no such. Any thread.
    virtual bool allow(std::string_view plugin, std::uint64_t token) = 0;
    // False: the pod is not held there any more. Any thread.
    virtual bool end_held(HeldEnd end, std::string_view pod_uid, std::string plugin,
                          std::string text) = 0;
};

}  // namespace berth::host
