#include "platform/sdl_icon.h"

#include "base/memory.h"
#include "platform/raster.h"

// Draws earlier positions of the ball, fading, then the string and the ball.
static void draw_pendulum(vl_drawlist *list, float s)
{
    const vl_colour ink = {0xEC, 0xEE, 0xF0, 255}, blue = {0x5B, 0xA4, 0xDE, 255};
    const float places[][2] = {{14, 38}, {23, 46.5f}, {34, 48.5f}, {45, 44}};
    for (int i = 0; i < 3; i++)
        vl_draw_disc(list, places[i][0] * s, places[i][1] * s, (3.5f + 1.5f * (float)i) * s,
                     vl_colour_fade(blue, 0.2f + 0.12f * (float)i));
    const float string[] = {30 * s, 12 * s, places[3][0] * s, places[3][1] * s};
    vl_draw_polyline(list, string, 2, 2.5f * s, ink);
    vl_draw_disc(list, string[0], string[1], 3.6f * s, ink);
    vl_draw_ball(list, string[2], string[3], 9.5f * s, blue);
}

vl_picture vl_icon_picture(int side)
{
    size_t bytes = 4 * (size_t)side * (size_t)side;
    vl_picture face = {side, side, vl_alloc(bytes, 1)}, shape = {side, side, vl_alloc(bytes, 1)};
    vl_drawlist list = {0};
    vl_drawlist_clear(&list, (vl_colour){0x1D, 0x21, 0x26, 255});
    draw_pendulum(&list, (float)side / 60);
    vl_raster_draw(&face, &list, NULL);

    // The canvas has no opacity: the opacity of the round corners is drawn as white on black.
    vl_drawlist_clear(&list, (vl_colour){0, 0, 0, 255});
    vl_draw_round_rect(&list, (vl_rect){0, 0, (float)side, (float)side}, 0.2f * (float)side,
                       (vl_colour){255, 255, 255, 255});
    vl_raster_draw(&shape, &list, NULL);
    for (size_t i = 0; i < bytes; i += 4)
        face.pixels[i + 3] = shape.pixels[i];
    vl_drawlist_free(&list);
    vl_free(shape.pixels);
    return face;
}
