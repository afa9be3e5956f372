"""The smallest scenario that still differs: objects, then their parts, are left out one by one."""

import copy

from scenario import Scenario

# Nothing is left of an object without these.
KEPT = {"apiVersion", "kind", "metadata", "name", "namespace", "spec", "containers", "image",
        "profiles", "schedulerName", "topologyKey", "whenUnsatisfiable", "maxSkew", "nodeName",
        "key", "operator", "weight"}


def smallest(scenario, differs, budget=250):
    """differs(scenario) is asked at most budget times."""
    left = [budget]

    def still(candidate):
        if left[0] <= 0:
            return False
        left[0] -= 1
        return differs(candidate)

    objects = _halve(scenario.objects,
                     lambda objects: still(Scenario(objects, scenario.config, scenario.seed)))
    config = scenario.config
    if config is not None and still(Scenario(objects, None, scenario.seed)):
        config = None
    best = Scenario(objects, config, scenario.seed)
    return _trim(best, still)


def _halve(items, still):
    """Leaves out runs of items, long ones first, as long as it still differs."""
    size = max(len(items) // 2, 1)
    while True:
        at = 0
        while at < len(items):
            fewer = items[:at] + items[at + size:]
            if fewer and still(fewer):
                items = fewer
            else:
                at += size
        if size == 1:
            return items
        size = max(size // 2, 1)


def _trim(scenario, still):
    """Leaves out fields and list items of what remains."""
    changed = True
    while changed:
        changed = False
        for path in list(_paths(scenario)):
            fewer = _without(scenario, path)
            if fewer is not None and still(fewer):
                scenario, changed = fewer, True
    return scenario


def _paths(scenario):
    for i, obj in enumerate(scenario.objects):
        yield from ((i, *rest) for rest in _inside(obj))
    if scenario.config is not None:
        yield from (("config", *rest) for rest in _inside(scenario.config))


def _inside(value):
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in KEPT:
                yield (key,)
            yield from ((key, *rest) for rest in _inside(inner))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            if len(value) > 1:
                yield (i,)
            yield from ((i, *rest) for rest in _inside(inner))


def _without(scenario, path):
    made = Scenario(copy.deepcopy(scenario.objects), copy.deepcopy(scenario.config), scenario.seed)
    at = made.config if path[0] == "config" else made.objects[path[0]]
    try:
        for step in path[1:-1]:
            at = at[step]
        del at[path[-1]]
    except (KeyError, IndexError, TypeError):
        return None  # gone with a part that was left out before
    return made
