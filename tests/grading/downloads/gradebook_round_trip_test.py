#!/usr/bin/env python3
"""Gradebooks that are made here at random, in the forms of Canvas and Moodle: with the kit's points in them, Python's own
reader finds these points in the labs' columns and all else as it was; with the points that are there already, the file
comes back byte for byte."""
import csv
import io
import random
import subprocess
import sys
import tempfile

WORDS = ["Doe", "Jane", 'Bo "B"', "Ünal", "O'Neil", "a,b", "x;y", "two\nlines", "", " edge ", "=1+1", "日本"]


def made_table(draw, platform):
    """Header, rows before the students, students, and the places of labs 04 and 05."""
    extras = draw.sample(["Essay (3)", "Homework: 7 (9)", "Midterm", "Total, all"], draw.randint(0, 4))
    if platform == "canvas":
        identity = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
        labs = ["Lab 4: sweep (11)", "Lab 5, tiled (12)"]
    else:
        identity = ["First name", "Surname", "ID number", "Institution", "Department", "Email address"]
        labs = ["Assignment: Lab 4 (Real)", "Assignment: Lab 05 (Real)"]
    grades = extras + labs
    draw.shuffle(grades)
    header = identity + grades
    rows = []
    if platform == "canvas":
        rows.append(["    Points Possible", "", "", "", ""] + ["10" if "4" in g else "15" for g in grades])
    for number in range(draw.randint(1, 30)):
        word = draw.choice(WORDS)
        if platform == "canvas":
            who = [f"{word}, {number}", str(100 + number), f"u{number}", f"login{number}", draw.choice(WORDS)]
        else:
            who = [word, f"n{number}", f"s{number}", draw.choice(WORDS), "", f"p{number}@uni.edu"]
        rows.append(who + [draw.choice(["", "3", "7.25", "-"]) for _ in grades])
    return header, rows, [header.index(lab) for lab in labs]


def written(header, rows, draw):
    text = io.StringIO()
    separator = draw.choice(",;\t")
    quoting = draw.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
    csv.writer(text, delimiter=separator, quoting=quoting, lineterminator=draw.choice(["\n", "\r\n"])).writerows([header] + rows)
    mark = draw.choice(["", "\ufeff"])
    return (mark + text.getvalue()).encode(), separator


def with_points(program, data, lab4, lab5):
    with tempfile.NamedTemporaryFile(suffix=".csv") as file:
        file.write(data)
        file.flush()
        done = subprocess.run([program, file.name, str(lab4), str(lab5)], capture_output=True)
        assert done.returncode == 0, (done.stderr.decode(), data)
        return done.stdout


def read(data, separator):
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=separator))


def main(program):
    draw = random.Random(20)
    for trial in range(60):
        platform = ["canvas", "moodle"][trial % 2]
        header, rows, places = made_table(draw, platform)
        data, separator = written(header, rows, draw)
        graded = with_points(program, data, 1.5, 2)
        before, after = read(data, separator), read(graded, separator)
        first = 2 if platform == "canvas" else 1
        for number, row in enumerate(before[first:]):
            row[places[0]] = f"{1.5 + number / 10:g}"
            row[places[1]] = f"{2 + number / 10:g}"
        for row, (expected, found) in enumerate(zip(before, after)):
            for place in places if row >= first else []:
                assert abs(float(found[place]) - float(expected[place])) < 1e-9, (trial, expected, found)
                found[place] = expected[place]
        assert before == after, (trial, before, after)
        assert with_points(program, graded, 1.5, 2) == graded, trial
        assert graded.startswith(b"\xef\xbb\xbf") == data.startswith(b"\xef\xbb\xbf")
        assert graded.count(b"\r\n") == data.count(b"\r\n")
    print("60 gradebooks came back")


if __name__ == "__main__":
    main(sys.argv[1])
