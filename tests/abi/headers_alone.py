#!/usr/bin/env python3
"""Compiles each header of the contract alone, and all of them together, with one compiler.

  headers_alone.py INCLUDE LANGUAGE -- COMPILER [OPTION…]

LANGUAGE is c or c++. Nothing is made; warnings are errors.
"""

import pathlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

FLAGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"]


def compile_text(compiler, language, include, text):
    argv = [*compiler, *FLAGS, f"-I{include}", "-x", language, "-"]
    run = subprocess.run(argv, input=text, capture_output=True, text=True, check=False)
    return run.stderr or "failed" if run.returncode else ""


def main():
    include, language = pathlib.Path(sys.argv[1]), sys.argv[2]
    compiler = sys.argv[sys.argv.index("--") + 1:]
    headers = sorted(f.relative_to(include).as_posix() for f in include.rglob("*.h"))
    assert len(headers) > 40, f"only {len(headers)} headers in {include}"
    # Twice, so that a guard that is missing or used twice shows.
    texts = {h: f"#include <{h}>\n#include <{h}>\nextern int not_empty;\n" for h in headers}
    texts["all in order"] = "".join(f"#include <{h}>\n" for h in headers)
    texts["all backwards"] = "".join(f"#include <{h}>\n" for h in reversed(headers))
    with ThreadPoolExecutor(2) as pool:
        said = pool.map(lambda t: compile_text(compiler, language, include, t), texts.values())
    problems = {name: what for name, what in zip(texts, said) if what}
    for name, what in problems.items():
        print(f"{name}:\n{what}")
    print(f"{len(headers)} headers, {len(problems)} problems: {' '.join(compiler)}")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
