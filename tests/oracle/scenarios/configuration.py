"""A random KubeSchedulerConfiguration: weights, disabled plugins, args."""

import selectors_of_pods as terms
from world import EXTENDED, HOST, WEIGHTED, ZONE

VERSION = "kubescheduler.config.k8s.io/v1"
OPTIONAL = ["NodeUnschedulable", "TaintToleration", "NodeAffinity", "NodePorts",
            "NodeResourcesFit", "PodTopologySpread", "InterPodAffinity", "ImageLocality",
            "NodeResourcesBalancedAllocation", "VolumeZone", "NodeVolumeLimits",
            "VolumeRestrictions", "DefaultPreemption", "NodeDeclaredFeatures"]


def configuration(w):
    """None: the defaults, which switch nothing off."""
    if not w.without and w.chance(0.2):
        return None
    profiles = [profile(w, "default-scheduler")]
    if w.chance(0.3):
        profiles.append(profile(w, "second"))
    return {"apiVersion": VERSION, "kind": "KubeSchedulerConfiguration",
            "profiles": profiles}


def profile(w, name):
    off = sorted(w.without)
    if w.chance(0.35):
        off += [p for p in w.some(OPTIONAL, 3) if p not in off]
    plugins = {}
    if off:
        plugins["multiPoint"] = {"disabled": [{"name": p} for p in off]}
    if w.chance(0.6):
        heavy = [p for p in w.some(WEIGHTED, 4) if p not in off]
        if heavy:
            plugins.setdefault("multiPoint", {})["enabled"] = [
                {"name": p, "weight": w.number(1, 20)} for p in heavy]
    if w.chance(0.15):
        plugins["score"] = {"disabled": [{"name": w.one(WEIGHTED)}]}
    elif w.chance(0.1):
        plugins["filter"] = {"disabled": [{"name": w.one(OPTIONAL)}]}
    made = {"schedulerName": name}
    if plugins:
        made["plugins"] = plugins
    args = [one for one in (maker(w) for maker in ARGS) if one and one["name"] not in w.without]
    if args:
        made["pluginConfig"] = args
    return made


def named(name, args):
    return {"name": name, "args": args}


def resources(w, most):
    names = w.some(["cpu", "memory", "ephemeral-storage", *EXTENDED], 4)
    return [{"name": n, "weight": w.number(1, most)} for n in names]


def shape(w):
    points = sorted(w.some(range(0, 101, 10), 4))
    return [{"utilization": u, "score": w.number(0, 10)} for u in points]


def fit(w):
    if w.chance(0.5):
        return None
    kind = w.one(["LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"])
    strategy = {"type": kind, "resources": resources(w, 10)}
    if kind == "RequestedToCapacityRatio":
        strategy["requestedToCapacityRatio"] = {"shape": shape(w)}
    args = {"scoringStrategy": strategy}
    if w.chance(0.2):
        args["ignoredResources"] = [w.one(EXTENDED)]
    if w.chance(0.1):
        args["ignoredResourceGroups"] = ["example.com"]
    return named("NodeResourcesFit", args)


def balanced(w):
    if w.chance(0.6):
        return None
    return named("NodeResourcesBalancedAllocation", {"resources": resources(w, 1)})


def affinity(w):
    if w.chance(0.85):
        return None
    added = terms.node_affinity(w)
    return named("NodeAffinity", {"addedAffinity": added}) if valid_fields(added) else None


def valid_fields(added):
    """Validation wants terms that say something."""
    required = added.get("requiredDuringSchedulingIgnoredDuringExecution", {})
    preferred = added.get("preferredDuringSchedulingIgnoredDuringExecution", [])
    return all(required.get("nodeSelectorTerms", [])) and all(p["preference"] for p in preferred)


def spread(w):
    if w.chance(0.5):
        return None
    made = {}
    for _ in range(w.number(0, 3)):
        one = {"maxSkew": w.number(1, 4), "topologyKey": w.one([ZONE, HOST, "rack", "pool"]),
               "whenUnsatisfiable": w.one(["DoNotSchedule", "ScheduleAnyway"])}
        made[one["topologyKey"], one["whenUnsatisfiable"]] = one
    args = {"defaultingType": "List"}
    if made:
        args["defaultConstraints"] = list(made.values())
    return named("PodTopologySpread", args)


def interpod(w):
    if w.chance(0.5):
        return None
    return named("InterPodAffinity", {"hardPodAffinityWeight": w.one([0, 1, 50, 100]),
                                      "ignorePreferredTermsOfExistingPods": w.chance(0.5)})


def volume_binding(w):
    if w.chance(0.7):
        return None
    return named("VolumeBinding", {"shape": shape(w)})


def preemption(w):
    if w.chance(0.7):
        return None
    return named("DefaultPreemption", {"minCandidateNodesPercentage": w.number(1, 100),
                                       "minCandidateNodesAbsolute": w.number(1, 100)})


ARGS = [fit, balanced, affinity, spread, interpod, volume_binding, preemption]
