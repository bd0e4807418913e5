#include "ui/icons.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GRID = 24, MOST_POINTS = 40 };

static const float PI = 3.14159265f;

#define DRAWING_OF(name, drawing) [VL_ICON_##name] = (drawing),
static const char *const drawings[] = {[VL_ICON_NONE] = "", VL_ICONS(DRAWING_OF)};
#undef DRAWING_OF

typedef struct vl_pen {
    vl_drawlist *list;
    float x, y, unit;
    float width; // units
    vl_colour colour;
} vl_pen;

// Converts units of the grid to pixels.
static void place(const vl_pen *pen, const float *from, int count, float *to)
{
    for (int i = 0; i < count; i++) {
        to[2 * i] = pen->x + from[2 * i] * pen->unit;
        to[2 * i + 1] = pen->y + from[2 * i + 1] * pen->unit;
    }
}

static vl_rect placed_rect(const vl_pen *pen, const float *n)
{
    return (vl_rect){pen->x + n[0] * pen->unit, pen->y + n[1] * pen->unit, n[2] * pen->unit,
                     n[3] * pen->unit};
}

static void line(vl_pen *pen, const float *n, int count)
{
    float placed[2 * MOST_POINTS];
    place(pen, n, count / 2, placed);
    vl_draw_polyline(pen->list, placed, count / 2, pen->width * pen->unit, pen->colour);
}

static void fill(vl_pen *pen, const float *n, int count)
{
    float placed[2 * MOST_POINTS];
    place(pen, n, count / 2, placed);
    vl_draw_convex(pen->list, placed, count / 2, pen->colour);
}

static void width(vl_pen *pen, const float *n, int count)
{
    pen->width = n[0];
}

static void half_disc(vl_pen *pen, const float *n, int count)
{
    enum { POINTS = 20 };

    float half[2 * POINTS];
    for (int i = 0; i < POINTS; i++) {
        float angle = PI * ((float)i / (POINTS - 1) - 0.5f);
        half[2 * i] = n[0] + n[2] * cosf(angle);
        half[2 * i + 1] = n[1] + n[2] * sinf(angle);
    }
    fill(pen, half, 2 * POINTS);
}

static void arc(vl_pen *pen, const float *n, int count)
{
    float points[2 * MOST_POINTS];
    for (int i = 0; i < MOST_POINTS; i++) {
        float angle = (n[3] + (n[4] - n[3]) * (float)i / (MOST_POINTS - 1)) * PI / 180;
        points[2 * i] = n[0] + n[2] * cosf(angle);
        points[2 * i + 1] = n[1] + n[2] * sinf(angle);
    }
    line(pen, points, 2 * MOST_POINTS);
}

static void disc(vl_pen *pen, const float *n, int count)
{
    vl_rect at = placed_rect(pen, n);
    vl_draw_disc(pen->list, at.x, at.y, at.w, pen->colour);
}

static void circle(vl_pen *pen, const float *n, int count)
{
    vl_rect at = placed_rect(pen, n);
    vl_draw_ring(pen->list, at.x, at.y, at.w, pen->width * pen->unit, pen->colour);
}

static void bar(vl_pen *pen, const float *n, int count)
{
    vl_draw_round_rect(pen->list, placed_rect(pen, n), 0.8f * pen->unit, pen->colour);
}

static void frame(vl_pen *pen, const float *n, int count)
{
    vl_draw_round_frame(pen->list, placed_rect(pen, n), 2.5f * pen->unit, pen->width * pen->unit,
                        pen->colour);
}

static void arrow(vl_pen *pen, const float *n, int count)
{
    float ends[4];
    place(pen, n, 2, ends);
    vl_draw_arrow(pen->list, ends[0], ends[1], ends[2], ends[3], pen->width * pen->unit,
                  8 * pen->unit, pen->colour);
}

static const char letters[] = "LFWHADCBRV";
static void (*const shapes[])(vl_pen *, const float *, int) = {
    line, fill, width, half_disc, arc, disc, circle, bar, frame, arrow};

// Draws the first shape of `drawing` and returns the remaining text.
static const char *draw_shape(vl_pen *pen, const char *drawing)
{
    const char *letter = strchr(letters, *drawing++);
    float numbers[2 * MOST_POINTS] = {0};
    int count = 0;
    assert(letter && *letter);
    for (char *end; count < 2 * MOST_POINTS; drawing = end + (*end == ',' || *end == ' ')) {
        float number = strtof(drawing, &end);
        if (end == drawing)
            break;
        numbers[count++] = number;
    }
    shapes[letter - letters](pen, numbers, count);
    return drawing;
}

void vl_draw_icon(vl_drawlist *list, vl_icon icon, vl_rect rect, vl_colour colour)
{
    float side = fminf(rect.w, rect.h);
    if (!(side > 0))
        return;
    vl_pen pen = {
        .list = list,
        .x = rect.x + (rect.w - side) / 2,
        .y = rect.y + (rect.h - side) / 2,
        .unit = side / GRID,
        .width = 2,
        .colour = colour,
    };
    for (const char *drawing = drawings[icon]; *drawing;)
        drawing = draw_shape(&pen, drawing);
}
