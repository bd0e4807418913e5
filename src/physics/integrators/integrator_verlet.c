// Störmer-Verlet in positions, which takes every step to be as long as the last. Verlet, Physical
// Review 159 (1967) 98, equation 4. Damping: docs/integrators.md.

#include "physics/integrators/steps.h"

static void move(vl_world *world, double dt)
{
    double left = vl_damping_left(world, dt);
    vl_position_move(world, (1 - world->damping_per_step) * left, 0.5 * (1 + left) * dt * dt);
}

// clang-format off
const vl_integrator vl_integrator_verlet = {
    .key = "2", .name = "verlet", .title = "Verlet", .label = "Verlet",
    .formula = "x′ = x + (x − x₋) + a dt²",
    .summary = "Takes the last displacement for the next; right only while dt stays the same.",
    .source = "L. Verlet, Phys. Rev. 159 (1967) 98, eq. 4",
    .conserves = "with a constant dt: momentum, angular momentum, areas of phase space; energy bounded",
    .reversible = "constant dt",
    .order = 2, .order_random_dt = 0, .evaluations = 1, .evaluations_with_v = 2,
    .keeps_positions = true,
    .begin = vl_position_begin, .move = move,
};
// clang-format on
