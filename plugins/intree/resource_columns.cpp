#include "plugins/intree/resource_columns.hpp"

#include <berth/sdk/view/list.h>

namespace berth::intree {
namespace {

bool is_native(std::string_view name) {
    return name.find('/') == std::string_view::npos ||
           name.find("kubernetes.io/") != std::string_view::npos;
}

}  // namespace

bool is_extended_resource(std::string_view name) {
    return !is_native(name) && !name.starts_with("requests.");
}

bool is_scalar_resource(std::string_view name) {
    return is_extended_resource(name) || name.starts_with("hugepages-") ||
           name.find("kubernetes.io/") != std::string_view::npos ||
           name.starts_with("attachable-volumes-");
}

std::int64_t amount_of(const berth_requests& requests, std::string_view resource) {
    if (resource == "cpu") {
        return requests.milli_cpu;
    }
    if (resource == "memory") {
        return requests.memory;
    }
    if (resource == "ephemeral-storage") {
        return requests.ephemeral_storage;
    }
    for (const berth_amount& amount : berth::List<berth_amount>(requests.scalars)) {
        if (berth::text(amount.name) == resource) {
            return amount.value;
        }
    }
    return 0;
}

ConfiguredResources::ConfiguredResources(const std::vector<ResourceSpec>& specs, berth::Host& host,
                                         UsedReading reading)
    : columns_(host.columns()), reading_(reading) {
    for (const ResourceSpec& spec : specs) {
        resources_.push_back({spec.name, host.symbols().intern(spec.name), spec.weight});
    }
}

void ConfiguredResources::columns(const berth_requests& requests, const berth_columns& fixed,
                                  const berth::Call& call,
                                  std::vector<ResourceColumns>& out) const {
    const bool nonzero = reading_ == UsedReading::kNonZero;
    out.clear();
    for (const Resource& resource : resources_) {
        const std::int64_t request = amount_of(requests, resource.name);
        if (resource.name == "cpu") {
            out.push_back({fixed.allocatable_milli_cpu,
                           nonzero ? fixed.nonzero_milli_cpu : fixed.requested_milli_cpu, request,
                           resource.weight});
        } else if (resource.name == "memory") {
            out.push_back({fixed.allocatable_memory,
                           nonzero ? fixed.nonzero_memory : fixed.requested_memory, request,
                           resource.weight});
        } else if (resource.name == "ephemeral-storage") {
            out.push_back({fixed.allocatable_ephemeral_storage, fixed.requested_ephemeral_storage,
                           request, resource.weight});
        } else if (request != 0 && is_scalar_resource(resource.name)) {
            if (const auto* column = columns_.resource(call, resource.symbol)) {
                out.push_back({column->allocatable, column->requested, request, resource.weight});
            }
        }
    }
}

bool ConfiguredResources::is_best_effort(const berth_requests& requests) const {
    for (const Resource& resource : resources_) {
        if (amount_of(requests, resource.name) != 0) {
            return false;
        }
    }
    return true;
}

}  // namespace berth::intree
