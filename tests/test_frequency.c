// The highest frequency of a world, against dense eigenvalues and against formulas.

#include "physics/forces/forces.h"
#include "physics/forces/frequency.h"
#include "physics/math/axes.h"
#include "support/deeds.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

// --- dense: Jacobi's rotations ---

enum { MOST_SIZE = 45 };

typedef struct dense {
    int size;
    double a[MOST_SIZE][MOST_SIZE];
} dense;

// Takes the element in row p and column q to 0.
static void rotate(dense *m, int p, int q)
{
    double(*a)[MOST_SIZE] = m->a;
    double angle = 0.5 * atan2(2 * a[p][q], a[q][q] - a[p][p]);
    double c = cos(angle), s = sin(angle);
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < m->size; k++) {
            double *x = side ? &a[p][k] : &a[k][p], *y = side ? &a[q][k] : &a[k][q];
            double first = *x, second = *y;
            *x = c * first - s * second;
            *y = s * first + c * second;
        }
}

static double largest_eigenvalue(dense *m)
{
    for (int sweep = 0; sweep < 20; sweep++)
        for (int p = 0; p < m->size; p++)
            for (int q = p + 1; q < m->size; q++)
                rotate(m, p, q);
    double most = -HUGE_VAL;
    for (int k = 0; k < m->size; k++)
        most = test_larger(most, m->a[k][k]);
    return most;
}

// M^−½ K M^−½ by differences of the accelerations the world itself has: nothing is shared with what
// is tested. Central differences of 1e-5 of a length of 1 have an error of 1e-10 of K by their
// width, and of 1e-11 by rounding.
static void fill_dense(dense *m, vl_world *world)
{
    const double width = 1e-5;
    vl_particles *p = &world->particles;
    m->size = VL_AXES * p->count;
    for (int column = 0; column < m->size; column++) {
        double *x = &p->x[column % VL_AXES][column / VL_AXES];
        double here = *x;
        for (int side = -1; side <= 1; side += 2) {
            *x = here + side * width;
            world->now.acceleration_is_current = false;
            vl_world_accelerate(world);
            for (int row = 0; row < m->size; row++) {
                double a = p->a[row % VL_AXES][row / VL_AXES];
                double slope = -side * a / (2 * width);
                m->a[row][column] = (side < 0 ? 0 : m->a[row][column]) + slope;
            }
        }
        *x = here;
    }
    for (int row = 0; row < m->size; row++)
        for (int column = 0; column < m->size; column++) {
            int i = row / VL_AXES, j = column / VL_AXES;
            bool move = p->inverse_mass[i] > 0 && p->inverse_mass[j] > 0;
            m->a[row][column] *= move ? sqrt(p->mass[i] / p->mass[j]) : 0;
        }
}

// A net of springs, stretched and compressed, some particles pinned; with forces.
static vl_world *random_net(vl_random *random, int count)
{
    vl_world *world = vl_world_create(count);
    vl_link links[60];
    int link_count = 0;
    for (int i = 0; i < count; i++) {
        vl_write(world->particles.x, i, any_vec3(random, 1));
        set_mass(world, i, any_between(random, 0.1, 3));
        if (i % 5 == 4)
            pin(world, i);
        for (int k = 0; k < 3 && i > 0; k++) {
            double length = any_between(random, 0.5, 2);
            links[link_count++] =
                spring_between(any_of(random, i), i, length, any_between(random, 1, 1000));
        }
    }
    add_force(world, (vl_force){.kind = &vl_force_harmonic, .stiffness = 5});
    add_force(
        world,
        (vl_force){.kind = &vl_force_central, .center = {3, 0, 0}, .strength = 40, .cutoff = 0.1});
    vl_world_link(world, links, link_count);
    return world;
}

// To a part of it.
static void assert_frequency(const vl_world *world, double expected, double part)
{
    vl_frequency_found found = vl_frequency_highest(world);
    assert_true(found.converged);
    assert_below(fabs(found.omega / expected - 1), part, "frequency off");
}

TEST(nets_have_the_largest_eigenvalue_of_the_dense_matrix)
{
    vl_random random = {20};
    for (int round = 0; round < 40; round++) {
        OWNED(vl_world) *world = random_net(&random, 3 + round % 12);
        static dense m;
        fill_dense(&m, world);
        assert_frequency(world, sqrt(largest_eigenvalue(&m)), 1e-8);
    }
}

static vl_world *springs_in_a_row(int count)
{
    vl_world *world = chain("tcv", count, 1, 0.05, 0.05, VL_SPRING);
    for (int k = 0; k < count; k++)
        world->links.stiffness[k] = 5000;
    return world;
}

// n springs of k between n + 1 particles of m, the first pinned, unstretched along a line: the
// modes are those of a string with one free end, ω = 2 √(k/m) sin((2j − 1) π/(4n + 2)) with all
// masses alike, here the largest, j = n. Dampers of c = k s/10,000 take their velocity at a rate of
// ω² s/10,000, which is found by differences of 1/131,072.
TEST(a_chain_of_springs_has_the_frequency_of_the_formula)
{
    static const int lengths[] = {1, 2, 3, 7, 20, 60};
    for (int i = 0; i < COUNT(lengths); i++) {
        int n = lengths[i];
        OWNED(vl_world) *world = springs_in_a_row(n);
        double expected = 2 * sqrt(5000 / 0.05) * sin((2 * n - 1) * TEST_PI / (4 * n + 2.0));
        assert_frequency(world, expected, 1e-9);
        for (int k = 0; k < n; k++)
            world->links.damping[k] = 0.5;
        assert_frequency(world, expected, 1e-9);
        vl_frequency_found found = vl_frequency_highest(world);
        double rate = 1e-4 * expected * expected;
        assert_true(fabs(found.rate / rate - 1) < 1e-5 &&
                    fabs(found.damper.rate / rate - 1) < 1e-9);
        assert_true(fabs(found.damper.omega / expected - 1) < 1e-5);
    }
}

static vl_world *on_a_floor(const char *response, double height)
{
    const char *text =
        PRINTED("gravity: [0, -9.81]\nparticles: [{at: [0, %g], mass: 4}]\n"
                "colliders: [{kind: plane, normal: [0, 1], restitution: 0.3, friction: 0.5, %s}]\n"
                "timestep: fixed:1e-4",
                height, response);
    return world_from(text, "tcv");
}

// A central force is stiff across, GM/r³, and the opposite along, −2 GM/r³, which is larger in
// size. What cannot move has no frequency.
TEST(what_is_counted_is_what_the_header_says)
{
    const vl_force force = {.kind = &vl_force_central, .strength = 40};
    OWNED(vl_world) *touching = on_a_floor("response: penalty", 0.04);
    OWNED(vl_world) *above = on_a_floor("response: penalty", 1);
    OWNED(vl_world) *projected = on_a_floor("response: projection", 0.04);
    OWNED(vl_world) *rods = chain("tcv", 5, 1, 1, 1, VL_ROD), *pinned = springs_in_a_row(1);
    OWNED(vl_world) *drawn =
        world_of_one("tcv", (vl_vec3){2, 0, 0}, (vl_vec3){0}, (vl_vec3){0}, &force);
    rods->links.compliance[2] = 1e-6;
    vl_world_set_pinned(pinned, 1, true);
    assert_true(fabs(vl_frequency_highest(touching).omega - sqrt(1000 / 4.0)) < 1e-12);
    assert_true(fabs(vl_frequency_highest(drawn).omega - sqrt(5)) < 1e-14);
    assert_true(vl_frequency_highest(above).omega == 0 && vl_frequency_highest(pinned).omega == 0);
    assert_true(isnan(vl_frequency_highest(projected).omega) &&
                isnan(vl_frequency_highest(rods).omega));
}

// A ball of 4 kg on a floor, or a slope of 3 : 4, between a stiff spring across it and a soft one
// along it: the floor takes the stiff one's frequency, √(1e6/4), and leaves √(10/4).
TEST(a_collider_that_carries_takes_the_direction_across_it)
{
    static const char text[] =
        "gravity: [%g, %g]\nparticles:\n  - {at: [0, 0], mass: 4, radius: 0}\n"
        "  - {at: [%g, %g], pinned: true, radius: 0}\n  - {at: [%g, %g], pinned: true, radius: 0}\n"
        "links:\n  - {from: 1, to: 2, kind: spring, stiffness: 1.0e+6}\n"
        "  - {from: 1, to: 3, kind: spring, stiffness: 10}\n"
        "colliders: [{kind: plane, normal: [%g, %g]}]";
    for (int slope = 0; slope < 2; slope++) {
        double x = slope ? 0.6 : 0, y = slope ? 0.8 : 1;
        const char *scene = PRINTED(text, -9.81 * x, -9.81 * y, x, y, y, -x, x, y);
        OWNED(vl_world) *world = world_from(scene, "tcv");
        assert_true(fabs(vl_frequency_highest(world).omega - 500) < 1e-9);
        vl_world_step(world, 1e-3);
        assert_true(fabs(vl_frequency_highest(world).omega - sqrt(2.5)) < 1e-9);
    }
}

// Turn by turn, while the world goes on: the value of the positions it began with. Links that break
// in between: that of the others.
TEST(turns_may_be_made_while_the_world_goes_on)
{
    OWNED(vl_world) *world = springs_in_a_row(30);
    world->links.stiffness[29] = 50000;
    OWNED(vl_frequency) *frequency = vl_frequency_create(world);
    double before = vl_frequency_highest(world).omega;
    vl_frequency_begin(frequency, world);
    while (vl_frequency_iterate(frequency, world))
        vl_world_step(world, 1e-4);
    assert_true(vl_frequency_result(frequency).omega == before);

    vl_frequency_begin(frequency, world);
    vl_frequency_iterate(frequency, world);
    vl_world_break_links(world, (const int[]){29}, 1);
    while (vl_frequency_iterate(frequency, world)) {
    }
    double after = vl_frequency_result(frequency).omega;
    assert_true(after == vl_frequency_highest(world).omega && after < 0.5 * before);
}

// A long chain is not settled to eleven digits in bounded work, yet right to a thousandth: no mode
// lies above 2 √(k/m), and the true one is within 1e-8 of that.
TEST(a_long_chain_is_found_nearly)
{
    OWNED(vl_world) *world = springs_in_a_row(20000);
    double limit = 2 * sqrt(5000 / 0.05);
    vl_frequency_found found = vl_frequency_highest(world);
    assert_false(found.converged);
    assert_true(found.omega < limit * (1 + 1e-12) && found.omega > 0.999 * limit);
}
