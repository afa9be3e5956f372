// LiveServer: what `berth run` serves: health, configuration, reloads, and looks inside. The
// scheduler, the cluster and the options outlive it.
#pragma once

#include <memory>

#include "core/base/clock.hpp"
#include "core/base/metrics.hpp"
#include "core/base/result.hpp"
#include "core/cmd/run/real_cluster.hpp"
#include "core/cmd/run/run_options.hpp"
#include "core/live/live_scheduler.hpp"
#include "core/serve/access.hpp"
#include "core/serve/endpoints.hpp"
#include "core/serve/http_server.hpp"

namespace berth::cmd {

class LiveServer {
public:
    struct Needs {
        const base::Clock& clock;
        RealCluster& cluster;
        live::LiveScheduler& live;
        const base::MetricsRegistry& metrics;
        live::LiveScheduler::SchedulerTask take_sizes;  // into the metrics, before they are shown
        std::function<bool()> stuck;                    // the lease is over and nobody noticed
        std::function<bool()> stopping;                 // no new work is taken
    };
    [[nodiscard]] static base::Result<std::unique_ptr<LiveServer>> start(const RunOptions& options,
                                                                         const Needs& needs);
    explicit LiveServer(const RunOptions& options, const Needs& needs);

    [[nodiscard]] std::uint16_t port() const { return server_->port(); }
    void stop() { server_->stop(); }

private:
    void add_health(const Needs& needs);
    void add_views(const RunOptions& options, const Needs& needs);
    void add_plugins(live::LiveScheduler& live);
    void answer(serve::HttpRequest request, serve::Reply reply);

    serve::Access access_;
    serve::Endpoints endpoints_;
    std::unique_ptr<serve::HttpServer> server_;
};

}  // namespace berth::cmd
