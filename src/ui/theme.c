#include "ui/theme.h"

#include <math.h>

// The colours of the methods are those of Okabe and Ito, "Color universal design" (2008), but
// darker or lighter if the contrast requires it.
#define SOLID    {0}, 0, 0
#define DASH_DOT {10, 3, 2, 3}, 4, 0
#define DASHES   {5, 2.5f}, 2, 0

// clang-format off
// Every colour and style: red, green, blue and opacity in the light theme and in the dark one.
#define COLOURS(COLOUR)                                                             \
    COLOUR(background, 0xFBFBF9FF, 0x15181CFF)                                      \
    COLOUR(grid_minor, 0xEEEFEEFF, 0x1C2025FF)                                      \
    COLOUR(grid_major, 0xDDE0E2FF, 0x292E35FF)                                      \
    COLOUR(grid_axis, 0xB4BAC0FF, 0x4B535DFF)                                       \
    COLOUR(link, 0x4A545EFF, 0xB4BDC6FF)                                            \
    COLOUR(particle, 0x2B6CA8FF, 0x5BA4DEFF)                                        \
    COLOUR(pin, 0x3A424BFF, 0xC3CAD1FF)                                             \
    COLOUR(held, 0xC25400FF, 0xF08A3CFF)                                            \
    COLOUR(cloth_front, 0x6C9CC6FF, 0x5D8FBEFF)                                     \
    COLOUR(cloth_back, 0xD3A678FF, 0xB98A5CFF)                                      \
    COLOUR(weave, 0x16304A46, 0x0A121A5A)                                           \
    COLOUR(solid, 0xC3C9CEFF, 0x3A434CFF)                                           \
    COLOUR(solid_edge, 0x6B747DFF, 0x8A95A0FF)                                      \
    COLOUR(velocity, 0x00805CFF, 0x3CC79BFF)                                        \
    COLOUR(acceleration, 0xC25400FF, 0xF08A3CFF)                                    \
    COLOUR(trail, 0x5C6874FF, 0x8D99A5FF)                                           \
    COLOUR(exact, 0x6B737CFF, 0x949DA6FF)                                           \
    COLOUR(strain_low, 0x0064A8FF, 0x3F9BE0FF)                                      \
    COLOUR(strain_none, 0xA9AFB4FF, 0x70777EFF)                                     \
    COLOUR(strain_high, 0xD24A00FF, 0xF0702AFF)                                     \
    COLOUR(text, 0x1A1E23FF, 0xECEEF0FF)                                            \
    COLOUR(text_dim, 0x444B54FF, 0xB4BBC3FF)                                        \
    COLOUR(panel, 0xF1F2F2FF, 0x1D2126FF)                                           \
    COLOUR(panel_edge, 0xD5D9DCFF, 0x32383FFF)                                      \
    COLOUR(accent, 0x0A5A9CFF, 0x6DB3EAFF)                                          \
    COLOUR(key_cap, 0xFFFFFFFF, 0x2A2F36FF)                                         \
    COLOUR(key_cap_edge, 0xAEB5BCFF, 0x59626CFF)                                    \
    COLOUR(warning, 0xFCEFD6FF, 0x38290CFF)                                         \
    COLOUR(warning_edge, 0xC98A14FF, 0xB98422FF)                                    \
    COLOUR(warning_text, 0x3B2A06FF, 0xFBE7BEFF)                                    \
    COLOUR(note, 0xE3EEF8FF, 0x172A3BFF)                                            \
    COLOUR(note_edge, 0x4D8CC0FF, 0x4681B3FF)                                       \
    COLOUR(note_text, 0x12304CFF, 0xD7E8F8FF)                                       \
    COLOUR(scrim, 0x1A1E236E, 0x06080A96)                                           \
    COLOUR(button, 0xE3E6E8FF, 0x2A2F35FF)                                          \
    COLOUR(button_hover, 0xD8DCDFFF, 0x343A41FF)                                    \
    COLOUR(button_pressed, 0xC8CED3FF, 0x40474FFF)                                  \
    COLOUR(button_active, 0x0F4C81FF, 0x8CC4F0FF)                                   \
    COLOUR(button_disabled, 0xECEEEFFF, 0x20242AFF)                                 \
    COLOUR(button_text, 0x1A1E23FF, 0xECEEF0FF)                                     \
    COLOUR(button_active_text, 0xFFFFFFFF, 0x0B1B29FF)                              \
    COLOUR(button_disabled_text, 0x9BA2A9FF, 0x646C75FF)                            \
    COLOUR(plot, 0xFBFBF9FF, 0x15181CFF)                                            \
    COLOUR(plot_grid, 0xE4E7E9FF, 0x262B31FF)                                       \
    COLOUR(plot_axis, 0x79828AFF, 0x6E7781FF)                                       \
    COLOUR(plot_reference, 0x6B737CFF, 0x949DA6FF)                                  \
    COLOUR(calm, 0xE9ECEEFF, 0x262C33FF)                                            \
    COLOUR(decay, 0x8DB8DCFF, 0x2B6699FF)                                           \
    COLOUR(growth[0], 0xF3C45CFF, 0x8A2F63FF)                                       \
    COLOUR(growth[1], 0xD55E00FF, 0xE8702EFF)                                       \
    COLOUR(growth[2], 0x5A1746FF, 0xFBE88CFF)                                       \
    COLOUR(methods[0], 0xD55E00FF, 0xF07428FF)                                      \
    COLOUR(methods[1], 0x0072B2FF, 0x3A97DAFF)                                      \
    COLOUR(methods[2], 0x008F68FF, 0x1DBF8FFF)                                      \
    COLOUR(methods[3], 0xB65C8EFF, 0xDB8FBAFF)                                      \
    COLOUR(methods[4], 0xB27600FF, 0xE69F00FF)                                      \
    COLOUR(methods[5], 0x2A8ABFFF, 0x7CCBF5FF)                                      \
    COLOUR(methods[6], 0x1A1E23FF, 0xECEEF0FF)                                      \
    COLOUR(methods[7], 0x857C00FF, 0xF0E442FF)                                      \
    COLOUR(methods[8], 0x004F7CFF, 0x8FB8FFFF)                                      \
    COLOUR(methods[9], 0x963C00FF, 0xFFB08AFF)                                      \
    COLOUR(methods[10], 0x005F45FF, 0x8CE0C2FF)                                     \
    COLOUR(methods[11], 0x7E3A62FF, 0xF3C3DDFF)

#define STYLES(STYLE)                                                               \
    STYLE(kinetic, 0xC25400FF, 0xF08A3CFF, DASHES)                                  \
    STYLE(potential, 0x0072B2FF, 0x56B4E9FF, DASH_DOT)                              \
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
    {.name = "light", COLOURS(LIGHT_COLOUR) STYLES(LIGHT_STYLE)},
    {.name = "dark", COLOURS(DARK_COLOUR) STYLES(DARK_STYLE)},
};
const int vl_theme_count = sizeof vl_themes / sizeof *vl_themes;

// Dashes of the methods, the same in both themes.
static const vl_line_style patterns[VL_METHOD_COLOURS] = {
    {.dashes = {1.5f, 2.5f}, .dash_count = 2},  {.dashes = {10, 4}, .dash_count = 2},
    {.dashes = {0}, .dash_count = 0}, // solid
    {.dashes = {10, 3, 2, 3}, .dash_count = 4}, {.dashes = {6, 6}, .dash_count = 2},
    {.dashes = {5, 2.5f}, .dash_count = 2},     {.dashes = {14, 4, 2, 4, 2, 4}, .dash_count = 6},
    {.dashes = {3, 3}, .dash_count = 2},        {.dashes = {16, 5}, .dash_count = 2},
    {.dashes = {6, 3, 2, 3}, .dash_count = 4},  {.dashes = {2, 5}, .dash_count = 2},
    {.dashes = {10, 3, 5, 3}, .dash_count = 4},
};

vl_line_style vl_theme_method(const vl_theme *theme, int index)
{
    int dozen = index / VL_METHOD_COLOURS, place = index % VL_METHOD_COLOURS;
    vl_line_style style = patterns[place];
    style.colour = theme->methods[place];
    if (dozen == 0)
        return style;
    if (style.dash_count == 0)
        style = (vl_line_style){.colour = style.colour, .dashes = {24, 3}, .dash_count = 2};
    float longer = 1 + 0.45f * (float)dozen;
    for (int i = 0; i < style.dash_count; i++)
        style.dashes[i] *= longer;
    vl_colour far = vl_colour_mix(theme->text, theme->accent, 0.5f);
    style.colour = vl_colour_mix(style.colour, far, 1 - 1 / longer);
    style.corners = 3 + (index - VL_METHOD_COLOURS) % 6;
    return style;
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

void vl_draw_styled(vl_drawlist *list, const float *points, int count, float width,
                    const vl_line_style *style, float phase)
{
    float dashes[VL_MOST_DASHES];
    for (int i = 0; i < style->dash_count; i++)
        dashes[i] = style->dashes[i] * width;
    vl_draw_dashed(list, points, count, width, dashes, style->dash_count, phase, style->colour);
}
