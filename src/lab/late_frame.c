#include "lab/late_frame.h"

#include "lab/stability.h"
#include "physics/forces/forces.h"
#include "physics/forces/frequency.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// --- the limit ---

static double spring_frequency(const vl_world *world)
{
    if (!vl_frequency_exists(world))
        return 0;
    vl_frequency *frequency = vl_frequency_create(world);
    double omega = vl_frequency_highest(frequency, world).omega;
    vl_frequency_free(frequency);
    return omega > 0 ? omega : 0;
}

// √(k/m) of the stiffest penalty and the lightest particle that can move.
static double penalty_frequency(const vl_world *world)
{
    const vl_particles *p = &world->particles;
    double lightest = HUGE_VAL, stiffest = 0;
    for (int i = 0; i < p->count; i++)
        if (p->inverse_mass[i] > 0)
            lightest = fmin(lightest, p->mass[i]);
    for (int i = 0; i < world->collider_count; i++)
        if (world->colliders[i].response == VL_RESPONSE_PENALTY)
            stiffest = fmax(stiffest, world->colliders[i].stiffness);
    return sqrt(stiffest / lightest);
}

void vl_late_frame_begin(vl_late_frame *late, const vl_world *world)
{
    *late = (vl_late_frame){.omega = spring_frequency(world),
                            .soft = penalty_frequency(world),
                            .linked = world->links.hard_count > 0};
}

static bool has_limit(const vl_late_frame *late)
{
    return late->omega > 0 || late->soft > 0;
}

static void follow_method(vl_late_frame *late, const vl_integrator *method)
{
    if (late->method == method)
        return;
    late->method = method;
    late->limit = has_limit(late) ? vl_stability_limit(method) : 0;
    late->frame = late->count = 0;
    late->largest = 0;
    late->latest = late->grown = late->ungrown = late->blown = (vl_frame_look){0};
}

void vl_late_frame_take(vl_late_frame *late, const vl_world *world, double dt)
{
    if (world->now.diverged)
        return;
    follow_method(late, world->integrator);
    bool inside = late->soft > 0 && vl_energy_contacts(world) > 0;
    double omega = fmax(late->omega, inside ? late->soft : 0);
    double product = omega * dt / world->solver.substeps;
    int64_t number = world->now.frames + 1;
    late->largest = fmax(late->largest, product);
    if (!(product > late->limit))
        return;
    // after the energy has grown, what is beyond goes on with it: a ball is thrown up between
    // contacts
    bool goes_on = late->frame > 0 && (number == late->last + 1 || late->grown.step > 0);
    late->last = number;
    if (!goes_on) {
        late->frame = number;
        late->count = 0;
        late->time = world->now.time;
        late->dt = dt;
        late->product = product;
    }
    late->count++;
}

// --- the growth ---

// After so many frames with little energy a growth is over. Where steps alternate, plain Verlet has
// much and little in turn.
enum { CALM_FRAMES = 60 };

void vl_late_frame_look(vl_late_frame *late, const vl_reading *reading)
{
    const vl_frame_look now = {reading->step, reading->time, reading->dt, reading->energy_error};
    if (now.step == late->latest.step)
        return;
    late->calm = now.error <= VL_GROWN ? late->calm + 1 : 0;
    if (late->calm >= CALM_FRAMES)
        late->grown.step = 0;
    if (late->calm == 0 && late->grown.step == 0) {
        late->grown = now;
        late->ungrown = late->latest;
    }
    if (late->blown.step == 0 && fabs(now.error) > VL_BLOWN_UP)
        late->blown = now;
    late->latest = now;
}

// --- the words ---

static void add(char *buffer, const char *sentence)
{
    size_t length = strlen(buffer);
    snprintf(buffer + length, VL_LATE_FRAME_TEXT - length, "%s%s", length > 0 ? " " : "", sentence);
}

// Where no frame was beyond a limit.
static void tell_growth(const vl_late_frame *late, char *buffer)
{
    const vl_frame_look *grown = &late->grown, *before = &late->ungrown;
    char sentence[240], after[60] = "";
    if (grown->step == 0) {
        add(buffer, "No frame can be named: the last energies that were known had not grown.");
        return;
    }
    if (before->step > 0)
        snprintf(after, sizeof after, ", after one of %.4g ms", 1e3 * before->dt);
    snprintf(sentence, sizeof sentence,
             "The energy began to grow in frame %lld at t = %.4g s, of %.4g ms%s: its error was "
             "%.3g before and %.3g after it.",
             (long long)grown->step, grown->time - grown->dt, 1e3 * grown->dt, after, before->error,
             grown->error);
    add(buffer, sentence);
}

static void tell_limit(const vl_late_frame *late, char *buffer)
{
    const char *name = late->method->title;
    if (late->limit == 0)
        snprintf(buffer, VL_LATE_FRAME_TEXT, "%s grows at every step where something swings.",
                 name);
    else if (late->frame == 0)
        snprintf(buffer, VL_LATE_FRAME_TEXT,
                 "No frame was beyond the limit of %s for equal steps: ω_max h was at most %.3g of "
                 "%.3g.",
                 name, late->largest, late->limit);
    else
        snprintf(buffer, VL_LATE_FRAME_TEXT,
                 "Frame %lld at t = %.4g s began it: its %.4g ms make ω_max h = %.3g, and %s is "
                 "stable below %.3g.%s",
                 (long long)late->frame, late->time, 1e3 * late->dt, late->product, name,
                 late->limit, late->count > 1 ? " The frames after it were beyond, too." : "");
}

const char *vl_late_frame_text(const vl_late_frame *late, char buffer[VL_LATE_FRAME_TEXT])
{
    buffer[0] = '\0';
    if (!late->method)
        return buffer;
    if (has_limit(late))
        tell_limit(late, buffer);
    if (!has_limit(late) || (late->frame == 0 && late->limit > 0))
        tell_growth(late, buffer);
    if (!has_limit(late) && late->linked)
        add(buffer, "Rods and strings have no ω_max that a step could be compared with.");
    return buffer;
}
