#include "screen_checks.h"

#include "key_checks.h"

#include "platform/sdl_offscreen.h"

// --- windows ---

const int windows[WINDOWS][2] = {{800, 600},  {1024, 768},  {1280, 720},
                                 {1366, 768}, {1920, 1080}, {1080, 1920}};

static double present_nothing(vl_platform *platform, const vl_drawlist *list)
{
    (void)list;
    vl_null_of(platform)->time += vl_null_of(platform)->frame;
    return 0;
}

desk *open_with_font(const char *scene, int width, int height, const char *script)
{
    vl_error error = {0};
    close_scene();
    vl_platform *platform = vl_offscreen_create(width, height, &error);
    assert_good(platform, error);
    platform->present = present_nothing;
    desk *d = open_on(platform, scene);
    play(d, script);
    return d;
}

// --- frames ---

vl_rect text_rect(const desk *d, const vl_draw *draw)
{
    static const float points[VL_TYPE_COUNT] = {18, 20, 22, 28, 40, 22, 28};
    float width = d->platform->text_width(d->platform, draw->size, text_of(d, draw), draw->count);
    float height = floorf(1.165f * points[draw->size] * vl_app_scale(d->app));
    return (vl_rect){draw->x, draw->y, width, height};
}

bool within(vl_rect inner, vl_rect outer)
{
    return inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.w <= outer.x + outer.w &&
           inner.y + inner.h <= outer.y + outer.h;
}

void assert_texts_are_whole(const desk *d, vl_rect rect)
{
    float margin = 7 * vl_app_scale(d->app);
    assert_false(has_cut_text(d, rect));
    for (const vl_draw *a = NULL, *b; (b = a = next_text(d, rect, a));)
        while ((b = next_text(d, rect, b)))
            assert_false(vl_rect_overlap(vl_rect_inset(text_rect(d, a), margin), text_rect(d, b)));
}

bool covers_words(const desk *d, vl_rect rect)
{
    const vl_layout *l = &d->app->layout;
    const vl_rect words[] = {l->caption, l->formula, l->mark};
    for (int i = 0; i < COUNT(words); i++)
        if (vl_rect_overlap(rect, words[i]))
            return true;
    return false;
}

static void audit_parts(const desk *d, const char *what)
{
    // parts that touch may share half a pixel, by rounding
    const float rounding = 0.25f;
    vl_rect parts[MOST_PARTS];
    int count = parts_of_window(d->app, parts);
    for (int a = 0; a < count; a++) {
        vl_rect part = vl_rect_inset(parts[a], rounding);
        if (!within(part, d->app->layout.whole))
            fail_msg("%s: part %d is not in the window", what, a);
        for (int b = 0; b < a; b++)
            if (vl_rect_overlap(part, vl_rect_inset(parts[b], rounding)))
                fail_msg("%s: parts %d and %d overlap", what, a, b);
    }
}

static void audit_words(const desk *d, const char *what)
{
    const vl_layout *l = &d->app->layout;
    const vl_rect places[] = {l->caption, l->formula, l->figures, l->mark};
    if (covers_words(d, l->banner) || covers_words(d, l->figures))
        fail_msg("%s: the notice or the card of figures is over words", what);
    for (int i = 0; i < COUNT(places); i++)
        if (has_cut_text(d, places[i]))
            fail_msg("%s: words are cut in place %d", what, i);
}

static void audit_scene(const desk *d, const char *what)
{
    const vl_layout *l = &d->app->layout;
    const vl_rect stage = d->app->camera.stage;
    for (int n = 1; n <= world_of(d)->particles.count && stage.w >= 1; n++) {
        vl_pixel at = ball_pixel(d, n);
        bool behind = vl_rect_contains(l->page, at.x, at.y);
        if (!vl_rect_contains(stage, at.x, at.y) || (behind && l->clear.w >= 1))
            fail_msg("%s: particle %d is not in view", what, n);
    }
}

static void audit_buttons(const desk *d, const char *what)
{
    const vl_layout *l = &d->app->layout;
    float least = 0.9f * vl_app_scale(d->app) * VL_TARGET;
    for (int i = 0; i < l->button_count; i++) {
        const vl_rect *rect = &l->buttons[i].rect;
        if (rect->w < least || rect->h < least)
            fail_msg("%s: the button of %s has %g x %g pixels", what,
                     vl_command_get(l->buttons[i].command).name, (double)rect->w, (double)rect->h);
        const vl_place place = vl_command_get(l->buttons[i].command).place;
        if (place == VL_PLACE_CARD && rect->y != l->corner.y)
            fail_msg("%s: a method is not added in the head of the card", what);
        const vl_placed *before = &l->buttons[i - (i > 0)];
        bool tools = place == VL_PLACE_TOOLS && vl_command_get(before->command).place == place;
        bool row = rect->x == before->rect.x || rect->y == before->rect.y;
        if (tools && (!row || vl_rect_overlap(*rect, l->figures)))
            fail_msg("%s: the tools are neither a column nor a row, or over the card", what);
    }
    if (d->app->focus.count < l->button_count && d->app->drawer.open != VL_DRAWER_FIND)
        fail_msg("%s: the keyboard reaches %d of %d buttons", what, d->app->focus.count,
                 l->button_count);
}

void audit_frame(const desk *d, const char *format, ...)
{
    char what[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    audit_parts(d, what);
    audit_words(d, what);
    audit_scene(d, what);
    audit_buttons(d, what);
}
