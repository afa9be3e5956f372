"""What the tests of an author's tools share: berth, a scratch folder, and commands run in it.

Arguments of each test program: berth, and the folder with the headers (abi).
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BERTH = str(pathlib.Path(sys.argv[1]).resolve())
ABI = str(pathlib.Path(sys.argv[2]).resolve())
CLEAN = {k: v for k, v in os.environ.items() if not k.startswith(("MESON", "MALLOC_PERTURB"))}
# Compilers' own caches and options of the build that runs the tests have no say.


class AuthorCase(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def run_in(self, folder, *argv, status=0, **more):
        """Runs a command; its standard output. Its standard error stays in self.err."""
        done = subprocess.run(argv, cwd=folder, text=True, capture_output=True, timeout=300,
                              check=False, env={**CLEAN, **more})
        self.err = done.stderr
        self.assertEqual(done.returncode, status, f"{argv}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def berth(self, *words, status=0, folder=None):
        return self.run_in(folder or self.folder, BERTH, *words, status=status)

    def build(self, folder, *options):
        self.run_in(folder, "meson", "setup", "build", *options)
        self.run_in(folder, "ninja", "-C", "build")
        self.run_in(folder, "meson", "test", "-C", "build")


def main():
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
