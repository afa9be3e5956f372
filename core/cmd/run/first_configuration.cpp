#include "core/cmd/run/first_configuration.hpp"

#include <ostream>
#include <string>
#include <utility>

#include "core/base/text_file.hpp"
#include "core/cmd/problems.hpp"
#include "core/host/registry.hpp"
#include "core/settings/load.hpp"
#include "plugins/intree/catalog.hpp"

namespace berth::cmd {
namespace {

template <typename T>
void override_with(T& value, const std::optional<T>& given) {
    if (given) {
        value = *given;
    }
}

// What client-go asks of the durations at start.
base::Status check_durations(const settings::LeaderElection& leader) {
    if (!leader.leader_elect) {
        return {};
    }
    if (leader.lease_duration <= leader.renew_deadline) {
        return base::fail(base::ErrorCode::kInvalid,
                          "leaderElection.leaseDuration must be greater than renewDeadline");
    }
    if (leader.renew_deadline * 10 <= leader.retry_period * 12) {
        return base::fail(
            base::ErrorCode::kInvalid,
            "leaderElection.renewDeadline must be greater than 1.2 times retryPeriod");
    }
    return {};
}

}  // namespace

std::optional<settings::Configuration> first_configuration(const RunOptions& options,
                                                           const host::Context& context,
                                                           std::ostream& err) {
    // Plugins of libraries are unknown here, which is wrong for a start only, not in the file.
    const host::RegistryResult built_in = host::open_registry(
        {.built_in = intree::entries(), .directories = {}, .libraries = {}}, context);
    settings::LoadResult loaded;
    if (options.config.empty()) {
        loaded = settings::load_defaults(*built_in.registry);
    } else {
        const auto text = base::read_text_file(options.config);
        if (!text) {
            print_errors({text.error()}, err);
            return std::nullopt;
        }
        loaded = settings::load(*text, options.config, *built_in.registry);
    }
    if (!loaded.errors.empty()) {
        print_errors(loaded.errors, err);
        return std::nullopt;
    }
    apply_flags(options, loaded.configuration);
    if (const auto status = check_durations(loaded.configuration.leader_election); !status) {
        print_errors({status.error()}, err);
        return std::nullopt;
    }
    // Nothing of the plugins, which end here.
    loaded.configuration.profiles.clear();
    return std::move(loaded.configuration);
}

void apply_flags(const RunOptions& options, settings::Configuration& configuration) {
    settings::LeaderElection& leader = configuration.leader_election;
    override_with(leader.leader_elect, options.leader.leader_elect);
    override_with(leader.lease_duration, options.leader.lease_duration);
    override_with(leader.renew_deadline, options.leader.renew_deadline);
    override_with(leader.retry_period, options.leader.retry_period);
    override_with(leader.resource_name, options.leader.resource_name);
    override_with(leader.resource_namespace, options.leader.resource_namespace);
    if (options.config.empty()) {
        configuration.client_connection.kubeconfig = options.kubeconfig;
        override_with(configuration.client_connection.qps, options.qps);
        override_with(configuration.client_connection.burst, options.burst);
    }
}

}  // namespace berth::cmd
