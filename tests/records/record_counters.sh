#!/bin/sh
# Counts memory requests, sectors and bank conflicts of the course's kernels on this machine's GPU
# and writes the table that warp_counters_test.cpp holds the emulator to.
#
#   tests/records/record_counters.sh > tests/records/NAME.csv
#
# Needs nvcc and ncu in PATH and a user who may read the GPU's counters. Clocks stay as they are:
# counts do not depend on them.
set -eu

records=$(CDPATH= cd "$(dirname "$0")" && pwd)
root=$(dirname "$(dirname "$records")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

metrics="
sm__sass_data_bytes_mem_global_op_ld.sum
sm__sass_data_bytes_mem_global_op_st.sum
l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
l1tex__t_requests_pipe_lsu_mem_global_op_st.sum
l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
smsp__sass_inst_executed_op_shared_ld.sum
smsp__sass_inst_executed_op_shared_st.sum
smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum
smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum
memory_l1_wavefronts_shared_ideal"
metric_list=$(echo $metrics | tr " " "\n" | paste -s -d , -)

# kernel.cu, element, cells along each axis
rows() {
    for lab in "$root"/solutions/0[4-7]-*; do
        echo "${lab#"$root"/}/kernel.cu float 120"
        echo "${lab#"$root"/}/kernel.cu float 33"
    done
    for file in "$root"/tests/emulator/warp_kernels/*.cu; do
        element=float
        case $file in */double_*) element=double ;; esac
        echo "${file#"$root"/} $element 40"
        echo "${file#"$root"/} $element 33"
    done
}

program_of() {
    echo "$work/$(echo "$1" | tr / _).out"
}

rows | while read -r file element n; do
    [ "$n" = 33 ] && echo "$file $element"
done | while read -r file element; do
    program=$(program_of "$file")
    { nvcc -arch="${ARCH:-native}" -std=c++20 -O3 -I"$root/labs/include" "-DLAB_ELEMENT=$element" \
        "-DKERNEL_FILE=\"$root/$file\"" -o "$program.new" "$records/launch_for_ncu.cu" >&2 &&
        mv "$program.new" "$program"; } &
done
# A subshell started the compilers: wait for their programs.
for file in $(rows | cut -d ' ' -f 1 | sort -u); do
    tries=0
    until [ -x "$(program_of "$file")" ]; do
        tries=$((tries + 1))
        [ "$tries" -lt 300 ] || { echo "$file: not compiled" >&2; exit 1; }
        sleep 1
    done
done

echo "# date: $(date -u +%Y-%m-%d)"
echo "# device: $(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1)"
echo "# driver: $(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -n 1)"
echo "# compiler: $(nvcc --version | sed -n 's/.*release \(.*\)/\1/p'), -O3"
echo "# command: tests/records/record_counters.sh"
echo "kernel,element,n,$metric_list"
rows | while read -r file element n; do
    ncu --clock-control none --csv --page raw --print-units base --print-fp \
        --metrics "$metric_list" "$(program_of "$file")" "$n" >"$work/counts.csv" </dev/null
    # The header line names the columns; ncu sorts them by name.
    python3 - "$work/counts.csv" "$metric_list" "$file,$element,$n" <<'PY'
import csv, sys

with open(sys.argv[1]) as lines:
    rows = list(csv.reader(line for line in lines if line.startswith('"')))
values = dict(zip(rows[0], rows[-1]))
number = lambda text: str(int(float(text.replace(",", ""))))
print(",".join([sys.argv[3]] + [number(values[name]) for name in sys.argv[2].split(",")]))
PY
done
