#!/usr/bin/env bash
# Makes the libraries of the build for the web: compiles the sources of Debian's packages for WebAssembly, once, into a
# folder outside the tree, and writes the cross file for meson there.
#
#   tools/web_libraries.sh [--update] [CACHE_FOLDER]
#
# CACHE_FOLDER is ~/.cache/verlet-lab/web, unless XDG_CACHE_HOME or the argument says another. In it will be
#
#   prefix/include, lib, lib/pkgconfig   the libraries, static
#   prefix/licences                      the licence of each of them, and of what emscripten links into a program
#   prefix/versions.txt                  which versions they are
#   bin/emcc                             the compiler, which finds what it needs
#   wasm.ini                             the cross file: meson setup --cross-file CACHE_FOLDER/wasm.ini ...
#   sources                              the source packages, as they were fetched
#
# What is there already is left alone, unless this script, the cross file or the compiler changed. --update asks Debian
# for newer sources, too. It takes about three minutes of two cores, and needs Debian's emscripten, dpkg-dev, xz-utils
# and the network, but not root: apt runs with lists of packages of its own, which are made from those of the system,
# so that the system stays as it is. The same sources give the same bytes.

set -euo pipefail
export LC_ALL=C

packages="zlib libpng1.6 libyaml freetype libsdl2 libsdl2-ttf suitesparse cmocka"

die() {
    echo "web_libraries: $*" >&2
    exit 1
}

update=no
if [ "${1-}" = --update ]; then
    update=yes
    shift
fi
[ $# -le 1 ] || die "usage: web_libraries.sh [--update] [CACHE_FOLDER]"

root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=$(realpath -m -- "${1:-${XDG_CACHE_HOME:-$HOME/.cache}/verlet-lab/web}")
case $cache in
*[[:space:]]*) die "the compiler cannot have blanks in the name of the folder: $cache" ;;
esac
prefix=$cache/prefix
sources=$cache/sources
work=$cache/work
log=$cache/log.txt
emscripten=/usr/share/emscripten

# web/wasm.ini.in says why nothing vectorises straight code. The libraries have the flags of the program, so that no
# code in it is of another kind.
# Nothing in the bytes tells where they were made.
flags=(-O2 -msimd128 -fno-slp-vectorize -DNDEBUG -w "-ffile-prefix-map=$work=.")

# --- is there anything to do? ---------------------------------------------------------------------

for tool in emcc emar apt-get dpkg-source pkg-config; do
    command -v "$tool" >/dev/null ||
        die "$tool is missing; on Debian: apt-get install emscripten dpkg-dev xz-utils pkg-config"
done

case $(emcc --version | sed -n 1p) in
*" 3.1.6"*) ;;
*) echo "web_libraries: the page is tested with emscripten 3.1.6 alone, and here is $(emcc --version | sed -n 1p)" >&2 ;;
esac

# what the libraries are made with
made_with() {
    sha256sum <"$root/tools/web_libraries.sh"
    sha256sum <"$root/web/wasm.ini.in"
    emcc --version | sed -n 1p
    echo "$cache"
}

stamp=$cache/stamp.txt
wanted=$(made_with)
if [ "$update" = no ] && [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then
    exit 0
fi

mkdir -p "$cache"
# two builds that begin at the same time would get into each other's way
exec 9>"$cache/lock"
flock 9
if [ "$update" = no ] && [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then
    exit 0
fi
rm -f "$stamp"
: >"$log"

# step NAME COMMAND...: shows what it says only when it fails
step() {
    local name=$1 status=0
    shift
    echo "--- $name" >>"$log"
    # where a condition has a command, the shell goes on after what fails in it
    set +e
    (set -e; "$@") >>"$log" 2>&1
    status=$?
    set -e
    if [ "$status" -ne 0 ]; then
        tail -n 30 "$log" >&2
        die "$name failed; $log has all that was said"
    fi
}

# --- the sources ----------------------------------------------------------------------------------

# A copy of the system's lists of sources, of which it takes the source packages. Everything else, such as a proxy and
# the keys by which packages are checked, is what the system has; but nothing is done after an update.
write_apt_configuration() {
    local file
    rm -rf "$work/apt"
    mkdir -p "$work"/apt/{parts,sources.list.d,lists/partial,cache/archives/partial}
    : >"$work/apt/status"
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ ! -f "$file" ] || sed -nE 's/^[[:space:]]*deb[[:space:]]/deb-src /p' "$file" \
            >"$work/apt/sources.list.d/$(basename "$file" .list).list"
    done
    for file in /etc/apt/sources.list.d/*.sources; do
        [ ! -f "$file" ] || sed -E 's/^[Tt]ypes:.*/Types: deb-src/' "$file" \
            >"$work/apt/sources.list.d/$(basename "$file")"
    done
    for file in /etc/apt/apt.conf.d/*; do
        [ ! -f "$file" ] || ln -s "$file" "$work/apt/parts/"
    done
    cat >"$work/apt/parts/zz-private" <<END
#clear APT::Update;
APT::Sandbox::User "$(id -un)";
Dir::State::lists "$work/apt/lists/";
Dir::State::status "$work/apt/status";
Dir::Cache "$work/apt/cache/";
Dir::Etc::sourcelist "$work/apt/none";
Dir::Etc::sourceparts "$work/apt/sources.list.d/";
Acquire::Retries "2";
Acquire::http::Timeout "30";
END
    echo "Dir::Etc::parts \"$work/apt/parts/\";" >"$work/apt/apt.conf"
}

apt_of_sources() {
    APT_CONFIG=$work/apt/apt.conf "$@"
}

# fetch PACKAGE: the newest version that can be had. A mirror may list one that it no longer has.
fetch() {
    local version
    for version in $(apt_of_sources apt-cache showsrc --only-source "$1" | sed -n 's/^Version: //p' | sort -ruV); do
        if apt_of_sources apt-get -q source --download-only "$1=$version"; then
            return
        fi
    done
    return 1
}

# Where the lists of a source cannot be had, perhaps as it has no source packages, what is missing is told by fetch().
fetch_sources() {
    local package
    write_apt_configuration
    rm -rf "$sources"
    mkdir -p "$sources"
    apt_of_sources apt-get -q update || true
    cd "$sources"
    for package in $packages; do
        fetch "$package"
    done
    touch .whole
}

unpack_sources() {
    local package
    for package in $packages; do
        dpkg-source --no-copy -x "$sources/${package}"_*.dsc "$work/$package"
    done
}

# version_of PACKAGE: that of its authors, without what Debian puts around it
version_of() {
    sed -nE '/^Version: /{s///; s/^[0-9]+://; s/-[^-]*$//; s/[.+~]dfsg.*$//; p; q;}' "$sources/$1"_*.dsc
}

# --- compiling ------------------------------------------------------------------------------------

# library NAME FOLDER FLAG... -- FILE...: compiles the files, which are given in FOLDER, into prefix/lib/libNAME.a
library() {
    local name=$1 own=() objects=() works=() file object
    cd "$2"
    shift 2
    while [ "$1" != -- ]; do
        own+=("$1")
        shift
    done
    shift
    mkdir -p "$work/objects/$name"
    for file in "$@"; do
        object=$work/objects/$name/${file//\//_}.o
        works+=("$file" -o "$object")
        objects+=("$object")
    done
    printf '%s\0' "${works[@]}" | xargs -0 -n 3 -P "$(nproc)" emcc "${flags[@]}" "${own[@]}" -c
    emar rcsD "$prefix/lib/lib$name.a" "${objects[@]}"
}

# headers FOLDER FILE...: into that folder of prefix/include
headers() {
    mkdir -p "$prefix/include/$1"
    cp "${@:2}" "$prefix/include/$1"
}

# package_file NAME VERSION LIBRARIES [FLAGS [NEEDS]]: for pkg-config
package_file() {
    mkdir -p "$prefix/lib/pkgconfig"
    cat >"$prefix/lib/pkgconfig/$1.pc" <<END
prefix=$prefix

Name: $1
Description: $1 for WebAssembly
Version: $2
Cflags: -I\${prefix}/include ${4-}
Libs: -L\${prefix}/lib $3
Requires: ${5-}
END
}

licence() {
    mkdir -p "$prefix/licences"
    cp "$2" "$prefix/licences/$1.txt"
}

make_zlib() {
    local folder=$work/zlib
    library z "$folder" -DHAVE_UNISTD_H -D_LARGEFILE64_SOURCE=1 -- adler32.c compress.c crc32.c deflate.c gzclose.c \
        gzlib.c gzread.c gzwrite.c infback.c inffast.c inflate.c inftrees.c trees.c uncompr.c zutil.c
    headers . "$folder/zlib.h" "$folder/zconf.h"
    package_file zlib "$(version_of zlib)" -lz
    licence zlib "$folder/LICENSE"
}

make_libpng() {
    local folder=$work/libpng1.6
    cp "$folder/scripts/pnglibconf.h.prebuilt" "$folder/pnglibconf.h"
    library png "$folder" "-I$prefix/include" -- png.c pngerror.c pngget.c pngmem.c pngpread.c pngread.c pngrio.c \
        pngrtran.c pngrutil.c pngset.c pngtrans.c pngwio.c pngwrite.c pngwtran.c pngwutil.c
    headers . "$folder/png.h" "$folder/pngconf.h" "$folder/pnglibconf.h"
    package_file libpng "$(version_of libpng1.6)" -lpng "" zlib
    licence libpng "$folder/LICENSE"
}

make_libyaml() {
    local folder=$work/libyaml version number
    version=$(version_of libyaml)
    IFS=. read -r -a number <<<"$version"
    library yaml "$folder/src" -I../include "-DYAML_VERSION_MAJOR=${number[0]}" "-DYAML_VERSION_MINOR=${number[1]}" \
        "-DYAML_VERSION_PATCH=${number[2]}" "-DYAML_VERSION_STRING=\"$version\"" -- \
        api.c dumper.c emitter.c loader.c parser.c reader.c scanner.c writer.c
    headers . "$folder/include/yaml.h"
    package_file yaml-0.1 "$version" -lyaml
    licence libyaml "$folder/License"
}

# The program has one font, in the format TrueType: the modules of FreeType that such a font needs.
make_freetype() {
    local folder=$work/freetype
    cat >"$folder/include/verlet_lab_modules.h" <<'END'
FT_USE_MODULE( FT_Module_Class, autofit_module_class )
FT_USE_MODULE( FT_Driver_ClassRec, tt_driver_class )
FT_USE_MODULE( FT_Module_Class, psnames_module_class )
FT_USE_MODULE( FT_Module_Class, sfnt_module_class )
FT_USE_MODULE( FT_Renderer_Class, ft_smooth_renderer_class )
FT_USE_MODULE( FT_Renderer_Class, ft_raster1_renderer_class )
END
    library freetype "$folder/src" -I../include "-I$prefix/include" -DFT2_BUILD_LIBRARY \
        -DFT_CONFIG_OPTION_SYSTEM_ZLIB '-DFT_CONFIG_MODULES_H=<verlet_lab_modules.h>' -- \
        base/ftsystem.c base/ftinit.c base/ftdebug.c base/ftbase.c base/ftbbox.c base/ftbitmap.c base/ftglyph.c \
        base/ftmm.c base/ftstroke.c base/ftsynth.c autofit/autofit.c truetype/truetype.c psnames/psnames.c \
        sfnt/sfnt.c smooth/smooth.c raster/raster.c gzip/ftgzip.c
    headers freetype2 "$folder/include/ft2build.h"
    cp -r "$folder/include/freetype" "$prefix/include/freetype2/"
    package_file freetype2 "$(version_of freetype)" -lfreetype "-I\${prefix}/include/freetype2" zlib
    licence freetype "$folder/docs/FTL.TXT"
}

# Video and input alone. SDL has a configuration for emscripten, from which the other devices are taken out.
make_sdl() {
    local folder=$work/libsdl2 files
    sed -i -E 's,^#define SDL_(AUDIO_DRIVER_.*|JOYSTICK_EMSCRIPTEN|SENSOR_DUMMY) 1$,,
        s,^#define SDL_LOADSO_DLOPEN 1$,#define SDL_LOADSO_DISABLED 1,
        s,^#define SDL_HAPTIC_DISABLED 1$,&\n#define SDL_AUDIO_DISABLED 1\n#define SDL_JOYSTICK_DISABLED 1,
        s,^#define SDL_CPUINFO_DISABLED 1$,&\n#define SDL_SENSOR_DISABLED 1,' \
        "$folder/include/SDL_config_emscripten.h"
    cd "$folder/src"
    files=(*.c {atomic,audio,cpuinfo,dynapi,events,file,haptic,joystick,libm,locale,misc,power,render,sensor,stdlib}/*.c
        render/{opengles2,software}/*.c {haptic,joystick,loadso,sensor}/dummy/*.c {thread,timer,video}/*.c
        thread/generic/*.c timer/unix/*.c video/yuv2rgb/*.c video/dummy/*.c
        {video,filesystem,locale,misc,power}/emscripten/*.c)
    library SDL2 "$folder/src" -I../include -I../src/video/khronos -- "${files[@]}"
    headers SDL2 "$folder"/include/*.h
    package_file sdl2 "$(version_of libsdl2)" -lSDL2 "-I\${prefix}/include/SDL2"
    licence sdl2 "$folder/LICENSE.txt"
    licence sdl2-yuv2rgb "$folder/src/video/yuv2rgb/LICENSE"
}

make_sdl_ttf() {
    local folder=$work/libsdl2-ttf
    library SDL2_ttf "$folder" "-I$prefix/include/SDL2" "-I$prefix/include/freetype2" -DTTF_USE_HARFBUZZ=0 -- SDL_ttf.c
    headers SDL2 "$folder/SDL_ttf.h"
    package_file SDL2_ttf "$(version_of libsdl2-ttf)" -lSDL2_ttf "" "sdl2 freetype2"
    licence sdl2-ttf "$folder/LICENSE.txt"
}

# The ordering alone, with indices of 32 bits, and what it needs of the configuration: nothing for pkg-config tells
# that a static libamd.a needs another library.
make_amd() {
    local folder=$work/suitesparse files
    cd "$folder"
    files=(AMD/Source/*.c SuiteSparse_config/SuiteSparse_config.c)
    library amd "$folder" -IAMD/Include -ISuiteSparse_config -DNTIMER -- "${files[@]}"
    headers suitesparse AMD/Include/amd.h SuiteSparse_config/SuiteSparse_config.h
    licence amd AMD/Doc/License.txt
}

# For the tests alone.
make_cmocka() {
    local folder=$work/cmocka
    {
        printf '#define HAVE_%s 1\n' ASSERT_H INTTYPES_H MALLOC_H MEMORY_H SETJMP_H SIGNAL_H STDARG_H STDDEF_H \
            STDINT_H STDIO_H STDLIB_H STRINGS_H STRING_H SYS_STAT_H SYS_TYPES_H TIME_H UNISTD_H STRUCT_TIMESPEC CALLOC EXIT \
            FPRINTF SNPRINTF VSNPRINTF FREE LONGJMP MALLOC MEMCPY MEMSET PRINTF SETJMP SIGNAL STRCMP STRCPY STRSIGNAL \
            CLOCK_GETTIME CLOCK_REALTIME GCC_THREAD_LOCAL_STORAGE
        echo '#define WORDS_SIZEOF_VOID_P 4'
    } >"$folder/src/config.h"
    # where uintptr_t is an unsigned long of 32 bits, cmocka has to leave it to stdint.h
    library cmocka "$folder/src" -DHAVE_CONFIG_H -D_UINTPTR_T_DEFINED -I. -I../include -- cmocka.c
    headers . "$folder"/include/cmocka*.h
    package_file cmocka "$(version_of cmocka)" -lcmocka -D_UINTPTR_T_DEFINED
    licence cmocka "$folder/COPYING"
}

# What emscripten links into a program: its own library, musl and compiler-rt. From the file of copyrights of its
# package, these and the texts that they name.
emscripten_licence() {
    awk 'BEGIN { RS = ""; ORS = "\n\n" }
        function licence_of(paragraph) {
            if (!match(paragraph, /(^|\n)License: [^\n]*/))
                return ""
            paragraph = substr(paragraph, RSTART, RLENGTH)
            sub(/^\n?License: /, "", paragraph)
            return paragraph
        }
        /^Files:/ && (/\n \*\n/ || /system\/lib\/(libc|compiler-rt|dlmalloc)/) {
            print
            n = split(licence_of($0), parts, / (or|and|with) /)
            for (i = 1; i <= n; i++)
                wanted[parts[i]] = 1
            wanted[licence_of($0)] = 1
        }
        /^License:/ && (licence_of($0) in wanted)' /usr/share/doc/emscripten/copyright \
        >"$prefix/licences/emscripten.txt"
    licence musl "$emscripten/system/lib/libc/musl/COPYRIGHT"
    # with the exception that is in emscripten.txt
    licence compiler-rt /usr/share/common-licenses/Apache-2.0
}

# The compiler as meson is to call it.
write_compiler() {
    mkdir -p "$cache/bin"
    cat >"$cache/bin/emcc" <<END
#!/bin/sh
# a node that is not Debian's does not look for modules where Debian has those of emscripten
export NODE_PATH="/usr/share/nodejs\${NODE_PATH:+:\$NODE_PATH}"
exec emcc "\$@"
END
    chmod +x "$cache/bin/emcc"
}

write_versions() {
    local package
    for package in $packages; do
        printf '%s %s\n' "$package" "$(sed -n '/^Version: /{s///p;q;}' "$sources/$package"_*.dsc)"
    done >"$prefix/versions.txt"
    echo "emscripten $(dpkg-query -W -f '${Version}' emscripten)" >>"$prefix/versions.txt"
}

# --- all of it ------------------------------------------------------------------------------------

if [ "$update" = yes ] || [ ! -e "$sources/.whole" ]; then
    step "fetching the sources" fetch_sources
fi
rm -rf "$prefix" "$work"
mkdir -p "$prefix"/{include,lib} "$work"
step "unpacking the sources" unpack_sources
for name in zlib libpng libyaml freetype sdl sdl_ttf amd cmocka; do
    step "building $name" "make_$name"
done
step "writing the licences" emscripten_licence
step "writing the versions" write_versions
step "writing the compiler" write_compiler
sed "s,@CACHE@,$cache," "$root/web/wasm.ini.in" >"$cache/wasm.ini"
rm -rf "$work"
printf '%s\n' "$wanted" >"$stamp"
