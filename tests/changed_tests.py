#!/usr/bin/env python3
"""Which tests a change asks for: prints their names, and on the line before what Ninja builds for them.

usage: changed_tests.py BUILD SOURCE [SUITE...]

Changed is what git calls so since the last commit; if nothing is, what the last commit changed. Ninja knows which
programs hold a changed file, Meson which tests run them. A file that neither knows, such as a golden text, asks for the
tests that are defined in its folder, or in the nearest one above it.
"""
import json
import os
import pathlib
import subprocess
import sys

build, source, *suites = sys.argv[1:]
build, source = os.path.realpath(build), os.path.realpath(source)


def lines_of(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def git(*words):
    return [os.path.join(source, line) for line in lines_of("git", "-C", source, *words)]


def absolute(path):
    return os.path.normpath(os.path.join(build, path))


def introspected(what):
    return json.loads(pathlib.Path(build, "meson-info", f"intro-{what}.json").read_text())


def holders_of(files):
    """Everything that Ninja makes anew if these files change."""
    made = set()
    output = None
    for line in lines_of("ninja", "-C", build, "-t", "deps"):
        if not line.startswith(" "):
            output = line.partition(":")[0]
        elif absolute(line.strip()) in files:
            made.add(output)
    fresh = made
    while fresh:
        found = set()
        is_output = False
        for line in lines_of("ninja", "-C", build, "-t", "query", *sorted(fresh)):
            if line.startswith("  outputs:"):
                is_output = True
            elif not line.startswith("    "):
                is_output = False
            elif is_output:
                found.add(line.strip())
        fresh = found - made
        made = made | found
    return {absolute(output) for output in made}


def tests_beside(file, tests):
    """Those defined in the file's folder or the nearest one above it; of a source, in the folder that mirrors its own."""
    folder = pathlib.PurePath(os.path.relpath(file, source)).parent
    if folder.parts[:1] in (("checker",), ("analytics",), ("handouts",)):
        folder = pathlib.PurePath("tests", *folder.parts[folder.parts[0] == "checker":])
    while len(folder.parts) > 1:
        beside = [test for test in tests if test["folder"] == os.path.join(source, folder)]
        if beside:
            return beside
        folder = folder.parent
    return []


def main():
    changed = git("diff", "--name-only", "HEAD") + git("ls-files", "--others", "--exclude-standard")
    changed = set(changed or git("diff", "--name-only", "HEAD~1"))
    targets = {target["id"]: target for target in introspected("targets")}
    folders = {file: os.path.dirname(target["defined_in"]) for target in targets.values() for file in target["filename"]}
    tests = introspected("tests")
    for test in tests:
        test["suites"] = {suite.partition(":")[2] for suite in test["suite"]}
        test["program"] = test["cmd"][0]
        test["needs"] = {file for id in test["depends"] for file in targets[id]["filename"]}
        test["folder"] = folders.get(test["program"], os.path.dirname(test["program"]))
    made = holders_of(changed)
    known = {absolute(line.strip()) for line in lines_of("ninja", "-C", build, "-t", "deps") if line.startswith(" ")}
    wanted = {}
    for test in tests:
        if test["program"] in made or changed & set(test["cmd"]):
            wanted[test["name"]] = test
    for file in changed - known:
        for test in tests_beside(file, tests):
            wanted[test["name"]] = test
    wanted = [test for test in wanted.values() if not suites or test["suites"] & set(suites)]
    programs = {file for test in wanted for file in test["needs"] | {test["program"]} if file in folders}
    print(*sorted(os.path.relpath(file, build) for file in programs))
    print(*sorted(test["name"] for test in wanted))


main()
