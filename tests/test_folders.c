// The folders of the person: which variable counts, what a desktop has written, and names that are
// free.

#include "base/memory.h"
#include "scene/find.h"
#include "scene/folders.h"
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

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void assert_path(char *path, const char *expected)
{
    assert_string_equal(path, expected);
    vl_free(path);
}

TEST(pictures_go_where_the_desktop_says)
{
    static const struct {
        const char *home, *given, *dirs, *folder;
    } rows[] = {
        {"/home/a", NULL, NULL, "/home/a/Pictures"},
        {"/home/a", "/p", "XDG_PICTURES_DIR=\"$HOME/Bilder\"\n", "/p"},
        {"/home/a", "p", NULL, "/home/a/Pictures"},
        {"/home/a", "", "# XDG_PICTURES_DIR=\"/x\"\nXDG_PICTURES_DIR=\"$HOME/Bilder\"\n",
         "/home/a/Bilder"},
        {"/home/a", NULL, "XDG_MUSIC_DIR=\"/m\"\nXDG_PICTURES_DIR=\"/a b\"", "/a b"},
        {"/home/a", NULL, "XDG_PICTURES_DIR=\"bad\"\n", "/home/a/Pictures"},
        {"/home/a", NULL, "XDG_PICTURES_DIR=\n", "/home/a/Pictures"},
        {"/home/a", NULL, "XDG_PICTURES_DIR=\"/old\"\nXDG_PICTURES_DIR=\"/new\"\n", "/new"},
        {"/home/a", NULL, "XDG_PICTURES_DIR=\"$HOMEx\"\n", "/home/a/Pictures"},
        {"/home/a", NULL, "XDG_PICTURES_DIR=\"$HOME\"\n", "/home/a/"},
        {NULL, NULL, NULL, "."},
        {"home", NULL, NULL, "."},
    };

    char folder[512];
    assert_non_null(getcwd(folder, sizeof folder));
    for (int i = 0; i < COUNT(rows); i++) {
        remove("user-dirs.dirs");
        if (rows[i].dirs)
            write_text("user-dirs.dirs", rows[i].dirs);
        set("HOME", rows[i].home);
        set("XDG_CONFIG_HOME", folder);
        set("XDG_PICTURES_DIR", rows[i].given);
        assert_path(vl_folder_pictures(), rows[i].folder);
    }
}

TEST(scenes_go_into_the_folder_for_data)
{
    set("HOME", "/home/a");
    set("XDG_DATA_HOME", "/data");
    assert_path(vl_folder_scenes(), "/data/verlet-lab/scenes");
    set("XDG_DATA_HOME", "data");
    assert_path(vl_folder_scenes(), "/home/a/.local/share/verlet-lab/scenes");
    set("XDG_DATA_HOME", NULL);
    assert_path(vl_folder_scenes(), "/home/a/.local/share/verlet-lab/scenes");
}

TEST(a_new_file_has_a_free_name)
{
    static const char *const paths[] = {"a/b/c.txt", "a/b/c-2.txt", "a/b/c-3.txt"};
    vl_error error = {0};
    for (int i = 0; i < COUNT(paths); i++) {
        char *path = vl_folder_new_file("a/b", "c", "txt", &error);
        assert_non_null(path);
        assert_path(path, paths[i]);
        assert_int_equal(access(paths[i], F_OK), 0);
    }
    assert_int_equal(remove(paths[1]), 0);
    char *path = vl_folder_new_file("a/b", "c", "txt", &error);
    assert_non_null(path);
    assert_path(path, paths[1]);
    assert_null(vl_folder_new_file("/dev/null/a", "c", "txt", &error));
    assert_int_equal(strncmp(error.text, "/dev/null/a/c.txt: ", 19), 0);
}

TEST(a_saved_scene_is_found_by_its_name)
{
    char folder[512];
    vl_error error = {0};
    assert_non_null(getcwd(folder, sizeof folder));
    set("XDG_DATA_HOME", folder);
    assert_null(vl_scene_find("my-own", &error));
    char *scenes = vl_folder_scenes(), *made = vl_folder_new_file(scenes, "my-own", "yaml", &error);
    assert_non_null(made);
    char *found = vl_scene_find("my-own", &error);
    assert_non_null(found);
    assert_path(found, made);
    vl_free(scenes);
    vl_free(made);
}

int main(void)
{
    return test_run_in_folder("folders");
}
