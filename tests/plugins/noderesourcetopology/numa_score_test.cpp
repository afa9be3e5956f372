#include "plugins/noderesourcetopology/numa_score.hpp"

#include <string>

#include <doctest/doctest.h>

namespace berth::numa {

namespace {

ExportedTopology topology(std::string_view json) {
    const auto read = read_exported(json);
    REQUIRE(read.topology);
    return *read.topology;
}

// Two zones of 4 CPUs with a device each way round, as scheduler-plugins' own example has them.
std::string worker(std::string_view policy, std::string_view more = "") {
    return R"({"topologyPolicies":[")" + std::string(policy) + R"("],)" + std::string(more) +
           R"("zones":[{"name":"node-0","type":"Node","costs":[{"name":"node-0","value":10},)"
           R"({"name":"node-1","value":20}],"resources":[{"name":"cpu","available":3},)"
           R"({"name":"example.com/deviceA","available":1},{"name":"memory","available":"8Gi"}]},)"
           R"({"name":"node-1","type":"Node","costs":[{"name":"node-0","value":20},)"
           R"({"name":"node-1","value":10}],"resources":[{"name":"cpu","available":"3"},)"
           R"({"name":"example.com/deviceA","available":2},{"name":"memory","available":"8Gi"}]}]})";
}

AlignedPod pod(std::vector<Asks> containers, Qos qos = Qos::kGuaranteed) {
    AlignedPod out;
    out.qos = qos;
    out.containers = std::move(containers);
    for (const Asks& asks : out.containers) {
        for (const Ask& ask : asks) {
            const auto same = std::find_if(out.whole.begin(), out.whole.end(), [&](const Ask& one) {
                return one.resource == ask.resource;
            });
            if (same != out.whole.end()) {
                same->amount += ask.amount;
            } else {
                out.whole.push_back(ask);
            }
        }
    }
    return out;
}

Asks asks(std::int64_t milli, std::int64_t gib, std::int64_t devices = 0) {
    Asks out = {{"cpu", milli}, {"memory", gib << 30}};
    if (devices != 0) {
        out.push_back({"example.com/deviceA", devices});
    }
    return out;
}

struct Node {
    Node() {
        requests.struct_size = sizeof(requests);
        requests.scalars = {&device, 1, sizeof(device)};
    }
    berth_amount device{BERTH_STR("example.com/deviceA"), 0, 0, 3};
    berth_requests requests{};
};

}  // namespace

TEST_CASE("numa: an exporter's object says scope and policy, attributes before policies") {
    struct Case {
        const char* name;
        std::string json;
        bool single;
        ExportedTopology::Scope scope;
    };
    using Scope = ExportedTopology::Scope;
    const Case cases[] = {
        {"container level", worker("SingleNUMANodeContainerLevel"), true, Scope::kContainer},
        {"pod level", worker("SingleNUMANodePodLevel"), true, Scope::kPod},
        {"best effort", worker("BestEffortPodLevel"), false, Scope::kPod},
        {"none", worker("None"), false, Scope::kContainer},
        {"unknown", worker("Whatever"), false, Scope::kContainer},
        {"attributes win",
         worker("None",
                R"("attributes":[{"name":"topologyManagerPolicy","value":"single-numa-node"},)"
                R"({"name":"topologyManagerScope","value":"pod"}],)"),
         true, Scope::kPod},
        {"malformed attributes do not",
         worker("SingleNUMANodePodLevel",
                R"("attributes":[{"name":"topologyManagerPolicy","value":"x"}],)"),
         true, Scope::kPod},
    };
    for (const Case& one : cases) {
        CAPTURE(one.name);
        const ExportedTopology read = topology(one.json);
        CHECK(read.single_numa_node == one.single);
        CHECK(read.scope == one.scope);
        CHECK(read.zones.size() == 2);
    }
}

TEST_CASE("numa: whether a pod fits single zones") {
    struct Case {
        const char* name;
        const char* policy;
        AlignedPod pod;
        Alignment alignment;
    };
    const Case cases[] = {
        {"one container", "SingleNUMANodeContainerLevel", pod({asks(3000, 1)}), Alignment::kFits},
        {"too many CPUs", "SingleNUMANodeContainerLevel", pod({asks(4000, 1)}),
         Alignment::kContainer},
        {"each container in a zone of its own", "SingleNUMANodeContainerLevel",
         pod({asks(3000, 1), asks(3000, 1)}), Alignment::kFits},
        {"no zone left for the third", "SingleNUMANodeContainerLevel",
         pod({asks(3000, 1), asks(3000, 1), asks(1000, 1)}), Alignment::kContainer},
        {"the same as a whole", "SingleNUMANodePodLevel", pod({asks(3000, 1), asks(3000, 1)}),
         Alignment::kPod},
        {"devices and CPUs together", "SingleNUMANodeContainerLevel", pod({asks(1000, 1, 2)}),
         Alignment::kFits},
        {"too many devices", "SingleNUMANodeContainerLevel", pod({asks(1000, 1, 3)}),
         Alignment::kContainer},
        {"only devices count for pods that are not pinned", "SingleNUMANodeContainerLevel",
         pod({asks(64000, 64, 2)}, Qos::kBurstable), Alignment::kFits},
        {"a device that the node lacks", "SingleNUMANodePodLevel",
         pod({{{"example.com/deviceZ", 1}}}), Alignment::kPod},
    };
    const Node node;
    for (const Case& one : cases) {
        CAPTURE(one.name);
        CHECK(align(one.pod, topology(worker(one.policy)), node.requests) == one.alignment);
    }
    AlignedPod init = pod({asks(1000, 1)});
    init.init_containers = {asks(4000, 1)};
    CHECK(align(init, topology(worker("SingleNUMANodeContainerLevel")), node.requests) ==
          Alignment::kInitContainer);
}

TEST_CASE("numa: the strategies of scheduler-plugins") {
    struct Case {
        const char* name;
        const char* policy;
        Strategy strategy;
        AlignedPod pod;
        std::int64_t score;
    };
    const Case cases[] = {
        {"least", "SingleNUMANodePodLevel", Strategy::kLeastAllocated, pod({asks(1000, 2)}), 70},
        {"most", "SingleNUMANodePodLevel", Strategy::kMostAllocated, pod({asks(1000, 2)}), 29},
        {"balanced", "SingleNUMANodePodLevel", Strategy::kBalancedAllocation, pod({asks(3000, 8)}),
         100},
        {"balanced, one resource", "SingleNUMANodePodLevel", Strategy::kBalancedAllocation,
         pod({{{"cpu", 1000}}}), 100},
        {"unbalanced", "SingleNUMANodePodLevel", Strategy::kBalancedAllocation,
         pod({asks(3000, 2)}), 71},
        {"by container, the mean", "SingleNUMANodeContainerLevel", Strategy::kLeastAllocated,
         pod({asks(1000, 2), asks(3000, 8)}), 35},
        {"another policy", "BestEffortPodLevel", Strategy::kLeastAllocated, pod({asks(1000, 2)}),
         0},
        {"one zone", "BestEffortPodLevel", Strategy::kLeastNumaNodes, pod({asks(1000, 2)}), 94},
        {"two zones", "BestEffortPodLevel", Strategy::kLeastNumaNodes, pod({asks(5000, 2)}), 82},
        {"does not fit", "BestEffortPodLevel", Strategy::kLeastNumaNodes, pod({asks(9000, 2)}), 0},
        {"asks for nothing of zones", "BestEffortPodLevel", Strategy::kLeastNumaNodes,
         pod({{{"ephemeral-storage", 5}}}), 100},
        {"containers one after another", "BestEffortContainerLevel", Strategy::kLeastNumaNodes,
         pod({asks(3000, 2), asks(3000, 2)}), 94},
    };
    for (const Case& one : cases) {
        CAPTURE(one.name);
        CHECK(numa_score(one.pod, topology(worker(one.policy)), one.strategy, {}) == one.score);
    }
    const auto weighted = topology(worker("SingleNUMANodePodLevel"));
    CHECK(numa_score(pod({asks(1000, 2)}), weighted, Strategy::kLeastAllocated, {{"memory", 3}}) ==
          72);
}

}  // namespace berth::numa
