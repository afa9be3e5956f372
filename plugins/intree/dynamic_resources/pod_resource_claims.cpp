#include "plugins/intree/dynamic_resources/pod_resource_claims.hpp"

namespace berth::intree {
namespace {

std::string full_name(const berth::Pod& pod) {
    return std::string(pod.namespace_name()).append("/").append(pod.name());
}

std::string full_name(const berth_json_object& claim) {
    return std::string(berth::object_namespace(claim))
        .append("/")
        .append(berth::object_name(claim));
}

std::string quoted(std::string_view text) {
    return "\"" + std::string(text) + "\"";
}

bool is_controlled_by(const berth_json_object& claim, const berth::Pod& pod) {
    for (const berth_owner& owner : berth::List<berth_owner>(claim.meta->owners)) {
        if (owner.controller != 0) {
            return berth::text(owner.uid) == pod.uid();
        }
    }
    return false;
}

// The name of the claim behind an entry of the pod; or why there is none.
struct Named {
    std::string_view name;
    bool generated = false;
    std::string problem;
};

Named name_of_claim(const berth::Pod& pod, const berth_resource_claim& entry) {
    if (entry.claim_name.len != 0) {
        return {berth::text(entry.claim_name), false, {}};
    }
    if (entry.template_name.len == 0) {
        return {{},
                false,
                "pod " + quoted(full_name(pod)) + ", spec.resourceClaim " +
                    quoted(berth::text(entry.name)) + ": none of the supported fields are set"};
    }
    if (entry.generated_name.len == 0) {
        return {{}, true, "pod " + quoted(full_name(pod)) + ": ResourceClaim not created yet"};
    }
    return {berth::text(entry.generated_name), true, {}};
}

std::string claim_problem(const berth::Pod& pod, const Named& named,
                          const berth_json_object* claim) {
    if (claim == nullptr) {
        return "could not find ResourceClaim " +
               quoted(std::string(pod.namespace_name()).append("/").append(named.name));
    }
    if (claim->meta->deletion_ns != 0) {
        return "resourceclaim " + quoted(named.name) + " is being deleted";
    }
    if (named.generated && !is_controlled_by(*claim, pod)) {
        return "ResourceClaim " + full_name(*claim) + " was not created for Pod " + full_name(pod) +
               " (Pod is not owner)";
    }
    return {};
}

std::string class_problem(std::string_view device_class, const std::string& request,
                          const berth::Objects& objects) {
    if (objects.get<berth_json_object>(BERTH_OBJECT_DEVICE_CLASS, "", device_class) != nullptr) {
        return {};
    }
    return "request " + request + ": device class " + std::string(device_class) + " does not exist";
}

}  // namespace

PodResourceClaims resource_claims(const berth::Pod& pod, const berth::Objects& objects) {
    PodResourceClaims out;
    for (const berth_resource_claim& entry : pod.resource_claims()) {
        const Named named = name_of_claim(pod, entry);
        if (!named.problem.empty()) {
            out.problem = named.problem;
            return out;
        }
        const auto* claim = objects.get<berth_json_object>(BERTH_OBJECT_RESOURCE_CLAIM,
                                                           pod.namespace_name(), named.name);
        out.problem = claim_problem(pod, named, claim);
        if (!out.problem.empty()) {
            return out;
        }
        out.claims.push_back(claim);
    }
    return out;
}

std::string request_problem(const berth_json_object& claim, const berth::Objects& objects) {
    const berth::JsonView requests = berth::JsonView(claim.root)["spec"]["devices"]["requests"];
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const std::string name(requests[i]["name"].text());
        const berth::JsonView exactly = requests[i]["exactly"];
        const berth::JsonView alternatives = requests[i]["firstAvailable"];
        if (!exactly && alternatives.size() == 0) {
            return "resource claim " + full_name(claim) + ", request " + name +
                   ": unknown request type";
        }
        if (exactly) {
            std::string problem = class_problem(exactly["deviceClassName"].text(), name, objects);
            if (!problem.empty()) {
                return problem;
            }
            continue;
        }
        for (std::size_t k = 0; k < alternatives.size(); ++k) {
            std::string problem =
                class_problem(alternatives[k]["deviceClassName"].text(),
                              name + "/" + std::string(alternatives[k]["name"].text()), objects);
            if (!problem.empty()) {
                return problem;
            }
        }
    }
    return {};
}

}  // namespace berth::intree
