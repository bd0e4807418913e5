#include "platform/raster.h"

#include <math.h>
#include <string.h>

// A pixel belongs to a triangle if its centre does; a centre on an edge belongs to the triangle at
// the right or below. The crossing of an edge with a row depends only on the two ends of the edge,
// upper one first. So two triangles with a common edge have no gap, and no pixel is drawn twice.

typedef struct vl_bounds {
    int x0, y0, x1, y1; ///< pixels, the last ones not included
} vl_bounds;

enum { CHANNELS = 4 };

typedef struct vl_corner {
    double x, y;
    float c[CHANNELS];
} vl_corner;

// Mixes one channel: `over` has the weight a/255.
static uint8_t blend(unsigned under, unsigned over, unsigned a)
{
    unsigned sum = over * a + under * (255 - a) + 128;
    return (uint8_t)((sum + (sum >> 8)) >> 8);
}

static void put(uint8_t *pixel, unsigned r, unsigned g, unsigned b, unsigned a)
{
    pixel[0] = blend(pixel[0], r, a);
    pixel[1] = blend(pixel[1], g, a);
    pixel[2] = blend(pixel[2], b, a);
}

static void fill_flat(uint8_t *pixel, int count, vl_colour colour)
{
    if (colour.a == 255) {
        const uint8_t solid[4] = {colour.r, colour.g, colour.b, 255};
        for (int i = 0; i < count; i++, pixel += 4)
            memcpy(pixel, solid, sizeof solid);
        return;
    }
    for (int i = 0; i < count; i++, pixel += 4)
        put(pixel, colour.r, colour.g, colour.b, colour.a);
}

static unsigned to_byte(float value)
{
    // In a thin triangle the slope of the colour is large, and rounding can exceed the range.
    return value <= 0 ? 0 : value >= 255 ? 255 : (unsigned)(value + 0.5f);
}

static void fill_shaded(uint8_t *pixel, int count, const float start[CHANNELS],
                        const float slope[CHANNELS])
{
    for (int i = 0; i < count; i++, pixel += 4) {
        float t = (float)i;
        put(pixel, to_byte(start[0] + slope[0] * t), to_byte(start[1] + slope[1] * t),
            to_byte(start[2] + slope[2] * t), to_byte(start[3] + slope[3] * t));
    }
}

static vl_corner corner_of(const vl_vertex *v)
{
    return (vl_corner){
        (double)v->x,
        (double)v->y,
        {(float)v->colour.r, (float)v->colour.g, (float)v->colour.b, (float)v->colour.a},
    };
}

static void put_upper_first(const vl_vertex **a, const vl_vertex **b)
{
    const vl_vertex *first = *a;
    if ((*b)->y < first->y) {
        *a = *b;
        *b = first;
    }
}

// Returns the first pixel whose centre is at or right of x, clamped to [low, high].
static int first_center(double x, int low, int high)
{
    if (x <= low + 0.5)
        return low;
    if (x > high - 0.5)
        return high;
    return (int)ceil(x - 0.5);
}

static double crossing(const vl_corner *upper, const vl_corner *lower, double y)
{
    return upper->x + (y - upper->y) * ((lower->x - upper->x) / (lower->y - upper->y));
}

// Each colour channel of a triangle is a linear function: finds its slopes to the right and down.
static bool find_slopes(const vl_corner *a, const vl_corner *b, const vl_corner *c,
                        float right[CHANNELS], float down[CHANNELS])
{
    double bx = b->x - a->x, by = b->y - a->y, cx = c->x - a->x, cy = c->y - a->y;
    double area = bx * cy - cx * by;
    if (area == 0)
        return false;
    for (int k = 0; k < CHANNELS; k++) {
        double db = (double)(b->c[k] - a->c[k]), dc = (double)(c->c[k] - a->c[k]);
        right[k] = (float)((db * cy - dc * by) / area);
        down[k] = (float)((dc * bx - db * cx) / area);
    }
    return true;
}

typedef struct vl_filler {
    const vl_picture *canvas;
    vl_bounds bounds;
    bool flat;
    vl_colour colour; ///< of all pixels, if `flat`
    vl_corner origin;
    float right[CHANNELS], down[CHANNELS];
} vl_filler;

static void fill_row(const vl_filler *filler, int y, double from, double to)
{
    int x0 = first_center(from, filler->bounds.x0, filler->bounds.x1);
    int x1 = first_center(to, filler->bounds.x0, filler->bounds.x1);
    if (x0 >= x1)
        return;
    size_t at = (size_t)y * (size_t)filler->canvas->width + (size_t)x0;
    uint8_t *pixel = filler->canvas->pixels + 4 * at;
    if (filler->flat) {
        fill_flat(pixel, x1 - x0, filler->colour);
        return;
    }
    float dx = (float)(x0 + 0.5 - filler->origin.x), dy = (float)(y + 0.5 - filler->origin.y);
    float start[CHANNELS];
    for (int k = 0; k < CHANNELS; k++)
        start[k] = filler->origin.c[k] + filler->right[k] * dx + filler->down[k] * dy;
    fill_shaded(pixel, x1 - x0, start, filler->right);
}

static void fill_half(const vl_filler *filler, const vl_corner long_edge[2],
                      const vl_corner short_edge[2], bool short_is_right)
{
    int y0 = first_center(short_edge[0].y, filler->bounds.y0, filler->bounds.y1);
    int y1 = first_center(short_edge[1].y, filler->bounds.y0, filler->bounds.y1);
    for (int y = y0; y < y1; y++) {
        double a = crossing(&long_edge[0], &long_edge[1], y + 0.5);
        double b = crossing(&short_edge[0], &short_edge[1], y + 0.5);
        fill_row(filler, y, short_is_right ? a : b, short_is_right ? b : a);
    }
}

static void fill_triangle(const vl_picture *canvas, vl_bounds bounds, const vl_vertex *corners[3])
{
    vl_colour a = corners[0]->colour, b = corners[1]->colour, c = corners[2]->colour;
    if (a.a == 0 && b.a == 0 && c.a == 0)
        return;
    put_upper_first(&corners[0], &corners[1]);
    put_upper_first(&corners[1], &corners[2]);
    put_upper_first(&corners[0], &corners[1]);
    const vl_corner top = corner_of(corners[0]), middle = corner_of(corners[1]);
    const vl_corner bottom = corner_of(corners[2]);
    if (bottom.y <= bounds.y0 || top.y >= bounds.y1)
        return;

    vl_filler filler = {.canvas = canvas, .bounds = bounds, .colour = a, .origin = top};
    filler.flat = memcmp(&a, &b, sizeof a) == 0 && memcmp(&b, &c, sizeof b) == 0;
    if (!find_slopes(&top, &middle, &bottom, filler.right, filler.down))
        return;
    const vl_corner whole[2] = {top, bottom}, upper[2] = {top, middle}, lower[2] = {middle, bottom};
    bool middle_is_right = middle.x > crossing(&top, &bottom, middle.y);
    fill_half(&filler, whole, upper, middle_is_right);
    fill_half(&filler, whole, lower, middle_is_right);
}

static void fill_triangles(const vl_picture *canvas, vl_bounds bounds, const vl_drawlist *list,
                           const vl_draw *draw)
{
    const int *indices = list->indices + draw->first;
    for (int i = 0; i + 2 < draw->count; i += 3) {
        const vl_vertex *corners[3] = {&list->vertices[indices[i]], &list->vertices[indices[i + 1]],
                                       &list->vertices[indices[i + 2]]};
        fill_triangle(canvas, bounds, corners);
    }
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static void draw_glyph(const vl_picture *canvas, vl_bounds bounds, const vl_atlas *atlas,
                       const vl_glyph *glyph, int x, int y, vl_colour colour)
{
    int x0 = larger(x, bounds.x0), x1 = smaller(x + glyph->w, bounds.x1);
    int y0 = larger(y, bounds.y0), y1 = smaller(y + glyph->h, bounds.y1);
    for (int row = y0; row < y1; row++) {
        const uint8_t *coverage =
            atlas->coverage + (glyph->y + row - y) * VL_ATLAS_WIDTH + glyph->x - x;
        uint8_t *pixels = canvas->pixels + 4 * (size_t)row * (size_t)canvas->width;
        for (int column = x0; column < x1; column++) {
            unsigned a = coverage[column] * colour.a;
            if (a)
                put(pixels + 4 * column, colour.r, colour.g, colour.b, (a + 127) / 255);
        }
    }
}

static void draw_text(const vl_picture *canvas, vl_bounds bounds, const vl_drawlist *list,
                      const vl_draw *draw, vl_glyphs *glyphs)
{
    const char *cursor = list->text.data + draw->first, *end = cursor + draw->count;
    int pen = (int)lroundf(draw->x), top = (int)lroundf(draw->y);
    for (uint32_t code; (code = vl_glyphs_next(&cursor, end)) != 0;) {
        vl_glyph glyph = vl_glyphs_get(glyphs, draw->size, code);
        draw_glyph(canvas, bounds, vl_glyphs_atlas(glyphs, draw->size), &glyph, pen + glyph.left,
                   top + glyph.top, draw->colour);
        pen += glyph.advance;
    }
}

static vl_bounds clip_bounds(const vl_picture *canvas, vl_rect clip)
{
    if (clip.w < 0)
        return (vl_bounds){0, 0, canvas->width, canvas->height};
    return (vl_bounds){
        larger((int)lroundf(clip.x), 0),
        larger((int)lroundf(clip.y), 0),
        smaller((int)lroundf(clip.x + clip.w), canvas->width),
        smaller((int)lroundf(clip.y + clip.h), canvas->height),
    };
}

void vl_raster_draw(const vl_picture *canvas, const vl_drawlist *list, vl_glyphs *glyphs)
{
    vl_colour back = list->background;
    back.a = 255;
    fill_flat(canvas->pixels, canvas->width * canvas->height, back);

    vl_bounds bounds = {0, 0, canvas->width, canvas->height};
    for (int i = 0; i < list->draw_count; i++) {
        const vl_draw *draw = &list->draws[i];
        if (draw->kind == VL_DRAW_CLIP)
            bounds = clip_bounds(canvas, draw->clip);
        else if (draw->kind == VL_DRAW_TRIANGLES)
            fill_triangles(canvas, bounds, list, draw);
        else if (glyphs)
            draw_text(canvas, bounds, list, draw, glyphs);
    }
}
