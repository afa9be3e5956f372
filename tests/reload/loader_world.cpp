#include "tests/reload/loader_world.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/model/decode.hpp"
#include "plugins/intree/catalog.hpp"

namespace berth::testing {
namespace {

namespace fs = std::filesystem;

std::string setting(const char* name) {
    const char* value = std::getenv(name);
    REQUIRE_MESSAGE(value != nullptr, name);
    return value;
}

constexpr std::string_view kOneProfile =
    "profiles:\n- schedulerName: default-scheduler\n  plugins:\n"
    "    multiPoint: {enabled: [{name: Faulty}]}\n";

}  // namespace

std::string faulty(std::string_view name) {
    return fmt::format("{}/{}.so", setting("BERTH_FAULTY"), name);
}

std::string content_of(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    REQUIRE_MESSAGE(stream.is_open(), path);
    return {std::istreambuf_iterator<char>(stream), {}};
}

LoaderWorld::LoaderWorld(std::string config) {
    std::string name = (fs::temp_directory_path() / "berth-reload-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    plugins_ = folder_ + "/plugins";
    fs::create_directory(plugins_);
    options.config = folder_ + "/config.yaml";
    options.state_folder = folder_ + "/state";
    options.probe.program = setting("BERTH_PROGRAM");
    options.probe.time = std::chrono::seconds(60);
    write_config(config.empty() ? std::string(kOneProfile) : config);
}

LoaderWorld::~LoaderWorld() {
    stop();
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

void LoaderWorld::stop() {
    scheduler.reset();
    loader.reset();
}

std::string LoaderWorld::path(std::string_view name) const {
    return fmt::format("{}/{}", plugins_, name);
}

void LoaderWorld::install(std::string_view name, const std::string& content) const {
    const std::string fresh = path(fmt::format("{}.new", name));
    std::ofstream(fresh, std::ios::binary) << content;
    fs::rename(fresh, path(name));
}

void LoaderWorld::write_config(const std::string& config) const {
    const std::string fresh = options.config + ".new";
    std::ofstream(fresh) << "apiVersion: kubescheduler.config.k8s.io/v1\n"
                            "kind: KubeSchedulerConfiguration\n"
                            "leaderElection: {leaderElect: false}\n"
                         << "pluginDirectories: [" << plugins_ << "]\n"
                         << config;
    fs::rename(fresh, options.config);
}

std::string LoaderWorld::start() {
    auto made = host::PluginLoader::make({.symbols = symbols,
                                          .clock = clock,
                                          .context = context,
                                          .cluster = &cluster,
                                          .built_in = intree::entries(),
                                          .wake = {}},
                                         options);
    REQUIRE(made);
    loader = std::move(*made);
    host::PluginLoader::Started started = loader->start();
    if (!started.errors.empty()) {
        return started.errors.front().message();
    }
    scheduler = std::make_unique<scheduler::Scheduler>(
        scheduler::Scheduler::Needs{cluster, clock, symbols, context}, started.generation,
        scheduler::Options{}, this);
    scheduler->start();
    return {};
}

void LoaderWorld::publish(framework::GenerationRef next,
                          std::function<void(host::PublishOutcome)> done) {
    scheduler->publish(std::move(next), std::chrono::seconds(30),
                       [this, done = std::move(done)](const host::PublishOutcome& outcome) {
                           published = outcome;
                           done(outcome);
                       });
}

void LoaderWorld::look() {
    loader->look(*this);
    clock.advance(options.settle);
    loader->look(*this);
    scheduler->take_in();
    loader->look(*this);
    loader->look(*this);
}

void LoaderWorld::schedule() {
    bool any = true;
    while (any) {
        any = false;
        while (scheduler->step(scheduler::Pop::kActive)) {
            any = true;
        }
        // A step that finds no pod has taken in what was there; what that brought comes next.
        any = any || !scheduler->taken_in();
    }
}

void LoaderWorld::apply(std::string_view yaml) {
    model::Decoded decoded = model::decode_text(yaml, "test", pools);
    REQUIRE(decoded.errors.empty());
    for (model::Draft& draft : decoded.objects) {
        REQUIRE(cluster.apply(std::move(draft)));
    }
}

void LoaderWorld::add_node(std::string_view name) {
    apply(
        fmt::format("apiVersion: v1\nkind: Node\nmetadata: {{name: {}}}\nstatus:\n"
                    "  allocatable: {{cpu: '64', memory: 64Gi, pods: '500'}}\n",
                    name));
}

void LoaderWorld::add_pod(std::string_view name) {
    apply(
        fmt::format("apiVersion: v1\nkind: Pod\nmetadata: {{name: {}, namespace: default}}\n"
                    "spec:\n  containers:\n  - name: c\n    resources: {{requests: {{cpu: "
                    "10m}}}}\n",
                    name));
}

std::string LoaderWorld::node_of(std::string_view pod) const {
    for (const model::Object& object : cluster.objects(model::ObjectKind::kPod)) {
        if (model::as<model::Pod>(object)->meta.name == pod) {
            return model::as<model::Pod>(object)->node_name;
        }
    }
    FAIL("no such pod: " << pod);
    return {};
}

host::LibraryRow LoaderWorld::row(std::string_view name) const {
    for (const host::LibraryRow& row : loader->status().libraries) {
        if (row.path == path(name)) {
            return row;
        }
    }
    return {};
}

std::vector<std::string> LoaderWorld::event_reasons() const {
    std::vector<std::string> reasons;
    for (const access::EventRecord& event : cluster.events()) {
        if (event.regarding.kind == "Lease") {
            reasons.push_back(event.reason);
        }
    }
    return reasons;
}

void LoaderWorld::on_attempt(const scheduler::Attempt& attempt) {
    if (attempt.outcome != scheduler::Outcome::kChosen) {
        messages.emplace_back(attempt.message);
    }
}

}  // namespace berth::testing
