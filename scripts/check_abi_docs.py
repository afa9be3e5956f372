#!/usr/bin/env python3
"""Fails on a function pointer of the contract that does not say how to use it.

Every function pointer in abi/include is preceded by a comment with

    Thread:   who calls it: one or more tags of THREADS such as [sched], or `that of the call`
    Owner:    owner and lifetime of each pointer that goes in or comes out
    Null:     what a null pointer means, in the table and in the arguments
    Returns:  the legal statuses or values, or `nothing`
"""

import re

import tree

THREADS = ("loader", "sched", "worker", "binding", "any")
POINTER = re.compile(r"\(\s*\*\s*(?:BERTH_\w+\s+)?(\w+)\s*\)\s*\(")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
TAG = re.compile(r"\[([a-z| ,&!]+)\]")


def check(root):
    for file in tree.files(root, ["abi/include"]):
        if file.suffix == ".h":
            yield from judge(file.as_posix(), (root / file).read_text())


def judge(name, text):
    comments = [m.span() for m in COMMENT.finditer(text)]
    code = COMMENT.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)
    for found in POINTER.finditer(code):
        where = f"{name}:{text.count(chr(10), 0, found.start()) + 1}: {found.group(1)}"
        start = max(code.rfind(c, 0, found.start()) for c in ";{}") + 1
        doc = document(text, comments, start, found.start())
        if not doc.strip():
            yield f"{where}: no comment above it"
            continue
        yield from (f"{where}: {what}" for what in missing(doc))


def document(text, comments, start, end):
    """The comments between the end of the declaration before and this one."""
    # A comment on the line of the former declaration's end belongs to that one.
    line_end = text.find("\n", start)
    trailing = text[start:line_end].strip().startswith(("/*", "//"))
    first = line_end if trailing and start else start
    return "\n".join(text[a:b] for a, b in comments if first <= a and b <= end)


def missing(doc):
    for key in ("Thread", "Owner", "Null", "Returns"):
        line = re.search(rf"^[\s/*]*{key}:[ \t]*(\S.*)$", doc, re.MULTILINE)
        if not line:
            yield f"no line `{key}:`"
        elif key == "Thread" and not line.group(1).startswith("that of the call"):
            tags = [t for tag in TAG.findall(line.group(1)) for t in re.split(r"[^a-z]+", tag) if t]
            if not tags:
                yield "`Thread:` without a tag such as [sched]"
            for tag in tags:
                if tag not in THREADS:
                    yield f"`Thread:` with an unknown tag [{tag}]; known: {', '.join(THREADS)}"


if __name__ == "__main__":
    tree.main(check, __doc__)
