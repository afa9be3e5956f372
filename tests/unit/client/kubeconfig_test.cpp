#include "core/client/kubeconfig.hpp"

#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>

namespace berth::client {
namespace {

constexpr const char* kWhole = R"(apiVersion: v1
kind: Config
current-context: here
contexts:
- {name: here, context: {cluster: one, user: someone, namespace: web}}
- {name: there, context: {cluster: two, user: nobody}}
clusters:
- name: one
  cluster:
    server: https://10.0.0.1:6443/
    certificate-authority-data: Q0E=
    tls-server-name: kubernetes
    proxy-url: http://proxy:3128
- {name: two, cluster: {server: "http://127.0.0.1:8080", insecure-skip-tls-verify: true}}
users:
- {name: someone, user: {token: abc, as: admin, as-groups: [ops, dev]}}
- name: nobody
  user:
    exec:
      apiVersion: client.authentication.k8s.io/v1
      command: ./get-token
      args: [--region, eu]
      env: [{name: PROFILE, value: prod}]
      installHint: install get-token
)";

TEST_CASE("kubeconfig: the current context") {
    const auto access = parse_kubeconfig(kWhole, "/etc/kube/config");
    REQUIRE(access);
    CHECK(access->server == "https://10.0.0.1:6443");
    CHECK(access->proxy == "http://proxy:3128");
    CHECK(access->namespace_name == "web");
    CHECK(access->credentials.tls.ca == "CA");
    CHECK(access->credentials.tls.server_name == "kubernetes");
    CHECK(access->credentials.token == "abc");
    CHECK(access->credentials.impersonation == std::vector<Header>{{"Impersonate-User", "admin"},
                                                                   {"Impersonate-Group", "ops"},
                                                                   {"Impersonate-Group", "dev"}});
}

TEST_CASE("kubeconfig: another context, with an exec plugin beside the file") {
    const auto access = parse_kubeconfig(kWhole, "/etc/kube/config", "there");
    REQUIRE(access);
    CHECK(access->server == "http://127.0.0.1:8080");
    CHECK(access->credentials.tls.skip_verification);
    REQUIRE(access->credentials.exec);
    const ExecPlugin& plugin = *access->credentials.exec;
    CHECK(plugin.command == "/etc/kube/./get-token");
    CHECK(plugin.arguments == std::vector<std::string>{"--region", "eu"});
    CHECK(plugin.environment.front().second == "prod");
    CHECK(plugin.install_hint == "install get-token");
}

TEST_CASE("kubeconfig: what is wrong is named with its line and field") {
    struct Case {
        const char* name;
        const char* text;
        const char* message;
    };
    const Case cases[] = {
        {"not yaml", "a: [", "f"},
        {"a list", "[1]", "f: expected one kubeconfig (kind: Config)"},
        {"no context", "{kind: Config, contexts: []}",
         "f:1:1: current-context: a value is required: it names one of contexts"},
        {"unknown context", "{current-context: a, contexts: []}",
         "f:1:32: contexts: there is no entry \"a\""},
        {"unknown cluster",
         "current-context: a\ncontexts:\n- {name: a, context: {cluster: c}}\nclusters: []\n",
         "f:4:11: clusters: there is no entry \"c\""},
        {"no server",
         "current-context: a\ncontexts:\n- {name: a, context: {cluster: c}}\n"
         "clusters:\n- {name: c, cluster: {}}\n",
         "f:5:22: clusters[0].cluster.server: a value is required"},
        {"certificate authority that is no base64",
         "current-context: a\ncontexts:\n- {name: a, context: {cluster: c}}\n"
         "clusters:\n- {name: c, cluster: {server: s, certificate-authority-data: '?'}}\n",
         "clusters[0].cluster.certificate-authority-data: expected base64"},
        {"a file that is not there",
         "current-context: a\ncontexts:\n- {name: a, context: {cluster: c}}\n"
         "clusters:\n- {name: c, cluster: {server: s, certificate-authority: nowhere.pem}}\n",
         "nowhere.pem: cannot be opened"},
        {"a token that is a number",
         "current-context: a\ncontexts:\n- {name: a, context: {cluster: c, user: u}}\n"
         "clusters:\n- {name: c, cluster: {server: s}}\nusers:\n- {name: u, user: {token: 1}}\n",
         "f:7:27: users[0].user.token: expected a string, found a number"},
        {"an auth provider",
         "current-context: a\ncontexts:\n- {name: a, context: {cluster: c, user: u}}\n"
         "clusters:\n- {name: c, cluster: {server: s}}\n"
         "users:\n- {name: u, user: {auth-provider: {name: gcp}}}\n",
         "use an exec credential plugin"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        const auto access = parse_kubeconfig(c.text, "f");
        REQUIRE_FALSE(access);
        const std::string said = access.error().message();
        CAPTURE(said);
        CHECK(said.find(c.message) != std::string::npos);
    }
}

}  // namespace
}  // namespace berth::client
