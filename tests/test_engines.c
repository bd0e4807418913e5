// As in other engines: each preset against a literal second writing of what the engine's own code
// does with a rope, written here from the sources that docs/physics/other-engines.md cites.

#include "base/names.h"
#include "lab/lab.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "scene/engine.h"
#include "scene/lanes.h"
#include "support/labs.h"
#include "support/scenes.h"
#include "support/testing.h"

enum { LINKS = 8, POINTS = LINKS + 1, MOST_FRAMES = 4096 };

static const char rope[] = "format: 1\ngravity: [0, -9.81]\nchains:\n"
                           "  - {from: [0, 0], to: [2, 0], links: 8, pin: start, mass: 1,\n"
                           "     ball: {mass: 0.5}}\n";

// --- the rope once more ---

typedef struct point {
    double x, y, old_x, old_y, mass;
    bool fixed;
} point;

typedef struct model {
    point p[POINTS];
    double length, gravity;
} model;

static void move(point *p, double vx, double vy)
{
    p->old_x = p->x;
    p->old_y = p->y;
    p->x += vx;
    p->y += vy;
}

// From b to a, and what a link makes of it: so much of it is added to a, and so much to b.
typedef struct way {
    double x, y, square;
} way;

static way between(const model *m, int link)
{
    const point *a = &m->p[link], *b = &m->p[link + 1];
    double x = a->x - b->x, y = a->y - b->y;
    return (way){x, y, x * x + y * y};
}

static void part(model *m, int link, way d, double of_a, double of_b)
{
    point *a = &m->p[link], *b = &m->p[link + 1];
    a->x += d.x * of_a;
    a->y += d.y * of_a;
    b->x -= d.x * of_b;
    b->y -= d.y * of_b;
}

// verlet-js, lib/verlet.js `frame` and lib/constraint.js: `step` sweeps, the pin last in each.
static void step_verlet_js(model *m)
{
    const int step = 16;
    const double g = m->gravity / 3600; // once a frame
    for (int i = 0; i < POINTS; i++) {
        point *p = &m->p[i];
        move(p, (p->x - p->old_x) * 0.99, (p->y - p->old_y) * 0.99 + g);
    }
    for (int s = 0; s < step; s++) {
        for (int k = 0; k < LINKS; k++) {
            way d = between(m, k);
            double scale = (m->length * m->length - d.square) / d.square * 0.9 / step;
            part(m, k, d, scale, scale);
        }
        m->p[0].x = m->p[0].y = 0;
    }
}

// matter-js, Body.update and Constraint.solve; `dt` is what its runner made of the frame.
static void step_matter_js(model *m, double dt, double last)
{
    double keep = (1 - 0.01) * (dt / last);
    for (int i = 1; i < POINTS; i++) {
        point *p = &m->p[i];
        move(p, (p->x - p->old_x) * keep, (p->y - p->old_y) * keep + m->gravity * dt * dt);
    }
    for (int s = 0; s < 2; s++)
        for (int k = 0; k < LINKS; k++) {
            way d = between(m, k);
            double now = sqrt(d.square), half = (m->length - now) / now * 0.5;
            if (fabs(1 - now / m->length) >= 0.001)
                part(m, k, d, m->p[k].fixed ? 0 : half, half);
        }
}

// Jakobsen: Verlet, then 16 times SatisfyConstraints with inverse masses.
static void step_jakobsen(model *m)
{
    const double h = 1.0 / 60;
    for (int i = 1; i < POINTS; i++) {
        point *p = &m->p[i];
        move(p, p->x - p->old_x, p->y - p->old_y + m->gravity * h * h);
    }
    for (int s = 0; s < 16; s++)
        for (int k = 0; k < LINKS; k++) {
            way d = between(m, k);
            double wa = m->p[k].fixed ? 0 : 1 / m->p[k].mass, wb = 1 / m->p[k + 1].mass;
            double now = sqrt(d.square), diff = (m->length - now) / (now * (wa + wb));
            part(m, k, d, wa * diff, wb * diff);
        }
}

// PhysicsJS, integrateVelocities, integratePositions, then resolveDistanceConstraints twice.
static void step_physics_js(model *m, double dt, double last)
{
    double multiplier = (dt * dt + dt * last) * 0.5, ratio = dt / last;
    for (int i = 1; i < POINTS; i++) {
        point *p = &m->p[i];
        double vx = (p->x - p->old_x) / dt;
        double vy = (p->y - p->old_y + m->gravity * multiplier) / dt;
        move(p, vx * (dt * ratio), vy * (dt * ratio));
    }
    for (int s = 0; s < 2; s++)
        for (int k = 0; k < LINKS; k++) {
            const point *a = &m->p[k], *b = &m->p[k + 1];
            way d = between(m, k);
            double corr = 0.5 * 0.5 * (m->length * m->length - d.square) / d.square;
            double share = a->fixed ? 0 : b->mass / (a->mass + b->mass);
            part(m, k, d, corr * share, corr * (1 - share));
        }
}

// The runner of matter-js: what it makes of frame number `k`.
static double runner_of_matter_js(const double *frames, int k)
{
    double delta = 1.0 / 30;
    for (int i = k > 59 ? k - 59 : 0; i <= k; i++)
        delta = test_smaller(delta, i == 0 ? 1.0 / 60 : frames[i]);
    return fmin(fmax(delta, 1.0 / 60), 1.0 / 30);
}

// world.step of PhysicsJS: how many steps of 6 ms the frame makes.
static int steps_of_physics_js(double *animation, double now)
{
    const double dt = 0.006;
    int steps = 0;
    if (now - *animation > 4 * dt)
        *animation = now - 4 * dt;
    while (now - *animation - dt >= -1e-12) {
        *animation += dt;
        steps++;
    }
    return steps;
}

static void run_model(const char *name, model *m, const double *frames, int count)
{
    double last = 0, now = 0, animation = 0;
    for (int k = 0; k < count; k++) {
        double dt = frames[k];
        now += dt;
        if (strcmp(name, "verlet-js") == 0)
            step_verlet_js(m);
        if (strcmp(name, "jakobsen") == 0)
            step_jakobsen(m);
        if (strcmp(name, "matter-js") == 0) {
            dt = runner_of_matter_js(frames, k);
            step_matter_js(m, dt, last > 0 ? last : dt);
        }
        if (strcmp(name, "physicsjs") == 0)
            for (int s = steps_of_physics_js(&animation, now); s > 0; s--)
                step_physics_js(m, 0.006, 0.006);
        if (strcmp(name, "physicsjs-raw") == 0)
            step_physics_js(m, dt, last > 0 ? last : dt);
        last = dt;
    }
}

// x₋ = x₀ − v₀ h to the letter, whatever damps: the displacement of the first step is v₀ h less
// the part that the step takes. Rounding of a few operations on numbers below 2.
TEST(a_naive_start_is_naive_with_damping_too)
{
    static const double h = 0.02, c = 0.6, f = 0.01;
    static const vl_vec3 v = {2, 1.5, 0};
    for (int i = 0; i < vl_integrator_count; i++) {
        if (!vl_integrators[i]->keeps_positions)
            continue;
        OWNED(vl_world) *world = world_from("gravity: [0, -9.81]\nstart: naive\ndamping: 0.6\n"
                                            "damping_per_step: 0.01\n"
                                            "particles:\n  - {at: [0, 0], velocity: [2, 1.5]}\n",
                                            vl_integrators[i]->name);
        assert_true(vl_world_step(world, h));
        double left = exp(-c * h), keep = (1 - f) * left, fall = 0.5 * (1 + left) * -9.81 * h * h;
        assert_true(fabs(world->particles.x[0][0] - keep * v.x * h) < 1e-16);
        assert_true(fabs(world->particles.x[1][0] - (keep * v.y * h + fall)) < 1e-16);
    }
}

// --- the lab ---

static vl_lab *lab_of(const char *text, const vl_engine *engine)
{
    OWNED(vl_scene) *scene = scene_of(text);
    vl_engine_apply(engine, scene);
    vl_lab *lab = lab_with(scene, NULL, 1);
    assert_null(vl_solver_refuses(lab->runs[0].world, &scene->solver));
    return lab;
}

// Feeds the lab with the frames of a stream, and keeps them.
static int run_lab(vl_lab *lab, const vl_engine *engine, const char *text, double seconds,
                   double *frames)
{
    OWNED(vl_stream) *stream = stream_of(text);
    vl_policy policy;
    assert_true(vl_policy_parse(&policy, engine->policy, &(vl_error){0}));
    int count = 0;
    double dt;
    while (policy.now.time < seconds - 1e-9) {
        assert_true(count < MOST_FRAMES && vl_stream_next(stream, policy.now.time, &dt));
        frames[count++] = dt;
        vl_policy_frame(&policy, dt);
        while (vl_policy_next(&policy, &dt))
            make_frame(lab, dt);
    }
    return count;
}

static const vl_engine *engine_of(const char *name)
{
    const vl_engine *engine = vl_names_find(VL_NAMES(vl_engines, vl_engine_count, name), name);
    assert_non_null(engine);
    return engine;
}

// To round-off: the two write the same sums in another order. The rope is a chaotic thing, which
// makes more of that with time: 2 s are a few hundred steps of a few roundings of 1e-16, grown a
// thousandfold at most.
TEST(each_preset_steps_as_the_code_it_is_named_after)
{
    static const char *const names[] = {"verlet-js", "matter-js", "jakobsen", "physicsjs",
                                        "physicsjs-raw"};
    static const char *const streams[] = {
        "fixed:0.016666666666666666",       "fixed:0.04",
        "fixed:0.033333333333333333",       "fixed:0.0069444444444444441",
        "hitch:0.016666666666666666:0.1:1", "random:0.005:0.04:3"};
    FREED double *frames = vl_alloc(MOST_FRAMES, sizeof *frames);
    for (int e = 0; e < COUNT(names); e++)
        for (int s = 0; s < COUNT(streams); s++) {
            const vl_engine *engine = engine_of(names[e]);
            OWNED(vl_lab) *lab = lab_of(rope, engine);
            int count = run_lab(lab, engine, streams[s], 2, frames);
            model m = {.length = 2.0 / LINKS, .gravity = -9.81};
            for (int i = 0; i < POINTS; i++)
                m.p[i] = (point){2.0 * i / LINKS, 0, 2.0 * i / LINKS, 0, 1.0 / LINKS, i == 0};
            m.p[LINKS].mass = 0.5;
            run_model(names[e], &m, frames, count);
            const vl_particles *p = &lab->runs[0].world->particles;
            double off = 0, size = 0;
            for (int i = 0; i < POINTS; i++) {
                vl_vec3 x = vl_read(p->x, p->slot_of[i]);
                off = test_larger(off, hypot(x.x - m.p[i].x, x.y - m.p[i].y));
                size = test_larger(size, hypot(m.p[i].x, m.p[i].y));
            }
            print_message("%-14s %-34s off by %.2g m of %.3g\n", names[e], streams[s], off, size);
            assert_true(off < 1e-10 * size);
        }
}

// A lane with `engine` has all settings of the engine, and is written so.
TEST(an_engine_is_a_setting_of_a_lane)
{
    for (int i = 0; i < vl_engine_count; i++) {
        const vl_engine *engine = &vl_engines[i];
        OWNED(vl_scene) *scene = scene_of(PRINTED(
            "format: 1\nparticles: [{at: [0, 0]}]\ncompare: [{engine: %s}, {}]\n", engine->name));
        vl_scene lanes[VL_SCENE_MOST_LANES], lane, applied = *scene;
        vl_scene_lanes(scene, lanes);
        lane = lanes[0];
        vl_engine_apply(engine, &applied);
        assert_ptr_equal(lane.integrator, applied.integrator);
        assert_true(vl_solver_same_settings(&lane.solver, &applied.solver));
        assert_true(lane.naive_start == applied.naive_start);
        assert_true(lane.damping_per_step == applied.damping_per_step);
        assert_string_equal(lane.policy, engine->policy);
        assert_null(lanes[1].lane.engine);

        FREED char *written = vl_scene_to_yaml(scene);
        OWNED(vl_scene) *again = scene_of(written);
        vl_scene_lanes(again, lanes);
        assert_ptr_equal(lanes[0].lane.engine, engine);
    }
}

// The others move as their models do, so that they take each frame for what those take it for.
TEST(the_fixed_accumulator_keeps_time_at_any_frame_rate)
{
    static const char *const streams[] = {"fixed:0.0069444444444444441",
                                          "fixed:0.033333333333333333"};
    const vl_engine *engine = engine_of("fixed-accumulator");
    FREED double *frames = vl_alloc(MOST_FRAMES, sizeof *frames);
    for (int i = 0; i < COUNT(streams); i++) {
        OWNED(vl_lab) *lab = lab_of(rope, engine);
        run_lab(lab, engine, streams[i], 4, frames);
        assert_true(fabs(lab->now.time - 4) <= 1.0 / 60);
        assert_true(fabs(lab->now.time - (double)lab->now.frames / 60) < 1e-9);
    }
}
