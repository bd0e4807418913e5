#pragma once
/// What the lanes are compared by, over the whole run, for the plots. In a long run the older
/// points are thinned out. Where one has gone back, the points ahead stay as long as the run can go
/// there.

#include "app/state/quantity.h"
#include "ui/series.h"

typedef struct vl_course {
    vl_series of[VL_QUANTITIES]; ///< in the units of the quantities, over s
} vl_course;

/// Empties the course. A fresh one is `{0}`, to be cleared before anything is added.
void vl_course_clear(vl_course *course);
void vl_course_free(vl_course *course);

/// Takes a complete reading. It replaces that of the same instant; one of an earlier instant is
/// known already.
void vl_course_add(vl_course *course, const vl_reading *reading);

/// Takes a position error that a reference run has found, m at a time, s.
void vl_course_add_position(vl_course *course, double time, double error);

/// Drops what comes after `time`, s.
void vl_course_cut(vl_course *course, double time);

/// Empties a series of a course, and adds a point to it, by the same rules.
void vl_course_clear_series(vl_series *series);
void vl_course_add_point(vl_series *series, double x, double y);
