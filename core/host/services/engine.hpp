// Engine: what the services of plugins need of whoever binds pods and talks to a cluster.
//
// The scheduler implements it, berth explain and berth plugin check each have one of their own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <berth/node.h>
#include <berth/pod.h>

#include "core/access/cluster.hpp"

namespace berth::host {

struct PodName {
    std::string namespace_name, name, uid;
};

// The engine as the completion and client services see it. Any thread.
class Engine {
public:
    virtual ~Engine() = default;
    // Sends the Binding and completes the token with the answer. False: nothing may be sent.
    virtual bool bind(const berth_pod& pod, const berth_node_ref& node, std::uint64_t token) = 0;
    // Ends the call that carries the token. BERTH_SUCCESS, or BERTH_ERROR: no such token.
    virtual std::int32_t complete(std::uint64_t token, std::int32_t code,
                                  std::string_view text) = 0;
    // What plugins ask for, as access::Cluster has it.
    [[nodiscard]] virtual bool may_write() const = 0;
    virtual void request(access::ObjectRequest request, access::ReplyDone done) = 0;
    virtual void record(access::EventRecord event) = 0;
    // Sets the condition in the status of that pod, if it is not there already; 404: the pod is
    // gone. Transition time and observed generation are filled in. Scheduling thread.
    virtual void set_condition(const PodName& pod, model::PodCondition condition,
                               access::ReplyDone done) = 0;
};

}  // namespace berth::host
