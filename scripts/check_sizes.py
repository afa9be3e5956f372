#!/usr/bin/env python3
"""Fails on a file or folder that has outgrown its budget.

A table or generated text may be longer: a line in it says `size-exempt: REASON`. The folder's
meson.build is where such a line stands for the number of files. (Functions are clang-tidy's.)
"""

import collections
import re

import tree

FILE_BUDGETS = [  # the first that matches
    (re.compile(r"tests/.*\.(c|cpp|hpp|py)"), 600, "test file"),
    (re.compile(r".*\.(h|hpp)"), 150, "header"),
    (re.compile(r".*\.(c|cpp|py|sh)"), 400, "source"),
    (re.compile(r".*README\.md"), 120, "README"),
]
FOLDER_BUDGET = 16  # files of different names: a source and its header are one
SUFFIXES = {".h", ".hpp", ".c", ".cpp"}
EXEMPT = re.compile(r"size-exempt:\s*(.*)")


def check(root):
    folders = collections.defaultdict(set)
    for file in tree.files(root):
        if file.suffix in SUFFIXES:
            folders[file.parent].add(file.stem)
        budget, kind = next(
            ((most, kind) for name, most, kind in FILE_BUDGETS if name.fullmatch(file.as_posix())),
            (None, None),
        )
        if budget is not None:
            yield from judge(file, (root / file).read_text(errors="replace"), budget, kind)
    for folder, names in folders.items():
        build = root / folder / "meson.build"
        text = build.read_text() if build.exists() else ""
        if len(names) > FOLDER_BUDGET and not EXEMPT.search(text):
            yield f"{folder}: {len(names)} sources, at most {FOLDER_BUDGET}: it holds two ideas"


def judge(file, text, budget, kind):
    lines = text.count("\n") + (not text.endswith("\n"))
    exempt = EXEMPT.search(text)
    if exempt and file.as_posix() != "scripts/check_sizes.py":
        if len(exempt.group(1).strip(" */#")) < 10:
            yield f"{file}: size-exempt without a reason"
        return
    if lines > budget:
        yield f"{file}: {lines} lines, a {kind} has at most {budget}"


if __name__ == "__main__":
    tree.main(check, __doc__)
