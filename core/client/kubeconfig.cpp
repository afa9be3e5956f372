#include "core/client/kubeconfig.hpp"

#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/base/text_file.hpp"
#include "core/client/base64.hpp"
#include "core/client/make_error.hpp"
#include "core/model/tree.hpp"

namespace berth::client {
namespace {

using model::Value;

// What is wrong with a value, with its place.
class Place {
public:
    explicit Place(const std::string& file) : file_(file) {}

    [[nodiscard]] base::Error error(const Value& at, std::string field, std::string text) const {
        base::Error error = make_error(base::ErrorCode::kInvalid, std::move(text));
        error.file = file_;
        error.line = at.line();
        error.column = at.column();
        error.field = std::move(field);
        return error;
    }
    [[nodiscard]] const std::string& file() const { return file_; }
    // Of a path in the file.
    [[nodiscard]] std::string resolve(const std::string& path) const {
        const std::filesystem::path given(path);
        return given.is_absolute() || path.empty()
                   ? path
                   : (std::filesystem::path(file_).parent_path() / given).string();
    }

private:
    const std::string& file_;
};

// An entry's own object ("cluster", "user", "context"), and the path of its fields.
struct Entry {
    const Value* value = nullptr;
    std::string path;

    // "" where it is not there.
    [[nodiscard]] base::Result<std::string> text(std::string_view key, const Place& place) const {
        const Value* found = value->find(key);
        if (found == nullptr || found->is_null()) {
            return std::string();
        }
        if (!found->is_string()) {
            return base::fail(place.error(
                *found, fmt::format("{}.{}", path, key),
                fmt::format("expected a string, found {}", model::describe(found->kind()))));
        }
        return std::string(found->text());
    }
    [[nodiscard]] bool truth(std::string_view key) const {
        const Value* found = value->find(key);
        return found != nullptr && found->as_bool();
    }
};

base::Result<Entry> find_entry(const Value& root, std::string_view list, std::string_view member,
                               std::string_view name, const Place& place) {
    const Value* const items = root.find(list);
    if (items != nullptr) {
        std::size_t i = 0;
        for (const Value& item : items->items()) {
            const Value* const called = item.find("name");
            if (called != nullptr && called->text() == name) {
                const Value* const inner = item.find(member);
                const std::string path = fmt::format("{}[{}].{}", list, i, member);
                if (inner == nullptr || !inner->is_object()) {
                    return base::fail(place.error(item, path, "expected an object"));
                }
                return Entry{inner, path};
            }
            ++i;
        }
    }
    return base::fail(place.error(items == nullptr ? root : *items, std::string(list),
                                  fmt::format("there is no entry \"{}\"", name)));
}

// `KEY-data` in base64, or the content of the file that KEY names.
base::Result<std::string> pem(const Entry& entry, const std::string& key, const Place& place) {
    const auto data = entry.text(key + "-data", place);
    if (!data) {
        return base::fail(data.error());
    }
    if (!data->empty()) {
        auto bytes = from_base64(*data);
        if (!bytes) {
            const std::string field = key + "-data";
            return base::fail(place.error(*entry.value->find(field),
                                          fmt::format("{}.{}", entry.path, field),
                                          "expected base64"));
        }
        return bytes;
    }
    const auto file = entry.text(key, place);
    if (!file || file->empty()) {
        return file;
    }
    auto text = base::read_text_file(place.resolve(*file));
    if (!text) {
        return base::fail(base::wrap(
            place.error(*entry.value->find(key), fmt::format("{}.{}", entry.path, key), ""),
            text.error().message()));
    }
    return text;
}

base::Status read_exec(const Value& exec, const Entry& user, const Place& place,
                       CredentialOptions& out) {
    const Entry entry{&exec, user.path + ".exec"};
    ExecPlugin plugin;
    for (const auto& [key, into] :
         {std::pair{"apiVersion", &plugin.api_version}, std::pair{"command", &plugin.command},
          std::pair{"installHint", &plugin.install_hint}}) {
        auto text = entry.text(key, place);
        if (!text) {
            return base::fail(text.error());
        }
        *into = std::move(*text);
    }
    if (plugin.command.empty()) {
        return base::fail(place.error(exec, entry.path + ".command", "a value is required"));
    }
    if (plugin.api_version != "client.authentication.k8s.io/v1" &&
        plugin.api_version != "client.authentication.k8s.io/v1beta1") {
        return base::fail(place.error(
            exec, entry.path + ".apiVersion",
            fmt::format("expected client.authentication.k8s.io/v1 or v1beta1, found \"{}\"",
                        plugin.api_version)));
    }
    if (plugin.command.find('/') != std::string::npos) {
        plugin.command = place.resolve(plugin.command);
    }
    if (const Value* arguments = exec.find("args")) {
        for (const Value& argument : arguments->items()) {
            plugin.arguments.emplace_back(argument.text());
        }
    }
    if (const Value* variables = exec.find("env")) {
        for (const Value& variable : variables->items()) {
            const Value* name = variable.find("name");
            const Value* value = variable.find("value");
            if (name != nullptr && value != nullptr) {
                plugin.environment.emplace_back(name->text(), value->text());
            }
        }
    }
    plugin.provide_cluster_info = entry.truth("provideClusterInfo");
    out.exec = std::move(plugin);
    return {};
}

base::Status read_impersonation(const Entry& user, const Place& place, CredentialOptions& out) {
    for (const auto& [key, header] :
         {std::pair{"as", "Impersonate-User"}, std::pair{"as-uid", "Impersonate-Uid"}}) {
        auto text = user.text(key, place);
        if (!text) {
            return base::fail(text.error());
        }
        if (!text->empty()) {
            out.impersonation.emplace_back(header, *text);
        }
    }
    if (const Value* groups = user.value->find("as-groups")) {
        for (const Value& group : groups->items()) {
            out.impersonation.emplace_back("Impersonate-Group", group.text());
        }
    }
    return {};
}

base::Status read_user(const Entry& user, const Place& place, CredentialOptions& out) {
    for (const auto& [key, into] :
         {std::pair{"token", &out.token}, std::pair{"tokenFile", &out.token_file},
          std::pair{"username", &out.user}, std::pair{"password", &out.password}}) {
        auto text = user.text(key, place);
        if (!text) {
            return base::fail(text.error());
        }
        *into = std::move(*text);
    }
    out.token_file = place.resolve(out.token_file);
    for (const auto& [key, into] : {std::pair{"client-certificate", &out.tls.certificate},
                                    std::pair{"client-key", &out.tls.key}}) {
        auto text = pem(user, key, place);
        if (!text) {
            return base::fail(text.error());
        }
        *into = std::move(*text);
    }
    if (const Value* provider = user.value->find("auth-provider")) {
        return base::fail(place.error(*provider, user.path + ".auth-provider",
                                      "auth providers are gone from Kubernetes since 1.26: use "
                                      "an exec credential plugin"));
    }
    if (const Value* exec = user.value->find("exec"); exec != nullptr && exec->is_object()) {
        if (auto status = read_exec(*exec, user, place, out); !status) {
            return status;
        }
    }
    return read_impersonation(user, place, out);
}

base::Status read_cluster(const Entry& cluster, const Place& place, ServerAccess& out) {
    for (const auto& [key, into] :
         {std::pair{"server", &out.server}, std::pair{"proxy-url", &out.proxy},
          std::pair{"tls-server-name", &out.credentials.tls.server_name}}) {
        auto text = cluster.text(key, place);
        if (!text) {
            return base::fail(text.error());
        }
        *into = std::move(*text);
    }
    if (out.server.empty()) {
        return base::fail(
            place.error(*cluster.value, cluster.path + ".server", "a value is required"));
    }
    if (out.server.find("://") == std::string::npos) {
        out.server = "http://" + out.server;
    }
    while (out.server.ends_with('/')) {
        out.server.pop_back();
    }
    out.credentials.tls.skip_verification = cluster.truth("insecure-skip-tls-verify");
    auto ca = pem(cluster, "certificate-authority", place);
    if (!ca) {
        return base::fail(ca.error());
    }
    out.credentials.tls.ca = std::move(*ca);
    out.credentials.server = out.server;
    return {};
}

base::Result<std::string> context_name(const Value& root, const std::string& wanted,
                                       const Place& place) {
    if (!wanted.empty()) {
        return wanted;
    }
    auto current = Entry{&root, ""}.text("current-context", place);
    if (current && current->empty()) {
        return base::fail(
            place.error(root, "current-context", "a value is required: it names one of contexts"));
    }
    return current;
}

}  // namespace

base::Result<ServerAccess> parse_kubeconfig(const std::string& text, const std::string& path,
                                            const std::string& context) {
    const model::Parsed parsed = model::parse_any(text, path);
    if (!parsed.errors.empty()) {
        return base::fail(parsed.errors.front());
    }
    const Place place(path);
    if (parsed.documents.size() != 1 || !parsed.documents.front().root.is_object()) {
        return base::fail(place.error(Value(), "", "expected one kubeconfig (kind: Config)"));
    }
    const Value& root = parsed.documents.front().root;
    const auto name = context_name(root, context, place);
    if (!name) {
        return base::fail(name.error());
    }
    const auto chosen = find_entry(root, "contexts", "context", *name, place);
    if (!chosen) {
        return base::fail(chosen.error());
    }
    ServerAccess out;
    const auto cluster_name = chosen->text("cluster", place);
    const auto user_name = chosen->text("user", place);
    const auto namespace_name = chosen->text("namespace", place);
    for (const auto* read : {&cluster_name, &user_name, &namespace_name}) {
        if (!*read) {
            return base::fail(read->error());
        }
    }
    out.namespace_name = *namespace_name;
    const auto cluster = find_entry(root, "clusters", "cluster", *cluster_name, place);
    if (!cluster) {
        return base::fail(cluster.error());
    }
    if (auto status = read_cluster(*cluster, place, out); !status) {
        return base::fail(status.error());
    }
    if (user_name->empty()) {
        return out;
    }
    const auto user = find_entry(root, "users", "user", *user_name, place);
    if (!user) {
        return base::fail(user.error());
    }
    if (auto status = read_user(*user, place, out.credentials); !status) {
        return base::fail(status.error());
    }
    return out;
}

base::Result<ServerAccess> read_kubeconfig(const std::string& path, const std::string& context) {
    const auto text = base::read_text_file(path);
    if (!text) {
        return base::fail(text.error());
    }
    return parse_kubeconfig(*text, path, context);
}

}  // namespace berth::client
