#!/usr/bin/env python3
"""What editors rely on. editors_test.py CHECKER SOURCE_ROOT: clangd parses each kernel without an error, VS Code's tasks find what
a check finds, and so does Vim's errorformat where there is a Vim."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

checker, root = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
failures = []


def require(holds, what):
    if not holds:
        failures.append(what)


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, errors="replace", timeout=300, **options)


def clangd_complains(kernel):
    said = run("clangd", f"--check={kernel}").stderr
    require("failed to parse" not in said and "Building AST" in said, f"clangd did not read {kernel}: {said[-400:]}")
    # A rewriting that clangd offers and cannot do for some word is no error of the file.
    return [line for line in said.splitlines() if line.startswith("E") and "tweak:" not in line]


with tempfile.TemporaryDirectory() as folder:
    own = Path(folder) / "mine"
    environment = {**os.environ, "KIT_NVCC": "none", "KIT_PARTS": "none"}
    started = run(checker, "start", own, env=environment)
    require(started.returncode == 0, started.stderr)
    if shutil.which("clangd"):
        kernels = sorted(root.glob("solutions/*/kernel.cu")) + sorted(own.glob("labs/*/kernel.cu"))
        require(len(kernels) >= 28, f"{len(kernels)} kernels only")
        for kernel in kernels:
            for line in clangd_complains(kernel):
                failures.append(f"{kernel}: {line}")
        wrong = own / "labs/04-basic-sweep/kernel.cu"
        wrong.write_text(wrong.read_text().replace("threadIdx.x", "threadIdx.w") + "int threads = blockDim.q;\n")
        require(clangd_complains(wrong), "clangd says nothing of a member that no variable has")
    else:
        print("no clangd: kernels were not parsed")

    kernel = own / "labs/05-shared-memory-tiling/kernel.cu"
    solution = (root / "solutions/05-shared-memory-tiling/kernel.cu").read_text()
    kernel.write_text(solution.replace("    __syncthreads();\n", ""))
    checked = run(checker, "check", kernel, "--format", "gcc", cwd=own, env=environment)
    require(checked.returncode == 1, f"exit code {checked.returncode}: {checked.stderr}")
    # The comments of tasks.json are whole lines.
    text = "\n".join(line for line in (root / ".vscode/tasks.json").read_text().splitlines() if not line.lstrip().startswith("//"))
    pattern = json.loads(text)["tasks"][0]["problemMatcher"]["pattern"]
    marked = [re.match(pattern["regexp"], line) for line in checked.stdout.splitlines()]
    errors = [one for one in marked if one and one[pattern["severity"]] == "error"]
    line = 1 + solution[: solution.index("tile[tz][ty][tx] = in[")].count("\n")
    require(errors and int(errors[0][pattern["line"]]) == line, f"VS Code finds no race in line {line}:\n{checked.stdout}")
    require(errors and "race-shared" in errors[0][pattern["message"]], checked.stdout)
    require(errors and (own / errors[0][pattern["file"]]).samefile(kernel), checked.stdout)
    require(any(one and one[pattern["severity"]] == "note" and "__syncthreads" in one[pattern["message"]] for one in marked), checked.stdout)
    require(checked.stdout.endswith("failed: 0 of 15 points\n"), checked.stdout)

    vim = shutil.which("vim") or shutil.which("nvim")
    if vim:
        found, said = Path(folder) / "found", Path(folder) / "said"
        said.write_text(checked.stdout)
        run(vim, "-u", "NONE", "-es", "-c", f"cgetfile {said}", "-c", f"call writefile([string(getqflist())], '{found}')", "-c", "qa!", cwd=own)
        require(f"'lnum': {line}" in found.read_text(), f"Vim: {found.read_text()}")
    else:
        print("no Vim: its errorformat was not tried")

for failure in failures:
    print(f"editors_test: {failure}", file=sys.stderr)
sys.exit(1 if failures else 0)
