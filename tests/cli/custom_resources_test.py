#!/usr/bin/env python3
"""A plugin over a custom resource, which simulate and explain read from manifests."""

import os

import cli_case
from cli_case import NODES, pod

QUOTA = ("apiVersion: example.com/v1\nkind: Quota\nmetadata: {name: q, namespace: shop}\n"
         "spec: {nodes: [small]}\n---\n")
OTHER = QUOTA.replace("example.com/v1", "example.com/v2").replace("small", "none")


class CustomResources(cli_case.CliCase):
    def setUp(self):
        super().setUp()
        self.write("config.yaml",
                   "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
                   f"profiles: [{{pluginLibraries: [{os.environ['BERTH_TEST_QUOTAS']}], plugins: "
                   "{multiPoint: {enabled: [{name: Quotas}]}}}]\n")
        self.write("c.yaml", OTHER + QUOTA + NODES + pod("a", namespace="shop") + pod("b") +
                   pod("huge", "4", namespace="shop"))

    def test_explain(self):
        self.run_berth("explain", "c.yaml", "--config", "config.yaml", "-o", "jsonl")
        a, b, huge = self.lines()
        self.assertEqual(a["node"], "small")
        self.assertEqual(a["rejected"]["large"]["plugin"], "Quotas")
        self.assertEqual(b["best"], ["large"])
        self.assertEqual(huge["rejected"]["large"]["reasons"],
                         ["node(s) outside of the namespace's quota"])

    def test_simulate(self):
        self.run_berth("simulate", "c.yaml", "--config", "config.yaml", "-o", "jsonl")
        last = {line["pod"]: line for line in self.lines()}
        self.assertEqual(last["shop/a"]["node"], "small")
        self.assertIn("1 node(s) outside of the namespace's quota", last["shop/huge"]["message"])


if __name__ == "__main__":
    cli_case.main()
