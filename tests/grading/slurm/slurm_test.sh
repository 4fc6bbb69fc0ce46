#!/usr/bin/env bash
# A small class graded on a Slurm cluster, as on this machine: with a node that dies and comes back, with
# a coordinator that is stopped or killed and started again, and with a GPU for one job at a time. Exit
# code 77, a skip, where Slurm is not installed.
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
    # shellcheck disable=SC2086 # ids are words
    kill -KILL ${coordinator:-} ${node_coordinator:-} 2>/dev/null || true
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
    printf 's/f\\[i\\] = x\\[i\\] \\* x\\[i\\];/for (int k = 0; k < 30; ++k) { f[i] = %s; }/' "$1"
}
hand_in ada "$(slowly 'x[i] * x[i]')"
hand_in ben "$(slowly 'x[i]')"
hand_in dee "$(slowly 'x[i] * x[i]')"
hand_in eve "$(slowly '2.0f * x[i]')"
hand_in fay "$(slowly 'x[i] * x[i] + 1.0f')"
hand_in zoe 's/__global__/__globl__/'
cmp -s "$solution" "$work/class/ada/01-sample-function/kernel.cu" && fail 'the solution is not as this test knows it'

# Where nothing can be confined, as in some containers, it is not this test's business.
trust=
bwrap --unshare-user --ro-bind / / true 2>/dev/null || trust=--trust-submissions

# A program of its own, so that who starts it in the background knows its id.
mkdir "$work/bin"
cat >"$work/bin/grade" <<END
#!/bin/sh
export KIT_NVCC=none KIT_PROGRESS=none XDG_CACHE_HOME=$work/cache-\$1
results=$work/\$1
shift
exec "\${KIT_TEST_CHECKER:-$KIT_CHECKER}" grade '$work/class' --labs 1 --seed 7 --results "\$results" $trust "\$@"
END
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
cat >"$work/bin/sbatch" <<END
#!/bin/sh
echo "\$*" >>"$work/calls"
exec $(command -v sbatch || echo sbatch) "\$@"
END
chmod +x "$work/bin/sbatch" "$work/bin/grade"
calls_are() {
    [ "$(wc -l <"$work/calls")" = "$1" ]
}

checks_on() { # node: whether a submission is being checked there
    local pid
    for pid in $(processes_with "SLURMD_NODENAME=$1"); do
        [ "$(cat "/proc/$pid/comm" 2>/dev/null)" != stencil-lab ] || return 0
    done
    return 1
}

start_cluster "$work/cluster"
say 'the cluster is up'
PATH=$work/bin:$PATH

grade here --executor here >"$work/here.said"
say 'graded here'

# A node that dies in the middle, with the job on it. Slurm takes half a minute to be sure of it.
grade node --executor slurm --slurm '--mem=1G' >"$work/node.said" 2>&1 &
node_coordinator=$!
wait_until 60 checks_on n2 || fail 'nothing was checked on n2'
kill_node n2
say 'n2 is dead'

# Meanwhile: one job at a time has the GPU of n3, which has a CPU for a second one.
grade gpu --backend auto --executor slurm --slurm '--partition=gpu --mem=1G' >"$work/gpu.said" 2>&1 ||
    fail 'no job got the GPU'
grep -q -- '--gres=gpu:1' "$work/calls" || fail 'no GPU was asked for'
squeue --noheader --states=completed --partition=gpu --format='%S %e' | sort >"$work/times"
[ "$(wc -l <"$work/times")" = 5 ] || fail 'not every submission had the GPU'
awk '$1 < end { exit 1 } { end = $2 }' "$work/times" || fail "two jobs had the GPU at once: $(<"$work/times")"
say 'graded one by one with a GPU'

# A refusal by Slurm is reported in its words.
status=0
grade refused --executor slurm --slurm '--partition=nowhere' 2>"$work/refused.said" || status=$?
if [ "$status" != 3 ] || ! grep -q '^lab: .*invalid partition specified: nowhere' "$work/refused.said"; then
    fail "another refusal than that of the partition: $(<"$work/refused.said")"
fi

# Ctrl-C says what becomes of the jobs; those that were cancelled are submitted again.
grade stopped --executor slurm --slurm '--mem=1G --nodelist=n2' 2>"$work/stopped.said" &
coordinator=$!
wait_until 60 grep -q -- '--nodelist=n2' "$work/calls" || fail 'nothing was submitted'
sleep 1
kill -INT "$coordinator"
wait "$coordinator" && fail 'Ctrl-C was taken for a success'
coordinator= # once waited for, the number may be another process's
ids=$(sed -n 's/^lab: The jobs continue: .* scancel \([0-9 ]*\)$/\1/p' "$work/stopped.said")
[ -n "$ids" ] || fail "Ctrl-C: $(<"$work/stopped.said")"
# shellcheck disable=SC2086 # ids are words
scancel $ids
grade stopped --executor slurm --slurm '--mem=1G' >"$work/stopped.said" 2>&1 || fail 'it could not be begun again'
same_as_here stopped
say 'stopped and begun again'

# A node that finds another build of the kit reports it, and writes no result.
built=${KIT_CHECKER%/checker/*}
copy=$work/build/checker/commands/stencil-lab
mkdir -p "${copy%/*}"
cp "$built/source-root.txt" "$work/build"
ln -s "$built"/checker/{compile,emulator,gpu} "$work/build/checker"
cp "$KIT_CHECKER" "$copy"
KIT_TEST_CHECKER=$copy grade other --executor slurm --slurm '--mem=1G --begin=now+3' >"$work/other.said" 2>&1 &
coordinator=$!
wait_until 60 calls_are 11 || fail 'nothing was submitted'
sleep 0.5
{ cat "$KIT_CHECKER" && echo; } >"$work/other-checker"
chmod +x "$work/other-checker"
mv "$work/other-checker" "$copy"
wait "$coordinator" && fail 'another build of the kit was taken for the same'
coordinator=
[ "$(grep -l 'on node n[1-3]: the kit or the compiler' "$work"/other/checks/*.error | wc -l)" = 5 ] ||
    fail "another build of the kit: $(cat "$work"/other/checks/*)"
say 'another build of the kit was detected'

wait "$node_coordinator" || fail 'the class with a dead node was not graded'
node_coordinator=
say 'graded with a dead node'
same_as_here node
grep -q 'Requeuing JobId=' "$work/cluster/slurmctld.log" || fail 'no job of the dead node was queued again'
calls_are 11 || fail "$(wc -l <"$work/calls") arrays instead of 11"

# A coordinator that is killed: its jobs continue, and the next one collects them.
start_node n2
wait_until 60 nodes_are_up || fail 'n2 did not come back'
say 'n2 is back'
grade again --executor slurm --slurm '--mem=1G' >"$work/again.said" 2>&1 &
coordinator=$!
wait_until 60 checks_on n2 || fail 'nothing was checked on n2'
kill -KILL "$coordinator"
wait "$coordinator" 2>/dev/null || true
coordinator=
[ "$(squeue --noheader --array | wc -l)" -gt 0 ] || fail 'no job outlived the coordinator'
say 'the coordinator is dead'
grade again --executor slurm --slurm '--mem=1G' >"$work/again.said" 2>&1 || fail 'it was not taken up again'
coordinator=
say 'taken up again'
same_as_here again
calls_are 13 || fail "$(wc -l <"$work/calls") arrays instead of 13"
