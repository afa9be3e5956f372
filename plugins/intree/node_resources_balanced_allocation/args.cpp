#include "plugins/intree/node_resources_balanced_allocation/args.hpp"

#include <set>
#include <string>

#include "plugins/intree/label_name.hpp"

namespace berth::intree {

void NodeResourcesBalancedAllocationArgs::validate(berth::Errors& errors) const {
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < resources.size(); ++i) {
        const std::string path = "resources[" + std::to_string(i) + "]";
        if (!seen.insert(resources[i].name).second) {
            errors.add(path + ".name", "Duplicate value: \"" + resources[i].name + "\"");
        }
        if (resources[i].weight != 1) {
            errors.add(path + ".weight", invalid_value(resources[i].weight, "must be 1"));
        }
    }
}

}  // namespace berth::intree
