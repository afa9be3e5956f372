// The args of VolumeBinding.
//
// staging/src/k8s.io/kube-scheduler/config/v1/types_pluginargs.go v1.37.2. The default shape is
// v1's alone: it belongs to StorageCapacityScoring, which files of v1beta2 and v1beta3 do not know.
#pragma once

#include <cstdint>

#include "plugins/intree/utilization_shape.hpp"

namespace berth::intree {

struct VolumeBindingArgs {
    std::int64_t bind_timeout_seconds = 600;
    UtilizationShape shape = {{0, 10}, {100, 0}};

    static constexpr auto describe() {
        using Args = VolumeBindingArgs;
        return berth::fields(
            berth::field<&Args::bind_timeout_seconds>.min(0)
                .range_text("invalid BindTimeoutSeconds, should not be a negative value")
                .summary("how long a pod waits for its volumes; 0: not at all"),
            berth::field<&Args::shape>.zero_is_unset()
                .default_for("v1beta2", "[]")
                .default_for("v1beta3", "[]")
                .summary("the score of a node by how much of its storage would be used"));
    }

    void validate(berth::Errors& errors) const {
        if (!shape.empty()) {
            validate_shape(shape, "shape", errors);
        }
    }
};

}  // namespace berth::intree
