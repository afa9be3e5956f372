"""Asks kube-scheduler (in batches: one process for many scenarios) and berth about scenarios."""

import concurrent.futures
import json
import pathlib
import subprocess

TIMEOUT = 600  # seconds, of a batch
VERDICTS = ["explain", "-o", "jsonl", "--tie-break=name"]
WHOLE_RUN = ["simulate", "-o", "jsonl", "--attempts", "1"]


def kube_scheduler(oracle, folders, jobs):
    """Per folder the answers, or a text that says why there are none."""
    folders = list(folders)
    shares = [folders[i::jobs] for i in range(jobs)]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        found = {}
        for one in pool.map(lambda share: _batch(oracle, share), shares):
            found.update(one)
    return [found[folder] for folder in folders]


def _batch(oracle, folders):
    lines = "".join(f"{f}/objects.yaml\t{_config(f)}\t{f}/oracle.jsonl\n" for f in folders)
    run = subprocess.run([oracle, "-batch"], input=lines, capture_output=True, text=True,
                         timeout=TIMEOUT, check=False)
    said = run.stdout.splitlines()
    if len(said) != len(folders):
        last = folders[len(said)]
        raise SystemExit(f"kube-scheduler stopped at {last}: {run.stderr.strip()[-2000:]}")
    return {f: _lines(f / "oracle.jsonl") if s == "ok" else s for f, s in zip(folders, said)}


def berth(program, folders, jobs, command=VERDICTS):
    """The same of berth."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(lambda folder: _ask(program, folder, command), folders))


def _ask(program, folder, command):
    config = _config(folder)
    argv = [*program, *command, *(["--config", config] if config else []),
            f"{folder}/objects.yaml"]
    run = subprocess.run(argv, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    if run.returncode:
        return f"failed: status {run.returncode}: {run.stderr.strip()[-2000:]}"
    return [json.loads(line) for line in run.stdout.splitlines()]


def _config(folder):
    file = pathlib.Path(folder) / "config.yaml"
    return str(file) if file.exists() else ""


def _lines(file):
    return [json.loads(line) for line in file.read_text().splitlines()]
