"""A control plane on loopback: etcd and kube-apiserver on free ports, until it is closed."""

import json
import os
import pathlib
import secrets
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

TOKEN = secrets.token_hex(16)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class ControlPlane:
    def __init__(self, programs):
        self.programs = pathlib.Path(programs)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="berth-e2e-"))
        self.port, self.etcd_port = free_port(), free_port()
        self.server = f"https://127.0.0.1:{self.port}"
        self.etcd = self.apiserver = None
        self._make_keys()

    def _make_keys(self):
        key, public = self.folder / "sa.key", self.folder / "sa.pub"
        run = {"check": True, "capture_output": True}
        subprocess.run(["openssl", "genrsa", "-out", key, "2048"], **run)
        subprocess.run(["openssl", "rsa", "-in", key, "-pubout", "-out", public], **run)
        (self.folder / "tokens.csv").write_text(
            f"{TOKEN},admin,admin,system:masters\n"
            f"{TOKEN}-nobody,nobody,nobody\n")

    def start(self):
        self.start_etcd()
        self.start_apiserver()
        return self

    def _spawn(self, name, *args):
        log = open(self.folder / f"{name}.log", "ab")
        return subprocess.Popen([self.programs / name, *args], stdout=log, stderr=log)

    def start_etcd(self):
        client, peer = f"http://127.0.0.1:{self.etcd_port}", f"http://127.0.0.1:{free_port()}"
        self.etcd = self._spawn(
            "etcd", "--name=e2e", f"--data-dir={self.folder}/etcd",
            f"--listen-client-urls={client}", f"--advertise-client-urls={client}",
            f"--listen-peer-urls={peer}", f"--initial-advertise-peer-urls={peer}",
            f"--initial-cluster=e2e={peer}", "--unsafe-no-fsync", "--log-level=error")

    def start_apiserver(self, *more):
        f = self.folder
        self.apiserver = self._spawn(
            "kube-apiserver", f"--etcd-servers=http://127.0.0.1:{self.etcd_port}",
            "--bind-address=127.0.0.1", "--endpoint-reconciler-type=none",
            f"--secure-port={self.port}", f"--cert-dir={f}/certs",
            "--service-cluster-ip-range=10.0.0.0/24",
            "--service-account-issuer=https://e2e", f"--service-account-key-file={f}/sa.pub",
            f"--service-account-signing-key-file={f}/sa.key",
            f"--token-auth-file={f}/tokens.csv", "--authorization-mode=RBAC",
            "--disable-admission-plugins=ServiceAccount,TaintNodesByCondition", *more)
        self.wait_ready()

    def wait_ready(self, patience=60):
        end = time.monotonic() + patience
        while time.monotonic() < end:
            try:
                if self.request("GET", "/readyz", raw=True) == b"ok":
                    return
            except OSError:
                pass
            if self.apiserver.poll() is not None:
                raise RuntimeError(f"kube-apiserver ended: {self.tail('kube-apiserver')}")
            time.sleep(0.2)
        raise RuntimeError(f"kube-apiserver is not ready: {self.tail('kube-apiserver')}")

    def tail(self, name):
        return (self.folder / f"{name}.log").read_text(errors="replace")[-2000:]

    def stop_apiserver(self, kill=False):
        self.apiserver.kill() if kill else self.apiserver.terminate()
        self.apiserver.wait(30)

    def close(self):
        for process in (self.apiserver, self.etcd):
            if process and process.poll() is None:
                process.terminate()
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def kubeconfig(self, name="admin", token=TOKEN, server=None, ca=None):
        path = self.folder / f"{name}.kubeconfig"
        path.write_text(json.dumps({
            "apiVersion": "v1", "kind": "Config", "current-context": "e2e",
            "contexts": [{"name": "e2e", "context": {"cluster": "e2e", "user": name}}],
            "clusters": [{"name": "e2e", "cluster": {
                "server": server or self.server,
                "certificate-authority": str(ca or self.folder / "certs" / "apiserver.crt")}}],
            "users": [{"name": name, "user": {"token": token}}]}))
        return path

    # Requests of the tests.
    def request(self, method, path, body=None, raw=False, content="application/json", tries=1,
                missing_too=False):
        for left in range(tries - 1, -1, -1):
            try:
                return self._request(method, path, body, raw, content)
            except OSError as error:
                refused = isinstance(error, urllib.error.HTTPError) and error.code < 500 and not (
                    missing_too and error.code == 404)
                if left == 0 or refused:
                    raise
                time.sleep(0.5)
        return None

    def _request(self, method, path, body, raw, content):
        context = ssl.create_default_context(cafile=self.folder / "certs" / "apiserver.crt")
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(self.server + path, data=data, method=method)
        request.add_header("Authorization", f"Bearer {TOKEN}")
        request.add_header("Content-Type", content)
        with urllib.request.urlopen(request, context=context, timeout=30) as answer:
            text = answer.read()
        return text if raw else json.loads(text)

    def create(self, kind, body, namespace="default"):
        return self.request("POST", collection(kind, namespace), body, tries=20)

    def apply_file(self, kind, path):
        """Creates the one object of a YAML file."""
        return self.request("POST", collection(kind, None), path.read_bytes(),
                            content="application/yaml")

    def list(self, kind, namespace="default", query=""):
        return self.request("GET", collection(kind, namespace) + query, tries=20)["items"]

    def get(self, kind, name, namespace="default"):
        return self.request("GET", f"{collection(kind, namespace)}/{name}", tries=20)

    def delete(self, kind, name, namespace="default"):
        return self.request("DELETE", f"{collection(kind, namespace)}/{name}?gracePeriodSeconds=0",
                            tries=20)


def collection(kind, namespace):
    core = {"pods", "nodes", "namespaces", "persistentvolumes", "persistentvolumeclaims",
            "configmaps"}
    cluster_scoped = {"nodes", "namespaces", "persistentvolumes", "priorityclasses",
                      "clusterroles", "clusterrolebindings", "customresourcedefinitions"}
    groups = {"leases": "coordination.k8s.io/v1", "events": "events.k8s.io/v1",
              "priorityclasses": "scheduling.k8s.io/v1",
              "clusterroles": "rbac.authorization.k8s.io/v1",
              "clusterrolebindings": "rbac.authorization.k8s.io/v1",
              "customresourcedefinitions": "apiextensions.k8s.io/v1"}
    base = "/api/v1" if kind in core else f"/apis/{groups[kind]}"
    return f"{base}/{kind}" if kind in cluster_scoped else f"{base}/namespaces/{namespace}/{kind}"
