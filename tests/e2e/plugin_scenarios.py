"""Scenarios of the plugins that ship, with the custom resources that they read."""

import pathlib
import shutil
import time

from objects import node, pod
from scheduler_process import Scheduler
from waiting import eventually

CRDS = pathlib.Path(__file__).resolve().parent.parent.parent / "config" / "crds"

CONFIG = """apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection: {kubeconfig: KUBECONFIG}
pluginDirectories: [PLUGINS]
profiles:
- schedulerName: default-scheduler
- schedulerName: crane
  plugins: {multiPoint: {enabled: [{name: NodeResourceTopologyMatch, weight: 100}]}}
  pluginConfig: [{name: NodeResourceTopologyMatch, args: {topologySource: topology.crane.io}}]
- schedulerName: exported
  plugins: {multiPoint: {enabled: [{name: NodeResourceTopologyMatch, weight: 100}]}}
  pluginConfig: [{name: NodeResourceTopologyMatch, args: {topologySource: topology.node.k8s.io}}]
- schedulerName: loaded
  plugins: {multiPoint: {enabled: [{name: Dynamic, weight: 100}]}}
  pluginConfig: [{name: Dynamic, args: {policyConfigPath: POLICY, timeZone: UTC}}]
"""

POLICY = """apiVersion: scheduler.policy.crane.io/v1alpha1
kind: DynamicSchedulerPolicy
spec:
  syncPolicy: [{name: cpu_usage_avg_5m, period: 3m}]
  predicate: [{name: cpu_usage_avg_5m, maxLimitPecent: LIMIT}]
  priority: [{name: cpu_usage_avg_5m, weight: 1}]
"""


def crane_object(name, cpus):
    zones = [{"name": f"node{i}", "type": "Node", "resources": {"allocatable": {"cpu": str(c)}}}
             for i, c in enumerate(cpus)]
    return {"apiVersion": "topology.crane.io/v1alpha1", "kind": "NodeResourceTopology",
            "metadata": {"name": name}, "zones": zones,
            "craneManagerPolicy": {"cpuManagerPolicy": "Static",
                                   "topologyManagerPolicy": "SingleNUMANodePodLevel"}}


def exported_object(name, cpus):
    def resource(which, amount):
        return {"name": which, "capacity": amount, "allocatable": amount, "available": amount}
    zones = [{"name": f"node-{i}", "type": "Node",
              "resources": [resource("cpu", str(c)), resource("memory", "4Gi")]}
             for i, c in enumerate(cpus)]
    return {"apiVersion": "topology.node.k8s.io/v1alpha2", "kind": "NodeResourceTopology",
            "metadata": {"name": name}, "zones": zones,
            "attributes": [{"name": "topologyManagerPolicy", "value": "single-numa-node"},
                           {"name": "topologyManagerScope", "value": "container"}]}


def guaranteed(name, cpus, scheduler):
    made = pod(name, cpu=str(cpus), memory="64Mi", schedulerName=scheduler)
    resources = made["spec"]["containers"][0]["resources"]
    resources["limits"] = dict(resources["requests"])
    return made


def place_of(plane, name):
    return plane.get("pods", name)["spec"].get("nodeName")


def message_of(plane, name):
    conditions = plane.get("pods", name).get("status", {}).get("conditions", [])
    return next((c.get("message", "") for c in conditions if c["type"] == "PodScheduled"), "")


def load(value):
    return f"{value},{time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime())}"


def annotate(plane, name, value):
    plane.request("PATCH", f"/api/v1/nodes/{name}",
                  {"metadata": {"annotations": {"cpu_usage_avg_5m": load(value)}}},
                  content="application/merge-patch+json")


def shipped_plugins(plane, berth):
    """Plugins of a directory read their custom resources, which come after berth has begun."""
    folder, config = plane.folder / "plugins", plane.folder / "scheduler.yaml"
    policy = plane.folder / "policy.yaml"
    folder.mkdir()
    for name in ("dynamic", "noderesourcetopology"):
        shutil.copy(berth.parent / "plugins" / f"{name}.so", folder)
    policy.write_text(POLICY.replace("LIMIT", "0.65"))
    config.write_text(CONFIG.replace("KUBECONFIG", str(plane.kubeconfig()))
                      .replace("PLUGINS", str(folder)).replace("POLICY", str(policy)))
    for name, cpu in [("split", "8"), ("whole", "8"), ("plain", "8")]:
        plane.create("nodes", node(name, cpu=cpu))

    scheduler = Scheduler(plane, berth, flags=[f"--config={config}"])
    missing_resources(plane, scheduler)
    crane_zones(plane)
    exported_zones(plane, scheduler)
    measured_load(plane, scheduler, policy)
    assert scheduler.stop() == 0, scheduler.log()


def missing_resources(plane, scheduler):
    """Without the definitions: one sentence each, no busy loop, and other pods go on."""
    for group in ("topology.crane.io/v1alpha1", "topology.node.k8s.io/v1alpha2"):
        scheduler.wait_for_log(f"the API server has no noderesourcetopologies in {group}: "
                               "is its CustomResourceDefinition")
    plane.create("pods", pod("other"))
    eventually(lambda: place_of(plane, "other"))
    plane.create("pods", guaranteed("early", 6, "crane"))
    eventually(lambda: "failed to get NRT" in message_of(plane, "early"))
    before = scheduler.cpu_seconds()
    time.sleep(3)
    assert scheduler.cpu_seconds() - before < 0.5
    assert scheduler.log().count("is its CustomResourceDefinition") == 2, scheduler.log()


def crane_zones(plane):
    plane.apply_file("customresourcedefinitions", CRDS / "topology.crane.io.yaml")
    path = "/apis/topology.crane.io/v1alpha1/noderesourcetopologies"
    plane.request("POST", path, crane_object("split", [4, 4]), tries=40, missing_too=True)
    plane.request("POST", path, crane_object("whole", [8]))
    eventually(lambda: place_of(plane, "early") == "whole")
    plane.create("pods", guaranteed("fits-a-zone", 3, "crane"))
    eventually(lambda: place_of(plane, "fits-a-zone") == "split")
    plane.create("pods", guaranteed("fits-none", 5, "crane"))
    eventually(lambda: "insufficient resource of NUMA node" in message_of(plane, "fits-none"))
    # A zone grows: the object's change wakes the pod.
    grown = plane.request("GET", f"{path}/split")
    grown["zones"] = crane_object("split", [4, 5])["zones"]
    plane.request("PUT", f"{path}/split", grown)
    plane.delete("pods", "fits-a-zone")
    eventually(lambda: place_of(plane, "fits-none") == "split")
    for name in ("early", "fits-none"):
        plane.delete("pods", name)


def exported_zones(plane, scheduler):
    plane.apply_file("customresourcedefinitions", CRDS / "topology.node.k8s.io.yaml")
    path = "/apis/topology.node.k8s.io/v1alpha2/noderesourcetopologies"
    plane.request("POST", path, exported_object("split", [4, 4]), tries=40, missing_too=True)
    plane.request("POST", path, exported_object("whole", [8]))
    plane.request("POST", path, exported_object("plain", [2, 2]))
    scheduler.wait_for_log("noderesourcetopologies: the watch is up again", times=2)
    plane.create("pods", guaranteed("aligned", 6, "exported"))
    eventually(lambda: place_of(plane, "aligned") == "whole")
    plane.create("pods", guaranteed("not-aligned", 6, "exported"))
    eventually(lambda: "cannot align container" in message_of(plane, "not-aligned"))
    plane.delete("pods", "aligned")
    eventually(lambda: place_of(plane, "not-aligned") == "whole")
    plane.delete("pods", "not-aligned")


def measured_load(plane, scheduler, policy):
    for name, value in [("split", "0.90000"), ("whole", "0.60000"), ("plain", "0.10000")]:
        annotate(plane, name, value)
    plane.create("pods", pod("cool", schedulerName="loaded"))
    eventually(lambda: place_of(plane, "cool") == "plain")
    # The policy is followed: with another limit no node is left.
    policy.write_text(POLICY.replace("LIMIT", "0.05"))
    scheduler.wait_for_log("policy.yaml changed: read again")
    plane.create("pods", pod("hot", schedulerName="loaded"))
    eventually(lambda: "0/3 nodes are available" in message_of(plane, "hot"))
    annotate(plane, "plain", "0.01000")
    eventually(lambda: place_of(plane, "hot") == "plain")
