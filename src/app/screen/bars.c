// Frames as bars: as wide as the time that they take, and as high. A pointer draws their lengths,
// or chooses one of them.

#include "app/screen/parts.h"

#include "ui/number.h"

#include <stdio.h>

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

float vl_bars_margin(const vl_ui *ui)
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
    float margin = vl_bars_margin(ui), lowest = b->rect.y + b->rect.h - line;
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

void vl_bars_draw(const vl_bars *b, const vl_app *app, const vl_ui *ui, bool numbers)
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

int64_t vl_bars_act(vl_bars *b, vl_app *app, const vl_ui *ui, double window, double room)
{
    vl_bars_read(b, app, b->rect, window, room);
    bool changes = is_pressed(b, &ui->pointer);
    int64_t clicked = follow(b, app, ui);
    if (changes)
        vl_bars_read(b, app, b->rect, window, room);
    return clicked;
}
