#!/bin/sh
# Checks that a room of src/ includes only itself and the rooms that tests/rooms.txt allows it, that a
# header which says "For this room alone" is included by no other room, and that a library from outside
# is included only where the table below says.
#
#   tests/layering.sh ROOT               check the tree
#   tests/layering.sh --self-check ROOT  plant violations in a copy: each must be found

set -u

# header from outside (the beginning of its name), and the rooms that may include it;
# base/clock.h is ours, but the physics and the scene must not know the time
headers='
SDL           platform
fontconfig/   platform
png.h         platform
yaml.h        scene
amd.h         physics
suitesparse/  physics
cmocka.h      -
X11/          -
pthread.h     base
time.h        base lab platform main
sys/time.h    base lab platform main
base/clock.h  base lab cli app platform main
'

# those of the files whose comments say "For this room alone", which may be broken over two lines
private_headers() {
    awk 'FNR == 1 { before = "" }
    {
        if ((before " " substr($0, 5)) ~ /For this room alone/)
            print FILENAME
        before = substr($0, 5)
    }' "$@"
}

check() {
    (cd "$1" && find src -name '*.[ch]' -type f | LC_ALL=C sort) | (
        cd "$1" || exit 2
        files=0
        while IFS= read -r file; do
            set -- "$@" "$file"
            files=$((files + 1))
        done
        shift
        if [ "$files" -eq 0 ]; then
            echo "no sources under $PWD/src"
            exit 1
        fi
        ROOMS=$(cat tests/rooms.txt) HEADERS=$headers \
            PRIVATE=$(private_headers "$@") awk '
            function bad(what) {
                print FILENAME ":" FNR ": " what
                wrong = 1
            }

            function read_tables(    rows, words, n, m, i, j) {
                n = split(ENVIRON["ROOMS"], rows, "\n")
                for (i = 1; i <= n; i++) {
                    m = rows[i] ~ /^(#|lines )/ ? 0 : split(rows[i], words, " ")
                    for (j = 1; j <= m; j++)
                        allowed[words[1], words[j]] = 1
                    if (m > 0)
                        known[words[1]] = 1
                }
                n = split(ENVIRON["HEADERS"], rows, "\n")
                for (i = 1; i <= n; i++) {
                    m = split(rows[i], words, " ")
                    if (m == 0)
                        continue
                    prefix[++prefixes] = words[1]
                    for (j = 2; j <= m; j++)
                        at_home[prefixes, words[j]] = 1
                }
                n = split(ENVIRON["PRIVATE"], rows, "\n")
                for (i = 1; i <= n; i++)
                    private[rows[i]] = 1
            }

            # the folder of a file, if it is a room; "" where it is none
            function room_of(path) {
                return !sub(/\/[^\/]*$/, "", path) ? "main" : path in known ? path : ""
            }

            # whether `from` may use `to`: by name, or by that of a room around it
            function may_use(from, to,    name) {
                for (name = to; !((from, name) in allowed);)
                    if (!sub(/\/[^\/]*$/, "", name))
                        return 0
                return 1
            }

            function check_home(name,    i, at) {
                for (i = 1; i <= prefixes; i++) {
                    if (index(name, prefix[i]) != 1)
                        continue
                    for (at = room; !((i, at) in at_home);)
                        if (!sub(/\/[^\/]*$/, "", at)) {
                            bad(room " must not include " name)
                            break
                        }
                }
            }

            function check_own(name,    target) {
                target = room_of(name)
                if (name ~ /(^|\/)\.\.?\//)
                    bad("include \"" name "\" by its path from src/")
                else if (target == "" || (target == "main" && room != "main"))
                    bad("\"" name "\" is not the path from src/ of a file in a known room")
                else if (!may_use(room, target))
                    bad(room " must not include " name)
                else if (target != room && ("src/" name) in private)
                    bad(name " is for the room " target " alone")
            }

            BEGIN {
                read_tables()
            }

            FNR == 1 {
                room = room_of(substr(FILENAME, 5))
                if (room == "")
                    bad("no room of tests/rooms.txt has this file")
            }

            # what a compiler reads as a directive and the rule below does not
            /\*\/[ \t]*(#|%:)/ || /^[ \t]*(%:|#[ \t]*(\/\*|[a-z]*\\$))/ || /^[ \t]*#[ \t]*(include|import)[ \t]*($|[^"< \t])/ {
                bad("write #include and the path in one line, without comments and macros")
            }

            /^[ \t]*#[ \t]*(include|import)[ \t]*["<]/ {
                quoted = $0 ~ /^[^"<]*"/
                name = $0
                sub(/^[^"<]*["<]/, "", name)
                sub(/[">].*$/, "", name)
                check_home(name)
                # a name of ours in angle brackets is ours all the same
                if (room != "" && (quoted || (name ~ /\// && room_of(name) != "")))
                    check_own(name)
            }

            END {
                exit wrong
            }' "$@"
    )
}

# plant NAME FILE LINE: with LINE at the end of FILE the check must fail and name the file
plant() {
    mkdir -p "$(dirname "$copy/src/$2")"
    saved=
    if [ -f "$copy/src/$2" ]; then
        saved=$copy/saved
        cp "$copy/src/$2" "$saved"
    fi
    printf '%s\n' "$3" >>"$copy/src/$2"
    if check "$copy" >"$copy/found" || ! grep -q "^src/$2:[0-9]*: " "$copy/found"; then
        echo "not found: $1 (src/$2: $3)"
        missed=1
    fi
    if [ -n "$saved" ]; then
        mv "$saved" "$copy/src/$2"
    else
        rm "$copy/src/$2"
    fi
    rmdir "$(dirname "$copy/src/$2")" 2>/dev/null
}

# allow FILE LINE: with LINE in FILE the check must pass
allow() {
    mkdir -p "$(dirname "$copy/src/$1")"
    printf '%s\n' "$2" >"$copy/src/$1"
    if ! check "$copy" >"$copy/found"; then
        echo "refused by mistake (src/$1: $2)"
        cat "$copy/found"
        missed=1
    fi
    rm "$copy/src/$1"
    rmdir "$(dirname "$copy/src/$1")" 2>/dev/null
}

self_check() {
    copy=$(mktemp -d) || exit 2
    trap 'rm -rf "$copy"' EXIT
    mkdir "$copy/tests"
    cp -R "$1/src" "$copy/src"
    cp "$1/tests/rooms.txt" "$copy/tests"
    missed=0

    if ! check "$copy" >"$copy/found"; then
        echo "skipped: the tree itself is not clean, so nothing planted in it can be told"
        return 77
    fi
    plant "base above itself" base/text.h '#include "physics/model/world.h"'
    plant "physics knows the lab" physics/model/world.h '#include "lab/lab.h"'
    plant "physics knows the clock" physics/model/planted.c '#include "base/clock.h"'
    plant "physics knows the time" physics/model/planted.c '#include <time.h>'
    plant "physics knows the screen" physics/model/planted.c '  #  include <SDL.h>'
    plant "lab knows who looks" lab/planted.c '#include "ui/drawlist.h"'
    plant "lab reads YAML" lab/planted.c '#include <yaml.h>'
    plant "lab orders matrices" lab/planted.c '#include <amd.h>'
    plant "lab orders matrices of a folder" lab/planted.c '#include <suitesparse/amd.h>'
    plant "ui knows the physics" ui/planted.h '#include "physics/model/world.h"'
    plant "ui knows SDL" ui/planted.h '#include <SDL2/SDL_ttf.h>'
    plant "app knows the platform" app/state/planted.c '#include "platform/window.h"'
    plant "cli knows the app" cli/planted.c '#include "app/state/session.h"'
    plant "main knows SDL" main.c '#include <SDL2/SDL.h>'
    plant "angle brackets do not hide" physics/model/planted.c '#include <scene/scene.h>'
    plant "a relative path" lab/planted.c '#include "../base/text.h"'
    plant "a path without its folder" lab/planted.c '#include "reading.h"'
    plant "a folder nobody knows" extra/planted.c '#include <math.h>'
    plant "a folder in a room" app/extra/planted.c '#include "app/screen/screen.h"'
    plant "a file in no room" physics/planted.c '#include <math.h>'
    plant "a room above" physics/model/planted.c '#include "physics/world/planted.h"'
    plant "a room beside" physics/forces/planted.c '#include "physics/colliders/planted.h"'
    plant "a room above in the app" app/stage/planted.c '#include "app/input/planted.h"'
    plant "behind a comment" lab/planted.c '/* */ #include <yaml.h>'
    plant "with a comment inside" lab/planted.c '# /* */ include <yaml.h>'
    plant "a digraph" lab/planted.c '%:include <yaml.h>'
    plant "a continued line" lab/planted.c '#inc\
lude <yaml.h>'
    plant "by a macro" lab/planted.c '#include YAML'
    plant "in a deeper folder" physics/model/deeper/planted.c '#include "app/state/platform.h"'
    allow platform/planted.c '#include <SDL2/SDL.h>'
    allow scene/planted.c '#include <yaml.h>'
    allow physics/math/planted.c '#include <amd.h>'
    allow physics/math/planted.c '#include <suitesparse/amd.h>'
    allow cli/planted.c '#include "lab/lab.h"'
    allow app/state/planted.c '// #include <SDL2/SDL.h>'
    allow planted.c '#include "cli/cli.h"'
    allow physics/world/planted.c '#include "physics/contacts/planted.h"'
    allow physics/solvers/planted.c '#include "physics/solvers/sweep/planted.h"'
    allow app/planted.c '#include "app/screen/planted.h"'
    printf '/// Work of a substep. For this\n/// room alone.\n' >"$copy/src/physics/contacts/planted.h"
    allow physics/contacts/planted.c '#include "physics/contacts/planted.h"'
    plant "a private header" physics/world/planted.c '#include "physics/contacts/planted.h"'
    rm "$copy/src/physics/contacts/planted.h"
    if ! check "$copy" >/dev/null; then
        echo "the copy is not as it was"
        missed=1
    fi
    return $missed
}

case "$#:${1-}" in
2:--self-check) self_check "$2" ;;
1:*) check "$1" ;;
*)
    echo "usage: layering.sh [--self-check] ROOT" >&2
    exit 2
    ;;
esac
