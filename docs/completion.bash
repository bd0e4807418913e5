# Completion of verlet-lab for bash. Made by `ninja docs` from the rows in src/cli/ and from
# docs/templates/completion.bash.in; do not edit it by hand.

# Subcommands, each with what it does
_verlet_lab_subcommands() {
    printf '%s\n' \
        'run:run a scene without a display' \
        'policies:all policies for frame times side by side, on the same frames' \
        'replay:run a recording again, and compare it with what it was' \
        'order:measure the order of integrators' \
        'check:say what is wrong with scene files, or nothing' \
        'render:draw one moment of a scene or a recording into a picture, without a display' \
        'stability:by what factor a step makes an oscillator larger, as a map' \
        'reverse:steps forward, the same steps backward' \
        'identity:methods that are the same under any steps, side by side' \
        'phase:what each method does to areas of phase space' \
        'list:list what there is to choose from' \
        'help:explain the program or one subcommand'
}

# The options of a subcommand, each with its meaning; '' is the window
_verlet_lab_options() {
    case $1 in
    '') printf '%s\n' \
        '--record:Records what happens in the window to this file, or not at all' \
        '--help:Prints the help and ends' \
        '--version:Prints the version and what this build has' ;;
    'run') printf '%s\n' \
        '--integrator:The integrators to compare, stepped in lock-step' \
        '--lane:A lane, once for each' \
        '--dt:The stream of time steps' \
        '--engine:Steps the scene as another program does, with its integrator, friction, start, solver and policy' \
        '--policy:The policy turns each frame time into steps' \
        '--duration:The run ends with the last whole time step of the stream that is not beyond so many seconds (3, 3s, 500ms), or beyond by less than 1 % of the step' \
        '--steps:At most so many steps' \
        '--substeps:Each time step is cut into so many equal parts' \
        '--solver:The method that keeps rods and strings at their length' \
        '--iterations:The largest number of iterations in a substep' \
        '--grids:Each sweep of relax in the direction new first goes through at most this many coarser grids' \
        '--direction:The gradient along which a link is corrected' \
        '--start:The start of the methods that store positions' \
        '--mistake:Makes a mistake on purpose, instead of the mistake of the scene' \
        '--points:The numbers of the particles whose positions the CSV has' \
        '--every:The CSV has the rows of every N-th step alone, of step 0 and of the last step of each integrator' \
        '--csv:Writes CSV to a file instead of printing the table' \
        '--estimator:The velocity from which the kinetic energy is computed' \
        '--reference:Where no exact solution is known, measures the position error against a reference run in steps of 1/64' \
        '--momentum:Tells momentum and angular momentum of all particles and of the free parts, in columns of the CSV or in a second table' \
        '--difference:Tells how far each lane is from this one, given by its label or its number from 1' \
        '--ledger:Tells how much each cause changed the energy, in columns of the CSV or in a second table' \
        '--record:Writes a recording of the run while it goes on' \
        '--hash:Prints a checksum of the state at the end in place of the table' \
        '--help:Prints the help and ends' ;;
    'policies') printf '%s\n' \
        '--integrator:The integrators to compare, stepped in lock-step' \
        '--dt:The stream of time steps' \
        '--policy:One more policy to compare, after one of each kind' \
        '--duration:The run ends with the last whole time step of the stream that is not beyond so many seconds (3, 3s, 500ms), or beyond by less than 1 % of the step' \
        '--substeps:Each time step is cut into so many equal parts' \
        '--solver:The method that keeps rods and strings at their length' \
        '--iterations:The largest number of iterations in a substep' \
        '--grids:Each sweep of relax in the direction new first goes through at most this many coarser grids' \
        '--direction:The gradient along which a link is corrected' \
        '--start:The start of the methods that store positions' \
        '--csv:Writes CSV to a file instead of printing the table' \
        '--help:Prints the help and ends' ;;
    'replay') printf '%s\n' \
        '--lane:A lane, once for each' \
        '--until:Ends with the first frame that ends at so many seconds of the simulated time or later' \
        '--csv:Writes CSV to a file instead of printing the table' \
        '--quiet:Prints nothing where all is as it was recorded' \
        '--help:Prints the help and ends' ;;
    'order') printf '%s\n' \
        '--integrator:The integrators to compare, stepped in lock-step' \
        '--dt:The stream of time steps' \
        '--duration:The simulated time of each run, in seconds' \
        '--substeps:Each time step is cut into so many equal parts' \
        '--solver:The method that keeps rods and strings at their length' \
        '--iterations:The largest number of iterations in a substep' \
        '--grids:Each sweep of relax in the direction new first goes through at most this many coarser grids' \
        '--direction:The gradient along which a link is corrected' \
        '--start:The start of the methods that store positions' \
        '--csv:Writes CSV to a file instead of printing the table' \
        '--quantity:The quantity whose error is measured' \
        '--scope:The error of the whole run, or the error of single steps, each from the exact state (RMS over all steps)' \
        '--when:The global error over the whole run (RMS over all steps), or at its end, where an error may pass through zero by chance' \
        '--mean:The largest mean step, in seconds' \
        '--halvings:The mean is halved so many times, from 5 to 12' \
        '--seeds:A random stream is run with so many seeds, its own and the next, from 1 to 10000' \
        '--work:Measures the work of a run in two more columns' \
        '--help:Prints the help and ends' ;;
    'check') printf '%s\n' \
        '--help:Prints the help and ends' ;;
    'render') printf '%s\n' \
        '--at:The moment, in simulated seconds from the start' \
        '--png:The picture to write, a PNG' \
        '--keys:Keys that are pressed at the start, one after the other, with the names that verlet-lab list keys shows' \
        '--size:The size of the picture in pixels, each from 64 to 8192' \
        '--help:Prints the help and ends' ;;
    'stability') printf '%s\n' \
        '--integrator:The integrators to compare' \
        '--dt:The stream of time steps' \
        '--substeps:Each time step is cut into so many equal parts' \
        '--csv:Writes CSV to a file instead of printing the table' \
        '--map:A map of two steps in turn, ω dt₁ and ω dt₂, or of random steps, uniform within jitter of their mean' \
        '--size:The number of points on each side of the map, from 2 to 1024' \
        '--help:Prints the help and ends' ;;
    'reverse') printf '%s\n' \
        '--integrator:The integrators to compare, stepped in lock-step' \
        '--dt:The stream of time steps' \
        '--duration:The run ends with the last whole time step of the stream that is not beyond so many seconds (3, 3s, 500ms), or beyond by less than 1 % of the step' \
        '--steps:At most so many steps' \
        '--substeps:Each time step is cut into so many equal parts' \
        '--solver:The method that keeps rods and strings at their length' \
        '--iterations:The largest number of iterations in a substep' \
        '--grids:Each sweep of relax in the direction new first goes through at most this many coarser grids' \
        '--direction:The gradient along which a link is corrected' \
        '--start:The start of the methods that store positions' \
        '--csv:Writes CSV to a file instead of printing the table' \
        '--help:Prints the help and ends' ;;
    'identity') printf '%s\n' \
        '--dt:The stream of time steps' \
        '--duration:The run ends with the last whole time step of the stream that is not beyond so many seconds (3, 3s, 500ms), or beyond by less than 1 % of the step' \
        '--steps:At most so many steps' \
        '--substeps:Each time step is cut into so many equal parts' \
        '--solver:The method that keeps rods and strings at their length' \
        '--iterations:The largest number of iterations in a substep' \
        '--grids:Each sweep of relax in the direction new first goes through at most this many coarser grids' \
        '--direction:The gradient along which a link is corrected' \
        '--start:The start of the methods that store positions' \
        '--csv:Writes CSV to a file instead of printing the table' \
        '--help:Prints the help and ends' ;;
    'phase') printf '%s\n' \
        '--integrator:The integrators to compare, stepped in lock-step' \
        '--dt:The stream of time steps' \
        '--duration:The run ends with the last whole time step of the stream that is not beyond so many seconds (3, 3s, 500ms), or beyond by less than 1 % of the step' \
        '--steps:At most so many steps' \
        '--turns:Stops each integrator after so many turns' \
        '--particle:The number of the particle whose phase plane is looked at' \
        '--axis:The coordinate' \
        '--radius:Half the width of the ellipse of starts, in m or rad, up to 1e6' \
        '--substeps:Each time step is cut into so many equal parts' \
        '--solver:The method that keeps rods and strings at their length' \
        '--iterations:The largest number of iterations in a substep' \
        '--grids:Each sweep of relax in the direction new first goes through at most this many coarser grids' \
        '--direction:The gradient along which a link is corrected' \
        '--start:The start of the methods that store positions' \
        '--csv:Writes CSV to a file instead of printing the table' \
        '--help:Prints the help and ends' ;;
    'list') printf '%s\n' \
        '--help:Prints the help and ends' ;;
    'help') printf '%s\n' \
        '--help:Prints the help and ends' ;;
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
    'run --engine') echo verlet-js matter-js jakobsen physicsjs physicsjs-raw fixed-accumulator ;;
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
    'run --every') echo ;;
    'run --csv') echo @files ;;
    'run --estimator') echo right backward central half-step ;;
    'run --difference') echo ;;
    'run --record') echo @files ;;
    'policies ') echo @scenes ;;
    'policies --integrator') echo explicit-euler verlet tcv corrected-tcv semi-implicit-euler velocity-verlet leapfrog improved-euler midpoint rk4 backward-euler implicit-midpoint boris all ;;
    'policies --dt') echo fixed: random: alternate: switch: hitch: clock-ms: list: file: ;;
    'policies --policy') echo raw clamp: substep: skip: accumulator: bounded: constant: least: ;;
    'policies --duration') echo ;;
    'policies --substeps') echo ;;
    'policies --solver') echo relax xpbd direct clusters ;;
    'policies --iterations') echo ;;
    'policies --grids') echo ;;
    'policies --direction') echo new old ;;
    'policies --start') echo exact naive ;;
    'policies --csv') echo @files ;;
    'replay ') echo @recordings ;;
    'replay --lane') echo ;;
    'replay --until') echo ;;
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
    'order --when') echo run end ;;
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
    'stability --map') echo alternating jitter ;;
    'stability --size') echo ;;
    'reverse ') echo @scenes ;;
    'reverse --integrator') echo explicit-euler verlet tcv corrected-tcv semi-implicit-euler velocity-verlet leapfrog improved-euler midpoint rk4 backward-euler implicit-midpoint boris all ;;
    'reverse --dt') echo fixed: random: alternate: switch: hitch: clock-ms: list: file: ;;
    'reverse --duration') echo ;;
    'reverse --steps') echo ;;
    'reverse --substeps') echo ;;
    'reverse --solver') echo relax xpbd direct clusters ;;
    'reverse --iterations') echo ;;
    'reverse --grids') echo ;;
    'reverse --direction') echo new old ;;
    'reverse --start') echo exact naive ;;
    'reverse --csv') echo @files ;;
    'identity ') echo @scenes ;;
    'identity --dt') echo fixed: random: alternate: switch: hitch: clock-ms: list: file: ;;
    'identity --duration') echo ;;
    'identity --steps') echo ;;
    'identity --substeps') echo ;;
    'identity --solver') echo relax xpbd direct clusters ;;
    'identity --iterations') echo ;;
    'identity --grids') echo ;;
    'identity --direction') echo new old ;;
    'identity --start') echo exact naive ;;
    'identity --csv') echo @files ;;
    'phase ') echo @scenes ;;
    'phase --integrator') echo explicit-euler verlet tcv corrected-tcv semi-implicit-euler velocity-verlet leapfrog improved-euler midpoint rk4 backward-euler implicit-midpoint boris all ;;
    'phase --dt') echo fixed: random: alternate: switch: hitch: clock-ms: list: file: ;;
    'phase --duration') echo ;;
    'phase --steps') echo ;;
    'phase --turns') echo ;;
    'phase --particle') echo ;;
    'phase --axis') echo x y z angle ;;
    'phase --radius') echo ;;
    'phase --substeps') echo ;;
    'phase --solver') echo relax xpbd direct clusters ;;
    'phase --iterations') echo ;;
    'phase --grids') echo ;;
    'phase --direction') echo new old ;;
    'phase --start') echo exact naive ;;
    'phase --csv') echo @files ;;
    'list ') echo integrators solvers scenes keys streams policies engines estimators terms mistakes ;;
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
        @subcommands) _verlet_lab_subcommands | sed 's/:.*//' ;;
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
    # grep reads to the end: with -q the other side of the pipe could fail, which counts under pipefail
    if [ "$COMP_CWORD" -gt 1 ] && _verlet_lab_subcommands | grep "^${COMP_WORDS[1]}:" >/dev/null; then
        subcommand=${COMP_WORDS[1]}
    fi
    [[ $before != --* ]] || option=$before
    if [[ $current == -* ]]; then
        words=$(_verlet_lab_options "$subcommand" | sed 's/:.*//')
    elif [ -n "$option" ] && words=$(_verlet_lab_values "$subcommand $option"); then
        words=$(_verlet_lab_stand_for "$1" <<<"$words")
    else
        words=$(_verlet_lab_values "$subcommand " | _verlet_lab_stand_for "$1")
        [ "$COMP_CWORD" -ne 1 ] || words+=" $(_verlet_lab_subcommands | sed 's/:.*//')"
    fi
    _verlet_lab_offer "$words" "$current"
}

complete -F _verlet_lab verlet-lab
