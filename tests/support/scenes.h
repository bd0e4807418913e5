#pragma once
// Scenes and files for tests.

#include "scene/find.h"
#include "scene/scene.h"
#include "scene/stream.h"

/// A scene from its text, which must be good. Free with vl_scene_free().
vl_scene *scene_of(const char *yaml);

/// A stream of time steps from its text, which must be good. Free with vl_stream_free().
vl_stream *stream_of(const char *text);

/// The world of a scene whose text lacks `format` and `integrator`. Free with vl_world_free().
vl_world *world_from(const char *yaml, const char *integrator);

/// The shipped scene of that name. Free with vl_scene_free().
vl_scene *shipped_scene(const char *name);

/// Names of the shipped scenes. Free with vl_scene_names_free().
vl_scene_names shipped_names(void);

/// Calls `check` with every shipped scene.
void for_each_shipped_scene(void (*check)(const char *name, vl_scene *scene));

/// Files in the present folder, but for hidden ones.
int count_files(void);

/// Writes a file; reads one, which must be there, to free with vl_free(). The size may be NULL.
void write_here(const char *name, const char *bytes);
char *read_here(const char *path, size_t *size);
