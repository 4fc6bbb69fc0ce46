"""The labs in a notebook: `%run stencil_lab.py`, then

    %%lab 5          a cell that is the whole kernel.cu of lab 5: saves and checks it, and shows the report
    %lab hint 5      any other command of ./lab, as text; `%lab trace 5` as a page to step through

Kernels and progress are in the folder `stencil-labs` beside the notebook, for handing in as they are. Needs nothing but
Python's standard library and IPython."""
import html
import json
import os
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

from IPython.core.magic import register_line_cell_magic
from IPython.display import HTML, display

FOLDER = Path("stencil-labs").absolute()

STYLE = """<style>
.lab { font: 14px/1.45 system-ui, sans-serif; max-width: 60em; }
.lab table { font-size: inherit; border-collapse: collapse; margin: 0.5em 0; } .lab td, .lab th { padding: 0.1em 0.8em 0.1em 0; text-align: left; }
.lab pre { background: rgba(127,127,127,0.12); padding: 0.4em 0.7em; overflow: auto; margin: 0.3em 0; font-size: 12px; line-height: 1.4; }
.lab .good { color: #1a7f37; } .lab .bad { color: #c62828; } .lab .faint { opacity: 0.7; }
.lab .finding { border-left: 3px solid #c62828; padding-left: 0.8em; margin: 0.8em 0; } .lab .finding.warning { border-color: #b08800; }
.lab svg { max-width: min(100%, 36em); height: auto; background: #fff; }
</style>"""


def command():
    """The program: $STENCIL_LAB, the script of the bundle or checkout that this file is in, or the `lab` of a module."""
    if "STENCIL_LAB" in os.environ:
        return os.environ["STENCIL_LAB"]
    kit = Path(__file__).resolve().parents[2]
    for script in (kit.parent / "lab" if kit.name == "kit" else kit / "lab", shutil.which("lab")):
        if script and Path(script).exists():
            return str(script)
    raise RuntimeError("There is no kit here: unpack a bundle beside the notebook, or set STENCIL_LAB to its lab script.")


def run(*words, cwd=FOLDER):
    return subprocess.run([command(), *map(str, words)], cwd=cwd, capture_output=True, text=True, errors="replace")


def escaped(text):
    return html.escape(str(text))


def tag(name, body, kind=""):
    return f'<{name} class="{kind}">{body}</{name}>'


def extents(case):
    grid = "×".join(f"{extent:,}" for extent in case["extents"])
    gpus = f" on {case['gpus']} GPU{'s' if case['gpus'] > 1 else ''}" if "gpus" in case else ""
    return grid + gpus + (f" ({case['variant']})" if case["variant"] else "")


def cases_table(report):
    rows = ""
    for case in report["cases"]:
        good = case["verdict"] == "passed"
        wrong = "" if good else f"{case['mismatches']:,} cells wrong" if case["mismatches"] else "did not finish"
        rows += "<tr>" + tag("td", "✓" if good else "✗", "good" if good else "bad") + tag("td", escaped(extents(case))) + tag("td", wrong) + "</tr>"
    return f"<table><tr><th></th><th>grid</th><th></th></tr>{rows}</table>" if rows else ""


def parts_row(report):
    marks = {"right": "✓", "wrong": "✗", "not yet": "not yet", "tied": "?"}
    parts = report.get("parts", [])
    if not parts:
        return ""
    row = " &nbsp; ".join(f"{part['number']} {marks[part['state']]}" for part in parts)
    first = next((part for state in ("wrong", "not yet") for part in parts if part["state"] == state), None)
    where = f" Look at part {first['number']}, {escaped(first['title'])}, first." if first else ""
    return tag("p", f"<b>Parts</b> &nbsp; {row}.{where}")


def finding_block(finding):
    lines = "\n".join(f"{line['line']:5} │ {line['text']}" for line in finding["lines"] if line["text"])
    body = tag("b", f"{finding['severity']}[{finding['kind']}]", "bad") + " " + escaped(finding["message"])
    body += tag("pre", escaped(lines)) if lines else ""
    body += tag("pre", escaped(finding["detail"])) if finding["detail"] else ""
    body += tag("p", "<b>Hint.</b> " + escaped(finding["hint"])) if finding["hint"] else ""
    return tag("div", body, "finding " + finding["severity"])


def number(value):
    return f"{value:,.5g}" if isinstance(value, float) else f"{value:,}"


def traffic_table(report):
    rows = ""
    for key, both in (report["counters"] or {}).items():
        if both["counted"] is not None and both["predicted"] is not None:
            rows += "<tr>" + tag("td", key.replace("_", " ")) + tag("td", number(both["counted"])) + tag("td", number(both["predicted"])) + "</tr>"
    return f"<table><tr><th>traffic</th><th>counted</th><th>predicted</th></tr>{rows}</table>" if rows else ""


def times_table(report):
    timing, scaling = report["timing"], report.get("scaling")
    times = []  # what, seconds, more about it
    if timing:
        words = {"cold": "cold cache", "hot": "hot cache", "copy": "copy of the grid, cold", "baseline": f"{timing['baseline_lab']}, cold", "series": "in a series"}
        times = [(what, timing[key]["seconds"], f"{timing[key]['gb_per_s']:,.0f} GB/s") for key, what in words.items() if timing[key]]
    elif scaling:
        words = {"one": "one GPU", "strong": f"{scaling['gpus']} GPUs", "weak": f"{scaling['gpus']} GPUs, as many planes for each"}
        more = {"one": "a sweep", "strong": f"strong scaling {scaling['strong_scaling'] or 0:.2f}", "weak": f"weak scaling {scaling['weak_scaling'] or 0:.2f}"}
        times = [(what, scaling[key]["median"], more[key]) for key, what in words.items() if scaling[key]]
    gpu = escaped((timing or scaling or {}).get("gpu", ""))
    rows = "".join("<tr>" + tag("td", escaped(what)) + tag("td", f"{seconds * 1e6:,.2f} µs") + tag("td", more) + "</tr>" for what, seconds, more in times)
    return f"<table><tr><th>{gpu}</th><th>time</th><th></th></tr>{rows}</table>" if rows else ""


def report_html(report, picture):
    passed = report["verdict"] == "passed"
    body = tag("h3", f"{report['lab']}: {report['verdict']}, {report['score']} of {report['max_score']} points", "good" if passed else "bad")
    body += parts_row(report) + cases_table(report)
    shown = [finding for finding in report["findings"] if finding["follows"] is None]
    body += "".join(finding_block(finding) for finding in shown)
    related = [finding for finding in report["findings"] if finding["follows"] is not None]
    if related:
        body += tag("p", "Related, and perhaps gone with the above: " + "; ".join(escaped(finding["message"]) for finding in related), "faint")
    body += picture
    for note in report["notes"]:
        body += tag("p", "Note, no points lost: " + escaped(f"{note['message']} {note['hint']}"))
    body += tag("pre", escaped(report["printed"])) if report["printed"] else ""
    body += traffic_table(report) + times_table(report) if passed else tag("p", f"<code>%lab hint {int(report['lab'][:2])}</code> shows a hint, <code>%lab trace {int(report['lab'][:2])} --finding 1</code> the thread of the first finding, step by step.", "faint")
    return body


def progress():
    labs = json.loads(run("list", "--format", "json").stdout or "[]")
    return tag("p", f"{sum(one['passed'] for one in labs)} of {len(labs)} labs passed", "faint")


def show(body):
    display(HTML(STYLE + tag("div", body, "lab")))


def check(words, cell):
    number = words[0].zfill(2)
    found = sorted(FOLDER.glob(f"labs/{number}-*/kernel.cu"))
    if not found:
        raise ValueError(f"%%lab {words[0]}: there is no such lab; `%lab list` shows them")
    found[0].write_text(cell)
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / "cells.svg"
        checked = run("check", *words, "--format", "json", "--picture", picture)
        drawn = picture.read_text() if picture.exists() else ""
    try:
        report = json.loads(checked.stdout)
    except ValueError:
        show(tag("pre", escaped(checked.stderr or "the check ended without a report"), "bad"))
        return
    show(report_html(report, drawn[drawn.find("<svg"):] if drawn else "") + progress())


def trace(words):
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "trace.html"
        said = run("trace", *words, "--html", page)
        if not page.exists():
            show(tag("pre", escaped(said.stderr)))
            return
        show(f'<iframe srcdoc="{html.escape(page.read_text(), quote=True)}" width="100%" height="720" frameborder="0"></iframe>')


@register_line_cell_magic
def lab(line, cell=None):
    """%%lab N [OPTIONS of check]: checks the cell as the kernel of lab N. %lab COMMAND …: the same as ./lab COMMAND …"""
    words = shlex.split(line)
    if cell is not None:
        check(words, cell)
    elif words[:1] == ["trace"]:
        trace(words[1:])
    else:
        said = run(*words)
        print(said.stdout + said.stderr, end="")


def begin():
    started = run("start", FOLDER, cwd=Path.cwd())
    if started.returncode != 0:
        raise RuntimeError(started.stderr)
    figures = Path(__file__).resolve().parent.parent / "figures"
    if not Path("figures").exists():
        Path("figures").symlink_to(figures) # of the pages in the notebook
    print(f"Your kernels are in {FOLDER}/labs.")
    gpus = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True).stdout.strip() if shutil.which("nvidia-smi") else ""
    if not gpus:
        print("There is no GPU here. None is needed: kernels run in the emulator. Only their times are missing.")
    elif shutil.which("nvcc") or Path("/usr/local/cuda/bin/nvcc").exists():
        print(f"{gpus}\nA check also runs the kernel there, and times it.")
    else:
        print(f"{gpus}\nThere is no nvcc beside it, so kernels run in the emulator only.")


begin()
