// The Boris step: the electric part of a force kicks, the magnetic part turns the velocity by a
// rotation, which keeps the speed to rounding. J. P. Boris, "Relativistic plasma simulation —
// optimization of a hybrid code", Proc. 4th Conf. Num. Sim. Plasmas, 1970, pp. 3–67; C. Birdsall,
// A. Langdon, Plasma Physics via Computer Simulation, 1985, section 4-4.
//
// With t = ½ Ω dt, v − ½ a dt turned by the angle 2 arctan |t| is the published step between two
// half steps. Here v belongs to tₙ, so the rotation is made in two halves of arctan |t| each:
//
//      turn arctan |½ Ω dt|, kick ½ a dt, drift dt, kick ½ a′ dt, turn arctan |½ Ω′ dt|
//
// That reads the same backward, so it is reversible under any steps. Where all steps are equally
// long it is the published step, and without a magnetic field it is velocity Verlet to the bit.

#include "physics/integrators/steps.h"

// Turns v by φ = arctan |t| about t, so that v × t is the direction in which it begins: v cos φ +
// v × t̂ sin φ + t̂ (t̂·v)(1 − cos φ), with c = cos φ = 1/√(1 + t²) and (1 − c)/t² = c²/(1 + c).
static vl_vec3 turned(vl_vec3 v, vl_vec3 t)
{
    double c = 1 / sqrt(1 + vl_dot(t, t));
    vl_vec3 across = vl_scale(vl_add(v, vl_cross(v, t)), c);
    return vl_add(across, vl_scale(t, c * c / (1 + c) * vl_dot(t, v)));
}

// Supports hold v along their surface: only the rotation about their normal is left.
static vl_vec3 turning_of(const vl_world *world, int slot)
{
    vl_vec3 normal[VL_AXES], turning = vl_world_turning(world, slot);
    int held = vl_support_normals(world, slot, normal);
    if (held == 0)
        return turning;
    return vl_scale(normal[0], held == 1 ? vl_dot(turning, normal[0]) : 0);
}

// Adds `sign` times the magnetic part of the acceleration that belongs to the velocity `v`.
static void add_magnetic(vl_world *world, double *const v[VL_AXES], double sign)
{
    vl_particles *p = &world->particles;
    for (int i = 0; i < p->count; i++)
        if (p->inverse_mass[i] > 0) {
            vl_vec3 part = vl_cross(vl_read(v, i), turning_of(world, i));
            vl_accumulate(p->a, i, vl_scale(part, sign));
        }
}

// Rods and strings have not yet done to v what they do in `late` s, by the last step.
static void turn(vl_world *world, double dt, double late)
{
    vl_particles *p = &world->particles;
    late *= vl_world_has_hard_links(world);
    for (int i = 0; i < p->count; i++)
        if (p->inverse_mass[i] > 0) {
            vl_vec3 t = vl_scale(turning_of(world, i), 0.5 * dt);
            vl_vec3 by_links = vl_scale(vl_read(world->a_links, i), late);
            vl_vec3 v = turned(vl_add(vl_read(p->v, i), by_links), t);
            vl_write(p->v, i, vl_sub(v, by_links));
        }
}

static void move(vl_world *world, double dt)
{
    if (vl_world_turns(world)) {
        add_magnetic(world, world->particles.v, -1);
        turn(world, dt, 0.5 * world->now.dt_old);
    }
    vl_velocity_kick(world, vl_damping_left(world, 0.5 * dt), 0.5 * dt);
    vl_velocity_drift(world, dt, 0);
}

static void finish(vl_world *world, double dt)
{
    bool turns = vl_world_turns(world);
    double left = (1 - world->damping_per_step) * vl_damping_left(world, 0.5 * dt);
    double *const *seen = vl_velocity_accelerate(world, 0.5 * dt);
    if (turns)
        add_magnetic(world, seen, -1);
    vl_velocity_kick(world, 1, 0.5 * dt);
    vl_velocity_kick(world, left, 0);
    if (turns) {
        turn(world, dt, 0.5 * dt);
        add_magnetic(world, world->particles.v, 1);
    }
}

// clang-format off
const vl_integrator vl_integrator_boris = {
    .key = "Ctrl+B", .name = "boris", .title = "Boris", .label = "Boris",
    .formula = "x′ = x + v½ dt, v½ = Rv + ½ a dt\nv′ = R′(v½ + ½ a′ dt)",
    .summary = "Velocity Verlet that turns the velocity as a magnetic field does (R, by arctan |½ Ω dt|); the "
               "field alone then changes no speed.",
    .source = "J. P. Boris, Proc. 4th Conf. Num. Sim. Plasmas, 1970, pp. 3–67",
    .conserves = "angular momentum, areas of phase space, with a magnetic field volumes; with a constant dt: energy bounded",
    .reversible = "any dt",
    .order = 2, .order_random_dt = 2, .evaluations = 1, .evaluations_with_v = 2, .turns = true,
    .begin = vl_half_step_begin, .move = move, .finish = finish,
};
// clang-format on
