#include "scene/file.h"

#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(vl_error *error, const char *path, const char *what)
{
    return vl_fail_at(error, (vl_location){.file = path}, "%s: %s", what, strerror(errno));
}

// Reads at most one block beyond the limit.
static bool read_all(FILE *file, const char *path, size_t most, bool head, vl_text *text,
                     vl_error *error)
{
    char block[65536];
    size_t count = 1;
    while (count > 0 && (size_t)text->length <= most) {
        count = fread(block, 1, sizeof block, file);
        vl_text_add_bytes(text, block, count);
    }
    if ((size_t)text->length > most && !head)
        return vl_fail_at(error, (vl_location){.file = path},
                          "the file is too large, expected at most %zu bytes", most);
    if ((size_t)text->length > most) {
        text->length = (int)most;
        text->data[most] = '\0';
    }
    return !ferror(file) || fail(error, path, "cannot be read");
}

// Why a file that is open cannot be read; NULL: it can, and reading it waits for what comes. A pipe
// into which nobody writes would be waited for without end: it has a second.
static const char *refusal_of(int file)
{
    enum { LONGEST_WAIT = 1000 }; // ms

    struct pollfd wait = {.fd = file, .events = POLLIN};
    struct stat status;
    bool known = fstat(file, &status) == 0;
    if (known && S_ISDIR(status.st_mode))
        return "is a directory, expected a file";
    if (known && S_ISFIFO(status.st_mode) && poll(&wait, 1, LONGEST_WAIT) == 0)
        return "nobody writes into this pipe, expected a file";
    int flags = fcntl(file, F_GETFL);
    if (flags >= 0)
        fcntl(file, F_SETFL, flags & ~O_NONBLOCK);
    return NULL;
}

char *vl_file_read(const char *path, size_t most, bool head, size_t *size, vl_error *error)
{
    int number = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    FILE *file = number >= 0 ? fdopen(number, "rb") : NULL;
    if (!file) {
        fail(error, path, "cannot be opened");
        return NULL;
    }
    vl_text text = {0};
    const char *refused = refusal_of(number);
    bool done = refused ? vl_fail_at(error, (vl_location){.file = path}, "%s", refused)
                        : read_all(file, path, most, head, &text, error);
    fclose(file);
    if (!done) {
        vl_text_free(&text);
        return NULL;
    }
    *size = (size_t)text.length;
    return text.data ? text.data : vl_alloc(1, 1);
}

char *vl_path_join(const char *folder, const char *name)
{
    if (!folder || name[0] == '/' || (strcmp(folder, ".") == 0 && *name))
        return vl_copy_text(name);

    vl_text path = {0};
    vl_text_add(&path, "%s%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/", name);
    return path.data;
}

char *vl_path_beside(const char *file, const char *name)
{
    const char *slash = file ? strrchr(file, '/') : NULL;
    vl_text folder = {0};
    if (slash)
        vl_text_add_bytes(&folder, file, slash == file ? 1 : (size_t)(slash - file));
    char *path = vl_path_join(folder.data, name);
    vl_text_free(&folder);
    return path;
}
