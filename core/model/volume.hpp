// Volumes of a pod and of a PersistentVolume, as far as scheduling looks at them: claims, inline
// CSI, and the in-tree kinds that conflict, count or are migrated to a CSI driver.
// Immutable: any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/symbol.hpp"

namespace berth::model {

enum class VolumeKind : std::uint8_t {
    kOther,                 // nothing that the scheduler reads; left out of pods
    kClaim,                 // id: claimName
    kEphemeral,             // the claim is named <pod>-<volume name>
    kCsi,                   // driver; id: volumeHandle (of a PersistentVolume)
    kGcePersistentDisk,     // id: pdName
    kAwsElasticBlockStore,  // id: volumeID
    kIscsi,                 // id: iqn; pool: targetPortal; lun in partition
    kRbd,                   // id: image; pool; monitors
    kAzureDisk,             // id: diskURI; pool: diskName; driver: kind
    kAzureFile,             // id: shareName; pool: secretName
    kCinder,                // id: volumeID
    kVsphere,               // id: volumePath
    kPortworx,              // id: volumeID
    kImage,                 // id: reference
    kNfs,                   // of PersistentVolumes: seen, not read
    kHostPath,
    kLocal,  // id: path
};

struct Volume {
    std::string name;  // of the pod's volume; "" in a PersistentVolume
    VolumeKind kind = VolumeKind::kOther;
    bool read_only = false;
    std::int32_t partition = 0;
    std::string id;
    std::string pool;
    std::string driver;
    std::vector<std::string> monitors;
    friend bool operator==(const Volume&, const Volume&) = default;
};

}  // namespace berth::model
