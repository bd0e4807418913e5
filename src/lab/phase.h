#pragma once
/// Phase portraits: a closed curve of nearby starts is carried along by a method, and its area in
/// the phase plane of one particle is measured.
///
/// The plane is a coordinate of the particle and its velocity, or the angle and angular velocity of
/// a pendulum. The curve begins as an ellipse around the present state. Each of its points is a
/// world of its own, stepped by the same dt.
///
/// An exact step keeps the sum of the areas in the planes of all particles, each times the mass of
/// its particle (Poincaré's integral invariant ∮ Σ m v dx; Hairer, Lubich, Wanner, Geometric
/// Numerical Integration, 2006, section VI.2). So the area here is that sum, over the mass of the
/// chosen particle. Of a linear step it grows by the determinant of its matrix.

#include "base/error.h"
#include "physics/model/model.h"

enum {
    VL_PHASE_POINTS = 256,        ///< of the curve; even
    VL_PHASE_MOST_PARTICLES = 32, ///< in a scene: the curve has as many copies of it as points
    VL_PHASE_ANGLE = VL_AXES,     ///< the coordinate of a pendulum, after the axes x, y, z
};

#define VL_PHASE_RADIUS 0.1 ///< m or rad, a suitable size of the curve

/// The coordinate is q, in m or rad.
typedef struct vl_phase_plane {
    int slot;      ///< of the particle
    int axis;      ///< 0, 1, 2 or VL_PHASE_ANGLE
    int pivot;     ///< slot of the pin of a pendulum
    double length; ///< m, from the pin to the particle
    double radius; ///< m or rad, half the width of the ellipse
    double rate; ///< 1/s: half its height is radius × rate. The square is |∂a/∂q| at the start,
                 ///< or |g|/length of a pendulum: of an oscillator it is ω. 1 where that is 0
    const char *unit; ///< of q: "m", or "rad" of a pendulum or of a dial
} vl_phase_plane;

/// A point of the plane.
typedef struct vl_phase_point {
    double q; ///< m or rad; an angle is 0 hanging down, and positive towards +x
    double v; ///< m/s or rad/s
} vl_phase_point;

/// Chooses the plane of particle `number`; of the first that has one where it is 0. It is that of
/// the angle of a pendulum, else of the axis of the strongest acceleration or, without one, of the
/// fastest motion. `radius` > 0. False and a message where the particle has no such plane. `world`
/// must be synchronised.
VL_MUST_USE bool vl_phase_choose(const vl_world *world, int number, double radius,
                                 vl_phase_plane *plane, vl_error *error);

/// The coordinate q of the plane, of positions by slot.
double vl_phase_place(const vl_phase_plane *plane, double *const x[VL_AXES]);

/// Why the area changes although a method keeps areas, as a sentence; NULL where no reason is
/// known. Colliders are one where they were `touched`.
const char *vl_phase_hindrance(const vl_world *world, bool touched);

/// What is known of a curve at an instant.
typedef struct vl_phase_reading {
    int64_t steps;
    double time;           ///< s, since the start
    vl_phase_point center; ///< the start without a displacement, as the method moved it
    double area;           ///< m²/s or rad²/s; negative where the curve is turned over
    double ratio;          ///< of this area to that at the start
    double factor;         ///< of the area in one step: |ratio| to the power 1/steps; NaN before
    double error;          ///< of the ratio: the curve is a polygon, and the area of a curve with
                           ///< half the corners tells how much of it that leaves out
    bool resolved; ///< the corners follow the curve: `error` is at most a tenth of the ratio
    bool touched;  ///< a start of the curve has touched a collider
} vl_phase_reading;

/// A curve and what carries it. Others read it.
typedef struct vl_phase_cloud {
    vl_phase_plane plane;
    vl_phase_reading now;                   ///< the area is that of the last measurement
    vl_phase_point points[VL_PHASE_POINTS]; ///< at the last measurement
    bool stopped;                           ///< a world has diverged; nothing changes any more

    // of the work
    vl_world *worlds[VL_PHASE_POINTS + 1]; // the last is the center
    vl_moment clock;                       // its time since the start
    double areas[2];                       // at the start, with all and with half the corners
} vl_phase_cloud;

/// A curve around the state of `world`, which must be synchronised and is unchanged. Free with
/// vl_phase_cloud_free().
vl_phase_cloud *vl_phase_cloud_create(const vl_world *world, const vl_phase_plane *plane,
                                      const vl_integrator *integrator);

/// NULL is allowed.
void vl_phase_cloud_free(vl_phase_cloud *cloud);

/// Makes a frame of `dt` s. `next_dt` is the length of the next frame where that is known, else 0.
/// A dt that cannot be a step is skipped.
void vl_phase_cloud_step(vl_phase_cloud *cloud, double dt, double next_dt);

/// Finds `points`, the centre and the area in `now`. With rods or strings that takes a trial
/// substep of each world.
void vl_phase_cloud_measure(vl_phase_cloud *cloud);
