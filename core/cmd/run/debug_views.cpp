#include "core/cmd/run/debug_views.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/model/text/json_writer.hpp"
#include "core/queue/queued_pod.hpp"

namespace berth::cmd {
namespace {

using model::JsonWriter;

std::string full_name(const framework::PodInfo& pod) {
    return fmt::format("{}/{}", pod.namespace_name(), pod.name());
}

std::string pod_json(const queue::PodState& state) {
    JsonWriter json;
    json.begin_object()
        .field("pod", full_name(*state.pod))
        .field("queue", queue::to_text(state.part))
        .field("attempts", state.attempts);
    json.list("plugins", state.plugins);
    if (!state.gating_plugin.empty()) {
        json.field("gatedBy", state.gating_plugin);
    }
    if (state.backoff_until) {
        json.field("backoffUntil", base::format_time(*state.backoff_until));
    }
    return std::move(json.end_object()).take();
}

}  // namespace

std::string queue_json(scheduler::Scheduler& scheduler) {
    const queue::Sizes sizes = scheduler.queue().sizes();
    std::vector<std::pair<std::string, std::string>> pods;
    scheduler.queue().for_each([&](const queue::PodState& state) {
        pods.emplace_back(full_name(*state.pod), pod_json(state));
    });
    std::sort(pods.begin(), pods.end());
    JsonWriter json;
    json.begin_object();
    json.field("active", sizes.active);
    json.field("backoff", sizes.backoff);
    json.field("unschedulable", sizes.unschedulable);
    json.field("gated", sizes.gated);
    json.field("inFlight", sizes.in_flight);
    json.key("pods").begin_array();
    for (const auto& [name, text] : pods) {
        json.raw(text);
    }
    return std::move(json.end_array().end_object()).take();
}

std::string cache_json(scheduler::Scheduler& scheduler) {
    const cache::Cache& cache = scheduler.cache();
    JsonWriter json;
    json.begin_object();
    json.field("nodes", cache.node_count());
    json.field("pods", cache.pod_count());
    json.field("assumedPods", cache.assumed_count());
    return std::move(json.end_object()).take();
}

std::string generation_json(const framework::Generation& generation) {
    JsonWriter json;
    json.begin_object();
    json.field("generation", generation.number);
    json.key("profiles").begin_array();
    for (const auto& profile : generation.profiles) {
        json.begin_object().field("schedulerName", profile->scheduler_name);
        json.key("plugins").begin_array();
        for (const auto& instance : profile->instances) {
            json.value(instance->name);
        }
        json.end_array().end_object();
    }
    return std::move(json.end_array().end_object()).take();
}

std::string plugins_json(const host::LiveStatus& status, const framework::Generation& generation) {
    JsonWriter json;
    json.begin_object().key("loader").raw(host::to_json(status));
    json.key("engine").raw(generation_json(generation));
    return std::move(json.end_object()).take();
}

}  // namespace berth::cmd
