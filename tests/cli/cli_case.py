"""What the tests of the command line share: a scratch folder, and berth run on files in it.

The executable is the first argument of each test program.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

# meson gives a path from the folder in which it starts the tests.
BERTH = str(pathlib.Path(sys.argv[1]).resolve()) if len(sys.argv) > 1 else "berth"

NODES = """\
apiVersion: v1
kind: Node
metadata: {name: small}
status: {capacity: {cpu: "2", memory: 4Gi, pods: "110"}}
---
apiVersion: v1
kind: Node
metadata: {name: large}
status: {capacity: {cpu: "8", memory: 16Gi, pods: "110"}}
---
"""


def pod(name, cpu="1", extra="", namespace="default"):
    return (f"apiVersion: v1\nkind: Pod\nmetadata: {{name: {name}, namespace: {namespace}}}\n"
            f"spec: {{containers: [{{name: main, resources: {{requests: {{cpu: \"{cpu}\"}}}}}}]"
            f"{extra}}}\n---\n")


class CliCase(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def write(self, name, text):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return name

    def run_berth(self, *words, status=0, stdin=""):
        """Runs `berth words` in the scratch folder; its output as out and err."""
        done = subprocess.run([BERTH, *words], cwd=self.folder, input=stdin, text=True,
                              capture_output=True, timeout=120, check=False)
        self.assertEqual(done.returncode, status, f"berth {' '.join(words)}\n{done.stderr}")
        self.out, self.err = done.stdout, done.stderr
        return self.out

    def lines(self):
        """Standard output as JSON, line by line."""
        return [json.loads(line) for line in self.out.splitlines()]

    def says(self, *texts):
        for text in texts:
            self.assertIn(text, self.err)


def main():
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
