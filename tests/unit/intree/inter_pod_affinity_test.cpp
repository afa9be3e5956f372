// InterPodAffinity on the host's own index: hypothetical pods, and which events wake a pod. What it
// decides on whole clusters is in tests/golden.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/clock.hpp"
#include "core/cache/cache.hpp"
#include "core/framework/filter_pass.hpp"
#include "core/framework/node_view.hpp"
#include "core/framework/runner.hpp"
#include "core/host/build_generation.hpp"
#include "core/host/context.hpp"
#include "core/host/registry.hpp"
#include "core/index/host_index.hpp"
#include "core/model/decode.hpp"
#include "core/model/words.hpp"
#include "core/settings/load.hpp"
#include "plugins/intree/catalog.hpp"

namespace berth {
namespace {

constexpr std::string_view kConfig = R"(
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- schedulerName: default-scheduler
  plugins:
    multiPoint:
      disabled: [{name: "*"}]
      enabled: [{name: PrioritySort}, {name: InterPodAffinity}, {name: DefaultBinder}]
)";

// {who: term of} in one line each; "" is none.
struct Terms {
    std::string app = {};
    std::string affinity = {};       // key:app
    std::string anti_affinity = {};  // key:app
};

std::string term_json(std::string_view kind, std::string_view term) {
    const std::size_t colon = term.find(':');
    return fmt::format(
        R"("{}":{{"requiredDuringSchedulingIgnoredDuringExecution":[{{"topologyKey":"{}",)"
        R"("labelSelector":{{"matchLabels":{{"app":"{}"}}}}}}]}})",
        kind, term.substr(0, colon), term.substr(colon + 1));
}

std::string pod_json(std::string_view name, const Terms& terms, std::string_view node) {
    std::vector<std::string> parts;
    if (!terms.affinity.empty()) {
        parts.push_back(term_json("podAffinity", terms.affinity));
    }
    if (!terms.anti_affinity.empty()) {
        parts.push_back(term_json("podAntiAffinity", terms.anti_affinity));
    }
    return fmt::format(R"({{"apiVersion":"v1","kind":"Pod","metadata":{{"name":"{0}","uid":"{0}",)"
                       R"("namespace":"default","labels":{{"app":"{1}"}}}},"spec":{{)"
                       R"("nodeName":"{2}","affinity":{{{3}}},"containers":[{{"name":"c"}}]}}}})",
                       name, terms.app, node, fmt::join(parts, ","));
}

// "zone=a,rack=1"
std::string node_json(std::string_view name, std::string_view labels) {
    std::string json;
    while (!labels.empty()) {
        const std::string_view one = labels.substr(0, labels.find(','));
        labels.remove_prefix(std::min(labels.size(), one.size() + 1));
        json += fmt::format(R"({}"{}":"{}")", json.empty() ? "" : ",", one.substr(0, one.find('=')),
                            one.substr(one.find('=') + 1));
    }
    return fmt::format(
        R"({{"apiVersion":"v1","kind":"Node","metadata":{{"name":"{}","labels":{{{}}}}}}})", name,
        json);
}

class World {
public:
    World()
        : symbols_(model::first_words()),
          pools_(symbols_),
          views_(symbols_),
          cache_(symbols_),
          index_(cache_, symbols_),
          context_(symbols_, clock_),
          registry_(host::open_registry(
              {.built_in = intree::entries(), .directories = {}, .libraries = {}}, context_)) {
        const auto loaded =
            settings::load(kConfig, "test", *registry_.registry, settings::LoadOptions{&symbols_});
        REQUIRE(loaded.errors.empty());
        generation_ = host::build_generation(loaded.configuration, *registry_.registry, context_, 1)
                          .generation;
        REQUIRE(generation_ != nullptr);
        context_.set_index(&index_);
        add_node("n0", "zone=a");
        add_node("n1", "zone=a");
        add_node("n2", "zone=b");
        add_node("n3", "");
    }
    ~World() {
        context_.set_snapshot(nullptr);
        context_.set_index(nullptr);
    }

    model::Ptr<model::Node> node(std::string_view name, std::string_view labels) {
        return model::as<model::Node>(decode(node_json(name, labels)));
    }
    void add_node(std::string_view name, std::string_view labels) {
        cache_.add_node(node(name, labels));
    }
    framework::PodInfoRef pod(std::string_view name, const Terms& terms, std::string_view on = "") {
        return views_.make(model::as<model::Pod>(decode(pod_json(name, terms, on))));
    }
    void place(std::string_view name, const Terms& terms, std::string_view on) {
        REQUIRE(cache::changed(cache_.add_pod(pod(name, terms, on))));
    }

    // Runs PreFilter for the pod.
    void begin(const framework::PodInfoRef& pod) {
        snapshot_ = &cache_.snapshot();
        context_.set_snapshot(snapshot_);
        cycle_.begin(generation_, *generation_->profiles[0], pod, 1, 0);
        run_pre_filter(cycle_, *snapshot_, pre_filter_);
        REQUIRE(pre_filter_.status.ok());
    }
    // Nodes that Filter allows, with `other` counted on `node` once more or once less.
    std::string allowed(const framework::PodInfo* other = nullptr, std::string_view on = "",
                        bool added = true) {
        framework::Cycle copy;
        REQUIRE(copy.clone_from(cycle_).ok());
        if (other != nullptr) {
            const berth_nodes node = snapshot_->range(snapshot_->row_of(on), 1);
            const framework::Status status = added ? run_add_pod(copy, other->view, node)
                                                   : run_remove_pod(copy, other->view, node);
            REQUIRE(status.ok());
        }
        std::vector<std::string_view> names;
        for (std::uint32_t row = 0; row < snapshot_->rows(); ++row) {
            if (framework::FilterPass::judge(copy, *snapshot_, row).code ==
                framework::Code::kSuccess) {
                names.push_back(snapshot_->info(row).name());
            }
        }
        std::sort(names.begin(), names.end());
        return fmt::format("{}", fmt::join(names, " "));
    }
    const framework::PodInfo& placed(std::string_view uid) { return *cache_.find(uid)->pod; }

    // Would the event wake a pod that the plugin refused?
    bool wakes(const framework::PodInfoRef& pod, const framework::ClusterEvent& event) {
        for (const auto& plugin : generation_->profiles[0]->instances) {
            if (plugin->name != "InterPodAffinity") {
                continue;
            }
            for (const framework::EventRegistration& registration : *plugin->events) {
                if (framework::matches(registration, event)) {
                    const berth_pod* const pods[] = {&pod->view};
                    std::uint8_t verdict = BERTH_QUEUE;
                    run_hint(*plugin, registration, event, pods, {&verdict, 1});
                    return verdict == BERTH_QUEUE;
                }
            }
        }
        return false;
    }
    std::unique_ptr<framework::NodeView> view(std::string_view labels) {
        return std::make_unique<framework::NodeView>(node("n9", labels), symbols_);
    }

private:
    model::Object decode(const std::string& json) {
        model::Decoded decoded = model::decode_text(json, "test", pools_);
        REQUIRE(decoded.errors.empty());
        return model::finish(std::move(decoded.objects.at(0)), pools_);
    }

    base::FakeClock clock_;
    base::SymbolTable symbols_;
    model::Pools pools_;
    framework::PodViews views_;
    cache::Cache cache_;
    index::HostIndex index_;
    host::Context context_;
    host::RegistryResult registry_;
    framework::GenerationRef generation_;
    framework::Cycle cycle_;
    framework::PreFilterResult pre_filter_;
    cache::Snapshot* snapshot_ = nullptr;
};

TEST_CASE("inter-pod affinity: pods that are added and removed for a dry run count") {
    struct Case {
        const char* name;
        std::vector<std::pair<Terms, const char*>> placed;  // called p0, p1, …
        Terms pod;
        std::string before;
        std::string added;    // with Terms{.app = "x"} on n0
        std::string removed;  // without p0; "-": not asked
    };
    const Case cases[] = {
        {"affinity: the first pod must mean itself, the next ones follow it",
         {},
         {.app = "x", .affinity = "zone:x"},
         "n0 n1 n2",
         "n0 n1",
         "-"},
        {"affinity to others", {}, {.app = "y", .affinity = "zone:x"}, "", "n0 n1", "-"},
        {"affinity: the last one that matched goes",
         {{{.app = "x"}, "n2"}},
         {.app = "y", .affinity = "zone:x"},
         "n2",
         "n0 n1 n2",
         ""},
        {"affinity: the pod is the first again",
         {{{.app = "x"}, "n2"}},
         {.app = "x", .affinity = "zone:x"},
         "n2",
         "n0 n1 n2",
         "n0 n1 n2"},
        {"anti-affinity",
         {{{.app = "x"}, "n2"}},
         {.app = "y", .anti_affinity = "zone:x"},
         "n0 n1 n3",
         "n3",
         "n0 n1 n2 n3"},
        {"anti-affinity of placed pods",
         {{{.app = "z", .anti_affinity = "zone:y"}, "n2"}, {{.app = "x"}, "n2"}},
         {.app = "y"},
         "n0 n1 n3",
         "n0 n1 n3",
         "n0 n1 n2 n3"},
        {"a pod on a node without the label counts nowhere",
         {{{.app = "x"}, "n3"}},
         {.app = "x", .affinity = "zone:x"},
         "n0 n1 n2",
         "n0 n1",
         "n0 n1 n2"},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        World world;
        for (std::size_t i = 0; i < c.placed.size(); ++i) {
            world.place(fmt::format("p{}", i), c.placed[i].first, c.placed[i].second);
        }
        world.begin(world.pod("new", c.pod));
        const auto other = world.pod("other", {.app = "x"});
        CHECK(world.allowed() == c.before);
        CHECK(world.allowed(other.get(), "n0") == c.added);
        if (c.removed != "-") {
            CHECK(world.allowed(&world.placed("p0"), c.placed[0].second, false) == c.removed);
        }
        CHECK(world.allowed() == c.before);
    }
}

TEST_CASE("inter-pod affinity: an added pod's term on a key that no placed term has") {
    World world;
    world.add_node("n4", "zone=b,rack=1");
    world.add_node("n5", "rack=1");
    world.begin(world.pod("new", {.app = "y", .anti_affinity = "zone:nobody"}));
    const auto other = world.pod("other", {.app = "z", .anti_affinity = "rack:y"});
    CHECK(world.allowed() == "n0 n1 n2 n3 n4 n5");
    CHECK(world.allowed(other.get(), "n4") == "n0 n1 n2 n3");
    CHECK(world.allowed(other.get(), "n0") == "n0 n1 n2 n3 n4 n5");
}

TEST_CASE("inter-pod affinity: events of pods wake who they may help") {
    struct Case {
        const char* name;
        Terms pod;
        std::optional<Terms> before, after;
        bool wakes;
        const char* node = "n0";
    };
    const Terms near{.app = "y", .affinity = "zone:x"};
    const Terms far{.app = "y", .anti_affinity = "zone:x"};
    const Case cases[] = {
        {"added: matches", near, {}, Terms{.app = "x"}, true},
        {"added: does not match", near, {}, Terms{.app = "z"}, false},
        {"added: no affinity", far, {}, Terms{.app = "x"}, false},
        {"added: on no node", near, {}, Terms{.app = "x"}, false, ""},
        {"label: begins to match", near, Terms{.app = "z"}, Terms{.app = "x"}, true},
        {"label: matched before", near, Terms{.app = "x"}, Terms{.app = "x"}, false},
        {"label: matches the anti-affinity no more", far, Terms{.app = "x"}, Terms{.app = "z"},
         true},
        {"label: begins to match the anti-affinity", far, Terms{.app = "z"}, Terms{.app = "x"},
         false},
        {"deleted: matched the anti-affinity", far, Terms{.app = "x"}, {}, true},
        {"deleted: matched the affinity", near, Terms{.app = "x"}, {}, false},
        {"deleted: its own anti-affinity",
         near,
         Terms{.app = "z", .anti_affinity = "zone:y"},
         {},
         true},
        {"deleted: its anti-affinity to others",
         near,
         Terms{.app = "z", .anti_affinity = "zone:z"},
         {},
         false},
    };
    World world;
    for (const Case& c : cases) {
        INFO(c.name);
        framework::ClusterEvent event;
        event.resource = BERTH_RESOURCE_ASSIGNED_POD;
        event.actions = !c.before ? BERTH_ACTION_ADD
                        : c.after ? BERTH_ACTION_UPDATE_POD_LABEL
                                  : BERTH_ACTION_DELETE;
        event.old_pod = c.before ? world.pod("other", *c.before, c.node) : nullptr;
        event.new_pod = c.after ? world.pod("other", *c.after, c.node) : nullptr;
        CHECK(world.wakes(world.pod("new", c.pod), event) == c.wakes);
    }
}

TEST_CASE("inter-pod affinity: events of nodes wake who they may help") {
    struct Case {
        const char* name;
        Terms pod;
        const char* before;  // null: the node is new
        const char* after;
        bool wakes;
    };
    const Terms near{.app = "y", .affinity = "zone:x"};
    const Terms far{.app = "y", .anti_affinity = "zone:x"};
    const Case cases[] = {
        {"affinity: a new node with the key", near, nullptr, "zone=a", true},
        {"affinity: a new node without it", near, nullptr, "rack=1", false},
        {"affinity: the key appears", near, "", "zone=a", true},
        {"affinity: another value", near, "zone=a", "zone=b", true},
        {"affinity: the key goes", near, "zone=a", "", false},
        {"affinity: another label", near, "zone=a", "zone=a,rack=1", false},
        {"anti-affinity: any new node", far, nullptr, "", true},
        {"anti-affinity: the key goes", far, "zone=a", "", true},
        {"anti-affinity: another value", far, "zone=a", "zone=b", true},
        {"anti-affinity: the key appears", far, "", "zone=a", false},
        {"neither", {.app = "y"}, nullptr, "zone=a", false},
    };
    World world;
    for (const Case& c : cases) {
        INFO(c.name);
        const auto before = c.before != nullptr ? world.view(c.before) : nullptr;
        const auto after = world.view(c.after);
        framework::ClusterEvent event;
        event.resource = BERTH_RESOURCE_NODE;
        event.actions = c.before == nullptr ? BERTH_ACTION_ADD : BERTH_ACTION_UPDATE_NODE_LABEL;
        event.old_node = before != nullptr ? &before->view : nullptr;
        event.new_node = &after->view;
        CHECK(world.wakes(world.pod("new", c.pod), event) == c.wakes);
    }
}

}  // namespace
}  // namespace berth
