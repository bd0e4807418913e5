// Where the scene is, and where it may come: what floats over the stage keeps off these places.

#include "app/stage/parts.h"

enum { MOST_LOOKED_AT = 2000, MOST_BOBS = 64, RING = 16 };

// Places that are looked at, and what they are looked for behind.
typedef struct sight {
    vl_projection projection;
    const vl_rect *over;
    int over_count;
    int places, hidden; // so far
} sight;

static sight sight_of(const vl_camera *camera, const vl_rect *over, int count)
{
    return (sight){vl_camera_projection(camera), over, count, 0, 0};
}

static bool meets(vl_pixel at, float radius, vl_rect rect)
{
    return at.x + radius > rect.x && at.x - radius < rect.x + rect.w && at.y + radius > rect.y &&
           at.y - radius < rect.y + rect.h;
}

static void look_at(sight *s, vl_pixel at, double radius)
{
    bool hidden = false;
    for (int i = 0; i < s->over_count; i++)
        hidden = hidden || meets(at, (float)(radius * s->projection.scale), s->over[i]);
    s->places++;
    s->hidden += hidden;
}

// The particles at these places; or where they are mirrored, to which they may swing.
static void look_at_particles(sight *s, const vl_app *app, double *const x[VL_AXES], bool mirrored)
{
    const vl_particles *p = &vl_session_world(&app->session)->particles;
    int stride = 1 + p->count / MOST_LOOKED_AT;
    for (int i = 0; i < p->count; i += stride) {
        vl_pixel at = vl_project(&s->projection, vl_particle_middle(p, i, vl_read(x, i)));
        at.x = mirrored ? 2 * (float)s->projection.x - at.x : at.x;
        look_at(s, at, p->radius[i]);
    }
}

// All round the pin, but for what is above `highest`, m.
static void look_at_ring(sight *s, const vl_app *app, int pin, int bob, double highest)
{
    const vl_particles *p = &vl_session_world(&app->session)->particles;
    const vl_view_axes *axes = &s->projection.axes;
    vl_vec3 middle = vl_read(app->session.from, pin);
    double r = vl_length(vl_sub(vl_read(app->session.from, bob), middle));
    for (int i = 0; i < RING; i++) {
        double angle = 360. * i / RING * VL_DEGREE;
        vl_vec3 across = vl_scale(axes->right, r * cos(angle));
        vl_vec3 at = vl_add(vl_add(middle, across), vl_scale(axes->up, r * sin(angle)));
        if (vl_dot(at, axes->up) > highest)
            continue;
        look_at(s, vl_project(&s->projection, at), p->radius[bob]);
    }
}

// The rod or string at a particle that is not the link `before`, or −1.
static int next_link(const vl_links *links, int at, int before)
{
    for (int k = 0; k < links->count; k++)
        if (k != before && links->kind[k] != VL_SPRING &&
            (links->from[k] == at || links->to[k] == at))
            return k;
    return -1;
}

// The free end of a chain of `*length` links that begins with a link at a pin, or −1.
static int free_end(const vl_world *world, const int *degree, int pin, int link, int *length)
{
    const vl_links *links = &world->links;
    const bool *pinned = world->particles.pinned;
    int at = links->from[link] + links->to[link] - pin;
    for (*length = 1; link >= 0 && degree[at] == 2 && !pinned[at]; (*length)++) {
        link = next_link(links, at, link);
        at = link >= 0 ? links->from[link] + links->to[link] - at : at;
    }
    return link >= 0 && degree[at] == 1 && !pinned[at] ? at : -1;
}

// A bob that one link alone joins to a pin may go all round it. A chain swings below its pin, and
// not higher than it begins.
static void look_at_swings(sight *s, const vl_app *app)
{
    const vl_world *world = vl_session_world(&app->session);
    const vl_links *links = &world->links;
    const bool *pinned = world->particles.pinned;
    int degree[MOST_BOBS] = {0};
    if (world->particles.count > MOST_BOBS)
        return;
    for (int k = 0; k < links->count; k++) {
        degree[links->from[k]]++;
        degree[links->to[k]]++;
    }
    for (int k = 0; k < links->count; k++) {
        int pin = pinned[links->from[k]] ? links->from[k] : links->to[k], length;
        if (!pinned[pin] || links->kind[k] == VL_SPRING)
            continue;
        int end = free_end(world, degree, pin, k, &length);
        if (end < 0)
            continue;
        double start = vl_dot(vl_read(app->session.from, end), s->projection.axes.up);
        look_at_ring(s, app, pin, end, length > 1 ? start : HUGE_VAL);
    }
}

static void look_at_solids(sight *s, const vl_world *world)
{
    vl_vec3 low = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high = vl_scale(low, -1);
    vl_solids_bound(world, &low, &high);
    for (int i = 0; i < 8 && low.x <= high.x; i++) {
        vl_vec3 corner = {i & 1 ? low.x : high.x, i & 2 ? low.y : high.y, i & 4 ? low.z : high.z};
        look_at(s, vl_project(&s->projection, corner), 0);
    }
}

int vl_stage_count_behind(const vl_app *app, vl_rect rect)
{
    sight s = sight_of(&app->camera, &rect, 1);
    look_at_particles(&s, app, vl_session_world(&app->session)->particles.x, false);
    return s.hidden;
}

int vl_stage_count_met(const vl_app *app, vl_rect rect)
{
    sight s = sight_of(&app->camera, &rect, 1);
    double *const *const now = vl_session_world(&app->session)->particles.x;
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        look_at_particles(&s, app, now, mirrored);
        look_at_particles(&s, app, app->session.from, mirrored);
    }
    look_at_swings(&s, app);
    look_at_solids(&s, vl_session_world(&app->session));
    return s.hidden;
}

double vl_stage_worth(const vl_app *app, vl_rect stage, const vl_rect *over, int count)
{
    vl_camera camera = app->camera;
    camera.stage = stage;
    vl_stage_fit(app, &camera);
    sight s = sight_of(&camera, over, count);
    look_at_particles(&s, app, app->session.from, false);
    look_at_particles(&s, app, app->session.from, true);
    look_at_swings(&s, app);
    look_at_solids(&s, vl_session_world(&app->session));
    double seen = 1 - (double)s.hidden / (double)(s.places > 0 ? s.places : 1);
    return vl_camera_scale(&camera) * seen * seen * seen;
}
