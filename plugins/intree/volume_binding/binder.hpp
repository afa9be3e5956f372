// Binder: remembers what was decided for a pod's claims until the API server says so.
//
// kube-scheduler: AssumePodVolumes and RevertAssumedPodVolumes of volumebinding/binder.go, v1.37.2.
// Scheduling thread.
#pragma once

#include <string>
#include <vector>

#include <berth/sdk.h>

#include "plugins/intree/volume_binding/assumed.hpp"
#include "plugins/intree/volume_binding/node_volumes.hpp"

namespace berth::intree {

// What was decided for one pod; owns its texts.
struct Reservation {
    // A volume that is kept for a claim.
    struct Keep {
        std::string volume, version;
        std::string namespace_name, claim, claim_uid, claim_version;
        bool changes = true;  // the volume does not say so yet
        bool marks = false;   // nor that it was bound by a controller
    };
    // A claim for which a volume is to be made on the node.
    struct Select {
        std::string namespace_name, claim, version;
    };

    std::string namespace_name, pod, uid, node;
    std::vector<Keep> keeps;
    std::vector<Select> selects;
};

class Binder {
public:
    [[nodiscard]] const Assumed& assumed() const { return assumed_; }

    [[nodiscard]] Reservation reserve(const berth::Pod& pod, std::string_view node,
                                      const NodeVolumes& volumes);
    // Takes the reservation back. Again and again does no harm.
    void free(const Reservation& reservation);

private:
    Assumed assumed_;
};

}  // namespace berth::intree
