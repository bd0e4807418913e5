// The ghost on the stage and in the legend.

#include "app/stage/parts.h"

#include "ui/number.h"

#include <stdio.h>

// s; a frame waits this long for a reference run that is nearly there.
static const double patience = 0.004;

// At most so many threads of a cloth are drawn in each direction.
enum { MOST_THREADS = 12 };

// Draws lines on the stage.
typedef struct pen {
    const vl_stage *stage;
    const vl_ui *ui;
    const vl_particles *particles;
    vl_colour colour;
    int count; // of points
} pen;

static vl_pixel pixel_of(const pen *p, int slot)
{
    return vl_project(&p->stage->solids.projection,
                      vl_particle_middle(p->particles, slot, vl_read(p->stage->true_x, slot)));
}

static void dash(const vl_ui *ui, vl_colour colour, const float *points, int count)
{
    const float dashes[] = {vl_points(ui, 6), vl_points(ui, 4)};
    vl_draw_dashed(ui->list, points, count, vl_points(ui, 2), dashes, 2, 0, colour);
}

static void put(pen *p, int slot)
{
    vl_pixel_write(p->stage->points, p->count++, pixel_of(p, slot));
}

static void end_line(pen *p)
{
    dash(p->ui, p->colour, p->stage->points, p->count);
    p->count = 0;
}

static void draw_strand(pen *p, const vl_strand *strand)
{
    for (int k = 0; k <= strand->link_count; k++)
        put(p, strand->slots[k]);
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
    vl_pixel at = pixel_of(p, slot);
    if (world->particles.dial[slot]) {
        vl_vec3 tip = vl_dial_tip(&world->particles, slot, vl_read(p->stage->true_x, slot));
        vl_pixel end = vl_project(&p->stage->solids.projection, tip);
        dash(p->ui, p->colour, (const float[]){at.x, at.y, end.x, end.y}, 2);
        return;
    }
    float radius = (float)(world->particles.radius[slot] * p->stage->solids.projection.scale);
    radius = fmaxf(radius, vl_points(p->ui, 3));
    vl_draw_disc(p->ui->list, at.x, at.y, radius, vl_colour_fade(p->colour, 0.2f));
    vl_draw_ring(p->ui->list, at.x, at.y, radius, vl_points(p->ui, 1.6f), p->colour);
}

// Returns whether the picture shows the state after a step, not an interpolation between two
// states.
static bool is_of_a_step(const vl_app *app, int lane)
{
    return !vl_session_policy(&app->session, lane)->kind->interpolates;
}

static void draw_outline(pen *p, const vl_world *world)
{
    for (int i = 0; i < world->cloth_count; i++)
        draw_cloth(p, world, &world->cloths[i]);
    for (int i = 0; i < p->stage->strands.count; i++)
        draw_strand(p, &p->stage->strands.list[i]);
    for (int i = 0; i < world->particles.count; i++)
        if (!p->stage->in_cloth[i] && !world->particles.pinned[i])
            draw_ball(p, world, i);
}

void vl_ghost_draw(const vl_picture *picture)
{
    const vl_world *world = picture->world;
    vl_stage *stage = picture->stage;
    vl_lab *lab = picture->app->session.lab;
    pen p = {.stage = stage,
             .ui = picture->ui,
             .particles = &world->particles,
             .colour = picture->ui->theme->exact};
    stage->has_ghost = is_of_a_step(picture->app, picture->lane) && !world->now.diverged &&
                       vl_lab_true_positions(lab, picture->lane, patience, stage->true_x);
    if (!stage->has_ghost)
        return;
    draw_outline(&p, world);
}

// --- legend ---

static void write_absence(const vl_app *app, char *text, size_t size)
{
    const vl_track *track = &app->track;
    static const char *const words[] = {
        [VL_TRACK_NONE] = "no ghost: no reference runs",
        [VL_TRACK_FOLLOWS] = "no ghost: the reference is not there yet",
        [VL_TRACK_BEYOND] = "no ghost: beyond the horizon",
        [VL_TRACK_GAVE_UP] = "no ghost: the reference was too slow",
        [VL_TRACK_HELD] = "no ghost while a hand holds",
        [VL_TRACK_REFUSED] = "no ghost: there is no reference",
    };
    if (!is_of_a_step(app, app->session.chosen))
        snprintf(text, size, "no ghost between two steps");
    else if (track->state == VL_TRACK_FOLLOWS && track->behind >= 0.05)
        snprintf(text, size, "no ghost: the reference is %s s behind",
                 vl_figure_fixed(track->behind, 1, VL_FIGURE_BUFFER));
    else
        snprintf(text, size, "%s", words[track->state]);
}

static void write_legend(const vl_picture *picture, char *text, size_t size)
{
    if (!picture->stage->has_ghost)
        write_absence(picture->app, text, size);
    else
        snprintf(text, size, "%s",
                 picture->app->session.lab->runs[picture->lane].reference.exact
                     ? "exact motion"
                     : "reference motion");
}

static const float sample_width = 48, sample_gap = 8; // points, of the line that is explained

float vl_ghost_legend_width(const vl_picture *picture)
{
    char text[96];
    write_legend(picture, text, sizeof text);
    float sample = picture->stage->has_ghost ? sample_width + sample_gap : 0;
    return vl_text_width(picture->ui->metrics, VL_TYPE_SMALL, text) +
           vl_points(picture->ui, sample);
}

void vl_ghost_draw_legend(const vl_picture *picture, vl_rect row)
{
    const vl_ui *ui = picture->ui;
    char text[96];
    write_legend(picture, text, sizeof text);
    if (picture->stage->has_ghost) {
        vl_rect sample = vl_rect_cut_right(&row, vl_points(ui, sample_width));
        float y = sample.y + sample.h / 2;
        const float points[] = {sample.x, y, sample.x + sample.w, y};
        dash(ui, ui->theme->exact, points, 2);
        vl_rect_cut_right(&row, vl_points(ui, sample_gap));
    }
    vl_ui_print(ui, row, VL_ALIGN_RIGHT, "%s", text);
}
