#!/usr/bin/env bash
# Everything about the sources that can be checked without running them. Each check prints one line,
# and what is wrong below it; with LIST, it is also added there in the form of testlog.sh.
#
#   tools/lint.sh BUILD [LIST]     BUILD: a build folder of this tree, compiled

set -uo pipefail

if [ $# -lt 1 ] || [ $# -gt 2 ]; then
    echo "usage: lint.sh BUILD [LIST]" >&2
    exit 2
fi
build=$(cd "$1" && pwd) || exit 2
list=${2:-/dev/null}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit 2
failures=0

# The version of clang-format whose opinion counts: another one formats other things its own way.
format_version=14

# verdict STATUS NAME REASON
verdict() {
    printf '%-8s %s%s\n' "$1" "$2" "${3:+: $3}"
    printf '%s\tlint\t%s\t%s\n' "$(printf '%s' "$1" | tr '[:upper:]' '[:lower:]')" \
        "$2" "$3" >>"$list"
    [ "$1" != FAILED ] || failures=$((failures + 1))
}

# check NAME COMMAND...: the command is silent and returns 0, or says what is wrong; 77 is a skip
# whose last line is the reason
check() {
    local name=$1 output status=0
    shift
    output=$("$@" 2>&1) || status=$?
    case $status in
    0) verdict passed "$name" "" ;;
    77) verdict skipped "$name" "$(tail -n 1 <<<"$output" | sed 's/^skipped: //')" ;;
    *)
        verdict FAILED "$name" ""
        awk 'NR <= 60 { print } END { if (NR > 60) print "... and", NR - 60, "lines more" }' \
            <<<"$output"
        ;;
    esac
}

skip() {
    echo "$1"
    return 77
}

# files FIND-EXPRESSION...: of the tree, without build folders and without what is broken on purpose
files() {
    find . \( -name .git -o -path './build*' -o -path ./scenes/bad \) -prune -o \
        -type f \( "$@" \) -print0
}

formatting() {
    local tool version
    for tool in "clang-format-$format_version" clang-format; do
        version=$("$tool" --version 2>/dev/null | sed -n 's/.*version \([0-9]*\).*/\1/p')
        if [ "${version:-0}" -eq "$format_version" ]; then
            files -name '*.[ch]' -o -name '*.cpp' | xargs -0 "$tool" --dry-run -Werror
            return
        fi
    done
    skip "needs clang-format $format_version"
}

whitespace() {
    local bad=0 file
    while IFS= read -r -d '' file; do
        grep -nHE $'[ \t\r]+$|\t' "$file" && bad=1
        if [ -s "$file" ] && [ -n "$(tail -c 1 "$file")" ]; then
            echo "$file: no newline at the end"
            bad=1
        fi
    done < <(files -name '*.[ch]' -o -name '*.cpp' -o -name '*.in' -o -name '*.sh' -o -name '*.md' -o \
        -name '*.build' -o -name '*.txt' -o -name '*.yaml' -o -name '*.svg' -o -name '*.xml' -o -name '*.bash' -o \
        -name '*.desktop' -o -name '*.1' -o -name '*.supp' -o -name dev -o -path './.ci/*')
    return $bad
}

scripts() {
    if ! command -v shellcheck >/dev/null; then
        skip "shellcheck is not installed"
        return
    fi
    files -name '*.sh' -o -name dev -o -path './.ci/*' | xargs -0 shellcheck
}

# Every header by itself. What a source includes before all else has been compiled alone; the others are, in the folders
# that this build has the libraries for.
headers() {
    local bad=0 header flags=() packages=(yaml-0.1) first
    first=$(find src -name '*.c' -print0 | xargs -0 -n 1 sed -n '/^#include/{s/^#include "\(.*\)"$/\1/p;q;}')
    if pkg-config --exists sdl2 SDL2_ttf libpng fontconfig; then
        packages+=(sdl2 SDL2_ttf libpng fontconfig)
    fi
    read -r -a flags <<<"$(pkg-config --cflags "${packages[@]}")"
    while IFS= read -r -d '' header; do
        grep -q '^#pragma once$' "$header" || { echo "$header: no #pragma once" && bad=1; }
        ! grep -qxF -- "${header#./src/}" <<<"$first" || continue
        printf '#include "%s"\n' "${header#./src/}" |
            "${CC:-cc}" -std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wno-unused-parameter \
                -Werror -Isrc ${flags[@]+"${flags[@]}"} -fsyntax-only -x c - ||
            { echo "$header does not compile alone" && bad=1; }
    done < <(find ./src -name '*.h' -print0)
    return $bad
}

# what a static library of ours gives to others is called vl_something
symbols() {
    local found archive archives=()
    while IFS= read -r -d '' archive; do
        archives+=("$archive")
    done < <(find "$build/src" -name '*.a' -print0)
    [ ${#archives[@]} -gt 0 ] || { echo "no library in $build/src" && return 1; }
    # the underscore in front is put there by macOS; a leading double one by the sanitizers
    # -A puts "archive[member]: " in front, and a path may hold spaces
    found=$(nm -A -g -P "${archives[@]}" | awk '
        { where = $0; sub(/^.*: /, ""); sub(/: .*$/, "", where) }
        $2 ~ /^[ABCDGRSTVW]$/ && $1 !~ /^_?vl_/ && $1 !~ /^__/ { print where ": " $1 }')
    [ -z "$found" ] || { printf '%s\n' "$found" && return 1; }
}

meson_warnings() {
    ! grep -E '(^|: )(WARNING|DEPRECATION):' "$build/meson-logs/meson-log.txt"
}

check formatting formatting
check whitespace whitespace
check budgets tests/budgets.sh .
check layering tests/layering.sh .
check layering-self-check tests/layering.sh --self-check .
check circles tests/circles.sh . "$build"
check circles-self-check tests/circles.sh --self-check
check libm tests/libm.sh "$build"
check libm-self-check tests/libm.sh --self-check
check headers headers
check symbols symbols
check "meson warnings" meson_warnings
check shellcheck scripts

[ "$failures" -eq 0 ]
