#include "cli/subcommand.h"

#include "lab/policy_bench.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

const vl_subcommand vl_subcommands[] = {
    {
        .bit = VL_IN_DEMO,
        .name = "",
        .words = "[SCENE]",
        .summary = "open the window",
        .details = "Opens the window on a scene, or on the opening scene where none is named.",
        .most_words = 1,
        .expected = "one scene at most",
        .act = vl_cli_demo,
    },
    {
        .bit = VL_IN_RUN,
        .name = "run",
        .words = "SCENE",
        .summary = "run a scene without a display: a table, or CSV",
        .details =
            "Steps one world for each integrator, all on the same time steps, and prints a "
            "table of what came out (energy errors are relative, as in the CSV); with `--csv`, a "
            "row for each step and integrator instead. What the options leave out is as the scene "
            "says. A method that leaves the "
            "finite numbers is marked diverged and has no more rows; the others run on. While a "
            "long run lasts, a terminal shows how far it is.",
        .least_words = 1,
        .most_words = 1,
        .expected = "one scene",
        .act = vl_cli_run,
    },
    {
        .bit = VL_IN_POLICIES,
        .name = "policies",
        .words = "SCENE",
        .summary = "all policies for frame times side by side, on the same frames",
        .details =
            "Steps the scene once for each policy for frame times, and within each with all the "
            "integrators, on the same frames: those of `--dt` or of the scene, or, where that says "
            "`frame`, " VL_POLICY_BENCH_FRAMES
            ". Prints, or with `--csv` writes, how far everything is "
            "at the end from where it should be, at the same real time as it is drawn "
            "(`drift_real`, m) and at its own simulated time (`drift_simulated`, m); the largest "
            "change of the energy error over two frames in a row (`energy_jump`: a fraction of the "
            "scale of that error; % in the table); the time that was lost or added, and by how "
            "much the picture is behind (s); and the steps and evaluations of the acceleration. "
            "Where it should be is the exact motion where one is known, else a run along in steps "
            "of 1/64, which knows how far it may be off (`reference_error`, m); beyond its horizon "
            "the drift is empty. The end is that of the last whole frame within "
            "`--duration`. The policy `" VL_POLICY_BENCH_NONE
            "` is none: the same time without any disturbance, in "
            "as many equal frames as the mean of the stream makes of it (of a hitch: its other "
            "frames), one step each. What the others are off by more is the policy's. CSV: "
            "`policy,integrator,drift_real,drift_simulated,reference_error,energy_jump,lost_time,"
            "added_time,"
            "behind,steps,evaluations`.",
        .least_words = 1,
        .most_words = 1,
        .expected = "one scene",
        .act = vl_cli_policies,
    },
    {
        .bit = VL_IN_ORDER,
        .name = "order",
        .words = "SCENE",
        .summary = "measure the order of integrators: error against the mean time step",
        .details =
            "Runs the scene again and again over the same simulated time while the mean of the "
            "time steps is halved and their shape is kept, and fits the order of each integrator: "
            "the slope of log error over log mean dt. Its uncertainty is the larger of its "
            "standard error and the difference between the slopes of the coarser and of the finer "
            "half of the points; `finest` is the slope of the two finest. Beside it stand the "
            "order that its row declares and what an article says. Errors are those against the "
            "exact solution, or against a reference run where there is none. Left out of the fit "
            "are errors near round-off or near the reference's own, errors as large as the motion, "
            "and coarse steps that do not yet fall like the finer ones. With `--csv`: a row for "
            "each integrator and mean, `integrator,mean_dt,error,order`; the order is the fitted "
            "one, the same in all rows of an integrator.",
        .least_words = 1,
        .most_words = 1,
        .expected = "one scene",
        .act = vl_cli_order,
    },
    {
        .bit = VL_IN_CHECK,
        .name = "check",
        .words = "SCENE…",
        .summary = "say what is wrong with scene files, or nothing",
        .details = "Reads each scene. Says nothing where all are right; else prints what is wrong, "
                   "with file, line and column, on standard error and ends with status 1.",
        .least_words = 1,
        .most_words = INT_MAX,
        .expected = "one scene or more",
        .act = vl_cli_check,
    },
    {
        .bit = VL_IN_RENDER,
        .name = "render",
        .words = "SCENE",
        .summary = "draw one moment of a scene into a picture, without a display",
        .details = "Runs the scene to a moment and writes what the window would show as a picture.",
        .least_words = 1,
        .most_words = 1,
        .expected = "one scene",
        .act = vl_cli_render_picture,
    },
    {
        .bit = VL_IN_STABILITY,
        .name = "stability",
        .words = "[SCENE]",
        .summary = "by what factor a step makes an oscillator larger, as a map",
        .details =
            "Steps the oscillator `x″ = −ω² x` with each integrator and prints up to which `ω dt` "
            "a constant step does not grow, how much of a map of changing steps does not, and the "
            "largest growth of a step in it; with `--csv`, a row for each point of the map: "
            "`integrator,omega_dt1,omega_dt2,growth` or `integrator,omega_dt,jitter,growth`. With "
            "a "
            "scene also the largest angular frequency `ω_max` of its springs, forces and penalty "
            "contacts at its start, and the growth of a step at its stream of time steps, the "
            "first 4096 of its substeps. Growth under random steps is an estimate, and its "
            "standard error stands behind it.",
        .most_words = 1,
        .expected = "one scene at most",
        .act = vl_cli_stability,
    },
    {
        .bit = VL_IN_REVERSE,
        .name = "reverse",
        .words = "SCENE",
        .summary = "steps forward, the same steps backward: the distance of the return",
        .details =
            "Makes the steps of a run, turns all velocities round, makes the same steps from the "
            "last to the first, and prints how far the farthest particle is then from where it "
            "began. A method that is reversible under these steps comes back but for rounding. "
            "With `--csv`, the columns `integrator,steps,distance`; the distance of a method that "
            "has diverged is empty.",
        .least_words = 1,
        .most_words = 1,
        .expected = "one scene",
        .act = vl_cli_reverse,
    },
    {
        .bit = VL_IN_IDENTITY,
        .name = "identity",
        .words = "SCENE",
        .summary = "methods that are the same under any steps, side by side",
        .details =
            "Steps three pairs of methods that are the same, and two that are not, side by side on "
            "the same time steps, and prints how far apart they were at most, as a length and in "
            "roundings of the largest coordinate. With `--csv`, a row for each step and pair: "
            "`pair,step,time,dt,difference,largest`. A pair of which one diverges, or whose links "
            "have no solution, has no more rows.",
        .least_words = 1,
        .most_words = 1,
        .expected = "one scene",
        .act = vl_cli_identity,
    },
    {
        .bit = VL_IN_LIST,
        .name = "list",
        .words = "WHAT",
        .summary = "list what there is to choose from",
        .details = "Prints one table of WHAT there is: the integrators with their order and "
                   "formula, the solvers of "
                   "links, the shipped scenes, the keys of the window, the streams of time steps, "
                   "the policies for frame times, the presets of other engines, the estimators of "
                   "the velocity, or the mistakes that a scene can make on purpose.",
        .least_words = 1,
        .most_words = 1,
        .expected =
            "one of integrators, solvers, scenes, keys, streams, policies, engines, estimators, "
            "mistakes",
        .act = vl_cli_list,
    },
    {
        .bit = VL_IN_HELP,
        .name = "help",
        .words = "[SUBCOMMAND]",
        .summary = "explain the program or one subcommand",
        .details = "Explains the program, or one subcommand and its options.",
        .most_words = 1,
        .expected = "one subcommand at most",
        .act = vl_cli_help,
    },
};

const int vl_subcommand_count = sizeof vl_subcommands / sizeof *vl_subcommands;

const vl_subcommand *vl_subcommand_find(const char *word)
{
    for (int i = 0; i < vl_subcommand_count; i++)
        if (*word && strcmp(vl_subcommands[i].name, word) == 0)
            return &vl_subcommands[i];
    return NULL;
}

const vl_subcommand *vl_subcommand_demo(void)
{
    return &vl_subcommands[0];
}

int vl_cli_bad_input(const vl_error *error)
{
    fprintf(stderr, "%s\n", error->text);
    return VL_EXIT_BAD_INPUT;
}

int vl_cli_wrong_usage(const vl_subcommand *subcommand, const vl_error *error)
{
    const char *name = subcommand ? subcommand->name : "";
    fprintf(stderr, "verlet-lab: %s\n", error->text);
    fprintf(stderr, "See 'verlet-lab help%s%s'.\n", *name ? " " : "", name);
    return VL_EXIT_WRONG_USAGE;
}

int vl_cli_no_window(void)
{
    fputs("this build has no window (it was configured with -Dapp=disabled)\n", stderr);
    return VL_EXIT_BAD_INPUT;
}
