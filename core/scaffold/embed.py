#!/usr/bin/env python3
"""Writes a C++ source with the texts of the templates: embed.py OUT.cpp TEMPLATE.in…"""

import pathlib
import sys

HEAD = """#include "core/scaffold/templates.hpp"

namespace berth::scaffold {{

const std::array<Template, {count}> kTemplates{{{{
"""
PIECE = 12000  # compilers take literals of 64 KiB; well below


def literal(text):
    pieces = [text[i:i + PIECE] for i in range(0, len(text), PIECE)]
    return "\n".join(f'R"BERTH({piece})BERTH"' for piece in pieces)


def main():
    out, *files = sys.argv[1:]
    entries = []
    for file in sorted(files):
        path = pathlib.Path(file)
        entries.append(f'{{"{path.name.removesuffix(".in")}",\n{literal(path.read_text())}}},\n')
    pathlib.Path(out).write_text(
        HEAD.format(count=len(entries)) + "".join(entries) + "}};\n\n}  // namespace berth::scaffold\n")


if __name__ == "__main__":
    main()
