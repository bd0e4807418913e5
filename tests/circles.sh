#!/bin/sh
# Reads from the object files which file of src/ uses a symbol of which other, and finds
#
#   - circles of files: each uses the next, and the last uses the first;
#   - a file that uses a symbol of a room which tests/rooms.txt does not allow its own room to use.
#
#   tests/circles.sh ROOT BUILD     BUILD: a folder of this tree in which all libraries are built
#   tests/circles.sh --self-check   compiles small libraries with such faults: each must be found

set -u

# symbols ROOT BUILD: "source symbol U" where it is used, and another letter where it is defined
symbols() {
    (cd "$1" && find src -name '*.c' -type f) >"$work/sources"
    (cd "$2" && find src -name '*.a' -exec nm -A -P -g {} +) >"$work/nm" || return
    awk '
        # src/lab/run.c is run.c in the objects of src/lab, lab_run.c in those of src
        NR == FNR {
            source = folder = $1
            while (sub(/\/[^\/]*$/, "", folder)) {
                name = substr(source, length(folder) + 2)
                gsub("/", "_", name)
                source_of[folder, name ".o"] = source
            }
            next
        }
        {
            object = $0
            sub(/\]: .*/, "", object)
            sub(/.*\[/, "", object)
            rest = $0
            sub(/.*\]: /, "", rest)
            split(rest, field, " ")
            name = folder = object
            sub(/.*\//, "", name)
            sub(/\/[^\/]*\.p\/[^\/]*$/, "", folder)
            sub(/.*\/src\//, "src/", folder)
            if ((folder, name) in source_of)
                print source_of[folder, name], field[1], field[2]
            else
                print "unknown object: " object >"/dev/stderr"
        }' "$work/sources" "$work/nm"
}

# judge ROOMS: reads what symbols prints; what is wrong, or nothing
judge() {
    awk '
        function room_of(path) {
            sub(/^src\//, "", path)
            return !sub(/\/[^\/]*$/, "", path) ? "main" : path in known ? path : ""
        }

        function may_use(from, to,    name) {
            for (name = to; !((from, name) in allowed);)
                if (!sub(/\/[^\/]*$/, "", name))
                    return 0
            return 1
        }

        # whether `to` is used by `from`, or by a file that it uses, and so on
        function leads(from, to,    list, n, i, next_ones, m, j) {
            if (!(from in reach_known)) {
                reach_known[from] = 1
                list[n = 1] = from
                for (i = 1; i <= n; i++) {
                    m = split(uses_of[list[i]], next_ones, " ")
                    for (j = 1; j <= m; j++)
                        if (!((from, next_ones[j]) in reach)) {
                            reach[from, next_ones[j]] = 1
                            list[++n] = next_ones[j]
                        }
                }
            }
            return (from, to) in reach
        }

        NR == FNR {
            if ($0 !~ /^(#|lines )/)
                for (i = 1; i <= NF; i++)
                    allowed[$1, $i] = known[$1] = 1
            next
        }
        $3 ~ /^[Uvw]$/ { uses[$1, $2]; next }
        { home[$2] = $1 }

        END {
            for (pair in uses) {
                split(pair, part, SUBSEP)
                from = part[1]
                to = home[part[2]]
                if (to == "" || to == from)
                    continue
                if (!may_use(room_of(from), room_of(to)))
                    print from " uses " part[2] " of " to ": " room_of(from) " must not"
                if (!((from, to) in tie))
                    edges[++count] = from SUBSEP to
                tie[from, to] = tie[from, to] " " part[2]
            }

            # a use from one file to another is part of a circle where that one leads back
            for (i = 1; i <= count; i++) {
                split(edges[i], part, SUBSEP)
                uses_of[part[1]] = uses_of[part[1]] " " part[2]
            }
            for (i = 1; i <= count; i++) {
                split(edges[i], part, SUBSEP)
                if (leads(part[2], part[1]))
                    print "circle: " part[1] " uses" tie[part[1], part[2]] " of " part[2]
            }
        }' "$1" - | LC_ALL=C sort
}

check() {
    symbols "$1" "$2" >"$work/symbols" 2>"$work/errors" || { cat "$work/errors" && return 1; }
    if [ ! -s "$work/symbols" ]; then
        echo "no library in $2"
        return 1
    fi
    judge "$1/tests/rooms.txt" <"$work/symbols" >"$work/found"
    cat "$work/errors" "$work/found"
    [ ! -s "$work/errors" ] && [ ! -s "$work/found" ]
}

# file FILE TEXT: a source of the small tree
file() {
    mkdir -p "$work/tree/src/$(dirname "$1")"
    printf '%s\n' "$2" >"$work/tree/src/$1"
}

# library FOLDER: its sources compiled and archived as meson does
library() {
    private=src/$1/lib.a.p
    mkdir -p "$work/tree/build/$private"
    (cd "$work/tree" && find "src/$1" -name '*.c') | while IFS= read -r source; do
        object=$(printf '%s' "${source#"src/$1/"}" | tr / _).o
        "${CC:-cc}" -c "$work/tree/$source" -o "$work/tree/build/$private/$object" || exit
        (cd "$work/tree/build" && ar crT "src/$1/lib.a" "$private/$object")
    done
}

# expect TEXT: the small tree is judged so; "" is without fault
expect() {
    rm -rf "$work/tree/build"
    library base
    library physics
    check "$work/tree" "$work/tree/build" >"$work/said"
    if [ -n "$1" ] && ! grep -qF "$1" "$work/said"; then
        echo "not found: $1"
        missed=1
    elif [ -z "$1" ] && [ -s "$work/said" ]; then
        echo "refused by mistake:"
        missed=1
    else
        return
    fi
    cat "$work/said"
}

self_check() {
    missed=0
    mkdir -p "$work/tree/tests"
    cp "$(dirname "$0")/rooms.txt" "$work/tree/tests"
    file base/one.c 'int vl_one(void) { return 1; }'
    file physics/model/two.c 'int vl_one(void); int vl_two(void) { return vl_one(); }'
    file physics/world/three.c 'int vl_two(void); int vl_three(void) { return vl_two(); }'
    expect ""
    file base/one.c 'int vl_two(void); int vl_one(void) { return vl_two(); }'
    expect "circle: src/base/one.c uses vl_two of src/physics/model/two.c"
    expect "src/base/one.c uses vl_two of src/physics/model/two.c: base must not"
    file base/one.c 'int vl_one(void) { return 1; }'
    file physics/world/four.c 'int vl_three(void); int vl_four = 4; int vl_five(void) { return vl_three(); }'
    file physics/world/three.c 'extern int vl_four; int vl_three(void) { return vl_four; }'
    expect "circle: src/physics/world/three.c uses vl_four of src/physics/world/four.c"
    rm "$work/tree/src/physics/world/four.c"
    file physics/world/three.c 'int vl_three(void) { return 3; }'
    file physics/model/two.c 'int vl_three(void); int vl_two(void) { return vl_three(); }'
    expect "src/physics/model/two.c uses vl_three of src/physics/world/three.c: physics/model must not"
    return $missed
}

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
case "$#:${1-}" in
1:--self-check) self_check ;;
2:*) check "$1" "$2" ;;
*)
    echo "usage: circles.sh ROOT BUILD | circles.sh --self-check" >&2
    exit 2
    ;;
esac
