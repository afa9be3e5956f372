#include "core/host/objects/object_indexes.hpp"

#include <berth/host/objects.h>
#include <berth/storage_objects.h>
#include <fmt/format.h>

#include "core/host/text.hpp"
#include "core/settings/abi_view.hpp"

namespace berth::host {
namespace {

template <typename View>
const View& as(const berth_object& object) {
    return reinterpret_cast<const View&>(object);
}

}  // namespace

std::vector<IndexValue> index_values(const berth_object& object) {
    std::vector<IndexValue> out;
    const auto add = [&](std::uint32_t index, berth_str text) {
        out.push_back({index, view_of(text)});
    };
    switch (object.kind) {
        case BERTH_OBJECT_PERSISTENT_VOLUME:
            add(BERTH_INDEX_STORAGE_CLASS, as<berth_persistent_volume>(object).storage_class);
            break;
        case BERTH_OBJECT_PERSISTENT_VOLUME_CLAIM:
            add(BERTH_INDEX_STORAGE_CLASS, as<berth_persistent_volume_claim>(object).storage_class);
            break;
        case BERTH_OBJECT_CSI_STORAGE_CAPACITY:
            add(BERTH_INDEX_STORAGE_CLASS, as<berth_csi_storage_capacity>(object).storage_class);
            break;
        case BERTH_OBJECT_VOLUME_ATTACHMENT:
            add(BERTH_INDEX_NODE_NAME, as<berth_volume_attachment>(object).node_name);
            break;
        default: break;
    }
    for (const berth_owner& owner : settings::AbiList<berth_owner>(object.meta->owners)) {
        add(BERTH_INDEX_OWNER_UID, owner.uid);
    }
    return out;
}

bool before(const berth_meta& a, const berth_meta& b) {
    const int order = view_of(a.namespace_name).compare(view_of(b.namespace_name));
    return order != 0 ? order < 0 : view_of(a.name) < view_of(b.name);
}

std::string custom_name(const ObjectKinds& kinds, const model::Object& object) {
    const std::string_view api_version = model::api_version(object);
    const std::size_t slash = api_version.find('/');
    const std::string_view group =
        slash == std::string_view::npos ? std::string_view() : api_version.substr(0, slash);
    const std::string_view version =
        slash == std::string_view::npos ? api_version : api_version.substr(slash + 1);
    return fmt::format("{}.{}.{}", kinds.plural_of(group, model::kind_name(object)), version,
                       group);
}

}  // namespace berth::host
