#!/usr/bin/env python3
"""berth explain through the executable."""

import cli_case
from cli_case import NODES, pod

CLUSTER = NODES + pod("web-0") + pod("huge", "64") + pod("cart-0", namespace="shop")


class Explain(cli_case.CliCase):
    def test_text_tells_refusals_and_scores(self):
        self.write("c.yaml", CLUSTER)
        out = self.run_berth("explain", "c.yaml")
        self.assertIn("default/web-0\n  goes to large, the best of 2 nodes that fit\n", out)
        self.assertRegex(out, r"(?m)^  \(RAW\) SCORE +large +small$")
        self.assertRegex(out, r"(?m)^  NodeResourcesFit +\d+ +\d+$")
        self.assertRegex(out, r"(?m)^  total +\d+ +\d+$")
        self.assertIn("default/huge\n  stays pending: 0/2 nodes are available: 2 Insufficient "
                      "cpu. preemption: 0/2 nodes are available: 2 Preemption is not helpful for "
                      "scheduling.\n", out)
        self.assertRegex(out, r"(?m)^ +2 +NodeResourcesFit +Insufficient cpu .* large, small$")

    def test_one_pod_after_those_before_it(self):
        self.write("c.yaml", NODES + pod("first", "7") + pod("second", "2"))
        out = self.run_berth("explain", "c.yaml", "--pod", "default/second")
        self.assertTrue(out.startswith("default/second\n  goes to small, the only one of 2 nodes"))
        self.assertNotIn("default/first", out)
        self.assertEqual(self.run_berth("explain", "c.yaml", "--pod", "second"), out)

    def test_a_pod_that_is_not_there(self):
        self.write("c.yaml", CLUSTER + pod("old", extra=", nodeName: small"))
        for wanted, text in [
                ("default/cart-0", "did you mean shop/cart-0?"),
                ("default/web-9", "there is no pending pod default/web-9; did you mean "
                                  "default/web-0?"),
                ("default/old", "pod default/old has a node already: small"),
                ("a/completely-other", "pending are default/web-0, default/huge, shop/cart-0"),
        ]:
            with self.subTest(wanted):
                self.assertEqual(self.run_berth("explain", "c.yaml", "--pod", wanted, status=2), "")
                self.says(text)

    def test_lines_are_answers(self):
        self.write("c.yaml", CLUSTER)
        self.run_berth("explain", "c.yaml", "-o", "jsonl")
        web, huge, cart = self.lines()
        self.assertEqual((web["pod"], web["node"], web["best"]),
                         ("default/web-0", "large", ["large"]))
        self.assertEqual(web["scores"]["large"]["total"],
                         sum(p["weighted"] for p in web["scores"]["large"]["plugins"].values()))
        self.assertEqual(huge["unschedulablePlugins"], ["NodeResourcesFit"])
        self.assertEqual(huge["rejected"]["small"]["reasons"], ["Insufficient cpu"])
        self.assertEqual(cart["pod"], "shop/cart-0")

    def test_so_many_nodes_as_wanted(self):
        self.write("c.yaml", CLUSTER)
        out = self.run_berth("explain", "c.yaml", "--pod", "web-0", "--best", "1")
        self.assertRegex(out, r"(?m)^  \(RAW\) SCORE +large$")
        self.assertIn("and 1 more feasible node\n", out)

    def test_pods_that_are_held(self):
        self.write("c.yaml", NODES + pod("gated", extra=", schedulingGates: [{name: x.io/hold}]"))
        self.assertIn("default/gated\n  is not tried: SchedulingGates: ",
                      self.run_berth("explain", "c.yaml"))


if __name__ == "__main__":
    cli_case.main()
