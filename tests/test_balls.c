// Balls that meet at one instant: what a mirror shows is what happens, whoever has which number,
// and nothing is made or lost.

#include "physics/colliders/colliders.h"
#include "physics/integrators/integrators.h"
#include "support/deeds.h"
#include "support/testing.h"
#include "support/worlds.h"

enum { MOST_BALLS = 11 };

static const double radius = 0.05; // m
// Of the cue ball, m. One of 0.05 m would pass between the corners of a rack without any room: such
// a grazing impact has a speed of √(2 v²/r · rounding), which no method can know.
static const double radius_of_cue = 0.06;

// Where balls begin, m, with v along x, m/s. Row i mirrors row mirror[i] in the axis y = 0. All is
// turned by `angle`, so that rounding is not the same on both sides.
typedef struct rack {
    int count;
    double angle; // rad
    double x[MOST_BALLS], y[MOST_BALLS], v[MOST_BALLS];
    int mirror[MOST_BALLS];
} rack;

static void put(rack *r, double x, double y, double v, int mirror)
{
    r->x[r->count] = x;
    r->y[r->count] = y;
    r->v[r->count] = v;
    r->mirror[r->count++] = mirror;
}

// A triangle of `rows` rows, with its top towards a cue ball; or its side, where `turned`.
static rack rack_of(int rows, bool turned, double angle)
{
    rack r = {.angle = angle};
    put(&r, -0.5, 0, 3, 0);
    for (int k = 0; k < rows; k++)
        for (int j = 0, first = r.count; j <= k; j++) {
            double depth = turned ? rows - 1 - k : k;
            put(&r, depth * 2 * radius * sqrt(0.75), (2 * j - k) * radius, 0, first + k - j);
        }
    return r;
}

static vl_vec3 turn(vl_vec3 a, double angle)
{
    return (vl_vec3){a.x * cos(angle) - a.y * sin(angle), a.x * sin(angle) + a.y * cos(angle), a.z};
}

// Particle `number[i]` is ball i of the rack.
static vl_world *world_of(const vl_integrator *integrator, const rack *r, double restitution,
                          const int *number)
{
    vl_world *world = particles_of(integrator, r->count, radius);
    world->gravity = (vl_vec3){0, 0, 0};
    world->particles.radius[number[0]] = radius_of_cue;
    add_collider(world, (vl_collider){.kind = &vl_collider_balls, .restitution = restitution});
    for (int i = 0; i < r->count; i++) {
        vl_vec3 x = {r->x[i], r->y[i], 0}, v = {r->v[i], 0, 0};
        vl_write(world->particles.x, number[i], turn(x, r->angle));
        vl_write(world->particles.v, number[i], turn(v, r->angle));
    }
    vl_world_link(world, NULL, 0);
    return world;
}

static void shuffle(int *number, int count, vl_random *random)
{
    for (int i = 0; i < count; i++) {
        int k = any_of(random, i + 1);
        number[i] = number[k];
        number[k] = i;
    }
}

static vl_vec3 place(const vl_world *world, const rack *r, int particle)
{
    return turn(particle_x(world, particle), -r->angle);
}

// How far the balls are from where a mirror shows their partners, m.
static double asymmetry(const vl_world *world, const rack *r, const int *number)
{
    double most = 0;
    for (int i = 0; i < r->count; i++) {
        vl_vec3 seen = place(world, r, number[r->mirror[i]]);
        seen.y = -seen.y;
        most = test_larger(most, vl_length(vl_sub(place(world, r, number[i]), seen)));
    }
    return most;
}

// The rounding of a place of 1 m, 2e-16, turns the normal of an impact by 2e-16/0.1, which is
// 6e-15 m after 1 s at 3 m/s. At most six impacts follow on each other in a rack and each may
// double it: 4e-13 m.
static const double rounding = 1e-12;

static const double restitutions[] = {1, 0.95, 0.5, 0};

// Every ball goes where it goes with other numbers.
static void run_a_break(const vl_integrator *integrator, const rack *r, double e, const int *number,
                        const int *others)
{
    OWNED(vl_world) *world = world_of(integrator, r, e, number);
    OWNED(vl_world) *other = world_of(integrator, r, e, others);
    double energy = vl_energy_kinetic(world);
    for (int n = 0; n < 100; n++) {
        vl_world_step(world, 0.01);
        vl_world_step(other, 0.01);
        assert_below(asymmetry(world, r, number), rounding, integrator->name);
    }
    vl_vec3 lost = turn((vl_vec3){3, 0, 0}, r->angle);
    for (int i = 0; i < r->count; i++) {
        lost = vl_sub(lost, particle_v(world, i));
        vl_vec3 apart = vl_sub(place(world, r, number[i]), place(other, r, others[i]));
        assert_below(vl_length(apart), rounding, integrator->name);
    }
    double left = vl_energy_kinetic(world) / energy;
    assert_true(place(world, r, number[0]).x < 2.4); // without a break it would be at 2.5 m
    assert_below(vl_length(lost), rounding, integrator->name);
    assert_true(e == 1 ? fabs(left - 1) < rounding : left < 1);
}

TEST(a_symmetric_break_stays_symmetric)
{
    vl_random random = {23};
    for (int i = 0; i < vl_integrator_count; i++)
        for (int rows = 2; rows <= 4; rows++)
            for (int turned = 0; turned < 2; turned++)
                for (int k = 0; k < COUNT(restitutions); k++) {
                    double angle = i % 2 ? 0 : vl_random_uniform(&random, 0, 6);
                    rack r = rack_of(rows, turned, angle);
                    int number[MOST_BALLS], others[MOST_BALLS];
                    shuffle(number, r.count, &random);
                    shuffle(others, r.count, &random);
                    run_a_break(vl_integrators[i], &r, restitutions[k], number, others);
                }
}

// A ball with the speed v hits two at once, all of the same size: it goes back with −v/5, and they
// part with 2 √3/5 v each at 30° from its way. One pair after the other would give −v/8 or so.
TEST(a_ball_meets_two_at_once)
{
    for (int i = 0; i < vl_integrator_count; i++) {
        rack r = rack_of(2, true, 0.7);
        r.count = 4;
        r.x[1] = 5; // out of the way
        r.y[1] = 1;
        int number[] = {2, 0, 3, 1};
        OWNED(vl_world) *world = world_of(vl_integrators[i], &r, 1, number);
        world->particles.radius[number[0]] = radius;
        make_steps(world, 30, 0.01);
        vl_vec3 cue = turn(particle_v(world, number[0]), -r.angle);
        vl_vec3 one = turn(particle_v(world, number[3]), -r.angle);
        assert_true(fabs(cue.x + 0.6) < rounding && fabs(cue.y) < rounding);
        assert_true(fabs(one.x - 1.8) < rounding && fabs(one.y - 1.8 / sqrt(3)) < rounding);
    }
}

// Six balls close in on a seventh and meet it and each other at one instant: twelve pairs for
// eleven speeds. All go back with e times their speed, and the seventh stays.
TEST(six_balls_meet_around_a_seventh)
{
    static const int number[] = {4, 0, 6, 5, 1, 3, 2};
    for (int i = 0; i < vl_integrator_count; i++)
        for (int k = 0; k < COUNT(restitutions); k++) {
            rack r = {.count = 7, .angle = 0.3};
            OWNED(vl_world) *world = world_of(vl_integrators[i], &r, restitutions[k], number);
            world->particles.radius[number[0]] = radius;
            for (int j = 1; j < 7; j++) {
                vl_vec3 out = turn((vl_vec3){1, 0, 0}, r.angle + j * TEST_PI / 3);
                vl_write(world->particles.x, number[j], vl_scale(out, 0.155));
                vl_write(world->particles.v, number[j], vl_scale(out, -1));
            }
            make_steps(world, 10, 0.01); // they meet after 0.055 s
            for (int j = 0; j < 7; j++) {
                double way = j > 0 ? 0.1 + 0.045 * restitutions[k] : 0;
                assert_true(fabs(vl_length(particle_x(world, number[j])) - way) < rounding);
            }
        }
}
