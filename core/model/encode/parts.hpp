// Writers of the parts that several kinds share, and of each kind's fields beside apiVersion and
// kind. Internal to core/model's encoders.
#pragma once

#include "core/model/encode/writer.hpp"
#include "core/model/object.hpp"

namespace berth::model {

void write(Writer& out, const ObjectMeta& meta);
void write(Writer& out, const LabelSelector& selector);
void write(Writer& out, const std::vector<SelectorRequirement>& requirements, std::string_view key);
void write(Writer& out, const NodeSelector& selector);
void write(Writer& out, const Affinity& affinity);
void write(Writer& out, const TopologySpreadConstraint& constraint);
void write(Writer& out, const Toleration& toleration);
void write(Writer& out, const Taint& taint);
// The source's own field: "persistentVolumeClaim": {…}.
void write(Writer& out, const Volume& volume);
void write_selector(Writer& out, std::string_view key,
                    const std::optional<LabelSelector>& selector);
[[nodiscard]] std::string_view to_string(PreemptionPolicy policy);

void write(Writer& out, const Pod& pod);
void write(Writer& out, const Node& node);
void write(Writer& out, const Namespace& space);
void write(Writer& out, const PriorityClass& priority_class);
void write(Writer& out, const PodDisruptionBudget& budget);
void write(Writer& out, const PersistentVolumeClaim& claim);
void write(Writer& out, const PersistentVolume& volume);
void write(Writer& out, const StorageClass& storage_class);
void write(Writer& out, const CsiNode& node);
void write(Writer& out, const CsiDriver& driver);
void write(Writer& out, const CsiStorageCapacity& capacity);
void write(Writer& out, const VolumeAttachment& attachment);
void write(Writer& out, const Service& service);
void write(Writer& out, const Workload& workload);
void write(Writer& out, const Lease& lease);

}  // namespace berth::model
