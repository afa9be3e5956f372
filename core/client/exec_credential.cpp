#include "core/client/exec_credential.hpp"

#include <utility>

#include <fmt/format.h>

#include "core/base/child_process.hpp"
#include "core/client/base64.hpp"
#include "core/client/make_error.hpp"
#include "core/model/text/json_writer.hpp"
#include "core/model/tree.hpp"

namespace berth::client {
namespace {

constexpr base::Duration kTimeout = std::chrono::seconds(60);

// What the program finds in KUBERNETES_EXEC_INFO.
std::string exec_info(const ExecPlugin& plugin, const std::string& server, const std::string& ca) {
    model::JsonWriter json;
    json.begin_object()
        .field("apiVersion", plugin.api_version)
        .field("kind", "ExecCredential")
        .key("spec")
        .begin_object();
    if (plugin.provide_cluster_info) {
        json.key("cluster").begin_object().field("server", server);
        if (!ca.empty()) {
            json.field("certificate-authority-data", base64(ca));
        }
        json.end_object();
    }
    return std::move(json.field("interactive", false).end_object().end_object()).take();
}

base::Error bad(const ExecPlugin& plugin, std::string_view what) {
    return make_error(base::ErrorCode::kInvalid,
                      fmt::format("credential plugin {}: {}", plugin.command, what));
}

}  // namespace

base::Result<ExecCredential> parse_exec_credential(const std::string& text,
                                                   const ExecPlugin& plugin) {
    const model::Parsed parsed = model::parse_json(text, "");
    if (parsed.documents.size() != 1 || !parsed.documents.front().root.is_object()) {
        return base::fail(bad(plugin, "did not print an ExecCredential in JSON"));
    }
    const model::Value& root = parsed.documents.front().root;
    const auto read = [](const model::Value* from, std::string_view key) {
        const model::Value* value = from == nullptr ? nullptr : from->find(key);
        return value == nullptr ? std::string() : std::string(value->text());
    };
    if (read(&root, "kind") != "ExecCredential") {
        return base::fail(bad(plugin, "printed an object that is no ExecCredential"));
    }
    if (read(&root, "apiVersion") != plugin.api_version) {
        return base::fail(bad(plugin, fmt::format("printed apiVersion {}, expected {}",
                                                  read(&root, "apiVersion"), plugin.api_version)));
    }
    const model::Value* status = root.find("status");
    ExecCredential out{.token = read(status, "token"),
                       .certificate = read(status, "clientCertificateData"),
                       .key = read(status, "clientKeyData"),
                       .expires = std::nullopt};
    if (out.token.empty() && (out.certificate.empty() || out.key.empty())) {
        return base::fail(bad(plugin, "gave neither a token nor a certificate with its key"));
    }
    if (const std::string until = read(status, "expirationTimestamp"); !until.empty()) {
        const base::Result<base::Time> time = base::parse_time(until);
        if (!time) {
            return base::fail(bad(plugin, "expirationTimestamp: " + time.error().text));
        }
        out.expires = *time;
    }
    return out;
}

base::Result<ExecCredential> run_exec_plugin(const ExecPlugin& plugin, const std::string& server,
                                             const std::string& ca) {
    base::Child child{.command = {plugin.command}, .environment = plugin.environment};
    child.command.insert(child.command.end(), plugin.arguments.begin(), plugin.arguments.end());
    child.environment.emplace_back("KUBERNETES_EXEC_INFO", exec_info(plugin, server, ca));
    child.limit = kTimeout;
    const base::ChildOutcome said = base::run_child(child);
    if (!said.started) {
        base::Error error = bad(plugin, said.problem);
        error.code = said.missing ? base::ErrorCode::kNotFound : base::ErrorCode::kIo;
        if (said.missing && !plugin.install_hint.empty()) {
            error.text += "\n" + plugin.install_hint;
        }
        return base::fail(std::move(error));
    }
    if (said.timed_out) {
        base::Error error =
            bad(plugin, fmt::format("did not end within {}", base::format_duration(kTimeout)));
        error.code = base::ErrorCode::kTimeout;
        return base::fail(std::move(error));
    }
    if (!said.ended_well()) {
        const std::string how = said.signal != 0 ? base::signal_name(said.signal)
                                                 : fmt::format("status {}", said.status);
        return base::fail(
            bad(plugin, fmt::format("ended with {}: {}", how, said.errors.substr(0, 500))));
    }
    return parse_exec_credential(said.output, plugin);
}

}  // namespace berth::client
