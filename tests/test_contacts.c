// Contacts: what meets a collider leaves it as restitution and friction say, whatever the method
// and the step; nothing ends a step inside; what rests, rests.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "worlds.h"

#include <string.h>

static const double g = 9.81; // m/s²

static vl_collider plane(vl_vec3 point, vl_vec3 normal, double restitution, double friction)
{
    return (vl_collider){.kind = &vl_collider_plane,
                         .restitution = restitution,
                         .friction = friction,
                         .point = point,
                         .normal = normal};
}

static vl_collider floor_of(double restitution, double friction)
{
    return plane((vl_vec3){0, 0, 0}, (vl_vec3){0, 1, 0}, restitution, friction);
}

// Particles of 1 kg and radius 0.05 m, all at rest in the origin, without links, under gravity.
static vl_world *world_with(const vl_integrator *integrator, int count,
                            const vl_collider *colliders, int collider_count)
{
    vl_world *world = vl_world_create(count);
    world->integrator = integrator;
    world->gravity = (vl_vec3){0, -g, 0};
    world->collider_count = collider_count;
    world->colliders = vl_alloc((size_t)collider_count, sizeof *colliders);
    memcpy(world->colliders, colliders, (size_t)collider_count * sizeof *colliders);
    vl_world_link(world, NULL, 0);
    return world;
}

static double random_step(vl_random *random, double mean)
{
    return vl_random_uniform(random, 0.5 * mean, 1.5 * mean);
}

// --- restitution ---

typedef struct stepping {
    double mean; // s
    bool random; // 0.5…1.5 of it, else all the same
    int substeps;
} stepping;

static const stepping steppings[] = {
    {1.0 / 30, false, 1}, {1.0 / 60, false, 1},  {1.0 / 240, false, 1}, {1.0 / 30, false, 4},
    {1.0 / 60, false, 4}, {1.0 / 240, false, 4}, {1.0 / 30, true, 1},   {1.0 / 60, true, 1},
    {1.0 / 240, true, 1}, {1.0 / 60, true, 4},
};

// Height above the floor that its energy would bring a ball to, m.
static double height_of_energy(vl_world *world)
{
    vl_world_synchronise(world);
    double v = vl_world_velocity(world)[1][0];
    return world->particles.x[1][0] - world->particles.radius[0] + v * v / (2 * g);
}

// The height to which a ball dropped from 1 m rises after one bounce.
static double rebound(const vl_integrator *integrator, const stepping *s, double restitution)
{
    vl_collider ground = floor_of(restitution, 0);
    vl_world *world = world_with(integrator, 1, &ground, 1);
    world->particles.x[1][0] = 1.05;
    world->solver.substeps = s->substeps;
    vl_random random = {7};
    while (world->now.time < 0.7) // the impact is at 0.45 s, the next one at 1.17 s
        vl_world_step(world, s->random ? random_step(&random, s->mean) : s->mean);
    double height = height_of_energy(world);
    vl_world_free(world);
    return height;
}

// How far off the method itself is under constant acceleration, in metres of height, over the fall
// (0.45 s, of whose energy e² is left) and the rise after it (0.3 s), with substeps of at most h:
// - explicit Euler gains ½ g² h² in each step, semi-implicit Euler loses as much: ½ g h t of
// height;
// - tcv with random steps: (xₙ − xₙ₋₁)/dt is g (dtₙ − dt₁)/2 off, at most ½ g h, so the velocity by
//   ½ g h and the height by ½ g h t, together at most g h t (v = g t) of height in a fall; in the
//   rise, which begins at v < g t_fall, at most ½ h (v + g t);
// - all others are exact but for rounding.
static double own_error(const vl_integrator *integrator, const stepping *s, double e)
{
    double h = s->mean * (s->random ? 1.5 : 1) / s->substeps;
    double fall = sqrt(2 / g), rise = 0.7 + s->mean * 1.5 - fall;
    if (integrator->order == 1 && strcmp(integrator->name, "improved-euler") != 0)
        return 0.5 * g * h * (e * e * fall + rise) + 1e-12;
    if (s->random && integrator->order_random_dt == 1 && integrator->order == 2)
        return e * e * g * h * fall + 0.5 * h * g * (fall + rise) + 1e-12;
    return 1e-12;
}

static void a_ball_of_restitution_eight_tenths_rises_to_sixty_four_hundredths(void **state)
{
    (void)state;
    for (int i = 0; i < vl_integrator_count; i++)
        for (size_t k = 0; k < sizeof steppings / sizeof *steppings; k++) {
            const stepping *s = &steppings[k];
            // Verlet's own error under random steps does not fall with dt: nothing to compare with
            if (s->random && vl_integrators[i]->order_random_dt == 0)
                continue;
            double height = rebound(vl_integrators[i], s, 0.8);
            double tolerance = own_error(vl_integrators[i], s, 0.8);
            print_message("%-20s 1/%g s%s, %d substeps: %.12f m, own error at most %.1e\n",
                          vl_integrators[i]->name, 1 / s->mean, s->random ? " random" : "",
                          s->substeps, height, tolerance);
            assert_true(fabs(height - 0.64) <= tolerance);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_of_restitution_eight_tenths_rises_to_sixty_four_hundredths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
