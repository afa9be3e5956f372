#!/usr/bin/env python3
"""Fails on a plugin library that shows more than its entry to the dynamic linker."""

import subprocess
import sys

ENTRY = "berth_plugin_entry_v1"


def problems(library):
    defined = subprocess.run(
        ["nm", "--dynamic", "--defined-only", library], check=True, capture_output=True, text=True
    ).stdout.splitlines()
    names = {line.split()[-1].split("@")[0] for line in defined}
    if names != {ENTRY}:
        yield f"{library}: exports {', '.join(sorted(names)) or 'nothing'}, expected {ENTRY} alone"
    everything = subprocess.run(
        ["nm", library], check=True, capture_output=True, text=True
    ).stdout.splitlines()
    for line in everything:
        if line[17:18] == "u":
            yield f"{library}: unique symbol {line.split()[-1]}"


found = [problem for library in sys.argv[1:] for problem in problems(library)]
print("\n".join(found) or f"{len(sys.argv) - 1} libraries export {ENTRY} alone")
sys.exit(1 if found else 0)
