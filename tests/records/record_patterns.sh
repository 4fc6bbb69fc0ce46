#!/bin/sh
# Counts what one memory instruction of a warp costs, for 98 patterns of addresses, three widths,
# loads and stores, shared and global memory, and writes the table that memory_rules_test.cpp holds
# the emulator's rules to. Takes two minutes; needs what record_counters.sh needs.
#
#   tests/records/record_patterns.sh > tests/records/NAME_patterns.csv
set -eu

records=$(CDPATH= cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

metrics=smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum
metrics=$metrics,smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum
metrics=$metrics,memory_l1_wavefronts_shared_ideal
metrics=$metrics,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
metrics=$metrics,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum

nvcc -arch="${ARCH:-native}" -std=c++20 -O3 -o "$work/probe" "$records/probe_patterns.cu" >&2
"$work/probe" >"$work/patterns"
ncu --clock-control none --csv --page raw --print-units base --metrics "$metrics" "$work/probe" \
    >"$work/counts.csv"

echo "# date: $(date -u +%Y-%m-%d)"
echo "# device: $(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1)"
echo "# driver: $(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -n 1)"
echo "# compiler: $(nvcc --version | sed -n 's/.*release \(.*\)/\1/p'), -O3"
echo "# command: tests/records/record_patterns.sh"
echo "# count: wavefronts of shared memory, sectors of global memory; ideal: wavefronts"
echo "# elements: what each lane names, in units of bytes; - where it takes no part"
python3 - "$work/patterns" "$work/counts.csv" <<'PY'
import csv, sys

patterns = [line.split() for line in open(sys.argv[1])]
with open(sys.argv[2]) as lines:
    head, _units, *rows = csv.reader(line for line in lines if line.startswith('"'))
assert len(rows) == len(patterns), "a launch for each pattern"
print("memory,operation,bytes,count,ideal,elements")
for (kind, width, *elements), row in zip(patterns, rows):
    at = lambda name: int(float(dict(zip(head, row))[name].replace(",", "")))
    memory, operation = divmod(int(kind), 2)
    suffix = ("ld.sum", "st.sum")[operation]
    if memory == 0:
        count = at("smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_" + suffix)
        ideal = at("memory_l1_wavefronts_shared_ideal")
        if operation == 1:  # less the load that follows the store
            ideal -= at("smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum")
    else:
        count = at("l1tex__t_sectors_pipe_lsu_mem_global_op_" + suffix)
        count -= 4 if operation == 0 else 0  # the pattern's own
        ideal = 0
    print(("shared", "global")[memory], ("load", "store")[operation], width, count, ideal,
          " ".join("-" if e == "-1" else e for e in elements), sep=",")
PY
