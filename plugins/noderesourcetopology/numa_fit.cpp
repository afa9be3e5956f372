#include "plugins/noderesourcetopology/numa_fit.hpp"

#include <optional>

namespace berth::numa {
namespace {

using Zones = std::vector<ExportedTopology::Zone>;

bool is_on_node(const berth_requests& node, std::string_view resource) {
    if (resource == kCpu || resource == kMemory || resource == kEphemeralStorage) {
        return true;
    }
    for (const berth_amount& amount : berth::scalars(node)) {
        if (berth::text(amount.name) == resource) {
            return true;
        }
    }
    return false;
}

// Bit i: the zone with number i can give it; nothing: no zone is concerned.
std::optional<std::uint64_t> zones_for(Qos qos, const Ask& ask, const Zones& zones) {
    std::uint64_t bits = 0;
    bool concerned = false;
    for (const ExportedTopology::Zone& zone : zones) {
        if (zone.tells_of(ask.resource)) {
            concerned = true;
            const bool enough = is_enough(qos, ask, *zone.available.find(ask.resource));
            bits |= enough ? std::uint64_t{1} << zone.number : 0;
        }
    }
    if (!concerned && (!is_native(ask.resource) || ask.resource == kEphemeralStorage)) {
        return std::nullopt;
    }
    return bits;
}

// The lowest number of a zone that has all of it, which is the kubelet's choice.
std::optional<std::uint32_t> zone_for(Qos qos, const Asks& asks, const Zones& zones,
                                      const berth_requests& on_node) {
    std::uint64_t bits = ~std::uint64_t{0};
    for (const Ask& ask : asks) {
        if (!is_on_node(on_node, ask.resource)) {
            return std::nullopt;
        }
        bits &= zones_for(qos, ask, zones).value_or(~std::uint64_t{0});
        if (bits == 0) {
            return std::nullopt;
        }
    }
    return static_cast<std::uint32_t>(__builtin_ctzll(bits));
}

void take_from(Zones& zones, std::uint32_t number, const Asks& asks) {
    for (ExportedTopology::Zone& zone : zones) {
        if (zone.number != number) {
            continue;
        }
        for (const Ask& ask : asks) {
            if (zone.tells_of(ask.resource)) {
                std::int64_t& left = zone.available.at(ask.resource);
                left = difference(left, ask.amount);
            }
        }
    }
}

}  // namespace

AlignedPod aligned_pod(const berth::Pod& pod) {
    AlignedPod out;
    out.qos = qos_of(pod);
    out.devices = asks_for_devices(pod);
    for (const berth_container& one : pod.init_containers()) {
        out.init_containers.push_back(asks_of(*one.requests));
    }
    for (const berth_container& one : pod.containers()) {
        out.containers.push_back(asks_of(*one.requests));
    }
    out.whole = asks_of(*pod->requests);
    return out;
}

bool is_enough(Qos qos, const Ask& ask, std::int64_t available) {
    const bool pinned =
        qos == Qos::kGuaranteed || (ask.resource != kCpu && ask.resource != kMemory &&
                                    std::string_view(ask.resource).substr(0, 10) != "hugepages-");
    return !pinned || ask.amount <= available;
}

Alignment align(const AlignedPod& pod, const ExportedTopology& topology,
                const berth_requests& on_node) {
    if (topology.scope == ExportedTopology::Scope::kPod) {
        return zone_for(pod.qos, pod.whole, topology.zones, on_node) ? Alignment::kFits
                                                                     : Alignment::kPod;
    }
    // Init containers run one after another and give everything back.
    for (const Asks& asks : pod.init_containers) {
        if (!zone_for(pod.qos, asks, topology.zones, on_node)) {
            return Alignment::kInitContainer;
        }
    }
    if (pod.containers.size() == 1) {
        return zone_for(pod.qos, pod.containers[0], topology.zones, on_node)
                   ? Alignment::kFits
                   : Alignment::kContainer;
    }
    Zones left = topology.zones;
    for (const Asks& asks : pod.containers) {
        const auto zone = zone_for(pod.qos, asks, left, on_node);
        if (!zone) {
            return Alignment::kContainer;
        }
        take_from(left, *zone, asks);
    }
    return Alignment::kFits;
}

}  // namespace berth::numa
