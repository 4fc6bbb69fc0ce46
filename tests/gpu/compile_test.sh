#!/bin/sh
# Everything that is compiled for GPUs compiles for those of 2018 to 2022: the kit's own kernels, the
# solutions, and the kernels that cheat. Exit code 77, a skip, without nvcc.
set -eu

root=$1
nvcc=${KIT_NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
if ! [ -x "$nvcc" ]; then
    echo 'skipped: there is no nvcc'
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
all='sm_75 sm_90'
compile() { # architectures, a file and what else its compiler is told
    architectures=$1
    file=$2
    shift 2
    for architecture in $architectures; do
        if ! "$nvcc" -std=c++20 -cubin "-arch=$architecture" "$@" "$file" -o "$work/cubin" >"$work/log" 2>&1; then
            echo "$file does not compile for $architecture:"
            cat "$work/log"
            exit 1
        fi
    done
}
compile "$all" "$root/checker/gpu/kernels/kit_kernels.cu" -fmad=false "-I$root"
for file in "$root"/solutions/*/*.cu; do
    case $file in # which asks for the architecture; what else the oldest one takes, the others do
        */hopper.cu) architectures=$all ;;
        *) architectures=sm_75 ;;
    esac
    compile "$architectures" "$file" "-I$root/labs/include" -DLAB_ELEMENT=float -DLAB_COEFFICIENTS=7
done
for file in "$root"/tests/gpu/cheats/*.cu; do
    compile sm_90 "$file" "-I$root/labs/include" -DLAB_ELEMENT=float -DLAB_COEFFICIENTS=7
done
for file in "$root"/solutions/12-*/*.cu; do
    compile "$all" "$file" "-I$root/labs/include" -DLAB_ELEMENT=double -DLAB_COEFFICIENTS=7
done
