// Work that is interrupted in the middle of a step: the state is that before the step, and who goes
// on gets the same bits as without the interruption.

#include "base/hash.h"
#include "base/interrupt.h"
#include "base/worker.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "scene/lanes.h"
#include "support/histories.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

#include <time.h>

// --- who interrupts ---

// Says yes to the question with this number, and to all after it.
typedef struct limit {
    int asked, most;
} limit;

static bool is_over(void *user)
{
    limit *l = user;
    return ++l->asked >= l->most;
}

TEST(without_an_interrupt_nothing_is_interrupted)
{
    assert_false(vl_interrupted(1e9));
    assert_false(vl_interrupt_exists() || vl_interrupt_happened());
}

TEST(all_work_ends_once_the_answer_was_yes)
{
    limit l = {0, 3};
    vl_interrupt interrupt = {.wanted = is_over, .user = &l, .every = 10};
    vl_interrupt_begin(&interrupt);
    int pieces = 0;
    while (!vl_interrupted(1))
        pieces++;
    assert_int_equal(pieces, 29);
    assert_true(vl_interrupted(0) && vl_interrupt_happened());
    assert_int_equal(l.asked, 3);
    assert_true(vl_interrupt_end(&interrupt));
    assert_false(vl_interrupt_happened());
}

TEST(an_inner_interrupt_ends_alone_and_an_outer_one_ends_both)
{
    for (int outer_wants = 0; outer_wants < 2; outer_wants++) {
        limit never = {0, 1000}, now = {0, 1};
        vl_interrupt outer = {is_over, outer_wants ? &now : &never, .every = 1};
        vl_interrupt inner = {is_over, outer_wants ? &never : &now, .every = 1};
        vl_interrupt_begin(&outer);
        vl_interrupt_begin(&inner);
        assert_true(vl_interrupted(1));
        assert_true(vl_interrupt_end(&inner));
        assert_int_equal(vl_interrupt_happened(), outer_wants);
        assert_int_equal(vl_interrupt_end(&outer), outer_wants);
    }
}

// --- sweeps ---

typedef struct pieces {
    double last, largest; // work
} pieces;

static bool take_piece(void *user)
{
    pieces *p = user;
    p->largest = test_larger(p->largest, vl_interrupt_work() - p->last);
    p->last = vl_interrupt_work();
    return false;
}

static pieces pieces_of_a_step(int links, int iterations)
{
    OWNED(vl_world) *world = chain("tcv", links, 1, 1, 1, VL_ROD);
    vl_solver_settings settings = world->solver;
    settings.method = solver_named("relax");
    settings.iterations = iterations;
    vl_world_set_solver(world, &settings);
    pieces p = {0, 0};
    vl_interrupt interrupt = {.wanted = take_piece, .user = &p, .every = 1e-9};
    vl_interrupt_begin(&interrupt);
    assert_true(vl_world_step(world, 0.01));
    assert_false(vl_interrupt_end(&interrupt));
    return p;
}

// A piece is at most a million units. The work of a step is that of its sweeps over all links, and
// some that does not depend on their number: less than a fifth here.
TEST(sweeps_are_asked_in_pieces_and_tell_their_work)
{
    pieces few = pieces_of_a_step(3000, 1000), many = pieces_of_a_step(3000, 3000);
    pieces wide = pieces_of_a_step(9000, 1000);
    assert_true(many.last > 1e6 && many.largest <= 1e6 && wide.largest <= 1e6);
    assert_true(fabs(many.last / few.last - 3) < 0.2);
    assert_true(fabs(wide.last / few.last - 3) < 0.2);
}

// --- how often steps ask ---

// The computing time of this thread, s: what else the machine does has no part in it.
static double computing(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

typedef struct listening {
    double begun, last, longest; // s
} listening;

static const double enough = 0.15; // s, of which a step is listened to

static bool listen(void *user)
{
    listening *l = user;
    double now = computing();
    l->longest = test_larger(l->longest, now - l->last);
    l->last = now;
    return now - l->begun > enough;
}

// Large steps of each kind: what they compute between two questions is less than a tenth of a
// second, in which a key or a signal is to be heard. None has so many links that threads share
// them, as a thread that waits for another computes, too.
TEST(every_kind_of_step_asks_ten_times_a_second)
{
#ifdef __SANITIZE_ADDRESS__
    const double promised = 1; // the sanitizers take several times as long for each access
#else
    const double promised = 0.1;
#endif
    static const char *const scenes[] = {
        "integrator: tcv\nsolver: {method: relax, iterations: 100000}\n"
        "chains: [{from: [0, 0], to: [1, 0], links: 10000, pin: start}]\n",
        "integrator: tcv\nsolver: {method: xpbd, iterations: 10000}\n"
        "cloths: [{origin: [0, 0], along: [1, 0], down: [0, -1], columns: 60, rows: 60}]\n",
        "integrator: tcv\nsolver: {method: direct}\n"
        "cloths: [{origin: [0, 0], along: [1, 0], down: [0, -1], columns: 80, rows: 80, pin: "
        "[top]}]\n",
        "integrator: backward-euler\n"
        "cloths: [{origin: [0, 0], along: [1, 0], down: [0, -1], columns: 60, rows: 60, pin: "
        "[top], kind: spring, stiffness: 1e4}]\n",
        "integrator: tcv\ncolliders: [{kind: balls}, {kind: plane, point: [0, -1], normal: [0, "
        "1]}]\nsolver: {iterations: 4}\n"
        "cloths: [{origin: [0, 0], along: [9, 0], down: [0, -9], columns: 100, rows: 100, kind: "
        "spring, stiffness: 1, radius: 0.05}]\n",
    };

    for (int i = 0; i < COUNT(scenes); i++) {
        SCOPED(vl_text) text = {0};
        vl_text_add(&text, "format: 1\ntimestep: fixed:0.01\ngravity: [0, -9.81]\n%s", scenes[i]);
        OWNED(vl_scene) *scene = scene_of(text.data);
        OWNED(vl_world) *world = vl_scene_build(scene);
        listening l = {computing(), computing(), 0};
        vl_interrupt interrupt = {.wanted = listen, .user = &l};
        vl_interrupt_begin(&interrupt);
        while (vl_world_step(world, 0.01))
            continue;
        assert_true(vl_interrupt_end(&interrupt));
        print_message("  scene %d: %.1f ms at most\n", i + 1, 1e3 * l.longest);
        assert_true(l.longest < promised);
    }
}

// --- steps ---

// Rods that branch, a string, a spring, balls that hit each other, and a floor.
static const char everything[] =
    "format: 1\ntitle: t\nintegrator: tcv\ngravity: [0, -9.81]\n"
    "particles:\n"
    "- {at: [0, 1], pinned: true}\n- {at: [0.3, 1]}\n- {at: [0.6, 1.1]}\n- {at: [0.6, 0.8]}\n"
    "- {at: [0.9, 1], mass: 2}\n- {at: [1.3, 0.06], velocity: [2, -1], radius: 0.05}\n"
    "- {at: [1.46, 0.06], velocity: [-2, 0], radius: 0.05}\n"
    "links:\n"
    "- {from: 1, to: 2, kind: rod}\n- {from: 2, to: 3, kind: rod}\n- {from: 2, to: 4, kind: rod}\n"
    "- {from: 3, to: 4, kind: rod}\n- {from: 4, to: 5, kind: string}\n"
    "- {from: 3, to: 5, kind: spring, stiffness: 100, damping: 1}\n"
    "colliders:\n- {kind: plane, point: [0, 0], normal: [0, 1], restitution: 0.5, friction: 0.3}\n"
    "- {kind: balls, restitution: 0.8}\n";

static const char recorded_hand[] =
    "format: 1\ntitle: t\nintegrator: tcv\ngravity: [0, -9.81]\n"
    "particles: [{at: [0, 0]}, {at: [0.1, 0]}, {at: [0.2, 0]}]\n"
    "links: [{from: 1, to: 2, kind: rod}, {from: 2, to: 3, kind: string}]\n"
    "hand: [{time: 0.03, at: [0, 0]}, {time: 0.08, at: [0.05, 0.1]}, {time: 0.1, at: [0, 0.1]}]\n";

enum { FRAMES = 12, LANES = 2 };

// How the second lane gets its steps, where it is not by the common frames.
typedef struct own_steps {
    const char *policy, *stream; // NULL: none
} own_steps;

// Two lanes: one that is chosen, and one of many substeps.
static void give_lanes(vl_scene *scene, own_steps own)
{
    vl_scene lanes[LANES] = {*scene, *scene};
    SCOPED(vl_text) policy = {0};
    SCOPED(vl_text) stream = {0};
    lanes[1].solver.substeps = 3;
    vl_text_add(&policy, "%s", own.policy ? own.policy : "raw");
    vl_text_add(&stream, "%s", own.stream ? own.stream : scene->timestep);
    lanes[1].policy = policy.data;
    lanes[1].timestep = stream.data;
    lanes[1].lane.own_stream = own.stream != NULL;
    vl_scene_set_lanes(scene, lanes, LANES);
}

static double dt_of(int frame)
{
    return 0.01 + 0.002 * (frame * 7 % 5);
}

static void assert_same_state(const vl_world *a, const vl_world *b)
{
    assert_same_places(a, b);
    assert_memory_equal(&a->now.time, &b->now.time, sizeof a->now.time);
    assert_int_equal(a->now.frames, b->now.frames);
    for (int axis = 0; axis < VL_AXES; axis++)
        assert_memory_equal(a->particles.v[axis], b->particles.v[axis],
                            (size_t)a->particles.count * sizeof(double));
}

// Makes the steps of a frame, and asks whether to go on at most `most` times. False: interrupted.
static bool make_frame(vl_lab *lab, int most)
{
    limit l = {0, most};
    vl_interrupt interrupt = {.wanted = is_over, .user = &l, .every = 1};
    vl_interrupt_begin(&interrupt);
    while (vl_lab_step(lab))
        ;
    (void)vl_interrupt_end(&interrupt);
    return !vl_lab_is_interrupted(lab);
}

// A checksum of what somebody can see of a lane, and of what its next step depends on.
static uint64_t seen(const vl_lab *lab, int lane)
{
    const vl_lab_run *r = &lab->runs[lane];
    const double figures[] = {r->late, r->cpu, r->dt_before, r->clock.policy.lost,
                              r->clock.policy.carry};
    const int64_t counts[] = {r->now.frames, r->world->now.unsettled, r->world->now.diverged,
                              r->world->hold_count};
    uint64_t hash = bits_of_lane(lab, lane);
    for (int k = 0; k < COUNT(figures); k++)
        hash = vl_hash_number(hash, figures[k]);
    for (int k = 0; k < COUNT(counts); k++)
        hash = vl_hash_word(hash, (uint64_t)counts[k]);
    for (int k = 0; k < r->world->hold_count; k++) {
        const vl_hold *hold = &r->world->holds[k];
        const double places[] = {hold->from.x,   hold->from.y,   hold->from.z,
                                 hold->target.x, hold->target.y, hold->target.z};
        hash = vl_hash_word(hash, (uint64_t)hold->slot);
        for (int n = 0; n < COUNT(places); n++)
            hash = vl_hash_number(hash, places[n]);
    }
    return hash;
}

static void see(const vl_lab *lab, uint64_t lanes[LANES])
{
    for (int i = 0; i < LANES; i++)
        lanes[i] = seen(lab, i);
}

static void assert_seen(const vl_lab *lab, const uint64_t lanes[LANES])
{
    for (int i = 0; i < LANES; i++)
        assert_true(seen(lab, i) == lanes[i]);
}

// Begins a frame, is interrupted after so many questions, and leaves it. False: it was made.
static bool leave_frame(vl_lab *lab, double dt, int most)
{
    uint64_t before[LANES];
    see(lab, before);
    double time = lab->now.time;
    assert_true(vl_lab_begin_frame(lab, dt));
    if (make_frame(lab, most))
        return false;
    bool first = lab->rounds == 0;
    if (most % 2)
        vl_lab_leave_frame(lab);
    else
        vl_lab_set_estimator(lab, lab->runs[0].estimator);
    assert_false(vl_lab_is_interrupted(lab));
    if (first) {
        assert_seen(lab, before);
        assert_true(lab->now.time == time);
    }
    return first;
}

// Makes a frame that is interrupted later and later, until it is made. Returns how often it was.
static int make_frame_at_last(vl_lab *lab, double dt)
{
    uint64_t before[LANES];
    int interruptions = 0, rounds = -1;
    assert_true(vl_lab_begin_frame(lab, dt));
    see(lab, before);
    for (int most = 1; !make_frame(lab, most); most += 1 + most / 2) {
        interruptions++;
        if (lab->rounds != rounds && rounds >= 0)
            see(lab, before);
        rounds = lab->rounds;
        assert_seen(lab, before);
    }
    return interruptions;
}

// Two labs with one history: the frames of one are interrupted. Each is left as often as `leaves`
// says before it is made at last, and the sixth is late.
static void check(vl_scene *scene, int frames, unsigned may, int seed, int leaves)
{
    history smooth = history_of(scene, seed, NULL), rough = history_of(scene, seed, NULL);
    int interruptions = 0;
    smooth.may = rough.may = may;
    for (int k = 0; k < frames; k++) {
        double dt = k == 5 && seed % 2 ? 0.25 : dt_of(k);
        for (int i = 0; i < leaves; i++)
            assert_true(leave_frame(rough.lab, 1.3 * dt, 1 + i));
        history_act(&smooth);
        history_act(&rough);
        for (int i = 0; i < leaves; i++)
            assert_true(leave_frame(rough.lab, 0.7 * dt, 1 + 2 * i));
        assert_true(vl_lab_advance(smooth.lab, dt));
        interruptions += make_frame_at_last(rough.lab, dt);
        assert_true(bits_of_lab(smooth.lab) == bits_of_lab(rough.lab));
    }
    vl_lab_settle(smooth.lab, 0);
    vl_lab_settle(rough.lab, 0);
    assert_true(bits_of_lab(smooth.lab) == bits_of_lab(rough.lab));
    assert_true(interruptions >= frames);
    history_end(&smooth);
    history_end(&rough);
}

static void check_all_deeds(vl_scene *scene, own_steps own, int leaves)
{
    give_lanes(scene, own);
    for (int seed = 1; seed <= 6; seed++)
        check(scene, FRAMES, DOES_HAND | DOES_POSE | DOES_PIN, seed, leaves);
}

static bool fits(const vl_scene *scene)
{
    const vl_solver_settings *s = &scene->solver;
    return s->direction == VL_DIRECTION_NEW || !s->method->new_direction_only;
}

// With hands, links that are to be settled, late frames, and changes between two attempts.
TEST(an_interrupted_step_is_made_again_with_the_same_bits)
{
    OWNED(vl_scene) *scene = scene_of(everything);
    for (int i = 0; i < vl_integrator_count; i++)
        for (int k = 0; k < vl_solver_count; k++)
            for (int direction = 0; direction < 2; direction++) {
                scene->integrator = vl_integrators[i];
                scene->solver.method = vl_solvers[k];
                scene->solver.direction = (vl_direction)direction;
                if (fits(scene) && test_pair(i, k))
                    check_all_deeds(scene, (own_steps){0}, 2);
            }
}

TEST(so_is_one_under_each_policy)
{
    OWNED(vl_scene) *scene = scene_of(everything);
    for (int i = 0; i < vl_policy_kind_count; i++)
        check_all_deeds(scene, (own_steps){.policy = vl_policy_kinds[i].form.example}, 0);
}

// Frames of its own are random ones, a list, or shorter than the common ones.
TEST(so_is_one_of_frames_of_its_own)
{
    static const char *const streams[] = {"random:0.002:0.02:7", "list:3x0.005:0.009:0.013",
                                          "fixed:0.004", "list:0.03:hitch:0.01:0.05:0.1"};

    OWNED(vl_scene) *scene = scene_of(everything);
    for (int i = 0; i < COUNT(streams); i++)
        check_all_deeds(scene, (own_steps){.stream = streams[i]}, 0);
}

// The hand takes hold in the third frame, and lets go after the ninth.
TEST(so_is_one_with_a_recorded_hand)
{
    OWNED(vl_scene) *scene = scene_of(recorded_hand);
    give_lanes(scene, (own_steps){0});
    check(scene, FRAMES, 0, 0, 2);
    give_lanes(scene, (own_steps){.policy = "substep:0.004"});
    check(scene, FRAMES, 0, 0, 0);
}

// Its matrix is factorised in pieces, after any of which the work may end.
TEST(so_is_a_factorisation)
{
    OWNED(vl_scene) *scene =
        scene_of("format: 1\ntitle: t\nintegrator: tcv\nsolver: {method: direct, iterations: 4}\n"
                 "cloths: [{origin: [0, 0], along: [1, 0], down: [0, -1], columns: 24, rows: 24, "
                 "mass: 1, pin: [top-left], shear: true}]\n");
    give_lanes(scene, (own_steps){0});
    check(scene, 2, 0, 0, 1);
}

// --- links that tear ---

// A cloth of rods and a net of springs, both of which tear when they are drawn.
static const char tearing[] =
    "format: 1\ntitle: t\nintegrator: tcv\ngravity: [200, -9.81]\nsolver: {substeps: 6}\n"
    "cloths:\n- {origin: [0, 0], along: [1, 0], down: [0, -1], columns: 5, rows: 4, mass: 1, pin: "
    "[top-left], tear: 0.001}\n"
    "- {origin: [0, 3], along: [1, 0], down: [0, -1], columns: 4, rows: 4, mass: 1, pin: "
    "[top-left], kind: spring, stiffness: 300, tear: 0.1}\n";

static void assert_same_links(const vl_world *a, const vl_world *b)
{
    size_t count = (size_t)a->links.count;
    assert_int_equal(a->broken, b->broken);
    assert_int_equal(a->links.count, b->links.count);
    assert_int_equal(a->links.hard_count, b->links.hard_count);
    assert_memory_equal(a->links.from, b->links.from, count * sizeof *a->links.from);
    assert_memory_equal(a->links.to, b->links.to, count * sizeof *a->links.to);
    for (int i = 0; i < a->cloth_count; i++) {
        const vl_cloth *cloth = &a->cloths[i];
        size_t cells = (size_t)(cloth->columns - 1) * (size_t)(cloth->rows - 1);
        assert_memory_equal(cloth->gone, b->cloths[i].gone, cells * sizeof *cloth->gone);
    }
}

// Makes a frame of a world that asks whether to go on at most `most` times.
static bool step_within(vl_world *world, double dt, int most)
{
    limit l = {0, most};
    vl_interrupt interrupt = {.wanted = is_over, .user = &l, .every = 1};
    vl_interrupt_begin(&interrupt);
    bool made = vl_world_step(world, dt);
    (void)vl_interrupt_end(&interrupt);
    assert_int_equal(world->interrupted, !made);
    return made;
}

// What tore in a frame that is interrupted is whole again, and tears again.
TEST(what_tore_in_a_step_that_was_interrupted_is_whole_again)
{
    for (int k = 0; k < vl_solver_count; k++) {
        OWNED(vl_scene) *scene = scene_of(tearing);
        scene->solver.method = vl_solvers[k];
        OWNED(vl_world) *smooth = vl_scene_build(scene);
        OWNED(vl_world) *rough = vl_scene_build(scene);
        OWNED(vl_world) *before = vl_scene_build(scene);
        int late = 0; // interruptions after a tear
        for (int frame = 0; frame < FRAMES; frame++) {
            assert_true(vl_world_step(smooth, dt_of(frame)));
            int version = rough->links.version;
            for (int most = 1; !step_within(rough, dt_of(frame), most); most++) {
                assert_same_state(before, rough);
                assert_same_links(before, rough);
                late += rough->links.version != version;
                version = rough->links.version;
            }
            assert_same_state(smooth, rough);
            assert_same_links(smooth, rough);
            assert_true(vl_world_step(before, dt_of(frame)));
        }
        assert_true(smooth->broken > 0 && late > 0);
    }
}

// Going back makes frames again, from a state that is stored; interrupted, that state is reached.
static void check_way_back(vl_scene *scene, own_steps own)
{
    enum { MADE = 40, STORED = 4, GOAL = 15 };

    vl_scene lanes[VL_SCENE_MOST_LANES];
    give_lanes(scene, own);
    OWNED(vl_lab) *lab = lab_of_lanes(lanes, vl_scene_lanes(scene, lanes));
    vl_timeline *timeline = vl_timeline_create(lab, 16 << 20, STORED);
    uint64_t hashes[MADE + 1] = {vl_lab_hash(lab)};
    for (int k = 1; k <= MADE; k++) {
        assert_true(vl_lab_advance(lab, dt_of(k)));
        vl_timeline_frame(timeline, dt_of(k));
        hashes[k] = vl_lab_hash(lab);
    }
    int64_t reached = 0;
    int stopped = 0;
    for (int most = 1; reached != GOAL; most += 1 + most / 4, stopped++) {
        limit l = {0, most};
        vl_interrupt interrupt = {.wanted = is_over, .user = &l, .every = 1};
        vl_interrupt_begin(&interrupt);
        reached = vl_timeline_go(timeline, GOAL);
        (void)vl_interrupt_end(&interrupt);
        assert_true(reached <= GOAL && reached == lab->now.frames);
        assert_true(vl_lab_hash(lab) == hashes[reached]);
        assert_false(vl_lab_is_interrupted(lab));
        if (reached == GOAL)
            break;
        assert_true(vl_lab_advance(lab, dt_of((int)reached + 1)));
        assert_true(vl_lab_hash(lab) == hashes[reached + 1]);
    }
    assert_true(stopped > 5);
    for (int64_t k = GOAL + 1; k <= MADE; k++) {
        assert_true(vl_lab_advance(lab, dt_of((int)k)));
        assert_true(vl_lab_hash(lab) == hashes[k]);
    }
    vl_timeline_free(timeline);
}

TEST(going_back_in_time_ends_at_a_stored_state)
{
    OWNED(vl_scene) *scene = scene_of(everything);
    check_way_back(scene, (own_steps){.policy = "substep:0.004"});
}

// There the links are other ones, and so is the matrix of the solver.
TEST(so_it_does_where_links_tear)
{
    for (int k = 0; k < vl_solver_count; k++) {
        OWNED(vl_scene) *scene = scene_of(tearing);
        scene->solver.method = vl_solvers[k];
        check_way_back(scene, (own_steps){0});
    }
}

// Of a large world whose steps are fast, too, everything is as before.
TEST(a_fast_step_of_a_large_world_goes_back)
{
    static const char cloth[] =
        "title: t\ngravity: [0, -10]\nsolver: {method: relax, iterations: 1}\n"
        "cloths: [{origin: [0, 0], along: [1, 0], down: [0, -1], columns: 150, rows: 150, mass: "
        "1}]\n";

    OWNED(vl_world) *smooth = world_from(cloth, "tcv");
    OWNED(vl_world) *rough = world_from(cloth, "tcv");
    for (int frame = 0; frame < 3; frame++) {
        assert_false(step_within(rough, 0.01, 1));
        assert_same_state(smooth, rough);
        assert_true(vl_world_step(smooth, 0.01));
        assert_true(step_within(rough, 0.01, 1000000));
        assert_same_state(smooth, rough);
    }
}

// --- workers ---

// Works until it is interrupted.
static bool endless_piece(void *user)
{
    while (!vl_interrupted(1000))
        ;
    *(bool *)user = true;
    return true;
}

TEST(a_worker_ends_in_the_middle_of_a_piece)
{
    bool ended = false;
    vl_worker *worker = vl_worker_start(vl_worker_create(endless_piece, &ended));
    vl_worker_free(worker);
    // a worker that was freed before its first piece has made none
    assert_true(ended || vl_interrupt_work() == 0);
}
