// RunOptions: what `berth run` was asked for. Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/time.hpp"
#include "core/cmd/live/host_options.hpp"

namespace berth::cmd {

// Flags of kube-scheduler that change the file's leaderElection, as far as they were given.
struct LeaderElectionFlags {
    std::optional<bool> leader_elect;
    std::optional<base::Duration> lease_duration, renew_deadline, retry_period;
    std::optional<std::string> resource_name, resource_namespace;
};

struct RunOptions {
    std::string config;      // "": the defaults
    std::string kubeconfig;  // of no effect with a config, as upstream
    std::string context;
    std::string master;  // over the kubeconfig's server
    std::string plugins_from;
    HostOptions host;
    LeaderElectionFlags leader;
    std::optional<double> qps;          // --kube-api-qps; of no effect with a config
    std::optional<std::int32_t> burst;  // --kube-api-burst
    std::string bind_address = "0.0.0.0";
    std::uint16_t secure_port = 10259;  // 0: no server
    std::string certificate_file, key_file;
    std::vector<std::string> open_paths = {"/healthz", "/readyz", "/livez"};
    std::string write_config_to;
    std::vector<std::string> ignored;  // known flags that mean nothing here, as they were given
};

}  // namespace berth::cmd
