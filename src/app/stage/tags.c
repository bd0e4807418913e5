// Names of the lanes at their most conspicuous balls.

#include "app/stage/parts.h"

#include <stdio.h>
#include <string.h>

enum { MOST_FIXED = 6, MOST_BALLS = 16 };

// The chosen lane comes first, so that its tag is nearest to its ball.
static int nth(const vl_app *app, int place)
{
    int chosen = app->session.chosen;
    return place == 0 ? chosen : place <= chosen ? place - 1 : place;
}

static vl_pixel ball_of(const vl_picture *picture, float *radius)
{
    const vl_particles *p = &picture->world->particles;
    const vl_projection *projection = &picture->stage->solids.projection;
    int slot = picture->app->trail_slots[0];
    *radius = (float)(p->radius[slot] * projection->scale);
    return vl_project(projection, vl_particle_middle(p, slot, vl_read(p->x, slot)));
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

static float mark_width(const vl_ui *ui)
{
    return vl_points(ui, 22);
}

// Without a place (NaN) where the lane is lost, or where a page leaves no room beside it.
static vl_tag tag_of(const vl_picture *picture)
{
    char label[MOST_BYTES];
    const vl_ui *ui = picture->ui;
    float radius, pad = vl_points(ui, 5);
    vl_pixel at = ball_of(picture, &radius);
    text_of(picture, label);
    float width = vl_text_width(ui->metrics, VL_TYPE_MEDIUM, label) + mark_width(ui) + 2 * pad + 1;
    bool none = picture->world->now.diverged || width > picture->app->layout.clear.w;
    return (vl_tag){.x = none ? (float)NAN : at.x,
                    .y = at.y,
                    .gap = radius + 2 * pad,
                    .w = width,
                    .h = 1.1f * ui->metrics->height[VL_TYPE_MEDIUM]};
}

static void print_label(const vl_picture *picture, vl_rect rect)
{
    char label[MOST_BYTES];
    const vl_ui *ui = picture->ui;
    vl_line_style style = vl_app_lane_style(picture->app, picture->lane);
    text_of(picture, label);
    vl_draw_round_rect(ui->list, rect, 0.3f * rect.h, vl_colour_fade(ui->theme->background, 0.8f));
    vl_rect text = vl_rect_inset(rect, vl_points(ui, 5)),
            mark = vl_rect_cut_left(&text, mark_width(ui));
    vl_draw_mark(ui->list, mark.x + 0.4f * mark.w, mark.y + mark.h / 2, vl_points(ui, 6), &style);
    vl_ui_text(ui, text, VL_TYPE_MEDIUM, ui->theme->text, VL_ALIGN_LEFT, label);
}

// A tag that is not just beside its ball has a line to it: another ball may be nearer.
static void draw_tag(const vl_picture *picture, const vl_tag *tag)
{
    const vl_rect r = tag->rect;
    vl_colour colour = vl_app_lane_style(picture->app, picture->lane).colour;
    bool beside = tag->y >= r.y && tag->y <= r.y + r.h;
    float end = r.x > tag->x ? r.x : r.x + r.w;
    if (r.w <= 0)
        return;
    if (!beside)
        vl_segment_draw(picture->ui->list, (vl_pixel){tag->x, tag->y, 0},
                        (vl_pixel){end, r.y + r.h / 2, 0}, vl_hair(picture->ui),
                        vl_colour_fade(colour, 0.6f));
    print_label(picture, r);
}

static void draw_frames(const vl_picture *pictures, int count)
{
    for (int i = 0; i < count; i++)
        vl_draw_round_frame(pictures->ui->list, pictures[i].camera.window, 0, vl_hair(pictures->ui),
                            pictures->ui->theme->grid_axis);
}

// What a name may not lie over: words, cards, and balls.
typedef struct obstacles {
    int count;
    vl_rect list[MOST_FIXED + VL_MOST_LANES + MOST_BALLS];
} obstacles;

static void add_ball(obstacles *o, const vl_picture *picture, int slot)
{
    const vl_particles *p = &picture->world->particles;
    const vl_projection *projection = &picture->stage->solids.projection;
    float r = (float)(p->radius[slot] * projection->scale);
    vl_pixel at = vl_project(projection, vl_particle_middle(p, slot, vl_read(p->x, slot)));
    if (isfinite(at.x) && isfinite(at.y) && !picture->world->now.diverged)
        o->list[o->count++] = (vl_rect){at.x - r, at.y - r, 2 * r, 2 * r};
}

// Of each lane the ball that has the name, and of the chosen lane all balls where they are few.
static void list_obstacles(obstacles *o, const vl_picture *pictures, int count)
{
    const vl_app *app = pictures->app;
    const vl_layout *l = &app->layout;
    const vl_picture *chosen = &pictures[app->session.chosen];
    const vl_rect fixed[MOST_FIXED] = {l->caption, l->formula, l->mark,
                                       l->figures, l->banner,  vl_legend_rect(chosen)};
    const vl_particles *p = &chosen->world->particles;
    memcpy(o->list, fixed, sizeof fixed);
    o->count = MOST_FIXED;
    for (int i = 0; i < count; i++)
        add_ball(o, &pictures[i], app->trail_slots[0]);
    for (int k = 0; k < p->count && p->count <= MOST_BALLS; k++)
        if (!p->dial[k])
            add_ball(o, chosen, k);
}

int vl_tags_lay(const vl_picture *pictures, int count, vl_tag tags[VL_MOST_LANES])
{
    obstacles o;
    const vl_app *app = pictures->app;
    if (count < 2 || app->untagged || vl_app_has_panes(app))
        return 0;
    for (int i = 0; i < count; i++)
        tags[i] = tag_of(&pictures[nth(app, i)]);
    list_obstacles(&o, pictures, count);
    vl_tags_place(tags, count, app->layout.clear, o.list, o.count);
    return count;
}

void vl_tags_draw(const vl_picture *pictures, int count)
{
    const vl_app *app = pictures->app;
    if (count > 1 && !app->untagged && vl_app_has_panes(app))
        draw_frames(pictures, count);
    for (int i = pictures->tag_count - 1; i >= 0; i--)
        draw_tag(&pictures[nth(app, i)], &pictures->tags[i]);
}
