// PluginLoader: the pipeline from a changed file to a published generation.
//
//   notice ─▶ stage ─▶ vet ─▶ scan ─▶ probe ─▶ open ─▶ create ─▶ publish ─▶ (probation) ─▶ retire
//      ▲                 any step fails: the running generation stays, one line says why     │
//      └──────────────────────────── misbehaviour within a minute: the one before ◀──────────┘
// look() does one round and says how long nothing needs to be done; it is called when a file may
// have changed and when that time is over. Whoever calls it is the loader thread; status() and
// reload() come from any thread. Time is the clock passed in, so tests need no thread.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <berth/entry.h>

#include "core/access/cluster.hpp"
#include "core/base/clock.hpp"
#include "core/base/guarded.hpp"
#include "core/host/build_generation.hpp"
#include "core/host/context.hpp"
#include "core/host/registry.hpp"
#include "core/host/reload/good_builds.hpp"
#include "core/host/reload/library_set.hpp"
#include "core/host/reload/live_status.hpp"
#include "core/host/reload/loader_options.hpp"
#include "core/host/reload/loader_parts.hpp"
#include "core/host/reload/publisher.hpp"
#include "core/host/reload/retirement.hpp"
#include "core/settings/configuration.hpp"

namespace berth::host {

class PluginLoader {
public:
    struct Needs {
        base::SymbolTable& symbols;
        const base::Clock& clock;
        const Context& context;
        access::Cluster* cluster = nullptr;  // for events; null: none are recorded
        std::vector<const berth_entry*> built_in;
        std::function<void()> wake;  // called when look() has something to do; may be empty
    };

    // An error: the state folder cannot be used.
    [[nodiscard]] static base::Result<std::unique_ptr<PluginLoader>> make(Needs needs,
                                                                          LoaderOptions options);
    ~PluginLoader();
    PluginLoader(const PluginLoader&) = delete;
    PluginLoader& operator=(const PluginLoader&) = delete;

    // The first generation. With errors nothing runs.
    struct Started {
        framework::GenerationRef generation;
        settings::Configuration configuration;
        base::Errors errors, warnings;
    };
    [[nodiscard]] Started start();

    // One round; how long the next may wait.
    base::Duration look(Publisher& publisher);
    void reload();  // by hand: the next look() takes nothing for known
    [[nodiscard]] LiveStatus status() const;
    // Of the generation that runs.
    [[nodiscard]] settings::Configuration configuration() const;
    // Where changes are to be expected.
    [[nodiscard]] std::vector<std::string> folders() const;

private:
    using Stamps = std::map<std::string, FileStamp>;
    // What a generation is made of, and the generation.
    struct Build {
        std::string text;  // of the configuration
        LibrarySet::Chosen chosen;
        settings::Configuration configuration;
        base::Errors warnings;  // about the configuration, and plugins that are left out
        std::shared_ptr<Registry> registry;
        framework::GenerationRef generation;
        std::shared_ptr<Watched> watched;
        std::uint64_t number = 0;
        bool rollback = false;
    };
    // Shared with the publisher's answer.
    struct Answer;

    PluginLoader(Needs needs, LoaderOptions options, std::unique_ptr<Staging> staging);

    [[nodiscard]] bool settled(base::Duration now);
    [[nodiscard]] Stamps stamps() const;
    [[nodiscard]] settings::PluginSources sources_of(const std::string& text) const;
    void attempt(Publisher& publisher);
    // Fills build; else what is wrong, and `step` says where.
    [[nodiscard]] base::Errors make(Build& build, bool tried, const std::string& snapshot,
                                    std::string& step);
    [[nodiscard]] bool same_as_running(const Build& build) const;
    [[nodiscard]] bool try_out(Build& build, Publisher& publisher);
    void refuse_library(const std::string& path, const std::string& step, std::string why);
    void refuse(const std::string& step, const base::Errors& errors);
    void send(Build build, Publisher& publisher);
    void take_answer();
    void judge_probation(Publisher& publisher);
    void use_good_builds();
    void quarantine(const std::string& sha256, const std::string& file, const std::string& plugin,
                    std::string reason);
    void take_crash_of_last_run();
    void say_what_waits(const settings::Configuration& before,
                        const settings::Configuration& now) const;
    void tell(bool warning, const std::string& reason, std::string note);
    void count(const std::string& result, const std::string& step);
    void show();

    Needs needs_;
    LoaderOptions options_;
    std::unique_ptr<Staging> staging_;
    Quarantine quarantine_;
    GoodBuilds good_builds_;
    LibrarySet libraries_;
    std::shared_ptr<Retirement> retirement_;

    settings::PluginSources sources_;
    std::string text_;
    Stamps seen_, handled_;
    base::Duration seen_at_{};
    std::atomic<bool> by_hand_{false};

    std::optional<Build> running_, previous_, pending_;
    std::shared_ptr<Answer> answer_;
    Total misbehaviours_ = std::make_shared<std::atomic<std::uint64_t>>(0);
    base::Duration probation_ends_{};
    bool on_probation_ = false;
    std::uint64_t last_number_ = 0;
    std::map<std::string, std::string> problems_;  // told already, by library
    std::set<std::string> replaced_;               // by their last good build, at the start
    base::Guarded<LiveStatus> status_;
    base::Guarded<settings::Configuration> shown_;  // what configuration() tells
};

}  // namespace berth::host
