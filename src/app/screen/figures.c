// The card at the upper right: a row for each lane, with its mark, its name and one large figure,
// which is clicked to choose the lane, and below them the graph of that figure over the run; and
// the names of the lanes in their panes.

#include "app/screen/parts.h"

static const float pad = 10, mark_width = 14, chevron = 6, corner = 48, above_graph = 6,
                   graph_height = 198, small_graph = 156, graph_above_panes = 116,
                   lowest_graph = 84, question_below = 180, lower_question = 130,
                   projected_card = 444; // points; wide for a projector

// Of the height of the stage, which the card may take with its graph; and where it takes all of the
// width, too.
static const float most_share = 0.72f, most_narrow = 0.44f;

// Of the width of a narrow card, the height of rows and graph where a curve is drawn into that.
static const float most_drawn = 0.46f;

// The figure of all lanes. Where they are back along the steps they made, all is said by how far
// each is from where it was then.
typedef struct shown_figure {
    const vl_quantity *quantity; // NULL: that distance
    const char *name;
    vl_unit unit;
} shown_figure;

static shown_figure chosen_figure(const vl_app *app)
{
    const vl_reading *reading = &app->digits.lanes[app->session.chosen];
    const vl_quantity *quantity = &vl_quantities[vl_figures[app->graph.compared]];
    if (app->session.playback.back)
        return (shown_figure){NULL, "distance on return", {reading->places, 1}};
    return (shown_figure){quantity, quantity->name, vl_app_unit(app, quantity, reading)};
}

// s, since when all lanes are counted, as where a hand has let go; 0: each from its own time.
static double common_since(const vl_app *app)
{
    const vl_lab *lab = app->session.lab;
    double since = lab->runs[0].since;
    for (int i = 1; i < lab->count; i++)
        since = lab->runs[i].since == since ? since : 0;
    return since;
}

// A lane that has not run so from the time of all says since when it has, and where its position is
// compared with a reference run that began later, since when that has run.
static void write_name(const vl_app *app, int lane, char name[VL_LANE_LABEL])
{
    double since = app->session.lab->runs[lane].since;
    vl_track track = vl_lab_track(app->session.lab, lane, -1, 0);
    bool follows = vl_figures[app->graph.compared] == VL_QUANTITY_POSITION;
    if (follows)
        since = fmax(since, track.since);
    snprintf(name, VL_LANE_LABEL, "%s", vl_lab_label(app->session.lab, lane));
    size_t length = strlen(name);
    if (since > common_since(app))
        snprintf(name + length, VL_LANE_LABEL - length, " since %s s",
                 vl_figure_fixed(since, 1, VL_FIGURE_BUFFER));
    if (follows && track.behind > 0.5) // s
        snprintf(name + length, VL_LANE_LABEL - length, " until %s s",
                 vl_figure_fixed(track.time, 1, VL_FIGURE_BUFFER));
}

static float name_width(const vl_app *app, const vl_ui *ui, int lane, vl_type_size size)
{
    return vl_text_width(ui->metrics, size, vl_lab_label(app->session.lab, lane)) +
           vl_points(ui, 1.5f * mark_width + pad / 2);
}

// The rows of the lanes, and of those that are to join them.
static int count_rows(const vl_app *app)
{
    return app->session.lab->count + app->session.waiting.count;
}

// The type of the figures: that with which the rows of so many lanes have room, and the names, in
// the smallest type, beside them. The width does not change with the digits.
static vl_type_size figures_type(const vl_app *app, const vl_ui *ui, float width)
{
    int lanes = count_rows(app);
    vl_type_size size = lanes <= 2   ? VL_TYPE_FIGURE
                        : lanes <= 4 ? VL_TYPE_LARGE
                        : lanes <= 6 ? VL_TYPE_MEDIUM
                                     : VL_TYPE_SMALL;
    char widest[64];
    float name = 0;
    snprintf(widest, sizeof widest, "−88.88 %s", chosen_figure(app).unit.name);
    for (int i = 0; i < app->session.lab->count; i++)
        name = fmaxf(name, name_width(app, ui, i, VL_TYPE_SMALL));
    while (size > VL_TYPE_SMALL &&
           name > width - 2 * ui->side - vl_text_width(ui->metrics, size, widest))
        size--;
    return size;
}

// Up to two rows are as high as a finger needs. The dock is a card with all its parts. Where
// words are below the card it has all of the width, and a low graph: `low_graph` pixels, or as many
// as its labels need.
void vl_figures_layout(vl_app *app, const vl_ui *ui, vl_rect stage, float low_graph)
{
    const float *height = ui->metrics->height;
    bool docked = app->pages.open == &vl_page_dock;
    int lanes = count_rows(app);
    vl_rect card = docked ? app->layout.page : stage;
    bool large = app->shown.projector && stage.w > vl_points(ui, 2 * projected_card);
    float width = vl_points(ui, large ? projected_card : VL_CARD_WIDTH);
    bool narrow = !docked && app->layout.narrow, tight = !docked && (narrow || app->layout.low);
    card.w = docked || narrow ? card.w : width;
    const vl_rect title = app->layout.title;
    if (!docked && title.x + title.w + vl_points(ui, VL_GAP) <= stage.x + stage.w - card.w) {
        stage.h += stage.y - title.y; // beside it
        card.y = stage.y = title.y;
    }
    float row = height[figures_type(app, ui, card.w)];
    row = lanes > 2 ? row : fmaxf(row, fmaxf(2 * height[VL_TYPE_SMALL], vl_points(ui, VL_TARGET)));
    float head = fmaxf(2 * height[VL_TYPE_SMALL], vl_points(ui, corner)),
          inset = vl_points(ui, pad);
    bool curve = !docked && app->session.scene->task.rule == VL_TASK_DRAW;
    bool drawn = curve && vl_session_task(&app->session) == VL_TASK_ASKED;
    bool all = tight || lanes > 6; // which would leave room below the card
    float share = narrow && !curve ? most_narrow : all ? 1 : most_share;
    float labels = 3.7f * height[VL_TYPE_SMALL], rows = (float)lanes * row;
    float least = head + 2 * inset + vl_points(ui, above_graph),
          lowest = fmaxf(vl_points(ui, lowest_graph), labels);
    float most = share * stage.h - least;
    float asked = vl_points(ui, app->layout.low ? lower_question : question_below);
    most -= narrow && curve && low_graph <= 0 ? asked : 0; // or it is asked above already
    bool shares = app->layout.small && vl_app_has_panes(app);
    float usual = rows + vl_points(ui, shares              ? graph_above_panes
                                       : app->layout.small ? small_graph
                                                           : graph_height);
    usual = narrow ? (curve ? most_drawn * card.w : lowest + rows) : usual;
    float both = fmaxf(fminf(usual, most), narrow ? (curve ? lowest : low_graph) + rows : 0);
    both = fminf(both, card.h - least);
    lanes = drawn ? 0 : lanes; // they make room for it
    rows = drawn ? 0 : rows;
    float graph = both - rows;
    bool below = tight && !narrow && vl_app_has_panes(app); // the panes are below the card
    bool wide = docked || (graph > lowest - 1 && !below);   // up to rounding
    if (!docked) {
        card.x = stage.x + stage.w - card.w;
        card.h = least + (wide ? both : rows);
        if (card.h > stage.h)
            return;
        app->layout.figures = card;
        vl_layout_cover(&app->layout, card);
    }
    vl_rect left = vl_rect_within(card, ui->side, inset);
    vl_rect heading = vl_rect_cut_top(&left, head);
    vl_rect_cut_right(&heading, -vl_points(ui, VL_SIGN));
    app->layout.corner = vl_rect_cut_right(&heading, vl_points(ui, corner));
    for (int i = 0; i < lanes; i++)
        app->layout.lane[i] = vl_rect_cut_top(&left, row);
    vl_rect_cut_top(&left, vl_points(ui, above_graph));
    const float buttons = vl_buttons_width(app, ui, VL_PLACE_CARD);
    float name = vl_points(ui, 4 * chevron) + buttons;
    name += vl_text_width(ui->metrics, VL_TYPE_SMALL, chosen_figure(app).name) / 2; // two lines
    if (name < heading.w && !app->layout.asks_in_card) {
        vl_rect right = vl_rect_cut_side(&heading, buttons, vl_points(ui, VL_GAP / 2), false);
        vl_place_buttons(app, ui, VL_PLACE_CARD, &right);
    }
    app->layout.figures_head = heading;
    app->layout.graph = wide ? left : (vl_rect){0};
}

void vl_figures_plain(vl_app *app, const vl_ui *ui)
{
    vl_layout *l = &app->layout;
    vl_rect left = l->said;
    const float line = ui->metrics->height[VL_TYPE_SMALL];
    l->plain = app->session.scene->mistake && left.h >= (float)(1 + app->session.lab->count) * line;
    l->figures_head = vl_rect_cut_top(&left, line);
    for (int i = 0; i < app->session.lab->count; i++)
        l->lane[i] = vl_rect_cut_top(&left, line);
}

static void draw_mark(const vl_app *app, const vl_ui *ui, int lane, vl_rect rect)
{
    vl_line_style style = vl_app_lane_style(app, lane);
    vl_draw_mark(ui->list, rect.x + rect.w / 3, rect.y + rect.h / 2, vl_points(ui, mark_width / 2),
                 &style);
}

// A name without room beside the figure has since when in a line of its own, or else the figure is
// smaller, and at last the name is cut. A lane that diverged has its remark in place of the figure.
static void draw_row(vl_app *app, const vl_ui *ui, int lane, vl_type_size size)
{
    char label[VL_LANE_LABEL], figure[VL_QUANTITY_SIZE], remark[VL_LANE_REMARK];
    vl_rect row = app->layout.lane[lane];
    vl_type_size most = size < VL_TYPE_MEDIUM ? size : VL_TYPE_MEDIUM;
    bool lost = app->session.lab->runs[lane].world->now.diverged;
    const shown_figure f = chosen_figure(app);
    const vl_reading *reading = &app->digits.lanes[lane];
    const char *text = figure;
    if (lost)
        text = vl_app_lane_remark(app, lane, remark);
    else if (f.quantity == &vl_quantities[VL_QUANTITY_ENERGY_ERROR] &&
             isnan(reading->energy_error) && isfinite(reading->energy_change))
        text = "held";    // by a hand
    else if (!f.quantity) // of any size
        vl_figure_unit(app->session.lanes[lane].returned, 2, f.unit.name, figure);
    else
        vl_quantity_write(f.quantity, f.unit.factor * vl_quantity_of(f.quantity, reading),
                          f.unit.name, figure);
    write_name(app, lane, label);
    bool chosen = lane == app->session.chosen && !app->layout.plain;
    if (chosen && app->session.lab->count > 1) {
        float side = vl_points(ui, pad / 2);
        vl_draw_round_rect(ui->list, (vl_rect){row.x - side, row.y, row.w + 2 * side, row.h},
                           vl_points(ui, 7), ui->theme->button_hover);
    }
    draw_mark(app, ui, lane, vl_rect_cut_left(&row, vl_points(ui, 1.5f * mark_width)));
    float gap = vl_points(ui, pad / 2), small = vl_text_width(ui->metrics, VL_TYPE_SMALL, text) + 1;
    float room = row.w - gap - vl_text_width(ui->metrics, VL_TYPE_SMALL, label) - 1;
    float wanted = vl_text_width(ui->metrics, lost ? most : size, text) + 1;
    float side = vl_points(ui, chevron), line = ui->metrics->height[VL_TYPE_SMALL];
    char *since = label + strlen(vl_lab_label(app->session.lab, lane));
    float least = fmaxf(vl_text_width(ui->metrics, VL_TYPE_SMALL, since),
                        vl_part_width(ui->metrics, VL_TYPE_SMALL, label, (int)(since - label)));
    bool two =
        *since && wanted > room && row.h >= 2 * line && least + wanted + gap + 3 * side < row.w;
    if (two)
        *since = '\n';
    vl_rect right = vl_rect_cut_right(&row, fmaxf(small, two ? wanted : fminf(wanted, room)));
    vl_rect_cut_right(&row, gap);
    float width =
        two ? least : vl_draw_fitting(ui, row, most, ui->theme->text, VL_ALIGN_LEFT, label);
    if (two)
        vl_ui_block(ui, (vl_rect){row.x, row.y + row.h / 2 - line, row.w, 2 * line}, VL_TYPE_SMALL,
                    ui->theme->text, label, 2);
    vl_rect name = app->layout.lane[lane];
    name.w = row.x + fminf(width + 3 * side, row.w) - name.x;
    app->layout.lane_name[lane] = name;
    if (chosen && width + 3 * side <= row.w)
        vl_draw_chevron(ui, row.x + width + 2 * side, row.y + row.h / 2, side, ui->theme->text_dim);
    vl_draw_fitting(ui, right, lost ? most : size, ui->theme->text, VL_ALIGN_RIGHT, text);
}

static const int most_lines = 4; // of the name of a lane, at the top of its pane

static float title_room(const vl_app *app, const vl_ui *ui)
{
    return vl_app_pane(app, 0).w - 1.5f * (ui->side + vl_points(ui, mark_width));
}

// In small type where a name has more than a line.
static vl_type_size title_type(const vl_app *app, const vl_ui *ui)
{
    for (int i = 0; i < app->session.lab->count; i++)
        if (name_width(app, ui, i, VL_TYPE_MEDIUM) > title_room(app, ui))
            return VL_TYPE_SMALL;
    return VL_TYPE_MEDIUM;
}

float vl_titles_height(const vl_app *app, const vl_ui *ui)
{
    float highest = 0;
    for (int i = 0; i < app->session.lab->count; i++)
        highest = fmaxf(highest, vl_ui_block_height(ui, title_type(app, ui),
                                                    vl_lab_label(app->session.lab, i),
                                                    title_room(app, ui), most_lines));
    return fminf(highest + vl_points(ui, 1.5f * pad), 0.6f * vl_app_pane(app, 0).h);
}

// A click chooses a lane. One on its name, or on the row of the only lane, opens what tells it from
// others.
static void act_on_lanes(vl_app *app, const vl_ui *ui)
{
    for (int i = 0; i < app->session.lab->count && app->layout.lane[i].h > 0; i++) {
        vl_rect row = app->layout.lane[i], name = app->layout.lane_name[i];
        bool opens = vl_ui_control(ui, name).clicked;
        vl_rect_cut_left(&row, name.x + name.w - row.x);
        bool alone = app->session.lab->count == 1;
        if (!opens && !(alone ? vl_ui_touch(ui, row) : vl_ui_control(ui, row)).clicked)
            continue;
        if (i != app->session.chosen && (opens || alone)) // another one is not that which is open
            app->drawer.open = VL_DRAWER_NONE;
        vl_session_choose(&app->session, i);
        app->digits.next = 0;
        if (opens || alone)
            vl_inspect(app, (vl_chosen){.lane = 1});
    }
}

// A click on the heading opens the choice of figures, and one on the corner the dock.
static void draw_head(vl_app *app, const vl_ui *ui)
{
    vl_rect head = app->layout.figures_head;
    bool docked = app->pages.open == &vl_page_dock;
    const vl_button open = {.icon = docked ? VL_ICON_CLOSE : VL_ICON_FULLSCREEN, .quiet = true};
    vl_rect button = app->layout.corner;
    bool large = vl_ui_button(ui, button, &open);
    if (!vl_focus_is_at(ui->focus, button))
        vl_ui_hint(ui, button, NULL, docked ? "close  (Ctrl+P)" : "large graphs  (Ctrl+P)");
    if (large)
        vl_page_toggle(app, &vl_page_dock);
    if (vl_ui_control(ui, head).clicked)
        vl_menu_open(app, VL_MENU_FIGURES, NULL, head);
    char text[VL_LANE_LABEL];
    double since = common_since(app);
    const vl_ui words = vl_explained(ui, false);
    snprintf(text, sizeof text, since > 0 ? "%s since %s s" : "%s", chosen_figure(app).name,
             vl_figure_fixed(since, 1, VL_FIGURE_BUFFER));
    float width = vl_text_width(ui->metrics, VL_TYPE_READING, text) + 1;
    float side = vl_points(ui, chevron);
    vl_type_size size = width <= head.w - 4 * side ? VL_TYPE_READING : VL_TYPE_SMALL;
    head.w = fminf(width, head.w - 4 * side);
    vl_rect lines = head; // one, or two small ones
    vl_rect_cut_top(&lines, (head.h - vl_ui_block_height(ui, size, text, head.w, 2)) / 2);
    vl_ui_block(&words, lines, size, ui->theme->text_dim, text, 2);
    vl_draw_chevron(ui, head.x + head.w + 3 * side, head.y + head.h / 2, side, ui->theme->text_dim);
}

void vl_figures_draw(vl_app *app, const vl_ui *ui)
{
    bool docked = app->pages.open == &vl_page_dock;
    vl_rect card = docked ? app->layout.page : app->layout.figures;
    for (int i = 0; i < app->session.lab->count && vl_app_has_panes(app); i++) {
        vl_rect title = vl_rect_within(vl_app_pane(app, i), ui->side, vl_points(ui, pad));
        vl_rect mark = vl_rect_cut_left(&title, vl_points(ui, 1.5f * mark_width));
        mark.h = ui->metrics->height[title_type(app, ui)];
        draw_mark(app, ui, i, mark);
        title.w = title_room(app, ui);
        vl_ui_block(ui, title, title_type(app, ui), ui->theme->text,
                    vl_lab_label(app->session.lab, i), most_lines);
    }
    for (int i = 0; i < app->session.lab->count && app->layout.plain; i++)
        draw_row(app, ui, i, VL_TYPE_SMALL);
    if (app->layout.plain)
        vl_ui_text(ui, app->layout.figures_head, VL_TYPE_SMALL, ui->theme->text_dim, VL_ALIGN_LEFT,
                   chosen_figure(app).name);
    if (card.w <= 0)
        return;
    vl_ui_box(ui, card, 10, ui->theme->key_cap, ui->theme->panel_edge);
    draw_head(app, ui);
    vl_type_size size = figures_type(app, ui, app->layout.lane[0].w + 2 * ui->side);
    vl_type_size most = size < VL_TYPE_MEDIUM ? size : VL_TYPE_MEDIUM;
    for (int i = 0; i < app->session.lab->count && app->layout.lane[i].h > 0; i++)
        draw_row(app, ui, i, size);
    const vl_waiting *w = &app->session.waiting; // those that are to join say how far they are
    for (int i = 0; i < w->count; i++) {
        char text[VL_LANE_LABEL + 64];
        vl_rect row = app->layout.lane[app->session.lab->count + i];
        snprintf(text, sizeof text, "%s: at %.1f of %.1f s", w->methods[i]->label,
                 i == 0 && app->session.joining.made ? app->session.joining.made->now.time : 0,
                 app->session.lab->now.time);
        vl_rect_cut_left(&row, vl_points(ui, 1.5f * mark_width));
        vl_draw_fitting(ui, row, most, ui->theme->text, VL_ALIGN_LEFT, text);
    }
    act_on_lanes(app, ui);
    vl_draw_buttons(app, ui, VL_PLACE_CARD);
    if (docked)
        vl_page_draw(app, ui, app->layout.graph);
    else if (app->layout.graph.w > 0)
        vl_graph_draw(app, ui, app->layout.graph);
}
