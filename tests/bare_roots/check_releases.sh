#!/usr/bin/env bash
# Both commands on bare roots of Debian releases, as a newcomer meets them: part of a release's checks.
#
# For each release a root is made by debootstrap, the repository's last commit is cloned into it, and './lab demo'
# and './lab test' run there, first without nvcc and then with this machine's, mounted read-only. Each root lives
# in mount and process namespaces of its own, so that nothing stays mounted and no process stays behind, however
# the script ends. What ran goes into last_runs.txt beside this script.
set -euo pipefail

here=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd)
repository=$(cd -- "$here/../.." && pwd)
record=$here/last_runs.txt

releases=()
install=''
mirror=''
cache=''
logs=''
cuda=/usr/local/cuda
passes=()
recorded=yes
in_memory=no
autograders=no
work=''

usage() {
    cat <<'END_OF_USAGE'
usage: tests/bare_roots/check_releases.sh [OPTIONS]

  --release NAME       bookworm, trixie, ...; may be given again; default: bookworm and trixie
  --nvcc with|without  only this pass; default: without, then with where there is CUDA
  --cuda DIR           the CUDA toolkit to lend to the root; default: /usr/local/cuda
  --install PACKAGES   packages to install first: 'clang' makes a root with clang++ and no g++
  --mirror URL         Debian's mirror; default: this machine's in apt's settings, then debootstrap's own
  --cache DIR          keeps fetched packages for the next run
  --work DIR           where roots are made (3 GB each, removed afterwards); default: a folder in $TMPDIR
  --in-memory          makes roots in memory: faster, where 6 GB are free
  --logs DIR           where logs go; default: a new folder in $TMPDIR
  --no-record          leaves last_runs.txt as it is
  --autograders        instead, what ./lab autograder writes, as each learning platform runs it; records nothing

Exit codes: 0 all passed, 1 something failed, 2 wrong usage, 77 no root can be made on this machine.
END_OF_USAGE
}

wrong_usage() {
    printf 'check_releases.sh: %s\n' "$1" >&2
    exit 2
}

skip() {
    printf 'skipped: %s\n' "$1"
    exit 77
}

arguments=("$@")
while [ $# -gt 0 ]; do
    option=$1
    case $option in
        -h | --help) usage && exit 0 ;;
        --no-record) recorded=no && shift && continue ;;
        --in-memory) in_memory=yes && shift && continue ;;
        --autograders) autograders=yes && shift && continue ;;
    esac
    [ $# -ge 2 ] || wrong_usage "$option is unknown or needs a value; see --help"
    case $option in
        --release) releases+=("$2") ;;
        --nvcc)
            [[ $2 == with || $2 == without ]] || wrong_usage "--nvcc takes 'with' or 'without', not '$2'"
            passes=("$2")
            ;;
        --cuda) cuda=$2 ;;
        --install) install=$2 ;;
        --mirror) mirror=$2 ;;
        --cache) cache=$2 ;;
        --work) work=$2 ;;
        --logs) logs=$2 ;;
        *) wrong_usage "$option is unknown; see --help" ;;
    esac
    shift 2
done
[ ${#releases[@]} -gt 0 ] || releases=(bookworm trixie)

[ "$(id -u)" = 0 ] || skip 'only root can make a root folder of Debian'
command -v debootstrap >/dev/null || skip 'debootstrap is not installed'
command -v git >/dev/null || skip 'git is not installed'
namespaces=(unshare --mount --pid --fork --kill-child --propagation private --mount-proc)
"${namespaces[@]}" true 2>/dev/null || skip 'namespaces cannot be made here, so nothing can be mounted'

if [ ${#passes[@]} = 0 ]; then
    passes=(without)
    [ ! -x "$cuda/bin/nvcc" ] || passes+=(with)
fi
[ "${passes[-1]}" = without ] || [ -x "$cuda/bin/nvcc" ] || wrong_usage "there is no nvcc in $cuda/bin"

# Outside: starts this script once more in namespaces and cleans up after it, whatever ended it. Debootstrap
# mounts things as well.
if [ -z "${BARE_ROOTS:-}" ]; then
    logs=${logs:-$(mktemp -d -t bare-roots-logs.XXXXXX)}
    mkdir -p -- "$logs" ${cache:+"$cache"} ${work:+"$work"}
    BARE_ROOTS=$(mktemp -d -p "${work:-${TMPDIR:-/tmp}}" bare-roots.XXXXXX)
    export BARE_ROOTS
    inside=''
    # shellcheck disable=SC2317 # called by the trap
    clean_up() {
        [ -z "$inside" ] || { kill -KILL "$inside" && wait "$inside"; } 2>/dev/null || true
        # What is being killed may still write for a moment.
        rm -rf -- "$BARE_ROOTS" 2>/dev/null || { sleep 2 && rm -rf -- "$BARE_ROOTS"; }
    }
    trap clean_up EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    "${namespaces[@]}" bash "$here/check_releases.sh" "${arguments[@]}" --logs "$logs" &
    inside=$!
    status=0
    wait "$inside" || status=$?
    inside=''
    exit $status
fi

work=$BARE_ROOTS
[ $in_memory = no ] || mount -t tmpfs -o mode=755 tmpfs "$work"
logs=$(cd -- "$logs" && pwd)
if [ -z "$mirror" ]; then
    mirror=$(find /etc/apt/sources.list /etc/apt/sources.list.d -name '*.list' -o -name '*.sources' 2>/dev/null |
        xargs -r grep -hv '^ *#' | grep -m 1 -oE 'https?://[^ ]+/debian/?( |$)') || mirror=''
    mirror=${mirror% }
fi

# A container in miniature: /proc, a /dev of its own, no variables of this machine but the proxies'. The root
# is pivoted to: in a mere chroot no user namespace can be made, and so no sandbox.
in_root() { # 'with' or 'without', command
    local lent=''
    [ "$1" = without ] || lent=$(readlink -f -- "$cuda")
    # shellcheck disable=SC2016 # for the shell inside
    ROOT=$root LENT=$lent COMMAND=$2 "${namespaces[@]}" bash -euc '
            mount --bind "$ROOT" "$ROOT"
            cd "$ROOT"
            mount -t proc proc proc
            mount -t tmpfs -o mode=755 tmpfs dev
            for device in null zero full random urandom tty; do
                : >dev/$device
                mount --bind /dev/$device dev/$device
            done
            mkdir dev/pts dev/shm
            mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts dev/pts
            mount -t tmpfs -o mode=1777 tmpfs dev/shm
            ln -s pts/ptmx dev/ptmx
            ln -s /proc/self/fd dev/fd
            ln -s fd/0 dev/stdin
            ln -s fd/1 dev/stdout
            ln -s fd/2 dev/stderr
            [ ! -d usr/local/cuda ] || rmdir usr/local/cuda
            if [ -n "$LENT" ]; then
                mkdir usr/local/cuda
                mount --bind "$LENT" usr/local/cuda
                mount -o remount,bind,ro usr/local/cuda
            fi
            mkdir -p .outside
            pivot_root . .outside
            variables=(HOME=/root TERM=dumb PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)
            for name in http_proxy https_proxy no_proxy; do
                [ -z "${!name:-}" ] || variables+=("$name=${!name}")
            done
            exec env -i "${variables[@]}" /bin/sh -c \
                "umount -l /.outside && rmdir /.outside && cd /root && eval \"\$1\"" sh "$COMMAND"
        ' </dev/null
}

# What apt needs to reach the mirror from inside: this machine's proxies, certificates and name servers.
lend_network() {
    apt-config dump 2>/dev/null |
        grep -E '^Acquire::(https?::|Check-Valid-Until|Check-Date|Retries)' >"$root/etc/apt/apt.conf.d/00machine" || true
    cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
    if [ -e /etc/ssl/certs/ca-certificates.crt ]; then
        mkdir -p "$root/etc/ssl/certs"
        cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
    fi
    if [ -n "$cache" ]; then
        mkdir -p "$cache/$release"
        find "$cache/$release" -name '*.deb' -exec cp -t "$root/var/cache/apt/archives" {} +
    fi
}

keep_packages() {
    [ -z "$cache" ] || find "$root/var/cache/apt/archives" -name '*.deb' -exec cp -nt "$cache/$release" {} +
}

make_root() {
    local options=(--variant=minbase)
    # The packages of the base system; apt's are added by keep_packages.
    [ -z "$cache" ] || options+=("--cache-dir=$(mkdir -p "$cache/$release" && cd "$cache/$release" && pwd)")
    debootstrap "${options[@]}" "$release" "$root" ${mirror:+"$mirror"}
    lend_network
    git -c "safe.directory=$repository" clone --quiet --no-hardlinks "file://$repository" "$root/root/kit"
    git -C "$root/root/kit" checkout --quiet "$commit"
    if [ -n "$install" ]; then
        in_root without "apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $install"
    fi
}

tests_of() { # log of ./lab test
    grep -aE '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$1" | tail -n 1
}

# One line for a step; returns what the command returned. Sets `took`.
step() { # name, then the command
    local name=$1 started=$SECONDS result=passed log summary
    shift
    log=$logs/$release-${name//[^a-z0-9]/-}.log
    "$@" >"$log" 2>&1 || result=FAILED
    took=$((SECONDS - started))
    summary=$(tests_of "$log") || summary=''
    printf '%-10s %-26s %-6s %5d s  %s\n' "$release" "$name" "$result" "$took" "$summary"
    if [ $result = FAILED ]; then
        printf '           the log is %s\n' "$log"
        return 1
    fi
}

versions_of_root() { # compiler, Meson, Catch2, a line each
    # shellcheck disable=SC2016 # for the shell in the root
    in_root without '
        case $(c++ --version) in *clang*) printf "clang++ " ;; *) printf "g++ " ;; esac
        c++ -dumpfullversion -dumpversion
        meson --version
        dpkg-query -W -f "\${Version}\n" catch2 | sed "s/[-+].*//"
    ' 2>/dev/null || true
}

# A line of last_runs.txt takes the place of the same release's, compiler's and pass's.
note() { # pass, seconds of demo, seconds of test, result
    local nvcc=none compiler='' meson='' catch2='' line kept
    [ "$1" = without ] || nvcc=$("$cuda/bin/nvcc" --version | sed -nE 's/.*release ([0-9.]+).*/\1/p')
    { read -r compiler && read -r meson && read -r catch2; } < <(versions_of_root) || true
    line=$(printf '%s  %s  %-8s  %-13s  %-6s  %-6s  %-5s  %5s  %5s  %s' "$(date -u +%F)" "$commit" "$release" \
        "${compiler:-? ?}" "${meson:-?}" "${catch2:-?}" "$nvcc" "$2" "$3" "$4")
    printf '%s\n' "$line" >>"$logs/runs.txt"
    [ $recorded = yes ] || return 0
    kept=$(awk -v release="$release" -v compiler="${compiler%% *}" -v nvcc="$nvcc" \
        '!($3 == release && $4 == compiler && (nvcc == "none") == ($8 == "none"))' "$record")
    { printf '%s\n' "$kept"; printf '%s\n' "$line"; } >"$work/record"
    cat -- "$work/record" >"$record"
}

commit=$(git -c "safe.directory=$repository" -C "$repository" rev-parse --short=7 HEAD)
printf 'commit %s, logs in %s\n' "$commit" "$logs"
failed=0
for release in "${releases[@]}"; do
    root=$work/$release
    if ! step 'root' make_root; then
        failed=$((failed + 1))
        continue
    fi
    if [ $autograders = yes ]; then
        step 'autograders' in_root without 'kit/tests/bare_roots/autograders.sh' || failed=$((failed + 1))
        keep_packages
        rm -rf --one-file-system -- "$root"
        continue
    fi
    for pass in "${passes[@]}"; do
        result=passed
        # What the first pass compiled of kernels would hide what nvcc changes there.
        rm -rf -- "$root/root/.cache"
        step "./lab demo, $pass nvcc" in_root "$pass" 'cd kit && ./lab demo' || result=FAILED
        demo=$took
        step "./lab test, $pass nvcc" in_root "$pass" 'cd kit && ./lab test' || result=FAILED
        # The root goes away, and Meson prints the end of a long log only.
        cp -- "$root/root/kit/build/meson-logs/testlog.txt" "$logs/$release-$pass-nvcc-testlog.txt" || true
        [ $result = passed ] || failed=$((failed + 1))
        summary=$(tests_of "$logs/$release---lab-test--$pass-nvcc.log") || summary='no tests ran'
        note "$pass" "$demo" "$took" "$result: $summary"
    done
    keep_packages
    rm -rf --one-file-system -- "$root"
done
[ $failed = 0 ]
