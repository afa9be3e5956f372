// In-tree volume plugins whose move to CSI kube-scheduler takes as done on every node that has a
// CSINode: isCSIMigrationOn of nodevolumelimits and volumebinding, v1.37.2. Any thread.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace berth::intree {

[[nodiscard]] inline bool is_migrated(std::string_view plugin) {
    constexpr std::array<std::string_view, 5> kMigrated{
        "kubernetes.io/aws-ebs", "kubernetes.io/gce-pd", "kubernetes.io/azure-disk",
        "kubernetes.io/cinder", "kubernetes.io/portworx-volume"};
    return std::find(kMigrated.begin(), kMigrated.end(), plugin) != kMigrated.end();
}

}  // namespace berth::intree
