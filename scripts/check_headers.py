#!/usr/bin/env python3
"""Fails on a C++ header of core or the plugins that does not compile alone, or lacks #pragma once.

The build itself compiles alone each header that its own source includes first, so only the others
are tried here. (The headers of abi/ have tests of their own: tests/abi.)
"""

import concurrent.futures
import os
import re
import subprocess

import tree

COMPILER = os.environ.get("CXX", "g++").split()
FLAGS = ["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I.", "-Iabi/include",
         "-Iabi/sdk"]


def check(root):
    headers = [f for f in tree.files(root, ["core", "plugins"]) if f.suffix == ".hpp"]
    for header in headers:
        if "#pragma once" not in (root / header).read_text():
            yield f"{header}: no #pragma once"
    others = [h for h in headers if not built_first(root, h)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for header, said in zip(others, pool.map(lambda h: compile_alone(root, h), others)):
            if said:
                yield f"{header}: does not compile alone\n{said}"


def built_first(root, header):
    source = root / header.with_suffix(".cpp")
    if not source.exists():
        return False
    first = re.search(r'^#include\s+["<]([^">]+)[">]', source.read_text(errors="replace"), re.M)
    return first is not None and first.group(1) == header.as_posix()


def compile_alone(root, header):
    source = f'#include "{header}"\n'
    argv = [*COMPILER, *FLAGS, "-x", "c++", "-"]
    run = subprocess.run(argv, input=source, cwd=root, capture_output=True, text=True, check=False)
    return "\n".join(run.stderr.splitlines()[:10]) if run.returncode else ""


if __name__ == "__main__":
    tree.main(check, __doc__)
