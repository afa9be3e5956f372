"""The files of the tree that the check scripts look at, and how they report."""

import argparse
import os
import pathlib
import sys

SKIPPED = {".git", "__pycache__", ".cache", "frozen"}  # frozen: old headers, in tests/museum


def files(root, folders=None):
    """Every file below root (or below the given folders of it), sorted; build folders left out."""
    for start in folders or [""]:
        for where, inner, names in os.walk(root / start):
            at_root = pathlib.Path(where) == root
            inner[:] = sorted(
                d for d in inner if d not in SKIPPED and not (at_root and d.startswith("build"))
            )
            for name in sorted(set(names) - SKIPPED):  # .git is a file in a worktree
                yield (pathlib.Path(where) / name).relative_to(root)


def main(check, doc):
    """Runs check(root), which yields problems as text, and ends the process."""
    parser = argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).parent.parent)
    root = parser.parse_args().root.resolve()
    problems = list(check(root))
    for problem in problems:
        print(problem)
    name = pathlib.Path(sys.argv[0]).stem
    print(f"{name}: {len(problems)} problems" if problems else f"{name}: clean")
    sys.exit(1 if problems else 0)
