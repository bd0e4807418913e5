# Completion of verlet-lab for bash. Made by `ninja docs` from the rows in src/cli/ and from
# docs/templates/completion.bash.in; do not edit it by hand.

# Subcommands
_verlet_lab_subcommands='run replay order check render stability list help'

# The options of a subcommand; '' is the window
_verlet_lab_options() {
    case $1 in
    '') echo --record --help --version ;;
    'run') echo --integrator --lane --dt --policy --duration --steps --substeps --solver --iterations --grids --direction --start --mistake --points --csv --estimator --reference --momentum --ledger --record --hash --help ;;
    'replay') echo --lane --csv --momentum --ledger --help ;;
    'order') echo --integrator --dt --duration --substeps --solver --iterations --grids --direction --start --csv --quantity --scope --mean --halvings --seeds --help ;;
    'check') echo --help ;;
    'render') echo --at --png --keys --size --help ;;
    'stability') echo --integrator --dt --substeps --csv --size --help ;;
    'list') echo --help ;;
    'help') echo --help ;;
    esac
}

# What an option of a subcommand takes, 'run --dt', or its word, 'run '. A word that begins with @ stands for others.
_verlet_lab_values() {
    case $1 in
    ' ') echo @scenes @recordings ;;
    ' --record') echo @files off ;;
    'run ') echo @scenes ;;
    'run --integrator') echo explicit-euler verlet tcv corrected-tcv semi-implicit-euler velocity-verlet leapfrog improved-euler midpoint rk4 backward-euler implicit-midpoint boris all ;;
    'run --lane') echo ;;
    'run --dt') echo fixed: random: alternate: switch: hitch: clock-ms: list: file: ;;
    'run --policy') echo raw clamp: substep: skip: accumulator: bounded: constant: least: ;;
    'run --duration') echo ;;
    'run --steps') echo ;;
    'run --substeps') echo ;;
    'run --solver') echo relax xpbd direct clusters ;;
    'run --iterations') echo ;;
    'run --grids') echo ;;
    'run --direction') echo new old ;;
    'run --start') echo exact naive ;;
    'run --mistake') echo off naive-start halved-gravity stale-dt zero-frame damping-per-step single-precision millisecond-clock frame-ratio hand-of-last-frame early-readout ;;
    'run --points') echo all none ;;
    'run --csv') echo @files ;;
    'run --estimator') echo right backward central half-step ;;
    'run --record') echo @files ;;
    'replay ') echo @recordings ;;
    'replay --lane') echo ;;
    'replay --csv') echo @files ;;
    'order ') echo @scenes ;;
    'order --integrator') echo explicit-euler verlet tcv corrected-tcv semi-implicit-euler velocity-verlet leapfrog improved-euler midpoint rk4 backward-euler implicit-midpoint boris all ;;
    'order --dt') echo fixed: random: alternate: switch: hitch: clock-ms: list: file: ;;
    'order --duration') echo ;;
    'order --substeps') echo ;;
    'order --solver') echo relax xpbd direct clusters ;;
    'order --iterations') echo ;;
    'order --grids') echo ;;
    'order --direction') echo new old ;;
    'order --start') echo exact naive ;;
    'order --csv') echo @files ;;
    'order --quantity') echo position velocity energy ;;
    'order --scope') echo global local ;;
    'order --mean') echo auto ;;
    'order --halvings') echo ;;
    'order --seeds') echo ;;
    'check ') echo @scenes ;;
    'render ') echo @scenes @recordings ;;
    'render --at') echo ;;
    'render --png') echo @files ;;
    'render --keys') echo ;;
    'render --size') echo ;;
    'stability ') echo @scenes ;;
    'stability --integrator') echo explicit-euler verlet tcv corrected-tcv semi-implicit-euler velocity-verlet leapfrog improved-euler midpoint rk4 backward-euler implicit-midpoint boris all ;;
    'stability --dt') echo fixed: random: alternate: switch: hitch: clock-ms: list: file: ;;
    'stability --substeps') echo ;;
    'stability --csv') echo @files ;;
    'stability --size') echo ;;
    'list ') echo integrators solvers scenes keys commands streams policies engines estimators terms mistakes ;;
    'help ') echo @subcommands ;;
    *) return 1 ;;
    esac
}

# _verlet_lab_stand_for PROGRAM: the values on standard input; files are told apart by their @
_verlet_lab_stand_for() {
    local value
    tr ' ' '\n' | while read -r value; do
        case $value in
        @scenes) printf '%s\n' @yaml && "$1" list scenes 2>/dev/null | sed 's/ .*//' ;;
        @subcommands) printf '%s\n' "$_verlet_lab_subcommands" ;;
        @recordings) printf '%s\n' @rec ;;
        *) printf '%s\n' "$value" ;;
        esac
    done
}

# _verlet_lab_offer_files PATTERN CURRENT: files that match, and folders
_verlet_lab_offer_files() {
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -X "!$1" -- "$2"; [ "$1" = '*' ] || compgen -d -- "$2")
    compopt -o filenames 2>/dev/null
}

# _verlet_lab_offer WORDS CURRENT: those that go on from what is typed; after a comma, the next of a list
_verlet_lab_offer() {
    local front='' word
    [[ $2 != *,* ]] || front=${2%,*},
    for word in $1; do
        case $word in
        @files) _verlet_lab_offer_files '*' "$2" ;;
        @yaml | @rec) _verlet_lab_offer_files "*.${word#@}" "$2" ;;
        "${2##*,}"*) COMPREPLY+=("$front$word") ;;
        esac
    done
    # more is to be typed after it
    [ ${#COMPREPLY[@]} -ne 1 ] || [[ ${COMPREPLY[0]} != *: ]] || compopt -o nospace 2>/dev/null
}

_verlet_lab() {
    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} subcommand='' option='' words
    COMPREPLY=()
    # bash takes --dt=fixed apart, at the =
    [ "$current" != = ] || current=
    [ "$before" != = ] || before=${COMP_WORDS[COMP_CWORD - 2]}
    if [ "$COMP_CWORD" -gt 1 ] && [[ " $_verlet_lab_subcommands " == *" ${COMP_WORDS[1]} "* ]]; then
        subcommand=${COMP_WORDS[1]}
    fi
    [[ $before != --* ]] || option=$before
    if [[ $current == -* ]]; then
        words=$(_verlet_lab_options "$subcommand")
    elif [ -n "$option" ] && words=$(_verlet_lab_values "$subcommand $option"); then
        words=$(_verlet_lab_stand_for "$1" <<<"$words")
    else
        words=$(_verlet_lab_values "$subcommand " | _verlet_lab_stand_for "$1")
        [ "$COMP_CWORD" -ne 1 ] || words+=" $_verlet_lab_subcommands"
    fi
    _verlet_lab_offer "$words" "$current"
}

complete -F _verlet_lab verlet-lab
