#include "lab/late_frame.h"

#include "lab/stability.h"
#include "physics/forces/frequency.h"

#include <math.h>
#include <stdio.h>

void vl_late_frame_begin(vl_late_frame *late, const vl_world *world)
{
    *late = (vl_late_frame){.omega = (double)NAN};
    if (!vl_frequency_exists(world))
        return;
    vl_frequency *frequency = vl_frequency_create(world);
    late->omega = vl_frequency_highest(frequency, world).omega;
    vl_frequency_free(frequency);
}

static void follow_method(vl_late_frame *late, const vl_integrator *method)
{
    if (late->method == method)
        return;
    late->method = method;
    late->limit = vl_stability_limit(method);
    late->frame = late->count = 0;
    late->largest = 0;
}

void vl_late_frame_take(vl_late_frame *late, const vl_world *world, double dt)
{
    if (!(late->omega > 0) || world->now.diverged)
        return;
    follow_method(late, world->integrator);
    double product = late->omega * dt / world->solver.substeps;
    int64_t number = world->now.frames + 1;
    late->largest = fmax(late->largest, product);
    if (!(product > late->limit))
        return;
    bool in_a_row = late->frame > 0 && number == late->frame + late->count;
    if (!in_a_row) {
        late->frame = number;
        late->count = 0;
        late->time = world->now.time;
        late->dt = dt;
        late->product = product;
    }
    late->count++;
}

const char *vl_late_frame_text(const vl_late_frame *late, char buffer[VL_LATE_FRAME_TEXT])
{
    const size_t size = VL_LATE_FRAME_TEXT;
    const char *name = late->method ? late->method->title : "";
    buffer[0] = '\0';
    if (!late->method)
        return buffer;
    if (late->limit == 0)
        snprintf(buffer, size, "%s grows at every step where something swings.", name);
    else if (late->frame == 0)
        snprintf(buffer, size,
                 "No frame was beyond the limit of %s for equal steps: ω_max h was at most %.3g of "
                 "%.3g.",
                 name, late->largest, late->limit);
    else
        snprintf(buffer, size,
                 "Frame %lld at t = %.4g s began it: its %.4g ms make ω_max h = %.3g, and %s is "
                 "stable below %.3g.%s",
                 (long long)late->frame, late->time, 1e3 * late->dt, late->product, name,
                 late->limit, late->count > 1 ? " The frames after it were beyond, too." : "");
    return buffer;
}
