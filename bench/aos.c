// The loop most people would write: an array of structs, link by link in the order listed. Double
// precision, three dimensions, compiled like the rest of Verlet Lab.

#include "base/memory.h"
#include "program.h"

#include <math.h>

typedef struct point {
    double x, y, z, old_x, old_y, old_z, inverse_mass;
} point;

typedef struct stick {
    int from, to;
    double length;
} stick;

typedef struct state {
    const bench_scenario *scenario;
    point *points;
    stick *sticks;
} state;

static void place(void *memory, double *const x[BENCH_AXES])
{
    state *s = memory;
    for (int i = 0; i < s->scenario->particle_count; i++) {
        point *p = &s->points[i];
        p->x = p->old_x = x[0][i];
        p->y = p->old_y = x[1][i];
        p->z = p->old_z = x[2][i];
    }
}

static void *create(const bench_program *program, const bench_scenario *scenario)
{
    state *s = vl_alloc(1, sizeof *s);
    s->scenario = scenario;
    s->points = vl_alloc((size_t)scenario->particle_count, sizeof *s->points);
    s->sticks = vl_alloc((size_t)scenario->link_count, sizeof *s->sticks);
    for (int i = 0; i < scenario->particle_count; i++)
        s->points[i].inverse_mass = scenario->pinned[i] ? 0 : 1 / scenario->mass[i];
    for (int i = 0; i < scenario->link_count; i++)
        s->sticks[i] = (stick){scenario->from[i], scenario->to[i], scenario->length[i]};
    place(s, scenario->x);
    return s;
}

static void destroy(void *memory)
{
    state *s = memory;
    vl_free(s->points);
    vl_free(s->sticks);
    vl_free(s);
}

static void satisfy(point *a, point *b, double length)
{
    double dx = b->x - a->x, dy = b->y - a->y, dz = b->z - a->z;
    double distance = sqrt(dx * dx + dy * dy + dz * dz);
    double scale = distance * (a->inverse_mass + b->inverse_mass);
    if (scale == 0)
        return;
    double part = (distance - length) / scale;
    double pa = part * a->inverse_mass, pb = part * b->inverse_mass;
    a->x += pa * dx;
    a->y += pa * dy;
    a->z += pa * dz;
    b->x -= pb * dx;
    b->y -= pb * dy;
    b->z -= pb * dz;
}

static void sweep(void *memory, int sweeps)
{
    state *s = memory;
    for (int k = 0; k < sweeps; k++)
        for (int i = 0; i < s->scenario->link_count; i++) {
            const stick *link = &s->sticks[i];
            satisfy(&s->points[link->from], &s->points[link->to], link->length);
        }
}

static void step(void *memory)
{
    state *s = memory;
    double h = s->scenario->dt;
    const double *g = s->scenario->gravity;
    for (int i = 0; i < s->scenario->particle_count; i++) {
        point *p = &s->points[i], old = *p;
        if (p->inverse_mass == 0)
            continue;
        p->x += p->x - p->old_x + g[0] * h * h;
        p->y += p->y - p->old_y + g[1] * h * h;
        p->z += p->z - p->old_z + g[2] * h * h;
        p->old_x = old.x;
        p->old_y = old.y;
        p->old_z = old.z;
    }
    sweep(s, s->scenario->sweeps);
}

static void read(void *memory, double *const x[BENCH_AXES])
{
    const state *s = memory;
    for (int i = 0; i < s->scenario->particle_count; i++) {
        x[0][i] = s->points[i].x;
        x[1][i] = s->points[i].y;
        x[2][i] = s->points[i].z;
    }
}

const bench_program bench_aos = {
    .name = "array of structs",
    .arithmetic = "double, 3D",
    .order = "as listed",
    .kinds = BENCH_CHAIN | BENCH_CLOTH | BENCH_MESH,
    .threads = 1,
    .create = create,
    .destroy = destroy,
    .place = place,
    .step = step,
    .sweep = sweep,
    .read = read,
};
