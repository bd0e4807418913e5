#include "worlds.h"
#include "base/names.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"

#include "testing.h"

const vl_solver *solver_named(const char *name)
{
    return vl_names_find(VL_NAMES_OF_POINTERS(vl_solvers, vl_solver_count, name), name);
}

const vl_mistake *mistake_named(const char *name)
{
    return vl_names_find(VL_NAMES(vl_mistakes, vl_mistake_count, name), name);
}

vl_world *world_of_one(const char *integrator, vl_vec3 x, vl_vec3 v, vl_vec3 gravity,
                       const vl_force *force)
{
    vl_world *world = vl_world_create(1);
    vl_write(world->particles.x, 0, x);
    vl_write(world->particles.v, 0, v);
    world->gravity = gravity;
    vl_world_put_forces(world, force, force != NULL, NULL, 0);
    world->integrator = vl_integrator_find(integrator);
    vl_world_link(world, NULL, 0);
    return world;
}

vl_world *oscillator(const char *integrator)
{
    vl_force force = {.kind = &vl_force_harmonic, .stiffness = TEST_PI * TEST_PI / 4};
    return world_of_one(integrator, (vl_vec3){1, 0, 0}, (vl_vec3){0, 0, 0}, (vl_vec3){0, 0, 0},
                        &force);
}

vl_world *fall(const char *integrator)
{
    return world_of_one(integrator, (vl_vec3){0, 500, 0}, (vl_vec3){0, 0, 0}, (vl_vec3){0, -10, 0},
                        NULL);
}

vl_world *chain(const char *integrator, int n, double length, double mass, double ball_mass,
                vl_link_kind kind)
{
    vl_world *world = vl_world_create(n + 1);
    FREED vl_link *links = vl_alloc((size_t)n, sizeof *links);
    for (int i = 0; i <= n; i++) {
        world->particles.x[0][i] = length * i / n;
        set_mass(world, i, i == n ? ball_mass : mass);
    }
    pin(world, 0);
    for (int i = 0; i < n; i++) {
        links[i] = rod_between(i, i + 1, length / n);
        links[i].kind = kind;
    }
    world->gravity = (vl_vec3){0, -9.81, 0};
    world->integrator = vl_integrator_find(integrator);
    vl_world_link(world, links, n);
    return world;
}

vl_world *swing(const char *integrator)
{
    vl_world *world = chain(integrator, SWING_LINKS, 1, 1, 1, VL_ROD);
    for (int i = 0; i <= SWING_LINKS; i++) {
        double s = (double)i / SWING_LINKS;
        vl_write(world->particles.x, i, (vl_vec3){s * sin(TEST_PI / 3), -s * cos(TEST_PI / 3), 0});
    }
    return world;
}

double swing_energy(vl_world *world)
{
    double rest = -9.81 * (SWING_LINKS + 1) / 2.0;
    vl_world_synchronise(world);
    return vl_energy_kinetic(world) + vl_energy_potential(world) - rest;
}

void set_order(vl_world *world, vl_sweep_order order)
{
    vl_solver_settings settings = world->solver;
    settings.order = order;
    vl_world_set_solver(world, &settings);
}

double random_dt(vl_random *random, double mean)
{
    return vl_random_uniform(random, 0.5 * mean, 1.5 * mean);
}

void make_steps(vl_world *world, int count, double dt)
{
    for (int k = 0; k < count; k++)
        vl_world_step(world, dt);
}

void set_mass(vl_world *world, int i, double mass)
{
    world->particles.mass[i] = mass;
    vl_particles_refresh(&world->particles, i);
}

void pin(vl_world *world, int i)
{
    world->particles.pinned[i] = true;
    vl_particles_refresh(&world->particles, i);
}

void add_force(vl_world *world, vl_force force)
{
    vl_force *all = vl_arena_take(&world->arena, (size_t)world->force_count + 1, sizeof force);
    for (int i = 0; i < world->force_count; i++)
        all[i] = world->forces[i];
    all[world->force_count++] = force;
    world->forces = all;
}

void add_collider(vl_world *world, vl_collider collider)
{
    vl_collider *all =
        vl_arena_take(&world->arena, (size_t)world->collider_count + 1, sizeof collider);
    for (int i = 0; i < world->collider_count; i++)
        all[i] = world->colliders[i];
    all[world->collider_count++] = collider;
    world->colliders = all;
}

vl_link rod_between(int from, int to, double length)
{
    return (vl_link){.from = from, .to = to, .length = length, .family = -1};
}

vl_link spring_between(int from, int to, double length, double stiffness)
{
    vl_link spring = rod_between(from, to, length);
    spring.kind = VL_SPRING;
    spring.stiffness = stiffness;
    return spring;
}

vl_world *particles_of(const vl_integrator *integrator, int count, double radius)
{
    vl_world *world = vl_world_create(count);
    world->integrator = integrator;
    world->gravity = (vl_vec3){0, -9.81, 0};
    for (int i = 0; i < count; i++)
        world->particles.radius[i] = radius;
    return world;
}

void use_solver(vl_world *world, const char *method, vl_direction direction)
{
    vl_solver_settings settings = world->solver;
    settings.method = solver_named(method);
    settings.direction = direction;
    vl_world_set_solver(world, &settings);
}

vl_vec3 particle_x(const vl_world *world, int slot)
{
    return vl_read(world->particles.x, slot);
}

vl_vec3 particle_v(vl_world *world, int slot)
{
    vl_world_synchronise(world);
    return vl_read(vl_world_velocity(world), slot);
}

double energy_now(vl_world *world)
{
    vl_world_synchronise(world);
    return vl_energy_kinetic(world) + vl_energy_potential(world);
}

double strain_of(const vl_world *world)
{
    double largest, rms;
    vl_links_stretch(&world->links, &world->particles, world->links.hard_count, HUGE_VAL, &largest,
                     &rms);
    return largest;
}

double distance_between(const vl_world *a, const vl_world *b)
{
    double most = 0;
    for (int i = 0; i < a->particles.count; i++)
        most = test_larger(most, vl_length(vl_sub(particle_x(a, i), particle_x(b, i))));
    return most;
}

void check_below(double value, double limit, const char *who, const char *file, int line)
{
    if (value < limit)
        return;
    print_error("%s: %.17g is not below %.17g\n", who, value, limit);
    _fail(file, line);
}

void assert_same_places(const vl_world *a, const vl_world *b)
{
    for (int axis = 0; axis < VL_AXES; axis++)
        assert_memory_equal(a->particles.x[axis], b->particles.x[axis],
                            (size_t)a->particles.count * sizeof(double));
}
