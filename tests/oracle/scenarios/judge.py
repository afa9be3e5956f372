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
        if isinstance(want, str) and isinstance(got, str):
            return []  # both refuse the files
        return [f"kube-scheduler: {_short(want)}; berth: {_short(got)}"]
    return _golden.compare(want, got, _golden.FIELDS)


def _short(answers):
    return answers if isinstance(answers, str) else f"{len(answers)} answers"
