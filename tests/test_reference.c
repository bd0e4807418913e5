// Reference runs: near to the truth by their own estimate, the same whatever the lag, and never in
// anybody's way.

#include "base/clock.h"
#include "base/text.h"
#include "lab/lab.h"
#include "physics/math/axes.h"
#include "support/labs.h"
#include "support/rods.h"
#include "support/scenes.h"
#include "support/testing.h"

// m, the largest distance of a particle of the chain from `x`.
static double distance_from(const pendulum *p, const vl_world *world, double *const x[VL_AXES])
{
    double most = 0;
    for (int i = 0; i < p->rods; i++) {
        vl_vec3 there = vl_read(x, world->particles.slot_of[i + 1]);
        most = test_larger(most, vl_length(vl_sub(tip(p, i), there)));
    }
    return most;
}

// --- scenes ---

static const double gravity = 9.81;

// A chain of n links on a hook, straight, at `angle` from straight down. Two metres long.
static vl_scene *chain_scene(int n, double angle)
{
    return scene_of(
        PRINTED("format: 1\nintegrator: tcv\ngravity: [0, %.17g]\n"
                "solver: {iterations: 16}\n"
                "chains:\n  - {from: [0, 0], to: [%.17g, %.17g], links: %d, mass: 1, pin: start}\n",
                -gravity, 2 * sin(angle), -2 * cos(angle), n));
}

typedef struct swinging {
    int links;
    double angle;    // rad
    double duration; // s
} swinging;

static vl_lab *lab_of(vl_scene *scene, vl_reference_mode way)
{
    vl_lab *lab = lab_with(scene, NULL, 1);
    vl_lab_refer(lab, way);
    return lab;
}

// Frames between 10 and 20 ms.
static double next_dt(vl_random *random)
{
    return vl_random_uniform(random, 0.010, 0.020);
}

// --- the truth is where it says ---

// By Richardson's estimate the error is a sixth of its bound where all is smooth and the steps are
// small, but for terms of higher order, which are a part ω h of it: some percent at most. That of
// the truth per unit of time is below (ω h)⁴/120 of the angle with h = 1e-4: 1e-12 even of the
// fastest swing of 20 short links, ω = 60/s.
TEST(the_reference_is_as_near_to_the_truth_as_it_says)
{
    static const swinging swings[] = {{2, 0.5, 4}, {2, 2.0, 4}, {3, 1.5, 3}, {20, 1.5, 1}};

    for (int k = 0; k < COUNT(swings); k++) {
        const swinging *s = &swings[k];
        OWNED(vl_scene) *scene = chain_scene(s->links, s->angle);
        OWNED(vl_lab) *lab = lab_of(scene, VL_REFERENCE_AT_ONCE);
        vl_world *world = lab->runs[0].world;
        pendulum truth = {.rods = s->links};
        for (int i = 0; i < s->links; i++) {
            truth.mass[i] = 1;
            truth.length[i] = 2.0 / s->links;
            truth.angle[i] = s->angle;
        }
        double *x[VL_AXES], worst = 0, largest = 0;
        vl_axes_create(x, world->particles.count);

        vl_random random = {1};
        while (lab->now.time < s->duration) {
            double dt = next_dt(&random);
            make_frame(lab, dt);
            swing_in_angles(&truth, dt, (int)ceil(dt / 1e-4));
            vl_track track = vl_lab_track(lab, 0, -1, 0);
            if (!vl_lab_true_positions(lab, 0, 0, x))
                break;
            double off = distance_from(&truth, world, x);
            worst = test_larger(worst, off / track.own_error);
            largest = test_larger(largest, off);
            double error = distance_from(&truth, world, world->particles.x);
            assert_true(fabs(track.error - error) <= 1.0001 * off + 1e-12);
        }
        print_message("%d links from %.1f: to %.2f s, off %.2e m, %.2f of what it says\n", s->links,
                      s->angle, lab->now.time, largest, worst);
        assert_true(worst > 0.15 && worst < 0.185);
        vl_axes_free(x);
    }
}

// What happens to a ball when it has fallen 1 m, or never. Within a step it may come sooner or
// later in both runs of the reference: from then on nobody knows how far off that is.
static const struct {
    const char *what;
    bool never;
} events[] = {
    {"forces:\n  - {kind: central, center: [0, -5.5], strength: 1e-6, cutoff: 4}\n", false},
    {"forces:\n  - {kind: gravitation, constant: 1e-9, cutoff: 1.5}\n", false},
    {"links: [{from: a, to: b, kind: string, length: 1.5}]\n", false},
    {"links: [{from: a, to: b, kind: spring, length: 0.5, stiffness: 1e-6, tear: 2}]\n", false},
    {"damping: 1e-6\ncolliders: [{kind: plane, point: [0, -1.55], normal: [0, 1]}]\n", false},
    {"forces: [{kind: central, center: [1e-4, -1.5], strength: 1e-9}]\n", false},
    {"links: [{from: a, to: b, kind: string, length: 2}]\n", true},
};

TEST(after_an_event_no_bound_is_known)
{
    const double at = sqrt(2 / gravity), frame = 0.01; // s; a frame with the event in it is either
    for (int k = 0; k < COUNT(events); k++) {
        OWNED(vl_scene) *scene = scene_of(
            PRINTED("format: 1\ngravity: [0, %.17g]\nparticles:\n"
                    "  - {name: a, at: [0, 0], pinned: true}\n  - {name: b, at: [0, -0.5]}\n%s",
                    -gravity, events[k].what));
        OWNED(vl_lab) *lab = lab_of(scene, VL_REFERENCE_AT_ONCE);
        for (double t = 0; t < 0.5; t += frame) {
            make_frame(lab, frame);
            vl_track track = vl_lab_track(lab, 0, -1, 0);
            bool hit = t > at && !events[k].never, clear = t + frame < at || events[k].never;
            if (track.state != VL_TRACK_FOLLOWS ||
                (isnan(track.own_error) ? clear : hit || track.own_error > 1e-9))
                fail_msg("%s %g s: %g m", events[k].what, t + frame, track.own_error);
        }
    }
}

// --- damped bounces, whose exact motion is known until the first impact ---

static const double radius = 0.05; // m, that of a particle

// A ball that flies under gravity and damping above a floor and beside a wall, y ≥ 0 and x ≤ wall,
// m.
typedef struct flight {
    double damping, restitution, wall;
    double x, y, vx, vy;
} flight;

// The exact motion without impacts: v′ = g − c v.
static flight flown(const flight *f, double t)
{
    double c = f->damping, left = exp(-c * t), way = -expm1(-c * t) / c, limit = -gravity / c;
    flight to = *f;
    to.vx = f->vx * left;
    to.vy = limit + (f->vy - limit) * left;
    to.x = f->x + f->vx * way;
    to.y = f->y + limit * t + (f->vy - limit) * way;
    return to;
}

static flight random_flight(vl_random *random)
{
    return (flight){
        .damping = vl_random_uniform(random, 0.05, 1),
        .restitution = vl_random_uniform(random, 0.8, 0.98),
        .wall = vl_random_uniform(random, 0.5, 2),
        .x = 0,
        .y = vl_random_uniform(random, 0.3, 1.5),
        .vx = vl_random_uniform(random, 0, 3),
        .vy = vl_random_uniform(random, -2, 2),
    };
}

static vl_scene *scene_of_flight(const flight *f)
{
    return scene_of(
        PRINTED("format: 1\nintegrator: tcv\ngravity: [0, %.17g]\ndamping: %.17g\n"
                "particles: [{at: [0, %.17g], velocity: [%.17g, %.17g]}]\n"
                "colliders:\n  - {kind: plane, normal: [0, 1], restitution: %.17g}\n"
                "  - {kind: plane, point: [%.17g, 0], normal: [-1, 0], restitution: %.17g}\n",
                -gravity, f->damping, f->y + radius, f->vx, f->vy, f->restitution, f->wall + radius,
                f->restitution));
}

// In each frame before the first impact the reference is as near to the exact motion as it says.
// After it, it says nothing. A frame with the impact in it is one or the other.
TEST(the_uncertainty_is_a_bound_or_not_known)
{
    vl_random random = {41};
    double worst = 0;
    for (int k = 0; k < 60; k++) {
        const flight start = random_flight(&random);
        OWNED(vl_scene) *scene = scene_of_flight(&start);
        OWNED(vl_lab) *lab = lab_of(scene, VL_REFERENCE_AT_ONCE);
        double *x[VL_AXES];
        vl_axes_create(x, 1);
        bool hit = false;
        int bounds = 0;
        while (lab->now.time < 2) {
            make_frame(lab, vl_random_uniform(&random, 0.010, 0.020));
            flight f = flown(&start, lab->now.time);
            bool was = hit;
            hit = hit || f.y < 0 || f.wall < f.x;
            vl_track track = vl_lab_track(lab, 0, -1, 0);
            if (!vl_lab_true_positions(lab, 0, 0, x))
                break;
            assert_true(isnan(track.own_error) == !isnan(track.touched));
            assert_true(was ? isnan(track.own_error) : hit || !isnan(track.own_error));
            if (hit)
                continue;
            double miss = hypot(x[0][0] - f.x, x[1][0] - radius - f.y);
            worst = test_larger(worst, miss / track.own_error);
            bounds++;
        }
        assert_true(hit && bounds > 0);
        vl_axes_free(x);
    }
    print_message("at most %.3f of what it says\n", worst);
    assert_true(worst <= 1);
}

// Three bodies that attract each other, two on a slack string or on a compliant rod.
static vl_scene *scene_of_bodies(int number, int substeps)
{
    vl_random random = {(uint64_t)number};
    SCOPED(vl_text) text = {0};
    vl_text_add(&text, "solver: {method: direct, substeps: %d}\nparticles: [", substeps);
    for (int i = 0; i < 3; i++) {
        double at[4];
        for (int k = 0; k < 4; k++)
            at[k] = vl_random_uniform(&random, -1, 1);
        vl_text_add(&text, "{at: [%.17g, %.17g], velocity: [%.17g, %.17g]}, ", at[0], at[1], at[2],
                    at[3]);
    }
    vl_text_add(&text,
                "]\nformat: 1\nforces: [{kind: gravitation, constant: 3}]\n"
                "links: [{from: 1, to: 2, %s}]\n",
                number % 2 ? "kind: string, length: 90" : "compliance: 0.01");
    return scene_of(text.data);
}

// Where two of them pass each other no step is short enough. The same in steps of a sixteenth is no
// farther away than both say, or one of them says nothing.
TEST(bodies_that_pass_each_other_are_where_the_bound_says)
{
    double *x[VL_AXES], *y[VL_AXES], worst = 0, known = 0;
    vl_axes_create(x, 3);
    vl_axes_create(y, 3);
    for (int k = 1; k <= 24; k++) {
        OWNED(vl_scene) *scene = scene_of_bodies(k, 1);
        OWNED(vl_scene) *finer = scene_of_bodies(k, 16);
        OWNED(vl_lab) *lab = lab_of(scene, VL_REFERENCE_AT_ONCE);
        OWNED(vl_lab) *fine = lab_of(finer, VL_REFERENCE_AT_ONCE);
        for (int i = 0; i < 64; i++) {
            make_frame(lab, 0x1p-6);
            make_frame(fine, 0x1p-6);
            double own = vl_lab_track(lab, 0, -1, 0).own_error;
            own += vl_lab_track(fine, 0, -1, 0).own_error;
            if (isnan(own) || !vl_lab_true_positions(lab, 0, 0, x) ||
                !vl_lab_true_positions(fine, 0, 0, y))
                break;
            worst = test_larger(worst, vl_axes_distance(x, y, 3) / own);
            known++;
        }
    }
    vl_axes_free(x);
    vl_axes_free(y);
    assert_true(known > 200 && worst <= 1);
}

// --- the horizon ---

// Neighbouring motions of a double pendulum thrown from high part like exp(λ t) with λ of some 1/s;
// those of a small swing never do.
TEST(chaos_has_a_horizon_and_a_small_swing_has_none)
{
    const double angles[] = {0.1, 3.0}; // rad; only the second is beyond
    for (int k = 0; k < COUNT(angles); k++) {
        OWNED(vl_scene) *scene = chain_scene(2, angles[k]);
        OWNED(vl_lab) *lab = lab_of(scene, VL_REFERENCE_AT_ONCE);
        double own = 0;
        for (int i = 0; i < 1800; i++) {
            make_frame(lab, 1 / 60.0);
            vl_track track = vl_lab_track(lab, 0, -1, 0);
            own = track.state == VL_TRACK_FOLLOWS ? track.own_error : own;
        }
        vl_lab_complete(lab, 0);
        vl_track track = vl_lab_track(lab, 0, -1, 0);
        print_message("from %.1f: beyond after %.2f s, own error up to %.1e m\n", angles[k],
                      track.horizon, own);
        assert_int_equal(track.state, k ? VL_TRACK_BEYOND : VL_TRACK_FOLLOWS);
        assert_int_equal(isnan(track.error), k);
        assert_int_equal(isnan(lab->runs[0].shown.position_error), k);
        assert_true(own < 2 * VL_HORIZON_OF_SIZE * 6); // the box is at most 4 m × 4 m
        if (k)
            assert_true(track.horizon > 1 && track.horizon < 20);
    }
}

// --- the same numbers, however they come ---

enum { FRAMES = 120 };

typedef vl_track found[FRAMES + 1]; // by their steps

static void note(const vl_lab *lab, found f)
{
    vl_track track = vl_lab_track(lab, 0, -1, 0);
    if (track.state == VL_TRACK_FOLLOWS)
        f[track.step] = track;
}

// Steps; between them there is more or less time for a run beside.
static void follow(vl_reference_mode way, found f)
{
    OWNED(vl_scene) *scene = chain_scene(3, 1.5);
    OWNED(vl_lab) *lab = lab_of(scene, way);
    vl_random random = {2}, pauses = {3};
    for (int i = 0; i < FRAMES; i++) {
        make_frame(lab, next_dt(&random));
        double begin = vl_clock_now();
        bool pauses_here = vl_random_uniform(&pauses, 0, 1) < 0.2;
        while (way == VL_REFERENCE_BESIDE && pauses_here && vl_clock_now() < begin + 0.002) {
        }
        note(lab, f);
    }
    double *x[VL_AXES];
    vl_axes_create(x, lab->runs[0].world->particles.count);
    const double hang = 1000; // s, beside other work under a slow tool, too
    double begin = vl_clock_now();
    while (!vl_lab_true_positions(lab, 0, 0.1, x) && vl_clock_now() < begin + hang) {
    }
    vl_axes_free(x);
    assert_int_equal(vl_lab_track(lab, 0, -1, 0).step, FRAMES);
    assert_true(vl_lab_track(lab, 0, -1, 0).behind == 0);
    note(lab, f);
}

TEST(a_lag_changes_no_bit)
{
    static const vl_reference_mode ways[] = {VL_REFERENCE_BESIDE, VL_REFERENCE_TURNS};
    found all = {{0}};
    follow(VL_REFERENCE_AT_ONCE, all);
    for (int i = 1; i <= FRAMES; i++)
        assert_true(all[i].error > 0 && all[i].own_error > 0);
    for (int k = 0; k < COUNT(ways); k++) {
        found some = {{0}};
        follow(ways[k], some); // whose last step is there
        for (int i = 1; i <= FRAMES; i++)
            assert_true(some[i].error == 0 ||
                        (some[i].error == all[i].error && some[i].own_error == all[i].own_error));
        assert_true(some[FRAMES].error > 0);
    }
}

// --- begun anew, held, refused ---

TEST(a_disturbance_begins_it_anew)
{
    OWNED(vl_scene) *scene = chain_scene(2, 1.5);
    OWNED(vl_lab) *lab = lab_of(scene, VL_REFERENCE_AT_ONCE);
    for (int i = 0; i < 60; i++)
        make_frame(lab, 1 / 60.0);
    assert_true(vl_lab_track(lab, 0, -1, 0).error > 1e-6);

    VL_DO(lab, VL_HOLD, .number = 2);
    assert_int_equal(vl_lab_track(lab, 0, -1, 0).state, VL_TRACK_HELD);
    make_frame(lab, 1 / 60.0);
    assert_true(isnan(lab->runs[0].shown.position_error));

    VL_DO(lab, VL_RELEASE, .number = 2, .values = {1, 0, 0});
    vl_track track = vl_lab_track(lab, 0, -1, 0);
    assert_int_equal(track.state, VL_TRACK_FOLLOWS);
    assert_true(track.since == lab->now.time && track.error == 0);
    make_frame(lab, 1 / 60.0);
    track = vl_lab_track(lab, 0, -1, 0);
    assert_true(track.error > 0 && track.error < 1e-2);
}

static const char per_step[] = "format: 1\ndamping_per_step: 0.01\n"
                               "chains:\n  - {from: [0, 0], to: [1, 0], links: 2}\n";
static const char tearing[] = "format: 1\n"
                              "chains:\n  - {from: [0, 0], to: [1, 0], links: 2, tear: 0.1}\n";
static const char falling[] = "format: 1\nparticles:\n  - {at: [0, 0]}\n";

TEST(what_has_no_motion_of_its_own_is_refused)
{
    static const struct {
        const char *text;
        vl_track_state state;
    } cases[] = {
        {per_step, VL_TRACK_REFUSED}, {tearing, VL_TRACK_REFUSED}, {falling, VL_TRACK_NONE}};

    for (int k = 0; k < COUNT(cases); k++) {
        OWNED(vl_scene) *scene = scene_of(cases[k].text);
        OWNED(vl_lab) *lab = lab_of(scene, VL_REFERENCE_AT_ONCE);
        assert_int_equal(vl_lab_track(lab, 0, -1, 0).state, cases[k].state);
        bool refused = lab->runs[0].refused != NULL;
        assert_int_equal(refused, cases[k].state == VL_TRACK_REFUSED);
        make_frame(lab, 0.01);
    }
}

// --- in nobody's way ---

static const char heavy[] =
    "format: 1\nsolver: {iterations: 1, substeps: 16}\n"
    "cloths:\n  - {origin: [0, 0], along: [1, 0], down: [0, -1], columns: 30, rows: 30, mass: 1,\n"
    "     pin: [top-left, top-right], shear: true}\n";

// A reference that cannot keep up: frames take what they take without it, it gives up after so many
// as it has room for, says so, and is freed in the time of a step of it.
TEST(a_slow_reference_holds_up_nothing)
{
    OWNED(vl_scene) *scene = scene_of(heavy);
    OWNED(vl_lab) *lab = lab_of(scene, VL_REFERENCE_TURNS);
    double *x[VL_AXES];
    vl_axes_create(x, lab->runs[0].world->particles.count);
    double asked = 0;
    int frames = 0;
    while (vl_lab_track(lab, 0, -1, 0).state == VL_TRACK_FOLLOWS && frames < 2000) {
        make_frame(lab, 1 / 60.0);
        double begin = vl_clock_now();
        bool there = vl_lab_true_positions(lab, 0, 0.002, x);
        asked += frames >= VL_REFERENCE_KEPT ? vl_clock_now() - begin : 0;
        assert_false(there && vl_lab_track(lab, 0, -1, 0).behind > 0);
        frames++;
    }
    vl_track track = vl_lab_track(lab, 0, -1, 0);
    print_message("gave up after %d frames; asking took %.1e s in all\n", frames, asked);
    assert_int_equal(track.state, VL_TRACK_GAVE_UP);
    assert_true(frames <= VL_REFERENCE_MOST_FRAMES + 60);
    assert_true(asked < 0.1); // waiting each time, it would be 0.6
    vl_axes_free(x);
}

TEST(it_is_freed_in_the_midst_of_a_run)
{
    for (int frames = 0; frames < 20; frames++) {
        OWNED(vl_scene) *scene = scene_of(heavy);
        OWNED(vl_lab) *lab = lab_of(scene, VL_REFERENCE_BESIDE);
        for (int i = 0; i < frames; i++)
            make_frame(lab, 1 / 60.0);
    }
}
