#!/usr/bin/env bash
# Feeds each reader of strangers' bytes what clang's libFuzzer makes up, SECONDS each (default 10), from the seeds
# beside this file. An input that breaks one stays in BUILD/findings/, and is told.
#
#     tests/fuzz/run.sh BUILD [SECONDS] [TARGET...]
#
# BUILD is a folder of Meson's with -Dfuzzers=enabled -Db_sanitize=address,undefined -Db_lundef=false
# -Dcpp_args=-fsanitize=fuzzer-no-link, configured with CXX=clang++.
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
failed=0
for target in "${targets[@]}"; do
    found=$build/findings/$target
    grown=$build/corpus/$target
    mkdir -p "$found" "$grown"
    if said=$(KIT_FUZZ_TARGET=$target "$build/tests/fuzz/fuzz" "$grown" "$here/seeds/$target" \
        -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=8192 \
        -artifact_prefix="$found/" -print_final_stats=1 2>&1); then
        printf 'ok    %-14s %s inputs\n' "$target" "$(sed -n 's/^stat::number_of_executed_units: *//p' <<<"$said")"
    else
        failed=1
        printf 'FAILED: %s\n%s\n' "$target" "$(tail -n 40 <<<"$said")"
    fi
done
exit $failed
