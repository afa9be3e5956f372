#include "core/model/encode/parts.hpp"

#include <array>

namespace berth::model {
namespace {

void write_owners(Writer& out, const OwnerReferences& owners) {
    out.list("ownerReferences", owners, [&](const OwnerReference& owner) {
        out.field("apiVersion", owner.api_version);
        out.field("kind", owner.kind);
        out.field("name", owner.name);
        out.field("uid", owner.uid);
        out.flag("controller", owner.controller);
    });
}

void write(Writer& out, const PodAffinityTerm& term) {
    write_selector(out, "labelSelector", term.label_selector);
    out.field("namespaces", term.namespaces);
    write_selector(out, "namespaceSelector", term.namespace_selector);
    out.text("topologyKey", out.symbols().text(term.topology_key));
    out.field("matchLabelKeys", term.match_label_keys);
    out.field("mismatchLabelKeys", term.mismatch_label_keys);
}

constexpr std::string_view kRequired = "requiredDuringSchedulingIgnoredDuringExecution";
constexpr std::string_view kPreferred = "preferredDuringSchedulingIgnoredDuringExecution";

void write(Writer& out, const PodAffinity& affinity) {
    out.list(kRequired, affinity.required, [&](const PodAffinityTerm& term) { write(out, term); });
    out.list(kPreferred, affinity.preferred, [&](const WeightedPodAffinityTerm& weighted) {
        out.number("weight", weighted.weight);
        out.object("podAffinityTerm", [&] { write(out, weighted.term); });
    });
}

void write_term(Writer& out, const NodeSelectorTerm& term) {
    write(out, term.match_expressions, "matchExpressions");
    write(out, term.match_fields, "matchFields");
}

void write(Writer& out, const NodeAffinity& affinity) {
    if (affinity.required) {
        out.object(kRequired, [&] { model::write(out, *affinity.required); });
    }
    out.list(kPreferred, affinity.preferred, [&](const PreferredSchedulingTerm& preferred) {
        out.number("weight", preferred.weight);
        out.object("preference", [&] { write_term(out, preferred.preference); });
    });
}

std::string_view policy_text(NodeInclusionPolicy policy) {
    constexpr std::array<std::string_view, 3> kTexts{"", "Honor", "Ignore"};
    return kTexts.at(static_cast<std::size_t>(policy));
}

struct SourceNames {
    VolumeKind kind;
    std::string_view source;
    std::string_view id;
    std::string_view pool;
    std::string_view partition;
};

constexpr std::array kSources{
    SourceNames{VolumeKind::kClaim, "persistentVolumeClaim", "claimName", "", ""},
    SourceNames{VolumeKind::kEphemeral, "ephemeral", "", "", ""},
    SourceNames{VolumeKind::kCsi, "csi", "volumeHandle", "", ""},
    SourceNames{VolumeKind::kGcePersistentDisk, "gcePersistentDisk", "pdName", "", "partition"},
    SourceNames{VolumeKind::kAwsElasticBlockStore, "awsElasticBlockStore", "volumeID", "",
                "partition"},
    SourceNames{VolumeKind::kIscsi, "iscsi", "iqn", "targetPortal", "lun"},
    SourceNames{VolumeKind::kRbd, "rbd", "image", "pool", ""},
    SourceNames{VolumeKind::kAzureDisk, "azureDisk", "diskURI", "diskName", ""},
    SourceNames{VolumeKind::kAzureFile, "azureFile", "shareName", "secretName", ""},
    SourceNames{VolumeKind::kCinder, "cinder", "volumeID", "", ""},
    SourceNames{VolumeKind::kVsphere, "vsphereVolume", "volumePath", "", ""},
    SourceNames{VolumeKind::kPortworx, "portworxVolume", "volumeID", "", ""},
    SourceNames{VolumeKind::kImage, "image", "reference", "", ""},
    SourceNames{VolumeKind::kNfs, "nfs", "path", "server", ""},
    SourceNames{VolumeKind::kHostPath, "hostPath", "path", "", ""},
    SourceNames{VolumeKind::kLocal, "local", "path", "", ""},
};

void write_source(Writer& out, const SourceNames& names, const Volume& volume) {
    out.object(names.source, [&] {
        if (!names.id.empty()) {
            out.field(names.id, volume.id);
        }
        if (!names.pool.empty()) {
            out.field(names.pool, volume.pool);
        }
        if (!names.partition.empty()) {
            out.number_unless_zero(names.partition, volume.partition);
        }
        out.field(volume.kind == VolumeKind::kAzureDisk ? "kind" : "driver", volume.driver);
        out.field("monitors", volume.monitors);
        out.flag("readOnly", volume.read_only);
    });
}

}  // namespace

void write(Writer& out, const ObjectMeta& meta) {
    out.object("metadata", [&] {
        out.field("name", meta.name);
        out.field("namespace", meta.namespace_name);
        out.field("uid", meta.uid);
        out.field("resourceVersion", meta.resource_version);
        out.number_unless_zero("generation", meta.generation);
        if (meta.creation != base::Time()) {
            out.time("creationTimestamp", meta.creation);
        }
        if (meta.deletion) {
            out.time("deletionTimestamp", *meta.deletion);
        }
        out.labels("labels", meta.labels->labels());
        if (meta.annotations) {
            out.object("annotations", [&] {
                for (const auto& [key, value] : *meta.annotations) {
                    out.text(key, value);
                }
            });
        }
        if (meta.owners) {
            write_owners(out, *meta.owners);
        }
    });
}

void write(Writer& out, const std::vector<SelectorRequirement>& requirements,
           std::string_view key) {
    out.list(key, requirements, [&](const SelectorRequirement& requirement) {
        out.text("key", out.symbols().text(requirement.key));
        out.text("operator", requirement.op == SelectorOperator::kInvalid
                                 ? std::string_view(requirement.invalid_operator)
                                 : to_string(requirement.op));
        out.field("values", requirement.values);
    });
}

void write(Writer& out, const LabelSelector& selector) {
    out.labels("matchLabels", selector.match_labels);
    write(out, selector.match_expressions, "matchExpressions");
}

void write_selector(Writer& out, std::string_view key,
                    const std::optional<LabelSelector>& selector) {
    if (selector) {
        out.object(key, [&] { write(out, *selector); });
    }
}

void write(Writer& out, const NodeSelector& selector) {
    out.list("nodeSelectorTerms", selector.terms,
             [&](const NodeSelectorTerm& term) { write_term(out, term); });
}

void write(Writer& out, const Affinity& affinity) {
    if (affinity.node) {
        out.object("nodeAffinity", [&] { write(out, *affinity.node); });
    }
    if (affinity.pod) {
        out.object("podAffinity", [&] { write(out, *affinity.pod); });
    }
    if (affinity.pod_anti) {
        out.object("podAntiAffinity", [&] { write(out, *affinity.pod_anti); });
    }
}

void write(Writer& out, const TopologySpreadConstraint& constraint) {
    constexpr std::array<std::string_view, 3> kActions{"DoNotSchedule", "ScheduleAnyway", ""};
    out.number("maxSkew", constraint.max_skew);
    out.text("topologyKey", out.symbols().text(constraint.topology_key));
    out.field("whenUnsatisfiable",
              kActions.at(static_cast<std::size_t>(constraint.when_unsatisfiable)));
    write_selector(out, "labelSelector", constraint.label_selector);
    out.optional_number("minDomains", constraint.min_domains);
    out.field("nodeAffinityPolicy", policy_text(constraint.node_affinity_policy));
    out.field("nodeTaintsPolicy", policy_text(constraint.node_taints_policy));
    out.field("matchLabelKeys", constraint.match_label_keys);
}

void write(Writer& out, const Toleration& toleration) {
    out.field("key", toleration.key);
    out.field("operator", toleration.op);
    out.field("value", toleration.value);
    out.field("effect", toleration.effect);
    out.optional_number("tolerationSeconds", toleration.toleration_seconds);
}

void write(Writer& out, const Taint& taint) {
    out.field("key", taint.key);
    out.field("value", taint.value);
    out.field("effect", taint.effect);
}

void write(Writer& out, const Volume& volume) {
    for (const SourceNames& names : kSources) {
        if (names.kind == volume.kind) {
            write_source(out, names, volume);
        }
    }
}

std::string_view to_string(PreemptionPolicy policy) {
    switch (policy) {
        case PreemptionPolicy::kPreemptLowerPriority: return "PreemptLowerPriority";
        case PreemptionPolicy::kNever: return "Never";
        case PreemptionPolicy::kUnset:
        case PreemptionPolicy::kOther: return "";
    }
    return "";
}

}  // namespace berth::model
