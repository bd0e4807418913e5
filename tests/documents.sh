#!/bin/sh
# Checks the documents: every relative link leads to a file, every picture in docs/pictures is shown in a document and
# is drawn by tools/pictures.sh, each scene of the lessons exists, and no line of prose is longer than 120 characters.
# No row of a table is, either, but of integrators and of the keys of a scene, which come from the program. Code, lists
# of names and what programs printed are as wide as they are.
#
#   tests/documents.sh ROOT

set -eu
cd "$1"
status=0

fail() {
    echo "$1"
    status=1
}

documents=$(find . -name '*.md' -not -path './build*' -not -path './.*/*')
for document in $documents; do
    links=$(grep -o '](\([^)#]*\)' "$document" | cut -c3- | grep -v '^https*:' || true)
    for link in $links; do
        [ -e "$(dirname "$document")/$link" ] || fail "$document: no file $link"
    done
done
# prose DOCUMENT: its lines outside of code and of tables that may be wide
prose() {
    case $1 in
    ./docs/integrators.md | ./docs/scene-format.md) wide='^\\|' ;;
    *) wide='^$' ;;
    esac
    awk -v wide="$wide" '/^```/ { code = !code } code || $0 ~ wide || /^    / || /^(- )?[^ ]+$/ { next }
        { print FILENAME ":" FNR ": " $0 }' "$1"
}
for document in $documents docs/templates/*.in; do
    long=$(prose "$document" | LC_ALL=C.UTF-8 grep -E '^[^ ]*: .{121,}' || true)
    [ -z "$long" ] || fail "longer than 120 characters: $long"
done
lessons=$(awk '$1 == "|" && $2 ~ /^`[a-z-]+`$/ { print substr($2, 2, length($2) - 2) }' docs/lessons.md)
for lesson in scenes/lessons/*.yaml; do
    awk '/^minutes:/ { left = $2 } { while (match($0, /, [0-9]+ minutes/)) {
        left -= substr($0, RSTART + 2, RLENGTH - 2); $0 = substr($0, RSTART + RLENGTH) } } END { exit left != 0 }' \
        "$lesson" || fail "$lesson: the minutes of its scenes are not those of the lesson"
done
[ -n "$lessons" ] || fail "docs/lessons.md: no table names a scene"
for scene in $lessons; do
    [ -f "scenes/$scene.yaml" ] || fail "docs/lessons.md: no scene $scene"
done
for picture in docs/pictures/*.png; do
    name=$(basename "$picture" .png)
    # shellcheck disable=SC2086 # one word for each document
    grep -q "pictures/$name.png" $documents || fail "$picture: no document shows it"
    grep -qE "(^|[ ])${name}[: ]" tools/pictures.sh || fail "$picture: tools/pictures.sh does not draw it"
done
# what names a key on the screen has it between backticks, where it can be pressed, or stands at its button
# shellcheck disable=SC2016 # backticks of the sources
named='"([^"`]*`[^"`]*`)*([^"`]*[^"`(+A-Za-z])?(Space|Esc|F[0-9]+|(Ctrl|Shift)[+ ]|[B-Z] [a-z]+s )'
bare=$(grep -rnE --include='*.c' "$named" src/app | grep -vE 'ROW\(|VL_KEY|begins_with|\.also|with Shift another|vl_command_named|// ' || true)
[ -z "$bare" ] || fail "a key that cannot be pressed: $bare"
exit $status
