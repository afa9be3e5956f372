// Resource lists as objects have them (exact Quantities), and resource amounts as the scheduler
// counts them (64-bit: cpu in thousandths, everything else in units, rounded up).
//
// Both are ordered cpu, memory, ephemeral-storage, then the others by text. Plain values.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/symbol.hpp"
#include "core/model/quantity.hpp"

namespace berth::model {

struct Resource {
    base::Symbol name = base::Symbol::kNone;
    Quantity quantity;

    // Unlike Quantity's own, this one counts the format too: equal means printed alike.
    friend bool operator==(const Resource& a, const Resource& b) {
        return a.name == b.name && a.quantity == b.quantity &&
               a.quantity.format() == b.quantity.format();
    }
};
using ResourceList = std::vector<Resource>;

struct ResourceRequirements {
    ResourceList requests;
    ResourceList limits;
    friend bool operator==(const ResourceRequirements&, const ResourceRequirements&) = default;
};

struct ScalarAmount {
    base::Symbol name = base::Symbol::kNone;
    std::int64_t amount = 0;
    friend bool operator==(const ScalarAmount&, const ScalarAmount&) = default;
};

// framework.Resource of kube-scheduler; resources that it does not count are left out.
struct ResourceAmounts {
    std::int64_t milli_cpu = 0;
    std::int64_t memory = 0;
    std::int64_t ephemeral_storage = 0;
    std::int64_t pods = 0;              // of nodes only: how many pods it allows
    std::vector<ScalarAmount> scalars;  // by text; an amount may be 0 if it was named
    friend bool operator==(const ResourceAmounts&, const ResourceAmounts&) = default;

    // 0 for what is not there.
    [[nodiscard]] std::int64_t of(base::Symbol name) const;
    [[nodiscard]] const ScalarAmount* find_scalar(base::Symbol name) const;
};

// Null if the list does not name it.
[[nodiscard]] const Quantity* find(const ResourceList& list, base::Symbol name);
// The name's place in lists: cpu, memory, ephemeral-storage, then by text.
[[nodiscard]] bool resource_before(base::Symbol a, base::Symbol b,
                                   const base::SymbolTable& symbols);
// Sets the resource, in its place.
void set(ResourceList& list, base::Symbol name, const Quantity& quantity,
         const base::SymbolTable& symbols);
// Adds each of `other`.
void add(ResourceList& list, const ResourceList& other, const base::SymbolTable& symbols);
// Raises each to that of `other` where that is larger or the list lacks it.
void raise_to(ResourceList& list, const ResourceList& other, const base::SymbolTable& symbols);

// Extended resources, hugepages-*, attachable-volumes-*, names with kubernetes.io/: what the
// scheduler counts beside cpu, memory and ephemeral-storage (schedutil.IsScalarResourceName).
[[nodiscard]] bool is_scalar_resource(std::string_view name);
[[nodiscard]] bool is_extended_resource(std::string_view name);
[[nodiscard]] ResourceAmounts to_amounts(const ResourceList& list,
                                         const base::SymbolTable& symbols);

}  // namespace berth::model
