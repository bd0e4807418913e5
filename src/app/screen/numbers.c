// The drawer with all numbers that are settings, first those of what the probe has chosen.

#include "app/screen/parts.h"

#include <stdio.h>
#include <string.h>

// More parts of one list are shown only where the probe chooses them.
enum { MOST_PARTS = 8 };

// The rows while they are drawn.
typedef struct list {
    vl_app *app;
    const vl_ui *ui, *still; // `still`: for rows that are cut, which can be seen and not be hit
    vl_rect area;
    float y; // pixels below the top of all rows
} list;

// Returns where the next row is, and whether any of it is seen.
static bool place(list *l, float height, vl_rect *rect)
{
    *rect = (vl_rect){l->area.x, l->area.y + l->y - l->app->scroll, l->area.w, height};
    l->y += height;
    return rect->y + height > l->area.y && rect->y < l->area.y + l->area.h;
}

static const vl_ui *ui_for(const list *l, vl_rect rect)
{
    bool whole = rect.y >= l->area.y - 0.5f && rect.y + rect.h <= l->area.y + l->area.h + 0.5f;
    return whole ? l->ui : l->still;
}

static void add_heading(list *l, const char *text)
{
    vl_rect rect;
    if (place(l, vl_search_heading_height(l->ui), &rect))
        vl_search_heading(l->ui, rect, l->area, text);
}

static void add_numbers(list *l, const char *heading, const vl_number *numbers, int count)
{
    if (count > 0)
        add_heading(l, heading);
    for (int i = 0; i < count; i++) {
        vl_rect rect;
        if (place(l, vl_number_row_height(l->app, l->ui, l->area.w, &numbers[i]), &rect))
            vl_number_row(l->app, ui_for(l, rect), rect, &numbers[i]);
    }
}

static void add_part(list *l, vl_scene_part part)
{
    char title[VL_NUMBER_NAME];
    vl_number numbers[VL_MOST_NUMBERS];
    vl_session *session = &l->app->session;
    int count = vl_session_part_numbers(session, part, numbers);
    add_numbers(l, vl_scene_part_title(session->scene, part, title), numbers, count);
}

// Adds all parts of a list but the one that has been shown.
static void add_parts(list *l, const char *key, vl_scene_part shown)
{
    int count = vl_scene_part_count(l->app->session.scene, key);
    bool among = shown.list && strcmp(shown.list, key) == 0;
    for (int i = 0; i < count && count <= MOST_PARTS; i++)
        if (!among || i != shown.index)
            add_part(l, (vl_scene_part){key, i});
}

// The part of the scene that has what was probed.
static vl_scene_part probed_part(const vl_app *app)
{
    const vl_chosen *probed = &app->probed;
    if (probed->particle > 0)
        return vl_scene_part_of_particle(app->session.scene, probed->particle);
    if (probed->from > 0)
        return vl_scene_part_of_link(app->session.scene, probed->from, probed->to);
    return (vl_scene_part){NULL, 0};
}

static void add_probe(list *l)
{
    char heading[32];
    vl_rect rect;
    float height = vl_probe_card_height(l->app, l->ui);
    if (height == 0)
        return;
    snprintf(heading, sizeof heading, "Probe: particle %d", l->app->probe.particle);
    add_heading(l, heading);
    if (place(l, height, &rect))
        vl_probe_card_draw(l->app, l->ui, rect);
    for (int phase = 0; phase < 2; phase++) {
        // a plot has a clip of its own, so it is drawn only where it is seen whole
        bool seen = place(l, vl_probe_plot_height(l->ui), &rect);
        if (seen && ui_for(l, rect) == l->ui)
            vl_probe_plot_draw(l->app, l->ui, rect, phase);
        vl_draw_clip(l->ui->list, l->area);
    }
}

static void add_all(list *l)
{
    vl_number numbers[VL_MOST_NUMBERS];
    vl_session *session = &l->app->session;
    vl_scene_part probed = probed_part(l->app);
    add_probe(l);
    if (probed.list)
        add_part(l, probed);
    add_numbers(l, "Time", numbers, vl_session_time_numbers(session, numbers));
    add_part(l, (vl_scene_part){NULL, 0});
    add_numbers(l, "Solver", numbers, vl_session_solver_numbers(session, numbers));
    static const char *const lists[] = {"forces", "colliders", "particles",
                                        "links",  "chains",    "cloths"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        add_parts(l, lists[i], probed);
}

void vl_numbers_draw(vl_app *app, const vl_ui *ui)
{
    vl_ui still = *ui;
    still.pointer.away = true;
    still.focus = NULL;
    list l = {.app = app, .ui = ui, .still = &still};
    if (vl_ui_drawer(ui, app->layout.drawer, "Numbers", &l.area))
        vl_app_toggle_drawer(app, VL_DRAWER_NUMBERS);
    vl_draw_clip(ui->list, l.area);
    add_all(&l);
    vl_draw_unclip(ui->list);
    vl_ui_scroll(ui, l.area, l.y, &app->scroll);
}
