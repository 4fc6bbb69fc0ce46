#!/usr/bin/env python3
"""Requests and sectors of random loops and branches, against a warp whose lanes meet again after each: turns_test.py CHECKER ROOT.

The model runs the statements for the set of lanes that take part, as if each branch and each turn of a loop were a barrier of the
warp. Conditions follow the innermost loop, and branches have no other side: else the compiler would move them, and the warp would
run other statements than the source has. TURNS_SEEDS=100:200 tries others."""
import json
import os
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

checker, root = (Path(argument).resolve() for argument in sys.argv[1:3])
SIDE = 9
CELLS = SIDE**3
LANES = 32
SECTOR = 32  # bytes


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.loops = 0
        self.statements = self.block([])

    def block(self, around):
        return [self.statement(around) for _ in range(self.random.randint(1, 3))]

    def statement(self, around):
        kind = self.random.random()
        if kind < 0.45 or len(around) >= 3:
            return ("load", self.random.randint(0, 300), self.random.choice([1, 2, 3]), around)
        if kind < 0.7:
            condition = (self.random.randint(2, 5), self.random.randint(0, 3), around[-1] if around else None)
            return ("if", condition, [("load", self.random.randint(0, 300), 1, around)] + (self.block(around) if around else []))
        self.loops += 1
        name = f"i{self.loops}"
        return ("for", name, self.random.randint(1, 3), self.random.randint(1, 4), self.block(around + [name]))

    def source(self):
        return f"""#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {{
    const volatile float* cells = in;
    const int t = threadIdx.x;
    float sum = 0.0f;
{lines(self.statements, "    ")}    out[t] = sum;
}}

LaunchConfig launch_config(int n) {{
    return {{dim3(1), dim3({LANES})}};
}}
"""


def lines(statements, indent):
    text = ""
    for statement in statements:
        if statement[0] == "load":
            place = f"{statement[1]} + t * {statement[2]}" + "".join(f" + 8 * {name}" for name in statement[3])
            text += f"{indent}sum += cells[({place}) % {CELLS}];\n"
        elif statement[0] == "if":
            modulus, most, name = statement[1]
            text += f"{indent}if ((t + {name or 0}) % {modulus} <= {most}) {{\n{lines(statement[2], indent + '    ')}{indent}}}\n"
        else:
            _, name, least, more, body = statement
            text += f"#pragma unroll 1\n{indent}for (int {name} = 0; {name} < {least} + t % {more}; ++{name}) {{\n"
            text += f"{lines(body, indent + '    ')}{indent}}}\n"
    return text


def run(statements, lanes, loops, counted):
    for statement in statements if lanes else []:
        if statement[0] == "load":
            _, first, step, around = statement
            cells = {(first + step * lane + sum(8 * loops[name] for name in around)) % CELLS for lane in lanes}
            counted["global_load_requests"] += 1
            counted["global_load_sectors"] += len({cell * 4 // SECTOR for cell in cells})
            counted["divergent_requests"] += len(lanes) < LANES
        elif statement[0] == "if":
            modulus, most, name = statement[1]
            run(statement[2], [lane for lane in lanes if (lane + loops.get(name, 0)) % modulus <= most], loops, counted)
        else:
            _, name, least, more, body = statement
            for turn in range(least + more):
                run(body, [lane for lane in lanes if turn < least + lane % more], {**loops, name: turn}, counted)


def difference(seed):
    program = Program(seed)
    expected = dict.fromkeys(["global_load_requests", "global_load_sectors", "divergent_requests"], 0)
    run(program.statements, list(range(LANES)), {}, expected)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "kernel.cu"
        file.write_text(program.source())
        checked = subprocess.run([checker, "check", "4", file, "--grid", str(SIDE), "--backend", "emulator", "--format", "json"],
                                 capture_output=True, text=True, cwd=root, env={**os.environ, "KIT_PARTS": "none", "KIT_NVCC": "none"})
    counters = json.loads(checked.stdout)["counters"]
    found = {name: counters[name]["counted"] for name in expected}
    return "" if found == expected else f"seed {seed}: the model has {expected}, the emulator {found}, of\n{program.source()}"


begin, end = map(int, os.environ.get("TURNS_SEEDS", "0:40").split(":"))
with ThreadPoolExecutor(os.cpu_count()) as pool:
    wrong = [one for one in pool.map(difference, range(begin, end)) if one]
print("\n".join(wrong))
print(f"{len(wrong)} of {end - begin} programs differ")
sys.exit(1 if wrong else 0)
