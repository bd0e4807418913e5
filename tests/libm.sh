#!/bin/sh
# Finds what the libraries below the app use of the mathematical library of C. Its functions differ in
# their last bits from system to system and from processor to processor; base/elementary.h has those that
# do not. Allowed are the functions that have no error by IEEE 754. Complex products, quotients and whole powers
# call the library of the compiler, of which the same is true: base/complex_number.h has them.
#
#   tests/libm.sh BUILD          BUILD: a folder in which all libraries are built
#   tests/libm.sh --self-check   compiles a file with sin() and a complex quotient: both must be found

set -u

exact='sqrt fabs floor ceil trunc round rint fmin fmax fmod remainder copysign nextafter ldexp frexp scalbn'

# defined: what the mathematical library offers, a name a line
defined() {
    library=$("${CC:-cc}" -print-file-name=libm.so.6)
    nm -D --defined-only "$library" | sed 's/.* //; s/@.*//' | LC_ALL=C sort -u
}

# used FILE...: "object symbol", a line for each symbol that an object file does not define
used() {
    nm -A -P -u "$@" | awk '{
        object = $0
        sub(/\]?: .*/, "", object)
        sub(/.*[[\/]/, "", object)
        sub(/.*: /, "")
        print object, $1
    }'
}

check() {
    defined >"$work/defined"
    if ! grep -qx sin "$work/defined"; then
        echo "the mathematical library of C was not found"
        return 1
    fi
    used "$@" >"$work/used"
    [ -s "$work/used" ] || { echo "no object files" && return 1; }
    awk -v exact="$exact" '
        BEGIN { n = split(exact, name, " "); while (n) allowed[name[n--]] = 1 }
        NR == FNR { of_libm[$1] = 1; next }
        ($2 in of_libm) && !($2 in allowed) {
            print $1 " uses " $2 "() of libm: base/elementary.h has vl_" $2 "()"
            found = 1
        }
        $2 ~ /^__(mul|div)[sdxt]c3$|^__powi[sdxt]f2$/ {
            print $1 " uses " $2 "() of the compiler: base/complex_number.h"
            found = 1
        }
        END { exit found }' "$work/defined" "$work/used"
}

self_check() {
    printf '%s\n' 'double sin(double), sqrt(double);' 'double f(double x) { return sin(x) + sqrt(x - 2); }' \
        'double _Complex g(double _Complex a, double _Complex b) { return a / b; }' >"$work/sine.c"
    "${CC:-cc}" -O0 -c "$work/sine.c" -o "$work/sine.o" || return
    check "$work/sine.o" >"$work/said" && { echo "not found: sin()" && return 1; }
    expected="sine.o uses __divdc3() of the compiler: base/complex_number.h
sine.o uses sin() of libm: base/elementary.h has vl_sin()"
    [ "$(sort "$work/said")" = "$expected" ] || { cat "$work/said" && return 1; }
}

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
case "$#:${1-}" in
1:--self-check) self_check ;;
1:*) (cd "$1" && find src/base src/physics src/scene src/lab -name '*.a') >"$work/libraries"
    # shellcheck disable=SC2046 # names without blanks
    cd "$1" && check $(cat "$work/libraries") ;;
*)
    echo "usage: libm.sh BUILD | libm.sh --self-check" >&2
    exit 2
    ;;
esac
