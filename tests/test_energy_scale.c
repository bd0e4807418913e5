// The scale of the energy error: what can move, whatever the origin, the zero of a potential or the
// side from which one looks.

#include "base/text.h"
#include "lab/lab.h"
#include "physics/colliders/colliders.h"
#include "physics/forces/energy_scale.h"
#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

static double scale_at(const vl_world *world, double t)
{
    vl_energy_scale scale = vl_energy_scale_of(world);
    return vl_energy_scale_at(&scale, t);
}

static double energy(vl_world *world)
{
    vl_world_synchronise(world);
    return vl_energy_kinetic(world) + vl_energy_potential(world);
}

static void assert_near(double value, double expected, double part)
{
    if (!(fabs(value - expected) <= part * fabs(expected)))
        fail_msg("%.17g, expected %.17g", value, expected);
}

// --- where one looks from ---

static vl_vec3 shifted(vl_vec3 x)
{
    return vl_add(x, (vl_vec3){3, 64, -7});
}

static vl_vec3 mirrored(vl_vec3 x)
{
    return (vl_vec3){-x.x, x.y, x.z};
}

typedef vl_vec3 view(vl_vec3 x);

// Sees all places through `place`, and all directions through `direction`.
static void look_at(vl_world *world, view *place, view *direction)
{
    vl_particles *p = &world->particles;
    for (int i = 0; i < p->count; i++) {
        vl_write(p->x, i, place(vl_read(p->x, i)));
        vl_write(p->v, i, direction(vl_read(p->v, i)));
    }
    world->gravity = direction(world->gravity);
    for (int k = 0; k < world->collider_count; k++) {
        vl_collider *c = &world->colliders[k];
        c->point = place(c->point);
        c->center = place(c->center);
        c->normal = direction(c->normal);
    }
    for (int k = 0; k < world->force_count; k++) {
        world->forces[k].center = place(world->forces[k].center);
        world->forces[k].velocity = direction(world->forces[k].velocity);
    }
    world->now.acceleration_is_current = false;
}

static vl_vec3 same(vl_vec3 x)
{
    return x;
}

// Rounding of places by 2⁻⁵³ · 64 m goes through at most 4000 strides of a descent.
static void check_scale(const char *name, vl_scene *scene)
{
    static const struct {
        view *place, *direction;
    } views[] = {{shifted, same}, {mirrored, mirrored}};

    OWNED(vl_world) *world = vl_scene_build(scene);
    for (int k = 0; k < COUNT(views); k++) {
        OWNED(vl_world) *other = vl_scene_build(scene);
        look_at(other, views[k].place, views[k].direction);
        double one = scale_at(world, 1), two = scale_at(other, 1);
        if (!(one > 0) || !(fabs(one - two) <= 1e-9 * one))
            fail_msg("%s: %.17g J and %.17g J", name, one, two);
    }
}

TEST(the_scale_of_shipped_scenes_is_the_same_from_everywhere)
{
    for_each_shipped_scene(check_scale);
}

// --- the zero of a potential ---

static const vl_force_kind *raised_kind;

static double raised_potential(const vl_force *force, const vl_world *world)
{
    return 1000 + raised_kind->potential(force, world);
}

TEST(the_zero_of_no_potential_matters)
{
    for (int k = 0; k < vl_force_kind_count; k++) {
        raised_kind = vl_force_kinds[k];
        if (!raised_kind->potential)
            continue;
        vl_force_kind raised = *raised_kind;
        raised.potential = raised_potential;
        double scale[2];
        for (int up = 0; up < 2; up++) {
            OWNED(vl_world) *world = vl_world_create(2);
            world->particles.x[0][1] = 1.5;
            add_force(world, (vl_force){.kind = up ? &raised : raised_kind,
                                        .stiffness = 2,
                                        .strength = 3,
                                        .constant = 4});
            vl_world_link(world, NULL, 0);
            scale[up] = scale_at(world, 0);
        }
        assert_true(scale[0] == scale[1]);
        assert_true(scale[0] > 1);
    }
}

// --- growth looks like growth ---

// The text of a mass at a spring of 20 N/m and 1 m; `place` with its velocity, and the rest.
static vl_world *at_spring(const char *hook, const char *place, const char *more)
{
    SCOPED(vl_text) text = {0};
    vl_text_add(
        &text,
        "particles:\n  - {name: hook, at: %s, pinned: true}\n  - {name: body, %s, radius: "
        "0.1}\nlinks:\n  - {from: hook, to: body, kind: spring, length: 1, stiffness: 20}\n%s",
        hook, place, more);
    return world_from(text.data, "tcv");
}

// 2.5 J whether or not gravity presses the mass on a table.
TEST(a_swing_at_a_spring_is_that_of_the_spring)
{
    static const char *const mores[] = {
        "",
        "gravity: [0, -9.81]\ncolliders:\n  - {kind: plane, point: [0, -0.1], normal: [0, 1]}\n",
        "gravity: [0, -9.81]\ncolliders:\n  - {kind: box, center: [0, -1.1], size: [9, 2, 9]}\n"};
    for (int k = 0; k < COUNT(mores); k++) {
        OWNED(vl_world) *start = at_spring("[0, 0]", "at: [1.5, 0]", mores[k]);
        OWNED(vl_world) *grown =
            at_spring("[0, 0]", "at: [1.5, 0], velocity: [0, 0, 10]", mores[k]);
        assert_near(scale_at(start, 7), 2.5, 1e-9);
        assert_near((energy(grown) - energy(start)) / scale_at(start, 7), 20, 1e-9);
    }
}

// It hangs 9.81/20 m lower than the spring is long: k a²/2 at a distance a.
TEST(an_oscillator_of_f_times_the_energy_reads_f_less_1)
{
    const double f = 22, a = 0.1;
    const char *gravity = "gravity: [0, -9.81]\n";
    char place[2][64];
    for (int k = 0; k < 2; k++)
        snprintf(place[k], sizeof place[k], "at: [0, %.17g]",
                 -1 - 9.81 / 20 - a * (k ? sqrt(f) : 1));
    OWNED(vl_world) *start = at_spring("[0, 0]", place[0], gravity);
    OWNED(vl_world) *grown = at_spring("[0, 0]", place[1], gravity);
    assert_near(scale_at(start, 0), 0.5 * 20 * a * a, 1e-9);
    assert_near((energy(grown) - energy(start)) / scale_at(start, 0), f - 1, 1e-9);

    // a harmonic force with gravity: its place is 9.81/8 m below the centre
    const vl_force force = {.kind = &vl_force_harmonic, .center = {5, 6, 7}, .stiffness = 8};
    OWNED(vl_world) *body = world_of_one("tcv", (vl_vec3){5, 6.5, 7}, (vl_vec3){0, 0, 0},
                                         (vl_vec3){0, -9.81, 0}, &force);
    double height = 0.5 + 9.81 / 8;
    assert_near(scale_at(body, 3), 0.5 * 8 * height * height, 1e-12);
}

// A cable of 20 links at 60° from the vertical, 1.2 kg and 1 m; `kind` of its links.
static vl_world *cable(const char *kind)
{
    SCOPED(vl_text) text = {0};
    vl_text_add(&text,
                "gravity: [0, -9.81]\nchains:\n  - {name: cable, from: [0, 0], to: "
                "[0.8660254037844386, -0.5], links: 20, mass: 0.2, pin: start, kind: %s, "
                "ball: {mass: 1, radius: 0.08}}\n",
                kind);
    return world_from(text.data, "tcv");
}

// However stiff the springs are, the cable swings as one of rods does. At rest each of the 20
// springs carries at most all the weight W, and is longer by W/k: that is worth at most ½ W²/k
// each.
TEST(the_scale_of_stiff_springs_is_that_of_rods)
{
    static const double stiffnesses[] = {1e4, 1e5, 1e6, 1e7, 1e9};
    OWNED(vl_world) *rods = cable("rod");
    const double weight = 1.2 * 9.81, least = scale_at(rods, 0);
    for (int k = 0; k < COUNT(stiffnesses); k++) {
        char kind[64];
        snprintf(kind, sizeof kind, "spring, stiffness: %g", stiffnesses[k]);
        OWNED(vl_world) *springs = cable(kind);
        double more = scale_at(springs, 0) - least;
        assert_true(more > -1e-12 * least);
        assert_true(more < 0.5 * 20 * weight * weight / stiffnesses[k] + 1e-12 * least);
    }
}

// --- falls ---

TEST(a_fall_counts_to_the_ground_or_as_far_as_it_came)
{
    OWNED(vl_world) *world = fall("tcv");
    assert_near(scale_at(world, 10), 5000, 1e-12);
    assert_near(scale_at(world, 0), 10, 1e-12); // 1 m
    vl_collider ground = {.kind = &vl_collider_plane, .point = {0, 300, 0}, .normal = {0, 2, 0}};
    OWNED(vl_world) *stopped = vl_world_create(1);
    vl_write(stopped->particles.x, 0, (vl_vec3){0, 500, 0});
    stopped->particles.radius[0] = 1;
    stopped->gravity = (vl_vec3){0, -10, 0};
    add_collider(stopped, ground);
    vl_world_link(stopped, NULL, 0);
    assert_near(scale_at(stopped, 10), 1990, 1e-12);
    stopped->colliders[0].normal.x = 1; // a slope: to it is sure
    assert_near(scale_at(stopped, 10), 10 * (200 - sqrt(5) / 2), 1e-12);
    vl_energy_scale slope = vl_energy_scale_of(stopped);
    assert_near(vl_energy_scale_most(&slope, 10), 5000, 1e-12);
}

// --- ground that is not level ---

// A ball of 1 kg between two slopes of 45°, at rest, touching the left one.
static void add_valley(vl_text *text, double friction)
{
    vl_text_add(text,
                "gravity: [0, -10]\nparticles:\n  - {name: ball, at: [-2, 2.0707106781186548], "
                "radius: 0.05}\ncolliders:\n"
                "  - {kind: plane, normal: [1, 1], friction: %g}\n"
                "  - {kind: plane, normal: [-1, 1], friction: %g}\n",
                friction, friction);
}

static vl_world *in_valley(double friction)
{
    SCOPED(vl_text) text = {0};
    add_valley(&text, friction);
    return world_from(text.data, "tcv");
}

// Steps of 1 ms until `t`, after each of which the scale sees the potential.
static double followed(vl_world *world, vl_energy_scale *scale, double t)
{
    double lowest = world->particles.x[1][0];
    while (world->now.time < t) {
        vl_world_step(world, 0.001);
        vl_energy_scale_follow(scale, vl_energy_potential(world));
        lowest = test_smaller(lowest, world->particles.x[1][0]);
    }
    return lowest;
}

// What the friction took stays the same part of what fell, however long the ball has been at rest.
// The potential has 20 J, of which rounding takes 2⁻⁵² at most; nothing else differs.
TEST(in_a_valley_the_scale_stays_when_the_ball_has_come_to_rest)
{
    OWNED(vl_world) *world = in_valley(0.3);
    vl_energy_scale scale = vl_energy_scale_of(world);
    assert_false(vl_energy_scale_is_known(&scale, 0));
    double lowest = followed(world, &scale, 20), early = vl_energy_scale_at(&scale, 20);
    assert_true(vl_energy_scale_is_known(&scale, 20));
    assert_near(early, 10 * (2 + 0.05 * sqrt(2) - lowest), 1e-12);
    assert_true(lowest < 0.2);
    (void)followed(world, &scale, 60);
    assert_true(vl_energy_scale_at(&scale, 60) == early);
}

// At rest all that fell is lost, but for the height of at most 10 cm, 5 %, at which friction may
// hold the ball. Nothing changes from 20 s to 60 s.
TEST(a_fixed_loss_in_a_valley_reads_the_same_later)
{
    SCOPED(vl_text) text = {0};
    vl_text_add(&text, "format: 1\n");
    add_valley(&text, 0.3);
    OWNED(vl_scene) *scene = scene_of(text.data);
    for (int k = 0; k < vl_integrator_count; k++) {
        OWNED(vl_lab) *lab = vl_lab_create(scene, &vl_integrators[k], 1);
        double last = 0;
        for (int until = 20; until <= 60; until += 40) {
            while (lab->now.time < until && vl_lab_advance(lab, 0.01))
                continue;
            vl_lab_settle(lab, 0.01);
            double error = lab->runs[0].shown.energy_error;
            assert_near(error, until == 20 ? -1 : last, until == 20 ? 0.05 : 1e-9);
            last = error;
        }
    }
}

// It comes by the same way to the same scale 1 km higher, with 2⁻⁵³ · 10 kJ of rounding, and a gain
// of f times that energy reads f.
TEST(in_a_valley_growth_looks_like_growth_at_any_height)
{
    for (int raised = 0; raised <= 1; raised++) {
        OWNED(vl_world) *world = in_valley(0);
        for (int k = 0; k < world->collider_count; k++)
            world->colliders[k].point.y += 1000 * raised;
        world->particles.x[1][0] += 1000 * raised;
        world->particles.x_old[1][0] += 1000 * raised;
        vl_energy_scale scale = vl_energy_scale_of(world);
        double start = energy(world);
        (void)followed(world, &scale, 3);
        assert_near(vl_energy_scale_at(&scale, 3), 20, 0.01);
        double whole = vl_energy_scale_at(&scale, 3);
        vl_energy_scale_follow(&scale, start + 21 * whole); // a method threw it up
        assert_true(vl_energy_scale_at(&scale, 3) == whole);
    }
}

// On a slope whose friction holds it nothing falls ever; the weight times 1 m stands in.
TEST(on_a_slope_that_holds_it_the_scale_is_not_yet_known)
{
    OWNED(vl_world) *world = in_valley(1.5);
    vl_energy_scale scale = vl_energy_scale_of(world);
    (void)followed(world, &scale, 1);
    assert_false(vl_energy_scale_is_known(&scale, 1));
    assert_near(vl_energy_scale_at(&scale, 1), 10, 1e-12);
    vl_energy_part parts[VL_ENERGY_PARTS];
    assert_int_equal(vl_energy_scale_parts(&scale, 1, parts), 1);
}

#define PENDULUM(hook, bob)                                                                        \
    "gravity: [0, -9.81]\nparticles: [{at: [0, " hook "], pinned: true}, {at: " bob "}]\n"         \
    "links: [{from: 1, to: 2, kind: rod}]\n"
#define TWO(one, other)                                                                            \
    "particles: [{at: [0, 0], " one "}, {" other "}]\n"                                            \
    "links: [{from: 1, to: 2, kind: spring, length: 1, stiffness: 8}]\n"

TEST(the_scale_is_the_energy_of_what_can_move)
{
    static const struct {
        const char *what, *scene;
        double scale, tolerance; // J; a part of it
    } rows[] = {
        // of 1 m, 60° from the vertical, whose weight falls by half of that; and at the top
        {"a pendulum", PENDULUM("0", "[0.8660254037844386, -0.5]"), 9.81 / 2, 1e-9},
        {"one 10 m up", PENDULUM("10", "[0.8660254037844386, 9.5]"), 9.81 / 2, 1e-9},
        {"one 1 km up", PENDULUM("1000", "[0.8660254037844386, 999.5]"), 9.81 / 2, 1e-9},
        {"one 1 km down", PENDULUM("-1000", "[0.8660254037844386, -1000.5]"), 9.81 / 2, 1e-9},
        {"one at the top", PENDULUM("0", "[0, 1]"), 2 * 9.81, 1e-12},
        // a drift that no method changes is left out
        {"a swing of two", TWO("mass: 1", "at: [1.5, 0]"), 1, 1e-9},
        {"one that drifts", TWO("velocity: [0, 100]", "at: [1.5, 0], velocity: [0, 100]"), 1, 1e-9},
        // motion within counts with its energy: 2 × ½ × 1 kg × (1 m/s)²
        {"motion within", TWO("velocity: [1, 0]", "at: [1, 0], velocity: [-1, 0]"), 1, 1e-9},
        {"in a drift", TWO("velocity: [101, 0]", "at: [1, 0], velocity: [99, 0]"), 1, 1e-9},
        // ½ × 8 N/m × (½ m)² of the stone, as the mountain stays
        {"a stone at a mountain", TWO("mass: 1", "at: [1.5, 0], mass: 1e17"), 1, 1e-9},
        // what rests: weight times size, and 1 J for 1 kg without gravity
        {"what hangs", PENDULUM("0", "[0, -2]"), 2 * 9.81, 1e-12},
        {"what rests", "particles: [{at: [0, 0]}]\n", 1, 1e-12},
    };

    for (int i = 0; i < COUNT(rows); i++) {
        OWNED(vl_world) *world = world_from(rows[i].scene, "tcv");
        double scale = scale_at(world, 0);
        if (!(fabs(scale - rows[i].scale) <= rows[i].tolerance * rows[i].scale))
            fail_msg("%s: %.12g J, expected %.12g", rows[i].what, scale, rows[i].scale);
    }
}
