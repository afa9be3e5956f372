#include "plugins/intree/volume_binding/assumed.hpp"

namespace berth::intree {

bool is_for(const KeptFor& kept, const berth_persistent_volume_claim& claim) {
    return kept.name == berth::object_name(claim) &&
           kept.namespace_name == berth::object_namespace(claim) &&
           (kept.uid.empty() || kept.uid == berth::text(claim.meta->uid));
}

std::optional<KeptFor> Assumed::claim_of(const berth_persistent_volume& volume) const {
    if (!volumes_.empty()) {
        const auto at = volumes_.find(berth::object_name(volume));
        if (at != volumes_.end() &&
            at->second.version == berth::text(volume.meta->resource_version)) {
            return KeptFor{at->second.namespace_name, at->second.name, at->second.uid};
        }
    }
    if (volume.claim == nullptr) {
        return std::nullopt;
    }
    return KeptFor{berth::text(volume.claim->namespace_name), berth::text(volume.claim->name),
                   berth::text(volume.claim->uid)};
}

std::optional<std::string> Assumed::selected_node(
    const berth_persistent_volume_claim& claim) const {
    if (!claims_.empty()) {
        const auto at = claims_.find(
            {std::string(berth::object_namespace(claim)), std::string(berth::object_name(claim))});
        if (at != claims_.end() &&
            at->second.version == berth::text(claim.meta->resource_version)) {
            return at->second.name;
        }
    }
    const auto node = berth::annotations_of(claim).find(kSelectedNode);
    return node ? std::optional<std::string>(*node) : std::nullopt;
}

void Assumed::keep(const berth_persistent_volume& volume,
                   const berth_persistent_volume_claim& claim) {
    volumes_[std::string(berth::object_name(volume))] = {
        std::string(berth::text(volume.meta->resource_version)),
        std::string(berth::object_namespace(claim)), std::string(berth::object_name(claim)),
        std::string(berth::text(claim.meta->uid))};
}

void Assumed::select(const berth_persistent_volume_claim& claim, std::string_view node) {
    claims_[{std::string(berth::object_namespace(claim)), std::string(berth::object_name(claim))}] =
        {std::string(berth::text(claim.meta->resource_version)), std::string(node)};
}

void Assumed::free(const std::string& volume, std::string_view version) {
    const auto at = volumes_.find(volume);
    if (at != volumes_.end() && at->second.version == version) {
        volumes_.erase(at);
    }
}

void Assumed::deselect(const std::string& namespace_name, const std::string& claim,
                       std::string_view version) {
    const auto at = claims_.find({namespace_name, claim});
    if (at != claims_.end() && at->second.version == version) {
        claims_.erase(at);
    }
}

}  // namespace berth::intree
