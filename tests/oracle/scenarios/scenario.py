"""One random scenario: objects and a configuration, written as files that both schedulers read."""

import json

import configuration
import nodes
import pods
import storage
import workloads
from world import World


class Scenario:
    """objects: in the order of the file. config: None for the defaults."""

    def __init__(self, objects, config, seed=None):
        self.objects, self.config, self.seed = objects, config, seed

    def write(self, folder):
        """objects.yaml, config.yaml: one object a line, which is YAML too."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "objects.yaml").write_text(
            "".join(f"---\n{json.dumps(o)}\n" for o in self.objects))
        if self.config is not None:
            (folder / "config.yaml").write_text(json.dumps(self.config) + "\n")


def make(seed, without=(), most_nodes=300):
    """Pods to be judged one by one."""
    w = World(seed, without, most_nodes)
    waiting = w.number(3, 12) if len(w.nodes) <= 100 else w.number(2, 5)
    return _made(w, waiting)


def make_run(seed, without=(), most_nodes=300):
    """A whole run: more pods, sampling, no preemption (which kube-scheduler does in no order), and no
    nominations (pods that wait are not in the oracle's API server, so that it forgets them)."""
    w = World(seed, without, most_nodes)
    made = _made(w, w.number(20, 80))
    for one in made.objects:
        if one["kind"] == "Pod":
            one.pop("status", None)
    made.config = made.config or {"apiVersion": configuration.VERSION,
                                  "kind": "KubeSchedulerConfiguration",
                                  "profiles": [{"schedulerName": "default-scheduler"}]}
    for profile in made.config["profiles"]:
        profile.setdefault("plugins", {})["postFilter"] = {"disabled": [{"name": "*"}]}
    made.config["parallelism"] = 1
    made.config["percentageOfNodesToScore"] = w.one([0, 0, 5, 30, 100])
    return made


def _made(w, waiting):
    objects = workloads.around(w) + storage.around(w)
    objects += [nodes.node(w, name) for name in w.nodes]
    density = w.one([0.3, 1, 2, 3])
    placed = min(int(len(w.nodes) * density), 400)
    objects += [pods.pod(w, f"r{i:03}", w.one(w.nodes)) for i in range(placed)]
    objects += [pods.pod(w, f"p{i:02}") for i in range(waiting)]
    return Scenario(objects, configuration.configuration(w), w.seed)
