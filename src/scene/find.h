#pragma once
/// The shipped scenes, by name.

#include "base/error.h"

/// The path of `scene`: itself where such a file (or anything of that name) exists or where it
/// looks like a path; else that of the shipped scene of that name, looked for in
/// $VERLET_LAB_SCENES, then beside the sources the program was built from, then where it was
/// installed. NULL and a message with a suggestion where there is none. Free with vl_free().
VL_MUST_USE char *vl_scene_find(const char *scene, vl_error *error);

/// Names of the shipped scenes, in teaching order (scenes/order.txt, then the rest by name).
typedef struct vl_scene_names {
    int count;
    char **names;
} vl_scene_names;

vl_scene_names vl_scene_names_list(void);
void vl_scene_names_free(vl_scene_names *names);
