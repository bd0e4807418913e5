#!/bin/sh
# Checks that no room has more lines of .c and .h than tests/rooms.txt lets it have, and that since the version
# before no number there rose unless the budget of its room did, nor the sum of the budgets.
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

# Without git, or of the first version, there is nothing to compare with.
version=$(git log -1 --format=%h -- tests/rooms.txt 2>/dev/null)
git diff --quiet HEAD -- tests/rooms.txt 2>/dev/null && version=$(git log -2 --format=%h -- tests/rooms.txt | sed -n 2p)
[ -n "$version" ] || exit $wrong
git show "$version:tests/rooms.txt" | awk -v version="$version" '
    $1 != "lines" { next }
    NR == FNR { most[$2] = $3; budget[$2] = $4; sum += $4; next }
    { sum -= $4 }
    $2 in most && $3 > most[$2] && $4 <= budget[$2] {
        print "tests/rooms.txt: " $2 " has risen from " most[$2] " to " $3 " since " version; wrong = 1
    }
    END { if (sum < 0) { print "tests/rooms.txt: the budgets have risen by " (-sum) " since " version; wrong = 1 } exit wrong }
' - tests/rooms.txt || wrong=1
exit $wrong
