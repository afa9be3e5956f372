#!/usr/bin/env python3
"""berth simulate through the executable."""

import json

import cli_case
from cli_case import NODES, pod

CLUSTER = NODES + pod("web-0") + pod("huge", "64") + pod("web-1", "6")
REFUSED = "0/2 nodes are available: 2 Insufficient cpu."
NO_ROOM = (REFUSED + " preemption: 0/2 nodes are available: 2 Preemption is not helpful for "
           "scheduling.")


class Simulate(cli_case.CliCase):
    def test_text_has_placements_pending_pods_and_a_summary(self):
        self.write("c.yaml", CLUSTER)
        out = self.run_berth("simulate", "c.yaml")
        self.assertRegex(out, r"(?m)^POD +NODE$")
        self.assertRegex(out, r"(?m)^default/web-0 +large$")
        self.assertRegex(out, r"(?m)^default/huge +" + NO_ROOM.replace(".", r"\.") + "$")
        self.assertIn("3 pods for 2 nodes: 2 placed, 1 pending\n", out)
        self.assertRegex(out, r"(?m)^cpu +7 +10 +70\.0%$")
        self.assertRegex(out, r"(?m)^ +1 +" + NO_ROOM.replace(".", r"\.") + "$")

    def test_the_summary_alone(self):
        self.write("c.yaml", CLUSTER)
        out = self.run_berth("simulate", "c.yaml", "--summary")
        self.assertTrue(out.startswith("3 pods for 2 nodes"))
        self.assertNotIn("default/web-0", out)
        self.run_berth("simulate", "c.yaml", "--summary", "-o", "jsonl")
        self.assertEqual([line["summary"]["placed"] for line in self.lines()], [2])

    def test_wide_has_more_columns(self):
        self.write("c.yaml", CLUSTER)
        out = self.run_berth("simulate", "c.yaml", "-o", "wide")
        self.assertRegex(out, r"(?m)^POD +NODE +PRIORITY +ATTEMPTS +EVALUATED +FEASIBLE$")
        self.assertRegex(out, r"(?m)^default/web-0 +large +0 +1 +2 +2$")

    def test_one_line_for_each_try(self):
        self.write("c.yaml", CLUSTER)
        self.run_berth("simulate", "c.yaml", "-o", "jsonl", "--attempts", "1")
        self.assertEqual(self.lines(), [
            {"pod": "default/web-0", "node": "large", "evaluated": 2, "feasible": 2},
            {"pod": "default/huge", "message": REFUSED},
            {"pod": "default/web-1", "node": "large", "evaluated": 2, "feasible": 1},
        ])

    def test_one_document(self):
        self.write("c.yaml", CLUSTER)
        document = json.loads(self.run_berth("simulate", "c.yaml", "-o", "json"))
        self.assertEqual([p["pod"] for p in document["placements"]],
                         ["default/web-0", "default/web-1"])
        self.assertEqual(document["pending"][0]["message"], NO_ROOM)
        summary = document["summary"]
        self.assertEqual((summary["nodes"], summary["placed"], summary["pending"]), (2, 2, 1))
        self.assertIn({"name": "cpu", "requested": "7", "allocatable": "10", "percent": 70.0},
                      summary["resources"])
        self.assertEqual(summary["pendingByMessage"], [{"message": NO_ROOM, "pods": 1}])
        out = self.run_berth("simulate", "c.yaml", "-o", "yaml", "--summary")
        self.assertIn("  placed: 2\n", out)
        self.assertNotIn("placements", out)

    def test_equal_input_gives_equal_bytes(self):
        self.write("c.yaml", CLUSTER + "".join(pod(f"p{i}", "100m") for i in range(50)))
        for form in ("json", "yaml", "jsonl"):
            words = ["simulate", "c.yaml", "-o", form]
            self.assertEqual(self.run_berth(*words), self.run_berth(*words, "--threads", "4",
                                                                    "--least-rows", "1"))

    def test_pending_pods_are_a_failure_only_with_strict(self):
        self.write("c.yaml", CLUSTER)
        self.run_berth("simulate", "c.yaml")
        self.run_berth("simulate", "c.yaml", "--strict", status=1)
        self.write("good.yaml", NODES + pod("a"))
        self.run_berth("simulate", "good.yaml", "--strict")

    def test_priority_goes_first_then_the_order_of_the_files(self):
        self.write("1.yaml", NODES + pod("low-a", "1m") + pod("low-b", "1m"))
        self.write("2.yaml", pod("high", "1m", ", priority: 10"))
        self.run_berth("simulate", "1.yaml", "2.yaml", "-o", "jsonl")
        self.assertEqual([line["pod"] for line in self.lines()],
                         ["default/high", "default/low-a", "default/low-b"])

    def test_ties_go_to_the_lowest_name_where_that_is_wanted(self):
        twin = "apiVersion: v1\nkind: Node\nmetadata: {name: %s}\nstatus: {capacity: " \
               "{cpu: 4, pods: 9}}\n---\n"
        self.write("c.yaml", "".join(twin % name for name in ("c", "a", "b")) + pod("x"))
        self.run_berth("simulate", "c.yaml", "-o", "jsonl", "--tie-break=name")
        self.assertEqual(self.lines()[0]["node"], "a")

    def test_pods_that_nobody_tries_are_told_why(self):
        self.write("c.yaml", NODES + pod("gated", extra=", schedulingGates: [{name: x.io/hold}]") +
                   pod("other", extra=", schedulerName: mine"))
        document = json.loads(self.run_berth("simulate", "c.yaml", "-o", "json"))
        messages = {p["pod"]: p["message"] for p in document["pending"]}
        self.assertIn("SchedulingGates: ", messages["default/gated"])
        self.assertIn("x.io/hold", messages["default/gated"])
        self.assertEqual(messages["default/other"], "no profile mine")

    def test_running_pods_take_room_and_finished_ones_do_not(self):
        done = pod("done", "2", ", nodeName: small").replace("\n---", "\nstatus: {phase: Failed}\n---")
        self.write("c.yaml", NODES + pod("old", "8", ", nodeName: large") + done + pod("new", "2"))
        out = self.run_berth("simulate", "c.yaml")
        self.assertRegex(out, r"(?m)^default/new +small$")
        self.assertIn("(1 pod had a node already)", out)

    def test_without_nodes(self):
        self.write("c.yaml", pod("a"))
        line = {"pod": "default/a", "message": "no nodes available to schedule pods"}
        self.run_berth("simulate", "c.yaml", "-o", "jsonl", "--attempts", "1")
        self.assertEqual(self.lines(), [line])
        # without a limit it is tried again after its backoff, but not for ever
        self.assertIn("stopped: 1 pod only failed again and again",
                      self.run_berth("simulate", "c.yaml"))

    def test_control_characters_do_nothing_to_a_terminal(self):
        self.write("c.yaml", NODES + pod('"evil\\e[2J"'))
        out = self.run_berth("simulate", "c.yaml")
        self.assertNotIn("\x1b", out)
        self.assertIn("evil\\x1b[2J", out)


class Input(cli_case.CliCase):
    def test_folders_standard_input_and_lists(self):
        self.write("cluster/nodes.yaml", NODES)
        self.write("cluster/notes.txt", "not read")
        self.run_berth("simulate", "cluster", "-", "-o", "jsonl", stdin=json.dumps({
            "apiVersion": "v1", "kind": "List", "items": [
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"},
                 "spec": {"containers": [{"name": "main"}]}}]}))
        self.assertEqual(self.lines()[0]["pod"], "default/a")

    def test_all_mistakes_at_once_and_nothing_done(self):
        self.write("bad.yaml", NODES + pod("a", "lots") + pod("b", extra=", priority: high"))
        self.assertEqual(self.run_berth("simulate", "bad.yaml", "missing.yaml", status=2), "")
        self.says("bad.yaml:14:", "Pod default/a: spec.containers[0].resources.requests",
                  "Pod default/b: spec.priority", "missing.yaml: cannot be read", "3 errors")

    def test_the_others_go_on_if_that_is_wanted(self):
        self.write("bad.yaml", NODES + pod("a", "lots") + pod("b"))
        self.run_berth("simulate", "bad.yaml", "--keep-going", "-o", "jsonl")
        self.assertEqual([line["pod"] for line in self.lines()], ["default/b"])
        self.says("warning: bad.yaml:14:")

    def test_names_that_are_there_twice(self):
        self.write("a.yaml", NODES + pod("a") + pod("b"))
        self.write("b.yaml", pod("a", "2") + pod("a", "3", namespace="other"))
        self.run_berth("simulate", "a.yaml", "b.yaml", "-o", "jsonl")
        self.assertEqual(sorted(line["pod"] for line in self.lines()),
                         ["default/a", "default/b", "other/a"])
        self.says("warning: b.yaml:1: Pod default/a: takes the place of the one in a.yaml:11; "
                  "only the last one counts")
        self.assertEqual(self.err.count("takes the place"), 1)

    def test_kinds_that_nobody_reads(self):
        self.write("c.yaml", NODES + pod("a").replace("kind: Pod", "kind: pod") + pod("b"))
        self.run_berth("simulate", "c.yaml", "-o", "jsonl")
        self.assertEqual([line["pod"] for line in self.lines()], ["default/b"])
        self.says("warning: c.yaml:11:1: kind pod of v1 is not used; Pod of v1 would be")

    def test_a_trace(self):
        self.write("nodes.csv", "sn,cpu_milli,memory_mib,gpu,model\nn-0,4000,8192,2,T4\n")
        self.write("pods.csv", "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec\n"
                               "p-0,1000,1024,1,500,T4\np-1,1000,1024,1,500,V100\n")
        self.run_berth("simulate", "--nodes-csv", "nodes.csv", "--pods-csv", "pods.csv", "-o",
                       "jsonl")
        self.assertEqual(self.lines()[0], {"pod": "default/p-0", "node": "n-0", "evaluated": 1,
                                           "feasible": 1})
        self.assertIn("node affinity", self.lines()[1]["message"])

    def test_a_folder_is_no_trace(self):
        self.run_berth("simulate", "--nodes-csv", ".", status=2)
        self.says(".: cannot be read: Is a directory")

    def test_messages_cannot_write_to_a_terminal(self):
        self.write("bad.yaml", 'kind: "\\e[2J"\n')
        self.run_berth("simulate", "bad.yaml", status=2)
        self.assertNotIn("\x1b", self.err)

    def test_a_configuration_that_is_wrong(self):
        self.write("c.yaml", NODES + pod("a"))
        self.write("config.yaml", "apiVersion: kubescheduler.config.k8s.io/v1\n"
                                  "kind: KubeSchedulerConfiguration\nparallelism: 0\n"
                                  "percentageOfNodesToScore: 200\n")
        self.run_berth("simulate", "c.yaml", "--config", "config.yaml", status=2)
        self.says("config.yaml:3:", "config.yaml:4:", "2 errors")
        self.run_berth("simulate", "c.yaml", "--config", "none.yaml", status=2)
        self.says("none.yaml: cannot be opened")


if __name__ == "__main__":
    cli_case.main()
