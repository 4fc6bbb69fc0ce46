#!/usr/bin/env python3
"""Grades a class of 60 as platforms hand it out, in every shape at once, with a gradebook as Canvas exports it, and counts
every point again: from lab.toml, from what each kernel was made to do, and from the times that were written here.

    odd_class_test.py STENCIL-LAB SOURCE-ROOT
"""
import csv
import datetime
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import unicodedata
import zipfile
import zoneinfo
from pathlib import Path

PROGRAM, ROOT = Path(sys.argv[1]), Path(sys.argv[2])
DEADLINE = datetime.datetime(2026, 10, 31, 20, 0)  # summer time ends in the night after it
ZONE = zoneinfo.ZoneInfo("America/New_York")
GRACE_MINUTES, PERCENT, MOST_DAYS, TECHNIQUE = 15, 10, 3, 20
LABS = {2: "02-finite-difference", 3: "03-finite-difference-shared"}
ENVIRONMENT = {**os.environ, "TZ": "UTC", "KIT_PROGRESS": "none", "GIT_CONFIG_GLOBAL": "/dev/null"}

RULES = f"""
title = "An odd class"
deadline = "2026-10-31 20:00"
timezone = "America/New_York"
technique_percent = {TECHNIQUE}

[late]
grace_minutes = {GRACE_MINUTES}
percent_per_day = {PERCENT}
most_days = {MOST_DAYS}
"""


class Kernel:
    """A solution that does nothing on the grids for which `is_wrong` holds, and what it must get."""

    def __init__(self, lab, condition="", is_wrong=lambda n: False, text=None, has_technique=True):
        facts = tomllib.loads((ROOT / "labs" / LABS[lab] / "lab.toml").read_text())
        solution = (ROOT / "solutions" / LABS[lab] / "kernel.cu").read_text()
        guard = {2: "if (i >= n) {", 3: "    if (i < n) {"}[lab]
        changed = {2: f"if (i >= n || {condition}) {{", 3: f"    if (i < n && !({condition})) {{"}[lab]
        assert solution.count(guard) == 1
        self.lab = lab
        self.text = text or (solution.replace(guard, changed) if condition else solution)
        cases = [int(n) for variant in facts["variants"] for n in variant.get("cases", facts["grid"]["cases"])]
        right = sum(not is_wrong(n) for n in cases)
        most = facts["points"]
        technique = most * TECHNIQUE / 100 if "technique" in facts else 0
        self.points = round((most - technique) * right / len(cases), 2)
        self.points += technique if right == len(cases) and has_technique else 0


RIGHT = {2: Kernel(2), 3: Kernel(3)}
KERNELS = {
    2: [
        RIGHT[2],
        Kernel(2, "n == 129", lambda n: n == 129),
        Kernel(2, "n > 100", lambda n: n > 100),
        Kernel(2, "n % 2 == 0", lambda n: n % 2 == 0),
        Kernel(2, "n > 0", lambda n: True),
        Kernel(2, text="// Lab 02, not C++\nthis is no kernel\n", is_wrong=lambda n: True),
    ],
    3: [
        RIGHT[3],
        Kernel(3, "n == 3", lambda n: n == 3),
        Kernel(3, text=RIGHT[3].text.replace("    __syncthreads();", "    if (i < n) { __syncthreads(); }"),
               is_wrong=lambda n: n % 128 != 0),
        Kernel(3, text=RIGHT[2].text.replace("// Lab 02", "// Lab 03"), has_technique=False),
    ],
}


def late_points(earned, submitted):
    """What is left of points that were handed in then; None: not known, or in time."""
    if submitted is None or submitted <= DEADLINE + datetime.timedelta(minutes=GRACE_MINUTES):
        return earned
    days = 1
    while submitted > DEADLINE + datetime.timedelta(days=days):  # by the clock, whatever an hour is
        days += 1
    percent = 100 if days > MOST_DAYS else PERCENT * days
    return max(0, round(earned - round(earned * percent / 100, 2), 2))


class OddClass:
    def __init__(self, folder):
        self.folder = folder
        self.expected = {}  # by login: {2: points, 3: points}
        self.names = {}
        self.own_roster = []
        self.excused = set()
        self.metadata = []
        self.drawn = 0

    def put(self, path, content):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())

    def kernel(self, lab):
        """Another one from call to call."""
        self.drawn += 1
        return KERNELS[lab][self.drawn % len(KERNELS[lab])]

    def number(self, login):
        return 1000 + list(self.names).index(login)

    def moment(self, login):
        """From two days before the deadline to five after it, another for each student."""
        return DEADLINE + datetime.timedelta(hours=7 * (self.number(login) % 25) - 48, minutes=3)

    def utc(self, moment):
        return moment.replace(tzinfo=ZONE).astimezone(datetime.timezone.utc)

    def count(self, login, kernel, submitted=None):
        self.expected[login][kernel.lab] = late_points(kernel.points, submitted)


def plain(made, login):
    for lab, folder in ((2, ""), (3, "labs/")):
        kernel = made.kernel(lab)
        made.put(f"{login}/{folder}{LABS[lab]}/kernel.cu", kernel.text)
        made.count(login, kernel)


def plain_with_time(made, login):
    kernel, moment = made.kernel(2), made.moment(login)
    made.put(f"{login}/lab2.cu", kernel.text)
    made.own_roster.append(f"{login},{moment:%Y-%m-%d %H:%M}")
    made.count(login, kernel, moment)


def canvas(made, login):
    before = "canvas/" + re.sub("[^a-z]", "", "".join(made.names[login]).lower())
    number, kernel = made.number(login), made.kernel(2)
    made.put(f"{before}_{number}_5{number}_kernel.cu", RIGHT[2].text)
    made.put(f"{before}_LATE_{number}_6{number}_kernel-1.cu", kernel.text)  # the newer attempt
    made.put(f"{before}_{number}_7{number}_notes.pdf", "%PDF")
    made.count(login, kernel)  # Canvas does not say how late: nothing is taken off


def moodle(made, login):
    last, first = made.names[login]
    number = 7000 + made.number(login)
    for lab in (2, 3):
        kernel = made.kernel(lab)
        made.put(f"CS101-Lab {lab}-33/{first} {last}_{number}_assignsubmission_file_/kernel(1).cu", kernel.text)
        made.count(login, kernel)


def moodle_archive(made, login):
    last, first = made.names[login]
    kernel = made.kernel(2)
    file = made.folder / f"CS101-Lab 2-33/{first} {last}_{8000 + made.number(login)}_assignsubmission_file_/all"
    file.parent.mkdir(parents=True)
    if made.number(login) % 2:
        with zipfile.ZipFile(file.with_suffix(".zip"), "w") as archive:
            archive.writestr("my work/Kernel.cu", kernel.text)
            archive.writestr("__MACOSX/my work/._Kernel.cu", "x")
    else:
        with tarfile.open(file.with_suffix(".tar.gz"), "w:gz") as archive:
            facts = tarfile.TarInfo("./kernel.cu")
            facts.size = len(kernel.text.encode())
            archive.addfile(facts, io.BytesIO(kernel.text.encode()))
    made.count(login, kernel)


def gradescope(made, login):
    kernel, moment = made.kernel(2), made.moment(login)
    for folder, of_then, when in (
        (f"submission_1{made.number(login)}", RIGHT[2], moment - datetime.timedelta(hours=1)),
        (f"submission_2{made.number(login)}", kernel, moment),
    ):
        made.put(f"assignment_7_export/{folder}/kernel.cu", of_then.text)
        made.metadata.append(
            f"{folder}:\n  :submitters:\n  - :name: Some One\n    :sid: '{login}'\n    :email: x{login}@y.edu\n"
            f"  :created_at: {made.utc(when):%Y-%m-%d %H:%M:%S}.000000000 Z\n"
        )
    made.count(login, kernel, moment)


def clone(made, login):
    folder = made.folder / "lab2-submissions" / f"lab2-{login}"
    folder.mkdir(parents=True)

    def git(*words, when=DEADLINE):
        date = {f"GIT_{who}_DATE": f"{made.utc(when):%Y-%m-%dT%H:%M:%S}+00:00" for who in ("AUTHOR", "COMMITTER")}
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=folder, check=True,
                       env={**ENVIRONMENT, **date}, capture_output=True)

    git("init", "-q")
    in_time, after = made.kernel(2), RIGHT[2]
    for kernel, when in ((in_time, DEADLINE - datetime.timedelta(hours=2)), (after, DEADLINE + datetime.timedelta(days=2))):
        (folder / "kernel.cu").write_text(kernel.text)
        git("add", "-A")
        git("commit", "-q", "--allow-empty", "-m", "work", when=when)
    made.count(login, in_time)  # the last commit before the deadline


def notebook(made, login):
    moment = made.moment(login)
    for lab in (2, 3):
        kernel = made.kernel(lab)
        made.put(f"nb/submitted/{login}/lab{lab}/kernel.cu", kernel.text)
        made.put(f"nb/submitted/{login}/lab{lab}/timestamp.txt", f"{made.utc(moment):%Y-%m-%d %H:%M:%S} UTC\n")
        made.count(login, kernel, moment)


def utf16_alone(made, login):
    kernel = made.kernel(2)
    made.put(f"{login}/my kernel.cu.txt", b"\xff\xfe" + kernel.text.encode("utf-16-le"))
    made.count(login, kernel)


def strange(made, login):
    """Only what the kit cannot recognize: an instructor must look, and no form has a zero."""
    made.put(f"{login}/thoughts.cu", "__global__ void f() {}\n")
    made.expected[login] = {2: None, 3: None}


def drafts(made, login):
    """Nothing says which of two counts; for lab 3 a date does."""
    for name, kernel in (("kernel_v1", KERNELS[2][1]), ("kernel_v2", RIGHT[2])):
        made.put(f"{login}/{name}.cu", "// LAB: 2\n" + kernel.text)
    kernel = made.kernel(3)
    made.put(f"{login}/2026-10-20/lab3.cu", RIGHT[3].text)
    made.put(f"{login}/2026-10-27/lab3.cu", kernel.text)
    made.count(login, kernel)
    made.expected[login][2] = None


def beside_skeleton(made, login):
    kernel = made.kernel(2)
    made.put(f"{login}/lab2_mine.cu", kernel.text)
    made.put(f"{login}/lab2.cu", (ROOT / "labs" / LABS[2] / "kernel.cu").read_text())
    made.count(login, kernel)


def accents(made, login):
    """The gradebook writes ë as one character, the archive's entry as two, and the name's UTF-8 flag is set."""
    last, first = made.names[login]
    made.names[login] = (last + "ë", first)
    kernel = made.kernel(2)
    name = unicodedata.normalize("NFD", f"{first} {last}ë_{9000 + made.number(login)}_assignsubmission_file_")
    with zipfile.ZipFile(made.folder / f"CS101-Lab 2-{9000 + made.number(login)}.zip", "w") as archive:
        archive.writestr(name + "/kernel.cu", kernel.text)
    made.count(login, kernel)


def by_number(made, login):
    kernel = made.kernel(2)
    made.put(f"UID:{made.number(login)}/lab2.cu", kernel.text)
    made.count(login, kernel)
    made.excused.add(login)  # from lab 3, says the gradebook


SHAPES = [plain, plain_with_time, canvas, moodle, moodle_archive, gradescope, clone if shutil.which("git") else plain,
          notebook, utf16_alone, strange, drafts, beside_skeleton, accents, by_number, plain]


def gradebook_of(made):
    """As Canvas exports it, with the columns in another order and one of another kind between."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\r\n")
    rows.writerow(["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Lab 3: shared (12)", "Essay (13)",
                   "Lab 2, differences (11)", "Final Score"])
    rows.writerow(["    Points Possible", "", "", "", "", "15", "20", "10", "(read only)"])
    for login, (last, first) in made.names.items():
        rows.writerow([f"{last}, {first}", made.number(login), f"UID:{made.number(login)}", login, 'CS "1", Fall',
                       "EX" if login in made.excused else "", "7",
                       "", "93.1"])
    return ("\ufeff" + text.getvalue()).encode()


def grade(folder, gradebook, *more):
    done = subprocess.run([PROGRAM, "grade", folder, "--roster", gradebook, "--labs", "2,3", *more], capture_output=True,
                          text=True, env=ENVIRONMENT)
    assert done.returncode == 4, done.stdout + done.stderr  # some need a look
    return json.loads((folder.parent / (folder.name + "-results") / "grades.json").read_text())


def main():
    with tempfile.TemporaryDirectory() as scratch:
        made = OddClass(Path(scratch) / "class")
        for number in range(60):
            login = f"stu{number:02}"
            letters = chr(ord("a") + number // 10) + chr(ord("a") + number % 10)
            made.names[login] = (f"Last{letters}", f"First{letters}")
            made.expected[login] = {2: 0, 3: 0}
            SHAPES[number % len(SHAPES)](made, login)
        made.put("assignment_7_export/submission_metadata.yml", "---\n" + "".join(made.metadata))
        made.put("grading.toml", RULES)
        made.put("roster.csv", "id,submitted-02\n" + "\n".join(made.own_roster) + "\n")
        exported = gradebook_of(made)
        gradebook = Path(scratch) / "grades.csv"
        gradebook.write_bytes(exported)

        graded = grade(made.folder, gradebook)
        wrong = []
        assert len(graded["students"]) == 60
        for student in graded["students"]:
            for item in student["labs"]:
                expected = made.expected[student["id"]][int(item["lab"][:2])]
                if item["points"] != expected:
                    wrong.append((student["id"], SHAPES[int(student["id"][3:]) % len(SHAPES)].__name__, item["lab"],
                                  item["state"], item["points"], "expected", expected, item.get("reason")))
        assert not wrong, "\n".join(map(str, wrong))
        total = sum(points or 0 for labs in made.expected.values() for points in labs.values())
        kinds = {points for labs in made.expected.values() for points in labs.values()}
        assert total > 200 and len(kinds) > 12, (total, kinds)

        back = (made.folder.parent / "class-results" / "canvas.csv").read_bytes()
        before = list(csv.reader(io.StringIO(exported.decode("utf-8-sig"), newline="")))
        after = list(csv.reader(io.StringIO(back.decode("utf-8-sig"), newline="")))
        assert len(before) == len(after) == 62
        for old, new in zip(before[2:], after[2:]):
            for place, lab in ((5, 3), (7, 2)):
                points = made.expected[old[3]][lab]
                is_excused = lab == 3 and old[3] in made.excused
                written = new[place] if is_excused else float(new[place]) if new[place] else None
                assert written == ("EX" if is_excused else points), (old, new)
                old[place] = ""
                new[place] = ""
        assert before == after
        empty = [re.sub(rb'(stu\d\d,"CS ""1"", Fall",)[^,]*(,7,)[^,]*', rb"\1\2", text) for text in (back, exported)]
        assert empty[0] == empty[1], "bytes beside the grades changed"

        subject = "stu09"  # nobody could recognize the file: the instructor decides
        grade(made.folder, gradebook, "--set", subject, "2", "7.5", "--why", "read by hand")
        back = (made.folder.parent / "class-results" / "canvas.csv").read_bytes()
        assert b'stu09,"CS ""1"", Fall",,7,7.5,93.1' in back
    print(f"60 students, {sum(len(labs) for labs in made.expected.values())} grades, {total:.2f} points: as counted again")


if __name__ == "__main__":
    main()
