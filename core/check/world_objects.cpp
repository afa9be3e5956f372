#include <fmt/format.h>

#include "core/check/world.hpp"

namespace berth::check {
namespace {

std::string node(std::uint32_t i) {
    const std::string taints =
        i % 7 == 3 ? R"("taints":[{"key":"dedicated","value":"batch","effect":"NoSchedule"}],)"
                   : "";
    return fmt::format(
        R"({{"apiVersion":"v1","kind":"Node","metadata":{{"name":"node-{0}","labels":{{)"
        R"("kubernetes.io/hostname":"node-{0}","topology.kubernetes.io/zone":"zone-{1}",)"
        R"("disk":"{2}"}},"annotations":{{"example.com/number":"{0}"}}}},)"
        R"("spec":{{{3}"unschedulable":{4}}},"status":{{"allocatable":{{"cpu":"{5}",)"
        R"("memory":"{6}Gi","pods":"{7}","ephemeral-storage":"100Gi","example.com/gpu":"{8}"}},)"
        R"("images":[{{"names":["registry/image-{9}:1"],"sizeBytes":{10}}}]}}}})",
        i, i % 3, i % 2 == 0 ? "ssd" : "hdd", taints, i % 11 == 5 ? "true" : "false", 2 + i % 15,
        4 + i % 29, i % 13 == 7 ? 1 : 110, i % 4, i % 5, 50000000 + i);
}

std::string pod(std::string_view name, std::string_view meta, std::string_view spec,
                std::string_view requests = R"("cpu":"100m","memory":"64Mi")") {
    return fmt::format(
        R"({{"apiVersion":"v1","kind":"Pod","metadata":{{"name":"{}","namespace":"default"{}}},)"
        R"("spec":{{{}"containers":[{{"name":"main","image":"registry/image-1:1",)"
        R"("resources":{{"requests":{{{}}}}}}}]}}}})",
        name, meta, spec, requests);
}

std::string placed_pods(std::uint32_t nodes) {
    std::string out;
    const std::uint32_t count = nodes < 200 ? nodes : 200;
    for (std::uint32_t i = 0; i < count; ++i) {
        out +=
            pod(fmt::format("placed-{}", i), fmt::format(R"(,"labels":{{"app":"app-{}"}})", i % 4),
                fmt::format(R"("nodeName":"node-{}",)", i)) +
            "\n";
    }
    return out;
}

std::string affinity(std::string_view kind) {
    return fmt::format(
        R"("affinity":{{"{}":{{"requiredDuringSchedulingIgnoredDuringExecution":[{{"labelSelector":)"
        R"({{"matchLabels":{{"app":"app-1"}}}},"topologyKey":"topology.kubernetes.io/zone"}}]}}}},)",
        kind);
}

std::string pending_pods() {
    std::string many;
    for (int i = 0; i < 200; ++i) {
        many += fmt::format(R"({}"example.com/label-{}":"value-{}")", i == 0 ? "" : ",", i, i);
    }
    const std::string odd = fmt::format(
        R"(,"annotations":{{"example.com/long":"{}","example.com/empty":""}},"labels":{{{}}})",
        std::string(100000, 'x'), many);
    const std::string selector = R"("nodeSelector":{"disk":"ssd"},)";
    const std::string spread =
        R"("topologySpreadConstraints":[{"maxSkew":1,"topologyKey":"topology.kubernetes.io/zone",)"
        R"("whenUnsatisfiable":"DoNotSchedule","labelSelector":{"matchLabels":{"app":"app-2"}}}],)";
    const std::string tolerations = R"("tolerations":[{"key":"dedicated","operator":"Exists"}],)";
    std::string out;
    for (const std::string& one :
         {pod("plain", "", ""), pod("labelled", R"(,"labels":{"app":"app-1"})", ""),
          pod("selects", "", selector), pod("tolerates", "", tolerations),
          pod("spreads", R"(,"labels":{"app":"app-2"})", spread),
          pod("near", "", affinity("podAffinity")), pod("away", "", affinity("podAntiAffinity")),
          pod("large", "", "", R"("cpu":"12","memory":"20Gi","example.com/gpu":"2")"),
          pod("nothing", "", "", ""), pod("odd", odd, ""),
          pod("gated", "", R"("schedulingGates":[{"name":"example.com/gate"}],)")}) {
        out += one + "\n";
    }
    return out;
}

}  // namespace

std::string world_objects(std::uint32_t nodes) {
    std::string out;
    for (std::uint32_t i = 0; i < nodes; ++i) {
        out += node(i) + "\n";
    }
    return out + placed_pods(nodes) + pending_pods();
}

}  // namespace berth::check
