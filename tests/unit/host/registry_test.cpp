#include "core/host/registry.hpp"

#include <doctest/doctest.h>

#include "core/base/clock.hpp"
#include "core/base/symbol.hpp"
#include "core/host/checksum.hpp"
#include "tests/unit/host/fakes.hpp"
#include "tests/unit/host/modules.hpp"

namespace berth::host {

using testing::FakeLibrary;
using testing::Folder;

namespace {

struct World {
    base::SymbolTable symbols;
    base::FakeClock clock;
    Context context{symbols, clock};

    RegistryResult open(const RegistrySources& sources) { return open_registry(sources, context); }
};

std::string file_of(const RegistryResult& result, std::size_t profile, std::string_view name) {
    const RegistryEntry* const entry = result.registry->entry(profile, name);
    return entry == nullptr ? "none" : entry->image->file();
}

}  // namespace

TEST_CASE("registry: built-in plugins are there for every profile") {
    World world;
    const FakeLibrary library(testing::good_factories());
    const RegistryResult result = world.open({{library.entry()}, {}, {{}, {}}});
    CHECK(result.errors.empty());
    CHECK(result.registry->names(0) ==
          std::vector<std::string_view>{"Bind", "Filter", "Score", "Sort"});
    CHECK(result.registry->find(1, "Sort") != nullptr);
    CHECK(result.registry->find(9, "Sort") != nullptr);
    CHECK(result.registry->find(0, "Nobody") == nullptr);
}

TEST_CASE("registry: libraries of directories are merged, bad ones refused, the rest goes on") {
    World world;
    Folder folder;
    folder.copy("good", "b.so");
    folder.write("a.so", "a text");
    folder.write("notes.txt", "not looked at");
    const FakeLibrary library(testing::good_factories());
    const RegistryResult result = world.open({{library.entry()}, {folder.path()}, {{}}});
    CHECK(result.errors.empty());
    REQUIRE(result.refused.size() == 1);
    CHECK(result.refused[0].message() ==
          folder.file("a.so") + ": not loaded: it is not an ELF shared object");
    CHECK(file_of(result, 0, "Good") == folder.file("b.so"));
    CHECK(file_of(result, 0, "Sort") == "built in");
}

TEST_CASE("registry: a name that comes twice names both files") {
    World world;
    Folder folder;
    folder.copy("good", "a.so");
    folder.copy("good", "b.so");
    const RegistryResult result = world.open({{}, {folder.path()}, {{}, {}}});
    REQUIRE(result.errors.size() == 1);
    CHECK(result.errors[0].text == "the plugin \"Good\" is in " + folder.file("a.so") + " and in " +
                                       folder.file("b.so") + ": remove one of them");
    CHECK(file_of(result, 0, "Good") == folder.file("a.so"));
}

TEST_CASE("registry: two profiles may have two builds of a plugin") {
    World world;
    Folder folder;
    folder.copy("good", "a.so");
    folder.copy("good", "b.so");
    const RegistryResult result =
        world.open({{}, {folder.path()}, {{{"a.so", ""}}, {{folder.file("b.so"), ""}}, {}}});
    CHECK(result.errors.empty());
    CHECK(file_of(result, 0, "Good") == folder.file("a.so"));
    CHECK(file_of(result, 1, "Good") == folder.file("b.so"));
    CHECK(file_of(result, 2, "Good") == "none");
}

TEST_CASE("registry: a library may bring a plugin that is not built in yet") {
    World world;
    Folder folder;
    folder.copy("good", "good.so");
    const FakeLibrary library({{"Good", nullptr, {}}, {"Other", nullptr, {}}});
    const RegistryResult result = world.open({{library.entry()}, {folder.path()}, {{}}});
    CHECK(result.errors.empty());
    CHECK(file_of(result, 0, "Good") == folder.file("good.so"));
    CHECK_FALSE(result.registry->entry(0, "Other")->ready());
}

TEST_CASE("registry: a library that a profile names and cannot have is an error") {
    World world;
    Folder folder;
    folder.write("bad.so", "a text");
    const RegistryResult result = world.open(
        {{}, {folder.path(), folder.file("nowhere")}, {{{"bad.so", ""}, {"missing.so", ""}}}});
    REQUIRE(result.errors.size() == 2);
    CHECK(result.errors[0].file == folder.file("bad.so"));
    CHECK(result.errors[1].message() ==
          "missing.so: profiles[0].pluginLibraries[1]: not found in any of the pluginDirectories");
    REQUIRE(result.refused.size() == 1);
    CHECK(result.refused[0].text.find("this plugin directory cannot be read") == 0);
}

TEST_CASE("registry: a pinned library must have the configured checksum") {
    World world;
    Folder folder;
    const std::string path = folder.copy("good", "good.so");
    const std::string sum = sha256_of_file(path).value();
    CHECK(world.open({{}, {folder.path()}, {{{"good.so", sum}}}}).errors.empty());
    const std::string other(64, '0');
    const RegistryResult result = world.open({{}, {folder.path()}, {{{"good.so", other}}}});
    REQUIRE(result.errors.size() == 1);
    CHECK(result.errors[0].text ==
          "not loaded: its SHA-256 is " + sum + ", and " + other + " is configured");
    CHECK(file_of(result, 0, "Good") == "none");
}

TEST_CASE("checksum: the known digest of three bytes") {
    Folder folder;
    CHECK(sha256_of_file(folder.write("abc", "abc")).value() ==
          "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK_FALSE(sha256_of_file(folder.file("none")));
}

}  // namespace berth::host
