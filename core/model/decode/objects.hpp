// Readers of whole objects, one for each kind. Internal to core/model's decoders.
#pragma once

#include "core/model/decode.hpp"
#include "core/model/decode/cursor.hpp"

namespace berth::model {

void read(const Cursor& at, PodDraft& out);
void read_pod_spec(const Cursor& at, PodDraft& out);
void read_pod_status(const Cursor& at, PodStatus& out);
void read(const Cursor& at, Node& out);

void read(const Cursor& at, PersistentVolumeClaim& out);
void read(const Cursor& at, PersistentVolume& out);
void read(const Cursor& at, StorageClass& out);
void read(const Cursor& at, CsiNode& out);
void read(const Cursor& at, CsiDriver& out);
void read(const Cursor& at, CsiStorageCapacity& out);
void read(const Cursor& at, VolumeAttachment& out);

void read(const Cursor& at, Namespace& out);
void read(const Cursor& at, PriorityClass& out);
void read(const Cursor& at, PodDisruptionBudget& out);
void read(const Cursor& at, Service& out);
void read(const Cursor& at, Workload& out);
void read(const Cursor& at, Lease& out);
void read(const Cursor& at, Unknown& out);

// apiVersion and kind, which the caller has read already.
[[nodiscard]] inline bool is_type_field(std::string_view key) {
    return key == "apiVersion" || key == "kind";
}

}  // namespace berth::model
