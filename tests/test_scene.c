// Scenes: what is saved loads back equal, a world is numbered and linked as the format says, the
// tables agree with what they are about, and the shipped scenes run.

#include "base/output.h"
#include "base/text.h"
#include "physics/integrators/integrators.h"
#include "physics/math/axes.h"
#include "physics/solvers/solvers.h"
#include "scene/build.h"
#include "scene/fields.h"
#include "scene/lesson.h"
#include "support/deeds.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

#include <ctype.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

static bool same(const vl_scene *a, const vl_scene *b)
{
    return vl_schema_equal(&vl_schema_scene, a, b);
}

static void check_reads_back(const vl_scene *scene)
{
    FREED char *text = vl_scene_to_yaml(scene);
    OWNED(vl_scene) *again = scene_of(text);
    if (!same(scene, again)) {
        char *second = vl_scene_to_yaml(again);
        fail_msg("read back different:\n%s\n%s", text, second);
    }
}

// --- the shipped scenes ---

static void check_file(const char *name, vl_scene *scene)
{
    check_reads_back(scene);
    assert_true(strlen(scene->notes) > 200);
    assert_string_not_equal(scene->title, "Untitled");
    assert_true(scene->view.height > 0);
}

TEST(every_shipped_scene_reads_back_equal_and_has_notes_and_a_view)
{
    for_each_shipped_scene(check_file);
}

TEST(every_shipped_scene_has_its_place_in_the_order)
{
    FREED char *order = read_here(VL_TEST_SOURCES "/scenes/order.txt", NULL);
    SCOPED(vl_scene_names) names = vl_shelf_names(VL_SCENES);
    int next = 0;
    for (char *rest = order, *line; (line = strtok_r(rest, "\n", &rest));)
        if (*line != '#') { // a heading
            assert_true(next < names.count);
            assert_string_equal(line, names.names[next++]);
        }
    assert_int_equal(next, names.count);
}

// Each has a task for each of its scenes; what is no lesson is refused with its place.
TEST(lessons_are_lists_of_scenes_with_tasks)
{
    static const char head[] = "format: 1\ntitle: t\nminutes: 9\nteacher: t\n";

    static const struct {
        const char *line, *message;
    } rows[] = {
        {"scenes: [openin]", "l.yaml:5:9: no scene is called 'openin'; did you mean 'opening'?"},
        {"scenes: []", "l.yaml:5:9: scenes is an empty list, expected a list in [ ] of 1 to 64, "
                       "each of it a name that is no number"},
    };

    SCOPED(vl_scene_names) names = vl_shelf_names(VL_LESSONS);
    assert_int_equal(names.count, 5);
    for (int i = 0; i < names.count; i++) {
        FREED char *path = vl_shelf_find(VL_LESSONS, names.names[i]);
        OWNED(vl_lesson) *lesson = vl_lesson_load(path, &(vl_error){0});
        assert_non_null(lesson);
        for (int k = 0; k < lesson->scene_count; k++) {
            OWNED(vl_scene) *scene = vl_scene_open(lesson->scenes[k], &(vl_error){0});
            if (!scene->has_task)
                fail_msg("%s: %s has no task", names.names[i], lesson->scenes[k]);
        }
    }
    for (int i = 0; i < COUNT(rows); i++) {
        vl_error error = {0};
        write_here("l.yaml", PRINTED("%s%s\n", head, rows[i].line));
        assert_null(vl_lesson_load("l.yaml", &error));
        assert_string_equal(error.text, rows[i].message);
    }
}

// --- saving and loading ---

// Every key of the format, with a value that is not its default. The penalty is so soft that its
// restitution need not be measured each time this is read, and nothing is in the way of the links,
// so that their start is found at once.
static const char everything[] =
    "format: 1\n"
    "title: Everything\n"
    "notes: |\n"
    "  Two\n"
    "  lines.\n"
    "integrator: rk4\n"
    "timestep: fixed:0.01\n"
    "policy: clamp:0.05\n"
    "start: naive\n"
    "solver: {method: clusters, order: listed, direction: old, iterations: 3, substeps: 5, "
    "tolerance: "
    "0.25, relaxation: "
    "1.5, grids: 3}\n"
    "mistake: single-precision\n"
    "gravity: [1, 2, 3]\n"
    "damping: 0.1\n"
    "damping_per_step: 0.2\n"
    "view: {center: [1, 2, 3], height: 7, yaw: 10, pitch: 20, speed: 0.5, pause: 4, figure: "
    "stretch, "
    "table: true, colours: strain, trails: true}\n"
    "task:\n"
    "  right: number\n"
    "  question: How much?\n"
    "  at: 1\n"
    "  wait: 10\n"
    "  until: 5\n"
    "  lane: 2\n"
    "  tolerance: 0.25\n"
    "  term: dt/dt₋\n"
    "  because: |\n"
    "    So\n"
    "    much.\n"
    "sliders: [gravity, mass, dt]\n"
    "particles:\n"
    "- {name: hook, at: [0, 1], velocity: [2, 3, 4], mass: 5, radius: 0.25, shape: dial, pinned: "
    "true}\n"
    "- {at: [2, 2, 2], shape: dial}\n"
    "links:\n"
    "- {from: hook, to: 2, length: 3, kind: spring, stiffness: 4, damping: "
    "5, tear: 6}\n"
    "- {from: 2, to: hook, length: 3, cluster: 4}\n"
    "chains:\n"
    "- {name: rope, from: [0, 0], to: [2, 0], links: 4, mass: 6, radius: 0.125, pin: both, kind: "
    "spring, stiffness: 7, damping: 8, tear: 2, ball: {mass: 9, radius: 0.25}}\n"
    "cloths:\n"
    "- {name: sheet, origin: [11, 2], along: [3, 0], down: [0, -4], columns: 5, rows: 6, mass: 7, "
    "radius: 0.125, pin: [top-left, bottom], kind: spring, "
    "stiffness: "
    "8, damping: 9, tear: 3, shear: "
    "true, bend: true, shear_stiffness: 2, bend_stiffness: 4}\n"
    "pins: [2, hook, 7]\n"
    "forces:\n"
    "- {kind: harmonic, center: [1, 2], stiffness: 3}\n"
    "- {kind: polynomial, axis: y, coefficients: [1, 2]}\n"
    "- {kind: sine, axis: z, amplitude: 2, frequency: 3, phase: 4}\n"
    "- {kind: central, center: [1, 2], strength: 3, cutoff: 4}\n"
    "- {kind: gravitation, constant: 2, cutoff: 3}\n"
    "- {kind: wind, velocity: [1, 2, 3], drag: 4, gust: 0.5, seed: 6}\n"
    "- {kind: magnetic, center: [1, 2], charge: 3, field: [4, 5, 6], moment: [7, 8], cutoff: 9}\n"
    "colliders:\n"
    "- {kind: plane, point: [-100, -200], normal: [3, 4], restitution: 0.5, friction: 0.25}\n"
    "- {kind: sphere, center: [100, 200, 300], radius: 4, response: penalty, stiffness: 0.5}\n"
    "- {kind: box, center: [100, 200], size: [3, 4, 5], restitution: 0.5}\n"
    "- {kind: balls, restitution: 0.5}\n"
    "hand:\n"
    "- {time: 1, at: [2, 3]}\n"
    "- {time: 4, at: [5, 6, 7]}\n"
    "hand_holds: 3\n"
    "compare:\n"
    "- {name: first, integrator: verlet, timestep: 'fixed:0.02', policy: 'skip:0.05', start: "
    "exact, "
    "solver: {method: relax, order: coloured, direction: new, iterations: 4, substeps: 2, "
    "tolerance: 0.125, relaxation: 1.25, grids: 2}}\n"
    "- {solver: {substeps: 3}}\n"
    "- {}\n"
    "- {engine: verlet-js}\n";

// Tasks of other kinds.
static const char *const other_tasks[] = {
    "  right: beyond\n  question: Who?\n  until: 1\n  level: 0.25\n",
    "  right: mistake\n  question: What?\n  mistakes: [zero-frame, single-precision]\n",
};

// How many bytes ", key: value" has, or a line "key: value" of the scene; 0: none begins there.
static size_t key_length(const char *at, char before)
{
    bool whole_line = before == '\n' && islower((unsigned char)*at);
    if (!whole_line && strncmp(at, ", ", 2) != 0)
        return 0;
    const char *key = at + (whole_line ? 0 : 2), *end;
    size_t letters = strspn(key, "abcdefghijklmnopqrstuvwxyz_");
    if (letters == 0 || strncmp(key + letters, ": ", 2) != 0 || key[letters + 2] == '|')
        return 0;
    int depth = 0;
    for (end = key; whole_line ? *end != '\n' : depth > 0 || !strchr(",}\n", *end); end++)
        depth += (*end == '[' || *end == '{') - (*end == ']' || *end == '}');
    return (size_t)(end - at) + whole_line;
}

// Numbers lie over many decades. Half of them are whole, and a quarter is negative.
static void add_any_number(vl_text *yaml, vl_random *random)
{
    char buffer[VL_NUMBER_SIZE];
    double number = pow(10, vl_random_uniform(random, -9, 9));
    number = any_of(random, 2) ? number : ceil(number);
    vl_text_add(yaml, "%s", vl_number_text(any_of(random, 4) ? number : -number, buffer));
}

// A scene with some of its keys left out and some of its numbers replaced.
static void vary(const char *scene, vl_text *yaml, vl_random *random)
{
    char before = '\0';
    for (const char *at = scene; *at; before = at[-1]) {
        size_t key = key_length(at, before);
        bool number = isdigit((unsigned char)*at) && (before == ' ' || before == '[');
        if (key > 0 && any_of(random, 100) == 0) {
            at += key;
        } else if (number && any_of(random, 150) == 0) {
            add_any_number(yaml, random);
            at += strspn(at, "0123456789.");
        } else {
            vl_text_add(yaml, "%c", *at++);
        }
    }
}

// Text that is hard to write: every piece has a meaning of its own in YAML, or none in plain text.
static char *any_text(vl_random *random, const char *begin)
{
    // clang-format off
    static const char *const pieces[] = {
        "a", "Ball", " ", "  ", "\n", "\n\n", "# ", ": ", "- ", "'", "\"", "{", "}", "[", "]", ",", "&", "*", "!",
        "|", ">", "%", "@", "`", "~", "null", "true", "no", "1", "1e3", ".5", ".nan", "0x1F", "\\", "\\n", "\t",
        "x₋ = ½", "°", "\xF0\x9F\x8E\x89", "?", "---", "...\n", "- \n", "=", "<<", "\xE2\x80\xA8", "\xEF\xBB\xBF"};
    // clang-format on
    vl_text text = {0};
    vl_text_add(&text, "%s", begin);
    for (int i = any_of(random, 6); i > 0; i--)
        vl_text_add(&text, "%s", pieces[any_of(random, COUNT(pieces))]);
    return text.data ? text.data : vl_copy_text("");
}

// Such a text in one line, as a name must be.
static char *any_name(vl_random *random, const char *begin)
{
    char *name = any_text(random, begin);
    for (char *c = name; *c; c++) {
        if (*c == '\n' || *c == '\t')
            *c = '_';
        if (strncmp(c, "\xE2\x80\xA8", 3) == 0)
            c[1] = (char)0x82; // ₨
    }
    return name;
}

static void set_text(char **text, char *to)
{
    vl_free(*text);
    *text = to;
}

static void rename_end(vl_scene_end *end, const vl_scene *scene)
{
    if (end->number <= scene->particle_count)
        set_text(&end->name, vl_copy_text(scene->particles[end->number - 1].name));
}

// Gives the particles names that are hard to write, and links and pins too.
static void rename_particles(vl_scene *scene, vl_random *random)
{
    for (int i = 0; i < scene->particle_count; i++)
        set_text(&scene->particles[i].name, any_name(random, PRINTED("%d", i)));
    for (int i = 0; i < 2 * scene->link_count; i++)
        rename_end(i % 2 ? &scene->links[i / 2].from : &scene->links[i / 2].to, scene);
    for (int i = 0; i < scene->pin_count; i++)
        rename_end(&scene->pins[i], scene);
}

// Another scene, made of `yaml`, which becomes its text: each tenth begins with everything again.
// What does not go together with the rest of the scene is drawn anew.
static vl_scene *random_scene(vl_random *random, int number, vl_text *yaml)
{
    vl_scene *scene = NULL;
    for (int tries = 0; !scene; tries++) {
        SCOPED(vl_text) varied = {0};
        const char *from = number % 10 == 0 ? everything : yaml->data;
        vary(from, &varied, random);
        if (strcmp(from, varied.data) == 0)
            continue;
        scene = vl_scene_parse(varied.data, (size_t)varied.length, "any.yaml", 0, &(vl_error){0});
        if (scene) {
            yaml->length = 0;
            vl_text_add(yaml, "%s", varied.data);
        }
        assert_true(tries < 1000);
    }
    set_text(&scene->title, any_text(random, ""));
    set_text(&scene->notes, any_text(random, ""));
    rename_particles(scene, random);
    return scene;
}

TEST(random_scenes_read_back_equal_and_differ)
{
    vl_random random = test_random(5);
    SCOPED(vl_text) yaml = {0};
    OWNED(vl_scene) *before = scene_of(everything);
    for (int i = 0; i < test_cases(60, 600); i++) {
        vl_scene *scene = random_scene(&random, i, &yaml);
        check_reads_back(scene);
        assert_false(same(before, scene));
        vl_scene_free(before);
        before = scene;
    }
}

TEST(a_task_of_each_kind_is_written_as_it_was_read)
{
    for (int i = 0; i < COUNT(other_tasks); i++) {
        const char *text =
            PRINTED("format: 1\ntitle: Task\nintegrator: tcv\n%stask:\n%s  because: |\n    Why.\n"
                    "particles:\n- {at: [0, 0]}\ncompare:\n- {integrator: verlet}\n"
                    "- {integrator: tcv}\n",
                    i == 1 ? "mistake: stale-dt\n" : "", other_tasks[i]);
        OWNED(vl_scene) *scene = scene_of(text);
        FREED char *written = vl_scene_to_yaml(scene);
        assert_string_equal(written, text);
    }
}

// A scene with every key is written as it was read. Where a digit is changed and the scene still
// loads, it is not equal.
TEST(every_key_is_written_as_it_was_read_and_every_digit_counts)
{
    OWNED(vl_scene) *scene = scene_of(everything);
    FREED char *text = vl_scene_to_yaml(scene);
    assert_string_equal(text, everything);
    int changed = 0;
    for (char *digit = text; *digit; digit++) {
        if (*digit < '0' || *digit > '9')
            continue;
        char before = *digit;
        *digit = before == '9' ? '1' : (char)(before + 1);
        vl_scene *other = vl_scene_parse(text, strlen(text), "test.yaml", 0, &(vl_error){0});
        if (other && same(scene, other))
            fail_msg("not noticed: %s", text);
        changed += other != NULL;
        vl_scene_free(other);
        *digit = before;
    }
    assert_true(changed > 80);
}

// The schema of a field, or of its elements; NULL.
static const vl_schema *inner_schema(const vl_field *field)
{
    return field->element ? field->element->schema : field->schema;
}

// Whether a number of the scene itself is written as it was read: the upper end of its range, or 2.
static bool reads_back_alone(const vl_schema *schema, const vl_field *field)
{
    bool number = field->type == &vl_type_number || field->type == &vl_type_integer;
    if (schema != &vl_schema_scene || !number)
        return false;
    double value = field->range && field->range->upper < 2 ? field->range->upper : 2;
    const char *line = PRINTED("%s: %g\n", field->key, value);
    OWNED(vl_scene) *scene = scene_of(PRINTED("format: 1\n%sparticles: [{at: [0, 0]}]\n", line));
    FREED char *written = vl_scene_to_yaml(scene);
    return strstr(written, line) != NULL;
}

static void check_mentions_keys(const vl_schema *schema)
{
    for (int i = 0; i < schema->field_count; i++) {
        // all links there are springs, and springs have no compliance
        const vl_field *field = &schema->fields[i];
        const vl_schema *inner = inner_schema(field);
        const char *key = PRINTED(inner ? "%s:" : "%s: ", field->key);
        if (!strstr(everything, key) && !strstr(field->key, "compliance") &&
            !strstr(other_tasks[0], key) && !strstr(other_tasks[1], key) &&
            !reads_back_alone(schema, field))
            fail_msg("the test says nothing of '%s'", field->key);
        if (inner)
            check_mentions_keys(inner);
    }
}

TEST(the_scene_with_every_key_has_every_key)
{
    check_mentions_keys(&vl_schema_scene);
}

TEST(what_is_default_is_not_written)
{
    OWNED(vl_scene) *scene =
        scene_of("format: 1\n"
                 "solver: {method: relax, order: coloured, direction: new, iterations: "
                 "16, substeps: 1, tolerance: 0, relaxation: 1, grids: 0}\n"
                 "view: {yaw: 0, pitch: 0}\n"
                 "start: exact\ntimestep: frame\npolicy: raw\ngravity: [0,0,0]\nlinks: []\n"
                 "particles:\n"
                 "- {at: [0, 0.0,0], mass: 1, pinned: false, radius: 0.05, velocity: [0, 0]}\n");
    FREED char *text = vl_scene_to_yaml(scene);
    assert_string_equal(text, "format: 1\ntitle: Untitled\nintegrator: tcv\n"
                              "particles:\n- {at: [0, 0]}\n");
}

// --- the tables ---

TEST(the_defaults_of_the_tables_are_those_of_the_physics)
{
    OWNED(vl_scene) *scene = scene_of("format: 1\nparticles:\n- {at: [0, 0]}\n");
    vl_solver_settings solver = vl_solver_defaults();
    assert_ptr_equal(scene->integrator, vl_integrator_find("tcv"));
    assert_true(vl_schema_equal(vl_schema_find(&vl_schema_scene, "solver")->schema, &scene->solver,
                                &solver));
    SCOPED(vl_arena) arena = {0};
    vl_particles particles;
    vl_particles_create(&arena, &particles, 1);
    assert_true(scene->particles[0].mass == particles.mass[0]);
    assert_true(scene->particles[0].radius == particles.radius[0]);
}

// Each key that a kind of force or collider names is a row of the table, and each row is of a kind.
TEST(every_key_of_a_kind_has_its_row)
{
    static const char *const lists[] = {"forces", "colliders"};
    for (int l = 0; l < COUNT(lists); l++) {
        const vl_schema *schema = inner_schema(vl_schema_find(&vl_schema_scene, lists[l]));
        for (int i = 0; i < schema->field_count; i++) {
            bool taken = false;
            for (int kind = 0; vl_choices_name(schema->kinds, kind); kind++)
                taken |= vl_schema_takes(schema, kind, &schema->fields[i]);
            assert_true(taken);
        }
        for (int kind = 0; vl_choices_name(schema->kinds, kind); kind++) {
            char *rest = PRINTED("%s", vl_choices_text(schema->kinds, kind, schema->kinds->keys));
            for (char *key; (key = strtok_r(rest, " ", &rest));)
                assert_non_null(vl_schema_find(schema, key));
        }
    }
}

static void check_example(const char *example, const vl_field *field)
{
    bool list = field->element;
    SCOPED(vl_text) text = {0};
    vl_text_add(&text, "format: 1\n%s: %s%s%s\n", field->key, list ? "[" : "", example,
                list ? "]" : "");
    if (strcmp(field->key, "particles") != 0)
        vl_text_add(&text, "particles: [{name: hook, at: [0, 0]}, {name: ball, at: [1, 0]}]\n");
    vl_scene_free(scene_of(text.data));
}

TEST(every_example_of_a_mapping_loads)
{
    for (int i = 0; i < vl_schema_scene.field_count; i++) {
        const vl_field *field = &vl_schema_scene.fields[i];
        const vl_schema *inner = inner_schema(field);
        if (!inner)
            continue;
        check_example(inner->example, field);
        for (int kind = 0; inner->kinds && vl_choices_name(inner->kinds, kind); kind++)
            check_example(vl_choices_text(inner->kinds, kind, inner->kinds->example), field);
    }
}

// --- what is read ---

TEST(a_view_is_given_by_its_height)
{
    static const struct {
        const char *view;
        bool given;
    } rows[] = {{"", false},
                {"view: {}\n", false},
                {"view: {speed: 0.5, yaw: 3}\n", false},
                {"view: {height: 4}\n", true},
                {"view: {center: [0, 0], height: 4}\n", true}};

    for (int i = 0; i < COUNT(rows); i++) {
        OWNED(vl_scene) *scene =
            scene_of(PRINTED("format: 1\n%sparticles:\n- {at: [0, 0]}\n", rows[i].view));
        assert_int_equal(scene->view.height > 0, rows[i].given);
        check_reads_back(scene);
    }
}

TEST(names_and_numbers_of_ends_are_resolved)
{
    OWNED(vl_scene) *scene = scene_of("format: 1\n"
                                      "particles:\n"
                                      "- {name: \"2\", at: [0, 0]}\n"
                                      "- {name: b, at: [1, 0]}\n"
                                      "chains:\n"
                                      "- {name: rope, from: [5, 0], to: [6, 0], links: 2}\n"
                                      "links:\n"
                                      "- {from: \"2\", to: b}\n"
                                      "- {from: 2, to: 5}\n");
    assert_int_equal(scene->links[0].from.number, 1);
    assert_int_equal(scene->links[0].to.number, 2);
    assert_int_equal(scene->links[1].from.number, 2);
    assert_null(scene->links[1].from.name);
    assert_int_equal(scene->links[1].to.number, 5);
    check_reads_back(scene);
}

// --- building a world ---

// Far from the origin two neighbours may round to one place. Such a scene is refused.
TEST(no_scene_that_loads_has_a_link_without_length)
{
    vl_random random = {9};
    int built = 0;
    for (int i = 0; i < 4000; i++) {
        double far = pow(10, vl_random_uniform(&random, -20, 20));
        double edge = pow(10, vl_random_uniform(&random, -20, 20));
        double turn = pow(10, vl_random_uniform(&random, -12, 0));
        const char *text = PRINTED(
            "format: 1\nchains: [{from: [%.17g, 0], to: [%.17g, %.17g], links: 7}]\n"
            "cloths: [{origin: [%.17g, 1], along: [%.17g, 0], down: [%.17g, %.17g], columns: "
            "%d, rows: 5, shear: true, bend: true}]\n",
            far, far, edge, far, edge, edge, edge * turn, 5 + (int)(far > 1));
        OWNED(vl_scene) *scene = vl_scene_parse(text, strlen(text), "far.yaml", 0, &(vl_error){0});
        if (scene) {
            vl_world_free(vl_scene_build(scene)); // the physics asserts that lengths are positive
            built++;
        }
    }
    assert_in_range(built, 1000, 3000);
}

static vl_world *build(const char *text)
{
    OWNED(vl_scene) *scene = scene_of(text);
    vl_world *world = vl_scene_build(scene);
    assert_int_equal(world->particles.count, vl_scene_particles(scene));
    assert_int_equal(world->links.count, vl_scene_links(scene));
    return world;
}

static vl_vec3 position(const vl_world *world, int number)
{
    return vl_read(world->particles.x, world->particles.slot_of[number - 1]);
}

static void assert_same_place(vl_vec3 a, vl_vec3 b)
{
    assert_true(a.x == b.x && a.y == b.y && a.z == b.z);
}

static void assert_at(const vl_world *world, int number, double x, double y, double z)
{
    vl_vec3 d = vl_sub(position(world, number), (vl_vec3){x, y, z});
    // positions are interpolated between numbers near 1: a few units of 2^-53
    if (!(vl_length(d) <= 1e-15))
        fail_msg("particle %d is at %g %g %g", number, position(world, number).x,
                 position(world, number).y, position(world, number).z);
}

TEST(particles_are_numbered_particles_chains_cloths)
{
    OWNED(vl_world) *world =
        build("format: 1\n"
              "cloths:\n- {origin: [0, 5], along: [1, 0], down: [0, -2], columns: 3, rows: 2}\n"
              "chains:\n- {from: [0, 0], to: [0.5, 0], links: 2}\n- {from: [1, 1], to: [1, 2, 3], "
              "links: 1}\n"
              "particles:\n- {at: [7, 7]}\n- {at: [8, 8, 8]}\n");
    static const double at[][3] = {
        {7, 7, 0}, {8, 8, 8},                 // particles
        {0, 0, 0}, {0.25, 0, 0}, {0.5, 0, 0}, // the first chain
        {1, 1, 0}, {1, 2, 3},                 // the second
        {0, 5, 0}, {0.5, 5, 0},  {1, 5, 0},   // the upper row of the cloth
        {0, 3, 0}, {0.5, 3, 0},  {1, 3, 0},   // the lower
    };
    assert_int_equal(world->particles.count, COUNT(at));
    for (int i = 0; i < COUNT(at); i++) {
        int slot = world->particles.slot_of[i];
        assert_int_equal(world->particles.number_of[slot], i + 1);
        assert_at(world, (int)i + 1, at[i][0], at[i][1], at[i][2]);
    }
    assert_int_equal(world->cloth_count, 1);
    assert_int_equal(world->cloths[0].first_number, 8);
    assert_int_equal(world->cloths[0].columns, 3);
    assert_int_equal(world->cloths[0].rows, 2);
}

// The numbering has the positions of the world. A chain ends at `to`, to the last bit.
TEST(the_numbering_agrees_with_the_world)
{
    vl_random random = test_random(8);
    SCOPED(vl_text) yaml = {0};
    for (int i = 0; i < test_cases(10, 100); i++) {
        OWNED(vl_scene) *scene = random_scene(&random, i, &yaml);
        for (int k = 0; k < scene->link_count; k++)
            scene->links[k].link.length = 0; // links that fit, and no collider in the way, so that
        scene->collider_count = 0;           // the world begins as written
        OWNED(vl_world) *world = vl_scene_build(scene);
        assert_int_equal(vl_scene_particles(scene), world->particles.count);
        for (int n = 1; n <= world->particles.count; n++)
            assert_same_place(position(world, n), vl_scene_position(scene, n));
        for (int k = 0; k < scene->chain_count; k++)
            assert_same_place(position(world, scene->chains[k].first + scene->chains[k].links),
                              scene->chains[k].to);
    }
}

TEST(masses_and_pins_are_those_of_the_format)
{
    OWNED(vl_world) *world = build(
        "format: 1\n"
        "particles:\n- {at: [0, 1], mass: 3, pinned: true, velocity: [1, 2, 3]}\n"
        "chains:\n- {from: [0, 0], to: [1, 0], links: 4, mass: 2, pin: both, ball: {mass: 7}}\n"
        "cloths:\n- {origin: [0, 0], along: [1, 0], down: [0, -1], columns: 2, rows: 3, mass: 3,"
        " pin: [left]}\n");

    static const struct {
        double mass;
        bool pinned;
    } rows[] = {{3, true},                                                        // the particle
                {0.5, true}, {0.5, false}, {0.5, false}, {0.5, false}, {7, true}, // the chain
                {0.5, true}, {0.5, false}, {0.5, true},  {0.5, false}, {0.5, true}, {0.5, false}};

    assert_int_equal(world->particles.count, COUNT(rows));
    for (int i = 0; i < COUNT(rows); i++) {
        int slot = world->particles.slot_of[i];
        assert_true(world->particles.mass[slot] == rows[i].mass);
        assert_int_equal(world->particles.pinned[slot], rows[i].pinned);
        assert_true(world->particles.inverse_mass[slot] == (rows[i].pinned ? 0 : 1 / rows[i].mass));
    }
    assert_true(world->particles.v[2][0] == 0); // a pinned particle has no velocity
}

TEST(every_pin_of_a_cloth_holds_its_particles)
{
    // 3 columns × 3 rows, as they lie
    static const struct {
        const char *pin, *held;
    } rows[] = {{"top-left", "x........"},
                {"top-right", "..x......"},
                {"bottom-left", "......x.."},
                {"bottom-right", "........x"},
                {"top", "xxx......"},
                {"bottom", "......xxx"},
                {"left", "x..x..x.."},
                {"right", "..x..x..x"},
                {"top-left, right", "x.x..x..x"},
                {"]}\npins: [5, 9] #", "....x...x"}};

    for (int i = 0; i < COUNT(rows); i++) {
        OWNED(vl_world) *world = build(PRINTED(
            "format: 1\ncloths:\n- {origin: [0, 0], along: [1, 0], down: [0, -1], columns: 3, "
            "rows: 3, pin: [%s]}\n",
            rows[i].pin));
        for (int n = 0; n < 9; n++)
            assert_int_equal(world->particles.pinned[world->particles.slot_of[n]],
                             rows[i].held[n] == 'x');
    }
}

TEST(settings_reach_the_world)
{
    OWNED(vl_world) *world = build(everything);
    assert_string_equal(world->integrator->name, "rk4");
    assert_true(world->naive_start);
    assert_ptr_equal(world->mistake, mistake_named("single-precision"));
    assert_true(world->gravity.z == 3);
    assert_true(world->damping == 0.1 && world->damping_per_step == 0.2);
    assert_int_equal(world->solver.order, VL_ORDER_LISTED);
    assert_int_equal(world->solver.iterations, 3);
    assert_int_equal(world->solver.substeps, 5);
    assert_int_equal(world->force_count, 7);
    assert_ptr_equal(world->forces[4].kind, &vl_force_gravitation);
    assert_true(world->forces[4].cutoff == 3);
    const vl_particles *p = &world->particles;
    assert_true(p->dial[p->slot_of[0]] && !p->dial[p->slot_of[2]]);
}

// Edges, diagonals and bends have a stiffness of their own, or else that of the cloth.
TEST(every_weave_has_its_own_stiffness)
{
    static const struct {
        const char *keys;
        double edge, shear, bend;
    } rows[] = {{"", 5, 5, 5},
                {", shear_stiffness: 2", 5, 2, 5},
                {", bend_stiffness: 3", 5, 5, 3},
                {", shear_stiffness: 2, bend_stiffness: 3", 5, 2, 3}};

    for (int i = 0; i < COUNT(rows); i++) {
        OWNED(vl_world) *world = build(PRINTED(
            "format: 1\ncloths:\n- {origin: [0, 0], along: [2, 0], down: [0, -2], columns: 3, "
            "rows: 3, shear: true, bend: true, kind: spring, stiffness: 5, tear: 0.5%s}\n",
            rows[i].keys));
        for (int k = 0; k < world->links.count; k++) {
            double length = world->links.length[k]; // 1, √2 or 2
            double expected = length < 1.2   ? rows[i].edge
                              : length < 1.8 ? rows[i].shear
                                             : rows[i].bend;
            assert_true(world->links.stiffness[k] == expected);
            assert_true(world->links.tear[k] == 0.5);
        }
    }
}

TEST(links_are_listed_links_chains_cloths_row_by_row)
{
    OWNED(vl_world) *world =
        build("format: 1\n"
              "particles:\n- {at: [9, 9]}\n- {at: [9, 8]}\n"
              "links:\n- {from: 2, to: 1, length: 5}\n"
              "chains:\n- {from: [5, 5], to: [6, 5], links: 2, kind: string}\n"
              "cloths:\n- {origin: [0, 0], along: [2, 0], down: [0, -2], columns: 3, "
              "rows: 3, shear: true, bend: true}\n");
    static const int ends[][2] = {
        {1, 2},                                           // the link
        {3, 4},   {4, 5},                                 // the chain
        {6, 7},   {7, 8},                                 // the first row
        {6, 9},   {7, 10},  {8, 11},                      // down to the second
        {6, 10},  {7, 11},  {7, 9},   {8, 10},            // diagonals
        {6, 8},   {6, 12},  {7, 13},  {8, 14},            // bend
        {9, 10},  {10, 11}, {9, 12},  {10, 13}, {11, 14}, // the second row
        {9, 13},  {10, 14}, {10, 12}, {11, 13}, {9, 11},  //
        {12, 13}, {13, 14}, {12, 14},                     // the third
    };
    assert_int_equal(world->links.count, COUNT(ends));
    for (int i = 0; i < COUNT(ends); i++) {
        int index = world->links.listed[i]; // of the i-th link of the description
        int a = world->particles.number_of[world->links.from[index]];
        int b = world->particles.number_of[world->links.to[index]];
        assert_int_equal(a < b ? a : b, ends[i][0]);
        assert_int_equal(a < b ? b : a, ends[i][1]);
        double expected = i == 0 ? 5 : vl_length(vl_sub(position(world, a), position(world, b)));
        assert_true(world->links.length[index] == expected);
        assert_int_equal(world->links.kind[index], i == 1 || i == 2 ? VL_STRING : VL_ROD);
    }
}

// A cloth of w × w: its colours and runs are whole.
static void check_cloth_layout(int width, bool shear, bool bend, int colours)
{
    OWNED(vl_world) *world = build(
        PRINTED("format: 1\ncloths:\n- {origin: [0, 0], along: [1, 0], down: [0, -1], columns: %d, "
                "rows: %d, shear: %s, bend: %s}\n",
                width, width, shear ? "true" : "false", bend ? "true" : "false"));
    assert_int_equal(world->links.colour_count, colours);

    // A run goes over the even or the odd columns of a row, less those at the edges; the links that
    // bend along a row join every other of those.
    int shortest = width / 2 - 1, consecutive = 0;
    for (int i = 0; i < world->links.run_count; i++) {
        const vl_link_run *run = &world->links.runs[i];
        consecutive += run->consecutive ? run->count : 0;
        if (run->consecutive && !bend)
            assert_true(run->count >= shortest);
    }
    if (!bend)
        assert_int_equal(consecutive, world->links.count);
}

TEST(the_links_of_a_cloth_fall_into_few_whole_colours)
{
    check_cloth_layout(64, false, false, 4);
    check_cloth_layout(64, true, false, 8);
    check_cloth_layout(63, true, false, 8);
    check_cloth_layout(64, true, true, 12);
    check_cloth_layout(64, false, true, 8);
}

TEST(two_cloths_share_their_colours)
{
    OWNED(vl_world) *world = build(
        "format: 1\ncloths:\n"
        "- {origin: [0, 0], along: [1, 0], down: [0, -1], columns: 20, rows: 20, shear: true}\n"
        "- {origin: [2, 0], along: [1, 0], down: [0, -1], columns: 31, rows: 9, shear: true}\n");
    assert_int_equal(world->links.colour_count, 8);
}

// --- files ---

TEST(a_saved_scene_loads_back_equal_and_leaves_nothing_beside)
{
    struct stat status;
    int before = count_files();
    OWNED(vl_scene) *scene = scene_of(everything);
    FREED char *yaml = vl_scene_to_yaml(scene);
    // the second file replaces the first, and has its permissions
    for (int i = 0; i < 2; i++) {
        write_here("saved.yaml", yaml);
        OWNED(vl_scene) *again = vl_scene_load("saved.yaml", &(vl_error){0});
        assert_non_null(again);
        assert_true(same(scene, again));
        assert_string_equal(again->path, "saved.yaml");
        assert_int_equal(count_files(), before + 1);
        assert_int_equal(stat("saved.yaml", &status), 0);
        assert_true(i == 0 || (status.st_mode & 0777) == 0640);
        chmod("saved.yaml", 0640);
    }
}

// Saves where it must fail, beside a file that is there.
static void check_failed_save(const char *path, const char *says)
{
    vl_error error = {0};
    int count = count_files();
    assert_false(vl_file_write(path, "new", 3, NULL, &error));
    if (!strstr(error.text, says))
        fail_msg("%s", error.text);
    assert_int_equal(count_files(), count);
}

TEST(a_failed_save_leaves_what_was_there)
{
    SKIP_IN_NODE("Node does not tell what is wrong with a name that is too long");
    vl_error error = {0};
    char longest[NAME_MAX + 2] = {0};

    memset(longest, 'n', NAME_MAX + 1);
    check_failed_save(longest, ": cannot be written: File name too long");
    longest[NAME_MAX] = '\0';
    write_here(longest, "old");
    if (geteuid() != 0) { // the superuser may write everywhere
        chmod(".", 0500);
        check_failed_save(longest, ": cannot be written: Permission denied");
        chmod(".", 0700);
    }
    FREED char *bytes = read_here(longest, NULL);
    assert_string_equal(bytes, "old");
    check_failed_save("/nowhere/scene.yaml",
                      "/nowhere/scene.yaml: cannot be written: No such file or directory");
    assert_int_equal(mkdir("taken", 0700), 0);
    check_failed_save("taken", "taken: is a directory, expected a file");
    OWNED(vl_scene) *scene = scene_of(everything);
    scene->particles[0].at.x = (double)NAN;
    assert_null(vl_scene_save_new(scene, "scene.yaml", &error));
    assert_non_null(strstr(error.text, "not saved, since it could not be read back: scene.yaml:30:"
                                       "21: at is 'nan', expected"));
}

// --- finding ---

static const char *told; // to a build that does not know where the sources are

// Not where a person has put own scenes.
static void look_in_sources(void)
{
    if (told)
        setenv("VERLET_LAB_SCENES", told, 1);
    else
        unsetenv("VERLET_LAB_SCENES");
}

TEST(a_scene_is_found_by_name_and_by_path)
{
    static const struct {
        const char *name, *path, *message; // one of the two
    } rows[] = {
        {"cloth", VL_TEST_SOURCES "/scenes/cloth.yaml", NULL},
        {"late-frame.rec", VL_TEST_SOURCES "/scenes/late-frame.rec", NULL},
        {"late-frame", VL_TEST_SOURCES "/scenes/late-frame.rec", NULL},
        {"/tmp", "/tmp", NULL},
        {"some/where.yaml", "some/where.yaml", NULL},
        {"where.yaml", "where.yaml", NULL},
        {"./cloth", "./cloth", NULL},
        {"pendulm", NULL, "no scene is called 'pendulm'; did you mean 'pendulum'?"},
        {"xyzzy", NULL,
         "no scene is called 'xyzzy', expected a file, or one of those that 'verlet-lab list "
         "scenes' shows"},
    };

    assert_int_equal(chdir("/"), 0);
    for (int i = 0; i < COUNT(rows); i++) {
        vl_error error = {0};
        FREED char *found = vl_scene_find(rows[i].name, &error);
        assert_int_equal(found != NULL, rows[i].path != NULL);
        assert_string_equal(found ? found : error.text, found ? rows[i].path : rows[i].message);
    }
}

TEST(a_folder_of_ones_own_comes_first)
{
    assert_int_equal(mkdir("own", 0700), 0);
    write_here("own/mine.yaml", "x");
    write_here("own/cloth.yaml", "x");
    write_here("own/order.txt", "nothing\r\nmine\r\n");
    setenv("VERLET_LAB_SCENES", "own", 1);
    FREED char *found = vl_scene_find("cloth", &(vl_error){0});
    assert_string_equal(found, "own/cloth.yaml");
    SCOPED(vl_scene_names) names = vl_shelf_names(VL_SCENES);
    assert_string_equal(names.names[0], "mine");
    assert_string_equal(names.names[1], "cloth");
    for (int i = 2; i < names.count; i++)
        assert_string_not_equal(names.names[i], "cloth");
    look_in_sources();
}

static int find_sources(void **state)
{
    (void)state;
    static const char sources[] = VL_TEST_SOURCES "/scenes";
    const char *folder = getenv("VERLET_LAB_SCENES");
    told = folder && strcmp(folder, sources) == 0 ? sources : NULL;
    look_in_sources();
    return 0;
}

TEST_FIXTURE(find_sources, NULL)
