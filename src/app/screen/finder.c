// The drawer of all that can be found by its words: scenes, recordings, commands, terms.

#include "app/screen/parts.h"

#include "base/memory.h"
#include "base/text.h"
#include "lab/log_file.h"
#include "lab/terms.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

// --- the search ---

// Whether `text` has the first `length` bytes of `word`, whatever their case.
static bool has_word(const char *text, const char *word, size_t length)
{
    while (text && *text && strncasecmp(text, word, length) != 0)
        text++;
    return text && *text;
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
    vl_ui_input(ui, inside, VL_TYPE_MEDIUM, ui->theme->text, &app->drawer.search.field);
    vl_rect_cut_left(&inside, vl_points(ui, 4)); // the caret
    if (!*app->drawer.search.field.text)
        vl_ui_text(ui, inside, VL_TYPE_MEDIUM, ui->theme->text_dim, VL_ALIGN_LEFT,
                   "type to search");
}

// --- the list ---

typedef enum row_kind { ROW_TILE, ROW_LISTED, ROW_COMMAND, ROW_TERM } row_kind;

// How well a row fits the search.
typedef enum row_fit {
    FITS_NOT,
    FITS_NAMED,    // all words are in what it shows; or nothing is searched and it is not folded
    FITS_MENTIONED // some are in the notes, or in the meaning of a term
} row_fit;

enum { ROW_TEXT = 160 };

typedef struct item {
    row_kind kind;
    int number;        // of the file, the command or the term
    const char *group; // rows of one group are consecutive
    bool front;        // the group is never folded, and has a heading
    const char *text;
    const char *below; // small text below it, in place of an icon; or NULL
    const char *name;  // of its file, or the command; or NULL
    const char *notes; // what else the search finds; or NULL
    const char *keys;  // at the right; or NULL
    vl_icon icon;
    const vl_line_style *style; // a sample of this line in place of the icon; or NULL
    bool active;
    row_fit fit;
} item;

// The list while it is drawn.
typedef struct list {
    vl_app *app;
    const vl_ui *ui;
    vl_rect area;
    const char *heading; // of the rows before
    float y;             // pixels below the top of all rows
    int shown;           // rows so far
    int picked;          // number of the row; −1: none
} list;

// Points: before the sign, of the sign, behind it; before and behind the keys.
static const float sign_left = 6, sign_width = 30, sign_right = 10, keys_left = 8, keys_right = 6;

enum { MOST_ROW_LINES = 6 };

// Returns the width of the text of a row, pixels.
static float text_width(const vl_ui *ui, float width, const item *row)
{
    width -= vl_points(ui, row->below ? 2 * sign_left : sign_left + sign_width + sign_right);
    return row->keys
               ? width - vl_ui_keys(ui, NULL, row->keys) - vl_points(ui, keys_left + keys_right)
               : width;
}

// A text that is too long for a line has several; they are small unless more is below them.
static vl_type_size text_type(const vl_ui *ui, float width, const item *row)
{
    float one_line = vl_text_width(ui->metrics, VL_TYPE_MEDIUM, row->text);
    return row->below || one_line <= text_width(ui, width, row) ? VL_TYPE_MEDIUM : VL_TYPE_SMALL;
}

static float row_height(const vl_ui *ui, float width, const item *row)
{
    float room = text_width(ui, width, row);
    float height =
        vl_ui_block_height(ui, text_type(ui, width, row), row->text, room, MOST_ROW_LINES);
    if (row->below)
        height += vl_ui_block_height(ui, VL_TYPE_SMALL, row->below, room, MOST_ROW_LINES) +
                  vl_points(ui, sign_left);
    return fmaxf(vl_points(ui, VL_TARGET), height);
}

static void draw_text(const vl_ui *ui, vl_rect rect, float width, const item *row, vl_colour ink)
{
    vl_type_size size = text_type(ui, width, row);
    float height = vl_ui_block_height(ui, size, row->text, rect.w, MOST_ROW_LINES);
    vl_rect_cut_top(&rect, row->below ? vl_points(ui, sign_left / 2) : (rect.h - height) / 2);
    vl_ui_block(ui, vl_rect_cut_top(&rect, height), size, ink, row->text, MOST_ROW_LINES);
    if (row->below)
        vl_ui_block(ui, rect, VL_TYPE_SMALL, row->active ? ink : ui->theme->text_dim, row->below,
                    MOST_ROW_LINES);
}

static bool draw_row(const vl_ui *ui, vl_rect rect, const item *row, bool chosen)
{
    vl_touch touch = vl_ui_control(ui, rect);
    const vl_theme *theme = ui->theme;
    float width = rect.w;
    vl_colour ink = row->active ? theme->button_active_text : theme->text;
    vl_colour back = row->active             ? theme->button_active
                     : chosen || touch.hover ? theme->button_hover
                                             : vl_colour_fade(theme->panel, 0);
    vl_draw_round_rect(ui->list, rect, vl_points(ui, 7), back);
    vl_rect_cut_left(&rect, vl_points(ui, sign_left));
    if (row->below) {
        vl_rect_cut_right(&rect, vl_points(ui, sign_left));
    } else {
        vl_rect sign = vl_rect_cut_left(&rect, vl_points(ui, sign_width));
        float middle = sign.y + sign.h / 2, line[] = {sign.x, middle, sign.x + sign.w, middle};
        if (row->style)
            vl_draw_styled(ui->list, line, 2, vl_points(ui, 4), row->style, 0);
        else
            vl_draw_icon(ui->list, row->icon, vl_rect_inset(sign, vl_points(ui, 3)), ink);
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
    if (top < app->drawer.scroll)
        app->drawer.scroll = top;
    if (end > app->drawer.scroll + seen)
        app->drawer.scroll = end - seen;
    app->drawer.search.follow = false;
}

// Arrows go round, pages do not.
static void move_choice(vl_search *search, int page, int count)
{
    int next = search->chosen + search->pages * page;
    next = next >= count ? count - 1 : search->pages && next < 0 ? 0 : next;
    next += search->down;
    if (search->down)
        next = next >= count ? 0 : next < 0 ? count - 1 : next;
    search->chosen = next;
    search->down = search->pages = 0;
}

static void take_row(list *l, const item *row, int index)
{
    vl_search *search = &l->app->drawer.search;
    bool searched = *search->field.text != '\0';
    const char *group = searched || row->front ? row->group : NULL;
    const char *heading = row->fit == FITS_MENTIONED ? "Where it is mentioned" : group;
    float height = row_height(l->ui, l->area.w, row), top = l->y;
    vl_rect rect = {l->area.x, l->area.y + l->y - l->app->drawer.scroll, l->area.w,
                    vl_search_heading_height(l->ui)};
    if (heading && (!l->heading || strcmp(l->heading, heading) != 0)) {
        l->y += rect.h;
        l->heading = heading;
        vl_search_heading(l->ui, rect, l->area, heading);
    }
    bool chosen = l->shown++ == search->chosen;
    if (chosen && search->follow)
        follow(l->app, top, l->y + height, l->area.h);
    rect.y = l->area.y + l->y - l->app->drawer.scroll;
    rect.h = height;
    l->y += height;
    if (chosen && search->picked)
        l->picked = index;
    if (rect.y < l->area.y - 0.5f || rect.y + height > l->area.y + l->area.h + 0.5f) {
        vl_ui still = *l->ui; // a row that is cut can be seen, and not be hit
        still.pointer.away = true;
        still.focus = NULL;
        if (rect.y + height > l->area.y && rect.y < l->area.y + l->area.h)
            draw_row(&still, rect, row, chosen);
        return;
    }
    if (row->kind == ROW_COMMAND)
        vl_place_control(l->app, row->number, rect);
    if (draw_row(l->ui, rect, row, chosen))
        l->picked = index;
}

// Draws the rows that fit, below the field of the search; those first whose names do. Returns the
// number of the row that was picked, or −1.
static int draw_list(vl_app *app, const vl_ui *ui, vl_rect rect, const item *rows, int count)
{
    vl_search *search = &app->drawer.search;
    search_draw(app, ui, &rect);
    int fitting = 0;
    for (int i = 0; i < count; i++)
        fitting += rows[i].fit != FITS_NOT;
    move_choice(search, (int)(rect.h / row_height(ui, rect.w, rows)) - 1, fitting);
    list l = {.app = app, .ui = ui, .area = rect, .picked = -1};
    vl_draw_clip(ui->list, rect);
    for (int fit = FITS_NAMED; fit <= FITS_MENTIONED; fit++)
        for (int i = 0; i < count; i++)
            if (rows[i].fit == (row_fit)fit)
                take_row(&l, &rows[i], i);
    vl_draw_unclip(ui->list);
    if (fitting == 0)
        vl_ui_text(ui, vl_rect_cut_top(&rect, vl_points(ui, VL_TARGET)), VL_TYPE_READING,
                   ui->theme->text_dim, VL_ALIGN_LEFT, "Nothing fits these words.");
    vl_ui_scroll(ui, l.area, l.y, &app->drawer.scroll);
    search->picked = false;
    return l.picked;
}

// --- scenes and recordings ---

// The headings of the shelves; NULL: the names have theirs.
static const char *const headings[VL_SHELVES] = {"Lessons", NULL, "Recordings", "Saved scenes",
                                                 "Your recordings"};

// A scene, a recording or a lesson.
typedef struct listed {
    bool lesson;
    char *name; // of its file
    char *path; // NULL: it is gone
    char *group, *title;
    char *below; // its first sentence, or why it cannot be opened
    char *pages; // of a lesson, where it is searched for: what it has to print; else NULL
    char *notes; // NULL: they tell which mistake is asked for, as the name of the file does
} listed;

enum { MOST_COMMANDS = 160 };

struct vl_finder {
    bool open;     // it was drawn in the frame before
    int64_t files; // written when they were read
    int count, room;
    listed *all; // shelf by shelf: the lessons, the shipped scenes and so on
    int lessons;
    int row_count, row_room;
    item *rows; // of this frame
    vl_line_style styles[MOST_COMMANDS];
    char words[MOST_COMMANDS][ROW_TEXT];
};

// --- reading ---

// Returns the first line of the message, from the name of the file on, without its folder.
static char *fault_of(const vl_error *error, const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    const char *name = slash ? strstr(error->text, slash + 1) : NULL;
    char *fault = vl_copy_text(name ? name : error->text);
    fault[strcspn(fault, "\n")] = '\0';
    return fault;
}

static vl_scene *read_scene(const char *path, vl_error *error)
{
    if (!vl_recording_is_file(path))
        return vl_scene_load(path, error);
    vl_recording *recording = vl_recording_load(path, true, error);
    vl_scene *scene = recording ? vl_recording_scene(recording, error) : NULL;
    vl_recording_free(recording);
    return scene;
}

// The recordings of a person may be many of one scene, so each has its time before the title.
static listed read_listed(vl_shelf shelf, const char *name, const char *group)
{
    vl_error error = {0};
    vl_text title = {0}, below = {0}, pages = {0};
    bool is_lesson = shelf == VL_LESSONS;
    char *path = vl_shelf_find(shelf, name);
    vl_lesson *lesson = path && is_lesson ? vl_lesson_load(path, &error) : NULL;
    vl_scene *scene = path && !is_lesson ? read_scene(path, &error) : NULL;
    int hour, minute; // 2026-11-23-09-10-03.rec
    bool timed = sscanf(name, "%*4d-%*2d-%*2d-%2d-%2d-", &hour, &minute) == 2;
    if (scene && shelf == VL_KEPT_RECORDINGS && timed)
        vl_text_add(&title, "%.10s %02d:%02d, ", name, hour, minute);
    vl_text_add(&title, "%s", lesson ? lesson->title : scene ? scene->title : name);
    bool asks = scene && scene->task.rule == VL_TASK_MISTAKE;
    char *notes = vl_copy_text(lesson ? lesson->teacher : asks ? NULL : scene ? scene->notes : "");
    if (lesson)
        vl_text_add(&below, "%d scenes, %d minutes", lesson->scene_count, lesson->minutes);
    else if (scene)
        vl_first_sentence(scene->notes, &below);
    else
        below.data = fault_of(&error, path);
    if (lesson)
        vl_text_add(&pages, "%s. Pages for teachers and pupils: lesson-%s.html", below.data, name);
    vl_lesson_free(lesson);
    vl_scene_free(scene);
    return (listed){.lesson = is_lesson,
                    .name = vl_copy_text(name),
                    .path = path,
                    .group = vl_copy_text(group),
                    .title = title.data,
                    .below = below.data,
                    .pages = pages.data,
                    .notes = notes};
}

static void forget_all(vl_finder *finder)
{
    while (finder->count > 0) {
        listed *e = &finder->all[--finder->count];
        char *const texts[] = {e->name, e->path, e->group, e->title, e->below, e->pages, e->notes};
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
            vl_free(texts[i]);
    }
}

// Files come, go and are mended while the program runs, so the drawer reads them when it opens.
static void read_all(vl_finder *finder)
{
    forget_all(finder);
    for (vl_shelf s = 0; s < VL_SHELVES; s++) {
        vl_scene_names names = vl_shelf_names(s);
        finder->all =
            vl_grow(finder->all, &finder->room, finder->count + names.count, sizeof *finder->all);
        for (int i = 0; i < names.count; i++) {
            const char *group = headings[s]        ? headings[s]
                                : *names.groups[i] ? names.groups[i]
                                                   : "Other scenes";
            finder->all[finder->count++] = read_listed(s, names.names[i], group);
        }
        finder->lessons = s == VL_LESSONS ? names.count : finder->lessons;
        vl_scene_names_free(&names);
    }
}

vl_finder *vl_finder_create(void)
{
    return vl_alloc(1, sizeof(vl_finder));
}

void vl_finder_free(vl_finder *finder)
{
    forget_all(finder);
    vl_free(finder->all);
    vl_free(finder->rows);
    vl_free(finder);
}

void vl_finder_close(vl_finder *finder)
{
    finder->open = false;
}

// --- rows ---

// The number of the scene that runs, or −1.
static int running(const vl_finder *finder, const vl_app *app)
{
    int here = app->opened.number > 0 ? finder->lessons + app->opened.number - 1 : -1;
    for (int i = 0; i < finder->count && here < 0; i++) {
        const char *path = finder->all[i].path;
        here = path && strcmp(path, app->session.scene->path) == 0 ? i : -1;
    }
    return here;
}

static row_fit fit_of(const item *row, const vl_search *search)
{
    const char *const texts[] = {row->text, row->group, row->name, row->below, row->notes};
    const int count = sizeof texts / sizeof *texts, named = count - 2;
    if (!*search->field.text)
        return row->front || row->kind == ROW_TILE || strcmp(row->group, search->group) == 0
                   ? FITS_NAMED
                   : FITS_NOT;
    if (row->kind == ROW_TILE)
        return FITS_NOT;
    return search_finds(search->field.text, texts, named)   ? FITS_NAMED
           : search_finds(search->field.text, texts, count) ? FITS_MENTIONED
                                                            : FITS_NOT;
}

// Lessons and the first group of scenes are always there. Every other group has a tile, which
// unfolds it.
static void add_row(vl_finder *finder, const vl_search *search, item row)
{
    row.front =
        row.kind == ROW_LISTED && (row.number < finder->lessons ||
                                   strcmp(row.group, finder->all[finder->lessons].group) == 0);
    const item *last = finder->row_count > 0 ? &finder->rows[finder->row_count - 1] : NULL;
    if (row.kind != ROW_TILE && !row.front && (!last || strcmp(last->group, row.group) != 0))
        add_row(
            finder, search,
            (item){.kind = ROW_TILE,
                   .group = row.group,
                   .text = row.group,
                   .icon = strcmp(row.group, search->group) == 0 ? VL_ICON_MINUS : VL_ICON_PLUS});
    finder->rows = vl_grow(finder->rows, &finder->row_room, finder->row_count + 1, sizeof row);
    row.fit = fit_of(&row, search);
    finder->rows[finder->row_count++] = row;
}

// What a command would act on now is told, too.
static void add_command(vl_finder *finder, const vl_app *app, int index)
{
    vl_command command = vl_command_get(index);
    bool method = command.group == VL_GROUP_METHOD;
    bool has_key = vl_key_read(command.name, &(vl_event){0});
    const char *object = command.object ? command.object(app, &command) : NULL;
    char *words = finder->words[index];
    snprintf(words, ROW_TEXT, "%s%s%s", command.help, object ? ": " : "", object ? object : "");
    if (method)
        finder->styles[index] = vl_theme_method(app->shown.theme, command.value);
    add_row(finder, &app->drawer.search,
            (item){.kind = ROW_COMMAND,
                   .number = index,
                   .group = vl_command_group_name(command.group),
                   .text = words,
                   .keys = has_key ? command.name : NULL,
                   .name = command.name,
                   .icon = command.icon,
                   .style = method ? &finder->styles[index] : NULL,
                   .active = command.active && command.active(app, &command)});
}

static void add_rows(vl_finder *finder, const vl_app *app, int here)
{
    const char *text = app->drawer.search.field.text;
    bool searched = text[strspn(text, " ")] != '\0';
    finder->row_count = 0;
    for (int i = 0; i < finder->count; i++) {
        const listed *e = &finder->all[i];
        add_row(finder, &app->drawer.search,
                (item){.kind = ROW_LISTED,
                       .number = i,
                       .group = e->group,
                       .text = e->title,
                       .below = searched && e->pages ? e->pages : e->below,
                       .name = e->notes ? e->name : NULL,
                       .notes = e->notes,
                       .active = i == here});
    }
    for (int group = 0; group < VL_GROUPS; group++)
        for (int i = 0; i < vl_command_count() && i < MOST_COMMANDS; i++)
            if (vl_command_get(i).group == (vl_command_group)group)
                add_command(finder, app, i);
    for (int i = 0; i < vl_term_count; i++)
        add_row(finder, &app->drawer.search,
                (item){.kind = ROW_TERM,
                       .number = i,
                       .group = "Terms",
                       .text = vl_terms[i].name,
                       .below = vl_terms[i].meaning});
}

// --- drawing ---

// Chooses the tile of a group.
static void choose_tile(const vl_finder *finder, vl_search *search, const char *group)
{
    int shown = 0;
    for (int i = 0; i < finder->row_count; i++) {
        const item *row = &finder->rows[i];
        if (row->kind == ROW_TILE && strcmp(row->group, group) == 0)
            search->chosen = shown;
        shown += row->fit != FITS_NOT;
    }
    search->follow = true;
}

// A tile is unfolded or folded. A term is searched: what mentions it is below it then.
static void pick(vl_finder *finder, vl_app *app, const item *row, bool entered)
{
    vl_search *search = &app->drawer.search;
    const char *group = row->group;
    if (row->kind == ROW_LISTED) {
        const listed *picked = &finder->all[row->number];
        if (picked->path)
            vl_app_open(app, picked->path);
        else
            vl_app_open_named(app, picked->name);
        vl_app_toggle_drawer(app, VL_DRAWER_FIND); // it lies over what the scene asks
    }
    if (row->kind == ROW_TILE) { // rows above it may be folded by that
        snprintf(search->group, sizeof search->group, "%s",
                 strcmp(search->group, group) == 0 ? "" : group);
        add_rows(finder, app, running(finder, app));
        choose_tile(finder, search, group);
        return;
    }
    if (row->kind == ROW_TERM) {
        vl_input_begin(&search->field, row->text, false);
        search->chosen = 0;
        app->drawer.scroll = 0;
    }
    if (row->kind != ROW_COMMAND)
        return;
    if (entered)
        vl_app_toggle_drawer(app, VL_DRAWER_FIND);
    vl_command command = vl_command_get(row->number);
    command.act(app, &command);
}

void vl_finder_draw(vl_app *app, const vl_ui *ui)
{
    vl_finder *finder = app->screen->finder;
    vl_search *search = &app->drawer.search;
    vl_rect inside;
    if (!finder->open || finder->files != app->announced.files)
        read_all(finder);
    finder->files = app->announced.files;
    add_rows(finder, app, running(finder, app));
    if (!finder->open)
        search->chosen = -1;
    finder->open = true;
    if (vl_ui_drawer(ui, app->layout.drawer, "Lessons and scenes", &inside))
        vl_app_toggle_drawer(app, VL_DRAWER_FIND);
    app->focus.count = 0; // it stays among the rows
    const bool entered = search->picked;
    int picked = draw_list(app, ui, inside, finder->rows, finder->row_count);
    if (picked >= 0)
        pick(finder, app, &finder->rows[picked], entered);
}
