#!/usr/bin/env bash
# What the shells offer, bash and zsh: each subcommand, each option that the help of a subcommand has, and the values
# that the program's own lists have.
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

# shellcheck disable=SC2317 # called by its name
# in_bash WORD...: what bash offers for the last one
in_bash() {
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _verlet_lab verlet-lab
    printf '%s\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"}
}

# In zsh: what the functions of its completion are called with stands for what it shows.
cat >in-zsh <<'END'
compset() { [[ $1 == -P ]] || return 1; PREFIX=${PREFIX#${~2}}; }
compadd() { while [[ $1 == -* ]]; do [[ $1 != -S ]] || shift; shift; done; offer "$@"; }
_describe() { while [[ $1 == -* ]]; do shift; done; offer ${${(P)2}%%:*}; }
_files() { local -a all; all=(*); [[ ${1-} != -g ]] || all=(${(M)all:#${~2}}); offer $all; }
offer() { local word; for word in "$@"; do [[ $word != ${PREFIX}* ]] || print -r -- $word; done; }
file=$1
shift
words=("$@") CURRENT=$# PREFIX=${@[-1]}
set --
source $file
END
# shellcheck disable=SC2317 # called by its name
in_zsh() {
    zsh -f in-zsh "$docs/completion.zsh" "$@"
}

# same SHELL WANTED WORD...: it offers these words for the last one, in any order
same() {
    local shell=$1 wanted=$2 found
    shift 2
    found=$("in_$shell" "$@" | sort -u)
    if [ "$found" != "$(sort -u <<<"$wanted")" ]; then
        echo "$shell, $*: wanted $(tr '\n' ' ' <<<"$wanted"); offered $(tr '\n' ' ' <<<"$found")"
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

check() {
    local shell=$1 subcommand
    same "$shell" "$(printf '%s\n' "$subcommands" "$(list scenes)" mine.yaml mine.rec)" verlet-lab ''
    same "$shell" "$(options)" verlet-lab --
    for subcommand in $subcommands; do
        same "$shell" "$(options "$subcommand")" verlet-lab "$subcommand" --
    done
    same "$shell" "$subcommands" verlet-lab help ''
    same "$shell" stability verlet-lab stab
    same "$shell" mine.rec verlet-lab replay mine.r
    same "$shell" "$(list scenes | grep ^pendulum)" verlet-lab run pend
    same "$shell" "$(list solvers)" verlet-lab run pendulum --solver ''
    same "$shell" "$(list engines)" verlet-lab run pendulum --engine ''
    same "$shell" "$(list estimators)" verlet-lab run pendulum --estimator ''
    same "$shell" "$(list policies | sed 's/:.*/:/')" verlet-lab run pendulum --policy ''
    same "$shell" fixed: verlet-lab run --dt fix
    same "$shell" "$(printf '%s\n' off "$(list mistakes | sed 1d)")" verlet-lab run --mistake ''
    same "$shell" $'new\nold' verlet-lab run --direction ''
    same "$shell" '' verlet-lab run --duration ''
    same "$shell" mine.yaml verlet-lab run --csv mine.y
    same "$shell" "$(verlet-lab list integrators | awk 'NR > 1 && NF < 3 { exit } NR > 1 { print $2 }'; echo all)" \
        verlet-lab order --integrator ''
}

check bash
same bash $'verlet,tcv' verlet-lab run --integrator verlet,tc
same bash relax verlet-lab run --solver = rel
[ $wrong -eq 0 ] || exit 1
command -v zsh >/dev/null || { echo "skipped: zsh is not installed; bash offers what it should" && exit 77; }
check zsh
exit $wrong
