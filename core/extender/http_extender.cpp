#include "core/extender/http_extender.hpp"

#include <algorithm>
#include <future>
#include <utility>

#include <fmt/format.h>

#include "core/extender/wire.hpp"
#include "core/model/pod.hpp"

namespace berth::extender {

namespace {

constexpr base::Duration kDefaultTimeout = std::chrono::seconds(5);
constexpr int kOk = 200;

framework::Extender::Traits traits_of(const settings::Extender& settings) {
    return {.filters = !settings.filter_verb.empty(),
            .prioritizes = !settings.prioritize_verb.empty(),
            .binds = !settings.bind_verb.empty(),
            .preempts = !settings.preempt_verb.empty(),
            .ignorable = settings.ignorable,
            .weight = settings.weight};
}

std::string url_of(std::string_view prefix, std::string_view verb) {
    while (!prefix.empty() && prefix.back() == '/') {
        prefix.remove_suffix(1);
    }
    return fmt::format("{}/{}", prefix, verb);
}

}  // namespace

HttpExtender::HttpExtender(settings::Extender settings,
                           std::shared_ptr<const client::TlsOptions> tls,
                           client::Transport& transport, const base::SymbolTable& symbols)
    : settings_(std::move(settings)),
      tls_(std::move(tls)),
      transport_(transport),
      symbols_(symbols),
      traits_(traits_of(settings_)) {}

bool HttpExtender::interested(const framework::PodInfo& pod) const {
    const auto& managed = settings_.managed_resources;
    const auto manages = [&](const model::ResourceList& resources) {
        return std::any_of(resources.begin(), resources.end(), [&](const auto& resource) {
            return std::any_of(managed.begin(), managed.end(), [&](const auto& one) {
                return symbols_.text(resource.name) == one.name;
            });
        });
    };
    const auto any = [&](const auto& containers) {
        return std::any_of(containers.begin(), containers.end(), [&](const auto& container) {
            return manages(container.resources.requests) || manages(container.resources.limits);
        });
    };
    return managed.empty() || any(pod.pod->spec->containers) || any(pod.pod->spec->init_containers);
}

void HttpExtender::send(const std::string& verb, std::string body, BodyDone done) const {
    const base::Duration timeout =
        settings_.http_timeout == base::Duration{} ? kDefaultTimeout : settings_.http_timeout;
    client::Request request;
    request.method = "POST";
    request.url = url_of(settings_.url_prefix, verb);
    request.headers = {{"Content-Type", "application/json"}};
    request.body = std::move(body);
    request.tls = tls_;
    request.connect_timeout = timeout;
    request.timeout = timeout;
    transport_.send(std::move(request), [done = std::move(done), verb,
                                         url = url_of(settings_.url_prefix, verb)](
                                            base::Result<client::Response> answer) {
        if (!answer) {
            done(base::fail(std::move(answer.error())));
        } else if (answer->head.status != kOk) {
            done(base::fail(base::ErrorCode::kUnavailable,
                            fmt::format("failed {} with extender at URL {}, code {}", verb, url,
                                        answer->head.status)));
        } else {
            done(std::move(answer->body));
        }
    });
}

std::function<base::Result<std::string>()> HttpExtender::ask(const std::string& verb,
                                                             std::string body) const {
    const auto promise = std::make_shared<std::promise<base::Result<std::string>>>();
    send(verb, std::move(body),
         [promise](base::Result<std::string> answer) { promise->set_value(std::move(answer)); });
    return [answer = promise->get_future().share()] { return answer.get(); };
}

base::Result<framework::ExtenderFilterAnswer> HttpExtender::filter(
    const framework::PodInfo& pod, const framework::ExtenderNodes& nodes) const {
    const bool by_name = settings_.node_cache_capable;
    const auto body = ask(settings_.filter_verb, extender_args(pod, nodes, by_name, symbols_))();
    if (!body) {
        return base::fail(body.error());
    }
    return filter_result(*body, nodes, by_name, name());
}

std::function<base::Result<framework::HostPriorities>()> HttpExtender::prioritize(
    const framework::PodInfo& pod, const framework::ExtenderNodes& nodes) const {
    return [answer = ask(settings_.prioritize_verb,
                         extender_args(pod, nodes, settings_.node_cache_capable,
                                       symbols_))]() -> base::Result<framework::HostPriorities> {
        const auto body = answer();
        if (!body) {
            return base::fail(body.error());
        }
        return priorities_result(*body);
    };
}

void HttpExtender::bind(const framework::PodInfo& pod, std::string_view node,
                        std::function<void(base::Status)> done) const {
    send(settings_.bind_verb, binding_args(pod, node),
         [done = std::move(done)](const base::Result<std::string>& body) {
             done(body ? binding_result(*body) : base::Status(base::fail(body.error())));
         });
}

}  // namespace berth::extender
