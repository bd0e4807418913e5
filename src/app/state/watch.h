#pragma once
/// Tells when a file was saved by another program.

#include <stdbool.h>
#include <sys/stat.h>

typedef struct vl_watch {
    char *path;       ///< NULL: watches nothing
    double next_look; ///< s
    struct timespec modified;
    off_t size;
    ino_t inode;
} vl_watch;

/// Watches `path` (NULL: nothing) from its present state on.
void vl_watch_begin(vl_watch *watch, const char *path);

void vl_watch_free(vl_watch *watch);

/// Whether the file has changed since the last call that returned true. It is examined at most four
/// times a second; `now` in s. A file that does not exist for a moment, while an editor saves it,
/// has not changed.
bool vl_watch_changed(vl_watch *watch, double now);
