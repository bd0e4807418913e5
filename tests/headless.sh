#!/bin/sh
# Without a display the demo says so, runs its main loop offscreen, writes a picture, prints the table
# of readings, and succeeds.
#
#   headless.sh PROGRAM SCENES

set -eu
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
VERLET_LAB_SCENES=$2
export VERLET_LAB_SCENES
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER || true

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail()
{
    echo "$1"
    cat out err
    exit 1
}

sed '/^compare:/,$d' "$2/pendulum.yaml" >alone.yaml # a scene without lanes
timeout 100 "$program" alone.yaml >out 2>err || fail "it ended with status $?"
grep -q 'no display' err || fail "it does not say that there is no display"
grep -q '10 simulated seconds' err || fail "it does not say what it does instead"
[ "$(head -c 4 verlet-lab.png | tail -c 3)" = PNG ] || fail "it wrote no picture"
grep -q 'wrote verlet-lab.png' err || fail "it does not say where the picture is"
rows=$(grep -c '^[a-z0-9-]* * 600 * 10 ' out) || true
listed=$("$program" list integrators | wc -l)
lacking=$(grep -c '^--integrator all: without' err) || true
[ "$rows" -eq $((listed - lacking)) ] ||
    fail "the table has $rows rows of integrators, not $listed less $lacking"

# the opening, where its picture has no free name
echo mine >verlet-lab.png
timeout 100 "$program" >out 2>err || fail "the opening ended with status $?"
[ "$(cat verlet-lab.png)" = mine ] || fail "it wrote over a file"
[ -s verlet-lab-2.png ] || fail "it wrote no picture under a free name"
grep -Eq '^Verlet +[0-9]+ +[0-9.]+ +[1-9]' out || fail "the table does not say that Verlet is wrong"
grep -Eq '^TCV +[0-9]+ +[0-9.]+ +0\.00' out || fail "the table does not say that TCV is right"

"$program" render late-frame.rec --at 1 --png named.png >out 2>err || fail "a shipped recording is not found by its name"
"$program" replay late-frame.rec >out 2>err || fail "a shipped recording is not replayed by its name"

# what the notes of that recording say of its two methods after the late frame
"$program" replay late-frame.rec --csv late.csv >out 2>err || fail "a shipped recording is not replayed to its end"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["dt"] > 0.0999 { late[$1] = 1; next }
    late[$1] && $1 == "Verlet" { n++; if ($at["energy_error"] <= 1) exit 1 }
    late[$1] && $1 == "TCV" { n++; if ($at["energy_error"] ^ 2 >= 0.02 ^ 2) exit 1 }
    !late[$1] && $at["energy_error"] ^ 2 >= 0.1 ^ 2 && $at["time"] > 2.8 { exit 1 }
    END { if (n < 400) exit 1 }' late.csv || fail "the notes of a shipped recording are untrue"

# a recording with an entry in it that cannot be done: the picture is that of the frame before
awk '/^frame/ && ++n == 30 { print "pin 999" } { print }' "$2/late-frame.rec" >stuck.rec
line=$(grep -n '^pin 999' stuck.rec | cut -d: -f1)
status=0
"$program" render stuck.rec --at 3 --png stuck.png >out 2>err || status=$?
[ "$status" -eq 1 ] || fail "a recording that cannot be played on: status $status"
grep -q "^stuck.rec:$line:.*there is no particle 999" err || fail "it does not say where and why"
[ -s stuck.png ] || fail "it wrote no picture of what could be played"

status=0
"$program" render pendulum --at 0 --png keys.png --keys F3,ZZZZ >out 2>err || status=$?
[ "$status" -eq 2 ] || fail "a wrong key ended with status $status"
grep -q "^verlet-lab: --keys: there is no key 'ZZZZ', expected keys as " err || fail "a wrong key is not told"

# The theme and the vectors, there and back, change nothing.
for keys in '' theme,theme V,V; do
    "$program" render opening --at 7 --size 400x300 --png "opening$keys.png" ${keys:+--keys "$keys"} >out 2>err ||
        fail "the opening with the keys '$keys' ended with status $?"
done
cmp -s opening.png openingtheme,theme.png || fail "the theme has touched the opening"
cmp -s opening.png openingV,V.png || fail "the vectors have touched the opening"

# What a key writes is told.
XDG_DATA_HOME=$folder/data "$program" render pendulum --at 0 --png saved.png --keys save >out 2>err ||
    fail "a picture with save ended with status $?"
saved=$(find data -name '*.yaml')
grep -q "^save: Saved. ${saved##*/} in the folder $folder/${saved%/*}/: " err || fail "the file that save writes is not told: $saved"

works() { sleep 1; }
writes() { set -- *.new && [ -e "$1" ]; }

# signalled WHEN ARGUMENT…: `render` in the background, and SIGTERM once the command WHEN succeeds
signalled()
{
    reached=$1
    shift
    "$program" render "$@" >out 2>err &
    process=$!
    until "$reached"; do
        kill -0 "$process" 2>/dev/null || fail "render $*: it had ended before the signal"
        sleep 0.1
    done
    kill -TERM "$process"
    status=0
    wait "$process" || status=$?
    [ "$status" -eq 143 ] || fail "render $* ended with status $status at SIGTERM"
    ! writes || fail "render $* left a file that is not whole"
    [ ! -e stopped.png ] || fail "there is a picture that was stopped"
}

# The order lab computes on a thread of its own, which may get the signal, too.
signalled works chain --at 20000 --keys F3 --png stopped.png
signalled writes chain --at 0.1 --size 4000x4000 --png stopped.png

# A picture that cannot be written leaves no file, also where the program ends before it is begun.
mkdir pictures
status=0
(
    ulimit -f 8
    XDG_PICTURES_DIR=$folder/pictures "$program" render pendulum --at 0 --size 1280x720 --png large.png \
        --keys picture,picture,picture
) >out 2>err || status=$?
[ "$status" -eq 1 ] || fail "a picture that is too large ended with status $status"
left=$(ls pictures)
[ -z "$left" ] || fail "pictures that were not written left files: $left"
[ ! -e large.png ] || fail "the picture of the end that was not written left a file"
# refuse_font WHAT MESSAGE: with the fonts of the folder fonts the picture is refused
mkdir fonts
cat >fonts.conf <<END
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>$folder/fonts</dir><cachedir>$folder/font-cache</cachedir></fontconfig>
END
refuse_font()
{
    rm -rf font-cache
    status=0
    FONTCONFIG_FILE=$folder/fonts.conf "$program" render pendulum --at 0 --size 64x64 --png font.png >out 2>err ||
        status=$?
    [ "$status" -eq 1 ] || fail "$1: a picture ended with status $status"
    grep -q "$2" err || fail "$1: it is not told"
    [ ! -e font.png ] || fail "$1: there is a picture"
}

lacks='^no font has all the characters of the formulas; install DejaVu Sans'
refuse_font "no font" "$lacks"
font=$(fc-match -f '%{file}' 'DejaVu Sans:style=Book') || font=
case $font in
*.ttf)
    # without its tables of characters and names a font has no characters
    LC_ALL=C sed 's/cmap/cmzp/; s/post/pozt/' "$font" >fonts/font.ttf
    refuse_font "a font without characters" "$lacks"
    head -c 100000 "$font" >fonts/font.ttf
    refuse_font "a font that ends in its midst" "font.ttf: the font cannot be opened\|$lacks"
    ;;
esac

# A decimal comma of the system changes neither numbers nor pictures.
if localedef -i de_DE -f UTF-8 "$folder/de_DE.UTF-8" >/dev/null 2>&1; then
    [ "$(LOCPATH=$folder LC_ALL=de_DE.UTF-8 sh -c 'env printf %.1f 1,5')" = 1,5 ] || fail "the locale has no comma"
    for comma in '' 1; do
        (
            [ -z "$comma" ] || export LOCPATH="$folder" LC_ALL=de_DE.UTF-8
            "$program" run pendulum --duration 0.1 --csv "run$comma.csv" &&
                "$program" render pendulum --at 0.1 --size 320x240 --png "comma$comma.png" --keys F2
        ) >out 2>err || fail "with the locale '${comma:+de_DE}' it ended with status $?"
    done
    cmp run.csv run1.csv || fail "the locale has changed a CSV"
    cmp comma.png comma1.png || fail "the locale has changed a picture"
else
    echo "without the package locales, a decimal comma is not tried"
fi
echo "ok"
