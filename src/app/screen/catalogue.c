// The scenes with their titles, notes and thumbnails, which are read and made while the gallery is
// open.

#include "app/screen/parts.h"

#include "base/memory.h"

#include <string.h>

static const double share = 0.003; // s that a frame spends on reading

// What remains are its name and its group.
static void forget(vl_catalogue_entry *entry)
{
    vl_free(entry->path);
    vl_free(entry->title);
    vl_free(entry->notes);
    vl_free(entry->fault);
    vl_drawlist_free(&entry->picture);
    *entry = (vl_catalogue_entry){.name = entry->name, .group = entry->group, .own = entry->own};
}

static void add(vl_catalogue *catalogue, const char *name, const char *group, bool own)
{
    catalogue->entries = vl_grow(catalogue->entries, &catalogue->entry_room, catalogue->count + 1,
                                 sizeof *catalogue->entries);
    catalogue->entries[catalogue->count++] =
        (vl_catalogue_entry){.name = name, .group = group, .own = own};
}

static void list_saved(vl_catalogue *catalogue)
{
    while (catalogue->count > catalogue->names.count)
        forget(&catalogue->entries[--catalogue->count]);
    vl_scene_names_free(&catalogue->saved);
    catalogue->saved = vl_scene_names_saved();
    for (int i = 0; i < catalogue->saved.count; i++)
        add(catalogue, catalogue->saved.names[i], "Saved scenes", true);
}

vl_catalogue *vl_catalogue_create(void)
{
    vl_catalogue *catalogue = vl_alloc(1, sizeof *catalogue);
    catalogue->names = vl_scene_names_list();
    const vl_scene_names *names = &catalogue->names;
    for (int i = 0; i < names->count; i++)
        add(catalogue, names->names[i], *names->groups[i] ? names->groups[i] : "Other scenes",
            false);
    list_saved(catalogue);
    return catalogue;
}

int vl_catalogue_here(const vl_catalogue *catalogue, const vl_app *app)
{
    int here = vl_app_scene_number(app, &catalogue->names);
    for (int i = catalogue->names.count; i < catalogue->count && here < 0; i++) {
        char *path = vl_scene_saved_path(catalogue->entries[i].name);
        here = strcmp(path, app->session.scene->path) == 0 ? i : -1;
        vl_free(path);
    }
    return here;
}

void vl_catalogue_stop(vl_catalogue *catalogue)
{
    vl_thumbnail_free(catalogue->making);
    catalogue->making = NULL;
}

void vl_catalogue_free(vl_catalogue *catalogue)
{
    if (!catalogue)
        return;
    vl_catalogue_stop(catalogue);
    for (int i = 0; i < catalogue->count; i++)
        forget(&catalogue->entries[i]);
    vl_free(catalogue->entries);
    vl_scene_names_free(&catalogue->names);
    vl_scene_names_free(&catalogue->saved);
    vl_free(catalogue);
}

// Returns when the file was saved, ns; 0 if there is none.
static int64_t time_saved(const char *path)
{
    struct stat status;
    if (!path || stat(path, &status) != 0)
        return 0;
    return (int64_t)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec;
}

void vl_catalogue_refresh(vl_catalogue *catalogue)
{
    vl_catalogue_stop(catalogue);
    list_saved(catalogue);
    for (int i = 0; i < catalogue->count; i++) {
        vl_catalogue_entry *entry = &catalogue->entries[i];
        if (entry->title && entry->saved != time_saved(entry->path))
            forget(entry);
    }
}

// --- reading ---

// Returns the first line of the message, without the folder.
static char *fault_of(const vl_error *error, const char *path)
{
    const char *text = error->text, *slash = path ? strrchr(path, '/') : NULL;
    size_t folder = slash ? (size_t)(slash + 1 - path) : 0;
    char *fault = vl_copy_text(strncmp(text, path ? path : "", folder) == 0 ? text + folder : text);
    fault[strcspn(fault, "\n")] = '\0';
    return fault;
}

static void read_entry(vl_catalogue_entry *entry)
{
    vl_error error = {0};
    entry->path =
        entry->own ? vl_scene_saved_path(entry->name) : vl_scene_find(entry->name, &error);
    vl_scene *scene = entry->path ? vl_scene_load(entry->path, &error) : NULL;
    entry->saved = time_saved(entry->path);
    entry->title = vl_copy_text(scene ? scene->title : entry->name);
    entry->notes = vl_copy_text(scene ? scene->notes : NULL);
    entry->fault = scene ? NULL : fault_of(&error, entry->path);
    vl_scene_free(scene);
}

static vl_catalogue_entry *next_unread(vl_catalogue *catalogue)
{
    for (int i = 0; i < catalogue->count; i++)
        if (!catalogue->entries[i].title)
            return &catalogue->entries[i];
    return NULL;
}

// --- making ---

static void fit_to(vl_catalogue *catalogue, const vl_theme *theme, float width, float height)
{
    if (catalogue->width == width && catalogue->height == height && catalogue->theme == theme)
        return;
    vl_catalogue_stop(catalogue);
    catalogue->width = width;
    catalogue->height = height;
    catalogue->theme = theme;
    for (int i = 0; i < catalogue->count; i++)
        catalogue->entries[i].drawn = false;
}

// Returns the number of the next entry without a thumbnail, or −1.
static int next_undrawn(const vl_catalogue *catalogue)
{
    int next = -1;
    for (int i = catalogue->count - 1; i >= 0; i--) {
        const vl_catalogue_entry *entry = &catalogue->entries[i];
        bool first = next < 0 || entry->seen || !catalogue->entries[next].seen;
        if (!entry->drawn && !entry->fault && first)
            next = i;
    }
    return next;
}

static void begin(vl_catalogue *catalogue, int index)
{
    const char *path = catalogue->entries[index].path;
    catalogue->made = index;
    catalogue->making = vl_thumbnail_create(path, catalogue->width, catalogue->height);
}

static void finish(vl_catalogue *catalogue, const vl_ui *ui)
{
    vl_catalogue_entry *entry = &catalogue->entries[catalogue->made];
    const vl_error *error = vl_thumbnail_error(catalogue->making);
    if (error)
        entry->fault = fault_of(error, entry->path);
    else
        vl_thumbnail_draw(catalogue->making, ui, &entry->picture);
    entry->drawn = !error;
    vl_catalogue_stop(catalogue);
}

static void make_next(vl_catalogue *catalogue)
{
    int next = next_undrawn(catalogue);
    if (next >= 0)
        begin(catalogue, next);
}

// What is not on the screen gives way to what is, as after a turn of the wheel.
static void give_way(vl_catalogue *catalogue)
{
    int next = next_undrawn(catalogue);
    bool urgent = next >= 0 && catalogue->entries[next].seen;
    if (catalogue->making && urgent && !catalogue->entries[catalogue->made].seen)
        vl_catalogue_stop(catalogue);
}

void vl_catalogue_go_on(vl_catalogue *catalogue, const vl_app *app, const vl_ui *ui, float width,
                        float height)
{
    vl_platform *platform = app->platform;
    double end = platform->now(platform) + share;
    fit_to(catalogue, app->theme, width, height);
    vl_catalogue_entry *unread;
    while ((unread = next_unread(catalogue)) && platform->now(platform) < end)
        read_entry(unread);
    if (unread)
        return;
    give_way(catalogue);
    if (catalogue->making && !vl_thumbnail_go_on(catalogue->making))
        finish(catalogue, ui);
    if (!catalogue->making)
        make_next(catalogue);
}
