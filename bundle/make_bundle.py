#!/usr/bin/env python3
"""Packs the built kit so that it runs from any folder of any Linux of this processor, with nothing installed but a shell.

In the bundle, kit/ holds what a checkout holds (labs, handouts, headers) and kit/build what its build directory holds;
system/ holds the compiler with all that it needs: loader, libraries, headers, linker. Every program is started by a
script (start.sh) that names loader and libraries.
"""
import argparse
import functools
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

MACHINE = os.uname().machine
LIBRARIES = f"usr/lib/{MACHINE}-linux-gnu"
LOADERS = {"x86_64": "ld-linux-x86-64.so.2", "aarch64": "ld-linux-aarch64.so.1"}
HERE = Path(__file__).resolve().parent
PACKED_BY = {
    ".tar.zst": ["zstd", "-19", "-T2", "-q", "-c"],
    ".tar.xz": ["xz", "-6", "-T1", "-c"],
    ".tar.gz": ["gzip", "-9n", "-c"],
    ".tar": ["cat"],
}


class Refused(Exception):
    pass


def fail(sentence):
    print(f"lab: {sentence}", file=sys.stderr)
    sys.exit(3)


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def needed_libraries(program):
    """Path of each shared library that a program needs, the loader's too, by the name it is asked for."""
    libraries = {}
    for line in output_of("ldd", str(program)).splitlines():
        words = line.split()
        if "=>" in words and words[2] == "not":
            raise Refused(f"{program}: its library {words[0]} is not found")
        path = words[2] if "=>" in words else words[0]
        if path.startswith("/"):
            libraries[Path(words[0]).name] = Path(path)
    return libraries


class Bundle:
    """Paths in the bundle, each with its bytes and whether it is a program."""

    def __init__(self, root, build, name):
        self.root, self.build, self.name = root, build, name
        self.files = {}

    def add(self, path, contents, executable=False):
        self.files[path] = (contents, executable)

    def copy(self, source, path):
        self.add(path, Path(source).read_bytes(), os.access(source, os.X_OK))

    def copy_from_system(self, source, path):
        """Something of a package, whose terms come along."""
        self.copy(source, path)
        owner = package_of(source)
        self.copy(f"/usr/share/doc/{owner}/copyright", f"system/licenses/{owner}")

    def copy_folder(self, source, path, wanted=lambda file: True):
        for file in sorted(Path(source).rglob("*")):
            if file.is_file() and wanted(file):
                self.copy(file, f"{path}/{file.relative_to(source)}")

    def script(self, name, path, to_bin=""):
        text = (HERE / name).read_text()
        for word, value in (("TO_BIN", to_bin), ("MACHINE", MACHINE), ("LIBRARIES", LIBRARIES), ("LOADER", LOADERS[MACHINE])):
            text = text.replace(f"@{word}@", value)
        self.add(path, text.encode(), True)

    def program(self, source, name):
        """The program without symbols, its libraries, and the script that starts it."""
        source = Path(source).resolve()
        with tempfile.NamedTemporaryFile() as stripped:
            subprocess.run(["objcopy", "--strip-all", str(source), stripped.name], check=True)
            self.add(f"system/bin/{name}.elf", Path(stripped.name).read_bytes(), True)
        self.script("start.sh", f"system/bin/{name}")
        for library, path in needed_libraries(source).items():
            self.copy_from_system(path, f"system/{LIBRARIES}/{library}")

    def tracked(self, *folders):
        return output_of("git", "-C", str(self.root), "-c", f"safe.directory={self.root}", "ls-files", "--", *folders).split("\n")[:-1]

    def write(self, out, time):
        with tarfile.open(fileobj=out, mode="w|", format=tarfile.GNU_FORMAT) as tar:
            for path in sorted(self.files):
                contents, executable = self.files[path]
                entry = tarfile.TarInfo(f"{self.name}/{path}")
                entry.size, entry.mtime, entry.mode = len(contents), time, 0o755 if executable else 0o644
                tar.addfile(entry, io.BytesIO(contents))


@functools.cache
def packages():
    """The Debian package of each file of the system; asking for one file takes dpkg as long as for all."""
    said = output_of("dpkg-query", "-W", "-f", "${db:Status-Status} ${binary:Package}\n").splitlines()
    names = [line.split()[1] for line in said if line.startswith("installed ")]
    lists = output_of("dpkg", "-L", *names).split("\n\n")
    return {file: name.split(":")[0] for name, files in zip(names, lists, strict=True) for file in files.splitlines()}


def package_of(file):
    real = str(Path(file).resolve())
    # Where /lib is a link into /usr, a package may have said either.
    for path in (real, real.removeprefix("/usr")):
        if path in packages():
            return packages()[path]
    raise Refused(f"{file}: no package has it, so its license is not known")


def add_compiler(bundle):
    clang = Path(shutil.which("clang++") or "").resolve()
    bundle.program(clang, "clang++")
    bundle.script("compiler.sh", "system/bin/clang++")
    # Not lld, which takes a name given to thread-local storage (--defsym) for no such storage.
    bundle.program(shutil.which("ld.bfd"), "ld")
    bundle.copy_folder(output_of(str(clang), "-print-resource-dir").strip() + "/include", "system/usr/lib/clang/include",
                       lambda file: not re.search(r"openmp|ppc_wrappers|arm|aarch64|altivec|riscv|hexagon|hvx|s390|vecintrin|msa|opencl",
                                                  file.name + str(file.parent.name)))
    # Where this clang finds the C++ library, of all versions that are installed.
    said = subprocess.run([str(clang), "-v", "-fsyntax-only", "-x", "c++", "/dev/null"], capture_output=True, text=True).stderr
    gcc = Path(re.search(r"Selected GCC installation: (\S+)", said)[1]).resolve()
    version = gcc.name
    for folder in (f"/usr/include/c++/{version}", f"/usr/include/{MACHINE}-linux-gnu/c++/{version}"):
        bundle.copy_folder(folder, "system" + folder)
    # By crtbegin.o clang knows that a compiler is there; programs are linked with the other two.
    for name in ("crtbegin.o", "crtbeginS.o", "crtendS.o", "libgcc.a", "libgcc_eh.a", "libstdc++.a"):
        bundle.copy_from_system(gcc / name, f"system/usr/lib/gcc/{MACHINE}-linux-gnu/{version}/{name}")
    for header in ("/usr/include/stdio.h", "/usr/include/linux/types.h"):
        for file in output_of("dpkg", "-L", package_of(header)).splitlines():
            if file.startswith("/usr/include/") and Path(file).is_file():
                bundle.copy(file, f"system{file}")
    # Linker scripts name files by paths in the root that the compiler is told.
    for name in ("Scrt1.o", "crti.o", "crtn.o", "libc_nonshared.a", "libpthread.a"):
        bundle.copy_from_system(f"/{LIBRARIES}/{name}", f"system/{LIBRARIES}/{name}")
    for link, library in (("libc.so", "libc.so.6"), ("libm.so", "libm.so.6"), ("libgcc_s.so", "libgcc_s.so.1")):
        more = f" libc_nonshared.a AS_NEEDED ( {LOADERS[MACHINE]} )" if link == "libc.so" else ""
        bundle.add(f"system/{LIBRARIES}/{link}", f"GROUP ( {library}{more} )\n".encode())
    # The driver's libraries ask for these, which are empty in today's glibc.
    for name in ("libdl.so.2", "librt.so.1", "libpthread.so.0", "libutil.so.1"):
        bundle.copy_from_system(f"/{LIBRARIES}/{name}", f"system/{LIBRARIES}/{name}")


def add_kit(bundle, student):
    build = bundle.build
    for path in bundle.tracked("labs", ".vscode", "handouts", "analytics/data", "checker/emulator/include", "checker/gpu/kernels",
                               "checker/reference", "checker/model/half.hpp", "tests/submissions/novices", "README.md", "SECURITY.md", "LICENSE", "CHANGELOG.md"):
        if not re.search(r"handouts/(builder|meson)|\.cpp$|meson\.build$", path):
            bundle.copy(bundle.root / path, f"kit/{path}")
    for path in () if student else bundle.tracked("solutions"):
        bundle.copy(bundle.root / path, f"kit/{path}")
    # What students have written in the checkout is theirs: the skeletons as they are handed out.
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([str(build / "checker/commands/stencil-lab"), "start", folder], check=True, stdout=subprocess.DEVNULL)
        for skeleton in Path(folder).glob("labs/*/kernel.cu"):
            bundle.copy(skeleton, f"kit/labs/{skeleton.parent.name}/kernel.cu")
            if student:
                bundle.copy(skeleton, f"kit/solutions/{skeleton.parent.name}/skeleton.cu")
    for library in ("emulator/libemulator-anchor.a", "emulator/libemulator-runtime.a", "compile/libkit-instrument.a"):
        bundle.copy(build / "checker" / library, f"kit/build/checker/{library}")
    for program, name in (("commands/stencil-lab", ""), ("compile/kit-instrument", "kit-instrument"), ("gpu/kit-gpu-runner", "kit-gpu-runner")):
        bundle.program(build / "checker" / program, Path(program).name)
        if name:
            bundle.script("start.sh", f"kit/build/checker/{program}", "/../../../../system/bin")
    bundle.program(build / "tests/bench/kit-bench", "kit-bench")
    with tempfile.TemporaryDirectory() as folder:
        if shutil.which("pandoc"):
            subprocess.run([str(build / "checker/commands/stencil-lab"), "handouts", "--output", folder], check=True,
                           stdout=subprocess.DEVNULL)
            bundle.copy_folder(folder, "handouts")
        else:
            print("lab: without the handouts as HTML: pandoc was not found", file=sys.stderr)
    bundle.script("lab.sh", "lab")
    bundle.copy(HERE / "modulefile.lua", "modulefile.lua")


def main():
    parser = argparse.ArgumentParser(prog="./lab bundle")
    parser.add_argument("root", type=Path)
    parser.add_argument("build", type=Path)
    parser.add_argument("file", nargs="?", default="stencil-lab-kit.tar.zst", metavar="FILE")
    parser.add_argument("--student", action="store_true")
    options = parser.parse_args()
    packer = next((packer for end, packer in PACKED_BY.items() if options.file.endswith(end)), None)
    if packer is None:
        raise Refused(f"{options.file}: a bundle's name ends in .tar.zst, .tar.xz, .tar.gz or .tar")
    for program in (packer[0], "clang++", "ld.bfd", "objcopy", "dpkg", "git"):
        if shutil.which(program) is None:
            raise Refused(f"{program} was not found, which packs bundles: install it")
    bundle = Bundle(options.root, options.build, "stencil-lab-kit")
    add_compiler(bundle)
    add_kit(bundle, options.student)
    bwrap = shutil.which("bwrap")
    if bwrap is not None:
        bundle.program(bwrap, "bwrap")
    time = int(output_of("git", "-C", str(options.root), "-c", f"safe.directory={options.root}", "log", "-1", "--format=%ct"))
    unfinished = options.file + ".unfinished"
    try:
        with open(unfinished, "wb") as file, subprocess.Popen(packer, stdin=subprocess.PIPE, stdout=file) as packing:
            bundle.write(packing.stdin, time)
            packing.stdin.close()
            if packing.wait() != 0:
                raise Refused(f"{options.file}: {packer[0]} could not write it")
        os.replace(unfinished, options.file)
    finally:
        Path(unfinished).unlink(missing_ok=True)
    unpacked = sum(len(contents) for contents, _ in bundle.files.values())
    print(f"{options.file}: {os.path.getsize(options.file) / 1e6:.0f} MB, {unpacked / 1e6:.0f} MB unpacked, "
          f"{len(bundle.files)} files{', no solutions' if options.student else ''}")


if __name__ == "__main__":
    try:
        main()
    except Refused as error:
        fail(f"{error}")
    except (OSError, subprocess.CalledProcessError) as error:
        fail(f"the bundle could not be made: {error}")
