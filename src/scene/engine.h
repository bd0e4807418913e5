#pragma once
/// Presets that step a scene as well-known physics engines do. Integrators and solvers that only
/// such a preset needs are in engine.c, and no menu offers them.
///
/// A preset uses the particles, masses, links, forces and gravity of the scene. Springs and
/// colliders act as in the rest of the lab. The engines know rods only; a string is a rod that acts
/// only when it is too long.

#include "scene/scene.h"

typedef struct vl_engine {
    const char *name;                ///< "verlet-js": command line
    const char *title;               ///< "verlet-js": screen
    const char *formula;             ///< UTF-8, one or two lines, as vl_integrator.formula
    const char *with_dt;             ///< what the engine does with the frame time
    const char *symptom;             ///< what a user of that engine sees
    const vl_integrator *integrator; ///< the engine's own; NULL: `likeness`
    const char *likeness;            ///< name of the integrator that it uses or resembles most
    double damping_per_step;         ///< as in vl_world
    bool naive_start;
    const char *policy;
    const vl_solver *solver; ///< NULL: the scene's
    int iterations;          ///< sweeps of `solver`; 0: as many as the scene says
} vl_engine;

/// All presets.
extern const vl_engine vl_engines[];
extern const int vl_engine_count;

/// Sets integrator, damping, start and solver of a scene to those of the engine and removes the
/// scene's deliberate mistake. The scene's policy does not change; that of the engine is
/// vl_engine.policy.
void vl_engine_apply(const vl_engine *engine, vl_scene *scene);
