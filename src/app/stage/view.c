// The view of a scene.

#include "app/stage/parts.h"

bool vl_world_is_planar(const vl_world *world)
{
    const vl_particles *p = &world->particles;
    bool planar = world->gravity.z == 0;
    for (int i = 0; i < p->count; i++)
        planar &= p->x[2][i] == 0 && p->v[2][i] == 0;
    for (int i = 0; i < world->force_count; i++) {
        const vl_force *f = &world->forces[i];
        bool turns_out = f->field.x != 0 || f->field.y != 0 || f->moment.x != 0 || f->moment.y != 0;
        planar &= f->center.z == 0 && f->velocity.z == 0 && !turns_out &&
                  !(f->kind->depends_on_time && f->axis == 2);
    }
    for (int i = 0; i < world->collider_count; i++)
        planar &= world->colliders[i].normal.z == 0 && world->colliders[i].center.z == 0;
    return planar;
}

// --- the box of a scene ---

// Extends the box from `low` to `high` to include another one, given by half its edges.
static void include(vl_vec3 middle, vl_vec3 half, vl_vec3 *low, vl_vec3 *high)
{
    *low = (vl_vec3){fmin(low->x, middle.x - half.x), fmin(low->y, middle.y - half.y),
                     fmin(low->z, middle.z - half.z)};
    *high = (vl_vec3){fmax(high->x, middle.x + half.x), fmax(high->y, middle.y + half.y),
                      fmax(high->z, middle.z + half.z)};
}

static void include_particles(const vl_particles *p, vl_vec3 *low, vl_vec3 *high)
{
    for (int i = 0; i < p->count; i++) {
        double r = p->dial[i] ? p->radius[i] : 0;
        include(vl_particle_middle(p, i, vl_read(p->x, i)), (vl_vec3){r, r, 0}, low, high);
    }
}

// What hangs from the only pin may go all round it, at its distance.
static void include_swings(const vl_world *world, vl_vec3 *low, vl_vec3 *high)
{
    const vl_particles *p = &world->particles;
    int pins = 0, pin = 0;
    for (int i = 0; i < p->count; i++) {
        pins += p->pinned[i];
        pin = p->pinned[i] ? i : pin;
    }
    for (int i = 0; i < p->count && pins == 1 && world->links.count > 0; i++) {
        double r = vl_length(vl_sub(vl_read(p->x, i), vl_read(p->x, pin)));
        include(vl_read(p->x, pin), (vl_vec3){r, r, r}, low, high);
    }
}

void vl_solids_bound(const vl_world *world, vl_vec3 *low, vl_vec3 *high)
{
    for (int i = 0; i < world->collider_count; i++) {
        const vl_collider *body = &world->colliders[i];
        vl_vec3 half = {body->radius, body->radius, body->radius};
        if (body->kind->shape == VL_SHAPE_BOX)
            half = vl_scale(body->size, 0.5);
        if (body->kind->shape != VL_SHAPE_HALF_SPACE && !body->kind->between_particles)
            include(body->center, half, low, high);
    }
    // a plane is endless: the box grows only by its point below the centre
    for (int i = 0; i < world->collider_count; i++) {
        const vl_collider *plane = &world->colliders[i];
        if (plane->kind->shape != VL_SHAPE_HALF_SPACE)
            continue;
        vl_vec3 middle = vl_scale(vl_add(*low, *high), 0.5), across = vl_sub(*high, *low);
        vl_vec3 n = vl_scale(plane->normal, 1 / vl_length(plane->normal));
        double distance = vl_dot(vl_sub(middle, plane->point), n);
        if (fabs(distance) < 10 * fmax(vl_length(across), 1))
            include(vl_sub(middle, vl_scale(n, distance)), (vl_vec3){0, 0, 0}, low, high);
    }
}

void vl_stage_fit_view(vl_app *app)
{
    const vl_scene_view *view = &app->session.scene->view;
    const vl_world *world = vl_session_world(&app->session);
    vl_camera *camera = &app->camera;
    app->fit_wanted = app->view_moved = app->view_dragged = false;
    camera->yaw = view->yaw * VL_DEGREE;
    camera->pitch = view->pitch * VL_DEGREE;
    if (view->given) {
        camera->center = view->center;
        camera->height = view->height * vl_stage_shape(camera->stage);
    } else {
        vl_vec3 low = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high = vl_scale(low, -1);
        include_particles(&world->particles, &low, &high);
        include_swings(world, &low, &high);
        vl_solids_bound(world, &low, &high);
        vl_camera_fit(camera, low, high, 0.15);
    }
}
