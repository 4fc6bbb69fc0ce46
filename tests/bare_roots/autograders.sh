#!/usr/bin/env bash
# What ./lab autograder writes, run as each platform runs it: in a bare root of its own, as root, with the platform's
# folders. check_releases.sh --autograders makes the root and starts this in it; never start it on a machine, because it
# makes /autograder, /grade and /kit. The user namespaces that it forbids are forbidden in a namespace of its own.
# shellcheck disable=SC2016 # eval takes words in single quotes
set -uo pipefail

if [ -e /autograder ] || [ -e /grade ] || [ -e /kit ]; then
    echo 'this machine has /autograder, /grade or /kit: run check_releases.sh --autograders'
    exit 2
fi
clone=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
kit=/autograder/source/kit
failed=0
passed=0
tell() { # what, then a command that must succeed
    local what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
        printf 'ok      %s\n' "$what"
    else
        failed=$((failed + 1))
        printf 'FAILED  %s\n' "$what"
        tail -n 40 "$said" "$result" 2>/dev/null
    fi
}
has() {
    grep -qF -- "$1" "$result"
}
has_not() {
    ! grep -qF -- "$1" "$result"
}
said=/tmp/said
result=/autograder/results/results.json

# The harness of a platform sets next to nothing, not even HOME.
bare=(env -i "PATH=$PATH")
[ -z "${http_proxy:-}" ] || bare+=("http_proxy=$http_proxy")
[ -z "${https_proxy:-}" ] || bare+=("https_proxy=$https_proxy")
# A container in which no user namespace is allowed; only this namespace and those inside it are concerned.
container=("${bare[@]}" unshare --user --map-root-user sh -c 'echo 0 >/proc/sys/user/max_user_namespaces && exec "$@"' sh)

# Gradescope unpacks the zip, runs setup.sh and copies run_autograder.
mkdir -p /autograder/source /autograder/results /autograder/submission
tell 'the bundle' eval '"$clone/lab" bundle /autograder/source/stencil-lab-kit.tar.gz >$said 2>&1'
cp "$clone/tests/grading/writers/golden/gradescope-setup.sh" /autograder/source/setup.sh
started=$SECONDS
tell 'Gradescope: setup.sh' eval '"${bare[@]}" bash /autograder/source/setup.sh >$said 2>&1'
printf '        %s s\n' $((SECONDS - started))
cd $kit || exit 1
./lab autograder gradescope /autograder/source --labs 5 >/dev/null || failed=1
chmod +x /autograder/source/run_autograder && cp /autograder/source/run_autograder /autograder/
echo '{"id": 1, "created_at": "2026-01-01T12:00:00.000000-07:00", "users": []}' >/autograder/submission_metadata.json

gradescope() { # how it is started, words; the submission is there
    rm -rf /autograder/results && mkdir /autograder/results
    (cd /autograder && "$@" ./run_autograder) >$said 2>&1
    [ -s $result ]
}
upload() { # source, name in the submission
    rm -rf /autograder/submission && mkdir -p "/autograder/submission/$(dirname -- "$2")"
    cp -- "$1" "/autograder/submission/$2"
}
solution=$clone/solutions/05-shared-memory-tiling/kernel.cu
for name in kernel.cu 'kernel (1).cu' lab5.cu 05-shared-memory-tiling/kernel.cu mine.cu; do
    upload "$solution" "$name"
    started=$SECONDS
    tell "Gradescope: $name is graded" gradescope "${bare[@]}"
    tell "Gradescope: $name gets 15 of 15 points" eval 'has "\"score\": 15," && has "15 of 15 points in all"'
    printf '        %s s\n' $((SECONDS - started))
done
tell 'Gradescope: kernels are confined where that is allowed' has_not 'For instructors: no sandbox'
upload "$clone/labs/05-shared-memory-tiling/kernel.cu" kernel.cu
tell 'Gradescope: the skeleton is graded' gradescope "${bare[@]}"
tell 'Gradescope: the skeleton gets 0 of 15 points' eval 'has "0 of 15 points in all" && has "\"status\": \"failed\""'
upload "$clone/README.md" notes.pdf
tell 'Gradescope: a PDF is graded' gradescope "${bare[@]}"
tell 'Gradescope: a PDF is no kernel' eval 'has "\"score\": 0," && has "no file was recognized as this lab"'

upload "$solution" kernel.cu
tell 'Gradescope, no user namespace: graded' gradescope "${container[@]}"
tell 'Gradescope, no user namespace: 15 points' has '"score": 15,'
tell 'Gradescope, no user namespace: the instructor is told' eval 'has "For instructors: no sandbox" && has "ran unconfined" && grep -q "run unconfined" $said'
./lab autograder gradescope /autograder/source --labs 5 --refuse-unconfined >/dev/null
cp /autograder/source/run_autograder /autograder/
tell 'Gradescope, no user namespace, refused: a result' gradescope "${container[@]}"
tell 'Gradescope, no user namespace, refused: no score' eval 'has_not score && has_not tests && has "cannot confine them" && has "no zero"'

# PrairieLearn: the image has the kit in /kit, the course its files below /grade.
ln -s $kit /kit
./lab autograder prairielearn /course --labs 5 >/dev/null || failed=1
result=/grade/results/results.json
prairielearn() { # how it is started, words; then what is handed in
    rm -rf /grade && mkdir -p /grade/student /grade/data /grade/tests
    cp -R /course/serverFilesCourse /grade/
    cp -- "$submitted" /grade/student/kernel.cu
    entrypoint=$(sed -n 's/.*"entrypoint": "\(.*\)".*/\1/p' /course/questions/05-shared-memory-tiling/info.json)
    chmod +x "${entrypoint%% *}"
    # shellcheck disable=SC2086 # words on purpose
    (cd / && "$@" $entrypoint) >$said 2>&1
    [ -s $result ]
}
submitted=$solution
tell 'PrairieLearn: the solution is graded' prairielearn "${bare[@]}"
tell 'PrairieLearn: the solution has the score 1' eval 'has "\"gradable\": true" && has "\"score\": 1.0"'
tell 'PrairieLearn, no user namespace: graded' prairielearn "${container[@]}"
tell 'PrairieLearn, no user namespace: the score 1, and the word' eval 'has "\"score\": 1.0" && has "ran unconfined"'
./lab autograder prairielearn /course --labs 5 --refuse-unconfined >/dev/null
tell 'PrairieLearn, no user namespace, refused: a result' prairielearn "${container[@]}"
tell 'PrairieLearn, no user namespace, refused: not gradable' eval 'has "\"gradable\": false" && has_not "\"score\"" && has "cannot confine them"'

# GitHub: the repository has the student's kernels; a step runs in its root by bash -e, with the kit in the home folder.
ln -s $kit ~/stencil-lab-kit
mkdir /repository && cp -R $kit/kit/labs /repository && cd /repository || exit 1
$kit/lab autograder github . --labs 5,6 --bundle https://example.org/stencil-lab-kit.tar.gz >/dev/null || failed=1
cp "$solution" labs/05-shared-memory-tiling/kernel.cu
result=/tmp/github/output
github() { # how it is started, words
    rm -rf /tmp/github && mkdir /tmp/github && : >$result
    awk '/- name: Labs/ { labs = 1 } labs && /- name: Autograding/ { exit } labs && in_run { sub(/^          /, ""); print }
         labs && /run: \|/ { in_run = 1 }' .github/workflows/classroom.yml >/tmp/github/step.sh
    grep -q 'lab grade' /tmp/github/step.sh &&
        "$@" RUNNER_TEMP=/tmp/github GITHUB_OUTPUT=$result bash -e /tmp/github/step.sh >$said 2>&1
}
result_of() { # output
    sed -n "s/^$1=//p" $result | base64 -d
}
tell 'GitHub: the step runs' github "${bare[@]}"
tell 'GitHub: lab 5 has 15 of 15 points' eval 'result_of lab05 | grep -q "\"max_score\":15,.*\"score\":15,"'
tell 'GitHub: lab 6, the skeleton, has 0 of 20' eval 'result_of lab06 | grep -q "\"max_score\":20,.*\"score\":0,"'
tell 'GitHub: the file is marked' grep -q '^::error file=labs/06-thread-coarsening/kernel.cu,' $said
sed -i 's/ --trust-submissions//' .github/workflows/classroom.yml
tell 'GitHub, refused: the step fails and says so' \
    eval '! github "${container[@]}" env && grep -q "^::error title=Not graded::" $said && [ ! -s $result ]'

printf '%s passed, %s failed\n' $passed $failed
[ $failed = 0 ]
