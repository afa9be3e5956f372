"""The words of one random scenario: what nodes, pods and configurations are made of.

A World is made from a seed and draws everything that follows from it, so that a seed names a
scenario for ever. `without` are the plugins that have no part: their features are left out and the
configuration switches them off. Quantities are canonical.
"""

import random

ZONE, REGION, HOST = ("topology.kubernetes.io/zone", "topology.kubernetes.io/region",
                      "kubernetes.io/hostname")
APPS = ["web", "db", "cache", "batch"]
TIERS = ["front", "back"]
POOLS = ["x", "y", "z"]
NAMESPACES = {"default": {}, "blue": {"team": "one"}, "green": {"team": "two", "env": "test"}}
CLASSES = {"low": -10, "middle": 100, "high": 1000}
TAINTS = [("spot", "1", "NoSchedule"), ("spot", "2", "NoSchedule"), ("old", "", "NoExecute"),
          ("slow", "1", "PreferNoSchedule"), ("noisy", "", "PreferNoSchedule")]
IMAGES = {"registry.example.com/small:1": 40 << 20, "registry.example.com/large:2": 900 << 20,
          "registry.example.com/huge:3": 3 << 30, "docker.io/library/nginx:latest": 180 << 20}
EXTENDED = ["nvidia.com/gpu", "example.com/dongle"]
PLUGINS = ["SchedulingGates", "NodeName", "NodeUnschedulable", "TaintToleration", "NodeAffinity",
           "NodePorts", "NodeResourcesFit", "VolumeRestrictions", "NodeVolumeLimits",
           "VolumeBinding", "VolumeZone", "PodTopologySpread", "InterPodAffinity",
           "DynamicResources", "DefaultPreemption", "NodeResourcesBalancedAllocation",
           "ImageLocality", "NodeDeclaredFeatures"]
WEIGHTED = ["TaintToleration", "NodeAffinity", "NodeResourcesFit", "VolumeBinding",
            "PodTopologySpread", "InterPodAffinity", "NodeResourcesBalancedAllocation",
            "ImageLocality"]


class World:
    def __init__(self, seed, without=(), most_nodes=300):
        self.seed = seed
        self.rng = random.Random(f"berth scenario {seed}")
        self.without = set(without)
        self.node_count = self._node_count(most_nodes)
        # How often a pod has a feature: each scenario leans to some of them.
        self.lean = {f: self.rng.choice([0.05, 0.2, 0.5]) for f in (
            "affinity", "spread", "interpod", "volumes", "ports", "tolerations", "resources",
            "owners", "gates", "images", "priority", "rare")}
        for feature, plugin in (("interpod", "InterPodAffinity"), ("spread", "PodTopologySpread"),
                                ("owners", "PodTopologySpread")):
            if plugin in self.without:
                self.lean[feature] = 0
        if self.without & {"VolumeBinding", "VolumeZone", "VolumeRestrictions",
                           "NodeVolumeLimits"}:
            self.lean["volumes"] = 0
        self.nodes = [f"n{i:03}" for i in range(self.node_count)]
        self.claims = []  # (namespace, name) that pods may use
        self.zones = [f"z{i}" for i in range(self.rng.choice([1, 2, 3, 5]))]

    def _node_count(self, most):
        large = self.rng.random() < 1 / 3 and most > 100
        low, high = (101, most) if large else (5, min(most, 100))
        if not large and self.rng.random() < 0.6:
            high = min(high, 25)  # most are small: more of them in the same time
        return self.rng.randint(low, high)

    def has(self, plugin):
        return plugin not in self.without

    def chance(self, p):
        return self.rng.random() < p

    def leans(self, feature):
        return self.rng.random() < self.lean[feature]

    def one(self, items):
        return self.rng.choice(list(items))

    def some(self, items, most=3):
        items = list(items)
        return self.rng.sample(items, self.rng.randint(1, min(most, len(items))))

    def number(self, low, high):
        return self.rng.randint(low, high)
