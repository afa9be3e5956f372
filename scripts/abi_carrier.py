#!/usr/bin/env python3
"""Asks abidiff whether the contract is still that of the baseline.

A carrier library has one function for each stable struct; abi/baseline/carrier-<machine>.abi holds
what libabigail read from its debug information. It is a second opinion on abi_layout.py, found
without reading any C: members appended to a struct pass, all else does not (but new names at old
places). Ends with 77 where abidiff is not installed or there is no baseline for this machine.
--accept renews the baseline.
"""

import argparse
import pathlib
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import abi_headers

SKIPPED = 77
ABIDW = ["abidw", "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs",
         "--no-parameter-names", "--type-id-style", "hash"]
HARMLESS = re.compile(
    r"(Leaf changes summary|Changed leaf types summary|Removed/Changed/Added \w+ summary): .*"
    r"|'struct \w+( at [^']*)?' changed:|\d+ data member insertions?:|\s*")
SIZE = re.compile(r"\s*type size changed from (\d+) to \d+ \(in bits\)")
INSERTED = re.compile(r"\s*'(.*)', at offset (\d+) \(in bits\).*")


def build(compiler, include, library):
    headers = abi_headers.stable(include)
    source = library.with_suffix(".c")
    lines = [f"#include <{h}>\n" for h in headers]
    lines += [f"void carry_{s.name}({s.name} *p) {{ (void)p; }}\n"
              for s in abi_headers.structs(include, headers)]
    source.write_text("".join(lines))
    subprocess.run([*compiler, "-std=c11", "-g", "-shared", "-fPIC", f"-I{include}", str(source),
                    "-o", str(library)], check=True)


def problems(report):
    """Lines of abidiff's report that are not appends to a struct."""
    old_size = 0
    for line in report.splitlines():
        size, inserted = SIZE.fullmatch(line), INSERTED.fullmatch(line)
        if size:
            old_size = int(size.group(1))
        elif inserted and int(inserted.group(2)) >= old_size > 0:
            continue
        elif not HARMLESS.fullmatch(line.strip()):
            yield line.strip()


def skip(why):
    print(f"abi_carrier: skipped, {why}")
    sys.exit(SKIPPED)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    root = pathlib.Path(__file__).resolve().parent.parent
    parser.add_argument("--cc", default="cc", help="the C compiler, with its options")
    parser.add_argument("--include", type=pathlib.Path, default=root / "abi" / "include")
    parser.add_argument("--baseline", type=pathlib.Path, default=root / "abi" / "baseline")
    parser.add_argument("--accept", action="store_true", help="write the baseline anew")
    options = parser.parse_args()
    baseline = options.baseline / f"carrier-{platform.machine()}.abi"
    if not shutil.which("abidiff"):
        skip("abidiff (package abigail-tools) is not installed")
    if not options.accept and not baseline.exists():
        skip(f"there is no {baseline.name}")

    with tempfile.TemporaryDirectory() as folder:
        library = pathlib.Path(folder) / "carrier.so"
        build(shlex.split(options.cc), options.include, library)
        if options.accept:
            subprocess.run([*ABIDW, "--out-file", str(baseline), str(library)], check=True)
            print(f"abi_carrier: wrote {baseline.name}")
            return
        run = subprocess.run(["abidiff", "--no-added-syms", "--leaf-changes-only", "--no-show-locs",
                              str(baseline), str(library)],
                             capture_output=True, text=True, check=False)
    found = list(problems(run.stdout))
    if run.returncode & ~4 or found:  # 4: something differs
        sys.exit(f"{run.stdout}{run.stderr}abi_carrier: abidiff sees a break: "
                 f"{found[0] if found else run.returncode}")
    print("abi_carrier: abidiff sees no break")


if __name__ == "__main__":
    main()
