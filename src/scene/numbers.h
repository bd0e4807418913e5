#pragma once
/// Numbers of a scene that a person can type while it runs. scene/fields.h has their names and
/// units.

#include "scene/build.h"
#include "scene/fields.h"

#include <stdint.h>

/// One number. Of a vector it is one component.
typedef struct vl_scene_number {
    vl_field field;     ///< its row, as that of a single number
    void *record;       ///< the struct that has it; valid as long as that is
    const char *within; ///< key of the mapping in which it is: "ball"; NULL: none
    char axis;          ///< 'x', 'y' or 'z' of a vector; else 0
} vl_scene_number;

enum { VL_MOST_NUMBERS = 48, VL_NUMBER_NAME = 64 };

/// Lists the numbers that a part has, in the order of the table: those that its kind takes, and z
/// only where the scene has a depth. Returns how many, at most VL_MOST_NUMBERS.
int vl_scene_numbers(const vl_scene *scene, vl_scene_part part,
                     vl_scene_number numbers[VL_MOST_NUMBERS]);

/// The keys of the lists whose parts have numbers, and NULL.
extern const char *const vl_scene_lists[];

/// How many parts a list has; 1 for the scene itself and for its solver.
int vl_scene_part_count(const vl_scene *scene, const char *list);

/// The part that has a link between two particles.
vl_scene_part vl_scene_part_of_link(const vl_scene *scene, int from, int to);

/// Writes what a part is called: "Particle 2: ball", "Collider 1: plane". Returns `title`.
const char *vl_scene_part_title(const vl_scene *scene, vl_scene_part part,
                                char title[VL_NUMBER_NAME]);

/// The value, in its unit. A rest length that the file leaves out is the distance of the ends.
double vl_scene_number_value(const vl_scene *scene, const vl_scene_number *number);

/// Writes its name for people: "ball mass", "gravity y". Returns `name`.
const char *vl_scene_number_name(const vl_scene_number *number, char name[VL_NUMBER_NAME]);

/// Finds the first number of that name, in the order of vl_scene_lists, but of no particle that is
/// pinned; "gravity" is "gravity y". False: there is none.
bool vl_scene_number_named(const vl_scene *scene, const char *name, vl_scene_number *found);

/// Reads a number of `scene` as vl_field_read() does. Its file must then be a valid one; else
/// nothing changes.
VL_MUST_USE bool vl_scene_set_number(vl_scene *scene, const vl_scene_number *number,
                                     const char *text, vl_error *error);

/// Copies all numbers of a scene to `image`, or back from there; its parts are those that it had.
/// Returns the bytes of an image; NULL: they are counted alone.
size_t vl_scene_copy_numbers(vl_scene *scene, char *image, bool back);

/// A checksum of all numbers of a scene.
uint64_t vl_scene_numbers_sum(const vl_scene *scene);

/// A checksum of the links and of x and v of each particle at the start. A number that changes it
/// cannot be set in the midst of a run.
uint64_t vl_scene_start(const vl_scene *scene);
