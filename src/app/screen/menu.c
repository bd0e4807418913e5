// The menu: the values of a setting of a lane, the figures, or frames, from which one is chosen.

#include "app/screen/parts.h"

#include "physics/integrators/integrators.h"

static vl_offer *next(vl_offer *choices, int *count, const char *text, const char *label,
                      const char *meaning)
{
    vl_offer *choice = &choices[(*count)++];
    *choice = (vl_offer){.meaning = meaning};
    snprintf(choice->text, sizeof choice->text, "%s", text);
    snprintf(choice->label, sizeof choice->label, "%s", label);
    return choice;
}

// Where one is added those that have a lane are behind the others.
static int list_methods(const vl_app *app, vl_offer *choices)
{
    int count = 0;
    for (int runs = 0; runs < 2; runs++)
        for (int i = 0; i < vl_integrator_count && count < VL_MOST_LANE_CHOICES; i++) {
            const vl_integrator *m = vl_integrators[i];
            bool behind =
                app->menu.kind == VL_MENU_LANE && vl_session_lane_with(&app->session, i) >= 0;
            if (behind == (runs > 0))
                next(choices, &count, m->name, m->label,
                     behind ? "It has a lane. This is another one." : m->summary);
        }
    return count;
}

// Of a lane the common ones, and those of the commands that are no measured ones; above the band
// all that have no rate there.
static int list_frames(const vl_app *app, vl_offer *choices)
{
    char text[VL_CHOICE_TEXT] = "";
    bool above = app->menu.kind == VL_MENU_FRAMES;
    int count = 0;
    if (!above)
        next(choices, &count, "", "common", NULL);
    for (int i = 0; i < vl_command_count() && count < VL_MOST_LANE_CHOICES; i++) {
        vl_command command = vl_command_get(i);
        const char *colon = strstr(command.help, ": "); // behind its name
        if (above ? command.group != VL_GROUP_FRAMES || command.place == VL_PLACE_RATES ||
                        !command.active
                  : !vl_stream_of(app, &command, text))
            continue;
        vl_offer *choice = next(choices, &count, text, command.label ? command.label : command.name,
                                colon ? colon + 2 : command.help);
        if (colon)
            snprintf(choice->label, sizeof choice->label, "%.*s", (int)(colon - command.help),
                     command.help);
        choice->command = i;
        choice->active = above && command.active(app, &command);
    }
    return count;
}

static int list_policies(vl_offer *choices)
{
    vl_policy policy;
    int count = 0;
    for (int i = 0; i < vl_policy_kind_count; i++) {
        const vl_form *form = &vl_policy_kinds[i].form;
        vl_text label = {0};
        if (vl_policy_parse(&policy, form->example, NULL))
            vl_policy_label(&policy, &label);
        next(choices, &count, form->example, label.data, form->summary);
        vl_text_free(&label);
    }
    return count;
}

static int list_words(const vl_field *row, vl_offer *choices)
{
    int count = 0, i = 0;
    bool engine = row->offset == offsetof(vl_lane, engine);
    if (engine)
        next(choices, &count, "", "none", NULL);
    for (const char *name; (name = vl_choices_name(row->choices, i)); i++)
        next(choices, &count, name,
             row->choices->points ? vl_choices_text(row->choices, i, row->choices->label) : name,
             engine ? vl_engines[i].with_dt : NULL);
    return count;
}

int vl_menu_choices(const vl_app *app, vl_offer choices[VL_MOST_LANE_CHOICES])
{
    const vl_field *row = &app->menu.row;
    vl_text now = {0};
    int count = 0;
    for (int i = 0; i < VL_FIGURES && app->menu.kind == VL_MENU_FIGURES; i++)
        next(choices, &count, "", vl_quantities[vl_figures[i]].name, NULL)->active =
            i == app->graph.compared;
    if (count > 0)
        next(choices, &count, "", "as a table", NULL)->active = app->graph.table;
    if (app->menu.kind >= VL_MENU_FIGURES)
        return count > 0 ? count : list_frames(app, choices);
    count = row->offset == offsetof(vl_lane, integrator) ? list_methods(app, choices)
            : row->type == &vl_type_timestep             ? list_frames(app, choices)
            : row->type == &vl_type_policy               ? list_policies(choices)
                                                         : list_words(row, choices);
    vl_lane_add_value(row, &vl_session_run(&app->session)->lane, &now);
    for (int i = 0; i < count && app->menu.kind == VL_MENU_SETTING; i++)
        choices[i].active = strcmp(choices[i].label, now.data) == 0;
    vl_text_free(&now);
    return count;
}

void vl_menu_choose(vl_app *app, const vl_offer *choice)
{
    vl_error error = {0};
    const vl_field row = app->menu.row;
    const char *text = *choice->text ? choice->text : NULL;
    app->menu.open = app->focus.shown = false;
    if (app->menu.kind == VL_MENU_FRAMES) {
        vl_command command = vl_command_get(choice->command);
        command.act(app, &command);
    }
    for (int i = 0; i < VL_FIGURES && app->menu.kind == VL_MENU_FIGURES; i++)
        if (strcmp(choice->label, vl_quantities[vl_figures[i]].name) == 0)
            app->graph.compared = i;
    bool table = strcmp(choice->label, "as a table") == 0;
    app->graph.table ^= table;
    if (table && app->graph.table && app->layout.graph.h <= 0) // the dock has room for it
        vl_page_toggle(app, &vl_page_dock);
    if (app->menu.kind == VL_MENU_FIGURES)
        app->pages.view = VL_VIEW_LANES;
    if (app->menu.kind >= VL_MENU_FIGURES)
        return;
    if (app->menu.kind == VL_MENU_LANE)
        vl_app_add_lane(app, &row, text);
    else if (!vl_session_set_in_lane(&app->session, &row, text, &error))
        vl_app_notify(app, VL_NOTICE_NOTE, "Nothing changes", "%s", error.text);
    vl_app_drop_notice(app, VL_NOTICE_DIVERGED);
    app->digits.next = 0;
}

static const float pad = 6, gap = 10; // points

enum { FIRST_METHODS = 5, MEANING_LINES = 4 };

static float meaning_height(const vl_ui *ui, float width, const vl_offer *c)
{
    width -= vl_points(ui, 2 * gap);
    return c->meaning ? vl_ui_block_height(ui, VL_TYPE_SMALL, c->meaning, width, MEANING_LINES) : 0;
}

static float row_height(const vl_ui *ui, float width, const vl_offer *c)
{
    float label = ui->metrics->height[VL_TYPE_MEDIUM] + vl_points(ui, pad);
    return fmaxf(label + meaning_height(ui, width, c), vl_points(ui, VL_TARGET));
}

// What of the choices is seen, and which row is behind them.
typedef struct page {
    vl_offer choices[VL_MOST_LANE_CHOICES];
    int count, end; // of all; behind the last one that is seen
    float width, height;
} page;

// The window above the band, whose frames and rates stay in view where there is room.
static vl_rect room_of(const vl_app *app, const vl_ui *ui)
{
    float edge = vl_points(ui, VL_GAP);
    vl_rect room = vl_rect_inset(app->layout.whole, edge);
    room.h = app->layout.band.h > 0 ? app->layout.band.y - edge - room.y : room.h;
    return room;
}

static void turn_to(page *p, const vl_app *app, const vl_ui *ui)
{
    const vl_menu *menu = &app->menu;
    bool adds = menu->kind == VL_MENU_LANE;
    vl_rect whole =
        adds ? room_of(app, ui) : vl_rect_inset(app->layout.whole, vl_points(ui, VL_GAP));
    p->count = vl_menu_choices(app, p->choices);
    p->width = fminf(vl_points(ui, VL_CARD_WIDTH), whole.w) - vl_points(ui, 2 * pad);
    float last = vl_points(ui, VL_TARGET);
    int most = adds && menu->first == 0 ? FIRST_METHODS : p->count;
    p->height = vl_points(ui, 2 * pad) + last;
    for (p->end = menu->first; p->end < p->count && p->end - menu->first < most; p->end++) {
        float next = row_height(ui, p->width, &p->choices[p->end]);
        if (p->end > menu->first && p->height + next > whole.h)
            break;
        p->height += next;
    }
    p->height -= p->end < p->count ? 0 : last;
}

// Below its control or above it. That of frames is beside the card, whose graph stays in view,
// where there is room.
void vl_menu_layout(vl_app *app, const vl_ui *ui)
{
    page p;
    vl_menu *menu = &app->menu;
    vl_rect whole = room_of(app, ui);
    const vl_rect card = app->layout.figures;
    if (!menu->open)
        return;
    turn_to(&p, app, ui);
    whole.h = fmaxf(whole.h, p.height);
    bool adds = menu->kind == VL_MENU_LANE;
    menu->at = adds ? card : menu->at;
    for (int i = 0; i < app->layout.button_count && adds; i++)
        if (vl_command_get(app->layout.buttons[i].command).place == VL_PLACE_CARD)
            menu->at = app->layout.buttons[i].rect;
    float width = p.width + vl_points(ui, 2 * pad), lowest = whole.y + whole.h - p.height;
    if (menu->kind == VL_MENU_FRAMES) // above its word, and not over what moves
        menu->at = (vl_rect){whole.x + whole.w, whole.y + whole.h, 0, 0};
    float y = menu->at.y + menu->at.h, above = menu->at.y - p.height;
    y = fmaxf(whole.y, y <= lowest ? y : above >= whole.y ? above : lowest);
    float x = fmaxf(whole.x, fminf(menu->at.x, whole.x + whole.w - width));
    menu->rect = (vl_rect){x, y, width, p.height};
    vl_layout_cover(&app->layout, menu->rect);
}

static bool draw_row(const vl_ui *ui, vl_rect rect, const vl_offer *c)
{
    vl_touch touch = vl_ui_control(ui, rect);
    const vl_theme *theme = ui->theme;
    float meaning = meaning_height(ui, rect.w, c);
    vl_colour ink = c->active ? theme->button_active_text : theme->text;
    if (c->active || touch.hover || touch.held)
        vl_draw_round_rect(ui->list, rect, vl_points(ui, 7),
                           c->active ? theme->button_active : theme->button_hover);
    vl_rect_cut_left(&rect, vl_points(ui, gap));
    vl_rect_cut_right(&rect, vl_points(ui, gap));
    float label = ui->metrics->height[VL_TYPE_MEDIUM];
    vl_rect_cut_top(&rect, (rect.h - label - meaning) / 2);
    const vl_ui plain = vl_ui_unexplained(ui);
    vl_draw_fitting(&plain, vl_rect_cut_top(&rect, label), VL_TYPE_MEDIUM, ink, VL_ALIGN_LEFT,
                    c->label);
    if (c->meaning)
        vl_ui_block(&plain, rect, VL_TYPE_SMALL, c->active ? ink : theme->text_dim, c->meaning,
                    MEANING_LINES);
    return touch.clicked;
}

void vl_menu_draw(vl_app *app, const vl_ui *ui)
{
    page p;
    vl_menu *menu = &app->menu;
    if (!menu->open)
        return;
    turn_to(&p, app, ui);
    vl_ui_box(ui, menu->rect, 10, ui->theme->panel, ui->theme->panel_edge);
    vl_rect left = vl_rect_inset(menu->rect, vl_points(ui, pad));
    int first = menu->first;
    for (int i = first; i < p.end; i++) {
        vl_rect row = vl_rect_cut_top(&left, row_height(ui, p.width, &p.choices[i]));
        if (draw_row(ui, row, &p.choices[i]) && menu->open)
            vl_menu_choose(app, &p.choices[i]);
    }
    const vl_offer more = {.label = "more"};
    if (p.end < p.count && draw_row(ui, vl_rect_cut_top(&left, vl_points(ui, VL_TARGET)), &more))
        menu->first = p.end;
}
