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

char *vl_person_folder(vl_folder folder)
{
    static const struct {
        const char *variable, *name, *in_home;
    } folders[] = {
        [VL_FOLDER_PICTURES] = {"XDG_PICTURES_DIR", "", "Pictures"},
        [VL_FOLDER_SCENES] = {"XDG_DATA_HOME", "verlet-lab/scenes",
                              ".local/share/verlet-lab/scenes"},
        [VL_FOLDER_ANSWERS] = {"XDG_DATA_HOME", "verlet-lab/answers",
                               ".local/share/verlet-lab/answers"},
        [VL_FOLDER_RECORDINGS] = {"XDG_STATE_HOME", "verlet-lab/recordings",
                                  ".local/state/verlet-lab/recordings"},
    };

    const char *path = getenv(folders[folder].variable), *home = getenv("HOME");
    if (path && *path == '/')
        return vl_path_join(path, folders[folder].name);
    return home && *home == '/' ? vl_path_join(home, folders[folder].in_home) : vl_copy_text(".");
}

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

// --- scenes, lessons and recordings by name ---

static const char suffix[] = ".yaml", recording[] = ".rec";

enum { MOST_FOLDERS = 3 };

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

// Writes the folders of a shelf, in the order of search, to be freed. Returns how many.
static int folders_of(vl_shelf shelf, char *folders[MOST_FOLDERS])
{
    const char *const shipped[] = {
        getenv("VERLET_LAB_SCENES"),
#ifdef VL_SOURCE_SCENES // not in packages, whose sources are gone
        VL_SOURCE_SCENES,
#endif
        VL_INSTALLED_SCENES,
    };
    int count = 0;
    if (shelf == VL_SAVED_SCENES || shelf == VL_KEPT_RECORDINGS) {
        folders[0] =
            vl_person_folder(shelf == VL_SAVED_SCENES ? VL_FOLDER_SCENES : VL_FOLDER_RECORDINGS);
        return 1;
    }
    for (size_t i = 0; i < sizeof shipped / sizeof *shipped; i++)
        if (shipped[i] && *shipped[i])
            folders[count++] = shelf == VL_LESSONS ? vl_path_join(shipped[i], "lessons")
                                                   : vl_copy_text(shipped[i]);
    return count;
}

static const char *end_of(vl_shelf shelf)
{
    return shelf == VL_RECORDINGS || shelf == VL_KEPT_RECORDINGS ? recording : suffix;
}

// Names of recordings may have their end.
static char *path_in(const char *folder, const char *name, const char *end)
{
    vl_text file = {0};
    vl_text_add(&file, "%s%s", name, vl_text_ends_in(name, recording) ? "" : end);
    char *path = vl_path_join(folder, file.data);
    vl_text_free(&file);
    return path;
}

char *vl_shelf_find(vl_shelf shelf, const char *name)
{
    char *folders[MOST_FOLDERS], *found = NULL;
    for (int i = 0, count = folders_of(shelf, folders); i < count; i++) {
        char *path = path_in(folders[i], name, end_of(shelf));
        bool takes = !found && exists(path);
        found = takes ? path : found;
        vl_free(takes ? NULL : path);
        vl_free(folders[i]);
    }
    return found;
}

char *vl_scene_find(const char *scene, vl_error *error)
{
    if (strchr(scene, '/') || vl_text_ends_in(scene, suffix) || vl_text_ends_in(scene, ".yml") ||
        exists(scene))
        return vl_copy_text(scene);

    static const vl_shelf shelves[] = {VL_SCENES, VL_RECORDINGS, VL_SAVED_SCENES};
    for (size_t i = 0; i < sizeof shelves / sizeof *shelves; i++) {
        char *path = vl_shelf_find(shelves[i], scene);
        if (path)
            return path;
    }
    vl_scene_names names = vl_shelf_names(VL_SCENES);
    const char *near =
        vl_names_similar(VL_NAMES_OF_WORDS((const char *const *)names.names, names.count), scene);
    vl_fail(error, "no scene is called '%s'%s%s%s", scene,
            near ? "; did you mean '" : ", expected a file, or one of those that ",
            near ? near : "'verlet-lab list scenes' shows", near ? "'?" : "");
    vl_scene_names_free(&names);
    return NULL;
}

vl_scene *vl_scene_open(const char *scene, vl_error *error)
{
    char *found = vl_scene_find(scene, error);
    vl_scene *loaded = found ? vl_scene_load(found, error) : NULL;
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
    char *bytes = vl_file_read(path, MOST_BYTES, false, &size, NULL);
    const char *group = "";
    vl_free(path);

    for (char *rest = bytes, *line; bytes && (line = strtok_r(rest, "\r\n", &rest));) {
        char *file = path_in(folder, line, suffix);
        if (strncmp(line, heading, strlen(heading)) == 0)
            group = line + strlen(heading);
        else if (exists(file))
            add_name(names, vl_copy_text(line), group);
        vl_free(file);
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
            vl_text mark = {0};
            vl_text_add(&mark, "%s/%s%s", folder, name, VL_RECORDING_RUNS);
            name[strlen(name) - cut] = '\0';
            if (exists(mark.data))
                vl_free(name);
            else
                add_name(names, name, "");
            vl_text_free(&mark);
        }
    closedir(directory);
    if (names->count > first)
        qsort(names->names + first, (size_t)(names->count - first), sizeof *names->names,
              compare_names);
}

vl_scene_names vl_shelf_names(vl_shelf shelf)
{
    char *folders[MOST_FOLDERS];
    vl_scene_names names = {0};
    for (int i = 0, count = folders_of(shelf, folders); i < count; i++) {
        if (shelf == VL_SCENES)
            add_ordered(&names, folders[i]);
        add_files(&names, folders[i], end_of(shelf));
        vl_free(folders[i]);
    }
    for (int i = 0; shelf == VL_KEPT_RECORDINGS && i < names.count / 2; i++) { // names are times
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
