#include "lab/open_frame.h"

void vl_open_frame_leave(vl_lab *lab)
{
    lab->interrupted = false;
    if (lab->rounds > 0)
        return;
    lab->now = lab->before_frame;
    for (int i = 0; i < lab->count; i++)
        vl_lane_clock_take_frame_back(&lab->runs[i].clock);
}
