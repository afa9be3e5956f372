"""abidiff's opinion goes red on breaks and stays green on appends; skipped where it is missing."""

import os
import shutil
import unittest

from altered_copy import AlteredCopy

TAINT = "    uint32_t effect;\n    berth_str key;\n    berth_str value;\n} berth_taint;"


@unittest.skipUnless(shutil.which("abidiff"), "abidiff is not installed")
class Carrier(AlteredCopy):
    def setUp(self):
        super().setUp()
        self.judge("--accept")

    def judge(self, *more):
        return self.run_script("abi_carrier.py", "--cc", os.environ.get("CC", "cc"), "--include",
                               self.include, "--baseline", self.root, *more)

    def test_nothing_changed(self):
        self.assertEqual(self.judge()[0], 0)

    def test_an_append(self):
        self.change("node.h", TAINT, TAINT.replace("value;", "value;\n    int64_t added_ns;"))
        status, said = self.judge()
        self.assertEqual(status, 0, said)

    def test_a_member_in_the_middle(self):
        self.change("node.h", TAINT, TAINT.replace("effect;", "effect;\n    uint64_t since;"))
        status, said = self.judge()
        self.assertEqual(status, 1)
        self.assertIn("sees a break", said)

    def test_another_type(self):
        self.change("node.h", TAINT, TAINT.replace("uint32_t", "int32_t"))
        self.assertEqual(self.judge()[0], 1)

    def test_a_member_removed(self):
        self.change("node.h", TAINT, TAINT.replace("    berth_str value;\n", ""))
        self.assertEqual(self.judge()[0], 1)


if __name__ == "__main__":
    unittest.main()
