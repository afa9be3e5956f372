#!/usr/bin/env python3
"""Builds each CASE of refused_signatures.cpp: all but the first must fail with their sentence.

usage: check_refused.py SOURCE COMPILER [ARGUMENT …]
"""

import concurrent.futures
import re
import subprocess
import sys

CASE = re.compile(r"#(?:el)?if CASE == (\d+)  // (.*)")


def judge(case):
    number, sentence = case
    built = subprocess.run(
        [*compiler, "-std=c++20", "-fsyntax-only", f"-DCASE={number}", source],
        capture_output=True, text=True, check=False,
    )
    if sentence == "OK":
        return None if built.returncode == 0 else f"case {number} does not compile:\n{built.stderr}"
    if built.returncode == 0:
        return f"case {number} compiles; expected: {sentence}"
    said = " ".join(built.stderr.split())
    return None if sentence in said else f"case {number} fails without: {sentence}\n{built.stderr}"


source, *compiler = sys.argv[1:]
cases = CASE.findall(open(source, encoding="utf-8").read())
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    problems = [problem for problem in pool.map(judge, cases) if problem]
print("\n".join(problems) or f"{len(cases)} cases are judged as they should be")
sys.exit(1 if problems or len(cases) < 2 else 0)
