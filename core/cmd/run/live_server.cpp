#include "core/cmd/run/live_server.hpp"

#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "core/base/log.hpp"
#include "core/base/text_file.hpp"
#include "core/cmd/run/debug_views.hpp"
#include "core/cmd/run/first_configuration.hpp"
#include "core/cmd/run/process_metrics.hpp"
#include "core/serve/certificate.hpp"
#include "core/settings/print.hpp"

namespace berth::cmd {
namespace {

using serve::HttpRequest;
using serve::HttpResponse;
using serve::Reply;

constexpr base::Duration kAliveWithin = std::chrono::minutes(1);
constexpr const char* kJson = "application/json";
constexpr const char* kPlain = "text/plain; charset=utf-8";
constexpr const char* kMetrics = "text/plain; version=0.0.4; charset=utf-8";

base::Result<serve::Certificate> certificate_of(const RunOptions& options) {
    if (options.certificate_file.empty()) {
        return serve::make_certificate("berth");
    }
    auto certificate = base::read_text_file(options.certificate_file);
    if (!certificate) {
        return base::fail(std::move(certificate.error()));
    }
    auto key = base::read_text_file(options.key_file.empty() ? options.certificate_file
                                                             : options.key_file);
    if (!key) {
        return base::fail(std::move(key.error()));
    }
    return serve::Certificate{std::move(*certificate), std::move(*key)};
}

// PUT of a number, as kube-scheduler's /debug/flags/v takes it.
void set_verbosity(const HttpRequest& request, const Reply& reply) {
    int level = 0;
    const char* const end = request.body.data() + request.body.size();
    const auto read = std::from_chars(request.body.data(), end, level);
    if (read.ec != std::errc() || level < 0 || level > 10) {
        reply({400, kPlain,
               fmt::format("expected a number from 0 to 10, found \"{}\"\n", request.body)});
        return;
    }
    base::set_verbosity(level);
    reply({200, kPlain, fmt::format("successfully set klog.logging.verbosity to {}", level)});
}

// A text that is made on the scheduling thread, between two pods.
void add_view(serve::Endpoints& endpoints, const char* path, const char* type,
              live::LiveScheduler& live,
              const std::function<std::string(scheduler::Scheduler&)>& make) {
    endpoints.add("GET", path, [&live, type, make](const HttpRequest&, const Reply& reply) {
        const bool posted = live.post([type, make, reply](scheduler::Scheduler& scheduler) {
            reply({200, type, make(scheduler)});
        });
        if (!posted) {
            reply({503, kPlain, "berth is stopping\n"});
        }
    });
}

}  // namespace

LiveServer::LiveServer(const RunOptions& options, const Needs& needs)
    : access_({.open_paths = options.open_paths}, &needs.cluster.api(), needs.clock) {
    add_health(needs);
    add_views(options, needs);
    add_plugins(needs.live);
}

void LiveServer::add_health(const Needs& needs) {
    const auto ping = [] { return std::string(); };
    const auto watchdog = [stuck = needs.stuck] {
        return std::string(stuck() ? "the lease is over" : "");
    };
    const auto alive = [live = &needs.live] {
        return std::string(live->alive(kAliveWithin) ? "" : "the scheduling thread hangs");
    };
    serve::Health healthz("/healthz");
    healthz.add("ping", ping);
    healthz.add("leaderElection", watchdog);
    healthz.add("scheduling-thread", alive);
    serve::Health livez("/livez");
    livez.add("ping", ping);
    livez.add("scheduling-thread", alive);
    serve::Health readyz("/readyz");
    readyz.add("ping", ping);
    readyz.add("leaderElection", watchdog);
    readyz.add("sched-handler-sync", [cluster = &needs.cluster] {
        if (cluster->cluster().synced()) {
            return std::string();
        }
        const auto troubles = cluster->cluster().troubles();
        return troubles.empty() ? std::string("the lists have not come yet")
                                : fmt::format("{}", fmt::join(troubles, "; "));
    });
    readyz.add("shutdown", [stopping = needs.stopping] {
        return std::string(stopping() ? "berth is stopping" : "");
    });
    endpoints_.add_health(std::move(healthz));
    endpoints_.add_health(std::move(livez));
    endpoints_.add_health(std::move(readyz));
}

void LiveServer::add_views(const RunOptions& options, const Needs& needs) {
    endpoints_.add_text("/configz", kJson, [&options, live = &needs.live] {
        settings::Configuration configuration = live->configuration();
        apply_flags(options, configuration);
        return fmt::format(
            "{{\"componentconfig\":{}}}",
            settings::print(configuration, settings::Stage::kDecoded, settings::Format::kJson));
    });
    endpoints_.add("PUT", "/debug/flags/v", set_verbosity);
    add_view(endpoints_, "/metrics", kMetrics, needs.live,
             [live = &needs.live, metrics = &needs.metrics,
              take_sizes = needs.take_sizes](scheduler::Scheduler& scheduler) {
                 take_sizes(scheduler);
                 return metrics->text() + host::live_metrics(live->status()) + process_metrics();
             });
    add_view(endpoints_, "/debug/queue", kJson, needs.live, queue_json);
    add_view(endpoints_, "/debug/cache", kJson, needs.live, cache_json);
    add_view(endpoints_, "/debug/generation", kJson, needs.live,
             [](const scheduler::Scheduler& scheduler) {
                 return generation_json(scheduler.generation());
             });
}

void LiveServer::add_plugins(live::LiveScheduler& live) {
    add_view(endpoints_, "/debug/plugins", kJson, live, [&live](scheduler::Scheduler& scheduler) {
        return plugins_json(live.status(), scheduler.generation());
    });
    endpoints_.add("POST", "/plugins/reload", [&live](const HttpRequest&, const Reply& reply) {
        live.reload();
        reply(
            {202, kPlain, "everything is looked at again; /debug/plugins says what came of it\n"});
    });
}

void LiveServer::answer(HttpRequest request, Reply reply) {
    auto shared = std::make_shared<HttpRequest>(std::move(request));
    access_.judge(*shared, [this, shared, reply = std::move(reply)](HttpResponse verdict) {
        if (verdict.status != 200) {
            reply(std::move(verdict));
        } else {
            endpoints_.answer(std::move(*shared), reply);
        }
    });
}

base::Result<std::unique_ptr<LiveServer>> LiveServer::start(const RunOptions& options,
                                                            const Needs& needs) {
    auto certificate = certificate_of(options);
    if (!certificate) {
        return base::fail(std::move(certificate.error()));
    }
    auto made = std::make_unique<LiveServer>(options, needs);
    auto server = serve::HttpServer::start(
        {options.bind_address, options.secure_port, certificate->certificate, certificate->key},
        [own = made.get()](HttpRequest request, Reply reply) {
            own->answer(std::move(request), std::move(reply));
        });
    if (!server) {
        return base::fail(std::move(server.error()));
    }
    made->server_ = std::move(*server);
    return made;
}

}  // namespace berth::cmd
