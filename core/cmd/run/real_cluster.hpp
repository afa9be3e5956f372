// RealCluster: everything that connects a process to an API server: transport, client, informers,
// events. Made in one order, gone in the other. Any thread may use what it shows.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/base/clock.hpp"
#include "core/base/result.hpp"
#include "core/client/api_client.hpp"
#include "core/client/curl_transport.hpp"
#include "core/client/write_gate.hpp"
#include "core/cmd/run/run_options.hpp"
#include "core/events/recorder.hpp"
#include "core/informer/remote_cluster.hpp"
#include "core/model/pools.hpp"
#include "core/settings/configuration.hpp"

namespace berth::cmd {

class RealCluster final : informer::EventSink {
public:
    RealCluster(client::ServerAccess access, const settings::ClientConnection& connection,
                const std::string& host_name, model::Pools& pools, const base::Clock& clock);
    ~RealCluster() override;
    RealCluster(const RealCluster&) = delete;
    RealCluster& operator=(const RealCluster&) = delete;

    [[nodiscard]] client::WriteGate& gate() { return gate_; }
    [[nodiscard]] client::Loop& loop() { return transport_; }
    [[nodiscard]] client::ApiClient& api() { return api_; }
    [[nodiscard]] informer::RemoteCluster& cluster() { return cluster_; }
    [[nodiscard]] const events::Recorder& recorder() const { return recorder_; }

private:
    void record(access::EventRecord event) override { recorder_.record(std::move(event)); }
    void send_event(events::EventWrite write, std::function<void(events::Outcome)> done);

    client::WriteGate gate_;
    client::CurlTransport transport_;
    client::ApiClient api_;
    events::Recorder recorder_;
    informer::RemoteCluster cluster_;
};

// Where the API server is, from flags, file and surroundings.
[[nodiscard]] base::Result<client::ServerAccess> find_server(
    const RunOptions& options, const settings::ClientConnection& connection);

}  // namespace berth::cmd
