#!/usr/bin/env python3
"""Fails on text that does not belong in the tree.

Paths of one machine, notes to do something later, sleeps in tests (but for tests/e2e, whose
processes live in real time), the time of day outside core/base/clock.cpp, lines over 100 columns,
tabs and blanks at the end of a line. Recorded inputs and answers (tests/golden/*/*, tests/data) and the licence are left alone.
"""

import re

import tree

CODE = {".h", ".hpp", ".c", ".cpp", ".py", ".sh", ".build", ".go"}
TEXT = CODE | {".md", ".yaml", ".yml", ".txt", ".json", ".csv"}
BINARY = {".gz", ".png", ".so", ".o", ".pyc"}
LEFT_ALONE = re.compile(r"LICENSE|tests/data/.*|tests/golden/[^/]+/.+|tests/oracle/go\.(mod|sum)"
                        r"|config/examples/.*\.csv")
RULES = re.compile(r"scripts/check_text\.py|tests/lint/.*")  # they must name what they forbid

ANYWHERE = [
    (re.compile(r"(?<![\w.])/(work|root|home)/\w"), "a path of one machine"),
    (re.compile(r"\.\./shared\b"), "a path outside the tree"),
    (re.compile(r"\b(TODO|FIXME|XXX|HACK)\b"), "a note to do something later"),
    (re.compile(r"[ \t]+$"), "blanks at the end of the line"),
]
SLEEP = re.compile(r"\b(sleep_for|sleep_until|u?sleep|nanosleep|time\.sleep)\s*\(|^\s*sleep\s+\d")
NOW = re.compile(r"\b(system|steady|high_resolution)_clock::now\s*\(|\b(clock_gettime|gettimeofday)\s*\("
                 r"|(?<![\w.:>])time\s*\(\s*(nullptr|NULL|0)\s*\)")
COLUMNS = 100
NARROW = {".h", ".hpp", ".c", ".cpp", ".py"}


def check(root):
    for file in tree.files(root):
        name = file.as_posix()
        if file.suffix in BINARY or LEFT_ALONE.fullmatch(name) or RULES.fullmatch(name):
            continue
        data = (root / file).read_bytes()
        try:
            text = data.decode()
        except UnicodeDecodeError:
            yield f"{name}: not UTF-8"
            continue
        if text and not text.endswith("\n"):
            yield f"{name}: the last line has no end"
        for number, line in enumerate(text.splitlines(), 1):
            for what in judge(file, name, line):
                yield f"{name}:{number}: {what}"


def judge(file, name, line):
    for pattern, what in ANYWHERE:
        if pattern.search(line):
            yield what
    if file.suffix not in CODE:
        return
    # A long text in quotes is better found whole.
    if len(line) > COLUMNS and file.suffix in NARROW and '"' not in line:
        yield f"{len(line)} columns, at most {COLUMNS}"
    if "\t" in line and file.suffix != ".go":
        yield "a tab"
    if (name.startswith("tests/") and not name.startswith("tests/e2e/")
            and name != "tests/bench/wire" and SLEEP.search(line)):
        yield "a test does not sleep"
    if name.startswith(("core/", "plugins/")) and name != "core/base/clock.cpp" and NOW.search(line):
        yield "time comes from a Clock; only core/base/clock.cpp asks the system"


if __name__ == "__main__":
    tree.main(check, __doc__)
