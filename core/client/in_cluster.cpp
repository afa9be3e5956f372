#include <cstdlib>

#include <fmt/format.h>

#include "core/base/text_file.hpp"
#include "core/client/kubeconfig.hpp"

namespace berth::client {
namespace {

constexpr std::string_view kAccount = "/var/run/secrets/kubernetes.io/serviceaccount";

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

}  // namespace

base::Result<ServerAccess> in_cluster() {
    const std::string host = variable("KUBERNETES_SERVICE_HOST");
    const std::string port = variable("KUBERNETES_SERVICE_PORT");
    if (host.empty() || port.empty()) {
        return base::fail(base::ErrorCode::kNotFound,
                          "no kubeconfig is given and this is no pod of a cluster "
                          "(KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set): name "
                          "a file in clientConnection.kubeconfig or with --kubeconfig");
    }
    ServerAccess out;
    out.server = host.find(':') == std::string::npos ? fmt::format("https://{}:{}", host, port)
                                                     : fmt::format("https://[{}]:{}", host, port);
    out.credentials.token_file = fmt::format("{}/token", kAccount);
    out.credentials.ca_file = fmt::format("{}/ca.crt", kAccount);
    out.credentials.server = out.server;
    if (auto token = base::read_text_file(out.credentials.token_file); !token) {
        return base::fail(token.error());
    }
    if (auto name = base::read_text_file(fmt::format("{}/namespace", kAccount))) {
        out.namespace_name = *name;
    }
    return out;
}

}  // namespace berth::client
