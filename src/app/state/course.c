#include "app/state/course.h"

#include <math.h>

enum { MOST_POINTS = 16384 };

void vl_course_clear_series(vl_series *series)
{
    series->most = MOST_POINTS;
    vl_series_clear(series);
}

void vl_course_clear(vl_course *course)
{
    for (int q = 0; q < VL_QUANTITIES; q++)
        vl_course_clear_series(&course->of[q]);
}

void vl_course_free(vl_course *course)
{
    for (int q = 0; q < VL_QUANTITIES; q++)
        vl_series_free(&course->of[q]);
}

void vl_course_add_point(vl_series *series, double x, double y)
{
    if (x < vl_series_newest(series))
        return;
    vl_series_cut(series, x);
    vl_series_thin(&series, 1);
    vl_series_add(series, x, y);
}

// Without an exact solution the position error may come later.
void vl_course_add(vl_course *course, const vl_reading *reading)
{
    for (int q = 0; q < VL_QUANTITIES; q++) {
        double value = vl_quantities[q].of(reading);
        if (q != VL_QUANTITY_POSITION || !isnan(value))
            vl_course_add_point(&course->of[q], reading->time, value);
    }
}

void vl_course_add_position(vl_course *course, double time, double error)
{
    if (isfinite(time) && isfinite(error))
        vl_course_add_point(&course->of[VL_QUANTITY_POSITION], time, error);
}

void vl_course_cut(vl_course *course, double time)
{
    for (int q = 0; q < VL_QUANTITIES; q++)
        vl_series_cut(&course->of[q], nextafter(time, HUGE_VAL));
}
