// Exact solutions: recognised where they hold and nowhere else, under the right name, and
// approached by each method at its declared order. That they are exact, test_exact_motion shows.

#include "base/text.h"
#include "physics/exact/exact.h"
#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

#define PENDULUM                                                                                   \
    "gravity: [0, -9.81]\nsolver: {method: direct, direction: old}\n"                              \
    "particles: [{at: [0, 0], pinned: true}, {at: [0.5, -0.8660254037844386]}]\n"
#define OSCILLATOR "particles: [{at: [1, 0]}]\nforces: [{kind: harmonic, stiffness: 2.4674011}]\n"

// A motion in `coarse` and in `fine` steps: the order that fits the two errors may be so far off
// that of the method. Under random steps, too, where there are seeds for them.
typedef struct row {
    const char *name, *scene;
    double duration; // s
    int coarse, fine, seeds;
    double below, above;
} row;

// The three tests of the articles with known solutions, sines with a phase and without a frequency,
// an oscillator; then a pendulum of 1 m from 30°, an ellipse with e = 0.44 from its pericentre, an
// oscillator with damping. A quarter of a power is left for the next term and the luck of the
// steps, and some hundredths from 800 to 1600 steps. Better than declared is no fault of the first
// ones: the projectile is exact for all of second order.
static const row rows[] = {
    {"free fall", "gravity: [0, -9.81]\nparticles: [{at: [0, 0], velocity: [0, 20]}]", 4, 50, 800,
     10, 0.25, HUGE_VAL},
    {"polynomial",
     "particles: [{at: [1, 0], velocity: [-1, 0]}]\n"
     "forces: [{kind: polynomial, coefficients: [2, 6, -12]}]",
     1.5, 50, 800, 10, 0.25, HUGE_VAL},
    {"sine", "particles: [{at: [0, 0], velocity: [1, 0]}]\nforces: [{kind: sine, amplitude: -1}]",
     10, 50, 800, 10, 0.25, HUGE_VAL},
    {"sine",
     "gravity: [0, 1]\nparticles: [{at: [1, 2, 3], velocity: [1, 0, -1]}]\n"
     "forces: [{kind: sine, axis: z, amplitude: 3, frequency: 2, phase: 0.7}]",
     5, 50, 800, 0, 0.25, HUGE_VAL},
    {"sine",
     "particles: [{at: [0, 0], velocity: [1, 0]}]\n"
     "forces: [{kind: sine, amplitude: 2, frequency: 0, phase: 0.5}]",
     5, 50, 800, 0, 0.25, HUGE_VAL},
    {"oscillator",
     "gravity: [0, -9.81]\nparticles: [{at: [1, 0], velocity: [0.4, 0.5]}]\n"
     "forces: [{kind: harmonic, center: [0.5, 0], stiffness: 2.4674011}]",
     4.3, 50, 800, 30, 0.3, 0.3},
    {"pendulum", PENDULUM "links: [{from: 1, to: 2, length: 1}]", 2.9, 800, 1600, 0, 0.05, 0.05},
    {"central orbit",
     "particles: [{at: [1, 0], velocity: [0, 1.2]}]\nforces: [{kind: central, strength: 1}]", 5,
     800, 1600, 0, 0.05, 0.05},
    {"spring",
     "particles: [{at: [0, 0], pinned: true}, {at: [1.5, 0]}]\n"
     "links: [{from: 1, to: 2, length: 1, kind: spring, stiffness: 100, damping: 2}]",
     1, 800, 1600, 0, 0.05, 0.05},
    {"oscillator, damped", OSCILLATOR "damping: 0.3", 5.3, 800, 1600, 0, 0.05, 0.05},
};

enum { UNCONSTRAINED = 6, ROWS = COUNT(rows) };

// RMS error at the end of a motion after `steps` steps of one length or, over its seeds, of 0.5–1.5
// of that.
static double end_error(const row *r, const char *integrator, int steps, bool uneven)
{
    double dt[1600], squares = 0;
    int seeds = uneven ? r->seeds : 1;
    for (int seed = 1; seed <= seeds; seed++) {
        double sum = 0;
        vl_random random = {(uint64_t)seed};
        for (int k = 0; k < steps; k++)
            sum += dt[k] = uneven ? random_dt(&random, 1) : 1;
        OWNED(vl_world) *world = world_from(r->scene, integrator);
        OWNED(vl_exact) *exact = vl_exact_recognise(world);
        assert_string_equal(exact ? vl_exact_name(exact) : "unknown", r->name);
        for (int k = 0; k < steps; k++)
            vl_world_step(world, dt[k] * r->duration / sum);
        squares += pow(vl_exact_error(exact, world), 2);
    }
    return sqrt(squares / seeds);
}

// A solution begun in mid-run is the same motion.
TEST(a_solution_may_begin_at_any_time)
{
    for (int i = 0; i < UNCONSTRAINED; i++) {
        OWNED(vl_world) *world = world_from(rows[i].scene, "rk4");
        OWNED(vl_exact) *whole = vl_exact_recognise(world);
        make_steps(world, 1000, 0.001);
        OWNED(vl_exact) *rest = vl_exact_recognise(world);
        assert_true(vl_exact_since(rest) == world->now.time);
        for (double t = 1; t < 4; t += 0.5) {
            vl_vec3 apart = vl_sub(vl_exact_motion(whole, 0, t).x, vl_exact_motion(rest, 0, t).x);
            assert_true(vl_length(apart) < 1e-9);
        }
    }
}

// --- where there is none ---

#define FALL    "gravity: [0, -10]\nparticles: [{at: [0, 500]}]\n"
#define SPRING  "chains: [{from: [0, 0], to: [1, 0], pin: start, kind: spring, stiffness: 100, "
#define HOOK    "gravity: [0, -9.81]\nparticles: [{at: [0, 0], pinned: true}, "
#define TIED    "links: [{from: 1, to: 2, length: 1"
#define GROUND  "colliders: [{kind: plane, normal: [0, 1]"
#define A_FORCE "forces: [{kind: "

// Scenes that have a solution, and what is added so that they have none.
static const struct {
    const char *known, *added;
} unknown[] = {
    {OSCILLATOR, "damping_per_step: 0.1"},
    {FALL, A_FORCE "wind, velocity: [0, 0], drag: 0.1}]"},
    {FALL, GROUND ", response: penalty, stiffness: 1000}]\ntimestep: fixed:1e-4"},
    {FALL, "colliders: [{kind: sphere, center: [0, 0], radius: 1}]"},
    {FALL, "colliders: [{kind: box, center: [3, 0], size: [1, 1, 1]}]"},
    {FALL, "colliders: [{kind: balls}]"},
    // the ball meets the edge of the other collider on its way down
    {FALL, GROUND "}, {kind: box, center: [0.54, 3], size: [1, 1, 1]}]"},
    {FALL GROUND "}]\n", "damping: 0.1"},
    {"gravity: [0, -10]\nparticles: [{at: [0, 500], velocity: [1, 0]}]\n",
     GROUND ", friction: 0.1}]"},
    {"particles: [{at: [0, 0]}]\n", A_FORCE "central, center: [10, 0], strength: 1, cutoff: 0.1}]"},
    // its pericentre is 0.22 m from the centre
    {"particles: [{at: [1, 0], velocity: [0, 0.6]}]\n",
     A_FORCE "central, strength: 1, cutoff: 0.3}]"},
    {"particles: [{at: [1, 0], velocity: [0, 1]}]\n" A_FORCE "central, strength: 1}]\n",
     "damping: 0.01"},
    {NULL, "gravity: [0, -9.81]\nchains: [{from: [0, 0], to: [1, 0], links: 3, pin: start}]"},
    {NULL, SPRING "links: 3}]"},
    // the spring is across gravity
    {SPRING "links: 1}]\n", "gravity: [0, -9.81]"},
    // a push by which the ends of the spring would meet
    {"particles: [{at: [0, 0], pinned: true}, {at: [1, 0], velocity: [10.5, 0]}]\n",
     TIED ", kind: spring, stiffness: 100}]"},
    {PENDULUM TIED "}]\n", "damping: 0.1"},
    {PENDULUM TIED "}]\n", "colliders: [{kind: plane, point: [0, -3], normal: [0, 1]}]"},
    {PENDULUM, TIED ", compliance: 0.001}]"},
    {PENDULUM, TIED ", tear: 0.5}]"},
    // conical, slack
    {HOOK "{at: [1, 0], velocity: [0, 0, 1e-6]}]\n", TIED "}]"},
    {HOOK "{at: [0.3, -0.3]}]\n", TIED ", kind: string}]"},
    // let go above its hook, it falls, with the string slack
    {HOOK "{at: [0.8, 0.6]}]\n", TIED ", kind: string}]"},
    // going round, but too slowly at the top: (2 R)² = 0.9 ω₀² there
    {HOOK "{at: [0, -1], velocity: [6.9332, 0]}]\n", TIED ", kind: string}]"},
};

static bool is_recognised(const char *scene, const char *added)
{
    OWNED(vl_world) *world = world_from(PRINTED("%s%s", scene, added), "tcv");
    OWNED(vl_exact) *exact = vl_exact_recognise(world);
    return exact != NULL;
}

TEST(nothing_is_recognised_where_it_would_not_hold)
{
    for (int i = 0; i < COUNT(unknown); i++) {
        const char *known = unknown[i].known;
        if ((known && !is_recognised(known, "")) ||
            is_recognised(known ? known : "", unknown[i].added))
            fail_msg("%s + %s", known, unknown[i].added);
    }
}

// So is a rod that is stretched in mid-run, or a ball that is put into the ground: at the start the
// one would be brought to its length and the other moved out.
TEST(what_a_hand_holds_or_has_no_place_is_not_recognised)
{
    static const struct {
        const char *scene;
        int slot;
        double y; // m; 0: it is held
    } changes[] = {{HOOK "{at: [0, -1.001]}]\n" TIED "}]", 1, -1.001},
                   {FALL GROUND "}]", 0, -1},
                   {FALL, 0, (double)NAN},
                   {FALL, 0, 0}};

    for (int i = 0; i < COUNT(changes); i++) {
        OWNED(vl_world) *world = world_from(changes[i].scene, "tcv");
        OWNED(vl_exact) *fits = vl_exact_recognise(world);
        assert_non_null(fits);
        if (changes[i].y == 0)
            assert_true(vl_world_hold(world, changes[i].slot));
        else
            world->particles.x[1][changes[i].slot] = changes[i].y;
        OWNED(vl_exact) *no_more = vl_exact_recognise(world);
        assert_null(no_more);
    }
}

TEST(a_pinned_particle_stays)
{
    OWNED(vl_world) *world = fall("tcv");
    vl_world_set_pinned(world, 0, true);
    OWNED(vl_exact) *exact = vl_exact_recognise(world);
    make_steps(world, 10, 0.1);
    assert_true(vl_exact_error(exact, world) == 0);
    assert_true(world->particles.x[1][0] == 500);
}

// --- the declared orders ---

// A rod is pushed once a step, which has the second order of SHAKE and no more: rk4 comes down
// to 2. Improved Euler is exact in gravity alone, and has that of the rod.
static int order_here(const row *r, const vl_integrator *method, bool uneven)
{
    if (strstr(r->name, "spring"))
        return method->order;
    if (strcmp(r->name, "pendulum") != 0)
        return uneven ? method->order_random_dt : method->order;
    return method->order > 2 || strcmp(method->name, "improved-euler") == 0 ? 2 : method->order;
}

// All methods, under constant and under random steps. Or the error is down at rounding: positions
// up to 20 m are known to 2e-15 m, and a difference of them kept as velocity makes that n² times as
// much after n = 800 steps.
TEST(the_error_falls_at_the_declared_order)
{
    for (int k = 0; k < ROWS; k++)
        for (int i = 0; i < vl_integrator_count; i++)
            for (int uneven = 0; uneven < (rows[k].seeds ? 2 : 1); uneven++) {
                const row *r = &rows[k];
                const vl_integrator *method = vl_integrators[i];
                double coarse = end_error(r, method->name, r->coarse, uneven);
                double fine = end_error(r, method->name, r->fine, uneven);
                double order = log(coarse / fine) / log((double)r->fine / r->coarse);
                double more = order - order_here(r, method, uneven);
                bool rounding = isinf(r->above) && fine < 1e-8;
                if (!(more > -r->below || rounding) || !(more < r->above || rounding))
                    fail_msg("row %d, %s, %s steps: order %.2f, error %.1e", k, method->name,
                             uneven ? "uneven" : "even", order, fine);
            }
}

// RMS error of the oscillator under random steps at 50 and 1600 steps. Another draw of 60 seeds
// moves an RMS of roughly normal errors by 1/sqrt(2·60) = 9 %; four of those, and the table's own
// rounding to two digits, make 45 %.
TEST(errors_under_random_steps_are_those_of_the_table)
{
    static const row oscillator_to_zero = {"oscillator", OSCILLATOR, 5, .seeds = 60};

    static const struct {
        const char *name;
        double coarse, fine;
    } figures[] = {
        {"explicit-euler", 1.5e-1, 8e-5},   {"semi-implicit-euler", 1.0e-1, 2.7e-3},
        {"verlet", 3.9e-1, 3.2e-1},         {"tcv", 3.1e-2, 6.9e-4},
        {"corrected-tcv", 1.04e-2, 9.9e-6}, {"velocity-verlet", 1.04e-2, 9.9e-6},
        {"midpoint", 4.0e-2, 4.0e-5},       {"rk4", 7.4e-5, 7e-11},
    };

    for (int i = 0; i < COUNT(figures); i++) {
        double coarse = end_error(&oscillator_to_zero, figures[i].name, 50, true);
        double fine = end_error(&oscillator_to_zero, figures[i].name, 1600, true);
        assert_below(fabs(log(coarse / figures[i].coarse)), log(1.45), figures[i].name);
        assert_below(fabs(log(fine / figures[i].fine)), log(1.45), figures[i].name);
    }
}

// --- shipped scenes, and several bodies ---

// Which of them have an exact solution, and which one.
static const struct {
    const char *scene, *solution;
} shipped[] = {
    {"free-fall", "free fall"},          {"projectile", "projectile"},
    {"polynomial", "polynomial"},        {"sine", "sine"},
    {"broken-naive-start", "free fall"}, {"oscillator", "oscillator"},
    {"orbit", "two-body orbit"},         {"pendulum", "pendulum"},
    {"bounce", "bouncing ball"},
};

static vl_exact *recognise(const vl_scene *scene)
{
    OWNED(vl_world) *world = vl_scene_build(scene);
    return vl_exact_recognise(world);
}

static int recognised; // of those

static void check_solution(const char *name, vl_scene *scene)
{
    OWNED(vl_exact) *exact = recognise(scene);
    for (int i = 0; i < COUNT(shipped); i++)
        if (strcmp(shipped[i].scene, name) == 0) {
            assert_non_null(exact);
            assert_string_equal(vl_exact_name(exact), shipped[i].solution);
            recognised++;
        }
    // a particle with more than one link or coupling has no closed form
    assert_false(exact &&
                 (scene->chain_count > 0 || scene->cloth_count > 0 || scene->damping_per_step > 0 ||
                  scene->link_count > scene->particle_count));
}

TEST(shipped_scenes_have_the_solution_they_should)
{
    recognised = 0;
    for_each_shipped_scene(check_solution);
    assert_int_equal(recognised, COUNT(shipped)); // each is shipped
}

// Slots are not numbers, and a scene may have groups that do not act on each other.
TEST(groups_are_solved_each_by_itself)
{
    OWNED(vl_scene) *scene = scene_of(
        "format: 1\ngravity: [0, -9.81]\n"
        "particles: [{name: stone, at: [3, 2]}, {name: hook, at: [0, 0], pinned: true},\n"
        "            {name: left, at: [-1, 0]}, {name: right, at: [0, -2], velocity: [1, 0]}]\n"
        "links: [{from: left, to: hook}, {from: hook, to: right}]\n");
    OWNED(vl_exact) *exact = recognise(scene);
    assert_non_null(exact);
    assert_string_equal(vl_exact_name(exact), "free fall + pendulum");

    scene->damping = 0.5; // a damped pendulum has no solution, so the scene has none
    assert_null(recognise(scene));
}

// Gravity does not act on a dial: its x is an angle. It turns as its torque says, beside a ball
// that falls, with all methods and by the exact motion; and its energy has no part of gravity.
TEST(a_dial_does_not_fall)
{
    static const char form[] = "%sparticles: [{at: [1, 0], velocity: [0.5, 0], mass: 2%s}]\n%s";
    static const char *const forces[] = {"", "forces: [{kind: harmonic, stiffness: 2}]\n"};
    for (int k = 0; k < 2 * vl_integrator_count; k++) {
        const char *name = vl_integrators[k / 2]->name;
        const char *dial = PRINTED(form, "gravity: [3, -9.81]\n", ", shape: dial", forces[k % 2]);
        const char *ball = PRINTED(form, "", "", forces[k % 2]);
        OWNED(vl_world) *world = world_from(dial, name), *free = world_from(ball, name);
        OWNED(vl_exact) *exact = vl_exact_recognise(world);
        assert_non_null(exact);
        assert_true(vl_energy_gravity(world) == 0);
        make_steps(world, 100, 0.01);
        make_steps(free, 100, 0.01);
        double x = world->particles.x[0][0];
        assert_true(x == free->particles.x[0][0] && world->particles.x[1][0] == 0);
        // the methods of first order are 0.005 m off
        assert_true(fabs(vl_exact_motion(exact, 0, world->now.time).x.x - x) < 0.006);
    }
}
