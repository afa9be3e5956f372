// UtilizationShapePoint: one point of a function from utilization to score.
//
// Part of the args of NodeResourcesFit and VolumeBinding:
// staging/src/k8s.io/kube-scheduler/config/v1/types_pluginargs.go v1.37.2; the rules:
// pkg/scheduler/apis/config/validation/validation_pluginargs.go.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <berth/sdk/args/errors.h>
#include <berth/sdk/args/field.h>

namespace berth::intree {

struct UtilizationShapePoint {
    std::int32_t utilization = 0;
    std::int32_t score = 0;

    static constexpr auto describe() {
        return berth::fields(
            berth::field<&UtilizationShapePoint::utilization>.range(0, 100).summary("in percent"),
            berth::field<&UtilizationShapePoint::score>.range(0, 10).summary("from 0 to 10"));
    }
};

using UtilizationShape = std::vector<UtilizationShapePoint>;

// The points must be there and rise; `field` is the shape's path below the args.
void validate_shape(const UtilizationShape& shape, std::string_view field, berth::Errors& errors);

}  // namespace berth::intree
