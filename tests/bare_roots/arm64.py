#!/usr/bin/env python3
"""The kit built for arm64, against the one built for this machine: their reports must be the same, counters and all.

Makes an arm64 root of Debian with clang in it, compiles the kit for it with g++-aarch64-linux-gnu, and runs it there
under qemu's user mode: every solution and skeleton, then a share of the corpus, whose kernels get the verdicts that they
must besides. By hand, as root; needs debootstrap, qemu-user-static (registered as the system does, binfmt_misc) and
g++-aarch64-linux-gnu, and the tests built (./lab test builds them).

  tests/bare_roots/arm64.py [--share 1/4] [--folder DIR] [--mirror URL]

--folder keeps the root and the build for the next run. What qemu does not have: namespaces and filters of system calls,
so nothing is confined there, and guard pages by madvise(), so a stack that overflows is another crash.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

KIT = pathlib.Path(__file__).resolve().parents[2]
CHECKER = "checker/commands/stencil-lab"
LIBRARIES = ("fmt", "tomlplusplus", "elf", "dw", "ssl", "seccomp", "archive", "yaml", "utf8proc")
# Of the machine, not of the kernel.
UNLIKE = re.compile(r"second|peak|sandbox|compiler|toolchain|nvcc|gpu")
# Of a wrong kernel, what does not hang on the order in which its mistakes happen; the corpus's own test judges findings.
CERTAIN = ("verdict", "score", "launch", "counters", "resources")


def call(*command, **more):
    subprocess.run([str(word) for word in command], check=True, **more)


def make_root(folder, mirror):
    root = folder / "root"
    if not (root / "usr/bin/clang++").exists():
        packages = ["clang", "lld", "libstdc++-12-dev", "nlohmann-json3-dev", "libcli11-dev", *(f"lib{name}-dev" for name in LIBRARIES)]
        call("debootstrap", "--arch=arm64", "--variant=minbase", f"--include={','.join(packages)}", "bookworm", root, *mirror)
    return root


def build(folder, root):
    directory = folder / "build"
    cross = folder / "cross.ini"
    cross.write_text(f"""[binaries]
cpp = ['aarch64-linux-gnu-g++', '--sysroot={root}']
ar = 'aarch64-linux-gnu-ar'
pkgconfig = 'pkg-config'
[properties]
sys_root = '{root}'
pkg_config_libdir = '{root}/usr/lib/aarch64-linux-gnu/pkgconfig:{root}/usr/share/pkgconfig'
[host_machine]
system = 'linux'
cpu_family = 'aarch64'
cpu = 'aarch64'
endian = 'little'
""")
    if not (directory / "build.ninja").exists():
        call("meson", "setup", "--cross-file", cross, "-Dtests=disabled", directory, KIT)
    call("ninja", "-C", directory, "course")
    return directory


def parsed(command, environment):
    result = subprocess.run(command, capture_output=True, text=True, errors="replace", env=environment)
    try:
        return result.returncode, json.loads(result.stdout), result
    except json.JSONDecodeError:
        return result.returncode, {"said": result.stdout + result.stderr}, result


def without_machine(value):
    if isinstance(value, dict):
        return {key: without_machine(each) for key, each in value.items() if not UNLIKE.search(key)}
    return [without_machine(each) for each in value] if isinstance(value, list) else value


def differences(here, there, place=""):
    if isinstance(here, dict) and isinstance(there, dict):
        return [found for key in sorted(here.keys() | there.keys())
                for found in differences(here.get(key), there.get(key), f"{place}/{key}")]
    if isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        return [found for i, pair in enumerate(zip(here, there)) for found in differences(*pair, f"{place}/{i}")]
    return [] if here == there else [f"{place}: {str(here)[:200]} here, {str(there)[:200]} on arm64"]


class Both:
    """The two checkers. The folder's root sees the kit, its build and /tmp where this machine has them."""

    def __init__(self, folder, root, directory):
        self.folder = folder
        self.command = ["unshare", "--mount", "--propagation", "private", "sh", "-ec",
                        'root=$1; shift; for seen in /proc /dev /tmp "$KIT_ROOT" "$KIT_BUILD_DIR"; do '
                        'mkdir -p "$root$seen"; mount --bind "$seen" "$root$seen"; done; exec chroot "$root" env -C "$PWD" "$@"',
                        "sh", str(root), str(directory / CHECKER)]
        self.here = dict(os.environ, KIT_ROOT=str(KIT), KIT_PROGRESS="none", KIT_NVCC="none")
        self.there = dict(self.here, KIT_BUILD_DIR=str(directory), HOME="/root", XDG_CACHE_HOME="/root/.cache")

    def compare(self, arguments, keys=None):
        """What differs, of these keys or all, and how the arm64 one ended."""
        def asked_for(command, environment):
            code, report, result = parsed([*command, *arguments], environment)
            kept = {key: report.get(key) for key in keys} if keys else report
            return without_machine({"exit code": code, **kept}), result

        report, _ = asked_for([KIT / "build" / CHECKER], self.here)
        report_there, result = asked_for(self.command, self.there)
        found = differences(report, report_there)
        # Where blocks take their work by atomics, each run counts otherwise.
        if found and keys and any(asked_for([KIT / "build" / CHECKER], self.here)[0] != report for _ in range(5)):
            found = []
        return found, result


def compare_labs(both):
    files = [KIT / folder / lab.name / "kernel.cu" for lab in sorted((KIT / "solutions").iterdir()) if lab.name[:2].isdigit()
             for folder in ("solutions", "labs")]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda file: both.compare(["check", file.parent.name[:2], str(file), "--format", "json", "--seed", "11"]), files)
        wrong = 0
        for file, (found, _) in zip(files, results):
            wrong += bool(found)
            print("same " if not found else "OTHER", file.relative_to(KIT), *found[:8], sep="\n      " if found else " ", flush=True)
    print(f"{len(files)} solutions and skeletons, {wrong} with another report on arm64")
    return wrong


def compare_corpus(both, share):
    """The corpus's test, with this program in the checker's place."""
    log = both.folder / "corpus.txt"
    log.write_text("")
    checker = both.folder / "checker"
    checker.write_text(f'#!/bin/sh\nARM64_FOLDER={both.folder} exec {pathlib.Path(__file__).resolve()} "$@"\n')
    checker.chmod(0o755)
    environment = dict(os.environ, KIT_TESTED_CHECKER=str(checker), KIT_TEST_SHARE=share)
    test = subprocess.run([KIT / "build/tests/submissions/test-submissions", "every kernel*"], check=False, env=environment)
    lines = log.read_text().splitlines()
    others = [line for line in lines if line != "same"]
    print(*others, sep="\n")
    print(f"{len(lines)} kernels of the corpus, {len(others)} with another report on arm64")
    return len(others) + (test.returncode != 0)


def main():
    folder = os.environ.get("ARM64_FOLDER")
    if folder:  # in the checker's place
        folder = pathlib.Path(folder)
        found, result = Both(folder, folder / "root", folder / "build").compare(sys.argv[1:], CERTAIN)
        with open(folder / "corpus.txt", "a", encoding="utf-8") as log:
            log.write(f"{pathlib.Path(sys.argv[3]).name}: {'; '.join(found)[:1500]}\n" if found else "same\n")
        sys.stdout.write(result.stdout)
        sys.stderr.write(result.stderr)
        return result.returncode
    parser = argparse.ArgumentParser()
    parser.add_argument("--share", default="1/4")
    parser.add_argument("--folder")
    parser.add_argument("--mirror", action="append", default=[])
    options = parser.parse_args()
    folder = pathlib.Path(options.folder or tempfile.mkdtemp(prefix="kit-arm64-", dir="/var/tmp")).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    root = make_root(folder, options.mirror)
    both = Both(folder, root, build(folder, root))
    wrong = compare_labs(both)
    wrong += compare_corpus(both, options.share)
    return 1 if wrong else 0


sys.exit(main())
