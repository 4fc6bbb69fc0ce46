#!/usr/bin/env bash
# Feeds each reader of strangers' bytes what clang's libFuzzer makes up, SECONDS each (default 10), one on each core, from
# the seeds beside this file. An input that breaks one stays in BUILD/findings/, and is told.
#
#     tests/fuzz/run.sh BUILD [SECONDS] [TARGET...]
#
# BUILD is a folder of Meson's with -Dfuzzers=enabled -Db_sanitize=address,undefined -Db_lundef=false,
# configured with CXX=clang++.
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
build=$1
seconds=${2:-10}
shift $(($# < 2 ? $# : 2))
ninja -C "$build" tests/fuzz/fuzz >/dev/null
targets=("$@")
if [ ${#targets[@]} = 0 ]; then
    for folder in "$here"/seeds/*/; do
        targets+=("$(basename "$folder")")
    done
fi

fuzz() { # reader
    local found=$build/findings/$1 grown=$build/corpus/$1 said
    mkdir -p "$found" "$grown"
    if said=$(KIT_FUZZ_TARGET=$1 "$build/tests/fuzz/fuzz" "$grown" "$here/seeds/$1" \
        -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=8192 \
        -artifact_prefix="$found/" -print_final_stats=1 2>&1); then
        printf 'ok    %-14s %s inputs\n' "$1" "$(sed -n 's/^stat::number_of_executed_units: *//p' <<<"$said")"
    else
        printf 'FAILED: %s\n%s\n' "$1" "$(tail -n 40 <<<"$said")"
        return 1
    fi
}
export -f fuzz
export here build seconds
printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I {} bash -c 'fuzz {}'
