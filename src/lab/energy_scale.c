#include "lab/energy_scale.h"

#include "lab/reference_run.h"
#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"

#include <math.h>

enum { SECONDS = 10, SLOWEST = 60, FASTEST = 960 }; // steps in a second

// Steps are halved until this part of the energy no longer changes.
static const double tolerance = 3e-4;

// A run whose energy rises by this part of the largest kinetic energy is no longer the motion.
static const double trusted = 0.01;

// Bounds, in visits of a link by a sweep, some nanoseconds each: of a run, of its first second, and
// of one whose steps were halved.
static const double most_work = 5e6, most_for_a_second = 1e8, most_for_halves = 3e6;

// Rounding of an energy, part of weight times size.
static const double rounding = 0x1p-46;

// Whether nothing but gravity and other potentials may add kinetic energy.
static bool is_passive(const vl_world *world)
{
    bool passive = vl_energy_exists(world);
    for (int k = 0; k < world->force_count; k++)
        passive = passive && !world->forces[k].kind->does_work;
    return passive;
}

// The visits that a step takes. Newton's method, springs, contacts and pairs that attract each
// other count as often as they take longer.
static double work_of_step(const vl_world *world)
{
    const vl_solver_settings *solver = &world->solver;
    double count = world->particles.count, hard = world->links.hard_count;
    double visits = solver->method != &vl_solver_direct ? solver->iterations
                    : vl_direct_is_tridiagonal(world)   ? 64
                                                        : 500;
    double sum = visits * hard + 64 * (world->links.count - hard);
    sum += (world->collider_count > 0 ? 200 : 1) * count;
    for (int k = 0; k < world->force_count; k++)
        sum += world->forces[k].kind->keeps_momentum ? count * count : 0;
    return 100 + solver->substeps * sum;
}

// A copy for steps of `h` s: the best there is; or, where that would not get to the end, one that
// sweeps a few times in each substep.
static vl_world *world_for(const vl_world *world, double h)
{
    vl_world *best = vl_best_world(world, h);
    bool links = world->links.hard_count > 0;
    bool sweeps = links && best->solver.method != &vl_solver_direct;
    if (!links || (!sweeps && SECONDS * SLOWEST * work_of_step(best) <= most_work))
        return best;
    vl_world_free(best);
    vl_solver_settings settings = vl_solver_defaults();
    settings.substeps = 8;
    settings.iterations = 2;
    best = vl_world_copy(world, vl_integrator_find("velocity-verlet"), &settings);
    best->naive_start = false;
    return best;
}

// Weight times the diagonal of the box around all particles, J.
static double weight_times_size(const vl_world *world)
{
    const vl_particles *p = &world->particles;
    double mass = 0, square = 0;
    for (int axis = 0; axis < VL_AXES; axis++) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (int i = 0; i < p->count; i++) {
            low = fmin(low, p->x[axis][i]);
            high = fmax(high, p->x[axis][i]);
        }
        square += p->count > 0 ? (high - low) * (high - low) : 0;
    }
    for (int i = 0; i < p->count; i++)
        mass += p->inverse_mass[i] > 0 ? p->mass[i] : 0;
    return mass * vl_length(world->gravity) * sqrt(square);
}

// The strain that the solver of rods and strings has left, root mean square where it does not
// measure its residual itself.
static double strain_left(const vl_world *world)
{
    double most = 0, rms = 0;
    if (world->links.hard_count == 0)
        return 0;
    if (world->solved.measured)
        return world->solved.residual;
    vl_links_stretch(&world->links, &world->particles, 0, world->links.hard_count, &most, &rms);
    return rms;
}

// The kinetic energy of the mean velocity of the last substep of `h` s, J. Of a path that links
// bend it is known at once, and belongs to the middle of the substep.
static double kinetic_on_the_way(const vl_world *world, double h)
{
    const vl_particles *p = &world->particles;
    double sum = 0;
    for (int i = 0; i < p->count; i++) {
        vl_vec3 way = vl_sub(vl_read(p->x, i), vl_read(p->x_old, i));
        sum += p->inverse_mass[i] > 0 ? 0.5 * p->mass[i] * vl_dot(way, way) : 0;
    }
    return sum / (h * h);
}

// The largest kinetic energy in `steps` steps of `h` s, J, less what energy the run has made, until
// it makes much; 0 where the strain that its solver leaves may hold as much. Tells whether
// particles touched. What begins inside a collider is outside after the first step, from which
// energy counts.
static double largest(const vl_world *world, int steps, double h, bool *touched)
{
    vl_world *run = world_for(world, h);
    run->damping_per_step = 0; // there is no motion of which each step loses a part
    for (int k = 0; k < run->collider_count; k++)
        if (run->colliders[k].response == VL_RESPONSE_MOVE_OUT)
            run->colliders[k].response = VL_RESPONSE_PROJECTION; // nor one of move-out
    double most = vl_energy_kinetic(world), start = 0, all = weight_times_size(world);
    double still = rounding * all, before = vl_energy_potential(run);
    bool passive = is_passive(world);
    for (int n = 0; n < steps && vl_world_step(run, h) && !vl_best_failed(run); n++) {
        double kinetic, potential = vl_energy_potential(run), now = potential;
        if (run->links.hard_count > 0) {
            kinetic = kinetic_on_the_way(run, h / run->solver.substeps);
            now -= 0.5 * (potential - before) / run->solver.substeps;
        } else {
            vl_world_synchronise(run);
            kinetic = vl_energy_kinetic(run);
        }
        now += kinetic;
        before = potential;
        start = n == 0 ? now : start;
        still = fmax(still, all * strain_left(run));
        double bound = trusted * fmax(kinetic, most) + still + rounding * fabs(start);
        if (passive && !(now - start <= bound))
            break;
        most = fmax(most, kinetic - (passive ? fmax(0, now - start) : 0));
    }
    *touched = run->now.touched;
    vl_world_free(run);
    return most > still ? most : 0;
}

vl_energy_scale vl_energy_scale_of(const vl_world *world)
{
    if (!vl_energy_exists(world))
        return (vl_energy_scale){0};
    vl_world *first = world_for(world, 1.0 / SLOWEST);
    double work = work_of_step(first), before = HUGE_VAL;
    double second = fmin(SLOWEST, most_for_a_second / work);
    int steps = (int)fmin(SECONDS * SLOWEST, fmax(second, most_work / work));
    vl_energy_scale scale = {0, steps / (double)SLOWEST};
    vl_world_free(first);
    for (int k = SLOWEST; k <= FASTEST && (k == SLOWEST || steps * work <= most_for_halves);
         k *= 2) {
        bool touched;
        scale.joule = largest(world, steps, 1.0 / k, &touched);
        if (!touched && fabs(scale.joule - before) <= tolerance * scale.joule)
            break;
        before = scale.joule;
        steps *= 2;
    }
    return scale;
}

double vl_energy_scale_share(const vl_energy_scale *scale, double change)
{
    return scale->joule > 0 ? change / scale->joule : change;
}
