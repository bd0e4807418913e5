#include "ui/drawlist.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

// A vertex that cannot be drawn has an index, too, but this position beyond VL_DRAW_FAR.
static const float NOWHERE = 4 * VL_DRAW_FAR;

static const float PI = 3.14159265f;

typedef struct vl_point {
    float x, y;
} vl_point;

void vl_drawlist_clear(vl_drawlist *list, vl_colour background)
{
    list->vertex_count = list->index_count = list->draw_count = 0;
    list->text.length = 0;
    list->background = background;
    list->ball.radius = 0;
}

void vl_drawlist_free(vl_drawlist *list)
{
    vl_free(list->vertices);
    vl_free(list->indices);
    vl_free(list->draws);
    vl_text_free(&list->text);
    *list = (vl_drawlist){0};
}

vl_colour vl_colour_mix(vl_colour a, vl_colour b, float s)
{
    return (vl_colour){
        (uint8_t)lrintf((float)a.r + (float)(b.r - a.r) * s),
        (uint8_t)lrintf((float)a.g + (float)(b.g - a.g) * s),
        (uint8_t)lrintf((float)a.b + (float)(b.b - a.b) * s),
        (uint8_t)lrintf((float)a.a + (float)(b.a - a.a) * s),
    };
}

vl_colour vl_colour_fade(vl_colour colour, float opacity)
{
    colour.a = (uint8_t)lrintf((float)colour.a * opacity);
    return colour;
}

// A line thinner than a pixel is drawn as wide as a pixel and correspondingly fainter.
static void keep_visible(float *width, vl_colour *colour)
{
    if (*width < 1) {
        *colour = vl_colour_fade(*colour, *width);
        *width = 1;
    }
}

// Also false for NaN.
static bool is_near(float x, float y)
{
    return fabsf(x) <= VL_DRAW_FAR && fabsf(y) <= VL_DRAW_FAR;
}

static bool box_is_near(float x, float y, float reach)
{
    return is_near(x - reach, y - reach) && is_near(x + reach, y + reach);
}

static vl_draw *add_draw(vl_drawlist *list, vl_draw draw)
{
    list->draws = vl_grow(list->draws, &list->draw_capacity, list->draw_count + 1, sizeof draw);
    list->draws[list->draw_count] = draw;
    return &list->draws[list->draw_count++];
}

int vl_draw_vertex(vl_drawlist *list, float x, float y, vl_colour colour)
{
    int index = list->vertex_count++;
    if (index >= list->vertex_capacity)
        list->vertices =
            vl_grow(list->vertices, &list->vertex_capacity, index + 1, sizeof *list->vertices);
    bool near = is_near(x, y);
    list->vertices[index] = (vl_vertex){near ? x : NOWHERE, near ? y : NOWHERE, colour};
    return index;
}

static bool can_be_drawn(const vl_drawlist *list, int index)
{
    return list->vertices[index].x <= VL_DRAW_FAR;
}

// Memory for more indices, which belong to a command of triangles.
static inline int *add_indices(vl_drawlist *list, int count)
{
    int first = list->index_count;
    if (first + count > list->index_capacity)
        list->indices =
            vl_grow(list->indices, &list->index_capacity, first + count, sizeof *list->indices);
    vl_draw *last = list->draw_count ? &list->draws[list->draw_count - 1] : NULL;
    if (!last || last->kind != VL_DRAW_TRIANGLES)
        last = add_draw(list, (vl_draw){.kind = VL_DRAW_TRIANGLES, .first = first});
    last->count += count;
    list->index_count += count;
    return list->indices + first;
}

void vl_draw_triangle(vl_drawlist *list, int a, int b, int c)
{
    const int corners[] = {a, b, c};
    if (can_be_drawn(list, a) && can_be_drawn(list, b) && can_be_drawn(list, c))
        memcpy(add_indices(list, 3), corners, sizeof corners);
}

void vl_draw_quad(vl_drawlist *list, int a, int b, int c, int d)
{
    const int corners[] = {a, b, c, a, c, d};
    if (can_be_drawn(list, a) && can_be_drawn(list, b) && can_be_drawn(list, c) &&
        can_be_drawn(list, d))
        memcpy(add_indices(list, 6), corners, sizeof corners);
}

void vl_draw_rect(vl_drawlist *list, vl_rect rect, vl_colour colour)
{
    if (!(rect.w > 0) || !(rect.h > 0))
        return;
    int a = vl_draw_vertex(list, rect.x, rect.y, colour);
    int b = vl_draw_vertex(list, rect.x + rect.w, rect.y, colour);
    int c = vl_draw_vertex(list, rect.x + rect.w, rect.y + rect.h, colour);
    int d = vl_draw_vertex(list, rect.x, rect.y + rect.h, colour);
    vl_draw_quad(list, a, b, c, d);
}

void vl_draw_text_part(vl_drawlist *list, float x, float y, vl_type_size size, vl_colour colour,
                       const char *text, int length)
{
    if (!is_near(x, y) || length <= 0)
        return;
    int first = list->text.length;
    vl_text_add_bytes(&list->text, text, (size_t)length);
    add_draw(list, (vl_draw){.kind = VL_DRAW_TEXT,
                             .first = first,
                             .count = length,
                             .x = x,
                             .y = y,
                             .size = size,
                             .colour = colour});
}

void vl_draw_text(vl_drawlist *list, float x, float y, vl_type_size size, vl_colour colour,
                  const char *text)
{
    vl_draw_text_part(list, x, y, size, colour, text, (int)strlen(text));
}

void vl_draw_clip(vl_drawlist *list, vl_rect rect)
{
    // An invisible rectangle becomes an empty clip: a negative width would mean the whole surface.
    bool sound = is_near(rect.x, rect.y) && rect.w > 0 && rect.h > 0;
    if (!sound)
        rect = (vl_rect){0};
    rect.w = fminf(rect.w, VL_DRAW_FAR);
    rect.h = fminf(rect.h, VL_DRAW_FAR);
    add_draw(list, (vl_draw){.kind = VL_DRAW_CLIP, .clip = rect});
}

void vl_draw_unclip(vl_drawlist *list)
{
    add_draw(list, (vl_draw){.kind = VL_DRAW_CLIP, .clip = {0, 0, -1, -1}});
}

// --- loops --------------------------------------------------------------------------------------
//
// A smooth shape consists of a few closed loops with equally many vertices: the opaque loop is half
// a pixel inside the edge, the transparent one half a pixel outside, with strips of triangles
// between.

static void join_loops(vl_drawlist *list, int a, int b, int count)
{
    for (int i = 0, last = count - 1; i < count; last = i++)
        vl_draw_quad(list, a + last, a + i, b + i, b + last);
}

static void fill_loop(vl_drawlist *list, int first, int count)
{
    for (int i = 2; i < count; i++)
        vl_draw_triangle(list, first, first + i - 1, first + i);
}

// Returns into how many pieces a quarter of a circle is divided, so that the polygon is at most 0.1
// px off.
static int quarter_pieces(float radius)
{
    enum { MOST_QUARTER = 64 };

    if (radius < 0.5f)
        return 1;
    float angle = 2 * acosf(1 - 0.1f / radius);
    int pieces = (int)ceilf(PI / 2 / angle);
    return pieces < 2 ? 2 : pieces > MOST_QUARTER ? MOST_QUARTER : pieces;
}

// The vector turned from x to y by an angle with the cosine c and the sine s.
static vl_point turned(vl_point v, float c, float s)
{
    return (vl_point){v.x * c - v.y * s, v.x * s + v.y * c};
}

static int add_circle(vl_drawlist *list, vl_point center, float radius, int count, vl_colour colour)
{
    int first = list->vertex_count;
    float c = cosf(2 * PI / (float)count), s = sinf(2 * PI / (float)count);
    vl_point at = {radius, 0};
    for (int i = 0; i < count; i++) {
        vl_draw_vertex(list, center.x + at.x, center.y + at.y, colour);
        at = turned(at, c, s);
    }
    return first;
}

void vl_draw_disc(vl_drawlist *list, float x, float y, float radius, vl_colour colour)
{
    if (!(radius > 0) || !box_is_near(x, y, radius + 1))
        return;

    // A disc smaller than a pixel is drawn as a cone of radius 1 with the same total light: the
    // height of the cone is a third of a pixel.
    if (radius < 0.5f) {
        colour = vl_colour_fade(colour, 3 * radius * radius);
        radius = 0.5f;
    }
    int count = 4 * quarter_pieces(radius + 0.5f);
    int in = add_circle(list, (vl_point){x, y}, radius - 0.5f, count, colour);
    int out = add_circle(list, (vl_point){x, y}, radius + 0.5f, count, vl_colour_fade(colour, 0));
    if (radius > 0.5f)
        fill_loop(list, in, count);
    join_loops(list, in, out, count);
}

// Adds a loop around a rectangle: quarter circles of `radius`, whose centres are `inset` inside the
// corners.
static int add_round_loop(vl_drawlist *list, vl_rect rect, float inset, float radius, int pieces,
                          vl_colour colour)
{
    int first = list->vertex_count;
    float c = cosf(PI / 2 / (float)pieces), s = sinf(PI / 2 / (float)pieces);
    const vl_point corners[4] = {
        {rect.x + rect.w - inset, rect.y + rect.h - inset},
        {rect.x + inset, rect.y + rect.h - inset},
        {rect.x + inset, rect.y + inset},
        {rect.x + rect.w - inset, rect.y + inset},
    };
    static const vl_point axes[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}}; // where a quarter begins
    for (int k = 0; k < 4; k++) {
        vl_point at = {radius * axes[k].x, radius * axes[k].y};
        for (int i = 0; i <= pieces; i++) {
            vl_draw_vertex(list, corners[k].x + at.x, corners[k].y + at.y, colour);
            at = turned(at, c, s);
        }
    }
    return first;
}

static float corner_radius(vl_rect rect, float radius)
{
    float most = fminf(rect.w, rect.h) / 2;
    return fmaxf(fminf(radius, most), fminf(0.5f, most));
}

static bool rect_is_drawable(vl_rect r)
{
    return r.w > 0 && r.h > 0 && is_near(r.x - 1, r.y - 1) && is_near(r.x + r.w + 1, r.y + r.h + 1);
}

void vl_draw_round_rect(vl_drawlist *list, vl_rect rect, float radius, vl_colour colour)
{
    if (!rect_is_drawable(rect))
        return;
    float r = corner_radius(rect, radius);
    int pieces = quarter_pieces(r + 0.5f), count = 4 * (pieces + 1);
    int in = add_round_loop(list, rect, r, fmaxf(r - 0.5f, 0), pieces, colour);
    int out = add_round_loop(list, rect, r, r + 0.5f, pieces, vl_colour_fade(colour, 0));
    fill_loop(list, in, count);
    join_loops(list, in, out, count);
}

void vl_draw_round_frame(vl_drawlist *list, vl_rect rect, float radius, float width,
                         vl_colour colour)
{
    if (!rect_is_drawable(rect) || !(width > 0))
        return;
    keep_visible(&width, &colour);
    if (2 * width >= fminf(rect.w, rect.h)) {
        vl_draw_round_rect(list, rect, radius, colour);
        return;
    }

    float r = corner_radius(rect, radius);
    float inner = fmaxf(r - width, 0);
    vl_rect hole = {rect.x + width, rect.y + width, rect.w - 2 * width, rect.h - 2 * width};
    inner = corner_radius(hole, inner);
    int pieces = quarter_pieces(r + 0.5f), count = 4 * (pieces + 1);
    const int loops[4] = {
        add_round_loop(list, rect, r, r + 0.5f, pieces, vl_colour_fade(colour, 0)),
        add_round_loop(list, rect, r, fmaxf(r - 0.5f, 0), pieces, colour),
        add_round_loop(list, hole, inner, inner + 0.5f, pieces, colour),
        add_round_loop(list, hole, inner, fmaxf(inner - 0.5f, 0), pieces,
                       vl_colour_fade(colour, 0)),
    };
    for (int k = 0; k < 3; k++)
        join_loops(list, loops[k], loops[k + 1], count);
}

void vl_draw_ring(vl_drawlist *list, float x, float y, float radius, float width, vl_colour colour)
{
    if (!(radius > 0) || !(width > 0))
        return;
    keep_visible(&width, &colour);
    float r = radius + width / 2;
    vl_draw_round_frame(list, (vl_rect){x - r, y - r, 2 * r, 2 * r}, r, width, colour);
}

enum { MOST_CORNERS = 64 };

// Returns the unit vector from a to b, or (0, 0) if they are equal.
static vl_point direction(vl_point a, vl_point b)
{
    float dx = b.x - a.x, dy = b.y - a.y, length = hypotf(dx, dy);
    if (!(length > 0))
        return (vl_point){0, 0};
    return (vl_point){dx / length, dy / length};
}

// Returns the vector that, added to the corner between directions d and e, moves both edges to the
// left of them by 1; it is shortened at sharp corners.
static vl_point mitre(vl_point d, vl_point e)
{
    float c = d.x * e.x + d.y * e.y;
    float s = 1 / fmaxf(1 + c, 0.25f);
    return (vl_point){-(d.y + e.y) * s, (d.x + e.x) * s};
}

// Returns twice the signed area, which is positive if the corners turn from x to y.
static float turning(const float *points, int count)
{
    float area = 0;
    for (int i = 0, last = count - 1; i < count; last = i++)
        area += points[2 * last] * points[2 * i + 1] - points[2 * i] * points[2 * last + 1];
    return area;
}

void vl_draw_convex(vl_drawlist *list, const float *points, int count, vl_colour colour)
{
    if (count < 3 || count > MOST_CORNERS)
        return;

    float side = turning(points, count) > 0 ? 0.5f : -0.5f;
    vl_point inward[MOST_CORNERS];
    int in = list->vertex_count;
    for (int i = 0; i < count; i++) {
        const float *a = points + 2 * ((i + count - 1) % count), *b = points + 2 * i;
        const float *c = points + 2 * ((i + 1) % count);
        vl_point corner = {b[0], b[1]};
        inward[i] = mitre(direction((vl_point){a[0], a[1]}, corner),
                          direction(corner, (vl_point){c[0], c[1]}));
        vl_draw_vertex(list, b[0] + side * inward[i].x, b[1] + side * inward[i].y, colour);
    }
    int out = list->vertex_count;
    for (int i = 0; i < count; i++)
        vl_draw_vertex(list, points[2 * i] - side * inward[i].x,
                       points[2 * i + 1] - side * inward[i].y, vl_colour_fade(colour, 0));
    fill_loop(list, in, count);
    join_loops(list, in, out, count);
}

// --- ball ---------------------------------------------------------------------------------------

typedef struct vl_paint {
    vl_colour dark, light, glint;
} vl_paint;

// Returns the colour of a unit ball at (x, y), seen from the front: light from the upper left that
// wraps around the edge, a soft highlight, and a dark rim.
static vl_colour shade(const vl_paint *paint, float x, float y)
{
    float z = sqrtf(fmaxf(1 - x * x - y * y, 0));
    float light = fmaxf(0, fminf(0.5f - 0.25f * x - 0.34f * y + 0.27f * z, 1));
    float glint = fmaxf(0, fminf(-0.26f * x - 0.32f * y + 0.91f * z, 1));
    float spot = glint * glint * glint * glint;
    spot *= spot * spot * spot;
    float rim = (1 - z) * (1 - z) * (1 - z);

    vl_colour colour = vl_colour_mix(paint->dark, paint->light, light);
    colour = vl_colour_mix(colour, paint->dark, 0.35f * rim);
    return vl_colour_mix(colour, paint->glint, 0.62f * spot);
}

// Adds one loop of the ball, at the fraction `s` of the distance from its brightest point to its
// edge.
static int add_shaded_loop(vl_drawlist *list, vl_point center, float radius, float s, int count,
                           const vl_paint *paint)
{
    const vl_point bright = {-0.27f, -0.33f};
    int first = list->vertex_count;
    float c = cosf(2 * PI / (float)count), d = sinf(2 * PI / (float)count);
    vl_point edge = {1, 0};
    for (int i = 0; i < count; i++) {
        float x = bright.x + (edge.x - bright.x) * s, y = bright.y + (edge.y - bright.y) * s;
        vl_draw_vertex(list, center.x + x * radius, center.y + y * radius, shade(paint, x, y));
        edge = turned(edge, c, d);
    }
    return first;
}

static void shade_ball(vl_drawlist *list, float x, float y, float radius, vl_colour colour)
{
    vl_colour black = {12, 16, 30, colour.a}, white = {255, 255, 255, colour.a};
    const vl_paint paint = {vl_colour_mix(colour, black, 0.52f), vl_colour_mix(colour, white, 0.2f),
                            white};
    int rings = radius < 6 ? 2 : radius < 20 ? 4 : radius < 60 ? 8 : 14;
    int count = 4 * quarter_pieces(radius + 0.5f);
    if (count < 16)
        count = 16;

    vl_point center = {x, y};
    int in = add_shaded_loop(list, center, radius - 0.5f, 1 / (float)rings, count, &paint);
    fill_loop(list, in, count);
    for (int k = 2; k <= rings; k++) {
        // the loops are closer together towards the edge, where the colour changes fastest
        float s = (float)k / (float)rings;
        s = s * (1.35f - 0.35f * s);
        int out = add_shaded_loop(list, center, radius - 0.5f, s, count, &paint);
        join_loops(list, in, out, count);
        in = out;
    }
    int fringe = list->vertex_count;
    for (int i = 0; i < count; i++) {
        vl_vertex v = list->vertices[in + i];
        float reach = (radius + 0.5f) / (radius - 0.5f);
        vl_draw_vertex(list, x + (v.x - x) * reach, y + (v.y - y) * reach,
                       vl_colour_fade(v.colour, 0));
    }
    join_loops(list, in, fringe, count);
}

void vl_draw_ball(vl_drawlist *list, float x, float y, float radius, vl_colour colour)
{
    if (!(radius > 0) || !box_is_near(x, y, radius + 1))
        return;
    if (radius < 2) {
        vl_draw_disc(list, x, y, radius, colour);
        return;
    }
    const vl_drawn_ball *ball = &list->ball;
    if (ball->radius == radius && memcmp(&ball->colour, &colour, sizeof colour) == 0) {
        int shift = list->vertex_count - ball->vertex;
        for (int i = ball->vertex; i < ball->vertex_end; i++) {
            vl_vertex v = list->vertices[i];
            vl_draw_vertex(list, v.x + (x - ball->x), v.y + (y - ball->y), v.colour);
        }
        for (int i = ball->index; i < ball->index_end; i += 3) {
            const int *corners = &list->indices[i];
            vl_draw_triangle(list, corners[0] + shift, corners[1] + shift, corners[2] + shift);
        }
        return;
    }
    int vertex = list->vertex_count, index = list->index_count;
    shade_ball(list, x, y, radius, colour);
    list->ball =
        (vl_drawn_ball){x, y, radius, colour, vertex, list->vertex_count, index, list->index_count};
}

// --- lines --------------------------------------------------------------------------------------
//
// A line is a strip with four vertices across: transparent, opaque, opaque, transparent. At a
// gentle bend both sides share a mitre. At a sharp bend the inner side has a mitre, so that nothing
// is drawn twice, and the outer side has an arc. The pieces overlap only if a piece of the line is
// too short for the inner mitre.

typedef struct vl_section {
    int left_clear, left, right, right_clear;
} vl_section;

typedef struct vl_stroke {
    vl_drawlist *list;
    vl_colour colour;
    float core, reach; ///< half widths, opaque and with the fringe
    bool round_ends;
    int pieces; ///< number of pieces drawn so far
    bool has_point;
    vl_point at;       ///< the newest point
    vl_point along;    ///< direction of the last piece
    float length;      ///< of the last piece
    vl_section behind; ///< where the last piece began
} vl_stroke;

static int offset_vertex(vl_stroke *stroke, vl_point at, vl_point normal, float distance,
                         bool opaque)
{
    return vl_draw_vertex(stroke->list, at.x + normal.x * distance, at.y + normal.y * distance,
                          opaque ? stroke->colour : vl_colour_fade(stroke->colour, 0));
}

// Adds the opaque vertex and the transparent one on one side of `at`.
static void add_side(vl_stroke *stroke, vl_point at, vl_point normal, int side[2])
{
    side[0] = offset_vertex(stroke, at, normal, stroke->core, true);
    side[1] = offset_vertex(stroke, at, normal, stroke->reach, false);
}

static vl_section add_section(vl_stroke *stroke, vl_point at, vl_point normal, bool opaque)
{
    return (vl_section){
        offset_vertex(stroke, at, normal, stroke->reach, false),
        offset_vertex(stroke, at, normal, stroke->core, opaque),
        offset_vertex(stroke, at, normal, -stroke->core, opaque),
        offset_vertex(stroke, at, normal, -stroke->reach, false),
    };
}

static void join_sections(vl_stroke *stroke, vl_section a, vl_section b)
{
    vl_draw_quad(stroke->list, a.left_clear, a.left, b.left, b.left_clear);
    if (stroke->core > 0)
        vl_draw_quad(stroke->list, a.left, a.right, b.right, b.left);
    vl_draw_quad(stroke->list, a.right, a.right_clear, b.right_clear, b.right);
}

// Adds a fan about `hub` from normal n, turned by `angle`, between two pairs of existing vertices.
static void add_arc(vl_stroke *stroke, vl_point at, vl_point n, float angle, int hub,
                    const int from[2], const int to[2])
{
    int steps = (int)ceilf(fabsf(angle) / (PI / 2) * (float)quarter_pieces(stroke->reach));
    int side[2] = {from[0], from[1]};
    for (int i = 1; i <= steps; i++) {
        int next[2] = {to[0], to[1]};
        if (i < steps) {
            float bearing = angle * (float)i / (float)steps;
            add_side(stroke, at, turned(n, cosf(bearing), sinf(bearing)), next);
        }
        if (stroke->core > 0)
            vl_draw_triangle(stroke->list, hub, side[0], next[0]);
        vl_draw_quad(stroke->list, side[0], side[1], next[1], next[0]);
        memcpy(side, next, sizeof side);
    }
}

// Adds the end of a line: half a disc, or a fringe. `along` points out of the line.
static vl_section add_end(vl_stroke *stroke, vl_point at, vl_point along)
{
    vl_point left = {-along.y, along.x};
    if (stroke->round_ends) {
        vl_section section = add_section(stroke, at, left, true);
        int hub = offset_vertex(stroke, at, left, 0, true);
        add_arc(stroke, at, left, -PI, hub, (int[]){section.left, section.left_clear},
                (int[]){section.right, section.right_clear});
        return section;
    }
    vl_point in = {at.x - along.x / 2, at.y - along.y / 2};
    vl_point out = {at.x + along.x / 2, at.y + along.y / 2};
    vl_section section = add_section(stroke, in, left, true);
    join_sections(stroke, section, add_section(stroke, out, left, false));
    return section;
}

static vl_section turned_round(vl_section s)
{
    return (vl_section){s.right_clear, s.right, s.left, s.left_clear};
}

// Adds a sharp bend at stroke->at towards `next`. `side` is 1 if the line bends to the left
// (towards the normal), so that the arc is on the right.
static vl_section add_bend(vl_stroke *stroke, vl_point next, float side, bool fits, float angle)
{
    vl_point at = stroke->at, d = stroke->along;
    vl_point n0 = {-d.y * -side, d.x * -side}, n1 = {-next.y * -side, next.x * -side};
    vl_point inner0 = {-n0.x, -n0.y}, inner1 = {-n1.x, -n1.y}, m = mitre(d, next);
    if (fits)
        inner0 = inner1 = (vl_point){m.x * side, m.y * side};

    int out0[2], out1[2], in0[2], in1[2];
    add_side(stroke, at, n0, out0);
    add_side(stroke, at, n1, out1);
    add_side(stroke, at, inner0, in0);
    memcpy(in1, in0, sizeof in1);
    if (!fits)
        add_side(stroke, at, inner1, in1);
    int hub = fits ? in0[0] : offset_vertex(stroke, at, n0, 0, true);
    add_arc(stroke, at, n0, angle, hub, out0, out1);

    vl_section end = {in0[1], in0[0], out0[0], out0[1]};
    vl_section begin = {in1[1], in1[0], out1[0], out1[1]};
    if (side < 0) {
        end = turned_round(end);
        begin = turned_round(begin);
    }
    join_sections(stroke, stroke->behind, end);
    return begin;
}

static vl_section add_joint(vl_stroke *stroke, vl_point next, float length)
{
    vl_point d = stroke->along;
    float c = d.x * next.x + d.y * next.y, s = d.x * next.y - d.y * next.x;
    float back = stroke->reach * fabsf(s) / fmaxf(1 + c, 1e-6f);
    bool fits = c > -0.7f && back < fminf(length, stroke->length);

    const float gentle = 0.8f;
    if (c > gentle && fits) {
        vl_section section = add_section(stroke, stroke->at, mitre(d, next), true);
        join_sections(stroke, stroke->behind, section);
        return section;
    }
    float side = s > 0 ? 1 : -1;
    return add_bend(stroke, next, side, fits, side * atan2f(fabsf(s), c));
}

static void stroke_end(vl_stroke *stroke)
{
    if (stroke->pieces > 0)
        join_sections(stroke, stroke->behind, add_end(stroke, stroke->at, stroke->along));
    stroke->has_point = false;
    stroke->pieces = 0;
}

static void stroke_to(vl_stroke *stroke, vl_point to)
{
    const float nothing = 0.05f; // px: the direction of a shorter piece is inaccurate
    if (!stroke->has_point) {
        stroke->has_point = true;
        stroke->at = to;
        return;
    }
    float length = hypotf(to.x - stroke->at.x, to.y - stroke->at.y);
    if (length < nothing)
        return;

    vl_point along = direction(stroke->at, to);
    if (stroke->pieces == 0)
        stroke->behind = turned_round(add_end(stroke, stroke->at, (vl_point){-along.x, -along.y}));
    else
        stroke->behind = add_joint(stroke, along, length);
    stroke->pieces++;
    stroke->at = to;
    stroke->along = along;
    stroke->length = length;
}

static vl_stroke stroke_begin(vl_drawlist *list, float width, vl_colour colour, bool round_ends)
{
    keep_visible(&width, &colour);
    return (vl_stroke){.list = list,
                       .colour = colour,
                       .core = (width - 1) / 2,
                       .reach = (width + 1) / 2,
                       .round_ends = round_ends && width > 1.5f};
}

// The least and the most coordinates of a region, px.
typedef struct vl_region {
    double x0, y0, x1, y1;
} vl_region;

static const vl_region drawable = {-32768, -32768, 32768, 32768}; // twice the largest surface

// Clips the piece from a to b to a region, with the algorithm of Liang and Barsky. Returns false if
// nothing is left.
static bool clip_piece(vl_point *a, vl_point *b, const vl_region *region)
{
    // In double, because the difference of two floats can exceed the largest float.
    double x = (double)a->x, y = (double)a->y, dx = (double)b->x - x, dy = (double)b->y - y;
    double from = 0, to = 1;
    const double rows[4][2] = {
        {-dx, x - region->x0}, {dx, region->x1 - x}, {-dy, y - region->y0}, {dy, region->y1 - y}};

    for (int i = 0; i < 4; i++) {
        double speed = rows[i][0], room = rows[i][1];
        if (speed == 0 && room < 0)
            return false;
        if (speed < 0)
            from = fmax(from, room / speed);
        else if (speed > 0)
            to = fmin(to, room / speed);
    }
    if (from > to)
        return false;
    *a = (vl_point){(float)(x + from * dx), (float)(y + from * dy)};
    *b = (vl_point){(float)(x + to * dx), (float)(y + to * dy)};
    return true;
}

typedef struct vl_dashes {
    float lengths[2]; ///< of a dash and of a gap, px
    int now;          ///< which of them
    float left;       ///< of it, px
    vl_region region; ///< where dashes are seen: elsewhere none is made, because a line may be long
} vl_dashes;

static double distance(vl_point a, vl_point b)
{
    return hypot((double)b.x - (double)a.x, (double)b.y - (double)a.y);
}

// Leaves out a part of the line of `length` px, with the dashes in it.
static void leave_out(vl_dashes *dashes, double length)
{
    float rest = (float)fmod(length, (double)dashes->lengths[0] + (double)dashes->lengths[1]);
    while (rest > dashes->left) {
        rest -= dashes->left;
        dashes->now = !dashes->now;
        dashes->left = dashes->lengths[dashes->now];
    }
    dashes->left -= rest;
}

// Adds one piece of a line, dash by dash.
static void dash_to(vl_stroke *stroke, vl_dashes *dashes, vl_point a, vl_point b)
{
    float length = hypotf(b.x - a.x, b.y - a.y), done = 0;
    while (length - done > dashes->left) {
        done += dashes->left;
        vl_point cut = {a.x + (b.x - a.x) * done / length, a.y + (b.y - a.y) * done / length};
        stroke_to(stroke, cut);
        if (dashes->now == 0)
            stroke_end(stroke);
        dashes->now = !dashes->now;
        dashes->left = dashes->lengths[dashes->now];
    }
    dashes->left -= length - done;
    if (dashes->now == 0)
        stroke_to(stroke, b);
}

// Adds the piece of a line from one point to the next.
static void add_piece(vl_stroke *stroke, vl_dashes *dashes, vl_point from, vl_point to)
{
    vl_point a = from, b = to;
    bool seen = clip_piece(&a, &b, dashes ? &dashes->region : &drawable);
    if (!seen || a.x != from.x || a.y != from.y)
        stroke_end(stroke);
    if (dashes)
        leave_out(dashes, distance(from, seen ? a : to));
    if (seen && (!dashes || dashes->now == 0))
        stroke_to(stroke, a);
    if (seen && dashes)
        dash_to(stroke, dashes, a, b);
    else if (seen)
        stroke_to(stroke, b);
    if (seen && dashes)
        leave_out(dashes, distance(b, to));
}

static void draw_line(vl_stroke *stroke, vl_dashes *dashes, const float *points, int count)
{
    bool joined = false;
    vl_point last = {0, 0};
    for (int i = 0; i < count; i++) {
        vl_point to = {points[2 * i], points[2 * i + 1]};
        bool finite = isfinite(to.x) && isfinite(to.y);
        if (joined && finite)
            add_piece(stroke, dashes, last, to);
        else
            stroke_end(stroke);
        joined = finite;
        last = to;
    }
    stroke_end(stroke);
}

void vl_draw_polyline(vl_drawlist *list, const float *points, int count, float width,
                      vl_colour colour)
{
    if (!(width > 0) || width > VL_DRAW_FAR)
        return;
    vl_stroke stroke = stroke_begin(list, width, colour, true);
    draw_line(&stroke, NULL, points, count);
}

// What of a line `width` px wide can be seen where the list draws now.
static vl_region seen_of(const vl_drawlist *list, double width)
{
    const vl_draw *clip = NULL;
    for (int i = list->draw_count - 1; i >= 0 && !clip; i--)
        clip = list->draws[i].kind == VL_DRAW_CLIP ? &list->draws[i] : NULL;
    if (!clip || clip->clip.w < 0)
        return drawable;
    double x = (double)clip->clip.x, y = (double)clip->clip.y;
    double right = x + (double)clip->clip.w, low = y + (double)clip->clip.h;
    return (vl_region){fmax(x - width, drawable.x0), fmax(y - width, drawable.y0),
                       fmin(right + width, drawable.x1), fmin(low + width, drawable.y1)};
}

void vl_draw_dashed(vl_drawlist *list, const float *points, int count, float width, float on,
                    float off, float phase, vl_colour colour)
{
    const float finest = 0.5f; // px: finer dashes look grey, and their number would be unbounded
    float period = on + off;
    if (!(off > 0) || !(period >= 2 * finest) || !isfinite(period) || !isfinite(phase)) {
        vl_draw_polyline(list, points, count, width, colour);
        return;
    }
    if (!(width > 0) || width > VL_DRAW_FAR)
        return;

    vl_stroke stroke = stroke_begin(list, width, colour, false);
    phase -= period * floorf(phase / period);
    vl_dashes pattern = {{on, off},
                         phase >= on,
                         fmaxf(phase < on ? on - phase : period - phase, 0),
                         seen_of(list, (double)width + 1)};
    draw_line(&stroke, &pattern, points, count);
}

void vl_draw_arrow(vl_drawlist *list, float x0, float y0, float x1, float y1, float width,
                   float head, vl_colour colour)
{
    vl_point from = {x0, y0}, tip = {x1, y1}, d = direction(from, tip);
    float length = hypotf(x1 - x0, y1 - y0);
    if (!is_near(x0, y0) || !is_near(x1, y1) || !(length > 0.5f))
        return;

    head = fminf(head, length);
    float half = 0.38f * head;
    vl_point neck = {tip.x - d.x * head, tip.y - d.y * head};
    const float shaft[] = {from.x, from.y, neck.x, neck.y};
    vl_stroke stroke = stroke_begin(list, width, colour, false);
    draw_line(&stroke, NULL, shaft, 2);
    const vl_point side = {d.y * half, d.x * half};
    const float corners[] = {tip.x,           tip.y,           neck.x - side.x,
                             neck.y + side.y, neck.x + side.x, neck.y - side.y};
    vl_draw_convex(list, corners, 3, colour);
}
