// Measures the engine as tests/oracle/cmd/enginebench measures kube-scheduler's: nodes and pods are
// in memory, decoded before the clock starts; it runs from the first pop to the last bind.
//
//   engine_bench [--workload W] [--nodes N] [--pods P] [--init I] [--percent N]
//                [--deployments D] [--threads T] [--memory]
// W is basic, nodeaffinity, affinity, prefaffinity, antihost, nsanti, spread, prefspread, or
// replicaset or service: pods that a ReplicaSet owns or a Service selects, spread by default.
// --deployments: pods are of D templates in turn, each with labels and terms of its own.
// --memory: what a node and a placed pod cost in resident memory, instead of the rate.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <unistd.h>

#include <fmt/format.h>

#include "core/cluster/embedded_cluster.hpp"
#include "core/host/build_generation.hpp"
#include "core/host/context.hpp"
#include "core/host/registry.hpp"
#include "core/model/words.hpp"
#include "core/scheduler/scheduler.hpp"
#include "core/settings/load.hpp"
#include "plugins/intree/catalog.hpp"

namespace {

using namespace berth;

struct Arguments {
    std::string workload = "basic";
    int nodes = 5000, pods = 20000, init = 1000, percent = 0, threads = 1, deployments = 0;
    bool memory = false;
};

[[noreturn]] void stop(std::string_view text) {
    fmt::print(stderr, "engine_bench: {}\n", text);
    std::exit(2);
}

Arguments parse(int argc, char** argv) {
    Arguments out;
    for (int i = 1; i < argc; ++i) {
        const std::string_view name = argv[i];
        if (name == "--memory") {
            out.memory = true;
            continue;
        }
        if (i + 1 == argc) {
            stop(fmt::format("{} needs a value", name));
        }
        const std::string value = argv[++i];
        if (name == "--workload") {
            out.workload = value;
        } else if (name == "--nodes") {
            out.nodes = std::stoi(value);
        } else if (name == "--pods") {
            out.pods = std::stoi(value);
        } else if (name == "--init") {
            out.init = std::stoi(value);
        } else if (name == "--percent") {
            out.percent = std::stoi(value);
        } else if (name == "--deployments") {
            out.deployments = std::stoi(value);
        } else if (name == "--threads") {
            out.threads = std::stoi(value);
        } else {
            stop(fmt::format("unknown option {}", name));
        }
    }
    return out;
}

double cpu_seconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](timeval t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::size_t resident_bytes() {
    std::ifstream statm("/proc/self/statm");
    std::size_t all = 0, resident = 0;
    statm >> all >> resident;
    return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::string node_json(int i) {
    return fmt::format(
        R"({{"apiVersion":"v1","kind":"Node","metadata":{{"name":"node-{0:06}","labels":{{"kubernetes.io/hostname":"node-{0:06}","topology.kubernetes.io/zone":"zone{1}"}}}},"status":{{"capacity":{{"cpu":"4","memory":"32Gi","pods":"110"}}}}}})",
        i, i % 10);
}

constexpr int kNamespaces = 100;  // of nsanti

std::string namespace_json(int i) {
    return fmt::format(
        R"({{"apiVersion":"v1","kind":"Namespace","metadata":{{"name":"ns-{}","labels":{{"team":"devops"}}}}}})",
        i);
}

std::string term_json(std::string_view app, std::string_view key, std::string_view more = "") {
    return fmt::format(
        R"({{"labelSelector":{{"matchLabels":{{"app":"{}"}}}},"topologyKey":"{}"{}}})", app, key,
        more);
}

constexpr std::string_view kZone = "topology.kubernetes.io/zone";

bool is_spread(std::string_view workload) {
    return workload == "spread" || workload == "prefspread" || workload == "replicaset" ||
           workload == "service";
}

// A field of the spec.
std::string spread_json(std::string_view workload, std::string_view app) {
    if (workload != "spread" && workload != "prefspread") {
        return "";
    }
    return fmt::format(
        R"("topologySpreadConstraints":[{{"maxSkew":5,"topologyKey":"{}","whenUnsatisfiable":"{}","labelSelector":{{"matchLabels":{{"app":"{}"}}}}}}],)",
        kZone, workload == "spread" ? "DoNotSchedule" : "ScheduleAnyway", app);
}

// A field of the metadata.
std::string_view owner_json(std::string_view workload) {
    return workload == "replicaset"
               ? R"("ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"set","uid":"set","controller":true}],)"
               : "";
}

// What stands in the cluster before the pods; "": nothing.
std::string_view object_json(std::string_view workload) {
    if (workload == "replicaset") {
        return R"({"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{"name":"set","namespace":"ns","uid":"set"},"spec":{"selector":{"matchLabels":{"app":"replicaset"}}}})";
    }
    return workload == "service"
               ? R"({"apiVersion":"v1","kind":"Service","metadata":{"name":"service","namespace":"ns"},"spec":{"selector":{"app":"service"}}})"
               : "";
}

std::string affinity_json(std::string_view workload, std::string_view app) {
    constexpr std::string_view kHost = "kubernetes.io/hostname";
    if (workload == "basic" || is_spread(workload)) {
        return "";
    }
    if (workload == "nodeaffinity") {
        return R"("nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[{"matchExpressions":[{"key":"topology.kubernetes.io/zone","operator":"In","values":["zone1","zone2"]}]}]}})";
    }
    if (workload == "affinity") {
        return fmt::format(
            R"("podAffinity":{{"requiredDuringSchedulingIgnoredDuringExecution":[{}]}})",
            term_json(app, kZone));
    }
    if (workload == "prefaffinity") {
        return fmt::format(
            R"("podAffinity":{{"preferredDuringSchedulingIgnoredDuringExecution":[{{"weight":1,"podAffinityTerm":{}}}]}})",
            term_json(app, kZone));
    }
    if (workload != "antihost" && workload != "nsanti") {
        stop(fmt::format("no workload {}", workload));
    }
    const std::string_view more =
        workload == "nsanti" ? R"(,"namespaceSelector":{"matchLabels":{"team":"devops"}})" : "";
    return fmt::format(
        R"("podAntiAffinity":{{"requiredDuringSchedulingIgnoredDuringExecution":[{}]}})",
        term_json(app, kHost, more));
}

std::string pod_json(int i, const Arguments& arguments) {
    const std::string& workload = arguments.workload;
    const std::string app =
        arguments.deployments == 0 ? workload : fmt::format("app-{}", i % arguments.deployments);
    const std::string home =
        workload == "nsanti" ? fmt::format("ns-{}", i % kNamespaces) : std::string("ns");
    return fmt::format(
        R"({{"apiVersion":"v1","kind":"Pod","metadata":{{"name":"pod-{0:07}","namespace":"{3}","uid":"pod-{0:07}",{4}"labels":{{"app":"{1}"}}}},"spec":{{"affinity":{{{2}}},{5}"containers":[{{"name":"c","image":"pause","resources":{{"requests":{{"cpu":"100m","memory":"500Mi"}}}}}}]}}}})",
        i, app, affinity_json(workload, app), home, owner_json(workload),
        spread_json(workload, app));
}

// The engine on an embedded cluster that keeps no events.
class Bench {
public:
    explicit Bench(const Arguments& arguments)
        : arguments_(arguments),
          symbols_(model::first_words()),
          pools_(symbols_),
          cluster_(pools_, clock_, {.kept_events = 0}),
          context_(symbols_, clock_),
          registry_(host::open_registry(
              {.built_in = intree::entries(), .directories = {}, .libraries = {}}, context_)) {
        const std::string config = fmt::format(
            "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
            "percentageOfNodesToScore: {}\n",
            arguments.percent);
        const auto loaded =
            settings::load(config, "bench", *registry_.registry, settings::LoadOptions{&symbols_});
        const auto generation =
            host::build_generation(loaded.configuration, *registry_.registry, context_, 1);
        if (generation.generation == nullptr) {
            stop(generation.errors.empty() ? "no generation" : generation.errors[0].message());
        }
        scheduler::Options options;
        options.threads = static_cast<std::uint32_t>(arguments.threads);
        scheduler_ = std::make_unique<scheduler::Scheduler>(
            scheduler::Scheduler::Needs{cluster_, clock_, symbols_, context_},
            generation.generation, options);
        scheduler_->start();
    }

    void add_nodes() {
        for (int i = 0; arguments_.workload == "nsanti" && i < kNamespaces; ++i) {
            apply(namespace_json(i));
        }
        for (int i = 0; i < arguments_.nodes; ++i) {
            apply(node_json(i));
        }
        if (const auto object = object_json(arguments_.workload); !object.empty()) {
            apply(std::string(object));
        }
        take_in_all();
    }

    void add_pods(int from, int count) {
        for (int i = from; i < from + count; ++i) {
            apply(pod_json(i, arguments_));
        }
        take_in_all();
    }

    // Until `count` more pods are bound.
    void schedule(int count) {
        const std::uint64_t wanted = scheduler_->bound() + static_cast<std::uint64_t>(count);
        while (scheduler_->bound() < wanted) {
            if (!scheduler_->step() && scheduler_->idle() && scheduler_->bound() < wanted) {
                stop(fmt::format("only {} of {} pods bound", scheduler_->bound(), wanted));
            }
        }
    }

    void take_in_all() {
        while (!scheduler_->taken_in()) {
            scheduler_->take_in();
        }
    }

private:
    void apply(const std::string& json) {
        model::Decoded decoded = model::decode_text(json, "bench", pools_);
        if (!cluster_.load(std::move(decoded.objects)).empty()) {
            stop("an object was refused");
        }
        scheduler_->take_in();
    }

    Arguments arguments_;
    base::RealClock clock_;
    base::SymbolTable symbols_;
    model::Pools pools_;
    cluster::EmbeddedCluster cluster_;
    host::Context context_;
    host::RegistryResult registry_;
    std::unique_ptr<scheduler::Scheduler> scheduler_;
};

void measure_memory(const Arguments& arguments) {
    Bench bench(arguments);
    const std::size_t empty = resident_bytes();
    bench.add_nodes();
    const std::size_t with_nodes = resident_bytes();
    bench.add_pods(0, arguments.pods);
    bench.schedule(arguments.pods);
    bench.take_in_all();
    const std::size_t with_pods = resident_bytes();
    fmt::print(
        "memory        nodes={} pods={}  {:.0f} bytes per node  {:.0f} bytes per placed pod\n",
        arguments.nodes, arguments.pods, static_cast<double>(with_nodes - empty) / arguments.nodes,
        static_cast<double>(with_pods - with_nodes) / arguments.pods);
}

void measure_rate(const Arguments& arguments) {
    Bench bench(arguments);
    bench.add_nodes();
    bench.add_pods(0, arguments.init);
    bench.schedule(arguments.init);
    bench.add_pods(arguments.init, arguments.pods);
    const double cpu = cpu_seconds();
    const auto start = std::chrono::steady_clock::now();
    bench.schedule(arguments.pods);
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    fmt::print(
        "{:<13} nodes={} pods={} percent={}  {:8.0f} pods/s  {:7.3f} CPU-s per 1000 pods  "
        "resident {} MB\n",
        arguments.workload, arguments.nodes, arguments.pods, arguments.percent,
        arguments.pods / wall.count(), (cpu_seconds() - cpu) / arguments.pods * 1000,
        resident_bytes() >> 20U);
}

}  // namespace

int main(int argc, char** argv) {
    const Arguments arguments = parse(argc, argv);
    if (arguments.memory) {
        measure_memory(arguments);
    } else {
        measure_rate(arguments);
    }
}
