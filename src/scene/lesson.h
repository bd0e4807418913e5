#pragma once
/// Lessons: lists of scenes with their tasks, and what a teacher needs beside them.

#include "base/error.h"
#include "scene/yaml_tree.h"

typedef struct vl_lesson {
    int format;
    char *title;
    int minutes;     ///< that it takes in a class
    char *teacher;   ///< what to do and to say; empty lines part the paragraphs
    int scene_count; ///< 1 to VL_LESSON_MOST_SCENES
    char **scenes;   ///< names of shipped scenes, in the order of the lesson
} vl_lesson;

/// Reads a file of scenes/lessons. NULL and a message with file, line and column where it is no
/// lesson, or names a scene that is not there. Free with vl_lesson_free().
VL_MUST_USE vl_lesson *vl_lesson_load(const char *path, vl_error *error);
void vl_lesson_free(vl_lesson *lesson);

/// Whether a file is a lesson, with mistakes or without: it names scenes.
bool vl_lesson_is_file(const char *path);

/// The same of its outermost node.
static inline bool vl_lesson_is(const vl_yaml_node *root)
{
    return root->kind == VL_YAML_MAPPING && vl_yaml_find(root, "scenes");
}
