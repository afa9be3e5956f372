#include <array>

#include "core/model/decode/parts.hpp"

namespace berth::model {
namespace {

// Which fields of a source go where; "" : none.
struct Source {
    std::string_view key;
    VolumeKind kind;
    std::string_view id;
    std::string_view pool;
    std::string_view partition;
};

constexpr std::array kSources{
    Source{"persistentVolumeClaim", VolumeKind::kClaim, "claimName", "", ""},
    Source{"ephemeral", VolumeKind::kEphemeral, "", "", ""},
    Source{"csi", VolumeKind::kCsi, "volumeHandle", "", ""},
    Source{"gcePersistentDisk", VolumeKind::kGcePersistentDisk, "pdName", "", "partition"},
    Source{"awsElasticBlockStore", VolumeKind::kAwsElasticBlockStore, "volumeID", "", "partition"},
    Source{"iscsi", VolumeKind::kIscsi, "iqn", "targetPortal", "lun"},
    Source{"rbd", VolumeKind::kRbd, "image", "pool", ""},
    Source{"azureDisk", VolumeKind::kAzureDisk, "diskURI", "diskName", ""},
    Source{"azureFile", VolumeKind::kAzureFile, "shareName", "secretName", ""},
    Source{"cinder", VolumeKind::kCinder, "volumeID", "", ""},
    Source{"vsphereVolume", VolumeKind::kVsphere, "volumePath", "", ""},
    Source{"portworxVolume", VolumeKind::kPortworx, "volumeID", "", ""},
    Source{"image", VolumeKind::kImage, "reference", "", ""},
    Source{"nfs", VolumeKind::kNfs, "path", "server", ""},
    Source{"hostPath", VolumeKind::kHostPath, "path", "", ""},
    Source{"local", VolumeKind::kLocal, "path", "", ""},
};

void read_source(const Cursor& at, const Source& source, Volume& out) {
    out.kind = source.kind;
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (!source.id.empty() && key == source.id) {
            return take(field, out.id);
        }
        if (!source.pool.empty() && key == source.pool) {
            return take(field, out.pool);
        }
        if (!source.partition.empty() && key == source.partition) {
            return take(field, out.partition);
        }
        if (key == "readOnly") {
            return take(field, out.read_only);
        }
        if (key == "driver" && source.kind == VolumeKind::kCsi) {
            return take(field, out.driver);
        }
        if (key == "kind" && source.kind == VolumeKind::kAzureDisk) {
            return take(field, out.driver);
        }
        return key == "monitors" && source.kind == VolumeKind::kRbd && take(field, out.monitors);
    });
}

}  // namespace

bool read_volume_source(std::string_view key, const Cursor& at, Volume& out) {
    for (const Source& source : kSources) {
        if (source.key == key) {
            read_source(at, source, out);
            return true;
        }
    }
    return false;
}

}  // namespace berth::model
