#!/usr/bin/env bash
# Compares the bits of a 64-bit Arm with tests/same-bits.txt, under emulation: builds the program without the window for
# Arm, and runs tools/same-bits.sh with it. For Debian, once a release: it takes a quarter of an hour.
#
#   tools/arm64-bits.sh [--quick | --all]
#
# It needs gcc-aarch64-linux-gnu, libc6-dev-arm64-cross and qemu-user. The libraries for Arm are fetched into
# build-arm64/ by apt, with lists of packages of its own, so that the system stays as it is.

set -euo pipefail
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")
folder=$root/build-arm64
libraries="libyaml-0-2 libyaml-dev libsuitesparse-dev libamd2 libsuitesparseconfig5"

for tool in aarch64-linux-gnu-gcc qemu-aarch64; do
    command -v "$tool" >/dev/null || { echo "arm64-bits: $tool is missing" >&2 && exit 77; }
done

# apt_of_arm ARGUMENT...: with lists and a cache of its own
apt_of_arm() {
    apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Sandbox::User=root \
        -o Dir::State::lists="$folder/apt/lists" -o Dir::State::status="$folder/apt/status" \
        -o Dir::Cache="$folder/apt/cache" "$@"
}

fetch_libraries() {
    mkdir -p "$folder"/apt/{lists/partial,cache/archives/partial} "$folder/packages" "$folder/system"
    : >"$folder/apt/status"
    apt_of_arm update
    # shellcheck disable=SC2086 # one word for each package
    (cd "$folder/packages" && apt_of_arm download $libraries)
    for package in "$folder"/packages/*.deb; do
        dpkg -x "$package" "$folder/system"
    done
    touch "$folder/fetched"
}

write_cross_file() {
    cat >"$folder/cross.txt" <<END
[binaries]
c = 'aarch64-linux-gnu-gcc'
ar = 'aarch64-linux-gnu-ar'
strip = 'aarch64-linux-gnu-strip'
pkgconfig = 'pkg-config'
exe_wrapper = ['qemu-aarch64', '-L', '/usr/aarch64-linux-gnu', '-E', 'LD_LIBRARY_PATH=$libs']
[built-in options]
c_args = ['-I$folder/system/usr/include']
c_link_args = ['-L$libs', '-Wl,-rpath-link=$libs']
[properties]
pkg_config_libdir = '$libs/pkgconfig'
sys_root = '$folder/system'
[host_machine]
system = 'linux'
cpu_family = 'aarch64'
cpu = 'aarch64'
endian = 'little'
END
}

# What tools/same-bits.sh calls as the program
write_wrapper() {
    cat >"$folder/verlet-lab" <<END
#!/bin/sh
exec qemu-aarch64 -L /usr/aarch64-linux-gnu -E LD_LIBRARY_PATH=$libs \\
    $folder/build/src/verlet-lab "\$@"
END
    chmod +x "$folder/verlet-lab"
}

# quietly COMMAND...: says what it said if it fails
quietly() {
    "$@" >"$folder/log" 2>&1 || { cat "$folder/log" >&2 && exit 1; }
}

libs=$folder/system/usr/lib/aarch64-linux-gnu
[ -e "$folder/fetched" ] || fetch_libraries
write_cross_file
write_wrapper
[ -e "$folder/build/build.ninja" ] ||
    quietly meson setup --cross-file "$folder/cross.txt" -Dapp=disabled "$folder/build" "$root"
quietly ninja -C "$folder/build" src/verlet-lab
"$root/tools/same-bits.sh" "$@" "$folder/verlet-lab" "$root/tests/same-bits.txt"
echo "arm64: the bits are those of the table"
