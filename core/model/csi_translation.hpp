// What became of in-tree volumes: which CSI driver serves them, under which handle and topology.
//
// As kube-scheduler's translator says it (k8s.io/csi-translation-lib v0.37.2), for the plugins
// whose migration it takes as done: AWS EBS, GCE PD, Azure Disk, Cinder, Portworx. Azure File and
// vSphere have names only. Pure functions: any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/symbol.hpp"
#include "core/model/selector.hpp"
#include "core/model/storage.hpp"
#include "core/model/volume.hpp"

namespace berth::model {

struct InTreePlugin {
    VolumeKind kind;
    std::string_view name;          // "kubernetes.io/aws-ebs"
    std::string_view driver;        // "ebs.csi.aws.com"
    std::string_view topology_key;  // the driver's zone label; "": its volumes have no topology
    bool translated;
};

// Null: not an in-tree volume that has a CSI driver.
[[nodiscard]] const InTreePlugin* in_tree_plugin(VolumeKind kind);
[[nodiscard]] const InTreePlugin* in_tree_plugin(std::string_view name);

struct Translation {
    std::string handle;
    std::string error;  // why there is no handle; empty: there is
};

// Of a volume in a pod, whose plugin is translated.
[[nodiscard]] Translation translate_inline(const Volume& volume);
// Of a PersistentVolume, whose plugin is translated.
[[nodiscard]] Translation translate(const PersistentVolume& volume,
                                    const base::SymbolTable& symbols);
// The required node affinity of the translated volume; nothing: any node.
[[nodiscard]] std::optional<NodeSelector> translated_node_affinity(const PersistentVolume& volume,
                                                                   base::SymbolTable& symbols);

}  // namespace berth::model
