#pragma once
/// Detects when a file was saved by another program.

#include <stdbool.h>
#include <sys/stat.h>

typedef struct vl_watch {
    char *path;        ///< NULL: no file is watched
    double next_check; ///< s
    struct timespec modified;
    off_t size;
    ino_t inode;
} vl_watch;

/// Watches `path` for changes from now on; NULL watches no file.
void vl_watch_begin(vl_watch *watch, const char *path);

void vl_watch_free(vl_watch *watch);

/// Returns whether the file has changed since the last call that returned true. The file is
/// examined at most four times a second; `now` in s. A file that is missing for a moment, while an
/// editor saves it, does not count as changed.
bool vl_watch_changed(vl_watch *watch, double now);
