#!/usr/bin/env python3
"""Fails on a C++ header of core or the plugins that does not compile alone, or lacks #pragma once.

(The headers of abi/ have tests of their own: tests/abi.)
"""

import concurrent.futures
import os
import subprocess

import tree

COMPILER = os.environ.get("CXX", "g++").split()
FLAGS = ["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I.", "-Iabi/include",
         "-Iabi/sdk"]


def check(root):
    headers = [f for f in tree.files(root, ["core", "plugins"]) if f.suffix == ".hpp"]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for header, said in zip(headers, pool.map(lambda h: compile_alone(root, h), headers)):
            if "#pragma once" not in (root / header).read_text():
                yield f"{header}: no #pragma once"
            if said:
                yield f"{header}: does not compile alone\n{said}"


def compile_alone(root, header):
    source = f'#include "{header}"\n'
    argv = [*COMPILER, *FLAGS, "-x", "c++", "-"]
    run = subprocess.run(argv, input=source, cwd=root, capture_output=True, text=True, check=False)
    return "\n".join(run.stderr.splitlines()[:10]) if run.returncode else ""


if __name__ == "__main__":
    tree.main(check, __doc__)
