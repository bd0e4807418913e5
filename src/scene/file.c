#include "scene/file.h"

#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static bool fail(vl_error *error, const char *path, const char *what)
{
    return vl_fail_at(error, (vl_location){.file = path}, "%s: %s", what, strerror(errno));
}

// Reads at most one block beyond the limit.
static bool read_all(FILE *file, const char *path, size_t most, bool head, vl_text *text,
                     vl_error *error)
{
    char block[65536];

    for (size_t count; (count = fread(block, 1, sizeof block, file)) > 0;) {
        vl_text_add_bytes(text, block, count);
        if ((size_t)text->length <= most)
            continue;
        if (!head)
            return vl_fail_at(error, (vl_location){.file = path},
                              "the file is too large, expected at most %zu bytes", most);
        text->length = (int)most;
        text->data[most] = '\0';
        return true;
    }
    return !ferror(file) || fail(error, path, "cannot be read");
}

static char *read_file(const char *path, size_t most, bool head, size_t *size, vl_error *error)
{
    struct stat status;
    FILE *file = fopen(path, "rbe");
    if (!file) {
        fail(error, path, "cannot be opened");
        return NULL;
    }
    vl_text text = {0};
    bool folder = fstat(fileno(file), &status) == 0 && S_ISDIR(status.st_mode);
    bool done =
        folder ? vl_fail_at(error, (vl_location){.file = path}, "is a directory, expected a file")
               : read_all(file, path, most, head, &text, error);
    fclose(file);
    if (!done) {
        vl_text_free(&text);
        return NULL;
    }
    *size = (size_t)text.length;
    return text.data ? text.data : vl_alloc(1, 1);
}

char *vl_file_read(const char *path, size_t most, size_t *size, vl_error *error)
{
    return read_file(path, most, false, size, error);
}

char *vl_file_read_head(const char *path, size_t most, size_t *size, vl_error *error)
{
    return read_file(path, most, true, size, error);
}

char *vl_path_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return vl_copy_text(".");

    vl_text folder = {0};
    vl_text_add_bytes(&folder, path, slash == path ? 1 : (size_t)(slash - path));
    return folder.data;
}

char *vl_path_join(const char *folder, const char *name)
{
    if (!folder || name[0] == '/' || strcmp(folder, ".") == 0)
        return vl_copy_text(name);

    vl_text path = {0};
    vl_text_add(&path, "%s%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/", name);
    return path.data;
}
