#!/usr/bin/env python3
"""Makes ../notebook.ipynb of the handouts: make_notebook.py [FILE]. Each lab's page is a cell, and below it the skeleton to fill in."""
import json
import re
import sys
from pathlib import Path

HANDOUTS = Path(__file__).resolve().parent.parent
ROOT = HANDOUTS.parent

BEGIN = """# Stencil computation on GPUs: the labs

Run the first cell. It unpacks the kit if it lies beside this notebook as `stencil-lab-kit.tar.xz` (your instructor has it: no root and no pip
is needed), and says whether there is a GPU. Each lab has its page, and below it a cell with the skeleton: fill in the parts and run
the cell. What you hand in is in `stencil-labs/labs`."""
SET_UP = """!test -e notebook/stencil_lab.py -o -e stencil-lab-kit || tar -xf stencil-lab-kit.tar.*
%run {"notebook" if __import__("os").path.exists("notebook/stencil_lab.py") else "stencil-lab-kit/kit/handouts/notebook"}/stencil_lab.py"""


def cell(kind, name, text):
    cell = {"cell_type": kind, "id": name, "metadata": {}, "source": text.splitlines(keepends=True)}
    return cell if kind == "markdown" else {**cell, "execution_count": None, "outputs": []}


def page(path):
    """The page without the marks of what is computed in it."""
    text = re.sub(r"^<!-- (?:figure|code|trace) [^\n]*-->\n", "", path.read_text(), flags=re.M)
    return re.sub(r"<!-- (?:=[^\n]*?|/) -->", "", text).strip()


def skeleton(folder):
    """The solution with what todo.txt says in place of each part."""
    part = re.compile(r"(>>> your part (\d+)[^\n]*\n)(.*?)([^\n]*<<< your part \2)", re.S)
    todo = {number: text for _, number, text, _ in part.findall((folder / "todo.txt").read_text())}
    return part.sub(lambda found: found[1] + todo[found[2]] + found[4], (folder / "kernel.cu").read_text())


def notebook():
    cells = [cell("markdown", "begin", BEGIN), cell("code", "set-up", SET_UP)]
    for path in sorted(HANDOUTS.glob("[0-9][0-9]-*.md")):
        number = int(path.name[:2])
        cells.append(cell("markdown", f"page-{number:02}", page(path)))
        cells.append(cell("code", f"lab-{number:02}", f"%%lab {number}\n{skeleton(ROOT / 'solutions' / path.stem).rstrip()}"))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": cells, "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else HANDOUTS / "notebook.ipynb"
    target.write_text(json.dumps(notebook(), ensure_ascii=False, indent=1) + "\n")
