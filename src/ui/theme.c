#include "ui/theme.h"

#include <math.h>

// The colours of lanes and causes are about those of Okabe and Ito, "Color universal design"
// (2008), darker or lighter where the contrast requires it. No lane has that of a cause.
#define SOLID  0, 0, 0
#define DOTS   2, 2, 0
#define DASHES 5, 2.5f, 0

// clang-format off
// The colours in a series, and the styles.
#define SERIES(COLOUR)                                                              \
    COLOUR(growth[0], 0xF3C45CFF, 0x8A2F63FF)                                       \
    COLOUR(growth[1], 0xD55E00FF, 0xE8702EFF)                                       \
    COLOUR(growth[2], 0x5A1746FF, 0xFBE88CFF)                                       \
    COLOUR(lanes[0], 0x0072B2FF, 0x47A1E3FF)                                        \
    COLOUR(lanes[1], 0x008361FF, 0x1DBF8FFF)                                        \
    COLOUR(lanes[2], 0xAF5487FF, 0xDB8FBAFF)                                        \
    COLOUR(lanes[3], 0x9E6900FF, 0xE69F00FF)                                        \
    COLOUR(lanes[4], 0x1A1E23FF, 0xECEEF0FF)                                        \
    COLOUR(lanes[5], 0x8C1C1CFF, 0xFF6B6BFF)                                        \
    COLOUR(causes[0], 0xD55E00FF, 0xF07428FF)                                       \
    COLOUR(causes[1], 0x6440C8FF, 0xB8A2FFFF)                                       \
    COLOUR(causes[2], 0x857C00FF, 0xF0E442FF)                                       \
    COLOUR(causes[3], 0x7E3A62FF, 0xF3C3DDFF)                                       \
    COLOUR(causes[4], 0x2A8ABFFF, 0x7CCBF5FF)                                       \
    COLOUR(causes[5], 0x6B737CFF, 0x949DA6FF)                                       \
    COLOUR(causes[6], 0x963C00FF, 0xC8683CFF)                                       \
    COLOUR(causes[7], 0x004F7CFF, 0x8FB8FFFF)

#define STYLES(STYLE)                                                               \
    STYLE(kinetic, 0xC25400FF, 0xF08A3CFF, DASHES)                                  \
    STYLE(potential, 0x6440C8FF, 0xB8A2FFFF, DOTS)                                  \
    STYLE(total, 0x1A1E23FF, 0xECEEF0FF, SOLID)
// clang-format on

#define RGBA(code)                                                                                 \
    {                                                                                              \
        (code) >> 24, ((code) >> 16) & 255, ((code) >> 8) & 255, (code)&255                        \
    }
#define LIGHT_COLOUR(member, light, dark)         .member = RGBA(light),
#define DARK_COLOUR(member, light, dark)          .member = RGBA(dark),
#define LIGHT_STYLE(member, light, dark, pattern) .member = {RGBA(light), pattern},
#define DARK_STYLE(member, light, dark, pattern)  .member = {RGBA(dark), pattern},

const vl_theme vl_themes[] = {
    {.name = "light", VL_COLOURS(LIGHT_COLOUR) SERIES(LIGHT_COLOUR) STYLES(LIGHT_STYLE)},
    {.name = "dark", VL_COLOURS(DARK_COLOUR) SERIES(DARK_COLOUR) STYLES(DARK_STYLE)},
};
const int vl_theme_count = sizeof vl_themes / sizeof *vl_themes;

vl_line_style vl_theme_method(const vl_theme *theme, int index)
{
    const int on = index % 5, off = index / 5;
    return (vl_line_style){
        .colour = theme->plot_reference, .on = 1.5f + 3 * (float)on, .off = 2 + 2 * (float)off};
}

vl_colour vl_theme_strain(const vl_theme *theme, double strain)
{
    if (isnan(strain))
        return theme->strain_none;
    float s = (float)fmin(fabs(strain), 1);
    return vl_colour_mix(theme->strain_none, strain < 0 ? theme->strain_low : theme->strain_high,
                         s);
}

vl_colour vl_theme_growth(const vl_theme *theme, double share)
{
    const vl_colour *growth = theme->growth;
    const vl_colour stops[] = {theme->calm, growth[0], growth[1], growth[2]};
    double s = isnan(share) ? 0 : fmin(fmax(share, -1), 1);
    if (s <= 0)
        return vl_colour_mix(theme->calm, theme->decay, (float)-s);
    int piece = s < 1 ? (int)(3 * s) : 2;
    return vl_colour_mix(stops[piece], stops[piece + 1], (float)(3 * s - piece));
}

void vl_draw_mark(vl_drawlist *list, float x, float y, float radius, const vl_line_style *style)
{
    enum { MOST = 16 };

    float points[2 * MOST];
    int count = style->corners < MOST ? style->corners : MOST;
    for (int k = 0; k < count; k++) {
        float angle = 6.2831853f * (float)k / (float)count;
        points[2 * k] = x + 1.3f * radius * sinf(angle);
        points[2 * k + 1] = y - 1.3f * radius * cosf(angle);
    }
    if (count > 0)
        vl_draw_convex(list, points, count, style->colour);
    else
        vl_draw_disc(list, x, y, radius, style->colour);
}

void vl_draw_styled(vl_drawlist *list, const float *points, int count, float width,
                    const vl_line_style *style, float phase)
{
    vl_draw_dashed(list, points, count, width, style->on * width, style->off * width, phase,
                   style->colour);
}
