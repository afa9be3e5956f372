// What a pod's volumes need to have attached: one entry for each volume of a CSI driver.
//
// kube-scheduler: filterAttachableVolumes of nodevolumelimits/csi.go, v1.37.2. Any thread.
#pragma once

#include <map>
#include <string>

#include <berth/sdk.h>

namespace berth::intree {

// Unique names of volumes, and their drivers.
using Attachable = std::map<std::string, std::string>;

[[nodiscard]] std::string unique_name(std::string_view driver, std::string_view handle);

// What goes wrong: a claim that is not there, or an error.
struct VolumesProblem {
    bool missing = false;  // of a claim
    std::string text;      // empty: nothing is wrong
};

class PodVolumes {
public:
    explicit PodVolumes(const berth::Objects& objects) : objects_(objects) {}

    // Adds those of the pod. `has_csi_node`: the node has one, so in-tree volumes count as
    // migrated. A claim that is missing is a problem of a new pod and is passed over for others.
    [[nodiscard]] VolumesProblem add(const berth::Pod& pod, bool has_csi_node, bool is_new,
                                     Attachable& out) const;

private:
    [[nodiscard]] VolumesProblem add_claim(const berth::Pod& pod, const berth_volume& volume,
                                           const std::string& name, bool has_csi_node, bool is_new,
                                           Attachable& out) const;
    void add_unbound(const berth_persistent_volume_claim& claim, bool has_csi_node,
                     Attachable& out) const;

    const berth::Objects& objects_;
};

}  // namespace berth::intree
