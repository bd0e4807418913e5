#!/usr/bin/env bash
# What bash offers: each subcommand, each option that the help of a subcommand has, and the values that the program's
# own lists have. The man page and docs/command-line.md name each subcommand.
#
#   tests/completion.sh PROGRAM ROOT

set -euo pipefail

program=$(realpath "${1:?usage: completion.sh PROGRAM ROOT}")
docs=$(realpath "${2:?usage: completion.sh PROGRAM ROOT}")/docs
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
ln -s "$program" "$folder/verlet-lab" # as the shells find it
PATH=$folder:$PATH
cd "$folder"
touch mine.yaml mine.rec
wrong=0

# shellcheck source=/dev/null
. "$docs/completion.bash"

# offered WORD...: what bash offers for the last one
offered() {
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _verlet_lab verlet-lab
    printf '%s\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"}
}

# same WANTED WORD...: it offers these words for the last one, in any order
same() {
    local wanted=$1 found
    shift
    found=$(offered "$@" | sort -u)
    if [ "$found" != "$(sort -u <<<"$wanted")" ]; then
        echo "$*: wanted $(tr '\n' ' ' <<<"$wanted"); offered $(tr '\n' ' ' <<<"$found")"
        wrong=1
    fi
}

# the options that a help has
options() {
    verlet-lab help "$@" | sed -n '/^Options/,/^Streams/s/^  *\(--[a-z-]*\).*/\1/p'
}

# the first words of a list
list() {
    verlet-lab list "$1" | sed 's/ .*//'
}

subcommands=$(verlet-lab help | sed -n '/^Subcommands/,/^Options/s/^  \([a-z][a-z]*\) .*/\1/p')
[ "$(wc -l <<<"$subcommands")" -gt 5 ] || { echo "the help has no list of subcommands" && exit 1; }

same "$(printf '%s\n' "$subcommands" "$(list scenes)" mine.yaml mine.rec)" verlet-lab ''
same "$(options)" verlet-lab --
for subcommand in $subcommands; do
    same "$(options "$subcommand")" verlet-lab "$subcommand" --
    grep -qx "\.B $subcommand" "$docs/verlet-lab.1" || { echo "verlet-lab.1 has no $subcommand" && wrong=1; }
    grep -q "^| .$subcommand. |" "$docs/command-line.md" || { echo "command-line.md has no $subcommand" && wrong=1; }
done
same "$subcommands" verlet-lab help ''
same stability verlet-lab stab
same mine.rec verlet-lab replay mine.r
same "$(list scenes | grep ^pendulum)" verlet-lab run pend
same "$(list solvers)" verlet-lab run pendulum --solver ''
same "$(list estimators)" verlet-lab run pendulum --estimator ''
same "$(list policies | sed 's/:.*/:/')" verlet-lab run pendulum --policy ''
same fixed: verlet-lab run --dt fix
same "$(printf '%s\n' off "$(list mistakes)")" verlet-lab run --mistake ''
same $'new\nold' verlet-lab run --direction ''
same '' verlet-lab run --duration ''
same mine.yaml verlet-lab run --csv mine.y
same "$(verlet-lab list integrators | awk '{ print $2 }'; echo all)" \
    verlet-lab order --integrator ''
same $'verlet,tcv' verlet-lab run --integrator verlet,tc
same relax verlet-lab run --solver = rel
exit $wrong
