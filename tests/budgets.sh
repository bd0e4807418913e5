#!/bin/sh
# Checks that no room has more lines of .c and .h than tests/rooms.txt lets it have.
#
#   tests/budgets.sh ROOT

set -u
cd "$1" || exit 2

wrong=0
while read -r word room most budget; do
    [ "$word" = lines ] || continue
    case $room in
    main) folder=src depth=1 ;;
    src) folder=src depth=9 ;;
    tests) folder=tests depth=9 ;;
    *) folder=src/$room depth=9 ;;
    esac
    lines=$(find "$folder" -maxdepth $depth -name '*.[ch]' -type f -exec cat {} + | wc -l)
    if [ "$lines" -gt "$most" ]; then
        echo "$room has $lines lines, at most $most are allowed (in the end $budget)"
        wrong=1
    fi
    if [ "$most" -lt "$budget" ]; then
        echo "tests/rooms.txt: $room may have $most lines now, and more in the end: $budget"
        wrong=1
    fi
done <tests/rooms.txt
exit $wrong
