// Numbers that are settings: each is clicked and typed, or dragged sideways; and the drawer of all
// numbers: what is read, what the probe reads, what is set.

#include "app/screen/parts.h"

// Points: before a drag begins, for a step of a drag, the field in a row.
static const float dead_zone = 8, step_width = 6, field_width = 190;

static bool is_entered(const vl_app *app, const vl_number *number)
{
    return app->typing.open && vl_same_number(&app->typing.number, number);
}

// A unit of the second digit, 0.1 of 9.81, so that the value stays a short number.
static double step_of(const vl_number *number, double from)
{
    bool whole = number->kind != VL_NUMBER_STEP && number->of.field.type == &vl_type_integer;
    double size = fabs(from) > 0 ? fabs(from) : 0.1;
    return whole ? 1 : pow(10, floor(log10(size)) - 1);
}

// Returns whether the number is dragged, or was until now. In its text a drag selects.
static bool follow_drag(vl_app *app, const vl_ui *ui, vl_rect rect, const vl_number *number)
{
    const vl_pointer *p = &ui->pointer;
    vl_typing *typing = &app->typing;
    bool pressed =
        p->down && !p->away && !p->scrolls && vl_rect_contains(rect, p->press_x, p->press_y);
    if (pressed && !typing->scrubs && !is_entered(app, number) &&
        !isnan(vl_session_number(&app->session, number)) &&
        fabsf(p->x - p->press_x) > vl_points(ui, dead_zone))
        vl_typing_begin(app, number);
    if (!typing->scrubs || !vl_same_number(&typing->number, number))
        return false;
    typing->scrubs = pressed;
    char wanted[VL_TYPING_SIZE];
    float moved = p->x - p->press_x, dead = vl_points(ui, dead_zone);
    float beyond = moved > 0 ? fmaxf(moved - dead, 0) : fminf(moved + dead, 0);
    int steps = (int)roundf(beyond / vl_points(ui, step_width));
    snprintf(wanted, sizeof wanted, "%.9g", typing->from + steps * step_of(number, typing->from));
    if (pressed)
        vl_typing_scrub(app, number, wanted);
    return true;
}

bool vl_number_field(vl_app *app, const vl_ui *ui, vl_rect rect, const vl_number *number)
{
    bool dragged = follow_drag(app, ui, rect, number);
    bool clicked = vl_ui_control(ui, rect).clicked && !dragged;
    if (clicked && !is_entered(app, number))
        vl_typing_open(app, number);
    const vl_pointer *p = &ui->pointer;
    bool elsewhere = p->down && !p->away && !vl_rect_contains(rect, p->press_x, p->press_y);
    if (is_entered(app, number) && elsewhere) // which leaves the old value
        app->typing.open = false;
    app->typing.drawn = app->typing.drawn || dragged || is_entered(app, number);
    if (is_entered(app, number) && app->typing.entered)
        vl_typing_take(app, number);
    if (!is_entered(app, number))
        return false;
    const vl_theme *theme = ui->theme;
    vl_draw_round_rect(ui->list, rect, vl_points(ui, 7), theme->key_cap);
    vl_draw_round_frame(ui->list, rect, vl_points(ui, 7), fmaxf(2, vl_points(ui, 2)),
                        app->typing.wrong ? theme->warning_edge : theme->accent);
    vl_ui_input(ui, vl_rect_inset(rect, vl_points(ui, 8)), VL_TYPE_READING, theme->text,
                &app->typing.field);
    return true;
}

// --- the rows while they are drawn ---

float vl_search_heading_height(const vl_ui *ui)
{
    return 1.2f * ui->metrics->height[VL_TYPE_READING];
}

void vl_search_heading(const vl_ui *ui, vl_rect rect, vl_rect area, const char *group)
{
    if (rect.y > area.y - 0.5f && rect.y + rect.h < area.y + area.h + 0.5f)
        vl_ui_text(ui, rect, VL_TYPE_READING, ui->theme->accent, VL_ALIGN_LEFT, group);
}

typedef struct list {
    vl_app *app;
    const vl_ui *ui, *still; // `still`: where a pointer is on what is not seen of a row
    const vl_ui *words;      // for readouts, whose words are explained
    vl_rect area;
    float y;     // pixels below the top of all rows
    float reach; // pixels to scroll, so that the row that was clicked, or has the focus, is whole
} list;

static const vl_ui *ui_for(const list *l, vl_rect rect)
{
    const vl_pointer *p = &l->ui->pointer;
    float x = p->down ? p->press_x : p->x, y = p->down ? p->press_y : p->y;
    return vl_rect_contains(rect, x, y) && !vl_rect_contains(l->area, x, y) ? l->still : l->ui;
}

// Returns where the next row is, and whether any of it is seen.
static bool place(list *l, float height, vl_rect *rect)
{
    *rect = (vl_rect){l->area.x, l->area.y + l->y - l->app->drawer.scroll, l->area.w, height};
    l->y += height;
    float above = l->area.y - rect->y, below = rect->y + height - l->area.y - l->area.h;
    const float most = height + 2 * l->area.h; // what is not seen may have the focus after Tab
    if (vl_ui_touch(ui_for(l, *rect), *rect).clicked)
        l->reach = above > 0 ? -above : fmaxf(fminf(below, -above), 0);
    return above < most && below < most;
}

static void add_heading(list *l, const char *text)
{
    vl_rect rect;
    if (place(l, vl_search_heading_height(l->ui), &rect))
        vl_search_heading(l->ui, rect, l->area, text);
}

// A value that does not fit beside its label is written below it. NULL as the value is a dash.
static void add_readout(list *l, const char *label, const char *value)
{
    vl_rect rect;
    const vl_colour ink = l->ui->theme->text;
    const float line = 1.12f * l->ui->metrics->height[VL_TYPE_SMALL];
    value = value ? value : "–";
    const vl_text_metrics *m = l->ui->metrics;
    float width = vl_text_width(m, VL_TYPE_SMALL, label) + vl_points(l->ui, VL_READOUT_GAP);
    bool one = width + vl_text_width(m, VL_TYPE_SMALL, value) <= l->area.w;
    if (!one && place(l, line, &rect))
        vl_ui_readout(ui_for(l, rect) == l->ui ? l->words : l->still, rect, label, "", ink);
    if (place(l, line, &rect))
        vl_ui_readout(ui_for(l, rect) == l->ui ? l->words : l->still, rect, one ? label : "", value,
                      ink);
}

__attribute__((format(printf, 3, 4))) static void print_readout(list *l, const char *label,
                                                                const char *format, ...)
{
    char text[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    add_readout(l, label, text);
}

// --- what is read of the chosen lane ---

// The rows stay, so that no field below them moves while it is typed or dragged: a value that does
// not exist is a dash.
static void add_quantities(list *l)
{
    const vl_reading *reading = &l->app->digits.now;
    for (int i = VL_QUANTITY_TIME + 1; i <= VL_QUANTITY_CPU; i++) {
        char text[VL_QUANTITY_SIZE];
        const vl_quantity *q = &vl_quantities[i];
        vl_unit unit = vl_quantity_unit(q, reading);
        double value = vl_quantity_of(q, reading);
        if (i != VL_QUANTITY_POSITION && i != VL_QUANTITY_REFERENCE)
            add_readout(l, q->name, vl_quantity_write(q, unit.factor * value, unit.name, text));
    }
}

// Against the exact solution, or a reference run with its own error; or why there is neither. Since
// when and up to when is told with the name of the lane.
static void add_position(list *l)
{
    const vl_track *track = &l->app->digits.track;
    const vl_lab_run *run = vl_session_run(&l->app->session);
    const vl_exact *exact = run->reference.exact;
    const vl_reading *reading = &l->app->digits.now;
    bool follows = !exact && track->state == VL_TRACK_FOLLOWS;
    double error = follows ? track->error : reading->position_error;
    add_readout(l, "position error",
                isnan(error) ? NULL : vl_figure_unit(error, 3, reading->places, VL_FIGURE_BUFFER));
    if (follows && isnan(track->touched))
        print_readout(l, "against", "reference ± %s",
                      vl_figure_unit(track->own_error, 2, reading->places, VL_FIGURE_BUFFER));
    else
        add_readout(l, "against",
                    exact                              ? vl_exact_name(exact)
                    : follows                          ? "reference, event"
                    : track->state == VL_TRACK_BEYOND  ? "reference: no more"
                    : track->state == VL_TRACK_NONE    ? "nothing known"
                    : track->state == VL_TRACK_GAVE_UP ? "reference: too slow"
                    : track->state == VL_TRACK_HELD    ? "reference: waits for the hand"
                                                       : run->refused);
}

static void add_readings(list *l)
{
    const vl_lab_run *run = vl_session_run(&l->app->session);
    const vl_troubles *troubles = &run->troubles; // since the start
    const vl_energy_scale *scale = &run->reference.scale;
    add_heading(l, "Readings");
    add_quantities(l);
    vl_vec3 turning = l->app->digits.now.momentum.free.angular;
    print_readout(l, "|L| of the free parts", "%s",
                  vl_figure_unit(vl_length(turning), 4, "kg m²/s", VL_FIGURE_BUFFER));
    if (scale->joule > 0) // what 100 % of an energy error are, and where they come from
        print_readout(l, "percent of", "%s, the largest K in %s",
                      vl_figure_unit(scale->joule, 4, "J", VL_FIGURE_BUFFER),
                      vl_figure_unit(scale->seconds, 3, "s", VL_FIGURE_BUFFER));
    else
        add_readout(l, "percent of", "nothing moves");
    add_position(l);
    print_readout(l, "divided substeps", "%lld", (long long)troubles->divided);
    print_readout(l, "failed substeps", "%lld", (long long)troubles->failed);
    print_readout(l, "unsolved substeps", "%lld", (long long)troubles->unconverged);
}

// --- the probe: x, v and a, the force of each link ---

static bool is_dial(const vl_app *app)
{
    const vl_particles *p = &vl_session_run(&app->session)->world->particles;
    return p->dial[p->slot_of[app->tools.probed.particle - 1]];
}

// An angle has one component, and a scene in a plane two.
static void add_vector(list *l, const char *label, vl_vec3 v, const char *unit)
{
    vl_text text = {0};
    const double parts[] = {v.x, v.y, v.z};
    int count = is_dial(l->app) ? 1 : l->app->camera.planar ? 2 : 3;
    vl_text_add(&text, count > 1 ? "(" : "");
    for (int i = 0; i < count; i++)
        vl_text_add(&text, "%s%s", i > 0 ? "  " : "",
                    vl_figure_fixed(parts[i], 3, VL_FIGURE_BUFFER));
    vl_text_add(&text, "%s %s", count > 1 ? ")" : "", unit);
    add_readout(l, label, isnan(v.x) ? NULL : text.data);
    vl_text_free(&text);
}

static void add_link(list *l, const vl_probe_link *link)
{
    static const char *const kinds[] = {
        [VL_ROD] = "rod", [VL_STRING] = "string", [VL_SPRING] = "spring"};
    char label[48];
    snprintf(label, sizeof label, "%s to %d", kinds[link->kind], link->other);
    if (isnan(link->tension))
        add_readout(l, label, "not told by the motion");
    else
        print_readout(l, label, "%s %s", link->tension < 0 ? "pushes" : "pulls",
                      vl_figure_unit(fabs(link->tension), 4, "N", VL_FIGURE_BUFFER));
}

// Of the chosen lane, which a click on its particle chooses.
static void add_probe(list *l)
{
    const vl_probe_reading *r = &l->app->digits.probe[l->app->session.chosen];
    bool turns = is_dial(l->app);
    add_vector(l, turns ? "angle now" : "x now", r->x, turns ? "rad" : "m");
    add_vector(l, "v now", r->v, turns ? "rad/s" : "m/s");
    add_vector(l, "a now", r->a, turns ? "rad/s²" : "m/s²");
    for (int k = 0; k < r->link_count && !turns; k++)
        add_link(l, &r->links[k]);
}

// --- the drawer ---

// More parts of one list are shown only where the probe chooses them.
enum { MOST_PARTS = 8 };

// One number; two that are single, beside one another; or a vector, which has one name.
static void add_numbers(list *l, const vl_number *numbers, int count)
{
    vl_rect left;
    vl_app *app = l->app;
    if (!place(l, vl_points(l->ui, VL_TARGET), &left))
        return;
    const vl_ui *ui = ui_for(l, left);
    const vl_theme *theme = ui->theme;
    bool vector = count > 1 && numbers->of.axis;
    float gap = vl_points(ui, VL_GAP / 2), each = 0;
    for (int i = 0; i < count; i++) {
        char name[VL_NUMBER_NAME], value[VL_TYPING_SIZE];
        vl_number_name(&numbers[i], name);
        name[strlen(name) - (vector ? strlen(" x") : 0)] = '\0';
        const char *word = count > 1 && numbers->of.within ? strchr(name, ' ') + 1 : name;
        float label = vl_text_width(ui->metrics, VL_TYPE_READING, word) + gap;
        label = vector && i > 0 ? 0 : label;
        each = i > 0 ? each : (left.w + gap - (vector ? label : 0)) / (float)count;
        vl_rect row = vl_rect_cut_left(&left, vector ? label + each : each);
        vl_rect_cut_right(&row, i + 1 < count ? gap : 0);
        vl_text words = {0}; // of a stream of steps, whose text is there where it is typed
        bool step = numbers[i].kind == VL_NUMBER_STEP;
        if (step && isnan(vl_session_number(&app->session, &numbers[i])))
            vl_stream_label(vl_session_stream(&app->session, app->session.chosen), &words);
        const char *shown = words.data;
        shown =
            shown ? shown : vl_number_write(&app->session, &numbers[i], count == 1 ? 6 : 4, value);
        float usual = fminf(vl_points(ui, field_width), 0.6f * row.w);
        float whole = vl_text_width(ui->metrics, VL_TYPE_READING, shown) + vl_points(ui, 18);
        usual = fmaxf(usual, fminf(whole, row.w - label));
        vl_rect field = vl_rect_cut_right(&row, count > 1 ? row.w - label : usual);
        field = (vl_rect){field.x, field.y + gap / 3, field.w, field.h - 2 * gap / 3};
        vl_ui_text(ui, row, VL_TYPE_READING, theme->text_dim, VL_ALIGN_LEFT, word);
        vl_ui_hint(ui, app->typing.open || !vl_focus_is_at(ui->focus, field) ? row : field, NULL,
                   vl_number_meaning(&numbers[i]));
        vl_focus_show(ui, field, l->area, &app->drawer.scroll);
        if (!vl_number_field(app, ui, field, &numbers[i])) {
            vl_ui_box(ui, field, 7, theme->key_cap, theme->key_cap_edge);
            vl_draw_fitting(ui, vl_rect_inset(field, vl_points(ui, 8)), VL_TYPE_READING,
                            theme->text, VL_ALIGN_LEFT, shown);
        }
        vl_text_free(&words);
    }
}

// What tells the chosen lane from others, of which `few` leave out what its solver alone knows: as
// many beside one another as have room. A number is typed, and a word opens the menu of its values.
static void add_settings(list *l, bool few)
{
    vl_app *app = l->app;
    vl_rect left = {0};
    vl_field rows[VL_LANE_MOST_KEYS];
    const vl_theme *theme = l->ui->theme;
    float pad = vl_points(l->ui, 9), gap = vl_points(l->ui, VL_GAP / 2);
    int count = vl_session_lane_rows(&app->session, rows);
    if (!few)
        add_heading(l, vl_lab_label(app->session.lab, app->session.chosen));
    for (int i = 0; i < count; i++) {
        vl_text text = {0};
        const char *name = vl_lane_row_name(&rows[i]);
        const vl_number number = {.kind = VL_NUMBER_OF_LANE, .of = {.field = rows[i]}};
        bool typed = rows[i].type == &vl_type_integer || rows[i].type == &vl_type_number;
        if (few && !strstr("method frames policy solver substeps engine", name))
            continue;
        vl_text_add(&text, "%s  ", name);
        vl_lane_add_value(&rows[i], &vl_session_run(&app->session)->lane, &text);
        float width = vl_text_width(l->ui->metrics, VL_TYPE_READING, text.data) + 2 * pad;
        width = fminf(width, l->area.w);
        if (left.w < width)
            (void)place(l, vl_points(l->ui, VL_TARGET), &left);
        vl_rect rect = vl_rect_cut_left(&left, width);
        vl_rect_cut_left(&left, gap);
        rect = (vl_rect){rect.x, rect.y + gap / 2, rect.w, rect.h - gap};
        const vl_ui *ui = ui_for(l, rect);
        vl_focus_show(ui, rect, l->area, &app->drawer.scroll);
        const vl_touch touch = typed ? (vl_touch){0} : vl_ui_control(ui, rect);
        vl_ui_hint(ui, rect, NULL, rows[i].meaning);
        if (touch.clicked)
            vl_menu_open(app, VL_MENU_SETTING, rows[i].key, rect);
        if (!typed || !vl_number_field(app, ui, rect, &number)) {
            vl_ui_box(ui, rect, 7, touch.hover ? theme->button_hover : theme->key_cap,
                      theme->key_cap_edge);
            const char *value = text.data + strlen(name) + 2;
            vl_rect words = {rect.x + pad, rect.y, rect.w - 2 * pad, rect.h};
            vl_ui_text(ui, words, VL_TYPE_READING, theme->text, VL_ALIGN_RIGHT, value);
            vl_ui_text(ui, words, VL_TYPE_READING, theme->text_dim, VL_ALIGN_LEFT, name);
        }
        vl_text_free(&text);
    }
    if (!few)
        add_numbers(l, &(vl_number){.kind = VL_NUMBER_STEP}, 1);
    const vl_button remove = {.icon = VL_ICON_MINUS, .label = "remove this lane", .quiet = true};
    float width = vl_ui_button_width(l->ui, &remove);
    if (app->session.lab->count == 1)
        return;
    if (!few || left.w < width)
        (void)place(l, vl_points(l->ui, VL_TARGET), &left);
    vl_rect button = vl_rect_cut_left(&left, width);
    if (vl_ui_button(ui_for(l, button), button, &remove))
        vl_app_remove_lane(app, app->session.chosen);
}

static void add_part(list *l, vl_scene_part part)
{
    char title[VL_NUMBER_NAME];
    vl_number numbers[VL_MOST_NUMBERS];
    vl_session *session = &l->app->session;
    int count = vl_session_part_numbers(session, part, numbers);
    if (count > 0)
        add_heading(l, vl_scene_part_title(session->scene, part, title));
    for (int i = 0; i < count; i++)
        add_numbers(l, &numbers[i], 1);
}

// The part of the scene that has what was probed.
static vl_scene_part probed_part(const vl_app *app)
{
    const vl_chosen *probed = &app->tools.probed;
    if (probed->particle > 0)
        return vl_scene_part_of_particle(app->session.scene, probed->particle);
    if (probed->from > 0)
        return vl_scene_part_of_link(app->session.scene, probed->from, probed->to);
    if (probed->collider > 0)
        return (vl_scene_part){"colliders", probed->collider - 1};
    return (vl_scene_part){NULL, 0};
}

static const char *probed_name(const vl_app *app, char name[VL_NUMBER_NAME])
{
    const vl_session *session = &app->session;
    int number = app->tools.probed.particle;
    if (number == 0)
        return vl_scene_part_title(session->scene, probed_part(app), name);
    const vl_particles *p = &vl_session_run(session)->world->particles;
    return vl_session_particle(session, p->slot_of[number - 1], name);
}

// What matters of a thing that was clicked: what is single, of the ball of a chain its own, then
// vectors; and how fast it is, and where.
static void add_few(list *l)
{
    vl_app *app = l->app;
    vl_number all[VL_MOST_NUMBERS];
    vl_scene_part part = probed_part(app);
    int count = vl_session_part_numbers(&app->session, part, all);
    const char *name = probed_name(app, VL_PARTICLE_BUFFER);
    bool ball = part.list && strcmp(part.list, "chains") == 0 && strcmp(name, "the ball") == 0;
    for (int vectors = 0; vectors < 2; vectors++)
        for (int i = 0, in, rows = 0; i < count && rows < 1 + vectors; i += in) {
            const vl_scene_number *of = &all[i].of;
            for (in = 1; i + in < count && in < (of->axis ? 3 : 2); in++)
                if (all[i + in].of.axis != (of->axis ? of->axis + in : 0) ||
                    all[i + in].of.within != of->within)
                    break;
            if (vectors ? !of->axis : of->axis || ball != (of->within != NULL))
                continue;
            add_numbers(l, &all[i], in);
            rows++;
        }
    vl_rect row;
    char text[2 * VL_FIGURE_SIZE];
    const vl_probe_reading *r = &app->digits.probe[app->session.chosen];
    bool moves = app->tools.probed.particle > 0 && !is_dial(app);
    if (!moves || !place(l, l->ui->metrics->height[VL_TYPE_MEDIUM], &row))
        return;
    snprintf(text, sizeof text, "now %s, height %s",
             vl_figure_unit(vl_length(r->v), 3, "m/s", VL_FIGURE_BUFFER),
             vl_figure_unit(r->x.y, 3, "m", VL_FIGURE_BUFFER));
    vl_draw_fitting(l->ui, row, VL_TYPE_READING, l->ui->theme->text, VL_ALIGN_LEFT, text);
}

static void add_all(list *l)
{
    const vl_session *session = &l->app->session;
    vl_scene_part probed = probed_part(l->app);
    if (l->app->tools.probed.particle > 0) {
        add_heading(l, probed_name(l->app, VL_PARTICLE_BUFFER));
        add_probe(l);
    }
    if (probed.list)
        add_part(l, probed);
    add_settings(l, false);
    add_part(l, (vl_scene_part){NULL, 0});
    add_readings(l);
    for (const char *const *name = vl_scene_lists; *name; name++) {
        int count = vl_scene_part_count(session->scene, *name);
        bool among = probed.list && strcmp(probed.list, *name) == 0;
        for (int i = 0; i < count && count <= MOST_PARTS; i++)
            if (!among || i != probed.index) // which has been shown
                add_part(l, (vl_scene_part){*name, i});
    }
}

void vl_numbers_draw(vl_app *app, const vl_ui *ui)
{
    vl_ui still = *ui;
    still.pointer.away = true;
    const vl_ui words = vl_explained(ui, false);
    list l = {.app = app, .ui = ui, .still = &still, .words = &words};
    const vl_button more = {.label = "more"};
    bool few = app->drawer.few, lane = app->tools.probed.lane;
    const char *title = !few   ? "Numbers"
                        : lane ? vl_lab_label(app->session.lab, app->session.chosen)
                               : probed_name(app, VL_PARTICLE_BUFFER);
    if (vl_ui_drawer(ui, app->layout.drawer, title, &l.area))
        vl_app_toggle_drawer(app, VL_DRAWER_NUMBERS);
    float width = vl_ui_button_width(ui, &more), high = vl_points(ui, VL_TARGET);
    float end = l.area.x + l.area.w - vl_points(ui, VL_TARGET + VL_GAP); // left of the cross
    if (few && vl_ui_button(ui, (vl_rect){end - width, l.area.y - high, width, high}, &more))
        app->drawer.few = false;
    vl_draw_clip(ui->list, l.area);
    if (few && lane)
        add_settings(&l, true);
    else
        (few ? add_few : add_all)(&l);
    vl_draw_unclip(ui->list);
    app->drawer.scroll += l.reach;
    vl_ui_scroll(ui, l.area, l.y, &app->drawer.scroll);
}
