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

# Pupils choose on their sheet from what the screen offers, and the teacher has what is right.
for page in "$folder"/lesson-*.html; do
    asked=$(grep -c 'class="ask"' "$page") choices=$(grep -c '"choices"' "$page") answers=$(grep -c '"answer"' "$page")
    drawings=$(grep -c '"start"' "$page")
    if [ "$choices" -ne "$asked" ] || [ $((2 * answers)) -ne "$asked" ] || [ "$drawings" -ne "$answers" ]; then
        echo "docs/${page##*/}: $asked questions, $choices lists of choices, $answers answers, $drawings drawings"
        exit 1
    fi
    # its drawings are printed at about half of a pixel a unit, and frames are told as in the questions
    small=$(sed -n '/<style>/,/<\/style>/d; s/font-size[:=]["[:space:]]*1[0-5]/&/p; s/Given: .*→/&/p' "$page")
    [ -z "$small" ] || { echo "docs/${page##*/}: type below 8 points, or words of a file: $small" && exit 1; }
    # what is said to need no formula has none, in no question and no answer either
    if grep -q "(${page##*/}) .*no formula" "$2/docs/lessons.md" && sed '1,/<h1>/d' "$page" | grep -E '[a-z]₋|dt|²|½| = '; then
        echo "docs/${page##*/}: lessons.md promises that no formula is needed"
        exit 1
    fi
done
