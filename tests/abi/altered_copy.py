"""A copy of the repository's contract that a test may change."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCRIPTS = ROOT / "scripts"


class AlteredCopy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.include = self.root / "abi" / "include"
        shutil.copytree(ROOT / "abi" / "include", self.include)

    def change(self, header, old, new):
        """Replaces the one place where old stands in berth/<header>."""
        file = self.include / "berth" / header
        text = file.read_text()
        self.assertEqual(text.count(old), 1, f"{header} has not one {old!r}")
        file.write_text(text.replace(old, new))

    def run_script(self, script, *arguments):
        argv = [sys.executable, str(SCRIPTS / script), *map(str, arguments)]
        run = subprocess.run(argv, capture_output=True, text=True, check=False)
        return run.returncode, run.stdout + run.stderr
