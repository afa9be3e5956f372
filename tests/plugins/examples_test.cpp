// The two example plugins, opened as a host opens them and driven through the C ABI.
#include <cstdlib>
#include <dlfcn.h>
#include <memory>

#include <berth/testing.h>
#include <doctest/doctest.h>

namespace {

using namespace berth::test;  // NOLINT(google-build-using-namespace)
using Said = std::vector<std::string>;
using Numbers = std::vector<std::int64_t>;

// A library named by an environment variable, which the build sets.
class Library {
public:
    explicit Library(const char* variable) {
        const char* path = std::getenv(variable);
        if (path == nullptr) {
            throw std::runtime_error(std::string(variable) + " is not set");
        }
        handle_.reset(dlopen(path, RTLD_NOW | RTLD_LOCAL));
        if (handle_ == nullptr) {
            throw std::runtime_error(dlerror());
        }
        auto* get = reinterpret_cast<const berth_entry* (*)()>(
            dlsym(handle_.get(), "berth_plugin_entry_v1"));
        entry = get();
    }
    const berth_entry* entry = nullptr;

private:
    struct Close {
        void operator()(void* handle) const { dlclose(handle); }
    };
    std::unique_ptr<void, Close> handle_;
};

Said point_ids(const berth_factory& factory) {
    Said ids;
    for (std::uint32_t i = 0; i < factory.points.count; ++i) {
        ids.push_back(copy(static_cast<const berth_str*>(factory.points.items)[i]));
    }
    return ids;
}

TEST_CASE("C example: filters and scores by what its args say") {
    Library library("C_EXAMPLE");
    CHECK(library.entry->draft_hash == 0);
    CHECK(point_ids(*library.entry->factory(0)) == Said{BERTH_FILTER_V1, BERTH_SCORE_V1});
    CHECK(library.entry->factory(0)->args->fields.count == 3);
    FakeArgs args;
    args.set("optOut", args.text("x/out"));
    args.set("favourite", args.object({{"key", args.text("disk")}, {"value", args.text("ssd")}}));
    args.set("points", args.integer(80));
    PluginUnderTest plugin(library.entry, "CExample", args.raw());
    REQUIRE(plugin.status == BERTH_SUCCESS);
    FakeNodes nodes(4);
    nodes.annotation(1, "x/out", "");
    nodes.label(2, "disk", "ssd");
    nodes.label(3, "disk", "hdd");
    FakePod pod("p");
    CHECK(plugin.filter(pod, nodes) == Said{"0", "3: node(s) had opted out", "0", "0"});
    nodes.list({3, 2, 1});
    CHECK(plugin.filter(pod, nodes) == Said{"0", "0", "3: node(s) had opted out"});
    CHECK(plugin.score(pod, nodes) == Numbers{0, 80, 0});
    pod.annotation("x/out", "");
    CHECK(plugin.filter(pod, nodes) == Said{"0", "0", "0"});
}

TEST_CASE("C example: needs a host with reasons") {
    Library library("C_EXAMPLE");
    FakeHost host;
    host.missing.emplace(BERTH_HOST_REASONS_V1);
    FakeArgs args;
    FakeErrors errors;
    berth_plugin* made = nullptr;
    CHECK(library.entry->factory(0)->create(&host, args.raw(), &made, &errors) == BERTH_ERROR);
    CHECK(made == nullptr);
    CHECK(errors.lines == Said{": out of memory, or a host without reasons"});
}

TEST_CASE("QuietNodes: refuses busy nodes, twice as late where the label is") {
    Library library("QUIET_NODES");
    FakeArgs args;
    args.set("maxPods", args.integer(2));
    args.set("label", args.text("example.com/quiet"));
    args.set("scoring",
             args.object({{"strategy", args.text("Square")}, {"weight", args.integer(2)}}));
    PluginUnderTest plugin(library.entry, "QuietNodes", args.raw());
    REQUIRE(plugin.status == BERTH_SUCCESS);
    FakeNodes nodes(4);
    nodes.pod_count = {1, 2, 3, 4};
    nodes.label(2, "example.com/quiet", "");
    nodes.label(3, "example.com/quiet", "");
    FakePod pod("p");
    std::uint64_t bits[1] = {};
    berth_narrowing narrowing{sizeof(berth_narrowing), 0, bits};
    REQUIRE(plugin.table<berth_pre_filter_v1>(BERTH_PRE_FILTER_V1)
                ->pre_filter(plugin.plugin, &plugin.call, &pod.raw, &nodes.raw, &narrowing,
                             &plugin.reasons) == BERTH_SUCCESS);
    const std::string busy = "2: node(s) were too busy";
    CHECK(plugin.filter(pod, nodes) == Said{"0", busy, "0", busy});
    CHECK(plugin.score(pod, nodes) == Numbers{4, 16, 36, 64});
    CHECK(plugin.table<berth_score_v1>(BERTH_SCORE_V1)->normalize_kind ==
          BERTH_NORMALIZE_REVERSED_MAX);
}

TEST_CASE("QuietNodes: logs through the host, refuses args that make no sense") {
    Library library("QUIET_NODES");
    FakeArgs args;
    args.set("label", args.text(""));
    FakeErrors errors;
    CHECK(library.entry->factory(0)->validate(args.raw(), &errors) == BERTH_ERROR);
    CHECK(errors.lines == Said{"label: is empty: leave it out, or name a label key"});

    FakeHost host;
    host.verbosity = 1;
    FakeArgs none;
    berth_plugin* made = nullptr;
    REQUIRE(library.entry->factory(0)->create(&host, none.raw(), &made, &errors) == BERTH_SUCCESS);
    made->destroy(made);
    CHECK(host.log == Said{"I1 quiet_nodes.cpp: at most 50 pods on a quiet node"});

    host.missing.emplace(BERTH_HOST_LOG_V1);
    errors.lines.clear();
    CHECK(library.entry->factory(0)->create(&host, none.raw(), &made, &errors) == BERTH_ERROR);
    CHECK(errors.lines ==
          Said{": this host does not serve berth.host.log/1, which the plugin needs"});
}

}  // namespace
