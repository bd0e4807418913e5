#pragma once
/// The draw list of a frame: coloured triangles, text, clip rectangles. It contains no pixels.
///
/// Coordinates are pixels of the surface, x right, y down, (0, 0) the top left corner. Colours are
/// not premultiplied. Edges are antialiased by geometry: every shape has a fringe, one pixel wide,
/// on which its opacity falls to 0.

#include "base/text.h"

#include <stdint.h>

typedef struct vl_colour {
    uint8_t r, g, b, a;
} vl_colour;

/// Pixels; points farther out are not drawn, and lines are clipped there. No display is that large,
/// and single precision still resolves half pixels.
#define VL_DRAW_FAR 1e6f

typedef struct vl_vertex {
    float x, y;
    vl_colour colour;
} vl_vertex;

typedef struct vl_rect {
    float x, y, w, h;
} vl_rect;

/// The sizes of type, from the smallest, and behind them those in bold.
typedef enum vl_type_size {
    VL_TYPE_SMALL,   ///< axes, tables, keys
    VL_TYPE_READING, ///< readings
    VL_TYPE_MEDIUM,  ///< buttons, the notes
    VL_TYPE_LARGE,   ///< titles, the formula
    VL_TYPE_FIGURE,  ///< the figures that lanes are compared by
    VL_TYPE_NAME,    ///< bold, as high as VL_TYPE_MEDIUM: names of lanes on the stage
    VL_TYPE_TITLE,   ///< bold, as high as VL_TYPE_LARGE: the name of the scene
    VL_TYPE_COUNT
} vl_type_size;

typedef enum vl_draw_kind { VL_DRAW_TRIANGLES, VL_DRAW_TEXT, VL_DRAW_CLIP } vl_draw_kind;

/// One command, in drawing order.
typedef struct vl_draw {
    vl_draw_kind kind;
    int first, count;  ///< triangles: range of indices; text: byte offset and length in `text`
    float x, y;        ///< text: top left corner of the line box
    vl_type_size size; ///< text
    vl_colour colour;  ///< text
    vl_rect clip;      ///< clip of the following commands; w < 0: the whole surface
} vl_draw;

/// What a ball became in the list: a ball of its size and colour is a copy of it.
typedef struct vl_drawn_ball {
    float x, y, radius; ///< radius 0: none
    vl_colour colour;
    int vertex, vertex_end, index, index_end;
} vl_drawn_ball;

typedef struct vl_drawlist {
    vl_vertex *vertices;
    int vertex_count, vertex_capacity;
    int *indices;
    int index_count, index_capacity;
    vl_draw *draws;
    int draw_count, draw_capacity;
    vl_text text;
    vl_colour background;
    vl_drawn_ball ball; ///< the newest that is not a copy
} vl_drawlist;

/// Empties the list for a new frame without freeing its memory. A fresh list is `{0}`.
void vl_drawlist_clear(vl_drawlist *list, vl_colour background);
void vl_drawlist_free(vl_drawlist *list);

/// Adds a vertex for vl_draw_triangle() and returns its index. Coordinates that are not finite or
/// lie beyond ±VL_DRAW_FAR are accepted, but every triangle with such a vertex is ignored.
int vl_draw_vertex(vl_drawlist *list, float x, float y, vl_colour colour);

/// Adds a triangle, or the two of four vertices, listed around.
void vl_draw_triangle(vl_drawlist *list, int a, int b, int c);
void vl_draw_quad(vl_drawlist *list, int a, int b, int c, int d);

/// Draws a rectangle with sharp edges, for whole pixels; or with round corners and smooth edges.
void vl_draw_rect(vl_drawlist *list, vl_rect rect, vl_colour colour);
void vl_draw_round_rect(vl_drawlist *list, vl_rect rect, float radius, vl_colour colour);

/// Draws the outline of a rectangle with round corners, `width` pixels wide, inside the rectangle.
void vl_draw_round_frame(vl_drawlist *list, vl_rect rect, float radius, float width,
                         vl_colour colour);

/// Draws a smooth line of `width` pixels with round joints through `count` points (x0, y0, x1, y1
/// …). Points that are not finite are ignored and break the line.
void vl_draw_polyline(vl_drawlist *list, const float *points, int count, float width,
                      vl_colour colour);

/// Like vl_draw_polyline(), with dashes of `on` pixels and gaps of `off`; 0 means a solid line. The
/// line begins `phase` pixels (any finite number) into the dashes.
void vl_draw_dashed(vl_drawlist *list, const float *points, int count, float width, float on,
                    float off, float phase, vl_colour colour);

/// Draws a smooth convex polygon of `count` corners (x0, y0, x1, y1 …) in either order; at most 64.
void vl_draw_convex(vl_drawlist *list, const float *points, int count, vl_colour colour);

/// Draws an arrow with a filled head of `head` pixels; a shorter arrow has a smaller head.
void vl_draw_arrow(vl_drawlist *list, float x0, float y0, float x1, float y1, float width,
                   float head, vl_colour colour);

/// Draws a smooth disc, or a smooth ring, `width` pixels wide, centred on the radius.
void vl_draw_disc(vl_drawlist *list, float x, float y, float radius, vl_colour colour);
void vl_draw_ring(vl_drawlist *list, float x, float y, float radius, float width, vl_colour colour);

/// Draws a ball lit from the upper left, shaded, with a soft highlight and a smooth edge.
void vl_draw_ball(vl_drawlist *list, float x, float y, float radius, vl_colour colour);

/// Draws one line of UTF-8, or its first `length` bytes, with its top left corner at (x, y).
void vl_draw_text(vl_drawlist *list, float x, float y, vl_type_size size, vl_colour colour,
                  const char *text);
void vl_draw_text_part(vl_drawlist *list, float x, float y, vl_type_size size, vl_colour colour,
                       const char *text, int length);

/// Clips the following commands to `rect`, instead of an earlier clip.
void vl_draw_clip(vl_drawlist *list, vl_rect rect);
void vl_draw_unclip(vl_drawlist *list);

/// Returns a + (b − a) s, including the opacity; s in 0…1.
vl_colour vl_colour_mix(vl_colour a, vl_colour b, float s);

/// Returns the colour with its opacity multiplied by `opacity` (0…1).
vl_colour vl_colour_fade(vl_colour colour, float opacity);
