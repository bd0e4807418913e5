#include "scene/scene_fields.h"

#include "physics/colliders/colliders.h"
#include "physics/forces/penalty.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "scene/check.h"
#include "scene/scene.h"

#include <limits.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

// Ranges.

static const vl_range positive = {VL_FIELD_SMALLEST, VL_FIELD_LARGEST, "greater than 0"};
static const vl_range not_negative = {0, VL_FIELD_LARGEST, "of 0 or more"};
static const vl_range part = {0, 1, NULL};
static const vl_range chain_links = {1, VL_SCENE_MOST_PARTICLES - 1, NULL};
static const vl_range cloth_count = {2, VL_SCENE_MOST_PARTICLES / 2, NULL};
static const vl_range particle_numbers = {1, VL_SCENE_MOST_PARTICLES, NULL};
static const vl_range cluster_numbers = {0, VL_SCENE_MOST_LINKS, NULL};
static const vl_range sweeps = {0, 100000, NULL};
static const vl_range substeps = {1, 10000, NULL};
static const vl_range relaxations = {VL_FIELD_SMALLEST, 0x1.fffffffffffffp0,
                                     "greater than 0 and less than 2"};
static const vl_range seeds = {0, INT_MAX, NULL};
static const vl_range grid_counts = {0, 32, NULL};
static const vl_range turn = {-360, 360, NULL};
static const vl_range tilt = {-90, 90, NULL};
static const vl_range speeds = {1e-6, 1e6, NULL};

// Sets of names. Enumerations are copied as bytes: their types differ, their size is that of int.

_Static_assert(sizeof(vl_link_kind) == sizeof(int) && sizeof(vl_sweep_order) == sizeof(int) &&
                   sizeof(vl_direction) == sizeof(int) && sizeof(vl_chain_pin) == sizeof(int),
               "an enumeration is stored like an int");

static int read_int(const void *member)
{
    int value;
    memcpy(&value, member, sizeof value);
    return value;
}

static void write_int(void *member, int index)
{
    memcpy(member, &index, sizeof index);
}

#define NAME_IN(array) (index < COUNT(array) ? (array)[index] : NULL)

static const char *link_kind_name(int index)
{
    static const char *const names[] = {
        [VL_ROD] = "rod", [VL_STRING] = "string", [VL_SPRING] = "spring"};
    return NAME_IN(names);
}

static const char *chain_pin_name(int index)
{
    static const char *const names[] = {[VL_PIN_NONE] = "none",
                                        [VL_PIN_START] = "start",
                                        [VL_PIN_END] = "end",
                                        [VL_PIN_BOTH] = "both"};
    return NAME_IN(names);
}

// In the order of the bits VL_PIN_TOP_LEFT and so on.
static const char *cloth_pin_name(int index)
{
    static const char *const names[] = {"top-left", "top-right", "bottom-left", "bottom-right",
                                        "top",      "bottom",    "left",        "right"};
    return NAME_IN(names);
}

static const char *axis_name(int index)
{
    static const char *const names[] = {"x", "y", "z"};
    return NAME_IN(names);
}

static const char *order_name(int index)
{
    return NAME_IN(vl_sweep_order_names);
}

static const vl_choices link_kinds = {link_kind_name, read_int, write_int};
static const vl_choices chain_pins = {chain_pin_name, read_int, write_int};
static const vl_choices cloth_pins = {cloth_pin_name, NULL, NULL};
static const vl_choices axes = {axis_name, read_int, write_int};
static const vl_choices orders = {order_name, read_int, write_int};

static const char *start_name(int index)
{
    static const char *const names[] = {"exact", "naive"};
    return NAME_IN(names);
}

static int read_bool(const void *member)
{
    return *(const bool *)member;
}

static void write_bool(void *member, int index)
{
    *(bool *)member = index;
}

static const vl_choices starts = {start_name, read_bool, write_bool};

static const char *direction_name(int index)
{
    return NAME_IN(vl_direction_names);
}

static const vl_choices directions = {direction_name, read_int, write_int};

static const char *integrator_name(int index)
{
    return index < vl_integrator_count ? vl_integrators[index]->name : NULL;
}

static int read_integrator(const void *member)
{
    for (int i = 0; i < vl_integrator_count; i++)
        if (vl_integrators[i] == *(const vl_integrator *const *)member)
            return i;
    return -1;
}

static void write_integrator(void *member, int index)
{
    *(const vl_integrator **)member = vl_integrators[index];
}

static const char *integrator_lacks(int index)
{
    return vl_integrator_lacks(vl_integrators[index]);
}

static const vl_choices integrators = {integrator_name, read_integrator, write_integrator};

// Before the mistakes stands that there is none.
static const char *mistake_name(int index)
{
    if (index == 0)
        return "off";
    return index <= vl_mistake_count ? vl_mistakes[index - 1].name : NULL;
}

static int read_mistake(const void *member)
{
    const vl_mistake *mistake = *(const vl_mistake *const *)member;
    return mistake ? (int)(mistake - vl_mistakes) + 1 : 0;
}

static void write_mistake(void *member, int index)
{
    *(const vl_mistake **)member = index > 0 ? &vl_mistakes[index - 1] : NULL;
}

static const vl_choices mistakes = {mistake_name, read_mistake, write_mistake};

static const char *solver_name(int index)
{
    return index < vl_solver_count ? vl_solvers[index]->name : NULL;
}

static int read_solver(const void *member)
{
    for (int i = 0; i < vl_solver_count; i++)
        if (vl_solvers[i] == *(const vl_solver *const *)member)
            return i;
    return -1;
}

static void write_solver(void *member, int index)
{
    *(const vl_solver **)member = vl_solvers[index];
}

static const vl_choices solvers = {solver_name, read_solver, write_solver};

static const char *force_kind_name(int index)
{
    return index < vl_force_kind_count ? vl_force_kinds[index]->name : NULL;
}

static int read_force_kind(const void *member)
{
    for (int i = 0; i < vl_force_kind_count; i++)
        if (vl_force_kinds[i] == *(const vl_force_kind *const *)member)
            return i;
    return -1;
}

static void write_force_kind(void *member, int index)
{
    *(const vl_force_kind **)member = vl_force_kinds[index];
}

static const vl_choices force_kinds = {force_kind_name, read_force_kind, write_force_kind};

// The records. A row: key, type, where the member is, what values it takes, what it means.

enum { INITIAL_TCV = 2 }; // its place in vl_integrators; a test holds it there

static const vl_field solver_fields[] = {
    {.key = "method",
     .type = &vl_type_choice,
     .offset = offsetof(vl_solver_settings, method),
     .choices = &solvers,
     .meaning = "How rods and strings are brought back to their length."},
    {.key = "order",
     .type = &vl_type_choice,
     .offset = offsetof(vl_solver_settings, order),
     .choices = &orders,
     .initial = VL_ORDER_COLOURED,
     .meaning = "The order in which a sweep visits the links: as listed, forwards and backwards in "
                "turn, or colour by colour, which is fastest."},
    {.key = "direction",
     .type = &vl_type_choice,
     .offset = offsetof(vl_solver_settings, direction),
     .choices = &directions,
     .meaning = "Whether a link is corrected along where it points now (`new`) or along where it "
                "pointed before the step (`old`, which keeps the energy of a swing far better)."},
    {.key = "iterations",
     .type = &vl_type_integer,
     .offset = offsetof(vl_solver_settings, iterations),
     .range = &sweeps,
     .initial = 16,
     .meaning = "In each substep, at most: sweeps over all links; Newton steps of `direct`, "
                "visits to every cluster of `clusters`."},
    {.key = "substeps",
     .type = &vl_type_integer,
     .offset = offsetof(vl_solver_settings, substeps),
     .range = &substeps,
     .initial = 1,
     .meaning = "Equal parts into which each time step is cut."},
    {.key = "tolerance",
     .type = &vl_type_number,
     .offset = offsetof(vl_solver_settings, tolerance),
     .range = &not_negative,
     .meaning =
         "The sweeps stop when no link is stretched by more than this part of its length; 0 "
         "makes all of them. For `direct` and `clusters`, 0 is 1e-12, or what rounding allows."},
    {.key = "relaxation",
     .type = &vl_type_number,
     .offset = offsetof(vl_solver_settings, relaxation),
     .range = &relaxations,
     .initial = 1,
     .meaning =
         "Each correction of a sweep is this times what the link alone would need. Between 1 "
         "and 2 (over-relaxation) news crosses many links in far fewer sweeps."},
    {.key = "grids",
     .type = &vl_type_integer,
     .offset = offsetof(vl_solver_settings, grids),
     .range = &grid_counts,
     .meaning = "Coarser grids, at most, that each sweep of `relax` in the direction `new` goes "
                "through first: news then crosses a large cloth in a few sweeps. 10 are enough for "
                "any."},
};

static const vl_record solver_record = {
    .name = "solver",
    .title = "Solver",
    .size = sizeof(vl_solver_settings),
    .fields = solver_fields,
    .field_count = COUNT(solver_fields),
    .example = "{iterations: 4, substeps: 4}",
};

static const vl_field view_fields[] = {
    {.key = "center",
     .type = &vl_type_vector,
     .offset = offsetof(vl_scene_view, center),
     .unit = "m",
     .meaning = "The point in the middle of the stage. Only with a height."},
    {.key = "height",
     .type = &vl_type_number,
     .offset = offsetof(vl_scene_view, height),
     .unit = "m",
     .range = &positive,
     .default_words = "so that all is seen",
     .meaning = "From the bottom to the top of the stage."},
    {.key = "yaw",
     .type = &vl_type_number,
     .offset = offsetof(vl_scene_view, yaw),
     .unit = "degrees",
     .range = &turn,
     .meaning = "Turn about the vertical; 0 is from the front."},
    {.key = "pitch",
     .type = &vl_type_number,
     .offset = offsetof(vl_scene_view, pitch),
     .unit = "degrees",
     .range = &tilt,
     .meaning = "Tilt; 0 is level."},
    {.key = "speed",
     .type = &vl_type_number,
     .offset = offsetof(vl_scene_view, speed),
     .range = &speeds,
     .initial = 1,
     .meaning = "Simulated seconds in a second of real time."},
    {.key = "pause",
     .type = &vl_type_number,
     .offset = offsetof(vl_scene_view, pause),
     .unit = "s",
     .range = &not_negative,
     .meaning = "Simulated time at which the demo pauses by itself, once; 0 is never."},
};

static const vl_record view_record = {
    .name = "view",
    .title = "View",
    .size = sizeof(vl_scene_view),
    .fields = view_fields,
    .field_count = COUNT(view_fields),
    .example = "{center: [0, -1], height: 4}",
    .check = vl_check_view,
};

static const vl_field particle_fields[] = {
    {.key = "name",
     .type = &vl_type_name,
     .offset = offsetof(vl_scene_particle, name),
     .meaning = "By which links can name it; no two parts of a scene have the same."},
    {.key = "at",
     .type = &vl_type_vector,
     .offset = offsetof(vl_scene_particle, at),
     .unit = "m",
     .required = true,
     .meaning = "Where it starts."},
    {.key = "velocity",
     .type = &vl_type_vector,
     .offset = offsetof(vl_scene_particle, velocity),
     .unit = "m/s",
     .meaning = "How it starts."},
    {.key = "mass",
     .type = &vl_type_number,
     .offset = offsetof(vl_scene_particle, mass),
     .unit = "kg",
     .range = &positive,
     .initial = 1,
     .meaning = "A pinned particle keeps its mass for when it is let go."},
    {.key = "radius",
     .type = &vl_type_number,
     .offset = offsetof(vl_scene_particle, radius),
     .unit = "m",
     .range = &not_negative,
     .initial = 0.05,
     .meaning = "How large it is drawn, and collides."},
    {.key = "pinned",
     .type = &vl_type_bool,
     .offset = offsetof(vl_scene_particle, pinned),
     .meaning = "Whether it is held where it is."},
};

static const vl_record particle_record = {
    .name = "particle",
    .title = "Particles",
    .size = sizeof(vl_scene_particle),
    .fields = particle_fields,
    .field_count = COUNT(particle_fields),
    .example = "{name: ball, at: [1, 0], mass: 1}",
};

#define ELASTIC_FIELDS(type_name)                                                                  \
    {.key = "kind",                                                                                \
     .type = &vl_type_choice,                                                                      \
     .offset = offsetof(type_name, kind),                                                          \
     .choices = &link_kinds,                                                                       \
     .meaning = "A rod holds its length, a string is never longer, a spring pulls and pushes."},   \
        {.key = "stiffness",                                                                       \
         .type = &vl_type_number,                                                                  \
         .offset = offsetof(type_name, stiffness),                                                 \
         .unit = "N/m",                                                                            \
         .range = &not_negative,                                                                   \
         .meaning = "Of a spring, which needs one greater than 0; 0 for rods and strings."},       \
        {.key = "damping",                                                                         \
         .type = &vl_type_number,                                                                  \
         .offset = offsetof(type_name, damping),                                                   \
         .unit = "N s/m",                                                                          \
         .range = &not_negative,                                                                   \
         .meaning = "Of a spring, along it; 0 for rods and strings."},                             \
        {.key = "compliance",                                                                      \
         .type = &vl_type_number,                                                                  \
         .offset = offsetof(type_name, compliance),                                                \
         .unit = "m/N",                                                                            \
         .range = &not_negative,                                                                   \
         .meaning = "How far a rod or string gives way to a force; 0 for springs. Only with a "    \
                    "solver that honours it. With damping c of the scene its stretch at rest is "  \
                    "off by about c h/2 of itself, h the substep."},                               \
    {                                                                                              \
        .key = "tear", .type = &vl_type_number, .offset = offsetof(type_name, tear),               \
        .range = &not_negative, .default_words = "0 (never)",                                      \
        .meaning = "The stretch beyond which a link breaks, as a part of its length: after a "     \
                   "substep, its links solved. What the solver holds to its length does not tear." \
    }

static const vl_field link_fields[] = {
    {.key = "from",
     .type = &vl_type_end,
     .offset = offsetof(vl_scene_link, from),
     .required = true,
     .meaning = "The particle at one end."},
    {.key = "to",
     .type = &vl_type_end,
     .offset = offsetof(vl_scene_link, to),
     .required = true,
     .meaning = "The particle at the other."},
    {.key = "length",
     .type = &vl_type_number,
     .offset = offsetof(vl_scene_link, length),
     .unit = "m",
     .range = &positive,
     .default_words = "the distance at the start",
     .meaning = "Its length at rest."},
    {.key = "cluster",
     .type = &vl_type_integer,
     .offset = offsetof(vl_scene_link, cluster),
     .range = &cluster_numbers,
     .meaning = "For the solver `clusters`: rods and strings with the same number are solved all "
                "at once. 0 leaves it to the program."},
    ELASTIC_FIELDS(vl_scene_link),
};

static const vl_record link_record = {
    .name = "link",
    .title = "Links",
    .size = sizeof(vl_scene_link),
    .fields = link_fields,
    .field_count = COUNT(link_fields),
    .example = "{from: hook, to: ball, kind: rod}",
    .check = vl_check_link,
};

static const vl_field ball_fields[] = {
    {.key = "mass",
     .type = &vl_type_number,
     .offset = offsetof(vl_scene_chain, ball_mass),
     .unit = "kg",
     .range = &positive,
     .initial = 1,
     .meaning = "Its mass."},
    {.key = "radius",
     .type = &vl_type_number,
     .offset = offsetof(vl_scene_chain, ball_radius),
     .unit = "m",
     .range = &not_negative,
     .initial = 0.1,
     .meaning = "How large it is drawn, and collides."},
};

// The members of the ball lie in the chain, so the record is the chain's struct.
static const vl_record ball_record = {
    .name = "ball",
    .title = "Ball of a chain",
    .size = sizeof(vl_scene_chain),
    .fields = ball_fields,
    .field_count = COUNT(ball_fields),
    .example = "{mass: 1, radius: 0.1}",
};

static const vl_field chain_fields[] = {
    {.key = "name",
     .type = &vl_type_name,
     .offset = offsetof(vl_scene_chain, name),
     .meaning = "For people; a link names one of its particles by number."},
    {.key = "from",
     .type = &vl_type_vector,
     .offset = offsetof(vl_scene_chain, from),
     .unit = "m",
     .required = true,
     .meaning = "Its first particle."},
    {.key = "to",
     .type = &vl_type_vector,
     .offset = offsetof(vl_scene_chain, to),
     .unit = "m",
     .required = true,
     .meaning = "Its last particle."},
    {.key = "links",
     .type = &vl_type_integer,
     .offset = offsetof(vl_scene_chain, links),
     .range = &chain_links,
     .required = true,
     .meaning = "How many links of the same length; it has one particle more."},
    {.key = "mass",
     .type = &vl_type_number,
     .offset = offsetof(vl_scene_chain, mass),
     .unit = "kg",
     .range = &positive,
     .initial = 1,
     .meaning =
         "Of the chain: each of its particles has this mass divided by the number of links."},
    {.key = "radius",
     .type = &vl_type_number,
     .offset = offsetof(vl_scene_chain, radius),
     .unit = "m",
     .range = &not_negative,
     .initial = 0.02,
     .meaning = "How large each particle is drawn, and collides."},
    {.key = "pin",
     .type = &vl_type_choice,
     .offset = offsetof(vl_scene_chain, pin),
     .choices = &chain_pins,
     .meaning = "Which end is pinned."},
    ELASTIC_FIELDS(vl_scene_chain),
    {.key = "ball",
     .type = &vl_type_record,
     .flag = offsetof(vl_scene_chain, has_ball),
     .record = &ball_record,
     .meaning = "A ball in place of the last particle."},
};

static const vl_record chain_record = {
    .name = "chain",
    .title = "Chains",
    .size = sizeof(vl_scene_chain),
    .fields = chain_fields,
    .field_count = COUNT(chain_fields),
    .example = "{from: [0, 0], to: [2, 0], links: 20, pin: start}",
    .check = vl_check_chain,
};

static const vl_field pin_point = {.key = "pin_points", .type = &vl_type_place};

static const vl_field cloth_fields[] = {
    {.key = "name",
     .type = &vl_type_name,
     .offset = offsetof(vl_scene_cloth, name),
     .meaning = "For people; a link names one of its particles by number."},
    {.key = "origin",
     .type = &vl_type_vector,
     .offset = offsetof(vl_scene_cloth, origin),
     .unit = "m",
     .required = true,
     .meaning = "Its top left corner."},
    {.key = "along",
     .type = &vl_type_vector,
     .offset = offsetof(vl_scene_cloth, along),
     .unit = "m",
     .required = true,
     .meaning = "From the top left to the top right corner."},
    {.key = "down",
     .type = &vl_type_vector,
     .offset = offsetof(vl_scene_cloth, down),
     .unit = "m",
     .required = true,
     .meaning = "From the top left to the bottom left corner."},
    {.key = "columns",
     .type = &vl_type_integer,
     .offset = offsetof(vl_scene_cloth, columns),
     .range = &cloth_count,
     .required = true,
     .meaning = "Particles along the top edge."},
    {.key = "rows",
     .type = &vl_type_integer,
     .offset = offsetof(vl_scene_cloth, rows),
     .range = &cloth_count,
     .required = true,
     .meaning = "Particles down the left edge."},
    {.key = "mass",
     .type = &vl_type_number,
     .offset = offsetof(vl_scene_cloth, mass),
     .unit = "kg",
     .range = &positive,
     .initial = 1,
     .meaning = "Of the cloth: its particles share it evenly."},
    {.key = "radius",
     .type = &vl_type_number,
     .offset = offsetof(vl_scene_cloth, radius),
     .unit = "m",
     .range = &not_negative,
     .initial = 0.02,
     .meaning = "How large each particle collides, and is drawn where particles are."},
    {.key = "pin",
     .type = &vl_type_choices,
     .offset = offsetof(vl_scene_cloth, pin),
     .choices = &cloth_pins,
     .meaning = "Corners and whole edges that are pinned."},
    {.key = "pin_points",
     .type = &vl_type_list,
     .offset = offsetof(vl_scene_cloth, pin_points),
     .count = offsetof(vl_scene_cloth, pin_point_count),
     .element = &pin_point,
     .element_size = sizeof(vl_scene_place),
     .meaning = "Single particles that are pinned, by column and row from the top left: "
                "`[[1, 1], [20, 1]]`."},
    ELASTIC_FIELDS(vl_scene_cloth),
    {.key = "shear",
     .type = &vl_type_bool,
     .offset = offsetof(vl_scene_cloth, shear),
     .meaning = "Whether both diagonals of every mesh are links too."},
    {.key = "bend",
     .type = &vl_type_bool,
     .offset = offsetof(vl_scene_cloth, bend),
     .meaning = "Whether every particle is linked to the next but one of its row and column."},
    {.key = "shear_stiffness",
     .type = &vl_type_number,
     .offset = offsetof(vl_scene_cloth, shear_stiffness),
     .unit = "N/m",
     .range = &positive,
     .default_words = "the stiffness",
     .meaning = "Of the diagonals, where they are springs."},
    {.key = "bend_stiffness",
     .type = &vl_type_number,
     .offset = offsetof(vl_scene_cloth, bend_stiffness),
     .unit = "N/m",
     .range = &positive,
     .default_words = "the stiffness",
     .meaning = "Of the links that resist bending, where they are springs."},
    {.key = "shear_compliance",
     .type = &vl_type_number,
     .offset = offsetof(vl_scene_cloth, shear_compliance),
     .unit = "m/N",
     .range = &not_negative,
     .initial = -1,
     .default_words = "the compliance",
     .meaning = "Of the diagonals, where they are rods or strings."},
    {.key = "bend_compliance",
     .type = &vl_type_number,
     .offset = offsetof(vl_scene_cloth, bend_compliance),
     .unit = "m/N",
     .range = &not_negative,
     .initial = -1,
     .default_words = "the compliance",
     .meaning = "Of the links that resist bending, where they are rods or strings."},
};

static const vl_record cloth_record = {
    .name = "cloth",
    .title = "Cloths",
    .size = sizeof(vl_scene_cloth),
    .fields = cloth_fields,
    .field_count = COUNT(cloth_fields),
    .example = "{origin: [-1, 1], along: [2, 0], down: [0, -2], columns: 40, rows: 40}",
    .check = vl_check_cloth,
};

#define KIND_FIELD                                                                                 \
    {                                                                                              \
        .key = "kind", .type = &vl_type_choice, .offset = offsetof(vl_force, kind),                \
        .choices = &force_kinds, .initial = -1, .required = true, .meaning = "Which force it is."  \
    }

#define CENTER_FIELD                                                                               \
    {                                                                                              \
        .key = "center", .type = &vl_type_vector, .offset = offsetof(vl_force, center),            \
        .unit = "m", .meaning = "Where it pulls to."                                               \
    }

#define AXIS_FIELD                                                                                 \
    {                                                                                              \
        .key = "axis", .type = &vl_type_choice, .offset = offsetof(vl_force, axis),                \
        .choices = &axes, .meaning = "The direction in which it accelerates."                      \
    }

#define CUTOFF_FIELD                                                                               \
    {                                                                                              \
        .key = "cutoff", .type = &vl_type_number, .offset = offsetof(vl_force, cutoff),            \
        .unit = "m", .range = &not_negative,                                                       \
        .meaning = "There is no force between what is nearer than this."                           \
    }

static const vl_field harmonic_fields[] = {
    KIND_FIELD,
    CENTER_FIELD,
    {.key = "stiffness",
     .type = &vl_type_number,
     .offset = offsetof(vl_force, stiffness),
     .unit = "N/m",
     .range = &not_negative,
     .required = true,
     .meaning = "Force for each metre of distance."},
};

static const vl_field polynomial_fields[] = {
    KIND_FIELD,
    AXIS_FIELD,
    {.key = "coefficients",
     .type = &vl_type_numbers,
     .offset = offsetof(vl_force, coefficients),
     .count = offsetof(vl_force, coefficient_count),
     .most_elements = VL_MOST_COEFFICIENTS,
     .unit = "m/s², m/s³ …",
     .required = true,
     .meaning = "The acceleration as powers of time: c₀ + c₁ t + c₂ t² …"},
};

static const vl_field sine_fields[] = {
    KIND_FIELD,
    AXIS_FIELD,
    {.key = "amplitude",
     .type = &vl_type_number,
     .offset = offsetof(vl_force, amplitude),
     .unit = "m/s²",
     .required = true,
     .meaning = "The largest acceleration."},
    {.key = "frequency",
     .type = &vl_type_number,
     .offset = offsetof(vl_force, frequency),
     .unit = "rad/s",
     .range = &not_negative,
     .initial = 1,
     .meaning = "How fast it changes."},
    {.key = "phase",
     .type = &vl_type_number,
     .offset = offsetof(vl_force, phase),
     .unit = "rad",
     .meaning = "Where in its course it begins."},
};

static const vl_field central_fields[] = {
    KIND_FIELD,
    CENTER_FIELD,
    {.key = "strength",
     .type = &vl_type_number,
     .offset = offsetof(vl_force, strength),
     .unit = "m³/s²",
     .required = true,
     .meaning = "G M: the acceleration at a distance of 1 m; it falls with the square of it."},
    CUTOFF_FIELD,
};

static const vl_field gravitation_fields[] = {
    KIND_FIELD,
    {.key = "constant",
     .type = &vl_type_number,
     .offset = offsetof(vl_force, constant),
     .unit = "m³/(kg s²)",
     .initial = 6.673e-11,
     .meaning = "G, between every two particles."},
    CUTOFF_FIELD,
};

static const vl_field wind_fields[] = {
    KIND_FIELD,
    {.key = "velocity",
     .type = &vl_type_vector,
     .offset = offsetof(vl_force, velocity),
     .unit = "m/s",
     .required = true,
     .meaning = "Of the air, in the mean."},
    {.key = "drag",
     .type = &vl_type_number,
     .offset = offsetof(vl_force, drag),
     .unit = "N s/m³",
     .range = &not_negative,
     .required = true,
     .meaning = "The force on each square metre and m/s against the air. A cloth feels it across "
                "its surface, triangle by triangle; any other particle as a ball of its radius. "
                "At most what stops it against the air within a step."},
    {.key = "gust",
     .type = &vl_type_number,
     .offset = offsetof(vl_force, gust),
     .range = &part,
     .meaning = "The part of the speed by which it rises and falls, from second to second."},
    {.key = "seed",
     .type = &vl_type_integer,
     .offset = offsetof(vl_force, seed),
     .range = &seeds,
     .meaning = "Another number, other gusts; the same number, the same ones."},
};

#define FORCE(kind, its_fields, its_title, its_example)                                            \
    {                                                                                              \
        .name = kind, .title = its_title, .size = sizeof(vl_force), .fields = its_fields,          \
        .field_count = COUNT(its_fields), .example = its_example                                   \
    }

static const vl_record force_records[] = {
    FORCE("harmonic", harmonic_fields, "Force: harmonic",
          "{kind: harmonic, center: [0, 0], stiffness: 2.4674011}"),
    FORCE("polynomial", polynomial_fields, "Force: polynomial",
          "{kind: polynomial, axis: x, coefficients: [2, 6, -12]}"),
    FORCE("sine", sine_fields, "Force: sine", "{kind: sine, axis: x, amplitude: -1, frequency: 1}"),
    FORCE("central", central_fields, "Force: central",
          "{kind: central, center: [10, 0], strength: 6.673e6, cutoff: 1}"),
    FORCE("gravitation", gravitation_fields, "Force: gravitation",
          "{kind: gravitation, constant: 6.673e-11, cutoff: 1}"),
    FORCE("wind", wind_fields, "Force: wind",
          "{kind: wind, velocity: [3, 0, 1], drag: 0.5, gust: 0.3, seed: 1}"),
};

static const char *force_tag(const void *force)
{
    const vl_force_kind *kind = ((const vl_force *)force)->kind;
    return kind ? kind->name : NULL;
}

static const vl_record force_record = {
    .name = "force",
    .title = "Forces",
    .size = sizeof(vl_force),
    .example = "{kind: harmonic, stiffness: 1}",
    .tag = "kind",
    .variants = force_records,
    .variant_count = COUNT(force_records),
    .tag_of = force_tag,
};

static const char *collider_kind_name(int index)
{
    return index < vl_collider_kind_count ? vl_collider_kinds[index]->name : NULL;
}

static int read_collider_kind(const void *member)
{
    for (int i = 0; i < vl_collider_kind_count; i++)
        if (vl_collider_kinds[i] == *(const vl_collider_kind *const *)member)
            return i;
    return -1;
}

static void write_collider_kind(void *member, int index)
{
    *(const vl_collider_kind **)member = vl_collider_kinds[index];
}

static const vl_choices collider_kinds = {collider_kind_name, read_collider_kind,
                                          write_collider_kind};

static const char *response_name(int index)
{
    return NAME_IN(vl_response_names);
}

static const vl_choices responses = {response_name, read_int, write_int};

#define COLLIDER_KIND_FIELD                                                                        \
    {                                                                                              \
        .key = "kind", .type = &vl_type_choice, .offset = offsetof(vl_collider, kind),             \
        .choices = &collider_kinds, .initial = -1, .required = true,                               \
        .meaning = "Which collider it is."                                                         \
    }

#define RESPONSE_FIELDS                                                                            \
    {.key = "restitution",                                                                         \
     .type = &vl_type_number,                                                                      \
     .offset = offsetof(vl_collider, restitution),                                                 \
     .range = &part,                                                                               \
     .meaning = "The speed across the surface after an impact, as a part of that before."},        \
        {.key = "friction",                                                                        \
         .type = &vl_type_number,                                                                  \
         .offset = offsetof(vl_collider, friction),                                                \
         .range = &not_negative,                                                                   \
         .meaning = "Coulomb's coefficient: the force along the surface is at most this times "    \
                    "that across it."},                                                            \
        {.key = "response",                                                                        \
         .type = &vl_type_choice,                                                                  \
         .offset = offsetof(vl_collider, response),                                                \
         .choices = &responses,                                                                    \
         .meaning = "`projection` ends the way of a particle at the surface, at the moment of "    \
                    "the impact; `penalty` lets it in and pushes back."},                          \
    {                                                                                              \
        .key = "stiffness", .type = &vl_type_number, .offset = offsetof(vl_collider, stiffness),   \
        .unit = "N/m", .range = &positive, .initial = VL_PENALTY_STIFFNESS,                        \
        .meaning = "Of a penalty: force for each metre of depth."                                  \
    }

#define COLLIDER_CENTER_FIELD                                                                      \
    {                                                                                              \
        .key = "center", .type = &vl_type_vector, .offset = offsetof(vl_collider, center),         \
        .unit = "m", .required = true, .meaning = "Its middle."                                    \
    }

static const vl_field plane_fields[] = {
    COLLIDER_KIND_FIELD,
    {.key = "point",
     .type = &vl_type_vector,
     .offset = offsetof(vl_collider, point),
     .unit = "m",
     .meaning = "Any point of it."},
    {.key = "normal",
     .type = &vl_type_vector,
     .offset = offsetof(vl_collider, normal),
     .required = true,
     .meaning = "Points to the side where particles are; any length but 0."},
    RESPONSE_FIELDS,
};

static const vl_field sphere_fields[] = {
    COLLIDER_KIND_FIELD,
    COLLIDER_CENTER_FIELD,
    {.key = "radius",
     .type = &vl_type_number,
     .offset = offsetof(vl_collider, radius),
     .unit = "m",
     .range = &positive,
     .required = true,
     .meaning = "Of the sphere; particles are outside."},
    RESPONSE_FIELDS,
};

static const vl_field box_fields[] = {
    COLLIDER_KIND_FIELD,
    COLLIDER_CENTER_FIELD,
    {.key = "size",
     .type = &vl_type_vector,
     .offset = offsetof(vl_collider, size),
     .unit = "m",
     .required = true,
     .meaning = "Its edges, which lie along the axes; one that is 0 along z has no end."},
    RESPONSE_FIELDS,
};

static const vl_field balls_fields[] = {
    COLLIDER_KIND_FIELD,
    {.key = "restitution",
     .type = &vl_type_number,
     .offset = offsetof(vl_collider, restitution),
     .range = &part,
     .meaning = "The speed along the line between two balls after an impact, as a part of that "
                "before. Balls are all particles with a radius; those that are linked to each "
                "other do not collide, and there is no friction between them."},
};

#define COLLIDER(kind, its_fields, its_title, its_example)                                         \
    {                                                                                              \
        .name = kind, .title = its_title, .size = sizeof(vl_collider), .fields = its_fields,       \
        .field_count = COUNT(its_fields), .example = its_example, .check = vl_check_collider       \
    }

static const vl_record collider_records[] = {
    COLLIDER("plane", plane_fields, "Collider: plane",
             "{kind: plane, point: [0, -2], normal: [0, 1], restitution: 0.5, friction: 0.3}"),
    COLLIDER("sphere", sphere_fields, "Collider: sphere",
             "{kind: sphere, center: [0, -1], radius: 0.5}"),
    COLLIDER("box", box_fields, "Collider: box",
             "{kind: box, center: [0, -1], size: [1, 1], response: penalty, stiffness: 5000}"),
    COLLIDER("balls", balls_fields, "Collider: balls", "{kind: balls, restitution: 1}"),
};

static const char *collider_tag(const void *collider)
{
    const vl_collider_kind *kind = ((const vl_collider *)collider)->kind;
    return kind ? kind->name : NULL;
}

static const vl_record collider_record = {
    .name = "collider",
    .title = "Colliders",
    .size = sizeof(vl_collider),
    .example = "{kind: plane, normal: [0, 1]}",
    .tag = "kind",
    .variants = collider_records,
    .variant_count = COUNT(collider_records),
    .tag_of = collider_tag,
};

static const vl_field hand_fields[] = {
    {.key = "time",
     .type = &vl_type_number,
     .offset = offsetof(vl_hand_sample, time),
     .unit = "s",
     .range = &not_negative,
     .required = true,
     .meaning = "Later than that of the sample before."},
    {.key = "at",
     .type = &vl_type_vector,
     .offset = offsetof(vl_hand_sample, at),
     .unit = "m",
     .required = true,
     .meaning = "Where the hand is then. Between two samples it moves in a straight line."},
};

static const vl_record hand_record = {
    .name = "hand",
    .title = "A recorded hand",
    .size = sizeof(vl_hand_sample),
    .fields = hand_fields,
    .field_count = COUNT(hand_fields),
    .example = "{time: 0.5, at: [0, 1]}",
};

static const vl_field pinned_end = {.key = "pins", .type = &vl_type_end};

static const vl_field scene_fields[] = {
    {.key = "format",
     .type = &vl_type_format,
     .initial = 1,
     .required = true,
     .meaning = "The version of this format."},
    {.key = "title",
     .type = &vl_type_text,
     .offset = offsetof(vl_scene, title),
     .initial_text = "Untitled",
     .always = true,
     .meaning = "Its name on the screen."},
    {.key = "notes",
     .type = &vl_type_text,
     .offset = offsetof(vl_scene, notes),
     .initial_text = "",
     .default_words = "none",
     .block = true,
     .meaning = "What to look at; empty lines part the paragraphs."},
    {.key = "answer",
     .type = &vl_type_text,
     .offset = offsetof(vl_scene, answer),
     .initial_text = "",
     .default_words = "none",
     .block = true,
     .meaning = "To the question that the notes end with: folded away until somebody asks for it."},
    {.key = "integrator",
     .type = &vl_type_choice,
     .offset = offsetof(vl_scene, integrator),
     .choices = &integrators,
     .lacks = integrator_lacks,
     .initial = INITIAL_TCV,
     .always = true,
     .meaning = "The method it begins with; see integrators.md."},
    {.key = "timestep",
     .type = &vl_type_timestep,
     .offset = offsetof(vl_scene, timestep),
     .initial_text = "frame",
     .meaning =
         "Where the time steps come from; see [Streams of time steps](#streams-of-time-steps)."},
    {.key = "policy",
     .type = &vl_type_policy,
     .offset = offsetof(vl_scene, policy),
     .initial_text = "raw",
     .meaning = "What is made of each time step before the worlds are stepped; see [Policies for "
                "frame times](#policies-for-frame-times)."},
    {.key = "start",
     .type = &vl_type_choice,
     .offset = offsetof(vl_scene, naive_start),
     .choices = &starts,
     .meaning = "How position methods begin: x₋ = x₀ − v₀ h + ½ a₀ h² (`exact`), or the well-known "
                "mistake x₋ = x₀ − v₀ h (`naive`)."},
    {.key = "mistake",
     .type = &vl_type_choice,
     .offset = offsetof(vl_scene, mistake),
     .choices = &mistakes,
     .meaning = "A mistake that is made on purpose, until it is switched off while the scene runs; "
                "see `verlet-lab list mistakes`."},
    {.key = "gravity",
     .type = &vl_type_vector,
     .offset = offsetof(vl_scene, gravity),
     .unit = "m/s²",
     .meaning = "The same everywhere; y points up."},
    {.key = "damping",
     .type = &vl_type_number,
     .offset = offsetof(vl_scene, damping),
     .unit = "1/s",
     .range = &not_negative,
     .meaning = "Speeds fall as exp(−damping · t)."},
    {.key = "damping_per_step",
     .type = &vl_type_number,
     .offset = offsetof(vl_scene, damping_per_step),
     .range = &part,
     .meaning = "The part of the speed lost in each substep, however long it is; that it depends "
                "on the frame rate is a lesson."},
    {.key = "solver",
     .type = &vl_type_record,
     .offset = offsetof(vl_scene, solver),
     .record = &solver_record,
     .meaning = "How links are solved."},
    {.key = "view",
     .type = &vl_type_record,
     .offset = offsetof(vl_scene, view),
     .record = &view_record,
     .meaning = "What the stage shows."},
    {.key = "particles",
     .type = &vl_type_records,
     .offset = offsetof(vl_scene, particles),
     .count = offsetof(vl_scene, particle_count),
     .record = &particle_record,
     .meaning = "Single particles."},
    {.key = "links",
     .type = &vl_type_records,
     .offset = offsetof(vl_scene, links),
     .count = offsetof(vl_scene, link_count),
     .record = &link_record,
     .meaning = "Rods, strings and springs between two particles."},
    {.key = "chains",
     .type = &vl_type_records,
     .offset = offsetof(vl_scene, chains),
     .count = offsetof(vl_scene, chain_count),
     .record = &chain_record,
     .meaning = "Rows of linked particles."},
    {.key = "cloths",
     .type = &vl_type_records,
     .offset = offsetof(vl_scene, cloths),
     .count = offsetof(vl_scene, cloth_count),
     .record = &cloth_record,
     .meaning = "Nets of linked particles."},
    {.key = "pins",
     .type = &vl_type_list,
     .offset = offsetof(vl_scene, pins),
     .count = offsetof(vl_scene, pin_count),
     .element = &pinned_end,
     .element_size = sizeof(vl_scene_end),
     .meaning = "Particles of any part that are pinned, by name or number: `[ball, 17]`."},
    {.key = "forces",
     .type = &vl_type_records,
     .offset = offsetof(vl_scene, forces),
     .count = offsetof(vl_scene, force_count),
     .record = &force_record,
     .meaning = "On all particles, beside gravity and springs."},
    {.key = "colliders",
     .type = &vl_type_records,
     .offset = offsetof(vl_scene, colliders),
     .count = offsetof(vl_scene, collider_count),
     .record = &collider_record,
     .meaning = "What particles cannot enter."},
    {.key = "hand",
     .type = &vl_type_records,
     .offset = offsetof(vl_scene, hand),
     .count = offsetof(vl_scene, hand_count),
     .record = &hand_record,
     .meaning = "A recorded hand, which takes hold of a particle at its first sample and throws it "
                "at its last."},
    {.key = "hand_holds",
     .type = &vl_type_integer,
     .offset = offsetof(vl_scene, hand_holds),
     .range = &particle_numbers,
     .initial = 1,
     .meaning = "The number of the particle that the recorded hand holds."},
};

const vl_record vl_record_scene = {
    .name = "scene",
    .title = "The scene",
    .size = sizeof(vl_scene),
    .fields = scene_fields,
    .field_count = COUNT(scene_fields),
    .check = vl_check_scene,
};
