// For realpath().
#define _XOPEN_SOURCE 700

#include "scene/folders.h"

#include "base/memory.h"
#include "base/output.h"
#include "base/text.h"
#include "scene/file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The value of a variable that must be an absolute path; NULL: it is not.
static const char *absolute(const char *variable)
{
    const char *path = getenv(variable);
    return path && *path == '/' ? path : NULL;
}

// A folder in the home folder.
static char *at_home(const char *name)
{
    return vl_path_join(absolute("HOME"), absolute("HOME") ? name : ".");
}

// Reads a value such as "$HOME/Pictures" or "/pictures", with its quotes; NULL if it is neither.
static char *unquote(const char *value)
{
    static const char home[] = "$HOME";
    size_t length = *value == '"' ? strcspn(value + 1, "\"\n") : 0;
    vl_text text = {0};
    vl_text_add_bytes(&text, value + 1, length);
    bool begins = length > 0 && strncmp(text.data, home, strlen(home)) == 0;
    const char *rest = begins ? text.data + strlen(home) : "";
    char *path = NULL;
    if (begins && (*rest == '/' || !*rest)) {
        path = at_home(rest + (*rest == '/'));
    } else if (length > 0 && *text.data == '/') {
        path = vl_copy_text(text.data);
    }
    vl_text_free(&text);
    return path;
}

// The folder that the desktop has written into user-dirs.dirs; NULL: none.
static char *pictures_of_desktop(void)
{
    enum { MOST_BYTES = 65536 };

    static const char key[] = "XDG_PICTURES_DIR=";
    const char *own = absolute("XDG_CONFIG_HOME");
    char *folder = own ? vl_copy_text(own) : at_home(".config");
    char *file = vl_path_join(folder, "user-dirs.dirs");
    size_t size;
    char *bytes = vl_file_read(file, MOST_BYTES, &size, NULL), *found = NULL;
    for (char *line = bytes; line && *line; line += strcspn(line, "\n"), line += *line == '\n') {
        if (strncmp(line, key, strlen(key)) != 0)
            continue;
        vl_free(found);
        found = unquote(line + strlen(key));
    }
    vl_free(bytes);
    vl_free(file);
    vl_free(folder);
    return found;
}

char *vl_folder_pictures(void)
{
    const char *given = absolute("XDG_PICTURES_DIR");
    char *found = given ? vl_copy_text(given) : pictures_of_desktop();
    return found ? found : at_home("Pictures");
}

char *vl_folder_scenes(void)
{
    const char *data = absolute("XDG_DATA_HOME");
    return data ? vl_path_join(data, "verlet-lab/scenes")
                : at_home(".local/share/verlet-lab/scenes");
}

char *vl_folder_recordings(void)
{
    const char *state = absolute("XDG_STATE_HOME");
    return state ? vl_path_join(state, "verlet-lab/recordings")
                 : at_home(".local/state/verlet-lab/recordings");
}

// Creates a folder and those that it lies in. A failure is told by the file that cannot be created.
static void make_folders(const char *folder)
{
    char *path = vl_copy_text(folder);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
    mkdir(path, 0777);
    vl_free(path);
}

char *vl_folder_new_path(const char *folder, const char *stem, const char *extension)
{
    vl_text name = {0};
    make_folders(folder);
    vl_text_add(&name, "%s.%s", stem, extension);
    char *path = vl_path_join(folder, name.data);
    vl_text_free(&name);
    return path;
}
