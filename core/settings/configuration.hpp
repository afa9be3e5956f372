// Configuration: a KubeSchedulerConfiguration of any version, decoded, defaulted and merged, with
// the profiles expanded into what runs at each extension point.
//
// Field meanings: staging/src/k8s.io/kube-scheduler/config/v1/types.go, v1.37.2. Made by
// settings::load (load.hpp) and immutable afterwards: any thread. It owns all that it shows.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <berth/args.h>

#include "core/base/time.hpp"
#include "core/model/tree.hpp"
#include "core/settings/args/args.hpp"
#include "core/settings/extender.hpp"
#include "core/settings/extension_point.hpp"

namespace berth::settings {

enum class Version : std::uint8_t { kV1Beta2, kV1Beta3, kV1 };

// An entry of a plugin set.
struct Plugin {
    std::string name;
    std::int32_t weight = 0;  // 0: not given
    int position = -1;        // in the file's list; -1: a default
};

struct PluginSet {
    std::vector<Plugin> enabled;
    std::vector<Plugin> disabled;
};

struct Plugins {
    PluginSet multi_point;
    PerPoint<PluginSet> points;
};

struct PluginConfig {
    std::string name;
    int position = -1;                   // in the file's pluginConfig; -1: defaults only
    std::shared_ptr<const Args> args{};  // null where the plugin or its schema is not known
    model::Value raw{};                  // as written; null: nothing written
};

// A shared object of a profile: `- dynamic.so` or `- {file: dynamic.so, sha256: …}`.
struct Library {
    std::string file;
    std::string sha256;     // "": not checked
    bool optional = false;  // the profile does without its plugins where it cannot be used
};

// Where a plugin at a point comes from: the version's default list only, or an entry of the file.
enum class Origin : std::uint8_t { kDefault, kNamed };

// What runs at a point, in this order.
struct RunsAt {
    std::string name;
    std::int64_t weight = 0;  // score and placementScore: at least 1; else 0
    Origin origin = Origin::kDefault;
};

// A plugin that a profile needs, once. A `ready` of false: its name and args are known but it is
// not built in yet. Such a one is left out if it is there by default only; if the file names it, a
// scheduler cannot run with the file.
struct PluginUse {
    std::string name;
    Origin origin = Origin::kDefault;
    bool ready = true;
    std::shared_ptr<const Args> args{};  // null: takes none
};

struct Profile {
    std::string scheduler_name;
    std::optional<std::int32_t> percentage_of_nodes_to_score;  // wins over the global one
    Plugins written;                                           // as the file says
    Plugins plugins;                                           // merged with the defaults
    std::vector<PluginConfig> plugin_config;                   // with the defaulted ones appended
    std::vector<Library> libraries;                            // berth: pluginLibraries

    PerPoint<std::vector<RunsAt>> expanded;  // plugins that the catalog does not know are not in it
    std::vector<PluginUse> uses;             // in the order of the first point that names each

    // The decoded args of a plugin in use; null if it takes none.
    [[nodiscard]] const berth_args* args(std::string_view plugin) const;
};

struct LeaderElection {
    bool leader_elect = true;
    base::Duration lease_duration{};
    base::Duration renew_deadline{};
    base::Duration retry_period{};
    std::string resource_lock;
    std::string resource_name;
    std::string resource_namespace;
};

struct ClientConnection {
    std::string kubeconfig;
    std::string accept_content_types;
    std::string content_type;
    double qps = 0;
    std::int32_t burst = 0;
};

struct Configuration {
    Version version = Version::kV1;
    std::string file;  // as the user named it

    std::int32_t parallelism = 0;
    LeaderElection leader_election;
    ClientConnection client_connection;
    std::string healthz_bind_address;  // v1beta2
    std::string metrics_bind_address;  // v1beta2
    bool enable_profiling = false;
    bool enable_contention_profiling = false;
    std::int32_t percentage_of_nodes_to_score = 0;  // 0: adaptive
    std::int64_t pod_initial_backoff_seconds = 0;
    std::int64_t pod_max_backoff_seconds = 0;
    bool delay_cache_until_active = false;
    std::vector<Profile> profiles;
    std::vector<Extender> extenders;
    std::vector<std::string> plugin_directories;  // berth: pluginDirectories

    std::shared_ptr<const void> storage;  // owns the texts of raw values

    // The profile of that name; null: none.
    [[nodiscard]] const Profile* profile(std::string_view scheduler_name) const;
};

// "kubescheduler.config.k8s.io/v1"
[[nodiscard]] std::string_view api_version(Version version);
// Whether files of that version can name the point.
[[nodiscard]] bool has_point(Version version, ExtensionPoint point);
// The bit of berth/args.h.
[[nodiscard]] std::uint32_t version_bit(Version version);

}  // namespace berth::settings
