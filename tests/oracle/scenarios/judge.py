"""Compares two schedulers' answers to one scenario, by the rules of tests/golden/compare."""

import importlib.machinery
import importlib.util
import pathlib

_FILE = pathlib.Path(__file__).resolve().parents[2] / "golden" / "compare"
_loader = importlib.machinery.SourceFileLoader("golden_compare", str(_FILE))
_golden = importlib.util.module_from_spec(importlib.util.spec_from_loader("golden_compare", _loader))
_loader.exec_module(_golden)


def differences(want, got):
    """Lines that say where the answers differ; none: they are equal."""
    if isinstance(want, str) or isinstance(got, str):
        if undecided(want) or (isinstance(want, str) and isinstance(got, str)):
            return []  # or both refuse the files
        return [f"kube-scheduler: {_short(want)}; berth: {_short(got)}"]
    return _golden.compare(want, got, _golden.FIELDS)


def run_differences(want, got):
    """The same for whole runs, whose lines are tries; only the first that differs counts."""
    if isinstance(want, str) or isinstance(got, str):
        return differences(want, got)
    for i, (w, g) in enumerate(zip(want, got)):
        for field in ("pod", "node", "evaluated", "feasible", "message"):
            if w.get(field) != g.get(field):
                return [f"{w['pod']} {field}: expected {w.get(field)!r}, got {g.get(field)!r}"]
    return [] if len(want) == len(got) else [f"tries: expected {len(want)}, got {len(got)}"]


def undecided(want):
    """kube-scheduler answers by chance: asked twice, it gave two answers."""
    return isinstance(want, str) and "SchedulePod" in want


def _short(answers):
    return answers if isinstance(answers, str) else f"{len(answers)} answers"
