#!/usr/bin/python3
"""The notebook is what the handouts make of it, and its cells do what they say. notebook_test.py CHECKER SOURCE_ROOT. Exit code 77, a
skip, without nbclient and ipykernel (Debian: python3-nbclient, python3-ipykernel)."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

checker, root = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
failures = []


def require(holds, what):
    if not holds:
        failures.append(what)


with tempfile.TemporaryDirectory() as folder:
    fresh = Path(folder) / "fresh.ipynb"
    subprocess.run([sys.executable, root / "handouts/notebook/make_notebook.py", fresh], check=True)
    require(fresh.read_text() == (root / "handouts/notebook.ipynb").read_text(),
            "handouts/notebook.ipynb is not what the handouts are now: run handouts/notebook/make_notebook.py")
    try:
        import ipykernel  # noqa: F401
        import nbclient
        import nbformat
    except ImportError as missing:
        print(f"skipped: {missing}")
        sys.exit("\n".join(failures) if failures else 77)

    notebook = nbformat.read(fresh, as_version=4)
    nbformat.validate(notebook)
    set_up = notebook.cells[1]
    skeleton = next(cell for cell in notebook.cells if cell.source.startswith("%%lab 1\n"))
    labs = len(list((root / "labs").glob("[0-9]*")))
    solution = (root / "solutions/01-sample-function/kernel.cu").read_text()
    wrong = solution.replace("i < n", "i <= n")
    require(wrong != solution, "lab 01 has another guard")
    slabs = (root / "solutions/14-several-gpus/kernel.cu").read_text()
    # What a check says where there is a GPU.
    timed = {"timing": {"gpu": "Fake GPU", "baseline_lab": "01", "cold": {"seconds": 1e-5, "gb_per_s": 1367.2},
                        "hot": None, "copy": None, "baseline": None, "series": None}}
    scaled = {"timing": None, "scaling": {"gpu": "Fake GPU", "gpus": 4, "one": {"median": 1e-3}, "strong": {"median": 3e-4}, "weak": None,
                                          "strong_scaling": 0.83, "weak_scaling": None}}
    sources = [set_up.source, skeleton.source, f"%%lab 1\n{wrong}", f"%%lab 1\n{solution}", "%lab hint 1", "%lab trace 1 --thread 1,0,0", "%%lab 77\nint i;",
               f"%%lab 14\n{slabs}", f"print(times_table({timed}), times_table({scaled}))"]
    notebook.cells = [nbformat.v4.new_code_cell(source) for source in sources]
    (Path(folder) / "notebook").symlink_to(root / "handouts/notebook")
    os.environ.update({"STENCIL_LAB": str(checker), "KIT_NVCC": "none"})
    os.environ.pop("KIT_PROGRESS", None)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", allow_errors=True,
                            resources={"metadata": {"path": folder}}).execute()
    said = ["".join(output.get("text", "") + output.get("data", {}).get("text/html", "") + output.get("evalue", "") for output in cell.outputs)
            for cell in notebook.cells]
    for place, words in [(0, "There is no GPU here"), (1, "Parts"), (1, "Look at part 1"), (2, "error[out-of-bounds-global]"), (2, "Hint."),
                         (2, "f[i] = x[i] * x[i];"), (3, "passed, 5 of 5 points"), (3, f"1 of {labs} labs passed"),
                         (3, "global load bytes"), (4, "hint 1 of"), (5, "<iframe srcdoc="), (6, "there is no such lab"),
                         (7, "33×33×33 on 8 GPUs"), (7, "bytes between gpus"), (8, "10.00 µs</td>"), (8, "1,367 GB/s"),
                         (8, "4 GPUs"), (8, "strong scaling 0.83")]:
        require(words in said[place], f"cell {place} does not say {words!r}: {said[place][:1500]}")
    kept = Path(folder) / "stencil-labs/labs/01-sample-function/kernel.cu"
    require(kept.read_text() == solution, "what was checked last is not the file to hand in")

for failure in failures:
    print(f"notebook_test: {failure}", file=sys.stderr)
sys.exit(1 if failures else 0)
