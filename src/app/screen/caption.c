// What is written on the stage: what the scene is about, the formula of the running method, and a
// deliberate mistake.

#include "app/screen/parts.h"

#include "physics/integrators/integrators.h"

#include <ctype.h>

// Points, of a formula that has its lines beside one another.
static const float between_lines = 32;

// --- a deliberate mistake: its formula ---

// Writes the title and returns the line below it.
static const char *write_mark(const vl_app *app, char *title, size_t size)
{
    const vl_session *session = &app->session;
    const vl_mistake *mistake = session->scene->mistake;
    bool off = session->mistake_off, made = vl_session_can_mistake(session);
    const char *is = off ? "mistake off" : made ? "broken" : "not made here";
    snprintf(title, size, "%s: %s", is, mistake->title);
    return off                                    ? mistake->right
           : made                                 ? mistake->wrong
           : vl_session_run(session)->lane.engine ? "the preset of an engine has no mistakes"
           : mistake->only                        ? mistake->only
                                                  : "only with rods or strings";
}

// Describes the mistake and what is computed because of it, once vl_app_mistake_is_told(). If it is
// switched off the block says what is right; if the method cannot make it, which methods can. A
// click switches it.
static void mistake_mark_draw(vl_app *app, const vl_ui *ui, vl_rect rect)
{
    const vl_theme *theme = ui->theme;
    char title[128];
    if (vl_ui_control(ui, rect).clicked) {
        vl_command command = vl_command_get(vl_command_named("Q", 1));
        command.act(app, &command);
    }
    const char *below = write_mark(app, title, sizeof title);
    bool broken = !app->session.mistake_off && vl_session_can_mistake(&app->session);
    vl_colour colour = broken ? theme->warning_text : theme->text_dim;
    vl_colour edge = broken ? theme->warning_edge : theme->panel_edge;
    vl_rect_cut_bottom(&rect, vl_points(ui, 4));
    vl_ui_box(ui, rect, 6, broken ? theme->warning : theme->panel, edge);
    vl_rect inside = vl_rect_inset(rect, vl_points(ui, 4));
    vl_rect_cut_left(&inside, vl_points(ui, 4));
    float key = vl_ui_keys(ui, NULL, "Q"), line = 1.1f * ui->metrics->height[VL_TYPE_SMALL];
    vl_rect cap = vl_rect_cut_right(&inside, key + vl_points(ui, 4));
    vl_ui_keys(ui, &cap, "Q");
    vl_ui_text(ui, vl_rect_cut_top(&inside, line), VL_TYPE_SMALL, colour, VL_ALIGN_LEFT, title);
    vl_ui_text(ui, vl_rect_cut_top(&inside, line), VL_TYPE_SMALL, colour, VL_ALIGN_LEFT, below);
}

// --- the formula of the running method ---

enum {
    VECTOR_SIZE = 4 * VL_FIGURE_SIZE,
    STATE_DECIMALS = 4, // so that the result has the three that are shown
    RESULT_DECIMALS = 3,
};

static const vl_integrator *method(const vl_app *app)
{
    return vl_integrators[vl_lane_method(&vl_session_run(&app->session)->lane)];
}

enum { FORMULA_SIZE = 512 };

// Below an answer that another lane decides it says whose it is, where it has the width.
static const char *formula_of(const vl_app *app, int lane, bool named, char text[FORMULA_SIZE])
{
    const vl_session *session = &app->session;
    const vl_lane *of = &session->lab->runs[lane].lane;
    bool told = vl_session_task(session) == VL_TASK_TOLD && !app->layout.small;
    bool other = named && told && lane != vl_session_deciding_lane(session);
    snprintf(text, FORMULA_SIZE, other ? "%s:  %s" : "%.0s%s", vl_lab_label(session->lab, lane),
             of->engine ? of->engine->formula : vl_integrators[vl_lane_method(of)]->formula);
    return text;
}

// Of a dial only the angle is told, in rad in place of metres.
static void add_vector(const vl_app *app, vl_text *text, const char *name, vl_vec3 value,
                       int decimals, const char *unit)
{
    bool planar = app->camera.planar;
    const char *x = vl_figure_fixed(value.x, decimals, VL_FIGURE_BUFFER);
    if (vl_session_run(&app->session)->world->particles.dial[app->digits.step.slot])
        vl_text_add(text, "\n%s %s rad%s", name, x, unit + strlen("m"));
    else
        vl_text_add(text, "\n%s (%s, %s%s%s) %s", name, x,
                    vl_figure_fixed(value.y, decimals, VL_FIGURE_BUFFER), planar ? "" : ", ",
                    planar ? "" : vl_figure_fixed(value.z, decimals, VL_FIGURE_BUFFER), unit);
}

// The formula with the deliberate mistake, where that is told; else "".
static const char *mistaken_formula(const vl_app *app)
{
    const vl_mistaken_step *broken =
        vl_mistake_step(vl_session_mistake(&app->session), method(app));
    bool told = broken && broken->formula && vl_app_mistake_is_told(app);
    return told ? broken->formula : "";
}

// The numbers of the step that led to the instant of the readout: its time, what the formula begins
// with, what moved x after the integrator (rods, strings, contacts, a hand), and where that led.
static void add_numbers(const vl_app *app, vl_text *text)
{
    const vl_step_numbers *step = &app->digits.step;
    const vl_integrator *by = step->method;
    const vl_world *world = vl_session_run(&app->session)->world;
    double end = vl_lab_shown_time(app->session.lab, step->time);
    bool of_frames = strstr(mistaken_formula(app), "frame/frame₋");
    double ratio = of_frames ? step->frame_ratio : step->dt / step->dt_old;
    char other[VECTOR_SIZE] = ""; // beside dt: the other one that the formula has, or their ratio
    if (strstr(mistaken_formula(app), "dt₁"))
        snprintf(other, sizeof other, "   dt₁ = %s ms",
                 vl_figure_fixed(1e3 * step->dt_first, 3, VL_FIGURE_BUFFER));
    else if (by->uses_previous_dt)
        snprintf(other, sizeof other, "   %s = %s", of_frames ? "frame/frame₋" : "dt/dt₋",
                 vl_figure_fixed(ratio, 4, VL_FIGURE_BUFFER));
    vl_text_add(text, "%sdt = %s ms%s",
                world->solver.substeps == 1 || of_frames ? "" : "substep:  ",
                vl_figure_fixed(1e3 * step->dt, 3, VL_FIGURE_BUFFER), other);
    vl_text_add(text, "\n%s, from %s to %s s:",
                vl_session_particle(&app->session, step->slot, VL_PARTICLE_BUFFER),
                vl_figure_fixed(end - step->dt, 3, VL_FIGURE_BUFFER),
                vl_figure_fixed(end, 3, VL_FIGURE_BUFFER));
    add_vector(app, text, "x =", step->x, STATE_DECIMALS, "m");
    if (by->keeps_positions)
        add_vector(app, text, "x₋ =", step->x_old, STATE_DECIMALS, "m");
    else if (by->keeps_half_step)
        add_vector(app, text, "v₋ =", step->v_half, RESULT_DECIMALS, "m/s");
    else
        add_vector(app, text, "v =", step->v, RESULT_DECIMALS, "m/s");
    if (by->implicit)
        add_vector(app, text, "v′ =", step->v_predicted, RESULT_DECIMALS, "m/s");
    else
        add_vector(app, text, "a =", step->a, RESULT_DECIMALS, "m/s²");
    const vl_vec3 moved = vl_sub(step->x_new, step->predicted);
    bool links = vl_world_has_hard_links(world), colliders = world->collider_count > 0;
    if (vl_length(moved) > 0)
        add_vector(app, text,
                   world->particles.held[step->slot] ? "+ hand"
                   : links && colliders              ? "+ links, contacts"
                   : links                           ? "+ links"
                   : colliders                       ? "+ contacts"
                                                     : "+ mistake", // that is made on purpose
                   moved, STATE_DECIMALS, "m");
    bool damped = world->damping > 0 || world->damping_per_step > 0;
    add_vector(app, text, damped ? "damped:  x′ =" : "x′ =", step->x_new, RESULT_DECIMALS, "m");
}

// Below the formula, or where that has no room as low as can be.
vl_rect vl_numbers_of_step(vl_app *app, const vl_ui *ui)
{
    const vl_step_numbers *step = &app->digits.step;
    const vl_rect at = app->layout.formula, whole = app->layout.whole;
    const vl_pointer *p = &ui->pointer;
    bool finger = app->hint.held, over = app->hands.points && !(p->away || p->touch);
    if (!(finger || over) || !step->made ||
        !vl_rect_contains(at, finger ? app->hint.x : p->x, finger ? app->hint.y : p->y))
        return (vl_rect){0};
    vl_text text = {0};
    add_numbers(app, &text);
    float side = vl_points(ui, VL_GAP / 2), room = whole.w - at.x - 2 * side;
    vl_rect inside = {at.x + side, 0, fminf(vl_points(ui, VL_CARD_WIDTH), room), 0};
    inside.h = vl_ui_block_height(ui, VL_TYPE_SMALL, text.data, inside.w, VL_MOST_LINES);
    inside.y = fminf(at.y + at.h + 2 * side, whole.h - inside.h - side);
    const vl_rect box = vl_rect_inset(inside, -side);
    vl_ui_box(ui, box, 8, ui->theme->key_cap, ui->theme->panel_edge);
    vl_ui_block(ui, inside, VL_TYPE_SMALL, ui->theme->text, text.data, VL_MOST_LINES);
    vl_text_free(&text);
    return (vl_rect){at.x, at.y, fmaxf(at.w, box.w), box.y + box.h - at.y};
}

// In a small window, and for a projector, for which all type grows, it is as large as the words.
static vl_type_size formula_type(const vl_app *app)
{
    return app->layout.small || app->shown.projector ? VL_TYPE_MEDIUM : VL_TYPE_LARGE;
}

// Of one line of a formula; it is broken in two if even the smallest type is too wide.
static float line_height(const vl_app *app, const vl_ui *ui, const char *line, int length,
                         float width)
{
    bool wide = vl_part_width(ui->metrics, VL_TYPE_SMALL, line, length) > width;
    return wide ? 2 * ui->metrics->height[VL_TYPE_SMALL]
                : 1.1f * ui->metrics->height[formula_type(app)];
}

// Returns the size of a formula in a column of `width` pixels. Its lines are beside one another
// where they have the room.
static vl_rect formula_size(const vl_app *app, const vl_ui *ui, const char *formula, float width)
{
    vl_rect size = {0};
    float row = 1, gap = vl_points(ui, between_lines), line = 0;
    for (vl_type_size most = formula_type(app); *formula; row += line + gap) {
        int length = (int)strcspn(formula, "\n");
        vl_type_size type = vl_ui_fitting(ui, most, formula, length, width);
        size.w = fmaxf(size.w, vl_part_width(ui->metrics, type, formula, length) + 1);
        size.h += line_height(app, ui, formula, length, width);
        line = vl_part_width(ui->metrics, most, formula, length);
        formula += length + (formula[length] == '\n');
    }
    if (row - gap <= width)
        size = (vl_rect){.w = row - gap, .h = 1.1f * ui->metrics->height[formula_type(app)]};
    size.w = fminf(size.w, width);
    return size;
}

// Draws a part of a line once more, which decides or is a mistake.
static void light(const vl_ui *ui, vl_rect line, vl_type_size size, const char *text, int begin,
                  int length)
{
    float side = vl_points(ui, 3), before = vl_part_width(ui->metrics, size, text, begin);
    vl_rect back = {line.x + before - side, line.y - side,
                    vl_part_width(ui->metrics, size, text + begin, length) + 2 * side,
                    ui->metrics->height[size] + 2 * side};
    vl_draw_round_rect(ui->list, back, 2 * side, ui->theme->background);
    vl_draw_round_rect(ui->list, back, 2 * side, vl_colour_fade(ui->theme->held, 0.18f));
    vl_draw_text_part(ui->list, line.x + before, line.y, size, ui->theme->held, text + begin,
                      length);
}

// Counts the bytes that a line has in common with the right one at its beginning and at its end, in
// whole symbols.
static void find_common(const char *right, int right_length, const char *line, int length,
                        int *head, int *tail)
{
    static const char between[] = " ()/"; // symbols

    int shorter = length < right_length ? length : right_length;
    *head = *tail = 0;
    while (*head < shorter && right[*head] == line[*head])
        ++*head;
    while (*head > 0 && *head < length && !strchr(between, line[*head - 1]))
        --*head;
    while (*tail < shorter - *head && right[right_length - 1 - *tail] == line[length - 1 - *tail])
        ++*tail;
    while (*tail > 0 && *tail < length - *head && !strchr(between, line[length - *tail]))
        --*tail;
}

// Each line has the largest size at which it fits. The term that decides is lit when the answer of
// the task is told; of a mistaken formula, what differs from the right one.
static void draw_lines(const vl_app *app, const vl_ui *ui, vl_rect rect, const char *formula,
                       const char *right)
{
    enum { MOST_BYTES = 160 };

    const char *term = app->session.scene->task.term;
    bool told = *term && vl_session_task(&app->session) == VL_TASK_TOLD;
    const vl_type_size most = formula_type(app);
    bool row = rect.h < 1.5f * ui->metrics->height[most];
    while (*formula) {
        char line[MOST_BYTES];
        int length = (int)strcspn(formula, "\n"), right_length = (int)strcspn(right, "\n");
        snprintf(line, sizeof line, "%.*s", length, formula);
        vl_type_size size = vl_ui_fitting(ui, most, line, length, rect.w);
        float width = vl_part_width(ui->metrics, size, line, length) + vl_points(ui, between_lines);
        vl_rect place = row ? vl_rect_cut_left(&rect, fminf(width, rect.w))
                            : vl_rect_cut_top(&rect, line_height(app, ui, line, length, rect.w));
        vl_ui_block(ui, place, size, ui->theme->text, line, 2);
        const char *found = told ? strstr(line, term) : NULL;
        int head, tail;
        find_common(right, right_length, line, length, &head, &tail);
        if (length > head + tail)
            light(ui, place, size, line, head, length - head - tail);
        else if (found)
            light(ui, place, size, line, (int)(found - line), (int)strlen(term));
        formula += length + (formula[length] == '\n');
        right += right_length + (right[right_length] == '\n');
    }
}

// --- the caption ---

enum { SENTENCE_LINES = 8 };

// Points: the widest text, and the widest formula.
static const float widest = 620, widest_task = 720, widest_formula = 460;

// Points: of a stage with words below the card; what sliders leave to the motion at a question; the
// lowest graph above one.
static const float lowest_below = 250, least_motion = 150, least_graph = 72;

// Of the first sentence of notes or a question.
static const char *sentence_end(const char *text)
{
    for (const char *c = text; *c; c++) {
        bool stop = strchr(".!?", *c) != NULL;
        const char *next = c + 1 + strspn(c + 1, " \n");
        if (stop && next > c + 1 && (isupper((unsigned char)*next) || !*next))
            return c + 1;
        if (*c == '\n' && c[1] == '\n')
            return c;
    }
    return text + strlen(text);
}

void vl_first_sentence(const char *notes, vl_text *text)
{
    const char *end = sentence_end(notes);
    vl_text_add(text, "%s", "");
    for (const char *c = notes; c < end; c++)
        vl_text_add_bytes(text, *c == '\n' ? " " : c, *c != '`'); // around keys
}

// What has come since the question, for who only watches: other frames, or where it was asked at
// the start what the scene is about. Adds nothing while it is still to come.
static void add_event(const vl_app *app, vl_text *text)
{
    const vl_session *session = &app->session;
    const vl_scene_task *task = &session->scene->task;
    const vl_frame_marks *marks = &app->graph.marks;
    double time = marks->count > 0 ? marks->times[(marks->count - 1) % VL_MOST_MARKS] : 0, dt[3];
    for (int i = 0; i < 3; i++) // before them, of the first and of the second
        dt[i] = vl_log_length(session->log, vl_session_frame_at(session, time) + i);
    if (time <= task->at && task->at == 0)
        vl_first_sentence(session->scene->notes, text);
    else if (time > task->at && dt[1] > 1.5 * dt[2])
        vl_text_add(text, "The frame at %.3g s was late: it took %.3g ms.", time, 1e3 * dt[1]);
    else if (time > task->at)
        vl_text_add(text, "Since %.3g s there are %.0f frames a second in place of %.0f.", time,
                    1 / dt[1], 1 / dt[0]);
}

// The first sentence of the scene, the question, of which only the end stays, what came instead of
// it, or the answer.
static void add_words(const vl_app *app, vl_task_stage stage, bool before, vl_text *text)
{
    const vl_scene *scene = app->session.scene;
    bool measured = app->session.answer.measured, drawn = scene->task.rule == VL_TASK_DRAW;
    bool end = stage == VL_TASK_AWAITED || (app->layout.low && drawn);
    static const char *const others[] = {"", "", "lanes", "frames", "numbers"};
    vl_difference other = vl_session_differs(&app->session);
    if (app->notice.kind == VL_NOTICE_NOTE && app->notice.said && !before)
        vl_text_add(text, "%s.\n%s", app->notice.title, app->notice.text);
    else if (stage == VL_TASK_UNSEEN) {
        vl_first_sentence(scene->notes, text);
        if (app->session.pacing.waited > 0)
            vl_text_add(text, " A hand delays that.");
    } else if (stage == VL_TASK_VOID && other > VL_OTHER_RUN)
        vl_text_add(
            text,
            "This is another run now, with other %s. `Ctrl+Z` leads back to those of the question.",
            others[other]);
    else if (stage == VL_TASK_VOID && measured)
        vl_session_add_verdict(&app->session, false, text);
    else if (stage == VL_TASK_TOLD)
        vl_session_tell(&app->session, !app->layout.narrow && !app->layout.low, text);
    else if (stage == VL_TASK_VOID)
        vl_text_add(text, "This is another run now.");
    else if (stage == VL_TASK_AWAITED && !app->session.answer.given)
        add_event(app, text);
    const char *question = scene->task.question;
    for (const char *next = question; end && *next; next += strspn(next, " \n")) {
        question = next;
        next = sentence_end(next);
    }
    if (text->length == 0 && stage != VL_TASK_UNSEEN)
        vl_text_add(text, "%s", question);
    bool small = app->layout.narrow || app->layout.low; // where no choice shows it
    if (stage == VL_TASK_AWAITED && app->session.answer.given && small && !drawn) {
        vl_text_add(text, " You said ");
        vl_session_add_said(&app->session, &app->session.answer, text);
        vl_text_add(text, ".");
    }
    bool riddle = stage == VL_TASK_AWAITED && scene->task.rule == VL_TASK_MISTAKE;
    if (riddle || (stage == VL_TASK_VOID && other == VL_DIFFERS_NOT))
        vl_text_add(text, "%s`R` asks again.",
                    isspace((unsigned char)text->data[text->length - 1]) ? "" : " ");
}

// The longest of what may be told to who has answered, or to who has `watched`.
static void add_longest(const vl_app *app, bool watched, vl_text *text)
{
    const vl_scene_task *task = &app->session.scene->task;
    const char *name = "";
    for (int i = 0; i < app->session.lab->count; i++) {
        const char *other = vl_lab_label(app->session.lab, i);
        name = strlen(other) > strlen(name) ? other : name;
    }
    if (watched && task->rule != VL_TASK_MISTAKE)
        vl_text_add(text, "The answer: %s, +888 times at 8.88 s.\n", name);
    else if (task->rule == VL_TASK_DRAW)
        vl_text_add(text, "No: +888 %% at 8.88 s.\nYour curve is off by 888 %% of the largest "
                          "value; up to 88 %% is right. ");
    else if (task->rule == VL_TASK_NUMBER)
        vl_text_add(text,
                    "No: +888 %% at 8.88 s with %s.\nYou said −88.8 m, which has the wrong sign. ",
                    name);
    else if (task->rule == VL_TASK_MISTAKE)
        vl_text_add(text, "Right: %s.\n", app->session.scene->mistake->title);
    else if (app->layout.narrow || app->layout.low)
        vl_text_add(text, "No: %s, +888 %% at 8.88 s.\nYou said %s. ", name, name);
    else
        vl_text_add(text, "Right: %s, +888 %% at 8.88 s.\n", name);
    vl_session_add_because(&app->session, text);
}

// All words of a kind have one type, which the window decides: an answer that of the question, but
// in a small window beside the card, and its reason, which is longer, one for reading. For a
// projector the first sentence leaves its room to the motion.
static vl_type_size words_type(const vl_app *app, vl_task_stage stage, bool reason)
{
    const vl_layout *l = &app->layout;
    bool calm = app->shown.projector && stage == VL_TASK_UNSEEN && !l->small;
    bool lower = l->low || (l->small && !l->narrow && stage >= VL_TASK_TOLD);
    return VL_TYPE_LARGE - l->small - lower - calm - (reason ? 2 - l->small : 0);
}

// Breaks words into lines. The last one is no short rest if narrower ones are as few.
static int wrap(const vl_text_metrics *metrics, vl_type_size type, const char *text, float width,
                vl_line lines[SENTENCE_LINES])
{
    int fewest = vl_wrap(metrics, type, text, width, lines, SENTENCE_LINES), count = fewest;
    while (count > 1 && count == fewest) {
        float most = 0, last = 0;
        for (int i = 0; i < count; i++, most = fmaxf(most, last))
            last = vl_part_width(metrics, type, lines[i].start, lines[i].length);
        if (last > 0.3f * width)
            return count;
        count = vl_wrap(metrics, type, text, most - 1, lines, SENTENCE_LINES);
    }
    return vl_wrap(metrics, type, text, width, lines, SENTENCE_LINES);
}

// The size of words in a column, which may be drawn there: the first line, and below it in smaller
// type its reason.
static vl_rect put_words(const vl_app *app, const vl_ui *ui, vl_rect left, vl_task_stage stage,
                         const char *words, bool drawn)
{
    vl_rect size = {left.x, left.y, 1, 0}; // where there are no words, too
    for (bool reason = stage == VL_TASK_VOID; *words; reason = true) {
        size_t length = reason ? strlen(words) : strcspn(words, "\n");
        vl_text text = {0};
        vl_line lines[SENTENCE_LINES];
        vl_type_size type = words_type(app, stage, reason);
        vl_text_add_bytes(&text, words, length);
        const vl_text_metrics metrics = vl_ui_metrics(ui, text.data);
        int count = wrap(&metrics, type, text.data, left.w, lines);
        vl_rect part = {left.x, left.y + size.h, 0, (float)count * metrics.height[type]};
        for (int i = 0; i < count; i++)
            part.w =
                fmaxf(part.w, vl_part_width(&metrics, type, lines[i].start, lines[i].length) + 1);
        size = (vl_rect){left.x, left.y, fmaxf(size.w, part.w), size.h + part.h};
        if (drawn)
            vl_ui_block(ui, part, type, ui->theme->text, text.data, SENTENCE_LINES);
        vl_text_free(&text);
        words += length + (words[length] == '\n');
    }
    return size;
}

// The size of what is said at a stage; `before` it is known, of any lane.
static vl_rect words_size(vl_app *app, const vl_ui *ui, vl_rect left, vl_task_stage stage,
                          bool before)
{
    vl_rect size = {left.x, left.y, 0, 0};
    const bool longest = before && stage >= VL_TASK_TOLD;
    const bool both = longest && !app->layout.narrow && !app->layout.low;
    for (int watched = 0; watched <= both; watched++) {
        vl_text text = {0};
        if (longest)
            add_longest(app, watched, &text);
        else
            add_words(app, stage, before, &text);
        vl_rect words = put_words(app, ui, left, stage, text.data, false);
        size = (vl_rect){left.x, left.y, fmaxf(size.w, words.w), fmaxf(size.h, words.h)};
        vl_text_free(&text);
    }
    return size;
}

void vl_caption_layout(vl_app *app, const vl_ui *ui, vl_rect stage)
{
    vl_layout *l = &app->layout;
    const vl_task_stage now = vl_app_task(app);
    const vl_scene *scene = app->session.scene;
    bool asks = l->asks_in_card, has_task = scene->has_task, below = l->narrow && l->figures.w > 0;
    bool asked_now = now == VL_TASK_ASKED, small = l->low && !asked_now; // the words alone
    float side = ui->side, gap = vl_points(ui, VL_HEAD_GAP), beside = vl_points(ui, VL_GAP);
    // theory leaves room for the figures and the motion
    if (vl_theory_is_open(app) || (asks && l->figures.w <= 2 * side) ||
        (below && !asked_now && now < VL_TASK_TOLD &&
         stage.h - l->figures.h < vl_points(ui, lowest_below)))
        return;
    const float under_card = l->figures.y + l->figures.h + beside;
    const vl_rect card_place = {l->figures.x + side, l->figures.y + beside / 2,
                                l->figures.w - 2 * side, stage.h};
    // the name of the scene has air below it in its row
    vl_rect_cut_top(&stage, gap - (l->title.h - ui->metrics->height[VL_TYPE_TITLE]) / 2);
    vl_rect_cut_left(&stage, side); // at the right words may be as wide as boxes
    float card = l->figures.w > 0 && !below ? l->figures.x - beside - stage.x : stage.w;
    vl_rect left = {stage.x, stage.y, asks ? stage.w : card, stage.h};
    vl_rect place = {left.x, below ? under_card : left.y, card, stage.h};
    place.w = fminf(place.w, vl_points(ui, has_task ? widest_task : widest));
    left = asks ? card_place : left;
    vl_rect_cut_top(&left, below && !asks ? under_card - left.y : 0);
    left.w = fminf(left.w, vl_points(ui, has_task ? widest_task : widest));
    bool row = scene->task.rule < VL_TASK_NUMBER || scene->task.rule == VL_TASK_MISTAKE;
    bool given = now == VL_TASK_AWAITED && app->session.answer.given;
    bool tight = l->small && app->pages.open == &vl_page_dock; // which leaves the motion little
    bool choices =
        asked_now || (!below && !small && !tight && (given || (row && now == VL_TASK_TOLD)));
    bool passed = now == VL_TASK_AWAITED && scene->task.at > 0; // nothing moves at the event itself
    bool large = (tight || (app->shown.projector && !passed)) && !choices; // until it comes
    vl_rect words = words_size(app, ui, left, now, false), most = {0};
    // in a low window the place of the card has room for the question while that is not asked, too
    bool curve = scene->task.rule == VL_TASK_DRAW;
    bool was_in_card = l->low && !asked_now && !curve && card_place.w > 0;
    vl_rect asked = was_in_card ? card_place : left;
    vl_rect question = was_in_card ? words_size(app, ui, asked, VL_TASK_ASKED, false) : words;
    vl_rect_cut_top(&asked, question.h + gap);
    bool may_ask = has_task && vl_session_differs(&app->session) != VL_OTHER_LANES;
    asked = may_ask ? vl_question_layout(app, ui, asked) : (vl_rect){0};
    l->choice_count = choices ? l->choice_count : 0;
    vl_rect lines = {0}, highest = {0}; // of the lanes that may decide
    const bool marked = scene->mistake && vl_app_mistake_is_told(app);
    l->caption = (vl_rect){left.x, left.y, words.w, words.h};
    if (small) // where a mistake and its formula are below the card, for which the graph is lower
        left = (vl_rect){l->figures.x + side, under_card, l->figures.w - 1.5f * side,
                         stage.y + stage.h - under_card};
    left.w = fminf(left.w, vl_points(ui, widest_formula));
    // a task without a term is about something else, and that needs the room
    bool decides = !has_task || *scene->task.term || scene->mistake;
    for (int i = 0; decides && (!small || marked) && !asks && i < app->session.lab->count; i++) {
        char text[FORMULA_SIZE];
        bool chosen = i == app->session.chosen, term = *scene->task.term;
        const char *formula = formula_of(app, i, false, text);
        bool may = term && strstr(formula, scene->task.term);
        vl_rect size = formula_size(app, ui, formula, left.w);
        highest.h = may || chosen ? fmaxf(highest.h, size.h) : highest.h;
        highest.w = may || (chosen && !term) ? fmaxf(highest.w, size.w) : highest.w;
        lines = chosen ? formula_size(app, ui, formula_of(app, i, true, text), left.w) : lines;
    }
    // the stage does not move with what is said, nor do sliders, so there is room for the highest
    float mark = scene->mistake ? 2.2f * ui->metrics->height[VL_TYPE_SMALL] + vl_points(ui, 12) : 0;
    float few = row && may_ask && !below ? fminf(asked.h, vl_points(ui, VL_TARGET)) + gap : 0;
    const float graph = below && !curve ? l->graph.h : 0; // of that a question may take the room
    float rows = 0, end = 0;                              // how far down the stage is left free
    for (int i = 0; i <= (has_task ? VL_TASK_VOID : 0); i++) { // whatever a tool says
        bool question_here = i == VL_TASK_ASKED, told = i == VL_TASK_TOLD;
        bool elsewhere = question_here ? !may_ask || l->low || (large && !below)
                                       : large && i >= VL_TASK_TOLD && (int)now < i;
        bool known = app->shown.projector || (mark > 0 && told); // of a mistake much is told
        vl_rect other = elsewhere ? (vl_rect){0}
                        : known && has_task && i == (int)now
                            ? words
                            : words_size(app, ui, place, (vl_task_stage)i, true);
        most = (vl_rect){.w = fmaxf(most.w, other.w), .h = fmaxf(most.h, other.h)};
        float y = place.y + other.h - (question_here ? graph : 0);
        y += elsewhere ? 0 : question_here ? asked.h + gap : told ? few : 0;
        rows = fmaxf(rows, y);
        y += elsewhere || question_here || highest.h <= 0 ? 0 : highest.h + gap;
        end = fmaxf(end, y + (told && !elsewhere && mark > 0 ? mark + gap : 0));
    }
    float over = asked_now && graph > 0 ? fmaxf(asked.y + asked.h - rows, 0) : 0;
    l->folded = over > graph - vl_points(ui, least_graph) ? graph : over;
    l->figures.h -= l->folded;
    l->graph.h -= l->folded;
    l->caption.y -= l->folded;
    bool riddle = now == VL_TASK_AWAITED && scene->task.rule == VL_TASK_MISTAKE;
    if (riddle || now == VL_TASK_VOID || (app->notice.kind && app->notice.said)) // it may have keys
        vl_layout_cover(l, l->caption);
    float foot = l->caption.y + words.h;
    for (int i = 0; i < l->choice_count; i++) {
        l->choice[i].y -= l->folded;
        vl_layout_cover(l, l->choice[i]);
        foot = fmaxf(foot, l->choice[i].y + l->choice[i].h);
    }
    l->said = (vl_rect){place.x, place.y, most.w, most.h};
    if (has_task && (asks || was_in_card))
        l->choice_room = asked;
    const float low = place.y + most.h, both = lines.h + gap + mark;
    float cut = fmaxf(both - left.h, 0); // by which the graph is lower for them
    if (asks || (small && (!marked || l->graph.h - cut < vl_points(ui, least_graph))))
        return;
    if (small) {
        l->figures.h -= cut;
        l->graph.h -= cut;
        left = (vl_rect){left.x, left.y - cut, left.w, left.h + cut};
        l->written = (vl_rect){l->figures.x, left.y, l->figures.w, both};
    } else {
        vl_rect_cut_top(&left, foot + gap - left.y);
        l->written = (vl_rect){left.x, low, mark > 0 ? left.w : highest.w, fmaxf(end - low, 0)};
        l->choice_room = (vl_rect){left.x, low, fmaxf(asked.w, l->written.w), fmaxf(rows - low, 0)};
    }
    if (l->choice_count == 0 || now == VL_TASK_TOLD) {
        l->formula = vl_rect_cut_top(&left, lines.h);
        l->formula.w = lines.w;
        vl_rect_cut_top(&left, lines.h > 0 ? gap : 0);
    }
    if (marked && left.h >= mark) {
        l->mark = vl_rect_cut_top(&left, mark);
        vl_place_control(app, vl_command_named("Q", 1), l->mark);
        vl_layout_cover(l, l->mark);
    }
    float rest = small ? 0 : stage.y + stage.h - (below ? vl_points(ui, least_motion) : 0);
    l->sliders = vl_sliders_layout(app, ui, (vl_rect){left.x, end + gap, left.w, rest - end - gap});
}

// A text is read over the grid, but not over cloth and links.
static void draw_back(const vl_ui *ui, vl_rect rect)
{
    vl_draw_round_rect(ui->list, vl_rect_inset(rect, -vl_points(ui, VL_GAP / 2)), vl_points(ui, 8),
                       vl_colour_fade(ui->theme->background, 0.94f));
}

void vl_caption_draw(vl_app *app, const vl_ui *ui)
{
    const vl_layout *l = &app->layout;
    if (l->caption.w <= 0)
        return;
    vl_text text = {0};
    const vl_task_stage stage = vl_app_task(app);
    draw_back(ui, l->caption);
    add_words(app, stage, false, &text);
    const vl_ui words = vl_explained(ui, false);
    put_words(app, &words, l->caption, stage, text.data, true);
    vl_text_free(&text);
    vl_question_draw(app, ui);
    if (l->formula.w > 0) {
        const vl_ui explained = vl_explained(ui, true);
        char formula[FORMULA_SIZE];
        const char *wrong = mistaken_formula(app);
        const char *right = formula_of(app, app->session.chosen, true, formula);
        draw_back(ui, l->formula);
        draw_lines(app, &explained, l->formula, *wrong ? wrong : right, right);
    }
    vl_sliders_draw(app, ui);
    if (l->mark.w > 0)
        mistake_mark_draw(app, ui, l->mark);
}
