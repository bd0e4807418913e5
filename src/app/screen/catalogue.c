// The scenes and recordings with their titles, notes and thumbnails, which are read and made while
// the gallery is open.

#include "app/screen/parts.h"

#include "base/memory.h"
#include "base/text.h"
#include "lab/recording.h"

#include <stdio.h>
#include <string.h>

static const double share = 0.003; // s that a frame spends on reading

struct vl_shelf {
    const char *group; // the heading; NULL: the names have theirs
    vl_scene_names (*list)(void);
    char *(*find)(const char *name); // returns a path, to be freed; NULL: there is none
};

static char *find_shipped(const char *name)
{
    vl_error error = {0};
    return vl_scene_find(name, &error);
}

static const vl_shelf shelves[VL_SHELVES] = {
    {NULL, vl_scene_names_list, find_shipped},
    {"Recordings", vl_recording_names_shipped, find_shipped},
    {"Saved scenes", vl_scene_names_saved, vl_scene_saved_path},
    {"Your recordings", vl_recording_names_kept, vl_recording_kept_path},
};

// What remains are its name and where it stands.
static void forget(vl_catalogue_entry *entry)
{
    vl_free(entry->path);
    vl_free(entry->title);
    vl_free(entry->notes);
    vl_free(entry->fault);
    vl_drawlist_free(&entry->picture);
    *entry =
        (vl_catalogue_entry){.shelf = entry->shelf, .name = entry->name, .group = entry->group};
}

static void add(vl_catalogue *catalogue, const vl_catalogue_entry *entry)
{
    catalogue->entries = vl_grow(catalogue->entries, &catalogue->entry_room, catalogue->count + 1,
                                 sizeof *catalogue->entries);
    catalogue->entries[catalogue->count++] = *entry;
}

static void list_shelf(vl_catalogue *catalogue, int shelf)
{
    const char *heading = shelves[shelf].group;
    vl_scene_names_free(&catalogue->names[shelf]);
    catalogue->names[shelf] = shelves[shelf].list();
    const vl_scene_names *names = &catalogue->names[shelf];
    for (int i = 0; i < names->count; i++) {
        const char *group = heading             ? heading
                            : *names->groups[i] ? names->groups[i]
                                                : "Other scenes";
        add(catalogue, &(vl_catalogue_entry){
                           .shelf = &shelves[shelf], .name = names->names[i], .group = group});
    }
}

// Those that are not shipped come and go while the program runs.
static void list_again(vl_catalogue *catalogue)
{
    enum { FIRST_OWN = 2 };

    int shipped = catalogue->names[0].count + catalogue->names[1].count;
    while (catalogue->count > shipped)
        forget(&catalogue->entries[--catalogue->count]);
    for (int i = FIRST_OWN; i < VL_SHELVES; i++)
        list_shelf(catalogue, i);
}

vl_catalogue *vl_catalogue_create(void)
{
    vl_catalogue *catalogue = vl_alloc(1, sizeof *catalogue);
    for (int i = 0; i < VL_SHELVES; i++)
        list_shelf(catalogue, i);
    return catalogue;
}

static bool is_at(const vl_catalogue_entry *entry, const char *path)
{
    char *own = entry->shelf->find(entry->name);
    bool same = own && strcmp(own, path) == 0;
    vl_free(own);
    return same;
}

int vl_catalogue_here(const vl_catalogue *catalogue, const vl_app *app)
{
    int here = vl_app_scene_number(app, &catalogue->names[0]);
    for (int i = catalogue->names[0].count; i < catalogue->count && here < 0; i++)
        here = is_at(&catalogue->entries[i], app->session.scene->path) ? i : -1;
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
    for (int i = 0; i < VL_SHELVES; i++)
        vl_scene_names_free(&catalogue->names[i]);
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
    list_again(catalogue);
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
    char *folder = vl_copy_text(path ? path : ""), *slash = strrchr(folder, '/');
    folder[slash ? slash + 1 - folder : 0] = '\0';
    char *fault = vl_copy_text(error->text + vl_error_file(error->text, folder));
    vl_free(folder);
    fault[strcspn(fault, "\n")] = '\0';
    return fault;
}

static vl_scene *read_scene(const char *path, vl_error *error)
{
    if (!vl_recording_is_file(path))
        return vl_scene_load(path, error);
    vl_recording *recording = vl_recording_load_head(path, error);
    vl_scene *scene = recording ? vl_recording_scene(recording, error) : NULL;
    vl_recording_free(recording);
    return scene;
}

// "2026-11-23-09-10-03.rec" is "23 Nov 09:10".
static void add_time(vl_text *text, const char *name)
{
    static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    int month, day, hour, minute;
    int read = sscanf(name, "%*4d-%2d-%2d-%2d-%2d-", &month, &day, &hour, &minute);
    if (read == 4 && month >= 1 && month <= 12)
        vl_text_add(text, "%d %s %02d:%02d, ", day, months[month - 1], hour, minute);
}

// The recordings of a person may be many of one scene, so each has its time before the title.
static char *title_of(const vl_catalogue_entry *entry, const vl_scene *scene)
{
    vl_text title = {0};
    if (scene && entry->shelf->list == vl_recording_names_kept)
        add_time(&title, entry->name);
    vl_text_add(&title, "%s", scene ? scene->title : entry->name);
    return title.data;
}

static void read_entry(vl_catalogue_entry *entry)
{
    vl_error error = {0};
    entry->path = entry->shelf->find(entry->name);
    vl_scene *scene = entry->path ? read_scene(entry->path, &error) : NULL;
    entry->saved = time_saved(entry->path);
    entry->title = title_of(entry, scene);
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
