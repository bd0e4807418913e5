#pragma once
/// Colours and line styles: a light theme, for projectors in bright rooms, and a dark one.
///
/// Text has a contrast of at least 7 : 1 with its background, lines with a meaning at least 3 : 1
/// (WCAG 2.1, success criteria 1.4.6 and 1.4.11).

#include "ui/drawlist.h"

enum { VL_METHOD_COLOURS = 12, VL_MOST_DASHES = 6 };

/// A line style: colour, dashes, and the marks at the points.
typedef struct vl_line_style {
    vl_colour colour;
    float dashes[VL_MOST_DASHES]; ///< on, off, on … in multiples of the line width
    int dash_count;               ///< even; 0 is a solid line
    int corners;                  ///< of a mark: 3, 4 …; 0 is a disc
} vl_line_style;

typedef struct vl_theme {
    const char *name; ///< "light"

    // the stage
    vl_colour background;
    vl_colour grid_minor, grid_major, grid_axis;
    vl_colour link;     ///< rods, strings, springs
    vl_colour particle; ///< balls
    vl_colour pin;      ///< pinned particles
    vl_colour held;     ///< held particles
    vl_colour cloth_front, cloth_back, weave;
    vl_colour solid, solid_edge;      ///< colliders
    vl_colour velocity, acceleration; ///< arrows
    vl_colour trail;                  ///< if the trail does not have the colour of the method
    vl_colour exact;                  ///< the exact solution
    vl_colour strain_low, strain_none, strain_high;

    // text and panels
    vl_colour text, text_dim;
    vl_colour panel, panel_edge;
    vl_colour accent;
    vl_colour key_cap, key_cap_edge;
    vl_colour warning, warning_edge, warning_text; ///< a banner that warns
    vl_colour note, note_edge, note_text;          ///< a banner that tells
    vl_colour scrim;                               ///< over everything behind a sheet

    // buttons
    vl_colour button, button_hover, button_pressed, button_active, button_disabled;
    vl_colour button_text, button_active_text, button_disabled_text;

    // plots
    vl_colour plot, plot_grid, plot_axis, plot_reference;
    vl_line_style kinetic, potential, total; ///< energies
    vl_colour calm, decay;                   ///< of factor 1, and of the strongest decay
    vl_colour growth[3]; ///< increasing growth; each is darker than the last, or lighter

    vl_colour methods[VL_METHOD_COLOURS]; ///< of the first integrators; see vl_theme_method()
} vl_theme;

/// All themes; the light one is the first.
extern const vl_theme vl_themes[];
extern const int vl_theme_count;

/// The style of integrator number `index` (≥ 0) of the list. No two of the first 36 have the same
/// colour or the same dashes. Those behind the first VL_METHOD_COLOURS have a mark with corners, a
/// colour nearer to that of text and accent, and longer dashes.
vl_line_style vl_theme_method(const vl_theme *theme, int index);

/// Returns the colour of a strain on a diverging scale: −1 compressed (blue), 0 neutral, 1
/// stretched (vermilion). Values beyond are clamped, NaN is neutral.
vl_colour vl_theme_strain(const vl_theme *theme, double strain);

/// Returns the colour of growth on a scale from −1, the strongest decay, over 0, neither, to 1, the
/// strongest growth. Values beyond are clamped, NaN is 0. The colours differ in lightness.
vl_colour vl_theme_growth(const vl_theme *theme, double share);

/// Draws a polyline in a style, `width` pixels wide, beginning `phase` pixels into the dashes.
void vl_draw_styled(vl_drawlist *list, const float *points, int count, float width,
                    const vl_line_style *style, float phase);
