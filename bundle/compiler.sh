#!/bin/sh
# clang++ with the bundle's own loader, headers and linker. One call is one job, as a driver with two starts itself
# again, which here would be the loader.
here=$(cd -P -- "${0%/*}" && pwd) || exit 3
system=${here%/bin}
libraries=$system/@LIBRARIES@
loader=$libraries/@LOADER@
links=yes
for word; do
    case $word in -c | -fsyntax-only) links=no ;; esac
done
if [ $links = yes ]; then
    # What is linked finds the same loader and libraries.
    set -- "$@" "--ld-path=$here/ld" -Xlinker --dynamic-linker="$loader" -Xlinker -rpath="$libraries"
fi
exec "$loader" --library-path "$libraries" --argv0 "$0" "$here/clang++.elf" --driver-mode=g++ \
    "--sysroot=$system" -resource-dir "$system/usr/lib/clang" "$@"
