// A kubeconfig file, or the account of the pod that we run in: where the API server is and who we
// are. Reading them is strict about what is used and blind to the rest, as client-go's clientcmd is
// (tools/clientcmd/api/v1/types.go, v1.37.2). Pure but for the files: any thread.
#pragma once

#include <string>

#include "core/base/result.hpp"
#include "core/client/credentials.hpp"

namespace berth::client {

// Everything that a connection to an API server needs.
struct ServerAccess {
    std::string server;  // "https://10.0.0.1:6443", without a slash at the end
    std::string proxy;
    std::string namespace_name;
    CredentialOptions credentials;
};

// The file's current context, or the one named. Paths in it are relative to its folder. Errors name
// file, line and field.
[[nodiscard]] base::Result<ServerAccess> read_kubeconfig(const std::string& path,
                                                         const std::string& context = {});
[[nodiscard]] base::Result<ServerAccess> parse_kubeconfig(const std::string& text,
                                                          const std::string& path,
                                                          const std::string& context = {});

// The service account of this pod: KUBERNETES_SERVICE_HOST and _PORT, and the files under
// /var/run/secrets/kubernetes.io/serviceaccount, which are read again as they are rotated.
[[nodiscard]] base::Result<ServerAccess> in_cluster();

}  // namespace berth::client
