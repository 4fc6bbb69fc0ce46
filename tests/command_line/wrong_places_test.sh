#!/usr/bin/env bash
# ./lab where it cannot work: one sentence, exit code 3, and nothing is changed.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
mkdir "$work/bin" "$work/build"
for name in bash cat cut dirname env grep mkdir readlink rm sed tail; do
    ln -s "$(command -v $name)" "$work/bin"
done

refused() { # expression of the only sentence, but for what is about to be installed
    local code=0
    env -i "PATH=$work/bin" "HOME=$work" "LAB_BUILD_DIR=$work/build" "$KIT_ROOT/lab" list >"$work/out" 2>"$work/said" || code=$?
    sed -i '/^lab: installing what is missing: /d' "$work/said"
    if [ $code != 3 ] || [ -s "$work/out" ] || [ "$(wc -l <"$work/said")" != 1 ] || ! grep -qE "^lab: $1\$" "$work/said"; then
        printf 'exit code %s, not 3 with: %s\n' $code "$1"
        cat "$work/out" "$work/said"
        exit 1
    fi
}

refused 'this system has no apt-get: use a bundle of the kit, .* or install what these are called in Debian: .*meson.*'

# No network, or an installation that was broken off: in apt-get's own words. Only root installs.
printf '#!/bin/sh\necho 0\n' >"$work/bin/id"
printf '#!/bin/sh\necho "E: Unable to locate package meson"\nexit 100\n' >"$work/bin/apt-get"
chmod +x "$work/bin/id" "$work/bin/apt-get"
refused "apt-get could not install the packages: E: Unable to locate package meson; all it said is in $work/build/lab.log"

# Another checkout's build directory.
mkdir "$work/other"
: >"$work/other/lab"
printf %s "$work/other" >"$work/build/source-root.txt"
: >"$work/build/build.ninja"
refused "$work/build is the build directory of the checkout $work/other: set LAB_BUILD_DIR to another"
[ -e "$work/build/build.ninja" ]

# No right to write.
rm -r "$work/build"
: >"$work/build"
refused "cannot make the build directory $work/build; set LAB_BUILD_DIR to another"
