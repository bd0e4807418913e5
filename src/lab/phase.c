#include "lab/phase.h"

#include "base/elementary.h"
#include "base/memory.h"
#include "physics/forces/forces.h"
#include "physics/world/world.h"

// --- the plane ---

static bool choose_angle(const vl_world *world, vl_phase_plane *plane, vl_error *error)
{
    const double *z = world->particles.x[2];
    vl_vec3 v = vl_read(vl_world_velocity(world), plane->slot);
    if (z[plane->slot] != z[plane->pivot] || v.z != 0 || world->gravity.z != 0)
        return vl_fail(error,
                       "the pendulum of particle %d does not swing in the x-y plane, where "
                       "an angle is measured",
                       world->particles.number_of[plane->slot]);
    plane->axis = VL_PHASE_ANGLE;
    plane->rate = sqrt(vl_length(world->gravity) / plane->length);
    return true;
}

// Writes the acceleration of a particle where its coordinate is displaced.
static void accelerate_at(const vl_world *world, int slot, int axis, double displacement,
                          double a[VL_AXES])
{
    vl_world *copy = vl_world_copy(world, vl_world_method(world), &world->solver);
    copy->particles.x[axis][slot] += displacement;
    vl_world_accelerate(copy);
    for (int i = 0; i < VL_AXES; i++)
        a[i] = copy->particles.a[i][slot];
    vl_world_free(copy);
}

static void choose_axis(const vl_world *world, vl_phase_plane *plane)
{
    int slot = plane->slot;
    double along[VL_AXES], ahead[VL_AXES], back[VL_AXES];
    accelerate_at(world, slot, 0, 0, along);
    bool none = along[0] == 0 && along[1] == 0 && along[2] == 0;
    for (int i = 0; i < VL_AXES; i++) {
        along[i] = fabs(none ? vl_world_velocity(world)[i][slot] : along[i]);
        plane->axis = along[i] > along[plane->axis] ? i : plane->axis;
    }
    accelerate_at(world, slot, plane->axis, plane->radius, ahead);
    accelerate_at(world, slot, plane->axis, -plane->radius, back);
    plane->rate = sqrt(fabs(ahead[plane->axis] - back[plane->axis]) / (2 * plane->radius));
}

// A particle on one rod or string from a pin is a pendulum.
static bool choose_of(const vl_world *world, int slot, double radius, vl_phase_plane *plane,
                      vl_error *error)
{
    const vl_particles *p = &world->particles;
    const vl_links *links = &world->links;
    int number = p->number_of[slot], joined = 0;
    *plane = (vl_phase_plane){.slot = slot, .radius = radius};
    if (p->inverse_mass[slot] == 0)
        return vl_fail(error, "particle %d is pinned: it has no phase plane", number);
    for (int i = 0; i < links->hard_count; i++)
        if (links->from[i] == slot || links->to[i] == slot) {
            plane->pivot = links->from[i] == slot ? links->to[i] : links->from[i];
            joined++;
        }
    plane->length = vl_length(vl_sub(vl_read(p->x, slot), vl_read(p->x, plane->pivot)));
    bool hangs = joined == 1 && p->inverse_mass[plane->pivot] == 0 && plane->length > 0;
    if (joined > 0 && !hangs)
        return vl_fail(error,
                       "rods or strings join particle %d to others that move, or to more "
                       "than one pin: of particles on rods and strings, only a pendulum on one pin "
                       "has a phase plane",
                       number);
    if (hangs && !choose_angle(world, plane, error))
        return false;
    if (!hangs)
        choose_axis(world, plane);
    plane->rate = plane->rate > 0 && isfinite(plane->rate) ? plane->rate : 1;
    plane->unit = hangs || p->dial[slot] ? "rad" : "m";
    return true;
}

bool vl_phase_choose(const vl_world *world, int number, double radius, vl_phase_plane *plane,
                     vl_error *error)
{
    const vl_particles *p = &world->particles;
    if (world->now.diverged)
        return vl_fail(error, "the scene has diverged: R begins anew");
    if (p->count > VL_PHASE_MOST_PARTICLES)
        return vl_fail(error,
                       "the scene has %d particles; for a phase portrait it may have %d, as "
                       "it is stepped from %d starts",
                       p->count, VL_PHASE_MOST_PARTICLES, VL_PHASE_POINTS);
    if (number > p->count)
        return vl_fail(error, "there is no particle %d, the scene has %d", number, p->count);
    if (number > 0)
        return choose_of(world, p->slot_of[number - 1], radius, plane, error);
    vl_error first = {0};
    for (int n = 0; n < p->count; n++) {
        vl_error *reason = *first.text ? error : &first;
        if (p->inverse_mass[p->slot_of[n]] > 0 &&
            choose_of(world, p->slot_of[n], radius, plane, reason))
            return true;
    }
    return vl_fail(error, "%s", *first.text ? first.text : "no particle of the scene can move");
}

const char *vl_phase_hindrance(const vl_world *world, bool touched)
{
    if (world->damping > 0 || world->damping_per_step > 0)
        return "Damping makes areas smaller, also those of the exact motion.";
    if (vl_springs_are_damped(world))
        return "Damped springs make areas smaller, also those of the exact motion.";
    if (vl_forces_do_work(world))
        return "A force depends on the velocity, and changes areas of the exact motion too.";
    if (vl_world_turns(world))
        return "In a magnetic field the exact motion keeps the area only together with the flux "
               "through the curve, which is not counted.";
    if (touched)
        return "An impact is no smooth step: the curve is cut where part of it has met a collider.";
    if (world->links.hard_count > 0 && world->solver.direction == VL_DIRECTION_NEW)
        return "Links that are corrected along their new direction change areas, whichever method "
               "runs.";
    return NULL;
}

// --- starts ---

static void displace(vl_world *world, const vl_phase_plane *plane, vl_phase_point by)
{
    vl_particles *p = &world->particles;
    if (plane->axis != VL_PHASE_ANGLE) {
        p->x[plane->axis][plane->slot] += by.q;
        p->v[plane->axis][plane->slot] += by.v;
        return;
    }
    // x = L (sin θ, −cos θ); the velocity turns with it and gets ω L across
    vl_vec3 pin = vl_read(p->x, plane->pivot), d = vl_sub(vl_read(p->x, plane->slot), pin);
    vl_vec3 v = vl_read(p->v, plane->slot);
    double c = vl_cos(by.q), s = vl_sin(by.q);
    vl_vec3 turned = {c * d.x - s * d.y, s * d.x + c * d.y, 0};
    vl_vec3 speed = {c * v.x - s * v.y - by.v * turned.y, s * v.x + c * v.y + by.v * turned.x, 0};
    vl_write(p->x, plane->slot, vl_add(pin, turned));
    vl_write(p->v, plane->slot, speed);
}

// --- measurement ---

double vl_phase_place(const vl_phase_plane *plane, double *const x[VL_AXES])
{
    if (plane->axis != VL_PHASE_ANGLE)
        return x[plane->axis][plane->slot];
    vl_vec3 d = vl_sub(vl_read(x, plane->slot), vl_read(x, plane->pivot));
    return vl_atan2(d.x, -d.y);
}

static vl_phase_point point_of(const vl_world *world, const vl_phase_plane *plane)
{
    double *const *x = world->particles.x, q = vl_phase_place(plane, x);
    if (plane->axis != VL_PHASE_ANGLE)
        return (vl_phase_point){q, vl_world_velocity(world)[plane->axis][plane->slot]};
    vl_vec3 v = vl_read(vl_world_velocity(world), plane->slot);
    vl_vec3 d = vl_sub(vl_read(x, plane->slot), vl_read(x, plane->pivot));
    return (vl_phase_point){q, (d.x * v.y - d.y * v.x) / (d.x * d.x + d.y * d.y)};
}

// The area of a closed polygon whose corners are relative to a point near it, so that the products
// keep their digits. `stride` 2 leaves out every second corner.
static double area_of(const vl_phase_point *points, int stride)
{
    double twice = 0;
    for (int k = 0; k < VL_PHASE_POINTS; k += stride) {
        const vl_phase_point *a = &points[k], *b = &points[(k + stride) % VL_PHASE_POINTS];
        twice += a->q * b->v - b->q * a->v;
    }
    return 0.5 * twice;
}

// Adds `scale` times the areas that the curve has in the plane of a particle and an axis, with all
// corners and with half of them, and writes the curve around its centre.
static void add_areas(const vl_phase_cloud *cloud, int slot, int axis, double scale,
                      double areas[2], vl_phase_point around[VL_PHASE_POINTS])
{
    const vl_phase_plane plane = {.slot = slot, .axis = axis, .pivot = cloud->plane.pivot};
    vl_phase_point center = point_of(cloud->worlds[VL_PHASE_POINTS], &plane);
    for (int k = 0; k < VL_PHASE_POINTS; k++) {
        vl_phase_point p = point_of(cloud->worlds[k], &plane);
        double q = p.q - center.q;
        around[k].q = axis == VL_PHASE_ANGLE ? remainder(q, 2 * VL_PI) : q;
        around[k].v = p.v - center.v;
    }
    areas[0] += scale * area_of(around, 1);
    areas[1] += scale * area_of(around, 2);
}

// Finds the curve and its centre, and the areas with all corners and with half of them.
static void find_curve(vl_phase_cloud *cloud, double areas[2])
{
    const vl_phase_plane *plane = &cloud->plane;
    const vl_world *center = cloud->worlds[VL_PHASE_POINTS];
    const double *mass = center->particles.mass, *inverse = center->particles.inverse_mass;
    vl_phase_point around[VL_PHASE_POINTS], other[VL_PHASE_POINTS];
    bool angle = plane->axis == VL_PHASE_ANGLE;
    double part = angle ? plane->length * plane->length : 1;
    areas[0] = areas[1] = 0;
    add_areas(cloud, plane->slot, plane->axis, 1, areas, around);
    for (int slot = 0; slot < center->particles.count; slot++)
        for (int axis = 0; inverse[slot] > 0 && axis < VL_AXES; axis++)
            if (slot != plane->slot || (!angle && axis != plane->axis))
                add_areas(cloud, slot, axis, mass[slot] / mass[plane->slot] / part, areas, other);
    cloud->now.center = point_of(center, plane);
    for (int k = 0; k < VL_PHASE_POINTS; k++)
        cloud->points[k] =
            (vl_phase_point){cloud->now.center.q + around[k].q, cloud->now.center.v + around[k].v};
}

void vl_phase_cloud_measure(vl_phase_cloud *cloud)
{
    double areas[2];
    if (cloud->stopped || cloud->now.steps == 0)
        return;
    for (int k = 0; k <= VL_PHASE_POINTS; k++)
        vl_world_synchronise(cloud->worlds[k]);
    find_curve(cloud, areas);
    double half = areas[1] / cloud->areas[1];
    cloud->now.area = areas[0];
    cloud->now.ratio = areas[0] / cloud->areas[0];
    // a polygon leaves out a part of the order 1/corners²: half the corners leave out four times it
    cloud->now.error = fabs(cloud->now.ratio - half) / 3;
    cloud->now.resolved = cloud->now.error <= 0.1 * fabs(cloud->now.ratio);
    cloud->now.factor = vl_pow(fabs(cloud->now.ratio), 1.0 / (double)cloud->now.steps);
}

// --- create, step, free ---

vl_phase_cloud *vl_phase_cloud_create(const vl_world *world, const vl_phase_plane *plane,
                                      const vl_integrator *integrator)
{
    vl_phase_cloud *cloud = vl_alloc(1, sizeof *cloud);
    cloud->plane = *plane;
    for (int k = 0; k <= VL_PHASE_POINTS; k++) {
        double angle = 2 * VL_PI * k / VL_PHASE_POINTS, q = plane->radius * vl_cos(angle);
        vl_phase_point corner = {q, plane->radius * plane->rate * vl_sin(angle)};
        cloud->worlds[k] = vl_world_copy(world, integrator, &world->solver);
        if (k < VL_PHASE_POINTS)
            displace(cloud->worlds[k], plane, corner);
    }
    find_curve(cloud, cloud->areas);
    cloud->now.area = cloud->areas[0];
    cloud->now.ratio = 1;
    cloud->now.factor = (double)NAN;
    cloud->now.resolved = true;
    return cloud;
}

void vl_phase_cloud_free(vl_phase_cloud *cloud)
{
    for (int k = 0; cloud && k <= VL_PHASE_POINTS; k++)
        vl_world_free(cloud->worlds[k]);
    vl_free(cloud);
}

void vl_phase_cloud_step(vl_phase_cloud *cloud, double dt, double next_dt)
{
    vl_world *center = cloud->worlds[VL_PHASE_POINTS];
    if (cloud->stopped || !vl_world_can_step(center, dt))
        return;
    for (int k = 0; k <= VL_PHASE_POINTS; k++) {
        vl_world_step(cloud->worlds[k], dt);
        cloud->worlds[k]->next_dt = next_dt;
        cloud->stopped = cloud->stopped || cloud->worlds[k]->now.diverged;
        cloud->now.touched = cloud->now.touched || cloud->worlds[k]->now.touched;
    }
    if (cloud->stopped)
        return;
    vl_moment_advance(&cloud->clock, dt);
    cloud->now.time = cloud->clock.time;
    cloud->now.steps++;
}
