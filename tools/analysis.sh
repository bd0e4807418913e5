#!/usr/bin/env bash
# What can be found in the sources by tools that read them as a whole: clang-tidy (.clang-tidy has the chosen checks),
# cppcheck, and the analyzer of gcc. Each prints one line, and what it found below it; with LIST, it is also added there
# in the form of testlog.sh.
#
#   tools/analysis.sh CLANG GCC [LIST [changed]]
#
# CLANG and GCC are folders that were set up for these; nothing needs to be built in them. `changed` looks at those
# sources alone that changed in the day before the last commit, and at those that include what changed, as far as the
# folder of gcc knows from building them: at most 100 of them, the changed ones first.

set -uo pipefail

if [ $# -lt 2 ] || [ $# -gt 4 ]; then
    echo "usage: analysis.sh CLANG GCC [LIST [changed]]" >&2
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

most=100

# The paths that changed, the sources before the headers, then the sources that include one of them
changed_and_including() {
    local changed
    changed=$(git diff --name-only "$before" -- src)
    grep '[.]c$' <<<"$changed"
    ninja -C "$gcc_build" -t deps | awk -v changed="$changed" '
        BEGIN { split(changed, names, "\n"); for (i in names) is_changed["../" names[i]] = 1 }
        /^[^ ]/ { source = ""; hit = 0 }
        /^ / && source == "" { source = $1 }
        /^ / && $1 in is_changed && !hit { hit = 1; if (source ~ /^[.][.]\/src\/.*[.]c$/) print substr(source, 4) }'
}

# sources: the files to look at, a line each, without what is compiled for a browser alone
sources() {
    find src -name '*.c' -not -name 'web_*' | sort
}

if [ "${4-}" = changed ]; then
    before=$(git rev-list -1 --before="$(($(git log -1 --format=%ct) - 86400))" HEAD 2>/dev/null)
    if [ -z "$before" ] || [ -z "$(ninja -C "$gcc_build" -t deps 2>/dev/null | head -n 1)" ]; then
        verdict skipped "analysis of what changed" "needs a history of more than a day, and what ./dev test has built"
        exit 0
    fi
    chosen=$(changed_and_including | grep -v '/web_' | awk '!seen[$0]++' | while read -r file; do
        [ ! -f "$file" ] || printf '%s\n' "$file"
    done)
    count=$(grep -c . <<<"$chosen")
    chosen=$(head -n "$most" <<<"$chosen")
    echo "$count sources changed or include what changed; at most $most of them are looked at"
    if [ "$count" -eq 0 ]; then
        verdict passed "analysis of what changed" ""
        exit 0
    fi
    sources() {
        printf '%s\n' "$chosen"
    }
fi

# A process for each file: with several files in one, version
# 14 finds variable arguments that were not begun.
tidy() {
    sources | xargs -n 1 -P "$(nproc)" clang-tidy -p "$build" --quiet 2>/dev/null |
        sed -n 's#^[^ ]*\(src/[^ ]*: \(warning\|error\): \)#\1#p'
}

# Only what it says of the project: macros of the system's headers are not its own.
whole() {
    mapfile -t filters < <(sources | sed "s#^#--file-filter=$root/#")
    cppcheck -q -j "$(nproc)" --project="$build/compile_commands.json" "${filters[@]}" --enable=warning,portability --inline-suppr \
        --suppress='*:/usr/*' --suppressions-list=tools/cppcheck.txt --suppress='*:*/tests/*' --suppress='*:*/bench/*' \
        --suppress='*:*/tools/*' --template='{file}:{line}: {severity}: {message} [{id}]' 2>&1
}

# The commands that compile what the program is linked with, but to assembly that nobody keeps.
analyzer() {
    ninja -C "$gcc_build" -t commands src/verlet-lab | grep -E ' -c [^ ]*src/[^ ]*[.]c$' |
        grep -F -f <(sources | sed 's#^#/#') |
        sed 's/ -M[QF] [^ ]*//g; s/ -MD//; s/ -o [^ ]* -c / -fdiagnostics-color=never -fanalyzer -S -o \/dev\/null /' |
        (cd "$gcc_build" && xargs -d '\n' -n 1 -P "$(nproc)" sh -c) 2>&1 |
        sed -n 's#^[^ ]*\(src/[^ ]*: \(warning\|error\): \)#\1#p'
}

judge clang-tidy "$tidy_version" "$(clang-tidy --version 2>/dev/null | sed -n 's/.*version \([0-9]*\).*/\1/p')" tidy
judge cppcheck "$cppcheck_version" "$(cppcheck --version 2>/dev/null | sed 's/^Cppcheck //')" whole
judge "gcc -fanalyzer" "$gcc_version" "$(gcc -dumpversion 2>/dev/null | sed 's/[.].*//')" analyzer
[ "$failures" -eq 0 ]
