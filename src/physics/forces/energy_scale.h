#pragma once
/// The scale of an energy error: what part of the energy can move at all. It is found from
/// differences of potentials alone, so that neither the origin nor the zero of a potential matters,
/// and from the initial state alone, but for falls that something may stop: how far these go is
/// known by what they have done.

#include "physics/model/model.h"

/// All in J, but for the two of the fall.
typedef struct vl_energy_scale {
    double motion;  ///< kinetic energy at the start. Where nothing from outside acts, that of the
                    ///< motion of the centre of mass, which no method changes, is left out
    double swing;   ///< potential energy that springs, harmonic forces, colliders and gravity lose
                    ///< from the start down to the lowest place that links and level ground allow
    double parting; ///< work that would part bodies that attract each other, or bring them where
                    ///< the force vanishes
    double still;   ///< stands in where all of these are next to nothing: weight times size of the
                    ///< scene, or 1 J for each kg without gravity
    double least;   ///< below this the sum of motion, swing and parting is next to nothing
    bool weighs;    ///< there is gravity
    double fall_speed;  ///< Σ m g·v, W, of the particles that neither links nor level ground hold
    double fall_square; ///< Σ m g², W/s, of these
    bool hindered;      ///< colliders, forces or damping may stop them or slow them down
    double sure;        ///< part of swing: their falls to slopes
    double potential;   ///< of all, at the start
    double released; ///< the most that the potential has lost since, see vl_energy_scale_follow()
} vl_energy_scale;

/// The scale of a world at its start, time 0, whose velocity is current. The lowest place of
/// springs is where projected descents with momentum end. That of rods and strings is, for each
/// particle alone, below the points to which it is tied. Ground is level where its normal is
/// vertical and its surface flat. What is above a slope falls at least as far as to it.
vl_energy_scale vl_energy_scale_of(const vl_world *world);

/// Takes the potential energy of an instant along the motion, J; NaN is nothing.
void vl_energy_scale_follow(vl_energy_scale *scale, double potential);

/// The potential energy of all at rest, J: in the lowest place, where there is gravity and nothing
/// falls freely. Else that of the start with gravity, and 0 without.
double vl_energy_scale_rest(const vl_energy_scale *scale);

/// The scale at the time `t` (s), J, > 0: motion + swing + parting + what falls have released until
/// then. Where nothing can hinder them, that is m g h of an undisturbed fall, and the scale is at
/// least that of a fall by the size of the scene. Where something can, it is what the potential has
/// really lost along the motion so far beyond swing and parting, at most the undisturbed fall: it
/// stays where the motion ends, and a gain does not raise it.
double vl_energy_scale_at(const vl_energy_scale *scale, double t);

/// The same at the time `t` (s) as if nothing hindered any fall, J: known before the motion.
double vl_energy_scale_most(const vl_energy_scale *scale, double t);

/// False where the scale stands in for a fall that may be hindered and has not begun.
bool vl_energy_scale_is_known(const vl_energy_scale *scale, double t);

/// A part of the scale.
typedef struct vl_energy_part {
    const char *name; ///< "start against rest"
    double joule;
} vl_energy_part;

enum { VL_ENERGY_PARTS = 4 };

/// Fills in the parts of which the scale at the time `t` is the sum, and returns how many: at least
/// one.
int vl_energy_scale_parts(const vl_energy_scale *scale, double t,
                          vl_energy_part parts[VL_ENERGY_PARTS]);
