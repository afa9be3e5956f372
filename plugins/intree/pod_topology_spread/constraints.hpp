// The constraints that hold for a pod: its own, or the profile's defaults with a selector that is
// deduced for it. Scheduling thread.
//
// kube-scheduler: podtopologyspread/common.go and getConstraints of plugin.go, v1.37.2.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <berth/sdk.h>

#include "plugins/intree/pod_topology_spread/args.hpp"
#include "plugins/intree/pod_topology_spread/owner_selector.hpp"

namespace berth::intree {

enum class SpreadAction : std::uint32_t {
    kHard = BERTH_DO_NOT_SCHEDULE,
    kSoft = BERTH_SCHEDULE_ANYWAY,
};

struct SpreadConstraint {
    std::int32_t max_skew;
    std::int32_t min_domains;
    bool honors_affinity, honors_taints;
    berth::Symbol topology_key;
    std::string_view topology_key_name;
    const berth_selector* selector;
};

// The constraints of one pod and one action. What it points to is the pod's, the plugin's and its
// own: it lives no longer than the call.
struct PodConstraints {
    std::vector<SpreadConstraint> list;
    // Nodes without one of the keys are out; only the defaults of the system let them in.
    bool all_keys_required = true;
    std::string error;  // a selector that does not parse; the list is empty then
    OwnerSelector deduced;
};

// Does the selector ask for nothing, so that it matches every pod and yet counts none?
inline bool is_empty(const berth_selector& selector) {
    return selector.matches_nothing == 0 && selector.requirements.count == 0;
}

class ConstraintSource {
public:
    // Opens Services and owners where there are default constraints.
    ConstraintSource(const PodTopologySpreadArgs& args, const berth::Host& host);

    [[nodiscard]] PodConstraints constraints(const berth::Pod& pod, SpreadAction action) const;

private:
    struct Default {
        SpreadAction action;
        SpreadConstraint constraint;
    };

    [[nodiscard]] PodConstraints own(const berth::Pod& pod, SpreadAction action) const;
    [[nodiscard]] PodConstraints defaults(const berth::Pod& pod, SpreadAction action) const;

    std::vector<std::string> keys_;  // of defaults_
    std::vector<Default> defaults_;
    bool of_system_ = false;
    std::unique_ptr<OwnerSelectors> owners_;  // null: there are no default constraints
};

}  // namespace berth::intree
