#!/usr/bin/env bash
# The stages of the tests: what each of them asks, and in which command it runs. ./dev reads this file.

# shellcheck disable=SC2154 # $root is that of ./dev

# name | commands that it is a part of | what is called | what it asks
stages='
gcc       | test       | build gcc           | gcc, warnings are errors: each property once, few of the random cases
lint      | test       | lint                | what the sources say without running
sanitize  | ci         | sanitized           | the sanitizers of addresses and undefined behaviour, without what is long
clang     | ci         | clang               | clang: warnings are errors, the table of bits and the sweeps
bare      | ci release | without_app         | without the app
analysis  | ci         | analysis changed    | clang-tidy, cppcheck and the analyzer of gcc, on what changed in the last day
web       | ci         | web                 | WebAssembly: a dozen groups of tests in Node, the page in Chromium
deeds     | ci         | soak 400            | fixed deeds of a random use of the demo
all       | release    | build all           | gcc, warnings are errors: all of the random cases
headers   | release    | lint                | what the sources say without running
clang-all | release    | build clang         | clang, warnings are errors: all tests
sanitizers| release    | build sanitize      | the sanitizers of addresses and undefined behaviour, all tests
threads   | release    | build threads       | the thread sanitizer, without what is long
memcheck  | release    | build memcheck      | memcheck of valgrind, without what is long or needs the processor itself
coverage  | release    | coverage            | lines and branches that the tests reach, not optimised
bits      | release    | all_bits            | the whole table of bits
analyses  | release    | analysis            | clang-tidy, cppcheck and the analyzer of gcc, on everything
page      | release    | web all             | WebAssembly: all tests that Node can run, the bits, the page in Chromium
long-soak | release    | soak 20000          | fixed deeds of a long random use of the demo
package   | release    | package             | the package, also in a fresh Debian
arm       | release    | arm                 | the table of bits on 64-bit Arm, emulated
mutants   | release    | mutants             | small faults in the sources, and whether the tests still find them
fuzz      | release    | fuzz                | inputs that libFuzzer makes up, five minutes a target
'

# What goes with the hash of the commit: the random cases that are tried, and the random use of the demo.
seed=$(git -C "$root" rev-parse --short=6 HEAD 2>/dev/null) || seed=0
seed=$((16#$seed % 100000))

few=VERLET_LAB_TESTS=few
# no test of more than 300 ms, by tests/times.txt
short=VERLET_LAB_LONGEST=300

# meson lets malloc() fill what it gives and takes back, so that nothing relies on memory that it did not
# write. The app stores states of many megabytes; filling them took up to five sixths of the time of a
# test. The sanitizers have a filling of their own and ask that question in every test.
unfilled=MALLOC_PERTURB_=0

asan_options=detect_stack_use_after_return=1:strict_string_checks=1:max_malloc_fill_size=65536

# Sets folder, compiler, options, patience (how many times longer a test may compute), settings (of the environment of
# the tests) and selection (of the tests).
describe_build() {
    folder=$root/build-$1 compiler=$1 options=(--werror) patience=1 settings=("$unfilled" "$few") selection=()
    case $1 in
    gcc) folder=$root/build-test ;;
    all) folder=$root/build-test compiler=gcc patience=5 settings=("$unfilled") ;;
    quick)
        folder=$root/build-test compiler=gcc settings+=("$short")
        selection=(--no-suite slow --no-suite window --no-suite long)
        ;;
    sanitize)
        # the sanitizers make gcc warn of what is not so; the other builds have no warning
        compiler=gcc patience=5 selection=(--no-suite slow --no-suite sources)
        options=("-Db_sanitize=address,undefined" -Db_lundef=false -Doptimization=1 -Ddebug=true
            "-Dc_args=-fno-sanitize-recover=all -g1")
        # windows without OpenGL: its drivers lose memory, and are unloaded before they can be named
        settings=("$few" SDL_RENDER_DRIVER=software SDL_FRAMEBUFFER_ACCELERATION=0
            "ASAN_OPTIONS=$asan_options" "UBSAN_OPTIONS=print_stacktrace=1"
            "LSAN_OPTIONS=suppressions='$root/tools/lsan.supp':print_suppressions=0")
        ;;
    threads)
        compiler=gcc patience=10 selection=(--no-suite slow)
        options+=(-Db_sanitize=thread -Db_lundef=false -Doptimization=1)
        settings=("$few" "$short" TSAN_OPTIONS=halt_on_error=1)
        ;;
    memcheck)
        compiler=gcc patience=30 settings=("$few" "$short")
        selection=(--no-suite slow --no-suite native "--wrapper=valgrind -q --error-exitcode=99 --max-stackframe=8000000")
        options+=(-Doptimization=1 -Ddebug=true "-Dc_args=-mno-avx512f")
        ;;
    coverage)
        # the rooms of the app are not measured, and their tests do not run
        compiler=gcc patience=10 settings=("$few" "$short" "$unfilled")
        options=(-Db_coverage=true -Doptimization=0)
        selection=(--no-suite slow --no-suite app --no-suite window --no-suite sources)
        ;;
    esac
}

heading() {
    say ""
    say "== $1 ($((SECONDS - start_seconds)) s)"
}

# record STATUS BUILD TEST REASON
record() {
    printf '%s\t%s\t%s\t%s\n' "$@" >>"$results"
}

# begin_results: a list of what came out. Who calls several commands may give one for all: DEV_RESULTS.
begin_results() {
    scratch=$(mktemp -d)
    trap 'rm -rf -- "$scratch"' EXIT
    results=${DEV_RESULTS:-$scratch/results}
    touch -- "$results"
}

# computing_time: sets `computed`, the s that all commands so far have computed
computing_time() {
    times >"$scratch/times"
    computed=$(awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, part, /[ms]/); sum += 60 * part[1] + part[2] } }
        END { printf "%.0f", sum }' "$scratch/times")
}

# run_stage NAME ACTION TITLE: what is a stage of the table
run_stage() {
    local before lines
    heading "$1: $3"
    stage=$1
    computing_time
    before=$computed
    lines=$(wc -l <"$results")
    # shellcheck disable=SC2086 # a function and its arguments
    stage_$2 || true
    [ "$(wc -l <"$results")" -gt "$lines" ] || record failed "$1" "$2" "ended without a verdict"
    computing_time
    record used "$1" "" $((computed - before))
}

# run_stages WORD: those of a command, or the one of that name. Returns 1 where there is none.
run_stages() {
    local name commands action title found=1
    while IFS='|' read -r -u 3 name commands action title; do
        read -r name <<<"$name"
        if [[ " $commands " == *" $1 "* ]] || [ "$name" = "$1" ]; then
            found=0
            read -r action <<<"$action"
            read -r title <<<"$title"
            run_stage "$name" "$action" "$title"
        fi
    done 3< <(grep '|' <<<"$stages")
    return $found
}

# --- a build and its tests ------------------------------------------------------------------------

# build_for_test TARGET...: of a build that has been described
build_for_test() {
    if ! configure "$folder" "$compiler" "${options[@]}" || ! compile "$folder" "$@"; then
        record failed "$stage" build "does not build"
        return 1
    fi
}

# run_tests ARGUMENT...: of a build that has been described. A process may compute for five minutes, and meson ends after
# half an hour what hangs.
run_tests() {
    local status=0 log=$folder/meson-logs/testlog.json list=$scratch/list
    # meson names it by the wrapper
    [[ "${selection[*]}" != *--wrapper=valgrind* ]] || log=$folder/meson-logs/testlog-valgrind.json
    rm -f "$log"
    # what these variables say could change what the tests print, or hide what they find
    (
        ulimit -S -t $((300 * patience))
        exec env -u CMOCKA_MESSAGE_OUTPUT -u CMOCKA_XML_FILE "VERLET_LAB_SEED=$seed" "${settings[@]}" \
            meson test -C "$folder" --print-errorlogs ${selection[@]+"${selection[@]}"} "$@"
    ) || status=$?
    : >"$list"
    [ ! -f "$log" ] || "$root/tools/testlog.sh" "$log" "$stage" >"$list"
    if [ ! -s "$list" ]; then
        record failed "$stage" "meson test" "no test ran"
        return 1
    fi
    cat "$list" >>"$results"
    if [ "$status" -ne 0 ] && ! grep -q '^failed' "$list"; then
        record failed "$stage" "meson test" "exit status $status"
    fi
    if grep -q '^failed' "$list"; then
        say "the random cases were those of VERLET_LAB_SEED=$seed"
        return 1
    fi
}

# judged_by SCRIPT ARGUMENT...: a script of tools/ that adds its verdicts to the results
judged_by() {
    local script=$1 lines
    shift
    lines=$(wc -l <"$results")
    if ! "$root/$script" "$@" && ! tail -n "+$((lines + 1))" "$results" | grep -q '^failed'; then
        record failed "$stage" "$script" "ended without a verdict"
    fi
}

stage_build() {
    describe_build "$1"
    [ "$compiler" != clang ] || need clang
    [ "$1" != memcheck ] || need memcheck
    shift
    build_for_test && run_tests "$@"
}

stage_lint() {
    describe_build gcc
    build_for_test || return
    judged_by tools/lint.sh "$root/build-test" "$results"
}

# To find pointers to locals that are gone the sanitizer keeps each stack frame aside, which takes a
# third of the time. The app, the widgets and the program hand such pointers on; what the libraries
# compute is tested without.
stage_sanitized() {
    local numbers=(--suite base --suite physics --suite scene --suite lab)
    describe_build sanitize
    settings+=("$short")
    build_for_test || return
    run_tests "${numbers[@]/--suite/--no-suite}"
    settings+=("ASAN_OPTIONS=$asan_options:detect_stack_use_after_return=0")
    run_tests --no-rebuild "${numbers[@]}"
}

# clang compiles everything for its warnings. Where its program writes the table of bits that gcc has, what gcc tests of
# these numbers holds for it, too.
stage_clang() {
    need clang
    describe_build clang
    build_for_test && run_tests same-bits sweeps
}

# A copy of the folder of gcc is set up anew: ninja compiles again what the option changes. What the build is to do
# without must not be named in it.
stage_without_app() {
    describe_build gcc
    build_for_test || return
    folder=$root/build-options options=(--werror -Dapp=disabled) settings=("$few")
    if [ -e "$folder" ] && [ ! -f "$folder/.dev-options" ]; then
        record failed "$stage" set-up "build-options/ was made by hand"
        return
    fi
    rm -rf -- "$folder"
    cp -a -- "$root/build-test" "$folder"
    printf '%s\n' "$stage" >"$folder/.dev-options"
    if ! quietly meson setup --reconfigure "$folder" "$root" "${options[@]}" || ! compile "$folder"; then
        record failed "$stage" "without the app" "does not build"
        return
    fi
    if grep -qE '(lib|include/)SDL2' "$folder/build.ninja"; then
        record failed "$stage" app "is disabled, and something is built with SDL"
    fi
    run_tests --no-rebuild cli same-bits sweeps
}

# stage_analysis [changed]: nothing is compiled for it: the folders of gcc and clang have the commands
stage_analysis() {
    need clang analysis
    describe_build gcc
    configure "$folder" "$compiler" "${options[@]}"
    describe_build clang
    if ! configure "$folder" "$compiler" "${options[@]}"; then
        record failed "$stage" set-up "could not configure ${folder##*/}/"
        return
    fi
    judged_by tools/analysis.sh "$folder" "$root/build-test" "$results" "$@"
}

# The counts of an earlier run would be added to: they are removed.
stage_coverage() {
    describe_build coverage
    build_for_test || return
    find "$folder" -name '*.gcda' -delete
    run_tests --no-rebuild
    # the bits of code that is not optimised
    settings=("$few" "$unfilled") selection=()
    run_tests --no-rebuild sweeps
    judged_by tools/coverage.py "$folder" "$results"
}

stage_all_bits() {
    describe_build gcc
    build_for_test src/verlet-lab || return
    if "$root/tools/same-bits.sh" --all "$folder/src/verlet-lab" "$root/tests/same-bits.txt" >&2; then
        record passed "$stage" "same-bits --all" ""
    else
        record failed "$stage" "same-bits --all" "lines differ"
    fi
}

# stage_soak DEEDS: half of them in one process, and half, from another seed, in one beside it
stage_soak() {
    local half=$(($1 / 2)) of verdict processes=()
    describe_build gcc
    build_for_test tests/soak || return
    for of in 1 2; do
        "$folder/tests/soak" --deeds "$half" --seed $((seed + of)) >"$scratch/soak-$of" 2>&1 &
        processes+=($!)
    done
    for of in 1 2; do
        verdict=passed
        wait "${processes[of - 1]}" || verdict=failed
        cat -- "$scratch/soak-$of" >&2
        record $verdict "$stage" "$half deeds of seed $((seed + of))" "again: build-test/tests/soak --deeds $half --seed $((seed + of))"
    done
}

stage_package() {
    need fresh
    if ! make_package >&2; then
        record failed "$stage" build "is not made"
        return
    fi
    judged_by tests/package.sh "$root/build-package" "$results"
}

# stage_verdict TEST COMMAND...: one command that passes or fails
stage_verdict() {
    local name=$1
    shift
    if "$@" >&2; then record passed "$stage" "$name" ""; else record failed "$stage" "$name" "exit status $?"; fi
}

stage_arm() {
    need arm
    stage_verdict "bits on Arm" "$root/tools/arm64-bits.sh"
}

stage_mutants() {
    stage_verdict "mutants" "$root/dev" mutate check
}

stage_fuzz() {
    stage_verdict "fuzz" "$root/dev" fuzz 5
}

# --- the page -------------------------------------------------------------------------------------

# Groups of every room that meet what another compiler, another C library or 32 bits could change.
groups_in_node="text elementary elliptic exact_motion integrators solvers contacts scene stream any_scene ui app_input"

# The lines of TAP of the tests of the page, each one test. The reason of a failure is its message, which may begin on the
# next line.
record_tap() {
    awk -v OFS='\t' -v stage="$stage" '
        function put_failure() { if (name != "") print "failed", stage, name, substr(reason, 1, 300); name = "" }
        /^(not )?ok / { put_failure() }
        /^ok / { sub(/^ok [0-9]+ - /, ""); print "passed", stage, $0, "" }
        /^not ok / { sub(/^not ok [0-9]+ - /, ""); name = $0; reason = ""; in_reason = 0 }
        in_reason && reason == "" { sub(/^ */, ""); reason = $0 }
        /^  error:/ { sub(/^  error: */, ""); in_reason = /^[|>]/; reason = in_reason ? "" : $0 }
        END { put_failure() }
    ' "$1" >>"$results"
}

test_page() {
    local log=$root/build-web/page.tap status=0
    if ! (build_page && build_program && need_puppeteer) >/dev/null; then
        record failed "$stage" build "the page, the program or what drives the browser is not there"
        return
    fi
    in_browser node --test --test-reporter=tap "$root/tests/web/page.test.js" >"$log" 2>&1 || status=$?
    grep -E '^(ok|not ok) ' "$log" >&2 || true
    record_tap "$log"
    if ! grep -q '^ok ' "$log" || { [ "$status" -ne 0 ] && ! grep -q '^not ok ' "$log"; }; then
        record failed "$stage" tests/web/page.test.js "ended with status $status; $log has all that was said"
    fi
}

# stage_web [all]: the folder of the page has all libraries, and its tests and another program are linked there for Node
stage_web() {
    local groups=()
    folder=$root/build-web compiler='' patience=5 settings=("$few") selection=(--no-suite slow)
    if [ "${1-}" != all ]; then
        settings+=("$short")
        read -r -a groups <<<"$groups_in_node"
    fi
    if (build_page) >/dev/null && compile "$folder"; then
        run_tests --no-rebuild ${groups[@]+"${groups[@]}"} || true
    else
        record failed "$stage" build "does not build"
    fi
    test_page
}

# --- the commands ---------------------------------------------------------------------------------

# changed_rooms: names the suites of the rooms that are not as they were when they were last green. What a test program is
# linked with is in its bytes; scenes, tables, documents and, for the command line, the program are read beside it.
changed_rooms() {
    local program room sum read_beside
    read_beside=$(cd "$root" && find scenes tests/fuzz/seeds tests/*.txt docs -type f -print0 | sort -z | xargs -0 sha256sum)
    for program in "$folder"/tests/test-*; do
        [ -f "$program" ] || continue
        room=${program##*/test-}
        sum=$({
            cat "$program" - <<<"$read_beside"
            [ "$room" != cli ] || cat "$folder/src/verlet-lab"
        } | sha256sum)
        printf '%s %s\n' "$room" "${sum%% *}"
    done >"$scratch/rooms"
    touch "$folder/.green-rooms"
    grep -vxFf "$folder/.green-rooms" "$scratch/rooms" | cut -d ' ' -f 1 || true
}

# The rooms that changed and those above them, which are linked anew with them.
stage_quick() {
    local rooms
    describe_build quick
    build_for_test || return
    mapfile -t rooms < <(changed_rooms)
    say "changed since they were green: ${rooms[*]:-none}"
    if run_tests --no-rebuild "${rooms[@]/#/--suite=}" --suite=sources; then
        cp -- "$scratch/rooms" "$folder/.green-rooms"
    fi
}

command_test() {
    local status=0 word=${1:-test}
    case " $* " in
    *" --list "* | *" --help "* | *" -h "*)
        need build test lint
        describe_build gcc
        configure "$folder" "$compiler" "${options[@]}"
        exec meson test -C "$folder" "$@"
        ;;
    esac
    [ $# -eq 0 ] || shift
    case $word in
    test | ci | release | quick | times) [ $# -eq 0 ] || wrong_usage "test $word takes no argument" ;;
    *) [ $# -eq 0 ] || ! grep -q "^$word  *|" <<<"$stages" || wrong_usage "test $word takes no argument" ;;
    esac
    need build test lint
    begin_results
    case $word in
    quick) run_stage quick quick "gcc: the rooms that changed and those above them, tests of at most 300 ms" ;;
    times) run_stage times "build gcc" "gcc: what each test takes, for tests/times.txt" ;;
    *) run_stages "$word" || run_stage gcc "build gcc $word $*" "gcc: $word $*" ;;
    esac
    if [ "$word" = times ] && ! grep -q '^failed' "$results"; then
        "$root/tools/times.py" "$root/build-test" >"$root/tests/times.txt"
    fi
    say ""
    "$root/tools/tally.sh" "$results" || status=$?
    exit "$status"
}
