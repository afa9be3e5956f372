#include "plugins/intree/node_resources_fit/args.hpp"

#include "plugins/intree/label_name.hpp"

namespace berth::intree {

namespace {

constexpr std::int64_t kMostWeight = 100;

std::string indexed(std::string_view name, std::size_t index) {
    return std::string(name) + "[" + std::to_string(index) + "]";
}

void validate_names(const std::vector<std::string>& names, std::string_view field,
                    berth::Errors& errors) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (const std::string wrong = label_name_error(names[i]); !wrong.empty()) {
            errors.add(indexed(field, i), invalid_value(names[i], wrong));
        }
    }
}

void validate_strategy(const ScoringStrategy& strategy, berth::Errors& errors) {
    for (std::size_t i = 0; i < strategy.resources.size(); ++i) {
        const auto& resource = strategy.resources[i];
        if (resource.weight <= 0 || resource.weight > kMostWeight) {
            errors.add(indexed("scoringStrategy.resources", i) + ".weight",
                       invalid_value(resource.weight, "resource weight of " + resource.name +
                                                          " not in valid range (0, 100]"));
        }
    }
    static constexpr std::string_view kRatio = "scoringStrategy.requestedToCapacityRatio";
    const auto& ratio = strategy.requested_to_capacity_ratio;
    if (strategy.type != ScoringStrategyType::kRequestedToCapacityRatio) {
        if (ratio) {
            errors.add(kRatio, "Forbidden: must be nil when type is not RequestedToCapacityRatio");
        }
    } else if (!ratio) {
        errors.add(kRatio,
                   "Required value: must be specified when type is RequestedToCapacityRatio");
    } else {
        validate_shape(ratio->shape, std::string(kRatio) + ".shape", errors);
    }
}

}  // namespace

void NodeResourcesFitArgs::validate(berth::Errors& errors) const {
    validate_names(ignored_resources, "ignoredResources", errors);
    for (std::size_t i = 0; i < ignored_resource_groups.size(); ++i) {
        const auto& group = ignored_resource_groups[i];
        if (group.find('/') != std::string::npos) {
            errors.add(indexed("ignoredResourceGroups", i),
                       invalid_value(group, "resource group name can't contain '/'"));
        }
    }
    validate_names(ignored_resource_groups, "ignoredResourceGroups", errors);
    validate_strategy(scoring_strategy, errors);
}

}  // namespace berth::intree
