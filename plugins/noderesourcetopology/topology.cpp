#include "plugins/noderesourcetopology/topology.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "plugins/noderesourcetopology/json.hpp"

namespace berth::numa {
namespace {

struct Wrong : std::runtime_error {
    Wrong(std::string at, const std::string& what)
        : std::runtime_error(what), field(std::move(at)) {}
    std::string field;
};

std::string indexed(const std::string& field, std::size_t index) {
    return field + "[" + std::to_string(index) + "]";
}

// Fields that are absent or null are empty; those of another type are an error.
std::string_view read_text(const Json& object, const char* name, const std::string& field) {
    const Json* const found = object.find(name);
    if (found == nullptr) {
        return {};
    }
    if (!found->is(Json::Kind::kText)) {
        throw Wrong(field + "." + name, "expected a text");
    }
    return found->text;
}

const Json* read_list(const Json& object, const char* name, const std::string& field) {
    const Json* const found = object.find(name);
    if (found != nullptr && !found->is(Json::Kind::kList)) {
        throw Wrong(field.empty() ? name : field + "." + name, "expected a list");
    }
    return found;
}

const Json* read_object(const Json& object, const char* name, const std::string& field) {
    const Json* const found = object.find(name);
    if (found != nullptr && !found->is(Json::Kind::kObject)) {
        throw Wrong(field.empty() ? name : field + "." + name, "expected an object");
    }
    return found;
}

std::int64_t read_amount(const Json& value, std::string_view resource, const std::string& field) {
    const auto amount =
        value.is_scalar() ? read_quantity(value.text, scale_of(resource)) : std::nullopt;
    if (!amount) {
        throw Wrong(field,
                    "expected a quantity such as \"1500m\" or \"3Gi\"" +
                        (value.is_scalar() ? ", found \"" + value.text + "\"" : std::string()));
    }
    return *amount;
}

Amounts read_amounts(const Json* list, const std::string& field) {
    Amounts out;
    if (list == nullptr) {
        return out;
    }
    for (const auto& [name, value] : list->members) {
        if (!value.is(Json::Kind::kNull)) {
            out.at(name) = read_amount(value, name, field + "." + name);
        }
    }
    return out;
}

// Calls each with every zone of type Node.
template <typename Each>
void each_node_zone(const Json& root, Each&& each) {
    const Json* const zones = read_list(root, "zones", "");
    if (zones == nullptr) {
        return;
    }
    for (std::size_t i = 0; i < zones->items.size(); ++i) {
        const Json& zone = zones->items[i];
        const std::string field = indexed("zones", i);
        if (!zone.is(Json::Kind::kObject)) {
            throw Wrong(field, "expected an object");
        }
        if (read_text(zone, "type", field) == "Node") {
            each(zone, field);
        }
    }
}

// The number of "node-3".
std::optional<std::uint32_t> number_of(std::string_view name) {
    constexpr std::string_view kPrefix = "node-";
    constexpr std::uint32_t kMost = 63;
    if (name.substr(0, kPrefix.size()) != kPrefix) {
        return std::nullopt;
    }
    name.remove_prefix(kPrefix.size());
    std::uint32_t number = 0;
    const auto parsed = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool whole = parsed.ec == std::errc() && parsed.ptr == name.data() + name.size();
    return whole && number <= kMost ? std::optional(number) : std::nullopt;
}

CraneTopology crane(const Json& root) {
    CraneTopology out;
    if (const Json* const policy = read_object(root, "craneManagerPolicy", "")) {
        out.static_cpus = read_text(*policy, "cpuManagerPolicy", "craneManagerPolicy") == "Static";
        out.single_numa_node = read_text(*policy, "topologyManagerPolicy", "craneManagerPolicy") ==
                               "SingleNUMANodePodLevel";
    }
    each_node_zone(root, [&](const Json& zone, const std::string& field) {
        const Json* const resources = read_object(zone, "resources", field);
        const std::string at = field + ".resources";
        const Json* const allocatable =
            resources == nullptr ? nullptr : read_object(*resources, "allocatable", at);
        out.zones.push_back({std::string(read_text(zone, "name", field)),
                             read_amounts(allocatable, at + ".allocatable")});
    });
    return out;
}

void read_policy(std::string_view policy, ExportedTopology& out) {
    constexpr std::string_view kPod = "PodLevel";
    constexpr std::string_view kContainer = "ContainerLevel";
    const auto ends_with = [&](std::string_view end) {
        return policy.size() > end.size() && policy.substr(policy.size() - end.size()) == end;
    };
    if (!ends_with(kPod) && !ends_with(kContainer)) {
        return;  // "None", or one that is not known
    }
    const std::string_view name =
        policy.substr(0, policy.size() - (ends_with(kContainer) ? kContainer : kPod).size());
    if (name == "SingleNUMANode" || name == "BestEffort" || name == "Restricted") {
        out.single_numa_node = name == "SingleNUMANode";
        out.scope = ends_with(kContainer) ? ExportedTopology::Scope::kContainer
                                          : ExportedTopology::Scope::kPod;
    }
}

void read_attribute(std::string_view name, std::string_view value, ExportedTopology& out) {
    if (name == "topologyManagerScope" && (value == "pod" || value == "container")) {
        out.scope =
            value == "pod" ? ExportedTopology::Scope::kPod : ExportedTopology::Scope::kContainer;
    }
    const bool policy = value == "none" || value == "best-effort" || value == "restricted" ||
                        value == "single-numa-node";
    if (name == "topologyManagerPolicy" && policy) {
        out.single_numa_node = value == "single-numa-node";
    }
}

void read_exported_resources(const Json& zone, const std::string& field,
                             ExportedTopology::Zone& out) {
    const Json* const resources = read_list(zone, "resources", field);
    for (std::size_t i = 0; resources != nullptr && i < resources->items.size(); ++i) {
        const Json& resource = resources->items[i];
        const std::string at = indexed(field + ".resources", i);
        if (!resource.is(Json::Kind::kObject)) {
            throw Wrong(at, "expected an object");
        }
        const std::string name(read_text(resource, "name", at));
        // Exporters of the first version leave `available` out.
        const Json* available = resource.find("available");
        const char* const from = available != nullptr ? ".available" : ".allocatable";
        available = available != nullptr ? available : resource.find("allocatable");
        out.available.at(name) =
            available == nullptr ? 0 : read_amount(*available, name, at + from);
        out.resources.push_back(name);
    }
    std::sort(out.resources.begin(), out.resources.end());
}

void read_costs(const Json& zone, const std::string& field, ExportedTopology::Zone& out) {
    const Json* const costs = read_list(zone, "costs", field);
    for (std::size_t i = 0; costs != nullptr && i < costs->items.size(); ++i) {
        const std::string at = indexed(field + ".costs", i);
        const Json* const value = costs->items[i].find("value");
        const auto number = number_of(read_text(costs->items[i], "name", at));
        if (value == nullptr || !number) {
            continue;
        }
        const auto distance = value->is_scalar() ? read_quantity(value->text, 0) : std::nullopt;
        if (!distance) {
            throw Wrong(at + ".value", "expected a whole number");
        }
        constexpr std::int64_t kFar = 1'000'000;
        out.distances[*number] = static_cast<int>(std::clamp<std::int64_t>(*distance, -kFar, kFar));
    }
}

ExportedTopology exported(const Json& root) {
    ExportedTopology out;
    if (const Json* const policies = read_list(root, "topologyPolicies", "");
        policies != nullptr && !policies->items.empty()) {
        if (!policies->items[0].is(Json::Kind::kText)) {
            throw Wrong("topologyPolicies[0]", "expected a text");
        }
        read_policy(policies->items[0].text, out);
    }
    const Json* const attributes = read_list(root, "attributes", "");
    for (std::size_t i = 0; attributes != nullptr && i < attributes->items.size(); ++i) {
        const std::string at = indexed("attributes", i);
        read_attribute(read_text(attributes->items[i], "name", at),
                       read_text(attributes->items[i], "value", at), out);
    }
    each_node_zone(root, [&](const Json& zone, const std::string& field) {
        const auto number = number_of(read_text(zone, "name", field));
        if (!number) {
            return;
        }
        ExportedTopology::Zone made{*number, {}, {}, {}};
        read_exported_resources(zone, field, made);
        read_costs(zone, field, made);
        out.zones.push_back(std::move(made));
    });
    return out;
}

template <typename T, typename Make>
Read<T> read(std::string_view json, Make&& make) {
    const std::optional<Json> document = parse_json(json);
    if (!document || !document->is(Json::Kind::kObject)) {
        return {std::nullopt, {"", "expected a JSON object"}};
    }
    try {
        return {make(*document), {}};
    } catch (const Wrong& wrong) {
        return {std::nullopt, {wrong.field, wrong.what()}};
    }
}

}  // namespace

bool ExportedTopology::Zone::tells_of(std::string_view resource) const {
    return std::binary_search(resources.begin(), resources.end(), resource, std::less<>());
}

Read<CraneTopology> read_crane(std::string_view json) {
    return read<CraneTopology>(json, crane);
}

Read<ExportedTopology> read_exported(std::string_view json) {
    return read<ExportedTopology>(json, exported);
}

}  // namespace berth::numa
