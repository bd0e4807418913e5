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

// --- another name ---

// Whether a file can have the name; else there is a message.
static bool is_name(const char *name, vl_error *error)
{
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7F)
            return vl_fail(error, "A name has no control characters such as a new line.");
    if (!*name)
        return vl_fail(error, "The name is empty: type one.");
    if (vl_utf8_invalid(name, strlen(name)) >= 0)
        return vl_fail(error, "The name is no valid text in UTF-8.");
    if (strchr(name, '/'))
        return vl_fail(error, "A name has no '/': the file stays in its folder.");
    if (*name == '.')
        return vl_fail(error, "A name that begins with a dot is hidden: type another one.");
    if (strlen(name) > NAME_MAX)
        return vl_fail(error, "The name is too long: %d bytes, with its extension, of at most %d.",
                       (int)strlen(name), NAME_MAX);
    return true;
}

// Returns the name without spaces around it, with the extension, which begins with its dot.
static char *full_name(const char *name, const char *extension)
{
    vl_text full = {0};
    name += strspn(name, " ");
    size_t length = strlen(name), more = strlen(extension);
    while (length > 0 && name[length - 1] == ' ')
        length--;
    vl_text_add_bytes(&full, name, length);
    bool has = length >= more && strcmp(full.data + length - more, extension) == 0;
    if (length > 0 && !has)
        vl_text_add(&full, "%s", extension);
    return full.data;
}

static const char *name_in(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool move_to(const char *from, const char *to, vl_error *error)
{
    int reason = vl_file_move(from, to);
    if (reason == ENOENT)
        return vl_fail(error, "%s is no longer there.", from);
    if (reason == EEXIST)
        return vl_fail(error, "%s is there already, and is not overwritten: type another name.",
                       name_in(to));
    return reason == 0 || vl_fail(error, "%s cannot be named so: %s.", from, strerror(reason));
}

char *vl_folder_rename(const char *path, const char *name, vl_error *error)
{
    const char *old = name_in(path), *dot = strrchr(old, '.');
    char *full = full_name(name, dot ? dot : "");
    if (!is_name(full, error)) {
        vl_free(full);
        return NULL;
    }
    char *folder = vl_path_folder(path), *to = vl_path_join(folder, full);
    bool stays = strcmp(full, old) == 0 && access(path, F_OK) == 0;
    bool good = stays || move_to(path, to, error);
    vl_free(full);
    vl_free(folder);
    if (!good)
        vl_free(to);
    return good ? to : NULL;
}

bool vl_folder_is_same(const char *path, const char *other)
{
    char *folders[] = {vl_path_folder(path), vl_path_folder(other)};
    char *a = realpath(folders[0], NULL), *b = realpath(folders[1], NULL);
    bool same = a && b && strcmp(a, b) == 0 && strcmp(name_in(path), name_in(other)) == 0;
    free(a);
    free(b);
    vl_free(folders[0]);
    vl_free(folders[1]);
    return same;
}
