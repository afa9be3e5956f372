// ResourceColumns: what one resource looks like over all rows, and what the pod adds to it: the
// input of both resource scorers. Made in PreScore, read in Score of the same cycle.
//
// Which resources count, and which readings of "requested": kube-scheduler,
// pkg/scheduler/framework/plugins/noderesources/resource_allocation.go, v1.37.2.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <berth/sdk/call.h>
#include <berth/sdk/host/columns.h>
#include <berth/sdk/host/symbols.h>
#include <berth/sdk/view/nodes.h>

#include "plugins/intree/resource_spec.hpp"

namespace berth::intree {

// Extended, hugepages-, attachable-volumes- and other names that NodeInfo counts one by one.
[[nodiscard]] bool is_scalar_resource(std::string_view name);
// Outside kubernetes.io and not "requests.…".
[[nodiscard]] bool is_extended_resource(std::string_view name);

// What a pod asks for of one resource; 0 where it does not name it.
[[nodiscard]] std::int64_t amount_of(const berth_requests& requests, std::string_view resource);

struct ResourceColumns {
    const std::int64_t* allocatable;  // by row; 0: the node lacks the resource, it is left out
    const std::int64_t* used;         // by row
    std::int64_t request;             // what the pod adds
    std::int64_t weight;
};

enum class UsedReading : std::uint8_t {
    kNonZero,    // cpu and memory as NonZeroRequested (NodeResourcesFit)
    kRequested,  // all as Requested (NodeResourcesBalancedAllocation)
};

// Resources of the args with their symbols, made once per instance.
class ConfiguredResources {
public:
    ConfiguredResources(const std::vector<ResourceSpec>& specs, berth::Host& host,
                        UsedReading reading);

    // Leaves out what cannot count for this pod on any node.
    void columns(const berth_requests& requests, const berth_columns& fixed,
                 const berth::Call& call, std::vector<ResourceColumns>& out) const;
    // True if the pod asks for none of the resources.
    [[nodiscard]] bool is_best_effort(const berth_requests& requests) const;

private:
    struct Resource {
        std::string name;
        berth::Symbol symbol;
        std::int64_t weight;
    };

    berth::Columns columns_;
    std::vector<Resource> resources_;
    UsedReading reading_;
};

}  // namespace berth::intree
