// The soak: reloads of five plugins, the two that ship and three that may be broken, while pods
// come and go as fast as the scheduler takes them; then the books are checked.
//
//   soak [--reloads N] [--nodes N] [--pending N]
// Every pod is bound once or still pending, with the message that `berth explain` gives for it;
// nothing is left mapped or in use. Prints figures; status 1 and what is wrong otherwise.
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <thread>
#include <unistd.h>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "core/base/child_process.hpp"
#include "core/base/clock.hpp"
#include "core/cluster/embedded_cluster.hpp"
#include "core/live/live_scheduler.hpp"
#include "core/model/encode.hpp"
#include "core/model/words.hpp"
#include "plugins/intree/catalog.hpp"

namespace berth::testing {
namespace {

namespace fs = std::filesystem;

struct Arguments {
    int reloads = 200, nodes = 1000, pending = 20;
};

constexpr int kBatch = 200;
constexpr std::size_t kMostWaiting = 4000;
constexpr base::Duration kPatience = std::chrono::minutes(2);

std::string setting(const char* name) {
    const char* value = std::getenv(name);
    if (value == nullptr) {
        fmt::print(stderr, "{} is not set\n", name);
        std::exit(2);
    }
    return value;
}

std::size_t resident_bytes() {
    std::ifstream stream("/proc/self/statm");
    std::size_t total = 0, resident = 0;
    stream >> total >> resident;
    return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::size_t mappings() {
    std::ifstream stream("/proc/self/maps");
    std::size_t count = 0;
    for (std::string line; std::getline(stream, line);) {
        ++count;
    }
    return count;
}

// Keeps the books from the store's own changes.
class Books final : public access::Watcher {
public:
    void on_change(access::Change change) override {
        if (model::kind_of(change.object) != model::ObjectKind::kPod) {
            return;
        }
        const auto pod = model::as<model::Pod>(change.object);
        const std::lock_guard lock(mutex_);
        if (change.type == access::ChangeType::kAdded) {
            ++created;
            binds_[pod->meta.uid] = 0;
        } else if (change.type == access::ChangeType::kModified) {
            const auto before = model::as<model::Pod>(change.old_object);
            if (before->node_name.empty() && !pod->node_name.empty()) {
                ++bound;
                ++binds_[pod->meta.uid];
                const bool whole = pod->meta.name.front() == 'w';
                unwritten += whole && pod->meta.find_annotation(kResult) == nullptr ? 1 : 0;
                done_.push_back(pod->meta.name);
            }
        }
        changed_.notify_all();
    }

    // Names of pods that are bound and not yet given out.
    std::vector<std::string> take_done() {
        const std::lock_guard lock(mutex_);
        return std::exchange(done_, {});
    }
    bool wait_until_bound(std::uint64_t count) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, kPatience, [&] { return bound >= count; });
    }
    // Waits until few are waiting, or a while.
    void wait_for_room() {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, std::chrono::milliseconds(100),
                          [&] { return created - bound < kMostWaiting; });
    }
    std::size_t waiting() {
        const std::lock_guard lock(mutex_);
        return created - bound;
    }
    std::map<int, std::size_t> counts() {
        const std::lock_guard lock(mutex_);
        std::map<int, std::size_t> counts;
        for (const auto& [uid, binds] : binds_) {
            ++counts[binds];
        }
        return counts;
    }

    std::uint64_t created = 0, bound = 0;
    std::uint64_t unwritten = 0;  // pods with whole CPUs that were bound without their zones

private:
    static constexpr const char* kResult = "topology.crane.io/topology-result";

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::string> done_;
    std::unordered_map<std::string, int> binds_;
};

class Soak {
public:
    explicit Soak(const Arguments& arguments);
    ~Soak();
    Soak(const Soak&) = delete;
    Soak& operator=(const Soak&) = delete;
    int run();

private:
    void apply(const std::string& yaml);
    void install(const std::string& name, const std::string& module);
    void feed(const std::stop_token& stop);
    bool reload(int number);
    bool wait_for(const std::string& name, const std::string& module);
    void check_end();
    void check_messages();
    void wrong(std::string text) { wrong_.push_back(std::move(text)); }

    Arguments arguments_;
    std::string folder_, plugins_, config_;
    base::SymbolTable symbols_{model::first_words()};
    model::Pools pools_{symbols_};
    base::RealClock clock_;
    cluster::EmbeddedCluster cluster_{pools_, clock_};
    host::Context context_{symbols_, clock_};
    Books books_;
    std::unique_ptr<access::Watch> watch_;
    std::unique_ptr<live::LiveScheduler> live_;
    std::vector<std::string> wrong_;
    std::uint64_t next_pod_ = 0;
    std::uint64_t generation_ = 1, published_ = 0, refused_ = 0;
    std::map<std::string, char> builds_;  // that run, by plugin
};

constexpr const char* kPlugins[] = {"Faulty", "Second", "Third", "Dynamic",
                                    "NodeResourceTopologyMatch"};
constexpr const char* kPolicy =
    "apiVersion: scheduler.policy.crane.io/v1alpha1\nkind: DynamicSchedulerPolicy\nspec:\n"
    "  syncPolicy: [{name: cpu, period: 3m}]\n  predicate: [{name: cpu, maxLimitPecent: 0.9}]\n"
    "  priority: [{name: cpu, weight: 1}]\n  hotValue: []\n";
constexpr const char* kBroken[] = {"crashes_in_filter", "throws",      "bad_score",
                                   "crashes_in_create", "exits",       "unique_symbols",
                                   "bad_status",        "aborts",      "late_token",
                                   "unwritten_scores",  "two_exports", "crashes_in_destroy"};

Soak::Soak(const Arguments& arguments) : arguments_(arguments) {
    std::string name = (fs::temp_directory_path() / "berth-soak-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    plugins_ = folder_ + "/plugins";
    config_ = folder_ + "/config.yaml";
    fs::create_directory(plugins_);
    std::ofstream config(config_);
    config << "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
              "leaderElection: {leaderElect: false}\nparallelism: 1\npluginDirectories: ["
           << plugins_
           << "]\nprofiles:\n- schedulerName: default-scheduler\n  plugins:\n    multiPoint: "
              "{enabled: [";
    for (const char* plugin : kPlugins) {
        config << "{name: " << plugin << "},";
    }
    config << "]}\n  pluginConfig: [{name: Dynamic, args: {timeZone: UTC, policyConfigPath: "
           << folder_ << "/policy.yaml}}]\n";
    config.close();
    std::ofstream(folder_ + "/policy.yaml") << kPolicy;
    for (const char* plugin : kPlugins) {
        install(plugin, fmt::format("soak_{}_a", plugin));
    }
    for (int i = 0; i < arguments_.nodes; ++i) {
        apply(fmt::format(
            "apiVersion: v1\nkind: Node\nmetadata: {{name: n{}, annotations: {{cpu: '0.{},{}'}}}}\n"
            "status:\n  allocatable: {{cpu: '64', memory: 256Gi, pods: '1000'}}\n---\n"
            "apiVersion: topology.crane.io/v1alpha1\nkind: NodeResourceTopology\n"
            "metadata: {{name: n{}}}\ncraneManagerPolicy: {{cpuManagerPolicy: Static, "
            "topologyManagerPolicy: SingleNUMANodePodLevel}}\nzones:\n"
            "- {{name: node0, type: Node, resources: {{allocatable: {{cpu: '32', memory: "
            "128Gi}}}}}}\n"
            "- {{name: node1, type: Node, resources: {{allocatable: {{cpu: '32', memory: "
            "128Gi}}}}}}\n",
            i, 10 + i % 90, base::format_time(clock_.now()), i));
    }
    watch_ = cluster_.watch({model::ObjectKind::kPod}, books_);
    for (int i = 0; i < arguments_.pending; ++i) {
        apply(
            fmt::format("apiVersion: v1\nkind: Pod\nmetadata: {{name: big-{}, namespace: "
                        "default}}\nspec:\n  containers:\n  - name: c\n    resources: "
                        "{{requests: {{cpu: '{}'}}}}\n",
                        i, 100 + i));
    }
}

Soak::~Soak() {
    live_.reset();
    watch_.reset();
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

void Soak::apply(const std::string& yaml) {
    model::Decoded decoded = model::decode_text(yaml, "soak", pools_);
    for (model::Draft& draft : decoded.objects) {
        if (!cluster_.apply(std::move(draft))) {
            wrong("an object was refused");
        }
    }
}

void Soak::install(const std::string& name, const std::string& module) {
    const bool own = module.compare(0, 5, "soak_") == 0;
    const std::string from =
        fmt::format("{}/{}.so", setting(own ? "BERTH_KEEPERS" : "BERTH_FAULTY"), module);
    const std::string fresh = fmt::format("{}/{}.new", plugins_, name);
    fs::copy_file(from, fresh, fs::copy_options::overwrite_existing);
    fs::rename(fresh, fmt::format("{}/{}.so", plugins_, name));
}

void Soak::feed(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        if (books_.waiting() < kMostWaiting) {
            std::string batch;
            for (int i = 0; i < kBatch; ++i) {
                const bool whole = next_pod_ % 10 == 0;  // CPUs, kept within zones
                batch += fmt::format(
                    "{{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{{\"name\":\"{}{}\","
                    "\"namespace\":\"default\"}},\"spec\":{{\"containers\":[{{\"name\":\"c\","
                    "\"resources\":{{\"requests\":{{\"cpu\":\"{}m\"}}{}}}}}]}}}}\n---\n",
                    whole ? 'w' : 'p', next_pod_, whole ? 1000 : 10 + next_pod_ % 7,
                    whole ? ",\"limits\":{\"cpu\":\"1\"}" : "");
                ++next_pod_;
            }
            apply(batch);
        } else {
            books_.wait_for_room();
        }
        for (const std::string& name : books_.take_done()) {
            cluster_.remove({"v1", "Pod", "default", name}, "", [](const base::Status&) {});
        }
    }
}

// Until the host has made up its mind about the file.
bool Soak::wait_for(const std::string& name, const std::string& module) {
    const bool own = module.compare(0, 5, "soak_") == 0;
    const std::string path = fmt::format("{}/{}.so", plugins_, name);
    const base::Duration deadline = clock_.steady() + kPatience;
    std::mutex mutex;
    std::condition_variable never;
    std::unique_lock lock(mutex);
    while (clock_.steady() < deadline) {
        const host::LiveStatus status = live_->status();
        std::uint64_t refused = 0;
        for (const auto& [key, count] : status.reloads) {
            refused += key.first == "refused" ? count : 0;
        }
        for (const host::LibraryRow& row : status.libraries) {
            if (row.path != path) {
                continue;
            }
            if (own && row.problem.empty() && row.sha256 == row.running_sha256 &&
                status.generation > generation_) {
                generation_ = status.generation;
                ++published_;
                return true;
            }
            if (!own && refused > refused_ && !row.problem.empty()) {
                refused_ = refused;
                return true;
            }
        }
        never.wait_for(lock, std::chrono::milliseconds(2), [] { return false; });
    }
    wrong(fmt::format("{} with {} was neither taken nor refused", name, module));
    return false;
}

bool Soak::reload(int number) {
    const bool broken = number % 5 == 4;
    const auto turn = static_cast<std::size_t>(number - number / 5);  // among the good ones
    const char* plugin = kPlugins[broken ? 0 : turn % std::size(kPlugins)];
    std::string module = kBroken[static_cast<std::size_t>(number / 5) % std::size(kBroken)];
    if (!broken) {
        char& build = builds_[plugin];
        build = build == 'b' ? 'a' : 'b';
        module = fmt::format("soak_{}_{}", plugin, build);
    }
    install(plugin, module);
    return wait_for(plugin, module);
}

int Soak::run() {
    live::Options options;
    options.loader.config = config_;
    options.loader.state_folder = folder_ + "/state";
    options.loader.settle = std::chrono::milliseconds(5);
    options.loader.probe.program = setting("BERTH_PROGRAM");
    options.loader.probe.time = std::chrono::seconds(60);
    options.crash_handlers = false;
    options.hang_timeout = base::Duration::zero();
    live_ = std::make_unique<live::LiveScheduler>(
        live::LiveScheduler::Needs{cluster_, clock_, symbols_, context_, intree::entries()},
        options);
    base::Errors warnings;
    for (const base::Error& error : live_->start(warnings)) {
        fmt::print(stderr, "{}\n", error.message());
        return 1;
    }
    const base::Duration begin = clock_.steady();
    std::jthread feeder([this](const std::stop_token& stop) { feed(stop); });
    std::size_t memory_before = 0;
    for (int i = 0; i < arguments_.reloads && wrong_.empty(); ++i) {
        reload(i);
        if (i == arguments_.reloads / 4) {
            memory_before = resident_bytes();
        }
    }
    feeder.request_stop();
    feeder.join();
    const double seconds = std::chrono::duration<double>(clock_.steady() - begin).count();
    const std::size_t memory_after = resident_bytes();
    if (!books_.wait_until_bound(books_.created - static_cast<std::uint64_t>(arguments_.pending))) {
        wrong("pods that fit were not bound");
    }
    check_end();
    const host::LiveStatus status = live_->status();
    fmt::print(
        "{} reloads in {:.1f}s ({} taken, {} refused), {} pods bound ({:.0f}/s), longest pause {} "
        "µs, {} generations in use, {} images resident, memory {} MiB after a quarter, {} MiB at "
        "the end, {} mappings\n",
        arguments_.reloads, seconds, published_, refused_, books_.bound,
        static_cast<double>(books_.bound) / seconds, status.longest_pause_us,
        status.generations_in_use, status.images_resident, memory_before >> 20, memory_after >> 20,
        mappings());
    live_->stop();
    for (const std::string& text : wrong_) {
        fmt::print(stderr, "wrong: {}\n", text);
    }
    return wrong_.empty() ? 0 : 1;
}

void Soak::check_end() {
    const auto counts = books_.counts();
    for (const auto& [binds, pods] : counts) {
        if (binds > 1) {
            wrong(fmt::format("{} pods were bound {} times", pods, binds));
        }
        if (binds == 0 && pods != static_cast<std::size_t>(arguments_.pending)) {
            wrong(fmt::format("{} pods are not bound, {} cannot be", pods, arguments_.pending));
        }
    }
    if (books_.unwritten != 0) {
        wrong(fmt::format("{} pods were bound without their zones", books_.unwritten));
    }
    const host::LiveStatus status = live_->status();
    if (status.generations_in_use > 4) {
        wrong(fmt::format("{} generations are in use", status.generations_in_use));
    }
    if (status.images_resident > 0) {
        wrong(fmt::format("{} images were not unmapped", status.images_resident));
    }
    check_messages();
}

// What each pending pod says is what `berth explain` says of it on the end state.
void Soak::check_messages() {
    const std::string dump = folder_ + "/end.yaml";
    for (const char* plugin : kPlugins) {
        install(plugin, fmt::format("soak_{}_a", plugin));  // the last one may be a broken build
    }
    std::ofstream out(dump);
    std::map<std::string, std::string> messages;
    const base::Symbol scheduled = symbols_.intern("PodScheduled");
    for (const auto kind : {model::ObjectKind::kNode, model::ObjectKind::kPod}) {
        for (const model::Object& object : cluster_.objects(kind)) {
            out << "---\n" << model::encode_json(object, symbols_) << "\n";
            const auto pod = kind == model::ObjectKind::kPod ? model::as<model::Pod>(object)
                                                             : model::Ptr<model::Pod>();
            if (pod != nullptr && pod->node_name.empty()) {
                const auto* condition = pod->find_condition(scheduled);
                messages[pod->meta.name] = condition == nullptr ? "" : condition->message;
            }
        }
    }
    out.close();
    const base::ChildOutcome explained = base::run_child(
        {.command = {setting("BERTH_PROGRAM"), "explain", dump, "--config", config_},
         .limit = kPatience});
    for (const auto& [name, message] : messages) {
        if (message.empty() || explained.output.find(message) == std::string::npos) {
            wrong(fmt::format("pod {} says \"{}\", which berth explain does not", name, message));
        }
    }
}

Arguments parse(int argc, char** argv) {
    Arguments arguments;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string name = argv[i];
        const int value = std::atoi(argv[i + 1]);
        if (name == "--reloads") {
            arguments.reloads = value;
        } else if (name == "--nodes") {
            arguments.nodes = value;
        } else if (name == "--pending") {
            arguments.pending = value;
        }
    }
    return arguments;
}

}  // namespace
}  // namespace berth::testing

int main(int argc, char** argv) {
    return berth::testing::Soak(berth::testing::parse(argc, argv)).run();
}
