// The drawer with the thumbnails of all scenes, in groups, with a search.

#include "app/screen/parts.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// Points: narrowest picture, and between pictures. The height of a picture as a part of its width.
static const float narrowest = 150, gap = 10, edge = 6, shape = 0.66f;

enum { TITLE_LINES = 2, FAULT_LINES = 8 };

// A picture with its title.
typedef struct cell {
    int entry;
    vl_rect rect; // pixels, from the upper left of all cells
} cell;

struct vl_gallery {
    vl_catalogue *catalogue;
    bool open;     // it was drawn in the frame before
    int64_t files; // written when the catalogue was made or refreshed
    cell *cells;   // of the scenes that fit the search
    int count, room;
    float height; // pixels, of all cells with their headings
    vl_rect area; // pixels, where they are seen
};

vl_gallery *vl_gallery_create(void)
{
    vl_gallery *gallery = vl_alloc(1, sizeof *gallery);
    gallery->catalogue = vl_catalogue_create();
    return gallery;
}

void vl_gallery_free(vl_gallery *gallery)
{
    if (!gallery)
        return;
    vl_catalogue_free(gallery->catalogue);
    vl_free(gallery->cells);
    vl_free(gallery);
}

void vl_gallery_close(vl_gallery *gallery)
{
    if (!gallery)
        return;
    gallery->open = false;
    vl_catalogue_stop(gallery->catalogue);
}

bool vl_gallery_busy(const vl_gallery *gallery)
{
    bool busy = false;
    for (int i = 0; gallery && gallery->open && i < gallery->catalogue->count; i++) {
        const vl_catalogue_entry *entry = &gallery->catalogue->entries[i];
        busy = busy || !entry->title || (entry->seen && !entry->drawn && !entry->fault);
    }
    return busy;
}

// --- the places of the cells ---

static bool fits(const vl_catalogue_entry *entry, const char *search)
{
    const char *const texts[] = {entry->title, entry->name, entry->group, entry->notes};
    return vl_search_finds(search, texts, sizeof texts / sizeof *texts);
}

static float cell_width(const vl_ui *ui, float width)
{
    float between = vl_points(ui, gap), least = vl_points(ui, narrowest + 2 * edge);
    float columns = fmaxf(1, floorf((width + between) / (least + between)));
    return floorf((width + between) / columns - between);
}

static float picture_width(const vl_ui *ui, float width)
{
    return floorf(width - 2 * vl_points(ui, edge));
}

static float cell_height(const vl_ui *ui, float width)
{
    return ceilf(shape * picture_width(ui, width) + 3 * vl_points(ui, edge) +
                 TITLE_LINES * ui->metrics->height[VL_TYPE_SMALL]);
}

// Places the cells row by row; each group begins a row, below its heading.
static void place(vl_gallery *gallery, const vl_ui *ui, const char *search)
{
    const vl_catalogue_entry *entries = gallery->catalogue->entries;
    float between = vl_points(ui, gap), w = cell_width(ui, gallery->area.w), h = cell_height(ui, w);
    vl_rect at = {0, -h - between, w, h};
    const char *group = NULL;
    gallery->count = 0;
    gallery->cells =
        vl_grow(gallery->cells, &gallery->room, gallery->catalogue->count, sizeof *gallery->cells);
    for (int i = 0; i < gallery->catalogue->count; i++) {
        if (!fits(&entries[i], search))
            continue;
        bool heading = !group || strcmp(group, entries[i].group) != 0;
        at.x += w + between;
        if (heading || at.x + w > gallery->area.w + 0.5f) {
            at.x = 0;
            at.y += h + between + (heading ? vl_search_heading_height(ui) : 0);
        }
        group = entries[i].group;
        gallery->cells[gallery->count++] = (cell){i, at};
    }
    gallery->height = at.y + h;
}

// --- choosing ---

// Returns the cell in the next row (direction 1) or the one before (−1) that is nearest to the
// chosen one; beyond the last row is the first.
static int above_or_below(const vl_gallery *gallery, int chosen, int direction)
{
    const cell *cells = gallery->cells;
    int count = gallery->count, k = chosen;
    do
        k = (k + direction + count) % count;
    while (cells[k].rect.y == cells[chosen].rect.y && k != chosen);
    int best = k;
    for (float row = cells[k].rect.y; k >= 0 && k < count && cells[k].rect.y == row; k += direction)
        if (fabsf(cells[k].rect.x - cells[chosen].rect.x) <
            fabsf(cells[best].rect.x - cells[chosen].rect.x))
            best = k;
    return best;
}

// Goes on by the rows that are seen, and not round.
static void turn_pages(const vl_gallery *gallery, vl_search *search)
{
    const cell *cells = gallery->cells;
    int direction = search->pages > 0 ? 1 : -1;
    for (int i = 0; i < abs(search->pages) && gallery->count > 0; i++) {
        float from = cells[search->chosen].rect.y, way = 0;
        while (way < gallery->area.h - 2 * cells->rect.h) {
            int next = above_or_below(gallery, search->chosen, direction);
            if ((cells[next].rect.y - cells[search->chosen].rect.y) * (float)direction <= 0)
                break; // it would go round
            search->chosen = next;
            way = fabsf(cells[next].rect.y - from);
        }
    }
}

static void move_choice(const vl_gallery *gallery, vl_search *search)
{
    int down = search->down;
    turn_pages(gallery, search);
    vl_search_move(search, search->right, gallery->count);
    for (int i = 0; i < abs(down) && gallery->count > 0; i++)
        search->chosen = above_or_below(gallery, search->chosen, down > 0 ? 1 : -1);
}

// When it opens, the scene that runs is chosen.
static void open_at(vl_gallery *gallery, vl_app *app, int here)
{
    if (gallery->open)
        return;
    gallery->open = true;
    app->search.follow = true;
    for (int i = 0; i < gallery->count; i++)
        if (gallery->cells[i].entry == here)
            app->search.chosen = i;
}

// The heading of the first row of a group is seen, too.
static void follow(const vl_gallery *gallery, vl_app *app, const vl_ui *ui)
{
    if (!app->search.follow || gallery->count == 0)
        return;
    vl_rect rect = gallery->cells[app->search.chosen].rect;
    float heading = vl_search_heading_height(ui);
    vl_search_follow(app, rect.y - heading, rect.h + heading, gallery->area.h);
}

// --- drawing ---

// How a cell looks.
typedef struct look {
    bool active, chosen;
} look;

static vl_rect intersection(vl_rect a, vl_rect b)
{
    float x = fmaxf(a.x, b.x), y = fmaxf(a.y, b.y);
    float w = fminf(a.x + a.w, b.x + b.w) - x, h = fminf(a.y + a.h, b.y + b.h) - y;
    return (vl_rect){x, y, fmaxf(w, 0), fmaxf(h, 0)};
}

// The picture; the message of a broken file; or nothing yet.
static void draw_picture(const vl_catalogue_entry *entry, const vl_ui *ui, vl_rect rect,
                         vl_rect area)
{
    const vl_theme *theme = ui->theme;
    vl_draw_rect(ui->list, rect, entry->fault ? theme->warning : theme->background);
    if (entry->fault)
        vl_ui_block(ui, vl_rect_inset(rect, vl_points(ui, edge)), VL_TYPE_SMALL,
                    theme->warning_text, entry->fault, FAULT_LINES);
    if (!entry->drawn)
        return;
    vl_draw_clip(ui->list, intersection(rect, area));
    vl_draw_shapes(ui->list, &entry->picture, rect.x, rect.y);
    vl_draw_clip(ui->list, area);
}

// Only the part that is seen can be hit.
static bool draw_cell(const vl_catalogue_entry *entry, const vl_ui *ui, vl_rect rect, vl_rect area,
                      look how)
{
    const vl_theme *theme = ui->theme;
    vl_touch touch = vl_ui_control(ui, intersection(rect, area));
    vl_colour back = how.active                  ? theme->button_active
                     : how.chosen || touch.hover ? theme->button_hover
                                                 : vl_colour_fade(theme->panel, 0);
    vl_draw_round_rect(ui->list, rect, vl_points(ui, 7), back);
    if (how.chosen)
        vl_draw_round_frame(ui->list, rect, vl_points(ui, 7), fmaxf(2, vl_points(ui, 3)),
                            theme->accent);
    vl_rect inside = vl_rect_inset(rect, vl_points(ui, edge));
    float height = floorf(shape * inside.w);
    draw_picture(entry, ui, vl_rect_cut_top(&inside, height), area);
    vl_rect_cut_top(&inside, vl_points(ui, edge) / 2);
    vl_ui_block(ui, inside, VL_TYPE_SMALL, how.active ? theme->button_active_text : theme->text,
                entry->title ? entry->title : entry->name, TITLE_LINES);
    return touch.clicked;
}

// Draws the heading above a cell, if it is the first one of its group.
static void draw_heading(const vl_gallery *gallery, const vl_ui *ui, int index, vl_rect rect)
{
    const vl_catalogue_entry *entries = gallery->catalogue->entries;
    const char *group = entries[gallery->cells[index].entry].group;
    if (index > 0 && strcmp(group, entries[gallery->cells[index - 1].entry].group) == 0)
        return;
    rect.h = vl_search_heading_height(ui);
    rect.y -= rect.h;
    rect.w = gallery->area.w;
    vl_search_heading(ui, rect, gallery->area, group);
}

// Returns the number of the cell that was picked, or −1.
static int draw_cells(const vl_gallery *gallery, const vl_app *app, const vl_ui *ui, int here)
{
    int picked = app->search.picked && gallery->count > 0 ? app->search.chosen : -1;
    vl_draw_clip(ui->list, gallery->area);
    for (int i = 0; i < gallery->count; i++) {
        const cell *c = &gallery->cells[i];
        vl_catalogue_entry *entry = &gallery->catalogue->entries[c->entry];
        const look how = {c->entry == here, i == app->search.chosen};
        vl_rect rect = c->rect;
        rect.x += gallery->area.x;
        rect.y += gallery->area.y - app->scroll;
        draw_heading(gallery, ui, i, rect);
        entry->seen = intersection(rect, gallery->area).h > 0;
        if (entry->seen && draw_cell(entry, ui, rect, gallery->area, how))
            picked = i;
    }
    vl_draw_unclip(ui->list);
    return picked;
}

// Where the drawer leaves nothing of the stage it gives way to the scene.
static void open_scene(const vl_gallery *gallery, vl_app *app, int picked)
{
    const vl_catalogue_entry *entry = &gallery->catalogue->entries[gallery->cells[picked].entry];
    if (entry->path)
        vl_app_open(app, entry->path);
    else
        vl_app_open_named(app, entry->name);
    if (app->layout.clear.w < 1)
        vl_app_toggle_drawer(app, VL_DRAWER_SCENES);
}

void vl_gallery_draw(vl_gallery *gallery, vl_app *app, const vl_ui *ui)
{
    if (!gallery->open || gallery->files != app->naming.files)
        vl_catalogue_refresh(gallery->catalogue);
    gallery->files = app->naming.files;
    int here = vl_catalogue_here(gallery->catalogue, app);
    if (vl_ui_drawer(ui, app->layout.drawer, "Scenes", &gallery->area))
        vl_app_toggle_drawer(app, VL_DRAWER_SCENES);
    vl_search_draw(app, ui, &gallery->area);
    float width = picture_width(ui, cell_width(ui, gallery->area.w));
    place(gallery, ui, app->search.field.text);
    open_at(gallery, app, here);
    move_choice(gallery, &app->search);
    follow(gallery, app, ui);
    vl_ui_scroll(ui, gallery->area, gallery->height, &app->scroll);
    int picked = draw_cells(gallery, app, ui, here);
    vl_catalogue_go_on(gallery->catalogue, app, ui, width, floorf(shape * width));
    if (gallery->count == 0)
        vl_search_say_nothing_fits(ui, gallery->area);
    app->search.picked = false;
    if (picked >= 0)
        open_scene(gallery, app, picked);
}
