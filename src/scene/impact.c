#include "scene/impact.h"

#include "base/elementary.h"
#include "base/memory.h"
#include "physics/colliders/colliders.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

// Impacts to measure: in equal steps they differ by the part of the step in which they begin, in
// others by the frames, too.
enum { EQUAL_STARTS = 16, OTHER_STARTS = 48 };

// A part of the tolerance is kept for the impacts between those that are measured. A step that is
// proposed has to be better: the error does not fall evenly with the step.
typedef struct margin {
    double accepted, proposed;
} margin;

static const margin with_equal_steps = {0.9 * VL_IMPACT_TOLERANCE, 0.75 * VL_IMPACT_TOLERANCE};
static const margin with_other_steps = {0.75 * VL_IMPACT_TOLERANCE, 0.6 * VL_IMPACT_TOLERANCE};

// A contact lasts π √(m/k) at most, and twice that where gravity presses; whoever is still inside
// after twice that does not come out, or creeps with a speed that does not change any more.
static const double longest_contact = 6.3;

// Where a few frames are long and most are short, an impact between the long ones takes any number
// of steps. So many are made at most; after that nothing is said against the steps.
enum { MOST_STEPS = 50000 };

// --- one impact ---

// Where an impact begins.
typedef struct start {
    int frame;    // of the list
    double phase; // 0…1, of the second step
    int late;     // the frame, from this start, that is the late one; −1: none
} start;

// Length of step `i` from a start.
static double step_of(const vl_impact *impact, const start *s, int i)
{
    const vl_frames *f = impact->frames;
    int frame = i / f->substeps;
    double length = frame == s->late ? f->late : f->list[(s->frame + frame) % f->count];
    return impact->unit * length / f->substeps;
}

// A ball of 1 kg and radius 1 m that comes down on y = 0 at 1 m/s, `phase` of the second step after
// the first.
static vl_world *falling_ball(const vl_impact *impact, const start *s)
{
    double before = step_of(impact, s, 0) + s->phase * step_of(impact, s, 1);
    vl_world *world = vl_world_create(1);
    world->integrator = impact->integrator;
    world->gravity = (vl_vec3){0, -impact->press, 0};
    world->particles.radius[0] = 1;
    world->particles.x[1][0] = 1 + before - 0.5 * impact->press * before * before;
    world->particles.v[1][0] = impact->press * before - 1;
    world->collider_count = 1;
    world->colliders = vl_alloc(1, sizeof *world->colliders);
    world->colliders[0] = (vl_collider){.kind = &vl_collider_plane,
                                        .response = VL_RESPONSE_PENALTY,
                                        .restitution = impact->restitution,
                                        .stiffness = 1,
                                        .normal = {0, 1, 0}};
    vl_world_link(world, NULL, 0);
    return world;
}

// The speed of the ball at the surface, from that at its height. Gravity keeps the rest inside.
static double speed_at_surface(const vl_world *world, double press, bool out)
{
    double v = vl_world_velocity(world)[1][0], height = world->particles.x[1][0] - 1;
    if (press == 0 || !isfinite(v))
        return v;
    return out ? sqrt(fmax(v * v + 2 * press * height, 0)) : 0;
}

// The speed with which it leaves. The force of an explicit method is that of the step's start, and
// two steps after the contact nothing of it is left in any state.
static double speed_after(const vl_impact *impact, const start *s)
{
    vl_world *world = falling_ball(impact, s);
    const double *y = world->particles.x[1];
    bool inside = false, out = false;
    double end = (impact->press > 0 ? 2 : 1) * longest_contact;
    end += step_of(impact, s, 0) + step_of(impact, s, 1) + (s->late >= 0 ? longest_contact : 0);
    int i = 0;
    while (!out && i < MOST_STEPS && world->now.time < end &&
           vl_world_step(world, step_of(impact, s, i++))) {
        out = inside && y[0] > 1;
        inside = y[0] < 1;
    }
    for (int k = 0; k < 2; k++)
        (void)vl_world_step(world, step_of(impact, s, i++));
    vl_world_synchronise(world);
    double v = i < MOST_STEPS ? speed_at_surface(world, impact->press, out) : impact->restitution;
    vl_world_free(world);
    return v;
}

// --- many ---

static bool has_equal_steps(const vl_impact *impact)
{
    return impact->frames->count == 1 && !impact->late;
}

static int start_count(const vl_impact *impact)
{
    return has_equal_steps(impact) ? EQUAL_STARTS : OTHER_STARTS;
}

// The late frame begins at a time between the first touch and the end of the contact.
static int late_frame(const vl_impact *impact, double part)
{
    const vl_frames *f = impact->frames;
    double frames = VL_PI / (impact->unit * vl_frames_longest(f));
    return (int)(1.0 / f->substeps + part * fmin(frames, 1e6));
}

static start start_of(const vl_impact *impact, int i)
{
    const vl_frames *f = impact->frames;
    int count = start_count(impact);
    double part = (double)i / count;
    return (start){.frame = (int)((double)f->count * part + i) % f->count,
                   .phase = has_equal_steps(impact) ? part : fmod(i * 0.6180339887498949, 1),
                   .late = impact->late ? late_frame(impact, part) : -1};
}

// What is left of the speed where that is farthest from the restitution; this ends with the first
// impact that is more than `most` off.
static double farthest(const vl_impact *impact, double most)
{
    double worst = 0, left = impact->restitution;
    for (int i = 0; i < start_count(impact); i++) {
        start s = start_of(impact, i);
        double v = speed_after(impact, &s), off = fabs(v - impact->restitution);
        if (off > worst || !isfinite(v)) {
            worst = off;
            left = v;
        }
        if (!(off <= most))
            break;
    }
    return left;
}

double vl_impact_worst(const vl_impact *impact)
{
    return farthest(impact, HUGE_VAL);
}

double vl_impact_error(const vl_impact *impact)
{
    double left = vl_impact_worst(impact);
    return isfinite(left) ? fabs(left - impact->restitution) : HUGE_VAL;
}

// --- how long steps may be ---

// With this √(k/m) the longest substep is a short step.
static double unit_of_short_steps(const vl_frames *frames)
{
    return VL_IMPACT_SHORT_STEP * frames->substeps / vl_frames_longest(frames);
}

// In shorter steps than the short one only time would pass.
static bool is_good(const vl_impact *impact, double scale, double most)
{
    vl_impact shorter = *impact;
    shorter.unit *= scale;
    if (!has_equal_steps(impact))
        shorter.unit = fmax(shorter.unit, scale * unit_of_short_steps(impact->frames));
    return fabs(farthest(&shorter, most) - impact->restitution) <= most;
}

bool vl_impact_is_short(const vl_impact *impact)
{
    const vl_frames *f = impact->frames;
    double longest = impact->late ? f->late : vl_frames_longest(f);
    double limit = impact->press > 0 ? VL_IMPACT_SHORT_STEP / 4 : VL_IMPACT_SHORT_STEP;
    return impact->unit * longest / f->substeps <= limit;
}

// A long step can be right by chance: with dt √(k/m) = 1 a spring comes back after three steps
// exactly, and with the number of steps in a contact the error rises and falls. So shorter ones
// have to be right, too.
static bool measure(const vl_impact *impact, bool proposed)
{
    static const double parts[] = {1, 0.97, 0.94, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5};
    const margin *room = has_equal_steps(impact) ? &with_equal_steps : &with_other_steps;
    double most = proposed ? room->proposed : room->accepted;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!is_good(impact, parts[i], most))
            return false;
    return true;
}

// --- what was measured already ---

// A scene is read again and again while it is edited, mostly with the penalties that it had. An
// answer depends on these numbers alone.
typedef struct answer {
    const vl_integrator *integrator; // NULL: there is no answer here
    double numbers[6];
    uint64_t steps; // a sum over the list of steps
    bool keeps;
} answer;

// FNV-1a (Fowler, Noll, Vo) over the bytes of the list.
static uint64_t sum_of_steps(const vl_frames *frames)
{
    const unsigned char *bytes = (const unsigned char *)frames->list;
    size_t size = (size_t)frames->count * sizeof *frames->list;
    uint64_t sum = 0xcbf29ce484222325;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ bytes[i]) * 0x100000001b3;
    return sum;
}

static answer question(const vl_impact *impact, bool proposed)
{
    return (answer){.integrator = impact->integrator,
                    .numbers = {impact->restitution, impact->press, impact->unit,
                                impact->frames->substeps, impact->late ? impact->frames->late : -1,
                                proposed},
                    .steps = sum_of_steps(impact->frames)};
}

static bool is_same(const answer *a, const answer *b)
{
    return a->integrator == b->integrator && a->steps == b->steps &&
           memcmp(a->numbers, b->numbers, sizeof a->numbers) == 0; // NOLINT: the same bits
}

bool vl_impact_keeps(const vl_impact *impact, bool proposed)
{
    enum { REMEMBERED = 128 };

    static _Thread_local answer answers[REMEMBERED];
    static _Thread_local int next;
    if (vl_impact_is_short(impact) && has_equal_steps(impact) && impact->press == 0)
        return true;
    answer asked = question(impact, proposed);
    for (int i = 0; i < REMEMBERED; i++)
        if (is_same(&answers[i], &asked))
            return answers[i].keeps;
    asked.keeps = measure(impact, proposed);
    answers[next] = asked;
    next = (next + 1) % REMEMBERED;
    return asked.keeps;
}

// --- gravity alone ---

double vl_impact_most_press(double restitution)
{
    enum { HALVINGS = 24 };

    double step = 0.02, low = 1e-5, high = 10;
    vl_frames frames = {.list = &step, .count = 1, .substeps = 1};
    const start at_once = {0, 0.5, -1};
    vl_impact impact = {.integrator = vl_integrator_find("rk4"),
                        .restitution = restitution,
                        .unit = 1,
                        .frames = &frames};
    for (int i = 0; i < HALVINGS; i++) {
        impact.press = sqrt(low * high);
        double off = fabs(speed_after(&impact, &at_once) - restitution);
        if (off > VL_IMPACT_TOLERANCE)
            high = impact.press;
        else
            low = impact.press;
    }
    return high == 10 ? HUGE_VAL : low;
}
