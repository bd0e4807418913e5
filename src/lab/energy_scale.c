#include "lab/energy_scale.h"

#include "base/memory.h"
#include "lab/reference_run.h"
#include "physics/contacts/contacts.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"
#include "scene/build.h"

enum { SECONDS = 10, SLOWEST = 60, FASTEST = 960 }; // steps in a second

enum { SUBSTEPS = 8, FINER = 32, LONG = 100, FINE = 1024 }; // of a net; of a long chain

// Steps are halved until this part of the energy no longer changes. A run whose energy rises by
// this part of the largest kinetic energy is no longer the motion.
static const double tolerance = 3e-4, trusted = 0.01;

// Bounds, in visits of a link by a sweep, some nanoseconds each: of a run, of its first second, of
// one whose steps were halved, and of the forces of an implicit method, which may ask for them so
// often in a step; and in visits of an impulse between balls, which take ten times as long.
static const double most_work = 5e6, most_for_a_second = 1e8, most_for_halves = 3e6,
                    most_for_forces = 4e8, often = 100, most_for_balls = 2e7;

// As many visits take as long as the direct solver at a link of a chain, and of a net.
static const double visits_of_chain = 64, visits_of_net = 500;

// Rounding of an energy, part of weight times distance.
static const double rounding = 0x1p-46;

// The visits that pairs take where their forces are asked for.
static double work_of_pairs(const vl_world *world)
{
    double count = world->particles.count, sum = 0;
    for (int k = 0; k < world->force_count; k++)
        sum += world->forces[k].kind->keeps_momentum ? count * count : 0;
    return sum;
}

// The visits that a step takes; what takes longer counts as many.
static double work_of_step(const vl_world *world)
{
    const vl_solver_settings *solver = &world->solver;
    double count = world->particles.count, hard = world->links.hard_count;
    double visits = solver->method != &vl_solver_direct ? solver->iterations
                    : vl_direct_is_tridiagonal(world)   ? visits_of_chain
                                                        : visits_of_net;
    double sum = visits * hard + 64 * (world->links.count - hard);
    bool balls = world->contact_memory && world->contact_memory->balls; // each may meet many
    sum += (world->collider_count > 0 ? fmax(200, balls ? 8 * count : 0) : 1) * count +
           work_of_pairs(world);
    return 100 + solver->substeps * sum;
}

// A copy for steps of `h` s: the best there is. A long chain sweeps instead, as Newton's method
// tightens its strings one after the other. So does a large net, twice in each of `substeps`.
static vl_world *world_for(const vl_world *world, double h, int substeps)
{
    vl_world *best = vl_best_world(world, h);
    vl_solver_settings settings = best->solver;
    int count = world->links.hard_count;
    bool direct = settings.method == &vl_solver_direct;
    bool chain = direct && vl_direct_is_tridiagonal(best);
    bool solves =
        chain ? count <= LONG : direct && SECONDS * SLOWEST * work_of_step(best) <= most_work;
    if (solves || count == 0) {
        settings.iterations += count;
        vl_world_set_solver(best, &settings);
        return best;
    }
    vl_world_free(best);
    settings = vl_solver_defaults();
    settings.substeps = chain ? FINE : substeps;
    settings.iterations = 2;
    best = vl_world_copy(world, vl_integrator_find("velocity-verlet"), &settings);
    best->naive_start = false;
    return best;
}

// Into so many parts a step is cut: where Newton's method solves the links, light ones whip.
static int parts_of(const vl_world *run)
{
    int count = run->links.hard_count;
    bool whips = count > 0 && run->solver.method == &vl_solver_direct;
    return !whips ? 1 : count > 4 * SUBSTEPS ? count / 4 : SUBSTEPS;
}

// J: the weight of what can move times its size, which is twice the distance from the middle, root
// mean square, of it and of what links join to it; and times its distance from the origin, of which
// rounding takes a part.
static void weigh(const vl_world *world, double *size, double *reach)
{
    const vl_particles *p = &world->particles;
    const vl_links *links = &world->links;
    double mass = 0, count = 0, square = 0, most = 0;
    vl_vec3 middle = {0};
    bool *counts = vl_alloc((size_t)p->count, sizeof *counts);
    for (int i = 0; i < p->count; i++)
        counts[i] = p->inverse_mass[i] > 0;
    for (int k = 0; k < links->count; k++)
        if (p->inverse_mass[links->from[k]] > 0 || p->inverse_mass[links->to[k]] > 0)
            counts[links->from[k]] = counts[links->to[k]] = true;
    for (int i = 0; i < p->count; i++) {
        mass += p->inverse_mass[i] > 0 ? p->mass[i] : 0;
        count += counts[i];
        middle = counts[i] ? vl_add(middle, vl_read(p->x, i)) : middle;
        most = counts[i] ? fmax(most, vl_length(vl_read(p->x, i))) : most;
    }
    middle = vl_scale(middle, 1 / fmax(count, 1));
    for (int i = 0; i < p->count; i++) {
        vl_vec3 away = vl_sub(vl_read(p->x, i), middle);
        square += counts[i] ? vl_dot(away, away) : 0;
    }
    vl_free(counts);
    double weight = mass * vl_length(world->gravity);
    *size = 2 * weight * sqrt(square / fmax(count, 1));
    *reach = *size + weight * most;
}

// The strain that the solver of rods and strings has left, root mean square where it does not
// measure its residual itself.
static double strain_left(const vl_world *world)
{
    double most, rms;
    if (world->solved.measured || world->links.hard_count == 0)
        return world->solved.residual;
    vl_links_stretch(&world->links, &world->particles, world->links.hard_count, HUGE_VAL, &most,
                     &rms);
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

// The largest kinetic energy in `steps` steps of `run`, which it frees, of `h` s, J, less what
// energy the run has made, until it makes much or fails; 0 where the strain that its solver leaves
// may hold as much, which is `doubted`. Tells whether particles touched, and how long the run was,
// s. What begins inside a collider is outside after the first step, from which energy counts.
static double largest(const vl_world *world, vl_world *run, int steps, double h, bool *touched,
                      bool *doubted, double *seconds)
{
    steps *= parts_of(run);
    h /= parts_of(run);
    run->damping_per_step = 0; // there is no motion of which each step loses a part
    double most = vl_energy_kinetic(world), start = 0, size, reach;
    weigh(world, &size, &reach);
    double noise = rounding * reach, before = vl_energy_potential(run);
    double soft = run->links.count - run->links.hard_count;
    double forces = run->integrator->implicit ? work_of_pairs(world) + 4 * soft * sqrt(soft) : 0;
    // nothing but gravity and other potentials may add kinetic energy
    bool passive = vl_energy_exists(world) && !vl_forces_do_work(world);
    *seconds = 0;
    for (int n = 0; n < steps && ((double)run->evaluations + often) * forces <= most_for_forces &&
                    (!run->contact_memory || run->contact_memory->visits <= most_for_balls) &&
                    vl_world_step(run, h) && !vl_best_failed(run);
         n++) {
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
        noise = fmax(noise, size * strain_left(run));
        double bound = trusted * fmax(kinetic, most) + noise + rounding * fabs(start);
        if (passive && !(now - start <= bound))
            break;
        most = fmax(most, kinetic - (passive ? fmax(0, now - start) : 0));
        *seconds = (n + 1) * h;
    }
    *touched = run->now.touched;
    vl_world_free(run);
    *doubted = most <= noise && most > rounding * reach;
    return most > noise ? most : 0;
}

vl_energy_scale vl_energy_scale_of(const vl_world *world)
{
    vl_energy_scale scale = {0};
    double work = 0, before = HUGE_VAL;
    int steps = 0;
    if (!vl_energy_exists(world) || work_of_step(world) > most_for_a_second)
        return scale;
    for (int k = SLOWEST; k <= FASTEST && steps * work <= most_for_halves; k *= 2) {
        bool touched, doubted;
        double h = 1.0 / k;
        vl_world *run = world_for(world, h, SUBSTEPS);
        if (k == SLOWEST) {
            work = parts_of(run) * work_of_step(run);
            double second = fmin(SLOWEST, most_for_a_second / work);
            steps = (int)fmin(SECONDS * SLOWEST, fmax(second, most_work / work));
        }
        scale.joule = largest(world, run, steps, h, &touched, &doubted, &scale.seconds);
        if (doubted) // with a sixteenth of the strain
            scale.joule = largest(world, world_for(world, h, FINER), steps, h, &touched, &doubted,
                                  &scale.seconds);
        if (steps == 0 || (!touched && fabs(scale.joule - before) <= tolerance * scale.joule))
            break;
        before = scale.joule;
        steps *= 2;
    }
    return scale;
}

// Links that cannot get their lengths begin as a solver leaves them, and solvers differ.
vl_energy_scale vl_energy_scale_of_scene(const vl_scene *scene)
{
    vl_scene plain = *scene;
    plain.solver = vl_solver_defaults();
    vl_world *world = vl_scene_build(&plain);
    for (int k = 0; k < world->collider_count; k++)
        if (world->colliders[k].response == VL_RESPONSE_MOVE_OUT)
            world->colliders[k].response = VL_RESPONSE_PROJECTION; // its copies have contacts
    vl_energy_scale scale = vl_energy_scale_of(world);
    vl_world_free(world);
    return scale;
}

double vl_energy_scale_share(const vl_energy_scale *scale, double change)
{
    return scale->joule > 0 ? change / scale->joule : change;
}
