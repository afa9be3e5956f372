#include "core/scheduler/changes/node_changes.hpp"

#include <map>

#include <berth/ext/events.h>

#include "core/model/node.hpp"

namespace berth::scheduler {
namespace {

using model::Node;

bool became_schedulable(const Node& old_node, const Node& new_node) {
    return old_node.unschedulable && !new_node.unschedulable;
}

bool allocatable_changed(const Node& old_node, const Node& new_node) {
    return old_node.allocatable != new_node.allocatable;
}

bool labels_changed(const Node& old_node, const Node& new_node) {
    return *old_node.meta.labels != *new_node.meta.labels;
}

bool taints_changed(const Node& old_node, const Node& new_node) {
    return old_node.taints != new_node.taints;
}

// Only types and statuses count, not reasons, messages and times.
bool conditions_changed(const Node& old_node, const Node& new_node) {
    const auto statuses = [](const Node& node) {
        std::map<base::Symbol, model::ConditionStatus> out;
        for (const model::NodeCondition& condition : node.conditions) {
            out[condition.type] = condition.status;
        }
        return out;
    };
    return statuses(old_node) != statuses(new_node);
}

bool annotations_changed(const Node& old_node, const Node& new_node) {
    static const model::Annotations kNone;
    const auto of = [](const Node& node) -> const model::Annotations& {
        return node.meta.annotations == nullptr ? kNone : *node.meta.annotations;
    };
    return of(old_node) != of(new_node);
}

bool features_changed(const Node& old_node, const Node& new_node) {
    return old_node.declared_features != new_node.declared_features;
}

struct Check {
    bool (*changed)(const Node&, const Node&);
    NodeChange change;
};

constexpr Check kChecks[] = {
    {became_schedulable, {BERTH_ACTION_UPDATE_NODE_TAINT, "NodeUpdateNodeTaint"}},
    {allocatable_changed, {BERTH_ACTION_UPDATE_NODE_ALLOCATABLE, "NodeUpdateNodeAllocatable"}},
    {labels_changed, {BERTH_ACTION_UPDATE_NODE_LABEL, "NodeUpdateNodeLabel"}},
    {taints_changed, {BERTH_ACTION_UPDATE_NODE_TAINT, "NodeUpdateNodeTaint"}},
    {conditions_changed, {BERTH_ACTION_UPDATE_NODE_CONDITION, "NodeUpdateNodeCondition"}},
    {annotations_changed, {BERTH_ACTION_UPDATE_NODE_ANNOTATION, "NodeUpdateNodeAnnotation"}},
    {features_changed,
     {BERTH_ACTION_UPDATE_NODE_DECLARED_FEATURE, "NodeUpdateNodeDeclaredFeature"}},
};

}  // namespace

std::vector<NodeChange> node_changes(const Node& old_node, const Node& new_node) {
    std::vector<NodeChange> out;
    for (const Check& check : kChecks) {
        if (check.changed(old_node, new_node)) {
            out.push_back(check.change);
        }
    }
    return out;
}

}  // namespace berth::scheduler
