#!/bin/sh
# Checks that no room has more lines of .c and .h than tests/rooms.txt lets it have, and that the rooms of src
# together may have no more than src: who raises one number there lowers another by as much.
#
#   tests/budgets.sh ROOT

set -u
cd "$1" || exit 2

wrong=0 sum=0
while read -r word room most; do
    [ "$word" = lines ] || continue
    case $room in
    main) folder=src depth=1 ;;
    src) folder=src depth=9 ;;
    tests) folder=tests depth=9 ;;
    *) folder=src/$room depth=9 ;;
    esac
    lines=$(find "$folder" -maxdepth $depth -name '*.[ch]' -type f -exec cat {} + | wc -l)
    if [ "$lines" -gt "$most" ]; then
        echo "$room has $lines lines, at most $most are allowed"
        wrong=1
    fi
    case $room in
    src)
        if [ "$sum" -gt "$most" ]; then
            echo "tests/rooms.txt: the rooms of src may have $sum lines, and src $most"
            wrong=1
        fi
        ;;
    *) sum=$((sum + most)) ;;
    esac
done <tests/rooms.txt
exit $wrong
