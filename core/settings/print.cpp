#include "core/settings/print.hpp"

#include <algorithm>

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include "core/base/time.hpp"
#include "core/model/tree.hpp"
#include "core/settings/args/value_decoder.hpp"

namespace berth::settings {

namespace {

class Printer {
public:
    Printer(const Configuration& configuration, Stage stage)
        : configuration_(configuration), stage_(stage) {}

    std::string json() {
        writer_.StartObject();
        text("apiVersion", api_version(merged() ? Version::kV1 : configuration_.version));
        text("kind", "KubeSchedulerConfiguration");
        top_level();
        leader_election();
        client_connection();
        list("profiles", configuration_.profiles, [&](const Profile& one) { profile(one); });
        list("extenders", configuration_.extenders, [&](const Extender& one) { extender(one); });
        list("pluginDirectories", configuration_.plugin_directories,
             [&](const std::string& one) { value(one); });
        writer_.EndObject();
        return {buffer_.GetString(), buffer_.GetSize()};
    }

private:
    [[nodiscard]] bool merged() const { return stage_ == Stage::kMerged; }

    void key(std::string_view name) {
        writer_.Key(name.data(), static_cast<rapidjson::SizeType>(name.size()));
    }
    void value(std::string_view text) {
        writer_.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
    }
    void text(std::string_view name, std::string_view text) {
        key(name);
        value(text);
    }
    void text_if(std::string_view name, std::string_view words) {
        if (!words.empty()) {
            text(name, words);
        }
    }
    void number(std::string_view name, std::int64_t number) {
        key(name);
        writer_.Int64(number);
    }
    void flag(std::string_view name, bool flag) {
        key(name);
        writer_.Bool(flag);
    }
    void duration(std::string_view name, base::Duration duration) {
        text(name, base::format_duration(duration));
    }
    void raw(std::string_view name, const std::string& json) {
        key(name);
        writer_.RawValue(json.data(), json.size(), rapidjson::kObjectType);
    }
    template <typename T, typename Print>
    void list(std::string_view name, const std::vector<T>& items, const Print& print) {
        if (items.empty()) {
            return;
        }
        key(name);
        writer_.StartArray();
        for (const auto& item : items) {
            print(item);
        }
        writer_.EndArray();
    }

    void top_level() {
        number("parallelism", configuration_.parallelism);
        if (!merged()) {
            text_if("healthzBindAddress", configuration_.healthz_bind_address);
            text_if("metricsBindAddress", configuration_.metrics_bind_address);
        }
        flag("enableProfiling", configuration_.enable_profiling);
        flag("enableContentionProfiling", configuration_.enable_contention_profiling);
        number("percentageOfNodesToScore", configuration_.percentage_of_nodes_to_score);
        number("podInitialBackoffSeconds", configuration_.pod_initial_backoff_seconds);
        number("podMaxBackoffSeconds", configuration_.pod_max_backoff_seconds);
        if (merged() || configuration_.version == Version::kV1) {
            flag("delayCacheUntilActive", configuration_.delay_cache_until_active);
        }
    }

    void leader_election() {
        const auto& election = configuration_.leader_election;
        key("leaderElection");
        writer_.StartObject();
        flag("leaderElect", election.leader_elect);
        duration("leaseDuration", election.lease_duration);
        duration("renewDeadline", election.renew_deadline);
        duration("retryPeriod", election.retry_period);
        text("resourceLock", election.resource_lock);
        text("resourceName", election.resource_name);
        text("resourceNamespace", election.resource_namespace);
        writer_.EndObject();
    }

    void client_connection() {
        const auto& connection = configuration_.client_connection;
        key("clientConnection");
        writer_.StartObject();
        text("kubeconfig", connection.kubeconfig);
        text("acceptContentTypes", connection.accept_content_types);
        text("contentType", connection.content_type);
        key("qps");
        if (connection.qps ==
            static_cast<double>(static_cast<std::int32_t>(std::clamp(connection.qps, -2e9, 2e9)))) {
            writer_.Int64(static_cast<std::int64_t>(connection.qps));
        } else {
            writer_.Double(connection.qps);
        }
        number("burst", connection.burst);
        writer_.EndObject();
    }

    void profile(const Profile& profile) {
        writer_.StartObject();
        text("schedulerName", profile.scheduler_name);
        if (const auto percentage = profile.percentage_of_nodes_to_score) {
            number("percentageOfNodesToScore", *percentage);
        }
        list("pluginLibraries", profile.libraries, [&](const Library& one) { library(one); });
        key("plugins");
        writer_.StartObject();
        if (merged()) {
            what_runs(profile);
        } else {
            for (const ExtensionPoint point : all_extension_points()) {
                plugin_set(field_name(point), profile.plugins.points[point]);
            }
            plugin_set("multiPoint", profile.plugins.multi_point);
        }
        writer_.EndObject();
        merged() ? args_in_use(profile) : plugin_config(profile);
        writer_.EndObject();
    }

    void library(const Library& library) {
        if (library.sha256.empty() && !library.optional) {
            value(library.file);
            return;
        }
        writer_.StartObject();
        text("file", library.file);
        if (!library.sha256.empty()) {
            text("sha256", library.sha256);
        }
        if (library.optional) {
            writer_.Key("optional");
            writer_.Bool(true);
        }
        writer_.EndObject();
    }

    void plugin_entry(std::string_view name, std::int64_t weight) {
        writer_.StartObject();
        text("name", name);
        if (weight != 0) {
            number("weight", weight);
        }
        writer_.EndObject();
    }

    void plugin_set(std::string_view name, const PluginSet& set) {
        if (set.enabled.empty() && set.disabled.empty()) {
            return;
        }
        const auto entry = [&](const Plugin& plugin) { plugin_entry(plugin.name, plugin.weight); };
        key(name);
        writer_.StartObject();
        list("enabled", set.enabled, entry);
        list("disabled", set.disabled, entry);
        writer_.EndObject();
    }

    void what_runs(const Profile& profile) {
        for (const ExtensionPoint point : all_extension_points()) {
            if (profile.expanded[point].empty()) {
                continue;
            }
            key(field_name(point));
            writer_.StartObject();
            list("enabled", profile.expanded[point],
                 [&](const RunsAt& plugin) { plugin_entry(plugin.name, plugin.weight); });
            writer_.EndObject();
        }
        key("multiPoint");
        writer_.StartObject();
        key("disabled");
        writer_.StartArray();
        plugin_entry("*", 0);
        writer_.EndArray();
        writer_.EndObject();
    }

    void plugin_args(std::string_view name, const Args* args, const model::Value* written) {
        writer_.StartObject();
        text("name", name);
        if (args != nullptr) {
            std::string json;
            append_json(*args->view()->root, json, Nulls::kLeftOut);
            raw("args", json);
        } else if (written != nullptr && !written->is_null()) {
            raw("args", model::to_json(*written));
        }
        writer_.EndObject();
    }

    void plugin_config(const Profile& profile) {
        list("pluginConfig", profile.plugin_config, [&](const PluginConfig& config) {
            plugin_args(config.name, config.args.get(), &config.raw);
        });
    }

    void args_in_use(const Profile& profile) {
        std::vector<const PluginUse*> uses;
        for (const auto& use : profile.uses) {
            if (use.args != nullptr) {
                uses.push_back(&use);
            }
        }
        std::sort(uses.begin(), uses.end(),
                  [](const PluginUse* a, const PluginUse* b) { return a->name < b->name; });
        list("pluginConfig", uses,
             [&](const PluginUse* use) { plugin_args(use->name, use->args.get(), nullptr); });
    }

    void extender(const Extender& extender) {
        writer_.StartObject();
        text("urlPrefix", extender.url_prefix);
        text_if("filterVerb", extender.filter_verb);
        text_if("preemptVerb", extender.preempt_verb);
        text_if("prioritizeVerb", extender.prioritize_verb);
        number("weight", extender.weight);
        text_if("bindVerb", extender.bind_verb);
        flag("enableHTTPS", extender.enable_https);
        if (extender.tls) {
            tls(*extender.tls);
        }
        duration("httpTimeout", extender.http_timeout);
        flag("nodeCacheCapable", extender.node_cache_capable);
        list("managedResources", extender.managed_resources, [&](const ManagedResource& resource) {
            writer_.StartObject();
            text("name", resource.name);
            flag("ignoredByScheduler", resource.ignored_by_scheduler);
            writer_.EndObject();
        });
        flag("ignorable", extender.ignorable);
        writer_.EndObject();
    }

    // Keys and certificates given in place are secrets: they are not printed.
    void tls(const ExtenderTls& tls) {
        const auto secret = [&](std::string_view name, const std::string& bytes) {
            text_if(name, bytes.empty() ? "" : "REDACTED");
        };
        key("tlsConfig");
        writer_.StartObject();
        flag("insecure", tls.insecure);
        text_if("serverName", tls.server_name);
        text_if("certFile", tls.cert_file);
        text_if("keyFile", tls.key_file);
        text_if("caFile", tls.ca_file);
        secret("certData", tls.cert_data);
        secret("keyData", tls.key_data);
        secret("caData", tls.ca_data);
        writer_.EndObject();
    }

    const Configuration& configuration_;
    Stage stage_;
    rapidjson::StringBuffer buffer_;
    rapidjson::Writer<rapidjson::StringBuffer> writer_{buffer_};
};

}  // namespace

std::string print(const Configuration& configuration, Stage stage, Format format) {
    const auto parsed = model::parse_json(Printer(configuration, stage).json(), "");
    if (parsed.documents.empty()) {
        return {};
    }
    const auto& root = parsed.documents.front().root;
    return format == Format::kJson ? model::to_json(root, model::JsonStyle::kIndented)
                                   : model::to_yaml(root);
}

}  // namespace berth::settings
