#!/bin/sh
# Checks the documents: every relative link leads to a file, and every picture in docs/pictures is shown in a
# document and is drawn by tools/pictures.sh.
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
for picture in docs/pictures/*.png; do
    name=$(basename "$picture" .png)
    # shellcheck disable=SC2086 # one word for each document
    grep -q "pictures/$name.png" $documents || fail "$picture: no document shows it"
    grep -qE "(^|[ ])${name}[: ]" tools/pictures.sh || fail "$picture: tools/pictures.sh does not draw it"
done
exit $status
