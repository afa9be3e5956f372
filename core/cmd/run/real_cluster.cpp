#include "core/cmd/run/real_cluster.hpp"

#include <cstdlib>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "core/base/log.hpp"
#include "core/client/kubeconfig.hpp"

namespace berth::cmd {
namespace {

std::uint64_t chance() {
    std::random_device device;
    return (std::uint64_t{device()} << 32) | device();
}

client::ApiOptions api_options(const settings::ClientConnection& connection) {
    client::ApiOptions out;
    out.qps = connection.qps;
    out.burst = connection.burst;
    out.seed = chance();
    return out;
}

}  // namespace

RealCluster::RealCluster(client::ServerAccess access, const settings::ClientConnection& connection,
                         const std::string& host_name, model::Pools& pools,
                         const base::Clock& clock)
    : gate_(clock),
      transport_(clock, {.user_agent = fmt::format("berth/{} scheduler", BERTH_PROGRAM_VERSION)}),
      api_(std::move(access), api_options(connection), transport_, transport_, clock, gate_),
      recorder_(
          {.host = host_name}, clock,
          [this](events::EventWrite write, std::function<void(events::Outcome)> done) {
              send_event(std::move(write), std::move(done));
          },
          [this](base::Duration delay, std::function<void()> task) {
              transport_.after(delay, std::move(task));
          }),
      cluster_(api_, pools, this, {.seed = chance()}) {}

RealCluster::~RealCluster() = default;

void RealCluster::send_event(events::EventWrite write, std::function<void(events::Outcome)> done) {
    client::ApiRequest request;
    request.method = write.patch ? "PATCH" : "POST";
    request.path = fmt::format("/apis/events.k8s.io/v1/namespaces/{}/events", write.namespace_name);
    if (write.patch) {
        request.path += "/" + write.name;
        request.content_type = "application/merge-patch+json";
    }
    request.body = std::move(write.body);
    api_.write(std::move(request), [done = std::move(done)](base::Result<std::string> body) {
        using events::Outcome;
        if (body) {
            done(Outcome::kDone);
            return;
        }
        switch (body.error().code) {
            case base::ErrorCode::kNotFound: done(Outcome::kGone); break;
            case base::ErrorCode::kAlreadyExists: done(Outcome::kExists); break;
            case base::ErrorCode::kUnavailable:
            case base::ErrorCode::kTimeout: done(Outcome::kRetry); break;
            default:
                BERTH_LOG(base::Severity::kWarning, "an event was refused: {}",
                          body.error().message());
                done(Outcome::kDone);
        }
    });
}

base::Result<client::ServerAccess> find_server(const RunOptions& options,
                                               const settings::ClientConnection& connection) {
    const std::string& file = options.config.empty() || connection.kubeconfig.empty()
                                  ? options.kubeconfig
                                  : connection.kubeconfig;
    base::Result<client::ServerAccess> access =
        !file.empty()            ? client::read_kubeconfig(file, options.context)
        : options.master.empty() ? client::in_cluster()
                                 : base::Result<client::ServerAccess>(client::ServerAccess());
    if (access && !options.master.empty()) {
        access->server = options.master;
        while (access->server.ends_with('/')) {
            access->server.pop_back();
        }
    }
    return access;
}

}  // namespace berth::cmd
