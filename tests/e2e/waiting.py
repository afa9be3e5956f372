"""Waiting for what must come."""

import time

PATIENCE = 60


def eventually(what, patience=PATIENCE):
    """The first true answer of what(), or a failure that shows the last one."""
    end = time.monotonic() + patience
    while True:
        answer = what()
        if answer:
            return answer
        assert time.monotonic() < end, f"not within {patience} s: {what.__doc__ or what.__name__}"
        time.sleep(0.1)
