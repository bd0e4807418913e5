// Wind: a drag proportional to the velocity u of the air relative to a body. On a triangle of a
// cloth only the component normal to it acts, F = drag A (n·u) n, shared equally by its corners:
// the viscous fluid of Terzopoulos et al., "Elastically deformable models", SIGGRAPH 1987, section
// 4.1. A particle outside cloths is a ball, F = drag π r² u.
//
// A drag that damps a speed at the rate λ overshoots in an explicit step of h with λ h > 1. The
// rates of a cloth are at most the largest row sum of M⁻¹D (Gershgorin's theorem), which is Σ drag
// A/(3 m) over the triangles of a particle. At most six triangles share a particle, so that with
// drag A ≤ m/(2 h) for the lightest corner of each, no relative velocity changes its sign. Several
// winds share this bound equally.

#include "base/elementary.h"
#include "base/random.h"
#include "physics/forces/forces.h"

#include <stdint.h>

static const double gust_period = 1; // s, between two random strengths

// Uniform in [−1, 1), a function of seed and index.
static double strength(int seed, int64_t index)
{
    vl_random random = {(uint64_t)seed * UINT64_C(0xD1342543DE82EF95) + (uint64_t)index};
    return vl_random_uniform(&random, -1, 1);
}

// Value noise: random strengths, interpolated by 6 s⁵ − 15 s⁴ + 10 s³, whose first and second
// derivatives are 0 at both ends (Perlin, "Improving noise", SIGGRAPH 2002, section 1). Its mean
// over a period is the mean of two strengths, and so 0 over many.
static double gust(const vl_force *force, double t)
{
    double periods = t / gust_period, whole = floor(periods), s = periods - whole;
    if (!(fabs(periods) < 1e15))
        return 0; // so late that a double cannot hold parts of a second
    double share = s * s * s * (s * (s * 6 - 15) + 10);
    double from = strength(force->seed, (int64_t)whole);
    double to = strength(force->seed, (int64_t)whole + 1);
    return from + (to - from) * share;
}

vl_vec3 vl_wind_velocity(const vl_force *force, double t)
{
    double more = force->gust > 0 ? force->gust * gust(force, t) : 0;
    return vl_scale(force->velocity, 1 + more);
}

// What all particles share.
typedef struct wind {
    const vl_world *world;
    vl_vec3 air; // m/s
    double drag; // N s/m³
    double h;    // s, the longer of this step and the last
    int winds;   // number of winds, which share the bound of the drag
} wind;

static void add_force(const wind *w, int slot, vl_vec3 force)
{
    const vl_particles *p = &w->world->particles;
    vl_accumulate(p->a, slot, vl_scale(force, p->inverse_mass[slot]));
}

// Drag in N s/m, at most what stops a body in one step, divided by `shares`.
static double bounded(const wind *w, double area, double inverse_mass, double shares)
{
    double drag = w->drag * area, most = 1 / (w->winds * shares * inverse_mass * w->h);
    return drag < most ? drag : most;
}

// A corner of the cells of a cloth, which several triangles share.
typedef struct corner {
    int slot;
    vl_vec3 x, v;
} corner;

static corner corner_at(const wind *w, int slot)
{
    return (corner){slot, vl_read(w->world->particles.x, slot),
                    vl_world_force_velocity(w->world, slot)};
}

static void drag_triangle(const wind *w, const corner *i, const corner *j, const corner *k)
{
    vl_vec3 n = vl_cross(vl_sub(j->x, i->x), vl_sub(k->x, i->x));
    double twice_area = vl_length(n);
    if (twice_area == 0)
        return;
    n = vl_scale(n, 1 / twice_area);

    const double *inverse_mass = w->world->particles.inverse_mass;
    vl_vec3 v = vl_add(i->v, vl_add(j->v, k->v));
    double across = vl_dot(n, vl_sub(w->air, vl_scale(v, 1 / 3.0)));
    double lightest =
        vl_larger(inverse_mass[i->slot], vl_larger(inverse_mass[j->slot], inverse_mass[k->slot]));
    double drag = bounded(w, 0.5 * twice_area, lightest, 2);
    vl_vec3 force = vl_scale(n, drag * across / 3);
    add_force(w, i->slot, force);
    add_force(w, j->slot, force);
    add_force(w, k->slot, force);
}

// Between two rows of particles.
static void drag_row(const wind *w, const int *upper, const int *lower, const bool *gone, int cells)
{
    corner left[2] = {corner_at(w, upper[0]), corner_at(w, lower[0])};
    for (int i = 0; i < cells; i++) {
        corner right[2] = {corner_at(w, upper[i + 1]), corner_at(w, lower[i + 1])};
        if (!gone[i]) {
            drag_triangle(w, &left[0], &left[1], &right[1]);
            drag_triangle(w, &left[0], &right[1], &right[0]);
        }
        left[0] = right[0];
        left[1] = right[1];
    }
}

// Particles outside cloths: the numbers before, between and after them. A dial is at no place.
static void drag_balls(const wind *w)
{
    const vl_world *world = w->world;
    for (int i = 0, number = 1; i <= world->cloth_count; i++) {
        bool last = i == world->cloth_count;
        int end = last ? world->particles.count + 1 : world->cloths[i].first_number;
        for (; number < end; number++) {
            const vl_particles *p = &world->particles;
            int slot = p->slot_of[number - 1];
            double area = p->dial[slot] ? 0 : VL_PI * p->radius[slot] * p->radius[slot];
            vl_vec3 u = vl_sub(w->air, vl_world_force_velocity(world, slot));
            add_force(w, slot, vl_scale(u, bounded(w, area, p->inverse_mass[slot], 1)));
        }
        number += last ? 0 : world->cloths[i].columns * world->cloths[i].rows;
    }
}

static void accelerate(const vl_force *force, const vl_world *world, double t)
{
    wind now = {
        .world = world,
        .air = vl_wind_velocity(force, t),
        .drag = force->drag,
        .h = fmax(world->now.dt, world->now.dt_old),
    };
    for (int i = 0; i < world->force_count; i++)
        now.winds += world->forces[i].kind == &vl_force_wind;
    for (int i = 0; i < world->cloth_count; i++) {
        const vl_cloth *cloth = &world->cloths[i];
        const int *upper = world->particles.slot_of + cloth->first_number - 1;
        int cells = cloth->columns - 1;
        for (int row = 0; row + 1 < cloth->rows; row++, upper += cloth->columns)
            drag_row(&now, upper, upper + cloth->columns, cloth->gone + row * cells, cells);
    }
    drag_balls(&now);
}

const vl_force_kind vl_force_wind = {
    .name = "wind",
    .keys = "velocity drag gust seed",
    .example = "{kind: wind, velocity: [3, 0, 1], drag: 0.5, gust: 0.3, seed: 1}",
    .formula = "F = drag A (n·u) n, u = w − v",
    .sees_velocity = true,
    .does_work = true,
    .accelerate = accelerate,
};
