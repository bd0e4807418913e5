// The mark of the probe: a ring about its particle, and the arrows of v and a.

#include "app/stage/parts.h"

#include "physics/world/world.h"

// The arrows are as long as those of all particles.
void vl_probe_mark_draw(const vl_picture *picture)
{
    const vl_app *app = picture->app;
    const vl_ui *ui = picture->ui;
    const vl_particles *p = &picture->world->particles;
    if (app->probe.particle == 0 || picture->world->now.diverged)
        return;
    const vl_probe_reading *r = &app->probe.lanes[picture->lane].now;
    int slot = p->slot_of[app->probe.particle - 1];
    vl_stage *stage = picture->stage;
    const vl_projection *projection = &stage->solids.projection;
    vl_vec3 middle = vl_particle_middle(p, slot, vl_read(p->x, slot));
    vl_pixel at = vl_project(projection, middle);
    float radius = fmaxf((float)(p->radius[slot] * projection->scale), vl_points(ui, 6));
    vl_draw_ring(ui->list, at.x, at.y, radius + vl_points(ui, 6), vl_points(ui, 2),
                 ui->theme->accent);
    if (p->dial[slot])
        return; // rad/s have no direction on the stage
    double longest = 0.18 * (double)picture->camera.stage.h;
    stage->fastest = fmax(stage->fastest, vl_length(r->v));
    stage->hardest = fmax(stage->hardest, vl_length(r->a));
    vl_vector_draw(ui, projection, middle, r->a, stage->hardest, 0.6 * longest,
                   ui->theme->acceleration);
    vl_vector_draw(ui, projection, middle, r->v, stage->fastest, longest, ui->theme->velocity);
}
