#include "app/state/watch.h"

#include "base/memory.h"

static const double interval = 0.25; // s

static bool read_status(const vl_watch *watch, struct stat *found)
{
    return watch->path && stat(watch->path, found) == 0;
}

static void remember(vl_watch *watch, const struct stat *found)
{
    watch->modified = found->st_mtim;
    watch->size = found->st_size;
    watch->inode = found->st_ino;
}

void vl_watch_begin(vl_watch *watch, const char *path)
{
    struct stat found;
    char *copy = vl_copy_text(path);
    vl_free(watch->path);
    *watch = (vl_watch){.path = copy};
    if (read_status(watch, &found))
        remember(watch, &found);
}

void vl_watch_free(vl_watch *watch)
{
    vl_free(watch->path);
    *watch = (vl_watch){0};
}

bool vl_watch_changed(vl_watch *watch, double now)
{
    struct stat found;
    if (now < watch->next_check)
        return false;
    watch->next_check = now + interval;
    if (!read_status(watch, &found))
        return false;

    bool same = found.st_mtim.tv_sec == watch->modified.tv_sec &&
                found.st_mtim.tv_nsec == watch->modified.tv_nsec && found.st_size == watch->size &&
                found.st_ino == watch->inode;
    if (!same)
        remember(watch, &found);
    return !same;
}
