// The trace of a lab: what was stored comes back to the bit, what lies between is on the curve or
// line through what was stored, and a full trace still has all of the run.

#include "base/memory.h"
#include "lab/trace.h"
#include "physics/world/world.h"
#include "scene/lanes.h"
#include "support/histories.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

OWNER(vl_trace)

enum { FRAMES = 40 };

static const size_t plenty = 1 << 20;

#define CHAIN "chains: [{from: [0, 0], to: [1, 0.3], links: 4, mass: 1, pin: start, "

static const char rope[] =
    "format: 1\nintegrator: rk4\ngravity: [0, -9.81]\n" CHAIN "kind: spring, stiffness: 300}]\n"
    "compare: [{integrator: rk4}, {integrator: semi-implicit-euler}]\n";

// With rods the reading of a step is known after the next one.
static const char rods[] = "format: 1\nintegrator: tcv\ngravity: [0, -9.81]\n" CHAIN "kind: rod}]\n"
                           "compare: [{integrator: tcv}, {integrator: verlet}]\n";

static vl_lab *lab_of(const vl_scene *scene)
{
    vl_scene lanes[VL_SCENE_MOST_LANES];
    return lab_of_lanes(lanes, vl_scene_lanes(scene, lanes));
}

// --- what was ---

// An instant as the lab has it: the places of its lanes and their readings.
typedef struct shot {
    double time[2], x[2][VL_AXES][8];
    vl_reading reading[2];
} shot;

static shot shot_of(const vl_lab *lab)
{
    shot now = {0};
    for (int lane = 0; lane < 2; lane++) {
        const vl_lab_run *run = &lab->runs[lane];
        const vl_particles *p = &run->world->particles;
        assert_true(p->count <= 8);
        now.time[lane] = run->now.time;
        now.reading[lane] = run->shown;
        for (int axis = 0; axis < VL_AXES; axis++)
            memcpy(now.x[lane][axis], p->x[axis], (size_t)p->count * sizeof(double));
    }
    return now;
}

// Makes `count` frames of random lengths, each of which the trace gets.
static void make_shots(vl_lab *lab, vl_trace *trace, vl_random *random, shot *shots, int count)
{
    for (int i = 0; i < count; i++) {
        assert_true(vl_lab_advance(lab, random_dt(random, 0.01)));
        vl_trace_add(trace, lab);
        shots[i] = shot_of(lab);
    }
}

// The members of a reading that are stored.
static void figures_of(const vl_reading *r, double figures[15])
{
    const vl_vec3 p = r->momentum.free.linear;
    const double all[15] = {r->time,
                            r->energy_error,
                            r->position_error,
                            r->stretch_max,
                            r->kinetic,
                            r->potential,
                            r->energy,
                            r->gravity,
                            r->springs,
                            r->contacts,
                            r->forces,
                            p.x,
                            p.y,
                            p.z,
                            r->broken};
    memcpy(figures, all, sizeof all);
}

static void assert_same_reading(const vl_reading *a, const vl_reading *b)
{
    double of_a[15], of_b[15];
    figures_of(a, of_a);
    figures_of(b, of_b);
    for (int i = 0; i < COUNT(of_a); i++)
        if (of_a[i] != of_b[i] && !(isnan(of_a[i]) && isnan(of_b[i])))
            fail_msg("figure %d: %.17g and %.17g", i, of_a[i], of_b[i]);
}

static void assert_remembered(const vl_trace *trace, const shot *was, int lane, int particles)
{
    double x[VL_AXES][8];
    double *const axes[VL_AXES] = {x[0], x[1], x[2]};
    assert_true(vl_trace_places(trace, lane, was->time[lane], axes));
    for (int slot = 0; slot < particles; slot++) {
        vl_vec3 one;
        assert_true(vl_trace_place(trace, lane, slot, was->time[lane], &one));
        assert_true(one.x == x[0][slot] && one.y == x[1][slot] && one.z == x[2][slot]);
        for (int axis = 0; axis < VL_AXES; axis++)
            assert_true(x[axis][slot] == was->x[lane][axis][slot]);
    }
}

// The weight of an instant is exactly 1 at its own time, and that of the others exactly 0. A copy
// has all that was there, also when that is gone.
TEST(a_stored_instant_comes_back_to_the_bit)
{
    vl_random random = {3};
    shot shots[FRAMES];
    OWNED(vl_scene) *scene = scene_of(rope);
    OWNED(vl_lab) *lab = lab_of(scene);
    OWNED(vl_trace) *first = vl_trace_create(lab, plenty), *copy = vl_trace_create(lab, plenty);
    make_shots(lab, first, &random, shots, FRAMES);
    for (int k = 0; k < 4 * FRAMES; k++) {
        const vl_trace *trace = k < 2 * FRAMES ? first : copy;
        int i = k / 2 % FRAMES, lane = k % 2;
        vl_reading reading = {0}, numbered = {0};
        vl_vec3 place;
        if (k == 2 * FRAMES) {
            vl_trace_copy(copy, first);
            vl_trace_clear(first);
        }
        assert_int_equal(vl_trace_count(trace), FRAMES);
        assert_true(vl_trace_end(trace) == lab->now.time);
        assert_remembered(trace, &shots[i], lane, 5);
        assert_true(vl_trace_reading(trace, lane, shots[i].reading[lane].time, &reading));
        vl_trace_reading_at(trace, lane, i, &numbered);
        assert_same_reading(&reading, &shots[i].reading[lane]);
        assert_same_reading(&numbered, &shots[i].reading[lane]);
        assert_true(vl_trace_place_at(trace, lane, i, 4, &place) == shots[i].time[lane]);
        assert_true(place.x == shots[i].x[lane][0][4] && place.y == shots[i].x[lane][1][4]);
    }
}

// Each figure is known to the rounding of the part, which is that of the times over their distance.
static void assert_between(const vl_trace *trace, const vl_reading *a, const vl_reading *b,
                           double part)
{
    double of_a[15], of_b[15], of_mix[15];
    vl_reading reading = {0};
    assert_true(vl_trace_reading(trace, 0, a->time + part * (b->time - a->time), &reading));
    assert_int_equal(reading.broken, a->broken);
    figures_of(a, of_a);
    figures_of(b, of_b);
    figures_of(&reading, of_mix);
    for (int k = 0; k < 14; k++) {
        double wanted = of_a[k] + part * (of_b[k] - of_a[k]);
        double room = 1e-12 * (fabs(of_a[k]) + fabs(of_b[k]));
        if (!isnan(wanted) && !(fabs(of_mix[k] - wanted) <= room))
            fail_msg("figure %d: %.17g instead of %.17g", k, of_mix[k], wanted);
    }
}

// Between two readings each figure is on their line; the links that broke are those of the first.
TEST(a_reading_between_two_is_on_their_line)
{
    static const char *const texts[] = {rope, rods};
    vl_random random = {5};
    for (int k = 0; k < COUNT(texts); k++) {
        shot shots[FRAMES];
        OWNED(vl_scene) *scene = scene_of(texts[k]);
        OWNED(vl_lab) *lab = lab_of(scene);
        OWNED(vl_trace) *trace = vl_trace_create(lab, plenty);
        make_shots(lab, trace, &random, shots, 10);
        vl_lab_settle(lab, 0);
        vl_world_break_links(lab->runs[0].world, (int[]){0}, 1);
        vl_lab_disturbed(lab, 0, VL_CAUSE_SETTING);
        make_shots(lab, trace, &random, shots + 10, FRAMES - 10);
        assert_true(shots[9].reading[0].broken == 0 && shots[11].reading[0].broken == 1);
        assert_int_equal(shots[9].reading[0].time < shots[9].time[0], texts[k] == rods);
        for (int i = 0; i + 1 < FRAMES; i++)
            if (shots[i].reading[0].time < shots[i + 1].reading[0].time)
                assert_between(trace, &shots[i].reading[0], &shots[i + 1].reading[0],
                               vl_random_uniform(&random, 0.01, 0.99));
    }
}

TEST(nothing_is_said_of_times_outside_of_the_trace)
{
    vl_random random = {7};
    shot shots[3];
    OWNED(vl_scene) *scene = scene_of(rope);
    OWNED(vl_lab) *lab = lab_of(scene);
    OWNED(vl_trace) *trace = vl_trace_create(lab, plenty);
    assert_true(vl_trace_end(trace) == -HUGE_VAL);
    make_shots(lab, trace, &random, shots, 3);
    const double outside[] = {
        -1,       0,          nextafter(shots[0].time[0], 0), nextafter(shots[2].time[0], 9),
        HUGE_VAL, (double)NAN};
    for (int i = 0; i < COUNT(outside); i++) {
        vl_vec3 place = {1, 2, 3};
        double x[VL_AXES][8] = {{4}};
        vl_reading reading = {.energy = 5, .time = 6, .broken = 7};
        double *const axes[VL_AXES] = {x[0], x[1], x[2]};
        assert_false(vl_trace_place(trace, 0, 1, outside[i], &place));
        assert_false(vl_trace_places(trace, 0, outside[i], axes));
        assert_false(vl_trace_reading(trace, 0, outside[i], &reading));
        assert_true(place.x == 1 && place.y == 2 && place.z == 3 && x[0][0] == 4);
        assert_true(reading.energy == 5 && reading.time == 6 && reading.broken == 7);
    }
    vl_trace_clear(trace);
    vl_vec3 place;
    assert_int_equal(vl_trace_count(trace), 0);
    assert_false(vl_trace_place(trace, 0, 1, shots[1].time[0], &place));
}

// Somebody goes back in time, and on from there with other frames.
TEST(what_is_added_replaces_all_that_is_not_earlier)
{
    vl_random random = {11};
    shot old[FRAMES], fresh[FRAMES];
    OWNED(vl_scene) *scene = scene_of(rope);
    OWNED(vl_lab) *lab = lab_of(scene), *again = lab_of(scene);
    OWNED(vl_trace) *trace = vl_trace_create(lab, plenty);
    make_shots(lab, trace, &random, old, FRAMES);
    int before = 0;
    for (int i = 0; i < 12; i++) {
        assert_true(vl_lab_advance(again, 0.0171));
        vl_trace_add(trace, again);
        fresh[i] = shot_of(again);
        if (i == 0)
            for (before = 0; old[before].time[0] < fresh[0].time[0];)
                before++;
        assert_int_equal(vl_trace_count(trace), before + 1 + i);
    }
    assert_true(before > 0 && vl_trace_end(trace) == again->now.time);
    again->runs[1].world->particles.x[0][3] += 1;
    vl_trace_add(trace, again); // the same moment, where a hand has placed something
    fresh[11] = shot_of(again);
    assert_int_equal(vl_trace_count(trace), before + 12);
    for (int i = 0; i < before; i++)
        assert_remembered(trace, &old[i], 0, 5);
    for (int i = 0; i < 12; i++)
        assert_remembered(trace, &fresh[i], 1, 5);
}

// A path x = t³ is met exactly, as four points decide a cubic; the error of a sine of 1 rad/s at
// instants h apart is at most 9/16 h⁴/24 between the inner two.
TEST(places_between_stored_instants_are_those_of_a_cubic)
{
    OWNED(vl_scene) *scene = scene_of(rope);
    OWNED(vl_lab) *lab = lab_of(scene);
    OWNED(vl_trace) *trace = vl_trace_create(lab, plenty);
    double *const *places = lab->runs[0].world->particles.x;
    double h = 0.1;
    for (int i = 0; i < 30; i++, lab->now.frames++) {
        double t = h * i;
        lab->now.time = lab->runs[0].now.time = t;
        places[0][3] = t * t * t;
        places[1][3] = sin(t);
        vl_trace_add(trace, lab);
    }
    for (double t = h; t < 28 * h; t += 0.013) {
        vl_vec3 x;
        assert_true(vl_trace_place(trace, 0, 3, t, &x));
        assert_true(fabs(x.x - t * t * t) < 1e-12);
        assert_true(fabs(x.y - sin(t)) <= 9.0 / 16 / 24 * h * h * h * h);
    }
}

// --- memory ---

// Whenever a trace of n instants is full its interval doubles, to J frames. Then n instants cover
// the F frames so far, J/2 apart but for one at each doubling before: J ≤ 2 F/(n − doublings).
static void assert_covers(const char *text, size_t bytes, int most, int frames)
{
    OWNED(vl_scene) *scene = scene_of(text);
    OWNED(vl_lab) *lab = lab_of(scene);
    OWNED(vl_trace) *trace = vl_trace_create(lab, bytes);
    size_t size = vl_trace_bytes(trace);
    const double dt = 0.0078125; // without rounding in its sums
    int doublings = (int)ceil(log2((double)frames / most)) + 1;
    double widest = 0, last = dt;
    for (int i = 0; i < frames; i++) {
        assert_true(vl_lab_advance(lab, dt));
        vl_trace_add(trace, lab);
        assert_true(vl_trace_count(trace) <= most);
    }
    for (int i = 0; i < vl_trace_count(trace); i++) {
        vl_vec3 x;
        double time = vl_trace_place_at(trace, 0, i, 0, &x);
        assert_true(i == 0 ? time == dt : time > last);
        widest = fmax(widest, time - last);
        last = time;
    }
    widest = fmax(widest, lab->now.time - last);
    assert_true(widest <= 2 * lab->now.time / (most - doublings));
    assert_true(vl_trace_count(trace) >= most / 2 && vl_trace_bytes(trace) == size);
}

// The instants that a trace stores, by their number.
static void assert_same_instants(const vl_trace *a, const vl_trace *b)
{
    assert_int_equal(vl_trace_count(a), vl_trace_count(b));
    assert_true(vl_trace_end(a) == vl_trace_end(b));
    for (int i = 0; i < vl_trace_count(a); i++) {
        vl_vec3 x, y;
        assert_true(vl_trace_place_at(a, 1, i, 3, &x) == vl_trace_place_at(b, 1, i, 3, &y));
        assert_true(x.x == y.x && x.y == y.y && x.z == y.z);
    }
}

TEST(a_copy_of_a_thinned_trace_goes_on_like_it)
{
    OWNED(vl_scene) *scene = scene_of(rope);
    OWNED(vl_lab) *lab = lab_of(scene);
    OWNED(vl_trace) *trace = vl_trace_create(lab, 1), *copy = vl_trace_create(lab, 1);
    for (int i = 0; i < 300; i++) {
        assert_true(vl_lab_advance(lab, 0.01));
        vl_trace_add(trace, lab);
        if (i == 50)
            vl_trace_copy(copy, trace);
        if (i > 50)
            vl_trace_add(copy, lab);
    }
    assert_same_instants(trace, copy);
}

// An instant of a lane has 16 numbers and three for each particle; with the time there are 23 here.
TEST(a_full_trace_still_covers_the_whole_run)
{
    static const char two[] = "format: 1\nintegrator: verlet\ngravity: [0, -9.81]\n"
                              "particles: [{at: [0, 0]}, {at: [1, 0]}]\n";

    static const struct {
        int instants, frames;
    } rows[] = {{64, 3000}, {65, 3000}, {9, 700}, {200, 201}};

    for (int i = 0; i < COUNT(rows); i++)
        assert_covers(two, (size_t)rows[i].instants * 23 * sizeof(double), rows[i].instants,
                      rows[i].frames);
    assert_covers(two, 1, 8, 700);
}

// --- lanes with frames of their own ---

// A body that nothing acts on is on a line, and so is the cubic through any of its places: also
// where a lane with longer frames has the same state at several instants, and at either end.
TEST(a_lane_of_longer_frames_is_known_between_them)
{
    static const char text[] = "format: 1\nintegrator: rk4\n"
                               "particles: [{at: [1, 2, 3], velocity: [3, -2, 1]}]\n"
                               "compare: [{integrator: rk4}, {timestep: fixed:0.05}]\n";
    vl_random random = {17};
    OWNED(vl_scene) *scene = scene_of(text);
    OWNED(vl_lab) *lab = lab_of(scene);
    OWNED(vl_trace) *trace = vl_trace_create(lab, plenty);
    shot shots[200];
    make_shots(lab, trace, &random, shots, 200);
    for (int lane = 0; lane < 2; lane++)
        for (int i = 0; i < 500; i++) {
            vl_vec3 x;
            double t = vl_random_uniform(&random, shots[0].time[lane], shots[199].time[lane]);
            assert_true(vl_trace_place(trace, lane, 0, t, &x));
            // weights of up to some ten, of numbers of up to some ten
            vl_vec3 wanted = {1 + 3 * t, 2 - 2 * t, 3 + t};
            assert_true(vl_length(vl_sub(x, wanted)) < 1e-12);
        }
    assert_true(shots[0].time[1] == shots[1].time[1]);
}
