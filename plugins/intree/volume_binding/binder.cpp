#include "plugins/intree/volume_binding/binder.hpp"

#include <utility>

namespace berth::intree {

Reservation Binder::reserve(const berth::Pod& pod, std::string_view node,
                            const NodeVolumes& volumes) {
    Reservation made{.namespace_name = std::string(pod.namespace_name()),
                     .pod = std::string(pod.name()),
                     .uid = std::string(pod.uid()),
                     .node = std::string(node),
                     .keeps = {},
                     .selects = {}};
    for (const Binding& binding : volumes.bindings) {
        const berth_persistent_volume_claim& claim = *binding.claim->view;
        const auto kept = assumed_.claim_of(*binding.volume);
        const bool is_kept = kept && is_for(*kept, claim);
        Reservation::Keep keep{
            .volume = std::string(berth::object_name(*binding.volume)),
            .version = std::string(berth::text(binding.volume->meta->resource_version)),
            .namespace_name = std::string(berth::object_namespace(claim)),
            .claim = std::string(berth::object_name(claim)),
            .claim_uid = std::string(berth::text(claim.meta->uid)),
            .claim_version = std::string(berth::text(claim.meta->resource_version)),
            .marks =
                !is_kept && !berth::annotations_of(*binding.volume).contains(kBoundByController)};
        keep.changes = keep.marks || !is_kept || kept->uid != keep.claim_uid;
        if (keep.changes) {
            assumed_.keep(*binding.volume, claim);
        }
        made.keeps.push_back(std::move(keep));
    }
    for (const Provision& provision : volumes.provisions) {
        const berth_persistent_volume_claim& claim = *provision.claim->view;
        assumed_.select(claim, node);
        made.selects.push_back({std::string(berth::object_namespace(claim)),
                                std::string(berth::object_name(claim)),
                                std::string(berth::text(claim.meta->resource_version))});
    }
    return made;
}

void Binder::free(const Reservation& reservation) {
    for (const Reservation::Keep& keep : reservation.keeps) {
        assumed_.free(keep.volume, keep.version);
    }
    for (const Reservation::Select& select : reservation.selects) {
        assumed_.deselect(select.namespace_name, select.claim, select.version);
    }
}

}  // namespace berth::intree
