"""The check of exported symbols, on libraries made for it. CC is the compiler."""

import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ENTRY = """\
#include <berth/entry.h>
const berth_entry *berth_plugin_entry_v1(void) { return 0; }
"""
UNIQUE = """\
__asm__(".data\\n.globl single\\n.type single, %gnu_unique_object\\n"
        "single:\\n.long 1\\n.size single, 4\\n.text\\n");
"""


class Exports(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def check(self, text, *options):
        source = self.folder / "plugin.c"
        source.write_text(text)
        compiler = shlex.split(os.environ.get("CC", "cc"))
        subprocess.run([*compiler, "-shared", "-fPIC", f"-I{ROOT / 'abi/include'}", *options,
                        str(source), "-o", str(self.folder / "plugin.so")], check=True)
        return self.judge(self.folder / "plugin.so")

    def judge(self, file):
        argv = [sys.executable, str(ROOT / "scripts" / "abi_exports.py"), str(file)]
        run = subprocess.run(argv, capture_output=True, text=True, check=False)
        return run.returncode, run.stdout

    def test_the_entry_alone(self):
        self.assertEqual(self.check(ENTRY, "-fvisibility=hidden")[0], 0)

    def test_one_symbol_more(self):
        status, said = self.check(ENTRY + "int more(void);\nint more(void) { return 1; }\n")
        self.assertEqual(status, 1)
        self.assertIn("plugin.so: exports more; build with -fvisibility=hidden", said)

    def test_no_entry(self):
        status, said = self.check("static int hidden;\n", "-Wno-unused")
        self.assertEqual(status, 1)
        self.assertIn("plugin.so: berth_plugin_entry_v1 is not exported", said)

    def test_a_unique_symbol(self):
        status, said = self.check(ENTRY + UNIQUE, "-fvisibility=hidden")
        self.assertEqual(status, 1)
        self.assertIn("plugin.so: single is STB_GNU_UNIQUE", said)

    def test_not_a_library(self):
        (self.folder / "plugin.so").write_text("no")
        status, said = self.judge(self.folder / "plugin.so")
        self.assertEqual(status, 1)
        self.assertIn("not an ELF library", said)


if __name__ == "__main__":
    unittest.main()
