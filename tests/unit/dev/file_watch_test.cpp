// Which changes of files end a wait. No time passes: a wait of no time looks once.
#include "core/dev/file_watch.hpp"

#include <filesystem>

#include <doctest/doctest.h>

#include "tests/unit/cluster/scratch_folder.hpp"

namespace {

using berth::cluster::testing::ScratchFolder;
using berth::dev::FileWatch;
using Files = std::vector<std::string>;

constexpr berth::base::Duration kNow{};

TEST_CASE("file watch: tells what appeared, changed and went") {
    const ScratchFolder scratch;
    std::filesystem::create_directories(scratch.path() + "/build");
    const std::string config = scratch.write("config.yaml", "a");
    FileWatch watch({{scratch.path() + "/build", {".txt"}}, {config, {}}});
    CHECK(watch.wait(kNow) == Files{});
    const std::string made = scratch.write("build/a.txt", "one");
    CHECK(watch.wait(kNow) == Files{made});
    CHECK(watch.wait(kNow) == Files{});
    scratch.write("build/a.txt", "longer");
    scratch.write("config.yaml", "changed");
    CHECK(watch.wait(kNow) == Files{made, config});
    std::filesystem::remove(made);
    CHECK(watch.wait(kNow) == Files{made});
}

TEST_CASE("file watch: looks into folders that are made later, and only at its own kinds") {
    const ScratchFolder scratch;
    FileWatch watch({{scratch.path(), {".txt"}}});
    std::filesystem::create_directories(scratch.path() + "/build/deep");
    std::filesystem::create_directories(scratch.path() + "/.hidden");
    scratch.write("build/a.o", "object");
    scratch.write(".hidden/a.txt", "hidden");
    CHECK(watch.wait(kNow) == Files{});
    const std::string made = scratch.write("build/deep/a.txt", "one");
    CHECK(watch.wait(kNow) == Files{made});
}

}  // namespace
