#!/usr/bin/env bash
# What can be found in the sources by tools that read them as a whole: clang-tidy (.clang-tidy has the chosen checks),
# cppcheck, and the analyzer of gcc. Each prints one line, and what it found below it; with LIST, it is also added there
# in the form of testlog.sh.
#
#   tools/analysis.sh CLANG GCC [LIST]     folders that were set up for these; nothing needs to be built in them

set -uo pipefail

if [ $# -lt 2 ] || [ $# -gt 3 ]; then
    echo "usage: analysis.sh CLANG GCC [LIST]" >&2
    exit 2
fi
build=$(cd "$1" && pwd) || exit 2
gcc_build=$(cd "$2" && pwd) || exit 2
list=${3:-/dev/null}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit 2
failures=0

# The versions whose opinion counts: another one has other checks.
tidy_version=14
cppcheck_version=2.10
gcc_version=12

# verdict STATUS NAME REASON
verdict() {
    printf '%-8s %s%s\n' "$1" "$2" "${3:+: $3}"
    printf '%s\tanalysis\t%s\t%s\n' "$(printf '%s' "$1" | tr '[:upper:]' '[:lower:]')" "$2" "$3" >>"$list"
    [ "$1" != FAILED ] || failures=$((failures + 1))
}

# judge NAME VERSION-WANTED VERSION COMMAND: the command prints what it found, and nothing otherwise
judge() {
    local name=$1 output
    if [ "$2" != "$3" ]; then
        verdict skipped "$name" "needs version $2, found ${3:-none}"
        return
    fi
    output=$("$4" 2>&1) && [ -z "$output" ] && verdict passed "$name" "" && return
    verdict FAILED "$name" ""
    head -n 60 <<<"$output"
}

# What is compiled for a browser alone has no command here. A process for each file: with several files in one, version
# 14 finds variable arguments that were not begun.
tidy() {
    find src -name '*.c' -not -name 'web_*' -print0 | sort -z |
        xargs -0 -n 1 -P "$(nproc)" clang-tidy -p "$build" --quiet 2>/dev/null |
        sed -n 's#^[^ ]*\(src/[^ ]*: \(warning\|error\): \)#\1#p'
}

# Only what it says of the project: macros of the system's headers are not its own.
whole() {
    cppcheck -q -j "$(nproc)" --project="$build/compile_commands.json" --enable=warning,portability --inline-suppr \
        --suppress='*:/usr/*' --suppressions-list=tools/cppcheck.txt --suppress='*:*/tests/*' --suppress='*:*/bench/*' \
        --suppress='*:*/tools/*' --template='{file}:{line}: {severity}: {message} [{id}]' 2>&1
}

# The commands that compile what the program is linked with, but to assembly that nobody keeps.
analyzer() {
    ninja -C "$gcc_build" -t commands src/verlet-lab | grep -E ' -c [^ ]*src/[^ ]*[.]c$' |
        sed 's/ -M[QF] [^ ]*//g; s/ -MD//; s/ -o [^ ]* -c / -fdiagnostics-color=never -fanalyzer -S -o \/dev\/null /' |
        (cd "$gcc_build" && xargs -d '\n' -n 1 -P "$(nproc)" sh -c) 2>&1 |
        sed -n 's#^[^ ]*\(src/[^ ]*: \(warning\|error\): \)#\1#p'
}

judge clang-tidy "$tidy_version" "$(clang-tidy --version 2>/dev/null | sed -n 's/.*version \([0-9]*\).*/\1/p')" tidy
judge cppcheck "$cppcheck_version" "$(cppcheck --version 2>/dev/null | sed 's/^Cppcheck //')" whole
judge "gcc -fanalyzer" "$gcc_version" "$(gcc -dumpversion 2>/dev/null | sed 's/[.].*//')" analyzer
[ "$failures" -eq 0 ]
