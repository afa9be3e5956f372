#include "core/framework/view/container_view.hpp"

#include <string>
#include <vector>

#include "core/framework/view/amount_view.hpp"
#include "core/model/csi_translation.hpp"

namespace berth::framework {
namespace {

constexpr std::string_view kAnyAddress = "0.0.0.0";

bool is_sidecar(const model::Container& container) {
    return container.restart_policy == model::RestartPolicy::kAlways;
}

std::uint32_t to_protocol(std::string_view protocol) {
    if (protocol == "UDP") {
        return BERTH_PROTOCOL_UDP;
    }
    return protocol == "SCTP" ? BERTH_PROTOCOL_SCTP : BERTH_PROTOCOL_TCP;
}

void collect_host_ports(const model::Container& container, std::vector<berth_host_port>& ports) {
    for (const model::ContainerPort& port : container.ports) {
        if (port.host_port > 0) {
            const std::string_view ip = port.host_ip.empty() ? kAnyAddress : port.host_ip;
            ports.push_back({sizeof(berth_host_port), to_protocol(port.protocol), port.host_port, 0,
                             to_str(ip)});
        }
    }
}

// Sidecars first (schedutil.GetHostPorts).
std::vector<berth_host_port> host_ports(const model::PodSpec& spec) {
    std::vector<berth_host_port> ports;
    for (const model::Container& container : spec.init_containers) {
        if (is_sidecar(container)) {
            collect_host_ports(container, ports);
        }
    }
    for (const model::Container& container : spec.containers) {
        collect_host_ports(container, ports);
    }
    return ports;
}

void fill_translation(const model::Volume& from, ViewMemory& memory, berth_volume& view) {
    const model::InTreePlugin* const plugin = model::in_tree_plugin(from.kind);
    if (plugin == nullptr) {
        return;
    }
    view.plugin = to_str(plugin->name);
    view.driver = to_str(plugin->driver);
    if (plugin->translated) {
        const model::Translation translated = model::translate_inline(from);
        view.handle = memory.keep(translated.handle);
        view.error = memory.keep(translated.error);
    }
}

berth_volume volume_view(const model::Volume& from, ViewMemory& memory) {
    berth_volume view{};
    view.struct_size = sizeof(view);
    view.kind = to_volume_kind(from.kind);
    view.read_only = from.read_only ? 1 : 0;
    view.name = to_str(from.name);
    view.source = to_str(from.kind == model::VolumeKind::kCsi ? from.driver : from.id);
    view.pool = to_str(from.pool);
    view.monitors = memory.map<berth_str>(
        from.monitors, [](const std::string& monitor) { return to_str(monitor); });
    fill_translation(from, memory, view);
    return view;
}

}  // namespace

void fill_containers(const model::PodSpec& spec, const base::SymbolTable& symbols,
                     ViewMemory& memory, berth_pod& parts) {
    const auto container_view = [&](const model::Container& from) {
        berth_container view{};
        view.struct_size = sizeof(view);
        view.name = to_str(from.name);
        view.image = to_str(from.image);
        view.requests =
            make_requests(model::to_amounts(from.resources.requests, symbols), symbols, memory);
        view.limits =
            make_requests(model::to_amounts(from.resources.limits, symbols), symbols, memory);
        return view;
    };
    parts.containers = memory.map<berth_container>(spec.containers, container_view);
    parts.init_containers =
        memory.map<berth_container>(spec.init_containers, [&](const model::Container& from) {
            berth_container view = container_view(from);
            view.sidecar = is_sidecar(from) ? 1 : 0;
            return view;
        });
    parts.host_ports =
        memory.map<berth_host_port>(host_ports(spec), [](const auto& port) { return port; });
    parts.volumes = memory.map<berth_volume>(
        spec.volumes, [&](const model::Volume& volume) { return volume_view(volume, memory); });
}

std::uint32_t to_volume_kind(model::VolumeKind kind) {
    switch (kind) {
        case model::VolumeKind::kClaim: return BERTH_VOLUME_CLAIM;
        case model::VolumeKind::kEphemeral: return BERTH_VOLUME_EPHEMERAL;
        case model::VolumeKind::kCsi: return BERTH_VOLUME_CSI;
        case model::VolumeKind::kGcePersistentDisk: return BERTH_VOLUME_GCE_PERSISTENT_DISK;
        case model::VolumeKind::kAwsElasticBlockStore: return BERTH_VOLUME_AWS_ELASTIC_BLOCK_STORE;
        case model::VolumeKind::kAzureDisk: return BERTH_VOLUME_AZURE_DISK;
        case model::VolumeKind::kIscsi: return BERTH_VOLUME_ISCSI;
        case model::VolumeKind::kRbd: return BERTH_VOLUME_RBD;
        case model::VolumeKind::kImage: return BERTH_VOLUME_IMAGE;
        default: return BERTH_VOLUME_OTHER;
    }
}

std::uint32_t to_effect(std::string_view effect) {
    if (effect.empty()) {
        return BERTH_EFFECT_ANY;
    }
    if (effect == "NoSchedule") {
        return BERTH_EFFECT_NO_SCHEDULE;
    }
    if (effect == "PreferNoSchedule") {
        return BERTH_EFFECT_PREFER_NO_SCHEDULE;
    }
    return effect == "NoExecute" ? BERTH_EFFECT_NO_EXECUTE : BERTH_EFFECT_OTHER;
}

}  // namespace berth::framework
