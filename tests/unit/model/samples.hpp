// Objects with most fields filled, for the round-trip and mutation tests.
#pragma once

namespace berth::model {

inline constexpr const char* kFullPod = R"(apiVersion: v1
kind: Pod
metadata:
  name: web-0
  namespace: shop
  uid: 0a1b
  resourceVersion: "42"
  generation: 3
  creationTimestamp: "2024-01-02T03:04:05Z"
  deletionTimestamp: "2024-01-02T04:04:05Z"
  labels: {app: web, pod-template-hash: abc}
  annotations: {note: "a: b"}
  ownerReferences:
  - {apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: rs1, controller: true}
  finalizers: [x/y]
spec:
  nodeName: n1
  schedulerName: other
  priority: 7
  priorityClassName: high
  preemptionPolicy: Never
  restartPolicy: OnFailure
  hostNetwork: true
  hostUsers: false
  terminationGracePeriodSeconds: 5
  nodeSelector: {disk: ssd}
  schedulingGates: [{name: g1}]
  overhead: {cpu: 10m}
  resources: {requests: {cpu: "2"}, limits: {cpu: "3"}}
  resourceClaims: [{name: gpu, resourceClaimTemplateName: t}]
  tolerations:
  - {key: k, operator: Equal, value: v, effect: NoExecute, tolerationSeconds: 9}
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
        - matchExpressions: [{key: zone, operator: In, values: [a, b]}]
          matchFields: [{key: metadata.name, operator: NotIn, values: [n9]}]
      preferredDuringSchedulingIgnoredDuringExecution:
      - {weight: 5, preference: {matchExpressions: [{key: cpus, operator: Gt, values: ["8"]}]}}
    podAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
      - labelSelector: {matchLabels: {app: db}}
        topologyKey: zone
        namespaces: [data]
        matchLabelKeys: [app]
    podAntiAffinity:
      preferredDuringSchedulingIgnoredDuringExecution:
      - weight: 100
        podAffinityTerm:
          labelSelector: {matchExpressions: [{key: app, operator: Exists}]}
          namespaceSelector: {}
          topologyKey: kubernetes.io/hostname
          mismatchLabelKeys: [pod-template-hash]
  topologySpreadConstraints:
  - maxSkew: 2
    topologyKey: zone
    whenUnsatisfiable: DoNotSchedule
    labelSelector: {matchLabels: {app: web}}
    minDomains: 3
    nodeAffinityPolicy: Ignore
    nodeTaintsPolicy: Honor
    matchLabelKeys: [pod-template-hash]
  containers:
  - name: main
    image: nginx:1
    resources: {requests: {cpu: 100m, memory: 64Mi, example.com/gpu: "1"}, limits: {cpu: "1"}}
    ports: [{name: http, containerPort: 80, hostPort: 8080, protocol: TCP, hostIP: 10.0.0.1}]
  initContainers:
  - {name: side, image: envoy, restartPolicy: Always, resources: {requests: {cpu: 5m}}}
  volumes:
  - {name: data, persistentVolumeClaim: {claimName: data-0, readOnly: true}}
  - {name: scratch, ephemeral: {volumeClaimTemplate: {spec: {}}}}
  - {name: rbd, rbd: {image: i, pool: p, monitors: [m1, m2], readOnly: true}}
  - {name: disk, gcePersistentDisk: {pdName: d, partition: 1}}
  - {name: inline, csi: {driver: csi.example.com}}
  - {name: cfg, configMap: {name: c}}
status:
  phase: Running
  nominatedNodeName: n2
  startTime: "2024-01-02T03:05:00Z"
  conditions:
  - {type: PodScheduled, status: "True", lastTransitionTime: "2024-01-02T03:04:06Z"}
  - {type: PodResizePending, status: "True", reason: Deferred, message: later}
  containerStatuses:
  - {name: main, allocatedResources: {cpu: 90m}, resources: {requests: {cpu: 80m}}}
  resourceClaimStatuses: [{name: gpu, resourceClaimName: gpu-x}]
)";

inline constexpr const char* kFullNode = R"(apiVersion: v1
kind: Node
metadata:
  name: n1
  labels: {kubernetes.io/hostname: n1, topology.kubernetes.io/zone: a}
spec:
  unschedulable: true
  taints: [{key: dedicated, value: db, effect: NoSchedule}]
status:
  capacity: {cpu: "8", memory: 32Gi, pods: "110", hugepages-2Mi: "0"}
  allocatable: {cpu: 7500m, memory: 30Gi, pods: "110"}
  conditions: [{type: Ready, status: "True"}]
  images: [{names: ["nginx:1", "nginx@sha256:00"], sizeBytes: 1000}]
  declaredFeatures: [Foo]
)";

inline constexpr const char* kOthers = R"(apiVersion: v1
kind: Namespace
metadata: {name: shop, labels: {team: a}}
---
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: high}
value: 1000
globalDefault: true
preemptionPolicy: Never
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: b, namespace: shop}
spec: {selector: {matchLabels: {app: web}}, minAvailable: 50%, maxUnavailable: 1}
status: {disruptionsAllowed: 2}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data-0, namespace: shop}
spec:
  accessModes: [ReadWriteOnce]
  storageClassName: fast
  volumeName: pv1
  volumeMode: Block
  resources: {requests: {storage: 5Gi}}
  selector: {matchLabels: {a: b}}
status: {phase: Bound, capacity: {storage: 5Gi}}
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: pv1}
spec:
  capacity: {storage: 5Gi}
  accessModes: [ReadWriteOnce]
  claimRef: {namespace: shop, name: data-0, uid: u}
  persistentVolumeReclaimPolicy: Delete
  storageClassName: fast
  volumeMode: Filesystem
  csi: {driver: csi.example.com, volumeHandle: h}
  nodeAffinity:
    required: {nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, values: [a]}]}]}
status: {phase: Available}
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: fast}
provisioner: csi.example.com
volumeBindingMode: WaitForFirstConsumer
reclaimPolicy: Retain
allowVolumeExpansion: true
parameters: {type: ssd}
allowedTopologies: [{matchLabelExpressions: [{key: zone, values: [a]}]}]
---
apiVersion: storage.k8s.io/v1
kind: CSINode
metadata: {name: n1}
spec: {drivers: [{name: d, nodeID: i, topologyKeys: [zone], allocatable: {count: 3}}]}
---
apiVersion: storage.k8s.io/v1
kind: CSIDriver
metadata: {name: d}
spec: {attachRequired: false, storageCapacity: true, preventPodSchedulingIfMissing: true}
---
apiVersion: storage.k8s.io/v1
kind: CSIStorageCapacity
metadata: {name: c, namespace: kube-system}
storageClassName: fast
capacity: 10Gi
maximumVolumeSize: 5Gi
nodeTopology: {matchLabels: {zone: a}}
---
apiVersion: storage.k8s.io/v1
kind: VolumeAttachment
metadata: {name: va}
spec: {attacher: d, nodeName: n1, source: {persistentVolumeName: pv1}}
status: {attached: true}
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec: {selector: {app: web}}
---
apiVersion: v1
kind: ReplicationController
metadata: {name: old, namespace: shop}
spec: {replicas: 1, selector: {app: old}, template: {metadata: {labels: {app: old}}}}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db, namespace: shop}
spec: {replicas: 2, selector: {matchLabels: {app: db}}}
---
apiVersion: coordination.k8s.io/v1
kind: Lease
metadata: {name: l, namespace: kube-system}
spec: {holderIdentity: me, leaseDurationSeconds: 15, renewTime: "2024-01-02T03:04:05.123456Z"}
---
apiVersion: topology.node.k8s.io/v1alpha2
kind: NodeResourceTopology
metadata: {name: n1}
zones: [{name: z0, type: Node, resources: [{name: cpu, capacity: "4"}]}]
)";

}  // namespace berth::model
