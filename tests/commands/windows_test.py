#!/usr/bin/env python3
"""What Windows makes of a student's files: a folder whose saves another system makes and tells nobody of (/mnt/c in WSL
2, here bindfs), names with spaces and in capitals, lines that end in CRLF, a byte order mark, UTF-16.

Where nothing can be mounted, the folder is a plain one, and the part about saves is left out.

    windows_test.py CHECKER SOURCE-ROOT
"""
import functools
import json
import os
import pathlib
import pty
import re
import select
import subprocess
import sys
import tempfile
import time
import unittest

CHECKER, ROOT = map(os.path.abspath, sys.argv[1:3])
SOLUTION = next(pathlib.Path(ROOT, "solutions").glob("05-*")) / "kernel.cu"
TILE = "05-shared-memory-tiling"


def as_windows(text):
    return b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()


@functools.cache
def skeleton():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([CHECKER, "start", folder], check=True, capture_output=True)
        return (pathlib.Path(folder) / "labs" / SOLUTION.parent.name / "kernel.cu").read_text()


def with_parts(count):
    """The skeleton with the solution's first parts."""
    text, solution = skeleton(), SOLUTION.read_text()
    for part in range(1, count + 1):
        region = re.compile(rf"(?ms)^[^\n]*>>> your part {part}:.*?<<< your part {part}\n")
        text = region.sub(lambda _, part=part, region=region: region.search(solution)[0], text)
    return text


class Windows(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="kit-test-")
        cls.addClassCleanup(folder.cleanup)
        cls.windows = pathlib.Path(folder.name, "Users", "Ada Lovelace")
        cls.seen = pathlib.Path(folder.name, "mnt c")
        cls.windows.mkdir(parents=True)
        cls.seen.mkdir()
        try:
            cls.mounted = subprocess.run(["bindfs", cls.windows, cls.seen], capture_output=True).returncode == 0
        except FileNotFoundError:
            cls.mounted = False
        if cls.mounted:
            cls.addClassCleanup(subprocess.run, ["umount", "-l", cls.seen], check=True)
        else:
            print("nothing can be mounted here with bindfs: a plain folder")
            cls.seen.rmdir()
            cls.seen.symlink_to(cls.windows)
        started = cls.run_lab("start", str(cls.seen / "my labs"))
        cls.said = started.stdout + started.stderr
        cls.kernel = cls.windows / "my labs/labs" / TILE / "kernel.cu"

    @classmethod
    def environment(cls):
        return dict(os.environ, KIT_ROOT=ROOT, KIT_NVCC="none", KIT_PROGRESS="", KIT_FOLDER=str(cls.seen / "my labs"))

    @classmethod
    def run_lab(cls, *arguments):
        return subprocess.run([CHECKER, *arguments], capture_output=True, text=True, cwd=cls.windows, env=cls.environment())

    def report(self, contents):
        self.kernel.write_bytes(contents)
        # Small grids, the counted one first: on a loaded machine a check leaves out large ones after an error.
        result = self.run_lab("check", "5", "--format", "json", "--seed", "11", "--grid", "33", "--grid", "5")
        self.assertIn(result.returncode, (0, 1), result.stderr)
        report = json.loads(result.stdout)
        return [report["verdict"], report["score"], report.get("parts"), report["counters"],
                [(found["kind"], found["message"], [line["line"] for line in found["lines"]]) for found in report["findings"]]]

    def test_start_names_the_folder_as_a_shell_takes_it(self):
        self.assertIn("my labs', then ./lab list", self.said)
        labs = list(pathlib.Path(ROOT, "labs").glob("[0-9]*"))
        self.assertIn(f"{len(labs)} of them new", self.said)

    def test_line_ends_and_the_mark_change_nothing(self):
        wrong = SOLUTION.read_text().replace("    __syncthreads();\n", "", 1)
        for text in (SOLUTION.read_text(), skeleton(), with_parts(1), with_parts(2), wrong):
            with self.subTest(text=text[-400:]):
                self.assertEqual(self.report(as_windows(text)), self.report(text.encode()))
        self.assertEqual(self.report(as_windows(SOLUTION.read_text()))[0], "passed")
        self.assertEqual(self.report(as_windows(wrong))[0], "failed")

    def test_hint_and_trace(self):
        self.report(as_windows(with_parts(2)))
        for command, word in ((("hint", "5"), "3"), (("trace", "5"), "tile"), (("list",), TILE)):
            result = self.run_lab(*command)
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
            self.assertIn(word, result.stdout)

    def test_utf_16_is_named(self):
        self.kernel.write_bytes(SOLUTION.read_text().encode("utf-16"))
        result = self.run_lab("check", "5")
        self.assertEqual(result.returncode, 1)
        self.assertIn("The file is text in UTF-16", result.stdout)
        self.assertIn("Save it as UTF-8", result.stdout)

    def test_a_class_with_names_in_capitals(self):
        for student, name in (("Ada Lovelace", "KERNEL.CU"), ("Bob (late)", "Kernel.cu"), ("eve", "kernel.Cu")):
            folder = self.windows / "class" / student
            folder.mkdir(parents=True)
            (folder / name).write_bytes(as_windows(SOLUTION.read_text()))
        result = self.run_lab("grade", str(self.seen / "class"), "--labs", "5")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertRegex(result.stdout, r"05-shared-memory-tiling +3 +3 +0 .* 15\.0 of 15")

    def test_watch_says_that_it_looks_and_sees_the_save(self):
        if not self.mounted:
            self.skipTest("no folder without events")
        self.kernel.write_bytes(as_windows(skeleton()))
        process, terminal = pty.fork()
        if process == 0:
            os.execve(CHECKER, [CHECKER, "watch", "5"], dict(self.environment(), TERM="xterm", NO_COLOR="1"))
        shown = b""

        def wait_for(words):
            nonlocal shown
            end = time.monotonic() + 120
            while words not in re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]|\s+", b" ", shown).replace(b"  ", b" "):
                self.assertLess(time.monotonic(), end, shown[-3000:])
                if select.select([terminal], [], [], 1)[0]:
                    shown += os.read(terminal, 65536)

        wait_for(b"tells of no saves (FUSE)")
        self.kernel.write_bytes(as_windows(SOLUTION.read_text()))
        wait_for(b"15 of 15 points")
        os.write(terminal, b"q")
        os.waitpid(process, 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
