#!/bin/sh
# The only command to type: runs the kit of this bundle, which needs nothing but a shell.
file=$0
while [ -L "$file" ]; do # a link in a student's folder, or in one of $PATH
    target=$(readlink "$file") || exit 3
    case $target in
        /*) file=$target ;;
        *) file=${file%/*}/$target ;;
    esac
done
unset KIT_FOLDER
if [ -L "$0" ]; then # the student's labs are beside it (./lab start)
    KIT_FOLDER=$(cd -- "$(dirname -- "$0")" && pwd) || exit 3
    export KIT_FOLDER
fi
KIT_BUNDLE=$(cd -P -- "$(dirname -- "$file")" && pwd) || exit 3
export KIT_BUNDLE

fail() {
    printf 'lab: %s\n' "$*" >&2
    exit 3
}

[ "$(uname -m)" = @MACHINE@ ] || fail "this bundle is for @MACHINE@, and this machine is $(uname -m)"
program=stencil-lab
case ${1:-} in
    bench) program=kit-bench ;;
    test | bundle | handouts) fail "a bundle has no sources: run ./lab $1 in a checkout of the kit" ;;
esac
[ -x "$KIT_BUNDLE/system/bin/$program.elf" ] || fail "$KIT_BUNDLE is not complete, or on a disk mounted noexec: unpack the bundle again, elsewhere"
exec "$KIT_BUNDLE/system/bin/$program" "$@"
