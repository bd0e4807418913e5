// A particle that turns: a disc with a hand at its angle.

#include "app/stage/parts.h"
#include "physics/forces/forces.h"

enum { MARKS = 12, SPIRAL_POINTS = 121, SPIRAL_TURNS = 3, MOST_TURNS = 20 };

// Parts of the radius.
static const float mark_begins = 0.88f, spring_begins = 0.12f, spring_ends = 0.62f;

vl_vec3 vl_dial_tip(const vl_particles *particles, int slot, vl_vec3 x)
{
    vl_vec3 middle = vl_particle_middle(particles, slot, x);
    double r = particles->radius[slot];
    return vl_add(middle, (vl_vec3){r * cos(x.x), r * sin(x.x), 0});
}

// The pixel at an angle and at a part of the radius from the middle to the tip.
static vl_pixel pixel_at(const vl_stage_style *style, int slot, double angle, float part)
{
    const vl_particles *p = &style->world->particles;
    vl_vec3 x = vl_read(p->x, slot);
    x.x = angle;
    vl_vec3 at = vl_lerp(vl_particle_middle(p, slot, x), vl_dial_tip(p, slot, x), (double)part);
    return vl_project(&style->solids->projection, at);
}

static void draw_marks(const vl_stage_style *style, int slot)
{
    const vl_ui *ui = style->ui;
    for (int k = 0; k < MARKS; k++) {
        double angle = k * 360.0 / MARKS * VL_DEGREE;
        float width = k % (MARKS / 4) == 0 ? 2.4f : 1.2f;
        vl_segment_draw(ui->list, pixel_at(style, slot, angle, mark_begins),
                        pixel_at(style, slot, angle, 1), vl_points(ui, width), ui->theme->pin);
    }
}

// A spiral from the middle to the hand, wound by its angle from where the spring is relaxed.
static void draw_spring(const vl_stage_style *style, int slot, double relaxed)
{
    const vl_ui *ui = style->ui;
    double angle = style->world->particles.x[0][slot], whole = 360 * VL_DEGREE;
    double wound = fmin(fmax(angle - relaxed, -MOST_TURNS * whole), MOST_TURNS * whole);
    float points[2 * SPIRAL_POINTS];
    for (int k = 0; k < SPIRAL_POINTS; k++) {
        float part = (float)k / (SPIRAL_POINTS - 1);
        double back = (1 - (double)part) * (SPIRAL_TURNS * whole + wound);
        float from_middle = spring_begins + (spring_ends - spring_begins) * part;
        vl_pixel_write(points, k, pixel_at(style, slot, angle - back, from_middle));
    }
    vl_draw_polyline(ui->list, points, SPIRAL_POINTS, vl_points(ui, 1.6f), ui->theme->link);
}

void vl_dial_draw(const vl_stage_style *style, int slot, float radius)
{
    const vl_ui *ui = style->ui;
    const vl_world *world = style->world;
    double angle = world->particles.x[0][slot];
    vl_pixel middle = vl_stage_pixel(style, slot), tip = pixel_at(style, slot, angle, 1);

    if (style->rearmost) // the hands of the lanes below stay in sight
        vl_draw_disc(ui->list, middle.x, middle.y, radius, ui->theme->solid);
    vl_draw_ring(ui->list, middle.x, middle.y, radius, vl_points(ui, 2), ui->theme->solid_edge);
    draw_marks(style, slot);
    for (int i = 0; i < world->force_count; i++)
        if (world->forces[i].kind == &vl_force_harmonic)
            draw_spring(style, slot, world->forces[i].center.x);
    vl_segment_draw(ui->list, middle, tip, vl_points(ui, 4), ui->theme->particle);
    vl_draw_disc(ui->list, middle.x, middle.y, vl_points(ui, 5), ui->theme->particle);
}
