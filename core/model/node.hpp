// Node: one node as the scheduler knows it. Immutable: any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/model/object_meta.hpp"
#include "core/model/pod.hpp"
#include "core/model/resources.hpp"
#include "core/model/toleration.hpp"

namespace berth::model {

struct ContainerImage {
    std::vector<std::string> names;
    std::int64_t size_bytes = 0;
    friend bool operator==(const ContainerImage&, const ContainerImage&) = default;
};

struct NodeCondition {
    base::Symbol type = base::Symbol::kNone;
    ConditionStatus status = ConditionStatus::kUnknown;
    friend bool operator==(const NodeCondition&, const NodeCondition&) = default;
};

struct Node {
    ObjectMeta meta;
    bool unschedulable = false;
    std::vector<Taint> taints;
    ResourceList capacity;
    ResourceList allocatable;
    bool allocatable_given = false;       // it was written, if only as {}: then capacity has no say
    ResourceAmounts allocatable_amounts;  // set by finish(), with pods
    std::vector<ContainerImage> images;
    std::vector<NodeCondition> conditions;
    std::vector<std::string> declared_features;
};

using NodePtr = std::shared_ptr<const Node>;

}  // namespace berth::model
