"""What the headers of the contract declare: structs with their members, and constants.

The C of the headers is plain enough to be read by a few patterns: one declaration ends with a
semicolon, a function pointer is `(*name)(…)`, a struct has its class in the comment above it. What
is misread does not compile in abi_layout.py, so nothing is lost silently.
"""

import dataclasses
import re

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
STRUCT = re.compile(r"^(?:typedef )?struct (\w+) \{(.*?)^\}", re.DOTALL | re.MULTILINE)
DEFINE = re.compile(r"^#define (\w+)[ \t]+((?:[^\n\\]|\\\n)+)", re.MULTILINE)
FUNCTION = re.compile(r"(.*?)\(\s*\*\s*(\w+)\s*\)\s*\((.*)\)$", re.DOTALL)
NOT_A_VALUE = ("__attribute__", "{")
KEYWORDS = {"const", "void", "char", "double", "float", "int", "unsigned", "signed"}


@dataclasses.dataclass
class Member:
    name: str
    type: str  # as written, one blank between words, without names of parameters


@dataclasses.dataclass
class Struct:
    name: str
    header: str
    frozen: bool
    members: list


def stable(include):
    """The stable headers, as paths relative to the include folder, sorted."""
    drafts = include / "berth" / "draft"
    return sorted(
        file.relative_to(include).as_posix()
        for file in (include / "berth").rglob("*.h")
        if drafts not in file.parents
    )


def drafts(include):
    return sorted(f.relative_to(include).as_posix() for f in (include / "berth/draft").rglob("*.h"))


def structs(include, headers):
    found = []
    for header in headers:
        text = (include / header).read_text()
        code = COMMENT.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)
        for match in STRUCT.finditer(code):
            above = comment_above(text, code, match.start(), match.group(1))
            frozen = re.search(r"\bfrozen\b", above) is not None
            found.append(Struct(match.group(1), header, frozen, list(members(match.group(2)))))
    return found


def comment_above(text, code, start, name):
    """The comment right before a struct; its own forward declaration may stand between."""
    forward = re.compile(rf"typedef struct {name} {name};")
    above = [c for c in COMMENT.finditer(text, 0, start)
             if not forward.sub("", code[c.end():start]).strip()]
    return above[0].group() if above else ""


def members(body):
    for declaration in body.split(";"):
        words = " ".join(declaration.split())
        if not words:
            continue
        function = FUNCTION.match(words)
        if function:
            yield Member(function.group(2), signature(function.group(1), function.group(3)))
        else:
            yield from variables(words)


def variables(words):
    """`const int64_t *a, *b` gives a and b, each with its own type."""
    first, *others = words.split(",")
    base, stars, name = re.fullmatch(r"(.*?)\s*((?:\*\s*(?:const\s*)?)*)\b(\w+)", first).groups()
    yield Member(name, type_of(f"{base} {stars}"))
    for other in others:
        stars, name = re.fullmatch(r"\s*((?:\*\s*)*)(\w+)", other).groups()
        yield Member(name, type_of(f"{base} {stars}"))


def signature(returned, parameters):
    return f"{type_of(returned)} (*)({', '.join(unnamed(p) for p in parameters.split(','))})"


def unnamed(parameter):
    words = re.findall(r"\w+|\*", parameter)
    types = [w for w in words if w not in KEYWORDS and w != "*"]
    if len(types) > 1 or (words[-1] != "*" and words[-1] not in KEYWORDS and len(words) > 1
                          and words[:-1] != ["const"]):
        words = words[:-1]
    return type_of(" ".join(words))


def type_of(words):
    return " ".join(re.findall(r"\w+|\*", words))


def constants(include, headers):
    """Macros with a value, by name; guards, attributes and macros with parameters are not."""
    found = {}
    for header in headers:
        code = COMMENT.sub(" ", (include / header).read_text())
        for match in DEFINE.finditer(code):
            value = match.group(2).replace("\\\n", " ").strip()
            if value and not value.startswith(NOT_A_VALUE):
                found[match.group(1)] = value
    return found
