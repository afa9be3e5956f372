#include "core/host/rbac.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <berth/objects.h>
#include <fmt/format.h>

namespace berth::host {

namespace {

constexpr std::array<std::string_view, 7> kVerbs = {"get",    "list",  "watch", "create",
                                                    "update", "patch", "delete"};

struct Own {
    std::string_view group, resource, verbs, name;
};

// What the engine does itself, whatever its plugins are; as system:kube-scheduler has it
// (plugin/pkg/auth/authorizer/rbac/bootstrappolicy, v1.37.2).
constexpr Own kEngine[] = {
    {"", "nodes", "get list watch", ""},
    {"", "pods", "get list watch delete", ""},
    {"", "pods/binding", "create", ""},
    {"", "pods/status", "update patch", ""},
    {"", "events", "create update patch", ""},
    {"events.k8s.io", "events", "create update patch", ""},
    {"coordination.k8s.io", "leases", "create list watch", ""},
    {"coordination.k8s.io", "leases", "get update patch", "kube-scheduler"},
    {"authentication.k8s.io", "tokenreviews", "create", ""},
    {"authorization.k8s.io", "subjectaccessreviews", "create", ""},
};

// By namespace, group, resource and name of object.
using Key = std::array<std::string, 4>;
using Rules = std::map<Key, RbacRule>;

void add_word(std::vector<std::string>& words, std::string_view word) {
    if (std::find(words.begin(), words.end(), word) == words.end()) {
        words.emplace_back(word);
    }
}

void add(Rules& rules, const Key& key, const std::vector<std::string>& verbs,
         std::string_view whom) {
    RbacRule& rule = rules[key];
    rule.namespace_name = key[0];
    rule.group = key[1];
    rule.resource = key[2];
    if (!key[3].empty()) {
        rule.names = {key[3]};
    }
    for (const std::string& verb : verbs) {
        add_word(rule.verbs, verb);
    }
    add_word(rule.for_whom, whom);
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> out;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        out.emplace_back(word);
        text.remove_prefix(std::min(word.size() + 1, text.size()));
    }
    return out;
}

void add_plugin(Rules& rules, const framework::PluginInstance& plugin) {
    for (const framework::Need& need : plugin.needs) {
        add(rules, {need.namespace_name, need.group, need.resource, ""}, need.verbs, plugin.name);
    }
}

std::string list(const std::vector<std::string>& words) {
    std::vector<std::string> quoted;
    for (const std::string& word : words) {
        const bool plain = !word.empty() && word != "*";
        quoted.push_back(plain ? word : "\"" + word + "\"");
    }
    return fmt::format("[{}]", fmt::join(quoted, ", "));
}

}  // namespace

KindResource resource_of(std::uint32_t kind) {
    switch (kind) {
        case BERTH_OBJECT_POD: return {"", "pods"};
        case BERTH_OBJECT_NODE: return {"", "nodes"};
        case BERTH_OBJECT_PERSISTENT_VOLUME: return {"", "persistentvolumes"};
        case BERTH_OBJECT_PERSISTENT_VOLUME_CLAIM: return {"", "persistentvolumeclaims"};
        case BERTH_OBJECT_STORAGE_CLASS: return {"storage.k8s.io", "storageclasses"};
        case BERTH_OBJECT_CSI_NODE: return {"storage.k8s.io", "csinodes"};
        case BERTH_OBJECT_CSI_DRIVER: return {"storage.k8s.io", "csidrivers"};
        case BERTH_OBJECT_CSI_STORAGE_CAPACITY: return {"storage.k8s.io", "csistoragecapacities"};
        case BERTH_OBJECT_VOLUME_ATTACHMENT: return {"storage.k8s.io", "volumeattachments"};
        case BERTH_OBJECT_RESOURCE_CLAIM: return {"resource.k8s.io", "resourceclaims"};
        case BERTH_OBJECT_RESOURCE_SLICE: return {"resource.k8s.io", "resourceslices"};
        case BERTH_OBJECT_DEVICE_CLASS: return {"resource.k8s.io", "deviceclasses"};
        case BERTH_OBJECT_NAMESPACE: return {"", "namespaces"};
        case BERTH_OBJECT_PRIORITY_CLASS: return {"scheduling.k8s.io", "priorityclasses"};
        case BERTH_OBJECT_POD_DISRUPTION_BUDGET: return {"policy", "poddisruptionbudgets"};
        case BERTH_OBJECT_SERVICE: return {"", "services"};
        case BERTH_OBJECT_REPLICATION_CONTROLLER: return {"", "replicationcontrollers"};
        case BERTH_OBJECT_REPLICA_SET: return {"apps", "replicasets"};
        case BERTH_OBJECT_STATEFUL_SET: return {"apps", "statefulsets"};
        case BERTH_OBJECT_DEPLOYMENT: return {"apps", "deployments"};
        default: return {};
    }
}

std::vector<RbacRule> rbac_rules(const framework::Generation& generation) {
    Rules rules;
    for (const Own& own : kEngine) {
        add(rules, {"", std::string(own.group), std::string(own.resource), std::string(own.name)},
            words_of(own.verbs), "the scheduler");
    }
    for (const auto& profile : generation.profiles) {
        for (const auto& plugin : profile->instances) {
            add_plugin(rules, *plugin);
        }
    }
    std::vector<RbacRule> out;
    for (auto& [key, rule] : rules) {
        std::sort(rule.verbs.begin(), rule.verbs.end(), [](const auto& a, const auto& b) {
            return std::find(kVerbs.begin(), kVerbs.end(), a) <
                   std::find(kVerbs.begin(), kVerbs.end(), b);
        });
        std::sort(rule.for_whom.begin(), rule.for_whom.end());
        out.push_back(std::move(rule));
    }
    return out;
}

std::string cluster_role_yaml(const std::vector<RbacRule>& rules, std::string_view name) {
    std::string out = fmt::format(
        "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {{name: {}}}\n"
        "rules:\n",
        name);
    std::string_view place;
    for (const RbacRule& rule : rules) {
        if (rule.namespace_name != place) {
            place = rule.namespace_name;
            out += fmt::format(
                "---\napiVersion: rbac.authorization.k8s.io/v1\nkind: Role\n"
                "metadata: {{name: {}, namespace: {}}}\nrules:\n",
                name, place);
        }
        out +=
            fmt::format("# {}\n- apiGroups: {}\n  resources: {}\n", fmt::join(rule.for_whom, ", "),
                        list({rule.group}), list({rule.resource}));
        if (!rule.names.empty()) {
            out += fmt::format("  resourceNames: {}\n", list(rule.names));
        }
        out += fmt::format("  verbs: {}\n", list(rule.verbs));
    }
    return out;
}

}  // namespace berth::host
