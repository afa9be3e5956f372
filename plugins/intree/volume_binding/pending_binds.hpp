// PendingBinds: what PreBind asks for, and waits for: volumes are kept for their claims, claims are
// sent to the node, and the pod goes on when all of them are bound.
//
// kube-scheduler: BindPodVolumes, bindAPIUpdate and checkBindings of volumebinding/binder.go,
// v1.37.2. No thread waits: answers and changes of objects move it on, a timer ends it.
// kube-scheduler looks every second; here each change is looked at when it comes. Objects are
// patched, guarded by their resourceVersion, since the host reads but a part of them. Scheduling
// thread.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <berth/sdk/draft.h>
#include <berth/sdk/draft/host/client.h>
#include <berth/sdk/draft/host/executor.h>

#include "plugins/intree/volume_binding/binder.hpp"

namespace berth::intree {

class PendingBinds {
public:
    PendingBinds(const berth::Host& host, const berth::Objects& objects,
                 std::chrono::seconds timeout);

    // Started: the call's token is completed when the volumes are bound, or cannot be.
    [[nodiscard]] berth::Verdict begin(const berth::Call& call, const Reservation& reservation);
    // The pod's cycle ends: what it waits for means nothing any more.
    void give_up(std::string_view pod_uid);
    // A volume or a claim has changed.
    void look();

private:
    struct Pending;
    using PendingRef = std::shared_ptr<Pending>;

    // Empty: not yet.
    struct Outcome {
        bool done = false;
        std::string error;
    };

    [[nodiscard]] bool ask_next(const PendingRef& pending);
    [[nodiscard]] bool patch(const PendingRef& pending, const berth::Target& target,
                             const std::string& body);
    void answered(const PendingRef& pending, const berth::Reply& reply);
    void wait(const PendingRef& pending);
    void settle(const PendingRef& pending);
    void finish(const PendingRef& pending, const std::string& error);
    [[nodiscard]] Outcome check(const Pending& pending) const;
    [[nodiscard]] Outcome check_kept(const Pending& pending, std::size_t number,
                                     const berth::Labels& labels,
                                     const berth_csi_node* csi_node) const;
    [[nodiscard]] Outcome check_selected(const Pending& pending, std::size_t number,
                                         const berth::Labels& labels,
                                         const berth_csi_node* csi_node) const;
    [[nodiscard]] const berth_persistent_volume_claim* claim(std::string_view namespace_name,
                                                             std::string_view name) const;

    const berth::Objects& objects_;
    berth::Client client_;
    berth::Completion completion_;
    berth::Executor executor_;
    std::chrono::seconds timeout_;
    std::map<std::string, PendingRef, std::less<>> pending_;  // by the pod's UID
};

}  // namespace berth::intree
