#!/usr/bin/env bash
# `./dev fuzz`: libFuzzer on the targets of tests/fuzz. ./dev reads this file.

# shellcheck disable=SC2154 # $root is that of ./dev

# An input may take longer here than is promised: the sanitizers take several times the time and memory, and
# libFuzzer reads a clock that goes on while others compute. What it kept, and what it found too slow or too
# large, is tried again without sanitizers, by computing time, within what is promised.
fuzz_limits=(-timeout=60 -rss_limit_mb=1024 -malloc_limit_mb=256)
promised_limits=(--seconds 1 --mebibytes 256)

# fuzz_one TARGET SECONDS PROCESSES: what it reached is kept in build-fuzz/corpus/TARGET, what did harm in finds/
fuzz_one() {
    local name=$1 kept=$root/build-fuzz/corpus/$1 seeds=("$root/tests/fuzz/seeds/$1")
    mkdir -p -- "$kept" "$root/build-fuzz/finds" "$root/build-fuzz/logs"
    rm -f -- "$root/build-fuzz/finds/$name"-* # of the run before
    [ "$name" != scene ] || seeds+=("$root/scenes" "$root/scenes/bad")
    ASAN_OPTIONS=detect_stack_use_after_return=0 UBSAN_OPTIONS=print_stacktrace=1 \
        "$root/build-fuzz/tests/fuzz/libfuzzer-$name" -fork="$3" -ignore_crashes=1 -ignore_timeouts=1 \
        -ignore_ooms=1 -max_total_time="$2" -dict="$root/build-fuzz/words" "${fuzz_limits[@]}" \
        -artifact_prefix="$root/build-fuzz/finds/$name-" "$kept" "${seeds[@]}" \
        >"$root/build-fuzz/logs/$name" 2>&1 || true
}

# fuzz_report TARGET: executions, edges that all kept inputs reach of all edges, inputs kept
fuzz_report() {
    local kept=$root/build-fuzz/corpus/$1
    "$root/build-fuzz/tests/fuzz/libfuzzer-$1" -runs=0 "$kept" "$root/tests/fuzz/seeds/$1" 2>&1 |
        awk -v name="$1" -v kept="$(find "$kept" -type f | wc -l)" '
            NR == FNR { if (/^#[0-9]+: cov:/) runs = substr($1, 2) + 0; next }
            /Loaded 1 modules/ { match($0, /[(][0-9]+/); edges = substr($0, RSTART + 1, RLENGTH - 1) }
            match($0, /cov: [0-9]+/) { cov = substr($0, RSTART + 5, RLENGTH - 5) }
            END { printf "%-14s %9d executions, %6d of %6d edges reached, %5d inputs kept\n", name, runs, cov, edges, kept }
        ' "$root/build-fuzz/logs/$1" -
}

# fuzz_again TARGET: the inputs that were kept, without sanitizers; then one by one what was too slow or too
# large, which is no find where it is neither now
fuzz_again() {
    local replay=$root/build-test/tests/fuzz/fuzz-$1 said status=0 input
    said=$("$replay" "${promised_limits[@]}" "$root/build-fuzz/corpus/$1" "$root/tests/fuzz/seeds/$1" 2>&1 | tail -n 1) ||
        status=1
    printf '%-14s %s\n' "$1" "$said"
    for input in "$root/build-fuzz/finds/$1"-{timeout,slow-unit,oom}-*; do
        [ ! -e "$input" ] || ! "$replay" "${promised_limits[@]}" "$input" >/dev/null 2>&1 || rm -f -- "$input"
    done
    return "$status"
}

check_fuzz_arguments() {
    if [ $# -lt 1 ] || [ $# -gt 2 ] || ! [[ $1 =~ ^[1-9][0-9]*$ ]]; then
        wrong_usage "fuzz: expected a number of minutes, and perhaps a target, not '$*'"
    fi
    if [ $# -eq 2 ] && [ ! -e "$root/tests/fuzz/fuzz_$2.c" ]; then
        wrong_usage "fuzz: no such target: $2; there are $(fuzz_targets | tr '\n' ' ')"
    fi
}

fuzz_targets() {
    local file
    for file in "$root"/tests/fuzz/fuzz_*.c; do
        file=${file##*/fuzz_}
        echo "${file%.c}"
    done
}

command_fuzz() {
    local targets names finds name forks=1 folder=$root/build-fuzz status=0
    check_fuzz_arguments "$@"
    need build test fuzz
    names=$(fuzz_targets)
    mapfile -t targets <<<"${2:-$names}"
    # several targets share the cores by themselves
    [ $# -eq 1 ] || forks=$(nproc)
    configure "$folder" clang -Dfuzz=enabled -Db_sanitize=address,undefined -Db_lundef=false \
        -Doptimization=1 -Ddebug=true "-Dc_args=-fsanitize=fuzzer-no-link -fno-sanitize-recover=all -g1" ||
        die "could not configure build-fuzz/"
    compile "$folder" tests/fuzz/fuzz-words "${targets[@]/#/tests/fuzz/libfuzzer-}" || die "could not build the targets"
    if ! configure "$root/build-test" gcc --werror ||
        ! compile "$root/build-test" "${targets[@]/#/tests/fuzz/fuzz-}"; then
        die "could not build the targets"
    fi
    "$folder/tests/fuzz/fuzz-words" >"$folder/words"
    heading "fuzzing ${targets[*]} for $1 min"
    for name in "${targets[@]}"; do fuzz_one "$name" $(($1 * 60)) "$forks" & done
    wait
    for name in "${targets[@]}"; do fuzz_report "$name"; done
    say "what was kept, again without sanitizers, each within ${promised_limits[1]} s and ${promised_limits[3]} MiB:"
    for name in "${targets[@]}"; do fuzz_again "$name" || status=1; done
    finds=$(find "$folder/finds" -type f)
    [ -z "$finds" ] || status=1
    while read -r name; do
        [ -z "$name" ] || say "found: $name; again: build-fuzz/tests/fuzz/libfuzzer-$(basename "$name" | sed 's/-.*//') $name"
    done <<<"$finds"
    exit "$status"
}
