#include "core/settings/check/validate.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <charconv>
#include <set>
#include <string>

#include <fmt/format.h>

#include "core/base/time.hpp"
#include "core/model/label_rules.hpp"

namespace berth::settings {

namespace {

using base::format_duration;

void validate_leader_election(const LeaderElection& election, Report& report) {
    if (!election.leader_elect) {
        return;
    }
    const auto positive = [&](std::string_view name, base::Duration duration) {
        if (duration <= base::Duration::zero()) {
            report.error(
                joined("leaderElection", name),
                invalid_value(quoted(format_duration(duration)), "must be greater than zero"));
        }
    };
    positive("leaseDuration", election.lease_duration);
    positive("renewDeadline", election.renew_deadline);
    positive("retryPeriod", election.retry_period);
    if (election.lease_duration <= election.renew_deadline) {
        report.error("leaderElection.leaseDuration",
                     invalid_value(quoted(format_duration(election.renew_deadline)),
                                   "must be greater than `RenewDeadline`"));
    }
    // client-go refuses this when the election begins (tools/leaderelection, JitterFactor 1.2).
    if (election.renew_deadline * 10 <= election.retry_period * 12 &&
        election.retry_period > base::Duration::zero()) {
        report.warning("leaderElection.renewDeadline",
                       "the election cannot begin: expected more than 1.2 times retryPeriod");
    }
    if (election.resource_lock != "leases") {
        report.error(
            "leaderElection.resourceLock",
            invalid_value(quoted(election.resource_lock), "resourceLock value must be \"leases\""));
    }
}

// IsExtendedResourceName of pkg/apis/core/v1/helper; "" if it is one.
std::string extended_resource_error(const std::string& name) {
    if (const auto wrong = model::label_key_errors(name); !wrong.empty()) {
        return fmt::format("{}", fmt::join(wrong, "; "));
    }
    const bool native =
        name.find('/') == std::string::npos || name.find("kubernetes.io/") != std::string::npos;
    if (native || name.rfind("requests.", 0) == 0 || !model::is_label_key("requests." + name)) {
        return "is an invalid extended resource name";
    }
    return {};
}

// "host:port" with an IP address and port 0: what v1beta2 still accepts.
std::string bind_address_error(const std::string& text) {
    const auto colon = text.rfind(':');
    if (colon == std::string::npos) {
        return "missing port in address";
    }
    auto host = text.substr(0, colon);
    if (host.size() > 1 && host.front() == '[' && host.back() == ']') {
        host = host.substr(1, host.size() - 2);
    }
    in6_addr address{};
    if (inet_pton(AF_INET, host.c_str(), &address) != 1 &&
        inet_pton(AF_INET6, host.c_str(), &address) != 1) {
        return "must be a valid IP address";
    }
    int port = -1;
    const auto digits = std::string_view(text).substr(colon + 1);
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (parsed.ec != std::errc() || parsed.ptr != digits.data() + digits.size() || port != 0) {
        return "must be empty or with an explicit 0 port";
    }
    return {};
}

void validate_bind_address(std::string_view field, const std::string& text, Report& report) {
    if (text.empty()) {
        return;
    }
    if (const auto wrong = bind_address_error(text); !wrong.empty()) {
        report.error(field, invalid_value(quoted(text), wrong));
    }
}

void validate_percentage(std::string_view field, std::int32_t percentage, Report& report) {
    if (percentage < 0 || percentage > 100) {
        report.error(field,
                     invalid_value(std::to_string(percentage), "not in valid range [0-100]"));
    }
}

}  // namespace

void validate_connections(const Configuration& configuration, Report& report) {
    if (configuration.client_connection.burst < 0) {
        report.error("clientConnection.burst",
                     invalid_value(std::to_string(configuration.client_connection.burst),
                                   "must be non-negative"));
    }
    validate_leader_election(configuration.leader_election, report);
    if (configuration.parallelism <= 0) {
        report.error("parallelism", invalid_value(std::to_string(configuration.parallelism),
                                                  "should be an integer value greater than zero"));
    }
}

void validate_numbers(const Configuration& configuration, Report& report) {
    validate_bind_address("healthzBindAddress", configuration.healthz_bind_address, report);
    validate_bind_address("metricsBindAddress", configuration.metrics_bind_address, report);
    validate_percentage("percentageOfNodesToScore", configuration.percentage_of_nodes_to_score,
                        report);
    const auto initial = configuration.pod_initial_backoff_seconds;
    const auto most = configuration.pod_max_backoff_seconds;
    if (initial <= 0) {
        report.error("podInitialBackoffSeconds",
                     invalid_value(std::to_string(initial), "must be greater than 0"));
    }
    if (most < initial) {
        report.error("podMaxBackoffSeconds",
                     invalid_value(std::to_string(most),
                                   "must be greater than or equal to PodInitialBackoffSeconds"));
    }
}

void validate_extenders(const Configuration& configuration, Report& report) {
    std::size_t binders = 0;
    std::set<std::string> managed;
    for (std::size_t i = 0; i < configuration.extenders.size(); ++i) {
        const auto& extender = configuration.extenders[i];
        const auto path = indexed("extenders", i);
        if (!extender.prioritize_verb.empty() && extender.weight <= 0) {
            report.error(path + ".weight",
                         invalid_value(std::to_string(extender.weight),
                                       "must have a positive weight applied to it"));
        }
        binders += extender.bind_verb.empty() ? 0 : 1;
        for (std::size_t j = 0; j < extender.managed_resources.size(); ++j) {
            const auto& name = extender.managed_resources[j].name;
            const auto name_path = indexed(path + ".managedResources", j) + ".name";
            if (const auto wrong = extended_resource_error(name); !wrong.empty()) {
                report.error(name_path, invalid_value(quoted(name), wrong));
            }
            if (!managed.insert(name).second) {
                report.error(name_path, invalid_value(quoted(name),
                                                      "duplicate extender managed resource name"));
            }
        }
    }
    if (binders > 1) {
        report.error("extenders",
                     invalid_value(fmt::format("\"found {} extenders implementing bind\"", binders),
                                   "only one extender can implement bind"));
    }
}

void check_ignored_resources(const Configuration& configuration, Report& report) {
    const auto& extenders = configuration.extenders;
    const bool any = std::any_of(extenders.begin(), extenders.end(), [](const Extender& extender) {
        return std::any_of(
            extender.managed_resources.begin(), extender.managed_resources.end(),
            [](const ManagedResource& resource) { return resource.ignored_by_scheduler; });
    });
    for (std::size_t i = 0; any && i < configuration.profiles.size(); ++i) {
        const auto& configs = configuration.profiles[i].plugin_config;
        if (std::none_of(configs.begin(), configs.end(), [](const PluginConfig& config) {
                return config.name == "NodeResourcesFit";
            })) {
            report.start_error(
                indexed("profiles", i) + ".pluginConfig",
                "can't find NodeResourcesFitArgs in plugin config: an extender has a "
                "resource that is ignoredByScheduler, so that NodeResourcesFit must "
                "be enabled");
        }
    }
}

}  // namespace berth::settings
