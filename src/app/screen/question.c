// The question of a task: its choices as buttons, or the field of a number.

#include "app/screen/parts.h"

#include "physics/integrators/integrators.h"

// Points: of a button, its least width, beside its text, and steps down to the least, where that
// makes fewer rows; of the field.
static const float button_height = 48, least_width = 108, usual_pad = 20, pads = 5, least_pad = 10,
                   field_width = 200, two_columns = 560, edge = 6, indent = 10, tick = 14;

enum { MEANING_LINES = 4 };

static const vl_number field_of_answer = {.kind = VL_NUMBER_ANSWER, .place = VL_NUMBER_ON_STAGE};

// Those of a single lane are written as its name is.
static vl_type_size type_of(const vl_app *app, unsigned choice)
{
    bool one = choice && !(choice & (choice - 1));
    return one && app->session.scene->task.rule != VL_TASK_MISTAKE ? VL_TYPE_NAME : VL_TYPE_MEDIUM;
}

// What a candidate for a mistake means, below its name, or where there is no room for it where it
// is pointed at; NULL where it says that itself.
static const char *meaning_of(const vl_app *app, unsigned choice)
{
    for (int i = 0; app->session.scene->task.rule == VL_TASK_MISTAKE && i < vl_mistake_count; i++)
        if (choice == 1u << i)
            return vl_mistakes[i].people;
    return NULL;
}

static float width_of(const vl_app *app, const vl_ui *ui, unsigned choice, float pad)
{
    vl_text text = {0};
    vl_session_add_choice(&app->session, choice, false, &text);
    float width = vl_text_width(ui->metrics, type_of(app, choice), text.data);
    vl_text_free(&text);
    bool told = vl_session_task(&app->session) == VL_TASK_TOLD; // with room for a tick
    bool ticked = told && choice == vl_session_right(&app->session).choice;
    width += vl_points(ui, ticked ? fmaxf(2 * pad, tick + 2.5f * edge) : 2 * pad);
    return fmaxf(width, pad < usual_pad ? 0 : vl_points(ui, least_width));
}

// Around the words of a candidate with its meaning, but for `indent` at their left, points.
static float side_of(const vl_app *app)
{
    return app->layout.low ? edge / 2 : edge;
}

// The type of meanings in one column or two.
static vl_type_size type_of_meaning(bool two)
{
    return two ? VL_TYPE_READING : VL_TYPE_SMALL;
}

// Candidates with their meanings are in two columns, or where that has no room in small type.
static vl_rect cell_of(const vl_app *app, const vl_ui *ui, float width, const unsigned *choices)
{
    float side = vl_points(ui, side_of(app)), left = vl_points(ui, indent), highest = 0;
    bool two = width >= vl_points(ui, two_columns);
    width = two ? (width - vl_points(ui, 8)) / 2 : width;
    for (int i = 0; i < app->layout.choice_count; i++)
        highest =
            fmaxf(highest, vl_ui_block_height(ui, type_of_meaning(two), meaning_of(app, choices[i]),
                                              width - left - side, MEANING_LINES));
    return (vl_rect){.w = width, .h = ui->metrics->height[VL_TYPE_MEDIUM] + 2 * side + highest};
}

// Puts them into rows from the left, or a few: what is right and what was said. Returns their size.
static vl_rect place(vl_app *app, const vl_ui *ui, vl_rect column, const unsigned *choices,
                     float pad, bool few)
{
    const unsigned right = vl_session_right(&app->session).choice;
    const vl_answer *answer = &app->session.answer;
    vl_layout *l = &app->layout;
    vl_rect cell = {.w = vl_points(ui, field_width), .h = vl_points(ui, button_height)};
    const bool meant = choices && l->meant;
    cell = meant ? cell_of(app, ui, column.w, choices) : cell;
    float gap = vl_points(ui, meant && l->low ? 5 : 8), height = cell.h, x = 0;
    vl_rect size = {column.x, column.y, 0, height};
    for (int i = 0; i < l->choice_count; i++) {
        l->choice[i] = (vl_rect){0};
        if (few && choices && choices[i] != right &&
            !(answer->given && choices[i] == answer->choice))
            continue;
        float width = choices && !meant ? width_of(app, ui, choices[i], pad) : cell.w;
        width = fminf(width, column.w);
        if (x > 0 && x + width > column.w + 0.5f) {
            x = 0;
            size.h += height + gap;
        }
        l->choice[i] = (vl_rect){column.x + x, column.y + size.h - height, width, height};
        size.w = fmaxf(size.w, x + width);
        x += width + gap;
    }
    return size;
}

vl_rect vl_question_layout(vl_app *app, const vl_ui *ui, vl_rect column)
{
    vl_layout *l = &app->layout;
    unsigned choices[VL_TASK_CHOICES];
    int count = vl_task_choices(app->session.scene, app->session.lab->count, choices);
    // without a graph on the screen nobody can draw a curve
    bool curve = app->session.scene->task.rule == VL_TASK_DRAW;
    l->choice_count = curve && l->graph.w <= 0 && !app->pages.open ? 0 : count > 0 ? count : 1;
    if (l->choice_count == 0)
        return (vl_rect){column.x, column.y, 0, 0};
    float pad = usual_pad - (app->shown.projector ? 1.0f : 0);
    const unsigned *all = count > 0 ? choices : NULL;
    bool below = l->narrow && l->figures.w > 0; // where its room stays
    bool open = below || vl_session_task(&app->session) < VL_TASK_TOLD;
    l->meant = all && meaning_of(app, *all) && open;
    if (l->meant && l->low) // where a low window has no room, and once it is told, a name is alone
        l->meant = place(app, ui, column, all, pad, false).h <= column.h;
    const float fewest = place(app, ui, column, all, least_pad, false).h;
    vl_rect size = place(app, ui, column, all, pad, false);
    while (size.h > fewest) {
        pad = fmaxf(pad - pads, least_pad);
        size = place(app, ui, column, all, pad, false);
    }
    if (vl_session_task(&app->session) == VL_TASK_TOLD && fewest > vl_points(ui, button_height))
        (void)place(app, ui, column, all, usual_pad, true); // the motion needs the other rows
    if (count == 0 || curve)                                // as wide as formulas are
        size.w = fmaxf(size.w, fminf(vl_points(ui, 2 * field_width + 8), column.w));
    return size;
}

// What is right is filled and ticked once it is told, and what was said is outlined. Returns the
// rest, and the colour for it.
static vl_rect draw_box(const vl_ui *ui, vl_rect rect, bool hover, bool said, bool right,
                        vl_colour *ink)
{
    const vl_theme *theme = ui->theme;
    float side = vl_points(ui, 8), ring = vl_points(ui, said ? 3 : 1);
    vl_colour face = hover ? theme->button_hover : theme->key_cap;
    vl_draw_round_rect(ui->list, rect, side, right ? theme->text : face);
    vl_draw_round_frame(ui->list, said ? vl_rect_inset(rect, -ring) : rect, side, ring,
                        said ? theme->accent : theme->key_cap_edge);
    *ink = right ? theme->background : *ink;
    vl_rect_cut_left(&rect, vl_points(ui, right ? edge / 2 : 0));
    if (right)
        vl_draw_icon(ui->list, VL_ICON_TICK, vl_rect_cut_left(&rect, vl_points(ui, tick)), *ink);
    return rect;
}

// The field of a number; then what was said.
static void draw_number(vl_app *app, const vl_ui *ui, vl_rect rect)
{
    const vl_session *session = &app->session;
    const vl_quantity *quantity = vl_session_asked(session);
    vl_unit unit = vl_quantity_unit(quantity, &vl_session_run(session)->shown);
    bool asked = vl_session_task(session) == VL_TASK_ASKED;
    if (asked && vl_number_field(app, ui, rect, &field_of_answer))
        return;
    char text[VL_HINT_SIZE], figure[VL_QUANTITY_SIZE];
    vl_quantity_write(quantity, unit.factor * session->answer.number, unit.name, figure);
    snprintf(text, sizeof text, "%s %s", asked ? "a number in" : "you said",
             asked ? unit.name : figure);
    vl_colour ink = asked ? ui->theme->text_dim : ui->theme->text;
    rect = vl_rect_inset(draw_box(ui, rect, false, !asked, false, &ink), vl_points(ui, edge));
    vl_draw_fitting(ui, rect, VL_TYPE_MEDIUM, ink, VL_ALIGN_CENTER, text);
}

// What was said stays lit while the scene goes on, and beside what is right.
static void draw_choice(vl_app *app, const vl_ui *ui, vl_rect rect, unsigned choice, int number)
{
    const vl_theme *theme = ui->theme;
    const vl_answer *answer = &app->session.answer;
    const vl_task_stage stage = vl_app_task(app);
    bool asked = stage == VL_TASK_ASKED, said = answer->given && answer->choice == choice;
    bool right = stage == VL_TASK_TOLD && choice == vl_session_right(&app->session).choice;
    asked = asked && (app->session.scene->task.rule != VL_TASK_DRAW || answer->drawn);
    vl_touch touch = asked ? vl_ui_control(ui, rect) : (vl_touch){0};
    vl_text text = {0};
    char hint[VL_HINT_SIZE];
    int first = 0;
    while (choice && !(choice & 1u << first))
        first++;
    bool lane = type_of(app, choice) == VL_TYPE_NAME;
    vl_colour ink = lane ? vl_app_lane_style(app, first).colour : theme->text;
    ink = asked || said ? ink : theme->button_disabled_text;
    vl_session_add_choice(&app->session, choice, false, &text);
    const vl_rect whole = rect;
    rect = draw_box(ui, rect, touch.hover, said, right, &ink);
    const char *people = meaning_of(app, choice), *meaning = app->layout.meant ? people : NULL;
    const float side = vl_points(ui, meaning ? side_of(app) : 0);
    vl_rect words = vl_rect_inset(rect, side);
    vl_rect_cut_left(&words, meaning ? vl_points(ui, indent) - side : 0);
    vl_rect name = meaning ? vl_rect_cut_top(&words, ui->metrics->height[VL_TYPE_MEDIUM]) : words;
    vl_ui_text(ui, name, vl_ui_fitting(ui, type_of(app, choice), text.data, text.length, rect.w),
               ink, meaning ? VL_ALIGN_LEFT : VL_ALIGN_CENTER, text.data);
    snprintf(hint, sizeof hint, "%d", number); // the key, which a hint tells of others
    if (asked && meaning)
        vl_ui_text(ui, name, VL_TYPE_SMALL, theme->text_dim, VL_ALIGN_RIGHT, hint);
    if (meaning)
        vl_ui_block(ui, words, type_of_meaning(app->layout.choice[0].y == app->layout.choice[1].y),
                    theme->text_dim, meaning, MEANING_LINES);
    snprintf(hint, sizeof hint, "your answer  (%d)", number);
    if (asked && !meaning && !vl_focus_is_at(ui->focus, whole))
        vl_ui_hint(ui, whole, NULL, people ? people : hint);
    if (touch.clicked)
        vl_session_say(&app->session, choice, 0);
    vl_text_free(&text);
}

void vl_question_draw(vl_app *app, const vl_ui *ui)
{
    unsigned choices[VL_TASK_CHOICES];
    int count = vl_task_choices(app->session.scene, app->session.lab->count, choices);
    for (int i = 0; i < app->layout.choice_count; i++)
        if (count == 0)
            draw_number(app, ui, app->layout.choice[i]);
        else if (app->layout.choice[i].w > 0)
            draw_choice(app, ui, app->layout.choice[i], choices[i], i + 1);
}
