"""What stands around pods: namespaces, priority classes, Services, owners, disruption budgets."""

from world import APPS, CLASSES, NAMESPACES, TIERS


def around(w):
    made = [{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, "labels": labels}}
            for name, labels in NAMESPACES.items() if labels]
    made += [{"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass",
              "metadata": {"name": name}, "value": value} for name, value in CLASSES.items()]
    if w.lean["owners"]:
        made += services(w) + owners(w)
    if w.has("DefaultPreemption"):
        made += budgets(w)
    return made


def services(w):
    made = []
    for i in range(w.number(0, 4)):
        spec = w.one([{"selector": {"app": w.one(APPS)}}, {"selector": {"tier": w.one(TIERS)}},
                      {"selector": {"app": w.one(APPS), "tier": w.one(TIERS)}}, {}])
        made.append({"apiVersion": "v1", "kind": "Service",
                     "metadata": {"name": f"s{i}", "namespace": w.one(NAMESPACES)}, "spec": spec})
    return made


def owners(w):
    made = []
    for namespace in NAMESPACES:
        for app in APPS:
            labels = {"app": app, **({"tier": w.one(TIERS)} if w.chance(0.2) else {})}
            for kind, version in (("ReplicaSet", "apps/v1"), ("StatefulSet", "apps/v1"),
                                  ("ReplicationController", "v1")):
                if w.chance(0.7):
                    map_only = kind == "ReplicationController"
                    selector = labels if map_only else selector_of(w, labels)
                    made.append({"apiVersion": version, "kind": kind,
                                 "metadata": {"name": app, "namespace": namespace},
                                 "spec": {"selector": selector}})
    return made


def selector_of(w, labels):
    selector = {"matchLabels": labels}
    if w.chance(0.2):
        selector["matchExpressions"] = [{"key": "version", "operator": "Exists"}]
    return selector


def budgets(w):
    made = []
    for i in range(w.number(0, 3)):
        made.append({"apiVersion": "policy/v1", "kind": "PodDisruptionBudget",
                     "metadata": {"name": f"b{i}", "namespace": w.one(NAMESPACES)},
                     "spec": {"minAvailable": 1,
                              "selector": w.one([{}, {"matchLabels": {"app": w.one(APPS)}},
                                                 {"matchLabels": {"tier": w.one(TIERS)}}])},
                     "status": {"disruptionsAllowed": w.number(0, 2)}})
    return made
