"""Random nodes."""

from world import EXTENDED, HOST, IMAGES, POOLS, REGION, TAINTS, ZONE


def node(w, name):
    cpu = w.one(["1", "2", "4", "8", "3500m"])
    memory = w.one(["2Gi", "4Gi", "8Gi", "16Gi", "7500Mi"])
    amounts = {"cpu": cpu, "memory": memory, "pods": w.one(["110", "110", "20", "3"])}
    if w.chance(0.6):
        amounts["ephemeral-storage"] = w.one(["10Gi", "40Gi"])
    if w.chance(0.25):
        amounts[w.one(EXTENDED)] = w.one(["1", "4", "8"])
    if w.chance(0.1):
        amounts["hugepages-2Mi"] = w.one(["64Mi", "1Gi"])
    made = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": labels(w, name)},
            "status": {"capacity": amounts, "allocatable": dict(amounts)}}
    spec = {}
    taints = {}
    while w.chance(0.3) and len(taints) < 3:
        key, value, effect = w.one(TAINTS)
        taints[key, effect] = {"key": key, "effect": effect, **({"value": value} if value else {})}
    if taints:
        spec["taints"] = list(taints.values())
    if w.chance(0.06):
        spec["unschedulable"] = True
    if spec:
        made["spec"] = spec
    if w.chance(0.5):
        made["status"]["images"] = [
            {"names": [image, image.split(":")[0] + "@sha256:" + "0" * 64], "sizeBytes": size}
            for image, size in IMAGES.items() if w.chance(0.5)]
    if w.has("NodeDeclaredFeatures") and w.chance(0.5):
        made["status"]["declaredFeatures"] = w.some(
            ["RestartAllContainersOnContainerExits", "UserNamespacesHostNetworkSupport"])
    return made


def labels(w, name):
    made = {}
    if w.chance(0.97):
        made[HOST] = name if w.chance(0.98) else w.one(w.nodes)
    if w.chance(0.93):
        made[ZONE] = w.one(w.zones) if w.chance(0.99) else ""
    if w.chance(0.6):
        made[REGION] = w.one(["east", "west"])
    if w.chance(0.7):
        made["pool"] = w.one(POOLS)
    if w.chance(0.5):
        made["rack"] = f"r{w.number(0, 9)}"
    if w.chance(0.5):
        made["disk"] = w.one(["ssd", "hdd"])
    if w.chance(0.5):
        made["size"] = w.one([str(w.number(0, 9)), "large"])
    return made
