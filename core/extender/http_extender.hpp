// HttpExtender: framework::Extender over HTTP, one POST a question.
//
// From kube-scheduler's HTTPExtender (pkg/scheduler/extender.go, v1.37.2): URL prefix and verb, the
// whole of the timeout for connection and answer, 200 or it has failed, no second try.
#pragma once

#include <memory>
#include <string>

#include "core/base/symbol.hpp"
#include "core/client/transport.hpp"
#include "core/framework/pass/extender.hpp"
#include "core/settings/extender.hpp"

namespace berth::extender {

class HttpExtender final : public framework::Extender {
public:
    // `tls` may be null: the system's defaults. `transport` and `symbols` outlive it.
    HttpExtender(settings::Extender settings, std::shared_ptr<const client::TlsOptions> tls,
                 client::Transport& transport, const base::SymbolTable& symbols);

    [[nodiscard]] const std::string& name() const override { return settings_.url_prefix; }
    [[nodiscard]] const Traits& traits() const override { return traits_; }
    [[nodiscard]] bool interested(const framework::PodInfo& pod) const override;
    [[nodiscard]] base::Result<framework::ExtenderFilterAnswer> filter(
        const framework::PodInfo& pod, const framework::ExtenderNodes& nodes) const override;
    [[nodiscard]] std::function<base::Result<framework::HostPriorities>()> prioritize(
        const framework::PodInfo& pod, const framework::ExtenderNodes& nodes) const override;
    void bind(const framework::PodInfo& pod, std::string_view node,
              std::function<void(base::Status)> done) const override;

private:
    using BodyDone = std::function<void(base::Result<std::string>)>;
    void send(const std::string& verb, std::string body, BodyDone done) const;
    // Waits for the answer to what send() has sent.
    [[nodiscard]] std::function<base::Result<std::string>()> ask(const std::string& verb,
                                                                 std::string body) const;

    settings::Extender settings_;
    std::shared_ptr<const client::TlsOptions> tls_;
    client::Transport& transport_;
    const base::SymbolTable& symbols_;
    Traits traits_;
};

}  // namespace berth::extender
