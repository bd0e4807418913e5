// The view of a scene.

#include "app/stage/parts.h"

#include "base/memory.h"

// --- what swings: particles that links join to each other, and to one pin alone ---

enum { NO_PIN = -1, SEVERAL_PINS = -2 };

// Groups of free particles that links join. A group is known by one of its particles, its root.
typedef struct groups {
    int *towards; // by slot: nearer to the root; a root's own
    int *pin;     // by slot of a root: the pin that holds its group
} groups;

static int root_of(const groups *g, int slot)
{
    while (g->towards[slot] != slot)
        slot = g->towards[slot] = g->towards[g->towards[slot]];
    return slot;
}

static void hang(const groups *g, int slot, int pin)
{
    int *held = &g->pin[root_of(g, slot)];
    *held = *held == NO_PIN || *held == pin ? pin : SEVERAL_PINS;
}

static groups find_groups(const vl_world *world)
{
    const vl_links *links = &world->links;
    const bool *pinned = world->particles.pinned;
    size_t count = (size_t)world->particles.count;
    groups g = {vl_alloc(count, sizeof *g.towards), vl_alloc(count, sizeof *g.pin)};
    for (int i = 0; i < world->particles.count; i++) {
        g.towards[i] = i;
        g.pin[i] = NO_PIN;
    }
    for (int k = 0; k < links->count; k++)
        if (!pinned[links->from[k]] && !pinned[links->to[k]])
            g.towards[root_of(&g, links->from[k])] = root_of(&g, links->to[k]);
    for (int k = 0; k < links->count; k++)
        if (pinned[links->from[k]] != pinned[links->to[k]])
            hang(&g, pinned[links->from[k]] ? links->to[k] : links->from[k],
                 pinned[links->from[k]] ? links->from[k] : links->to[k]);
    return g;
}

// What hangs from one pin may go all round it, at its distance.
static void bound_swings(const vl_world *world, vl_vec3 *low, vl_vec3 *high)
{
    const vl_particles *p = &world->particles;
    groups g = find_groups(world);
    for (int i = 0; i < p->count; i++) {
        int pin = g.pin[root_of(&g, i)];
        if (pin < 0 || p->pinned[i])
            continue;
        vl_vec3 middle = vl_read(p->x, pin);
        double r = vl_length(vl_sub(vl_read(p->x, i), middle));
        vl_bound_include(vl_sub(middle, (vl_vec3){r, r, r}), low, high);
        vl_bound_include(vl_add(middle, (vl_vec3){r, r, r}), low, high);
    }
    vl_free(g.towards);
    vl_free(g.pin);
}

// --- the view ---

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
    bound_swings(world, low, high);
    vl_solids_bound(world, low, high);
}

void vl_stage_fit(const vl_app *app, vl_camera *camera)
{
    const vl_scene_view *view = &app->session.scene->view;
    camera->yaw = view->yaw * VL_DEGREE;
    camera->pitch = view->pitch * VL_DEGREE;
    if (view->given) {
        camera->center = view->center;
        camera->height = view->height * vl_stage_shape(camera->stage);
    } else {
        vl_vec3 low, high;
        bounding_box(vl_session_world(&app->session), &low, &high);
        vl_camera_fit(camera, low, high, 0.15);
    }
}

void vl_stage_fit_view(vl_app *app)
{
    app->fit_wanted = app->view_moved = app->view_dragged = false;
    vl_stage_fit(app, &app->camera);
}
