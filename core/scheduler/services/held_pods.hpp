// HeldPods: the pods that are held on Permit or in PreBind, as any thread may make them end.
//
//   on_permit ──▶ leave ──▶ in_pre_bind ──▶ leave        (scheduling thread)
//       └─ end(kReject, kPreempt)  └─ end(kCancel)       (any thread: counts until leave)
//
// What end() decides is carried out on the scheduling thread, which finds it in leave(). From
// kube-scheduler's waitingPodsMap and podsInPreBindMap (framework/runtime, v1.37.2). Locks itself.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/guarded.hpp"
#include "core/host/services/scheduling.hpp"

namespace berth::scheduler {

class HeldPods {
public:
    struct Wait {
        std::uint64_t token;
        std::string plugin;
    };
    struct Ending {
        host::HeldEnd how = host::HeldEnd::kReject;
        std::string plugin, text;
    };

    // `number`: of the pod's cycle.
    void on_permit(std::string_view uid, std::uint64_t number, std::vector<Wait> waits);
    void in_pre_bind(std::string_view uid, std::uint64_t number);
    // The pod is not held there any more; how it was to end, if anybody decided that.
    std::optional<Ending> leave(std::string_view uid);

    // Any thread. The number of the pod's cycle; nothing: it is not held there, or ends already.
    std::optional<std::uint64_t> end(std::string_view uid, Ending ending);
    [[nodiscard]] bool waits(std::uint64_t token, std::string_view plugin) const;

private:
    struct Held {
        std::uint64_t number = 0;
        bool in_pre_bind = false;
        std::vector<Wait> waits;
        std::optional<Ending> ending;
    };
    using Pods = std::map<std::string, Held, std::less<>>;
    base::Guarded<Pods> pods_;
};

}  // namespace berth::scheduler
