#!/bin/sh
# Reads from the program what is to make a fault in memory its end, and no more:
#
#   - it is loaded at another address each time, and so are its libraries;
#   - addresses of functions in libraries are found at the start, and are read-only from then on;
#   - neither stack nor data can be executed, and nothing that can be written is;
#   - functions with arrays find out when their stack was overwritten;
#   - functions of the C library that copy into arrays know how large they are (where optimised).
#
#   hardened.sh PROGRAM fortified|plain

set -u
program=$1
missing=0

if ! command -v readelf >/dev/null 2>&1; then
    echo "skipped: readelf is not installed"
    exit 77
fi

# expect WHAT PATTERN TEXT: a line of the text has the pattern
expect() {
    if ! printf '%s\n' "$3" | grep -Eq "$2"; then
        echo "$program: $1"
        missing=1
    fi
}

# refuse WHAT PATTERN TEXT: no line of it has
refuse() {
    if printf '%s\n' "$3" | grep -Eq "$2"; then
        echo "$program: $1"
        missing=1
    fi
}

header=$(readelf -hW "$program") && segments=$(readelf -lW "$program") && dynamic=$(readelf -dW "$program") &&
    symbols=$(readelf -sW --dyn-syms "$program") || exit 1

expect "is no position-independent executable" '^ *Type: *DYN' "$header"
expect "is a library, not an executable" '^ *INTERP ' "$segments"
expect "has no read-only part after relocation" '^ *GNU_RELRO ' "$segments"
expect "does not bind all functions at the start" 'FLAGS_1.* NOW' "$dynamic"
expect "does not say that its stack is no code" '^ *GNU_STACK ' "$segments"
refuse "has a stack that can be executed" '^ *GNU_STACK .* RWE ' "$segments"
refuse "has a part that can be written and executed" '^ *LOAD .* RWE ' "$segments"
refuse "changes its code when it is loaded" '\(TEXTREL\)' "$dynamic"
paths=$(printf '%s\n' "$dynamic" | sed -n 's/.*(\(RPATH\|RUNPATH\)).*\[\(.*\)\]$/\2/p')
expect "looks for libraries in folders that are not the system's" '^/usr/[^:]+(:/usr/[^:]+)*$' "${paths:-/usr/lib}"
expect "does not look at its stack" ' __stack_chk_fail' "$symbols"
if [ "$2" = fortified ]; then
    expect "calls no function of the C library that knows the size of arrays" ' __(sn|vsn|v)?printf_chk|__memcpy_chk|__fprintf_chk' \
        "$symbols"
fi
exit $missing
