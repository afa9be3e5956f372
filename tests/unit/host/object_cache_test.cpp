#include "core/host/objects/object_cache.hpp"

#include <string>
#include <vector>

#include <berth/storage_objects.h>
#include <doctest/doctest.h>

#include "core/host/text.hpp"
#include "core/model/decode.hpp"
#include "core/model/pools.hpp"
#include "core/model/words.hpp"

namespace berth::host {

namespace {

using access::ChangeType;

struct World {
    base::SymbolTable symbols{model::first_words()};
    model::Pools pools{symbols};
    ObjectCache cache{symbols};

    // Applies each object of the text as an added one.
    void add(std::string_view text) {
        model::Decoded decoded = model::decode_text(text, "test", pools);
        REQUIRE(decoded.errors.empty());
        for (model::Draft& draft : decoded.objects) {
            cache.apply({ChangeType::kAdded, model::finish(std::move(draft), pools), {}});
        }
    }
    model::Object object(std::string_view text) {
        model::Decoded decoded = model::decode_text(text, "test", pools);
        REQUIRE(decoded.objects.size() == 1);
        return model::finish(std::move(decoded.objects.front()), pools);
    }
    template <typename View>
    const View* get(std::uint32_t kind, std::string_view place, std::string_view name) const {
        return reinterpret_cast<const View*>(cache.get(kind, place, name));
    }
    // The names of a list, read in pages of `room`.
    std::string names(berth_object_query query, std::uint32_t room = 2) const {
        query.struct_size = sizeof(query);
        std::string out;
        std::uint64_t cursor = 0;
        std::vector<const berth_object*> page(room);
        while (const std::uint32_t count = cache.list(query, cursor, page.data(), room)) {
            for (std::uint32_t i = 0; i < count; ++i) {
                out += out.empty() ? "" : " ";
                out += view_of(page[i]->meta->name);
            }
        }
        return out;
    }
};

berth_object_query of_kind(std::uint32_t kind) {
    berth_object_query query{};
    query.kind = kind;
    return query;
}

constexpr std::string_view kVolumes = R"(
apiVersion: v1
kind: PersistentVolume
metadata: {name: b, labels: {disk: fast}}
spec: {capacity: {storage: 2Gi}, storageClassName: local, accessModes: [ReadWriteOnce]}
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: a, annotations: {volume.beta.kubernetes.io/storage-class: local}}
spec: {capacity: {storage: 1500m}, claimRef: {namespace: x, name: c, uid: u}}
status: {phase: Available}
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: c}
spec: {storageClassName: far, volumeMode: Block}
)";

}  // namespace

TEST_CASE("object cache: only opened kinds are kept, as typed views") {
    World world;
    world.add(kVolumes);
    CHECK(world.cache.get(BERTH_OBJECT_PERSISTENT_VOLUME, "", "a") == nullptr);
    CHECK(world.cache.generation(BERTH_OBJECT_PERSISTENT_VOLUME) == 0);
    CHECK_FALSE(world.cache.open(999));
    REQUIRE(world.cache.open(BERTH_OBJECT_PERSISTENT_VOLUME));
    world.add(kVolumes);
    const auto* a = world.get<berth_persistent_volume>(BERTH_OBJECT_PERSISTENT_VOLUME, "", "a");
    REQUIRE(a != nullptr);
    CHECK(a->capacity_bytes == 2);
    CHECK(view_of(a->storage_class) == "local");
    CHECK(a->phase == BERTH_PHASE_AVAILABLE);
    REQUIRE(a->claim != nullptr);
    CHECK(view_of(a->claim->name) == "c");
    const auto* c = world.get<berth_persistent_volume>(BERTH_OBJECT_PERSISTENT_VOLUME, "", "c");
    CHECK(c->volume_mode == BERTH_VOLUME_MODE_BLOCK);
    CHECK(c->claim == nullptr);
}

TEST_CASE("object cache: lists by name, index and selector, page by page") {
    World world;
    REQUIRE(world.cache.open(BERTH_OBJECT_PERSISTENT_VOLUME));
    world.add(kVolumes);
    berth_object_query query = of_kind(BERTH_OBJECT_PERSISTENT_VOLUME);
    CHECK(world.names(query) == "a b c");
    CHECK(world.names(query, 1) == "a b c");
    query.index = BERTH_INDEX_STORAGE_CLASS;
    query.value = str_of("local");
    CHECK(world.names(query) == "a b");
    query.value = str_of("none");
    CHECK(world.names(query).empty());

    query = of_kind(BERTH_OBJECT_PERSISTENT_VOLUME);
    const berth_str fast = str_of("fast");
    berth_requirement requirement{};
    requirement.struct_size = sizeof(requirement);
    requirement.op = BERTH_OP_IN;
    requirement.name = str_of("disk");
    requirement.values = {&fast, 1, sizeof(berth_str)};
    const berth_selector selector{
        sizeof(berth_selector), 0, {&requirement, 1, sizeof(berth_requirement)}};
    query.selector = &selector;
    CHECK(world.names(query) == "b");
}

TEST_CASE("object cache: a change takes the place of the old state, everywhere") {
    World world;
    REQUIRE(world.cache.open(BERTH_OBJECT_PERSISTENT_VOLUME));
    world.add(kVolumes);
    const std::uint64_t before = world.cache.generation(BERTH_OBJECT_PERSISTENT_VOLUME);
    const model::Object moved = world.object(
        "{apiVersion: v1, kind: PersistentVolume, metadata: {name: b}, spec: {storageClassName: "
        "far}}");
    const ChangedViews views = world.cache.apply({ChangeType::kModified, moved, {}});
    REQUIRE(views.old_view != nullptr);
    CHECK(view_of(reinterpret_cast<const berth_persistent_volume*>(views.old_view->view)
                      ->storage_class) == "local");
    CHECK(world.cache.generation(BERTH_OBJECT_PERSISTENT_VOLUME) > before);
    berth_object_query query = of_kind(BERTH_OBJECT_PERSISTENT_VOLUME);
    query.index = BERTH_INDEX_STORAGE_CLASS;
    query.value = str_of("far");
    CHECK(world.names(query) == "b c");
    world.cache.apply({ChangeType::kDeleted, moved, {}});
    CHECK(world.names(query) == "c");
    CHECK(world.cache.get(BERTH_OBJECT_PERSISTENT_VOLUME, "", "b") == nullptr);
}

TEST_CASE("object cache: namespaces, and the namespace of a list") {
    World world;
    REQUIRE(world.cache.open(BERTH_OBJECT_SERVICE));
    for (const char* place : {"b", "a", "c"}) {
        for (const char* name : {"two", "one"}) {
            world.add(std::string("{apiVersion: v1, kind: Service, metadata: {name: ") + name +
                      ", namespace: " + place + "}, spec: {selector: {}}}");
        }
    }
    berth_object_query query = of_kind(BERTH_OBJECT_SERVICE);
    CHECK(world.names(query) == "one two one two one two");
    query.namespace_name = str_of("b");
    CHECK(world.names(query, 1) == "one two");
    query.namespace_name = str_of("a");
    CHECK(world.names(query, 5) == "one two");
    query.namespace_name = str_of("d");
    CHECK(world.names(query).empty());
    const auto* service = world.get<berth_service>(BERTH_OBJECT_SERVICE, "b", "one");
    REQUIRE(service != nullptr);
    CHECK(service->has_selector == 1);
}

TEST_CASE("object cache: any resource by group, version and plural") {
    struct Case {
        std::string name, group, version, plural, object;
        bool found;
    };
    const Case cases[] = {
        {"the usual plural", "topology.node.k8s.io", "v1alpha2", "noderesourcetopologies",
         "{apiVersion: topology.node.k8s.io/v1alpha2, kind: NodeResourceTopology, metadata: {name: "
         "x}}",
         true},
        {"another version", "topology.node.k8s.io", "v1alpha1", "noderesourcetopologies",
         "{apiVersion: topology.node.k8s.io/v1alpha2, kind: NodeResourceTopology, metadata: {name: "
         "x}}",
         false},
        {"the core group", "", "v1", "configmaps",
         "{apiVersion: v1, kind: ConfigMap, metadata: {name: x}, data: {a: b}}", true},
        {"a plural that nobody could guess", "metrics.k8s.io", "v1beta1", "nodes",
         "{apiVersion: metrics.k8s.io/v1beta1, kind: NodeMetrics, metadata: {name: x}}", true},
        {"a plural that a definition says", "a.b", "v1", "meese",
         "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: "
         "meese.a.b}, spec: {group: a.b, names: {kind: Moose, plural: meese}}}\n---\n"
         "{apiVersion: a.b/v1, kind: Moose, metadata: {name: x}}",
         true},
        {"a kind that has a struct", "scheduling.k8s.io", "v1", "priorityclasses",
         "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: x}, value: 7}",
         true},
    };
    for (const Case& row : cases) {
        CAPTURE(row.name);
        World world;
        const std::uint32_t kind =
            world.cache.open_resource(&world, row.group, row.version, row.plural);
        REQUIRE(kind >= BERTH_OBJECT_FIRST_OPENED);
        CHECK(world.cache.open_resource(&world, row.group, row.version, row.plural) == kind);
        world.add(row.object);
        const auto* object = world.get<berth_json_object>(kind, "", "x");
        CHECK((object != nullptr) == row.found);
        if (object != nullptr) {
            CHECK(object->kind == kind);
            REQUIRE(object->root != nullptr);
            CHECK(object->root->kind == BERTH_KIND_OBJECT);
            CHECK(view_of(object->json).find("\"name\":\"x\"") != std::string_view::npos);
        }
    }
    World world;
    CHECK(world.cache.open_resource(&world, "a.b", "v1", "") == 0);
    CHECK(world.cache.open_resource(&world, "a.b", "", "meese") == 0);
    CHECK(world.cache.open_resource(&world, "a.b", "v1", "Mee/se") == 0);
}

// "apps/v1/deployments" of all, and the kinds that came since the last demand.
std::string words(const ObjectCache::Demand& demand) {
    std::string out;
    for (const access::ResourceName& one : demand.resources) {
        out += one.group + "/" + one.version + "/" + one.plural + " ";
    }
    out += "fresh";
    for (const model::ObjectKind kind : demand.fresh) {
        const std::string_view name = model::kind_name(kind);
        out += " " + std::string(name.empty() ? "other" : name);
    }
    return out;
}

TEST_CASE("object cache: what must be watched, as long as somebody has it open") {
    World world;
    const int first = 1, second = 2;
    CHECK(words(world.cache.take_demand()) == "fresh");
    const std::uint64_t before = world.cache.demand_version();
    const std::uint32_t kind = world.cache.open_resource(&first, "a.b", "v1", "meese");
    CHECK(world.cache.demand_version() != before);
    CHECK(world.cache.open_resource(&second, "a.b", "v1", "meese") == kind);
    CHECK(words(world.cache.take_demand()) == "a.b/v1/meese fresh other");
    CHECK(words(world.cache.take_demand()) == "a.b/v1/meese fresh");

    world.cache.learn({"a.b", "v1", "meese", ""},
                      world.object("{apiVersion: a.b/v1, kind: Moose, metadata: {name: x}}"));
    world.add("{apiVersion: a.b/v1, kind: Moose, metadata: {name: x}}");
    CHECK(world.names(of_kind(kind)) == "x");
    world.cache.end(&first);
    CHECK(words(world.cache.take_demand()) == "a.b/v1/meese fresh");
    CHECK(world.names(of_kind(kind)) == "x");
    const std::uint64_t held = world.cache.demand_version();
    world.cache.end(&second);
    CHECK(world.cache.demand_version() != held);
    CHECK(words(world.cache.take_demand()) == "fresh");
    CHECK(world.names(of_kind(kind)).empty());
    world.add("{apiVersion: a.b/v1, kind: Moose, metadata: {name: z}}");
    CHECK(world.names(of_kind(kind)).empty());

    CHECK(world.cache.open_resource(&first, "a.b", "v1", "meese") == kind);
    CHECK(words(world.cache.take_demand()) == "a.b/v1/meese fresh other");
}

TEST_CASE("object cache: which kinds are resources of their own") {
    struct Case {
        const char* name;
        const char *group, *version, *plural;
        const char* expected;
    };
    const Case cases[] = {
        {"a custom one", "a.b", "v1", "meese", "a.b/v1/meese fresh other"},
        {"one with a struct", "policy", "v1", "poddisruptionbudgets", "fresh PodDisruptionBudget"},
        {"another of that name", "a.b", "v1", "services", "a.b/v1/services fresh other"},
        {"of the core group", "", "v1", "services", "fresh Service"},
        {"a version that we do not read", "policy", "v1beta1", "poddisruptionbudgets",
         "policy/v1beta1/poddisruptionbudgets fresh other"},
        {"a core kind without a struct", "", "v1", "configmaps", "/v1/configmaps fresh other"},
        {"a workload", "apps", "v1", "statefulsets", "fresh other"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        World world;
        REQUIRE(world.cache.open_resource(&world, c.group, c.version, c.plural) != 0);
        CHECK(words(world.cache.take_demand()) == c.expected);
    }
    World world;
    REQUIRE(world.cache.open(BERTH_OBJECT_RESOURCE_CLAIM));
    CHECK(words(world.cache.take_demand()) == "resource.k8s.io/v1/resourceclaims fresh other");
}

TEST_CASE("object cache: handlers hear of changes, and first of what is there") {
    struct Heard {
        std::string text;
        static void apply(void* self, const berth_object* old_object,
                          const berth_object* new_object, void* decoded) {
            auto& text = static_cast<Heard*>(self)->text;
            text += old_object == nullptr ? "+" : new_object == nullptr ? "-" : "~";
            text += view_of((new_object != nullptr ? new_object : old_object)->meta->name);
            text += decoded != nullptr ? "d " : " ";
        }
        static void* decode(void* self, const berth_object*) { return self; }
    };
    World world;
    REQUIRE(world.cache.open(BERTH_OBJECT_PERSISTENT_VOLUME));
    world.add(kVolumes);
    Heard heard;
    const berth_object_handler handler{sizeof(berth_object_handler), 0, nullptr, &Heard::apply,
                                       nullptr};
    CHECK(world.cache.watch(&heard, BERTH_OBJECT_PERSISTENT_VOLUME, handler, &heard));
    CHECK_FALSE(world.cache.watch(&heard, BERTH_OBJECT_PERSISTENT_VOLUME, handler, &heard));
    CHECK_FALSE(world.cache.watch(&heard, BERTH_OBJECT_SERVICE, handler, &heard));
    const model::Object one =
        world.object("{apiVersion: v1, kind: PersistentVolume, metadata: {name: d}, spec: {}}");
    world.cache.apply({ChangeType::kAdded, one, {}});
    world.cache.apply({ChangeType::kModified, one, {}});
    world.cache.apply({ChangeType::kDeleted, one, {}});
    CHECK(heard.text == "+a +b +c +d ~d -d ");

    world.cache.end(&heard);
    heard.text.clear();
    world.cache.apply({ChangeType::kAdded, one, {}});
    CHECK(heard.text.empty());

    const berth_object_handler decodes{sizeof(berth_object_handler), 0, &Heard::decode,
                                       &Heard::apply, nullptr};
    CHECK(world.cache.watch(&heard, BERTH_OBJECT_PERSISTENT_VOLUME, decodes, &heard));
    world.cache.apply({ChangeType::kDeleted, one, {}});
    CHECK(heard.text == "+ad +bd +cd +dd -d ");
}

TEST_CASE(
    "object cache: handlers of pods and nodes hear of what is there when they are told, once") {
    struct Heard {
        std::string text;
        static void on_pod(void* self, const berth_pod* old_pod, const berth_pod* new_pod) {
            static_cast<Heard*>(self)->note('p', old_pod != nullptr, new_pod != nullptr);
        }
        static void on_node(void* self, const berth_node* old_node, const berth_node* new_node) {
            static_cast<Heard*>(self)->note('n', old_node != nullptr, new_node != nullptr);
        }
        void note(char what, bool before, bool after) {
            text += !before ? '+' : after ? '~' : '-';
            text += what;
        }
    };
    World world;
    Heard heard;
    const berth_pod pod{};
    const berth_node node{};
    const ObjectCache::PodsAndNodes there{
        .each_pod = [&](const auto& tell) { tell(&pod); },
        .each_node = [&](const auto& tell) { tell(&node); },
    };
    CHECK(world.cache.watch_pods(&heard, {sizeof(berth_pod_handler), 0, &Heard::on_pod}, &heard));
    CHECK(
        world.cache.watch_nodes(&heard, {sizeof(berth_node_handler), 0, &Heard::on_node}, &heard));
    CHECK_FALSE(
        world.cache.watch_pods(&heard, {sizeof(berth_pod_handler), 0, &Heard::on_pod}, &heard));
    // Of a change before that it hears with the rest.
    world.cache.tell_pod(nullptr, &pod);
    CHECK(heard.text.empty());
    world.cache.tell_of_what_is_there(there);
    world.cache.tell_of_what_is_there(there);
    world.cache.tell_pod(&pod, &pod);
    world.cache.tell_node(&node, nullptr);
    CHECK(heard.text == "+n+p~p-n");
    world.cache.end(&heard);
    world.cache.tell_pod(&pod, nullptr);
    CHECK(heard.text == "+n+p~p-n");
}

}  // namespace berth::host
