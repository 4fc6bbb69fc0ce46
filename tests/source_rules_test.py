#!/usr/bin/env python3
"""What no compiler says of the sources of analytics and checker.

Two types of one name in a program break it at run time, with no word from compiler or linker: each type that is not in
an unnamed namespace has a name of its own. Programs that are linked apart may repeat one.

The ground floor, checker/base, includes nothing above it.

The formatter breaks code and leaves comments as they are: they end within 120 columns.

    source_rules_test.py SOURCE-ROOT
"""
import collections
import re
import sys
from pathlib import Path

ROOT = Path(sys.argv[1])
APART = ("checker/gpu/runner/", "checker/compile/instrumentation/")


def types_in(text):
    """The types that a file of the kit's style defines outside of functions and classes, with their namespaces."""
    namespaces = []
    for line in text.splitlines():
        if opened := re.match(r"(?:inline )?namespace ?([\w:]*) ?\{", line):
            namespaces.append(opened[1] or "unnamed")
        elif line.startswith("} // namespace") and namespaces:
            namespaces.pop()
        elif defined := re.match(r"(?:struct|class|enum class) (\w+)(?: final)?(?: :[^;]*)? ?\{", line):
            yield "::".join([*namespaces, defined[1]])


def main():
    places = collections.defaultdict(set)
    wide = []
    for folder in ("analytics", "checker"):
        for file in (ROOT / folder).rglob("*.?pp"):
            name = file.relative_to(ROOT).as_posix()
            text = file.read_text()
            wide += [f"{name}:{number}: a comment is wider than 120 columns"
                     for number, line in enumerate(text.splitlines(), 1) if len(line) > 120 and re.match(r" *//", line)]
            for defined in types_in(text) if not name.startswith(APART) else ():
                places[defined].add(name)
    twice = {name: files for name, files in places.items() if len(files) > 1 and "unnamed" not in name}
    for name, files in sorted(twice.items()):
        print(f"{name} is defined in {' and in '.join(sorted(files))}")
    print(f"{len(places)} types")
    above = [f"{file.name} includes {name}" for file in (ROOT / "checker/base").glob("*.?pp")
             for name in re.findall('#include "(.*)"', file.read_text()) if not name.startswith("checker/base/")]
    print(*above, *wide, sep="\n")
    return 1 if twice or above or wide or len(places) < 500 else 0


if __name__ == "__main__":
    sys.exit(main())
