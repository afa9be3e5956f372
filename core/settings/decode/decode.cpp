#include "core/settings/decode/decode.hpp"

#include <chrono>

#include "core/settings/decode/object_reader.hpp"

namespace berth::settings {

namespace {

using std::chrono::seconds;

template <typename T>
void replace_zero(T& value, T otherwise) {
    if (value == T{}) {
        value = std::move(otherwise);
    }
}

void decode_leader_election(ObjectReader& parent, LeaderElection& out, Report& report) {
    if (const auto* value = parent.take("leaderElection")) {
        ObjectReader reader(*value, parent.path("leaderElection"), report);
        reader.read("leaderElect", out.leader_elect);
        reader.read("leaseDuration", out.lease_duration);
        reader.read("renewDeadline", out.renew_deadline);
        reader.read("retryPeriod", out.retry_period);
        reader.read("resourceLock", out.resource_lock);
        reader.read("resourceName", out.resource_name);
        reader.read("resourceNamespace", out.resource_namespace);
        reader.done();
    }
    replace_zero<base::Duration>(out.lease_duration, seconds(15));
    replace_zero<base::Duration>(out.renew_deadline, seconds(10));
    replace_zero<base::Duration>(out.retry_period, seconds(2));
    replace_zero<std::string>(out.resource_lock, "leases");
    replace_zero<std::string>(out.resource_name, "kube-scheduler");
    replace_zero<std::string>(out.resource_namespace, "kube-system");
}

void decode_client_connection(ObjectReader& parent, ClientConnection& out, Report& report) {
    if (const auto* value = parent.take("clientConnection")) {
        ObjectReader reader(*value, parent.path("clientConnection"), report);
        reader.read("kubeconfig", out.kubeconfig);
        reader.read("acceptContentTypes", out.accept_content_types);
        reader.read("contentType", out.content_type);
        reader.read("qps", out.qps);
        reader.read("burst", out.burst);
        reader.done();
    }
    replace_zero<std::string>(out.content_type, "application/vnd.kubernetes.protobuf");
    replace_zero(out.qps, 50.0);
    replace_zero(out.burst, 100);
}

void decode_numbers(ObjectReader& reader, Configuration& out) {
    out.parallelism = 16;
    out.pod_initial_backoff_seconds = 1;
    out.pod_max_backoff_seconds = 10;
    reader.read("parallelism", out.parallelism);
    reader.read("percentageOfNodesToScore", out.percentage_of_nodes_to_score);
    reader.read("podInitialBackoffSeconds", out.pod_initial_backoff_seconds);
    reader.read("podMaxBackoffSeconds", out.pod_max_backoff_seconds);
}

void decode_switches(ObjectReader& reader, Configuration& out) {
    out.enable_profiling = true;
    reader.read("enableProfiling", out.enable_profiling);
    out.enable_contention_profiling = out.enable_profiling;
    reader.read("enableContentionProfiling", out.enable_contention_profiling);
    if (out.version == Version::kV1) {
        reader.read("delayCacheUntilActive", out.delay_cache_until_active);
    } else {
        reader.refuse("delayCacheUntilActive", "only v1 has it");
    }
    if (out.version == Version::kV1Beta2) {
        reader.read("healthzBindAddress", out.healthz_bind_address);
        reader.read("metricsBindAddress", out.metrics_bind_address);
    } else {
        reader.refuse("healthzBindAddress",
                      "only v1beta2 has it; remove it and use --bind-address and --secure-port");
        reader.refuse("metricsBindAddress",
                      "only v1beta2 has it; remove it and use --bind-address and --secure-port");
    }
}

void decode_profiles(ObjectReader& reader, Configuration& out, Report& report) {
    bool first_named = false;
    reader.read_list("profiles", [&](const model::Value& item, std::string_view path) {
        bool named = false;
        decode_profile(item, path, out.version, out.profiles.emplace_back(), named, report);
        first_named = out.profiles.size() == 1 ? named : first_named;
    });
    if (out.profiles.empty()) {
        out.profiles.emplace_back();
    }
    if (out.profiles.size() == 1 && !first_named) {
        out.profiles.front().scheduler_name = "default-scheduler";
    }
}

}  // namespace

void decode(const model::Value& root, Configuration& configuration, Report& report) {
    ObjectReader reader(root, "", report);
    static_cast<void>(reader.take("apiVersion"));
    static_cast<void>(reader.take("kind"));
    decode_numbers(reader, configuration);
    decode_switches(reader, configuration);
    decode_leader_election(reader, configuration.leader_election, report);
    decode_client_connection(reader, configuration.client_connection, report);
    decode_profiles(reader, configuration, report);
    decode_extenders(reader, configuration.extenders, report);
    reader.read("pluginDirectories", configuration.plugin_directories);
    reader.done();
}

}  // namespace berth::settings
