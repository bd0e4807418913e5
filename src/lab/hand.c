#include "lab/hand.h"

vl_vec3 vl_hand_place(const vl_hand_sample *samples, int count, double time)
{
    const vl_hand_sample *s = samples;
    if (time <= s[0].time)
        return s[0].at;
    for (int i = 1; i < count; i++)
        if (time <= s[i].time)
            return vl_lerp(s[i - 1].at, s[i].at,
                           (time - s[i - 1].time) / (s[i].time - s[i - 1].time));
    return s[count - 1].at;
}

vl_vec3 vl_hand_speed(const vl_hand_sample *samples, int count, double time,
                      const vl_mistake *mistake, double frame)
{
    double span = mistake && mistake->hand_of_last_frame ? frame : VL_HAND_TIME;
    double begin = fmax(time - span, samples[0].time);
    if (!(time > begin))
        return (vl_vec3){0, 0, 0};
    vl_vec3 displacement =
        vl_sub(vl_hand_place(samples, count, time), vl_hand_place(samples, count, begin));
    return vl_scale(displacement, 1 / (time - begin));
}
