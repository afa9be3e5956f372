"""A scheduler as a process: berth, or kube-scheduler, with its log and its port."""

import os
import pathlib
import signal
import subprocess
import time

from control_plane import free_port


class Scheduler:
    def __init__(self, plane, program, name="berth", kubeconfig=None, leader=True, flags=(),
                 lease=("3s", "2s", "500ms")):
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
        if not name.startswith("berth"):
            admin = plane.kubeconfig()
            argv += [f"--authentication-kubeconfig={admin}", f"--authorization-kubeconfig={admin}",
                     "--authentication-skip-lookup=true", f"--cert-dir={plane.folder}/{self.port}"]
        self.process = subprocess.Popen(argv + list(flags), stdout=open(self.log_path, "ab"),
                                        stderr=subprocess.STDOUT)

    def log(self):
        return pathlib.Path(self.log_path).read_text(errors="replace")

    def wait_for_log(self, text, patience=30):
        end = time.monotonic() + patience
        while text not in self.log():
            if time.monotonic() > end:
                raise AssertionError(f"{self.name} did not say \"{text}\":\n{self.log()[-3000:]}")
            time.sleep(0.05)

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
