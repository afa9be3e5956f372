"""Objects that the tests make."""


def node(name, cpu="4", memory="16Gi", pods="110", labels=None):
    room = {"cpu": cpu, "memory": memory, "pods": pods}
    return {"apiVersion": "v1", "kind": "Node",
            "metadata": {"name": name, "labels": {"kubernetes.io/hostname": name, **(labels or {})}},
            "status": {"capacity": room, "allocatable": room,
                       "conditions": [{"type": "Ready", "status": "True"}]}}


def pod(name, cpu="100m", memory="64Mi", **spec):
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "labels": {"app": "e2e"}},
            "spec": {"containers": [{"name": "main", "image": "pause",
                                     "resources": {"requests": {"cpu": cpu, "memory": memory}}}],
                     **spec}}


def milli(cpu):
    return int(cpu[:-1]) if cpu.endswith("m") else int(cpu) * 1000
