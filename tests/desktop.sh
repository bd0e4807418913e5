#!/usr/bin/env bash
# What menus and file managers read of the program: the description and the entry of the menu are valid, both open the
# types of files that are declared, each of which has its picture, and a file manager takes scenes and recordings for
# what they are, and no other file.
#
#   tests/desktop.sh PROGRAM ROOT

set -euo pipefail

program=$(realpath "${1:?usage: desktop.sh PROGRAM ROOT}")
root=$(realpath "${2:?usage: desktop.sh PROGRAM ROOT}")
for tool in appstreamcli desktop-file-validate update-mime-database gio; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed" && exit 77; }
done
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cd "$root/assets"
wrong=0

fail() {
    echo "$1"
    wrong=1
}

appstreamcli validate --no-net verlet-lab.metainfo.xml >"$folder/said" || { cat "$folder/said" && wrong=1; }
desktop-file-validate verlet-lab.desktop >"$folder/said" 2>&1 || wrong=1
[ ! -s "$folder/said" ] || fail "$(cat "$folder/said")"

# --- types ----------------------------------------------------------------------------------------

# those of the three files, one a line
declared=$(sed -n 's/.*<mime-type type="\([^"]*\)".*/\1/p' verlet-lab.mime.xml | sort)
opened=$(sed -n 's/^MimeType=//p' verlet-lab.desktop | tr ';' '\n' | sed '/^$/d' | sort)
described=$(sed -n 's,.*<mediatype>\(.*\)</mediatype>.*,\1,p' verlet-lab.metainfo.xml | sort)
[ -n "$declared" ] || fail "verlet-lab.mime.xml declares no type"
[ "$declared" = "$opened" ] || fail "verlet-lab.desktop opens $opened, declared are $declared"
[ "$declared" = "$described" ] || fail "verlet-lab.metainfo.xml has $described, declared are $declared"
for type in $declared; do
    [ -e "${type/\//-}.svg" ] || fail "$type has no picture"
    grep -qF "<icon name=\"${type/\//-}\"/>" verlet-lab.mime.xml || fail "$type does not name its picture"
done

# --- files ----------------------------------------------------------------------------------------

export XDG_DATA_HOME=$folder/data
mkdir -p "$XDG_DATA_HOME/mime/packages" "$folder/files"
cp verlet-lab.mime.xml "$XDG_DATA_HOME/mime/packages/verlet-lab.xml"
update-mime-database "$XDG_DATA_HOME/mime" 2>"$folder/said" || fail "$(cat "$folder/said")"

# is TYPE FILE: with or without the "x-" that a type has lost meanwhile
is() {
    local found
    found=$(gio info -a standard::content-type "$2" | sed -n 's/.*content-type: //p')
    [ "${found/x-yaml/yaml}" = "$1" ] || fail "$2 is taken for $found, wanted $1"
}

"$program" render pendulum --at 0 --keys save --png "$folder/picture.png" 2>"$folder/said" ||
    fail "$(cat "$folder/said")"
for scene in "$root"/scenes/*.yaml "$XDG_DATA_HOME"/verlet-lab/scenes/*.yaml; do
    is application/x-verlet-lab+yaml "$scene"
done
for recording in "$root"/scenes/*.rec; do
    is application/x-verlet-lab-recording "$recording"
done
cd "$folder/files"
printf 'title: Not yet\n' >new.verlet.yaml
is application/x-verlet-lab+yaml new.verlet.yaml
printf 'list: [1, 2]\n' >other.yaml
is application/yaml other.yaml
printf '%%YAML 1.1\n---\nformat: 1\n' >declared.yaml
is application/yaml declared.yaml
printf 'format: 1\n' >notes.txt
is text/plain notes.txt
printf 'some other recording\n' >other.rec
is text/plain other.rec
exit $wrong
