#!/usr/bin/env bash
# Prints a table of checksums, one line for each thing that the program computes:
#
#   - "run SCENE INTEGRATOR STEPS": the state after so many steps (run --hash), for each shipped scene under each
#     integrator;
#   - the SHA-256 sum of the CSV of each scene as it is, of the experiments and of the ledger.
#
# A change that only moves code leaves the table as it is. The pictures of tools/pictures.sh have a measured computing
# time in them, so the tests compare those pixel by pixel with a tolerance instead.
#
#   tools/same-bits.sh PROGRAM                 print the whole table
#   tools/same-bits.sh PROGRAM TABLE           compare it with a stored one: 1 and the lines that differ; of the scenes
#                                              that take long only the first steps
#   tools/same-bits.sh --quick PROGRAM TABLE   the same without these scenes; so too where the environment says
#                                              VERLET_LAB_TESTS=few
#   tools/same-bits.sh --all PROGRAM TABLE     compare the whole table
#
# To accept new bits on purpose: tools/same-bits.sh build/src/verlet-lab >tests/same-bits.txt

set -euo pipefail
export LC_ALL=C

# The same steps for everyone, 5 to 25 ms long; the experiments make 300.
stream=random:0.005:0.025:1
few=60
many=600
steps=300

# stream_of SCENE: a clock of whole milliseconds is read by a display of fixed steps alone
stream_of() {
    case $1 in
    broken-millisecond-clock) echo fixed:0.016666666666666666 ;;
    *) echo "$stream" ;;
    esac
}

# hashes_of_run PROGRAM SCENE STEPS: of all integrators in one run
hashes_of_run() {
    "$1" run "scenes/$2.yaml" --integrator all --dt "$(stream_of "$2")" --steps "$3" --hash |
        awk -v scene="$2" -v steps="$3" '{ print $1, "run", scene, $2, steps }'
}

# sum_of_output PROGRAM ARGUMENT...: of the CSV that an experiment writes, or the table of `stability`,
# as the map in its CSV is that of no scene
sum_of_output() {
    local program=$1 sum csv="--csv -"
    shift
    case $* in
    "stability scenes/"*) csv= ;;
    esac
    # shellcheck disable=SC2086 # two words or none
    sum=$("$program" "$@" $csv | sha256sum) || return
    printf '%s %s\n' "${sum%% *}" "$*"
}

# one_work PROGRAM WORK...
one_work() {
    case $2 in
    hash) hashes_of_run "$1" "$3" "$4" ;;
    *) sum_of_output "$@" ;;
    esac
}

long_scenes="wrecking-ball flag draped-sheet cloth tearing-curtain ragdoll pull-the-sheet"

is_long() {
    local scene
    for scene in $long_scenes; do
        [ "$scene" != "$1" ] || return 0
    done
    return 1
}

# what there is to do, a line each; the longest first, so that two cores end together
works() {
    local scene
    for scene in $long_scenes; do
        [ "$extent" != all ] || echo "hash $scene $many"
    done
    # the one scene of `clusters`, and one of contacts with much friction, are compared always
    for scene in $long_scenes; do
        [ "$extent" = quick ] && [ "$scene" != ragdoll ] && [ "$scene" != draped-sheet ] || echo "hash $scene $few"
    done
    [ "$extent" = quick ] || cat <<END
order oscillator --integrator all --dt random:0.05:0.15:1
order orbit --integrator all --dt random:0.05:0.15:1 --duration 2 --seeds 2
order pendulum --integrator all --dt random:0.05:0.15:1 --duration 2 --seeds 2
END
    cat <<END
stability spring-chain --integrator all
stability oscillator --integrator all --size 20
stability scenes/spring-chain.yaml --size 2 --integrator all --dt $stream
stability scenes/stiff-springs.yaml --size 2 --integrator all --dt $stream
stability scenes/orbit.yaml --size 2 --integrator all --dt $stream
stability scenes/floors.yaml --size 2 --dt $stream
run chain --ledger --integrator all --dt $stream --steps $steps
run wrecking-ball --ledger --dt $stream --steps $steps
run chain --reference --integrator tcv,rk4 --dt $stream --steps 100
$(for name in $("$program" list estimators | awk 'NF > 1 && /^[a-z]/ { print $1 }'); do
        echo "run chain --estimator $name --integrator all --dt $stream --steps $steps"
    done)
$(for name in $("$program" list engines | awk 'NF > 1 && /^[a-z]/ { print $1 }'); do
        echo "run chain --lane engine=$name --dt $stream --steps $steps"
    done)
END
    for scene in scenes/*.yaml; do
        scene=${scene##*/} scene=${scene%.yaml}
        is_long "$scene" || echo "hash $scene $many"
        is_long "$scene" || [ "$extent" != all ] || echo "hash $scene $few"
        [ "$extent" = quick ] || echo "run scenes/$scene.yaml --steps $few"
    done
}

# what xargs calls below: one line of it
if [ "${1-}" = --one ]; then
    shift
    one_work "$@"
    exit
fi

extent=usual
[ "${VERLET_LAB_TESTS-}" != few ] || extent=quick
case ${1-} in
--quick | --all)
    extent=${1#--}
    shift
    ;;
esac
if [ $# -lt 1 ] || [ $# -gt 2 ]; then
    echo "usage: same-bits.sh [--quick | --all] PROGRAM [TABLE]" >&2
    exit 2
fi
[ $# -eq 2 ] || extent=all
program=$(realpath "$1")
stored=${2:+$(realpath "$2")}
script=$(realpath "${BASH_SOURCE[0]}")
cd "$(dirname "$script")/.."

table=$(works | xargs -P 2 -L 1 "$script" --one "$program" | sort -k 2)
if [ -z "$stored" ]; then
    printf '%s\n' "$table"
    exit
fi
# of the stored lines, those of what was computed now: a sum is before the first blank
different=$(diff <(printf '%s\n' "$table") <(awk 'NR == FNR { sub(/^[^ ]* /, ""); now[$0] = 1; next }
    { name = $0; sub(/^[^ ]* /, "", name) } ("'"$extent"'" == "all") || name in now' \
    <(printf '%s\n' "$table") "$stored") | grep '^[<>]' || true)
[ -n "$different" ] || exit 0
echo "bits that are not those of $2 (<: now, >: stored)"
printf '%s\n' "$different"
exit 1
