#!/bin/sh
# Checks that ./dev test counts rightly: every way in which a test can end is read from a log of
# meson, and the sum over two builds is right.
#
#   tests/counting.sh ROOT

set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
wrong=0

# expect NAME WANTED-FILE FOUND-FILE
expect() {
    if ! diff -u "$2" "$3"; then
        echo "wrong: $1"
        wrong=1
    fi
}

# one test a line, as meson writes them, with what does not matter left out
cat >"$folder/log" <<'END'
{"name": "verlet-lab:unit / mixed", "stdout": "[==========] Running 5 test(s).\n[ RUN      ] good\nno newline before this[       OK ] good\n[ RUN      ] bad\n[  FAILED  ] bad\n[ RUN      ] left_out\nskipped: no \"display\", \u00bd of C:\\new\n[  SKIPPED ] left_out\n[ RUN      ] good\n[       OK ] good\n", "result": "FAIL", "duration": 0.1, "returncode": 1, "env": {"result": "x"}, "command": ["mixed"], "stderr": "[  FAILED  ] 1 test(s), listed below:\n[  FAILED  ] bad\n\n 1 FAILED TEST(S)\n"}
{"name": "crash", "stdout": "[ RUN      ] first\n[       OK ] first\n[ RUN      ] second\n", "result": "FAIL", "returncode": -11, "env": {}, "command": ["crash"]}
{"name": "hang", "stdout": "[ RUN      ] forever\n", "result": "TIMEOUT", "returncode": -15, "env": {}}
{"name": "script", "stdout": "", "result": "OK", "returncode": 0, "env": {}}
{"name": "no-xvfb", "stdout": "skipped: xvfb-run is not installed\n", "result": "SKIP", "returncode": 77, "env": {}}
{"name": "to-stderr", "stdout": "", "result": "SKIP", "returncode": 77, "env": {}, "stderr": "no network\n"}
{"name": "broken-script", "stdout": "about \"result\": \"OK\"\n", "result": "FAIL", "returncode": 3, "env": {}}
{"name": "late", "stdout": "", "result": "TIMEOUT", "returncode": 0, "env": {}}
{"name": "setup", "stdout": "[==========] Running 2 test(s).\n", "result": "FAIL", "returncode": 1, "env": {}, "stderr": "[  FAILED  ] GROUP SETUP\n[  ERROR   ] setup\n[  PASSED  ] 0 test(s).\n"}
END

# a test is "STATUS BUILD NAME REASON", with tabs; written here with |
tr '|' '\t' >"$folder/wanted" <<'END'
passed|gcc|mixed / good|
failed|gcc|mixed / bad|
skipped|gcc|mixed / left_out|no "display", ½ of C:\new
passed|gcc|mixed / good (2)|
passed|gcc|crash / first|
failed|gcc|crash / second|did not end: killed by signal 11
failed|gcc|hang / forever|did not end: ran out of time
passed|gcc|script|
skipped|gcc|no-xvfb|xvfb-run is not installed
skipped|gcc|to-stderr|no network
failed|gcc|broken-script|exit status 3
failed|gcc|late|ran out of time
failed|gcc|setup|exit status 1
END
"$1/tools/testlog.sh" "$folder/log" gcc >"$folder/found"
expect "the list of single tests" "$folder/wanted" "$folder/found"

# a test that passes in one build and fails, or is left out, in another
tr '|' '\t' >"$folder/list" <<'END'
passed|gcc|text / a|
passed|gcc|text / b|
skipped|gcc|text / c|no reason to
skipped|gcc|text / d|
passed|clang|text / a|
failed|clang|text / b|exit status 1
passed|clang|text / c|
END
cat >"$folder/wanted" <<'END'
skipped  text / c (gcc): no reason to
skipped  text / d (gcc): gives no reason
FAILED   text / b (clang): exit status 1
gcc: 2 passed, 0 failed, 2 skipped
clang: 2 passed, 1 failed, 0 skipped
2 passed, 1 failed, 1 skipped
END
"$1/tools/tally.sh" "$folder/list" >"$folder/found"
[ $? -eq 1 ] || { echo "wrong: a failed test must fail the whole" && wrong=1; }
expect "the sum over two builds" "$folder/wanted" "$folder/found"

: >"$folder/list"
printf 'no test ran\n0 passed, 0 failed, 0 skipped\n' >"$folder/wanted"
"$1/tools/tally.sh" "$folder/list" >"$folder/found"
[ $? -eq 1 ] || { echo "wrong: where no test ran, nothing passed" && wrong=1; }
expect "no test" "$folder/wanted" "$folder/found"

printf 'passed\tgcc\tone\t\n' >"$folder/list"
"$1/tools/tally.sh" "$folder/list" >/dev/null || { echo "wrong: all passed" && wrong=1; }

exit $wrong
