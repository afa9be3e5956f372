"""Random pods, placed and pending, with several features each."""

import selectors_of_pods as terms
import storage
from world import APPS, CLASSES, EXTENDED, HOST, IMAGES, NAMESPACES, POOLS, TAINTS, TIERS, ZONE


def pod(w, name, node=None):
    namespace = w.one(["default", "default", *NAMESPACES])
    made = {"apiVersion": "v1", "kind": "Pod",
            "metadata": {"name": name, "namespace": namespace, "labels": labels(w)},
            "spec": {"containers": containers(w)}}
    spec = made["spec"]
    if node:
        spec["nodeName"] = node
    add_resources(w, spec)
    add_node_rules(w, spec)
    add_other_pods(w, spec, node is not None)
    if w.leans("volumes"):
        storage.use(w, spec, namespace)
    if w.leans("owners"):
        made["metadata"]["ownerReferences"] = [owner(w)]
    if w.leans("priority"):
        spec["priorityClassName"] = w.one(CLASSES)
    add_life(w, made, node is not None)
    return made


def labels(w):
    made = {"app": w.one(APPS)}
    if w.chance(0.5):
        made["tier"] = w.one(TIERS)
    if w.chance(0.4):
        made["version"] = w.one(["1", "2"])
    return made


def containers(w):
    made = []
    for i in range(w.one([1, 1, 1, 2])):
        image = w.one(IMAGES) if w.leans("images") else "registry.k8s.io/pause:3.10"
        one = {"name": f"c{i}", "image": image}
        if w.chance(0.8):
            one["resources"] = {w.one(["requests", "requests", "limits"]): amounts(w)}
        if w.leans("ports") and w.chance(0.5):
            one["ports"] = [port(w)]
        made.append(one)
    return made


def amounts(w):
    made = {"cpu": w.one(["100m", "250m", "1", "2", "0"]),
            "memory": w.one(["64Mi", "500Mi", "1Gi", "3Gi"])}
    if w.leans("resources"):
        made["ephemeral-storage"] = w.one(["1Gi", "8Gi"])
    if w.leans("resources") and w.chance(0.4):
        made[w.one(EXTENDED)] = w.one(["1", "2"])
    if w.chance(0.02):
        made["hugepages-2Mi"] = "32Mi"
    if w.chance(0.3):
        del made[w.one(made)]
    return made


def port(w):
    number = w.number(8000, 8003)
    one = {"containerPort": number, "hostPort": number}
    if w.chance(0.3):
        one["protocol"] = w.one(["TCP", "UDP", "SCTP"])
    if w.chance(0.3):
        one["hostIP"] = w.one(["0.0.0.0", "127.0.0.1", "10.0.0.1"])
    return one


def add_resources(w, spec):
    if w.leans("resources") and w.chance(0.5):
        init = {"name": "init", "image": "registry.k8s.io/pause:3.10",
                "resources": {"requests": amounts(w)}}
        if w.chance(0.5):
            init["restartPolicy"] = "Always"
        spec["initContainers"] = [init]
    if w.leans("resources") and w.chance(0.2):
        spec["overhead"] = {"cpu": "50m", "memory": "32Mi"}
    if w.leans("resources") and w.chance(0.2):
        spec["resources"] = {"requests": {"cpu": "3", "memory": "4Gi"}}


def add_node_rules(w, spec):
    if w.leans("affinity") and w.chance(0.5):
        key, values = w.one([("pool", POOLS), ("disk", ["ssd", "hdd"]), (ZONE, w.zones)])
        spec["nodeSelector"] = {key: w.one(values)}
    if w.leans("affinity"):
        spec.setdefault("affinity", {})["nodeAffinity"] = terms.node_affinity(w)
    if w.leans("tolerations"):
        spec["tolerations"] = [toleration(w) for _ in range(w.number(1, 3))]
    if w.has("NodeDeclaredFeatures") and w.leans("rare") and w.chance(0.2):
        spec["hostNetwork"], spec["hostUsers"] = True, False


def toleration(w):
    key, value, effect = w.one(TAINTS)
    one = {"key": key}
    if w.chance(0.5):
        one["operator"] = "Exists"
    else:
        one["value"] = value
    if w.chance(0.5):
        one["effect"] = effect
    if w.chance(0.05):
        return {"operator": "Exists"}
    return one


def add_other_pods(w, spec, placed):
    """Placed pods need no rules but those that others must mind."""
    if w.leans("interpod"):
        affinity = spec.setdefault("affinity", {})
        for side, required in (("podAffinity", 0.4), ("podAntiAffinity", 0.15 if placed else 0.4)):
            made = terms.pod_affinity(w, required if w.chance(0.7) else 0, 0.4)
            if made:
                affinity[side] = made
    if not placed and w.leans("spread"):
        spec["topologySpreadConstraints"] = terms.spread_constraints(w)


def owner(w):
    kind, version = w.one([("ReplicaSet", "apps/v1"), ("ReplicaSet", "apps/v1"),
                           ("StatefulSet", "apps/v1"), ("ReplicationController", "v1"),
                           ("DaemonSet", "apps/v1")])
    return {"apiVersion": version, "kind": kind, "name": w.one([*APPS, "gone"]), "uid": "u",
            "controller": w.chance(0.95)}


def add_life(w, made, placed):
    spec, meta = made["spec"], made["metadata"]
    if placed:
        if w.chance(0.05):
            meta["deletionTimestamp"] = "2023-11-14T22:00:00Z"
            meta["finalizers"] = ["example.com/wait"]
        return
    if w.leans("gates") and w.chance(0.3):
        spec["schedulingGates"] = [{"name": "example.com/gate"}]
    if w.leans("rare") and w.chance(0.2):
        spec["schedulerName"] = w.one(["second", "nobody"])
    if w.leans("rare") and w.chance(0.2):
        spec["preemptionPolicy"] = "Never"
    if w.leans("rare") and w.chance(0.25):
        made["status"] = {"nominatedNodeName": w.one(w.nodes)}
    if w.leans("rare") and w.chance(0.1):
        meta["deletionTimestamp"] = "2023-11-14T22:00:00Z"
        meta["finalizers"] = ["example.com/wait"]
    if w.chance(0.01):
        spec["nodeSelector"] = {HOST: w.one(w.nodes)}
