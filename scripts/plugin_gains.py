#!/usr/bin/env python3
"""Shows what Dynamic and NodeResourceTopologyMatch buy on the openb trace, against the default profile.

    scripts/plugin_gains.py [--berth build/berth] [--pods N] [--waves N] [--seed N]

The trace has no measured load and no NUMA zones, so both are made up, the same for the same seed:
- load: each pod uses a random part of the CPUs that it asks for (eight of ten 5 to 30 %, the others
  80 to 100 %), and each node has a base load of 2 to 40 % that no request tells of. The
  pods come in waves; between two waves the annotations are written again from what the pods placed
  so far use, as an annotator would.
- zones: each node has two zones with half of its CPUs and memory each. Pods that ask for whole CPUs
  get them as limits too. A kubelet puts each pod into the zone with the most free CPUs where it
  fits, else it splits the pod.
Prints two tables in Markdown, which stand in docs/plugins/. Needs berth alone; takes some minutes.
"""

import argparse
import collections
import csv
import gzip
import json
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TRACE = ROOT / "config" / "examples" / "openb"
NOW = "2026-03-04T01:06:07Z"
LIMIT = 0.65

POLICY = f"""\
apiVersion: scheduler.policy.crane.io/v1alpha1
kind: DynamicSchedulerPolicy
spec:
  syncPolicy: [{{name: cpu_usage_avg_5m, period: 3m}}]
  predicate: [{{name: cpu_usage_avg_5m, maxLimitPecent: {LIMIT}}}]
  priority: [{{name: cpu_usage_avg_5m, weight: 1}}]
  hotValue: [{{timeRange: 5m, count: 5}}, {{timeRange: 1m, count: 2}}]
"""
HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"


def dynamic(policy, own):
    return HEAD + f"""\
profiles:
- plugins: {{multiPoint: {{enabled: [{{name: Dynamic, weight: 3}}]}}}}
  pluginConfig:
  - name: Dynamic
    args: {{policyConfigPath: {policy}, timeZone: UTC, countOwnBindings: {str(own).lower()}}}
"""


TOPOLOGY = HEAD + """\
profiles:
- plugins: {multiPoint: {enabled: [{name: NodeResourceTopologyMatch, weight: 2}]}}
"""


def main():
    p = argparse.ArgumentParser(usage=__doc__.split("\n")[2].strip())
    p.add_argument("--berth", type=pathlib.Path, default=ROOT / "build" / "berth")
    p.add_argument("--pods", type=int, default=8152)
    p.add_argument("--waves", type=int, default=16)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--only", choices=["load", "zones"])
    args = p.parse_args()
    nodes, pods = read_nodes(), read_pods(args.pods)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "policy.yaml").write_text(POLICY)
        if args.only != "zones":
            load_table(args, folder, nodes, pods)
        if args.only is None:
            print()
        if args.only != "load":
            zone_table(args, folder, nodes, pods)


def read_nodes():
    with open(TRACE / "nodes.csv", newline="") as file:
        return [{"name": r["sn"], "cpu": int(r["cpu_milli"]), "memory": int(r["memory_mib"]),
                 "gpu": int(r["gpu"])} for r in csv.DictReader(file)]


def read_pods(most):
    with gzip.open(TRACE / "pods-default.csv.gz", "rt", newline="") as file:
        rows = sorted(csv.DictReader(file), key=lambda r: int(r["creation_time"]))
    return [{"name": r["name"], "cpu": int(r["cpu_milli"]), "memory": int(r["memory_mib"]),
             "gpu": int(r["num_gpu"])} for r in rows[:most]]


def load_table(args, folder, nodes, pods):
    rng = random.Random(args.seed)
    base = {n["name"]: rng.uniform(0.02, 0.4) for n in nodes}
    # Eight pods of ten use a small part of what they ask for, the others nearly all of it.
    used = {q["name"]: q["cpu"] * (rng.uniform(0.05, 0.3) if rng.random() < 0.8
                                   else rng.uniform(0.8, 1.0)) for q in pods}
    print(f"| {len(pods):,} pods in {args.waves} waves | peak CPU load of a node "
          f"| 99th percentile | nodes above {LIMIT:.0%} | most pods of a wave on one node "
          f"| pods pending |")
    print("|---|---|---|---|---|---|")
    for title, config in [("default profile", HEAD),
                          ("Dynamic", dynamic(folder / "policy.yaml", False)),
                          ("Dynamic, countOwnBindings", dynamic(folder / "policy.yaml", True))]:
        placed, pile = run_waves(args, folder, nodes, pods, base, used, config)
        load = loads(nodes, base, used, placed)
        ordered = sorted(load.values())
        print(f"| {title} | {ordered[-1]:.0%} | {ordered[int(len(ordered) * 0.99)]:.0%} "
              f"| {sum(x > LIMIT for x in ordered)} | {pile} | {len(pods) - len(placed)} |",
              flush=True)


def loads(nodes, base, used, placed):
    load = {n["name"]: base[n["name"]] for n in nodes}
    size = {n["name"]: n["cpu"] for n in nodes}
    for pod, node in placed.items():
        load[node] += used[pod] / size[node]
    return load


def run_waves(args, folder, nodes, pods, base, used, config):
    placed, pile = {}, 0
    step = -(-len(pods) // args.waves)
    for start in range(0, len(pods), step):
        load = loads(nodes, base, used, placed)
        objects = [node_object(n, {"cpu_usage_avg_5m": f"{load[n['name']]:.5f},{NOW}"})
                   for n in nodes]
        objects += [pod_object(q, placed.get(q["name"])) for q in pods[:start + step]
                    if q["name"] in placed or q in pods[start:start + step]]
        wave = simulate(args, folder, objects, config)
        pile = max([pile, *collections.Counter(wave.values()).values()])
        placed.update(wave)
    return placed, pile


def zone_table(args, folder, nodes, pods):
    whole = [q for q in pods if q["cpu"] % 1000 == 0 and q["cpu"] > 0]
    print(f"| {len(whole):,} pods with whole CPUs | placed | split over zones | pending |")
    print("|---|---|---|---|")
    topologies = [topology(n) for n in nodes]
    for title, config in [("default profile", HEAD), ("NodeResourceTopologyMatch", TOPOLOGY)]:
        objects = [node_object(n, {}) for n in nodes] + topologies
        objects += [pod_object(q, None, limits=True) for q in whole]
        placed = simulate(args, folder, objects, config)
        print(f"| {title} | {len(placed):,} | {split_pods(nodes, whole, placed):,} "
              f"| {len(whole) - len(placed):,} |", flush=True)


def split_pods(nodes, pods, placed):
    zones = {n["name"]: [n["cpu"] // 2000 * 1000] * 2 for n in nodes}
    size = {q["name"]: q["cpu"] for q in pods}
    split = 0
    for pod, node in placed.items():  # in the order of their placement
        free, wanted = zones[node], size[pod]
        best = max(range(2), key=lambda i: (free[i], -i))
        if free[best] >= wanted:
            free[best] -= wanted
            continue
        split += 1
        for i in range(2):
            given = min(free[i], wanted)
            free[i] -= given
            wanted -= given
    return split


def node_object(node, annotations):
    size = {"cpu": f"{node['cpu']}m", "memory": f"{node['memory']}Mi", "pods": "110"}
    if node["gpu"]:
        size["nvidia.com/gpu"] = str(node["gpu"])
    return {"apiVersion": "v1", "kind": "Node",
            "metadata": {"name": node["name"], "annotations": annotations,
                         "labels": {"kubernetes.io/hostname": node["name"]}},
            "status": {"capacity": size, "allocatable": size}}


def pod_object(pod, node, limits=False):
    asked = {"cpu": f"{pod['cpu']}m", "memory": f"{pod['memory']}Mi"}
    if pod["gpu"]:
        asked["nvidia.com/gpu"] = str(pod["gpu"])
    resources = {"requests": asked}
    if limits or pod["gpu"]:
        resources["limits"] = asked if limits else {"nvidia.com/gpu": str(pod["gpu"])}
    spec = {"containers": [{"name": "c", "image": "i", "resources": resources}]}
    if node:
        spec["nodeName"] = node
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": pod["name"]}, "spec": spec}


def topology(node):
    half = {"cpu": str(node["cpu"] // 2000), "memory": f"{node['memory'] // 2}Mi"}
    return {"apiVersion": "topology.crane.io/v1alpha1", "kind": "NodeResourceTopology",
            "metadata": {"name": node["name"]},
            "craneManagerPolicy": {"cpuManagerPolicy": "Static",
                                   "topologyManagerPolicy": "SingleNUMANodePodLevel"},
            "zones": [{"name": f"node{i}", "type": "Node", "resources": {"allocatable": half}}
                      for i in range(2)]}


def simulate(args, folder, objects, config):
    """Pod names to node names, in the order of the placements."""
    (folder / "objects.json").write_text(json.dumps({"apiVersion": "v1", "kind": "List",
                                                     "items": objects}))
    (folder / "config.yaml").write_text(config)
    run = subprocess.run([args.berth, "simulate", folder / "objects.json", "--now", NOW,
                          "--attempts", "1", "--config", folder / "config.yaml", "-o", "jsonl"],
                         capture_output=True, text=True, check=False)
    if run.returncode:
        sys.exit(run.stderr)
    tries = [json.loads(line) for line in run.stdout.splitlines()]
    return {t["pod"].split("/")[1]: t["node"] for t in tries if "node" in t}


main()
