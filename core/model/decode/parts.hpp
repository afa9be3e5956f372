// Readers of the parts that several kinds share. Internal to core/model's decoders.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/affinity.hpp"
#include "core/model/decode/cursor.hpp"
#include "core/model/object_meta.hpp"
#include "core/model/pod.hpp"
#include "core/model/resources.hpp"
#include "core/model/selector.hpp"
#include "core/model/toleration.hpp"
#include "core/model/volume.hpp"

namespace berth::model {

void read(const Cursor& at, ObjectMeta& out);
// A map of labels, by the keys' texts.
void read_labels(const Cursor& at, std::vector<Label>& out);
void read(const Cursor& at, LabelSetPtr& out);

void read(const Cursor& at, LabelSelector& out);
void read(const Cursor& at, SelectorRequirement& out);
void read(const Cursor& at, NodeSelectorTerm& out);
void read(const Cursor& at, NodeSelector& out);
void read(const Cursor& at, Affinity& out);
void read(const Cursor& at, TopologySpreadConstraint& out);
void read(const Cursor& at, Toleration& out);
void read(const Cursor& at, Taint& out);

void read_resources(const Cursor& at, ResourceList& out);
void read(const Cursor& at, ResourceRequirements& out);
void read_resources(const Cursor& at, std::optional<ResourceList>& out);

// A volume source by its field's name ("persistentVolumeClaim", …); false: not one that counts.
bool read_volume_source(std::string_view key, const Cursor& at, Volume& out);

void read(const Cursor& at, PreemptionPolicy& out);
void read(const Cursor& at, ConditionStatus& out);

}  // namespace berth::model
