#!/usr/bin/env python3
"""Guards the binary layout of the stable headers of the contract.

Every struct's size, alignment and members (offset, size, type) and every constant's value are
compared with abi/baseline/layout-<machine>.json. A frozen struct must stay as it is, any other may
only grow at its end, constants and structs may only be added. The numbers come from a compiler:
nothing is run, so a cross compiler will do (--cc "clang-16 --target=aarch64-linux-gnu").

A change that is meant, possible until 1.0 with a line in abi/CHANGES.md: --accept renews the
baseline.
"""

import argparse
import json
import pathlib
import re
import shlex
import subprocess
import sys

import abi_headers

GROWS = {"BERTH_ABI_MAJOR", "BERTH_ABI_MINOR", "BERTH_ABI"}  # the version itself
FLAGS = ["-std=c11", "-ffreestanding", "-O0", "-w", "-S", "-x", "c", "-", "-o", "-"]
QUAD = re.compile(r"^\s*\.(?:quad|xword|8byte|dword)\s+(.*?)\s*(?:[#@]|//|$)", re.MULTILINE)


def measure(compiler, include, headers):
    """The layout as plain data: {structs: {name: {...}}, constants: {name: value}}."""
    structs = abi_headers.structs(include, headers)
    constants = abi_headers.constants(include, headers)
    numbers = {n: v for n, v in constants.items() if not v.startswith('"')}
    wanted = []
    for s in structs:
        wanted += [f"sizeof({s.name})", f"_Alignof({s.name})"]
        for m in s.members:
            wanted.append(f"__builtin_offsetof({s.name}, {m.name})")
            wanted.append(f"sizeof((({s.name} *)0)->{m.name})")
    wanted += [f"(uint64_t)({name})" for name in numbers]
    values = iter(evaluate(compiler, include, headers, wanted))

    layout = {"structs": {}, "constants": {}}
    for s in structs:
        entry = {"header": s.header, "frozen": s.frozen, "size": next(values),
                 "alignment": next(values), "members": []}
        for m in s.members:
            entry["members"].append(
                {"name": m.name, "offset": next(values), "size": next(values), "type": m.type})
        layout["structs"][s.name] = entry
    layout["constants"] = {n: next(values) if n in numbers else v.strip('"')
                           for n, v in constants.items()}
    return layout


def evaluate(compiler, include, headers, expressions):
    """The values of constant expressions, read from the assembly that the compiler writes."""
    lines = [f"#include <{h}>" for h in headers]
    lines.append("const uint64_t berth_layout[] = {")
    # In halves and never 0, since runs of zeros are written in other ways.
    lines += [f"(({e}) >> 32) + 1, (({e}) & 0xffffffffu) + 1,".replace(f"({e})", f"(uint64_t)({e})")
              for e in expressions]
    lines.append("};\n")
    command = [*compiler, *FLAGS, f"-I{include}"]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"abi_layout: {shlex.join(command)} failed:\n{done.stderr}")
    words = [w for line in QUAD.findall(done.stdout) for w in re.split(r",\s*", line)]
    values = [int(w, 0) - 1 for w in words if re.fullmatch(r"0x[0-9a-fA-F]+|\d+", w)]
    if len(values) != 2 * len(expressions):
        sys.exit(f"abi_layout: {len(values)} numbers in the assembly, "
                 f"{2 * len(expressions)} expected")
    return [(high << 32) | low for high, low in zip(values[::2], values[1::2])]


def rules(layout):
    """What holds for each struct, whatever the baseline says."""
    for name, s in layout["structs"].items():
        first = s["members"][0]
        if not s["frozen"] and (first["name"], first["type"]) != ("struct_size", "uint32_t"):
            yield (f"struct {name}: begins with {first['type']} {first['name']}, expected "
                   "uint32_t struct_size (or the word frozen in its comment)")
        end, before = 0, "the beginning"
        for m in [*s["members"], {"name": "the end", "offset": s["size"], "size": 0}]:
            if m["offset"] != end:
                yield (f"struct {name}: {m['offset'] - end} bytes of padding between {before} and "
                       f"{m['name']}, expected a member that names them (reserved)")
            end, before = m["offset"] + m["size"], m["name"]


def compare(old, new):
    """Sentences, one for each change that is not an append."""
    for name, was in old["structs"].items():
        if name not in new["structs"]:
            yield f"struct {name}: expected in {was['header']}, found nowhere"
        else:
            yield from compare_struct(name, was, new["structs"][name])
    for name, was in old["constants"].items():
        now = new["constants"].get(name)
        if now is None:
            yield f"constant {name}: expected {was!r}, found nowhere"
        elif now != was and not (name in GROWS and now > was):
            yield f"constant {name}: expected {was!r}, found {now!r}"


def compare_struct(name, was, now):
    if was["frozen"] != now["frozen"]:
        words = {True: "frozen", False: "not frozen"}
        yield f"struct {name}: expected {words[was['frozen']]}, found {words[now['frozen']]}"
    if was["alignment"] != now["alignment"]:
        yield (f"struct {name}: expected alignment {was['alignment']}, "
               f"found {now['alignment']}")
    found = {m["name"]: m for m in now["members"]}
    for m in was["members"]:
        if m["name"] not in found:
            yield (f"struct {name}, member {m['name']}: expected at offset {m['offset']}, "
                   "found nowhere")
            continue
        for what in ("offset", "size", "type"):
            if found[m["name"]][what] != m[what]:
                yield (f"struct {name}, member {m['name']}: expected {what} {m[what]}, "
                       f"found {found[m['name']][what]}")
    known = {m["name"] for m in was["members"]}
    added = [m for m in now["members"] if m["name"] not in known]
    for m in added:
        if was["frozen"]:
            yield f"struct {name}, member {m['name']}: new, but the struct is frozen"
        elif m["offset"] < was["size"]:
            yield (f"struct {name}, member {m['name']}: new, expected at offset {was['size']} or "
                   f"beyond, found at {m['offset']}")
    if now["size"] < was["size"] or (now["size"] != was["size"] and not added):
        yield f"struct {name}: expected size {was['size']}, found {now['size']}"


def text_of(layout):
    """JSON with one member or constant a line, so that a diff of the baseline can be read."""
    structs = []
    for name, s in layout["structs"].items():
        head = json.dumps({k: v for k, v in s.items() if k != "members"})[:-1]
        lines = ",\n".join("   " + json.dumps(m) for m in s["members"])
        structs.append(f'  {json.dumps(name)}: {head}, "members": [\n{lines}]}}')
    constants = [f"  {json.dumps(n)}: {json.dumps(v)}" for n, v in layout["constants"].items()]
    return ('{\n "structs": {\n' + ",\n".join(structs) + '},\n "constants": {\n'
            + ",\n".join(constants) + "}\n}\n")


def machine_of(compiler):
    done = subprocess.run([*compiler, "-dumpmachine"], capture_output=True, text=True, check=True)
    return done.stdout.split("-")[0]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    root = pathlib.Path(__file__).resolve().parent.parent
    parser.add_argument("--cc", default="cc", help="the C compiler, with its options")
    parser.add_argument("--include", type=pathlib.Path, default=root / "abi" / "include")
    parser.add_argument("--baseline", type=pathlib.Path, default=root / "abi" / "baseline")
    parser.add_argument("--accept", action="store_true", help="write the baseline anew")
    options = parser.parse_args()

    compiler = shlex.split(options.cc)
    file = options.baseline / f"layout-{machine_of(compiler)}.json"
    layout = measure(compiler, options.include, abi_headers.stable(options.include))
    drafts = measure(compiler, options.include, abi_headers.drafts(options.include))
    problems = [*rules(layout), *rules(drafts)]
    if options.accept and not problems:
        file.write_text(text_of(layout))
        print(f"abi_layout: wrote {file.name}")
        return
    if not options.accept:
        if not file.exists():
            sys.exit(f"abi_layout: no baseline {file}")
        problems += compare(json.loads(file.read_text()), layout)
    for problem in problems:
        print(problem)
    if problems:
        sys.exit(f"abi_layout: {len(problems)} changes that break plugins; if they are meant, "
                 "scripts/abi_layout.py --accept and a line in abi/CHANGES.md")
    print(f"abi_layout: {len(layout['structs'])} structs and {len(layout['constants'])} constants "
          f"hold on {file.stem.removeprefix('layout-')}")


if __name__ == "__main__":
    main()
