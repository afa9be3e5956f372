"""What is tried on the real cluster. Each function is a test; its docstring says what holds."""

import collections
import concurrent.futures
import json
import os
import random
import shutil
import signal
import subprocess
import time

from objects import milli, node, pod
from plugin_scenarios import shipped_plugins
from scheduler_process import Scheduler
from waiting import PATIENCE, eventually

def make_nodes(plane, count, **how):
    for i in range(count):
        plane.create("nodes", node(f"n{i}", **how))


def make_pods(plane, prefix, count, **how):
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda i: plane.create("pods", pod(f"{prefix}{i}", **how)), range(count)))


def unbound(plane):
    return [p["metadata"]["name"] for p in plane.list("pods") if not p["spec"].get("nodeName")]


def wait_all_bound(plane, count, patience=PATIENCE):
    def all_bound():
        pods = plane.list("pods")
        return len(pods) == count and not [p for p in pods if not p["spec"].get("nodeName")]
    eventually(all_bound, patience)


def check_room(plane):
    """No node is over its allocatable."""
    used = collections.Counter()
    for p in plane.list("pods"):
        for c in p["spec"]["containers"]:
            used[p["spec"].get("nodeName")] += milli(c["resources"]["requests"]["cpu"])
    for n in plane.list("nodes"):
        have, name = milli(n["status"]["allocatable"]["cpu"]), n["metadata"]["name"]
        assert used[name] <= have, f"{name}: {used[name]}m of {have}m"


def check_events(plane, count):
    """Each pod was bound once, by one Scheduled event."""
    def enough():
        found = collections.Counter(
            e["regarding"]["name"] for e in plane.list("events") if e["reason"] == "Scheduled")
        return len(found) == count and found
    for name, times in eventually(enough).items():
        assert times == 1, f"{name}: {times} Scheduled events"


def binds(plane, berth):
    """Hundreds of pods are bound, each once, with an event; nobody is over its room."""
    make_nodes(plane, 20)
    make_pods(plane, "p", 300)
    scheduler = Scheduler(plane, berth)
    wait_all_bound(plane, 300)
    check_room(plane)
    check_events(plane, 300)
    assert scheduler.stop() == 0, scheduler.log()


def says_why(plane, berth):
    """A pod without a place: condition and event in kube-scheduler's words; then a node comes."""
    make_nodes(plane, 2, cpu="1")
    scheduler = Scheduler(plane, berth)
    plane.create("pods", pod("big", cpu="2"))

    def condition():
        found = [c for c in plane.get("pods", "big").get("status", {}).get("conditions", [])
                 if c["type"] == "PodScheduled"]
        return found and found[0]
    said = eventually(condition)
    assert said["status"] == "False" and said["reason"] == "Unschedulable", said
    assert said["message"].startswith("0/2 nodes are available: 2 Insufficient cpu."), said
    eventually(lambda: [e for e in plane.list("events") if e["reason"] == "FailedScheduling"
                        and e["note"].startswith("0/2 nodes are available: 2 Insufficient cpu.")])
    plane.create("nodes", node("large", cpu="8"))
    eventually(lambda: plane.get("pods", "big")["spec"].get("nodeName") == "large")
    scheduler.stop()


def fails_over(plane, berth):
    """Of two, one leads; when it is killed the other goes on; a clean stop hands over at once."""
    make_nodes(plane, 5)
    first = Scheduler(plane, berth, name="berth-1")
    first.wait_for_log("acquired")
    second = Scheduler(plane, berth, name="berth-2")
    second.wait_for_log(" leads")
    make_pods(plane, "a", 20)
    wait_all_bound(plane, 20)
    first.kill()
    make_pods(plane, "b", 20)
    wait_all_bound(plane, 40)
    assert "acquired" in second.log()
    third = Scheduler(plane, berth, name="berth-3")
    third.wait_for_log(" leads")
    assert second.stop() == 0
    third.wait_for_log("acquired", patience=3)
    third.stop()


def hands_over_to_kube_scheduler(plane, berth):
    """berth and kube-scheduler take turns on the same lease."""
    make_nodes(plane, 5)
    ours = Scheduler(plane, berth)
    ours.wait_for_log("acquired")
    theirs = Scheduler(plane, plane.programs / "kube-scheduler", name="kube-scheduler",
                       flags=["-v=2"])
    make_pods(plane, "a", 10)
    wait_all_bound(plane, 10)
    ours.stop()
    theirs.wait_for_log("Successfully acquired lease")
    make_pods(plane, "b", 10)
    wait_all_bound(plane, 20)
    again = Scheduler(plane, berth)
    again.wait_for_log(" leads")
    theirs.stop()
    again.wait_for_log("acquired")
    make_pods(plane, "c", 10)
    wait_all_bound(plane, 30)
    again.stop()


def frozen_leader(plane, berth):
    """A leader that was frozen past its lease writes nothing when it wakes, and ends with 1."""
    make_nodes(plane, 5)
    first = Scheduler(plane, berth, name="berth-1")
    first.wait_for_log("acquired")
    second = Scheduler(plane, berth, name="berth-2")
    second.wait_for_log(" leads")
    make_pods(plane, "p", 100)
    first.process.send_signal(signal.SIGSTOP)
    second.wait_for_log("acquired")
    wait_all_bound(plane, 100)
    before = {p["metadata"]["name"]: p["metadata"]["resourceVersion"] for p in plane.list("pods")}
    first.process.send_signal(signal.SIGCONT)
    assert first.process.wait(20) == 1, first.log()[-2000:]
    assert "leaderelection lost" in first.log()
    after = {p["metadata"]["name"]: p["metadata"]["resourceVersion"] for p in plane.list("pods")}
    assert before == after
    second.stop()


def survives_the_api_server(plane, berth):
    """The API server is killed and started, the history compacted: everything gets bound."""
    make_nodes(plane, 10)
    scheduler = Scheduler(plane, berth, leader=False)
    make_pods(plane, "a", 50)
    wait_all_bound(plane, 50)
    plane.stop_apiserver(kill=True)
    time.sleep(1)
    plane.start_apiserver()
    make_pods(plane, "b", 50)
    wait_all_bound(plane, 100)
    plane.stop_apiserver(kill=True)
    plane.start_apiserver("--etcd-compaction-interval=1s")
    make_pods(plane, "c", 50)
    wait_all_bound(plane, 150)
    check_room(plane)
    assert scheduler.process.poll() is None, scheduler.log()
    scheduler.stop()


def killed_again_and_again(plane, berth):
    """kill -9 at random instants: each pod is bound once, no node is over its room."""
    kills = int(os.environ.get("BERTH_E2E_KILLS", "10"))
    make_nodes(plane, 20, cpu="8")
    chance = random.Random(7)
    for i in range(kills):
        scheduler = Scheduler(plane, berth, leader=False)
        make_pods(plane, f"k{i}-", 12)
        time.sleep(chance.uniform(0.0, 0.6))
        scheduler.kill()
    last = Scheduler(plane, berth, leader=False)
    wait_all_bound(plane, kills * 12)
    check_room(plane)
    last.stop()


def says_what_to_do(plane, berth):
    """Wrong kubeconfigs and missing permissions give a sentence, and no busy loop."""
    def refused(*flags):
        done = subprocess.run([berth, "run", "--secure-port=0", f"--state-dir={plane.folder}/state",
                               *flags], capture_output=True, text=True, timeout=30)
        return done.returncode, done.stderr
    code, said = refused("--kubeconfig=/nowhere/config")
    assert code == 2 and "/nowhere/config: cannot be opened" in said, said
    broken = plane.folder / "broken.kubeconfig"
    broken.write_text("{current-context: a, contexts: []}")
    code, said = refused(f"--kubeconfig={broken}")
    assert code == 2 and "there is no entry \"a\"" in said, said
    for token, sentence in [("wrong", "credentials were not accepted"),
                            (f"{plane_token()}-nobody", "berth rbac --config FILE prints")]:
        config = plane.kubeconfig(name="other", token=token)
        scheduler = Scheduler(plane, berth, kubeconfig=config, leader=False)
        scheduler.wait_for_log(sentence)
        before = scheduler.cpu_seconds()
        time.sleep(3)
        assert scheduler.cpu_seconds() - before < 0.5
        assert scheduler.stop() == 0


def plane_token():
    from control_plane import TOKEN
    return TOKEN


def serves(plane, berth):
    """Health is open, the rest needs a token that may see it."""
    make_nodes(plane, 1)
    scheduler = Scheduler(plane, berth)
    scheduler.wait_for_log("acquired")
    fetch = scheduler.fetch
    assert fetch("/healthz") == (200, "ok")
    status, text = fetch("/readyz?verbose")
    assert status == 200 and "[+]sched-handler-sync ok" in text, text
    assert fetch("/configz")[0] == 401
    assert fetch("/configz", "wrong")[0] == 401
    assert fetch("/configz", f"{plane_token()}-nobody")[0] == 403
    status, text = fetch("/configz", plane_token())
    assert status == 200 and '"leaderElect":true' in text.replace(" ", ""), text
    status, text = fetch("/debug/cache", plane_token())
    assert status == 200 and '"nodes":1' in text, text
    make_pods(plane, "p", 3)
    wait_all_bound(plane, 3)
    status, text = fetch("/metrics", plane_token())
    assert status == 200 and ('scheduler_schedule_attempts_total{result="scheduled",'
                              'profile="default-scheduler"} 3') in text, text
    assert 'scheduler_cache_size{type="nodes"} 1' in text, text
    scheduler.stop()


WITH_FAULTY = "[{plugins: {multiPoint: {enabled: [{name: Faulty}]}}}]"


class PluginFiles:
    """A plugin directory and a configuration that names it; both change by rename."""

    def __init__(self, plane, berth):
        self.plane, self.builds = plane, berth.parent / "tests" / "faulty"
        self.folder, self.config = plane.folder / "plugins", plane.folder / "scheduler.yaml"
        self.folder.mkdir()

    def install(self, build):
        fresh = self.plane.folder / "fresh.so"
        shutil.copyfile(self.builds / f"{build}.so", fresh)
        fresh.rename(self.folder / "p.so")

    def configure(self, profiles):
        fresh = self.plane.folder / "fresh.yaml"
        fresh.write_text("apiVersion: kubescheduler.config.k8s.io/v1\n"
                         "kind: KubeSchedulerConfiguration\n"
                         f"clientConnection: {{kubeconfig: {self.plane.kubeconfig()}}}\n"
                         f"pluginDirectories: [{self.folder}]\nprofiles: {profiles}\n")
        fresh.rename(self.config)


def changes_while_it_runs(plane, berth):
    """Plugins and configuration change under a scheduler that leads; what is bad changes nothing."""
    files = PluginFiles(plane, berth)
    install, configure = files.install, files.configure

    def plugins():
        status, text = scheduler.fetch("/debug/plugins", plane_token())
        assert status == 200, text
        return json.loads(text)

    make_nodes(plane, 5)
    configure("[{schedulerName: default-scheduler}]")
    scheduler = Scheduler(plane, berth, flags=[f"--config={files.config}"])
    scheduler.wait_for_log("acquired")
    make_pods(plane, "a", 5)
    wait_all_bound(plane, 5)
    install("good_a")
    configure(WITH_FAULTY)
    scheduler.wait_for_log("generation 2 runs: ")
    install("good_b")
    scheduler.wait_for_log("generation 3 runs: ")
    assert "Faulty" in plugins()["engine"]["profiles"][0]["plugins"], plugins()
    configure("3")
    scheduler.wait_for_log("a change was refused")
    make_pods(plane, "b", 5)
    wait_all_bound(plane, 10)
    assert plugins()["loader"]["configProblem"] != "", plugins()
    assert plugins()["engine"]["generation"] == 3, plugins()
    assert scheduler.fetch("/plugins/reload", method="POST")[0] == 401
    status, text = scheduler.fetch("/plugins/reload", plane_token(), method="POST")
    assert status == 202, text
    scheduler.wait_for_log("a change was refused", times=2)
    scheduler.process.send_signal(signal.SIGHUP)
    scheduler.wait_for_log("a change was refused", times=3)
    configure(WITH_FAULTY)
    eventually(lambda: plugins()["loader"]["configProblem"] == "")
    install("crashes_in_filter")
    scheduler.wait_for_log("refused at probe")
    make_pods(plane, "c", 5)
    wait_all_bound(plane, 15)
    status, text = scheduler.fetch("/metrics", plane_token())
    assert "berth_plugin_generation 3" in text, text
    assert 'berth_plugin_reload_total{result="refused",step="probe"} 1' in text, text
    assert scheduler.stop() == 0, scheduler.log()
    check_room(plane)


def hands_over_when_a_plugin_hangs(plane, berth):
    """A leader that a plugin holds up ends with 70 and gives the lease up; the build is known."""
    files = PluginFiles(plane, berth)
    files.install("hangs_in_filter_later")
    files.configure(WITH_FAULTY)
    make_nodes(plane, 3)
    flags = [f"--config={files.config}", "--plugin-hang-timeout=2"]
    lease = ("60s", "40s", "500ms")
    first = Scheduler(plane, berth, name="berth-1", flags=flags, lease=lease)
    first.wait_for_log("acquired")
    second = Scheduler(plane, berth, name="berth-2", lease=lease)
    second.wait_for_log(" leads")
    make_pods(plane, "a", 5)
    wait_all_bound(plane, 5)
    plane.create("pods", pod("trigger"))
    assert first.process.wait(20) == 70, first.log()[-2000:]
    second.wait_for_log("acquired", patience=10)
    wait_all_bound(plane, 6)
    again = Scheduler(plane, berth, name="berth-3", flags=flags, lease=lease, state=first.state)
    assert again.process.wait(20) == 2, again.log()[-2000:]
    assert "is put into quarantine" in again.log(), again.log()
    second.stop()


ALL = [binds, says_why, serves, changes_while_it_runs, shipped_plugins,
       hands_over_when_a_plugin_hangs, says_what_to_do, fails_over, frozen_leader,
       hands_over_to_kube_scheduler, survives_the_api_server, killed_again_and_again]
