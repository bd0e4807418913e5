#include "scene/scene.h"

#include "base/memory.h"
#include "base/output.h"
#include "scene/build.h"
#include "scene/fields.h"
#include "scene/file.h"
#include "scene/lesson.h"
#include "scene/numbers.h"

#include <string.h>

void vl_scene_free(vl_scene *scene)
{
    if (!scene)
        return;
    vl_schema_release(&vl_schema_scene, scene);
    vl_free(scene->path);
    vl_free(scene->warning);
    vl_free(scene);
}

// What a slider goes out from: of dt an equal step, or that of a screen.
static double slider_begin(const vl_scene *scene, const char *name)
{
    vl_scene_number number;
    double step = 1.0 / 60;
    if (strcmp(name, "dt") != 0 && vl_scene_number_named(scene, name, &number))
        return vl_scene_number_value(scene, &number);
    (void)sscanf(scene->timestep, "fixed:%lf", &step);
    return step;
}

// `placeless`: as in vl_loading.
static vl_scene *parse(const char *bytes, size_t size, const char *file, int before, bool placeless,
                       vl_error *error)
{
    vl_arena arena = {0};
    const vl_yaml_node *root = vl_yaml_parse(&arena, bytes, size, file, before, error);
    vl_loading loading = {file, before > 0, placeless, .error = error};
    vl_scene *scene = vl_alloc(1, sizeof *scene);
    scene->path = vl_copy_text(file);
    if (root && vl_lesson_is(root)) {
        root = NULL;
        vl_fail_at(error, (vl_location){.file = file},
                   "is a lesson, expected a scene; 'verlet-lab FILE' opens it in the window");
    }
    if (!root || !vl_schema_load(&loading, &vl_schema_scene, scene, root) ||
        !vl_check_scene(&loading, root, scene)) {
        vl_scene_free(scene);
        scene = NULL;
    }
    for (int i = 0; scene && i < scene->slider_count; i++)
        scene->slider_begins[i] = slider_begin(scene, scene->sliders[i]);
    if (scene)
        scene->numbers_read = vl_scene_numbers_sum(scene);
    vl_arena_free(&arena);
    return scene;
}

vl_scene *vl_scene_parse(const char *bytes, size_t size, const char *file, int before,
                         vl_error *error)
{
    return parse(bytes, size, file, before, false, error);
}

// With which docs/recordings.md lets a recording begin.
static const char recording[] = "verlet-lab recording ";

vl_scene *vl_scene_load(const char *path, vl_error *error)
{
    size_t size;
    char *bytes = vl_file_read(path, VL_SCENE_MOST_BYTES, false, &size, error);
    if (bytes && strncmp(bytes, recording, strlen(recording)) == 0) {
        vl_fail_at(error, (vl_location){.file = path},
                   "is a recording, expected a scene; 'verlet-lab replay FILE' runs it, and "
                   "'verlet-lab FILE' plays it in the window");
        vl_free(bytes);
        return NULL;
    }
    vl_scene *scene = bytes ? vl_scene_parse(bytes, size, path, 0, error) : NULL;
    vl_free(bytes);
    return scene;
}

vl_scene *vl_scene_copy(const vl_scene *scene, vl_error *error)
{
    char *yaml = vl_scene_to_yaml(scene);
    vl_scene *copy = parse(yaml, strlen(yaml), scene->path ? scene->path : "scene", 0, true, error);
    vl_free(yaml);
    return copy;
}

bool vl_scene_set_number(vl_scene *scene, const vl_scene_number *number, const char *text,
                         vl_error *error)
{
    void *member = vl_member(&number->field, number->record);
    size_t size = number->field.type->size;
    double before = 0; // as large as any of them
    vl_error why = {0};
    memcpy(&before, member, size);
    if (!vl_field_read(&number->field, number->field.key, text, number->record, error))
        return false;
    vl_scene *valid = vl_scene_copy(scene, &why);
    vl_scene_free(valid);
    if (!valid) {
        memcpy(member, &before, size);
        why.text[strcspn(why.text, "\n")] = '\0'; // the first mistake
        return vl_fail(error, "%s", why.text);
    }
    vl_scene_number_parts(scene);
    return true;
}

char *vl_scene_to_yaml(const vl_scene *scene)
{
    vl_yaml_writer *writer = vl_yaml_writer_create();
    vl_scene copy = *scene; // without a task whose lanes or mistake somebody has left out
    copy.has_task &= vl_task_least_lanes(&copy.task) <= (copy.lane_count > 0 ? copy.lane_count : 1);
    copy.has_task &= copy.task.rule != VL_TASK_MISTAKE || copy.mistake;
    vl_schema_save(writer, &vl_schema_scene, &copy, false);
    return vl_yaml_writer_finish(writer);
}

char *vl_scene_save_new(const vl_scene *scene, const char *path, vl_error *error)
{
    vl_error why = {0};
    char *yaml = vl_scene_to_yaml(scene), *saved = NULL;
    vl_scene *again = vl_scene_parse(yaml, strlen(yaml), path, 0, &why);
    why.text[strcspn(why.text, "\n")] = '\0'; // the first mistake
    bool written = again
                       ? vl_file_write(path, yaml, strlen(yaml), &saved, error)
                       : vl_fail(error, "not saved, since it could not be read back: %s", why.text);
    vl_scene_free(again);
    vl_free(yaml);
    return written ? saved : NULL;
}
