"""How often each plugin mattered: refused a node, ranked nodes differently, had no say."""

import collections

from world import PLUGINS

COLUMNS = ["refuses", "ranks", "skips", "preFilter", "other"]


class Coverage:
    """Counts pods, not nodes: a pod counts once a plugin and column."""

    def __init__(self):
        self.table = {p: collections.Counter() for p in PLUGINS}
        self.pods = self.placed = self.failed = self.scenarios = self.large = self.nodes = 0
        self.unanswered = 0

    def add(self, scenario, answers):
        count = sum(1 for o in scenario.objects if o["kind"] == "Node")
        self.scenarios += 1
        self.nodes += count
        self.large += count > 100
        if isinstance(answers, str):
            self.unanswered += 1
            return
        for answer in answers:
            self.pods += 1
            self.placed += bool(answer.get("node"))
            self.failed += bool(answer.get("message"))
            for plugin, column in marks(answer):
                if plugin in self.table:
                    self.table[plugin][column] += 1

    def lines(self):
        share = 100 * self.large // max(self.scenarios, 1)
        yield (f"{self.scenarios} scenarios ({share} % above 100 nodes), {self.nodes} nodes, "
               f"{self.pods} pods: {self.placed} placed, {self.failed} refused; "
               f"{self.unanswered} scenarios that kube-scheduler does not decide")
        yield f"{'plugin':34}" + "".join(f"{c:>10}" for c in COLUMNS)
        for plugin, row in self.table.items():
            yield f"{plugin:34}" + "".join(f"{row[c]:10}" for c in COLUMNS)


def marks(answer):
    """Pairs of plugin and column, each once."""
    found = set()
    for refusal in (answer.get("rejected") or {}).values():
        found.add((refusal["plugin"], "refuses"))
    if answer.get("preFilter"):
        found.add((answer["preFilter"]["plugin"], "preFilter"))
    if answer.get("skipped"):
        found.add((answer["skipped"].split(":")[0], "other"))
    if answer.get("candidates") or "preemption:" in (answer.get("message") or ""):
        found.add(("DefaultPreemption", "other"))
    for plugin in (answer.get("skips") or []):
        found.add((plugin, "skips"))
    weighted = collections.defaultdict(set)
    for row in (answer.get("scores") or {}).values():
        for plugin, score in row["plugins"].items():
            weighted[plugin].add(score["weighted"])
    found |= {(plugin, "ranks") for plugin, values in weighted.items() if len(values) > 1}
    return found
