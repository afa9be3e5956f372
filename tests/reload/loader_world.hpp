// LoaderWorld: a plugin directory, an embedded cluster, a scheduler and the loader, on one thread
// and a clock that stands still.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/cluster/embedded_cluster.hpp"
#include "core/host/context.hpp"
#include "core/host/reload/plugin_loader.hpp"
#include "core/model/words.hpp"
#include "core/scheduler/scheduler.hpp"

namespace berth::testing {

// The path of <name>.so of tests/faulty.
[[nodiscard]] std::string faulty(std::string_view name);
[[nodiscard]] std::string content_of(const std::string& path);

class LoaderWorld : public host::Publisher, public scheduler::Observer {
public:
    // `config` comes after the line of pluginDirectories; empty: one profile that enables Faulty.
    explicit LoaderWorld(std::string config = {});
    ~LoaderWorld() override;

    // A library under this name in the plugin directory, by rename as an installer does.
    void install(std::string_view name, const std::string& content) const;
    void install_faulty(std::string_view name, std::string_view fault) const {
        install(name, content_of(faulty(fault)));
    }
    void write_config(const std::string& config) const;
    [[nodiscard]] std::string path(std::string_view name) const;
    [[nodiscard]] std::string folder() const { return folder_; }

    // Makes loader and scheduler. The first error; empty: all is well.
    std::string start();
    void stop();
    // What has changed settles, and the loader does what is to be done.
    void look();
    void advance(base::Duration by) { clock.advance(by); }
    void schedule();

    void apply(std::string_view yaml);
    void add_node(std::string_view name);
    void add_pod(std::string_view name);
    [[nodiscard]] std::string node_of(std::string_view pod) const;

    [[nodiscard]] std::uint64_t generation() const { return scheduler->generation().number; }
    // Of a library's row.
    [[nodiscard]] host::LibraryRow row(std::string_view name) const;
    [[nodiscard]] std::vector<std::string> event_reasons() const;

    // host::Publisher
    void publish(framework::GenerationRef next,
                 std::function<void(host::PublishOutcome)> done) override;
    std::string snapshot() override { return {}; }
    // scheduler::Observer
    void on_attempt(const scheduler::Attempt& attempt) override;

    base::FakeClock clock;
    base::SymbolTable symbols{model::first_words()};
    model::Pools pools{symbols};
    cluster::EmbeddedCluster cluster{pools, clock};
    host::Context context{symbols, clock};
    host::LoaderOptions options;
    host::PublishOutcome published;     // the last one
    std::vector<std::string> messages;  // of attempts that failed
    std::unique_ptr<host::PluginLoader> loader;
    std::unique_ptr<scheduler::Scheduler> scheduler;

private:
    std::string folder_, plugins_;
};

}  // namespace berth::testing
