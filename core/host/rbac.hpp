// What a scheduler with these plugins may have to ask of an API server, as RBAC rules.
//
// The engine's own rules are fixed; a plugin's are the kinds that it opened, or whose events it
// registered, and the requests that it declared, while it was made. Loader thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/framework/profile.hpp"

namespace berth::host {

struct RbacRule {
    std::string group;                  // "": the core group
    std::string resource;               // "pods/status"
    std::vector<std::string> verbs;     // in the order of kube-apiserver's documentation
    std::vector<std::string> names;     // of objects; empty: any
    std::vector<std::string> for_whom;  // "the scheduler", names of plugins; sorted
    std::string namespace_name;         // of the objects; empty: any
};

// The group and plural of a kind with a number (BERTH_OBJECT_…); empty plural: no such kind.
struct KindResource {
    std::string_view group, plural;
};
[[nodiscard]] KindResource resource_of(std::uint32_t kind);

// Equal resources joined, sorted by namespace, group and resource.
[[nodiscard]] std::vector<RbacRule> rbac_rules(const framework::Generation& generation);

// A ClusterRole of that name, and a Role in each namespace that a rule is about; each rule says for
// whom it is.
[[nodiscard]] std::string cluster_role_yaml(const std::vector<RbacRule>& rules,
                                            std::string_view name);

}  // namespace berth::host
