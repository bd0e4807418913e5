// Frames as bars: the strip of those that were and those to come, and the same large in a drawer.

#include "app/screen/parts.h"

#include "base/text.h"
#include "ui/number.h"

#include <stdio.h>
#include <string.h>

// --- bars ---

static const double before = 2 / 3.;                     // part of the window before now
static const double finest = 1e-4, longest_drawn = 0.25; // s; what is drawn has steps of the first
static const float slip = 6;                             // points; a pointer that moves less clicks

// --- where bars are ---

static float x_of(const vl_bars *b, double time)
{
    return b->rect.x + (float)((time - b->begin) / (b->end - b->begin)) * b->rect.w;
}

static float y_of(const vl_bars *b, double dt)
{
    return b->rect.y + b->rect.h * (float)(1 - fmin(fmax(dt, 0) / b->full, 1));
}

static double begin_of(const vl_bars *b, int index)
{
    return b->frames.end[index] - 1e-3 * fmax(b->frames.dt[index], 0);
}

static int index_at(const vl_bars *b, float x)
{
    double time = b->begin + (b->end - b->begin) * (double)((x - b->rect.x) / b->rect.w);
    int index = 0;
    while (index < b->frames.count && b->frames.end[index] < time)
        index++;
    return index < b->frames.count && begin_of(b, index) <= time ? index : -1;
}

// Above the bars a pointer draws longer frames than they show.
static double length_at(const vl_bars *b, float y)
{
    double part = (double)(1 - (y - b->rect.y) / b->rect.h);
    double dt = 1e-3 * b->full * part;
    return fmin(fmax(round(dt / finest), 5) * finest, longest_drawn);
}

// The longest frame that is not late; 0 where none is late.
static double ordinary_beside_late(const vl_frames *frames)
{
    bool any = false;
    double longest = 0;
    for (int i = 0; i < frames->count; i++) {
        any |= frames->late[i];
        longest = frames->late[i] ? longest : fmax(longest, frames->dt[i]);
    }
    return any ? longest : 0;
}

// Above ordinary frames there is room for what is written of a late one.
static double full_of(const vl_bars *b, double room)
{
    double usual = isnan(b->frames.usual) ? 0 : b->frames.usual;
    double height = (double)b->rect.h, left = height - (double)b->label;
    double full = fmax(b->frames.longest, usual) * room;
    return left > 0 ? fmax(full, ordinary_beside_late(&b->frames) * height / left) : full;
}

void vl_bars_read(vl_bars *b, const vl_app *app, vl_rect rect, double window, double room)
{
    const vl_strip *strip = &app->strip;
    double speed = app->session.pacing.speed, now = app->session.lab->now.time;
    double shift = strip->held ? now - strip->now : 0;
    window *= speed;
    b->rect = rect;
    vl_frames_read(&b->frames, &app->session, before * window + shift, (1 - before) * window);
    b->begin = now - shift - before * window;
    b->end = b->begin + window;
    b->full = strip->held ? strip->full : full_of(b, room);
}

// --- drawing ---

// Returns the width that the scale takes at the left of the bars, pixels.
static float bars_margin(const vl_ui *ui)
{
    return vl_text_width(ui->metrics, VL_TYPE_SMALL, "100 ms") + vl_points(ui, 8);
}

// What was drawn over a frame, ms; its length where nothing was.
static double shown_length(const vl_bars *b, const vl_app *app, int index, bool *edited)
{
    const vl_strip *strip = &app->strip;
    double dt = vl_frame_edit_of(&strip->edit, b->frames.first + index);
    *edited = strip->held && strip->drawing && !isnan(dt);
    return *edited ? 1e3 * dt : b->frames.dt[index];
}

static vl_colour colour_of(const vl_bars *b, const vl_theme *theme, int index, bool edited)
{
    bool made = index < b->frames.made, known = index < b->frames.known;
    vl_colour colour = b->frames.late[index] ? theme->held : theme->plot_axis;
    colour = edited ? theme->accent : colour;
    // opaque, for bars that are narrower than a line lie over one another
    float part = made || edited ? 0 : known ? 0.45f : 0.75f;
    return vl_colour_mix(colour, theme->background, part);
}

static void draw_bar(const vl_bars *b, const vl_app *app, const vl_ui *ui, int index)
{
    bool edited;
    double dt = shown_length(b, app, index, &edited);
    float hair = vl_hair(ui), left = x_of(b, begin_of(b, index)), end = b->rect.x + b->rect.w;
    float right = x_of(b, b->frames.end[index]),
          top = fminf(y_of(b, dt), b->rect.y + b->rect.h - hair);
    if (right - left > 3 * hair)
        right -= hair;
    right = fminf(fmaxf(right, left + hair), end);
    left = fmaxf(left, b->rect.x);
    if (right <= left)
        return;
    vl_rect bar = {left, top, right - left, b->rect.y + b->rect.h - top};
    vl_draw_rect(ui->list, bar, colour_of(b, ui->theme, index, edited));
    if (b->frames.first + index == app->strip.chosen)
        vl_draw_round_frame(ui->list, bar, 0, fmaxf(2 * hair, vl_points(ui, 2)), ui->theme->accent);
}

// --- what is written over the bars ---

typedef struct span {
    float begin, end; // pixels
} span;

static bool meet(span a, span b)
{
    return a.begin < b.end && b.begin < a.end;
}

static const char now_label[] = "now";

static float padding(const vl_ui *ui)
{
    return vl_points(ui, 3);
}

static float label_width(const vl_ui *ui, const char *text)
{
    return vl_text_width(ui->metrics, VL_TYPE_SMALL, text) + 2 * padding(ui);
}

static float line_of_now(const vl_ui *ui)
{
    return fmaxf(2 * vl_hair(ui), vl_points(ui, 2));
}

static void write_in(const vl_bars *b, const vl_ui *ui, span at, const char *text, vl_colour colour)
{
    vl_rect rect = {at.begin, b->rect.y, at.end - at.begin, ui->metrics->height[VL_TYPE_SMALL]};
    vl_draw_rect(ui->list, rect, vl_colour_fade(ui->theme->background, 0.85f));
    rect.x += padding(ui);
    vl_ui_text(ui, rect, VL_TYPE_SMALL, colour, VL_ALIGN_LEFT, text);
}

// The line of the present, and the word beside it.
static span span_of_now(const vl_bars *b, const vl_ui *ui)
{
    float x = x_of(b, b->frames.now), line = line_of_now(ui);
    return (span){x - line / 2, x + line + label_width(ui, now_label)};
}

// Returns the number on a bar, or "" where it is not wide enough for one.
static const char *number_on(const vl_bars *b, const vl_app *app, const vl_ui *ui, int index,
                             char text[VL_FIGURE_SIZE])
{
    bool edited;
    double dt = shown_length(b, app, index, &edited);
    float left = x_of(b, begin_of(b, index)), width = x_of(b, b->frames.end[index]) - left;
    *text = '\0';
    if (width < ui->metrics->height[VL_TYPE_SMALL] || left < b->rect.x ||
        left + width > b->rect.x + b->rect.w)
        return text;
    (void)vl_figure_fixed(dt, dt < 100 ? 1 : 0, text);
    if (width <= vl_text_width(ui->metrics, VL_TYPE_SMALL, text) + vl_points(ui, 4))
        *text = '\0';
    return text;
}

// Writes how long the newest late frame was, on the right of its bar, or on its left at the end of
// the window. Returns where it stands; of no width where nothing is written.
static span label_late(const vl_bars *b, const vl_app *app, const vl_ui *ui, bool numbers)
{
    char text[VL_FIGURE_SIZE + 16], number[VL_FIGURE_SIZE];
    const vl_frames *frames = &b->frames;
    int i = frames->made - 1;
    while (i >= 0 && !frames->late[i])
        i--;
    if (i < 0 || x_of(b, begin_of(b, i)) < b->rect.x ||
        (numbers && *number_on(b, app, ui, i, number)))
        return (span){0, 0};
    snprintf(text, sizeof text, "late: %s ms", vl_figure_fixed(frames->dt[i], 0, VL_FIGURE_BUFFER));
    float gap = vl_points(ui, 4), width = label_width(ui, text), x = x_of(b, begin_of(b, i));
    float right = fmaxf(x_of(b, frames->end[i]), x + gap);
    float left = right + width <= b->rect.x + b->rect.w ? right : x - gap - width;
    span at = {left, left + width};
    write_in(b, ui, at, text, ui->theme->held);
    return at;
}

// A number on each bar that is wide enough for it.
static void label_wide(const vl_bars *b, const vl_app *app, const vl_ui *ui)
{
    float line = ui->metrics->height[VL_TYPE_SMALL];
    for (int i = 0; i < b->frames.count; i++) {
        char text[VL_FIGURE_SIZE];
        bool edited;
        double dt = shown_length(b, app, i, &edited);
        float left = x_of(b, begin_of(b, i)), width = x_of(b, b->frames.end[i]) - left;
        float top = fmaxf(y_of(b, dt) - line, b->rect.y);
        if (*number_on(b, app, ui, i, text))
            vl_ui_text(ui, (vl_rect){left, top, width, line}, VL_TYPE_SMALL,
                       b->frames.late[i] ? ui->theme->held : ui->theme->text, VL_ALIGN_CENTER,
                       text);
    }
}

// A line at a round length, with the length at the left of the bars.
static void draw_scale(const vl_bars *b, const vl_ui *ui)
{
    char text[32];
    double step = vl_nice_step(b->full, 2);
    float hair = vl_hair(ui), y = y_of(b, step), line = ui->metrics->height[VL_TYPE_SMALL];
    float margin = bars_margin(ui), lowest = b->rect.y + b->rect.h - line;
    vl_draw_rect(ui->list, (vl_rect){b->rect.x, y, b->rect.w, hair}, ui->theme->plot_axis);
    snprintf(text, sizeof text, "%g ms", step);
    y = fmaxf(fminf(y - line / 2, lowest), b->rect.y);
    vl_ui_text(ui, (vl_rect){b->rect.x - margin, y, margin - vl_points(ui, 6), line}, VL_TYPE_SMALL,
               ui->theme->text_dim, VL_ALIGN_RIGHT, text);
}

// Whether bars that end at different heights are below a text.
static bool hides_lengths(const vl_bars *b, const vl_ui *ui, span at)
{
    float bottom = b->rect.y + ui->metrics->height[VL_TYPE_SMALL], low = b->rect.y, high = bottom;
    for (int i = 0; i < b->frames.count; i++) {
        float end = fminf(y_of(b, b->frames.dt[i]), bottom);
        if (!meet((span){x_of(b, begin_of(b, i)), x_of(b, b->frames.end[i])}, at))
            continue;
        low = fmaxf(low, end);
        high = fminf(high, end);
    }
    return low - high > 1;
}

static bool is_now_seen(const vl_bars *b)
{
    float x = x_of(b, b->frames.now);
    return x >= b->rect.x && x <= b->rect.x + b->rect.w;
}

static void draw_line_of_now(const vl_bars *b, const vl_ui *ui)
{
    vl_rect line = {span_of_now(b, ui).begin, b->rect.y, line_of_now(ui), b->rect.h};
    if (is_now_seen(b))
        vl_draw_rect(ui->list, line, ui->theme->text);
}

// Only where the word hides no label and no length.
static void write_now(const vl_bars *b, const vl_ui *ui, span late)
{
    span at = span_of_now(b, ui);
    bool meets = meet(late, at);
    at.begin += 1.5f * line_of_now(ui);
    if (is_now_seen(b) && !meets && at.end <= b->rect.x + b->rect.w && !hides_lengths(b, ui, at))
        write_in(b, ui, at, now_label, ui->theme->text);
}

// What the frame under the pointer is, and what is late.
static void explain(const vl_bars *b, const vl_ui *ui)
{
    char text[VL_HINT_SIZE];
    int index = ui->pointer.down ? -1 : index_at(b, ui->pointer.x);
    if (index < 0 || !vl_rect_contains(b->rect, ui->pointer.x, ui->pointer.y))
        return;
    snprintf(text, sizeof text,
             "%s ms%s. A frame is late if it takes more than 1.5 times the median of those around "
             "it, and lies above their upper quartile by more than 1.5 times the distance of the "
             "quartiles: the ordinary spread of jitter is not late. The upright line is now.",
             vl_figure(b->frames.dt[index], 4, VL_FIGURE_BUFFER),
             b->frames.late[index] ? ", late" : "");
    vl_ui_hint(ui, b->rect, NULL, text);
}

// Draws bars, the present, a scale of lengths, and the lengths of late frames; `numbers`: of all
// that are wide enough.
static void bars_draw(const vl_bars *b, const vl_app *app, const vl_ui *ui, bool numbers)
{
    if (!(b->full > 0) || b->rect.w <= 0)
        return;
    for (int i = 0; i < b->frames.count; i++)
        draw_bar(b, app, ui, i);
    draw_scale(b, ui);
    if (numbers)
        label_wide(b, app, ui);
    draw_line_of_now(b, ui);
    write_now(b, ui, label_late(b, app, ui, numbers));
    explain(b, ui);
}

// --- the pointer ---

static void draw_length(const vl_bars *b, vl_strip *strip, float x, float y)
{
    int index = index_at(b, x);
    if (index >= 0)
        vl_frame_edit_set(&strip->edit, b->frames.first + index, length_at(b, y));
}

// Draws along the line from where the pointer was; each bar that it crosses gets its height there.
static void draw_along(const vl_bars *b, vl_strip *strip, float x, float y)
{
    float from = strip->x, over = x - from;
    draw_length(b, strip, from, strip->y);
    int low = index_at(b, fminf(from, x)), high = index_at(b, fmaxf(from, x));
    for (int i = low + 1; low >= 0 && i < high; i++) {
        float middle = x_of(b, b->frames.end[i] - 0.5e-3 * b->frames.dt[i]);
        draw_length(b, strip, middle, strip->y + (y - strip->y) * (middle - from) / over);
    }
    draw_length(b, strip, x, y);
    strip->x = x;
    strip->y = y;
}

static void press(const vl_bars *b, vl_strip *strip, const vl_pointer *p)
{
    strip->held = true;
    strip->drawing = false;
    strip->now = b->frames.now;
    strip->full = b->full;
    strip->x = p->press_x;
    strip->y = p->press_y;
    strip->edit.count = 0;
}

static bool is_pressed(const vl_bars *b, const vl_pointer *p)
{
    return (p->down || p->released) && !p->away &&
           vl_rect_contains(b->rect, p->press_x, p->press_y);
}

static int64_t follow(const vl_bars *b, vl_app *app, const vl_ui *ui)
{
    vl_strip *strip = &app->strip;
    const vl_pointer *p = &ui->pointer;
    bool by_key = vl_ui_control(ui, b->rect).clicked && !p->released;
    if (!is_pressed(b, p)) { // by the keyboard the frame to come is chosen
        strip->held = false;
        return by_key ? b->frames.first + b->frames.made : 0;
    }
    if (!strip->held)
        press(b, strip, p);
    float moved = hypotf(p->x - p->press_x, p->y - p->press_y);
    strip->drawing = strip->drawing || moved > vl_points(ui, slip);
    if (strip->drawing)
        draw_along(b, strip, p->x, p->y);
    if (!p->released)
        return 0;
    strip->held = false;
    if (strip->drawing && strip->edit.count > 0)
        vl_edit_frames(app, &strip->edit);
    int index = strip->drawing ? -1 : index_at(b, p->x);
    return index < 0 ? 0 : b->frames.first + index;
}

// Reads the bars of bars->rect and lets a pointer draw lengths, which the frames get when it lets
// go. Returns the number of a frame that was clicked, or the next one for the key that presses a
// control; else 0.
static int64_t bars_act(vl_bars *b, vl_app *app, const vl_ui *ui, double window, double room)
{
    vl_bars_read(b, app, b->rect, window, room);
    bool changes = is_pressed(b, &ui->pointer);
    int64_t clicked = follow(b, app, ui);
    if (changes)
        vl_bars_read(b, app, b->rect, window, room);
    return clicked;
}

// --- the strip ---

static const double window = 15; // s of simulated time at speed 1: ten that were, five to come

// Points: lower windows have no strip; the bars.
static const float lowest = 160, narrowest = 220, bars_height = 30;

// The buttons get this part of the row, or these points where that is more.
static const float share = 0.4f, least_buttons = 330;

void vl_strip_layout(vl_app *app, const vl_ui *ui, vl_rect *left)
{
    float height = fmaxf(vl_points(ui, bars_height) + ui->metrics->height[VL_TYPE_SMALL],
                         vl_points(ui, VL_TARGET));
    if (left->h < vl_points(ui, lowest))
        return;
    vl_rect row = vl_rect_cut_bottom(left, height);
    vl_rect_cut_bottom(left, vl_points(ui, VL_GAP / 2));
    vl_rect buttons = vl_rect_cut_bottom(&row, vl_points(ui, VL_TARGET));
    float room = fmaxf(share * row.w, vl_points(ui, least_buttons));
    vl_rect bars = vl_rect_cut_left(&buttons, fmaxf(buttons.w - room, vl_points(ui, narrowest)));
    vl_place_buttons(app, ui, VL_PLACE_EDIT, true, &buttons);
    vl_place_buttons(app, ui, VL_PLACE_STRIP, true, &buttons);
    bars.w += buttons.w;
    vl_rect_cut_right(&bars, vl_points(ui, VL_GAP));
    app->layout.strip = (vl_rect){bars.x, bars.y + bars.h - height, bars.w, height};
    vl_layout_cover(&app->layout, app->layout.strip);
}

// --- what is told ---

// The text is in parts separated by tabs. This part names the policy, and says how far an
// interpolated picture is behind the digits.
static void add_policy(vl_text *text, const vl_session *session)
{
    const vl_policy *policy = vl_session_policy(session, session->chosen);
    char label[VL_POLICY_LABEL_SIZE];
    if (vl_policy_is_raw(policy))
        return;
    vl_text_add(text, "\t%s", vl_policy_label(policy, label));
    if (vl_session_draws_between(session, session->chosen))
        vl_text_add(text, "\tpicture %s ms earlier",
                    vl_figure_fixed(1e3 * vl_policy_behind(policy), 0, VL_FIGURE_BUFFER));
}

// Else the label would tell another dt than the frames have.
static void add_slow(vl_text *text, const vl_session *session)
{
    const vl_pacing *pacing = &session->pacing;
    const vl_stream *stream = vl_session_stream(session, session->chosen);
    double factor = pacing->speed / pacing->normal;
    bool own = vl_session_lane_chosen(session)->timestep || session->playing;
    if (!vl_pacing_shrinks(pacing) || factor == 1 || own)
        return;
    vl_text_add(text, " × %.3g by the speed", factor);
    if (stream->kind->period == 1)
        vl_text_add(text, " = %s ms",
                    vl_figure(1e3 * factor * vl_stream_period(stream), 4, VL_FIGURE_BUFFER));
}

// The work of the program that delayed the display, and is no frame time.
static void add_stalls(vl_text *text, const vl_stalls *stalls)
{
    if (stalls->last < 0.0005) // it would read 0 ms
        return;
    vl_text_add(text, "\t%s: %s ms taken off", vl_stall_name(stalls->last_cause),
                vl_figure_fixed(1e3 * stalls->last, 0, VL_FIGURE_BUFFER));
    if (stalls->total > stalls->last)
        vl_text_add(text, ", %s s in all", vl_figure_fixed(stalls->total, 2, VL_FIGURE_BUFFER));
}

// What is measured is not better than the clock. Browsers make theirs coarse.
static void add_clock(vl_text *text, const vl_app *app)
{
    static const double coarse = 1e-4; // s

    double resolution = app->platform->resolution(app->platform);
    if (resolution >= coarse && vl_pacing_is_measured(&app->session.pacing))
        vl_text_add(text, "\tclock tells %s ms", vl_figure(1e3 * resolution, 1, VL_FIGURE_BUFFER));
}

// Where frames of the display are the steps, a slow one makes other steps than those of which the
// notes of the scenes tell.
static bool is_slow(const vl_app *app)
{
    static const double slow = 1.0 / 45; // s

    return *app->session.scene->notes && vl_stalls_usual_length(&app->stalls) > slow &&
           vl_pacing_is_measured(&app->session.pacing);
}

static void add_rate(vl_text *text, const vl_app *app)
{
    if (!isnan(app->digits.frame_rate)) // a picture of one instant has none
        vl_text_add(text, "\t%s frames/s%s",
                    vl_figure_fixed(app->digits.frame_rate, 0, VL_FIGURE_BUFFER),
                    is_slow(app) ? ", the notes tell of 60" : "");
}

// The most important part is first.
static void add_parts(vl_text *text, const vl_app *app)
{
    const vl_session *session = &app->session;
    double lost = vl_session_lost(session);
    double added = vl_session_policy(session, session->chosen)->added;
    vl_text_add(text, "dt ");
    if (vl_app_hides_stream(app))
        vl_text_add(text, "as measured");
    else
        vl_stream_label(vl_session_stream(session, session->chosen), text);
    add_slow(text, session);
    if (is_slow(app))
        add_rate(text, app);
    add_clock(text, app);
    add_policy(text, session);
    if (lost > 0)
        vl_text_add(text, "\t%s s lost", vl_figure_fixed(lost, 2, VL_FIGURE_BUFFER));
    if (added > 0)
        vl_text_add(text, "\t%s s added", vl_figure_fixed(added, 2, VL_FIGURE_BUFFER));
    add_stalls(text, &app->stalls);
    if (!is_slow(app))
        add_rate(text, app);
}

// Replaces each tab of `parts` by `between`.
static void join(vl_text *line, const char *parts, const char *between)
{
    line->length = 0;
    vl_text_add_bytes(line, "", 0); // a text without parts, too
    for (const char *c = parts; *c; c++)
        vl_text_add_bytes(line, *c == '\t' ? between : c, *c == '\t' ? strlen(between) : 1);
}

// If there is too little room the gaps shrink, and then the last parts are left out.
static void fit_parts(const vl_ui *ui, vl_text *line, char *parts, float width)
{
    join(line, parts, "   ·   ");
    while (vl_text_width(ui->metrics, VL_TYPE_SMALL, line->data) > width) {
        bool near = strstr(line->data, "   ·   ") == NULL;
        char *last = near ? strrchr(parts, '\t') : NULL;
        if (near && !last)
            return;
        if (last)
            *last = '\0';
        join(line, parts, " · ");
    }
}

// Writes what is told about the stream of frames.
static void strip_label(const vl_app *app, const vl_ui *ui, vl_rect rect)
{
    vl_text parts = {0}, line = {0};
    add_parts(&parts, app);
    fit_parts(ui, &line, parts.data, rect.w);
    vl_ui_text(ui, rect, VL_TYPE_SMALL, ui->theme->text_dim, VL_ALIGN_LEFT, line.data);
    vl_text_free(&parts);
    vl_text_free(&line);
}

// --- bars ---

// A click on a bar opens the drawer, where its length can be typed.
void vl_strip_draw(vl_app *app, const vl_ui *ui)
{
    vl_rect rect = app->layout.strip;
    vl_bars b;
    if (rect.w <= 0)
        return;
    vl_draw_buttons(app, ui, VL_PLACE_STRIP);
    vl_draw_buttons(app, ui, VL_PLACE_EDIT);
    strip_label(app, ui, vl_rect_cut_top(&rect, ui->metrics->height[VL_TYPE_SMALL]));
    vl_rect_cut_left(&rect, bars_margin(ui));
    b.rect = rect;
    b.label = ui->metrics->height[VL_TYPE_SMALL];
    int64_t clicked = bars_act(&b, app, ui, window, 1);
    if (clicked > 0) {
        vl_app_toggle_drawer(app, VL_DRAWER_FRAMES);
        app->strip.chosen = clicked;
        app->strip.entry = (vl_input){0};
    }
    bars_draw(&b, app, ui, false);
}

// --- the drawer ---

static const double windows[] = {15, 5, 1.5, 0.5, 0.15}; // s, over all bars
static const double room = 1.5;                          // height of the bars over the longest

static const float margin = 14, lowest_bars = 40; // points

static const vl_place places[] = {VL_PLACE_STRIP, VL_PLACE_FRAMES};

static const char title[] = "Frames";

enum { WINDOWS = sizeof windows / sizeof *windows };

enum { PLACES = sizeof places / sizeof *places };

static vl_rect inside_of(const vl_app *app, const vl_ui *ui)
{
    vl_rect inside = vl_rect_inset(app->layout.drawer, vl_points(ui, margin));
    vl_rect_cut_top(&inside, vl_points(ui, VL_TARGET + 8));
    return inside;
}

// Places the buttons for a moment, to see how many rows they need.
float vl_frames_drawer_least(vl_app *app, const vl_ui *ui, float width)
{
    vl_layout *l = &app->layout;
    int buttons = l->button_count, covers = l->cover_count;
    vl_rect left = {0, 0, width - vl_points(ui, 2 * margin), 1e6f};
    vl_wrap_buttons(app, ui, places, PLACES, &left);
    l->button_count = buttons;
    l->cover_count = covers;
    return left.y + vl_points(ui, 2 * margin + VL_TARGET + 8 + lowest_bars);
}

void vl_frames_drawer_layout(vl_app *app, const vl_ui *ui)
{
    vl_rect inside = inside_of(app, ui);
    vl_wrap_buttons(app, ui, places, PLACES, &inside);
    app->layout.bars = inside;
}

// What can be typed, or done with a pointer.
static void draw_line(vl_app *app, const vl_ui *ui, vl_rect rect, const vl_bars *b)
{
    vl_strip *strip = &app->strip;
    int64_t index = strip->chosen - b->frames.first;
    char text[160];
    if (strip->chosen == 0 || index < 0 || index >= b->frames.count) {
        vl_ui_text(ui, rect, VL_TYPE_SMALL, ui->theme->text_dim, VL_ALIGN_LEFT,
                   "Draw over the bars, or click one and type.");
        return;
    }
    double dt = b->frames.dt[index];
    snprintf(text, sizeof text, "Frame %lld: %s ms, %s Hz.  New: ", (long long)strip->chosen,
             vl_figure(dt, 4, VL_FIGURE_BUFFER), vl_figure(1e3 / dt, 4, VL_FIGURE_BUFFER));
    float width = vl_text_width(ui->metrics, VL_TYPE_SMALL, text);
    vl_ui_text(ui, rect, VL_TYPE_SMALL, ui->theme->text, VL_ALIGN_LEFT, text);
    vl_rect_cut_left(&rect, width);
    vl_ui_input(ui, rect, VL_TYPE_SMALL, ui->theme->accent, &strip->entry);
    vl_rect_cut_left(&rect, vl_points(ui, 6)); // the caret
    if (!*strip->entry.text)
        vl_ui_text(ui, rect, VL_TYPE_SMALL, ui->theme->text_dim, VL_ALIGN_LEFT,
                   "6.94 ms or 144 Hz, Enter");
}

static void draw_zoom(vl_app *app, const vl_ui *ui, vl_rect *row)
{
    const vl_button in = {.icon = VL_ICON_ZOOM_IN, .disabled = app->strip.zoom == WINDOWS - 1};
    const vl_button out = {.icon = VL_ICON_ZOOM_OUT, .disabled = app->strip.zoom == 0};
    float target = vl_points(ui, VL_TARGET);
    bool nearer = vl_ui_button(ui, vl_rect_cut_right(row, target), &in);
    vl_rect_cut_right(row, vl_points(ui, VL_GAP / 2));
    bool farther = vl_ui_button(ui, vl_rect_cut_right(row, target), &out);
    vl_rect_cut_right(row, vl_points(ui, VL_GAP));
    app->strip.zoom += (nearer && !in.disabled) - (farther && !out.disabled);
}

// Where there is no room for a line above the bars, what is typed stands beside the title.
static void draw_bars(vl_app *app, const vl_ui *ui, vl_rect rect, vl_rect head)
{
    vl_bars b;
    float line = ui->metrics->height[VL_TYPE_SMALL], gap = vl_points(ui, 4);
    bool low = rect.h < line + gap + vl_points(ui, lowest_bars);
    vl_rect row = low ? head : vl_rect_cut_top(&rect, line);
    vl_rect_cut_top(&rect, low ? 0 : gap);
    vl_rect_cut_left(&rect, bars_margin(ui));
    b.rect = rect;
    b.label = line;
    int64_t clicked = bars_act(&b, app, ui, windows[app->strip.zoom], room);
    if (clicked > 0) {
        app->strip.chosen = clicked;
        app->strip.entry = (vl_input){0};
        app->focus.shown = false;
    }
    bool typed = app->strip.chosen > 0;
    if (!low || typed)
        draw_line(app, ui, row, &b);
    if (!low || !typed)
        strip_label(app, ui, head);
    bars_draw(&b, app, ui, true);
}

// Beside the title it is told what the strip tells above its bars.
void vl_frames_draw(vl_app *app, const vl_ui *ui)
{
    vl_rect inside, head;
    if (vl_ui_drawer(ui, app->layout.drawer, title, &inside))
        vl_app_toggle_drawer(app, VL_DRAWER_FRAMES);
    head = (vl_rect){inside.x, app->layout.drawer.y + vl_points(ui, margin), inside.w,
                     vl_points(ui, VL_TARGET)};
    vl_rect_cut_left(&head, vl_text_width(ui->metrics, VL_TYPE_LARGE, title) + vl_points(ui, 24));
    vl_rect_cut_right(&head, vl_points(ui, VL_TARGET + VL_GAP));
    draw_zoom(app, ui, &head);
    vl_draw_buttons(app, ui, VL_PLACE_STRIP);
    vl_draw_buttons(app, ui, VL_PLACE_FRAMES);
    draw_bars(app, ui, app->layout.bars, head);
}
