#!/usr/bin/env python3
"""Fails on an #include against the arrows of the layout, and on a header in the wrong place.

ARROWS is the one table of who may include whom. It is read transitively: what a layer is built on,
its users may name as well. base and model are open to all of core.
"""

import re

import tree

# layer: the layers that it is built on
ARROWS = {
    "abi/include": [],
    "abi/sdk": ["abi/include"],
    "core/base": [],
    "core/model": ["core/base"],
    "core/access": ["core/model"],
    "core/client": ["core/access"],
    "core/cluster": ["core/access"],
    "core/informer": ["core/client"],
    "core/events": ["core/access"],
    "core/leader": ["core/access"],
    "core/settings": ["abi/include", "core/model"],
    "core/framework": ["abi/include", "core/settings"],
    "core/cache": ["abi/include", "core/framework"],
    "core/index": ["core/cache"],
    "core/queue": ["core/framework"],
    "core/extender": ["core/client", "core/framework"],
    "core/host": ["core/access", "core/settings", "core/cache", "core/index", "core/queue"],
    "core/scheduler": ["core/access", "core/host", "core/settings", "core/informer", "core/events",
                       "core/leader"],
    "core/simulate": ["core/scheduler", "core/cluster"],
    "core/explain": ["core/scheduler", "core/cluster"],
    "core/live": ["core/scheduler"],
    "core/serve": ["core/scheduler"],
    "core/scaffold": ["abi/include", "core/base"],
    "core/check": ["core/simulate"],
    "core/dev": ["core/model"],
    "core/cmd": ["core/extender", "core/simulate", "core/explain", "core/live", "core/serve", "core/scaffold",
                 "core/check", "core/dev"],
    "plugins/intree": ["abi/sdk"],
    "plugins/dynamic": ["abi/sdk"],
    "plugins/noderesourcetopology": ["abi/sdk"],
    "tests": ["core/cmd", "abi/sdk", "plugins/dynamic", "plugins/noderesourcetopology"],
}

# The only file of the plugins that core/cmd may know.
CATALOG = re.compile(r"plugins/intree/catalog\.hpp")

# Third-party headers that cost seconds to compile stay inside .cpp files.
HEAVY = ("rapidjson/", "yaml-cpp/", "tbb/", "oneapi/", "boost/", "CLI/", "glog/", "prometheus/",
         "curl/", "openssl/")

# glog defines CHECK, as doctest does; one file wraps it.
GLOG = "core/base/log.cpp"

C_STANDARD = re.compile(r"(assert|inttypes|limits|stdalign|stdarg|stddef|stdint|string)\.h")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
SUFFIXES = {".h", ".hpp", ".c", ".cpp"}


def check(root):
    allowed = {layer: closure(layer) for layer in ARROWS}
    for file in tree.files(root, ["abi", "core", "plugins", "tests"]):
        if file.suffix not in SUFFIXES:
            continue
        name = file.as_posix()
        layer = layer_of(name)
        if layer is None:
            yield f"{name}: this folder is not in the table of scripts/check_layers.py"
            continue
        if file.suffix == ".h" and not name.startswith("abi/"):
            yield f"{name}: .h is C and lives in abi/ only; C++ headers end in .hpp"
        lines = (root / file).read_text(errors="replace").splitlines()
        for number, line in enumerate(lines, 1):
            found = INCLUDE.match(line)
            if found:
                problem = judge(root, file, layer, allowed[layer], *found.groups())
                if problem:
                    yield f"{name}:{number}: {problem}"


def closure(layer):
    seen, left = set(), [layer]
    while left:
        at = left.pop()
        if at not in seen:
            seen.add(at)
            left.extend(ARROWS[at])
    if layer.startswith("core/") and layer != "core/base":
        seen |= {"core/base", "core/model"}
    return seen


def layer_of(name):
    parts = name.split("/")
    if parts[0] == "tests":
        return "tests"
    layer = "/".join(parts[:2])
    return layer if layer in ARROWS else None


def judge(root, file, layer, allowed, bracket, target):
    """What is wrong with one include of a file, or None."""
    name = file.as_posix()
    if bracket == '"' and layer == "abi/sdk" and (root / "abi/sdk" / target).exists():
        return None
    ours = target.split("/")[0] in ("core", "plugins", "tests", "abi")
    if bracket == '"' and not ours:
        if target.startswith("berth/"):
            return f"<{target}> is included with angle brackets"
        return f'"{target}" is not a full path from the root'
    if bracket == "<" and ours:
        return f'"{target}" is included with quotes'
    if target.startswith("berth/"):
        return judge_contract(root, layer, allowed, target)
    if ours:
        return judge_ours(name, layer, allowed, target)
    return judge_outside(name, file.suffix, layer, target)


def judge_contract(root, layer, allowed, target):
    part = next((p for p in ("abi/include", "abi/sdk") if (root / p / target).exists()), None)
    if part is None:
        return f"<{target}> is not in abi/"
    return None if part in allowed else f"{layer} may not include {part} (<{target}>)"


def judge_ours(name, layer, allowed, target):
    to = layer_of(target)
    if layer.startswith("plugins/") and to == layer:
        return None
    if layer == "core/cmd" and to == "plugins/intree":
        known = CATALOG.fullmatch(target)
        return None if known else f"of the plugins, {layer} knows the catalog only, not {target}"
    if to in allowed or layer == "tests":
        return None
    return f"{layer} may not include {to or target} ({target})"


def judge_outside(name, suffix, layer, target):
    if target.startswith("glog/"):
        return None if name == GLOG else f"glog is included in {GLOG} only"
    if suffix in (".h", ".hpp") and target.startswith(HEAVY):
        return f"<{target}> is a heavy header: it stays inside .cpp files"
    if layer == "abi/include" and not C_STANDARD.fullmatch(target):
        return f"<{target}>: the contract includes C's own headers only"
    return None


if __name__ == "__main__":
    tree.main(check, __doc__)
