"""Label selectors, node selectors, and what pods say about other pods."""

from world import APPS, HOST, NAMESPACES, POOLS, REGION, TIERS, ZONE


def label_selector(w):
    """A LabelSelector over app and tier; None where there is none."""
    if w.chance(0.04):
        return None
    if w.chance(0.04):
        return {}
    selector = {}
    if w.chance(0.75):
        selector["matchLabels"] = {"app": w.one(APPS)}
        if w.chance(0.2):
            selector["matchLabels"]["tier"] = w.one(TIERS)
    if not selector or w.chance(0.25):
        selector["matchExpressions"] = [label_requirement(w) for _ in range(w.number(1, 2))]
    return selector


def label_requirement(w):
    key, values = w.one([("app", APPS), ("tier", TIERS), ("version", ["1", "2"])])
    operator = w.one(["In", "In", "NotIn", "Exists", "DoesNotExist"])
    one = {"key": key, "operator": operator}
    if operator in ("In", "NotIn"):
        one["values"] = w.some(values)
    return one


def node_requirement(w):
    key = w.one(["pool", "disk", "size", ZONE, HOST, "absent"])
    if key == "size":
        if w.chance(0.7):
            return {"key": key, "operator": w.one(["Gt", "Lt"]), "values": [str(w.number(0, 9))]}
        return {"key": key, "operator": w.one(["In", "NotIn"]),
                "values": [str(n) for n in range(w.number(1, 4))]}
    operator = w.one(["In", "In", "NotIn", "Exists", "DoesNotExist"])
    values = {"pool": POOLS, "disk": ["ssd", "hdd"], ZONE: w.zones, HOST: w.nodes,
              "absent": ["1"]}[key]
    one = {"key": key, "operator": operator}
    if operator in ("In", "NotIn"):
        one["values"] = w.some(values, 4)
    return one


def node_term(w):
    term = {}
    if w.chance(0.95):
        term["matchExpressions"] = [node_requirement(w) for _ in range(w.number(1, 2))]
    if w.chance(0.08):
        term["matchFields"] = [{"key": "metadata.name", "operator": w.one(["In", "In", "NotIn"]),
                                "values": [w.one(w.nodes + ["gone"])]}]
    return term


def node_affinity(w):
    affinity = {}
    if w.chance(0.55):
        affinity["requiredDuringSchedulingIgnoredDuringExecution"] = {
            "nodeSelectorTerms": [node_term(w) for _ in range(w.number(1, 3))]}
    if not affinity or w.chance(0.5):
        affinity["preferredDuringSchedulingIgnoredDuringExecution"] = [
            {"weight": w.number(1, 100), "preference": node_term(w)}
            for _ in range(w.number(1, 3))]
    return affinity


def topology_key(w):
    return w.one([ZONE, ZONE, HOST, "rack", REGION, "pool"])


def pod_term(w):
    term = {"topologyKey": topology_key(w)}
    selector = label_selector(w)
    if selector is not None:
        term["labelSelector"] = selector
    if w.chance(0.2):
        term["namespaces"] = w.some(NAMESPACES)
    if w.chance(0.2):
        term["namespaceSelector"] = w.one([{}, {"matchLabels": {"team": "one"}},
                                           {"matchExpressions": [
                                               {"key": "team", "operator": "Exists"}]}])
    if w.chance(0.1) and selector is not None:
        term[w.one(["matchLabelKeys", "mismatchLabelKeys"])] = ["version"]
    return term


def pod_affinity(w, required, preferred):
    side = {}
    if w.chance(required):
        side["requiredDuringSchedulingIgnoredDuringExecution"] = [
            pod_term(w) for _ in range(w.one([1, 1, 2]))]
    if w.chance(preferred):
        side["preferredDuringSchedulingIgnoredDuringExecution"] = [
            {"weight": w.number(1, 100), "podAffinityTerm": pod_term(w)}
            for _ in range(w.number(1, 2))]
    return side


def spread_constraint(w):
    one = {"maxSkew": w.one([1, 1, 1, 2, 3]), "topologyKey": topology_key(w),
           "whenUnsatisfiable": w.one(["DoNotSchedule", "ScheduleAnyway"])}
    selector = label_selector(w)
    if selector is not None:
        one["labelSelector"] = selector
    if one["whenUnsatisfiable"] == "DoNotSchedule" and w.chance(0.2):
        one["minDomains"] = w.number(1, 6)
    for policy in ("nodeAffinityPolicy", "nodeTaintsPolicy"):
        if w.chance(0.3):
            one[policy] = w.one(["Honor", "Ignore"])
    if w.chance(0.15) and selector:
        one["matchLabelKeys"] = w.some(["version", "tier", "none"], 2)
    return one


def spread_constraints(w):
    made = {}
    for _ in range(w.number(1, 3)):
        one = spread_constraint(w)
        made[one["topologyKey"], one["whenUnsatisfiable"]] = one
    return list(made.values())
