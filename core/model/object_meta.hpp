// ObjectMeta: what every object has, as compact as a hundred thousand pods ask for.
// Part of immutable objects: any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/symbol.hpp"
#include "core/base/time.hpp"
#include "core/model/label_set.hpp"

namespace berth::model {

struct OwnerReference {
    std::string api_version;
    std::string kind;
    std::string name;
    std::string uid;
    bool controller = false;
    friend bool operator==(const OwnerReference&, const OwnerReference&) = default;
};
using OwnerReferences = std::vector<OwnerReference>;

using Annotations = std::vector<std::pair<std::string, std::string>>;  // sorted by key

struct ObjectMeta {
    std::string name;
    base::Symbol namespace_name = base::Symbol::kNone;  // kNone: cluster-scoped, or not set yet
    std::uint32_t finalizers = 0;                       // how many
    std::string uid;
    std::string resource_version;
    std::int64_t generation = 0;
    base::Time creation;                             // 0: not set
    std::optional<base::Time> deletion;              // set: being deleted
    LabelSetPtr labels = no_labels();                // never null
    std::shared_ptr<const Annotations> annotations;  // null: none
    std::shared_ptr<const OwnerReferences> owners;   // null: none

    // Null if there is none.
    [[nodiscard]] const std::string* find_annotation(std::string_view key) const;
    // The owner with controller: true; null if there is none.
    [[nodiscard]] const OwnerReference* controller() const;
};

// "namespace/name", or "name" without a namespace.
[[nodiscard]] std::string full_name(const ObjectMeta& meta, const base::SymbolTable& symbols);

}  // namespace berth::model
