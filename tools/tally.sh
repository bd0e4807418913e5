#!/bin/sh
# Adds up lists made by testlog.sh and lint.sh, of one build or of several. A test counts once,
# however many builds it ran in: it failed if it failed in any, and passed if it passed in one and
# failed in none. Names what failed and what was skipped, and ends with the plain line
#
#   N passed, N failed, N skipped
#
# Returns 1 where a test failed or no test ran.
#
#   tools/tally.sh LIST

exec awk -F '\t' '
function line(passed, failed, skipped) {
    return passed + 0 " passed, " failed + 0 " failed, " skipped + 0 " skipped"
}

# of a stage: the computing time in s, as ./dev measures it
$1 == "used" {
    used[$2] = $4
    all += $4
    next
}

{
    if (!($2 in builds)) {
        builds[$2] = ++build_count
        build_name[build_count] = $2
    }
    in_build[$1, $2]++

    if (!($3 in verdict))
        verdict[$3] = $1
    else if ($1 == "failed" || (verdict[$3] == "skipped" && $1 == "passed"))
        verdict[$3] = $1

    if ($1 == "skipped")
        skips = skips "skipped  " $3 " (" $2 "): " ($4 == "" ? "gives no reason" : $4) "\n"
    if ($1 == "failed")
        failures = failures "FAILED   " $3 " (" $2 ")" ($4 == "" ? "" : ": " $4) "\n"
}

END {
    printf "%s%s", skips, failures
    for (i = 1; i <= build_count; i++) {
        b = build_name[i]
        print b ": " line(in_build["passed", b], in_build["failed", b], in_build["skipped", b]) \
            (b in used ? "; " used[b] " s of computing time" : "")
    }
    if (all > 0)
        print "computing time in all: " all " s"
    for (name in verdict)
        total[verdict[name]]++
    passed = total["passed"] + 0
    failed = total["failed"] + 0
    if (passed + failed == 0)
        print "no test ran"
    print line(passed, failed, total["skipped"])
    exit (failed > 0 || passed == 0) ? 1 : 0
}' "$1"
