#include "plugins/intree/pod_topology_spread/args.hpp"

#include "plugins/intree/label_name.hpp"

namespace berth::intree {

namespace {

constexpr std::string_view kEmpty = "Required value: can not be empty";

void validate_key(const std::string& key, const std::string& path, berth::Errors& errors) {
    if (key.empty()) {
        errors.add(path, kEmpty);
    } else if (const std::string wrong = label_name_error(key); !wrong.empty()) {
        errors.add(path, invalid_value(key, wrong));
    }
}

void validate_action(const std::string& action, const std::string& path, berth::Errors& errors) {
    if (action.empty()) {
        errors.add(path, kEmpty);
    } else if (action != "DoNotSchedule" && action != "ScheduleAnyway") {
        errors.add(path, "Unsupported value: \"" + action +
                             "\": supported values: \"DoNotSchedule\", \"ScheduleAnyway\"");
    }
}

}  // namespace

void PodTopologySpreadArgs::validate(berth::Errors& errors) const {
    if (defaulting_type == SpreadDefaulting::kSystem && !default_constraints.empty()) {
        errors.add("defaultingType",
                   invalid_value("System", "when .defaultConstraints are not empty"));
    }
    for (std::size_t i = 0; i < default_constraints.size(); ++i) {
        const auto& constraint = default_constraints[i];
        const std::string path = "defaultConstraints[" + std::to_string(i) + "]";
        validate_key(constraint.topology_key, path + ".topologyKey", errors);
        validate_action(constraint.when_unsatisfiable, path + ".whenUnsatisfiable", errors);
        if (constraint.label_selector) {
            errors.add(path + ".labelSelector",
                       "Forbidden: constraint must not define a selector, as they deduced for each "
                       "pod");
        }
        for (std::size_t j = 0; j < i; ++j) {
            const auto& other = default_constraints[j];
            if (other.topology_key == constraint.topology_key &&
                other.when_unsatisfiable == constraint.when_unsatisfiable) {
                errors.add(path, "Duplicate value: \"{" + constraint.topology_key + ", " +
                                     constraint.when_unsatisfiable + "}\"");
                break;
            }
        }
    }
}

}  // namespace berth::intree
