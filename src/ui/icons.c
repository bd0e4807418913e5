#include "ui/icons.h"

#include <math.h>

// Icons are drawn on a grid of 24 units, with lines of 2 units.
enum { GRID = 24 };

static const float PI = 3.14159265f;

typedef struct vl_pen {
    vl_drawlist *list;
    float x, y, unit;
    vl_colour colour;
} vl_pen;

enum { MOST_POINTS = 40 };

static void place(const vl_pen *pen, const float *from, int count, float *to)
{
    for (int i = 0; i < count; i++) {
        to[2 * i] = pen->x + from[2 * i] * pen->unit;
        to[2 * i + 1] = pen->y + from[2 * i + 1] * pen->unit;
    }
}

static void line_of(const vl_pen *pen, const float *points, int count, float width)
{
    float placed[2 * MOST_POINTS];
    place(pen, points, count, placed);
    vl_draw_polyline(pen->list, placed, count, width * pen->unit, pen->colour);
}

static void fill_of(const vl_pen *pen, const float *points, int count)
{
    float placed[2 * MOST_POINTS];
    place(pen, points, count, placed);
    vl_draw_convex(pen->list, placed, count, pen->colour);
}

#define COUNT_OF(...)  ((int)(sizeof((const float[]){__VA_ARGS__}) / (2 * sizeof(float))))
#define LINE(pen, ...) line_of(pen, (const float[]){__VA_ARGS__}, COUNT_OF(__VA_ARGS__), 2)
#define FILL(pen, ...) fill_of(pen, (const float[]){__VA_ARGS__}, COUNT_OF(__VA_ARGS__))

// Angles in degrees, clockwise on the screen from the right.
static void arc(const vl_pen *pen, float x, float y, float radius, float from, float to)
{
    float points[2 * MOST_POINTS];
    for (int i = 0; i < MOST_POINTS; i++) {
        float angle = (from + (to - from) * (float)i / (MOST_POINTS - 1)) * PI / 180;
        points[2 * i] = x + radius * cosf(angle);
        points[2 * i + 1] = y + radius * sinf(angle);
    }
    line_of(pen, points, MOST_POINTS, 2);
}

static void dot(const vl_pen *pen, float x, float y, float radius)
{
    vl_draw_disc(pen->list, pen->x + x * pen->unit, pen->y + y * pen->unit, radius * pen->unit,
                 pen->colour);
}

static void circle(const vl_pen *pen, float x, float y, float radius)
{
    vl_draw_ring(pen->list, pen->x + x * pen->unit, pen->y + y * pen->unit, radius * pen->unit,
                 2 * pen->unit, pen->colour);
}

static vl_rect placed_rect(const vl_pen *pen, float x, float y, float w, float h)
{
    return (vl_rect){pen->x + x * pen->unit, pen->y + y * pen->unit, w * pen->unit, h * pen->unit};
}

static void bar(const vl_pen *pen, float x, float y, float w, float h)
{
    vl_draw_round_rect(pen->list, placed_rect(pen, x, y, w, h), 0.8f * pen->unit, pen->colour);
}

static void frame(const vl_pen *pen, float x, float y, float w, float h)
{
    vl_draw_round_frame(pen->list, placed_rect(pen, x, y, w, h), 2.5f * pen->unit, 2 * pen->unit,
                        pen->colour);
}

static void arrow(const vl_pen *pen, float x0, float y0, float x1, float y1)
{
    vl_draw_arrow(pen->list, pen->x + x0 * pen->unit, pen->y + y0 * pen->unit,
                  pen->x + x1 * pen->unit, pen->y + y1 * pen->unit, 2 * pen->unit, 8 * pen->unit,
                  pen->colour);
}

static void none(const vl_pen *pen)
{
    (void)pen;
}

static void play(const vl_pen *pen)
{
    FILL(pen, 6.5f, 3.5f, 21, 12, 6.5f, 20.5f);
}

static void pause_bars(const vl_pen *pen)
{
    bar(pen, 5.5f, 4, 4.5f, 16);
    bar(pen, 14, 4, 4.5f, 16);
}

static void step(const vl_pen *pen)
{
    FILL(pen, 4.5f, 4.5f, 15, 12, 4.5f, 19.5f);
    bar(pen, 16.5f, 4.5f, 3, 15);
}

static void step_back(const vl_pen *pen)
{
    FILL(pen, 19.5f, 4.5f, 9, 12, 19.5f, 19.5f);
    bar(pen, 4.5f, 4.5f, 3, 15);
}

static void reset(const vl_pen *pen)
{
    arc(pen, 12, 13, 7.8f, -85, 185);
    FILL(pen, 13.2f, 0.6f, 13.2f, 9.8f, 5.6f, 5.2f);
}

static void previous(const vl_pen *pen)
{
    LINE(pen, 15, 4.5f, 8, 12, 15, 19.5f);
}

static void next(const vl_pen *pen)
{
    LINE(pen, 9, 4.5f, 16, 12, 9, 19.5f);
}

static void slower(const vl_pen *pen)
{
    LINE(pen, 11, 6, 5, 12, 11, 18);
    LINE(pen, 19, 6, 13, 12, 19, 18);
}

static void faster(const vl_pen *pen)
{
    LINE(pen, 5, 6, 11, 12, 5, 18);
    LINE(pen, 13, 6, 19, 12, 13, 18);
}

static void hitch(const vl_pen *pen)
{
    FILL(pen, 14.5f, 1.5f, 4.5f, 13.5f, 12, 13.5f);
    FILL(pen, 9.5f, 22.5f, 19.5f, 10.5f, 12, 10.5f);
}

static void vectors(const vl_pen *pen)
{
    arrow(pen, 5, 19, 20.5f, 10.5f);
    arrow(pen, 5, 19, 7, 3);
    dot(pen, 5, 19, 2.4f);
}

static void trails(const vl_pen *pen)
{
    dot(pen, 3.5f, 14, 0.9f);
    dot(pen, 6, 18, 1.2f);
    dot(pen, 10, 19.3f, 1.6f);
    dot(pen, 14.3f, 16.8f, 2.1f);
    dot(pen, 17.5f, 9.5f, 4.3f);
}

static void pin(const vl_pen *pen)
{
    circle(pen, 12, 8, 4.6f);
    LINE(pen, 12, 13, 12, 21.5f);
}

static void cut(const vl_pen *pen)
{
    circle(pen, 6.5f, 18, 2.8f);
    circle(pen, 17.5f, 18, 2.8f);
    LINE(pen, 8, 15.6f, 16.5f, 3);
    LINE(pen, 16, 15.6f, 7.5f, 3);
}

static void strain(const vl_pen *pen)
{
    LINE(pen, 2, 12, 5, 12, 7, 6.5f, 10.3f, 17.5f, 13.7f, 6.5f, 17, 17.5f, 19, 12, 22, 12);
}

static void compare(const vl_pen *pen)
{
    circle(pen, 8.7f, 12, 5.8f);
    circle(pen, 15.3f, 12, 5.8f);
}

static void panel(const vl_pen *pen)
{
    frame(pen, 2.5f, 4, 19, 16);
    bar(pen, 14, 5, 6.5f, 14);
}

static void help(const vl_pen *pen)
{
    const float points[] = {7.4f,  8.4f,  7.7f,  6.7f,  8.7f,  5.1f,  10.3f, 4.1f, 12,    3.8f,
                            13.7f, 4.1f,  15.3f, 5.1f,  16.3f, 6.6f,  16.6f, 8.3f, 16.1f, 9.9f,
                            14.9f, 11.2f, 13.3f, 12.4f, 12.3f, 13.6f, 12,    15.2f};
    line_of(pen, points, (int)(sizeof points / (2 * sizeof *points)), 2.2f);
    dot(pen, 12, 19.6f, 1.6f);
}

static void fullscreen(const vl_pen *pen)
{
    LINE(pen, 14, 4, 20, 4, 20, 10);
    LINE(pen, 10, 20, 4, 20, 4, 14);
    LINE(pen, 20, 4, 13.8f, 10.2f);
    LINE(pen, 4, 20, 10.2f, 13.8f);
}

static void picture(const vl_pen *pen)
{
    bar(pen, 8, 3.8f, 8, 4);
    frame(pen, 2, 6, 20, 14.5f);
    circle(pen, 12, 13.2f, 3.4f);
}

static void theme(const vl_pen *pen)
{
    float half[2 * 20];
    for (int i = 0; i < 20; i++) {
        float angle = PI * ((float)i / 19 - 0.5f);
        half[2 * i] = 12 + 8 * cosf(angle);
        half[2 * i + 1] = 12 + 8 * sinf(angle);
    }
    fill_of(pen, half, 20);
    circle(pen, 12, 12, 8);
}

static void fit(const vl_pen *pen)
{
    LINE(pen, 3.5f, 8.5f, 3.5f, 3.5f, 8.5f, 3.5f);
    LINE(pen, 15.5f, 3.5f, 20.5f, 3.5f, 20.5f, 8.5f);
    LINE(pen, 20.5f, 15.5f, 20.5f, 20.5f, 15.5f, 20.5f);
    LINE(pen, 8.5f, 20.5f, 3.5f, 20.5f, 3.5f, 15.5f);
    dot(pen, 12, 12, 3.6f);
}

static void save(const vl_pen *pen)
{
    arrow(pen, 12, 2.5f, 12, 16);
    LINE(pen, 3.5f, 15, 3.5f, 20.5f, 20.5f, 20.5f, 20.5f, 15);
}

static void open_folder(const vl_pen *pen)
{
    LINE(pen, 3, 12, 3, 5.5f, 9.2f, 5.5f, 11.4f, 8.3f, 21, 8.3f, 21, 19, 3, 19, 3, 12);
}

static void quit(const vl_pen *pen)
{
    arc(pen, 12, 12.8f, 8, -55, 235);
    LINE(pen, 12, 2.5f, 12, 11.5f);
}

static void glass(const vl_pen *pen)
{
    circle(pen, 10.3f, 10.3f, 6.8f);
    LINE(pen, 15.4f, 15.4f, 21, 21);
    LINE(pen, 7.3f, 10.3f, 13.3f, 10.3f);
}

static void zoom_in(const vl_pen *pen)
{
    glass(pen);
    LINE(pen, 10.3f, 7.3f, 10.3f, 13.3f);
}

static void close_cross(const vl_pen *pen)
{
    LINE(pen, 6, 6, 18, 18);
    LINE(pen, 18, 6, 6, 18);
}

static void warning(const vl_pen *pen)
{
    LINE(pen, 7, 12.4f, 12, 3.5f, 22, 20.5f, 2, 20.5f, 7, 12.4f);
    LINE(pen, 12, 9.8f, 12, 14.2f);
    dot(pen, 12, 17.4f, 1.3f);
}

static void more(const vl_pen *pen)
{
    dot(pen, 5, 12, 2.1f);
    dot(pen, 12, 12, 2.1f);
    dot(pen, 19, 12, 2.1f);
}

static void minus(const vl_pen *pen)
{
    LINE(pen, 5, 12, 19, 12);
}

static void plus(const vl_pen *pen)
{
    minus(pen);
    LINE(pen, 12, 5, 12, 19);
}

static void solver(const vl_pen *pen)
{
    LINE(pen, 4, 6.5f, 12, 17, 20, 6.5f);
    dot(pen, 4, 6.5f, 3);
    dot(pen, 12, 17, 3);
    dot(pen, 20, 6.5f, 3);
}

static void order(const vl_pen *pen)
{
    LINE(pen, 3, 5, 13, 5);
    LINE(pen, 3, 12, 13, 12);
    LINE(pen, 3, 19, 13, 19);
    LINE(pen, 18.5f, 4, 18.5f, 19);
    LINE(pen, 15.5f, 16, 18.5f, 20, 21.5f, 16);
}

static void direction(const vl_pen *pen)
{
    dot(pen, 5, 19, 3);
    LINE(pen, 5, 19, 5, 3);
    LINE(pen, 2, 6.5f, 5, 2.5f, 8, 6.5f);
    LINE(pen, 5, 19, 19, 9);
    LINE(pen, 14, 8.6f, 20, 8.3f, 17.6f, 13.6f);
}

static void relax(const vl_pen *pen)
{
    LINE(pen, 2, 20, 5, 14, 8, 7, 11, 4, 14, 6.5f, 16, 12, 18, 14.5f, 22, 12);
    LINE(pen, 2, 12, 4, 12);
    LINE(pen, 9, 12, 12, 12);
}

static void estimator(const vl_pen *pen)
{
    arc(pen, 21, 21, 17.5f, 180, 270);
    LINE(pen, 4, 13.5f, 15, 3.5f);
    dot(pen, 5.8f, 12, 2.4f);
    dot(pen, 12.7f, 5.5f, 2.4f);
}

static void identity(const vl_pen *pen)
{
    bar(pen, 4, 5, 16, 2.2f);
    bar(pen, 4, 10.9f, 16, 2.2f);
    bar(pen, 4, 16.8f, 16, 2.2f);
}

static void turn(const vl_pen *pen)
{
    LINE(pen, 6, 18, 14.5f, 18);
    arc(pen, 14.5f, 12.5f, 5.5f, -90, 90);
    LINE(pen, 14.5f, 7, 6, 7);
    FILL(pen, 2.5f, 7, 9, 2.5f, 9, 11.5f);
}

static void plot(const vl_pen *pen)
{
    LINE(pen, 4, 3, 4, 20, 21, 20);
    LINE(pen, 7.5f, 15.5f, 11.5f, 9.5f, 15, 13, 20, 5.5f);
}

static void news(const vl_pen *pen)
{
    dot(pen, 4, 20, 2.5f);
    arc(pen, 4, 20, 8, -90, 0);
    arc(pen, 4, 20, 13, -90, 0);
    arc(pen, 4, 20, 18, -90, 0);
}

static void stability(const vl_pen *pen)
{
    LINE(pen, 4, 3, 4, 20, 21, 20);
    LINE(pen, 4, 8, 9, 8.5f, 13, 11, 15.5f, 15, 16, 20);
    dot(pen, 8.5f, 14.5f, 2.2f);
}

static void ghost(const vl_pen *pen)
{
    dot(pen, 8, 15, 5);
    for (int i = 0; i < 6; i++)
        arc(pen, 16, 9, 6, 60 * (float)i, 60 * (float)i + 34);
}

static void (*const icons[VL_ICON_COUNT])(const vl_pen *pen) = {
    [VL_ICON_NONE] = none,
    [VL_ICON_PLAY] = play,
    [VL_ICON_PAUSE] = pause_bars,
    [VL_ICON_STEP] = step,
    [VL_ICON_STEP_BACK] = step_back,
    [VL_ICON_RESET] = reset,
    [VL_ICON_PREVIOUS] = previous,
    [VL_ICON_NEXT] = next,
    [VL_ICON_SLOWER] = slower,
    [VL_ICON_FASTER] = faster,
    [VL_ICON_HITCH] = hitch,
    [VL_ICON_VECTORS] = vectors,
    [VL_ICON_TRAILS] = trails,
    [VL_ICON_PIN] = pin,
    [VL_ICON_CUT] = cut,
    [VL_ICON_STRAIN] = strain,
    [VL_ICON_COMPARE] = compare,
    [VL_ICON_PANEL] = panel,
    [VL_ICON_HELP] = help,
    [VL_ICON_FULLSCREEN] = fullscreen,
    [VL_ICON_PICTURE] = picture,
    [VL_ICON_THEME] = theme,
    [VL_ICON_FIT] = fit,
    [VL_ICON_SAVE] = save,
    [VL_ICON_OPEN] = open_folder,
    [VL_ICON_QUIT] = quit,
    [VL_ICON_ZOOM_IN] = zoom_in,
    [VL_ICON_ZOOM_OUT] = glass,
    [VL_ICON_CLOSE] = close_cross,
    [VL_ICON_WARNING] = warning,
    [VL_ICON_MORE] = more,
    [VL_ICON_PLUS] = plus,
    [VL_ICON_MINUS] = minus,
    [VL_ICON_SOLVER] = solver,
    [VL_ICON_ORDER] = order,
    [VL_ICON_DIRECTION] = direction,
    [VL_ICON_RELAX] = relax,
    [VL_ICON_PLOT] = plot,
    [VL_ICON_ESTIMATOR] = estimator,
    [VL_ICON_IDENTITY] = identity,
    [VL_ICON_TURN] = turn,
    [VL_ICON_GHOST] = ghost,
    [VL_ICON_NEWS] = news,
    [VL_ICON_STABILITY] = stability,
};

void vl_draw_icon(vl_drawlist *list, vl_icon icon, vl_rect rect, vl_colour colour)
{
    float side = fminf(rect.w, rect.h);
    if (!(side > 0))
        return;
    const vl_pen pen = {
        .list = list,
        .x = rect.x + (rect.w - side) / 2,
        .y = rect.y + (rect.h - side) / 2,
        .unit = side / GRID,
        .colour = colour,
    };
    icons[icon](&pen);
}
