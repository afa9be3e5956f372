// OwnersView: the owners of a berth_pod, shared by all pods of one owner.
// Immutable: any thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include <berth/pod.h>

#include "core/framework/view/view_memory.hpp"
#include "core/model/object_meta.hpp"

namespace berth::framework {

struct OwnersView {
    explicit OwnersView(std::shared_ptr<const model::OwnerReferences> from)
        : references(std::move(from)), memory(references->size() * sizeof(berth_owner) + 1) {
        owners = memory.map<berth_owner>(*references, [](const model::OwnerReference& owner) {
            return berth_owner{sizeof(berth_owner),       owner.controller ? 1u : 0u,
                               to_str(owner.api_version), to_str(owner.kind),
                               to_str(owner.name),        to_str(owner.uid)};
        });
        const bool daemon = std::any_of(
            references->begin(), references->end(),
            [](const model::OwnerReference& owner) { return owner.kind == "DaemonSet"; });
        flags = daemon ? BERTH_POD_OWNED_BY_DAEMON_SET : 0;
    }

    std::shared_ptr<const model::OwnerReferences> references;
    ViewMemory memory;
    berth_array owners;
    std::uint32_t flags = 0;
};

}  // namespace berth::framework
