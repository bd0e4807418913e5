#include "ui_checks.h"

#include <math.h>
#include <string.h>

static float heights[VL_TYPE_COUNT] = {16, 18, 20, 28, 40, 20, 28};
const vl_text_metrics test_metrics = {heights, test_letter_width, {16, 18, 20, 28, 40}};

float test_letter_width(void *user, vl_type_size size, const char *text, int length)
{
    const float *of = user;
    int letters = 0;
    for (int i = 0; i < length; i++)
        letters += ((unsigned char)text[i] & 0xC0) != 0x80;
    return 0.55f * of[size] * (float)letters;
}

static vl_prose prose;

static bool no_key(const char *name, int length)
{
    return false;
}

vl_ui test_ui(vl_drawlist *list)
{
    vl_drawlist_clear(list, (vl_colour){200, 30, 20, 255});
    prose = (vl_prose){no_key, {-1e6f, -1e6f, 2e6f, 2e6f}, NULL, ""};
    return (vl_ui){.list = list,
                   .theme = vl_themes,
                   .metrics = &test_metrics,
                   .scale = 1,
                   .elapsed = 1.0f / 60,
                   .within = &prose,
                   .pointer = {.x = -1, .y = -1, .press_x = -1, .press_y = -1}};
}

const vl_draw *find_text(const vl_drawlist *list, const char *text, bool whole)
{
    int length = (int)strlen(text);
    for (int i = 0; i < list->draw_count; i++) {
        const vl_draw *draw = &list->draws[i];
        if (draw->kind == VL_DRAW_TEXT && (whole ? draw->count == length : draw->count >= length) &&
            memcmp(list->text.data + draw->first, text, (size_t)length) == 0)
            return draw;
    }
    return NULL;
}

double linear_channel(uint8_t channel)
{
    double s = channel / 255.0;
    return s <= 0.03928 ? s / 12.92 : pow((s + 0.055) / 1.055, 2.4);
}

static double relative_luminance(vl_colour c)
{
    return 0.2126 * linear_channel(c.r) + 0.7152 * linear_channel(c.g) +
           0.0722 * linear_channel(c.b);
}

double contrast(vl_colour a, vl_colour b)
{
    double x = relative_luminance(a), y = relative_luminance(b);
    return (fmax(x, y) + 0.05) / (fmin(x, y) + 0.05);
}
