#pragma once
/// A scene: what a scene file says, with every default filled in. A table of fields (fields.h,
/// scene_fields.c) drives loading, saving, messages and docs/scene-format.md.

#include "base/error.h"
#include "base/vec.h"
#include "physics/model/collider.h"
#include "physics/model/force.h"
#include "physics/model/integrator.h"
#include "physics/model/links.h"
#include "physics/model/mistake.h"
#include "physics/model/solver.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    VL_SCENE_MOST_PARTICLES = 2000000,
    VL_SCENE_MOST_LINKS = 8000000, ///< enough for a cloth of the most particles with shear
    VL_SCENE_MOST_RULES = 2000,    ///< forces, and colliders
    VL_SCENE_MOST_BYTES = 16 * 1024 * 1024,
};

/// The figure by which lanes are compared.
typedef enum vl_scene_figure {
    VL_FIGURE_ENERGY,   ///< energy error
    VL_FIGURE_POSITION, ///< position error
    VL_FIGURE_MOMENTUM, ///< momentum of the free parts
    VL_FIGURE_STRETCH,  ///< largest stretch of a link
    VL_FIGURE_TORN,     ///< links that tore or were cut
    VL_FIGURE_HEIGHT,   ///< of the centre of mass
    VL_FIGURE_AUTO,     ///< energy error, and only where there are several lanes
} vl_scene_figure;

/// What colours links and cloth.
typedef enum vl_scene_colours {
    VL_COLOURS_NONE,
    VL_COLOURS_STRAIN,
} vl_scene_colours;

typedef struct vl_scene_view {
    vl_vec3 center; ///< m
    double height; ///< m from bottom to top of the stage; 0: show the whole scene, center is 0, too
    double yaw, pitch; ///< degrees; 0 0 is from the front
    double speed;      ///< simulated seconds per second, > 0; 1 is real time
    double pause;      ///< s, simulated time at which the demo pauses by itself; 0: never
    int figure;        ///< a vl_scene_figure
    bool table;        ///< it is written as a table in place of its graph
    int colours;       ///< a vl_scene_colours
    bool trails;       ///< the paths of balls are drawn
} vl_scene_view;

typedef struct vl_scene_particle {
    char *name;       ///< NULL: it has no name
    vl_vec3 at;       ///< m
    vl_vec3 velocity; ///< m/s
    double mass;      ///< kg
    double radius;    ///< m
    int is_dial;      ///< 1: it turns, x is its angle in rad and mass a moment of inertia; else 0
    bool pinned;
} vl_scene_particle;

/// An end of a link: a name or a number, resolved to the number.
typedef struct vl_scene_end {
    char *name; ///< as written; NULL where it was a number
    int number; ///< from 1
} vl_scene_end;

typedef struct vl_scene_link {
    vl_scene_end from, to;
    vl_link link; ///< without ends; of length 0: the distance at the start
} vl_scene_link;

/// In bits, so that both ends are one and the other.
typedef enum vl_chain_pin { VL_PIN_NONE, VL_PIN_START, VL_PIN_END, VL_PIN_BOTH } vl_chain_pin;

typedef struct vl_scene_chain {
    char *name;
    vl_vec3 from, to; ///< m
    int links;        ///< ≥ 1
    int first;        ///< number of its first particle, see vl_scene_number_parts()
    double mass;      ///< kg of all; each of the links + 1 particles has mass/links
    double radius;    ///< m of each particle
    vl_chain_pin pin;
    vl_link link;  ///< what all its links have in common
    bool has_ball; ///< a ball replaces the last particle
    double ball_mass, ball_radius;
} vl_scene_chain;

enum {
    VL_PIN_TOP_LEFT = 1,
    VL_PIN_TOP_RIGHT = 2,
    VL_PIN_BOTTOM_LEFT = 4,
    VL_PIN_BOTTOM_RIGHT = 8,
    VL_PIN_TOP = 16,
    VL_PIN_BOTTOM = 32,
    VL_PIN_LEFT = 64,
    VL_PIN_RIGHT = 128,
};

typedef struct vl_scene_cloth {
    char *name;
    vl_vec3 origin;      ///< m, top left
    vl_vec3 along, down; ///< m, edge vectors
    int columns, rows;   ///< particles, ≥ 2 each
    int first;           ///< number of its first particle, see vl_scene_number_parts()
    double mass;         ///< kg of all
    double radius;       ///< m of each particle
    unsigned pin;        ///< VL_PIN_TOP_LEFT and so on
    vl_link link;        ///< what all its links have in common
    bool shear, bend;
    double shear_stiffness, bend_stiffness;   ///< N/m; 0: as link.stiffness
    double shear_compliance, bend_compliance; ///< m/N; < 0: as link.compliance
} vl_scene_cloth;

/// The position of a hand at a time.
typedef struct vl_hand_sample {
    double time; ///< s
    vl_vec3 at;  ///< m
} vl_hand_sample;

/// What is right: a lane or lanes by their figure, the figure itself or its curve, the mistake.
enum { VL_TASK_MOST, VL_TASK_LEAST, VL_TASK_BEYOND, VL_TASK_NUMBER, VL_TASK_DRAW, VL_TASK_MISTAKE };

/// A question before what it asks for. The run answers it by the figure of the view: a number by
/// its sign too, all else by its size.
typedef struct vl_scene_task {
    int rule;                        ///< one of the above
    char *question, *term, *because; ///< NULL in a scene without a task
    double at;                       ///< s; the scene is held there
    double wait;                     ///< s, real time after which it goes on by itself; 0: never
    double until;                    ///< s, when it is measured; > at, or 0 where nothing is
    double level;                    ///< > 0, in SI units
    int lane;                        ///< number, from 1, of the lane whose figure is asked for
    double tolerance;                ///< of that, as a part of it
    unsigned mistakes;               ///< other candidates: a bit for each row of vl_mistakes
} vl_scene_task;

enum {
    VL_SCENE_MOST_LANES = 16,
    VL_SCENE_MOST_SLIDERS = 3,
    VL_LESSON_MOST_SCENES = 64,
    VL_TASK_CHOICES = VL_SCENE_MOST_LANES + 2, ///< at most: each lane, all, none
    VL_LANE_MOST_KEYS = 24,                    ///< more than a lane takes
};

/// How a scene is run, which is what a lane is (scene/lanes.h). A scene has these members, too:
/// they are those of its lanes where they have none of their own.
#define VL_LANE_MEMBERS                                                                            \
    const vl_integrator *integrator;                                                               \
    char *timestep;            /* a dt stream; "frame": the measured frame time */                 \
    char *policy;              /* for frame times; "raw": one step per frame */                    \
    int naive_start;           /* 1: position methods begin with x₋ = x₀ − v₀ h; else 0 */ \
    const vl_mistake *mistake; /* deliberate mistake; NULL: none */                                \
    vl_solver_settings solver;                                                                     \
    char *name;                     /* as the file gives it; NULL: none */                         \
    const struct vl_engine *engine; /* preset of another engine that it has; NULL: none */         \
    bool own_stream;                /* `timestep` is the lane's own and not the common one */      \
    unsigned own; /* of a lane of `compare`: a bit for each key that it has of its own */

typedef struct vl_lane {
    VL_LANE_MEMBERS
} vl_lane;

typedef struct vl_scene {
    int format;       ///< version of the format, 1
    char *path;       ///< file it was read from; NULL
    char *title;      ///< never NULL
    char *notes;      ///< never NULL; paragraphs
    vl_error warning; ///< what is odd in it but no fault, with file, line and column
    vl_error braced;  ///< the same, where lanes solve all links at once along old directions

    union {
        struct {
            VL_LANE_MEMBERS
        };

        vl_lane lane; ///< the same members; timestep and policy are never NULL
    };

    vl_vec3 gravity;         ///< m/s²
    double damping;          ///< 1/s
    double damping_per_step; ///< 0…1
    vl_scene_view view;
    bool has_task;
    vl_scene_task task;
    char **sliders; ///< names of numbers that stand below the sentence, slider_count of them
    double slider_begins[VL_SCENE_MOST_SLIDERS]; ///< what these were in the file
    uint64_t numbers_read;                       ///< vl_scene_numbers_sum() of the file
    vl_scene_particle *particles;
    vl_scene_link *links;
    vl_scene_chain *chains;
    vl_scene_cloth *cloths;
    vl_hand_sample *hand; ///< recorded; holds its particle from the first sample to the last
    int hand_holds;       ///< number of the particle that the hand holds
    vl_scene_end *pins;   ///< particles of any part that are pinned as well
    vl_force *forces;
    vl_collider *colliders;
    int particle_count, link_count, chain_count, cloth_count, force_count, collider_count;
    int pin_count, hand_count, slider_count;
    vl_lane *lanes; ///< to compare, at most VL_SCENE_MOST_LANES
    int lane_count;
} vl_scene;

/// Reads a scene file. NULL and a message with file, line and column where it cannot be read or is
/// wrong. Free with vl_scene_free().
VL_MUST_USE vl_scene *vl_scene_load(const char *path, vl_error *error);

/// The same from memory. Messages name it `file`, in whose folder relative paths begin. `before`:
/// lines that stand before it in somebody else's file, which may name no other; 0: it is all of it.
VL_MUST_USE vl_scene *vl_scene_parse(const char *bytes, size_t size, const char *file, int before,
                                     vl_error *error);

/// A copy, by way of its YAML. NULL and a message without a place where that cannot be read back.
VL_MUST_USE vl_scene *vl_scene_copy(const vl_scene *scene, vl_error *error);

/// The scene as YAML, which reads back to an equal scene. Values that equal their defaults are left
/// out, except format, title and integrator. Free with vl_free().
char *vl_scene_to_yaml(const vl_scene *scene);

/// Writes vl_scene_to_yaml() into a new file (vl_file_write()): returns its path, to be freed with
/// vl_free(), or NULL and a message. A scene that could not be read back is not written.
VL_MUST_USE char *vl_scene_save_new(const vl_scene *scene, const char *path, vl_error *error);

void vl_scene_free(vl_scene *scene);

/// What is odd in a scene that runs in these lanes, but no fault; NULL: nothing.
const char *vl_scene_warning(const vl_scene *scene, const vl_scene *lanes, int count);

/// Lists the choices of the task in `lanes` lanes, each a set of lanes or mistakes in bits. Returns
/// how many; 0 where a number is asked for.
int vl_task_choices(const vl_scene *scene, int lanes, unsigned choices[VL_TASK_CHOICES]);

/// The right choice by the figures of the lanes, of 0 or more in SI units; infinite: it has
/// diverged. It may be none of those that vl_task_choices() lists.
unsigned vl_task_right(const vl_scene *scene, int lanes, const double *figures);

/// The version of libyaml, which reads and writes scene files, as it runs: "0.2.5".
const char *vl_scene_yaml_version(void);
