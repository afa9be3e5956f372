#!/usr/bin/env python3
"""Fails on a plugin library that shows more than its entry, or less.

The dynamic symbols that a library defines are exactly berth_plugin_entry_v1, and none of them is
STB_GNU_UNIQUE: such a symbol binds two builds of a plugin together and keeps both from unloading.
"""

import argparse
import os
import re
import subprocess
import sys

ENTRY = "berth_plugin_entry_v1"
# Num: Value Size Type Bind Vis Ndx Name
SYMBOL = re.compile(r"^\s*\d+:\s+\S+\s+\S+\s+\S+\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)", re.MULTILINE)


def problems(library):
    argv = ["readelf", "--dyn-syms", "--wide", library]
    run = subprocess.run(argv, capture_output=True, text=True, check=False,
                         env={**os.environ, "LC_ALL": "C"})
    if run.returncode or "ELF" in run.stderr:
        yield f"{library}: not an ELF library: {run.stderr.strip()}"
        return
    defined = [(name.split("@")[0], bind) for bind, _, index, name in SYMBOL.findall(run.stdout)
               if index != "UND"]
    if ENTRY not in (name for name, _ in defined):
        yield f"{library}: {ENTRY} is not exported"
    for name, bind in defined:
        if bind == "UNIQUE":
            yield f"{library}: {name} is STB_GNU_UNIQUE; hide it, or build with -fno-gnu-unique"
        elif name != ENTRY:
            yield f"{library}: exports {name}; build with -fvisibility=hidden"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("libraries", nargs="+", metavar="FILE.so")
    libraries = parser.parse_args().libraries
    found = [p for library in libraries for p in problems(library)]
    print("\n".join(found) or f"abi_exports: {len(libraries)} libraries show their entry alone")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
