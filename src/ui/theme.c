#include "ui/theme.h"

#include <math.h>

// The colours of the methods are those of Okabe and Ito, "Color universal design" (2008), made
// darker or lighter where the contrast asks for it.
#define SOLID    {0}, 0
#define DASH_DOT {10, 3, 2, 3}, 4
#define DASHES   {5, 2.5f}, 2

#define RGB(code)                                                                                  \
    {                                                                                              \
        (code) >> 16, ((code) >> 8) & 255, (code)&255, 255                                         \
    }
#define RGBA(code, a)                                                                              \
    {                                                                                              \
        (code) >> 16, ((code) >> 8) & 255, (code)&255, (a)                                         \
    }

const vl_theme vl_themes[VL_THEME_COUNT] =
    {
        [VL_THEME_LIGHT] =
            {
                .name = "light",
                .background = RGB(0xFBFBF9),
                .grid_minor = RGB(0xEEEFEE),
                .grid_major = RGB(0xDDE0E2),
                .grid_axis = RGB(0xB4BAC0),
                .link = RGB(0x4A545E),
                .particle = RGB(0x2B6CA8),
                .pin = RGB(0x3A424B),
                .held = RGB(0xC25400),
                .cloth_front = RGB(0x6C9CC6),
                .cloth_back = RGB(0xD3A678),
                .weave = RGBA(0x16304A, 70),
                .solid = RGB(0xC3C9CE),
                .solid_edge = RGB(0x6B747D),
                .velocity = RGB(0x00805C),
                .acceleration = RGB(0xC25400),
                .trail = RGB(0x5C6874),
                .exact = RGB(0x6B737C),
                .strain_low = RGB(0x0064A8),
                .strain_none = RGB(0xA9AFB4),
                .strain_high = RGB(0xD24A00),
                .text = RGB(0x1A1E23),
                .text_dim = RGB(0x444B54),
                .panel = RGB(0xF1F2F2),
                .panel_edge = RGB(0xD5D9DC),
                .accent = RGB(0x0A5A9C),
                .key_cap = RGB(0xFFFFFF),
                .key_cap_edge = RGB(0xAEB5BC),
                .warning = RGB(0xFCEFD6),
                .warning_edge = RGB(0xC98A14),
                .warning_text = RGB(0x3B2A06),
                .note = RGB(0xE3EEF8),
                .note_edge = RGB(0x4D8CC0),
                .note_text = RGB(0x12304C),
                .scrim = RGBA(0x1A1E23, 110),
                .button = RGB(0xE3E6E8),
                .button_hover = RGB(0xD8DCDF),
                .button_pressed = RGB(0xC8CED3),
                .button_active = RGB(0x0F4C81),
                .button_disabled = RGB(0xECEEEF),
                .button_text = RGB(0x1A1E23),
                .button_active_text = RGB(0xFFFFFF),
                .button_disabled_text = RGB(0x9BA2A9),
                .plot = RGB(0xFBFBF9),
                .plot_grid = RGB(0xE4E7E9),
                .plot_axis = RGB(0x79828A),
                .plot_reference = RGB(0x6B737C),
                .kinetic = {RGB(0xC25400), DASHES},
                .potential = {RGB(0x0072B2), DASH_DOT},
                .total = {RGB(0x1A1E23), SOLID},
                .calm = RGB(0xE9ECEE),
                .decay = RGB(0x8DB8DC),
                .growth = {RGB(0xF3C45C), RGB(0xD55E00), RGB(0x5A1746)},
                .methods = {RGB(0xD55E00), RGB(0x0072B2), RGB(0x008F68), RGB(0xB65C8E),
                            RGB(0xB27600), RGB(0x2A8ABF), RGB(0x1A1E23), RGB(0x857C00),
                            RGB(0x004F7C), RGB(0x963C00), RGB(0x005F45), RGB(0x7E3A62)},
            },
        [VL_THEME_DARK] =
            {
                .name = "dark",
                .background = RGB(0x15181C),
                .grid_minor = RGB(0x1C2025),
                .grid_major = RGB(0x292E35),
                .grid_axis = RGB(0x4B535D),
                .link = RGB(0xB4BDC6),
                .particle = RGB(0x5BA4DE),
                .pin = RGB(0xC3CAD1),
                .held = RGB(0xF08A3C),
                .cloth_front = RGB(0x5D8FBE),
                .cloth_back = RGB(0xB98A5C),
                .weave = RGBA(0x0A121A, 90),
                .solid = RGB(0x3A434C),
                .solid_edge = RGB(0x8A95A0),
                .velocity = RGB(0x3CC79B),
                .acceleration = RGB(0xF08A3C),
                .trail = RGB(0x8D99A5),
                .exact = RGB(0x949DA6),
                .strain_low = RGB(0x3F9BE0),
                .strain_none = RGB(0x70777E),
                .strain_high = RGB(0xF0702A),
                .text = RGB(0xECEEF0),
                .text_dim = RGB(0xB4BBC3),
                .panel = RGB(0x1D2126),
                .panel_edge = RGB(0x32383F),
                .accent = RGB(0x6DB3EA),
                .key_cap = RGB(0x2A2F36),
                .key_cap_edge = RGB(0x59626C),
                .warning = RGB(0x38290C),
                .warning_edge = RGB(0xB98422),
                .warning_text = RGB(0xFBE7BE),
                .note = RGB(0x172A3B),
                .note_edge = RGB(0x4681B3),
                .note_text = RGB(0xD7E8F8),
                .scrim = RGBA(0x06080A, 150),
                .button = RGB(0x2A2F35),
                .button_hover = RGB(0x343A41),
                .button_pressed = RGB(0x40474F),
                .button_active = RGB(0x8CC4F0),
                .button_disabled = RGB(0x20242A),
                .button_text = RGB(0xECEEF0),
                .button_active_text = RGB(0x0B1B29),
                .button_disabled_text = RGB(0x646C75),
                .plot = RGB(0x15181C),
                .plot_grid = RGB(0x262B31),
                .plot_axis = RGB(0x6E7781),
                .plot_reference = RGB(0x949DA6),
                .kinetic = {RGB(0xF08A3C), DASHES},
                .potential = {RGB(0x56B4E9), DASH_DOT},
                .total = {RGB(0xECEEF0), SOLID},
                .calm = RGB(0x262C33),
                .decay = RGB(0x2B6699),
                .growth = {RGB(0x8A2F63), RGB(0xE8702E), RGB(0xFBE88C)},
                .methods =
                    {RGB(0xF07428), RGB(0x3A97DA), RGB(0x1DBF8F), RGB(0xDB8FBA), RGB(0xE69F00),
                     RGB(0x7CCBF5), RGB(0xECEEF0), RGB(0xF0E442), RGB(0x8FB8FF), RGB(0xFFB08A),
                     RGB(0x8CE0C2), RGB(0xF3C3DD)},
            },
};

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
    vl_line_style style = patterns[(place + 5 * dozen) % VL_METHOD_COLOURS];
    style.colour = theme->methods[place];
    style.corners = dozen > 0 ? 2 + dozen : 0;
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

void vl_draw_styled_from(vl_drawlist *list, const float *points, int count, float width,
                         const vl_line_style *style, float phase)
{
    float dashes[VL_MOST_DASHES];
    for (int i = 0; i < style->dash_count; i++)
        dashes[i] = style->dashes[i] * width;
    vl_draw_dashed_from(list, points, count, width, dashes, style->dash_count, phase,
                        style->colour);
}

void vl_draw_styled(vl_drawlist *list, const float *points, int count, float width,
                    const vl_line_style *style)
{
    vl_draw_styled_from(list, points, count, width, style, 0);
}
