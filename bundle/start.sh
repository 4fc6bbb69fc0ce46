#!/bin/sh
# Starts the program of this name with the bundle's own loader and libraries: the system's may be older, or none.
# Only what a POSIX shell has by itself, as also a compiler's sandbox runs it.
here=$(cd -P -- "${0%/*}@TO_BIN@" && pwd) || exit 3
name=${0##*/}
libraries=${here%/bin}/@LIBRARIES@
exec "$libraries/@LOADER@" --library-path "$libraries" --argv0 "$here/$name" "$here/$name.elf" "$@"
