// What the host does with a library that is wrong, in each way that tests/faulty has: the build
// that runs goes on, one sentence says why, and a good build that comes later is taken.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>

#include "tests/reload/loader_world.hpp"

namespace berth::testing {
namespace {

namespace fs = std::filesystem;

struct Case {
    const char* name;
    const char* says;  // part of the sentence
    int seconds = 60;  // that a probe may last
    std::uint64_t memory = std::uint64_t{2} << 30;
};

const Case kCases[] = {
    {"crashes_in_constructor", "SIGSEGV in its constructors"},
    {"crashes_in_init", "SIGSEGV in init"},
    {"crashes_in_create", "SIGSEGV in create of Faulty@1"},
    {"crashes_in_filter", "SIGSEGV in Filter of Faulty@1"},
    {"crashes_in_score", "SIGSEGV in Score of Faulty@1"},
    {"crashes_in_destroy", "SIGSEGV in destroy of Faulty@1"},
    {"crashes_in_deinit", "SIGSEGV in deinit"},
    {"aborts", "SIGABRT in Filter of Faulty@1"},
    {"divides_by_zero", "SIGFPE in Filter of Faulty@1"},
    {"illegal_instruction", "SIGILL in Filter of Faulty@1"},
    {"overflows_the_stack", "SIGSEGV in Filter of Faulty@1"},
    {"exits", "called exit() in Filter"},
    {"exits_at_once", "it ended the process with status 0"},
    {"closes_descriptors", "it ended the process with status 0"},
    {"hangs_in_create", "it did not return within 2s: in create of Faulty@1", 2},
    {"hangs_in_filter", "it did not return within 2s: in Filter of Faulty@1", 2},
    {"hangs_in_destroy", "it did not return within 2s: in destroy of Faulty@1", 2},
    {"allocates_without_end", "its factory threw an exception", 60, std::uint64_t{512} << 20},
    {"throws", "Filter, pod default/berth-probe-0-0: it threw an exception"},
    {"bad_status", "it returned the unknown code 77"},
    {"bad_verdict", "it returned the unknown code 99"},
    {"waits_in_filter", "it returned Wait, which is not allowed here"},
    {"bad_score", "is out of range"},
    {"unwritten_scores", "it left scores unwritten"},
    {"late_token", "which no call has"},
    {"huge_reasons", "its generation has more reasons than a host keeps"},
    {"wrong_thread", "it asked for columns from a thread of its own"},
    {"leaked_thread", "1 threads of its own still run"},
    {"unique_symbols", "it has the unique symbol"},
    {"executable_stack", "it asks for an executable stack"},
    {"text_relocations", "it has relocations in its code"},
    {"two_exports", "it exports berth_plugin_other_v1 beside"},
};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

// A sanitizer takes these over: memory, the stack and signals are its own there.
bool of_the_plain_build(std::string_view name) {
    return name == "allocates_without_end" || name == "overflows_the_stack";
}

}  // namespace

TEST_CASE("faulty: refused before anything of it runs here") {
    LoaderWorld world;
    world.add_node("n1");
    world.install_faulty("p.so", "good_a");
    REQUIRE(world.start().empty());
    std::uint64_t generation = world.generation();
    bool other = true;
    for (const Case& c : kCases) {
        if (kSanitized && of_the_plain_build(c.name)) {
            continue;
        }
        INFO(c.name);
        if (world.options.probe.time != std::chrono::seconds(c.seconds) ||
            world.options.probe.memory != c.memory) {
            world.stop();
            world.options.probe.time = std::chrono::seconds(c.seconds);
            world.options.probe.memory = c.memory;
            REQUIRE(world.start().empty());
        }
        generation = world.generation();
        world.install_faulty("p.so", c.name);
        world.look();
        const host::LibraryRow row = world.row("p.so");
        INFO(row.problem);
        CHECK(world.generation() == generation);
        CHECK(row.state == "refused");
        CHECK(row.problem.find(c.says) != std::string::npos);
        CHECK(row.sha256 != row.running_sha256);
        CHECK(world.event_reasons().back() == "PluginRefused");
        const std::string pod = std::string("after-") + std::to_string(&c - kCases);
        world.add_pod(pod);
        world.schedule();
        CHECK(world.node_of(pod) == "n1");
        // A good build that comes later is taken.
        world.install_faulty("p.so", other ? "good_b" : "good_a");
        other = !other;
        world.look();
        INFO(world.row("p.so").problem);
        CHECK(world.generation() > generation);
        CHECK(world.row("p.so").state == "running");
    }
}

TEST_CASE("faulty: files that are no whole library") {
    const std::string good = content_of(faulty("good_b"));
    std::string other_class = good;
    other_class[4] = 1;
    std::string other_machine = good;
    other_machine[18] = 3;
    struct File {
        const char* name;
        std::string content;
        const char* says;
    };
    const File files[] = {
        {"empty", "", "it is not an ELF shared object"},
        {"text", "#!/bin/sh\n", "it is not an ELF shared object"},
        {"header only", good.substr(0, 40), "it is cut off"},
        {"half", good.substr(0, good.size() / 4), "it is cut off"},
        {"32 bits", other_class, "it is a 32-bit object"},
        {"another machine", other_machine, "it is built for i386"},
    };
    LoaderWorld world;
    world.add_node("n1");
    world.install_faulty("p.so", "good_a");
    REQUIRE(world.start().empty());
    for (const File& file : files) {
        INFO(file.name);
        world.install("p.so", file.content);
        world.look();
        CHECK(world.generation() == 1);
        INFO(world.row("p.so").problem);
        CHECK(world.row("p.so").problem.find(file.says) != std::string::npos);
    }
    world.install("p.so", good);
    world.look();
    CHECK(world.generation() > 1);
}

TEST_CASE("faulty: a library that everyone can write is not trusted") {
    LoaderWorld world;
    world.install_faulty("p.so", "good_a");
    REQUIRE(world.start().empty());
    world.install_faulty("p.so", "good_b");
    fs::permissions(world.path("p.so"), fs::perms::others_write, fs::perm_options::add);
    world.look();
    CHECK(world.row("p.so").problem.find("every user can write it") != std::string::npos);
    CHECK(world.generation() == 1);
    fs::permissions(world.path("p.so"), fs::perms::others_write, fs::perm_options::remove);
    world.look();
    CHECK(world.generation() == 2);
}

TEST_CASE("faulty: what happens to the file does not touch the build that runs") {
    LoaderWorld world;
    world.add_node("n1");
    world.install_faulty("p.so", "good_a");
    REQUIRE(world.start().empty());

    SUBCASE("truncated and overwritten in place while it runs") {
        fs::resize_file(world.path("p.so"), 100);
        world.add_pod("a");
        world.schedule();
        CHECK(world.node_of("a") == "n1");
        std::ofstream(world.path("p.so"), std::ios::binary) << std::string(50000, 'x');
        world.add_pod("b");
        world.schedule();
        CHECK(world.node_of("b") == "n1");
        world.look();
        CHECK(world.generation() == 1);
    }
    SUBCASE("written bit by bit: nothing is taken before it has settled") {
        const std::string good = content_of(faulty("good_b"));
        std::ofstream stream(world.path("p.so"), std::ios::binary | std::ios::trunc);
        stream << good.substr(0, good.size() / 2) << std::flush;
        world.loader->look(world);
        world.clock.advance(world.options.settle / 2);
        world.loader->look(world);
        CHECK(world.row("p.so").problem.empty());
        stream << good.substr(good.size() / 2) << std::flush;
        stream.close();
        world.look();
        CHECK(world.generation() == 2);
    }
    SUBCASE("removed: the configuration cannot do without it") {
        fs::remove(world.path("p.so"));
        world.look();
        CHECK(world.generation() == 1);
        CHECK(world.loader->status().config_problem.find("Faulty") != std::string::npos);
    }
    SUBCASE("touched: an equal build is no reload") {
        world.install_faulty("p.so", "good_a");
        world.look();
        CHECK(world.generation() == 1);
        CHECK(world.event_reasons().empty());
    }
}

TEST_CASE("faulty: two libraries with one plugin name both files") {
    LoaderWorld world;
    world.install_faulty("p.so", "good_a");
    REQUIRE(world.start().empty());
    world.install_faulty("q.so", "good_b");
    world.look();
    CHECK(world.generation() == 1);
    const std::string problem = world.loader->status().config_problem;
    INFO(problem);
    CHECK(problem.find("the plugin \"Faulty\" is in ") != std::string::npos);
    CHECK(problem.find("p.so and in ") != std::string::npos);
}

TEST_CASE("faulty: directories that are swapped, removed and made again") {
    LoaderWorld world(
        "profiles:\n- schedulerName: default-scheduler\n  pluginLibraries: [current/p.so]\n"
        "  plugins:\n    multiPoint: {enabled: [{name: Faulty}]}\n");
    for (const char* version : {"one", "two"}) {
        fs::create_directory(world.path(version));
    }
    world.install_faulty("one/p.so", "good_a");
    world.install_faulty("two/p.so", "good_b");
    fs::create_directory_symlink("one", world.path("current"));
    REQUIRE(world.start().empty());

    SUBCASE("a symlink is swapped, as a mounted ConfigMap does") {
        fs::create_directory_symlink("two", world.path("next"));
        fs::rename(world.path("next"), world.path("current"));
        world.look();
        CHECK(world.generation() == 2);
    }
    SUBCASE("the directory goes and comes back with another build") {
        fs::remove_all(world.path("one"));
        world.look();
        CHECK(world.generation() == 1);
        fs::create_directory(world.path("one"));
        world.install_faulty("one/p.so", "good_b");
        world.look();
        CHECK(world.generation() == 2);
    }
}

TEST_CASE("faulty: a thread_local keeps an image mapped, and nothing else") {
    LoaderWorld world;
    world.add_node("n1");
    world.install_faulty("p.so", "good_a");
    REQUIRE(world.start().empty());
    const std::size_t before = host::Image::resident();
    world.install_faulty("p.so", "thread_local");
    world.look();
    REQUIRE(world.generation() == 2);
    world.add_pod("a");
    world.schedule();
    world.install_faulty("p.so", "good_b");
    world.look();
    REQUIRE(world.generation() == 3);
    world.advance(world.options.probation);
    world.look();  // the generation before is let go with the probation
    world.look();
    CHECK(world.loader->status().images_resident == before + 1);
    CHECK(world.loader->status().generations_in_use == 1);
}

TEST_CASE("faulty: after probation has begun") {
    LoaderWorld world;
    world.options.most_misbehaviours = 3;
    world.add_node("n1");
    world.install_faulty("p.so", "good_a");
    REQUIRE(world.start().empty());
    const std::string good = world.row("p.so").running_sha256;
    world.install_faulty("p.so", "bad_score_later");
    world.add_node("n2");
    world.look();
    REQUIRE(world.generation() == 2);
    for (const char* pod : {"trigger-1", "trigger-2", "trigger-3"}) {
        world.add_pod(pod);
    }
    world.schedule();
    world.look();
    world.look();
    CHECK(world.generation() == 3);
    const host::LibraryRow row = world.row("p.so");
    CHECK(row.state == "in quarantine");
    CHECK(row.running_sha256 == good);
    CHECK(world.event_reasons().back() == "PluginRolledBack");
    // The pods that its errors kept are scheduled by the build before.
    world.advance(std::chrono::seconds(20));
    world.schedule();
    CHECK(world.node_of("trigger-1") != "");

    SUBCASE("the same build is not taken again, also by hand") {
        world.install_faulty("p.so", "bad_score_later");
        world.loader->reload();
        world.look();
        CHECK(world.generation() == 3);
        CHECK(world.row("p.so").state == "in quarantine");
    }
    SUBCASE("out of quarantine it is taken") {
        host::Quarantine quarantine(world.options.state_folder + "/quarantine.json");
        REQUIRE(quarantine.clear("Faulty").value() == 1);
        world.loader->reload();
        world.look();
        CHECK(world.generation() == 4);
    }
    SUBCASE("the next start leaves it for the last good build") {
        world.advance(world.options.probation);
        world.stop();
        const std::string refused = world.start();
        // Nothing good was kept: the build before had not run for a minute.
        CHECK(refused.find("this build is in quarantine") != std::string::npos);
    }
}

TEST_CASE("faulty: a good build is kept, and runs where the next start finds a bad one") {
    LoaderWorld world;
    world.add_node("n1");
    world.install_faulty("p.so", "good_a");
    REQUIRE(world.start().empty());
    world.install_faulty("p.so", "good_b");
    world.look();
    REQUIRE(world.generation() == 2);
    world.advance(world.options.probation);
    world.look();
    const std::string kept = world.row("p.so").running_sha256;
    world.stop();
    world.install_faulty("p.so", "crashes_in_create");
    REQUIRE(world.start().empty());
    CHECK(world.row("p.so").running_sha256 == kept);
    world.add_pod("a");
    world.schedule();
    CHECK(world.node_of("a") == "n1");
}

TEST_CASE("faulty: an optional library is left out, a needed one stops the start") {
    struct Row {
        const char* name;
        const char* library;
        const char* says;
    };
    const Row rows[] = {{"needed", "[p.so]", "SIGSEGV in create"},
                        {"optional", "[{file: p.so, optional: true}]", ""}};
    for (const Row& row : rows) {
        INFO(row.name);
        LoaderWorld world(
            std::string("profiles:\n- schedulerName: default-scheduler\n  pluginLibraries: ") +
            row.library + "\n  plugins:\n    multiPoint: {enabled: [{name: Faulty}]}\n");
        world.add_node("n1");
        world.install_faulty("p.so", "crashes_in_create");
        const std::string said = world.start();
        INFO(said);
        if (*row.says != '\0') {
            CHECK(said.find(row.says) != std::string::npos);
            continue;
        }
        CHECK(said.empty());
        const auto& left_out = world.scheduler->generation().profiles[0]->left_out;
        CHECK(std::count(left_out.begin(), left_out.end(), "Faulty") == 1);
        world.add_pod("a");
        world.schedule();
        CHECK(world.node_of("a") == "n1");
    }
}

}  // namespace berth::testing
