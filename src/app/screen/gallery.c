// The drawer of the scenes and recordings: a list of their titles and first sentences, in groups,
// with a search.

#include "app/screen/parts.h"

#include "base/memory.h"
#include "base/text.h"
#include "lab/recording.h"

#include <stdio.h>
#include <string.h>

// Where scenes or recordings come from.
typedef struct shelf {
    const char *group; // the heading; NULL: the names have theirs
    vl_scene_names (*list)(void);
    char *(*find)(const char *name); // returns a path, to be freed; NULL: there is none
} shelf;

static char *find_shipped(const char *name)
{
    vl_error error = {0};
    return vl_scene_find(name, &error);
}

static const shelf shelves[] = {
    {NULL, vl_scene_names_list, find_shipped},
    {"Recordings", vl_recording_names_shipped, find_shipped},
    {"Saved scenes", vl_scene_names_saved, vl_scene_saved_path},
    {"Your recordings", vl_recording_names_kept, vl_recording_kept_path},
};

enum { SHELVES = sizeof shelves / sizeof *shelves };

// A scene or a recording.
typedef struct entry {
    char *name; // of its file
    char *path; // NULL: it is gone
    char *group, *title;
    char *below; // its first sentence, or why it cannot be opened
    char *words; // name and notes, for the search
} entry;

struct vl_gallery {
    bool open;     // it was drawn in the frame before
    int64_t files; // written when the entries were read
    int count, room, row_room;
    entry *entries; // shelf by shelf, the shipped scenes first
    vl_choice_row *rows;
};

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
static entry read_entry(const shelf *from, const char *name, const char *group)
{
    vl_error error = {0};
    vl_text title = {0}, below = {0}, words = {0};
    char *path = from->find(name);
    vl_scene *scene = path ? read_scene(path, &error) : NULL;
    if (scene && from->list == vl_recording_names_kept)
        add_time(&title, name);
    vl_text_add(&title, "%s", scene ? scene->title : name);
    vl_text_add(&words, "%s %s", name, scene ? scene->notes : "");
    if (scene)
        vl_first_sentence(scene->notes, &below);
    else
        below.data = fault_of(&error, path);
    vl_scene_free(scene);
    return (entry){.name = vl_copy_text(name),
                   .path = path,
                   .group = vl_copy_text(group),
                   .title = title.data,
                   .below = below.data,
                   .words = words.data};
}

static void forget_all(vl_gallery *gallery)
{
    while (gallery->count > 0) {
        entry *e = &gallery->entries[--gallery->count];
        char *const texts[] = {e->name, e->path, e->group, e->title, e->below, e->words};
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
            vl_free(texts[i]);
    }
}

// Files come, go and are mended while the program runs, so the drawer reads them when it opens.
static void read_all(vl_gallery *gallery)
{
    forget_all(gallery);
    for (int s = 0; s < SHELVES; s++) {
        vl_scene_names names = shelves[s].list();
        gallery->entries = vl_grow(gallery->entries, &gallery->room, gallery->count + names.count,
                                   sizeof *gallery->entries);
        for (int i = 0; i < names.count; i++) {
            const char *group = shelves[s].group   ? shelves[s].group
                                : *names.groups[i] ? names.groups[i]
                                                   : "Other scenes";
            gallery->entries[gallery->count++] = read_entry(&shelves[s], names.names[i], group);
        }
        vl_scene_names_free(&names);
    }
}

vl_gallery *vl_gallery_create(void)
{
    return vl_alloc(1, sizeof(vl_gallery));
}

void vl_gallery_free(vl_gallery *gallery)
{
    if (!gallery)
        return;
    forget_all(gallery);
    vl_free(gallery->entries);
    vl_free(gallery->rows);
    vl_free(gallery);
}

void vl_gallery_close(vl_gallery *gallery)
{
    if (gallery)
        gallery->open = false;
}

// --- drawing ---

// The number of the scene that runs, or −1.
static int running(const vl_gallery *gallery, const vl_app *app)
{
    int here = app->scene_number - 1;
    for (int i = 0; i < gallery->count && here < 0; i++) {
        const char *path = gallery->entries[i].path;
        here = path && strcmp(path, app->session.scene->path) == 0 ? i : -1;
    }
    return here;
}

// Where the drawer leaves nothing of the stage it gives way to the scene.
static void open_entry(const entry *picked, vl_app *app)
{
    if (picked->path)
        vl_app_open(app, picked->path);
    else
        vl_app_open_named(app, picked->name);
    if (app->layout.clear.w < 1)
        vl_app_toggle_drawer(app, VL_DRAWER_SCENES);
}

// When it opens, the scene that runs is chosen.
void vl_gallery_draw(vl_gallery *gallery, vl_app *app, const vl_ui *ui)
{
    vl_rect inside;
    if (!gallery->open || gallery->files != app->files)
        read_all(gallery);
    gallery->files = app->files;
    int here = running(gallery, app);
    if (!gallery->open && here >= 0) {
        app->search.chosen = here;
        app->search.follow = true;
    }
    gallery->open = true;
    gallery->rows =
        vl_grow(gallery->rows, &gallery->row_room, gallery->count, sizeof *gallery->rows);
    for (int i = 0; i < gallery->count; i++) {
        const entry *e = &gallery->entries[i];
        gallery->rows[i] = (vl_choice_row){.group = e->group,
                                           .text = e->title,
                                           .below = e->below,
                                           .words = e->words,
                                           .active = i == here,
                                           .command = -1};
    }
    if (vl_ui_drawer(ui, app->layout.drawer, "Scenes", &inside))
        vl_app_toggle_drawer(app, VL_DRAWER_SCENES);
    int picked = vl_choices_draw(app, ui, inside, gallery->rows, gallery->count);
    if (picked >= 0)
        open_entry(&gallery->entries[picked], app);
}
