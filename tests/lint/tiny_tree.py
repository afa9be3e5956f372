"""A made-up tree for the tests of the check scripts."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts"


class TinyTree(unittest.TestCase):
    script = ""  # of SCRIPTS

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run_script(self):
        argv = [sys.executable, str(SCRIPTS / self.script), "--root", str(self.root)]
        run = subprocess.run(argv, capture_output=True, text=True, check=False)
        self.assertEqual(run.stderr, "")
        return run.returncode, run.stdout

    def assert_clean(self):
        status, out = self.run_script()
        self.assertEqual(status, 0, out)

    def assert_red(self, *words):
        status, out = self.run_script()
        self.assertEqual(status, 1, out)
        for word in words:
            self.assertIn(word, out)
