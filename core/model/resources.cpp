#include "core/model/resources.hpp"

#include <algorithm>
#include <string>

#include "core/model/label_rules.hpp"
#include "core/model/words.hpp"

namespace berth::model {
namespace {

// cpu, memory and ephemeral-storage are symbols 1 to 3, in their order.
bool is_basic(base::Symbol name) {
    return base::number(name) <= base::number(kEphemeralStorage);
}

ResourceList::iterator place_of(ResourceList& list, base::Symbol name,
                                const base::SymbolTable& symbols) {
    return std::find_if(list.begin(), list.end(), [&](const Resource& resource) {
        return resource.name == name || resource_before(name, resource.name, symbols);
    });
}

}  // namespace

std::int64_t ResourceAmounts::of(base::Symbol name) const {
    if (name == kCpu) {
        return milli_cpu;
    }
    if (name == kMemory) {
        return memory;
    }
    if (name == kEphemeralStorage) {
        return ephemeral_storage;
    }
    if (name == kPods) {
        return pods;
    }
    const ScalarAmount* scalar = find_scalar(name);
    return scalar == nullptr ? 0 : scalar->amount;
}

const ScalarAmount* ResourceAmounts::find_scalar(base::Symbol name) const {
    for (const ScalarAmount& scalar : scalars) {
        if (scalar.name == name) {
            return &scalar;
        }
    }
    return nullptr;
}

const Quantity* find(const ResourceList& list, base::Symbol name) {
    for (const Resource& resource : list) {
        if (resource.name == name) {
            return &resource.quantity;
        }
    }
    return nullptr;
}

bool resource_before(base::Symbol a, base::Symbol b, const base::SymbolTable& symbols) {
    if (is_basic(a) || is_basic(b)) {
        return base::number(a) < base::number(b);
    }
    return symbols.text(a) < symbols.text(b);
}

void set(ResourceList& list, base::Symbol name, const Quantity& quantity,
         const base::SymbolTable& symbols) {
    auto place = place_of(list, name, symbols);
    if (place != list.end() && place->name == name) {
        place->quantity = quantity;
    } else {
        list.insert(place, {name, quantity});
    }
}

void add(ResourceList& list, const ResourceList& other, const base::SymbolTable& symbols) {
    for (const Resource& resource : other) {
        auto place = place_of(list, resource.name, symbols);
        if (place != list.end() && place->name == resource.name) {
            place->quantity += resource.quantity;
        } else {
            list.insert(place, resource);
        }
    }
}

void raise_to(ResourceList& list, const ResourceList& other, const base::SymbolTable& symbols) {
    for (const Resource& resource : other) {
        auto place = place_of(list, resource.name, symbols);
        if (place == list.end() || place->name != resource.name) {
            list.insert(place, resource);
        } else if (resource.quantity > place->quantity) {
            place->quantity = resource.quantity;
        }
    }
}

bool is_extended_resource(std::string_view name) {
    // v1helper.IsExtendedResourceName: a domain that is not Kubernetes' own, and still a qualified
    // name behind the prefix that quotas put before it.
    return name.find('/') != std::string_view::npos &&
           name.find("kubernetes.io/") == std::string_view::npos &&
           !name.starts_with("requests.") && is_label_key("requests." + std::string(name));
}

bool is_scalar_resource(std::string_view name) {
    return is_extended_resource(name) || name.starts_with("hugepages-") ||
           name.find("kubernetes.io/") != std::string_view::npos ||
           name.starts_with("attachable-volumes-");
}

ResourceAmounts to_amounts(const ResourceList& list, const base::SymbolTable& symbols) {
    ResourceAmounts amounts;
    for (const Resource& resource : list) {
        if (resource.name == kCpu) {
            amounts.milli_cpu = resource.quantity.milli_value();
        } else if (resource.name == kMemory) {
            amounts.memory = resource.quantity.value();
        } else if (resource.name == kEphemeralStorage) {
            amounts.ephemeral_storage = resource.quantity.value();
        } else if (resource.name == kPods) {
            amounts.pods = resource.quantity.value();
        } else if (is_scalar_resource(symbols.text(resource.name))) {
            amounts.scalars.push_back({resource.name, resource.quantity.value()});
        }
    }
    return amounts;
}

}  // namespace berth::model
