"""Random scenarios in the form of tests/golden/timelines; equal seeds give equal ones.

Every pod has a priority of its own, so that no choice among equals decides. Words name what is used
beside the plainest features: interpod, spread, volumes, preemption.
"""

import copy
import random

HOST, ZONE = "kubernetes.io/hostname", "topology.kubernetes.io/zone"
DISKS, ZONES, APPS = ["ssd", "hdd"], ["z1", "z2", "z3"], ["web", "db"]
TAINTS = [{"key": "dedicated", "value": "db", "effect": "NoSchedule"},
          {"key": "spot", "effect": "NoExecute"},
          {"key": "slow", "effect": "PreferNoSchedule"}]
TOLERATED = [{"key": "dedicated"}, {"key": "spot"}, {}, {"key": "node.kubernetes.io/unschedulable"}]
GPU = "example.com/gpu"
HUGE = "64"  # CPUs that no node has
TIMES = ["100ms", "700ms", "1s", "1s", "1500ms", "2s", "3s", "5s", "11s"]
EVENTS = ["new pod"] * 4 + ["change node"] * 4 + ["change pod"] * 3 + ["delete pod"] * 3 + [
    "new node", "delete node", "finish", "bind", "nominate", "terminate"]
DRIVER = "csi.example.com"
IMAGE = "registry.example/app"


def thing(kind, name, api="v1", **more):
    return {"apiVersion": api, "kind": kind, "metadata": {"name": name}, **more}


def requests_of(pod):
    return pod["spec"]["containers"][0]["resources"]["requests"]


def is_huge(pod):
    return requests_of(pod)["cpu"] == HUGE


class Scenario:
    """A cluster as it would be after the steps made so far, and the steps."""

    def __init__(self, seed, words):
        self.r = random.Random(seed)
        self.words = words
        self.nodes, self.pods, self.held = {}, {}, {}  # by name; held: claims and volumes
        self.made = 0
        self.priorities = self.r.sample(range(1000), 200)

    def chance(self, share):
        return self.r.random() < share

    def pick(self, things):
        return self.r.choice(sorted(things))

    def make(self):
        first = [self.node() for _ in range(self.r.randint(1, 4))]
        if "volumes" in self.words:
            first += self.storage()
        steps = [{"apply": first}, {"apply": [self.pod() for _ in range(self.r.randint(1, 5))]},
                 {"schedule": 0}]
        for _ in range(self.r.randint(4, 14)):
            steps += filter(None, [self.event(), self.time() if self.chance(0.6) else None])
        return [*steps, {"pop": 6}]

    def time(self):
        kind = self.r.choice(["schedule", "schedule", "pop", "advance", "advance"])
        if kind == "schedule":
            return {"schedule": self.r.choice([0, 0, 1])}
        return {"pop": self.r.randint(1, 4)} if kind == "pop" else {"advance": self.r.choice(TIMES)}

    def event(self):
        kind = self.r.choice(EVENTS + (["storage"] * 4 if "volumes" in self.words else []))
        if kind == "new pod":
            return {"apply": [self.pod() for _ in range(self.r.randint(1, 2))]}
        if kind == "new node":
            return {"apply": [self.node()]}
        if kind == "storage":
            return {"apply": copy.deepcopy(self.storage_event())}
        if not self.nodes:
            return None
        if kind == "change node":
            return {"apply": [self.change_node(self.nodes[self.pick(self.nodes)])]}
        if kind == "delete node":
            name = self.pick(self.nodes)
            del self.nodes[name]
            return {"delete": [{"kind": "Node", "name": name}]}
        return self.pod_event(kind, self.pods[self.pick(self.pods)]) if self.pods else None

    def pod_event(self, kind, pod):
        name, spec = pod["metadata"]["name"], pod["spec"]
        if kind == "delete pod" and "preemption" not in self.words:
            del self.pods[name]
            return {"delete": [{"kind": "Pod", "name": name}]}
        if kind in ("finish", "delete pod"):  # a victim is gone, and cannot be deleted again
            pod["status"]["phase"] = self.r.choice(["Succeeded", "Failed"])
            del self.pods[name]
        elif kind == "bind":  # by another: only a pod that kube-scheduler cannot have bound
            if not is_huge(pod) or "schedulingGates" in spec or "nodeName" in spec:
                return None
            spec["nodeName"] = self.pick(self.nodes)
        elif kind == "nominate":
            if "nodeName" not in spec:
                pod["status"]["nominatedNodeName"] = self.pick(self.nodes)
        elif kind == "terminate":
            pod["metadata"].update(deletionTimestamp="2023-11-14T22:13:20Z",
                                   finalizers=["x.io/hold"])
        else:
            self.change_pod(pod)
        return {"apply": [copy.deepcopy(pod)]}

    def node(self):
        self.made += 1
        name = f"n{self.made}"
        capacity = {"cpu": str(self.r.randint(1, 4)), "memory": f"{self.r.randint(2, 8)}Gi",
                    "pods": str(self.r.choice([1, 2, 3, 10]))}
        node = thing("Node", name, spec={}, status={"capacity": capacity})
        node["metadata"]["labels"] = {HOST: name, "disk": self.r.choice(DISKS)}
        if self.chance(0.8):
            node["metadata"]["labels"][ZONE] = self.r.choice(ZONES)
        if self.chance(0.3):
            capacity[GPU] = str(self.r.randint(1, 2))
        if self.chance(0.3):
            node["spec"]["taints"] = [self.r.choice(TAINTS)]
        if self.chance(0.1):
            node["spec"]["unschedulable"] = True
        self.nodes[name] = node
        return copy.deepcopy(node)

    def change_node(self, node):
        meta, spec, status = node["metadata"], node["spec"], node["status"]
        for what in self.r.sample(range(9), self.r.randint(1, 2)):
            if what <= 1:
                resource = self.r.choice(["cpu", "memory", "pods", GPU])
                amount = self.r.randint(1, 6)
                status["capacity"][resource] = f"{amount}{'Gi' if resource == 'memory' else ''}"
            elif what == 2:
                meta["labels"]["disk"] = self.r.choice(DISKS + ["nvme"])
            elif what == 3:
                meta["labels"][ZONE] = self.r.choice(ZONES)
            elif what == 4:
                meta["annotations"] = {"note": str(self.r.randint(0, 99))}
            elif what == 5:
                spec["unschedulable"] = not spec.get("unschedulable", False)
            elif what == 6:
                spec["taints"] = self.r.sample(TAINTS, self.r.randint(0, 2))
            elif what == 7:
                ready = self.r.choice(["True", "False"])
                status["conditions"] = [{"type": "Ready", "status": ready}]
            else:
                status["images"] = [{"names": [IMAGE], "sizeBytes": 500000000}]
        return copy.deepcopy(node)

    def pod(self):
        self.made += 1
        container = {"name": "main", "image": IMAGE, "resources": {"requests": self.requests()}}
        spec = {"priority": self.priorities.pop(), "containers": [container]}
        pod = thing("Pod", f"p{self.made}", spec=spec, status={})
        pod["metadata"]["labels"] = {"app": self.r.choice(APPS)}
        if "preemption" not in self.words or self.chance(0.3):
            spec["preemptionPolicy"] = "Never"
        if self.chance(0.25):
            spec["nodeSelector"] = {"disk": self.r.choice(DISKS + ["nvme"])}
        if self.chance(0.3):
            spec["tolerations"] = [self.toleration()]
        if self.chance(0.15):
            container["ports"] = [{"containerPort": 80, "hostPort": self.r.choice([80, 81])}]
        if self.chance(0.15):
            gates = self.r.sample(["x.io/a", "x.io/b"], self.r.randint(1, 2))
            spec["schedulingGates"] = [{"name": gate} for gate in gates]
        elif self.chance(0.1) and self.nodes:
            spec["nodeName"] = self.pick(self.nodes)
        if self.chance(0.08):
            spec["schedulerName"] = self.r.choice(["other", "second"])
        if self.chance(0.05) and self.nodes:
            pod["status"]["nominatedNodeName"] = self.pick(self.nodes)
        self.add_features(spec)
        self.pods[pod["metadata"]["name"]] = pod
        return copy.deepcopy(pod)

    def add_features(self, spec):
        if "interpod" in self.words and self.chance(0.5):
            spec["affinity"] = self.affinity()
        if "spread" in self.words and self.chance(0.5):
            constraints = [self.constraint() for _ in range(self.r.randint(1, 2))]
            keys = {(c["topologyKey"], c["whenUnsatisfiable"]) for c in constraints}
            spec["topologySpreadConstraints"] = constraints[:len(keys)]
        if "volumes" in self.words and self.chance(0.5):
            claims = [n for n, o in self.held.items() if o["kind"] == "PersistentVolumeClaim"]
            claim = {"claimName": self.pick([*claims, "missing"])}
            spec["volumes"] = [{"name": "data", "persistentVolumeClaim": claim}]

    def requests(self):
        out = {"cpu": self.r.choice(["100m", "500m", "1", "2", "3", HUGE])}
        if self.chance(0.4):
            out["memory"] = self.r.choice(["500Mi", "1Gi", "3Gi"])
        if self.chance(0.15):
            out[GPU] = "1"
        return out

    def toleration(self):
        return {"operator": "Exists", **self.r.choice(TOLERATED)}

    def selector(self):
        return {"matchLabels": {"app": self.r.choice(APPS)}}

    def affinity(self):
        out = {}
        for kind in self.r.sample(["podAffinity", "podAntiAffinity"], self.r.choice([1, 1, 2])):
            term = {"topologyKey": self.r.choice([HOST, ZONE]), "labelSelector": self.selector()}
            if self.chance(0.2):
                term["namespaceSelector"] = {}
            if self.chance(0.7):
                out[kind] = {"requiredDuringSchedulingIgnoredDuringExecution": [term]}
            else:
                wish = {"weight": self.r.randint(1, 100), "podAffinityTerm": term}
                out[kind] = {"preferredDuringSchedulingIgnoredDuringExecution": [wish]}
        return out

    def constraint(self):
        out = {"maxSkew": self.r.randint(1, 2), "topologyKey": self.r.choice([HOST, ZONE]),
               "labelSelector": self.selector(),
               "whenUnsatisfiable": self.r.choice(["DoNotSchedule"] * 2 + ["ScheduleAnyway"])}
        if out["whenUnsatisfiable"] == "DoNotSchedule" and self.chance(0.3):
            out["minDomains"] = self.r.randint(1, 3)
        for policy in ("nodeAffinityPolicy", "nodeTaintsPolicy"):
            if self.chance(0.2):
                out[policy] = self.r.choice(["Honor", "Ignore"])
        return out

    def change_pod(self, pod):
        meta, spec = pod["metadata"], pod["spec"]
        what = self.r.randint(0, 5)
        if what <= 1 and spec.get("schedulingGates"):
            spec["schedulingGates"].pop()
            if not spec["schedulingGates"]:
                del spec["schedulingGates"]
        elif what == 2:
            meta["labels"]["app"] = self.r.choice([*APPS, "x"])
        elif what == 3:
            spec.setdefault("tolerations", []).append(self.toleration())
        elif what == 4 and not is_huge(pod):
            changed = self.requests()
            if changed["cpu"] != HUGE:
                spec["containers"][0]["resources"]["requests"] = changed
        else:
            meta["annotations"] = {"note": str(self.r.randint(0, 99))}

    def hold(self, objects):
        self.held.update((o["metadata"]["name"], o) for o in objects)
        return objects

    def storage(self):
        objects = [thing("StorageClass", "late", "storage.k8s.io/v1", provisioner=DRIVER,
                         volumeBindingMode="WaitForFirstConsumer"),
                   thing("StorageClass", "now", "storage.k8s.io/v1", provisioner=DRIVER)]
        for i in range(self.r.randint(1, 3)):
            objects += self.bound_claim(f"c{i}")
        if self.chance(0.5):
            objects.append(self.claim("u0", "now"))
        return copy.deepcopy(self.hold(objects))

    def claim(self, name, storage_class, volume=None):
        spec = {"accessModes": [self.r.choice(["ReadWriteOnce", "ReadWriteOncePod"])],
                "storageClassName": storage_class, "resources": {"requests": {"storage": "1Gi"}}}
        claim = thing("PersistentVolumeClaim", name, spec=spec, status={"phase": "Pending"})
        if volume:
            spec["volumeName"] = volume
            claim["metadata"]["annotations"] = {"pv.kubernetes.io/bind-completed": "yes"}
            claim["status"]["phase"] = "Bound"
        return claim

    def bound_claim(self, name):
        claim = self.claim(name, "now", "v-" + name)
        owner = {"kind": "PersistentVolumeClaim", "namespace": "default", "name": name}
        volume = thing("PersistentVolume", "v-" + name, spec={
            "accessModes": claim["spec"]["accessModes"], "capacity": {"storage": "1Gi"},
            "storageClassName": "now", "csi": {"driver": DRIVER, "volumeHandle": name},
            "claimRef": owner})
        if self.chance(0.5):
            volume["metadata"]["labels"] = {ZONE: self.r.choice(ZONES)}
        if self.chance(0.4):
            here = {"key": ZONE, "operator": "In", "values": [self.r.choice(ZONES)]}
            terms = [{"matchExpressions": [here]}]
            volume["spec"]["nodeAffinity"] = {"required": {"nodeSelectorTerms": terms}}
        return [volume, claim]

    def storage_event(self):
        what = self.r.randint(0, 3)
        if what == 0:
            return self.hold(self.bound_claim(f"c{self.r.randint(0, 5)}"))
        if what == 1:
            name = self.pick(n for n, o in self.held.items() if o["kind"] == "PersistentVolume")
            self.held[name]["metadata"]["labels"] = {ZONE: self.r.choice(ZONES)}
            return [self.held[name]]
        if what == 2 and self.nodes:
            room = {"count": self.r.randint(1, 3)}
            driver = {"name": DRIVER, "nodeID": "x", "allocatable": room}
            return [thing("CSINode", self.pick(self.nodes), "storage.k8s.io/v1",
                          spec={"drivers": [driver]})]
        return self.hold([self.claim(f"u{self.r.randint(0, 2)}", "now")])


def config_of(seed, words):
    """Nothing: the defaults. Without the word preemption nobody preempts."""
    r = random.Random(seed * 7919 + 1)
    if r.random() < 0.5 and "preemption" in words:
        return None
    first, second = {"schedulerName": "default-scheduler"}, {"schedulerName": "second"}
    judges = ("NodeAffinity", "TaintToleration", "NodePorts", "NodeResourcesFit")
    disabled = [p for p in judges if r.random() < 0.15]
    quiet = [] if "preemption" in words else ["DefaultPreemption", "DynamicResources"]
    for profile, names in ((first, quiet), (second, quiet + disabled)):
        profile["plugins"] = {"multiPoint": {"disabled": [{"name": name} for name in names]}}
    initial = r.choice([1, 1, 2, 3])
    return {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration",
            "podInitialBackoffSeconds": initial, "podMaxBackoffSeconds": r.choice([initial, 5, 10]),
            "profiles": [first, second]}
