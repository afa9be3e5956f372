#!/usr/bin/env python3
"""berth plugin check: every test goes red on the plugin that docs/plugin-check.md names, and stays
green on good ones.

  plugin_check_test.py BERTH ABI faulty|good FOLDER…

faulty: FOLDER is that of tests/faulty in the build. good: FOLDERs hold libraries that pass.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import author_case

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ROW = re.compile(r"^\| `([a-z]+/[a-z0-9-]+)` \| (.+?) \| `([a-z0-9_/]+)` \|$", re.MULTILINE)


def run(*words):
    return subprocess.run([author_case.BERTH, "plugin", "check", *map(str, words)], text=True,
                          capture_output=True, timeout=600, check=False)


def rows():
    return ROW.findall((ROOT / "docs" / "plugin-check.md").read_text())


def made(folder, scratch, name):
    """The library of a row; two are copies of a good one."""
    if name == "truncated":
        whole = (folder / "check" / "good.so").read_bytes()
        (scratch / "truncated.so").write_bytes(whole[:len(whole) // 2])
    elif name == "writable_by_all":
        shutil.copy(folder / "check" / "good.so", scratch / "writable_by_all.so")
        os.chmod(scratch / "writable_by_all.so", 0o666)
    else:
        return folder / (name + ".so")
    return scratch / (name + ".so")


def judge_row(folder, scratch, row):
    name, _, fault = row
    done = run(made(folder, scratch, fault), "--only", f"^{name}$", "-o", "json")
    if done.returncode != 1:
        return f"{name}: {fault} passes (status {done.returncode})\n{done.stdout}{done.stderr}"
    failed = [t for t in json.loads(done.stdout)["tests"] if t["result"] == "failed"]
    return "" if failed and failed[0]["text"] else f"{name}: {fault}: no text\n{done.stdout}"


def faulty(folder):
    table = rows()
    listed = [line.split(maxsplit=1) for line in run("--list").stdout.splitlines()]
    problems = []
    if [[n, p] for n, p, _ in table] != listed:
        problems.append(f"the table and berth plugin check --list differ: "
                        f"{[x for x in listed if x not in [[n, p] for n, p, _ in table]]}")
    if len(listed) < 50:
        problems.append(f"only {len(listed)} tests")
    with tempfile.TemporaryDirectory() as scratch:
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            answers = pool.map(lambda r: judge_row(folder, pathlib.Path(scratch), r), table)
            problems += [p for p in answers if p]
    return problems, f"{len(table)} tests, each red on its plugin"


# Of the good ones that need args: what stands under args: in a configuration.
ARGS = {"dynamic.so": {"policyConfigPath": str(ROOT / "config" / "dynamic-policy.yaml")}}

# Tests that a good plugin fails because of the check itself: its host keeps no index of placed
# pods, so InterPodAffinity ends every PreFilter with an error, whose text the host keeps.
KNOWN = {"inter_pod_affinity.so": {"cycle/state-is-freed"}}


def run_good(library, scratch):
    if library.name not in ARGS:
        return run(library)
    file = pathlib.Path(scratch) / (library.name + ".json")
    file.write_text(json.dumps(ARGS[library.name]))
    return run(library, "--args", file)


def good(folders):
    libraries = sorted(f for folder in folders for f in pathlib.Path(folder).glob("*.so"))
    problems = []
    with tempfile.TemporaryDirectory() as scratch, \
            concurrent.futures.ThreadPoolExecutor(2) as pool:
        answers = pool.map(lambda library: run_good(library, scratch), libraries)
        for library, done in zip(libraries, answers):
            failed = set(re.findall(r"^FAILED +\S+ (\S+):", done.stdout, re.M))
            if done.returncode != 0 and not (failed and failed <= KNOWN.get(library.name, set())):
                problems.append(f"{library.name}\n{done.stdout}{done.stderr}")
    if not libraries:
        problems.append("there are no libraries")
    return problems, f"{len(libraries)} libraries pass"


def usage(folder):
    """Exit statuses and the forms of output."""
    library = folder / "check" / "good.so"
    problems = []
    for status, words in [(0, [library, "--only", "entry"]), (2, ["nowhere.so"]), (2, []),
                          (2, [library, "--only", "("]), (2, [library, "--only", "nothing-like"]),
                          (1, [folder / "check" / "fails.so", "--only", "engine/no-errors"])]:
        if run(*words).returncode != status:
            problems.append(f"{words}: status {run(*words).returncode}, expected {status}")
    suite = xml.etree.ElementTree.fromstring(
        run(folder / "check" / "fails.so", "--only", "filter", "-o", "junit").stdout)
    if suite.find("./testsuite/testcase/failure") is None or suite.get("failures") == "0":
        problems.append("no failure in the JUnit output")
    crash = run(folder / "check" / "divides_by_count.so", "--only", "filter/any-size").stdout
    if "SIGFPE" not in crash or "in: Filter of 0 nodes" not in crash:
        problems.append(f"a crash is told so: {crash}")
    return problems


def main():
    kind, folders = sys.argv[3], [pathlib.Path(f) for f in sys.argv[4:]]
    if kind == "faulty":
        problems, said = faulty(folders[0])
        problems += usage(folders[0])
    else:
        problems, said = good(folders)
    print("\n".join(problems) or said)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
