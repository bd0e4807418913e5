// The classical fourth-order Runge-Kutta method for x' = v, v' = a. Damping enters through the
// integrating factor E = exp(−c dt/2), as in integrator_midpoint.c, so the order stays four.
// Kutta, Z. Math. Phys. 46 (1901) 435; Hairer, Nørsett, Wanner, ODEs I, 1993, table II.1.2.

#include "physics/integrators/steps.h"

// One stage: x = x0 + v dx and v = v0 left + a dv with v and a of the stage before, then a at that
// x, v and time.
typedef struct stage {
    double dx;                 // s, how far the velocity of the last stage moves the position
    double left;               // factor of v0
    double dv;                 // s, how far the acceleration of the last stage moves the velocity
    double at;                 // s after the beginning of the step
    double v_weight, a_weight; // s, in the sums
} stage;

typedef struct sums {
    double *const *x0, *const *v0, *const *v_sum;
    vl_powers powers; // Σ v_weight powers/dt
} sums;

// x_old sums x0 + Σ v_weight v; v_sum sums v0 left² + Σ a_weight a. Work is a sum as x is.
static void gather(vl_world *world, sums *s, const stage *now, double dt)
{
    vl_particles *p = &world->particles;
    const double share = now->v_weight / dt;
    s->powers.damping += share * world->powers.damping;
    s->powers.contacts += share * world->powers.contacts;
    s->powers.outside += share * world->powers.outside;
    for (int k = 0; k < world->hold_count; k++)
        s->powers.on_hold[k] =
            vl_add(s->powers.on_hold[k], vl_scale(world->powers.on_hold[k], share));
    for (int axis = 0; axis < VL_AXES; axis++) {
        const double *restrict v = p->v[axis], *restrict a = p->a[axis];
        double *restrict x_sum = p->x_old[axis], *restrict v_sum = s->v_sum[axis];
        for (int i = 0; i < p->count; i++) {
            x_sum[i] += now->v_weight * v[i];
            v_sum[i] += now->a_weight * a[i];
        }
    }
}

static void move(vl_world *world, double dt)
{
    double e = vl_damping_left(world, 0.5 * dt);
    const stage stages[4] = {
        {.v_weight = dt / 6, .a_weight = e * e * dt / 6},
        {0.5 * dt, e, e * 0.5 * dt, 0.5 * dt, dt / 3, e * dt / 3},
        {0.5 * dt, e, 0.5 * dt, 0.5 * dt, dt / 3, e * dt / 3},
        {dt, e * e, e * dt, dt, dt / 6, dt / 6},
    };
    vl_particles *p = &world->particles;
    sums s = {.x0 = world->scratch[0], .v0 = world->scratch[1], .v_sum = world->scratch[2]};
    vl_axes_copy(s.x0, p->x, p->count);
    vl_axes_copy(s.v0, p->v, p->count);
    vl_axes_copy(p->x_old, p->x, p->count);
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            s.v_sum[axis][i] = e * e * s.v0[axis][i];

    gather(world, &s, &stages[0], dt);
    for (int k = 1; k < 4; k++) {
        for (int axis = 0; axis < VL_AXES; axis++) {
            const double *restrict x0 = s.x0[axis], *restrict v0 = s.v0[axis];
            const double *restrict a = p->a[axis];
            double *restrict x = p->x[axis], *restrict v = p->v[axis];
            for (int i = 0; i < p->count; i++) {
                x[i] = x0[i] + stages[k].dx * v[i];
                v[i] = stages[k].left * v0[i] + stages[k].dv * a[i];
            }
        }
        vl_velocity_of_hands(world, s.v0);
        vl_world_accelerate_stage(world, stages[k].at);
        gather(world, &s, &stages[k], dt);
    }

    vl_axes_copy(p->x, p->x_old, p->count);
    vl_axes_copy(p->x_old, s.x0, p->count);
    vl_axes_copy(p->v, s.v_sum, p->count);
    vl_velocity_kick(world, 1 - world->damping_per_step, 0);
    world->powers = s.powers;
}

// clang-format off
const vl_integrator vl_integrator_rk4 = {
    .key = "0", .name = "rk4", .title = "Runge-Kutta 4", .label = "RK4",
    .formula = "x′ = x + (v₁ + 2v₂ + 2v₃ + v₄) dt/6\nv′ = v + (a₁ + 2a₂ + 2a₃ + a₄) dt/6",
    .summary = "Four evaluations of the acceleration a step; the most accurate here, but not symplectic.",
    .source = "W. Kutta, Z. Math. Phys. 46 (1901) 435",
    .conserves = "nothing; energy falls", .reversible = "no dt",
    .order = 4, .order_random_dt = 4, .evaluations = 4, .evaluations_with_v = 4,
    .begin = vl_half_step_begin, .move = move,
};
// clang-format on
