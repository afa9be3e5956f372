#include "core/cmd/run/run_flags.hpp"

#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace berth::cmd {
namespace {

constexpr const char* kCluster = "Cluster";
constexpr const char* kLeader = "Leader election";
constexpr const char* kServing = "Serving";

// Flags of kube-scheduler that are accepted so that its command lines go on working.
constexpr const char* kIgnored[] = {
    "--allow-metric-labels",
    "--allow-metric-labels-manifest",
    "--authentication-kubeconfig",
    "--authentication-skip-lookup",
    "--authentication-token-webhook-cache-ttl",
    "--authentication-tolerate-lookup-failure",
    "--authorization-kubeconfig",
    "--authorization-webhook-cache-authorized-ttl",
    "--authorization-webhook-cache-unauthorized-ttl",
    "--cert-dir",
    "--client-ca-file",
    "--contention-profiling",
    "--disabled-metrics",
    "--disable-http2-serving",
    "--emulated-version",
    "--feature-gates",
    "--http2-max-streams-per-connection",
    "--kube-api-content-type",
    "--leader-elect-resource-lock",
    "--log-flush-frequency",
    "--log-json-info-buffer-size",
    "--log-json-split-stream",
    "--log-text-info-buffer-size",
    "--log-text-split-stream",
    "--logging-format",
    "--min-compatibility-version",
    "--permit-address-sharing",
    "--permit-port-sharing",
    "--pod-max-in-unschedulable-pods-duration",
    "--profiling",
    "--requestheader-allowed-names",
    "--requestheader-client-ca-file",
    "--requestheader-extra-headers-prefix",
    "--requestheader-group-headers",
    "--requestheader-uid-headers",
    "--requestheader-username-headers",
    "--show-hidden-metrics-for-version",
    "--tls-cipher-suites",
    "--tls-curve-preferences",
    "--tls-min-version",
    "--tls-sni-cert-key",
    "--vmodule",
};

template <typename T>
void add(CLI::App& app, const char* name, T& value, const char* value_name, const char* group,
         const char* text) {
    app.add_option(name, value, text)->option_text(value_name)->group(group);
}

void add_duration(CLI::App& app, const char* name, std::optional<base::Duration>& value,
                  const char* text) {
    app.add_option_function<std::string>(
           name,
           [&value, name](const std::string& given) {
               const auto duration = base::parse_duration(given);
               if (!duration) {
                   throw CLI::ValidationError(name, duration.error().message());
               }
               value = *duration;
           },
           text)
        ->option_text("DURATION")
        ->group(kLeader);
}

void add_leader_election(CLI::App& app, LeaderElectionFlags& leader) {
    app.add_option("--leader-elect", leader.leader_elect, "hold a lease while scheduling (true)")
        ->expected(0, 1)
        ->default_str("true")
        ->option_text("[=false]")
        ->group(kLeader);
    app.add_option_function<std::string>(
           "--leader-elect-resource-name",
           [&leader](const std::string& given) { leader.resource_name = given; },
           "name of the Lease (kube-scheduler)")
        ->option_text("NAME")
        ->group(kLeader);
    app.add_option_function<std::string>(
           "--leader-elect-resource-namespace",
           [&leader](const std::string& given) { leader.resource_namespace = given; },
           "its namespace (kube-system)")
        ->option_text("NAMESPACE")
        ->group(kLeader);
    add_duration(app, "--leader-elect-lease-duration", leader.lease_duration,
                 "how long others wait for a leader that is silent (15s)");
    add_duration(app, "--leader-elect-renew-deadline", leader.renew_deadline,
                 "how long a leader tries to renew before it gives up (10s)");
    add_duration(app, "--leader-elect-retry-period", leader.retry_period,
                 "pause between tries (2s)");
}

void add_ignored(CLI::App& app, std::vector<std::string>& ignored) {
    for (const char* name : kIgnored) {
        app.add_option_function<std::string>(
               name, [&ignored, name](const std::string& /*given*/) { ignored.emplace_back(name); },
               "")
            ->expected(0, 1)
            ->group("");
    }
}

}  // namespace

void add_run_flags(CLI::App& app, RunOptions& options) {
    add(app, "--kubeconfig", options.kubeconfig, "FILE", kCluster,
        "where the API server is; without it and a config: the cluster of this pod");
    add(app, "--context", options.context, "NAME", kCluster, "a context of the kubeconfig");
    add(app, "--master", options.master, "URL", kCluster,
        "the API server's address, over that of the kubeconfig");
    app.add_option("--kube-api-qps", options.qps, "requests a second, without a config (50)")
        ->option_text("N")
        ->group(kCluster);
    app.add_option("--kube-api-burst", options.burst, "requests at once, without a config (100)")
        ->option_text("N")
        ->group(kCluster);
    add_leader_election(app, options.leader);
    add_host_flags(app, options.host);
    add(app, "--bind-address", options.bind_address, "ADDRESS", kServing,
        "where health and metrics are served (0.0.0.0)");
    add(app, "--secure-port", options.secure_port, "PORT", kServing,
        "their port; 0 serves nothing (10259)");
    add(app, "--tls-cert-file", options.certificate_file, "FILE", kServing,
        "their certificate; without one berth makes its own");
    add(app, "--tls-private-key-file", options.key_file, "FILE", kServing, "its key");
    app.add_option("--authorization-always-allow-paths", options.open_paths,
                   "what everybody may see (/healthz,/readyz,/livez)")
        ->delimiter(',')
        ->option_text("PATHS")
        ->group(kServing);
    add(app, "--write-config-to", options.write_config_to, "FILE", kServing,
        "write the configuration with its defaults there, and end");
    add_ignored(app, options.ignored);
}

}  // namespace berth::cmd
