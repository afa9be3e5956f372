#include "core/model/object_meta.hpp"

#include <algorithm>

namespace berth::model {

const std::string* ObjectMeta::find_annotation(std::string_view key) const {
    if (!annotations) {
        return nullptr;
    }
    auto it =
        std::lower_bound(annotations->begin(), annotations->end(), key,
                         [](const auto& entry, std::string_view k) { return entry.first < k; });
    return it != annotations->end() && it->first == key ? &it->second : nullptr;
}

const OwnerReference* ObjectMeta::controller() const {
    if (owners) {
        for (const OwnerReference& owner : *owners) {
            if (owner.controller) {
                return &owner;
            }
        }
    }
    return nullptr;
}

std::string full_name(const ObjectMeta& meta, const base::SymbolTable& symbols) {
    if (meta.namespace_name == base::Symbol::kNone) {
        return meta.name;
    }
    return std::string(symbols.text(meta.namespace_name)) + "/" + meta.name;
}

}  // namespace berth::model
