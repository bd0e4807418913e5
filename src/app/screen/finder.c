// The drawer of all that can be found by its words: scenes, recordings, commands, terms.

#include "app/screen/parts.h"

#include "base/arena.h"
#include "base/memory.h"
#include "lab/terms.h"

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

// Draws the field of the search at the head of the drawer, beside the cross.
static void search_draw(vl_app *app, const vl_ui *ui, vl_rect below)
{
    float target = vl_points(ui, VL_TARGET), gap = vl_points(ui, 8);
    vl_rect rect = {below.x, below.y - target, below.w - target - gap, target};
    vl_draw_round_rect(ui->list, rect, vl_points(ui, 7), ui->theme->key_cap);
    vl_draw_round_frame(ui->list, rect, vl_points(ui, 7), fmaxf(1, vl_points(ui, 2)),
                        ui->theme->accent);
    vl_rect inside = vl_rect_inset(rect, vl_points(ui, VL_GAP));
    inside = (vl_rect){inside.x, rect.y, inside.w, rect.h};
    vl_ui_input(ui, inside, VL_TYPE_MEDIUM, ui->theme->text, &app->drawer.search.field);
    vl_rect_cut_left(&inside, vl_points(ui, 4)); // the caret
    if (!*app->drawer.search.field.text)
        vl_ui_text(ui, inside, VL_TYPE_MEDIUM, ui->theme->text_dim, VL_ALIGN_LEFT,
                   "search scenes, commands, terms");
}

// --- the list ---

typedef enum row_kind { ROW_TILE, ROW_LISTED, ROW_COMMAND, ROW_TERM } row_kind;

// How well a row fits the search.
typedef enum row_fit {
    FITS_NOT,
    FITS_CALLED,    // it is called so
    FITS_NAMED,     // all words are in what it shows; or nothing is searched and it is not folded
    FITS_MENTIONED, // some are in the notes, or in the meaning of a term
    FITS_TAUGHT     // or on the page of a lesson, which is about more
} row_fit;

enum { ROW_TEXT = 160 };

typedef struct item {
    row_kind kind;
    int number;        // of the command or the term
    const char *tile;  // the text of that which unfolds it; NULL: it is always there
    const char *group; // rows of one group are consecutive
    const char *text;
    const char *below; // small text below it; or NULL
    const char *hint;  // what a pointer that rests on it reads; or NULL
    const char *name;  // of its file, or the command; or NULL
    const char *notes; // what else the search finds; or NULL
    const char *keys;  // at the right; or NULL
    const char *aside; // small text there; or NULL
    const char *path;  // of the file; NULL: it is gone
    vl_icon icon;
    bool active;
    row_fit fit;
} item;

// The list while it is drawn, in lines of so many columns.
typedef struct list {
    vl_app *app;
    const vl_ui *ui;
    vl_rect area;
    int columns, column; // the next one
    const char *heading; // of the rows before
    float y, line;       // pixels below the top of all rows, and the height of the present line
    int shown;           // rows so far
    int picked;          // number of the row; −1: none
} list;

static const float margin = 8, sign_width = 24, gap = 10; // points

enum { MOST_ROW_LINES = 6 };

static bool has_sign(const item *row)
{
    return row->kind == ROW_COMMAND || row->kind == ROW_TILE;
}

// Returns the width of what is at the right of a row, pixels.
static float right_width(const vl_ui *ui, const item *row)
{
    return row->keys    ? vl_ui_keys(ui, NULL, row->keys)
           : row->aside ? vl_text_width(ui->metrics, VL_TYPE_SMALL, row->aside) + 1
                        : 0;
}

// Returns the width of the text of a row, pixels.
static float text_width(const vl_ui *ui, float width, const item *row)
{
    float right = right_width(ui, row);
    return width - vl_points(ui, 2 * margin + (has_sign(row) ? sign_width + gap : 0)) -
           (right > 0 ? right + vl_points(ui, gap) : 0);
}

static float row_height(const vl_ui *ui, float width, const item *row)
{
    float room = text_width(ui, width, row);
    float height = vl_ui_block_height(ui, VL_TYPE_MEDIUM, row->text, room, MOST_ROW_LINES);
    if (row->below)
        height += vl_ui_block_height(ui, VL_TYPE_SMALL, row->below, room, MOST_ROW_LINES);
    return fmaxf(vl_points(ui, VL_TARGET), height + vl_points(ui, margin));
}

static bool draw_row(const list *l, vl_rect rect, const item *row, bool chosen)
{
    const vl_ui *ui = l->ui;
    vl_touch touch = vl_ui_control_within(ui, rect, l->area, &l->app->drawer.scroll);
    const vl_theme *theme = ui->theme;
    vl_colour ink = row->active ? theme->button_active_text : theme->text;
    vl_colour back = row->active             ? theme->button_active
                     : chosen || touch.hover ? theme->button_hover
                     : row->kind == ROW_TILE ? theme->button
                                             : vl_colour_fade(theme->panel, 0);
    vl_draw_round_rect(ui->list, vl_rect_inset(rect, vl_points(ui, 1)), vl_points(ui, 7), back);
    vl_rect_cut_left(&rect, vl_points(ui, margin));
    vl_rect_cut_right(&rect, vl_points(ui, margin));
    if (has_sign(row)) {
        vl_draw_icon(ui->list, row->icon, vl_rect_cut_left(&rect, vl_points(ui, sign_width)), ink);
        vl_rect_cut_left(&rect, vl_points(ui, gap));
    }
    vl_rect right = vl_rect_cut_right(&rect, right_width(ui, row));
    if (row->keys)
        vl_ui_keys(ui, &right, row->keys);
    else if (row->aside)
        vl_ui_text(ui, right, VL_TYPE_SMALL, row->active ? ink : theme->text_dim, VL_ALIGN_RIGHT,
                   row->aside);
    vl_rect_cut_right(&rect, right.w > 0 ? vl_points(ui, gap) : 0);
    float height = vl_ui_block_height(ui, VL_TYPE_MEDIUM, row->text, rect.w, MOST_ROW_LINES);
    vl_rect_cut_top(&rect, row->below ? vl_points(ui, margin / 2) : (rect.h - height) / 2);
    vl_ui_block(ui, vl_rect_cut_top(&rect, height), VL_TYPE_MEDIUM, ink, row->text, MOST_ROW_LINES);
    if (row->below)
        vl_ui_block(ui, rect, VL_TYPE_SMALL, row->active ? ink : theme->text_dim, row->below,
                    MOST_ROW_LINES);
    return touch.clicked;
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

static void end_line(list *l)
{
    l->y += l->line;
    l->line = 0;
    l->column = 0;
}

// A row that is cut at the end tells that there are more.
static void take_row(list *l, const item *row, int index)
{
    vl_search *search = &l->app->drawer.search;
    const char *heading = row->fit >= FITS_MENTIONED ? "Where it is mentioned" : row->group;
    float width = l->area.w / (float)l->columns, height = row_height(l->ui, width, row);
    bool known = heading && l->heading && strcmp(heading, l->heading) == 0;
    bool other = heading != l->heading && !known;
    if (other || l->column == l->columns)
        end_line(l);
    float top = l->y;
    vl_rect rect = {l->area.x, l->area.y + l->y - l->app->drawer.scroll, l->area.w,
                    vl_search_heading_height(l->ui)};
    if (other && heading) {
        l->y += rect.h;
        vl_search_heading(l->ui, rect, l->area, heading);
    }
    l->heading = heading;
    bool chosen = l->shown++ == search->chosen;
    if (chosen && search->follow) { // with a heading above it, and what a tile unfolds
        float *scroll = &l->app->drawer.scroll, least = l->y + height - l->area.h;
        bool unfolds = !row->group && strcmp(row->text, search->group) == 0;
        *scroll = unfolds ? top : fmaxf(fminf(*scroll, top), least);
        search->follow = false;
    }
    rect = (vl_rect){l->area.x + (float)l->column++ * width,
                     l->area.y + l->y - l->app->drawer.scroll, width, height};
    l->line = fmaxf(l->line, height);
    if (chosen && search->picked)
        l->picked = index;
    if (!vl_rect_overlap(rect, l->area))
        return;
    bool whole = rect.y > l->area.y - 1 && rect.y + height < l->area.y + l->area.h + 1;
    if (row->kind == ROW_COMMAND && whole)
        vl_place_control(l->app, row->number, rect);
    vl_ui_hint(l->ui, rect, NULL, whole ? row->hint : NULL);
    if (draw_row(l, rect, row, chosen))
        l->picked = index;
}

// Draws the rows that fit, below the field of the search; those first that fit best. Returns the
// number of the row that was picked, or −1.
static int draw_list(vl_app *app, const vl_ui *ui, vl_rect rect, const item *rows, int count)
{
    static const float column_width = 270; // points

    vl_search *search = &app->drawer.search;
    search_draw(app, ui, rect);
    vl_rect_cut_top(&rect, vl_points(ui, margin / 2));
    list l = {.app = app, .ui = ui, .area = rect, .columns = 1, .picked = -1};
    if (!*search->field.text)
        l.columns = (int)fmaxf(1, rect.w / vl_points(ui, column_width));
    int fitting = 0;
    for (int i = 0; i < count; i++)
        fitting += rows[i].fit != FITS_NOT;
    move_choice(search, (int)(rect.h / row_height(ui, rect.w, rows)) - 1, fitting);
    vl_draw_clip(ui->list, rect);
    for (int fit = FITS_CALLED; fit <= FITS_TAUGHT; fit++)
        for (int i = 0; i < count; i++)
            if (rows[i].fit == (row_fit)fit)
                take_row(&l, &rows[i], i);
    vl_draw_unclip(ui->list);
    if (fitting == 0)
        vl_ui_text(ui, vl_rect_cut_top(&rect, vl_points(ui, VL_TARGET)), VL_TYPE_READING,
                   ui->theme->text_dim, VL_ALIGN_LEFT, "Nothing fits these words.");
    end_line(&l);
    vl_ui_scroll(ui, l.area, l.y, &app->drawer.scroll);
    if (l.y - app->drawer.scroll > l.area.h + 1) // there are more below
        vl_draw_chevron(ui, l.area.x + l.area.w / 2, l.area.y + l.area.h + vl_points(ui, 8),
                        vl_points(ui, 8), ui->theme->text_dim);
    search->picked = false;
    return l.picked;
}

// --- scenes and recordings ---

// The headings of the shelves; NULL: the names have theirs.
static const char *const headings[VL_SHELVES] = {"Lessons", NULL, "Recordings", "Saved scenes",
                                                 "Your recordings"};

static const char more[] = "More"; // the tile of all groups that have none of their own

enum { MOST_COMMANDS = 160 };

struct vl_finder {
    bool open;     // it was drawn in the frame before
    int64_t files; // written when they were read
    int count, room;
    item *all;      // shelf by shelf: the lessons, the shipped scenes and so on
    vl_arena texts; // of these
    int row_count, row_room;
    item *rows; // of this frame
    char words[MOST_COMMANDS][ROW_TEXT];
};

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

static char *own(vl_arena *arena, char *text)
{
    if (text)
        vl_arena_own(arena, text, strlen(text) + 1);
    return text;
}

// A scene, a recording or a lesson. The notes and the name of the file of one that asks for its
// mistake would tell it: it has none. Its hint is its first sentence, or why it cannot be opened.
// The recordings of a person may be many of one scene, so each has its time before the title.
static item read_listed(vl_arena *texts, vl_shelf shelf, const char *name, const char *group)
{
    vl_error error = {0};
    vl_text title = {0}, below = {0}, minutes = {0};
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
    if (lesson) {
        vl_text_add(&below, "%d scenes. Pages for teachers and pupils: lesson-%s.html",
                    lesson->scene_count, name);
        vl_text_add(&minutes, "%d min", lesson->minutes);
    } else if (scene) {
        vl_first_sentence(scene->notes, &below);
    } else {
        below.data = fault_of(&error, path);
    }
    vl_lesson_free(lesson);
    vl_scene_free(scene);
    return (item){.kind = ROW_LISTED,
                  .name = asks ? NULL : own(texts, vl_copy_text(name)),
                  .group = own(texts, vl_copy_text(group)),
                  .text = own(texts, title.data),
                  .hint = own(texts, below.data),
                  .aside = own(texts, minutes.data),
                  .notes = own(texts, notes),
                  .path = own(texts, path)};
}

// Files come, go and are mended while the program runs, so the drawer reads them when it opens.
static void read_all(vl_finder *finder)
{
    vl_arena_free(&finder->texts);
    finder->count = 0;
    for (vl_shelf s = 0; s < VL_SHELVES; s++) {
        vl_scene_names names = vl_shelf_names(s);
        finder->all =
            vl_grow(finder->all, &finder->room, finder->count + names.count, sizeof *finder->all);
        for (int i = 0; i < names.count; i++) {
            const char *group = headings[s]        ? headings[s]
                                : *names.groups[i] ? names.groups[i]
                                                   : "Other scenes";
            item *e = &finder->all[finder->count++];
            *e = read_listed(&finder->texts, s, names.names[i], group);
            bool front =
                s == VL_LESSONS || (s == VL_SCENES && !strcmp(names.groups[i], *names.groups));
            bool named = s == VL_SCENES && strncmp(group, more, strlen(more)) != 0;
            e->tile = front ? NULL : named ? e->group : more;
        }
        vl_scene_names_free(&names);
    }
}

vl_finder *vl_finder_create(void)
{
    return vl_alloc(1, sizeof(vl_finder));
}

void vl_finder_free(vl_finder *finder)
{
    vl_arena_free(&finder->texts);
    vl_free(finder->all);
    vl_free(finder->rows);
    vl_free(finder);
}

// --- rows ---

// The number of the scene that runs, or −1.
static int running(const vl_finder *finder, const vl_app *app)
{
    int here = -1;
    for (int i = 0; i < finder->count && here < 0; i++) {
        const char *path = finder->all[i].path;
        here = path && strcmp(path, app->session.scene->path) == 0 ? i : -1;
    }
    return here;
}

static row_fit fit_of(const item *row, const vl_search *search)
{
    // the name of a file is not shown
    const char *const texts[] = {row->text, row->group, row->name, row->below, row->notes};
    const int count = sizeof texts / sizeof *texts, named = row->kind == ROW_COMMAND ? 3 : 2;
    if (!*search->field.text)
        return !row->tile || strcmp(row->tile, search->group) == 0 ? FITS_NAMED : FITS_NOT;
    if (row->kind == ROW_TILE)
        return FITS_NOT;
    const char *words = search->field.text;
    bool called =
        strcasecmp(row->text, words) == 0 || strcasecmp(row->name ? row->name : "", words) == 0;
    return called                              ? FITS_CALLED
           : search_finds(words, texts, named) ? FITS_NAMED
           : search_finds(words, texts, count) ? row->aside ? FITS_TAUGHT : FITS_MENTIONED
                                               : FITS_NOT;
}

static void add_row(vl_finder *finder, const vl_search *search, item row)
{
    finder->rows = vl_grow(finder->rows, &finder->row_room, finder->row_count + 1, sizeof row);
    row.fit = fit_of(&row, search);
    finder->rows[finder->row_count++] = row;
}

static void add_tile(vl_finder *finder, const vl_search *search, const char *text)
{
    bool open = strcmp(text, search->group) == 0;
    add_row(finder, search,
            (item){.kind = ROW_TILE, .text = text, .icon = open ? VL_ICON_MINUS : VL_ICON_PLUS});
}

// What a command would act on now is told, too.
static void add_command(vl_finder *finder, const vl_app *app, int index)
{
    vl_command command = vl_command_get(index);
    bool has_key = vl_key_read(command.name, &(vl_event){0});
    const char *object = command.object ? command.object(app, &command) : NULL;
    char *words = finder->words[index];
    snprintf(words, ROW_TEXT, "%s%s%s", command.help, object ? ": " : "", object ? object : "");
    add_row(finder, &app->drawer.search,
            (item){.kind = ROW_COMMAND,
                   .number = index,
                   .tile = more,
                   .group = vl_command_group_name(command.group),
                   .text = words,
                   .keys = has_key ? command.name : NULL,
                   .name = command.name,
                   .icon = command.icon,
                   .active = command.active && command.active(app, &command)});
}

static void add_listed(vl_finder *finder, const vl_search *search, item row, bool active)
{
    bool searched = *search->field.text != '\0';
    row.active = active;
    row.below = searched ? row.hint : NULL;
    row.hint = searched ? NULL : row.hint;
    add_row(finder, search, row);
}

// What is always there, the tiles, and what they unfold.
static void add_rows(vl_finder *finder, const vl_app *app, int here)
{
    const vl_search *search = &app->drawer.search;
    const char *tile = "";
    finder->row_count = 0;
    for (int i = 0; i < finder->count; i++)
        if (!finder->all[i].tile)
            add_listed(finder, search, finder->all[i], i == here);
    for (int i = 0; i < finder->count; i++)
        if (finder->all[i].tile && finder->all[i].tile != more &&
            strcmp(finder->all[i].tile, tile) != 0)
            add_tile(finder, search, tile = finder->all[i].tile);
    add_tile(finder, search, more);
    for (int i = 0; i < finder->count; i++)
        if (finder->all[i].tile)
            add_listed(finder, search, finder->all[i], i == here);
    for (int group = 0; group < VL_GROUPS; group++)
        for (int i = 0; i < vl_command_count() && i < MOST_COMMANDS; i++)
            if (vl_command_get(i).group == (vl_command_group)group)
                add_command(finder, app, i);
    for (int i = 0; i < vl_term_count; i++)
        add_row(finder, search,
                (item){.kind = ROW_TERM,
                       .number = i,
                       .tile = more,
                       .group = "Terms",
                       .text = vl_terms[i].name,
                       .below = vl_terms[i].meaning});
}

// --- drawing ---

// A tile is unfolded or folded. A term is searched: what mentions it is below it then.
static void pick(vl_finder *finder, vl_app *app, const item *row, bool entered)
{
    vl_search *search = &app->drawer.search;
    if (row->kind == ROW_LISTED) {
        if (row->path)
            vl_app_open(app, row->path);
        else
            vl_app_open_named(app, row->name);
        vl_app_toggle_drawer(app, VL_DRAWER_FIND); // it lies over what the scene asks
    }
    if (row->kind == ROW_TILE) {
        snprintf(search->group, sizeof search->group, "%s",
                 strcmp(search->group, row->text) == 0 ? "" : row->text);
        search->chosen = (int)(row - finder->rows); // all before it are shown
        search->follow = true;
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
    if (app->drawer.open != VL_DRAWER_FIND) {
        finder->open = false; // the next frame with it begins anew
        return;
    }
    if (!finder->open || finder->files != app->announced.files)
        read_all(finder);
    finder->files = app->announced.files;
    add_rows(finder, app, running(finder, app));
    if (!finder->open)
        search->chosen = -1;
    finder->open = true;
    if (vl_ui_drawer(ui, app->layout.drawer, "", &inside))
        vl_app_toggle_drawer(app, VL_DRAWER_FIND);
    app->focus.count = 0; // it stays among the rows
    const bool entered = search->picked;
    int picked = draw_list(app, ui, inside, finder->rows, finder->row_count);
    if (picked >= 0)
        pick(finder, app, &finder->rows[picked], entered);
}
