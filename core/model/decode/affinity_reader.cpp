#include "core/model/decode/parts.hpp"

namespace berth::model {

void read(const Cursor& at, SelectorRequirement& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "key") {
            return take(field, out.key);
        }
        if (key == "operator") {
            std::string text;
            read(field, text);
            out.op = parse_selector_operator(text);
            if (out.op == SelectorOperator::kInvalid) {
                out.invalid_operator = std::move(text);
            }
            return true;
        }
        return key == "values" && take(field, out.values);
    });
}

void read(const Cursor& at, LabelSelector& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "matchLabels") {
            read_labels(field, out.match_labels);
            return true;
        }
        return key == "matchExpressions" && take(field, out.match_expressions);
    });
    seal(out, at.symbols());
}

void read(const Cursor& at, NodeSelectorTerm& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "matchExpressions") {
            return take(field, out.match_expressions);
        }
        return key == "matchFields" && take(field, out.match_fields);
    });
    seal(out, at.symbols());
}

void read(const Cursor& at, NodeSelector& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        return key == "nodeSelectorTerms" && take(field, out.terms);
    });
}

namespace {

constexpr std::string_view kRequired = "requiredDuringSchedulingIgnoredDuringExecution";
constexpr std::string_view kPreferred = "preferredDuringSchedulingIgnoredDuringExecution";

void read(const Cursor& at, PreferredSchedulingTerm& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "weight") {
            return take(field, out.weight);
        }
        return key == "preference" && take(field, out.preference);
    });
}

void read(const Cursor& at, PodAffinityTerm& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "labelSelector") {
            return take(field, out.label_selector);
        }
        if (key == "namespaces") {
            return take(field, out.namespaces);
        }
        if (key == "namespaceSelector") {
            return take(field, out.namespace_selector);
        }
        if (key == "topologyKey") {
            return take(field, out.topology_key);
        }
        if (key == "matchLabelKeys") {
            return take(field, out.match_label_keys);
        }
        return key == "mismatchLabelKeys" && take(field, out.mismatch_label_keys);
    });
}

void read(const Cursor& at, WeightedPodAffinityTerm& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "weight") {
            return take(field, out.weight);
        }
        if (key == "podAffinityTerm") {
            read(field, out.term);
            return true;
        }
        return false;
    });
}

// Like read(vector), for element readers of this file.
template <typename T>
bool take_list(const Cursor& at, std::vector<T>& out) {
    out.clear();
    at.each_item([&](const Cursor& item) {
        T& element = out.emplace_back();
        if (!item.value().is_null()) {
            read(item, element);
        }
    });
    return true;
}

void read(const Cursor& at, NodeAffinity& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == kRequired) {
            return take(field, out.required);
        }
        return key == kPreferred && take_list(field, out.preferred);
    });
}

void read(const Cursor& at, PodAffinity& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == kRequired) {
            return take_list(field, out.required);
        }
        return key == kPreferred && take_list(field, out.preferred);
    });
}

void read(const Cursor& at, NodeInclusionPolicy& out) {
    std::string text;
    model::read(at, text);
    out = text == "Ignore" ? NodeInclusionPolicy::kIgnore : NodeInclusionPolicy::kHonor;
}

}  // namespace

void read(const Cursor& at, Affinity& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "nodeAffinity") {
            read(field, out.node.emplace());
        } else if (key == "podAffinity") {
            read(field, out.pod.emplace());
        } else if (key == "podAntiAffinity") {
            read(field, out.pod_anti.emplace());
        } else {
            return false;
        }
        return true;
    });
}

void read(const Cursor& at, TopologySpreadConstraint& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "maxSkew") {
            return take(field, out.max_skew);
        }
        if (key == "topologyKey") {
            return take(field, out.topology_key);
        }
        if (key == "whenUnsatisfiable") {
            std::string text;
            read(field, text);
            out.when_unsatisfiable = text == "DoNotSchedule" ? UnsatisfiableAction::kDoNotSchedule
                                     : text == "ScheduleAnyway"
                                         ? UnsatisfiableAction::kScheduleAnyway
                                         : UnsatisfiableAction::kOther;
            return true;
        }
        if (key == "labelSelector") {
            return take(field, out.label_selector);
        }
        if (key == "minDomains") {
            return take(field, out.min_domains);
        }
        if (key == "nodeAffinityPolicy" || key == "nodeTaintsPolicy") {
            read(field,
                 key == "nodeTaintsPolicy" ? out.node_taints_policy : out.node_affinity_policy);
            return true;
        }
        return key == "matchLabelKeys" && take(field, out.match_label_keys);
    });
}

}  // namespace berth::model
