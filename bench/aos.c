// The usual loop: an array of structs, link by link in the order listed. Double precision, three
// dimensions, compiled like the rest of Verlet Lab.

#include "base/memory.h"
#include "physics/math/axes.h"
#include "program.h"

typedef struct point {
    vl_vec3 x, old;
    double inverse_mass;
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
    for (int i = 0; i < s->scenario->particle_count; i++)
        s->points[i].x = s->points[i].old = vl_read(x, i);
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
    vl_vec3 d = vl_sub(b->x, a->x);
    double distance = vl_length(d);
    double scale = distance * (a->inverse_mass + b->inverse_mass);
    if (scale == 0)
        return;
    double part = (distance - length) / scale;
    a->x = vl_add(a->x, vl_scale(d, part * a->inverse_mass));
    b->x = vl_sub(b->x, vl_scale(d, part * b->inverse_mass));
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
    vl_vec3 gain = vl_scale((vl_vec3){g[0], g[1], g[2]}, h * h);
    for (int i = 0; i < s->scenario->particle_count; i++) {
        point *p = &s->points[i];
        if (p->inverse_mass == 0)
            continue;
        vl_vec3 moved = vl_add(vl_sub(p->x, p->old), gain);
        p->old = p->x;
        p->x = vl_add(p->x, moved);
    }
    sweep(s, s->scenario->sweeps);
}

static void read(void *memory, double *const x[BENCH_AXES])
{
    const state *s = memory;
    for (int i = 0; i < s->scenario->particle_count; i++)
        vl_write(x, i, s->points[i].x);
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
