// Which of the shipped scenes have an exact solution, and which.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/memory.h"
#include "physics/exact.h"
#include "scene/build.h"
#include "scene/file.h"
#include "scene/find.h"
#include "scene/scene.h"

#include <string.h>

static const struct {
    const char *scene, *solution;
} rows[] = {
    {"free-fall", "free fall"},   {"projectile", "projectile"},
    {"polynomial", "polynomial"}, {"sine", "sine"},
    {"naive-start", "free fall"}, {"oscillator", "oscillator"},
    {"orbit", "two-body orbit"},  {"pendulum", "pendulum"},
    {"bounce", "bouncing ball"},
};

enum { ROWS = sizeof rows / sizeof *rows };

static const char *expected(const char *scene)
{
    for (int i = 0; i < ROWS; i++)
        if (strcmp(rows[i].scene, scene) == 0)
            return rows[i].solution;
    return NULL;
}

static vl_exact *recognise(const vl_scene *scene)
{
    vl_world *world = vl_scene_build(scene);
    vl_exact *exact = vl_exact_recognise(world);
    vl_world_free(world);
    return exact;
}

// What is linked to more than one thing, or coupled to more than one, has no closed form.
static bool is_too_much(const vl_scene *scene)
{
    return scene->chain_count > 0 || scene->cloth_count > 0 || scene->damping_per_step > 0 ||
           scene->link_count > scene->particle_count;
}

static void shipped_scenes_have_the_solution_they_should(void **state)
{
    (void)state;
    vl_scene_names names = vl_scene_names_list();
    int found = 0;
    for (int i = 0; i < names.count; i++) {
        vl_error error = {0};
        char *path = vl_scene_find(names.names[i], &error);
        vl_scene *scene = path ? vl_scene_load(path, &error) : NULL;
        vl_free(path);
        if (!scene) // of an integrator that this build lacks
            continue;
        vl_exact *exact = recognise(scene);
        const char *solution = expected(names.names[i]);
        if (solution) {
            assert_non_null(exact);
            assert_string_equal(vl_exact_name(exact), solution);
            found++;
        }
        assert_false(exact && is_too_much(scene));
        vl_exact_free(exact);
        vl_scene_free(scene);
    }
    assert_int_equal(found, ROWS);
    vl_scene_names_free(&names);
}

// Slots are not numbers, and a scene may hold what has nothing to do with each other.
static void groups_are_solved_each_by_itself(void **state)
{
    (void)state;

    static const char text[] = "format: 1\n"
                               "gravity: [0, -9.81]\n"
                               "particles:\n"
                               "  - {name: stone, at: [3, 2]}\n"
                               "  - {name: hook, at: [0, 0], pinned: true}\n"
                               "  - {name: left, at: [-1, 0]}\n"
                               "  - {name: right, at: [0, -2], velocity: [1, 0]}\n"
                               "links:\n"
                               "  - {from: left, to: hook}\n"
                               "  - {from: hook, to: right}\n";
    vl_error error = {0};
    vl_scene *scene = vl_scene_parse(text, sizeof text - 1, "two.yaml", &error);
    assert_non_null(scene);
    vl_exact *exact = recognise(scene);
    assert_non_null(exact);
    assert_string_equal(vl_exact_name(exact), "free fall + pendulum");
    vl_exact_free(exact);

    scene->damping = 0.5; // a damped pendulum has none, so all of it has none
    assert_null(recognise(scene));
    vl_scene_free(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped_scenes_have_the_solution_they_should),
        cmocka_unit_test(groups_are_solved_each_by_itself),
    };
    return cmocka_run_group_tests_name("exact_scenes", tests, NULL, NULL);
}
