#!/usr/bin/env python3
"""A PostFilter from a shared object: dry runs, budgets, nomination and eviction of its own."""

import json
import os

import cli_case
from cli_case import pod

CONFIG = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- pluginLibraries: ["{library}"]
  plugins:
    multiPoint: {{enabled: [{{name: Evictor}}], disabled: [{{name: DefaultPreemption}}]}}
"""

NODES = "".join(
    "apiVersion: v1\nkind: Node\nmetadata: {name: %s}\n"
    "status: {capacity: {cpu: \"2\", memory: 4Gi, pods: \"9\"}}\n---\n" % name for name in "ab")


def placed(name, node, labels="", priority=0):
    return pod(name, extra=f", nodeName: {node}, priority: {priority}").replace(
        "namespace: default", f"namespace: default, labels: {{{labels}}}")


# On a: a guarded pod and an old one that may go. On b: two that may go.
RUNNING = (placed("guarded", "a", "evictable: yes-but, app: g") +
           placed("old", "a", "evictable: \"yes\", app: old", priority=1000) +
           placed("b-1", "b", "evictable: \"yes\", app: b") +
           placed("b-2", "b", "evictable: \"yes\", app: b"))

BUDGET = ("apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: keep}\n"
          "spec: {selector: {matchLabels: {app: old}}}\nstatus: {disruptionsAllowed: 0}\n---\n")


class Evictor(cli_case.CliCase):
    def setUp(self):
        super().setUp()
        self.write("config.yaml", CONFIG.format(library=os.environ["BERTH_TEST_EVICTOR"]))

    def explain(self, objects):
        self.write("c.yaml", objects)
        self.run_berth("explain", "-o", "jsonl", "--config", "config.yaml", "c.yaml")
        return self.lines()[-1]

    def test_explain_says_what_it_would_do(self):
        answer = self.explain(NODES + RUNNING + pod("p"))
        self.assertEqual(answer["candidates"], {
            "a": {"victims": ["default/old"], "pdbViolations": 0},
            "b": {"victims": ["default/b-2"], "pdbViolations": 0}})
        self.assertEqual((answer["nominated"], answer["victims"]), ("a", ["default/old"]))
        self.assertTrue(answer["message"].endswith(" evictor: evicts 1 from a"), answer)

    def test_respects_a_budget(self):
        answer = self.explain(NODES + RUNNING + BUDGET + pod("p"))
        self.assertEqual(list(answer["candidates"]), ["b"])
        self.assertEqual(answer["victims"], ["default/b-2"])

    def test_takes_as_many_as_are_needed(self):
        answer = self.explain(NODES + RUNNING + pod("p", "2"))
        self.assertEqual(answer["victims"], ["default/b-1", "default/b-2"])

    def test_says_that_nothing_can_go(self):
        answer = self.explain(NODES + RUNNING + pod("p", "3"))
        self.assertNotIn("nominated", answer)
        self.assertTrue(answer["message"].endswith(". evictor: nothing to evict"), answer)

    def test_evicts_and_places_the_pod(self):
        self.write("c.yaml", NODES + RUNNING)
        self.write("s.yaml", "steps:\n- apply:\n  - " +
                   json.dumps({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"},
                               "spec": {"containers": [{"name": "main", "resources": {
                                   "requests": {"cpu": "2"}}}]}}) +
                   "\n- schedule: 1\n- advance: 2s\n- schedule: 0\n")
        self.run_berth("simulate", "-o", "jsonl", "--config", "config.yaml", "--scenario",
                       "s.yaml", "c.yaml")
        steps = [line["pods"] for line in self.lines()]
        tried = next(step for step in steps if step["default/p"].get("attempts") == 1)
        self.assertEqual(tried["default/p"]["nominated"], "b")
        self.assertEqual(sorted(tried), ["default/guarded", "default/old", "default/p"])
        self.assertEqual((steps[-1]["default/p"]["state"], steps[-1]["default/p"]["node"]),
                         ("bound", "b"))


if __name__ == "__main__":
    cli_case.main()
