// The initial view of a scene.

#include "app/stage/parts.h"

static void bounding_box(const vl_world *world, vl_vec3 *low, vl_vec3 *high)
{
    *low = (vl_vec3){HUGE_VAL, HUGE_VAL, HUGE_VAL};
    *high = (vl_vec3){-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    const vl_particles *p = &world->particles;
    for (int i = 0; i < p->count; i++) {
        vl_vec3 at = vl_particle_middle(p, i, vl_read(p->x, i));
        double r = p->dial[i] ? p->radius[i] : 0;
        vl_bound_include(vl_sub(at, (vl_vec3){r, r, 0}), low, high);
        vl_bound_include(vl_add(at, (vl_vec3){r, r, 0}), low, high);
    }
    vl_solids_bound(world, low, high);
}

// Returns the width of the stage that the formula covers, pixels, or 0 if the stage is too narrow
// to leave that free.
static float hidden_left(const vl_app *app)
{
    vl_rect stage = app->camera.stage, card = app->layout.formula;
    float hidden = card.x + card.w - stage.x;
    return hidden > 0 && hidden < 0.5f * stage.w ? hidden : 0;
}

void vl_stage_fit_view(vl_app *app)
{
    const vl_scene_view *view = &app->session.scene->view;
    vl_camera *camera = &app->camera;
    app->fit_wanted = false;
    camera->yaw = view->yaw * VL_DEGREE;
    camera->pitch = view->pitch * VL_DEGREE;
    if (view->given) {
        // a stage that is higher than wide must show as much to the sides
        vl_rect stage = camera->stage;
        double narrow = stage.w > 0 ? (double)(stage.h / stage.w) : 1;
        camera->center = view->center;
        camera->height = view->height * fmax(1, narrow);
    } else {
        vl_vec3 low, high;
        bounding_box(vl_session_world(&app->session), &low, &high);
        vl_camera_fit(camera, low, high, 0.15);
    }
    vl_camera_pan(camera, 0.5 * (double)hidden_left(app), 0);
}
