#!/usr/bin/env bash
# Adds one of each thing to a copy of the tree: an integrator, a force, a collider, a solver, an
# estimator, a scene key, a page, a command and a subcommand. Each takes one new file and one row in
# one list; a row of a table takes that row, and a scene key one member and one row. Then it builds the
# copy and looks for each in lists, help, documents, scene files, CSV, pictures and the tests
# of physics, scene, lab and widgets that loop over the tables.
#
# The copy has the build folder, too, with the times of its files, so ninja compiles only what the new
# things and their rows change.
#
#   tests/growth.sh ROOT BUILD

set -euo pipefail

root=$(realpath "${1:?usage: growth.sh ROOT BUILD}")
compiled=$(realpath "${2:?usage: growth.sh ROOT BUILD}")
copy=$(mktemp -d)
trap 'rm -rf -- "$copy"' EXIT

find "$root" -mindepth 1 -maxdepth 1 ! -name .git ! -name 'build*' -exec cp -a {} "$copy" \;
mkdir "$copy/build"
# without the logs and the programs of the tests, which are running now
find "$compiled" -mindepth 1 -maxdepth 1 ! -name meson-logs ! -name tests -exec cp -a {} "$copy/build" \;
mkdir "$copy/build/tests"
find "$compiled/tests" -mindepth 1 -maxdepth 1 -type d -exec cp -a {} "$copy/build/tests" \;
cd "$copy"

# --- planting -------------------------------------------------------------------------------------

# listed FOLDER SOURCE TYPE NAME: a row at the end of the table in FOLDER/SOURCE, and its file in meson.build
listed() {
    awk -v type="$3" -v name="$4" '
        index($0, "const " type " *const ") == 1 { print "extern const " type " " name ";"; inside = 1 }
        inside && /^};/ { print "    &" name ","; inside = 0; found = 1 }
        { print }
        END { exit !found }' "$1/$2" >listed.tmp || { echo "no table of $3 in $1/$2" && exit 1; }
    mv listed.tmp "$1/$2"
    sed -i "0,/files(/s//files('${4#vl_}.c', /" "$1/meson.build"
}

# sibling FROM TO SED-SCRIPT: a new file made of another one of its kind
sibling() {
    sed -e "$3" "$1" >"$2"
    ! cmp -s "$1" "$2"
}

# row FILE PATTERN LINES: new rows before the first line that matches
row() {
    awk -v pattern="$2" -v lines="$3" '!done && $0 ~ pattern { print lines; done = 1 } { print }
        END { exit !done }' "$1" >row.tmp || { echo "no line like $2 in $1" && exit 1; }
    cp row.tmp "$1"
    rm row.tmp
}

physics=src/physics
sibling $physics/integrators/integrator_velocity_verlet.c $physics/integrators/integrator_planted.c \
    's/integrator_velocity_verlet/integrator_planted/; s/"velocity-verlet"/"planted-method"/
    s/"Velocity Verlet"/"Planted method"/g; s/\.key = "6"/.key = "`"/'
listed $physics/integrators integrators.c vl_integrator vl_integrator_planted

sibling $physics/forces/force_sine.c $physics/forces/force_planted.c \
    's/force_sine/force_planted/; s/"sine"/"planted-force"/; s/kind: sine/kind: planted-force/'
listed $physics/forces force.c vl_force_kind vl_force_planted

sibling $physics/colliders/collider_sphere.c $physics/colliders/collider_planted.c \
    's/collider_sphere/collider_planted/; s/"sphere"/"planted-collider"/; s/kind: sphere/kind: planted-collider/'
listed $physics/colliders collider.c vl_collider_kind vl_collider_planted

sibling $physics/solvers/solver_xpbd.c $physics/solvers/solver_planted.c \
    's/solver_xpbd/solver_planted/; s/"xpbd"/"planted-solver"/'
listed $physics/solvers solver.c vl_solver vl_solver_planted

row src/lab/reading.c '\\{"backward"' '    {.name = "planted-estimator", .title = "planted velocity", .label = "planted", .formula = "v = 0",
     .flaw = "It is planted.", .behind = true},'

row src/scene/scene.h 'double damping_per_step;' '    double planted; ///< 0…1'
row src/scene/scene_fields.c 'KEY\(damping_per_step\)' '    {KEY(planted), NUMBER(part, NULL), DEFAULT("0.25"), .meaning = "It is planted."},'

row src/app/input/commands.c '^    ROW\\(SHOW, "theme"' \
    '    ROW(SHOW, "Ctrl+U", NONE, NULL, "what the planted command does", theme),'

sibling src/cli/subcommand_check.c src/cli/subcommand_planted.c \
    's/vl_subcommand_check/vl_subcommand_planted/; s/"check"/"planted-subcommand"/
    s/"say what is wrong.*"/"do what the planted subcommand does"/'
row src/cli/subcommand.c '^const vl_subcommand' 'extern const vl_subcommand vl_subcommand_planted;'
row src/cli/subcommand.c '^    NULL,' '    &vl_subcommand_planted,'
sed -i "s/'subcommand_check.c'/&, 'subcommand_planted.c'/" src/cli/meson.build

# --- the compiler ---------------------------------------------------------------------------------

# A new member of a struct or row of a table compiles half the tree anew, for programs that run for
# seconds: so the compiler of the copy, found first by the name that the build folder has for it,
# does not optimise. The results keep their bits. The test of that build has looked at its warnings.
compiler=$(awk '/^ command = .* -c / && / -MD / { print $3 == "ccache" ? $4 : $3; exit }' "$compiled/build.ninja")
case $compiler in
*/* | '') ;;
*)
    mkdir "$copy/bin"
    printf '#!/bin/sh\nexec "%s" "$@" -O0 -Wno-error\n' "$(command -v "$compiler")" >"$copy/bin/$compiler"
    chmod +x "$copy/bin/$compiler"
    PATH=$copy/bin:$PATH
    ;;
esac

# --- building -------------------------------------------------------------------------------------

# quietly COMMAND...: shows what it says only when it fails
quietly() {
    "$@" >log 2>&1 || { cat log && exit 1; }
}

# of the groups that loop over a table those that take a second or two; after a colon the names of the tests that do
tests="scene:bad_scenes lab:estimators scene:exact:* scene:implicit scene:integrators
    lab:mistakes:* scene:observer lab:phase lab:reversal scene:scene:*every_* lab:stability ui:ui"
quietly meson setup --reconfigure build .
quietly ninja -C build src/verlet-lab docs tests/test-lab tests/test-scene tests/test-ui

# --- looking --------------------------------------------------------------------------------------

program=build/src/verlet-lab
missed=0

# has WORD WHERE COMMAND...: the output of the command has the word
has() {
    local word=$1 where=$2
    shift 2
    "$@" >output 2>&1 || { echo "$where: $* fails" && tail -n 5 output && missed=1; }
    grep -qF -- "$word" output || { echo "'$word' is not in $where" && missed=1; }
}

# where WORD PLACE…: each place has the word, which NAME of `list NAME` and FILE of docs/FILE are
where() {
    local word=$1 place
    shift
    for place in "$@"; do
        case $place in
        *.md) has "$word" "docs/$place" cat "docs/$place" ;;
        *) has "$word" "the list of $place" $program list "$place" ;;
        esac
    done
}

where planted-method integrators integrators.md scene-format.md
where "Planted method" keys integrators.md
where planted-solver solvers scene-format.md
where planted-estimator estimators
where planted-force scene-format.md
where planted-collider scene-format.md
where "It is planted." scene-format.md
where "what the planted command does" keys
has planted-subcommand "the completion" cat docs/completion.bash
has planted-method "the completion" cat docs/completion.bash
has planted-subcommand "the help" $program help
has planted-subcommand "the help on it" $program help planted-subcommand
has planted-method "the CSV of a run" $program run oscillator --integrator all --steps 3 --csv -
has planted-method "the order lab" $program order oscillator --integrator all --halvings 5 --csv -
has planted-method "the stability map" $program stability --integrator all
has "planted velocity" "the estimators of a run" $program run oscillator --steps 3 --estimator planted-estimator

cat >planted.yaml <<'END'
format: 1
title: All that was planted
planted: 0.5
gravity: [0, -9.81]
integrator: planted-method
solver: {method: planted-solver}
particles: [{at: [0, 1], radius: 0.1}, {at: [1, 1]}]
links: [{from: 1, to: 2}]
forces: [{kind: planted-force, axis: x, amplitude: 1}]
colliders: [{kind: planted-collider, center: [0, -1], radius: 0.5}]
END
has planted-method "a scene that has all of it" $program run planted.yaml --duration 2
sed 's/planted: 0.5/planted: 2/' planted.yaml >wrong.yaml
if $program check wrong.yaml 2>output || ! grep -q '^wrong.yaml:3:10: .*from 0 to 1' output; then
    echo "the range of a planted key is not checked:" && cat output && missed=1
fi
$program planted-subcommand planted.yaml || { echo "the planted subcommand fails" && missed=1; }

# picture NAME WHAT KEYS: what the keys show differs from the picture without them
picture() {
    $program render planted.yaml --at 0.2 ${3:+--keys "$3"} --png "$1.png"
    [ "$1" = plain ] || ! cmp -s "$1.png" plain.png || { echo "$2 is not drawn" && missed=1; }
}

picture plain "the scene" ""
picture command "what the planted command does" Ctrl+U
has "The last lane stays." "the key of the planted method" $program render planted.yaml --at 0.2 --png lane.png --keys 'Shift+`'
picture estimator "the planted estimator" "$($program list estimators | sed '1d; s/.*/estimator/' | paste -sd,)"
sed '/^colliders/d' planted.yaml >without.yaml
$program render without.yaml --at 0.2 --png without.png
! cmp -s plain.png without.png || { echo "a planted collider is not drawn" && missed=1; }
XDG_DATA_HOME=$PWD $program render planted.yaml --at 0.2 --keys save --png saved.png
for word in "planted: 0.5" planted-method planted-solver planted-force planted-collider; do
    has "$word" "a saved scene" cat verlet-lab/scenes/planted-saved.yaml
done

set -f # names of tests are no names of files
for test in $tests; do
    IFS=: read -r room group names <<<"$test"
    longest=99999
    [ -n "$names" ] || longest=500
    # a pattern that names no test would pass, too
    has "[       OK ]" "the tests that loop" env VERLET_LAB_TESTS=few "VERLET_LAB_LONGEST=$longest" \
        "VERLET_LAB_TEST_NAMES=${names:-*}" "build/tests/test-$room" "$group"
done

exit $missed
