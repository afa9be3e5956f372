#!/usr/bin/env python3
"""Adds up the lanes of scripts/test and prints `N passed, N failed` as its last line.

In the folder that it is given, NAME.json is meson's log of a lane, NAME.status its exit status,
and NAME.step the outcome of a step that is not meson's. Exit status 1: something failed or nothing
passed.
"""

import json
import pathlib
import sys

PASSED = {"OK", "EXPECTEDFAIL"}


def main(folder):
    total = {"passed": 0, "failed": 0, "skipped": 0}
    names = {f.stem for f in folder.iterdir()}
    for name in sorted(names):
        count, failing = lane(folder, name)
        words = ", ".join(f"{n} {what}" for what, n in count.items() if n or what != "skipped")
        print(f"{name + ':':18} {words}{': ' if failing else ''}{', '.join(failing)}")
        for what, n in count.items():
            total[what] += n
    skipped = f", {total['skipped']} skipped" if total["skipped"] else ""
    print(f"{total['passed']} passed, {total['failed']} failed{skipped}")
    return 1 if total["failed"] or not total["passed"] else 0


def lane(folder, name):
    """How many tests of a lane passed, failed and were skipped, and the names of the failed."""
    step = folder / f"{name}.step"
    if step.exists():
        good = step.read_text().strip() == "pass"
        return {"passed": int(good), "failed": int(not good), "skipped": 0}, []
    log = folder / f"{name}.json"
    results = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
    failing = [r["name"] for r in results if r["result"] not in PASSED | {"SKIP"}]
    count = {
        "passed": sum(r["result"] in PASSED for r in results),
        "failed": len(failing),
        "skipped": sum(r["result"] == "SKIP" for r in results),
    }
    status = (folder / f"{name}.status").read_text().strip()
    if not failing and (status != "0" or not results):
        failing.append(f"the lane itself (exit status {status}, {len(results)} tests)")
        count["failed"] = 1
    return count, failing


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
