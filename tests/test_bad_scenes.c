// Bad scenes: every file in scenes/bad/ is refused with exactly the message beside it, and no bytes
// at all make the loader crash, hang, or speak of a place that is not in the file.

#include "base/text.h"
#include "scene/fields.h"
#include "support/scenes.h"
#include "support/testing.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

// A line in which a list at its end stands for its names: $colliders, $forces.
static void fill_in(char *line, vl_text *message)
{
    char *list = strchr(line, '$');
    line[strcspn(line, "\n")] = '\0';
    vl_text_add(message, "%.*s", (int)strcspn(line, "$"), line);
    if (!list)
        return;
    const vl_field *field = vl_schema_find(&vl_schema_scene, list + 1);
    vl_choices_words(field->element->schema->kinds, message);
}

static void check_bad_file(const char *name)
{
    vl_error error = {0};
    vl_scene *scene = vl_scene_load(name, &error);
    if (scene)
        fail_msg("%s was accepted", name);

    SCOPED(vl_text) path = {0}, message = {0};
    vl_text_add(&path, "%.*s.expected", (int)(strlen(name) - strlen(".yaml")), name);
    FREED char *expected = read_here(path.data, NULL);
    fill_in(expected, &message);
    assert_string_equal(error.text, message.data);
}

TEST(every_bad_scene_is_refused_with_its_message)
{
    assert_int_equal(chdir(VL_TEST_SOURCES "/scenes/bad"), 0);

    int count = 0;
    DIR *folder = opendir(".");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        const char *ending = strrchr(entry->d_name, '.');
        if (strcmp(ending, ".yaml") != 0)
            continue;
        check_bad_file(entry->d_name);
        count++;
    }
    closedir(folder);
    assert_true(count >= 25);
}

// In the order of the file, whatever its name. A missing key is noticed after what the mapping has,
// and is told at its beginning.
TEST(all_mistakes_of_a_scene_are_told)
{
    static const char yaml[] = "gravty: [0, -9.81]\n"
                               "particles:\n"
                               "  - {at: [0, 0], mass: -1}\n"
                               "  - {mass: 1, at: [0, zero]}\n"
                               "  - {mass: -1}\n";
    vl_error error = {0};
    assert_null(vl_scene_parse(yaml, strlen(yaml), "a\n:1:1.yaml", 0, &error));
    assert_string_equal(
        error.text,
        "a?:1:1.yaml:1:1: this scene has no 'format', expected a whole number equal to 1\n"
        "a?:1:1.yaml:1:1: unknown key 'gravty'; did you mean 'gravity'?\n"
        "a?:1:1.yaml:3:24: mass is -1, expected a number greater than 0 (kg)\n"
        "a?:1:1.yaml:4:23: at is 'zero', expected two or three numbers in [ ] (m)\n"
        "a?:1:1.yaml:5:5: this particle has no 'at', expected two or three numbers in [ ] (m)\n"
        "a?:1:1.yaml:5:12: mass is -1, expected a number greater than 0 (kg)");
}

TEST(what_is_no_file_is_refused)
{
    static const struct {
        const char *path, *message;
    } rows[] = {
        {"/tmp", "/tmp: is a directory, expected a file"},
        {"/tmp/", "/tmp/: is a directory, expected a file"},
        {"/nowhere/scene.yaml", "/nowhere/scene.yaml: cannot be opened: No such file or directory"},
        {"/dev/null/scene.yaml", "/dev/null/scene.yaml: cannot be opened: Not a directory"},
        {"/dev/null",
         "/dev/null:1:1: the file is empty, expected a scene that begins with 'format: 1'"},
        {"/dev/zero", "/dev/zero: the file is too large, expected at most 16777216 bytes"},
        {"", ": cannot be opened: No such file or directory"},
    };

    for (int i = 0; i < COUNT(rows); i++) {
        vl_error error = {0};
        assert_null(vl_scene_load(rows[i].path, &error));
        assert_string_equal(error.text, rows[i].message);
    }
}

TEST(an_unreadable_file_is_refused)
{
    if (geteuid() == 0)
        test_skip("the superuser can read every file");
    char path[] = "/tmp/vl-test-unreadable-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    chmod(path, 0);
    vl_error error = {0};
    assert_null(vl_scene_load(path, &error));
    assert_non_null(strstr(error.text, ": cannot be opened: Permission denied"));
    unlink(path);
}

TEST(harmless_variations_of_the_text_are_accepted)
{
    static const char *const texts[] = {
        "format: 1\nparticles:\n- {at: [0, 0]}\n",
        ("\xEF\xBB\xBF"
         "format: 1\nparticles:\n- {at: [0, 0]}\n"),
        "format: 1\r\nparticles:\r\n- {at: [0, 0]}\r\n",
        "format: 1\nparticles:\n- {at: [0, 0]}",
        "# a comment\n---\nformat: 1\nparticles: [{at: [0, 0]}]\n...\n",
        "%YAML 1.1\n---\nformat: 1\nparticles: [{at: [0, 0]}]\n",
        "{format: 1, particles: [{at: [0, 0]}]}",
        "{\"format\": 1, \"particles\": [{\"at\": [0, 0]}]}",
        "particles:\n  -\n    at:\n    - 0\n    - 0\n    - 0\nformat: 1\n",
        "format: 1\nsolver: {tolerance: 0.0, direction: new}\nparticles: [{at: [+0, -0.0]}]\n",
    };

    OWNED(vl_scene) *reference = scene_of(texts[0]);
    for (int i = 1; i < COUNT(texts); i++) {
        OWNED(vl_scene) *scene = scene_of(texts[i]);
        assert_true(vl_schema_equal(&vl_schema_scene, scene, reference));
    }
}

// The result is a scene, or messages, each in one line with a place that is in the file.
static void check_any_bytes(const char *bytes, size_t size)
{
    vl_error error = {0};
    OWNED(vl_scene) *scene = vl_scene_parse(bytes, size, "any.yaml", 0, &error);
    if (scene)
        return;
    int line = 0, column = 0, lines = 2;
    for (size_t i = 0; i < size; i++)
        lines += bytes[i] == '\n' || bytes[i] == '\r';
    for (const char *text = error.text; text; text = strchr(text, '\n')) {
        text += *text == '\n';
        assert_int_equal(sscanf(text, "any.yaml:%d:%d: ", &line, &column), 2);
        assert_true(line >= 1 && line <= lines);
        assert_true(column >= 1 && (size_t)column <= size + 2);
    }
    assert_true(vl_utf8_invalid(error.text, strlen(error.text)) < 0);
}

static char *read_shipped(const char *name, size_t *size)
{
    FREED char *path = vl_scene_find(name, &(vl_error){0});
    return read_here(path, size);
}

TEST(any_part_of_a_shipped_scene_is_read_or_refused)
{
    SCOPED(vl_scene_names) names = vl_shelf_names(VL_SCENES);
    assert_true(names.count > 0);
    for (int i = 0; i < names.count; i++) {
        size_t size;
        FREED char *bytes = read_shipped(names.names[i], &size);
        for (size_t length = 0; length <= size; length += (size_t)test_cases(7, 1))
            check_any_bytes(bytes, length);
    }
}

// Each frame of the window looks at the whole of a text.
TEST(texts_have_a_length)
{
    static const struct {
        const char *key, *before, *after;
        int most;
    } texts[] = {{"title", "title: ", "", 1000},
                 {"notes", "notes: ", "", 65536},
                 {"because",
                  "mistake: stale-dt\ntask: {right: mistake, mistakes: [zero-frame], "
                  "question: What?, because: ",
                  "}", 65536},
                 {"name", "compare: [{integrator: verlet, name: ", "}]", 1000}};

    for (int i = 0; i < COUNT(texts); i++)
        for (int more = 0; more < 2; more++) {
            SCOPED(vl_text) text = {0};
            vl_error error = {0};
            vl_text_add(&text, "format: 1\nparticles: [{at: [0, 0]}]\n%s", texts[i].before);
            for (int k = 0; k < texts[i].most + more; k++)
                vl_text_add(&text, "a");
            vl_text_add(&text, "%s\n", texts[i].after);
            const char *wanted = PRINTED("%s has %d bytes, expected at most %d", texts[i].key,
                                         texts[i].most + 1, texts[i].most);
            OWNED(vl_scene) *scene =
                vl_scene_parse(text.data, (size_t)text.length, "long.yaml", 0, &error);
            assert_int_equal(scene != NULL, !more);
            assert_true(!more || strstr(error.text, wanted));
        }
}

// Replaces, doubles and removes bytes at random; half of the new ones have a meaning in YAML.
static size_t mutate(char *bytes, size_t size, vl_random *random)
{
    static const char special[] = "{}[],:-?&*!|>'\"%@`#~ \t\r\n0123456789.eE+-\xC3\xFF";
    int changes = 1 + (int)(vl_random_next(random) % 4);

    for (int i = 0; i < changes && size > 1; i++) {
        size_t at = vl_random_next(random) % size;
        uint64_t what = vl_random_next(random);
        if (what % 8 == 0) {
            memmove(bytes + at, bytes + at + 1, size - at - 1);
            size--;
        } else if (what % 8 == 1) {
            memmove(bytes + at + 1, bytes + at, size - at);
            size++;
        } else {
            bytes[at] = what % 2 ? special[(what >> 8) % (sizeof special - 1)] : (char)(what >> 8);
        }
    }
    return size;
}

TEST(damaged_scenes_are_read_or_refused)
{
    vl_random random = {2024};
    SCOPED(vl_scene_names) names = vl_shelf_names(VL_SCENES);
    for (int round = 0; round < test_cases(1000, 3000); round++) {
        size_t size;
        FREED char *bytes = read_shipped(names.names[round % names.count], &size);
        FREED char *damaged = vl_alloc(size + 8, 1);
        memcpy(damaged, bytes, size);
        check_any_bytes(damaged, mutate(damaged, size, &random));
    }
}

// A file that says more than a step can look at, and a pipe into which nobody writes.
TEST(what_is_too_much_is_refused)
{
    SCOPED(vl_text) many = {0};
    vl_error error = {0};
    vl_text_add(&many, "format: 1\nparticles: [{at: [0, 0]}]\ncolliders:\n");
    for (int i = 0; i <= VL_SCENE_MOST_RULES; i++)
        vl_text_add(&many, "- {kind: plane, normal: [0, 1]}\n");
    assert_null(vl_scene_parse(many.data, (size_t)many.length, "many.yaml", 0, &error));
    assert_non_null(
        strstr(error.text, "colliders is a list of 2001, expected a list of 0 to 2000 colliders"));

    SKIP_IN_NODE("a program in Node makes no pipes");
    (void)remove("pipe.yaml"); // of a run that was stopped
    assert_int_equal(mkfifo("pipe.yaml", 0600), 0);
    assert_null(vl_scene_load("pipe.yaml", &error));
    assert_string_equal(error.text, "pipe.yaml: nobody writes into this pipe, expected a file");
    assert_int_equal(remove("pipe.yaml"), 0);
}
