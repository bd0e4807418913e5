#!/usr/bin/env bash
# Tries what tools/package.sh has made: the sums are right, a second package from another folder is the same to the
# byte, the tarball builds and tests by itself, and the package is installed in a fresh Debian, used there, and leaves
# nothing when it is removed. Each check prints one line, and what is wrong below it; with LIST, it is also added there
# in the form of testlog.sh.
#
#   tests/package.sh FOLDER [LIST]     FOLDER: where the tarball and the package are

set -uo pipefail

made=$(realpath -- "${1:?usage: package.sh FOLDER [LIST]}")
list=$(realpath -m -- "${2:-/dev/null}")
root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
version=$(cat "$root/VERSION")
tarball=$made/verlet-lab-$version.tar.gz
scratch=$(mktemp -d)
trap 'rm -rf --one-file-system -- "$scratch"' EXIT
inside=$scratch/debian # the fresh system
failures=0

# check NAME FUNCTION: the function returns 0, or says what is wrong; 77 is a skip whose last line is the reason
check() {
    local name=$1 output status=0 verdict=passed reason=
    output=$("$2" 2>&1) || status=$?
    case $status in
    0) ;;
    77) verdict=skipped reason=$(tail -n 1 <<<"$output") ;;
    *) verdict=failed reason=$(tail -n 1 <<<"$output") failures=$((failures + 1)) ;;
    esac
    printf '%-8s %s%s\n' "$verdict" "$name" "${reason:+: $reason}"
    [ "$verdict" != failed ] || tail -n 30 <<<"$output"
    printf '%s\tpackage\tpackage / %s\t%s\n' "$verdict" "$name" "$reason" >>"$list"
}

# --- what was made --------------------------------------------------------------------------------

sums() {
    (cd "$made" && sha256sum --check --strict SHA256SUMS) &&
        [ "$(wc -l <"$made/SHA256SUMS")" -eq "$(find "$made" -maxdepth 1 -name 'verlet-lab[-_]*' | wc -l)" ]
}

contents() {
    local file files
    files=$(dpkg-deb --fsys-tarfile "$made"/*.deb | tar -t)
    for file in bin/verlet-lab share/man/man1/verlet-lab.1.gz share/applications/verlet-lab.desktop \
        share/metainfo/verlet-lab.metainfo.xml share/mime/packages/verlet-lab.xml share/doc/verlet-lab/copyright \
        share/icons/hicolor/scalable/apps/verlet-lab.svg share/bash-completion/completions/verlet-lab \
        share/icons/hicolor/scalable/mimetypes/application-x-verlet-lab{+yaml,-recording}.svg \
        share/verlet-lab/verlet-lab.html share/verlet-lab/scenes/{opening.yaml,order.txt,late-frame.rec}; do
        grep -qx "./usr/$file" <<<"$files" || { echo "there is no usr/$file" && return 1; }
    done
    dpkg-deb -f "$made"/*.deb Depends | grep 'fonts-dejavu-core.*libamd.*libsdl2-ttf' || return
    # the sources are gone when it runs
    dpkg-deb --fsys-tarfile "$made"/*.deb | tar -xO ./usr/bin/verlet-lab >"$scratch/program"
    ! grep -F "$made" "$scratch/program"
}

again() {
    git clone -q "$root" "$scratch/clone" && "$scratch/clone/tools/package.sh" "$scratch/again" &&
        cmp "$made/SHA256SUMS" "$scratch/again/SHA256SUMS"
}

# Of all tests those that take some seconds.
alone() {
    local folder=$scratch/verlet-lab-$version
    tar -xf "$tarball" -C "$scratch" && cd "$folder" && meson setup build -Dapp=enabled &&
        ninja -C build src/verlet-lab tools/gen_docs tests/test-base tests/test-scene &&
        meson test -C build --no-rebuild --print-errorlogs text stream folders documents generated-docs completion \
            desktop && tools/same-bits.sh --quick build/src/verlet-lab tests/same-bits.txt
}

# --- a fresh system -------------------------------------------------------------------------------

in_debian() {
    env -i LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp/home DEBIAN_FRONTEND=noninteractive \
        chroot "$inside" "$@"
}

# Every file and folder with its contents, but for what apt and dpkg keep of themselves.
all_files() {
    in_debian find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /run -o -path /tmp -o -path /var/log \
        -o -path /var/cache -o -path /var/lib/apt -o -path /var/lib/dpkg -o -path /etc/ld.so.cache \) -prune -o \
        \( -type f -exec sha256sum {} + \) -o -print | sort
}

# The dependencies are installed before, with what file managers need, so that nothing else changes with the package.
system() {
    [ "$(id -u)" -eq 0 ] || { echo "a fresh system is installed by root alone" && return 77; }
    command -v debootstrap >/dev/null || { echo "debootstrap is not installed" && return 77; }
    # shellcheck source=/dev/null
    debootstrap --variant=minbase "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$inside" || return
    mkdir "$inside/tmp/home" && cp "$made"/*.deb "$inside/tmp/verlet-lab.deb" &&
        in_debian apt-get -y --no-install-recommends satisfy "$(dpkg-deb -f "$made"/*.deb Depends)" &&
        in_debian apt-get -y --no-install-recommends install shared-mime-info libglib2.0-bin desktop-file-utils &&
        all_files >"$scratch/before"
}

installed() {
    in_debian apt-get -y --no-install-recommends install /tmp/verlet-lab.deb && in_debian dpkg --audit &&
        in_debian verlet-lab --version | grep -F 'features:  app'
}

# The scenes of the package are found, and have the bits of the table.
scenes() {
    mkdir -p "$inside/tmp/bits/tools" && cp "$root/tools/same-bits.sh" "$inside/tmp/bits/tools" &&
        cp "$root/tests/same-bits.txt" "$inside/tmp/bits" &&
        ln -s /usr/share/verlet-lab/scenes "$inside/tmp/bits/scenes" &&
        in_debian verlet-lab run opening | grep -F TCV &&
        in_debian sh -c 'verlet-lab check /usr/share/verlet-lab/scenes/*.yaml' &&
        in_debian verlet-lab replay late-frame.rec &&
        in_debian sh -c 'cd /tmp/bits && tools/same-bits.sh --quick /usr/bin/verlet-lab same-bits.txt'
}

picture() {
    in_debian verlet-lab render cloth --at 1 --png /tmp/cloth.png && file "$inside/tmp/cloth.png" | grep '1280 x 720'
}

# It opens, records what happens in it, and ends with the signal.
window() {
    command -v xvfb-run >/dev/null || { echo "xvfb-run is not installed" && return 77; }
    local status=0
    xvfb-run -a -s '-ac -screen 0 1280x800x24' env HOME=/tmp/home \
        chroot "$inside" timeout -s TERM 5 verlet-lab pendulum >"$scratch/window" 2>&1 || status=$?
    cat "$scratch/window"
    ! grep -q offscreen "$scratch/window" && [ $status -eq 124 ] &&
        grep -q '^frame ' "$inside"/tmp/home/.local/state/verlet-lab/recordings/*.rec
}

types() {
    local file
    mkdir -p "$inside/tmp/files" && cp "$root"/scenes/cloth.yaml "$root"/scenes/late-frame.rec "$inside/tmp/files"
    printf 'a: 1\n' >"$inside/tmp/files/other.yaml"
    for file in cloth.yaml:verlet-lab+yaml late-frame.rec:verlet-lab-recording other.yaml:yaml; do
        in_debian gio info -a standard::content-type "/tmp/files/${file%:*}" | grep "application/x-${file#*:}$" ||
            { echo "${file%:*} is not taken for ${file#*:}" && return 1; }
    done
    in_debian gio mime application/x-verlet-lab+yaml | grep 'Default.*verlet-lab.desktop'
}

nothing_left() {
    in_debian apt-get -y purge verlet-lab && all_files >"$scratch/after" && diff "$scratch/before" "$scratch/after" &&
        ! in_debian dpkg -s verlet-lab 2>/dev/null
}

check "the sums are right" sums
check "all that belongs to it is in the package" contents
check "it is the same to the byte when it is made again" again
check "the tarball builds and tests by itself" alone
check "a fresh system" system
if [ -s "$scratch/before" ]; then
    check "it is installed with all that it needs" installed
    check "scenes run by name with the bits of the table" scenes
    check "a picture without a display" picture
    check "the window" window
    check "a double click opens scenes and recordings" types
    check "nothing is left when it is removed" nothing_left
fi
[ "$failures" -eq 0 ]
