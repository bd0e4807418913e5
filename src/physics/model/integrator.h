#pragma once
/// What an integrator is.

#include <stdbool.h>

typedef struct vl_world vl_world;

typedef struct vl_integrator {
    const char *key;   ///< of the keyboard, as it is written on the screen: "3", "B"
    const char *name;  ///< "corrected-tcv": command line, scene files, CSV
    const char *title; ///< "Corrected TCV": screen
    const char *formula; ///< UTF-8, one or two lines: x, v, a at tₙ; ′ at tₙ₊₁; ₋ at tₙ₋₁
    const char *summary;   ///< one sentence for help and documentation
    const char *source;    ///< where it is from, with the equation's number where there is one
    const char *conserves; ///< of angular momentum and energy where the exact motion keeps them.
                           ///< All keep the momentum. "grows", "falls": of an oscillator's energy
    int order;             ///< global order of the error with a constant dt
    int order_random_dt;   ///< the same with random steps of 0.5–1.5 of the mean
    /// Of the acceleration per step. Of an implicit method the fewest, which is what it takes where
    /// the force is linear: one at the beginning, and two to take a Newton step and see it was it.
    int evaluations;
    bool keeps_positions; ///< state is (xₙ, xₙ₋₁); velocity is an estimate. Else velocity is state
    bool keeps_half_step;  ///< besides x and v: the velocity half a step ago
    bool uses_previous_dt; ///< dt₋ stands in the formula
    bool implicit;         ///< solves an equation in every step, for which a build may lack CHOLMOD

    /// Memory for a world and its springs as they are now, world->integrator_memory. NULL: needs
    /// none.
    void *(*create)(const vl_world *world);
    void (*free)(void *memory);

    double position_bias; ///< under a constant acceleration a, x″ of a step is (1 + this) a: −1
                          ///< where the old velocity moves, 1 where the new one does, else 0

    /// Builds the method's own state from x(tₙ), v(tₙ) in the slots [first, last); h is the length
    /// of the step that led (or is taken to have led) to tₙ, s. The acceleration is current.
    void (*begin)(vl_world *world, int first, int last, double h);

    /// Predicts: x becomes the position at tₙ + dt before links are solved, x_old that at tₙ.
    void (*move)(vl_world *world, double dt);

    /// After the links are solved: completes the velocity at tₙ + dt. May be NULL.
    void (*finish)(vl_world *world, double dt);
} vl_integrator;
