#include "core/cluster/openb_csv.hpp"

#include <doctest/doctest.h>

#include "core/model/encode.hpp"
#include "core/model/words.hpp"
#include "tests/unit/cluster/scratch_folder.hpp"

namespace berth::cluster {
namespace {

struct Reading {
    base::SymbolTable symbols{model::first_words()};
    model::Pools pools{symbols};
    testing::ScratchFolder folder;
    base::Errors errors;

    std::vector<model::Object> finish(model::Decoded decoded) {
        errors = std::move(decoded.errors);
        std::vector<model::Object> out;
        for (model::Draft& draft : decoded.objects) {
            out.push_back(model::finish(std::move(draft), pools));
        }
        return out;
    }
    std::vector<model::Object> nodes(std::string_view text) {
        return finish(read_nodes_csv(folder.write("nodes.csv", text), pools));
    }
    std::vector<model::Object> pods(std::string_view text) {
        return finish(read_pods_csv(folder.write("pods.csv", text), pools));
    }
    [[nodiscard]] std::string json(const model::Object& object) const {
        return model::encode_json(object, symbols);
    }
};

TEST_CASE("openb nodes: capacity, GPUs and model become a node") {
    Reading reading;
    const auto nodes = reading.nodes(
        "sn,cpu_milli,memory_mib,gpu,model\n"
        "node-0,32000,262144,0,\n"
        "node-1,96000,786432,8,V100M32\r\n");
    CHECK(reading.errors.empty());
    REQUIRE(nodes.size() == 2);
    CHECK(
        reading.json(nodes[0]) ==
        R"({"apiVersion":"v1","kind":"Node","metadata":{"labels":{"kubernetes.io/hostname":"node-0"},)"
        R"("name":"node-0"},"spec":{},"status":{"capacity":{"cpu":"32","memory":"256Gi","pods":"110"}}})");
    const std::string second = reading.json(nodes[1]);
    CHECK(second.find(R"("gpu-model":"V100M32")") != std::string::npos);
    CHECK(second.find(R"("nvidia.com/gpu":"8")") != std::string::npos);
}

TEST_CASE("openb pods: by creation time, a wanted model is a required affinity") {
    Reading reading;
    const auto pods = reading.pods(
        "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time\n"
        "late,1000,1024,1,500,V100M16|V100M32,LS,Running,20\n"
        "early,2500,2048,0,0,,BE,Running,10\n"
        "also-late,1000,1024,0,0,,BE,Running,20\n");
    CHECK(reading.errors.empty());
    REQUIRE(pods.size() == 3);
    CHECK(model::meta_of(pods[0]).name == "early");
    CHECK(model::meta_of(pods[1]).name == "late");
    CHECK(model::meta_of(pods[2]).name == "also-late");
    CHECK(reading.json(pods[0]).find(R"("requests":{"cpu":"2500m","memory":"2Gi"})") !=
          std::string::npos);
    const std::string late = reading.json(pods[1]);
    CHECK(late.find(R"("key":"gpu-model","operator":"In","values":["V100M16","V100M32"])") !=
          std::string::npos);
    CHECK(late.find(R"("limits":{"nvidia.com/gpu":"1"})") != std::string::npos);
}

TEST_CASE("openb pods: five columns are enough, the order is the file's") {
    Reading reading;
    const auto pods = reading.pods(
        "name,cpu_milli,memory_mib,num_gpu,gpu_milli\n"
        "b,1000,1024,1,1000\n"
        "a,1000,1024,0,0\n");
    CHECK(reading.errors.empty());
    REQUIRE(pods.size() == 2);
    CHECK(model::meta_of(pods[0]).name == "b");
}

TEST_CASE("openb: what is wrong is told with line and column") {
    struct Case {
        const char* name;
        const char* text;
        const char* says;
    };
    const Case cases[] = {
        {"no column", "sn,cpu_milli,memory_mib,gpu\n", ":1: has no column model"},
        {"a field too few", "sn,cpu_milli,memory_mib,gpu,model\nn,1,2,3\n",
         ":2: expected 5 fields, found 4"},
        {"no number", "sn,cpu_milli,memory_mib,gpu,model\nn,1,2,3,\nm,1x,2,3,\n",
         R"(:3: cpu_milli: expected a whole number of at least 0, found "1x")"},
        {"a negative number", "sn,cpu_milli,memory_mib,gpu,model\nn,-1,2,3,\n",
         R"(:2: cpu_milli: expected a whole number of at least 0, found "-1")"},
        {"empty", "", ":1: has no column sn"},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        Reading reading;
        for (const model::Object& node : reading.nodes(c.text)) {
            CHECK(model::meta_of(node).name == "n");  // what is wrong is left out
            CHECK(std::string_view(c.name) == "no number");
        }
        REQUIRE(!reading.errors.empty());
        CHECK(reading.errors[0].message() == reading.folder.path() + "/nodes.csv" + c.says);
    }
}

TEST_CASE("openb: a file that is not there") {
    Reading reading;
    const model::Decoded decoded = read_pods_csv("/nowhere/pods.csv", reading.pools);
    REQUIRE(decoded.errors.size() == 1);
    CHECK(decoded.errors[0].message() ==
          "/nowhere/pods.csv: cannot be read: No such file or directory");
}

}  // namespace
}  // namespace berth::cluster
