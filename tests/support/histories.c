#include "histories.h"

#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "scene/lanes.h"
#include "testing.h"

// --- labs ---

vl_lab *lab_of_lanes(const vl_scene *lanes, int count)
{
    vl_error error = {0};
    vl_lab *lab = vl_lab_create(NULL, lanes, count, &error);
    assert_good(lab, error);
    vl_lab_keep_ledger(lab);
    vl_lab_keep_momentum(lab);
    return lab;
}

vl_scene any_lane(const vl_scene *scene, vl_random *random)
{
    static char *const policies[] = {"raw",
                                     "raw",
                                     "raw",
                                     "clamp:0.015",
                                     "substep:0.006",
                                     "skip:0.025",
                                     "accumulator:0.01",
                                     "bounded:0.004:3",
                                     "constant:0.0166667",
                                     "least:0.008:0.02"};
    static char *const streams[] = {"fixed:0.0166667",     "fixed:0.0069444",
                                    "fixed:0.0333333",     "random:0.003:0.02:5",
                                    "alternate:0.01:0.02", "hitch:0.01:0.1:0.25",
                                    "clock-ms:60",         "list:20x0.01:0.05:random:0.003:0.02:5"};
    vl_scene lane = *scene;
    lane.integrator = vl_integrators[any_of(random, vl_integrator_count)];
    lane.solver.substeps = 1 + any_of(random, 3);
    lane.solver.iterations = 1 + any_of(random, 20);
    lane.naive_start = any_chance(random, 0.2);
    lane.policy = policies[any_of(random, COUNT(policies))];
    lane.lane.own_stream = any_chance(random, 0.4);
    lane.timestep = streams[any_of(random, COUNT(streams))];
    return lane;
}

static vl_scene *copy_of(const vl_scene *scene)
{
    vl_error error = {0};
    vl_scene *copy = vl_scene_copy(scene, &error);
    assert_good(copy, error);
    return copy;
}

history history_of(vl_scene *scene, int seed, vl_log_file *file)
{
    return history_in(1 << 20, scene, seed, file);
}

history history_in(size_t most_bytes, vl_scene *scene, int seed, vl_log_file *file)
{
    vl_scene lanes[VL_SCENE_MOST_LANES];
    history h = {.scene = scene,
                 .lab = lab_of_lanes(lanes, vl_scene_lanes(scene, lanes)),
                 .log = vl_log_create(most_bytes, file),
                 .random = {(uint64_t)seed},
                 .may = DOES_ALL,
                 .looks = true};
    vl_log_begin(h.log, h.lab, copy_of(scene), lanes);
    return h;
}

void history_reset(history *h)
{
    vl_error error = {0};
    vl_scene lanes[VL_SCENE_MOST_LANES];
    int count = vl_scene_lanes(h->scene, lanes);
    assert_good(vl_log_start_run(h->log, &h->lab, copy_of(h->scene), lanes, count, &error), error);
}

void history_end(history *h)
{
    vl_log_free(h->log);
    vl_lab_free(h->lab);
}

// --- what is done ---

static int any_slot(history *h)
{
    return any_of(&h->random, h->lab->runs[0].world->particles.count);
}

static int number_of(const history *h, int slot)
{
    return h->lab->runs[0].world->particles.number_of[slot];
}

static int any_lane_of(history *h)
{
    return any_of(&h->random, h->lab->count);
}

static bool all_live(const history *h)
{
    for (int i = 0; i < h->lab->count; i++)
        if (h->lab->runs[i].world->now.diverged)
            return false;
    return true;
}

static bool is_held(const history *h)
{
    return h->lab->runs[0].world->hold_count > h->lab->runs[0].in_hand;
}

static void do_hand(history *h)
{
    vl_world *world = h->lab->runs[0].world;
    if (!is_held(h)) {
        VL_DO(h->lab, VL_HOLD, .number = number_of(h, any_slot(h)));
        return;
    }
    int slot = world->holds[any_of(&h->random, world->hold_count)].slot;
    int what = any_of(&h->random, 4), number = number_of(h, slot);
    vl_vec3 to = vl_add(vl_read(world->particles.x, slot), any_vec3(&h->random, 0.2));
    vl_vec3 v = any_vec3(&h->random, 3);
    if (what < 2)
        VL_DO(h->lab, VL_CARRY, .number = number, .values = {to.x, to.y, to.z});
    else if (what == 2)
        VL_DO(h->lab, VL_RELEASE, .number = number, .values = {v.x, v.y, v.z});
    else
        VL_DO(h->lab, VL_PUT, .number = number);
}

static void do_pose(history *h)
{
    VL_DO(h->lab, VL_POSE, .lane = any_lane_of(h));
}

static void do_pin(history *h)
{
    int slot = any_slot(h);
    bool pinned = h->lab->runs[0].world->particles.pinned[slot];
    VL_DO(h->lab, pinned ? VL_UNPIN : VL_PIN, .number = number_of(h, slot));
}

static void do_cut(history *h)
{
    const vl_links *links = &h->lab->runs[0].world->links;
    if (links->count == 0)
        return;
    int k = any_of(&h->random, links->count);
    VL_DO(h->lab, VL_CUT,
          .text = PRINTED("%d %d", number_of(h, links->from[k]), number_of(h, links->to[k])));
}

static void do_turn(history *h)
{
    int lane = any_lane_of(h);
    if (!h->lab->runs[lane].world->now.diverged)
        VL_DO(h->lab, VL_TURN, .lane = lane);
}

static vl_scene lane_of(const history *h, int lane)
{
    vl_scene scene = *h->scene;
    scene.lane = h->lab->runs[lane].lane;
    return scene;
}

static void do_integrator(history *h)
{
    int lane = any_lane_of(h);
    vl_scene next = lane_of(h, lane);
    next.integrator = vl_integrators[any_of(&h->random, vl_integrator_count)];
    VL_DO(h->lab, VL_LANE, .lane = lane, .scene = &next);
}

static vl_solver_settings any_solver(history *h, int lane)
{
    const vl_world *world = h->lab->runs[lane].world;
    vl_solver_settings settings = world->solver;
    settings.method = vl_solvers[any_of(&h->random, vl_solver_count)];
    settings.direction = (vl_direction)any_of(&h->random, 2);
    settings.order = (vl_sweep_order)any_of(&h->random, 3);
    settings.iterations = any_of(&h->random, 20);
    settings.substeps = 1 + any_of(&h->random, 3);
    return vl_solver_refuses(world, &settings) ? world->solver : settings;
}

static void do_solver(history *h)
{
    int lane = any_lane_of(h);
    vl_scene next = lane_of(h, lane);
    next.solver = any_solver(h, lane);
    VL_DO(h->lab, VL_LANE, .lane = lane, .scene = &next);
}

static bool join_lane(vl_lab *lab, const vl_scene *lane, vl_error *error)
{
    FREED char *settings = vl_operation_settings(lane);
    return vl_lab_do(lab, &(vl_operation){.kind = VL_JOIN, .text = settings}, error);
}

static void do_lanes(history *h)
{
    vl_error error = {0};
    vl_scene lane = any_lane(h->scene, &h->random);
    lane.solver = any_solver(h, 0);
    int which = any_lane_of(h), count = h->lab->count;
    lane.mistake = h->lab->runs[which].world->mistake; // all lanes make the same one
    bool good = true, lives = !h->lab->runs[which].world->now.diverged;
    if (count > 1 && (!lives || any_chance(&h->random, count / 8.0)))
        VL_DO(h->lab, VL_REMOVE, .lane = which);
    else if (lives && (count == VL_SCENE_MOST_LANES || any_chance(&h->random, 0.4)))
        good = vl_lab_do(h->lab, &(vl_operation){.kind = VL_LANE, .lane = which, .scene = &lane},
                         &error);
    else
        good = join_lane(h->lab, &lane, &error);
    assert_good(good, error);
    vl_lab_complete(h->lab, 0);
}

static void do_mistake(history *h)
{
    bool none = any_chance(&h->random, 0.5);
    VL_DO(h->lab, VL_MISTAKE,
          .text = none ? "-" : vl_mistakes[any_of(&h->random, vl_mistake_count)].name);
}

static void do_estimator(history *h)
{
    vl_lab_set_estimator(h->lab, &vl_estimators[any_of(&h->random, vl_estimator_count)]);
}

static void do_numbers(history *h)
{
    h->scene->gravity.y += any_between(&h->random, -1, 1);
    for (int i = 0; i < h->scene->particle_count; i++)
        h->scene->particles[i].mass *= any_between(&h->random, 0.8, 1.2);
    VL_DO(h->lab, VL_NUMBERS, .scene = h->scene);
}

// Back in time, and on from there.
static void do_go(history *h)
{
    int64_t first = vl_log_first(h->log), last = h->log->last;
    int64_t frame = first + any_of(&h->random, (int)(last - first) + 1);
    assert_true(vl_log_go(h->log, vl_log_nearest(h->log, frame, false)));
}

static const struct {
    void (*act)(history *h);
    double chance;
    bool free; // nobody holds anything then
} doings[] = {
    {do_hand, 0.3, false},       {do_pose, 0.05, false},    {do_pin, 0.05, false},
    {do_cut, 0.03, false},       {do_turn, 0.03, false},    {do_integrator, 0.05, false},
    {do_solver, 0.05, false},    {do_lanes, 0.1, true},     {do_mistake, 0.05, false},
    {do_estimator, 0.15, false}, {do_numbers, 0.05, false}, {do_go, 0.1, true},
    {history_reset, 0.02, true},
};

// As the app does it, a look with or without the length of the next step comes before.
static void do_something(history *h, int k)
{
    if (any_chance(&h->random, 0.3))
        vl_lab_complete(h->lab, any_between(&h->random, 0.005, 0.02));
    vl_lab_complete(h->lab, any_chance(&h->random, 0.5) ? 0 : 0.01);
    doings[k].act(h);
    h->done |= 1U << k;
    if (1 << k != DOES_GO && 1 << k != DOES_RESET && any_chance(&h->random, 0.5))
        vl_lab_complete(h->lab, 0.012);
}

static void act(history *h)
{
    for (int k = 0; k < COUNT(doings); k++)
        if (any_chance(&h->random, doings[k].chance) && (h->may >> k & 1) &&
            !(doings[k].free && is_held(h)) && (1 << k == DOES_LANES || all_live(h)))
            do_something(h, k);
}

void history_let_go(history *h)
{
    vl_lab_complete(h->lab, 0);
    while (is_held(h))
        VL_DO(h->lab, VL_PUT,
              .number = number_of(h, h->lab->runs[0].world->holds[h->lab->runs[0].in_hand].slot));
}

// --- frames ---

// Now and then a frame has no length, and only a part of its steps is made.
void history_live(history *h, int frames)
{
    for (int i = 0; i < frames; i++) {
        act(h);
        double dt = any_chance(&h->random, 0.02) ? 0 : any_between(&h->random, 0.004, 0.02);
        bool part = any_chance(&h->random, 0.05), begins = vl_lab_do_frame(h->lab, dt);
        while (begins && vl_lab_step(h->lab) && !part)
            ;
        if (h->looks && any_chance(&h->random, 0.3))
            vl_lab_complete(h->lab, 0.016);
    }
}

// --- what is the same ---

// The places that the screen shows, which may lie between two states.
static uint64_t add_drawn(uint64_t hash, vl_lab *lab, int lane)
{
    const vl_particles *p = &lab->runs[lane].world->particles;
    vl_lab_show(lab, lane, true);
    for (int i = 0; i < VL_AXES * p->count; i++)
        hash = vl_hash_number(hash, p->x[i / p->count][i % p->count]);
    vl_lab_show(lab, lane, false);
    return hash;
}

uint64_t bits_of_lane(vl_lab *lab, int lane)
{
    const vl_lab_run *run = &lab->runs[lane];
    const vl_reading *r = &run->shown;
    const double figures[] = {run->now.time,
                              run->clock.next,
                              run->blown,
                              r->time,
                              r->dt,
                              r->kinetic,
                              r->potential,
                              r->energy,
                              r->energy_error,
                              r->position_error,
                              r->stretch_max,
                              r->residual,
                              r->momentum.all.linear.x,
                              r->momentum.all.angular.z};
    const void *const rows[] = {run->world->integrator, run->lab->estimator, run->world->mistake};
    uint64_t hash = add_drawn(vl_world_hash(run->world), lab, lane);
    for (int k = 0; k < COUNT(rows); k++)
        hash = vl_hash_word(hash, (uint64_t)(uintptr_t)rows[k]);
    for (int k = 0; k < COUNT(figures); k++)
        hash = vl_hash_number(hash, figures[k]);
    for (int c = 0; c < vl_cause_count; c++)
        hash = vl_hash_number(hash, r->ledger[c]);
    return vl_hash_word(hash, (uint64_t)r->step);
}

uint64_t bits_of_lab(vl_lab *lab)
{
    uint64_t hash = vl_hash_word(VL_HASH_START, (uint64_t)lab->now.frames);
    hash = vl_hash_number(hash, lab->now.time);
    for (int i = 0; i < lab->count; i++)
        hash = vl_hash_word(hash, bits_of_lane(lab, i));
    return hash;
}
