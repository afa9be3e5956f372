// What --help says of each command, and examples of its use. For command_line.cpp.
#pragma once

namespace berth::cmd {

inline constexpr const char* kDescription =
    "berth decides where Kubernetes pods go, as kube-scheduler does: in a cluster, or in files.";

inline constexpr const char* kRun =
    "Schedule the pods of a real cluster, in kube-scheduler's place or beside it.\n\n"
    "Takes kube-scheduler's flags and configuration. Ends on SIGTERM, having given up its lease;\n"
    "the exit status is 1 when the lease was lost.";
inline constexpr const char* kRunExamples =
    "  berth run --config /etc/kubernetes/scheduler-config.yaml\n"
    "  # a second scheduler, from your desk\n"
    "  berth run --kubeconfig ~/.kube/config --config second.yaml --leader-elect=false";

inline constexpr const char* kSimulate =
    "Place the pending pods of a cluster and say where each of them went.\n\n"
    "The objects are what `kubectl get -o yaml` prints, or manifests, or the node and pod lists "
    "of\n"
    "a trace. Pods without a node are scheduled by the real engine on a cluster in memory until\n"
    "nothing moves any more. Nobody deletes pods there, and bound pods do not end.";
inline constexpr const char* kSimulateExamples =
    "  # where do these pods go, and how full are the nodes then?\n"
    "  berth simulate cluster.yaml\n"
    "  # the same under another configuration, from a cluster that is running\n"
    "  kubectl get nodes,pods -A -o yaml | berth simulate - --config bin-packing.yaml\n"
    "  # a trace: the summary alone, or one line of JSON for each try\n"
    "  berth simulate --nodes-csv nodes.csv --pods-csv pods.csv --summary\n"
    "  berth simulate --nodes-csv nodes.csv --pods-csv pods.csv -o jsonl --attempts 1\n"
    "  # in a pipeline: fail if a pod finds no place\n"
    "  berth simulate --strict --summary cluster/ new-deployment/pods.yaml\n"
    "  # what happens when a node goes? The steps stand in a file\n"
    "  berth simulate cluster.yaml --scenario node-goes.yaml";

inline constexpr const char* kExplain =
    "Say why each pending pod goes where it goes, or nowhere.\n\n"
    "Every pending pod is tried once, by priority, then in the order of the files; every node is\n"
    "looked at and every node that fits is scored. A pod that is placed takes its room for the "
    "pods\n"
    "after it.";
inline constexpr const char* kExplainExamples =
    "  # all pending pods\n"
    "  berth explain cluster.yaml\n"
    "  # one of them, with the ten best nodes\n"
    "  berth explain cluster.yaml --pod shop/cart-0 --best 10\n"
    "  # for a program: one line of JSON for each pod\n"
    "  berth explain cluster/ -o jsonl --config my-scheduler.yaml";

inline constexpr const char* kConfigCheck =
    "Say everything that is wrong with KubeSchedulerConfiguration files.\n\n"
    "Reads kubescheduler.config.k8s.io/v1, v1beta3 and v1beta2. Each mistake is told with its "
    "line\n"
    "and field. The exit status is 1 if there is one.";
inline constexpr const char* kConfigCheckExamples =
    "  berth config check scheduler.yaml\n"
    "  berth config check -o json *.yaml";

inline constexpr const char* kConfigPrint =
    "Print what a KubeSchedulerConfiguration means.\n\n"
    "At stage merged: for each extension point the plugins that run there, in that order, with\n"
    "weights and arguments. At stage decoded: the file with all defaults.";
inline constexpr const char* kConfigPrintExamples =
    "  berth config print scheduler.yaml\n"
    "  berth config print scheduler.yaml --stage decoded -o json";

inline constexpr const char* kPluginList =
    "List the plugins that there are: extension points, arguments, where they come from.\n\n"
    "Those are the built-in ones and, with --config, those of the shared objects that the file "
    "names.";
inline constexpr const char* kPluginNew =
    "Begin a plugin: write a folder that builds with meson, with a test and something to try it "
    "on.";
inline constexpr const char* kPluginNewExamples =
    "  berth plugin new QuietNodes\n"
    "  cd quiet_nodes && meson setup build && ninja -C build && meson test -C build\n"
    "  berth plugin new Gang --points preEnqueue,reserve,permit,events --lang c";

inline constexpr const char* kPluginCheck =
    "Try a plugin library in every way that a host may use it, and say what it does wrong.\n\n"
    "Each test runs in a process of its own, with a time limit. The exit status is 0 if all pass, "
    "1 "
    "if\n"
    "one fails, 2 if nothing could be tried.";
inline constexpr const char* kPluginCheckExamples =
    "  berth plugin check build/quiet_nodes.so\n"
    "  berth plugin check build/quiet_nodes.so --args args.yaml --only '^filter/'\n"
    "  berth plugin check build/quiet_nodes.so -o junit > check.xml\n"
    "  berth plugin check --list";

inline constexpr const char* kDev =
    "Judge the pods again whenever a plugin is rebuilt, and say what changed in the placements.\n\n"
    "Watches the shared objects in DIR, the configuration and the objects. Each round is what\n"
    "`berth explain` says, in a process of its own; printed are the pods that moved, and the "
    "plugin "
    "and\n"
    "the scores that decided. Runs until it is interrupted.";
inline constexpr const char* kDevExamples =
    "  berth dev . --config config.yaml --objects objects.yaml";

inline constexpr const char* kPluginListExamples =
    "  berth plugin list\n"
    "  berth plugin list -o json --config scheduler.yaml";

inline constexpr const char* kRbac =
    "Print what a scheduler with this configuration must be allowed to do, as a ClusterRole.\n\n"
    "Each rule says for whom it is: the scheduler itself, or the plugins that read there.";
inline constexpr const char* kRbacExamples =
    "  berth rbac --config scheduler.yaml | kubectl apply -f -";

}  // namespace berth::cmd
