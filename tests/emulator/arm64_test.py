#!/usr/bin/env python3
"""What runs in a kernel's program, for arm64: that it compiles, and that the switch between threads, which is assembly,
works under qemu. The whole kit on arm64 is tests/bare_roots/arm64.py's.

Needs Debian's libstdc++-NN-dev-arm64-cross and, for the second part, qemu-user-static; skipped without.

    arm64_test.py SOURCE-ROOT
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

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
    said = ""
    parsed = 0
    with tempfile.TemporaryDirectory(prefix="kit-test-") as folder:
        for room in FOLDERS:  # each as one file, as its build has it
            files = sorted((ROOT / room).glob("*.cpp"))
            together = pathlib.Path(folder) / "together.cpp"
            together.write_text("".join(f'#include "{file}"\n' for file in files))
            said += compile_quietly("-fsyntax-only", together)
            parsed += len(files)
        program = f"{folder}/thread-switch"
        said += compile_quietly("-fuse-ld=lld", "-static", *SWITCH, "-o", program)
        print(said, f"{parsed} files parsed for arm64", sep="")
        if said or parsed < 30:
            return 1
        if not shutil.which("qemu-aarch64-static"):
            print("without qemu-aarch64-static: not run")
            return 0
        return subprocess.run(["qemu-aarch64-static", program]).returncode


sys.exit(main())
