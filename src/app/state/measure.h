#pragma once
/// Ruler, protractor and stopwatch: what is measured on the stage.

#include "app/state/session.h"

/// A point: of a particle, which it follows, or of the plane of the scene.
typedef struct vl_measured_point {
    int particle; ///< its number; 0: none
    int lane;     ///< the lane of that particle
    vl_vec3 at;   ///< m, where there is no particle
} vl_measured_point;

typedef struct vl_measure {
    int wanted; ///< points: 2 for a distance, 3 for an angle, the first at its vertex; 0: none
    int count;  ///< points so far
    vl_measured_point points[3];
} vl_measure;

typedef struct vl_stopwatch {
    bool shown, runs;
    double begin, end; ///< s, simulated; `end` where it does not run
} vl_stopwatch;

/// Adds a point; after the last one a new measurement begins with it.
void vl_measure_add(vl_measure *measure, vl_measured_point point);

/// Where a point is now, m.
vl_vec3 vl_measured_place(const vl_session *session, const vl_measured_point *point);

/// Returns the distance, m, or the angle, degrees; NaN before all points are there, and where an
/// arm of the angle has no length.
double vl_measure_value(const vl_session *session, const vl_measure *measure);

/// Starts, stops, or puts the stopwatch away; `time` is the present one, s.
void vl_stopwatch_press(vl_stopwatch *watch, double time);

/// Returns what it shows, s.
double vl_stopwatch_time(const vl_stopwatch *watch, double time);
