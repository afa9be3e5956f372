// The filter of NodeResourcesFit: is there room for the pod's requests?
//
// kube-scheduler: fitsRequest in pkg/scheduler/framework/plugins/noderesources/fit.go, v1.37.2.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <berth/sdk.h>

#include "plugins/intree/node_resources_fit/args.hpp"

namespace berth::intree {

// What the pod asks for, over all rows. Made in PreFilter.
struct FitRequest {
    std::int64_t milli_cpu = 0, memory = 0, ephemeral_storage = 0;
    struct Scalar {
        std::string name;
        const std::int64_t* allocatable;  // by row; null: no node has it
        const std::int64_t* requested;
        std::int64_t value;
    };
    std::vector<Scalar> scalars;  // sorted by name; none is 0 or ignored
};

class FitFilter {
public:
    FitFilter(const NodeResourcesFitArgs& args, berth::Host& host);

    void request(const berth::Pod& pod, const berth::Call& call, FitRequest& out) const;
    void filter(const FitRequest& request, const berth::Nodes& nodes,
                berth::Verdicts& verdicts) const;

    // Would the pod fit if the node had no pods?
    [[nodiscard]] bool fits_empty(const berth::Pod& pod, const berth::Node& node) const;

private:
    [[nodiscard]] bool is_ignored(std::string_view resource) const;
    void refuse(const FitRequest& request, const berth::Nodes& nodes, std::uint32_t position,
                std::uint8_t lacking, berth::Verdicts& verdicts) const;
    [[nodiscard]] berth::Reasons reasons(std::uint8_t lacking,
                                         const std::vector<std::string>& scalars) const;

    const berth::Host& host_;
    berth::Columns columns_;
    berth::Symbols symbols_;
    std::vector<std::string> ignored_, ignored_groups_;
    std::array<berth::Reasons, 16> reasons_;  // by bits of what is lacking
};

}  // namespace berth::intree
