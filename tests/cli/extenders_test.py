#!/usr/bin/env python3
"""Extenders: berth asks a real HTTP server, as a configuration names it."""

import http.server
import json
import ssl
import subprocess
import threading

import cli_case
from cli_case import NODES, pod

GPU = "example.com/gpu"
GPU_POD = (f"apiVersion: v1\nkind: Pod\nmetadata: {{name: gpu}}\nspec: {{containers: [{{name: main, "
           f"resources: {{requests: {{{GPU}: 1}}, limits: {{{GPU}: 1}}}}}}]}}\n---\n")


class Server(http.server.ThreadingHTTPServer):
    """Answers each verb with what the test has put there: a value, a status, or a function."""

    def __init__(self, tls=None):
        super().__init__(("127.0.0.1", 0), Handler)
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_side=True)
        self.answers, self.asked, self.ends = {}, [], threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        pass  # a client that gave up, or does not trust us

    def close(self):
        self.ends.set()
        self.shutdown()
        self.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        verb = self.path.rsplit("/", 1)[-1]
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append((verb, body))
        answer = self.server.answers[verb]
        if callable(answer):
            answer = answer(body)
        status = answer if isinstance(answer, int) else 200
        text = json.dumps(None if isinstance(answer, int) else answer).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


class Extenders(cli_case.CliCase):
    def serve(self, tls=None, **answers):
        server = Server(tls)
        self.addCleanup(server.close)
        server.answers = answers
        return server

    def config(self, *extenders):
        self.write("config.yaml", "apiVersion: kubescheduler.config.k8s.io/v1\n"
                   "kind: KubeSchedulerConfiguration\nextenders: " + json.dumps(extenders))

    def of(self, server, scheme="http", **fields):
        return {"urlPrefix": f"{scheme}://127.0.0.1:{server.server_port}/x",
                "nodeCacheCapable": True, **fields}

    def explain(self, objects=NODES + pod("web")):
        self.write("c.yaml", objects)
        self.run_berth("explain", "c.yaml", "--config", "config.yaml", "-o", "jsonl")
        return self.lines()[0]

    def test_filter_by_name(self):
        server = self.serve(filter={"NodeNames": ["small"], "FailedNodes": {"large": "no licence"}})
        self.config(self.of(server, filterVerb="filter"))
        answer = self.explain()
        self.assertEqual(answer["node"], "small")
        self.assertEqual(answer["rejected"]["large"]["reasons"], ["no licence"])
        verb, body = server.asked[0]
        self.assertEqual(verb, "filter")
        self.assertEqual(sorted(body["NodeNames"]), ["large", "small"])
        self.assertIsNone(body["Nodes"])
        self.assertEqual(body["Pod"]["metadata"]["name"], "web")

    def test_filter_by_object(self):
        def keep_large(body):
            return {"Nodes": {"items": [node for node in body["Nodes"]["items"]
                                        if int(node["status"]["capacity"]["cpu"]) > 4]}}
        server = self.serve(filter=keep_large)
        self.config(self.of(server, filterVerb="filter", nodeCacheCapable=False))
        self.assertEqual(self.explain()["node"], "large")

    def test_all_refused(self):
        server = self.serve(filter={"FailedNodes": {"large": "no licence"},
                                    "FailedAndUnresolvableNodes": {"small": "too old"}})
        self.config(self.of(server, filterVerb="filter"))
        self.assertIn("0/2 nodes are available: 1 no licence, 1 too old.", self.explain()["message"])

    def test_scores(self):
        server = self.serve(prioritize=[{"Host": "small", "Score": 10}])
        self.config(self.of(server, prioritizeVerb="prioritize", weight=5))
        answer = self.explain()
        self.assertEqual(answer["node"], "small")
        shown = json.dumps(answer["scores"]["small"])
        self.assertIn(f"127.0.0.1:{server.server_port}", shown)
        self.assertIn("500", shown)

    def test_one_that_fails(self):
        for name, answer, text in [
                ("a status", 503, "code 503"),
                ("its own error", {"Error": "out of licences"}, "out of licences"),
                ("no answer", [], "expected an object, found a list"),
        ]:
            with self.subTest(name):
                server = self.serve(filter=answer)
                extender = self.of(server, filterVerb="filter")
                self.config(extender)
                self.assertIn(text, json.dumps(self.explain()))
                self.config({**extender, "ignorable": True})
                self.assertIn("node", self.explain())

    def test_one_that_is_slow_or_gone(self):
        server = self.serve()
        server.answers["filter"] = lambda _: server.ends.wait(60) and {}
        self.config(self.of(server, filterVerb="filter", httpTimeout="200ms"))
        self.assertNotIn("node", self.explain())
        gone = self.serve()
        gone.close()
        self.config(self.of(gone, filterVerb="filter"))
        self.assertNotIn("node", self.explain())

    def test_resources_that_it_manages(self):
        server = self.serve(filter=lambda body: {"NodeNames": body["NodeNames"]})
        managed = [{"name": GPU, "ignoredByScheduler": True}]
        self.config(self.of(server, filterVerb="filter", managedResources=managed))
        self.assertIn("node", self.explain(NODES + pod("web")))
        self.assertEqual(server.asked, [])
        self.assertIn("node", self.explain(NODES + GPU_POD))
        self.assertEqual(len(server.asked), 1)
        managed[0]["ignoredByScheduler"] = False
        self.config(self.of(server, filterVerb="filter", managedResources=managed))
        self.assertIn(f"Insufficient {GPU}", self.explain(NODES + GPU_POD)["message"])

    def test_tls(self):
        key, certificate = self.folder / "key.pem", self.folder / "cert.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out",
             certificate, "-days", "2", "-subj", "/CN=127.0.0.1", "-addext",
             "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(certificate, key)
        server = self.serve(tls, filter={"NodeNames": ["small"]})
        extender = self.of(server, "https", filterVerb="filter", enableHTTPS=True)
        for name, settings, works in [
                ("its CA", {"tlsConfig": {"caFile": str(certificate)}}, True),
                ("no CA: not verified", {}, True),
                ("not asked to be secure", {"enableHTTPS": False}, False),
        ]:
            with self.subTest(name):
                self.config({**extender, **settings})
                self.assertEqual("node" in self.explain(), works)
        self.config({**extender, "tlsConfig": {"caFile": "nowhere.pem"}})
        self.write("c.yaml", NODES)
        self.run_berth("explain", "c.yaml", "--config", "config.yaml", status=2)
        self.says("extenders[0].tlsConfig", "nowhere.pem")

    def test_simulate_asks_but_binds_itself(self):
        server = self.serve(filter={"NodeNames": ["small"]}, bind={})
        self.config(self.of(server, filterVerb="filter", bindVerb="bind"))
        self.write("c.yaml", NODES + pod("web"))
        out = self.run_berth("simulate", "c.yaml", "--config", "config.yaml", "--strict")
        self.assertRegex(out, r"web +small")
        self.assertEqual([verb for verb, _ in server.asked], ["filter"])


if __name__ == "__main__":
    cli_case.main()
