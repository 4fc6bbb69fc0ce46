#!/usr/bin/env bash
# A small class graded on a Slurm cluster, as on this machine: with a node that dies and comes back, with
# a coordinator that is killed and started again, and with a GPU for one job at a time. Exit code 77, a
# skip, where Slurm is not installed.
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/grading/slurm/cluster.sh
. "$here/cluster.sh"

work=$(mktemp -d)
finish() {
    local status=$?
    if [ "$status" != 0 ] && [ "$status" != 77 ]; then
        for log in "$work"/*.said "$work"/cluster/slurm*.log; do
            [ ! -e "$log" ] || { printf -- '--- %s\n' "$log" && tail -n 25 "$log"; }
        done
    fi
    [ -z "${coordinator:-}" ] || kill -KILL "$coordinator" 2>/dev/null || true
    stop_cluster
    rm -rf -- "$work"
    exit $status
}
trap finish EXIT

fail() {
    printf 'FAILED: %s\n' "$*"
    exit 1
}

# The class: right, wrong, one that does not compile, one handed in twice, and one that takes its time.
solution=$KIT_ROOT/solutions/01-sample-function/kernel.cu
hand_in() { # student, then what sed does to the solution
    mkdir -p "$work/class/$1/01-sample-function"
    sed "$2" "$solution" >"$work/class/$1/01-sample-function/kernel.cu"
}
slowly() { # what each thread stores, again and again
    printf 's/f\\[i\\] = x\\[i\\] \\* x\\[i\\];/for (int k = 0; k < 60; ++k) { f[i] = %s; }/' "$1"
}
hand_in ada "$(slowly 'x[i] * x[i]')"
hand_in ben "$(slowly 'x[i]')"
hand_in cem 's/__global__/__globl__/'
hand_in dee "$(slowly 'x[i] * x[i]')"
hand_in eve "$(slowly '2.0f * x[i]')"
hand_in fay "$(slowly 'x[i] * x[i] + 1.0f')"
cmp -s "$solution" "$work/class/ada/01-sample-function/kernel.cu" && fail 'the solution is not as this test knows it'

export KIT_NVCC=none KIT_PROGRESS=none
grade() { # results, then further options
    local results=$1
    shift
    XDG_CACHE_HOME=$work/cache-$results "$KIT_CHECKER" grade "$work/class" --labs 1 --seed 7 \
        --results "$work/$results" "$@"
}

# The same results and grades, but for how long it took.
same_as_here() { # results
    local file other
    [ "$(ls "$work/here/checks")" = "$(ls "$work/$1/checks")" ] || fail "$1 has other checks"
    for file in "$work"/here/checks/*.json "$work"/here/students/*/*.json; do
        other=$work/$1/${file#"$work/here/"}
        diff <(sed '/"seconds":/d' "$file") <(sed '/"seconds":/d' "$other") ||
            fail "$1 differs in ${file#"$work/here/"}"
    done
    [ ! -e "$work/$1/slurm" ] || fail "$1 keeps what its jobs needed"
}

# How often sbatch was called, and with what.
mkdir "$work/bin"
cat >"$work/bin/sbatch" <<END
#!/bin/sh
echo "\$*" >>"$work/calls"
exec $(command -v sbatch || echo sbatch) "\$@"
END
chmod +x "$work/bin/sbatch"
calls() {
    cat "$work/calls" 2>/dev/null | wc -l
}

jobs_running() { # on this node
    squeue --noheader --array --states=running --format='%N' | grep -qx "$1"
}

start_cluster "$work/cluster"
say 'the cluster is up'
PATH=$work/bin:$PATH

grade here --executor here >"$work/here.said"
say 'graded here'

# A node that dies in the middle, with the job on it.
grade node --executor slurm --slurm '--mem=1G' >"$work/node.said" 2>&1 &
coordinator=$!
wait_until 20 jobs_running n2 || fail 'no job came to n2'
kill_node n2
say 'n2 is dead'
wait "$coordinator" || fail 'the class with a dead node was not graded'
say 'graded with a dead node'
same_as_here node
[ "$(calls)" = 1 ] || fail 'a job that Slurm had queued again was submitted again'
grep -q "Restart\|requeue" -i "$work/cluster/slurmctld.log" || fail 'no job of the dead node was queued again'

# A coordinator that is killed: its jobs run on, and the next one collects them.
start_node n2
wait_until 20 nodes_are_up || fail 'n2 did not come back'
say 'n2 is back'
grade again --executor slurm --slurm '--mem=1G' >"$work/again.said" 2>&1 &
coordinator=$!
wait_until 20 jobs_running n2 || fail 'no job came to n2'
kill -KILL "$coordinator"
wait "$coordinator" 2>/dev/null || true
[ "$(squeue --noheader --array | wc -l)" -gt 0 ] || fail 'no job outlived the coordinator'
say 'the coordinator is dead'
grade again --executor slurm --slurm '--mem=1G' >"$work/again.said" 2>&1 || fail 'it was not taken up again'
say 'taken up again'
same_as_here again
[ "$(calls)" = 2 ] || fail 'what was queued was submitted again'
