#include "core/cluster/manifests.hpp"

#include <doctest/doctest.h>

#include "core/model/words.hpp"
#include "tests/unit/cluster/scratch_folder.hpp"

namespace berth::cluster {
namespace {

struct Reading {
    base::SymbolTable symbols{model::first_words()};
    model::Pools pools{symbols};
    testing::ScratchFolder folder;

    std::vector<std::string> names(const std::vector<std::string>& paths, base::Errors* errors) {
        model::Decoded decoded = read_manifests(paths, pools);
        std::vector<std::string> out;
        for (model::Draft& draft : decoded.objects) {
            out.push_back(model::meta_of(draft).name);
        }
        if (errors != nullptr) {
            *errors = std::move(decoded.errors);
        } else {
            CHECK(decoded.errors.empty());
        }
        return out;
    }
};

std::string node(const std::string& name) {
    return "apiVersion: v1\nkind: Node\nmetadata: {name: " + name + "}\n";
}

TEST_CASE("manifests: a folder is its YAML and JSON files by name, others are left out") {
    Reading reading;
    reading.folder.write("b.yml", node("two") + "---\n" + node("three"));
    reading.folder.write("a.json",
                         R"({"apiVersion": "v1", "kind": "Node", "metadata": {"name": "one"}})");
    reading.folder.write("notes.txt", "not: [yaml");
    CHECK(reading.names({reading.folder.path()}, nullptr) ==
          std::vector<std::string>{"one", "two", "three"});
}

TEST_CASE("manifests: files come in the order in which they are named") {
    Reading reading;
    const std::string first = reading.folder.write("z.yaml", node("z"));
    const std::string second = reading.folder.write("a", node("a"));  // any name will do
    CHECK(reading.names({first, second}, nullptr) == std::vector<std::string>{"z", "a"});
}

TEST_CASE("manifests: each file that cannot be read is an error, the others go on") {
    Reading reading;
    const std::string good = reading.folder.write("good.yaml", node("good"));
    testing::ScratchFolder empty;
    base::Errors errors;
    CHECK(reading.names({"/nowhere/x.yaml", empty.path(), good}, &errors) ==
          std::vector<std::string>{"good"});
    REQUIRE(errors.size() == 2);
    CHECK(errors[0].message() == "/nowhere/x.yaml: cannot be read: No such file or directory");
    CHECK(errors[1].message() ==
          empty.path() + ": cannot be read: the folder holds no .yaml, .yml or .json file");
}

TEST_CASE("manifests: a malformed object is told with file, line and field") {
    Reading reading;
    const std::string bad = reading.folder.write(
        "bad.yaml",
        "apiVersion: v1\nkind: Node\nmetadata: {name: n1}\nspec:\n  unschedulable: 3\n");
    base::Errors errors;
    CHECK(reading.names({bad}, &errors).empty());
    REQUIRE(errors.size() == 1);
    CHECK(errors[0].file == bad);
    CHECK(errors[0].line == 5);
    CHECK(errors[0].field == "spec.unschedulable");
    CHECK(errors[0].object == "Node n1");
}

}  // namespace
}  // namespace berth::cluster
