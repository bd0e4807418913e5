#include "scene/scene.h"

#include "base/memory.h"
#include "base/output.h"
#include "scene/build.h"
#include "scene/fields.h"
#include "scene/file.h"

#include <string.h>

// --- editions ---

typedef struct edition {
    int64_t from; // the edition before it, which has a smaller number
    void *member;
    size_t size;
    double before, after; // the bytes of the member
} edition;

struct vl_scene_editions {
    int count, capacity;
    edition *list; // that of number n is list[n − 1]
};

static const edition *edition_of(const vl_scene *scene, int64_t number)
{
    return &scene->editions->list[number - 1];
}

void vl_scene_add_edition(vl_scene *scene, void *member, size_t size, const void *before)
{
    if (!scene->editions)
        scene->editions = vl_alloc(1, sizeof *scene->editions);
    struct vl_scene_editions *all = scene->editions;
    all->list = vl_grow(all->list, &all->capacity, all->count + 1, sizeof *all->list);
    edition *fresh = &all->list[all->count++];
    *fresh = (edition){.from = scene->edition, .member = member, .size = size};
    memcpy(&fresh->before, before, size);
    memcpy(&fresh->after, member, size);
    scene->edition = all->count;
}

// Numbers fall on the way back to what two editions have in common; the way on from there is known
// from its end only.
void vl_scene_go_to_edition(vl_scene *scene, int64_t to)
{
    int64_t *way = vl_alloc((size_t)(to + 1), sizeof *way);
    int count = 0;
    for (int64_t at = to; at != scene->edition;) {
        if (at > scene->edition) {
            way[count++] = at;
            at = edition_of(scene, at)->from;
            continue;
        }
        const edition *e = edition_of(scene, scene->edition);
        memcpy(e->member, &e->before, e->size);
        scene->edition = e->from;
    }
    while (count > 0) {
        scene->edition = way[--count];
        const edition *e = edition_of(scene, scene->edition);
        memcpy(e->member, &e->after, e->size);
    }
    vl_free(way);
    vl_scene_number_parts(scene);
}

// --- reading and writing ---

void vl_scene_free(vl_scene *scene)
{
    if (!scene)
        return;
    if (scene->editions)
        vl_free(scene->editions->list);
    vl_free(scene->editions);
    vl_schema_release(&vl_schema_scene, scene);
    vl_free(scene->path);
    vl_free(scene->warning);
    vl_free(scene);
}

// `alone`, `placeless`: as in vl_loading.
static vl_scene *parse(const char *bytes, size_t size, const char *file, bool alone, bool placeless,
                       vl_error *error)
{
    vl_arena arena = {0};
    const vl_yaml_node *root = vl_yaml_parse(&arena, bytes, size, file, error);
    vl_loading loading = {file, alone, placeless, .error = error};
    vl_scene *scene = vl_alloc(1, sizeof *scene);
    scene->path = vl_copy_text(file);
    if (!root || !vl_schema_load(&loading, &vl_schema_scene, scene, root) ||
        !vl_check_scene(&loading, root, scene)) {
        vl_scene_free(scene);
        scene = NULL;
    }
    vl_arena_free(&arena);
    return scene;
}

vl_scene *vl_scene_parse(const char *bytes, size_t size, const char *file, vl_error *error)
{
    return parse(bytes, size, file, false, false, error);
}

vl_scene *vl_scene_parse_alone(const char *bytes, size_t size, const char *file, vl_error *error)
{
    return parse(bytes, size, file, true, false, error);
}

// With which docs/recordings.md lets a recording begin.
static const char recording[] = "verlet-lab recording ";

vl_scene *vl_scene_load(const char *path, vl_error *error)
{
    size_t size;
    char *bytes = vl_file_read(path, VL_SCENE_MOST_BYTES, &size, error);
    if (bytes && strncmp(bytes, recording, strlen(recording)) == 0) {
        vl_fail_at(error, (vl_location){.file = path},
                   "is a recording, expected a scene; 'verlet-lab replay FILE' runs it, and "
                   "'verlet-lab FILE' plays it in the window");
        vl_free(bytes);
        return NULL;
    }
    vl_scene *scene = bytes ? vl_scene_parse(bytes, size, path, error) : NULL;
    vl_free(bytes);
    return scene;
}

vl_scene *vl_scene_copy(const vl_scene *scene, vl_error *error)
{
    char *yaml = vl_scene_to_yaml(scene);
    vl_scene *copy =
        parse(yaml, strlen(yaml), scene->path ? scene->path : "scene", false, true, error);
    vl_free(yaml);
    return copy;
}

char *vl_scene_to_yaml(const vl_scene *scene)
{
    vl_yaml_writer *writer = vl_yaml_writer_create();
    vl_schema_save(writer, &vl_schema_scene, scene, false);
    return vl_yaml_writer_finish(writer);
}

char *vl_scene_save_new(const vl_scene *scene, const char *path, vl_error *error)
{
    vl_error why = {0};
    char *yaml = vl_scene_to_yaml(scene), *saved = NULL;
    vl_scene *again = vl_scene_parse(yaml, strlen(yaml), path, &why);
    why.text[strcspn(why.text, "\n")] = '\0'; // the first mistake
    bool written = again
                       ? vl_file_write(path, yaml, strlen(yaml), &saved, error)
                       : vl_fail(error, "not saved, since it could not be read back: %s", why.text);
    vl_scene_free(again);
    vl_free(yaml);
    return written ? saved : NULL;
}
