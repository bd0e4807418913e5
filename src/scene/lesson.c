#include "scene/lesson.h"

#include "base/memory.h"
#include "scene/fields.h"
#include "scene/file.h"
#include "scene/find.h"

static bool check_scenes(const vl_loading *loading, const vl_yaml_node *root,
                         const vl_lesson *lesson)
{
    for (int i = 0; i < lesson->scene_count; i++) {
        vl_error why = {0};
        char *path = vl_scene_find(lesson->scenes[i], &why);
        vl_free(path);
        if (!path)
            return vl_refuse(loading, vl_yaml_place(root, "scenes"), "%s", why.text);
    }
    return true;
}

// Reads a lesson, or (NULL) looks whether the file is one.
static bool read(const char *path, vl_lesson *lesson, vl_error *error)
{
    size_t size;
    vl_arena arena = {0};
    vl_loading loading = {.file = path, .error = error};
    char *bytes = vl_file_read(path, VL_SCENE_MOST_BYTES, false, &size, error);
    const vl_yaml_node *root = bytes ? vl_yaml_parse(&arena, bytes, size, path, 0, error) : NULL;
    bool good = root && (lesson ? vl_schema_load(&loading, &vl_schema_lesson, lesson, root) &&
                                      check_scenes(&loading, root, lesson)
                                : vl_lesson_is(root));
    vl_arena_free(&arena);
    vl_free(bytes);
    return good;
}

vl_lesson *vl_lesson_load(const char *path, vl_error *error)
{
    vl_lesson *lesson = vl_alloc(1, sizeof *lesson);
    if (read(path, lesson, error))
        return lesson;
    vl_lesson_free(lesson);
    return NULL;
}

bool vl_lesson_is_file(const char *path)
{
    return read(path, NULL, NULL);
}

void vl_lesson_free(vl_lesson *lesson)
{
    if (lesson)
        vl_schema_release(&vl_schema_lesson, lesson);
    vl_free(lesson);
}
