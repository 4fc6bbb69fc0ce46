#!/usr/bin/env python3
"""What runs in a kernel's program, for arm64: that it compiles, and that the switch between threads, which is assembly,
works under qemu. The whole kit on arm64 is tests/bare_roots/arm64.py's.

Needs Debian's libstdc++-NN-dev-arm64-cross and, for the second part, qemu-user-static; skipped without.

    arm64_test.py SOURCE-ROOT
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(sys.argv[1])
SKIPPED = 77
COMPILER = ["clang++", "--target=aarch64-linux-gnu", "-std=c++20", "-O2", "-Wall", "-Wextra", "-Werror", "-D__NO_INLINE__", f"-I{ROOT}"]
FOLDERS = ("checker/emulator/runtime", "checker/reference")
SWITCH = (ROOT / "tests/emulator/thread_switch.cpp", ROOT / "checker/emulator/runtime/thread_stacks.cpp")


def compile_quietly(*words):
    return subprocess.run([*COMPILER, *map(str, words)], capture_output=True, text=True).stderr


def main():
    if not pathlib.Path("/usr/aarch64-linux-gnu/include/bits").exists() or not shutil.which("clang++"):
        print("skipped: no headers for arm64 (libstdc++-12-dev-arm64-cross)")
        return SKIPPED
    files = sorted(file for folder in FOLDERS for file in (ROOT / folder).glob("*.cpp"))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        said = "".join(pool.map(lambda file: compile_quietly("-fsyntax-only", file), files))
    with tempfile.TemporaryDirectory(prefix="kit-test-") as folder:
        program = f"{folder}/thread-switch"
        said += compile_quietly("-fuse-ld=lld", "-static", *SWITCH, "-o", program)
        print(said, f"{len(files)} files parsed for arm64", sep="")
        if said or len(files) < 30:
            return 1
        if not shutil.which("qemu-aarch64-static"):
            print("without qemu-aarch64-static: not run")
            return 0
        return subprocess.run(["qemu-aarch64-static", program]).returncode


sys.exit(main())
