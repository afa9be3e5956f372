"""A scheduler as a process: berth, or kube-scheduler, with its log and its port."""

import os
import pathlib
import signal
import ssl
import subprocess
import time
import urllib.error
import urllib.request

from control_plane import free_port


class Scheduler:
    def __init__(self, plane, program, name="berth", kubeconfig=None, leader=True, flags=(),
                 lease=("3s", "2s", "500ms"), state=None):
        self.plane, self.name = plane, name
        self.port = free_port()
        self.log_path = plane.folder / f"{name}-{self.port}.log"
        duration, deadline, retry = lease
        argv = [str(program)] + (["run"] if name.startswith("berth") else [])
        argv += [f"--kubeconfig={kubeconfig or plane.kubeconfig()}", f"--secure-port={self.port}",
                 "--bind-address=127.0.0.1", f"--leader-elect={str(leader).lower()}",
                 f"--leader-elect-lease-duration={duration}",
                 f"--leader-elect-renew-deadline={deadline}",
                 f"--leader-elect-retry-period={retry}"]
        if name.startswith("berth"):
            # One for each process: what a run leaves there is about that run's builds.
            self.state = state or plane.folder / f"{name}-{self.port}.state"
            argv.append(f"--state-dir={self.state}")
        else:
            admin = plane.kubeconfig()
            argv += [f"--authentication-kubeconfig={admin}", f"--authorization-kubeconfig={admin}",
                     "--authentication-skip-lookup=true", f"--cert-dir={plane.folder}/{self.port}"]
        self.process = subprocess.Popen(argv + list(flags), stdout=open(self.log_path, "ab"),
                                        stderr=subprocess.STDOUT)

    def log(self):
        return pathlib.Path(self.log_path).read_text(errors="replace")

    def wait_for_log(self, text, patience=30, times=1):
        end = time.monotonic() + patience
        while self.log().count(text) < times:
            if time.monotonic() > end:
                raise AssertionError(f"{self.name} did not say \"{text}\":\n{self.log()[-3000:]}")
            time.sleep(0.05)

    def fetch(self, path, token=None, method="GET"):
        """Status and text of what the process serves."""
        request = urllib.request.Request(f"https://127.0.0.1:{self.port}{path}", method=method)
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        try:
            context = ssl._create_unverified_context()
            with urllib.request.urlopen(request, context=context, timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def cpu_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self, patience=20):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.terminate()
        return self.process.wait(patience)

    def kill(self):
        self.process.kill()
        self.process.wait(10)
