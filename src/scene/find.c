#include "scene/find.h"

#include "base/memory.h"
#include "base/names.h"
#include "base/text.h"
#include "scene/file.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// --- folders of the person ---

// A place in the folder that a variable names by an absolute path, or else in the home folder; the
// present folder without one.
static char *place_of(const char *variable, const char *name, const char *in_home)
{
    const char *path = getenv(variable), *home = getenv("HOME");
    if (path && *path == '/')
        return vl_path_join(path, name);
    return home && *home == '/' ? vl_path_join(home, in_home) : vl_copy_text(".");
}

char *vl_folder_pictures(void)
{
    return place_of("XDG_PICTURES_DIR", "", "Pictures");
}

char *vl_folder_scenes(void)
{
    return place_of("XDG_DATA_HOME", "verlet-lab/scenes", ".local/share/verlet-lab/scenes");
}

char *vl_folder_recordings(void)
{
    return place_of("XDG_STATE_HOME", "verlet-lab/recordings",
                    ".local/state/verlet-lab/recordings");
}

// Whoever creates the file tells where a folder could not be created.
char *vl_folder_new_path(const char *folder, const char *name)
{
    char *path = vl_path_join(folder, name);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
    return path;
}

// --- scenes and recordings by name ---

static const char suffix[] = ".yaml", recording[] = ".rec", lessons[] = "lessons";

enum { MOST_FOLDERS = 3 };

// The folders that may hold shipped scenes, in the order of search.
static int scene_folders(const char *folders[MOST_FOLDERS])
{
    const char *own = getenv("VERLET_LAB_SCENES");
    int count = 0;
    if (own && *own)
        folders[count++] = own;
#ifdef VL_SOURCE_SCENES // not in packages, whose sources are gone
    folders[count++] = VL_SOURCE_SCENES;
#endif
    folders[count++] = VL_INSTALLED_SCENES;
    return count;
}

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

static char *path_of(const char *folder, const char *name, const char *end)
{
    vl_text file = {0};
    vl_text_add(&file, "%s%s", name, end);
    char *path = vl_path_join(folder, file.data);
    vl_text_free(&file);
    return path;
}

static char *path_of_scene(const char *folder, const char *name)
{
    return path_of(folder, name, vl_text_ends_in(name, recording) ? "" : suffix);
}

char *vl_scene_saved_path(const char *name)
{
    char *folder = vl_folder_scenes(), *path = path_of_scene(folder, name);
    vl_free(folder);
    return path;
}

char *vl_scene_find(const char *scene, vl_error *error)
{
    if (strchr(scene, '/') || vl_text_ends_in(scene, suffix) || vl_text_ends_in(scene, ".yml") ||
        exists(scene))
        return vl_copy_text(scene);

    const char *folders[MOST_FOLDERS];
    int count = scene_folders(folders);
    for (int i = 0; i < 2 * count; i++) { // a recording where no scene has that name
        const char *folder = folders[i % count];
        char *path = i < count ? path_of_scene(folder, scene) : path_of(folder, scene, recording);
        if (exists(path))
            return path;
        vl_free(path);
    }
    char *saved = vl_scene_saved_path(scene);
    if (exists(saved))
        return saved;
    vl_free(saved);

    vl_scene_names names = vl_scene_names_list();
    const char *near =
        vl_names_similar(VL_NAMES_OF_WORDS((const char *const *)names.names, names.count), scene);
    vl_fail(error, "no scene is called '%s'%s%s%s", scene,
            near ? "; did you mean '" : ", expected a file, or one of those that ",
            near ? near : "'verlet-lab list scenes' shows", near ? "'?" : "");
    vl_scene_names_free(&names);
    return NULL;
}

vl_scene *vl_scene_open(const char *scene, char **path, vl_error *error)
{
    char *found = vl_scene_find(scene, error);
    vl_scene *loaded = found ? vl_scene_load(found, error) : NULL;
    if (path && loaded)
        *path = found;
    else
        vl_free(found);
    return loaded;
}

// --- the list of names ---

// Takes ownership of `name`.
static void add_name(vl_scene_names *names, char *name, const char *group)
{
    for (int i = 0; i < names->count; i++)
        if (strcmp(names->names[i], name) == 0) {
            vl_free(name);
            return;
        }
    int wanted = names->count + 1;
    names->names = vl_grow(names->names, &names->name_room, wanted, sizeof *names->names);
    names->groups = vl_grow(names->groups, &names->group_room, wanted, sizeof *names->groups);
    names->names[names->count] = name;
    names->groups[names->count++] = vl_copy_text(group);
}

// One name or heading a line; a name without a file is left out.
static void add_ordered(vl_scene_names *names, const char *folder)
{
    enum { MOST_BYTES = 65536 };

    static const char heading[] = "# ";

    size_t size;
    char *path = vl_path_join(folder, "order.txt");
    char *bytes = vl_file_read(path, MOST_BYTES, &size, NULL);
    const char *group = "";
    vl_free(path);

    for (char *line = bytes; line && *line;) {
        size_t length = strcspn(line, "\r\n");
        char *next = line[length] ? line + length + 1 : NULL;
        line[length] = '\0';
        char *file = path_of_scene(folder, line);
        if (strncmp(line, heading, strlen(heading)) == 0)
            group = line + strlen(heading);
        else if (length > 0 && exists(file))
            add_name(names, vl_copy_text(line), group);
        vl_free(file);
        line = next;
    }
    vl_free(bytes);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// Adds the files of a folder with that end, without recordings whose program still runs. Names of
// scenes are without the end.
static void add_files(vl_scene_names *names, const char *folder, const char *end)
{
    int first = names->count;
    size_t cut = end == suffix ? strlen(suffix) : 0;
    DIR *directory = opendir(folder);
    if (!directory)
        return;
    for (struct dirent *entry; (entry = readdir(directory));)
        if (entry->d_name[0] != '.' && vl_text_ends_in(entry->d_name, end)) {
            char *name = vl_copy_text(entry->d_name);
            char *mark = path_of(folder, name, VL_RECORDING_RUNS);
            name[strlen(name) - cut] = '\0';
            if (exists(mark))
                vl_free(name);
            else
                add_name(names, name, "");
            vl_free(mark);
        }
    closedir(directory);
    if (names->count > first)
        qsort(names->names + first, (size_t)(names->count - first), sizeof *names->names,
              compare_names);
}

// Those in a folder of the folders of scenes.
static vl_scene_names list_shipped(const char *within, const char *end)
{
    const char *folders[MOST_FOLDERS];
    vl_scene_names names = {0};
    for (int i = 0, count = scene_folders(folders); i < count; i++) {
        char *folder = vl_path_join(folders[i], within);
        if (end == suffix)
            add_ordered(&names, folder);
        add_files(&names, folder, end);
        vl_free(folder);
    }
    return names;
}

vl_scene_names vl_scene_names_list(void)
{
    return list_shipped("", suffix);
}

vl_scene_names vl_recording_names_shipped(void)
{
    return list_shipped("", recording);
}

vl_scene_names vl_lesson_names(void)
{
    return list_shipped(lessons, suffix);
}

char *vl_lesson_find(const char *name)
{
    const char *folders[MOST_FOLDERS];
    for (int i = 0, count = scene_folders(folders); i < count; i++) {
        char *folder = vl_path_join(folders[i], lessons), *path = path_of(folder, name, suffix);
        vl_free(folder);
        if (exists(path))
            return path;
        vl_free(path);
    }
    return NULL;
}

vl_scene_names vl_scene_names_saved(void)
{
    vl_scene_names names = {0};
    char *folder = vl_folder_scenes();
    add_files(&names, folder, suffix);
    vl_free(folder);
    return names;
}

char *vl_recording_kept_path(const char *name)
{
    char *folder = vl_folder_recordings(), *path = vl_path_join(folder, name);
    vl_free(folder);
    return path;
}

// Their names are times.
vl_scene_names vl_recording_names_kept(void)
{
    vl_scene_names names = {0};
    char *folder = vl_folder_recordings();
    add_files(&names, folder, recording);
    vl_free(folder);
    for (int i = 0; i < names.count / 2; i++) {
        char *name = names.names[i];
        names.names[i] = names.names[names.count - 1 - i];
        names.names[names.count - 1 - i] = name;
    }
    return names;
}

void vl_scene_names_free(vl_scene_names *names)
{
    for (int i = 0; i < names->count; i++) {
        vl_free(names->names[i]);
        vl_free(names->groups[i]);
    }
    vl_free(names->names);
    vl_free(names->groups);
    *names = (vl_scene_names){0};
}
