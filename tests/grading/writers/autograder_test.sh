#!/usr/bin/env bash
# Gradescope's two scripts, run as Gradescope runs them but with a kit that only records what it is asked.
# The linter of shell scripts has its say, too, where it is installed.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
"$KIT_WRITE_SAMPLES" "$work/samples"
fail() {
    echo "$1"
    exit 1
}
if command -v shellcheck >/dev/null; then
    shellcheck "$work/samples/setup.sh" "$work/samples/run_autograder"
fi

# Their folder has a fixed name that is not there on this machine.
root=$work/autograder
mkdir -p "$root/source/kit" "$root/submission/05" "$work/bin"
for script in setup.sh run_autograder; do
    sed "s|/autograder/|$root/|g" "$work/samples/$script" >"$root/$script"
done
echo '// mine' >"$root/submission/05/kernel.cu"
printf '#!/bin/sh\n' >"$work/bin/apt-get"
cat >"$root/source/kit/lab" <<'END'
#!/usr/bin/env bash
case $1 in
list) echo built >built ;;
grade)
    cat "$2/student/05/kernel.cu" >&2
    echo "{\"tests\": []}"
    exit "${CODE:-0}"
    ;;
esac
END
chmod +x "$root/source/kit/lab" "$work/bin/apt-get"
export PATH=$work/bin:$PATH

bash "$root/setup.sh"
[ -e "$root/source/kit/built" ] || fail 'setup.sh did not build the kit'
for code in 0 1; do
    rm -rf "$root/results"
    CODE=$code bash "$root/run_autograder" 2>"$work/said" || fail "exit code $code is a result"
    grep -q '// mine' "$work/said" || fail 'the submission is not where the kit looks'
    grep -q tests "$root/results/results.json" || fail 'no results.json'
done
rm -rf "$root/results"
CODE=3 bash "$root/run_autograder" 2>"$work/said" && fail 'exit code 3 is no result'
[ ! -e "$root/results/results.json" ] || fail 'a failed kit left a results.json'
grep -q 'exit code 3' "$work/said" || fail 'it does not say what happened'
