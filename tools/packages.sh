#!/usr/bin/env bash
# What each command of ./dev needs of the system, and how it is installed: `need SET...`. ./dev reads this file.

# What each command needs. The names for Debian and Ubuntu are tested, the others are not.
# "-": comes with the system or with another package.
#
#     set   Debian, Ubuntu     Fedora                Arch              macOS (Homebrew)
packages='
      build gcc                gcc                   gcc               -
      build libc6-dev          glibc-devel           -                 -
      build meson              meson                 meson             meson
      build ninja-build        ninja-build           ninja             ninja
      build pkg-config         pkgconf-pkg-config    pkgconf           pkgconf
      build libsdl2-dev        SDL2-devel            sdl2              sdl2
      build libsdl2-ttf-dev    SDL2_ttf-devel        sdl2_ttf          sdl2_ttf
      build libyaml-dev        libyaml-devel         libyaml           libyaml
      build libpng-dev         libpng-devel          libpng            libpng
      build libfontconfig-dev  fontconfig-devel      fontconfig        fontconfig
      build fontconfig         fontconfig            -                 -
      build libsuitesparse-dev suitesparse-devel     suitesparse       suite-sparse
      build fonts-dejavu-core  dejavu-sans-fonts     ttf-dejavu        -
      test  libcmocka-dev      libcmocka-devel       cmocka            cmocka
      test  libmpfr-dev        mpfr-devel            mpfr              mpfr
      test  xvfb               xorg-x11-server-Xvfb  xorg-server-xvfb  -
      test  xauth              xorg-x11-xauth        xorg-xauth        -
      test  libx11-dev         libX11-devel          libx11            -
      test  libxtst-dev        libXtst-devel         libxtst           -
      test  locales            glibc-locale-source   -                 -
      test  appstream          appstream             appstream         -
      test  desktop-file-utils desktop-file-utils    desktop-file-utils -
      test  shared-mime-info   shared-mime-info      shared-mime-info  -
      test  libglib2.0-bin     -                     -                 -
      clang clang              clang                 clang             -
      test  -                  libasan               -                 -
      test  -                  libubsan              -                 -
      web   emscripten         emscripten            emscripten        emscripten
      web   dpkg-dev           dpkg-dev              dpkg              dpkg
      web   xz-utils           -                     -                 -
      web   fonttools          fonttools             python-fonttools  fonttools
      webtest chromium         chromium              chromium          -
      npm   npm                npm                   npm               -
      package debhelper        -                     -                 -
      package dpkg-dev         -                     -                 -
      package git              -                     -                 -
      package lintian          -                     -                 -
      fresh debootstrap        -                     -                 -
      fresh file               -                     -                 -
      fuzz  clang              clang                 clang             -
      fuzz  libclang-rt-dev    compiler-rt           compiler-rt       -
      bench g++                gcc-c++               -                 -
      bench libbullet-dev      bullet-devel          bullet            bullet
      bench libbox2d-dev       box2d-devel           box2d             box2d
      bench chipmunk-dev       chipmunk-devel        chipmunk          chipmunk
      lint  clang-format       clang-tools-extra     -                 clang-format
      lint  shellcheck         ShellCheck            shellcheck        shellcheck
      memcheck valgrind        valgrind              valgrind          -
      arm   gcc-aarch64-linux-gnu -                  -                 -
      arm   libc6-dev-arm64-cross -                  -                 -
      arm   qemu-user          -                     -                 -
      analysis clang-tidy      clang-tools-extra     -                 -
      analysis cppcheck        cppcheck              cppcheck          cppcheck
'

# debian, fedora, arch, macos, or nothing where the system is not known
system_name() {
    local id ids
    if [ "$(uname -s)" = Darwin ]; then
        echo macos
        return
    fi
    # shellcheck source=/dev/null
    ids=$(. /etc/os-release 2>/dev/null && echo "${ID:-} ${ID_LIKE:-}") || ids=
    for id in $ids; do
        case $id in
        debian | ubuntu) echo debian ;;
        fedora | rhel | centos) echo fedora ;;
        arch | archlinux) echo arch ;;
        *) continue ;;
        esac
        return
    done
}

# package_names SYSTEM SET...
package_names() {
    local system=$1
    shift
    awk -v system_name="$system" -v sets=" $* " '
        BEGIN { column["debian"] = 2; column["fedora"] = 3; column["arch"] = 4; column["macos"] = 5 }
        NF == 5 && index(sets, " " $1 " ") && $column[system_name] != "-" {
            print $column[system_name]
        }' <<<"$packages"
}

# missing SYSTEM PACKAGE...: those that are not installed
missing() {
    local system=$1 installed name
    shift
    case $system in
    debian)
        installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null |
            sed -n 's/^installed //p' | tr '\n' ' ' || true)
        for name in "$@"; do
            case " $installed" in *" $name "*) ;; *) echo "$name" ;; esac
        done
        ;;
    fedora) for name in "$@"; do
        rpm -q --whatprovides "$name" >/dev/null 2>&1 || echo "$name"
    done ;;
    arch) pacman -T "$@" || true ;;
    macos) for name in "$@"; do
        brew ls --versions "$name" >/dev/null 2>&1 || echo "$name"
    done ;;
    esac
}

# install_command SYSTEM: what a person would type, without the names
install_command() {
    case $1 in
    debian) echo "sudo apt-get install --no-install-recommends" ;;
    fedora) echo "sudo dnf install" ;;
    arch) echo "sudo pacman -S --needed" ;;
    macos) echo "brew install" ;;
    esac
}

may_become_root() {
    [ "$(id -u)" -eq 0 ] && return
    command -v sudo >/dev/null || return 1
    # without a terminal nobody can type a password
    sudo -n true 2>/dev/null || { [ -t 0 ] && [ -t 2 ]; }
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

apt() {
    as_root env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=a apt-get -qq -y \
        -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 -o Acquire::Retries=2 \
        -o Acquire::http::Timeout=30 "$@"
}

# The lists of packages may be absent or too old: fetch them then, and only then.
install_debian() {
    if compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null &&
        apt install --no-install-recommends "$@"; then
        return
    fi
    apt update && apt install --no-install-recommends "$@"
}

install_packages() {
    local system=$1
    shift
    case $system in
    debian) install_debian "$@" ;;
    fedora) as_root dnf install -y -q --setopt=install_weak_deps=False "$@" ;;
    arch) as_root pacman -S --needed --noconfirm "$@" ;;
    macos) brew install "$@" ;;
    esac
}

# need SET...: makes sure that the packages of these sets are there
need() {
    local system names=() wanted=() name log by_hand
    [ "${DEV_INSTALL:-yes}" != no ] || return 0
    system=$(system_name)
    if [ -z "$system" ]; then
        say "dev: this system is not one whose package names are known; going on with what is there."
        say "dev: needed, by the names of Debian:" "$(package_names debian "$@" | tr '\n' ' ')"
        return
    fi
    while read -r name; do
        wanted+=("$name")
    done < <(package_names "$system" "$@")
    while read -r name; do
        names+=("$name")
    done < <(missing "$system" "${wanted[@]}")
    [ ${#names[@]} -gt 0 ] || return 0

    by_hand="$(install_command "$system") ${names[*]}"
    if [ "$system" != macos ] && ! may_become_root; then
        die "not installed: ${names[*]}
Installing them takes root, or sudo and a terminal to type its password at. Let somebody who can type
  $by_hand
and run this again, or set DEV_INSTALL=no to go on with what is there."
    fi
    say "installing ${names[*]}"
    log=$(mktemp)
    if ! install_packages "$system" "${names[@]}" >"$log" 2>&1; then
        tail -n 15 "$log" >&2
        rm -f "$log"
        die "could not install: ${names[*]}
Is there a network? The same by hand:
  $by_hand"
    fi
    rm -f "$log"
}
