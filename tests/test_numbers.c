// Numbers that are typed: with a unit, as a part of a scene, and in a running world.

#include "support/testing.h"

#include "base/quantity.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "scene/numbers.h"
#include "support/scenes.h"
#include "support/worlds.h"

// --- units ---

TEST(quantities_are_read_in_the_unit_of_the_field)
{
    static const struct {
        const char *text, *unit;
        double value; // NaN: refused
    } cases[] = {
        {"0.5 kg", "kg", 0.5},         {"500 g", "kg", 0.5},
        {"30 cm", "m", 0.3},           {" 9.81 m/s²", "m/s²", 9.81},
        {"9.81 m/s^2", "m/s²", 9.81},  {"9.81 m s⁻²", "m/s²", 9.81},
        {"−9.81", "m/s²", -9.81},      {"6.94 ms", "s", 0.00694},
        {"1/60 s", "s", 1.0 / 60},     {"5/s", "1/s", 5},
        {"144 Hz", "1/s", 144},        {"2 kg/s", "N s/m", 2},
        {"1 kN/m", "N/m", 1000},       {"1 m³/(kg s²)", "m³/(kg s²)", 1},
        {"4 min", "s", 240},           {"90°", "rad", 1.5707963267948966},
        {"50 %", NULL, 0.5},           {"1e3 mm", "m", 1},
        {"1e+3 kg", "kg", 1000},       {"5E+1 kg", "kg", 50},
        {"1e-3 kg", "kg", 0.001},      {"2e1 s", "s", 20},
        {"1e+ kg", "kg", (double)NAN}, {"1e kg", "kg", (double)NAN},
        {"5 kg", "m", (double)NAN},    {"5 m", NULL, (double)NAN},
        {"3 m/", "m", (double)NAN},    {"1,5 m", "m", (double)NAN},
        {"--3", "m", (double)NAN},     {"−-3", "m", (double)NAN},
        {"1/0 s", "s", (double)NAN},   {"m", "m", (double)NAN},
        {"", "m", (double)NAN},        {"nan", "m", (double)NAN},
        {"1e999", "m", (double)NAN},
    };

    for (int i = 0; i < COUNT(cases); i++) {
        double value = (double)NAN;
        bool good = vl_parse_quantity(cases[i].text, cases[i].unit, &value);
        if (good == isnan(cases[i].value) || (good && value != cases[i].value))
            fail_msg("'%s' in %s: %d, %.17g", cases[i].text,
                     cases[i].unit ? cases[i].unit : "no unit", good, value);
    }
}

// --- the numbers of scenes ---

static void expect_refusal(vl_scene *scene, const vl_scene_number *number)
{
    static const char *const wrong[] = {"heavy", "1 mol", "", "1e70"};
    vl_error error = {0};
    double before = vl_scene_number_value(scene, number);
    for (int i = 0; i < COUNT(wrong); i++) {
        if (vl_scene_set_number(scene, number, wrong[i], &error) ||
            !strstr(error.text, "expected") ||
            strncmp(error.text, number->field.key, strlen(number->field.key)) != 0)
            fail_msg("%s = '%s': %s", number->field.key, wrong[i], error.text);
        assert_true(vl_scene_number_value(scene, number) == before);
    }
}

static void expect_same(vl_scene *scene, const vl_scene_number *number)
{
    vl_error error = {0};
    char digits[VL_NUMBER_SIZE];
    double before = vl_scene_number_value(scene, number);
    bool left_out = before != 0 || number->field.range == NULL || number->field.range->lower <= 0;
    const char *text = PRINTED("%s %s", vl_number_text(before, digits),
                               number->field.unit ? number->field.unit : "");
    if (strcmp(number->field.key, "shear_compliance") == 0 ||
        strcmp(number->field.key, "bend_compliance") == 0 || !left_out)
        return; // −1 and 0 stand for a value that the file leaves out
    bool good = vl_scene_set_number(scene, number, text, &error);
    bool unit_is_no_unit = number->field.unit && strstr(number->field.unit, "…");
    if (unit_is_no_unit)
        assert_false(good);
    else if (!good || vl_scene_number_value(scene, number) != before)
        fail_msg("%s = %s: %s", number->field.key, text, error.text);
}

static void check_numbers(const char *name, vl_scene *scene)
{
    static const char *const lists[] = {NULL,     "solver", "particles", "links",
                                        "chains", "cloths", "forces",    "colliders"};
    for (int k = 0; k < COUNT(lists); k++) {
        int parts = vl_scene_part_count(scene, lists[k]);
        for (int i = 0; i < parts && i < 3; i++) {
            vl_scene_number numbers[VL_MOST_NUMBERS];
            int count = vl_scene_numbers(scene, (vl_scene_part){lists[k], i}, numbers);
            assert_true(count < VL_MOST_NUMBERS);
            for (int n = 0; n < count; n++) {
                expect_refusal(scene, &numbers[n]);
                expect_same(scene, &numbers[n]);
            }
        }
    }
}

// Every number of a shipped scene is read as it is written, and keeps its value where it refuses.
TEST(a_number_is_read_as_it_is_written_and_refuses_what_is_wrong)
{
    for_each_shipped_scene(check_numbers);
}

// A number is refused, too, where the scene as a whole does not allow it.
TEST(a_number_is_refused_that_the_rest_of_the_scene_forbids)
{
    OWNED(vl_scene) *scene = scene_of("format: 1\nparticles: [{at: [0, 0]}, {at: [1, 0]}]\n"
                                      "links: [{from: 1, to: 2, kind: spring, stiffness: 10}]\n");
    vl_error error = {0};
    vl_scene_number numbers[VL_MOST_NUMBERS];
    int count = vl_scene_numbers(scene, (vl_scene_part){"links", 0}, numbers), refused = 0;
    for (int i = 0; i < count; i++) {
        assert_string_not_equal(numbers[i].field.key, "compliance"); // a spring has none
        if (strcmp(numbers[i].field.key, "stiffness") != 0)
            continue;
        assert_false(vl_scene_set_number(scene, &numbers[i], "0 N/m", &error));
        assert_non_null(strstr(error.text, "stiffness"));
        assert_null(strstr(error.text, "test.yaml"));
        assert_true(vl_scene_number_value(scene, &numbers[i]) == 10);
        refused++;
    }
    assert_int_equal(refused, 1);
}

// --- parts and names ---

static const char parts_of_all[] =
    "format: 1\ngravity: [0, -9.81]\n"
    "particles:\n"
    "  - {at: [0, 1], name: hook, pinned: true}\n"
    "  - {at: [1, 1]}\n"
    "links: [{from: 2, to: 1, kind: rod}]\n"
    "chains:\n"
    "  - {from: [0, 0], to: [2, 0], links: 2, mass: 1, name: rope, kind: rod, ball: {mass: 3}}\n"
    "  - {from: [0, -1], to: [1, -1], links: 1, mass: 1, kind: string}\n"
    "cloths: [{origin: [0, 0, 1], along: [1, 0, 0], down: [0, -1, 0], columns: 2, rows: 2, mass: "
    "1}]\n"
    "colliders: [{kind: plane, point: [0, -9], normal: [0, 1]}]\n";

// Particles are counted through: those of the list, then those of the chains, then those of the
// cloths.
TEST(a_particle_and_a_link_belong_to_the_part_that_made_them)
{
    static const struct {
        int number;
        const char *list;
        int index;
    } rows[] = {{1, "particles", 0}, {2, "particles", 1}, {3, "chains", 0}, {5, "chains", 0},
                {6, "chains", 1},    {7, "chains", 1},    {8, "cloths", 0}, {11, "cloths", 0}};

    OWNED(vl_scene) *scene = scene_of(parts_of_all);
    for (int i = 0; i < COUNT(rows); i++) {
        vl_scene_part part = vl_scene_part_of_particle(scene, rows[i].number);
        assert_string_equal(part.list, rows[i].list);
        assert_int_equal(part.index, rows[i].index);
        part = vl_scene_part_of_link(scene, rows[i].number, rows[i].number + 1);
        assert_string_equal(part.list, rows[i].number == 1 ? "links" : rows[i].list);
        assert_int_equal(part.index, rows[i].index);
    }
    assert_string_equal(vl_scene_part_of_link(scene, 2, 1).list, "links");
    assert_string_equal(vl_scene_part_of_link(scene, 2, 3).list, "particles");
}

// A part is called by its number and by the name that it has, or else by its kind.
TEST(parts_have_titles)
{
    static const struct {
        vl_scene_part part;
        const char *title;
    } rows[] = {{{NULL, 0}, "Scene"},
                {{"particles", 0}, "Particle 1: hook"},
                {{"particles", 1}, "Particle 2"},
                {{"links", 0}, "Link 1: rod"},
                {{"chains", 0}, "Chain 1: rope"},
                {{"chains", 1}, "Chain 2: string"},
                {{"colliders", 0}, "Collider 1: plane"}};

    OWNED(vl_scene) *scene = scene_of(parts_of_all);
    for (int i = 0; i < COUNT(rows); i++) {
        char title[VL_NUMBER_NAME];
        assert_string_equal(vl_scene_part_title(scene, rows[i].part, title), rows[i].title);
    }
}

static void assert_names(vl_scene *scene, vl_scene_part part, const char *names)
{
    vl_scene_number numbers[VL_MOST_NUMBERS];
    SCOPED(vl_text) said = {0};
    int count = vl_scene_numbers(scene, part, numbers);
    for (int i = 0; i < count; i++) {
        char name[VL_NUMBER_NAME];
        vl_text_add(&said, "%s%s", i ? ", " : "", vl_scene_number_name(&numbers[i], name));
    }
    assert_string_equal(said.data, names);
}

// z is shown in a scene that has a depth, and so is each component that is not 0.
TEST(numbers_have_names_for_people)
{
    OWNED(vl_scene) *flat = scene_of(
        "format: 1\nparticles: [{at: [0, 1]}, {at: [2, 1]}]\n"
        "chains: [{from: [0, 0], to: [1, 0], links: 1, mass: 1, kind: rod, ball: {mass: 2}}]\n"
        "colliders: [{kind: plane, point: [0, -9], normal: [0, 1, 1]}]\n");
    OWNED(vl_scene) *deep = scene_of("format: 1\nparticles: [{at: [0, 1], velocity: [0, 0, 1]}]\n");
    OWNED(vl_scene) *chain = scene_of("format: 1\nchains: [{from: [0, 0], to: [1, 0, 1], links: 1, "
                                      "mass: 1, kind: rod}]\n");
    assert_names(flat, (vl_scene_part){"chains", 0},
                 "from x, from y, to x, to y, links, mass, radius, compliance, tear, ball mass, "
                 "ball radius");
    assert_names(flat, (vl_scene_part){"colliders", 0},
                 "point x, point y, normal x, normal y, normal z, restitution, friction");
    assert_names(flat, (vl_scene_part){NULL, 0}, "gravity x, gravity y, damping, damping per step");
    assert_names(deep, (vl_scene_part){NULL, 0},
                 "gravity x, gravity y, gravity z, damping, damping per step");
    assert_names(chain, (vl_scene_part){NULL, 0},
                 "gravity x, gravity y, gravity z, damping, damping per step");
}

static const char system_of_all[] =
    "format: 1\nintegrator: verlet\ngravity: [0, -9.81]\ndamping: 0.1\n"
    "particles:\n"
    "  - {at: [0, 1], pinned: true}\n"
    "  - {at: [1, 1], mass: 2, radius: 0.1}\n"
    "  - {at: [2, 1.3], mass: 3, velocity: [1, 0]}\n"
    "links:\n"
    "  - {from: 1, to: 2, kind: rod}\n"
    "  - {from: 2, to: 3, kind: spring, stiffness: 50, damping: 0.2}\n"
    "forces: [{kind: harmonic, stiffness: 3}]\n"
    "colliders:\n"
    "  - {kind: plane, point: [0, -1], normal: [0, 1], restitution: 0.5, friction: 0.2}\n";

// The numbers that a scene had come back, to the last bit, whatever was typed since.
TEST(an_image_brings_all_numbers_back)
{
    static const char *const lists[] = {NULL, "solver", "particles", "links", "colliders"};
    OWNED(vl_scene) *scene = scene_of(system_of_all);
    FREED char *before = vl_scene_to_yaml(scene);
    FREED char *image = vl_alloc(vl_scene_copy_numbers(scene, NULL, false), 1);
    vl_scene_copy_numbers(scene, image, false);
    int typed = 0;
    for (int list = 0; list < COUNT(lists); list++)
        for (int part = 0; part < vl_scene_part_count(scene, lists[list]); part++) {
            vl_scene_number numbers[VL_MOST_NUMBERS];
            int count = vl_scene_numbers(scene, (vl_scene_part){lists[list], part}, numbers);
            for (int i = 0; i < count; i++)
                typed += vl_scene_set_number(scene, &numbers[i], "0.7", &(vl_error){0});
        }
    assert_true(typed > 10);
    vl_scene_copy_numbers(scene, image, true);
    FREED char *again = vl_scene_to_yaml(scene);
    assert_string_equal(again, before);
}

// --- running worlds ---

// Whether the number at an index was changed: not where there is none, where it cannot be 0.75, or
// where the world would begin elsewhere. A rod cannot get another length without being moved.
static bool take_number(vl_scene_part part, int index)
{
    OWNED(vl_scene) *scene = scene_of(system_of_all);
    vl_scene_number numbers[VL_MOST_NUMBERS];
    uint64_t start = vl_scene_start(scene);
    OWNED(vl_world) *world = vl_scene_build(scene);
    bool rod = part.list && strcmp(part.list, "links") == 0 && part.index == 0;
    bool there = part.index < vl_scene_part_count(scene, part.list) &&
                 index < vl_scene_numbers(scene, part, numbers);
    if (rod || !there || !vl_scene_set_number(scene, &numbers[index], "0.75", &(vl_error){0}) ||
        start != vl_scene_start(scene))
        return false;
    OWNED(vl_world) *like = vl_scene_build(scene), *fresh = vl_scene_build(scene);
    vl_world_take_numbers(world, like);
    for (int step = 0; step < 200; step++) {
        double dt = step % 3 ? 0.01 : 0.016;
        assert_int_equal(vl_world_step(world, dt), vl_world_step(fresh, dt));
    }
    assert_same_places(world, fresh);
    return true;
}

// A world that takes other numbers before its first step moves as one that was made with them, to
// the last bit: mass, radius, stiffness, gravity, restitution and all others.
TEST(a_world_takes_numbers_as_if_it_were_made_with_them)
{
    static const char *const lists[] = {NULL, "particles", "links", "forces", "colliders"};
    int changed = 0;
    for (int k = 0; k < COUNT(lists); k++)
        for (int n = 0; n < VL_MOST_NUMBERS; n++)
            for (int part = 0; part < 3; part++)
                changed += take_number((vl_scene_part){lists[k], part}, n);
    assert_true(changed >= 15);
}

// In the midst of a run positions and velocities stay, and what was cut stays cut.
TEST(numbers_that_change_do_not_move_anything)
{
    OWNED(vl_scene) *scene = scene_of(system_of_all);
    OWNED(vl_world) *world = vl_scene_build(scene);
    make_steps(world, 50, 0.01);
    vl_world_synchronise(world);
    int spring = world->links.hard_count;
    vl_world_break_links(world, &spring, 1);
    vl_world_synchronise(world);
    vl_vec3 x = vl_read(world->particles.x, 2), v = vl_read(vl_world_velocity(world), 2);
    scene->particles[2].mass = 7;
    scene->gravity.y = -1;
    scene->links[0].link.compliance = 0.001;
    scene->links[0].link.cluster = 3;
    OWNED(vl_world) *like = vl_scene_build(scene);
    vl_world_take_numbers(world, like);
    vl_world_synchronise(world);
    vl_vec3 x1 = vl_read(world->particles.x, 2), v1 = vl_read(vl_world_velocity(world), 2);
    assert_int_equal(world->links.count, 1);
    assert_true(world->particles.mass[2] == 7 && world->links.compliance[0] == 0.001);
    assert_int_equal(world->links.cluster[0], 3);
    assert_true(vl_length(vl_sub(x1, x)) == 0);
    assert_true(vl_length(vl_sub(v1, v)) < 1e-12);

    // the next step goes on from x and v with the new acceleration: without x₋ made anew it would
    // be off by half the change of gravity, 4.4e-4 m; what is left is of third order in h
    const double h = 0.01;
    vl_vec3 pull = vl_add(vl_scale(x, 3.0 / 7), vl_scale(v, world->damping));
    vl_vec3 a = vl_sub((vl_vec3){0, -1, 0}, pull);
    vl_vec3 next = vl_add(x, vl_add(vl_scale(v, h), vl_scale(a, h * h / 2)));
    assert_true(vl_world_step(world, h));
    assert_true(vl_length(vl_sub(vl_read(world->particles.x, 2), next)) < 10 * h * h * h);
}

// One sweep leaves a rope stretched. Only another length is settled: another gravity moves nothing.
TEST(a_stretched_rope_stays_as_it_is_under_another_gravity)
{
    static const char yaml[] =
        "format: 1\nintegrator: tcv\nsolver: {method: relax, iterations: 1}\n"
        "gravity: [0, -9.81]\n"
        "chains: [{from: [0, 0], to: [1, 0], links: 20, mass: 1, pin: start, kind: rod}]\n";
    OWNED(vl_scene) *scene = scene_of(yaml);
    OWNED(vl_world) *world = vl_scene_build(scene);
    make_steps(world, 50, 0.01);
    vl_world_synchronise(world);
    OWNED(vl_world) *before = vl_world_copy(world, world->integrator, &world->solver);
    assert_true(strain_of(world) > 0.01);
    scene->gravity.y = -1;
    OWNED(vl_world) *like = vl_scene_build(scene);
    vl_world_take_numbers(world, like);
    assert_same_places(world, before);
}

// A rod with another length gets it at once, and without a velocity.
TEST(a_rod_gets_its_new_length)
{
    static const char yaml[] = "format: 1\nparticles: [{at: [0, 0], pinned: true}, {at: [1, 0]}]\n"
                               "links: [{from: 1, to: 2, kind: rod, length: 1}]\n";
    OWNED(vl_scene) *scene = scene_of(yaml);
    OWNED(vl_world) *world = vl_scene_build(scene);
    make_steps(world, 3, 0.01);
    scene->links[0].link.length = 1.5;
    OWNED(vl_world) *like = vl_scene_build(scene);
    vl_world_take_numbers(world, like);
    assert_true(fabs(vl_link_length(&world->links, &world->particles, 0) - 1.5) < 1e-9);
    assert_true(vl_world_step(world, 0.01));
    vl_world_synchronise(world);
    assert_true(vl_length(vl_read(vl_world_velocity(world), 1)) < 1e-6);
}
