#!/usr/bin/env bash
# A small class checked in shares on a Slurm cluster and graded from its results, as on this machine: with a node that dies,
# with a share that is killed, and with somebody who grades meanwhile. Exit code 77, a skip, where Slurm is not installed.
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

# Who starts it in the background knows its id.
mkdir "$work/bin"
cat >"$work/bin/grade" <<END
#!/bin/sh
export KIT_NVCC=none KIT_PROGRESS=none XDG_CACHE_HOME=$work/cache-\$1
results=$work/\$1
shift
exec '$KIT_CHECKER' grade '$work/class' --labs 1 --jobs 1 --results "\$results" $trust "\$@"
END
chmod +x "$work/bin/grade"

# The same results and grades, but for how long it took.
same_as_here() { # results
    local file other
    [ "$(ls "$work/here/checks")" = "$(ls "$work/$1/checks")" ] || fail "$1 has other checks"
    for file in "$work"/here/checks/*.json "$work"/here/students/*/*.json; do
        other=$work/$1/${file#"$work/here/"}
        diff <(sed '/"seconds":/d' "$file") <(sed '/"seconds":/d' "$other") ||
            fail "$1 differs in ${file#"$work/here/"}"
    done
}

submit() { # results, then sbatch's options; three shares, seed as here
    local name=$1
    shift
    sbatch --quiet --array=1-3 --mem=1G --output="$work/$name-%a.said" "$@" \
        --wrap "exec '$work/bin/grade' $name --seed 7 --share \$SLURM_ARRAY_TASK_ID/3"
}

queue_is_empty() {
    [ -z "$(squeue --noheader --states=pending,running,completing,requeued)" ]
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

grade here --seed 7 >"$work/here.said"
say 'graded here'

# A node that dies in the middle, with the share on it: Slurm starts that one again elsewhere.
submit node
wait_until 60 checks_on n2 || fail 'nothing was checked on n2'
kill_node n2
say 'n2 is dead'
wait_until 240 queue_is_empty || fail "the shares did not end: $(squeue)"
[ "$(find "$work/node/checks" -name '*.json' | wc -l)" = 5 ] || fail "not all is checked: $(ls "$work/node/checks")"
[ ! -e "$work/node/students" ] || fail 'a share graded somebody'
grep -q 'Requeuing JobId=' "$work/cluster/slurmctld.log" || fail 'no share of the dead node was queued again'
before=$(stat -c %Y "$work"/node/checks/*)
grade node >"$work/node.said"
[ "$before" = "$(stat -c %Y "$work"/node/checks/*)" ] || fail 'what the shares had checked was checked again'
same_as_here node
say 'graded with a dead node'

# A share that is killed, and somebody who grades meanwhile.
start_node n2
wait_until 60 nodes_are_up || fail 'n2 did not come back'
submit killed
wait_until 60 checks_on n3 || fail 'nothing was checked on n3'
scancel --signal=KILL --full "$(squeue --noheader --format=%A --nodelist=n3 | head -n 1)" || true
grade killed --seed 7 >"$work/killed.said"
say 'graded beside the shares'
wait_until 120 queue_is_empty || fail "the shares did not end: $(squeue)"
same_as_here killed

# What is wrong with a share's number is said.
for share in 0/3 4/3 3 x/3 1/0 1/3/5; do
    status=0
    grade here --share "$share" 2>"$work/refused.said" || status=$?
    [ "$status" = 2 ] || fail "--share $share: $status"
    grep -q -- "--share $share: write" "$work/refused.said" || fail "--share $share: $(<"$work/refused.said")"
done
