#pragma once
/// Colours and line styles: a light theme, for projectors in bright rooms, and a dark one.
///
/// Text has a contrast of at least 7 : 1 with its background, names 4.5 : 1, lines with a meaning
/// at least 3 : 1 (WCAG 2.1, success criteria 1.4.6, 1.4.3 and 1.4.11).

#include "ui/drawlist.h"

enum { VL_LANE_COLOURS = 6, VL_CAUSE_COLOURS = 8 };

/// A line style: colour, dashes, and the marks at the points.
typedef struct vl_line_style {
    vl_colour colour;
    float on, off; ///< of dashes, in multiples of the line width; off 0: a solid line
    int corners;   ///< of a mark: 3, 4 …; 0 is a disc
} vl_line_style;

// clang-format off
/// Single colours: red, green, blue and opacity in the light theme and in the dark one.
#define VL_COLOURS(COLOUR)                                                                        \
    COLOUR(background, 0xFBFBF9FF, 0x15181CFF)            /* the stage */                         \
    COLOUR(pane_edge, 0xB4BAC0FF, 0x4B535DFF)                                                     \
    COLOUR(link, 0x4A545EFF, 0xB4BDC6FF)                  /* rods, strings, springs */            \
    COLOUR(particle, 0x2B6CA8FF, 0x5BA4DEFF)              /* balls */                             \
    COLOUR(pin, 0x3A424BFF, 0xC3CAD1FF)                   /* pinned particles */                  \
    COLOUR(held, 0xA44400FF, 0xF08A3CFF)                  /* held particles */                    \
    COLOUR(cloth_front, 0x6C9CC6FF, 0x5D8FBEFF)                                                   \
    COLOUR(cloth_back, 0xD3A678FF, 0xB98A5CFF)                                                    \
    COLOUR(weave, 0x16304A46, 0x0A121A5A)                                                         \
    COLOUR(solid, 0xC3C9CEFF, 0x3A434CFF)                 /* colliders */                         \
    COLOUR(solid_edge, 0x6B747DFF, 0x8A95A0FF)                                                    \
    COLOUR(velocity, 0x00805CFF, 0x3CC79BFF)              /* arrows */                            \
    COLOUR(acceleration, 0xC25400FF, 0xF08A3CFF)                                                  \
    COLOUR(exact, 0x6B737CFF, 0x949DA6FF)                 /* the exact solution */                \
    COLOUR(strain_low, 0x0064A8FF, 0x3F9BE0FF)                                                    \
    COLOUR(strain_none, 0xA9AFB4FF, 0x70777EFF)                                                   \
    COLOUR(strain_high, 0xD24A00FF, 0xF0702AFF)                                                   \
    COLOUR(text, 0x1A1E23FF, 0xECEEF0FF)                  /* text and panels */                   \
    COLOUR(text_dim, 0x444B54FF, 0xB4BBC3FF)                                                      \
    COLOUR(panel, 0xF1F2F2FF, 0x1D2126FF)                                                         \
    COLOUR(panel_edge, 0xD5D9DCFF, 0x32383FFF)                                                    \
    COLOUR(accent, 0x0A5A9CFF, 0x6DB3EAFF)                                                        \
    COLOUR(key_cap, 0xFFFFFFFF, 0x2A2F36FF)                                                       \
    COLOUR(key_cap_edge, 0x8A929AFF, 0x717A84FF)                                                  \
    COLOUR(warning, 0xFCEFD6FF, 0x38290CFF)               /* a banner that warns */               \
    COLOUR(warning_edge, 0xC98A14FF, 0xB98422FF)                                                  \
    COLOUR(warning_text, 0x3B2A06FF, 0xFBE7BEFF)                                                  \
    COLOUR(note, 0xE3EEF8FF, 0x172A3BFF)                  /* a banner that tells */               \
    COLOUR(note_edge, 0x4D8CC0FF, 0x4681B3FF)                                                     \
    COLOUR(note_text, 0x12304CFF, 0xD7E8F8FF)                                                     \
    COLOUR(button, 0xE3E6E8FF, 0x3B424AFF)                /* buttons */                           \
    COLOUR(button_hover, 0xD8DCDFFF, 0x474F59FF)                                                  \
    COLOUR(button_pressed, 0xC8CED3FF, 0x40474FFF)                                                \
    COLOUR(button_active, 0x0F4C81FF, 0x8CC4F0FF)                                                 \
    COLOUR(button_disabled, 0xECEEEFFF, 0x20242AFF)                                               \
    COLOUR(button_text, 0x1A1E23FF, 0xECEEF0FF)                                                   \
    COLOUR(button_active_text, 0xFFFFFFFF, 0x0B1B29FF)                                            \
    COLOUR(button_disabled_text, 0x6F777FFF, 0x8F979FFF)                                          \
    COLOUR(plot, 0xFBFBF9FF, 0x15181CFF)                  /* plots */                             \
    COLOUR(plot_grid, 0xE4E7E9FF, 0x262B31FF)                                                     \
    COLOUR(plot_axis, 0x79828AFF, 0x6E7781FF)                                                     \
    COLOUR(plot_reference, 0x6B737CFF, 0x949DA6FF)                                                \
    COLOUR(calm, 0xE9ECEEFF, 0x262C33FF)                  /* of factor 1 */                       \
    COLOUR(decay, 0x8DB8DCFF, 0x2B6699FF)                 /* of the strongest decay */
// clang-format on

#define VL_MEMBER_OF(member, light, dark) vl_colour member;

typedef struct vl_theme {
    const char *name; ///< "light"
    VL_COLOURS(VL_MEMBER_OF)
    vl_line_style kinetic, potential, total; ///< energies in plots
    vl_colour growth[3]; ///< increasing growth; each is darker than the last, or lighter
    vl_colour lanes[VL_LANE_COLOURS];   ///< see vl_app_lane_style()
    vl_colour causes[VL_CAUSE_COLOURS]; ///< of a change of the energy; no lane has one of them
} vl_theme;

#undef VL_MEMBER_OF

/// All themes; the light one is the first.
extern const vl_theme vl_themes[];
extern const int vl_theme_count;

/// The style of integrator number `index` (≥ 0) of the list where it is no lane that runs: all have
/// one colour, and no two the same dashes.
vl_line_style vl_theme_method(const vl_theme *theme, int index);

/// Returns the colour of a strain on a diverging scale: −1 compressed (blue), 0 neutral, 1
/// stretched (vermilion). Values beyond are clamped, NaN is neutral.
vl_colour vl_theme_strain(const vl_theme *theme, double strain);

/// Returns the colour of growth on a scale from −1, the strongest decay, over 0, neither, to 1, the
/// strongest growth. Values beyond are clamped, NaN is 0. The colours differ in lightness.
vl_colour vl_theme_growth(const vl_theme *theme, double share);

/// Draws the mark of a style: a disc, or a polygon of about its size with a corner on top.
void vl_draw_mark(vl_drawlist *list, float x, float y, float radius, const vl_line_style *style);

/// Draws a polyline in a style, `width` pixels wide, beginning `phase` pixels into the dashes.
void vl_draw_styled(vl_drawlist *list, const float *points, int count, float width,
                    const vl_line_style *style, float phase);
