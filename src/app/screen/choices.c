// Drawers with a list that is searched: commands, and scenes with recordings.

#include "app/screen/parts.h"

#include "base/memory.h"
#include "base/text.h"
#include "lab/log_file.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// --- the search ---

// Whether `text` has the first `length` bytes of `word`, whatever their case.
static bool has_word(const char *text, const char *word, size_t length)
{
    for (; text && *text; text++) {
        size_t i = 0;
        while (i < length && tolower((unsigned char)text[i]) == tolower((unsigned char)word[i]))
            i++;
        if (i == length)
            return true;
    }
    return false;
}

// Whether each word of the search is in one of the texts, whatever its case. A text may be NULL.
static bool search_finds(const char *search, const char *const *texts, int count)
{
    while (*(search += strspn(search, " "))) {
        size_t length = strcspn(search, " ");
        bool found = false;
        for (int i = 0; i < count; i++)
            found = found || has_word(texts[i], search, length);
        if (!found)
            return false;
        search += length;
    }
    return true;
}

// Draws the field of the search, which it cuts off the top of `left`.
static void search_draw(vl_app *app, const vl_ui *ui, vl_rect *left)
{
    vl_rect rect = vl_rect_cut_top(left, vl_points(ui, VL_TARGET));
    vl_rect_cut_top(left, vl_points(ui, 8));
    vl_draw_round_rect(ui->list, rect, vl_points(ui, 7), ui->theme->key_cap);
    vl_draw_round_frame(ui->list, rect, vl_points(ui, 7), fmaxf(1, vl_points(ui, 2)),
                        ui->theme->accent);
    vl_rect inside = vl_rect_inset(rect, vl_points(ui, VL_GAP));
    inside = (vl_rect){inside.x, rect.y, inside.w, rect.h};
    vl_ui_input(ui, inside, VL_TYPE_MEDIUM, ui->theme->text, &app->search.field);
    vl_rect_cut_left(&inside, vl_points(ui, 4)); // the caret
    if (!*app->search.field.text)
        vl_ui_text(ui, inside, VL_TYPE_MEDIUM, ui->theme->text_dim, VL_ALIGN_LEFT,
                   "type to search");
}

static void say_nothing_fits(const vl_ui *ui, vl_rect rect)
{
    vl_ui_text(ui, vl_rect_cut_top(&rect, vl_points(ui, VL_TARGET)), VL_TYPE_READING,
               ui->theme->text_dim, VL_ALIGN_LEFT, "Nothing fits these words.");
}

// --- the list ---

static bool fits(const vl_choice_row *row, const char *search)
{
    const char *const texts[] = {row->text, row->group, row->keys, row->words};
    return search_finds(search, texts, sizeof texts / sizeof *texts);
}

// The list while it is drawn.
typedef struct list {
    vl_app *app;
    const vl_ui *ui;
    vl_rect area;
    const char *group; // of the row before
    float y;           // pixels below the top of all rows
    int shown;         // rows so far
    int picked;        // number of the row; −1: none
} list;

static void draw_heading(list *l, const char *group)
{
    vl_rect rect = {l->area.x, l->area.y + l->y - l->app->scroll, l->area.w,
                    vl_search_heading_height(l->ui)};
    l->y += rect.h;
    l->group = group;
    vl_search_heading(l->ui, rect, l->area, group);
}

static void draw_sign(const vl_ui *ui, vl_rect rect, const vl_choice_row *row, vl_colour ink)
{
    float middle = rect.y + rect.h / 2, line[] = {rect.x, middle, rect.x + rect.w, middle};
    if (row->style)
        vl_draw_styled(ui->list, line, 2, vl_points(ui, 4), row->style, 0);
    else
        vl_draw_icon(ui->list, row->icon, vl_rect_inset(rect, vl_points(ui, 3)), ink);
}

// Points: before the sign, of the sign, behind it; before and behind the keys.
static const float sign_left = 6, sign_width = 30, sign_right = 10, keys_left = 8, keys_right = 6;

enum { MOST_ROW_LINES = 6, MOST_LINES_BELOW = 2 };

// Returns the width of the text of a row, pixels.
static float text_width(const vl_ui *ui, float width, const vl_choice_row *row)
{
    width -= vl_points(ui, row->below ? 2 * sign_left : sign_left + sign_width + sign_right);
    return row->keys
               ? width - vl_ui_keys(ui, NULL, row->keys) - vl_points(ui, keys_left + keys_right)
               : width;
}

static bool is_one_line(const vl_ui *ui, float width, const vl_choice_row *row)
{
    return vl_text_width(ui->metrics, VL_TYPE_MEDIUM, row->text) <= text_width(ui, width, row);
}

// A text that is too long for a line has several small ones.
static float row_height(const vl_ui *ui, float width, const vl_choice_row *row)
{
    float room = text_width(ui, width, row);
    vl_type_size size = is_one_line(ui, width, row) ? VL_TYPE_MEDIUM : VL_TYPE_SMALL;
    float height = vl_ui_block_height(ui, size, row->text, room, MOST_ROW_LINES);
    if (row->below)
        height += vl_ui_block_height(ui, VL_TYPE_SMALL, row->below, room, MOST_LINES_BELOW) +
                  vl_points(ui, sign_left);
    return fmaxf(vl_points(ui, VL_TARGET), height);
}

static void draw_text(const vl_ui *ui, vl_rect rect, float width, const vl_choice_row *row,
                      vl_colour ink)
{
    if (row->below) {
        vl_type_size size = is_one_line(ui, width, row) ? VL_TYPE_MEDIUM : VL_TYPE_SMALL;
        float title = vl_ui_block_height(ui, size, row->text, rect.w, MOST_ROW_LINES);
        vl_rect_cut_top(&rect, vl_points(ui, sign_left / 2));
        vl_ui_block(ui, vl_rect_cut_top(&rect, title), size, ink, row->text, MOST_ROW_LINES);
        vl_ui_block(ui, rect, VL_TYPE_SMALL, row->active ? ink : ui->theme->text_dim, row->below,
                    MOST_LINES_BELOW);
        return;
    }
    if (is_one_line(ui, width, row)) {
        vl_ui_text(ui, rect, VL_TYPE_MEDIUM, ink, VL_ALIGN_LEFT, row->text);
        return;
    }
    float height = vl_ui_block_height(ui, VL_TYPE_SMALL, row->text, rect.w, MOST_ROW_LINES);
    rect.y += (rect.h - height) / 2;
    vl_ui_block(ui, rect, VL_TYPE_SMALL, ink, row->text, MOST_ROW_LINES);
}

static bool draw_row(const vl_ui *ui, vl_rect rect, const vl_choice_row *row, bool chosen)
{
    vl_touch touch = vl_ui_control(ui, rect);
    const vl_theme *theme = ui->theme;
    bool lit = row->active;
    float width = rect.w;
    vl_colour ink = lit ? theme->button_active_text : theme->text;
    vl_colour back = lit                     ? theme->button_active
                     : chosen || touch.hover ? theme->button_hover
                                             : vl_colour_fade(theme->panel, 0);
    vl_draw_round_rect(ui->list, rect, vl_points(ui, 7), back);
    vl_rect_cut_left(&rect, vl_points(ui, sign_left));
    if (row->below) {
        vl_rect_cut_right(&rect, vl_points(ui, sign_left));
    } else {
        draw_sign(ui, vl_rect_cut_left(&rect, vl_points(ui, sign_width)), row, ink);
        vl_rect_cut_left(&rect, vl_points(ui, sign_right));
    }
    if (row->keys) {
        float room = vl_ui_keys(ui, NULL, row->keys) + vl_points(ui, keys_right);
        vl_rect keys = vl_rect_cut_right(&rect, room);
        vl_ui_keys(ui, &keys, row->keys);
        vl_rect_cut_right(&rect, vl_points(ui, keys_left));
    }
    draw_text(ui, rect, width, row, ink);
    return touch.clicked;
}

// Scrolls so far that the row from `top` to `end`, with a heading above it, is on the screen.
static void follow(vl_app *app, float top, float end, float seen)
{
    if (top < app->scroll)
        app->scroll = top;
    if (end > app->scroll + seen)
        app->scroll = end - seen;
    app->search.follow = false;
}

// Arrows go round, pages do not.
static void move_choice(vl_search *search, int page, int count)
{
    int next = search->chosen + search->pages * page;
    next = next >= count ? count - 1 : next;
    next = count > 0 ? ((next < 0 ? 0 : next) + search->down) % count : 0;
    search->chosen = next < 0 ? next + count : next;
    search->down = search->pages = 0;
}

static void take_row(list *l, const vl_choice_row *row, int index)
{
    float height = row_height(l->ui, l->area.w, row), top = l->y;
    vl_search *search = &l->app->search;
    if (!l->group || strcmp(l->group, row->group) != 0)
        draw_heading(l, row->group);
    bool asked = *search->field.text || search->chosen > 0;
    bool chosen = l->shown++ == search->chosen && asked;
    if (chosen && search->follow)
        follow(l->app, top, l->y + height, l->area.h);
    vl_rect rect = {l->area.x, l->area.y + l->y - l->app->scroll, l->area.w, height};
    l->y += height;
    if (chosen && search->picked)
        l->picked = index;
    if (rect.y < l->area.y - 0.5f || rect.y + height > l->area.y + l->area.h + 0.5f) {
        vl_rect half = rect; // a row that is cut can be seen, and not be hit
        if (half.y + height > l->area.y && half.y < l->area.y + l->area.h) {
            vl_ui still = *l->ui;
            still.pointer.away = true;
            still.focus = NULL;
            draw_row(&still, half, row, chosen);
        }
        return;
    }
    if (row->command >= 0)
        vl_place_control(l->app, row->command, rect);
    if (draw_row(l->ui, rect, row, chosen))
        l->picked = index;
}

int vl_choices_draw(vl_app *app, const vl_ui *ui, vl_rect rect, const vl_choice_row *rows,
                    int count)
{
    vl_search *search = &app->search;
    search_draw(app, ui, &rect);
    int fitting = 0;
    for (int i = 0; i < count; i++)
        fitting += fits(&rows[i], search->field.text);
    float usual = count > 0 ? row_height(ui, rect.w, rows) : rect.h;
    move_choice(search, (int)(rect.h / usual) - 1, fitting);
    list l = {.app = app, .ui = ui, .area = rect, .picked = -1};
    vl_draw_clip(ui->list, rect);
    for (int i = 0; i < count; i++)
        if (fits(&rows[i], search->field.text))
            take_row(&l, &rows[i], i);
    vl_draw_unclip(ui->list);
    if (fitting == 0)
        say_nothing_fits(ui, rect);
    vl_ui_scroll(ui, l.area, l.y, &app->scroll);
    search->picked = false;
    return l.picked;
}

// --- all commands ---

enum { MOST_COMMANDS = 160, ROW_TEXT = 160 };

// What a command would act on now is told, too.
static const char *words_of(const vl_app *app, const vl_command *command, char *words, size_t size)
{
    const char *object = command->object ? command->object(app, command) : NULL;
    if (!object)
        return command->help;
    snprintf(words, size, "%s: %s", command->help, object);
    return words;
}

static vl_choice_row row_of(const vl_app *app, int index, vl_line_style *style,
                            char words[ROW_TEXT])
{
    vl_command command = vl_command_get(index);
    bool method = command.group == VL_GROUP_METHOD;
    if (method)
        *style = vl_theme_method(app->theme, command.value);
    return (vl_choice_row){
        .group = vl_command_group_name(command.group),
        .text = words_of(app, &command, words, ROW_TEXT),
        .keys = command.keys,
        .icon = command.icon,
        .style = method ? style : NULL,
        .active = command.active && command.active(app, &command),
        .command = index,
    };
}

// Fills in a row for each command, those of a group together. Returns how many there are.
static int rows_of(const vl_app *app, vl_choice_row *rows, vl_line_style *styles,
                   char words[MOST_COMMANDS][ROW_TEXT])
{
    int count = 0;
    for (int group = 0; group < VL_GROUPS; group++)
        for (int i = 0; i < vl_command_count() && count < MOST_COMMANDS; i++)
            if (vl_command_get(i).group == (vl_command_group)group) {
                rows[count] = row_of(app, i, &styles[count], words[count]);
                count++;
            }
    return count;
}

void vl_commands_draw(vl_app *app, const vl_ui *ui)
{
    vl_choice_row rows[MOST_COMMANDS];
    vl_line_style styles[MOST_COMMANDS];
    char words[MOST_COMMANDS][ROW_TEXT];
    vl_rect inside;
    int count = rows_of(app, rows, styles, words);
    if (vl_ui_drawer(ui, app->layout.drawer, "Commands", &inside))
        vl_app_toggle_drawer(app, VL_DRAWER_COMMANDS);
    bool entered = app->search.picked;
    int picked = vl_choices_draw(app, ui, inside, rows, count);
    if (picked < 0)
        return;
    if (entered)
        vl_app_toggle_drawer(app, VL_DRAWER_COMMANDS);
    vl_command command = vl_command_get(rows[picked].command);
    command.act(app, &command);
}

// --- all scenes and recordings ---

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
