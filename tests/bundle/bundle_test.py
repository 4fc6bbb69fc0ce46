#!/usr/bin/env python3
"""A bundle runs from a read-only folder with a space in its name, by a user without rights, in a root that holds
nothing but busybox; all labs pass there and wrong kernels fail as they do from the tree."""
import hashlib
import json
import os
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path

ROOT, BUILD = Path(sys.argv[1]), Path(sys.argv[2])
TOOLS = ("clang++", "ld.bfd", "objcopy", "dpkg", "git")
SKIPPED = 77
LABS = range(1, 1 + len(list((ROOT / "labs").glob("[0-9]*"))))


def container_filter():
    """What Docker's default profile forbids, as a program for seccomp(2): these calls, clone3, and clone with new
    namespaces. Numbers of x86-64's calls; https://docs.docker.com/engine/security/seccomp/."""
    forbidden = (101, 155, 161, 163, 164, 165, 166, 167, 168, 169, 172, 173, 175, 176, 179, 212, 237, 238, 239, 246, 248, 249, 250, 256,
                 272, 278, 279, 298, 303, 304, 305, 308, 310, 311, 312, 313, 320, 321, 323, 424, 425, 426, 427, 428, 429, 430, 431, 432, 433)
    load, equals, has_bits, give = 0x20, 0x15, 0x45, 0x06
    allow, denied, no_such_call = 0x7fff0000, 0x00050001, 0x00050026
    number, first_argument, clone, clone3, namespaces = 0, 16, 56, 435, 0x7e020000
    program = [(load, 0, 0, number)]
    for call in forbidden:
        program += [(equals, 0, 1, call), (give, 0, 0, denied)]
    program += [(equals, 0, 1, clone3), (give, 0, 0, no_such_call), (equals, 0, 3, clone), (load, 0, 0, first_argument),
                (has_bits, 0, 1, namespaces), (give, 0, 0, denied), (give, 0, 0, allow)]
    return b"".join(struct.pack("=HBBI", *step) for step in program)


def make_bundle(file, *options):
    return subprocess.run([sys.executable, ROOT / "bundle/make_bundle.py", ROOT, BUILD, file, *options], capture_output=True, text=True)


class Bundle(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="kit-bundle-")
        cls.folder = Path(cls.scratch.name)
        os.chmod(cls.folder, 0o755)
        file = cls.folder / "kit.tar"
        made = make_bundle(file)
        assert made.returncode == 0, made.stderr
        cls.digest = hashlib.sha256(file.read_bytes()).hexdigest()
        cls.machine = cls.folder / "machine"
        cls.place = "/opt/a folder"
        for folder in ("bin", "proc", "dev", "tmp", "home", cls.place[1:]):
            (cls.machine / folder).mkdir(parents=True)
        with tarfile.open(file) as tar:
            tar.extractall(cls.machine / cls.place[1:])
        file.unlink()
        cls.lab = f"{cls.place}/stencil-lab-kit/lab"
        cls.cache = cls.folder / "cache"
        cls.cache.mkdir()
        os.chmod(cls.cache, 0o777)
        busybox = shutil.which("busybox")
        probe = ["bwrap", "--unshare-all", "--uid", "1000", "--gid", "1000", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "true"]
        cls.contained = busybox is not None and subprocess.run(probe, capture_output=True).returncode == 0
        if cls.contained:
            shutil.copy(busybox, cls.machine / "bin/busybox")
            for name in ("sh", "readlink", "dirname", "uname", "cat", "true"):
                (cls.machine / "bin" / name).symlink_to("busybox")

    @classmethod
    def tearDownClass(cls):
        subprocess.run(["chmod", "-R", "u+w", cls.folder], check=False)
        cls.scratch.cleanup()

    def run_lab(self, *arguments, program=None, restricted=(), **variables):
        """As somebody without rights types it; where the machine allows, in a root of nothing but the bundle.
        `restricted`: more options of the program that makes that root."""
        variables = {"HOME": "/home", "PATH": "/bin", "XDG_CACHE_HOME": "/tmp", "KIT_PROGRESS": "none", **variables}
        if self.contained:
            command = ["bwrap", "--unshare-all", "--uid", "1000", "--gid", "1000", "--ro-bind", self.machine, "/", "--proc", "/proc",
                       "--dev", "/dev", "--bind", self.cache, "/tmp", *restricted, "--clearenv"]
            for name, value in variables.items():
                command += ["--setenv", name, value]
            command += [program or self.lab]
        else:
            variables |= {"PATH": "/usr/bin:/bin", "XDG_CACHE_HOME": str(self.cache)}
            command = ["env", "-i", *(f"{name}={value}" for name, value in variables.items()), program or f"{self.machine}{self.lab}"]
        inherited = [int(after) for option, after in zip(restricted, restricted[1:]) if option == "--seccomp"]
        for file in inherited:
            os.lseek(file, 0, os.SEEK_SET)
        return subprocess.run([*command, *arguments], capture_output=True, text=True, pass_fds=inherited)

    def report(self, *arguments, **variables):
        result = self.run_lab("check", *arguments, "--format", "json", "--seed", "11", **variables)
        self.assertIn(result.returncode, (0, 1), result.stdout + result.stderr)
        return json.loads(result.stdout)

    def test_solutions_pass(self):
        for lab in LABS:
            grid = {11: [], 12: ["--grid", "33"], 13: ["--grid", "33"]}.get(lab, [])
            with self.subTest(lab=lab):
                self.assertEqual(self.report(str(lab), "--solution", *grid)["verdict"], "passed")

    def test_wrong_kernels_fail_as_in_the_tree(self):
        def told(report):
            return [(finding["kind"], [line["line"] for line in finding["lines"]]) for finding in report["findings"]]

        def in_the_tree(lab, file):
            command = [BUILD / "checker/commands/stencil-lab", "check", lab, file, "--format", "json", "--seed", "11", "--grid", "5"]
            result = subprocess.run(command, capture_output=True, text=True,
                                    env={"PATH": os.environ["PATH"], "HOME": str(self.folder), "KIT_NVCC": "none"})
            return told(json.loads(result.stdout))

        copy = self.cache / "kernel.cu"
        name = "/tmp/kernel.cu" if self.contained else str(copy)
        skeletons = [next((ROOT / "labs").glob(f"{lab}-*")) / "kernel.cu" for lab in ("04", "05", "07", "12")]
        wrong = sorted((ROOT / "tests/submissions/wrong").glob("0[4-7]*.cu"))
        failed = 0
        for file in skeletons + wrong:
            lab = (file.parent.name if file in skeletons else file.name)[:2]
            shutil.copy(file, copy)
            with self.subTest(file=file.name):
                expected = in_the_tree(lab, file)
                self.assertEqual(told(self.report(lab, name, "--grid", "5")), expected)
                failed += bool(expected)
        self.assertGreaterEqual(failed, 10)  # some are wrong on larger grids only

    def test_locale_and_time_zone_do_not_matter(self):
        self.assertEqual(self.report("1", "--solution", LC_ALL="tr_TR.ISO-8859-9", TZ="Pacific/Kiritimati")["verdict"], "passed")

    def test_other_commands(self):
        for arguments, word in ((("list",), "05-shared-memory-tiling"), (("analytics", "exercises"), "OP/B"), (("--help",), "check")):
            result = self.run_lab(*arguments)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn(word, result.stdout)

    def test_a_folder_of_ones_own(self):
        mine = self.cache / "mine"
        name = "/tmp/mine" if self.contained else str(mine)
        started = self.run_lab("start", name)
        self.assertEqual(started.returncode, 0, started.stderr)
        self.assertEqual(started.stdout.splitlines()[0], f"{name} holds your labs, {len(LABS)} of them new. What is yours is written there only.")
        kernel = mine / "labs/01-sample-function/kernel.cu"
        shutil.copy(ROOT / "solutions/01-sample-function/kernel.cu", kernel)
        checked = self.run_lab("check", "1", program=f"{name}/lab", KIT_PROGRESS="")
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        self.assertIn("5 of 5 points", checked.stdout)
        self.assertIn("Next: lab 02-finite-difference", self.run_lab("list", program=f"{name}/lab", KIT_PROGRESS="").stdout)
        # What is there stays; what is missing comes again.
        (mine / "labs/02-finite-difference/kernel.cu").unlink()
        self.assertIn(" 1 of them new.", self.run_lab("start", name).stdout)
        self.assertIn("x[i] * x[i]", kernel.read_text())
        self.assertEqual(self.run_lab("start", f"{name}/labs").returncode, 2)

    def test_a_reference_of_a_lab_of_ones_own_is_compiled(self):
        own = self.cache / "own"
        shutil.copytree(ROOT / "tests/new_lab/examples", own)
        shutil.copytree(ROOT / "labs/include", own / "labs/include")
        checked = self.run_lab("--root", "/tmp/own" if self.contained else str(own), "check", "18", "--solution")
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        self.assertIn("20 of 20 points", checked.stdout)

    def test_as_a_container_restricts_it(self):
        """No user namespaces, so nothing is confined, which is said; 64 MB of shared memory; fewer system calls."""
        if not self.contained or "--disable-userns" not in subprocess.run(["bwrap", "--help"], capture_output=True, text=True).stdout:
            self.skipTest("this machine makes no such root")
        rules = os.memfd_create("filter")
        os.write(rules, container_filter())
        self.addCleanup(os.close, rules)
        container = ("--seccomp", str(rules), "--unshare-user", "--disable-userns", "--size", str(64 << 20), "--tmpfs", "/dev/shm")
        checked = self.run_lab("check", "5", "--solution", restricted=container)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        self.assertIn("Not in a sandbox: ", checked.stdout)
        self.assertNotIn("Not in a sandbox", self.run_lab("check", "5", "--solution").stdout)
        self.assertEqual(self.run_lab("demo", restricted=container).returncode, 0)
        (self.cache / "class/ada/01-sample-function").mkdir(parents=True)
        shutil.copy(ROOT / "solutions/01-sample-function/kernel.cu", self.cache / "class/ada/01-sample-function")
        grade = ("grade", "/tmp/class", "--labs", "1", "--results", "/tmp/results")
        refused = self.run_lab(*grade, restricted=container)
        self.assertEqual(refused.returncode, 3, refused.stdout)
        self.assertIn("--trust-submissions", refused.stderr)
        graded = self.run_lab(*grade, "--trust-submissions", restricted=container)
        self.assertEqual(graded.returncode, 0, graded.stdout + graded.stderr)
        self.assertIn("5.0 of 5", graded.stdout)

    def test_what_needs_sources_says_so(self):
        for command in ("test", "bundle", "handouts"):
            result = self.run_lab(command)
            self.assertEqual((result.returncode, result.stdout), (3, ""))
            self.assertEqual(result.stderr, f"lab: a bundle has no sources: run ./lab {command} in a checkout of the kit\n")

    def test_incomplete(self):
        program = self.machine / self.place[1:] / "stencil-lab-kit/system/bin/stencil-lab.elf"
        program.rename(program.with_suffix(".away"))
        try:
            result = self.run_lab("list")
        finally:
            program.with_suffix(".away").rename(program)
        self.assertEqual(result.returncode, 3)
        self.assertRegex(result.stderr, r"^lab: .*/stencil-lab-kit is not complete.*\n$")

    def test_same_bytes_again_and_no_solutions_for_students(self):
        again = self.folder / "again.tar"
        self.assertEqual(make_bundle(again).returncode, 0)
        self.assertEqual(hashlib.sha256(again.read_bytes()).hexdigest(), self.digest)
        self.assertEqual(make_bundle(again, "--student").returncode, 0)
        with tarfile.open(again) as tar:
            names = tar.getnames()
        again.unlink()
        self.assertEqual([name for name in names if "/solutions/" in name and not name.endswith("/skeleton.cu")], [])
        self.assertEqual(sum(name.endswith("/skeleton.cu") for name in names), len(LABS))

    def test_names_that_are_no_bundle(self):
        result = make_bundle(self.folder / "kit.zip")
        self.assertEqual(result.returncode, 3)
        self.assertRegex(result.stderr, r"^lab: .*kit.zip: a bundle's name ends in .tar.zst, .tar.xz, .tar.gz or .tar\n$")
        self.assertFalse(list(self.folder.glob("kit.zip*")))


if __name__ == "__main__":
    if any(shutil.which(tool) is None for tool in TOOLS):
        print(f"skipped: a bundle takes {', '.join(TOOLS)}")
        sys.exit(SKIPPED)
    unittest.main(argv=sys.argv[:1], verbosity=2)
