#!/usr/bin/env python3
"""Freezes the stable SDK of today as a piece of the museum: tests/museum/VERSION/frozen.

  scripts/museum.py VERSION BERTH

Copies abi/include, abi/sdk and plugin.map without drafts and test helpers, and writes a plugin in
C++ and one in C, at all stable extension points, as `BERTH plugin new` makes them. From then on
tests/museum builds these plugins with these headers and runs them on the host of the day. Add
VERSION to tests/museum/meson.build once. Before 1.0 a break that abi/CHANGES.md names may record
a version again; afterwards a piece never changes.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LEFT_OUT = re.compile(r"berth/(draft|testing|sdk/draft)(/.*|\.h)?")
POINTS = ["preEnqueue", "queueSort", "preFilter", "filter", "postFilter", "preScore", "score",
          "normalizeScore", "reserve", "permit", "preBind", "bind", "postBind", "events", "sign"]


def copy_headers(part, to):
    for file in sorted((ROOT / "abi" / part).rglob("*.h")):
        name = file.relative_to(ROOT / "abi" / part).as_posix()
        if not LEFT_OUT.fullmatch(name):
            (to / part / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, to / part / name)


def stable_points():
    ids = (ROOT / "abi/include/berth/draft/ids.h").read_text()
    kebab = {p: re.sub(r"(?<=[a-z])([A-Z])", lambda m: "-" + m.group(1).lower(), p)
             for p in POINTS}
    return [p for p in POINTS if f'"berth.{kebab[p]}/1"' not in ids]


def write_plugins(berth, to):
    to.mkdir()
    with tempfile.TemporaryDirectory() as scratch:
        for language, suffix in {"c++": ".cpp", "c": ".c"}.items():
            folder = pathlib.Path(scratch) / language
            subprocess.run([berth, "plugin", "new", "MuseumPiece", "--lang", language, "--points",
                            ",".join(stable_points()), "--dir", str(folder)],
                           check=True, stdout=subprocess.DEVNULL)
            shutil.copy(folder / ("museum_piece" + suffix), to)
            shutil.copy(folder / "config.yaml", to)
            shutil.copy(folder / "objects.yaml", to)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    version, berth = sys.argv[1], str(pathlib.Path(sys.argv[2]).resolve())
    frozen = ROOT / "tests" / "museum" / version / "frozen"
    shutil.rmtree(frozen, ignore_errors=True)
    frozen.mkdir(parents=True)
    for part in ("include", "sdk"):
        copy_headers(part, frozen)
    shutil.copy(ROOT / "abi" / "plugin.map", frozen)
    write_plugins(berth, frozen / "plugins")
    print(f"museum: {version} holds {len(list(frozen.rglob('*.h')))} headers and two plugins at "
          f"{', '.join(stable_points())}")


if __name__ == "__main__":
    main()
