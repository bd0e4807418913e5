// Momenta by cause: each part is what its cause gave. That the parts add up whatever happens, and
// that counting them changes no bit of the motion, is tested in test_any_scene.c.

#include "base/text.h"
#include "lab/lab.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"
#include "support/deeds.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

static vl_lab *make(const char *yaml, const vl_integrator *integrator)
{
    OWNED(vl_scene) *scene = scene_of(yaml);
    vl_lab *lab = vl_lab_create(scene, &integrator, 1);
    vl_lab_keep_ledger(lab);
    vl_lab_keep_momentum(lab);
    return lab;
}

static const vl_momentum *given(const vl_lab *lab, vl_cause cause)
{
    return &lab->runs[0].shown.given[cause];
}

static double size_of(const vl_momentum *m)
{
    return test_larger(vl_length(m->linear), vl_length(m->angular));
}

// --- what is known in closed form ---

static vl_lab *run(const char *yaml, const vl_integrator *method, int steps, double duration)
{
    vl_lab *lab = make(yaml, method);
    for (int k = 0; k < steps; k++)
        vl_lab_advance(lab, duration / steps);
    vl_lab_settle(lab, 0);
    return lab;
}

// Momentum along y, at a distance of `arm` m from the origin.
static void assert_given(const vl_lab *lab, vl_cause cause, double along, double arm,
                         double tolerance)
{
    const vl_momentum *gave = given(lab, cause);
    vl_vec3 linear = {0, along, 0}, angular = {0, 0, arm * along};
    assert_below(vl_length(vl_sub(gave->linear, linear)), tolerance, "momentum off");
    assert_below(vl_length(vl_sub(gave->angular, angular)), tolerance, "angular momentum off");
}

// A ball of 2 kg falls for 1 s from (3, 2) onto a floor from which it jumps with half the speed.
TEST(gravity_gives_m_g_t_and_a_floor_what_it_sends_back)
{
    static const char yaml[] =
        "format: 1\ngravity: [0, -10]\nparticles: [{at: [3, 2], mass: 2, radius: 0}]\n"
        "colliders: [{kind: plane, point: [0, 0], normal: [0, 1], restitution: 0.5}]\n";
    // sums of 20 kg m/s over 77 steps from places of 3 m in steps of 1/77 s
    const double rounding = 77 * 60 * DBL_EPSILON * 77, fast = sqrt(2 * 10 * 2);
    for (int i = 0; i < vl_integrator_count; i++) {
        const vl_integrator *method = vl_integrators[i];
        if (method->position_bias != 0 || method->implicit)
            continue; // the fall of the others is not exact
        OWNED(vl_lab) *lab = run(yaml, method, 77, 1);
        assert_given(lab, VL_CAUSE_OUTSIDE, -20, 3, rounding);
        assert_given(lab, VL_CAUSE_CONTACTS, 3 * fast, 3, rounding);
        assert_true(size_of(given(lab, VL_CAUSE_INTEGRATOR)) <= rounding);
    }
}

// What lies gets from the floor what gravity takes, under every method.
TEST(a_floor_carries_what_lies_on_it)
{
    static const char yaml[] =
        "format: 1\ngravity: [0, -10]\nparticles: [{at: [3, 0], mass: 2, radius: 0}]\n"
        "colliders: [{kind: plane, point: [0, 0], normal: [0, 1], friction: 0.3}]\n";
    const double rounding = 100 * 60 * DBL_EPSILON * 100;
    for (int i = 0; i < vl_integrator_count; i++) {
        OWNED(vl_lab) *lab = run(yaml, vl_integrators[i], 100, 1);
        assert_given(lab, VL_CAUSE_CONTACTS, 20, 3, rounding);
        assert_true(size_of(given(lab, VL_CAUSE_INTEGRATOR)) <= rounding);
    }
}

// Damping takes c m times the way, here along x = 2.
TEST(damping_takes_its_rate_times_mass_and_way)
{
    static const char yaml[] = "format: 1\ngravity: [0, 0]\ndamping: 0.7\nparticles: [{at: [2, 1], "
                               "mass: 2, velocity: [0, 3]}]\n";
    for (int i = 0; i < vl_integrator_count; i++) {
        OWNED(vl_lab) *lab = run(yaml, vl_integrators[i], 100, 1);
        double way = lab->runs[0].world->particles.x[1][0] - 1;
        assert_given(lab, VL_CAUSE_DAMPING, -0.7 * 2 * way, 2, 1e-12);
    }
}

// --- what the integrator did ---

// RMS over seeds of the integrator's part after 4 s.
static double part_of_integrator(const char *yaml, const vl_integrator *method, int steps,
                                 bool random)
{
    double sum = 0;
    int seeds = random ? 6 : 1;
    for (int k = 0; k < seeds; k++) {
        OWNED(vl_lab) *lab = make(yaml, method);
        vl_random stream = {(uint64_t)k + 7};
        for (int i = 0; i < steps; i++)
            vl_lab_advance(lab, (random ? any_between(&stream, 0.5, 1.5) : 1) * 4 / steps);
        vl_lab_settle(lab, 0);
        sum += pow(size_of(given(lab, VL_CAUSE_INTEGRATOR)), 2);
    }
    return sqrt(sum / seeds);
}

// About an origin that is not the centre of the force, which pulls: a spring at a pin, a harmonic
// force with damping, a wind.
static const char *const pulled[] = {
    "format: 1\ngravity: [0, 0]\nparticles:\n  - {at: [3, 1], pinned: true}\n"
    "  - {at: [5, 1], velocity: [0, 1]}\n"
    "links:\n  - {from: 1, to: 2, kind: spring, length: 1, stiffness: 4}\n",
    "format: 1\ngravity: [0, 0]\ndamping: 0.3\nparticles:\n  - {at: [1, 1], velocity: [0, 1]}\n"
    "forces:\n  - {kind: harmonic, stiffness: 4, center: [2, 3]}\n",
    "format: 1\ngravity: [0, 0]\nparticles:\n  - {at: [1, 1], radius: 0.5}\n"
    "forces:\n  - {kind: wind, velocity: [3, 1], drag: 0.5}\n",
};

// Over three halvings the slopes are within 0.25 of the orders, or higher where an order cancels:
// of a velocity that is an estimate, and forces that look at it, the order of those.
TEST(the_integrators_part_falls_at_its_order)
{
    for (int i = 0; i < vl_integrator_count; i++)
        for (int s = 0; s < COUNT(pulled); s++)
            for (int random = 0; random < (test_pair(i, s) ? 2 : 1); random++) {
                const vl_integrator *method = vl_integrators[i];
                int order = random ? method->order_with_v_random_dt : method->order_with_v;
                double coarse = part_of_integrator(pulled[s], method, 250, random);
                double fine = part_of_integrator(pulled[s], method, 2000, random);
                if (order == 0 || fine < 1e-11)
                    continue; // nothing to fall
                if (!(log2(coarse / fine) / 3 > order - 0.25))
                    fail_msg("%s, scene %d, %s: %g falls to %g, order %d expected", method->name, s,
                             random ? "random" : "even", coarse, fine, order);
            }
}

// --- rods, pins, hands, contacts ---

// A net of rods of 0.25 m and 1 kg that hangs from a pin and swings into a floor at −0.1 m.
static const char net[] =
    "format: 1\ngravity: [0, -10]\nsolver: {%s}\n"
    "cloths:\n  - {origin: [1, 1], along: [1, 0], down: [0, -1], columns: 5, rows: 5, mass: 1,\n"
    "     radius: 0, pin: [top-left]}\n%s";
static const char floor_below[] =
    "colliders:\n  - {kind: plane, point: [0, -0.1], normal: [0, 1], restitution: 0.4}\n";

static const char *const solvers[] = {
    "method: relax, iterations: 8",
    "method: relax, order: coloured, iterations: 4, substeps: 3, direction: old",
    "method: relax, order: coloured, iterations: 3, grids: 2",
    "method: xpbd, iterations: 8",
    "method: clusters, iterations: 3",
    "method: direct, iterations: 10",
};

static void do_something(vl_lab *lab, vl_random *random)
{
    vl_lab_settle(lab, 0);
    const deed *it = &deeds[any_of(random, DEEDS)];
    if (it->cause == VL_CAUSE_SETTING)
        return; // it may choose a method that does not fall exactly, or another solver
    vl_world *world = lab->runs[0].world;
    it->act(world, random);
    // no jump, which rods along old directions can't follow
    for (int k = 0; k < world->hold_count; k++)
        vl_world_carry(world, world->holds[k].slot, particle_x(world, world->holds[k].slot));
    vl_lab_disturbed(lab, 0, it->cause);
}

static void move_hands(vl_lab *lab, vl_random *random)
{
    vl_world *world = lab->runs[0].world;
    for (int k = 0; k < world->hold_count; k++) {
        vl_vec3 to = vl_add(world->holds[k].target, any_vec3(random, 0.02));
        vl_world_carry(world, world->holds[k].slot, to);
    }
}

// Rounding: each of 25 places of up to 4 m, over the shortest step of 1/600 s, some 300 times, as
// momentum and with an arm of 4 m, and all may add up.
static const double rounding_of_net = 0x1p-53 * 4 * 600 * 300 * 4;

static void check_net(const char *solver, bool contacts, const char *integrator, int seed)
{
    SCOPED(vl_text) text = {0};
    vl_random random = test_random(seed);
    vl_text_add(&text, net, solver, contacts ? floor_below : "");
    OWNED(vl_lab) *lab = make(text.data, vl_integrator_find(integrator));
    bool old = strstr(solver, "old");
    for (int step = 0; step < 100; step++) {
        move_hands(lab, &random);
        vl_lab_advance(lab, any_between(&random, 0.005, 0.015));
        const vl_solve_report *solved = &lab->runs[0].world->solved;
        if (solved->divided + solved->failed > 0)
            return; // the parts of a substep are no free fall of a method that keeps positions
        if (!contacts && any_chance(&random, 0.1))
            do_something(lab, &random);
        old = old && lab->runs[0].shown.stretch_max < 0.5; // else it also corrects along the new
        double off = size_of(given(lab, VL_CAUSE_INTEGRATOR));
        double pulled_up = vl_length(given(lab, VL_CAUSE_LINKS)->linear);
        double turned = vl_length(given(lab, VL_CAUSE_LINKS)->angular);
        if (!(off < rounding_of_net && pulled_up < rounding_of_net) ||
            (old && !(turned < rounding_of_net)))
            fail_msg("%s, %s%s, seed %d, step %d: integrator %g, links %g, %g", solver, integrator,
                     contacts ? " with contacts" : "", (int)seed, step, off, pulled_up, turned);
    }
    // the others did act
    assert_true(size_of(given(lab, VL_CAUSE_PINS)) > 0.01);
    assert_true(!contacts || size_of(given(lab, VL_CAUSE_CONTACTS)) > 0.01);
}

// Whatever hands, pins and cuts do, or a floor: a method that falls exactly gives nothing, links
// give no momentum (what they give one end the other end loses, or a pin or a hand), and along the
// old direction no angular momentum.
TEST(rods_give_no_momentum_and_the_integrator_nothing)
{
    static const char *const methods[] = {"velocity-verlet", "corrected-tcv", "leapfrog", "rk4"};
    for (int k = 0; k < 2 * COUNT(solvers) * COUNT(methods); k++)
        for (int seed = 1; seed <= test_cases(2, 6); seed++)
            check_net(solvers[k / 2 % COUNT(solvers)], k % 2, methods[k / 2 / COUNT(solvers)],
                      (uint64_t)seed);
}
