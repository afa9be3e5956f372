#include "plugins/intree/utilization_shape.hpp"

#include "plugins/intree/label_name.hpp"

namespace berth::intree {

void validate_shape(const UtilizationShape& shape, std::string_view field, berth::Errors& errors) {
    if (shape.empty()) {
        errors.add(field, "Required value: at least one point must be specified");
        return;
    }
    for (std::size_t i = 1; i < shape.size(); ++i) {
        if (shape[i - 1].utilization >= shape[i].utilization) {
            errors.add(
                std::string(field) + "[" + std::to_string(i) + "].utilization",
                invalid_value(shape[i].utilization, "values must be sorted in increasing order"));
            return;
        }
    }
}

}  // namespace berth::intree
