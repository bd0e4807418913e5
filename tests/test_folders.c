// The folders of the person: which variable counts, what a desktop has written, and names that are
// free.

#include "base/output.h"
#include "scene/file.h"
#include "scene/find.h"
#include "support/testing.h"

#include <sys/stat.h>
#include <unistd.h>

static void set(const char *variable, const char *value)
{
    if (value)
        setenv(variable, value, 1);
    else
        unsetenv(variable);
}

static void assert_path(char *path, const char *expected)
{
    assert_string_equal(path, expected);
    vl_free(path);
}

TEST(pictures_go_where_the_desktop_says)
{
    static const struct {
        const char *home, *given, *folder;
    } rows[] = {
        {"/home/a", NULL, "/home/a/Pictures"},
        {"/home/a", "/p", "/p/"},
        {"/home/a", "p", "/home/a/Pictures"},
        {"/home/a", "", "/home/a/Pictures"},
        {NULL, NULL, "."},
        {"home", NULL, "."},
    };

    for (int i = 0; i < COUNT(rows); i++) {
        set("HOME", rows[i].home);
        set("XDG_PICTURES_DIR", rows[i].given);
        assert_path(vl_person_folder(VL_FOLDER_PICTURES), rows[i].folder);
    }
}

TEST(scenes_and_answers_go_into_the_folder_for_data)
{
    static const char *const rows[][3] = {
        {"/data", "/data/verlet-lab/scenes", "/data/verlet-lab/answers"},
        {"data", "/home/a/.local/share/verlet-lab/scenes",
         "/home/a/.local/share/verlet-lab/answers"},
        {NULL, "/home/a/.local/share/verlet-lab/scenes",
         "/home/a/.local/share/verlet-lab/answers"}};
    set("HOME", "/home/a");
    for (int i = 0; i < COUNT(rows); i++) {
        set("XDG_DATA_HOME", rows[i][0]);
        assert_path(vl_person_folder(VL_FOLDER_SCENES), rows[i][1]);
        assert_path(vl_person_folder(VL_FOLDER_ANSWERS), rows[i][2]);
    }
}

// Writes a new file into a folder that is made for it, and returns its path.
static char *write_new(const char *folder, const char *name, const char *text, vl_error *error)
{
    FREED char *asked = vl_folder_new_path(folder, name);
    char *made = NULL;
    return vl_file_write(asked, text, strlen(text), &made, error) ? made : NULL;
}

// The number stands before the extension, and what is there stays as it is.
TEST(a_new_file_has_a_free_name)
{
    static const char *const paths[] = {"a.b/c.d.txt", "a.b/c.d-2.txt", "a.b/c.d-3.txt"};
    vl_error error = {0};
    for (int i = 0; i < COUNT(paths); i++) {
        assert_path(write_new("a.b", "c.d.txt", paths[i], &error), paths[i]);
        for (int k = 0; k <= i; k++) {
            FREED char *there = vl_file_read(paths[k], 100, false, &(size_t){0}, NULL);
            assert_string_equal(there, paths[k]);
        }
    }
    assert_int_equal(remove(paths[1]), 0);
    assert_path(write_new("a.b", "c.d.txt", "again", &error), paths[1]);
    assert_null(write_new("/dev/null/a", "c.txt", "", &error));
    assert_int_equal(strncmp(error.text, "/dev/null/a/c.txt: ", 19), 0);
}

TEST(a_saved_scene_is_found_by_its_name)
{
    char folder[512];
    vl_error error = {0};
    assert_non_null(getcwd(folder, sizeof folder));
    set("XDG_DATA_HOME", folder);
    assert_null(vl_scene_find("my-own", &error));
    FREED char *scenes = vl_person_folder(VL_FOLDER_SCENES);
    FREED char *made = vl_folder_new_path(scenes, "my-own.yaml");
    assert_true(vl_file_write(made, "", 0, NULL, &error));
    FREED char *found = vl_scene_find("my-own", &error);
    assert_non_null(found);
    assert_string_equal(found, made);
}
