#!/usr/bin/env bash
# Gathers what the page in a browser contains besides the program: the scenes, a part of the font, and the frame of the
# page with the icon and the licences.
#
#   tools/web_assets.sh FOLDER PREFIX VERSION     FOLDER: what is written is in FOLDER/files and FOLDER/shell.html;
#                                                 PREFIX: the libraries of tools/web_libraries.sh
#
# Where nothing has changed, nothing is written.

set -euo pipefail
export LC_ALL=C

out=${1:?usage: web_assets.sh FOLDER PREFIX VERSION}
prefix=${2:?usage: web_assets.sh FOLDER PREFIX VERSION}
version=${3:?usage: web_assets.sh FOLDER PREFIX VERSION}
root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Latin, Greek and Cyrillic letters, punctuation, raised and lowered digits, letters like symbols, arrows, mathematics,
# and the shapes of keys.
characters=U+0020-007E,U+00A0-024F,U+02B0-02FF,U+0370-03FF,U+0400-04FF,U+2000-209F,U+20AC,U+2100-214F,U+2150-218F
characters+=,U+2190-22FF,U+2300-23FF,U+25A0-25FF,U+2713,U+2717

target=$out
out=$target/web_assets.new
rm -rf -- "$out"
mkdir -p "$out/files/scenes/lessons"
cp "$root"/scenes/*.yaml "$root"/scenes/*.rec "$root"/scenes/order.txt "$out/files/scenes/"
cp "$root"/scenes/lessons/*.yaml "$out/files/scenes/lessons/"

font=$(fc-match -f '%{file}' 'DejaVu Sans:style=Book')
case $font in
*DejaVuSans.ttf) ;;
*) echo "web_assets: the font DejaVu Sans is missing; on Debian: apt-get install fonts-dejavu-core" >&2 && exit 1 ;;
esac
# part_of FONT FILE CHARACTERS: without the time at which it was made, so that the page is the same each time
part_of() {
    SOURCE_DATE_EPOCH=0 /usr/bin/pyftsubset "$1" --output-file="$out/files/$2" --unicodes="$3" --layout-features= \
        --no-hinting --no-recalc-timestamp
}
part_of "$font" font.ttf "$characters"
part_of "${font%.ttf}-Bold.ttf" font-bold.ttf U+0020-007E,U+00A0-00FF,U+2000-209F,U+2190-21FF,U+2200-22FF

# The licences of all that is in the page, one after the other.
licences() {
    local file
    printf 'Verlet Lab %s\n\n' "$version"
    cat "$root/LICENSE"
    printf '\n\nThis page contains the libraries below and a part of the font DejaVu Sans.\n'
    printf 'It is based in part on the work of the FreeType Team (https://freetype.org).\n'
    for file in "$prefix"/licences/*.txt; do
        [ "$file" != "$prefix/licences/cmocka.txt" ] || continue # that is in tests alone
        printf '\n\n---------- %s ----------\n\n' "$(basename "$file" .txt)"
        cat "$file"
    done
    printf '\n\n---------- DejaVu Sans ----------\n\n'
    cat /usr/share/doc/fonts-dejavu-core/copyright
}

# replace MARK FILE: what is in the file takes the place of the line with the mark, of standard input
replace() {
    sed -e "/$1/{
r $2
d
}"
}

{
    printf '<link rel="icon" href="data:image/svg+xml;base64,'
    base64 -w 0 "$root/assets/verlet-lab.svg"
    printf '">\n'
} >"$out/icon.html"
licences | sed 's/&/\&amp;/g; s/</\&lt;/g' >"$out/licences.html"
replace @ICON@ "$out/icon.html" <"$root/web/shell.html" | replace @LICENCES@ "$out/licences.html" >"$out/shell.html"
rm -f "$out/icon.html" "$out/licences.html"

if diff -rq "$out/files" "$target/files" && cmp -s "$out/shell.html" "$target/shell.html"; then
    rm -rf -- "$out"
    exit 0
fi >/dev/null 2>&1
rm -rf -- "$target/files"
mv "$out/files" "$target/files"
mv "$out/shell.html" "$target/shell.html"
rm -rf -- "$out"
