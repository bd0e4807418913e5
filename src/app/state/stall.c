#include "app/state/stall.h"

#include "app/state/state.h"

void vl_stalls_frame_ends(vl_stalls *stalls, double work)
{
    stalls->work = work;
    stalls->spent = stalls->whole ? work : fmin(stalls->spent, work);
}

double vl_stalls_usual_length(const vl_stalls *stalls)
{
    double sorted[VL_STALL_FRAMES];
    int count = stalls->usual_count < VL_STALL_FRAMES ? stalls->usual_count : VL_STALL_FRAMES;
    for (int i = 0; i < count; i++) {
        int k = i;
        for (; k > 0 && sorted[k - 1] > stalls->usual[i]; k--)
            sorted[k] = sorted[k - 1];
        sorted[k] = stalls->usual[i];
    }
    return count > 0 ? sorted[(count - 1) / 2] : 0;
}

// Work that ends within a usual frame delays nothing. Beyond it, the display shows the frame one
// usual frame later for each that has begun. So a stall counts for the difference of two numbers of
// frames: those that all the work needs, and those that it would need without the stall.
double vl_stalls_take_off(vl_stalls *stalls, double measured)
{
    double usual = vl_stalls_usual_length(stalls), left = measured;
    if (stalls->spent > 0 && usual > 0) {
        double without = fmax(1, ceil((stalls->work - stalls->spent) / usual));
        double late = usual * fmax(0, ceil(stalls->work / usual) - without);
        left = late > 0 ? fmax(measured - late, fmin(measured, usual)) : measured;
    } else if (stalls->spent > 0 && stalls->whole) {
        left = 0;
    }
    stalls->since = left < measured ? 0 : stalls->since + measured;
    if (left < measured) {
        stalls->last = usual > 0 ? measured - left : 0; // the start of the program delays no frame
        stalls->total += measured - left;
    } else if (measured > 0) {
        stalls->usual[stalls->usual_count++ % VL_STALL_FRAMES] = measured;
    }
    stalls->spent = stalls->work = 0;
    stalls->whole = false;
    return left;
}

void vl_app_stall(vl_app *app)
{
    if (app->stalls.depth++ == 0)
        app->stalls.begun = app->platform->now(app->platform);
}

void vl_app_stall_end(vl_app *app)
{
    if (--app->stalls.depth == 0)
        app->stalls.spent += app->platform->now(app->platform) - app->stalls.begun;
}
