// The bytes of a scene file: either a message that names the file, or a scene that reads back from
// what is saved of it, whose lanes make some steps and stay finite or are marked diverged. What is
// valid and takes long is not stepped.

#include "fuzz.h"

#include "base/memory.h"
#include "lab/lab.h"
#include "scene/lanes.h"

#include <string.h>

enum { STEPS = 6 };

static vl_scene *read(const char *text, size_t size)
{
    vl_error error = {0};
    vl_scene *scene = vl_scene_parse(text, size, "input.yaml", 0, &error);
    FUZZ_CHECK(scene || strncmp(error.text, "input.yaml", 10) == 0);
    return scene;
}

// What is saved reads back, and is saved again as the same.
static void save_and_read(const vl_scene *scene)
{
    char *saved = vl_scene_to_yaml(scene);
    vl_scene *again = read(saved, strlen(saved));
    FUZZ_CHECK(again);
    char *twice = vl_scene_to_yaml(again);
    FUZZ_CHECK(strcmp(saved, twice) == 0);
    vl_free(twice);
    vl_scene_free(again);
    vl_free(saved);
}

static void step(const vl_scene *lanes, int count)
{
    vl_error error = {0};
    vl_lab *lab = vl_lab_create(NULL, lanes, count, &error);
    FUZZ_CHECK(lab || *error.text);
    for (int k = 0; lab && k < STEPS; k++)
        for (bool more = vl_lab_begin_frame(lab, k % 2 ? 1 / 64.0 : 1 / 128.0); more;)
            more = vl_lab_step(lab);
    for (int i = 0; lab && i < lab->count; i++)
        fuzz_check_world(lab->runs[i].world);
    vl_lab_free(lab);
}

// Reads a scene and does with it what the program would.
static void use(const char *text, size_t size)
{
    vl_scene *scene = read(text, size), lanes[VL_SCENE_MOST_LANES];
    if (!scene)
        return;
    save_and_read(scene);
    lanes[0] = *scene;
    int count = scene->lane_count > 0 ? vl_scene_lanes(scene, lanes) : 1;
    bool quick = true;
    for (int i = 0; i < count; i++)
        quick = quick && !fuzz_takes_long(&lanes[i]);
    if (quick)
        step(lanes, count);
    vl_scene_free(scene);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    use(text, size);
    vl_free(text);
    return 0;
}
