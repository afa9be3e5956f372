#!/usr/bin/env python3
"""berth simulate --scenario: steps, what is shown after each, and what is refused."""

import json
import re

import cli_case
from cli_case import NODES, pod

SMALL = ("  - {apiVersion: v1, kind: Node, metadata: {name: a}, status: "
         "{capacity: {cpu: \"1\", memory: 4Gi, pods: \"9\"}}}\n")


def steps(*texts):
    return "steps:\n" + "".join(texts)


def new_pod(name, cpu="1"):
    return ("  - {apiVersion: v1, kind: Pod, metadata: {name: %s}, spec: {containers: [{name: main, "
            "resources: {requests: {cpu: \"%s\"}}}]}}\n" % (name, cpu))


class Scenario(cli_case.CliCase):
    def play(self, *words, text, **more):
        self.write("s.yaml", text)
        return self.run_berth("simulate", *words, "--scenario", "s.yaml", **more)

    def test_one_line_for_each_step(self):
        self.play("-o", "jsonl", text=steps(
            "- apply:\n", SMALL, new_pod("p"), new_pod("q"), "- schedule: 0\n",
            "- delete: [{kind: Pod, name: p}]\n", "- advance: 2s\n", "- schedule: 1\n"))
        waits = {"attempts": 1, "plugins": ["NodeResourcesFit"]}
        self.assertEqual(self.lines(), [
            {"step": 0, "time": "0s", "pods": {"default/p": {"state": "active"},
                                               "default/q": {"state": "active"}}},
            {"step": 1, "time": "0s", "pods": {"default/p": {"state": "bound", "node": "a"},
                                               "default/q": {"state": "unschedulable", **waits}}},
            {"step": 2, "time": "0s", "pods": {"default/q": {"state": "backoff", **waits}}},
            {"step": 3, "time": "2s", "pods": {"default/q": {"state": "active", **waits}}},
            {"step": 4, "time": "2s", "pods": {"default/q": {"state": "bound", "node": "a"}}},
        ])

    def test_text_says_what_would_wake_a_pod(self):
        out = self.play(text=steps("- apply:\n", SMALL, new_pod("p", "2"), "- schedule: 0\n"))
        self.assertIn("step 1: schedule until no pod is active, at 0s", out)
        self.assertRegex(out, r"(?m)^default/p +unschedulable \(was active\) +1$")
        self.assertIn("0/1 nodes are available: 1 Insufficient cpu.", out)
        self.assertRegex(out, r"NodeResourcesFit wakes it when .*a node is added")

    def test_begins_with_the_cluster_of_the_files(self):
        self.write("c.yaml", NODES + pod("old", extra=", nodeName: small"))
        out = self.play("c.yaml", text=steps(
            "- delete: [{kind: Node, name: small}, {kind: Pod, name: old}]\n",
            "- apply:\n", new_pod("again"), "- pop: 1\n"))
        self.assertTrue(out.startswith("the cluster, at 0s\n"))
        self.assertIn("default/old is gone", out)
        self.assertRegex(out, r"(?m)^default/again +bound \(was active\) +large$")

    def test_wide_shows_pods_that_stay_where_they_are(self):
        text = steps("- apply:\n", SMALL, new_pod("p"), "- schedule: 0\n", "- advance: 1s\n")
        self.assertIn("and 1 more: 1 bound", self.play(text=text))
        out = self.play("-o", "wide", text=text)
        self.assertNotIn("more", out)
        self.assertEqual(len(re.findall(r"(?m)^default/p +bound", out)), 2)

    def test_one_document(self):
        text = steps("- apply:\n", SMALL, new_pod("p"), "- schedule: 0\n")
        document = json.loads(self.play("-o", "json", text=text))
        self.play("-o", "jsonl", text=text)
        self.assertEqual(document, {"version": 1, "steps": self.lines()})
        self.assertIn("\nversion: 1\n", "\n" + self.play("-o", "yaml", text=text))

    def test_equal_input_gives_equal_bytes_whatever_the_time(self):
        text = steps("- apply:\n", SMALL, new_pod("p"), new_pod("q"), "- schedule: 0\n",
                     "- delete: [{kind: Pod, name: p}]\n", "- advance: 1s\n")
        outs = {self.play(text=text), self.play("--now", "2024-02-29T12:00:00.75Z", text=text)}
        self.assertEqual(len(outs), 1)

    def test_pods_without_a_node_in_the_end_are_a_failure_only_with_strict(self):
        text = steps("- apply:\n", SMALL, new_pod("p", "2"), "- schedule: 0\n")
        self.play(text=text)
        self.play("--strict", text=text, status=1)

    def test_all_mistakes_at_once_and_nothing_done(self):
        self.assertEqual(self.play(text=steps("- sleep: 1s\n", "- advance: soon\n", "- apply:\n",
                                              new_pod("p", "lots")), status=2), "")
        self.says("s.yaml:2:3: steps[0]: unknown action sleep", "s.yaml:3:12: steps[1].advance:",
                  "s.yaml:5:", "Pod p: spec.containers[0].resources.requests", "3 errors")

    def test_a_step_that_the_cluster_refuses_ends_the_scenario(self):
        text = steps("- apply:\n", SMALL, "- delete: [{kind: Pod, name: nobody}]\n",
                     "- apply:\n", new_pod("p"))
        self.play("-o", "jsonl", text=text, status=2)
        self.assertEqual(len(self.lines()), 2)
        self.says('s.yaml:4: delete[0]: Pod "nobody" not found')
        self.play("-o", "jsonl", "--keep-going", text=text)
        self.assertEqual(len(self.lines()), 3)
        self.says('warning: s.yaml:4: delete[0]: Pod "nobody" not found')

    def test_options_of_a_run_until_nothing_moves_do_not_go_with_it(self):
        for words in (["--summary"], ["--attempts", "1"]):
            self.play(*words, text=steps("- schedule: 0\n"), status=2)
            self.says("--scenario", words[0])

    def test_a_file_that_is_not_there(self):
        self.run_berth("simulate", "--scenario", "none.yaml", status=2)
        self.says("none.yaml: cannot be opened")

    def test_no_steps(self):
        self.assertEqual(self.play("-o", "jsonl", text="steps: []\n"), "")
        self.assertEqual(json.loads(self.play("-o", "json", text="steps: []\n")),
                         {"version": 1, "steps": []})


if __name__ == "__main__":
    cli_case.main()
