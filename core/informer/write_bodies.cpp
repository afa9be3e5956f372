#include "core/informer/write_bodies.hpp"

#include <utility>

#include "core/model/text/json_writer.hpp"

namespace berth::informer {
namespace {

std::string_view to_text(model::ConditionStatus status) {
    switch (status) {
        case model::ConditionStatus::kTrue: return "True";
        case model::ConditionStatus::kFalse: return "False";
        default: return "Unknown";
    }
}

void write_condition(model::JsonWriter& json, const model::PodCondition& condition,
                     const base::SymbolTable& symbols, base::Time now) {
    const base::Time since =
        condition.last_transition.nanoseconds == 0 ? now : condition.last_transition;
    json.begin_object()
        .field("type", symbols.text(condition.type))
        .field("status", to_text(condition.status))
        .field("reason", symbols.text(condition.reason))
        .field("message", condition.message)
        .field("lastTransitionTime", base::format_time(since));
    if (condition.observed_generation != 0) {
        json.field("observedGeneration", condition.observed_generation);
    }
    json.end_object();
}

}  // namespace

std::string binding_body(const access::Binding& binding) {
    model::JsonWriter json;
    json.begin_object().field("apiVersion", "v1").field("kind", "Binding");
    json.key("metadata")
        .begin_object()
        .field("name", binding.pod_name)
        .field("namespace", binding.namespace_name)
        .field("uid", binding.pod_uid)
        .end_object();
    json.key("target")
        .begin_object()
        .field("kind", "Node")
        .field("name", binding.node_name)
        .end_object();
    return std::move(json.end_object()).take();
}

std::string pod_status_body(const access::PodStatusPatch& patch, const base::SymbolTable& symbols,
                            base::Time now) {
    model::JsonWriter json;
    json.begin_object();
    if (!patch.pod_uid.empty()) {
        json.key("metadata").begin_object().field("uid", patch.pod_uid).end_object();
    }
    json.key("status").begin_object();
    if (patch.condition) {
        json.key("conditions").begin_array();
        write_condition(json, *patch.condition, symbols, now);
        json.end_array();
    }
    if (patch.nominated_node_name) {
        json.key("nominatedNodeName");
        if (patch.nominated_node_name->empty()) {
            json.null();
        } else {
            json.value(*patch.nominated_node_name);
        }
    }
    return std::move(json.end_object().end_object()).take();
}

std::string delete_body(const std::string& uid, std::optional<std::int64_t> grace_seconds) {
    if (uid.empty() && !grace_seconds) {
        return "";
    }
    model::JsonWriter json;
    json.begin_object().field("apiVersion", "v1").field("kind", "DeleteOptions");
    if (grace_seconds) {
        json.field("gracePeriodSeconds", *grace_seconds);
    }
    if (!uid.empty()) {
        json.key("preconditions").begin_object().field("uid", uid).end_object();
    }
    return std::move(json.end_object()).take();
}

}  // namespace berth::informer
