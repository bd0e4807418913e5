#include "app/stage/ghost.h"

#include "app/stage/strands.h"
#include "base/memory.h"
#include "physics/math/axes.h"
#include "ui/number.h"
#include "ui/widgets.h"

#include <stdio.h>

// s; a frame waits this long for a reference run that is nearly there.
static const double patience = 0.004;

// At most so many threads of a cloth are drawn in each direction.
enum { MOST_THREADS = 12 };

struct vl_ghost {
    double *x[VL_AXES]; // m, by slot
    float *points;      // buffer: x, y of a line
    bool there;         // it was drawn
};

vl_ghost *vl_ghost_create(const vl_world *world)
{
    vl_ghost *ghost = vl_alloc(1, sizeof *ghost);
    vl_axes_create(ghost->x, world->particles.count);
    ghost->points = vl_alloc(2 * (size_t)world->particles.count + 4, sizeof *ghost->points);
    return ghost;
}

void vl_ghost_free(vl_ghost *ghost)
{
    if (!ghost)
        return;
    vl_axes_free(ghost->x);
    vl_free(ghost->points);
    vl_free(ghost);
}

// Draws lines on the stage.
typedef struct pen {
    const vl_ghost *ghost;
    const vl_ui *ui;
    vl_projection projection;
    int count; // of points
} pen;

static void dash(const vl_ui *ui, const float *points, int count)
{
    const float dashes[] = {vl_points(ui, 6), vl_points(ui, 4)};
    vl_draw_dashed(ui->list, points, count, vl_points(ui, 2), dashes, 2, 0, ui->theme->exact);
}

static void put(pen *p, int slot)
{
    vl_pixel at = vl_project(&p->projection, vl_read(p->ghost->x, slot));
    p->ghost->points[2 * p->count] = at.x;
    p->ghost->points[2 * p->count + 1] = at.y;
    p->count++;
}

static void end_line(pen *p)
{
    dash(p->ui, p->ghost->points, p->count);
    p->count = 0;
}

// A strand may contain a particle twice, so a line ends when the buffer is full.
static void draw_strand(pen *p, const vl_strand *strand, int room)
{
    for (int k = 0; k <= strand->link_count; k++) {
        put(p, strand->slots[k]);
        if (p->count == room) {
            end_line(p);
            put(p, strand->slots[k]);
        }
    }
    end_line(p);
}

// Selects at most MOST_THREADS of `count` lines, the edges included.
static bool is_drawn(int index, int count)
{
    int stride = 1 + (count - 1) / MOST_THREADS;
    return index % stride == 0 || index == count - 1;
}

// Draws `count` threads of `length` particles. `across` and `along` are the strides of slots from
// thread to thread and along a thread.
static void draw_threads(pen *p, const int *slots, int count, int across, int length, int along)
{
    for (int thread = 0; thread < count; thread++) {
        for (int k = 0; k < length && is_drawn(thread, count); k++)
            put(p, slots[thread * across + k * along]);
        end_line(p);
    }
}

static void draw_cloth(pen *p, const vl_world *world, const vl_cloth *cloth)
{
    const int *slots = world->particles.slot_of + cloth->first_number - 1;
    draw_threads(p, slots, cloth->rows, cloth->columns, cloth->columns, 1);
    draw_threads(p, slots, cloth->columns, 1, cloth->rows, cloth->columns);
}

static void draw_ball(const pen *p, const vl_world *world, int slot)
{
    vl_pixel at = vl_project(&p->projection, vl_read(p->ghost->x, slot));
    float radius = (float)(world->particles.radius[slot] * p->projection.scale);
    radius = fmaxf(radius, vl_points(p->ui, 3));
    vl_draw_disc(p->ui->list, at.x, at.y, radius, vl_colour_fade(p->ui->theme->exact, 0.2f));
    vl_draw_ring(p->ui->list, at.x, at.y, radius, vl_points(p->ui, 1.6f), p->ui->theme->exact);
}

// Returns whether the picture shows the state after a step, not an interpolation between two
// states.
static bool is_of_a_step(const vl_app *app)
{
    return !app->session.pacing.policy.kind->interpolates;
}

void vl_ghost_draw(vl_ghost *ghost, const vl_app *app, const vl_strands *strands,
                   const bool *in_cloth, const vl_ui *ui)
{
    const vl_world *world = vl_session_world(&app->session);
    ghost->there = is_of_a_step(app) && !world->now.diverged &&
                   vl_lab_true_positions(app->session.lab, 0, patience, ghost->x);
    if (!ghost->there)
        return;
    pen p = {.ghost = ghost, .ui = ui, .projection = vl_camera_projection(&app->camera)};
    for (int i = 0; i < world->cloth_count; i++)
        draw_cloth(&p, world, &world->cloths[i]);
    for (int i = 0; i < vl_strands_count(strands); i++)
        draw_strand(&p, vl_strands_get(strands, i), world->particles.count + 2);
    for (int i = 0; i < world->particles.count; i++)
        if (!in_cloth[i] && !world->particles.pinned[i])
            draw_ball(&p, world, i);
}

// --- legend ---

static void write_lag(const vl_track *track, char *text, size_t size)
{
    char figure[VL_FIGURE_SIZE];
    snprintf(text, size, "no ghost: the reference is %s s behind",
             vl_figure_fixed(track->behind, 1, figure));
}

static void write_absence(const vl_app *app, char *text, size_t size)
{
    const vl_track *track = &app->track;
    static const char *const words[] = {
        [VL_TRACK_NONE] = "no ghost",
        [VL_TRACK_FOLLOWS] = "no ghost: the reference is not there yet",
        [VL_TRACK_BEYOND] = "no ghost: beyond the horizon",
        [VL_TRACK_GAVE_UP] = "no ghost: the reference was too slow",
        [VL_TRACK_HELD] = "no ghost while a hand holds",
        [VL_TRACK_REFUSED] = "no ghost: there is no reference",
    };
    if (!is_of_a_step(app))
        snprintf(text, size, "no ghost between two steps");
    else if (track->state == VL_TRACK_FOLLOWS && track->behind >= 0.05)
        write_lag(track, text, size);
    else
        snprintf(text, size, "%s", words[track->state]);
}

void vl_ghost_draw_legend(const vl_ghost *ghost, const vl_app *app, const vl_ui *ui, vl_rect row)
{
    const vl_exact *exact = vl_lab_reference(app->session.lab, 0)->exact;
    char text[96];
    if (ghost->there)
        snprintf(text, sizeof text, exact ? "exact motion" : "reference motion");
    else
        write_absence(app, text, sizeof text);
    if (ghost->there) {
        vl_rect sample = vl_rect_cut_right(&row, vl_points(ui, 48));
        float y = sample.y + sample.h / 2;
        const float points[] = {sample.x, y, sample.x + sample.w, y};
        dash(ui, points, 2);
        vl_rect_cut_right(&row, vl_points(ui, 8));
    }
    vl_ui_text(ui, row, VL_TYPE_SMALL, ui->theme->text_dim, VL_ALIGN_RIGHT, text);
}
