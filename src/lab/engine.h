#pragma once
/// As in other engines: presets that step a scene as well-known code does. What is needed for that
/// and is none of the integrators and solvers that can be chosen stands in engine.c and
/// engine_links.c, and in no menu.
///
/// Of a scene an engine keeps the particles, their masses, the links, forces and gravity; forces of
/// links and colliders are those of the lab. Rods are what the engines know; a string is one that
/// only pulls.

#include "scene/scene.h"

typedef struct vl_engine {
    const char *name;                ///< "verlet-js": command line
    const char *title;               ///< "verlet-js": screen
    const char *formula;             ///< UTF-8, one or two lines, as vl_integrator.formula
    const char *source;              ///< repository, files and commit, or paper
    const char *with_dt;             ///< what it does with the time a frame took
    const char *symptom;             ///< what that looks like
    const vl_integrator *integrator; ///< of its own; NULL: `likeness`
    const char *likeness;            ///< name of the integrator that it steps with or is nearest to
    double damping_per_step;         ///< as in vl_world
    bool naive_start;
    const char *policy;
    const vl_solver *solver; ///< NULL: the scene's own settings of it
    int iterations;          ///< sweeps, where it has a solver; 0: as many as the scene says
} vl_engine;

/// All presets; F8 goes through them in this order.
extern const vl_engine *const vl_engines[];
extern const int vl_engine_count;

/// The preset of that name; NULL and a message.
const vl_engine *vl_engine_find(const char *name, vl_error *error);

/// The integrator of the table that it steps with or is nearest to.
const vl_integrator *vl_engine_likeness(const vl_engine *engine);

/// Makes a scene step as the engine does: integrator, damping, start and solver, and none of the
/// mistakes that a scene makes on purpose, for an engine has its own. The scene's policy stays: its
/// text is the scene's, and the engine's is vl_engine.policy.
void vl_engine_apply(const vl_engine *engine, vl_scene *scene);

/// How they bring links to their length, in the order listed (engine_links.c).
extern const vl_solver vl_solver_verlet_js;
extern const vl_solver vl_solver_matter_js;
extern const vl_solver vl_solver_physics_js;
