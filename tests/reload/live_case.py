"""A berth that runs on an embedded cluster, and the files that it follows."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import threading
import unittest

PROGRAM = os.environ["BERTH_PROGRAM"]
FAULTY = pathlib.Path(os.environ["BERTH_FAULTY"])
LONGEST = 120  # seconds that a line may take to come

CONFIG = """apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection: {leaderElect: false}
pluginDirectories: [PLUGINS]
profiles:
- schedulerName: default-scheduler
  plugins:
    multiPoint: {enabled: [{name: Faulty}]}
"""

NODE = """apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: '64', memory: 64Gi, pods: '500'}}
"""

POD = """apiVersion: v1
kind: Pod
metadata: {name: NAME, namespace: default}
spec: {containers: [{name: c, resources: {requests: {cpu: 10m}}}]}
"""


class Running:
    """A process whose two outputs are read line by line; a line is waited for, never a time."""

    def __init__(self, words):
        self.process = subprocess.Popen(
            [PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.lines = []
        self.changed = threading.Condition()
        self.readers = [
            threading.Thread(target=self.read, args=(stream,))
            for stream in (self.process.stdout, self.process.stderr)
        ]
        for reader in self.readers:
            reader.start()

    def read(self, stream):
        for line in stream:
            with self.changed:
                self.lines.append(line.rstrip("\n"))
                self.changed.notify_all()

    def wait_for(self, text, times=1):
        def seen():
            return sum(text in line for line in self.lines) >= times

        with self.changed:
            if not self.changed.wait_for(seen, LONGEST):
                raise AssertionError(f"{text!r} did not come; lines:\n" + "\n".join(self.lines))

    def end(self):
        """The exit status; asks it to end if it runs."""
        if self.process.poll() is None:
            self.process.terminate()
        return self.wait()

    def wait(self):
        status = self.process.wait(LONGEST)
        for reader in self.readers:
            reader.join()
        self.process.stdout.close()
        self.process.stderr.close()
        return status


class LiveCase(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="berth-live-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.plugins = self.folder / "plugins"
        self.cluster = self.folder / "cluster"
        self.state = self.folder / "state"
        self.plugins.mkdir()
        self.cluster.mkdir()
        self.write_config(CONFIG)
        self.write(self.cluster / "node.yaml", NODE)

    def write(self, path, text):
        fresh = path.parent / ("." + path.name)
        fresh.write_text(text)
        fresh.rename(path)

    def write_config(self, text):
        self.config = self.folder / "config.yaml"
        self.write(self.config, text.replace("PLUGINS", str(self.plugins)))

    def add_pod(self, name):
        self.write(self.cluster / f"{name}.yaml", POD.replace("NAME", name))

    def install(self, fault, name="p.so"):
        fresh = self.folder / "fresh.so"
        shutil.copyfile(FAULTY / f"{fault}.so", fresh)
        fresh.rename(self.plugins / name)

    def start(self, *more):
        running = Running(
            ["run", "--embedded", str(self.cluster), "--config", str(self.config),
             "--state-dir", str(self.state), *more]
        )
        self.addCleanup(running.end)
        return running

    def berth(self, *words):
        return subprocess.run(
            [PROGRAM, *words], capture_output=True, text=True, check=False, timeout=LONGEST
        )
