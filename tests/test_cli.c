// The command line: exit statuses and messages, the CSV, the files it writes, the manual.
//
// Runs the program that $VERLET_LAB_PROGRAM names; what would open a window runs in a child of this
// process with a host that only prints what it was asked for.

#define _XOPEN_SOURCE 700

#include "support/programs.h"
#include "support/testing.h"

#include "base/clock.h"
#include "cli/subcommand.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "support/scenes.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>

// --- scenes, in a folder of our own ---

static const struct {
    const char *name, *text;
} files[] = {
    {"pendulum.yaml", "format: 1\ntitle: A pendulum\ntimestep: fixed:0.01\ngravity: [0, -9.81]\n"
                      "particles:\n  - {name: hook, at: [0, 0], pinned: true}\n"
                      "  - {at: [1, 0], mass: 2}\nlinks:\n  - {from: hook, to: 2}\n"},
    {"tape.rec", "verlet-lab recording 1 by 0.1.0\n"},
    {"lesson.yaml", "format: 1\nscenes: [fall]\n"},
    {"chain.yaml", "format: 1\ntimestep: random:0.005:0.015:3\ngravity: [0, -9.81]\nchains:\n"
                   "  - {from: [0, 0], to: [1, 0], links: 4, mass: 0.4, pin: start}\n"},
    {"keys.yaml", "format: 1\ntimestep: random:0.005:0.015:3\ngravity: [0, -9.81]\n"
                  "integrator: verlet\nstart: naive\n"
                  "solver: {iterations: 2, substeps: 3, method: relax, direction: new, grids: 3}\n"
                  "chains:\n"
                  "  - {from: [0, 0], to: [1, 0], links: 4, mass: 0.4, pin: start}\n"},
    {"diverging.yaml", "format: 1\nparticles:\n  - {at: [1, 0]}\n"
                       "forces:\n  - {kind: harmonic, stiffness: 1e16}\n"},
    {"fall.yaml", "format: 1\ntimestep: frame\ngravity: [0, -10]\nparticles:\n"
                  "  - {at: [0, 500]}\n"},
    {"cloth.yaml", "format: 1\ntimestep: fixed:0.01\ngravity: [0, -9.81]\ncloths:\n"
                   "  - {origin: [0, 0], along: [4, 0], down: [0, -3], columns: 5, rows: 4, "
                   "pin: [top]}\n"},
    // ω dt = 30: beyond every explicit method; a weak one beside it would not be
    {"stiff.yaml", "format: 1\ntimestep: fixed:0.1\nparticles:\n  - {at: [1, 0]}\nforces:\n"
                   "  - {kind: harmonic, stiffness: 90000}\n"},
    // ω dt = 1.95: explicit Euler leaves the numbers soon, Verlet stays
    {"near.yaml", "format: 1\ntimestep: fixed:0.1\nparticles:\n  - {at: [1, 0]}\nforces:\n"
                  "  - {kind: harmonic, stiffness: 380.25}\n"},
    {"sine.yaml", "format: 1\ntimestep: fixed:0.1\nparticles:\n  - {at: [0, 0], velocity: [1, 0]}\n"
                  "forces:\n  - {kind: sine, axis: x, amplitude: -1}\n"},
    {"steps.yaml", "format: 1\ntimestep: file:steps.txt\nparticles:\n  - {at: [0, 0]}\n"},
    {"steps.txt", "0.1\n0.2\n0\n-1\n0.4\n"},
    {"none.txt", "0\n0\n-1\n"},
    {"mixed.yaml", "format: 1\nparticles:\n  - {at: [1, 0], shape: dial}\n  - {at: [1, 1]}\n"
                   "links:\n  - {from: 1, to: 2, kind: rod}\n"},
    {"above.yaml", "format: 1\ntimestep: fixed:0.01\ngravity: [0, -9.81]\nparticles:\n"
                   "  - {at: [0, 10]}\ncolliders:\n"
                   "  - {kind: plane, normal: [0, 1], restitution: 0.8}\n"},
    {"thrower.yaml",
     "format: 1\ntimestep: fixed:0.001\ngravity: [0, -9.81]\nparticles:\n"
     "  - {at: [0, 1.1], radius: 0.1}\ncolliders:\n"
     "  - {kind: plane, normal: [0, 1], response: penalty, stiffness: 1000, restitution: 1}\n"},
    {"damper.yaml",
     "format: 1\nparticles: [{at: [0, 0], pinned: true}, {at: [1, 0], velocity: [0.1, 0]}]\n"
     "links: [{from: 1, to: 2, kind: spring, stiffness: 10, damping: 30}]\n"},
    {"turned.yaml",
     "format: 1\ntimestep: fixed:0.01\nparticles:\n  - {at: [1, 0], velocity: [0, 1]}\n"
     "forces:\n  - {kind: magnetic, charge: 3, field: [0, 0, 2]}\n"},
    {"dials.yaml", "format: 1\ntimestep: fixed:0.01\nparticles:\n  - {at: [1, 0], shape: dial}\n"
                   "forces:\n  - {kind: harmonic, stiffness: 2}\n"},
    {"with-dial.yaml",
     "format: 1\ntimestep: fixed:0.01\nparticles:\n  - {at: [1, 0], shape: dial}\n"
     "  - {at: [1, 0]}\nforces:\n  - {kind: harmonic, stiffness: 2}\n"},
    {"odd.yaml", "format: 1\nparticles:\n  - {at: [0, 0], pinned: true}\n  - {at: [1.04, 0]}\n"
                 "links:\n  - {from: 1, to: 2, kind: rod, length: 1}\n"},
    {"braced.yaml",
     "format: 1\nsolver: {method: direct}\ncompare: [{}, {solver: {direction: old}}]\n"
     "cloths: [{origin: [0, 0], along: [1, 0], down: [0, -1], columns: 3, rows: 3, mass: 1, shear: "
     "true}]\n"},
    {"short.yaml", "format: 1\npins: [1, 3]\nsolver: {method: direct}\n"
                   "particles: [{at: [0, 0]}, {at: [1, 0]}, {at: [2, 0]}]\n"
                   "links: [{from: 1, to: 2, length: 1.5}, {from: 2, to: 3, length: 0.2}]\n"},
    {"bad.yaml", "format: 1\nparticles:\n  - {at: [0, 0], mas: 1}\n"},
    {"worse.yaml", "format: 1\nparticles: 7\n"},
    {"double.yaml", "format: 1\ngravity: [0, -9.81]\nchains:\n"
                    "- {from: [0, 0], to: [0.2, 2], links: 2, pin: start}\n"},
    {"lossy.yaml", "format: 1\ndamping_per_step: 0.1\nchains:\n"
                   "- {from: [0, 0], to: [1, 0], links: 5}\n"},
    {"soft.yaml", "format: 1\nsolver: {method: xpbd}\nchains:\n"
                  "- {from: [0, 0], to: [1, 0], links: 5, compliance: 0.001}\n"},
    {"long.yaml", "format: 1\nchains: [{from: [0, 0], to: [1, 0], links: 100000}]\n"},
    {"compare.yaml", "format: 1\nparticles:\n  - {at: [0, 0], velocity: [1, 0]}\n"
                     "compare:\n  - {integrator: verlet}\n  - {integrator: rk4}\n"},
};

enum { FILES = COUNT(files) };

static int write_files(void **state)
{
    (void)state;
    if (!getenv("VERLET_LAB_PROGRAM")) {
        fputs("VERLET_LAB_PROGRAM must name the program\n", stderr);
        return -1;
    }
    for (int i = 0; i < FILES; i++)
        write_here(files[i].name, files[i].text);
    return 0;
}

TEST_FIXTURE(write_files, NULL)

// --- usage ---

static const struct {
    const char *line;
    int status;
    const char *message;
} mistakes[] = {
    {"rnu", 2, "'rnu' is neither a subcommand nor a scene; did you mean 'run'?"},
    {"pendulun", 2, "did you mean 'pendulum'?"},
    {"xyzzyplugh", 2, "'xyzzyplugh' is not a subcommand, and no scene is called"},
    {"fall.yaml pendulum.yaml", 2, "expected [SCENE|RECORDING], given 2 words"},
    {"--dt fixed:1", 2, "'--dt' is an option of 'verlet-lab run'"},
    {"--versoin", 2, "unknown option 'versoin'; did you mean 'version'?"},
    {"-x", 2, "unknown option '-x', expected record, help or version"},
    {"order", 2, "order: expected SCENE, given 0 words"},
    {"order fall.yaml --quantity speed", 2, "'speed', expected position, velocity or energy"},
    {"order fall.yaml --scope both", 2, "--scope is 'both', expected global or local"},
    {"order fall.yaml --halvings 4", 2, "--halvings is 4, expected a whole number from 5 to 12"},
    {"order fall.yaml --seeds 0", 2, "--seeds is 0, expected a whole number from 1 to 10000"},
    {"order fall.yaml --mean -1", 2, "--mean is '-1', expected a number of seconds"},
    {"order fall.yaml --mean 100 --duration 4", 2,
     "the largest mean step is 100 s, expected at most 1 s"},
    {"order fall.yaml --duration 0", 2, "the duration is 0 s, expected more than 0"},
    {"order fall.yaml --dt switch:10:1e-5:5 --duration 6", 2,
     "the first step is 10 s, expected at most the duration, 6 s"},
    {"order fall.yaml --dt file:steps.txt --duration 3", 2,
     "the file of time steps ends after 0.7 s"},
    {"order chain --scope local", 2, "no exact solution is known of this scene"},
    {"order polynomial --quantity energy", 2,
     "a force is given over time, so there is no energy, expected --quantity position or velocity"},
    {"order oscillator --integrator all,tcv", 2,
     "--integrator is 'all', expected explicit-euler, "},
    {"run fall.yaml --dt file:none.txt", 1, "no time step above 0 in the file"},
    {"check mixed.yaml", 1,
     "mixed.yaml:6:19: a link joins the angle of particle 1, a dial (rad), to the place of "
     "particle 2 (m)"},
    {"help foo", 2, "unknown subcommand 'foo', expected run, "},
    {"run", 2, "run: expected SCENE, given 0 words"},
    {"run fall.yaml pendulum.yaml", 2, "run: expected SCENE, given 2 words"},
    {"run fall.yaml --itnegrator tcv", 2, "did you mean 'integrator'?"},
    {"run fall.yaml --int verlet", 2, "unknown option 'int'; did you mean 'integrator'?"},
    {"run fall.yaml --integrator c", 2, "--integrator is 'c', expected explicit-euler, "},
    {"run fall.yaml --png x.png", 2, "'--png' is an option of 'verlet-lab render'"},
    {"run fall.yaml --version", 2, "'--version' is an option of 'verlet-lab'"},
    {"run fall.yaml --integrator", 2, "--integrator needs a value, expected --integrator NAME[,"},
    {"run fall.yaml --integrator tvc", 2, "unknown --integrator 'tvc'; did you mean 'tcv'?"},
    {"run fall.yaml --integrator tcv,", 2, "verlet-lab: --integrator is left empty"},
    {"run fall.yaml --integrator tcv,rk4,tcv", 2, "'tcv' is given twice"},
    {"run fall.yaml --dt 144", 2,
     "--dt: '144' is a number alone, expected fixed:144 (s), 144ms or 144Hz"},
    {"run fall.yaml --lane timestep=1e-6ms --lane integrator=verlet", 2,
     "time steps 1e-6ms make 1.67e+07 frames in a common one, expected at most 10000"},
    {"run fall.yaml --dt 50Hz --lane timestep=switch:0.01:1us:9.5", 2,
     "make 2e+04 frames in a common one"},
    {"run fall.yaml --dt fixed:1e-300", 1,
     "time steps fixed:1e-300, policy raw: a step of 1e-300 s, expected at least 2.22e-15 s"},
    {"run fall.yaml --dt fixed:1e-300 --steps 3", 1, "expected at least 1e-100 s"},
    {"run fall.yaml --dt fixed:1e-15 --substeps 10", 1, "expected at least 2.22e-14 s"},
    {"run fall.yaml --policy constant:1e-20", 1, "a step of 1e-20 s, expected at least 2.22e-15"},
    {"run fall.yaml --dt frame", 2, "--dt: 'frame' is measured on a display"},
    {"run fall.yaml --policy clmap:0.1", 2,
     "verlet-lab: --policy: unknown policy 'clmap'; did you mean 'clamp'?"},
    {"run fall.yaml --duration -1", 2, "--duration is -1, expected a number from 0 to 1e+12 (s)"},
    {"run fall.yaml --duration inf", 2, "--duration is 'inf'"},
    {"run fall.yaml --steps 1.5", 2, "--steps is 1.5, expected a whole number from 0"},
    {"run fall.yaml --steps 1 --duration 1", 2, "--duration and --steps are both given"},
    {"run fall.yaml --lane substeps=4", 2, "--lane {substeps: 4}:1:2: unknown key 'substeps'"},
    {"run fall.yaml --lane {\"solver\":{\"substep\":2}}", 2, ":1:12: unknown key 'substep'; did"},
    {"run fall.yaml --lane solver={substeps=0}", 2,
     "--lane {solver: {substeps: 0}}:1:21: substeps is 0, expected a whole number from 1 to 10000"},
    {"run fall.yaml --lane timestep=fixed:0.1,timestep=fixed:0.2", 2, "timestep"},
    {"run fall.yaml --lane timestep=frame", 2, "'frame'"},
    {"run fall.yaml --lane integrator=tcv --integrator verlet", 2,
     "--lane and --integrator are both given"},
    {"order fall.yaml --lane integrator=tcv", 2, "'--lane' is an option of 'verlet-lab run'"},
    {"run fall.yaml --steps 1 --steps 2", 2, "--steps is given twice"},
    {"run fall.yaml --substeps 0", 2, "verlet-lab: --substeps is 0, expected"},
    {"run fall.yaml --iterations x", 2, "verlet-lab: --iterations is"},
    {"run fall.yaml --direction ol", 2, "did you mean 'old'?"},
    {"run fall.yaml --start exact --lane engine=jakobsen", 2,
     "--start exact: no lane takes it, as each has its own"},
    {"run fall.yaml --grids 3 --solver direct", 2,
     "verlet-lab: --grids 3: coarser grids need the solver relax and the direction new, and these "
     "are direct and new"},
    {"order fall.yaml --grids 3 --direction old", 2, "and these are relax and old"},
    {"run fall.yaml --points 0 --csv -", 2, "--points: at '0', expected numbers of particles"},
    {"run cloth.yaml --points 1,,2 --csv -", 2, "--points: at ',2', expected"},
    {"run fall.yaml --points 1", 2, "--points changes only the CSV, expected --csv as well"},
    {"runn fall.yaml", 2, "given 2 words; did you mean 'run'?"},
    {"run fall.yaml --csv=", 2, "--csv is ''"},
    {"run bad.yaml --csv out.csv", 1, "bad.yaml:3:18: unknown key 'mas'; did you mean 'mass'?"},
    {"run fall.yaml --csv out.csv --points 2", 2,
     "--points: at '2', expected numbers of particles from 1 to 1"},
    {"run fall.yaml --csv out.csv --dt file:missing", 1, "missing: cannot be opened"},
    {"run soft.yaml --solver relax --csv out.csv", 1,
     "have a compliance: take xpbd, direct or clusters"},
    {"run lossy.yaml --reference", 1, "damping per step"},
    {"run missing.yaml --csv -", 1, "missing.yaml: cannot be opened"},
    {"run nowhere", 1, "no scene is called 'nowhere'"},
    {"run fall.yaml --csv missing/out.csv", 1, "missing/out.csv: cannot be written: No such"},
    {"run fall.yaml --csv .", 1, ".: is a directory, expected a file"},
    {"run fall.yaml --csv /dev/full", 1, "/dev/full: cannot be written: No space left"},
    {"run fall.yaml --lane engine=mater-js", 2, "engine 'mater-js'; did you mean 'matter-js'?"},
    {"check bad.yaml", 1, "bad.yaml:3:18: unknown key 'mas'"},
    {"check . missing.yaml", 1, "missing.yaml: cannot be opened"},
    {"render fall.yaml", 2, "render: --at is missing, expected --at S"},
    {"render fall.yaml --at 1", 2, "render: --png is missing, expected --png FILE"},
    {"render fall.yaml --at -1 --png x.png", 2, "--at is -1"},
    {"run tape.rec", 1, "tape.rec: is a recording, expected a scene"},
    {"check lesson.yaml", 1, "lesson.yaml: is a lesson, expected a scene; 'verlet-lab FILE' opens"},
    {"replay missing.rec", 1, "missing.rec: cannot be opened"},
    {"replay pendulum.yaml", 1, "pendulum.yaml:1:1: expected the first line of a recording"},
    {"run fall.yaml --record /dev/full", 1, "/dev/full: cannot be written: it is no regular file"},
    {"run fall.yaml --record .", 1, ".: cannot be written"},
    {"tape.rec --record tape.rec", 2, "--record is 'tape.rec', which is the file to open"},
    {"run fall.yaml --record -", 2, "--record is '-', expected a file"},
    {"run fall.yaml --record x.rec --csv x.rec", 2, "--csv and --record are both 'x.rec'"},
    {"run fall.yaml --hash --csv -", 2, "--hash and --csv are both given"},
    {"run fall.yaml --ledger --estimator backward", 2, "--ledger needs the right velocity"},
    {"render fall.yaml --at 1 --png x.png --keys=", 2, "--keys is ''"},
    {"render fall.yaml --at 1 --png x.jpg", 2,
     "--png is 'x.jpg', expected the name of a PNG file, such as chain.png"},
    {"render fall.yaml --at 1 --png x.png --size 63x64", 2, "each from 64 to 8192"},
    {"render fall.yaml --at 1 --png x.png --size 64x8193", 2, "each from 64 to 8192"},
    {"render fall.yaml --at 1 --png x.png --size 640", 2, "expected WIDTHxHEIGHT"},
    {"render bad.yaml --at 1 --png x.png", 1, "bad.yaml:3:18"},
    {"list integrator", 2, "unknown list 'integrator'; did you mean 'integrators'?"},
    {"run --help=yes", 2, "--help takes no value"},
    {"run fall.yaml --estimator forward", 2, "--estimator is 'forward', expected right, "},
    {"stability --size 1", 2, "--size is 1, expected a whole number from 2 to 1024"},
    {"stability --dt fixed:0.1", 2, "expected 'verlet-lab stability SCENE --dt"},
    {"stability chain --dt fixed:1e-300", 1,
     "time steps fixed:1e-300: no world can step them, expected at least"},
    {"stability bad.yaml", 1, "bad.yaml:3:18"},
    {"stability --csv nowhere/out.csv --size 2", 1, "nowhere"},
};

// Wrong usage is 2, bad input 1; the reason is on standard error, standard output is empty, and an
// old file stays as it is.
TEST(what_is_wrong_is_told_by_status_and_message)
{
    write_here("out.csv", "old\n");
    for (int i = 0; i < COUNT(mistakes); i++) {
        SCOPED(outcome) result = finish_line(mistakes[i].line, NULL);
        bool good = result.status == mistakes[i].status &&
                    strstr(result.err, mistakes[i].message) && !*result.out;
        if (!good)
            print_message("  %s: status %d, %s", mistakes[i].line, result.status, result.err);
        assert_true(good);
    }
    FREED char *there = read_here("out.csv", NULL);
    assert_string_equal(there, "old\n");
    assert_int_equal(unlink("out.csv"), 0);
    assert_int_equal(count_files(), FILES);
}

TEST(an_empty_word_is_no_scene)
{
    SCOPED(outcome) none = finish((char *[]){"verlet-lab", "", NULL}, NULL);
    SCOPED(outcome) run = finish((char *[]){"verlet-lab", "run", "", NULL}, NULL);
    assert_true(none.status == 2 && run.status == 1);
}

TEST(check_reads_all_files_and_is_silent_where_all_are_right)
{
    vl_free(output_of("check pendulum.yaml chain.yaml cloth.yaml free-fall"));
    SCOPED(outcome) result = finish_line("check bad.yaml pendulum.yaml worse.yaml", NULL);
    assert_int_equal(result.status, 1);
    assert_non_null(strstr(result.err, "bad.yaml:3:18"));
    assert_non_null(strstr(result.err, "worse.yaml:2:"));
    assert_null(strstr(result.err, "pendulum"));
}

// clang-format off
static const struct {
    const char *line, *told[4]; // behind "warning: ", in this order; there are no others
} warnings[] = {
    {"check odd.yaml", {"odd.yaml:6:5: link 1, a rod of 1 m, does not fit its ends: it is strained by +4 %. The scene"}},
    {"check braced.yaml", {"braced.yaml:4:10: cloth 1 is braced: where it leaves its plane, 'direct' along the direction old"}},
    {"run braced.yaml --steps 1 --integrator tcv", {NULL}},
    {"run braced.yaml --steps 1 --integrator tcv --direction old", {"braced.yaml:4:10: cloth 1 is braced: where it leaves"}},
    {"check short.yaml", {"short.yaml:5:9: link 1, a rod of 1.5 m, does not fit"}},
};

// clang-format on

// Nothing else is on standard error.
TEST(what_does_harm_is_warned_of_once)
{
    for (int i = 0; i < COUNT(warnings); i++) {
        SCOPED(outcome) result = finish_line(warnings[i].line, NULL);
        const char *line = result.err, *const *told = warnings[i].told;
        for (int k = 0; k < COUNT(warnings[i].told) && told[k]; k++, line = strchr(line, '\n') + 1)
            if (strncmp(line, "warning: ", 9) != 0 ||
                strncmp(line + 9, told[k], strlen(told[k])) != 0)
                fail_msg("%s: warning %d: %s", warnings[i].line, k, result.err);
        assert_string_equal(line, "");
        assert_int_equal(result.status, 0);
    }
}

// --- what only a host can do ---

static int print_demo(const char *scene, const char *record)
{
    printf("demo %s%s%s\n", scene ? scene : "opening scene", record ? " " : "",
           record ? record : "");
    return 0;
}

static int print_render(vl_cli_render *request)
{
    printf("render %s at %g to %s, %d by %d\n", request->scene, request->at, request->png,
           request->width, request->height);
    return 0;
}

static void print_commands(bool keys)
{
    puts(keys ? "keys" : "commands");
}

static const vl_cli_host printing_host = {print_demo, NULL, print_render, print_commands, NULL};

TEST(the_host_is_asked_for_what_was_meant)
{
    static const struct {
        const char *line, *out;
    } rows[] = {
        {"", "demo opening scene\n"},
        {"fall.yaml", "demo fall.yaml\n"},
        {"./run", "demo ./run\n"},
        {"run.yaml", "demo run.yaml\n"},
        {"-- fall.yaml", "demo fall.yaml\n"},
        {"fall.yaml --record a.rec", "demo fall.yaml a.rec\n"},
        {"--record off", "demo opening scene off\n"},
        {"render fall.yaml --at 1.5 --png a.png",
         "render fall.yaml at 1.5 to a.png, 1280 by 720\n"},
        {"render --size=64x8192 --png=-a --at=0 fall.yaml",
         "render fall.yaml at 0 to -a, 64 by 8192\n"},
        {"list keys", "keys\n"},
        {"list commands", "commands\n"},
    };

    for (int i = 0; i < COUNT(rows); i++) {
        SCOPED(outcome) result = finish_line(rows[i].line, &printing_host);
        assert_string_equal(result.out, rows[i].out);
        assert_string_equal(result.err, "");
        assert_int_equal(result.status, 0);
    }

    SCOPED(outcome) shipped = finish_line("pendulum", &printing_host);
    assert_non_null(strstr(shipped.out, "/pendulum.yaml\n"));
}

TEST(a_build_without_a_window_says_so)
{
    static const char *const lines[] = {"", "fall.yaml", "render fall.yaml --at 1 --png a.png",
                                        "list keys"};
    static const vl_cli_host none = {0};

    for (int i = 0; i < COUNT(lines); i++) {
        SCOPED(outcome) result = finish_line(lines[i], &none);
        assert_int_equal(result.status, 1);
        assert_string_equal(result.err,
                            "this build has no window (it was configured with -Dapp=disabled)\n");
    }
}

// --- help, lists, manual ---

static void check_same_output(const char *line, const char *other)
{
    FREED char *a = output_of("%s", line), *b = output_of("%s", other);
    assert_true(strlen(a) > 100);
    assert_string_equal(a, b);
}

TEST(every_way_to_ask_for_help_gives_the_same)
{
    static const char *const pairs[][2] = {
        {"help", "--help"},
        {"help", "-h"},
        {"help run", "run --help"},
        {"help run", "run nowhere -h"},
        {"help list", "list --help"},
        {"help render", "render --help"},
        {"help stability", "stability --help"},
    };

    for (int i = 0; i < COUNT(pairs); i++)
        check_same_output(pairs[i][0], pairs[i][1]);
}

// Each option in the help of those who take it, and nowhere else.
TEST(help_shows_the_options_that_there_are)
{
    for (int i = 0; vl_subcommands[i]; i++) {
        FREED char *help = output_of("help %s", vl_subcommands[i]->name);
        for (int other = 0; vl_subcommands[other]; other++)
            for (int k = 0; vl_subcommands[other]->options[k]; k++) {
                const vl_option *option = vl_subcommands[other]->options[k];
                const vl_option *own =
                    vl_names_find(vl_names_of(vl_subcommands[i]->options), option->name);
                option = own ? own : option;
                const char *row = PRINTED("\n  --%s%s%s", option->name, option->form ? " " : "",
                                          option->form ? option->form : "");
                assert_int_equal(strstr(help, row) != NULL, own != NULL);
            }
    }
}

TEST(no_line_of_help_is_wider_than_a_terminal)
{
    for (int i = 0; vl_subcommands[i]; i++) {
        FREED char *help = output_of("help %s", vl_subcommands[i]->name);
        int width = 0;
        for (const char *c = help; *c;) {
            width = vl_utf8_next(&c) == '\n' ? 0 : width + 1;
            assert_true(width <= 80);
        }
        assert_int_equal(width, 0);
    }
}

TEST(lists_show_whole_tables)
{
    FREED char *integrators = output_of("list integrators"), *solvers = output_of("list solvers");
    FREED char *streams = output_of("list streams");
    FREED char *run = output_of("run sine.yaml --integrator all --duration 1");
    for (int i = 0; i < vl_integrator_count; i++)
        assert_true(strstr(integrators, vl_integrators[i]->name) &&
                    strstr(run, vl_integrators[i]->name));
    for (int i = 0; i < vl_solver_count; i++)
        assert_non_null(strstr(solvers, vl_solvers[i]->name));
    for (int i = 0; i < vl_stream_kind_count; i++)
        assert_non_null(strstr(streams, vl_stream_kinds[i].form.example));
}

// --- CSV ---

#define HEADER                                                                                     \
    "integrator,step,time,dt,kinetic,potential,energy,energy_error,energy_change,position_error,"  \
    "stretch_max,stretch_rms"

TEST(the_header_is_that_of_the_contract)
{
    SCOPED(csv) plain = csv_of("run chain.yaml --csv - --steps 1");
    SCOPED(csv) some = csv_of("run chain.yaml --csv - --steps 1 --points 5,1");
    SCOPED(csv) direct = csv_of("run chain.yaml --csv - --steps 1 --solver direct");
    assert_string_equal(direct.header, HEADER ",residual,unsolved");
    assert_string_equal(plain.header, HEADER);
    assert_string_equal(some.header, HEADER ",x5,y5,z5,x1,y1,z1");
}

// With a reference each row has a position error and how good it is, the same numbers each time;
// where there is an exact solution it counts as without.
TEST(a_reference_fills_the_position_error)
{
    SCOPED(csv)
    c = csv_of("run chain.yaml --reference --csv - --duration 1 --integrator tcv,velocity-verlet");
    assert_string_equal(c.header, HEADER ",reference_error");
    for (int row = 2; row < c.rows; row++) {
        double error = csv_number(&c, row, "position_error");
        double own = csv_number(&c, row, "reference_error");
        assert_true(error > 0 && own > 0 && own < 0.5 * error);
    }

    check_same_output("run chain.yaml --reference --csv - --duration 1",
                      "run chain.yaml --reference --csv - --duration 1");

    SCOPED(csv) with = csv_of("run fall.yaml --reference --csv - --steps 9");
    SCOPED(csv) without = csv_of("run fall.yaml --csv - --steps 9");
    for (int row = 0; row < with.rows; row++)
        assert_true(csv_number(&with, row, "position_error") ==
                    csv_number(&without, row, "position_error"));
}

// A number, written as short as it can be.
static void check_number(const char *cell)
{
    double value;
    char number[VL_NUMBER_SIZE];
    assert_true(vl_parse_number(cell, &value));
    assert_string_equal(vl_number_text(value, number), cell);
}

// ",time," for column 2.
static void name_column(const csv *c, int column, char *name, size_t size)
{
    const char *at = c->header;
    for (int k = 0; k < column; k++)
        at = strchr(at, ',') + 1;
    snprintf(name, size, ",%.*s,", (int)strcspn(at, ","), at);
}

// What exists is a number that is written as short as it can be; what does not is empty: dt at the
// start, position_error without exact solution, stretch without links, energy under a force that
// depends on time.
TEST(fields_are_numbers_that_read_back_or_empty)
{
    static const struct {
        const char *scene;
        const char *empty; // columns that are
    } rows[] = {
        {"pendulum.yaml", ""},
        {"fall.yaml", ",stretch_max,stretch_rms,residual,"},
        {"sine.yaml",
         ",potential,energy,energy_error,energy_change,stretch_max,stretch_rms,residual,"},
        {"cloth.yaml", ",position_error,"},
    };

    for (int i = 0; i < COUNT(rows); i++) {
        SCOPED(csv)
        c = csv_of("run %s --csv - --points all --integrator all --steps 20", rows[i].scene);
        assert_int_equal(c.rows, 21 * vl_integrator_count);
        for (int cell = 0; cell < c.rows * c.columns; cell++) {
            int row = cell / c.columns, column = cell % c.columns;
            char name[64];
            name_column(&c, column, name, sizeof name);
            if (column == 0) {
                assert_string_equal(c.cells[cell], vl_integrators[row % vl_integrator_count]->name);
                continue;
            }
            bool start = strcmp(name, ",dt,") == 0 && row < vl_integrator_count;
            bool empty = start || strstr(rows[i].empty, name);
            assert_int_equal(!*c.cells[cell], empty);
            if (!empty)
                check_number(c.cells[cell]);
        }
    }
}

// The columns are the contract; every number reads back, the order is one for each integrator, and
// means are halved.
TEST(order_writes_what_it_measured_as_csv)
{
    SCOPED(csv)
    c = csv_of("order oscillator --dt random:0.05:0.15:1 --duration 2 --seeds 2 "
               "--integrator tcv,explicit-euler --csv -");
    assert_string_equal(c.header, "integrator,mean_dt,error,order");
    assert_int_equal(c.rows, 12);
    for (int row = 0; row < c.rows; row++) {
        const char *name = row < 6 ? "tcv" : "explicit-euler";
        assert_string_equal(c.cells[row * c.columns], name);
        assert_true(csv_number(&c, row, "mean_dt") == 0.1 * pow(0.5, row % 6));
        assert_true(csv_number(&c, row, "error") > 0);
        assert_true(csv_number(&c, row, "order") == csv_number(&c, row - row % 6, "order"));
        for (int column = 1; column < c.columns; column++)
            check_number(c.cells[row * c.columns + column]);
    }
}

// What does not exist is an empty field: a diverged error, and an order that nothing tells.
TEST(order_leaves_empty_what_does_not_exist)
{
    SCOPED(csv)
    c = csv_of("order diverging.yaml --integrator explicit-euler --dt fixed:0.1 --csv -");
    assert_int_equal(c.rows, 6);
    for (int row = 0; row < c.rows; row++) {
        assert_string_equal(c.cells[row * c.columns + 2], "");
        assert_string_equal(c.cells[row * c.columns + 3], "");
    }
}

// Numbers are those of the scene, whatever the slots: a cloth of 5 × 4, row by row, 1 m apart.
TEST(points_have_the_numbers_of_the_scene)
{
    SCOPED(csv) c = csv_of("run cloth.yaml --csv - --steps 0 --points all");
    assert_int_equal(c.rows, 1);
    for (int number = 1; number <= 20; number++) {
        assert_true(csv_number(&c, 0, PRINTED("x%d", number)) == (number - 1) % 5);
        assert_true(csv_number(&c, 0, PRINTED("y%d", number)) == -(number - 1) / 5);
    }
}

// Where a run ends: with the last whole step that is not beyond the time asked for, though the sum
// of the steps is off by its rounding; after so many steps; with the file; after 10 s. A file's
// steps of 0 and less are no steps.
TEST(runs_end_where_they_are_told_to)
{
    static const struct {
        const char *line;
        int steps;
        double time, last_dt;
    } rows[] = {
        {"run fall.yaml --duration 1 --dt fixed:0.3", 3, 0.9, 0.3},
        {"run fall.yaml --duration 0", 0, 0, 0},
        {"run fall.yaml --duration 0.25 --dt fixed:7", 0, 0, 0},
        {"run fall.yaml --duration 1 --dt switch:0.25:0.6:0.5", 2, 0.5, 0.25},
        {"run fall.yaml --steps 3 --dt fixed:0.5", 3, 1.5, 0.5},
        {"run pendulum.yaml", 1000, 10, 0.01},
        {"run fall.yaml", 600, 10, 0.016666666666666666},
        {"run steps.yaml", 3, 0.7, 0.4},
        {"run fall.yaml --dt file:steps.txt", 3, 0.7, 0.4},
    };

    for (int i = 0; i < COUNT(rows); i++) {
        SCOPED(csv) c = csv_of("%s --csv - --integrator tcv,rk4", rows[i].line);
        int last = c.rows - 1;
        assert_int_equal(c.rows, 2 * (rows[i].steps + 1));
        assert_int_equal((int)csv_number(&c, last, "step"), rows[i].steps);
        // a sum of decimals is off by a bit or two
        assert_true(fabs(csv_number(&c, last, "time") - rows[i].time) <= 1e-15 * rows[i].time);
        if (rows[i].steps)
            assert_true(fabs(csv_number(&c, last, "dt") - rows[i].last_dt) < 1e-12);
    }
}

// A file of the command line is looked for here, one of a scene beside the scene.
TEST(files_of_steps_are_found_where_they_are_named)
{
    assert_int_equal(mkdir("deep", 0777), 0);
    write_here("deep/scene.yaml",
               "format: 1\ntimestep: file:own.txt\nparticles:\n  - {at: [0, 0]}\n");
    SCOPED(outcome) none = finish_line("check deep/scene.yaml", NULL);
    assert_non_null(
        strstr(none.err, "deep/scene.yaml:2:11: timestep: deep/own.txt: cannot be opened"));
    write_here("deep/own.txt", "0.5\n");
    SCOPED(csv) own = csv_of("run deep/scene.yaml --csv -");
    SCOPED(csv) given = csv_of("run deep/scene.yaml --csv - --dt file:steps.txt");
    assert_true(own.rows == 2 && given.rows == 4);
    assert_int_equal(unlink("deep/scene.yaml") | unlink("deep/own.txt") | rmdir("deep"), 0);
}

// The rows of a lane are those of the run with its settings as options.
static void check_lane(const csv *lanes, const char *label, const char *options)
{
    SCOPED(csv) alone = csv_of("run chain.yaml --csv - --points all --duration 0.5 %s", options);
    int row = 0;
    for (int i = 0; i < lanes->rows; i++) {
        if (strcmp(csv_text(lanes, i, "lane"), label) != 0)
            continue;
        assert_true(row < alone.rows);
        for (int c = 0; c < alone.columns; c++) // the label stands before the others
            assert_string_equal(lanes->cells[i * lanes->columns + c + 1],
                                alone.cells[row * alone.columns + c]);
        row++;
    }
    assert_int_equal(row, alone.rows);
}

TEST(lanes_are_the_runs_with_their_options)
{
    SCOPED(csv)
    c = csv_of(
        "run chain.yaml --csv - --points all --duration 0.5 --dt fixed:0.01 "
        "--lane integrator=verlet --lane integrator=tcv,timestep=fixed:0.0025,solver={substeps=2} "
        "--lane integrator=rk4,policy=substep:0.004,name=mine");
    assert_string_equal(csv_text(&c, 0, "lane"), "Verlet");
    check_lane(&c, "Verlet", "--dt fixed:0.01 --integrator verlet");
    check_lane(&c, "TCV · 400/s", "--dt fixed:0.0025 --integrator tcv --substeps 2");
    check_lane(&c, "mine", "--dt fixed:0.01 --integrator rk4 --policy substep:0.004");
}

TEST(a_scene_that_compares_runs_its_lanes_where_nothing_else_is_asked_for)
{
    SCOPED(csv) lanes = csv_of("run compare.yaml --csv - --steps 2");
    SCOPED(csv) methods = csv_of("run compare.yaml --csv - --steps 2 --integrator tcv,rk4");
    SCOPED(csv) other = csv_of("run compare.yaml --csv - --steps 2 --lane integrator=leapfrog");
    assert_string_equal(lanes.header, "lane," HEADER);
    assert_string_equal(csv_text(&lanes, 1, "lane"), "RK4");
    assert_string_equal(methods.header, HEADER);
    assert_string_equal(csv_text(&other, 0, "lane"), "Leapfrog");
    assert_int_equal(other.rows, 3);
}

// Explicit Euler grows by √(1 + (ω dt)²) = 2.2 a step, so 1e100 is passed after 290 steps or so.
TEST(a_diverged_method_has_no_more_rows_and_the_others_go_on)
{
    SCOPED(csv)
    c = csv_of("run near.yaml --csv - --integrator explicit-euler,tcv --steps 600");
    int last[2] = {0}, rows[2] = {0};
    for (int row = 0; row < c.rows; row++) {
        bool tcv = strcmp(csv_text(&c, row, "integrator"), "tcv") == 0;
        last[tcv] = (int)csv_number(&c, row, "step");
        rows[tcv]++;
        assert_true(isfinite(csv_number(&c, row, "time")));
    }
    assert_int_equal(last[1], 600);
    assert_in_range(last[0], 270, 310);
    assert_int_equal(rows[0], last[0] + 1);
    assert_int_equal(rows[1], 601);
}

// ω dt = 30 multiplies by hundreds a step, so that 1e100 is near: 10 s of steps are not made.
TEST(a_run_ends_where_all_have_diverged)
{
    SCOPED(vl_text) line = {0};
    int count = 0;
    for (int i = 0; i < vl_integrator_count; i++)
        if (!vl_integrators[i]->implicit) // those bear it, and would never end
            vl_text_add(&line, "%s%s", count++ ? "," : "run stiff.yaml --csv - --integrator ",
                        vl_integrators[i]->name);
    vl_text_add(&line, " --duration 1e4");
    SCOPED(csv) c = csv_of("%s", line.data);
    assert_in_range(c.rows, 20 * count, 300 * count);
}

// The lines behind the first are those of run --hash.
TEST(a_recorded_run_is_replayed_to_its_checksums)
{
    static const char *const runs[] = {
        "cloth.yaml --duration 1.2", "chain.yaml --integrator all --steps 5",
        "chain.yaml --lane timestep=144Hz --lane policy=least:0.01:0.02",
        "diverging.yaml --integrator verlet,tcv --steps 40"};
    for (int i = 0; i < COUNT(runs); i++) {
        FREED char *run = output_of("run %s --hash --record run.rec", runs[i]);
        FREED char *again = output_of("replay run.rec");
        const char *lines = strchr(again, '\n');
        assert_non_null(lines);
        assert_string_equal(lines + 1, run);
        assert_int_equal(unlink("run.rec"), 0);
    }
}

TEST(a_replay_tells_what_the_run_told)
{
#define TOLD                                                                                       \
    "run chain.yaml --dt fixed:0.02 --steps 50 --lane integrator=rk4,solver={method=direct,"       \
    "iterations=1} --lane integrator=tcv --ledger --momentum --record run.rec"
    FREED char *run = output_of(TOLD), *again = output_of("replay run.rec --ledger --momentum");
    assert_string_equal(strstr(again, "\nwhat each cause"), strstr(run, "\nwhat each cause"));
    assert_non_null(strstr(again, "\nRK4: of 50 substeps 50 did not converge; the largest"));
    check_same_output(TOLD " --csv -", "replay run.rec --ledger --momentum --csv -");
    assert_int_equal(unlink("run.rec"), 0);
}

// What a terminal would obey, and what would end a line or a column: the name of a file may be any.
// U+202E, U+2066 and U+200F turn the direction of what follows.
#define ORDER "\x1b[2J\n\t\x9b"
#define TURN  "\u202E\u2066\u200F"

static void check_that_none_is_obeyed(const char *text)
{
    for (const char *next = text; *next;) {
        uint32_t c = vl_utf8_next(&next);
        if (c != '\n' && (vl_utf8_controls(c) || c == 0x202E || c == 0x2066 || c == 0x200F))
            fail_msg("U+%04X in '%s'", c, text);
    }
    assert_true(vl_utf8_invalid(text, strlen(text)) == -1);
    assert_null(strstr(text, "[2J\n"));
}

TEST(no_name_of_a_file_is_an_order_to_the_terminal)
{
    static const char *const lines[] = {
        "run a" ORDER ".yaml --steps 3 --record b" ORDER ".rec",
        "run a" ORDER ".yaml --steps 3 --dt file:d" ORDER ".txt",
        "run fall.yaml --csv d" ORDER " --record d" ORDER,
        "order a" ORDER ".yaml --duration 0.2",
        "order a" ORDER ".yaml --duration 0.2 --dt file:d" ORDER ".txt",
        "replay b" ORDER ".rec",
        "check a" ORDER ".yaml c" ORDER ".yaml",
        "check e" ORDER ".yaml",
        "run a" ORDER ".yaml --steps 3 --csv missing" ORDER "/x.csv",
        "list scenes",
    };
    FREED char *scene = read_here("fall.yaml", NULL);
    write_here("a" ORDER ".yaml", scene);
    write_here("e" ORDER ".yaml", "format: 1\nparticles: [{at: [0, 0]}, {at: [1, 0]}]\n"
                                  "links: [{from: 1, to: 2, kind: rod, length: 3}]\n");
    SCOPED(vl_text) steps = {0};
    for (int i = 0; i < 40; i++)
        vl_text_add(&steps, "0.01\n");
    write_here("d" ORDER ".txt", steps.data);
    FREED char *folder =
        getenv("VERLET_LAB_SCENES") ? vl_copy_text(getenv("VERLET_LAB_SCENES")) : NULL;
    setenv("VERLET_LAB_SCENES", ".", 1);
    for (int i = 0; i < COUNT(lines); i++) {
        SCOPED(outcome) result = finish_line(lines[i], NULL);
        if (!strstr(result.out, "?[2J? ?") && !strstr(result.err, "?[2J? ?"))
            fail_msg("%s does not name the file: %s%s", lines[i], result.out, result.err);
        check_that_none_is_obeyed(result.out);
        check_that_none_is_obeyed(result.err);
    }
    if (folder)
        setenv("VERLET_LAB_SCENES", folder, 1);
    else
        unsetenv("VERLET_LAB_SCENES");
    write_here("t.yaml", "format: 1\ntitle: 'a" TURN "'\nparticles: [{at: [0, 0]}]\n");
    SCOPED(outcome) turned = finish_line("run t.yaml --steps 1 --lane name=b" TURN, NULL);
    check_that_none_is_obeyed(turned.out);
    assert_true(strstr(turned.out, "a???") && strstr(turned.out, "b???"));
    assert_int_equal(unlink("t.yaml") | unlink("e" ORDER ".yaml"), 0);
    assert_int_equal(unlink("a" ORDER ".yaml"), 0);
    assert_int_equal(unlink("b" ORDER ".rec"), 0);
    assert_int_equal(unlink("d" ORDER ".txt"), 0);
}

// What is read, and a recording, is not written over by rows, a picture or another recording, by
// whatever name; nor is a recording where the run is refused.
TEST(what_is_read_and_recordings_are_not_written_over)
{
    static const struct {
        const char *line, *message;
    } rows[] = {
        {"run fall.yaml --csv fall.yaml", ", which is "},
        {"run fall.yaml --csv link.yaml", ", which is "},
        {"run fall.yaml --csv run.rec", ", which is "},
        {"order fall.yaml --csv fall.yaml", ", which is "},
        {"replay run.rec --csv ./run.rec", ", which is "},
        {"render fall.yaml --at 0 --png scene.png", ", which is "},
        {"render run.rec --at 0 --png tape.png", ", which is "},
        {"render fall.yaml --at 0 --png tape.png", ", which is "},
        {"run pendulum.yaml --csv fall.yaml", ", which is "},
        {"render pendulum.yaml --at 0 --png scene.png", ", which is "},
        {"run pendulum.yaml --dt file:frames.txt --csv ./frames.txt", ", which is "},
        {"run fall.yaml --record fall.yaml",
         "fall.yaml: cannot be written: it is there and is no recording"},
        {"run fall.yaml --record link.yaml", "it is there and is no recording"},
        {"run fall.yaml --record run.rec --points 9", "--points changes only the CSV"},
    };

    static const char *const names[] = {"fall.yaml", "run.rec", "frames.txt"};
    char *before[COUNT(names)];
    write_here("frames.txt", "0.01\n0.02\n");
    vl_free(output_of("run fall.yaml --steps 5 --record run.rec"));
    assert_int_equal(symlink("fall.yaml", "link.yaml") | symlink("fall.yaml", "scene.png") |
                         symlink("run.rec", "tape.png"),
                     0);
    for (int k = 0; k < COUNT(names); k++)
        before[k] = read_here(names[k], NULL);
    for (int i = 0; i < COUNT(rows); i++) {
        SCOPED(outcome) result = finish_line(rows[i].line, NULL);
        if (result.status == 0 || !strstr(result.err, rows[i].message))
            fail_msg("%s: status %d, %s", rows[i].line, result.status, result.err);
        for (int k = 0; k < COUNT(names); k++) {
            FREED char *now = read_here(names[k], NULL);
            assert_string_equal(now, before[k]);
        }
    }
    for (int k = 0; k < COUNT(names); k++)
        vl_free(before[k]);
    assert_int_equal(unlink("frames.txt") | unlink("link.yaml") | unlink("scene.png") |
                         unlink("tape.png") | unlink("run.rec"),
                     0);
}

// What cannot be played opens no window: the recording of a window that did not end is still told
// of later, and no empty one pushes others out. A broken scene has one, which tells it.
TEST(a_recording_that_cannot_be_played_leaves_the_others_alone)
{
#define KEPT "verlet-lab/recordings/"
    static const char *const lines[] = {"broken.rec", "tape.rec",
                                        "lesson.yaml"}; // no run, no title

    char folder[512];
    assert_non_null(getcwd(folder, sizeof folder));
    setenv("XDG_STATE_HOME", folder, 1);
    setenv("SDL_VIDEODRIVER", "dummy", 1); // a window that nobody sees
    assert_int_equal(system("mkdir -p " KEPT), 0);
    write_here(KEPT "2026-01-02-03-04-05.rec", "verlet-lab recording 1 by 0.1.0\n");
    write_here(KEPT "2026-01-02-03-04-05.rec.running", "");
    write_here("broken.rec", "verlet-lab recording 1 by 0.1.0\nfoo\n");
    bool windows = false;
    for (int i = 0; i < COUNT(lines); i++) {
        SCOPED(outcome) result = finish_line(lines[i], NULL);
        assert_int_equal(result.status, 1);
        windows = !strstr(result.err, "this build has no window");
        assert_true(!windows || strstr(result.err, lines[i]));
        assert_null(strstr(result.err, "2026"));
    }
    write_here("broken.yaml", "format: 1\nparticles: 3\n");
    int ends = system("timeout 1 \"$VERLET_LAB_PROGRAM\" broken.yaml --record off 2>/dev/null");
    assert_int_equal(WEXITSTATUS(ends), windows ? 124 : 1); // 124: it was still there
    assert_int_equal(system("test $(ls " KEPT " | wc -l) = 2 && rm -r verlet-lab"), 0);
    assert_int_equal(unlink("broken.rec") | unlink("broken.yaml"), 0);
    unsetenv("SDL_VIDEODRIVER");
    unsetenv("XDG_STATE_HOME");
}

TEST(a_replay_under_other_lanes_is_a_run_with_them)
{
    vl_free(output_of("run chain.yaml --steps 50 --hash --record run.rec"));
    FREED char *wanted = output_of("run chain.yaml --lane integrator=rk4,name=a --steps 50 --hash");
    FREED char *again = output_of("replay run.rec --lane integrator=rk4,name=a");
    const char *line = strchr(again, '\n') + 1, *said = strstr(line, "  energy error at end ");
    assert_non_null(said);
    assert_memory_equal(line, wanted, strlen(wanted) - 1);
    assert_ptr_equal(line + strlen(wanted) - 1, said);
    SCOPED(csv) with = csv_of("replay run.rec --lane integrator=rk4,name=a --csv -");
    double error = csv_number(&with, with.rows - 1, "energy_error"); // told by three digits
    assert_true(fabs(strtod(said + strlen("  energy error at end "), NULL) - error) <=
                0.005 * fabs(error));
    assert_int_equal(unlink("run.rec"), 0);
}

// What is printed beside a checksum is the lane that has it, also where lanes have changed on the
// way.
TEST(a_lane_with_another_method_has_another_name)
{
    static const struct {
        const char *entries, *says[2], *silent; // what is added to the recording
    } rows[] = {{"", {" first\n", " second\n"}, "tcv"},
                {"mistake damping-per-step\nframe 0.01\n", {" first\n"}, "tcv"}, // no other lane
                {"integrator 0 leapfrog\nframe 0.01\n", {" Leapfrog\n", " second\n"}, "first"},
                {"remove 0\nframe 0.01\n", {" second\n"}, "Leapfrog"}};

    vl_free(output_of(
        "run chain.yaml --lane integrator=verlet,name=first --lane integrator=tcv,name=second "
        "--steps 20 --record run.rec"));
    FREED char *bytes = read_here("run.rec", NULL);
    SCOPED(vl_text) changed = {0};
    vl_text_add(&changed, "%s", bytes);
    for (int i = 0; i < COUNT(rows); i++) {
        vl_text_add(&changed, "%s", rows[i].entries);
        write_here("run.rec", changed.data);
        FREED char *out = output_of("replay run.rec");
        for (int k = 0; k < COUNT(rows[i].says) && rows[i].says[k]; k++)
            assert_non_null(strstr(out, rows[i].says[k]));
        assert_null(strstr(out, rows[i].silent));
    }
    assert_int_equal(unlink("run.rec"), 0);
}

TEST(a_recording_that_was_changed_fails_with_the_frame)
{
    vl_free(output_of("run chain.yaml --steps 50 --hash --record run.rec"));
    FREED char *bytes = read_here("run.rec", NULL);
    char *second = strstr(strstr(bytes, "\nframe ") + 1, "\nframe ") + 1;
    second[strlen("frame 0.00")]++;
    write_here("run.rec", bytes);
    SCOPED(outcome) result = finish_line("replay run.rec", NULL);
    assert_int_equal(result.status, 1);
    assert_non_null(strstr(result.err, "run.rec: it differs from frame 2 on, in lane 0 at t = "));
    assert_int_equal(unlink("run.rec"), 0);
}

// An option is the key of the scene: the same bytes either way.
TEST(options_are_the_keys_of_the_scene)
{
    static const char scene[] = "run keys.yaml --csv - --points all --duration 1";
    check_same_output(scene, "run --csv=- chain.yaml --points=all --duration=1 --start=naive "
                             "--iterations 2 --substeps 3 --integrator verlet --solver relax "
                             "--direction new --grids 3");
    FREED char *keys = output_of("%s", scene);
    FREED char *plain = output_of("run chain.yaml --csv - --points all --duration 1");
    assert_string_not_equal(plain, keys);
}

// --- what is printed ---

// clang-format off
static const struct {
    // what stands after a "!" is not there; after a "~", on standard error, which has nothing else
    const char *line, *says[3];
} texts[] = {
    {"--version", {"verlet-lab "}},
    {"list scenes", {"free-fall"}},
    {"run fall.yaml", {"fixed:0.016666666666666666 (the scene says frame"}},
    // what a table says of its scene and its run: only what is there, and only what was touched
    {"run pendulum.yaml --duration 1", {"energy error", "position error", "stretch"}},
    {"run pendulum.yaml --duration 1", {"against the exact motion: "}},
    {"run cloth.yaml --duration 1", {"energy error", "!position error", "stretch"}},
    {"run cloth.yaml --duration 1", {"!against the exact motion: "}},
    {"run fall.yaml --duration 1", {"energy error", "against the exact motion: ", "!stretch"}},
    {"run sine.yaml --duration 1", {"!energy error", "position error", "!stretch"}},
    {"order above.yaml --duration 2", {"against the exact solution: bouncing ball"}},
    {"stability turned.yaml --size 2", {"|q B|/m = 6 rad/s; the map is about forces of x alone"}},
    {"stability near.yaml --size 2", {"ω_max at the start: 19.5 rad/s", "!q B"}},
    {"run dials.yaml --duration 0.5", {"at end (rad)", "!(m)"}},
    {"run with-dial.yaml --duration 0.5", {"at end (m, rad)", "!(m)"}},
    {"run near.yaml --duration 0.5", {"at end (m)", "!rad"}},
    {"order dials.yaml --duration 0.5", {"error of the position (rad)", "!(m)"}},
    // a late frame, and none
    {"run spring-chain --integrator velocity-verlet --duration 6 --dt hitch:0.016666666666666666:0.1:2",
     {"velocity-verlet blew up at t = 2.", " s: substeps of 0.00625 s are too long for oscillations of up to "}},
    {"run spring-chain --integrator velocity-verlet --duration 6 --dt fixed:0.016666666666666666", {"!blew up"}},
    // a ball on a penalty is thrown up by the frames in which it is inside, from the first contact on
    {"run thrower.yaml --integrator velocity-verlet --dt fixed:0.15 --duration 200",
     {"velocity-verlet blew up at t = "}},
    {"run damper.yaml --dt fixed:0.1 --integrator tcv,explicit-euler",
     {"tcv blew up at t = 0.5 s: substeps of 0.1 s are too long for dampers of up to 30 /s.\n\nexplicit-euler blew up at t = 0.5 s: substeps of 0.1 s are too long for dampers"}},
    {"run spring-chain --duration 1", {" are too long for oscillations of up to "}},
    // with eight sweeps instead of two no link of the curtain tears within a second; with one, many do
    {"run tearing-curtain --integrator tcv --duration 1 --iterations 1", {" of 4871 links tore."}},
    {"run tearing-curtain --integrator tcv --duration 1 --iterations 8", {"!tore"}},
    // steps of 0.2 s are too long for the springs; those of 1/60 s are not
    {"run chain --lane solver={method=direct,direction=old} --duration 2", {" had to be divided."}},
    {"run stiff-springs --integrator implicit-midpoint --duration 4 --dt fixed:0.2",
     {" did not converge."}},
    {"run stiff-springs --integrator implicit-midpoint --duration 4 --dt fixed:0.016666666666666666", {"!converge"}},
    // the scene, and not its lanes
    {"order compare.yaml", {"tcv"}},
    {"run pendulum.yaml", {"A pendulum (pendulum.yaml)\n2 particles, 1 link; time steps "}},
    {"run near.yaml --integrator explicit-euler,tcv --steps 600", {"diverged at t = 2"}},
    {"run near.yaml --integrator tcv --steps 600", {"!diverged"}},
    {"run oscillator --estimator backward --steps 10", {"kinetic energy by the backward difference"}},
    // how good the reference was, and when it was no more
    {"run double.yaml --reference --duration 20", {"± reference", "beyond the horizon after "}},
    // as on the screen, an engine makes none of the mistakes of the scene
    {"run broken-single-precision --lane engine=jakobsen --duration 1",
     {"As Jakobsen 2001 does not make it: an engine has mistakes of its own"}},
    {"run broken-single-precision --duration 1", {"broken on purpose: single precision", "!does not make"}},
    // alternating between ω dt = 1.2 and 1.6: tcv and corrected-tcv, a pair
    {"stability --size 2", {"× 1.4762", "× 1.3182"}},
    // the oscillator has ω = π/2; √1.4762, a step
    {"stability oscillator --size 2 --integrator tcv --dt alternate:0.76394372684109762:1.0185916357881301",
     {"ω_max at the start: 1.5708 rad/s", "mean ω_max dt = 1.4, jitter 0.247", "× 1.2150"}},
    // the notes of spring-chain: 0.65 with its 16 substeps, 1.31 with 8, 2.61 with 4, × 4.6
    {"stability spring-chain --size 2", {"ω_max at the start: 627.06 rad/s", "ω_max dt = 0.6532"}},
    {"stability spring-chain --size 2 --substeps 8", {"ω_max dt = 1.306"}},
    {"stability spring-chain --size 2 --substeps 4", {"ω_max dt = 2.613", "× 4.2161"}},
    {"stability spring-chain --size 2 --dt fixed:1e-90", {"–\n"}},
    {"stability pendulum --size 2", {"ω_max: none"}},
    {"stability floors --size 2",
     {"ω_max: 0 at the start, where nothing oscillates yet", "!first 4096"}},
    // and those of stiff-springs
    {"stability stiff-springs --size 2 --integrator backward-euler,implicit-midpoint",
     {"ω_max dt = 1051", "× 0.0566"}},
};

// clang-format on

TEST(a_table_says_what_was_found)
{
    for (int i = 0; i < COUNT(texts); i++) {
        SCOPED(outcome) result = finish_line(texts[i].line, NULL);
        bool good = result.status == 0, warns = false;
        for (int k = 0; k < COUNT(texts[i].says) && texts[i].says[k]; k++) {
            const char *text = texts[i].says[k];
            bool absent = *text == '!', warning = *text == '~';
            const char *found = strstr(warning ? result.err : result.out, text + absent + warning);
            good &= absent == !found;
            warns |= warning;
        }
        if (!good || (!warns && *result.err))
            fail_msg("%s: status %d: %s%s", texts[i].line, result.status, result.out, result.err);
    }
}

// What stands in a line of --version behind its word, which has the line end before it; to be
// freed.
static char *version_of(const char *word)
{
    FREED char *out = output_of("--version");
    const char *line = strstr(out, word);
    if (!line)
        fail_msg("--version has no %s", word);
    line += strlen(word);
    return strndup(line, strcspn(line, "\n"));
}

// meson says what the build has.
TEST(the_version_tells_what_the_build_has)
{
    const char *libraries = getenv("VERLET_LAB_LIBRARIES");
    if (!libraries)
        test_skip("VERLET_LAB_LIBRARIES does not tell what the build has");
    FREED char *version = version_of("verlet-lab "), *features = version_of("\nfeatures:  ");
    FREED char *made_by = version_of("\ncompiler:"), *line = version_of("\nlibraries:");
    assert_string_equal(version, getenv("VERLET_LAB_VERSION"));
    assert_string_equal(features, getenv("VERLET_LAB_FEATURES"));
    assert_non_null(strstr(made_by, getenv("VERLET_LAB_COMPILER")));
    FREED char *list = vl_copy_text(libraries);
    for (char *rest = list, *name; (name = strtok_r(rest, ",", &rest));) {
        name += *name == ' ';
        if (!strstr(line, name))
            fail_msg("%s: there is no '%s'", line, name);
    }
    assert_non_null(strstr(line, ", AMD "));
}

// The one that is used is one of those that were built.
TEST(the_version_tells_the_instruction_set_that_is_used)
{
    FREED char *simd = version_of("\nsimd:");
    const char *here = strstr(simd, "; here ");
    assert_non_null(here);
    FREED char *built = strndup(simd, (size_t)(here - simd));
    assert_non_null(strstr(built, here + strlen("; here ")));
    assert_non_null(strstr(built, "baseline"));
}

// --- files ---

TEST(a_csv_file_holds_what_standard_output_would)
{
    struct stat status;
    FREED char *printed = output_of("run chain.yaml --csv - --duration 1");
    write_here("out.csv", "old\n");
    assert_int_equal(chmod("out.csv", 0640), 0);
    assert_int_equal(symlink("out.csv", "link.csv"), 0);
    vl_free(output_of("run chain.yaml --csv link.csv --duration 1"));
    FREED char *written = read_here("out.csv", NULL);
    assert_string_equal(printed, written);
    assert_true(lstat("link.csv", &status) == 0 && S_ISLNK(status.st_mode));
    assert_true(stat("out.csv", &status) == 0 && (status.st_mode & 0777) == 0640);
    assert_int_equal(unlink("out.csv"), 0);
    vl_free(output_of("run chain.yaml --csv link.csv --duration 1")); // a link to nothing
    assert_true(lstat("link.csv", &status) == 0 && S_ISLNK(status.st_mode));
    assert_int_equal(unlink("link.csv") | unlink("out.csv"), 0);

    // the longest names that a folder takes
    char longest[NAME_MAX + 1] = "";
    memset(longest, 'a', NAME_MAX);
    for (int length = 200; length <= NAME_MAX; length += 11) {
        longest[length] = '\0';
        vl_free(output_of("run chain.yaml --duration 1 --csv %s", longest));
        assert_int_equal(unlink(longest), 0);
        longest[length] = 'a';
    }
    assert_int_equal(count_files(), FILES);
}

TEST(a_full_disk_is_reported)
{
    static const char *const lines[] = {"run pendulum.yaml --csv -", "run pendulum.yaml",
                                        "list integrators", "help", "--version"};
    int full = open("/dev/full", O_WRONLY);
    if (full < 0)
        test_skip("there is no /dev/full");
    for (int i = 0; i < COUNT(lines); i++) {
        FILE *err = tmpfile();
        assert_int_equal(ending(start(lines[i], full, fileno(err))), 1);
        FREED char *message = slurp(err);
        assert_string_equal(message,
                            "standard output: cannot be written: No space left on device\n");
    }
    close(full);
}

static void nap(double seconds)
{
    struct timespec time = {(time_t)seconds, (long)(1e9 * (seconds - floor(seconds)))};
    nanosleep(&time, NULL);
}

// Waits until a process has a handler for a signal: on a busy machine its start may take long.
static void wait_for_handler(pid_t process, int number)
{
    char line[256];
    for (int i = 0; i < 3000; i++) {
        unsigned long long caught = 0;
        FILE *status = fopen(PRINTED("/proc/%d/status", (int)process), "r");
        while (status && fgets(line, sizeof line, status))
            if (strncmp(line, "SigCgt:", 7) == 0)
                caught = strtoull(line + 7, NULL, 16);
        if (status)
            fclose(status);
        if (caught >> (number - 1) & 1)
            return;
        nap(0.01);
    }
    fail_msg("signal %d has no handler", number);
}

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP};

// Starts a line that would take long, and ends it by a signal once a file grows, or, where none
// does, has a handler.
static void end_by_signal(const char *line, int number, bool writes)
{
    FILE *out = tmpfile(), *err = tmpfile();
    int before = count_files();
    signal(number, SIG_DFL); // the test may be run by what ignores it, such as nohup
    pid_t process = start(line, fileno(out), fileno(err));
    for (int i = 0; writes && i < 3000 && count_files() == before; i++)
        nap(0.01);
    assert_int_equal(count_files() > before, writes);
    if (!writes)
        wait_for_handler(process, number);
    nap(0.05);
    kill(process, number);
    assert_int_equal(ending(process), 1000 + number);
    FREED char *printed = slurp(out), *told = slurp(err);
    assert_string_equal(printed, "");
    assert_non_null(strstr(told, "verlet-lab: ended by a signal; "));
    assert_int_equal(count_files(), before);
}

// While a scene of as many particles as there may be is made, between steps, in a step that would
// take hours, in an experiment, while nobody opens a pipe: the old file stays, and no part of a new
// one.
TEST(a_signal_ends_it_at_any_place_and_leaves_whole_files)
{
    static const struct {
        const char *line;
        bool writes;
    } cases[] = {
        {"run most.yaml --csv out.csv", false},
        {"run pendulum.yaml --steps 2000000000 --csv out.csv", true},
        {"run long.yaml --iterations 100000 --substeps 10000 --csv out.csv", true},
        {"order pendulum.yaml --duration 2000 --csv out.csv", true},
        {"run pendulum.yaml --csv pipe", false},
    };

    write_here("most.yaml", "format: 1\ntitle: Most\nintegrator: tcv\ncloths: [{origin: [0, 0], "
                            "along: [1, 0], down: [0, -1], columns: 1000, rows: 1000, mass: 1}]\n");
    write_here("out.csv", "old\n");
    assert_int_equal(mkfifo("pipe", 0600), 0);
    for (int i = 0; i < COUNT(cases); i++)
        for (int k = 0; k < COUNT(ending_signals); k++)
            end_by_signal(cases[i].line, ending_signals[k], cases[i].writes);
    FREED char *left = read_here("out.csv", NULL);
    assert_string_equal(left, "old\n");
    assert_int_equal(unlink("pipe") | unlink("out.csv") | unlink("most.yaml"), 0);
}

TEST(what_takes_more_than_5_s_is_told)
{
    static const char *const rows[][2] = {
        {"run fall.yaml --dt fixed:1e-9", "The run takes about "},
        {"order chain.yaml --integrator all --dt random:1e-3:3e-3:1",
         "The experiment takes about "},
        {"run flag --substeps 1000 --steps 1 --reference", "The run takes about "},
        {"render flag --at 0.05 --keys A --png x.png", "The run takes about "},
        {"render chain --at 0 --keys F3 --png x.png", "Order lab takes about "},
        {"render short-steps.yaml --at 0.05 --png x.png", "The run takes about "},
        {"render rounded.yaml --at 1 --png x.png", "a frame about 0.5 s\nThe run takes about "},
    };

    write_here("short-steps.yaml", "format: 1\nparticles: [{at: [0, 0]}]\ntimestep: fixed:1e-9\n");
    write_here("rounded.yaml", "format: 1\nparticles: [{at: [0, 0]}]\npolicy: accumulator:1e-7\n"
                               "solver: {substeps: 10000}\n");
    int count = strcmp(getenv("VERLET_LAB_FEATURES"), "app") == 0 ? COUNT(rows) : 3;
    for (int i = 0; i < count; i++) {
        char told[256] = "";
        FILE *out = tmpfile(), *err = tmpfile();
        pid_t process = start(rows[i][0], fileno(out), fileno(err));
        for (int k = 0; k < 30000 && !strstr(told, rows[i][1]); k++) {
            nap(0.01);
            assert_true(pread(fileno(err), told, sizeof told - 1, 0) >= 0);
        }
        kill(process, SIGKILL);
        assert_int_equal(ending(process), 1000 + SIGKILL);
        assert_non_null(strstr(told, rows[i][1]));
        fclose(out);
        fclose(err);
    }
    assert_int_equal(unlink("short-steps.yaml") | unlink("rounded.yaml"), 0);
}

// A reader that reads no more.
TEST(a_signal_ends_it_while_a_pipe_is_full)
{
    int ends[2], before = -1, held = 0;
    FILE *err = tmpfile();
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(fcntl(ends[0], F_SETFD, FD_CLOEXEC), 0);
    signal(SIGTERM, SIG_DFL);
    pid_t process = start("run pendulum.yaml --steps 2000000000 --csv -", ends[1], fileno(err));
    close(ends[1]);
    while (held == 0 || held > before) { // until it is full
        before = held;
        nap(0.3);
        assert_int_equal(ioctl(ends[0], FIONREAD, &held), 0);
    }
    kill(process, SIGTERM);
    assert_int_equal(ending(process), 1000 + SIGTERM);
    close(ends[0]);
    fclose(err);
}

// A reader that goes away: killed by the signal, or, where that is ignored, an end without a word.
TEST(a_closed_pipe_ends_it_quietly)
{
    static const char line[] = "run pendulum.yaml --steps 1000000 --csv -";

    for (int ignored = 0; ignored < 2; ignored++) {
        int ends[2];
        FILE *err = tmpfile();
        assert_int_equal(pipe(ends), 0);
        assert_int_equal(fcntl(ends[0], F_SETFD, FD_CLOEXEC), 0);
        signal(SIGPIPE, ignored ? SIG_IGN : SIG_DFL);
        pid_t process = start(line, ends[1], fileno(err));
        signal(SIGPIPE, SIG_DFL);
        close(ends[1]);
        char some[100];
        assert_true(read(ends[0], some, sizeof some) > 0);
        close(ends[0]);
        assert_int_equal(ending(process), ignored ? 1 : 1000 + SIGPIPE);
        FREED char *message = slurp(err);
        assert_string_equal(message, "");
    }
}

// --- progress ---

// Runs with standard error, and standard output where `both`, on a terminal; what stood there.
static char *seen_on_terminal(const char *line, bool both)
{
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0)
        test_skip("this machine gives no pseudo-terminals");
    assert_true(grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    int inner = open(ptsname(terminal), O_RDWR | O_NOCTTY), nothing = open("/dev/null", O_WRONLY);
    assert_int_equal(fcntl(terminal, F_SETFD, FD_CLOEXEC), 0);
    pid_t process = start(line, both ? inner : nothing, inner);
    close(inner);
    close(nothing);

    vl_text seen = {0};
    char block[1024];
    for (ssize_t count; (count = read(terminal, block, sizeof block)) != 0;) {
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            break; // the other side has gone
        vl_text_add_bytes(&seen, block, (size_t)count);
    }
    close(terminal);
    assert_int_equal(ending(process), 0);
    vl_text_add(&seen, "%s", "");
    return seen.data ? seen.data : vl_alloc(1, 1);
}

// What is left of the last line on the screen after its carriage returns.
static bool last_line_is_blank(const char *seen)
{
    const char *end = strrchr(seen, '\r');
    if (!end || end[1])
        return false;
    while (end > seen && end[-1] == ' ')
        end--;
    return end > seen && end[-1] == '\r';
}

// A fifth of a second or more: progress is shown after 0.05 s, and again each 0.1 s.
#define LONG_RUN "run pendulum.yaml --steps 100000"

TEST(a_long_run_shows_its_progress_on_a_terminal)
{
    FREED char *alone = seen_on_terminal(LONG_RUN, false);
    assert_non_null(strstr(alone, " %, "));
    assert_non_null(strstr(alone, " left"));
    assert_null(strchr(alone, '\n'));
    assert_true(last_line_is_blank(alone));
    FREED char *with_table = seen_on_terminal(LONG_RUN, true);
    assert_non_null(strstr(with_table, " left"));
    assert_non_null(strstr(with_table, "tcv"));
}

TEST(a_short_run_or_rows_on_the_screen_show_no_progress)
{
    FREED char *quick = seen_on_terminal("run fall.yaml --steps 10", false);
    assert_string_equal(quick, "");
    FREED char *rows = seen_on_terminal("run pendulum.yaml --steps 20000 --csv -", true);
    assert_null(strstr(rows, " left"));
}

// --- anything at all ---

// clang-format off
static const char *const fuzz_words[] = {
    "run", "check", "render", "list", "help", "order", "fall.yaml", "pendulum.yaml", "bad.yaml",
    "missing", "cloth", "integrators", "keys", "streams", "--integrator", "tcv", "all",
    "rk4,verlet", "--dt", "fixed:0.1", "random:1:2:3", "fixed:", "--duration", "0.5", "--steps",
    "20", "--substeps", "3", "--solver", "relax", "direct", "--iterations", "0", "-1", "--grids",
    "--direction", "new", "old", "--start", "naive", "--points", "none", "1,2", "99", "--csv", "-", "fuzz.csv", "--ledger", "--at", "--png", "a.png", "--size", "64x64",
    "--help", "-h", "--version", "--", "", "--=", "--csv=", "--dt=file:steps.txt", "-", "=", "%s%n",
    "\xFF\xFE", "--points=1,,2", "1e999", "nan", "--duration=0x10", "18446744073709551616",
    "--integrator=tcv,tcv",
};

// clang-format on

// Half of the lists begin like something that can be done.
static void fuzz_once(vl_random *random)
{
    enum { MOST = 9 };

    char *arguments[MOST + 2] = {"verlet-lab"};
    int count = 1, words = (int)(vl_random_next(random) % MOST);
    if (vl_random_next(random) % 2) {
        arguments[count++] = (char *)fuzz_words[vl_random_next(random) % 5];
        arguments[count++] = (char *)fuzz_words[6 + vl_random_next(random) % 3];
    }
    while (count <= words)
        arguments[count++] = (char *)fuzz_words[vl_random_next(random) % COUNT(fuzz_words)];

    SCOPED(outcome) result = finish(arguments, &printing_host);
    bool good = result.status >= 0 && result.status <= 2 && (result.status == 0 || *result.err) &&
                (result.status == 0 || !*result.out);
    if (!good) {
        for (int i = 0; i < count; i++)
            print_message(" '%s'", arguments[i]);
        print_message(": status %d, %s\n", result.status, result.err);
    }
    assert_true(good);
}

TEST(any_arguments_end_with_0_1_or_2)
{
    vl_random random = test_random(20);
    for (int i = 0; i < test_cases(100, 600); i++)
        fuzz_once(&random);
    unlink("fuzz.csv");
}
