#!/bin/sh
# The developers' script refuses what it does not know, as wrong usage, before it installs or builds
# anything.
#
#   tests/dev-arguments.sh ROOT

set -u
root=$1
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
wrong=0

# refuse WORD ARGUMENT...: status 2, nothing on standard output, and WORD in the message
refuse() {
    word=$1
    shift
    DEV_INSTALL=no timeout 20 "$root/dev" "$@" >"$folder/out" 2>"$folder/err"
    status=$?
    if [ $status -ne 2 ] || [ -s "$folder/out" ] || ! grep -qF -- "$word" "$folder/err"; then
        echo "./dev $*: status $status, and it says:"
        cat "$folder/out" "$folder/err"
        wrong=1
    fi
}

refuse nonsense nonsense
refuse --slow bench --slow
refuse --csv bench --csv
refuse --work bench --work
refuse --markdown bench --quick --markdown
refuse extra bench --csv table.csv extra
refuse minutes fuzz
refuse minutes fuzz soon
refuse minutes fuzz 0 scene
refuse nonsense fuzz 1 nonsense
refuse minutes soak long
refuse minutes soak 5 -1
refuse mutants mutate many
refuse "source of a room" mutate 5 1 tests/soak.c
refuse mutants mutate check 5
refuse mutants mutate matrix 5 1 src/lab/lane.c
refuse serve web open
refuse argument bench web fast
refuse argument test ci slowly
refuse argument test release tomorrow
refuse argument test sanitize app_input
refuse argument test quick text
refuse argument package something
refuse argument build something
refuse argument lint something
exit $wrong
