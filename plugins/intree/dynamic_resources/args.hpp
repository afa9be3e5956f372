// The args of DynamicResources: how long allocation and binding may take.
//
// staging/src/k8s.io/kube-scheduler/config/v1/types_pluginargs.go v1.37.2 (only v1 has them).
#pragma once

#include <chrono>

#include <berth/sdk/args/field.h>

namespace berth::intree {

struct DynamicResourcesArgs {
    std::chrono::nanoseconds filter_timeout = std::chrono::seconds(10);
    std::chrono::nanoseconds binding_timeout = std::chrono::minutes(10);

    static constexpr auto describe() {
        using Args = DynamicResourcesArgs;
        return berth::fields(berth::field<&Args::filter_timeout>.min(std::chrono::seconds(0))
                                 .range_text("must be zero or positive")
                                 .summary("for one node's search of devices; 0: no limit"),
                             berth::field<&Args::binding_timeout>.min(std::chrono::seconds(1))
                                 .range_text("must be at least 1 second")
                                 .summary("for devices to become ready before binding"))
            .since("v1");
    }
};

}  // namespace berth::intree
