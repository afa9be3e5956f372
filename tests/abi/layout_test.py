"""The layout guard goes red on every change that breaks plugins, and stays green on appends."""

import os
import unittest

from altered_copy import AlteredCopy

COMPILER = os.environ.get("CC", "cc")

LAST_OF_TAINT = "    berth_str value;\n} berth_taint;"
BREAKS = [
    # name, header, old, new, words of the answer
    ("members swapped", "node.h",
     "    uint32_t effect;\n    berth_str key;\n    berth_str value;\n} berth_taint;",
     "    uint32_t effect;\n    berth_str value;\n    berth_str key;\n} berth_taint;",
     ["struct berth_taint, member key: expected offset 8, found 24",
      "struct berth_taint, member value: expected offset 24, found 8"]),
    ("type of another size", "node.h", "    uint32_t effect;\n    berth_str key;",
     "    uint32_t effect;\n    const char *key;",
     ["struct berth_taint, member key: expected size 16, found 8"]),
    ("type of the same size", "node.h", "    uint32_t effect;\n    berth_str key;",
     "    int32_t effect;\n    berth_str key;",
     ["struct berth_taint, member effect: expected type uint32_t, found int32_t"]),
    ("signature of a function", "host/clock.h", "int64_t (*steady_ns)(const berth_host *host);",
     "int64_t (*steady_ns)(const berth_host *host, uint32_t which);",
     ["struct berth_clock_v1, member steady_ns: expected type int64_t (*)(const berth_host *), "
      "found int64_t (*)(const berth_host *, uint32_t)"]),
    ("member removed", "node.h", LAST_OF_TAINT, "} berth_taint;",
     ["struct berth_taint, member value: expected at offset 24, found nowhere",
      "struct berth_taint: expected size 40, found 24"]),
    ("member renamed", "node.h", LAST_OF_TAINT, "    berth_str text;\n} berth_taint;",
     ["struct berth_taint, member value: expected at offset 24, found nowhere",
      "struct berth_taint, member text: new, expected at offset 40 or beyond, found at 24"]),
    ("member in the middle", "node.h", "    uint32_t effect;\n    berth_str key;",
     "    uint32_t effect;\n    uint64_t since;\n    berth_str key;",
     ["struct berth_taint, member key: expected offset 8, found 16",
      "struct berth_taint, member since: new, expected at offset 40 or beyond, found at 8"]),
    ("frozen struct grows", "base.h", "    uint64_t len;\n} berth_str;",
     "    uint64_t len;\n    uint64_t hash;\n} berth_str;",
     ["struct berth_str, member hash: new, but the struct is frozen"]),
    ("frozen no more", "base.h", "/* frozen. UTF-8 text;", "/* UTF-8 text;",
     ["struct berth_str: expected frozen, found not frozen",
      "struct berth_str: begins with const char * ptr, expected uint32_t struct_size"]),
    ("struct without struct_size", "nodes.h", "#ifdef __cplusplus\n}",
     "/* view */\ntypedef struct berth_new {\n    uint64_t a;\n} berth_new;\n#ifdef __cplusplus\n}",
     ["struct berth_new: begins with uint64_t a, expected uint32_t struct_size"]),
    ("padding", "node.h", LAST_OF_TAINT,
     "    berth_str value;\n    uint32_t extra;\n} berth_taint;",
     ["struct berth_taint: 4 bytes of padding between extra and the end"]),
    ("struct gone", "ext/filter.h", "berth_verdicts", "berth_answers", None),
    ("number changed", "base.h", "#define BERTH_PENDING 6", "#define BERTH_PENDING 7",
     ["constant BERTH_PENDING: expected 6, found 7"]),
    ("id changed", "ext/filter.h", '"berth.filter/1"', '"berth.filter/2"',
     ["constant BERTH_FILTER_V1: expected 'berth.filter/1', found 'berth.filter/2'"]),
    ("constant gone", "base.h", "#define BERTH_PENDING 6", "#define BERTH_LATER 6",
     ["constant BERTH_PENDING: expected 6, found nowhere"]),
    ("version goes back", "version.h", "#define BERTH_ABI_MINOR 1", "#define BERTH_ABI_MINOR 0",
     ["constant BERTH_ABI_MINOR: expected 1, found 0"]),
]

APPENDS = [
    ("member at the end", "node.h", LAST_OF_TAINT,
     "    berth_str value;\n    int64_t added_ns;\n} berth_taint;"),
    ("function at the end", "host/clock.h", "} berth_clock_v1;",
     "    int64_t (*cpu_ns)(const berth_host *host);\n} berth_clock_v1;"),
    ("constant", "base.h", "#define BERTH_PENDING 6", "#define BERTH_PENDING 6\n#define BERTH_X 7"),
    ("struct", "nodes.h", "#ifdef __cplusplus\n}",
     "/* view */\ntypedef struct berth_new {\n    uint32_t struct_size;\n    uint32_t a;\n"
     "} berth_new;\n#ifdef __cplusplus\n}"),
    ("version goes on", "version.h", "#define BERTH_ABI_MINOR 1", "#define BERTH_ABI_MINOR 2"),
    ("name of a parameter", "host/clock.h", "(*steady_ns)(const berth_host *host)",
     "(*steady_ns)(const berth_host *self)"),
]


class Layout(AlteredCopy):
    def setUp(self):
        super().setUp()
        self.accept()  # what is compared is the change alone, whatever the tree's baseline says

    def guard(self, *more):
        return self.run_script("abi_layout.py", "--cc", COMPILER, "--include", self.include,
                               "--baseline", self.root, *more)

    def accept(self):
        status, said = self.guard("--accept")
        self.assertEqual(status, 0, said)

    def test_nothing_changed(self):
        status, said = self.guard()
        self.assertEqual(status, 0, said)

    def test_breaks_are_named(self):
        for name, header, old, new, words in BREAKS:
            with self.subTest(name):
                file = self.include / "berth" / header
                before = file.read_text()
                if words is None:
                    file.write_text(before.replace(old, new))
                    words = [f"struct {old}: expected in berth/{header}, found nowhere"]
                else:
                    self.change(header, old, new)
                status, said = self.guard()
                file.write_text(before)
                self.assertEqual(status, 1, said)
                for word in words:
                    self.assertIn(word, said)

    def test_appends_pass(self):
        for name, header, old, new in APPENDS:
            with self.subTest(name):
                before = (self.include / "berth" / header).read_text()
                self.change(header, old, new)
                status, said = self.guard()
                (self.include / "berth" / header).write_text(before)
                self.assertEqual(status, 0, said)

    def test_an_accepted_break_is_the_new_baseline(self):
        self.change("base.h", "#define BERTH_PENDING 6", "#define BERTH_PENDING 7")
        self.accept()
        self.assertEqual(self.guard()[0], 0)

    def test_a_header_that_does_not_compile(self):
        self.change("base.h", "#define BERTH_PENDING 6", "#define BERTH_PENDING nothing")
        status, said = self.guard()
        self.assertEqual(status, 1)
        self.assertIn("nothing", said)


if __name__ == "__main__":
    unittest.main()
