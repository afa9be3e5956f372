// NodeResourceTopologyMatch: objects and results of any bytes are read, or refused with an error;
// what is read shares out no more than was asked for, and a written result reads back the same.
#include <cstdlib>
#include <string_view>

#include "plugins/noderesourcetopology/numa_score.hpp"
#include "plugins/noderesourcetopology/placement.hpp"
#include "plugins/noderesourcetopology/topology.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace {

using namespace berth::numa;

void judge_crane(const CraneTopology& topology, const Result& used) {
    Amounts request;
    request.milli_cpu = 6000;
    request.memory = 1 << 30;
    const auto zones = free_zones(topology, used);
    for (const bool aware : {false, true}) {
        const Result result = place(request, aware, zones);
        Amounts all;
        for (const ZoneShare& zone : result) {
            all.add(zone.amounts);
        }
        if (all.milli_cpu > request.milli_cpu || all.memory > request.memory || all.milli_cpu < 0 ||
            all.memory < 0) {
            std::abort();
        }
        static_cast<void>(result_patch(write_result(result)));
    }
}

void judge_exported(const ExportedTopology& topology) {
    AlignedPod pod;
    pod.qos = Qos::kGuaranteed;
    pod.whole = {{"cpu", 6000}, {"memory", 1 << 30}, {"example.com/deviceA", 1}};
    pod.containers = {pod.whole, {{"cpu", 1000}}};
    pod.init_containers = {{{"cpu", 2000}}};
    berth_requests node{};
    static_cast<void>(align(pod, topology, node));
    for (const Strategy strategy : {Strategy::kLeastAllocated, Strategy::kMostAllocated,
                                    Strategy::kBalancedAllocation, Strategy::kLeastNumaNodes}) {
        const std::int64_t score = numa_score(pod, topology, strategy, {{"cpu", 3}});
        if (score < 0 || score > 100) {
            std::abort();
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Result result = read_result(text);
    const Read<CraneTopology> crane = read_crane(text);
    if (crane.topology) {
        judge_crane(*crane.topology, result);
        for (const CraneTopology::Zone& zone : crane.topology->zones) {
            judge_crane(*crane.topology, {{zone.name, zone.allocatable}});
        }
    } else if (crane.error.text.empty()) {
        std::abort();
    }
    if (const Read<ExportedTopology> exported = read_exported(text); exported.topology) {
        judge_exported(*exported.topology);
    }
    return 0;
}

berth::fuzz::Seeds berth::fuzz::seeds() {
    return {
        {R"({"kind":"NodeResourceTopology","metadata":{"name":"a"},"craneManagerPolicy":)"
         R"({"cpuManagerPolicy":"Static","topologyManagerPolicy":"SingleNUMANodePodLevel"},)"
         R"("zones":[{"name":"node0","type":"Node","resources":{"allocatable":{"cpu":"3900m",)"
         R"("memory":"4Gi","example.com/deviceA":"2"}}},{"name":"node1","type":"Node",)"
         R"("resources":{"allocatable":{"cpu":"4"}}}]})",
         R"({"topologyPolicies":["SingleNUMANodeContainerLevel"],"attributes":[{"name":)"
         R"("topologyManagerScope","value":"pod"},{"name":"topologyManagerPolicy","value":)"
         R"("single-numa-node"}],"zones":[{"name":"node-0","type":"Node","costs":[{"name":)"
         R"("node-0","value":10},{"name":"node-1","value":21}],"resources":[{"name":"cpu",)"
         R"("capacity":"4","allocatable":"3","available":"3"},{"name":"memory","available":)"
         R"("4Gi"},{"name":"example.com/deviceA","available":1}]},{"name":"node-1","type":)"
         R"("Node","resources":[{"name":"cpu","available":"8"},{"name":"memory","available":"8Gi"}]}]})",
         R"([{"name":"node0","type":"Node","resources":{"capacity":{"cpu":"1500m","memory":"1k"}}}])",
         "[]", "{}"},
        {"null",
         "true",
         "-1",
         "1e400",
         "\"\"",
         "[",
         "]",
         "{",
         "}",
         ",",
         ":",
         "\"Node\"",
         "\"9223372036854775807\"",
         "\"-9223372036854775808\"",
         "\"1Ei\"",
         "\"1n\"",
         "\"zones\"",
         "\"node-63\"",
         "\"node-64\"",
         "\\u0000",
         "\xff",
         "\"cpu\":"}};
}
