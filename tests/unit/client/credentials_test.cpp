#include "core/client/credentials.hpp"

#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "core/client/exec_credential.hpp"
#include "tests/unit/client/fake_wire.hpp"
#include "tests/unit/cluster/scratch_folder.hpp"

namespace berth::client {
namespace {

using namespace std::chrono_literals;

std::string authorization(Credentials& credentials) {
    std::string out = "none";
    credentials.get([&](base::Result<Identity> identity) {
        out = identity ? identity->headers.at(0).second : identity.error().message();
    });
    return out;
}

TEST_CASE("credentials: a token file is read again after a minute, or when it was refused") {
    const cluster::testing::ScratchFolder folder;
    const std::string file = folder.write("token", "first\n");
    base::FakeClock clock;
    FakeLoop loop(clock);
    CredentialOptions options;
    options.token_file = file;
    Credentials credentials(options, clock, loop);
    CHECK(authorization(credentials) == "Bearer first");
    folder.write("token", "second");
    CHECK(authorization(credentials) == "Bearer first");
    clock.advance(61s);
    CHECK(authorization(credentials) == "Bearer second");
    folder.write("token", "third");
    credentials.refused();
    CHECK(authorization(credentials) == "Bearer third");
    std::filesystem::remove(file);
    clock.advance(61s);
    CHECK(authorization(credentials) == "Bearer third");
}

TEST_CASE("credentials: a token file that is not there is named") {
    base::FakeClock clock;
    FakeLoop loop(clock);
    CredentialOptions options;
    options.token_file = "/nowhere/token";
    Credentials credentials(options, clock, loop);
    CHECK(authorization(credentials).find("/nowhere/token: cannot be opened") == 0);
}

TEST_CASE("credentials: user and password") {
    base::FakeClock clock;
    FakeLoop loop(clock);
    CredentialOptions options;
    options.user = "a";
    options.password = "b";
    Credentials credentials(options, clock, loop);
    CHECK(authorization(credentials) == "Basic YTpi");
}

ExecPlugin plugin_of(const std::string& script) {
    ExecPlugin plugin;
    plugin.api_version = "client.authentication.k8s.io/v1";
    plugin.command = "/bin/sh";
    plugin.arguments = {"-c", script};
    return plugin;
}

TEST_CASE("exec plugin: what it says, or why it said nothing") {
    struct Case {
        const char* name;
        const char* script;
        const char* expected;  // the token, or the error
    };
    const Case cases[] = {
        {"a token",
         "echo '{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1\","
         "\"status\":{\"token\":\"t1\"}}'",
         "t1"},
        {"what it is told",
         "echo \"$KUBERNETES_EXEC_INFO\" | grep -q '\"interactive\":false' && echo "
         "'{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1\","
         "\"status\":{\"token\":\"t2\"}}'",
         "t2"},
        {"failure", "echo broken >&2; exit 3",
         "credential plugin /bin/sh: ended with status 3: broken\n"},
        {"no JSON", "echo hello",
         "credential plugin /bin/sh: did not print an ExecCredential in JSON"},
        {"another version",
         "echo '{\"kind\":\"ExecCredential\",\"apiVersion\":\"v9\",\"status\":{\"token\":\"t\"}}'",
         "credential plugin /bin/sh: printed apiVersion v9, expected "
         "client.authentication.k8s.io/v1"},
        {"nothing in it",
         "echo '{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1\"}'",
         "credential plugin /bin/sh: gave neither a token nor a certificate with its key"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        const auto credential = run_exec_plugin(plugin_of(c.script), "https://api", "");
        CHECK((credential ? credential->token : credential.error().message()) == c.expected);
    }
}

TEST_CASE("exec plugin: a command that is not there comes with its install hint") {
    ExecPlugin plugin = plugin_of("");
    plugin.command = "no-such-program-here";
    plugin.install_hint = "get it from the shelf";
    const auto credential = run_exec_plugin(plugin, "", "");
    REQUIRE_FALSE(credential);
    CHECK(credential.error().message().find("get it from the shelf") != std::string::npos);
}

}  // namespace
}  // namespace berth::client
