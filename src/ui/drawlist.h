#pragma once
/// What is to be drawn in a frame: triangles with colours, text, clip rectangles. No pixels here.
///
/// Coordinates are pixels of the surface, x right, y down, (0, 0) the top left corner. Colours are
/// not premultiplied. Edges are made smooth by geometry: every shape has a fringe, one pixel wide,
/// on which its opacity falls to 0.

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct vl_colour {
    uint8_t r, g, b, a;
} vl_colour;

/// Pixels; what lies farther out is not drawn, and lines are cut there. No display is that large,
/// and single precision still tells half pixels apart.
#define VL_DRAW_FAR 1e6f

typedef struct vl_vertex {
    float x, y;
    vl_colour colour;
} vl_vertex;

typedef struct vl_rect {
    float x, y, w, h;
} vl_rect;

/// Three sizes of type on one scale.
typedef enum vl_type_size {
    VL_TYPE_SMALL,
    VL_TYPE_MEDIUM,
    VL_TYPE_LARGE,
    VL_TYPE_COUNT
} vl_type_size;

typedef enum vl_draw_kind { VL_DRAW_TRIANGLES, VL_DRAW_TEXT, VL_DRAW_CLIP } vl_draw_kind;

/// One command, in drawing order.
typedef struct vl_draw {
    vl_draw_kind kind;
    int first, count;  ///< triangles: range of indices; text: byte offset and length in `text`
    float x, y;        ///< text: left end of the line box's top
    vl_type_size size; ///< text
    vl_colour colour;  ///< text
    vl_rect clip;      ///< clip: from now on; w < 0: the whole surface
} vl_draw;

typedef struct vl_drawlist {
    vl_vertex *vertices;
    int vertex_count, vertex_capacity;
    int *indices;
    int index_count, index_capacity;
    vl_draw *draws;
    int draw_count, draw_capacity;
    vl_text text;
    vl_colour background;
} vl_drawlist;

/// Empties the list for a new frame; memory is kept. A fresh list is `{0}`.
void vl_drawlist_clear(vl_drawlist *list, vl_colour background);
void vl_drawlist_free(vl_drawlist *list);

/// Adds a vertex, to be used by vl_draw_triangle(). Returns its index. Coordinates that are not
/// finite or lie beyond ±VL_DRAW_FAR are accepted, but every triangle at such a vertex is left out.
int vl_draw_vertex(vl_drawlist *list, float x, float y, vl_colour colour);

/// Adds one triangle of three vertices.
void vl_draw_triangle(vl_drawlist *list, int a, int b, int c);

/// A rectangle with sharp edges: for whole pixels.
void vl_draw_rect(vl_drawlist *list, vl_rect rect, vl_colour colour);

/// A rectangle with round corners, smooth.
void vl_draw_round_rect(vl_drawlist *list, vl_rect rect, float radius, vl_colour colour);

/// The outline of a rectangle with round corners, `width` pixels, inside the rectangle.
void vl_draw_round_frame(vl_drawlist *list, vl_rect rect, float radius, float width,
                         vl_colour colour);

/// A smooth line of `width` pixels with round joints through `count` points (x0, y0, x1, y1 …).
/// Points that are not finite are left out and break the line.
void vl_draw_polyline(vl_drawlist *list, const float *points, int count, float width,
                      vl_colour colour);

/// As vl_draw_polyline(), cut into dashes: `dashes` lists lengths on, off, on … in pixels, an even
/// number of them; none is a solid line. It begins `phase` pixels (any finite number) into the
/// pattern.
void vl_draw_dashed(vl_drawlist *list, const float *points, int count, float width,
                    const float *dashes, int dash_count, float phase, vl_colour colour);

/// A smooth convex polygon of `count` corners (x0, y0, x1, y1 …) in either order; at most 64.
void vl_draw_convex(vl_drawlist *list, const float *points, int count, vl_colour colour);

/// An arrow with a filled head of `head` pixels, which shrinks with an arrow shorter than that.
void vl_draw_arrow(vl_drawlist *list, float x0, float y0, float x1, float y1, float width,
                   float head, vl_colour colour);

/// A smooth disc.
void vl_draw_disc(vl_drawlist *list, float x, float y, float radius, vl_colour colour);

/// A smooth ring of `width` pixels, centred on the radius.
void vl_draw_ring(vl_drawlist *list, float x, float y, float radius, float width, vl_colour colour);

/// A ball lit from the upper left: shaded, with a soft highlight, smooth edge.
void vl_draw_ball(vl_drawlist *list, float x, float y, float radius, vl_colour colour);

/// One line of UTF-8 with its left top at (x, y).
void vl_draw_text(vl_drawlist *list, float x, float y, vl_type_size size, vl_colour colour,
                  const char *text);

/// The same for the first `length` bytes of `text`.
void vl_draw_text_part(vl_drawlist *list, float x, float y, vl_type_size size, vl_colour colour,
                       const char *text, int length);

/// From now on only what lies in `rect` is seen; it replaces an earlier clip.
void vl_draw_clip(vl_drawlist *list, vl_rect rect);
void vl_draw_unclip(vl_drawlist *list);

/// a + (b − a) s, opacity too; s in 0…1.
vl_colour vl_colour_mix(vl_colour a, vl_colour b, float s);

/// The colour with its opacity multiplied by `opacity` (0…1).
vl_colour vl_colour_fade(vl_colour colour, float opacity);
