#include "core/framework/node_view.hpp"

#include <string>
#include <vector>

#include <berth/node.h>
#include <doctest/doctest.h>

#include "core/model/node.hpp"
#include "tests/unit/framework/objects.hpp"

namespace berth::framework {
namespace {

using testing::describe;
using testing::describe_labels;
using testing::Objects;
using testing::text;
using testing::texts;

TEST_CASE("node view: what the object says") {
    Objects objects;
    const model::Object object = objects.decode(R"(
apiVersion: v1
kind: Node
metadata: {name: n1, uid: u, labels: {zone: z, arch: arm}, annotations: {note: x},
           creationTimestamp: '1970-01-01T00:00:05Z'}
spec: {unschedulable: true, taints: [{key: gpu, value: 'yes', effect: NoSchedule},
                                     {key: odd, effect: Whenever}]}
status: {allocatable: {cpu: '4', memory: 1Ki, pods: '110', example.com/gpu: '8'},
         images: [{names: [a:1, a:2], sizeBytes: 77}], declaredFeatures: [F]}
)");
    const NodeView made(model::as<model::Node>(object), objects.symbols);
    const berth_node& view = made.view;
    CHECK(view.struct_size == sizeof(berth_node));
    CHECK(text(view.name) == "n1");
    CHECK(text(view.uid) == "u");
    CHECK(describe_labels(view.labels) == "arch=arm zone=z");
    CHECK(describe_labels(view.annotations) == "note=x");
    CHECK(view.creation_ns == 5'000'000'000);
    CHECK(view.unschedulable == 1);
    REQUIRE(view.taints.count == 2);
    const auto taints = items_of<berth_taint>(view.taints);
    CHECK(text(taints[0].value) == "yes");
    CHECK(taints[0].effect == BERTH_EFFECT_NO_SCHEDULE);
    CHECK(taints[1].effect == BERTH_EFFECT_OTHER);
    CHECK(describe(view.allocatable) == "4000/1024/0 example.com/gpu=8");
    CHECK(view.allocatable_pods == 110);
    CHECK(describe(view.requested) == "0/0/0");
    CHECK(view.pod_count == 0);
    REQUIRE(view.images.count == 1);
    const auto& image = items_of<berth_node_image>(view.images)[0];
    CHECK(texts(image.names) == std::vector<std::string>{"a:1", "a:2"});
    CHECK(image.size_bytes == 77);
    CHECK(texts(view.declared_features) == std::vector<std::string>{"F"});
}

}  // namespace
}  // namespace berth::framework
