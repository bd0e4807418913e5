// Momentum and angular momentum: which solvers and directions keep them, and which methods the
// momentum. test_integrators.c has which methods keep the angular momentum with springs.

#include "lab/lab.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "support/labs.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

// A dumbbell of 2 kg that turns with 2/s and drifts with (0.3, 0.4) m/s, far from the origin. A rod
// is solved by every solver in every direction that it knows.
static vl_scene *dumbbell_of(const char *kind)
{
    return scene_of(PRINTED("format: 1\nparticles: [{name: a, at: [7.5, 3], velocity: [0.3, 1.4]}, "
                            "{name: b, at: [6.5, 3], velocity: [0.3, -0.6]}]\n"
                            "links: [{from: a, to: b, kind: %s}]\n",
                            kind));
}

// The momenta of a run of 300 steps of 1/60 s, and at its start. False: the solver refuses it.
static bool run(const vl_scene *scene, const vl_integrator *integrator, const vl_solver *solver,
                vl_direction direction, vl_momenta at[2])
{
    OWNED(vl_lab) *lab = lab_with(scene, &integrator, 1);
    vl_world *world = lab->runs[0].world;
    vl_solver_settings settings = world->solver;
    settings.method = solver;
    settings.direction = direction;
    settings.iterations = 50;
    if (vl_solver_refuses(world, &settings))
        return false;
    vl_world_set_solver(world, &settings);
    vl_lab_keep_momentum(lab);
    at[0] = lab->runs[0].shown.momentum;
    for (int k = 0; k < 300; k++)
        make_frame(lab, 1 / 60.0);
    vl_lab_complete(lab, 0);
    at[1] = lab->runs[0].shown.momentum;
    return true;
}

// Places of 10 m over steps of 1/60 s, in a walk of 300 steps.
static const double rounding = 0x1p-53 * 10 * 60 * 300;

static void assert_vec_near(vl_vec3 a, vl_vec3 b, double tolerance)
{
    if (!(vl_length(vl_sub(a, b)) <= tolerance))
        fail_msg("(%.17g, %.17g, %.17g), expected (%.17g, %.17g, %.17g)", a.x, a.y, a.z, b.x, b.y,
                 b.z);
}

// What vl_direction_keeps says is kept to rounding: the momentum of a dumbbell and of a free chain
// or net that turns and bends while it drifts, and along the old direction the angular momentum. Of
// that the others lose more than 1 %. A rod along its new direction loses 1 − 1/(1 + (ω dt)²) of it
// in a step at most, which makes ω itself smaller: dω/dt = −ω³ dt, so that ω²(t) = ω₀²/(1 + 2 ω₀²
// dt t).
static void check_solver(const vl_scene *scene, bool is_dumbbell, const vl_solver *solver,
                         vl_direction direction)
{
    const double left = 1 / sqrt(1 + 2 * 4 * 5 / 60.0);
    const bool old = direction == VL_DIRECTION_OLD;
    for (int i = 0; i < vl_integrator_count; i++) {
        vl_momenta at[2];
        bool made = run(scene, vl_integrators[i], solver, direction, at);
        assert_true(made == !(old && solver->new_direction_only));
        if (!made)
            continue;
        double kept = at[1].free.angular.z / at[0].free.angular.z;
        bool good = strstr(vl_direction_keeps[direction], "angular") ? fabs(kept - 1) <= rounding
                    : is_dumbbell                                    ? fabs(kept - left) < 0.01
                                                                     : fabs(kept - 1) >= 0.01;
        assert_vec_near(at[1].free.linear, at[0].free.linear, rounding);
        assert_vec_near(at[1].all.linear, at[0].all.linear, rounding);
        if (!good)
            fail_msg("%s, %s, %s: %.17g of L kept", solver->name, vl_direction_names[direction],
                     vl_integrators[i]->name, kept);
        if (is_dumbbell) {
            assert_vec_near(at[0].free.linear, (vl_vec3){0.6, 0.8, 0}, 1e-15);
            assert_vec_near(at[0].free.angular, (vl_vec3){0, 0, 1}, 1e-13);
        }
    }
}

TEST(a_free_chain_or_net_keeps_what_solver_and_direction_say)
{
    OWNED(vl_scene) *one = dumbbell_of("rod");
    OWNED(vl_scene) *chain = scene_of(
        "format: 1\ngravity: [0, 0]\nparticles:\n  - {name: a, at: [2, 3], velocity: [0.3, 1.4]}\n"
        "  - {name: b, at: [3, 3], velocity: [0.3, 0.4]}\n  - {at: [4, 3.5]}\n"
        "  - {name: d, at: [5, 3], velocity: [0.3, -1.4]}\n"
        "links:\n  - {from: 1, to: 2}\n  - {from: 2, to: 3}\n  - {from: 3, to: 4}\n");
    OWNED(vl_scene) *net =
        scene_of("format: 1\nparticles: [{at: [2, 3, 1], velocity: [0.3, 1.4, 1]}, {at: [3, 3, "
                 "-1], mass: 3},\n"
                 "            {at: [4, 3.5], velocity: [0, 0, -2], mass: 0.2}, {at: [5, 3]}, {at: "
                 "[3, 2, 1]}]\n"
                 "links: [{from: 1, to: 2}, {from: 2, to: 3}, {from: 1, to: 3}, {from: 3, to: 4},\n"
                 "        {from: 3, to: 5}]\n");
    for (int m = 0; m < vl_solver_count; m++)
        for (int d = 0; d < 2; d++) {
            check_solver(one, true, vl_solvers[m], (vl_direction)d);
            check_solver(chain, false, vl_solvers[m], (vl_direction)d);
            check_solver(net, false, vl_solvers[m], (vl_direction)d);
        }
}

// What is lost in 300 steps of 1/120 to 1/40 s, as a part of it. Rounding is as above, over the
// shortest of the steps. Who repeats displacements multiplies the velocity by the ratio of two.
TEST(under_random_steps_all_keep_the_momentum_but_those_whose_row_says_so)
{
    OWNED(vl_scene) *scene = dumbbell_of("spring, length: 0.8, stiffness: 30");
    for (int i = 0; i < vl_integrator_count; i++) {
        const vl_integrator *row = vl_integrators[i];
        OWNED(vl_lab) *lab = lab_with(scene, &row, 1);
        const vl_vec3 *momentum = &lab->runs[0].shown.momentum.all.linear;
        vl_random random = {4};
        vl_lab_keep_momentum(lab);
        vl_vec3 start = *momentum;
        for (int k = 0; k < 300; k++)
            make_frame(lab, random_dt(&random, 1 / 60.0));
        vl_lab_complete(lab, 0);
        double lost = vl_length(vl_sub(*momentum, start)) / vl_length(start);
        bool needs_constant = strstr(row->conserves, "with a constant dt: momentum") != NULL;
        assert_true(needs_constant ? lost > 0.01 : lost <= 2 * rounding);
    }
}

// The energy of each row is of one instant, too: a method that falls exactly does no work.
static void check_impact(void *user, int index, const vl_reading *reading, double *const x[VL_AXES])
{
    const vl_integrator *method = vl_integrators[index];
    const bool varies = *(bool *)user, keeps = !varies || method->order_random_dt > 0;
    const bool exact = !varies && (method->order > 1 || strstr(method->name, "improved"));
    assert_true(!keeps || fabs(reading->momentum.all.linear.x) <= rounding);
    assert_true(!exact || fabs(reading->ledger[VL_CAUSE_INTEGRATOR]) <= 1e-12);
}

// Neither a smooth floor nor balls nor links push along the floor, whatever bounces on it.
TEST(links_and_smooth_contacts_keep_the_momentum_along_the_surface)
{
    for (int k = 0; k < 6 * vl_solver_count; k++) {
        bool varies = k % 2;
        OWNED(vl_scene) *scene = scene_of(
            PRINTED("format: 1\ngravity: [0, -9.81]\nsolver: {method: %s}\nchains: [{from: [0, "
                    "0.5], to: [1, 1.2], links: 3, radius: 0.1, kind: rod}]\n"
                    "colliders: [{kind: plane, normal: [0, 1], restitution: %g}, {kind: balls}]\n",
                    vl_solvers[k / 6]->name, 0.5 * (k / 2 % 3)));
        OWNED(vl_lab) *lab = lab_with(scene, vl_integrators, vl_integrator_count);
        vl_random random = {7};
        vl_lab_keep_momentum(lab);
        vl_lab_keep_ledger(lab);
        vl_lab_listen(lab, check_impact, &varies);
        for (int step = 0; step < 90; step++)
            make_frame(lab, varies ? random_dt(&random, 1 / 60.0) : 1 / 60.0);
    }
}

// The momentum of a pendulum's bob of 2 kg and its kinetic energy are of one instant, which is
// known a step later: p² = 2 m K in every reading. It has no free part.
static void check_instant(void *user, int index, const vl_reading *reading,
                          double *const x[VL_AXES])
{
    const vl_momenta *m = &reading->momentum;
    double square = vl_dot(m->all.linear, m->all.linear);
    assert_true(fabs(square - 2 * 2 * reading->kinetic) <= 1e-12 * (square + 1e-3));
    // the velocity is across the rod but for the error of the instant, of second order
    vl_vec3 about = vl_cross(vl_read(x, 1), m->all.linear);
    assert_true(vl_length(vl_sub(about, m->all.angular)) <= 1e-12 * (1 + vl_length(about)));
    assert_true(isnan(m->free.linear.x) && isnan(m->free.angular.z));
    ++*(int *)user;
}

TEST(momenta_and_kinetic_energy_are_of_one_instant)
{
    OWNED(vl_scene) *scene = scene_of(
        "format: 1\ngravity: [0, -9.81]\nsolver: {substeps: 3}\nlinks: [{from: 1, to: 2}]\n"
        "particles: [{at: [2, 1], pinned: true}, {at: [3, 1], mass: 2}]\n");
    int seen = 0;
    OWNED(vl_lab) *lab = lab_with(scene, vl_integrators, vl_integrator_count);
    vl_lab_keep_momentum(lab);
    vl_lab_listen(lab, check_instant, &seen);
    for (int k = 0; k < 20; k++)
        make_frame(lab, k % 3 ? 0.01 : 0.02);
    vl_lab_complete(lab, 0);
    assert_int_equal(seen, 21 * vl_integrator_count);
}

// A dial of 0.5 kg m² that turns with 3 rad/s, alone, beside a ball of 2 kg that flies past the
// origin, and beside one that a pinned sun attracts: no force at places acts on the dial, and of
// what is tied to the sun nothing is free.
TEST(the_momentum_of_a_dial_is_angular_momentum)
{
    static const char sun[] =
        "  - {at: [3, 3], pinned: true}\nforces: [{kind: gravitation, constant: 2}, {kind: "
        "central, "
        "strength: 3}, {kind: wind, velocity: [3, 1], drag: 1}, {kind: magnetic, charge: 1, field: "
        "[0, 0, 1]}]\n";
    for (int k = 0; k < 3; k++) {
        OWNED(vl_scene) *scene = scene_of(PRINTED(
            "format: 1\nparticles:\n"
            "  - {at: [1, 0], velocity: [3, 0], mass: 0.5, shape: dial}\n%s%s",
            k > 0 ? "  - {at: [0, 4], velocity: [1, 0], mass: 2}\n" : "", k > 1 ? sun : ""));
        OWNED(vl_lab) *lab = lab_with(scene, &scene->integrator, 1);
        vl_lab_keep_momentum(lab);
        const vl_momenta *m = &lab->runs[0].shown.momentum;
        double ball = k > 0 ? 2 : 0, free = k == 1 ? 2 : 0;
        assert_vec_near(m->all.linear, (vl_vec3){ball, 0, 0}, 1e-15);
        assert_vec_near(m->all.angular, (vl_vec3){0, 0, 1.5 - 4 * ball}, 1e-15);
        for (int step = 0; step < 3; step++) {
            assert_vec_near(m->free.linear, (vl_vec3){free, 0, 0}, 1e-14);
            assert_vec_near(m->free.angular, (vl_vec3){0, 0, 1.5}, 1e-14);
            make_frame(lab, 0.01);
            vl_lab_complete(lab, 0);
        }
    }
}
