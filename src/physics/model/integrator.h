#pragma once
/// What an integrator is.

#include "base/arena.h"

#include <stdbool.h>

typedef struct vl_world vl_world;

typedef struct vl_integrator {
    const char *key;   ///< its key on the keyboard, as shown on the screen: "3", "B", "Ctrl+B"
    const char *name;  ///< "corrected-tcv": command line, scene files, CSV
    const char *title; ///< "Time-corrected Verlet": screen
    const char *label; ///< "TCV": where there is little room, at a ball or in the card
    const char *formula; ///< UTF-8, one or two lines: x, v, a at tₙ; ′ at tₙ₊₁; ₋ at tₙ₋₁
    const char *summary;    ///< one sentence for help and documentation
    const char *source;     ///< publication, with the number of the equation
    const char *conserves;  ///< which of angular momentum, areas of phase space and energy it
                            ///< conserves where the exact motion does. All conserve the momentum:
                            ///< that is said only of a method that needs a constant dt for it.
                            ///< "grows", "falls": what the energy of an oscillator does
    const char *reversible; ///< steps that lead back to the start, made backward from the end: "any
                            ///< dt", "constant dt" or "no dt"
    int order;              ///< global order of the error with a constant dt, whatever forces see
    int order_random_dt;    ///< the same with random steps of 0.5–1.5 times the mean
    /// Evaluations of the acceleration per step. An implicit method needs more where the force is
    /// not linear: this is one at the beginning, and two for a Newton step and its residual.
    int evaluations;
    int evaluations_with_v; ///< evaluations per step where forces depend on the velocity
    bool turns; ///< it turns velocities as magnetic fields do, and needs no second evaluation for
                ///< forces with vl_force_kind.turning
    bool keeps_positions; ///< its state is (xₙ, xₙ₋₁) and its velocity an estimate; else its
                          ///< velocity is state
    bool keeps_half_step;  ///< its state has the velocity half a step ago, too
    bool uses_previous_dt; ///< its formula contains dt₋
    bool implicit;         ///< it solves an equation in every step

    /// Makes world->integrator_memory, for the present springs. NULL: it needs none.
    void *(*create)(vl_arena *arena, const vl_world *world);

    double position_bias; ///< under a constant acceleration a, a step moves x as if x″ were (1 +
                          ///< position_bias) a: −1 if the old velocity moves x, 1 if the new one
                          ///< does, else 0

    /// Builds the method's own state from x(tₙ), v(tₙ) in the slots [first, last). The step that
    /// led to tₙ is taken to be `h` s long. The acceleration is current.
    void (*begin)(vl_world *world, int first, int last, double h);

    /// Predicts: x becomes the position at tₙ + dt before links are solved, x_old the position at
    /// tₙ.
    void (*move)(vl_world *world, double dt);

    /// Completes the velocity at tₙ + dt after the links are solved. May be NULL.
    void (*finish)(vl_world *world, double dt);
} vl_integrator;
