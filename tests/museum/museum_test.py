#!/usr/bin/env python3
"""A piece of the museum on today's host: it passes the check and schedules; or it is refused, with a
sentence, where today's host says that it takes no ABI as old.

  museum_test.py BERTH FROZEN PIECE.so…
  museum_test.py BERTH --newer PLUGIN.so      a plugin that asks for a newer ABI is refused
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def number(include, name):
    text = (include / "berth" / "version.h").read_text()
    return int(re.search(rf"#define {name} (0x[0-9a-f]+|\d+)", text).group(1), 0)


def abi(include):
    return number(include, "BERTH_ABI_MAJOR") * 0x10000 + number(include, "BERTH_ABI_MINOR")


def still_taken(frozen):
    today = ROOT / "abi" / "include"
    old = abi(frozen / "include")
    return (old >> 16 == abi(today) >> 16 and
            old >= number(today, "BERTH_ABI_OLDEST"))


def run(berth, *words, cwd=None):
    return subprocess.run([berth, *map(str, words)], text=True, capture_output=True, timeout=300,
                          check=False, cwd=cwd)


def configuration(frozen, piece, scratch):
    text = (frozen / "plugins" / "config.yaml").read_text()
    text = text.replace("pluginDirectories: [build]\n", "")
    text = text.replace("museum_piece.so", str(piece))
    file = pathlib.Path(scratch) / "config.yaml"
    file.write_text(text)
    return file


def judge(berth, frozen, piece):
    """What is wrong with a piece that today's host takes."""
    check = run(berth, "plugin", "check", piece)
    if check.returncode != 0:
        return f"berth plugin check: {check.stdout}{check.stderr}"
    with tempfile.TemporaryDirectory() as scratch:
        done = run(berth, "simulate", frozen / "plugins" / "objects.yaml", "-o", "json", "--config",
                   configuration(frozen, piece, scratch))
    if done.returncode != 0:
        return f"berth simulate: {done.stderr}"
    placed = {p["pod"]: p["node"] for p in json.loads(done.stdout)["placements"]}
    # The larger node is full for the plugin, as its configuration says.
    return "" if placed == {"default/third": "small"} else f"placements: {placed}"


def refused(berth, piece, sentence):
    with tempfile.TemporaryDirectory() as scratch:
        file = pathlib.Path(scratch) / "config.yaml"
        file.write_text("apiVersion: kubescheduler.config.k8s.io/v1\n"
                        "kind: KubeSchedulerConfiguration\n"
                        f"profiles: [{{pluginLibraries: [\"{piece}\"]}}]\n")
        done = run(berth, "plugin", "list", "--config", file)
    if done.returncode != 2 or not re.search(sentence, done.stderr):
        return f"{piece.name} is not refused: status {done.returncode}\n{done.stderr}"
    return ""


def main():
    berth = str(pathlib.Path(sys.argv[1]).resolve())
    if sys.argv[2] == "--newer":
        problems = [refused(berth, pathlib.Path(sys.argv[3]).resolve(),
                            r"it needs ABI \d+\.\d+, and this berth has \d+\.\d+: "
                            r"it needs a newer berth")]
    else:
        frozen = pathlib.Path(sys.argv[2])
        pieces = [pathlib.Path(p).resolve() for p in sys.argv[3:]]
        if still_taken(frozen):
            problems = [judge(berth, frozen, piece) for piece in pieces]
        else:
            problems = [refused(berth, piece, "rebuild it") for piece in pieces]
    problems = [p for p in problems if p]
    print("\n".join(problems) or "as it should be")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
