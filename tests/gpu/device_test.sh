#!/bin/sh
# The whole path on a real GPU: solutions right and timed, cheats ended as they must. Exit code 77, a
# skip, where the machine has no GPU.
set -eu

if "$KIT_BENCH" bench gpu --sides 33 64 >log 2>&1; then
    tail -n 20 log
    exit 0
fi
cat log
if grep -q 'bench gpu needs a GPU' log; then
    exit 77
fi
exit 1
