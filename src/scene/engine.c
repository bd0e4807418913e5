#include "scene/engine.h"

#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"

// --- PhysicsJS: the acceleration gets the factor dt/dt₋, too ---

static void move_physics_js(vl_world *world, double dt)
{
    double dt_old = world->now.dt_old, ratio = dt / dt_old;
    vl_position_move(world, (1 - world->damping_per_step) * ratio,
                     ratio * 0.5 * dt * (dt + dt_old));
}

// Corrected TCV with the acceleration scaled once too often: the same only while dt is constant.
static const vl_integrator integrator_physics_js = {
    .key = "",
    .name = "physicsjs",
    .title = "PhysicsJS",
    .formula = "x′ = x + (dt/dt₋) (x − x₋\n  + a dt (dt + dt₋)/2)",
    .order = 2,
    .keeps_positions = true,
    .uses_previous_dt = true,
    .begin = vl_position_begin,
    .move = move_physics_js,
};

// --- links ---

// Links relaxed as in other engines: in the order listed, along the present link, a fixed number of
// times. The engines differ in how far they correct a link and which end moves. Sources:
// docs/physics/other-engines.md.

// The engines' own defaults, and the stiffness of the cloth of verlet-js.
static const double verlet_js_stiffness = 0.9;
static const double physics_js_stiffness = 0.5;
static const double matter_js_skipped = 0.001; // a smaller strain is not corrected

// One link: its ends, d from the first to the second, |d|² and its length.
typedef struct link {
    int i, j;
    vl_vec3 d;
    double square, length;
} link;

// Moves the first end by `first` d and the second by `second` d.
static void move(vl_particles *p, const link *l, double first, double second)
{
    vl_write(p->x, l->i, vl_add(vl_read(p->x, l->i), vl_scale(l->d, first)));
    vl_write(p->x, l->j, vl_add(vl_read(p->x, l->j), vl_scale(l->d, second)));
}

// Both ends move by (L² − d²)/d² whatever their masses. Pinned particles move, too; they are put
// back after the sweep.
static void relax_verlet_js(vl_particles *p, const link *l, int sweeps)
{
    double part = (l->length * l->length - l->square) / l->square * verlet_js_stiffness / sweeps;
    move(p, l, -part, part);
}

// Each end that is not fixed moves by half of the difference, whatever its mass, even where the
// other end is fixed.
static void relax_matter_js(vl_particles *p, const link *l, int sweeps)
{
    double now = sqrt(l->square);
    double half = 0.5 * (now - l->length) / now;
    if (fabs(1 - now / l->length) < matter_js_skipped)
        return;
    move(p, l, p->inverse_mass[l->i] > 0 ? half : 0, p->inverse_mass[l->j] > 0 ? -half : 0);
}

// The ends share (d² − L²)/d² by their masses.
static void relax_physics_js(vl_particles *p, const link *l, int sweeps)
{
    double whole = (l->square - l->length * l->length) / l->square * physics_js_stiffness / sweeps;
    bool first = p->inverse_mass[l->i] > 0, second = p->inverse_mass[l->j] > 0;
    double share = p->mass[l->j] / (p->mass[l->i] + p->mass[l->j]);
    move(p, l, first ? whole * (second ? share : 1) : 0,
         second ? -whole * (first ? 1 - share : 1) : 0);
}

// A solver of an engine.
typedef struct engine_solver {
    vl_solver solver;
    void (*relax)(vl_particles *p, const link *l, int sweeps);
    bool moves_pinned; // during a sweep
} engine_solver;

static void sweep(vl_world *world, const engine_solver *method)
{
    const vl_links *links = &world->links;
    for (int k = 0; k < links->count; k++) {
        int index = links->listed[k];
        if (index >= links->hard_count)
            continue;
        link l = {.i = links->from[index], .j = links->to[index], .length = links->length[index]};
        l.d = vl_sub(vl_read(world->particles.x, l.j), vl_read(world->particles.x, l.i));
        l.square = vl_dot(l.d, l.d);
        bool slack = links->kind[index] == VL_STRING && l.square <= l.length * l.length;
        if (l.square > 0 && !slack)
            method->relax(&world->particles, &l, world->solver.iterations);
    }
}

// Pinned particles are put back at the end of each sweep, as verlet-js does with its list of
// constraints; during the first sweep they are displaced by gravity. Their places are in `scratch`,
// which no method uses that keeps positions.
static vl_solve solve(vl_world *world, void *memory, double h)
{
    const engine_solver *method = (const engine_solver *)world->solver.method;
    vl_particles *p = &world->particles;
    double **place = world->scratch[0];
    vl_axes_copy(place, p->x, p->count);
    for (int i = 0; i < p->count; i++)
        if (method->moves_pinned && p->pinned[i] && !p->held[i])
            vl_write(p->x, i,
                     vl_add(vl_read(p->x, i), vl_scale(vl_world_gravity_on(world, i), h * h)));
    for (int s = 0; s < world->solver.iterations; s++) {
        sweep(world, method);
        for (int i = 0; i < p->count; i++)
            if (p->inverse_mass[i] == 0)
                vl_write(p->x, i, vl_read(place, i));
    }
    return (vl_solve){.sweeps = world->solver.iterations, .solved = true};
}

#define SOLVER(name_, summary_)                                                                    \
    .solver = {.name = name_,                                                                      \
               .summary = summary_,                                                                \
               .ignores_order = true,                                                              \
               .new_direction_only = true,                                                         \
               .solve = solve}

static const engine_solver as_verlet_js = {
    SOLVER("as verlet-js", "by (L² − d²)/d², both ends alike"), .relax = relax_verlet_js,
    .moves_pinned = true};
static const engine_solver as_matter_js = {
    SOLVER("as matter-js", "half of the difference for each end"), .relax = relax_matter_js};
static const engine_solver as_physics_js = {
    SOLVER("as PhysicsJS", "by (d² − L²)/d², shared by the masses"), .relax = relax_physics_js};

// --- the presets; where they are from is in docs/physics/other-engines.md ---

// clang-format off
const vl_engine vl_engines[] = {
    {.name = "verlet-js", .title = "As in verlet-js", .likeness = "verlet",
     .formula = "x′ = x + 0.99 (x − x₋) + g\nonce a frame",
     .with_dt = "nothing: every frame is a step of 1/60 s", .policy = "constant:0.016666666666666666",
     .symptom = "2.4 times as fast at 144 frames/s as at 60, half as fast at 30",
     .damping_per_step = 0.01, .naive_start = true, .solver = &as_verlet_js.solver, .iterations = 16},
    {.name = "matter-js", .title = "As in matter-js 0.8", .likeness = "tcv",
     .formula = "x′ = x + 0.99 (x − x₋)(dt/dt₋)\n  + a dt²",
     .with_dt = "takes the shortest of the last 60 frames, from 1/60 to 1/30 s; friction knows no dt",
     .policy = "least:0.016666666666666666:0.033333333333333333",
     .symptom = "a hitch is lost time; at 144 frames/s 2.4 times as fast; at 30 half the friction",
     .damping_per_step = 0.01, .naive_start = true, .solver = &as_matter_js.solver, .iterations = 2},
    {.name = "jakobsen", .title = "As Jakobsen 2001", .likeness = "verlet",
     .formula = "x′ = x + (x − x₋) + a dt²\nthen sweeps over the links",
     .with_dt = "nothing: every frame is a step of 1/60 s", .policy = "constant:0.016666666666666666",
     .symptom = "2.4 times as fast at 144 frames/s; links longer or shorter by the number of sweeps",
     .naive_start = true, .solver = &vl_solver_relax},
    {.name = "physicsjs", .title = "As in PhysicsJS",
     .integrator = &integrator_physics_js, .likeness = "corrected-tcv",
     .formula = "x′ = x + (x − x₋) + a dt²\ndt = dt₋ = 6 ms, always",
     .with_dt = "steps of 6 ms, at most 4 a frame: what is beyond 24 ms is lost", .policy = "bounded:0.006:4",
     .symptom = "below 42 frames/s slower than real time: at 30 by 28 %",
     .naive_start = true, .solver = &as_physics_js.solver, .iterations = 2},
    {.name = "physicsjs-raw", .title = "PhysicsJS, frame times",
     .integrator = &integrator_physics_js, .likeness = "corrected-tcv",
     .formula = "x′ = x + (dt/dt₋) (x − x₋\n  + a dt (dt + dt₋)/2)",
     .with_dt = "its integrator takes the measured frame time", .policy = "raw",
     .symptom = "gravity is multiplied by dt/dt₋: by 6 in a hitch of 0.1 s, by 1/6 in the next frame",
     .naive_start = true, .solver = &as_physics_js.solver, .iterations = 2},
    {.name = "fixed-accumulator", .title = "Fixed steps, accumulated", .likeness = "semi-implicit-euler",
     .formula = "v′ = v + a dt,  x′ = x + v′ dt\ndt = 1/60 s, always; drawn in between",
     .with_dt = "whole steps of 1/60 s; the remainder waits, and the picture lies in between",
     .policy = "accumulator:0.016666666666666666",
     .symptom = "the same motion at any frame rate, shown one step late"},
};
// clang-format on

const int vl_engine_count = sizeof vl_engines / sizeof *vl_engines;

void vl_engine_apply(const vl_engine *engine, vl_scene *scene)
{
    scene->integrator =
        engine->integrator ? engine->integrator : vl_integrator_find(engine->likeness);
    scene->mistake = NULL;
    scene->damping = 0;
    scene->damping_per_step = engine->damping_per_step;
    scene->naive_start = engine->naive_start;
    scene->lane.engine = engine;
    if (!engine->solver)
        return;
    int sweeps = engine->iterations > 0 ? engine->iterations : scene->solver.iterations;
    scene->solver = vl_solver_defaults();
    scene->solver.method = engine->solver;
    scene->solver.order = VL_ORDER_LISTED;
    scene->solver.iterations = sweeps;
}
