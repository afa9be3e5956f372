#include "core/scheduler/changes/node_changes.hpp"

#include <doctest/doctest.h>

#include "core/model/node.hpp"

using berth::model::Node;

TEST_CASE("node changes: one event for each thing that changed") {
    struct Case {
        const char* name;
        void (*change)(Node& old_node, Node& new_node);
        std::vector<std::string> labels;
    };
    const Case cases[] = {
        {"nothing", [](Node&, Node&) {}, {}},
        {"uncordoned", [](Node& o, Node&) { o.unschedulable = true; }, {"NodeUpdateNodeTaint"}},
        {"cordoned", [](Node&, Node& n) { n.unschedulable = true; }, {}},
        {"taints and a feature",
         [](Node&, Node& n) {
             n.taints.emplace_back();
             n.declared_features = {"x"};
         },
         {"NodeUpdateNodeTaint", "NodeUpdateNodeDeclaredFeature"}},
        {"annotations",
         [](Node&, Node& n) {
             n.meta.annotations =
                 std::make_shared<berth::model::Annotations>(berth::model::Annotations{{"a", "b"}});
         },
         {"NodeUpdateNodeAnnotation"}},
        {"a condition's status",
         [](Node&, Node& n) {
             n.conditions.push_back(
                 {berth::base::Symbol{99}, berth::model::ConditionStatus::kTrue});
         },
         {"NodeUpdateNodeCondition"}},
        {"images alone", [](Node&, Node& n) { n.images.emplace_back(); }, {}},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        Node old_node, new_node;
        c.change(old_node, new_node);
        std::vector<std::string> labels;
        for (const auto& change : berth::scheduler::node_changes(old_node, new_node)) {
            labels.emplace_back(change.label);
        }
        CHECK(labels == c.labels);
    }
}
