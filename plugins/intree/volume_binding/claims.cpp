#include "plugins/intree/volume_binding/claims.hpp"

#include <algorithm>

#include "plugins/intree/pod_claims.hpp"

namespace berth::intree {
namespace {

constexpr std::string_view kNoProvisioner = "kubernetes.io/no-provisioner";

std::string quoted(std::string_view text) {
    return "\"" + std::string(text) + "\"";
}

// What a volume must have for the claim, on whichever node.
bool suits(const berth_persistent_volume& volume, const berth_persistent_volume_claim& claim) {
    return volume.capacity_bytes >= std::max<std::int64_t>(claim.requested_bytes, 0) &&
           volume.volume_mode == claim.volume_mode &&
           berth::text(volume.volume_attributes_class) ==
               berth::text(claim.volume_attributes_class) &&
           volume.meta->deletion_ns == 0;
}

// What a volume that nobody keeps for the claim must have besides.
bool is_free_for(const berth_persistent_volume& volume,
                 const berth_persistent_volume_claim& claim) {
    return volume.phase == BERTH_PHASE_AVAILABLE &&
           (claim.selector == nullptr ||
            berth::matches(claim.selector, berth::labels_of(volume))) &&
           berth::text(volume.storage_class) == berth::text(claim.storage_class) &&
           (claim.access_modes & ~volume.access_modes) == 0;
}

std::int64_t limit_of(const berth_csi_storage_capacity& capacity) {
    return capacity.maximum_volume_bytes >= 0 ? capacity.maximum_volume_bytes
                                              : capacity.capacity_bytes;
}

}  // namespace

bool is_bound(const berth_persistent_volume_claim& claim) {
    return claim.volume_name.len != 0 && berth::annotations_of(claim).contains(kBindCompleted);
}

ClaimsProblem ClaimFinder::check(const berth::Pod& pod, bool& uses_claims) const {
    uses_claims = false;
    for (const berth_volume& volume : pod.volumes()) {
        const auto name = claim_name(pod, volume);
        if (!name) {
            continue;
        }
        uses_claims = true;
        const bool ephemeral = volume.kind == BERTH_VOLUME_EPHEMERAL;
        const auto* claim =
            objects_.get<berth_persistent_volume_claim>(pod.namespace_name(), *name);
        if (claim == nullptr) {
            return {false, ephemeral ? "waiting for ephemeral volume controller to create the "
                                       "persistentvolumeclaim " +
                                           quoted(*name)
                                     : claim_not_found(*name)};
        }
        if (claim->phase == BERTH_PHASE_LOST) {
            return {false, "persistentvolumeclaim " + quoted(*name) +
                               " bound to non-existent persistentvolume " +
                               quoted(berth::text(claim->volume_name))};
        }
        if (claim->meta->deletion_ns != 0) {
            return {false, "persistentvolumeclaim " + quoted(*name) + " is being deleted"};
        }
        if (ephemeral && !is_for_pod(*claim, pod)) {
            return {false, not_owned(*claim, pod)};
        }
    }
    return {};
}

ClaimsProblem ClaimFinder::sort(const berth::Pod& pod, PodClaims& out) const {
    for (const berth_volume& volume : pod.volumes()) {
        const auto name = claim_name(pod, volume);
        const auto* claim =
            name ? objects_.get<berth_persistent_volume_claim>(pod.namespace_name(), *name)
                 : nullptr;
        if (claim == nullptr) {
            continue;
        }
        if (ClaimsProblem problem = add(*claim, out); !problem.text.empty()) {
            return problem;
        }
    }
    for (std::size_t i = 0; i < out.delayed.size(); ++i) {
        DelayedClaim& claim = out.delayed[i];
        (claim.selected_node ? out.to_provision : out.to_match).push_back(i);
        if (!claim.selected_node) {
            find_volumes(claim);
        }
        find_capacities(claim);
    }
    std::stable_sort(out.to_match.begin(), out.to_match.end(), [&](std::size_t a, std::size_t b) {
        const auto size = [&](std::size_t i) {
            return std::max<std::int64_t>(out.delayed[i].view->requested_bytes, 0);
        };
        return size(a) < size(b);
    });
    return {};
}

ClaimsProblem ClaimFinder::add(const berth_persistent_volume_claim& claim, PodClaims& out) const {
    if (is_bound(claim)) {
        out.bound.push_back(
            objects_.get<berth_persistent_volume>("", berth::text(claim.volume_name)));
        return {};
    }
    const std::string_view class_name = berth::text(claim.storage_class);
    const auto* found =
        class_name.empty() ? nullptr : objects_.get<berth_storage_class>("", class_name);
    if (found != nullptr && found->binding_mode == BERTH_BINDING_NOT_SET) {
        return {true, "VolumeBindingMode not set for StorageClass " + quoted(class_name)};
    }
    if (found == nullptr || found->binding_mode != BERTH_BINDING_WAIT_FOR_FIRST_CONSUMER ||
        claim.volume_name.len != 0) {
        out.any_immediate = true;
        return {};
    }
    DelayedClaim& delayed = out.delayed.emplace_back();
    delayed.view = &claim;
    delayed.storage_class = found;
    delayed.selected_node = assumed_.selected_node(claim);
    if (claim.selector_error.len != 0) {
        delayed.selector_error = "error creating internal label selector for claim: " +
                                 std::string(berth::object_namespace(claim)) + "/" +
                                 std::string(berth::object_name(claim)) + ": " +
                                 std::string(berth::text(claim.selector_error));
    }
    return {};
}

void ClaimFinder::find_volumes(DelayedClaim& claim) const {
    objects_.each<berth_persistent_volume>(
        {.index = BERTH_INDEX_STORAGE_CLASS, .value = berth::text(claim.view->storage_class)},
        [&](const berth_persistent_volume& volume) {
            const auto kept = assumed_.claim_of(volume);
            if ((kept && !is_for(*kept, *claim.view)) || !suits(volume, *claim.view)) {
                return;
            }
            if (kept) {
                claim.kept.push_back(&volume);
            } else if (is_free_for(volume, *claim.view)) {
                claim.free.push_back(&volume);
            }
        });
    std::stable_sort(claim.free.begin(), claim.free.end(), [](const auto* a, const auto* b) {
        return a->capacity_bytes < b->capacity_bytes;
    });
}

void ClaimFinder::find_capacities(DelayedClaim& claim) const {
    const std::string_view provisioner = berth::text(claim.storage_class->provisioner);
    if (provisioner.empty() || provisioner == kNoProvisioner || claim.view->requested_bytes < 0) {
        return;
    }
    const auto* driver = objects_.get<berth_csi_driver>("", provisioner);
    if (driver == nullptr || driver->storage_capacity == 0) {
        return;
    }
    claim.checks_capacity = true;
    objects_.each<berth_csi_storage_capacity>(
        {.index = BERTH_INDEX_STORAGE_CLASS, .value = berth::object_name(*claim.storage_class)},
        [&](const berth_csi_storage_capacity& capacity) {
            if (limit_of(capacity) >= 0 && limit_of(capacity) >= claim.view->requested_bytes) {
                claim.capacities.push_back(&capacity);
            }
        });
}

}  // namespace berth::intree
