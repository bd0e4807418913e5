#!/bin/sh
# Checks that a folder of src/ includes only itself and what lies below it, and that a library from
# outside is included only where it belongs. The two tables below are the whole rule.
#
#   tests/layering.sh ROOT               check the tree
#   tests/layering.sh --self-check ROOT  plant violations in a copy: each must be found

set -u

# folder, and all it may include; "main" is the files directly in src/
folders='
base      base
physics   base physics
scene     base physics scene
lab       base physics scene lab
ui        base ui
cli       base physics scene lab cli
app       base physics scene lab ui app
platform  base physics scene lab ui app platform
main      base physics scene lab ui cli app platform main
'

# header from outside (the beginning of its name), and the folders that may include it;
# base/clock.h is ours, but the physics and the scene must not know the time
headers='
SDL           platform
fontconfig/   platform
png.h         platform
yaml.h        scene
cholmod.h     physics
suitesparse/  physics
cmocka.h      -
X11/          -
pthread.h     base
time.h        base lab platform main
sys/time.h    base lab platform main
base/clock.h  base lab cli app platform main
'

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
        FOLDERS=$folders HEADERS=$headers awk '
            function bad(what) {
                print FILENAME ":" FNR ": " what
                wrong = 1
            }

            function read_tables(    rows, words, n, m, i, j) {
                n = split(ENVIRON["FOLDERS"], rows, "\n")
                for (i = 1; i <= n; i++) {
                    m = split(rows[i], words, " ")
                    for (j = 2; j <= m; j++)
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
            }

            function check_home(name,    i) {
                for (i = 1; i <= prefixes; i++)
                    if (index(name, prefix[i]) == 1 && !((i, folder) in at_home))
                        bad(folder " must not include " name)
            }

            function check_own(name,    parts, target) {
                target = split(name, parts, "/") == 1 ? "main" : parts[1]
                if (name ~ /^[^\/]+\.inc$/)
                    return # a list that the build makes in the folder itself
                if (name ~ /(^|\/)\.\.?\//)
                    bad("include \"" name "\" by its path from src/")
                else if (!(target in known) || (target == "main" && folder != "main"))
                    bad("\"" name "\" is not the path from src/ of a file in a known folder")
                else if (!((folder, target) in allowed))
                    bad(folder " must not include " name)
            }

            BEGIN {
                read_tables()
            }

            FNR == 1 {
                folder = split(FILENAME, path, "/") > 2 ? path[2] : "main"
                if (!(folder in known))
                    bad("folder src/" folder " is not in the table of " TABLE)
            }

            /^[ \t]*#[ \t]*(include|import)[ \t]*["<]/ {
                quoted = $0 ~ /^[^"<]*"/
                name = $0
                sub(/^[^"<]*["<]/, "", name)
                sub(/[">].*$/, "", name)
                check_home(name)
                # a folder name in angle brackets is ours all the same
                split(name, head, "/")
                if ((folder in known) && (quoted || (name ~ /\// && (head[1] in known))))
                    check_own(name)
            }

            END {
                exit wrong
            }' TABLE=tests/layering.sh "$@"
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
    cp -R "$1/src" "$copy/src"
    missed=0

    if ! check "$copy" >"$copy/found"; then
        echo "skipped: the tree itself is not clean, so nothing planted in it can be told"
        return 77
    fi
    plant "base above itself" base/text.h '#include "physics/world.h"'
    plant "physics knows the lab" physics/world.h '#include "lab/lab.h"'
    plant "physics knows the clock" physics/planted.c '#include "base/clock.h"'
    plant "physics knows the time" physics/planted.c '#include <time.h>'
    plant "physics knows the screen" physics/planted.c '  #  include <SDL.h>'
    plant "lab knows who looks" lab/planted.c '#include "ui/drawlist.h"'
    plant "lab reads YAML" lab/planted.c '#include <yaml.h>'
    plant "ui knows the physics" ui/planted.h '#include "physics/world.h"'
    plant "ui knows SDL" ui/planted.h '#include <SDL2/SDL_ttf.h>'
    plant "app knows the platform" app/planted.c '#include "platform/window.h"'
    plant "cli knows the app" cli/planted.c '#include "app/session.h"'
    plant "main knows SDL" main.c '#include <SDL2/SDL.h>'
    plant "angle brackets do not hide" physics/planted.c '#include <scene/scene.h>'
    plant "a relative path" lab/planted.c '#include "../base/text.h"'
    plant "a path without its folder" lab/planted.c '#include "reading.h"'
    plant "a folder nobody knows" extra/planted.c '#include <math.h>'
    plant "in a deeper folder" physics/deeper/planted.c '#include "app/platform.h"'
    allow platform/planted.c '#include <SDL2/SDL.h>'
    allow scene/planted.c '#include <yaml.h>'
    allow cli/planted.c '#include "lab/lab.h"'
    allow app/planted.c '// #include <SDL2/SDL.h>'
    allow planted.c '#include "cli/cli.h"'
    allow physics/planted.c '#include "planted_list.inc"'
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
