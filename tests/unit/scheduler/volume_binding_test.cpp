// VolumeBinding's PreBind: what it writes, what it waits for, and how that ends.
#include <chrono>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/unit/scheduler/world.hpp"

namespace berth::scheduler {
namespace {

using namespace std::chrono_literals;
using testing::World;

constexpr const char* kPrefix = "a: running PreBind plugin \"VolumeBinding\": ";

void apply_claim(World& world, std::string_view annotations, std::string_view volume = "") {
    world.apply(fmt::format(
        "{{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {{name: c, annotations: {{{}}}}},"
        " spec: {{accessModes: [ReadWriteOnce], storageClassName: late, volumeName: \"{}\","
        " resources: {{requests: {{storage: 1Gi}}}}}}, status: {{phase: {}}}}}",
        annotations, volume, volume.empty() ? "Pending" : "Bound"));
}

void apply_volume(World& world, std::string_view more, std::string_view phase = "Available") {
    world.apply(fmt::format(
        "{{apiVersion: v1, kind: PersistentVolume, metadata: {{name: disk}}, spec: {{capacity: "
        "{{storage: 1Gi}}, accessModes: [ReadWriteOnce], storageClassName: late, hostPath: "
        "{{path: /d}}{}}}, status: {{phase: {}}}}}",
        more, phase));
}

constexpr const char* kOnN1 =
    ", nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: disk, operator: In, "
    "values: [\"yes\"]}]}]}}";

void apply_node(World& world, std::string_view label) {
    world.apply(fmt::format(
        "{{apiVersion: v1, kind: Node, metadata: {{name: n1, labels: {{disk: \"{}\"}}}},"
        " status: {{capacity: {{cpu: 4, memory: 8Gi, pods: 10}}}}}}",
        label));
}

// A pod whose claim waits for it, with a volume or with somebody who makes one.
void begin(World& world, bool with_volume) {
    world.apply(fmt::format(
        "{{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {{name: late}}, "
        "provisioner: {}, volumeBindingMode: WaitForFirstConsumer}}",
        with_volume ? "kubernetes.io/no-provisioner" : "example.com/maker"));
    if (with_volume) {
        apply_volume(world, kOnN1);
    }
    apply_claim(world, "");
    apply_node(world, "yes");
    world.apply(
        "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {volumes: [{name: v, "
        "persistentVolumeClaim: {claimName: c}}], containers: [{name: c, image: i}]}}");
    world.settle();
}

model::Ptr<model::PersistentVolume> volume(const World& world) {
    const auto all = world.store.objects(model::ObjectKind::kPersistentVolume);
    return all.empty() ? nullptr : model::as<model::PersistentVolume>(all.front());
}
model::Ptr<model::PersistentVolumeClaim> claim(const World& world) {
    const auto all = world.store.objects(model::ObjectKind::kPersistentVolumeClaim);
    return all.empty() ? nullptr : model::as<model::PersistentVolumeClaim>(all.front());
}
std::string annotation(const model::ObjectMeta& meta, std::string_view key) {
    const std::string* const value = meta.find_annotation(key);
    return value == nullptr ? "" : *value;
}

constexpr const char* kSelected = "volume.kubernetes.io/selected-node: n1";
constexpr const char* kCompleted =
    "pv.kubernetes.io/bind-completed: \"yes\", volume.kubernetes.io/selected-node: n1";

std::string with_timeout(int seconds) {
    return fmt::format(
        "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
        "profiles:\n- pluginConfig: [{{name: VolumeBinding, args: {{bindTimeoutSeconds: {}}}}}]\n",
        seconds);
}

}  // namespace

TEST_CASE("volume binding: a volume is kept for the claim, and the pod waits until it is bound") {
    World world;
    begin(world, true);
    REQUIRE(volume(world)->claim.has_value());
    CHECK(volume(world)->claim->name == "c");
    CHECK(volume(world)->claim->namespace_name == "default");
    CHECK(volume(world)->claim->uid == claim(world)->meta.uid);
    CHECK(annotation(volume(world)->meta, "pv.kubernetes.io/bound-by-controller") == "yes");
    CHECK(world.node_of("a").empty());
    CHECK(world.scheduler->binding());
    CHECK(world.pod("a")->status.nominated_node_name == "n1");
    apply_claim(world, kCompleted, "disk");
    world.settle();
    CHECK(world.node_of("a") == "n1");
    CHECK_FALSE(world.scheduler->next_due().has_value());  // no timer is left
}

TEST_CASE("volume binding: a claim is sent to the node, where a volume is made") {
    World world;
    begin(world, false);
    CHECK(annotation(claim(world)->meta, "volume.kubernetes.io/selected-node") == "n1");
    apply_claim(world, kCompleted, "disk");  // the volume has not come yet
    world.settle();
    CHECK(world.node_of("a").empty());
    apply_volume(world, kOnN1, "Bound");
    world.settle();
    CHECK(world.node_of("a") == "n1");
}

TEST_CASE("volume binding: other pods go on while one waits for its volume") {
    World world;
    begin(world, true);
    world.add_pod("b");
    world.settle();
    CHECK(world.node_of("b") == "n1");
    CHECK(world.node_of("a").empty());
}

TEST_CASE("volume binding: how it fails") {
    struct Case {
        const char* name;
        bool with_volume;
        void (*then)(World& world);
        const char* why;
    };
    const Case cases[] = {
        {"nothing happens in time", true, [](World& world) { world.advance(600s); },
         "binding volumes: context deadline exceeded"},
        {"the maker gives up", false, [](World& world) { apply_claim(world, "other: x"); },
         "binding volumes: provisioning failed for PVC \"c\""},
        {"all annotations are gone", false, [](World& world) { apply_claim(world, ""); },
         "binding volumes: selectedNode annotation reset for PVC \"c\""},
        {"the claim is gone", false,
         [](World& world) {
             world.store.remove({"v1", "PersistentVolumeClaim", "default", "c"}, "",
                                [](const base::Status&) {});
         },
         "binding volumes: failed to check provisioning pvc: persistentvolumeclaims \"default/c\" "
         "not found"},
        {"the kept volume is gone", true,
         [](World& world) { world.remove("PersistentVolume", "disk"); },
         "binding volumes: failed to check binding: persistentvolumes \"disk\" not found"},
        {"the volume is kept no more", true, [](World& world) { apply_volume(world, kOnN1); },
         "binding volumes: ClaimRef got reset for pv \"disk\""},
        {"the node lost its label", true,
         [](World& world) {
             apply_node(world, "no");
             apply_claim(world, "touched: x");
         },
         "binding volumes: pv \"disk\" node affinity doesn't match node \"n1\": no matching "
         "NodeSelectorTerms"},
        {"the volume was made elsewhere", false,
         [](World& world) {
             apply_node(world, "no");
             apply_volume(world, kOnN1, "Bound");
             apply_claim(world, kCompleted, "disk");
         },
         "binding volumes: pv \"disk\" node affinity doesn't match node \"n1\": no matching "
         "NodeSelectorTerms"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        World world;
        begin(world, c.with_volume);
        REQUIRE(world.scheduler->binding());
        c.then(world);
        world.settle();
        REQUIRE(!world.failures.empty());
        CHECK(world.failures.front() == std::string(kPrefix) + c.why);
        CHECK(world.node_of("a").empty());
        CHECK(world.scheduler->cache().assumed_count() == 0);
    }
}

TEST_CASE("volume binding: a write that is refused takes the decision back") {
    struct Case {
        const char* name;
        bool with_volume;
        void (*meanwhile)(World& world);
        const char* why;
    };
    const Case cases[] = {
        {"the volume changed", true,
         [](World& world) { apply_volume(world, std::string(kOnN1) + ", volumeMode: Filesystem"); },
         "Operation cannot be fulfilled on persistentvolumes \"disk\": the object has been "
         "modified; please apply your changes to the latest version and try again"},
        {"the claim is gone", false,
         [](World& world) {
             world.store.remove({"v1", "PersistentVolumeClaim", "default", "c"}, "",
                                [](const base::Status&) {});
         },
         "persistentvolumeclaims \"c\" not found"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        World world;
        world.cluster.keep_requests = true;
        begin(world, c.with_volume);
        c.meanwhile(world);
        world.cluster.keep_requests = false;
        world.cluster.answer_requests();
        world.settle();
        REQUIRE(!world.failures.empty());
        CHECK(world.failures.front() == std::string(kPrefix) + c.why);
        CHECK(world.part_of("a").starts_with(c.with_volume ? "backoff" : ""));
        if (c.with_volume) {
            world.advance(11s);  // tried again, with what is there now
            CHECK(volume(world)->claim.has_value());
        }
    }
}

TEST_CASE("volume binding: a limit of no time is over at once, a longer one later") {
    World at_once(with_timeout(0));
    begin(at_once, true);
    REQUIRE(!at_once.failures.empty());
    CHECK(at_once.failures.front() ==
          std::string(kPrefix) + "binding volumes: context deadline exceeded");
    World later(with_timeout(5));
    begin(later, true);
    later.advance(4s);
    CHECK(later.failures.empty());
    later.advance(1s);
    CHECK(later.failures.size() == 1);
}

TEST_CASE("volume binding: a pod that is deleted while it waits frees what was decided for it") {
    World world;
    begin(world, true);
    world.remove("Pod", "a");
    world.settle();
    CHECK(world.scheduler->idle());
    CHECK_FALSE(world.scheduler->next_due().has_value());
    CHECK(world.generation->misbehaviours->count() == 0);
}

}  // namespace berth::scheduler
