#!/usr/bin/env bash
# Makes the source tarball, the page for a browser and the Debian package of the last commit, with their SHA-256 sums.
# They are the same to the byte each time: all times in them are that of the commit.
#
#   tools/package.sh FOLDER     FOLDER: emptied first; the package is built in FOLDER/build

set -euo pipefail

# fail LOG LINE: shows the end of what was said
fail() {
    tail -n 30 "$1" >&2
    echo "package: $2" >&2
    exit 1
}

out=$(realpath -m -- "${1:?usage: package.sh FOLDER}")
root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
version=$(cat VERSION)
name=verlet-lab-$version

SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) || { echo "package: a package is made of a commit" >&2 && exit 1; }
export SOURCE_DATE_EPOCH
changed=$(git status --porcelain | wc -l)
[ "$changed" -eq 0 ] || echo "package: $changed changed files are packaged as they are in the last commit" >&2

rm -rf -- "$out"
mkdir -p "$out/build"
git archive --prefix="$name/" HEAD | gzip -9n >"$out/$name.tar.gz"

# --- the page, from that tarball ------------------------------------------------------------------

cd "$out/build"
tar -xf "../$name.tar.gz"
log=$out/page.log
"$name/dev" web >"$log" 2>&1 || fail "$log" "the page does not build; $log has all that was said"
mv "$name/build-web/verlet-lab.html" "$out/$name.html"
rm -rf -- "$name"

# --- the package, from that tarball ---------------------------------------------------------------

cd "$out/build"
tar -xf "../$name.tar.gz"
cd "$name"
cp -a packaging/debian debian
cp "$out/$name.html" verlet-lab.html
cat >debian/changelog <<END
verlet-lab ($version-1) unstable; urgency=medium

  * Made of the sources of this version; CHANGELOG.md has what is new in it.

 -- $(sed -n 's/^Maintainer: //p' debian/control)  $(LC_ALL=C date -uR -d "@$SOURCE_DATE_EPOCH")
END

log=$out/build.log
DEB_BUILD_OPTIONS="parallel=$(nproc) noautodbgsym" dpkg-buildpackage -b -us -uc >"$log" 2>&1 ||
    fail "$log" "it does not build; $log has all that was said"
cd ..
lintian --fail-on error --allow-root ./*.changes >"$out/lintian.txt" 2>&1 ||
    fail "$out/lintian.txt" "lintian finds errors"
cp verlet-lab_*.deb "$out"
cd "$out"
sha256sum -- "$name.tar.gz" "$name.html" ./*.deb | sed 's,  \./,  ,' >SHA256SUMS
