#include "core/simulate/timeline/scenario.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "core/model/words.hpp"
#include "core/simulate/timeline/print.hpp"

namespace berth::simulate {
namespace {

struct Pools {
    base::SymbolTable symbols{model::first_words()};
    model::Pools pools{symbols};

    ReadScenario read(std::string_view text) { return read_scenario(text, "s.yaml", pools); }
};

TEST_CASE("scenario: each action, in the order of the file") {
    Pools pools;
    const ReadScenario read = pools.read(R"(
steps:
- apply:
  - {apiVersion: v1, kind: Node, metadata: {name: a}}
  - {apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: Pod, metadata: {name: p}},
                                         {apiVersion: v1, kind: Pod, metadata: {name: q}}]}
- schedule: 0
- pop: 2
- advance: 1m30s
- delete: [{kind: Pod, name: p}, {kind: Node, name: a}, {kind: ReplicaSet, namespace: x, name: r},
           {apiVersion: x.io/v1, kind: Widget, name: w}]
)");
    REQUIRE(read.errors.empty());
    const std::vector<Step>& steps = read.scenario.steps;
    REQUIRE(steps.size() == 5);
    CHECK(steps[0].action == Action::kApply);
    CHECK(steps[0].line == 3);
    REQUIRE(steps[0].objects.size() == 3);
    CHECK(steps[0].objects[1].line == 5);
    CHECK(steps[1].action == Action::kSchedule);
    CHECK(steps[1].cycles == 0);
    CHECK(steps[2].action == Action::kPop);
    CHECK(steps[2].cycles == 2);
    CHECK(steps[3].duration == std::chrono::seconds(90));
    REQUIRE(steps[4].names.size() == 4);
    CHECK(steps[4].names[0].name.namespace_name == "default");
    CHECK(steps[4].names[1].name.namespace_name.empty());
    CHECK(steps[4].names[2].name.api_version == "apps/v1");
    CHECK(steps[4].names[3].name.api_version == "x.io/v1");
    CHECK(title_of(steps[0]) == "apply Node a, Pod p, Pod q");
    CHECK(title_of(steps[1]) == "schedule until no pod is active");
    CHECK(title_of(steps[2]) == "pop 2 pods");
    CHECK(title_of(steps[3]) == "advance 1m30s");
    CHECK(title_of(steps[4]) == "delete Pod default/p, Node a, ReplicaSet x/r and 1 more");
}

TEST_CASE("scenario: what is wrong is told with line and field, all of it") {
    struct Case {
        const char* name;
        const char* text;
        std::vector<std::string> errors;
    };
    const Case cases[] = {
        {"empty", "", {"s.yaml: expected one document with steps, found 0"}},
        {"two documents",
         "steps: []\n---\nsteps: []\n",
         {"s.yaml: expected one document with steps, found 2"}},
        {"no steps",
         "step: []\n",
         {"s.yaml:1:1: step: unknown; a scenario has steps and nothing else",
          "s.yaml:1:1: steps: expected a list of steps, found an object"}},
        {"a list",
         "- schedule: 0\n",
         {"s.yaml:1:1: expected an object with the key steps, found a list"}},
        {"not YAML", "steps: [\n", {"s.yaml:2:1: "}},
        {"a key twice",
         "steps: []\nsteps: []\n",
         {"s.yaml:2:1: the key steps is there twice, first in line 1"}},
        {"two actions",
         "steps:\n- schedule: 0\n  advance: 1s\n",
         {"s.yaml:2:3: steps[0]: expected one action, found 2"}},
        {"no action",
         "steps:\n- schedule\n",
         {"s.yaml:2:3: steps[0]: expected a step such as \"schedule: 0\", found a string"}},
        {"unknown action",
         "steps:\n- sleep: 1s\n",
         {"s.yaml:2:3: steps[0]: unknown action sleep; there are apply, delete, schedule, pop, "
          "advance"}},
        {"cycles",
         "steps:\n- schedule: -1\n- schedule: all\n- pop: 0\n- pop: 1.5\n",
         {"s.yaml:2:13: steps[0].schedule: expected a number of cycles from 0, found -1",
          "s.yaml:3:13: steps[1].schedule: expected a number of cycles from 0, found a string",
          "s.yaml:4:8: steps[2].pop: expected a number of cycles from 1, found 0",
          "s.yaml:5:8: steps[3].pop: expected a number of cycles from 1, found 1.5"}},
        {"durations",
         "steps:\n- advance: 5\n- advance: 5 s\n- advance: -1s\n- advance: 999999h\n",
         {"s.yaml:2:12: steps[0].advance: expected a duration such as \"5s\", found a number",
          "s.yaml:3:12: steps[1].advance: expected a duration such as 1h30m or 500ms, found "
          "\"5 s\"",
          "s.yaml:4:12: steps[2].advance: expected a duration above 0, found -1s",
          "s.yaml:5:12: steps[3].advance: all steps together may move the clock by ten years at "
          "most"}},
        {"objects",
         "steps:\n- apply: {kind: Pod}\n- apply:\n  - {apiVersion: v1, kind: Pod}\n",
         {"s.yaml:2:10: steps[0].apply: expected a list of objects, found an object",
          "s.yaml:4:5: Pod: metadata.name: expected a name, found none"}},
        {"names",
         "steps:\n- delete:\n  - {kind: Pod}\n  - {kind: pod, name: a}\n  - {name: a}\n"
         "  - {kind: Pod, name: a, uid: b}\n  - {kind: Pod, name: 5}\n",
         {"s.yaml:3:5: steps[0].delete[0]: expected a name, found none",
          "s.yaml:4:5: steps[0].delete[1].kind: pod is no kind that berth knows; of another one "
          "apiVersion is needed too",
          "s.yaml:5:5: steps[0].delete[2]: expected a kind, found none",
          "s.yaml:6:26: steps[0].delete[3].uid: unknown; a name has apiVersion, kind, namespace, "
          "name",
          "s.yaml:7:23: steps[0].delete[4].name: expected a string, found a number",
          "s.yaml:7:5: steps[0].delete[4]: expected a name, found none"}},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        Pools pools;
        const ReadScenario read = pools.read(c.text);
        REQUIRE(read.errors.size() == c.errors.size());
        for (std::size_t i = 0; i < c.errors.size(); ++i) {
            const std::string message = read.errors[i].message();
            CHECK_MESSAGE(message.starts_with(c.errors[i]), message);
        }
    }
}

}  // namespace
}  // namespace berth::simulate
