#!/bin/sh
# The pages in docs/ that are made from tables and templates are what `ninja docs` would write.
#
#   tests/generated-docs.sh GEN_DOCS ROOT

set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" "$2/docs/templates" "$folder"
for page in "$folder"/*; do
    diff -u "$2/docs/${page##*/}" "$page" || {
        echo "docs/${page##*/} is out of date: ninja docs"
        exit 1
    }
done
