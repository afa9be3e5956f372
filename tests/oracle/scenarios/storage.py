"""Random claims, volumes, classes and drivers, and pods that use them."""

from world import HOST, NAMESPACES, REGION, ZONE

DRIVER = "disk.csi.example.com"
CLASSES = {"fast": DRIVER, "zonal": DRIVER, "now": DRIVER, "local": "kubernetes.io/no-provisioner",
           "tight": "tight.csi.example.com"}


def around(w):
    """Classes, drivers, volumes and claims; fills w.claims."""
    if not w.lean["volumes"]:
        return []
    made = [{"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": name},
             "provisioner": driver, **class_rules(w, name)} for name, driver in CLASSES.items()]
    made += [{"apiVersion": "storage.k8s.io/v1", "kind": "CSIDriver", "metadata": {"name": name},
              "spec": {"storageCapacity": name.startswith("tight"),
                       **({"preventPodSchedulingIfMissing": True} if w.chance(0.2) else {})}}
             for name in (DRIVER, "tight.csi.example.com")]
    made += [csi_node(w, name) for name in w.nodes if w.chance(0.8)]
    made += [capacity(w, i, zone) for i, zone in enumerate(w.zones) if w.chance(0.8)]
    for i in range(w.number(3, 16)):
        made += claim(w, i)
    made += [volume(w, f"free-{i}", w.one(["local", "fast"])) for i in range(w.number(0, 10))]
    return made


def class_rules(w, name):
    if name == "now":
        return {"volumeBindingMode": "Immediate"}
    rules = {"volumeBindingMode": "WaitForFirstConsumer"}
    if name == "zonal":
        rules["allowedTopologies"] = [{"matchLabelExpressions": [
            {"key": ZONE, "values": w.some(w.zones)}]}]
    return rules


def csi_node(w, name):
    drivers = [{"name": driver, "nodeID": name, "topologyKeys": [HOST],
                **({"allocatable": {"count": w.number(0, 3)}} if w.chance(0.7) else {})}
               for driver in (DRIVER, "tight.csi.example.com") if w.chance(0.9)]
    return {"apiVersion": "storage.k8s.io/v1", "kind": "CSINode", "metadata": {"name": name},
            "spec": {"drivers": drivers}}


def capacity(w, i, zone):
    """One a zone: of several for the same nodes kube-scheduler takes a random one."""
    made = {"apiVersion": "storage.k8s.io/v1", "kind": "CSIStorageCapacity",
            "metadata": {"name": f"room-{i}", "namespace": "default"}, "storageClassName": "tight",
            "nodeTopology": {"matchLabels": {ZONE: zone}},
            "capacity": w.one(["5Gi", "20Gi", "50Gi", "100Gi"])}
    if w.chance(0.15):
        made["maximumVolumeSize"] = w.one(["4Gi", "50Gi"])
    return made


def volume(w, name, class_name, claim_ref=None):
    spec = {"capacity": {"storage": w.one(["5Gi", "10Gi", "50Gi"])},
            "accessModes": [w.one(["ReadWriteOnce", "ReadWriteOncePod"])],
            "storageClassName": class_name}
    if w.chance(0.8):
        spec["csi"] = {"driver": DRIVER, "volumeHandle": name}
    else:
        spec["hostPath"] = {"path": "/data"}
    if w.chance(0.5):
        key, values = w.one([(HOST, w.nodes), (ZONE, w.zones)])
        spec["nodeAffinity"] = {"required": {"nodeSelectorTerms": [{"matchExpressions": [
            {"key": key, "operator": "In", "values": w.some(values, 5)}]}]}}
    if claim_ref:
        spec["claimRef"] = claim_ref
    meta = {"name": name}
    if w.chance(0.25):
        meta["labels"] = {w.one([ZONE, REGION]): w.one([*w.zones, "east"])}
    return {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": meta, "spec": spec,
            "status": {"phase": "Bound" if claim_ref else "Available"}}


def claim(w, i):
    """A claim and, where it is bound, its volume."""
    namespace, name = w.one(NAMESPACES), f"claim-{i}"
    w.claims.append((namespace, name))
    class_name = w.one([*CLASSES, "tight", "tight", "local"])
    mode = w.one(["ReadWriteOnce", "ReadWriteOnce", "ReadWriteOnce", "ReadWriteOncePod"])
    made = {"apiVersion": "v1", "kind": "PersistentVolumeClaim",
            "metadata": {"name": name, "namespace": namespace, "uid": f"uid-{name}"},
            "spec": {"storageClassName": class_name, "accessModes": [mode],
                     "resources": {"requests": {"storage": w.one(["1Gi", "8Gi", "30Gi"])}}},
            "status": {"phase": "Pending"}}
    if w.chance(0.8 if class_name in ("tight", "local") else 0.4):
        return [made]
    bound = f"bound-{i}"
    made["spec"]["volumeName"] = bound
    made["metadata"]["annotations"] = {"pv.kubernetes.io/bind-completed": "yes"}
    made["status"]["phase"] = "Bound"
    if w.chance(0.05):
        return [made]  # its volume is gone
    of = volume(w, bound, class_name, {"kind": "PersistentVolumeClaim", "namespace": namespace,
                                       "name": name, "uid": f"uid-{name}"})
    of["spec"]["accessModes"] = [mode]
    return [made, of]


def use(w, spec, namespace):
    volumes = spec.setdefault("volumes", [])
    mine = [name for where, name in w.claims if where == namespace]
    for i in range(w.one([1, 1, 2])):
        if mine and w.chance(0.75):
            source = {"persistentVolumeClaim": {"claimName": w.one(mine)}}
        else:
            source = inline(w)
        volumes.append({"name": f"v{i}", **source})


def inline(w):
    return w.one([
        {"emptyDir": {}},
        {"gcePersistentDisk": {"pdName": w.one("ab"), "readOnly": w.chance(0.5)}},
        {"awsElasticBlockStore": {"volumeID": w.one("ab")}},
        {"iscsi": {"targetPortal": "10.0.0.1:3260", "iqn": "iqn.2001-04.com.example:" + w.one("ab"),
                   "lun": 0, "readOnly": w.chance(0.5)}},
        {"rbd": {"monitors": ["m1", "m2"], "image": w.one("ab"), "pool": "p",
                 "readOnly": w.chance(0.5)}},
        {"csi": {"driver": DRIVER}},
    ])
