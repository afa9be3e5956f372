// Which changes of storage objects may help a pod that VolumeBinding refused.
//
// kube-scheduler: the isSchedulableAfter… functions of volumebinding/volume_binding.go, v1.37.2.
// A null object: was not, or is no more. Pure functions: any thread.
#pragma once

#include <berth/sdk.h>

namespace berth::intree {

// It is new, or volumes may be made elsewhere than before.
[[nodiscard]] bool topologies_changed(const berth_storage_class* before,
                                      const berth_storage_class* after);
// It is new, or other in-tree plugins have moved to CSI.
[[nodiscard]] bool migration_changed(const berth_csi_node* before, const berth_csi_node* after);
// Its capacity counts no more, and the pod has a volume of it.
[[nodiscard]] bool stopped_counting(const berth::Pod& pod, const berth_csi_driver* before,
                                    const berth_csi_driver* after);
// It is new, or larger volumes fit.
[[nodiscard]] bool capacity_grew(const berth_csi_storage_capacity* before,
                                 const berth_csi_storage_capacity* after);

}  // namespace berth::intree
