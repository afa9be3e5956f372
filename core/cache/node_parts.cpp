#include "core/cache/node_parts.hpp"

#include <berth/ext/events.h>

#include "core/model/node.hpp"

namespace berth::cache {
namespace {

bool same_annotations(const model::Node& a, const model::Node& b) {
    static const model::Annotations kNone;
    const auto of = [](const model::Node& node) -> const model::Annotations& {
        return node.meta.annotations == nullptr ? kNone : *node.meta.annotations;
    };
    return of(a) == of(b);
}

}  // namespace

std::uint64_t changed_parts(const model::Node* before, const model::Node& now) {
    if (before == nullptr) {
        return BERTH_ACTION_ALL;
    }
    const auto bit = [](bool changed, std::uint64_t action) { return changed ? action : 0; };
    return bit(before->allocatable != now.allocatable, BERTH_ACTION_UPDATE_NODE_ALLOCATABLE) |
           bit(*before->meta.labels != *now.meta.labels, BERTH_ACTION_UPDATE_NODE_LABEL) |
           bit(before->taints != now.taints || before->unschedulable != now.unschedulable,
               BERTH_ACTION_UPDATE_NODE_TAINT) |
           bit(before->conditions != now.conditions, BERTH_ACTION_UPDATE_NODE_CONDITION) |
           bit(!same_annotations(*before, now), BERTH_ACTION_UPDATE_NODE_ANNOTATION) |
           bit(before->declared_features != now.declared_features,
               BERTH_ACTION_UPDATE_NODE_DECLARED_FEATURE) |
           bit(before->images != now.images, BERTH_ACTION_UPDATE_OTHER);
}

}  // namespace berth::cache
