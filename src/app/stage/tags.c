// Names of the lanes at their most conspicuous balls.

#include "app/stage/parts.h"

#include <stdio.h>
#include <string.h>

enum { MOST_FIXED = 7, MOST_BALLS = 48, MOST_SOLIDS = 16, MOST_PIECES = 160 };

// The chosen lane comes first, so that its tag is nearest to its ball.
static int nth(const vl_app *app, int place)
{
    int chosen = app->session.chosen;
    return place == 0 ? chosen : place <= chosen ? place - 1 : place;
}

static vl_pixel pixel_of(const vl_picture *picture, int slot)
{
    const vl_particles *p = &picture->world->particles;
    return vl_project(&picture->stage->solids.projection,
                      vl_particle_middle(p, slot, vl_read(p->x, slot)));
}

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
    return pixel_of(picture, slot);
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
    vl_pixel at = place_of(picture, &radius);
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

// What a name may not lie over: words, cards, balls, and spheres and boxes, which may be written
// on; and pieces of links, where there is room beside them.
typedef struct obstacles {
    int firm, count;
    vl_rect list[MOST_FIXED + VL_MOST_LANES + MOST_BALLS + MOST_SOLIDS + MOST_PIECES];
} obstacles;

static void add_ball(obstacles *o, const vl_picture *picture, int slot)
{
    const vl_particles *p = &picture->world->particles;
    float r = (float)(p->radius[slot] * picture->stage->solids.projection.scale);
    vl_pixel at = pixel_of(picture, slot);
    if (p->dial[slot])
        r *= 0.7F; // a name may lie beside a hand
    if (isfinite(at.x) && isfinite(at.y) && !picture->world->now.diverged)
        o->list[o->count++] = (vl_rect){at.x - r, at.y - r, 2 * r, 2 * r};
}

// Adds a piece of a link where a name could be. False: there is no room for it.
static bool add_piece(obstacles *o, vl_rect clear, vl_rect piece)
{
    if (!vl_rects_overlap(clear, piece))
        return true;
    if (o->count == (int)(sizeof o->list / sizeof *o->list))
        return false;
    o->list[o->count++] = piece;
    return true;
}

// A link in pieces no longer than a name is high, as long as it has at most a thousand; as wide as
// the line, or as the balls of a chain. False: there is no room for all.
static bool add_link(obstacles *o, const vl_picture *picture, int link)
{
    const vl_links *links = &picture->world->links;
    const vl_particles *p = &picture->world->particles;
    int from = links->from[link], to = links->to[link];
    vl_pixel a = pixel_of(picture, from), b = pixel_of(picture, to);
    float high = picture->ui->metrics->height[VL_TYPE_MEDIUM],
          length = hypotf(b.x - a.x, b.y - a.y);
    float ball =
        (float)(fmin(p->radius[from], p->radius[to]) * picture->stage->solids.projection.scale);
    float pad = fminf(ball, high / 4) + vl_points(picture->ui, 2);
    bool fits = true;
    if (!(length < HUGE_VALF))
        return true;
    int pieces = 1 + (int)fminf(length / high, 1000);
    for (int i = 0; i < pieces && fits; i++) {
        float s = (float)i / (float)pieces, t = (float)(i + 1) / (float)pieces;
        float x[2] = {a.x + s * (b.x - a.x), a.x + t * (b.x - a.x)},
              y[2] = {a.y + s * (b.y - a.y), a.y + t * (b.y - a.y)};
        vl_rect piece = {fminf(x[0], x[1]) - pad, fminf(y[0], y[1]) - pad,
                         fabsf(x[1] - x[0]) + 2 * pad, fabsf(y[1] - y[0]) + 2 * pad};
        fits = add_piece(o, picture->app->layout.clear, piece);
    }
    return fits;
}

// Names keep off chains and ropes. A cloth has more links than can be kept off; then they keep off
// none, so that no lane is less in view than another.
static void add_links(obstacles *o, const vl_picture *pictures, int count)
{
    int links = 0;
    for (int i = 0; i < count; i++)
        links += pictures[i].world->now.diverged ? 0 : pictures[i].world->links.count;
    bool fits = links <= MOST_PIECES;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < pictures[i].world->links.count && !pictures[i].world->now.diverged; k++)
            fits = fits && add_link(o, &pictures[i], k);
    o->count = fits ? o->count : o->firm;
}

static void add_solids(obstacles *o, const vl_solids *solids)
{
    for (int i = 0; i < solids->count && solids->count <= MOST_SOLIDS; i++) {
        vl_rect rect = vl_solids_rect(solids, i);
        if (rect.w > 0)
            o->list[o->count++] = rect;
    }
}

// Of each lane the ball that has the name, and all balls where they are few.
static void list_obstacles(obstacles *o, const vl_picture *pictures, int count)
{
    const vl_app *app = pictures->app;
    const vl_layout *l = &app->layout;
    const vl_picture *chosen = &pictures[app->session.chosen];
    const vl_rect fixed[MOST_FIXED] = {
        l->caption, l->formula, l->mark, l->figures, l->banner, l->offers, vl_legend_rect(chosen)};
    const int balls = chosen->world->particles.count;
    memcpy(o->list, fixed, sizeof fixed);
    o->count = MOST_FIXED;
    for (int i = 0; i < count; i++)
        add_ball(o, &pictures[i], app->trail_slots[0]);
    for (int i = 0; i < count && count * balls <= MOST_BALLS; i++)
        for (int k = 0; k < balls; k++)
            if (!chosen->world->particles.dial[k])
                add_ball(o, &pictures[i], k);
    add_solids(o, &chosen->stage->solids);
    o->firm = o->count;
    add_links(o, pictures, count);
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
    vl_tags_place(tags, count, app->layout.clear, o.list, o.count, o.firm);
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
