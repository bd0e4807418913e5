#!/bin/sh
# Reads meson's testlog.json and lists every single test in it, one line each:
#
#   STATUS <tab> BUILD <tab> TEST <tab> REASON
#
# STATUS is passed, failed or skipped. A cmocka function is one test; a test without cmocka
# functions (a script) is one as well. A function that began and did not end has failed: the
# program crashed or ran out of time in it. The reason of a skip is the last line printed before it.
#
#   tools/testlog.sh LOG BUILD

LC_ALL=C exec awk -v build="$2" '
function put(status, name, reason) {
    gsub(/\t/, " ", reason)
    print status "\t" build "\t" name "\t" reason
    counted++
    if (status == "failed")
        failed++
}

# the value of a key of the line, undecoded; a quote before the key tells it from one in a text
function value_of(key,    found) {
    if (!match($0, "\"" key "\": (\"([^\"\\\\]|\\\\.)*\"|[^,}]*)"))
        return ""
    found = substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4)
    if (found ~ /^"/)
        found = substr(found, 2, length(found) - 2)
    return found
}

function number_of_hex(digits,    i, n) {
    for (i = 1; i <= length(digits); i++)
        n = n * 16 + index("0123456789abcdef", tolower(substr(digits, i, 1))) - 1
    return n
}

function utf8(n) {
    if (n < 128)
        return sprintf("%c", n)
    if (n < 2048)
        return bytes[192 + int(n / 64)] bytes[128 + n % 64]
    return bytes[224 + int(n / 4096)] bytes[128 + int(n / 64) % 64] bytes[128 + n % 64]
}

# one line of a text, out of its escapes
function decode(text,    out, c) {
    while (match(text, /\\(u[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F]|.)/)) {
        c = substr(text, RSTART + 1, 1)
        out = out substr(text, 1, RSTART - 1)
        if (c == "u")
            out = out utf8(number_of_hex(substr(text, RSTART + 2, 4)))
        else
            out = out (c ~ /[tbfr]/ ? " " : c)
        text = substr(text, RSTART + RLENGTH)
    }
    return out text
}

# the name, numbered where a program runs two functions of the same name
function full(name) {
    name = test " / " name
    seen[name]++
    return seen[name] > 1 ? name " (" seen[name] ")" : name
}

function close_function() {
    if (current != "")
        put("failed", full(current), "did not end: " ending)
    current = ""
}

function end_function(word,    status) {
    status = word ~ /OK/ ? "passed" : word ~ /FAILED/ ? "failed" : "skipped"
    put(status, full(current), status == "skipped" ? last : "")
    current = ""
}

function read_line(line) {
    if (match(line, /\[ RUN      \] /)) {
        close_function()
        current = substr(line, RSTART + RLENGTH)
        last = ""
    } else if (current != "" && match(line, /\[ +(OK|FAILED|SKIPPED) +\] /) &&
               substr(line, RSTART + RLENGTH) == current) {
        end_function(substr(line, RSTART, RLENGTH))
    } else if (line ~ /[^ ]/ && line !~ /^took [0-9]+ ms$/) {
        last = line
        sub(/^ *skipped: */, "", last)
    }
}

# a backslash before an n may be one that is itself escaped
function read_output(text,    n, lines, i) {
    gsub(/\\\\/, "\\u005c", text)
    n = split(text, lines, /\\n/)
    for (i = 1; i <= n; i++)
        read_line(decode(lines[i]))
}

function describe(result, code) {
    if (result == "TIMEOUT")
        return "ran out of time"
    return code < 0 ? "killed by signal " (-code) : "exit status " code
}

BEGIN {
    # in the C locale a character is a byte
    for (i = 128; i < 256; i++)
        bytes[i] = sprintf("%c", i)
}

/^\{"name": / {
    test = decode(value_of("name"))
    sub(/^.* \/ /, "", test)
    result = value_of("result")
    ending = describe(result, value_of("returncode") + 0)
    current = last = ""
    counted = failed = 0

    read_output(value_of("stdout"))
    close_function()
    if (counted == 0)
        read_output(value_of("stderr"))
    close_function()

    if (result ~ /^(OK|EXPECTEDFAIL)$/) {
        if (counted == 0)
            put("passed", test, "")
    } else if (result == "SKIP") {
        if (counted == 0)
            put("skipped", test, last)
    } else if (failed == 0)
        put("failed", test, result == "UNEXPECTEDPASS" ? "was expected to fail" : ending)
}' "$1"
