// Names of the lanes at their most conspicuous balls.

#include "app/stage/parts.h"

#include <stdio.h>

// The ball of a lane, or the tip of its hand: the dials of all lanes lie on one another.
static vl_pixel place_of(const vl_picture *picture, float *radius)
{
    const vl_particles *p = &picture->world->particles;
    int slot = picture->app->trail_slots[0];
    if (p->dial[slot]) {
        *radius = 0;
        return vl_project(&picture->stage->solids.projection,
                          vl_dial_tip(p, slot, vl_read(p->x, slot)));
    }
    *radius = (float)(p->radius[slot] * picture->stage->solids.projection.scale);
    return vl_project(&picture->stage->solids.projection,
                      vl_particle_middle(p, slot, vl_read(p->x, slot)));
}

enum { MOST_BYTES = VL_LANE_LABEL + VL_LANE_REMARK + 2 };

// The name of a lane, and what is said of it.
static const char *text_of(const vl_picture *picture, char text[MOST_BYTES])
{
    char label[VL_LANE_LABEL], remark[VL_LANE_REMARK];
    vl_session_lane_label(&picture->app->session, picture->lane, label);
    vl_app_lane_remark(picture->app, picture->lane, remark);
    snprintf(text, MOST_BYTES, "%s%s%s", label, *remark ? ": " : "", remark);
    return text;
}

// Tags that have their places.
typedef struct tags {
    vl_rect rects[VL_MOST_LANES];
    int count;
} tags;

// At a side of the ball that the number of the lane decides: the first two at its right and its
// left, the next two below these. It stays in view, and lies below those that it would cover.
static void draw_tag(const vl_picture *picture, tags *placed)
{
    char label[MOST_BYTES];
    const vl_ui *ui = picture->ui;
    const vl_rect clear = picture->app->layout.clear;
    vl_line_style style = vl_app_lane_style(picture->app, picture->lane);
    float radius, pad = vl_points(ui, 5), mark = vl_points(ui, 22);
    float height = 1.1f * ui->metrics->height[VL_TYPE_MEDIUM];
    vl_pixel at = place_of(picture, &radius);
    text_of(picture, label);
    float width = vl_text_width(ui->metrics, VL_TYPE_MEDIUM, label) + mark + 2 * pad + 1;
    if (picture->world->now.diverged || width > clear.w || !isfinite(at.x) || !isfinite(at.y))
        return;
    float away = radius + 2 * pad, down = (float)(picture->lane / 2) * height;
    float x = picture->lane % 2 ? at.x - away - width : at.x + away;
    vl_rect rect = {fmaxf(fminf(x, clear.x + clear.w - width), clear.x),
                    fmaxf(fminf(at.y - height / 2 + down, clear.y + clear.h - height), clear.y),
                    width, height};
    for (int i = 0; i < placed->count * placed->count; i++)
        if (vl_rects_overlap(rect, placed->rects[i % placed->count]))
            rect.y = placed->rects[i % placed->count].y + height;
    placed->rects[placed->count++] = rect;
    vl_draw_round_rect(ui->list, rect, 0.3f * height, vl_colour_fade(ui->theme->background, 0.8f));
    vl_rect text = vl_rect_inset(rect, pad), left = vl_rect_cut_left(&text, mark);
    vl_draw_mark(ui->list, left.x + 0.4f * left.w, left.y + left.h / 2, vl_points(ui, 6), &style);
    vl_ui_text(ui, text, VL_TYPE_MEDIUM, ui->theme->text, VL_ALIGN_LEFT, label);
}

// That of the chosen lane is uppermost.
void vl_tags_draw(const vl_picture *pictures, int count)
{
    const vl_app *app = pictures->app;
    tags placed = {0};
    if (count < 2)
        return;
    for (int i = 0; i < count && vl_app_has_panes(app); i++)
        vl_draw_round_frame(pictures->ui->list, pictures[i].camera.window, 0, vl_hair(pictures->ui),
                            pictures->ui->theme->pane_edge);
    for (int i = 1; i <= count && !vl_app_has_panes(app); i++)
        draw_tag(&pictures[(app->session.chosen + i) % count], &placed);
}
