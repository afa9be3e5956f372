#include "core/model/csi_translation.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include <fmt/format.h>

namespace berth::model {
namespace {

constexpr std::string_view kZone = "topology.kubernetes.io/zone";
constexpr std::string_view kRegion = "topology.kubernetes.io/region";
constexpr std::string_view kBetaZone = "failure-domain.beta.kubernetes.io/zone";
constexpr std::string_view kBetaRegion = "failure-domain.beta.kubernetes.io/region";
constexpr std::string_view kZoneDelimiter = "__";
constexpr std::string_view kUnspecified = "UNSPECIFIED";

constexpr std::array kPlugins{
    InTreePlugin{VolumeKind::kAwsElasticBlockStore, "kubernetes.io/aws-ebs", "ebs.csi.aws.com",
                 "topology.ebs.csi.aws.com/zone", true},
    InTreePlugin{VolumeKind::kGcePersistentDisk, "kubernetes.io/gce-pd", "pd.csi.storage.gke.io",
                 "topology.gke.io/zone", true},
    InTreePlugin{VolumeKind::kAzureDisk, "kubernetes.io/azure-disk", "disk.csi.azure.com", "",
                 true},
    InTreePlugin{VolumeKind::kCinder, "kubernetes.io/cinder", "cinder.csi.openstack.org",
                 "topology.cinder.csi.openstack.org/zone", true},
    InTreePlugin{VolumeKind::kPortworx, "kubernetes.io/portworx-volume", "pxd.portworx.com", "",
                 true},
    InTreePlugin{VolumeKind::kAzureFile, "kubernetes.io/azure-file", "file.csi.azure.com", "",
                 false},
    InTreePlugin{VolumeKind::kVsphere, "kubernetes.io/vsphere-volume", "csi.vsphere.vmware.com", "",
                 false},
};

std::vector<std::string> split(std::string_view text, std::string_view delimiter) {
    std::vector<std::string> out;
    for (std::size_t at = text.find(delimiter); at != std::string_view::npos;
         at = text.find(delimiter)) {
        out.emplace_back(text.substr(0, at));
        text.remove_prefix(at + delimiter.size());
    }
    out.emplace_back(text);
    return out;
}

std::string_view trimmed(std::string_view text, std::string_view unwanted) {
    const std::size_t first = text.find_first_not_of(unwanted);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(unwanted) - first + 1);
}

// aws://<zone>/vol-…, aws:///vol-…, or the volume's id alone.
Translation aws_handle(const std::string& id) {
    constexpr std::string_view kScheme = "aws://";
    if (!id.starts_with(kScheme)) {
        return {.handle = id, .error = {}};
    }
    std::string_view rest = std::string_view(id).substr(kScheme.size());
    rest = rest.substr(0, rest.find_first_of("?#"));
    const std::size_t slash = rest.find('/');
    const std::string_view path =
        trimmed(slash == std::string_view::npos ? "" : rest.substr(slash), "/");
    if (!path.starts_with("vol-") || path.find('/') != std::string_view::npos) {
        return {.handle = {},
                .error = fmt::format("failed to translate Kubernetes ID to EBS Volume ID Invalid "
                                     "format for AWS volume ({})",
                                     id)};
    }
    return {.handle = std::string(path), .error = {}};
}

std::string gce_zonal(std::string_view zone, std::string_view disk) {
    return fmt::format("projects/{}/zones/{}/disks/{}", kUnspecified, zone, disk);
}

// The region that all zones ("us-east1-a") are in.
base::Result<std::string> gce_region(const std::vector<std::string>& zones) {
    std::set<std::string> regions;
    for (const std::string& zone : zones) {
        const std::vector<std::string> parts = split(zone, "-");
        if (parts.size() != 3) {
            return base::fail(base::ErrorCode::kInvalid,
                              fmt::format("zone in unexpected format, expected: "
                                          "{{locale}}-{{region}}-{{zone}}, got: {}",
                                          zone));
        }
        regions.insert(parts[0] + "-" + parts[1]);
    }
    if (regions.size() != 1) {
        std::string list;
        for (const std::string& region : regions) {
            list += fmt::format("{}{}:{{}}", list.empty() ? "" : " ", region);
        }
        return base::fail(
            base::ErrorCode::kInvalid,
            fmt::format("multiple or no regions gotten from zones, got: map[{}]", list));
    }
    return *regions.begin();
}

Translation gce_handle(const PersistentVolume& volume, const base::SymbolTable& symbols) {
    std::string_view label = volume.meta.labels->get(symbols.find(kBetaZone));
    if (label.empty()) {
        label = volume.meta.labels->get(symbols.find(kZone));
    }
    const std::vector<std::string> zones = split(label, kZoneDelimiter);
    if (zones.size() == 1) {
        return {.handle = gce_zonal(zones[0].empty() ? kUnspecified : zones[0], volume.source.id),
                .error = {}};
    }
    auto region = gce_region(zones);
    if (!region) {
        return {.handle = {},
                .error = fmt::format("failed to get region from zones: {}", region.error().text)};
    }
    return {.handle = fmt::format("projects/{}/regions/{}/disks/{}", kUnspecified, *region,
                                  volume.source.id),
            .error = {}};
}

Translation azure_handle(const Volume& volume) {
    const auto equal = [](char a, char b) { return (a | 0x20) == (b | 0x20); };
    constexpr std::string_view kManaged = "Managed";
    const std::string& kind = volume.driver;
    if (!kind.empty() &&
        !std::equal(kind.begin(), kind.end(), kManaged.begin(), kManaged.end(), equal)) {
        return {.handle = {},
                .error = fmt::format("kind({}) is not supported in csi migration", kind)};
    }
    return {.handle = volume.id, .error = {}};
}

bool names(const NodeSelector& selector, base::Symbol key, bool with_values) {
    return std::any_of(selector.terms.begin(), selector.terms.end(), [&](const auto& term) {
        return std::any_of(term.match_expressions.begin(), term.match_expressions.end(),
                           [&](const SelectorRequirement& one) {
                               return one.key == key && (!with_values || !one.values.empty());
                           });
    });
}

void rename(NodeSelector& selector, base::Symbol from, base::Symbol to) {
    for (NodeSelectorTerm& term : selector.terms) {
        for (SelectorRequirement& one : term.match_expressions) {
            one.key = one.key == from ? to : one.key;
        }
    }
}

// The zones of the volume's label as a requirement of every term.
void add_zones(std::optional<NodeSelector>& selector, base::Symbol key, std::string_view label) {
    std::set<std::string> zones;
    for (const std::string& zone : split(label, kZoneDelimiter)) {
        if (const std::string_view text = trimmed(zone, " \t\r\n\v\f"); !text.empty()) {
            zones.emplace(text);
        }
    }
    if (zones.empty()) {
        return;
    }
    if (!selector) {
        selector.emplace();
    }
    if (selector->terms.empty()) {
        selector->terms.emplace_back();
    }
    for (NodeSelectorTerm& term : selector->terms) {
        SelectorRequirement& added = term.match_expressions.emplace_back();
        added.key = key;
        added.op = SelectorOperator::kIn;
        added.values.assign(zones.begin(), zones.end());
    }
}

}  // namespace

const InTreePlugin* in_tree_plugin(VolumeKind kind) {
    const auto* const at = std::find_if(kPlugins.begin(), kPlugins.end(),
                                        [&](const auto& one) { return one.kind == kind; });
    return at == kPlugins.end() ? nullptr : at;
}

const InTreePlugin* in_tree_plugin(std::string_view name) {
    const auto* const at = std::find_if(kPlugins.begin(), kPlugins.end(),
                                        [&](const auto& one) { return one.name == name; });
    return at == kPlugins.end() ? nullptr : at;
}

Translation translate_inline(const Volume& volume) {
    switch (volume.kind) {
        case VolumeKind::kAwsElasticBlockStore: return aws_handle(volume.id);
        case VolumeKind::kGcePersistentDisk:
            return {.handle = gce_zonal(kUnspecified, volume.id), .error = {}};
        case VolumeKind::kAzureDisk: return azure_handle(volume);
        default: return {.handle = volume.id, .error = {}};
    }
}

Translation translate(const PersistentVolume& volume, const base::SymbolTable& symbols) {
    return volume.source.kind == VolumeKind::kGcePersistentDisk ? gce_handle(volume, symbols)
                                                                : translate_inline(volume.source);
}

std::optional<NodeSelector> translated_node_affinity(const PersistentVolume& volume,
                                                     base::SymbolTable& symbols) {
    const InTreePlugin* const plugin = in_tree_plugin(volume.source.kind);
    std::optional<NodeSelector> out = volume.node_affinity;
    if (plugin == nullptr || plugin->topology_key.empty()) {
        return out;
    }
    // Beta labels count only where the volume says nothing in the newer words.
    const base::Symbol zone = symbols.intern(kZone);
    const base::Symbol beta_zone = symbols.intern(kBetaZone);
    const bool beta = !(out && names(*out, zone, false)) &&
                      ((out && names(*out, beta_zone, false)) ||
                       (!volume.meta.labels->has(zone) && volume.meta.labels->has(beta_zone)));
    const base::Symbol own = beta ? beta_zone : zone;
    const base::Symbol translated = symbols.intern(plugin->topology_key);
    if (out && names(*out, own, true)) {
        rename(*out, own, translated);
    } else if (const std::string* label = volume.meta.labels->find(own); label != nullptr) {
        add_zones(out, translated, *label);
    }
    if (const base::Symbol region = symbols.intern(kBetaRegion);
        beta && out && names(*out, region, true)) {
        rename(*out, region, symbols.intern(kRegion));
    }
    if (out) {
        for (NodeSelectorTerm& term : out->terms) {
            term.invalid = false;
            seal(term, symbols);
        }
    }
    return out;
}

}  // namespace berth::model
