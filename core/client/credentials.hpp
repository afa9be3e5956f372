// Credentials: who we are to the API server, and how that is kept fresh.
//
// A token from a file (rotated by kubelet) is read again every minute, the token or certificate of
// an exec plugin is asked for again when it expires or was refused. Everything but make() is of
// the loop's thread; an exec plugin runs on a thread of its own.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/clock.hpp"
#include "core/base/result.hpp"
#include "core/client/loop.hpp"
#include "core/client/transport.hpp"

namespace berth::client {

// A program that prints an ExecCredential (client.authentication.k8s.io/v1 or v1beta1).
struct ExecPlugin {
    std::string api_version;
    std::string command;  // a path, or a name to find in PATH
    std::vector<std::string> arguments;
    std::vector<std::pair<std::string, std::string>> environment;
    std::string install_hint;
    bool provide_cluster_info = false;
};

struct CredentialOptions {
    TlsOptions tls;
    std::string ca_file;  // read again when it changes; empty: tls.ca stands
    std::string token;
    std::string token_file;  // wins over token
    std::string user, password;
    std::optional<ExecPlugin> exec;
    std::vector<Header> impersonation;
    std::string server;  // for an exec plugin that asks for cluster info
};

// What a request carries.
struct Identity {
    std::shared_ptr<const TlsOptions> tls;
    std::vector<Header> headers;
};
using IdentityDone = std::function<void(base::Result<Identity>)>;

class Credentials {
public:
    Credentials(CredentialOptions options, const base::Clock& clock, Loop& loop);
    ~Credentials();
    Credentials(const Credentials&) = delete;
    Credentials& operator=(const Credentials&) = delete;

    // At once where nothing has to be read or run.
    void get(IdentityDone done);
    // The server has answered 401: what was used is not used again.
    void refused();

private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

}  // namespace berth::client
