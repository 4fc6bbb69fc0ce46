#!/usr/bin/env python3
"""How lab 14's vectors.cu scales on this machine's GPUs: record_scaling.py [LAB] > tests/records/NAME.csv

Needs nvcc and at least two GPUs that reach each other's memory. Every run is a whole `./lab check --backend gpu`: the grid
is judged, and so is each timed series. LAB: the program to run, if not this checkout's ./lab. Takes two minutes on four H100.
"""
import datetime
import json
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LAB = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "lab")


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout.strip()


def checked(lab, *more):
    command = [LAB, "check", str(lab), "--backend", "gpu", "--format", "json", *more]
    result = json.loads(subprocess.run(command, capture_output=True, text=True, cwd=ROOT).stdout)
    if result["verdict"] != "passed":
        sys.exit(f"{' '.join(command)}: {result['outcome']}")
    return result


def micro(summary, key="median"):
    return f"{summary[key] * 1e6:.1f}" if summary else ""


def main():
    cards = output("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader").splitlines()
    print(f"# date: {datetime.date.today()}")
    print(f"# devices: {len(cards)} × {cards[0].replace(', ', ', driver ')}")
    print("# command: tests/records/record_scaling.py")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["nvcc", "-arch=native", "-O3", "-o", f"{folder}/probe", HERE / "probe_link.cu"], check=True)
        for line in output(f"{folder}/probe").splitlines():
            print("# link:", line)
    print("gpu,gpus,n,one_us,strong_us,strong_scaling,weak_us,weak_scaling,copy_gb_per_s,lab12_us,series,checked_series", flush=True)
    for n in (256, 512, 1024):
        march = checked(12, "--solution", "--grid", str(n))["timing"]["cold"]
        for gpus in (2, 4, 8):
            if gpus > len(cards):
                continue
            one = checked(14, "solutions/14-several-gpus/vectors.cu", "--grid", str(n), "--gpus", str(gpus))["scaling"]
            weak = one["weak_scaling"]
            print(one["gpu"], gpus, n, micro(one["one"]), micro(one["strong"]), f"{one['strong_scaling']:.3f}", micro(one["weak"]),
                  "" if weak is None else f"{weak:.3f}", f"{one['copied_bytes_per_second'] / 1e9:.0f}", micro(march, "seconds"),
                  one["one"]["launches"], one["checked_series"], sep=",", flush=True)


if __name__ == "__main__":
    main()
