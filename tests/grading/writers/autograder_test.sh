#!/usr/bin/env bash
# The platforms' scripts, run as the platforms run them but with a kit that only records what it is asked and fails in
# every way that a kit can. tests/bare_roots/autograders.sh runs them with the kit itself.
# The linter of shell scripts has its say, too, where it is installed.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
samples=$work/samples
"$KIT_WRITE_SAMPLES" "$samples"
fail() {
    echo "$1"
    [ ! -e "$work/said" ] || cat "$work/said"
    exit 1
}
gradescope=$samples/gradescope-run_autograder
prairielearn=$samples/prairielearn-serverFilesCourse-stencil-lab-kit-grade.sh
if command -v shellcheck >/dev/null; then
    shellcheck "$samples/gradescope-setup.sh" "$gradescope" "$prairielearn"
fi

# Their folders have fixed names that are not there on this machine.
root=$work/root
mkdir -p "$root/autograder/source/kit" "$root/kit" "$root/autograder/submission" "$root/grade/student"
moved() { # script, where to
    sed -E "s#(^|[ =])/(autograder|grade|kit)(/|\$)#\1$root/\2\3#" "$1" >"$2"
}
moved "$samples/gradescope-setup.sh" "$root/setup.sh"
moved "$gradescope" "$root/autograder/run_autograder"
moved "$prairielearn" "$root/grade/grade.sh"
grep -q "$root" "$root/setup.sh" "$root/autograder/run_autograder" "$root/grade/grade.sh" || fail 'nothing was moved'

cat >"$root/kit/lab" <<'END'
#!/usr/bin/env bash
echo "$*" >>"$ASKED"
[ "$1" = grade ] || exit 0
find "$2/student" -type f -name '*.cu' -exec cat {} + >&2
case ${HOW:-0} in
    [0-9]) cat "$WHOLE"; exit "$HOW" ;;
    cut) printf '{\n  "tests": [{"score": 1'; exit 0 ;;
    silent) exit 3 ;;
    killed) printf '{\n  "tests": ['; kill -KILL $$ ;;
    hangs) printf '{\n  "tests": ['; exec sleep 60 ;;
    usage) printf 'lab: "quoted" \\ back\tslash \001\033[31m \377\n' >&2; exit 2 ;;
esac
END
chmod +x "$root/kit/lab"
mkdir "$work/stencil-lab-kit"
cp "$root/kit/lab" "$work/stencil-lab-kit"
tar -czf "$root/autograder/source/stencil-lab-kit.tar.gz" -C "$work" stencil-lab-kit
export ASKED=$work/asked

bash "$root/setup.sh"
[ "$(cat "$ASKED")" = $'check 5 --solution\ncheck 6 --solution' ] || fail 'setup.sh did not try the kit'

echo '// mine' >"$root/autograder/submission/lab5 (1).cu"
echo '// mine' >"$root/grade/student/kernel.cu"
ln -s /etc/passwd "$root/autograder/submission/link.cu"
result=''
grade() { # platform; sets `result` to its results.json
    : >"$ASKED"
    case $1 in
        gradescope)
            result=$root/autograder/results/results.json
            rm -rf "${result%/*}"
            (cd "$root/autograder" && bash run_autograder) >"$work/said" 2>&1 || fail "$1, $HOW: exit code $?"
            ;;
        prairielearn)
            result=$root/grade/results/results.json
            rm -rf "${result%/*}"
            (cd / && bash "$root/grade/grade.sh" 6) >"$work/said" 2>&1 || fail "$1, $HOW: exit code $?"
            ;;
    esac
    [ -s "$result" ] || fail "$1, $HOW: no results.json"
}
is_json() {
    ! command -v node >/dev/null || node -e 'JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"))' "$1"
}

for platform in gradescope prairielearn; do
    labs=5,6
    [ $platform = gradescope ] || labs=6
    # A result as the kit prints it.
    export WHOLE=$samples/0-$platform.json
    for HOW in 0 1 3; do
        export HOW
        grade $platform
        grep -q '// mine' "$work/said" || fail 'the submission is not where the kit looks'
        grep -q -- "--labs $labs --format $platform .*--trust-submissions" "$ASKED" || fail "asked: $(cat "$ASKED")"
        cmp -s "$WHOLE" "$result" || fail "$platform, $HOW: not the kit's result"
    done
    for HOW in cut silent killed usage 4; do
        export HOW
        grade $platform
        is_json "$result" || fail "$platform, $HOW: not JSON: $(cat "$result")"
        ! grep -q -e '"score"' -e '"tests"' "$result" || fail "$platform, $HOW: a score: $(cat "$result")"
        grep -q "not the student's fault" "$result" || fail "$platform, $HOW: it does not say what happened"
        [ $platform = gradescope ] || grep -q '"gradable": false' "$result" || fail "$HOW: gradable"
        grep -q "not the student's fault" "$work/said" || fail "$HOW: the instructor is not told"
    done
    HOW=usage grade $platform
    grep -qF 'lab: \"quoted\" \\ back\tslash [31m \n' "$result" || fail "the kit's words: $(cat "$result")"
done

# Stopped before the platform stops it: here after a second.
sed -i 's/^seconds=540$/seconds=1/' "$root/autograder/run_autograder"
HOW=hangs grade gradescope
grep -q 'took too long' "$result" || fail "the kit was not stopped: $(cat "$result")"
# No submission at all, or a kit that is not there.
rm -rf "$root/autograder/submission"
HOW=0 grade gradescope
grep -q "not the student's fault" "$result" || fail 'no submission'
mkdir "$root/autograder/submission"
rm "$root/autograder/source/kit/lab"
HOW=0 grade gradescope
grep -q 'exit code 127' "$result" || fail "no kit: $(cat "$result")"
