// berth plugin new: names, points, and what is refused.
#include "core/scaffold/new_plugin.hpp"

#include <filesystem>

#include <doctest/doctest.h>

#include "core/scaffold/points.hpp"
#include "tests/unit/cluster/scratch_folder.hpp"
#include "tests/unit/doctest_names.hpp"

namespace {

namespace scaffold = berth::scaffold;

TEST_CASE("new plugin: file names") {
    struct Case {
        std::string_view name, wanted;
    };
    const Case cases[] = {{"Quiet", "quiet"},
                          {"QuietNodes", "quiet_nodes"},
                          {"GPUShare", "gpu_share"},
                          {"NUMA", "numa"},
                          {"Fit2Nodes", "fit2_nodes"}};
    for (const Case& row : cases) {
        CHECK(scaffold::snake_case(row.name) == row.wanted);
    }
}

std::string words(std::string_view list) {
    const auto points = scaffold::parse_points(list);
    if (!points) {
        return points.error().text;
    }
    std::string out;
    for (const scaffold::Point& point : *points) {
        out += std::string(point.word) + " ";
    }
    return out;
}

TEST_CASE("new plugin: points by any of their spellings, in the order of a pod's way") {
    CHECK(words("score,Filter, pre-filter,PRE_FILTER") == "pre_filter filter score ");
    CHECK(words("normalizeScore") == "score normalize ");
    CHECK(words("filter,scoer").starts_with("there is no extension point scoer; there are "));
    CHECK(words(" , ").starts_with("a plugin needs an extension point"));
}

TEST_CASE("new plugin: nothing is written over") {
    const berth::cluster::testing::ScratchFolder scratch;
    const std::string folder = scratch.path() + "/made";
    const scaffold::NewPlugin wanted{.name = "Quiet", .folder = folder, .sdk = "/sdk"};
    const auto written = scaffold::write_plugin(wanted);
    REQUIRE(written);
    CHECK(written->files.size() == 9);
    for (const std::string& file : written->files) {
        CHECK(std::filesystem::file_size(std::filesystem::path(folder) / file) > 0);
    }
    const auto again = scaffold::write_plugin(wanted);
    REQUIRE_FALSE(again);
    CHECK(again.error().text == folder + ": is there already; nothing was written");
}

TEST_CASE("new plugin: names that cannot be a class") {
    for (const char* name : {"", "quiet", "Quiet-Nodes", "9Lives", "Quiet Nodes"}) {
        CAPTURE(name);
        CHECK_FALSE(scaffold::write_plugin({.name = name, .folder = "/nowhere", .sdk = ""}));
    }
}

}  // namespace
