#include "precise.h"
#include "physics/forces/forces.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wdouble-promotion" // to long double, which is meant

enum { PRECISE_COLUMNS = 8 };

// The digits of 80 bits are enough, also where a long double has more, which takes more steps.
static const long double precise_epsilon = 0x1p-63L;

long double precise_dot(vl_vec3 a, vl_vec3 b)
{
    return (long double)a.x * b.x + (long double)a.y * b.y + (long double)a.z * b.z;
}

// powl() of musl, for a long double of 128 bits, is that of double.
static long double power(long double base, int exponent)
{
    long double product = 1;
    for (int i = 0; i < exponent; i++)
        product *= base;
    return product;
}

// Towards the origin by strength/|d|².
static void precise_pull(const long double *d, long double strength, long double *a)
{
    long double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    for (int k = 0; k < 3; k++)
        a[k] -= strength * d[k] / (square * sqrtl(square));
}

static void precise_force(const vl_world *w, const vl_force *f, long double t, const long double *x,
                          long double *a)
{
    const double center[3] = {f->center.x, f->center.y, f->center.z}, *m = w->particles.mass;
    long double d[3], apart[3];
    for (int i = 0; i < w->particles.count; i++) {
        long double *ai = a + 3 * i;
        for (int k = 0; k < 3; k++) {
            d[k] = x[3 * i + k] - center[k];
            apart[k] = x[3 * i + k] - x[3 * (1 - i) + k];
        }
        if (f->kind == &vl_force_harmonic)
            for (int k = 0; k < 3; k++)
                ai[k] -= f->stiffness / (long double)m[i] * d[k];
        if (f->kind == &vl_force_central)
            precise_pull(d, f->strength, ai);
        if (f->kind == &vl_force_gravitation)
            precise_pull(apart, f->constant * (long double)m[1 - i], ai);
        if (f->kind == &vl_force_sine)
            ai[f->axis] += f->amplitude * sinl((long double)f->frequency * t + f->phase);
        if (f->kind == &vl_force_polynomial)
            for (int k = f->coefficient_count - 1, n = 0; k >= 0; k--, n++)
                ai[f->axis] += f->coefficients[k] * power(t, k);
    }
}

// Of a uniform field: a = (q/m) v × B.
static void precise_magnetic(const vl_world *w, const vl_force *f, const long double *v,
                             long double *a)
{
    const long double b[3] = {f->field.x, f->field.y, f->field.z};
    for (int i = 0; i < 3 * w->particles.count; i++) {
        int first = 3 * (i / 3), next = (i + 1) % 3, last = (i + 2) % 3;
        a[i] += f->charge * (v[first + next] * b[last] - v[first + last] * b[next]);
    }
}

// The one link: a spring by its force, a rod by the multiplier that keeps (d·d)″ = 0.
static void precise_link(const vl_world *w, const long double *y, long double *a)
{
    const vl_links *links = &w->links;
    const vl_particles *p = &w->particles;
    int from = links->from[0], to = links->to[0], n = p->count;
    long double in_from = p->pinned[from] ? 0 : 1 / (long double)p->mass[from];
    long double in_to = p->pinned[to] ? 0 : 1 / (long double)p->mass[to];
    long double dd = 0, dw = 0, ww = 0, da = 0, d[3];
    for (int k = 0; k < 3; k++) {
        long double v = y[3 * n + 3 * to + k] - y[3 * n + 3 * from + k];
        d[k] = y[3 * to + k] - y[3 * from + k];
        dd += d[k] * d[k];
        dw += d[k] * v;
        ww += v * v;
        da += d[k] * ((in_to > 0 ? a[3 * to + k] : 0) - (in_from > 0 ? a[3 * from + k] : 0));
    }
    long double size = sqrtl(dd), force = -(da + ww) / (dd * (in_from + in_to));
    if (links->kind[0] == VL_SPRING)
        force = -(links->stiffness[0] * (size - links->length[0]) + links->damping[0] * dw / size) /
                size;
    for (int k = 0; k < 3; k++) {
        a[3 * to + k] += force * in_to * d[k];
        a[3 * from + k] -= force * in_from * d[k];
    }
}

static void precise_world_rate(const vl_world *w, long double t, const long double *y,
                               long double *dy)
{
    int n = w->particles.count;
    const long double *v = y + 3 * n;
    long double *a = dy + 3 * n;
    const double g[3] = {w->gravity.x, w->gravity.y, w->gravity.z};
    for (int i = 0; i < 3 * n; i++) {
        dy[i] = v[i];
        a[i] = g[i % 3] - w->damping * v[i];
    }

    for (int i = 0; i < w->force_count; i++)
        if (w->forces[i].kind == &vl_force_magnetic)
            precise_magnetic(w, &w->forces[i], v, a);

        else
            precise_force(w, &w->forces[i], t, y, a);
    if (w->links.count > 0)
        precise_link(w, y, a);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            if (w->particles.pinned[i])
                dy[3 * i + k] = a[3 * i + k] = 0;
}

static void precise_rate(const precise *p, long double t, const long double *y, long double *dy)
{
    const vl_world *w = p->world;
    if (!p->by_angle) {
        precise_world_rate(w, t, y, dy);
        return;
    }
    dy[0] = y[1];
    long double g = sqrtl(precise_dot(w->gravity, w->gravity));
    dy[1] = p->by_angle * g / w->links.length[0] * sinl(y[0]);
}

// By the angle from the nearer end, whose digits count. The particle is number 1, the hook number 2
// and in the origin.
static void precise_begin_angle(precise *p)
{
    const vl_world *w = p->world;
    vl_vec3 x = vl_read(w->particles.x, 0), v = vl_read(w->particles.v, 0), g = w->gravity;
    const double xs[3] = {x.x, x.y, x.z}, vs[3] = {v.x, v.y, v.z}, gs[3] = {g.x, g.y, g.z};
    long double size = sqrtl(precise_dot(g, g)), far[2] = {0}, along = 0, rate = 0;
    for (int k = 0; k < 3; k++) {
        p->up[k] = -gs[k] / size;
        along += xs[k] * p->up[k];
    }
    p->by_angle = along > 0 ? 1 : -1;
    along = fabsl(along);
    for (int k = 0; k < 3; k++)
        p->up[k] *= p->by_angle;
    for (int k = 0; k < 3; k++)
        far[0] += power(xs[k] - along * p->up[k], 2);
    for (int k = 0; k < 3; k++) // hanging straight: across gravity is where it goes
        p->side[k] = far[0] > 0 ? xs[k] - along * p->up[k] : vs[k];
    for (int k = 0; k < 3; k++)
        far[1] += p->side[k] * p->side[k];
    for (int k = 0; k < 3; k++)
        p->side[k] /= far[1] > 0 ? sqrtl(far[1]) : 1;
    p->y[0] = atan2l(sqrtl(far[0]), along);
    for (int k = 0; k < 3; k++)
        rate += vs[k] * (p->side[k] * cosl(p->y[0]) - p->up[k] * sinl(p->y[0]));
    p->y[1] = rate / w->links.length[0];
    p->size = 2;
}

precise precise_begin(const vl_world *world)
{
    int n = world->particles.count;
    assert(n <= PRECISE_MOST && world->links.count <= 1);
    precise p = {.world = world, .t = world->now.time, .size = 6 * n};
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            p.y[3 * i + k] = world->particles.x[k][i];
            p.y[3 * n + 3 * i + k] = world->particles.v[k][i];
        }
    if (world->links.hard_count > 0 && world->particles.pinned[1] &&
        precise_dot(world->gravity, world->gravity) > 0)
        precise_begin_angle(&p);
    return p;
}

static void precise_midpoint(const precise *p, long double h, int parts, long double *end)
{
    int size = p->size;
    long double old[PRECISE_SIZE], now[PRECISE_SIZE], dy[PRECISE_SIZE], s = h / parts;
    precise_rate(p, p->t, p->y, dy);
    for (int i = 0; i < size; i++) {
        old[i] = p->y[i];
        now[i] = p->y[i] + s * dy[i];
    }
    for (int m = 1; m < parts; m++) {
        precise_rate(p, p->t + m * s, now, dy);
        for (int i = 0; i < size; i++) {
            long double next = old[i] + 2 * s * dy[i];
            old[i] = now[i];
            now[i] = next;
        }
    }
    precise_rate(p, p->t + h, now, dy);
    for (int i = 0; i < size; i++)
        end[i] = 0.5L * (old[i] + now[i] + s * dy[i]);
}

// One step, or false where the last two columns differ.
static bool precise_step(precise *p, long double h)
{
    int size = p->size;
    long double table[PRECISE_COLUMNS][PRECISE_SIZE];
    for (int j = 0; j < PRECISE_COLUMNS; j++) {
        precise_midpoint(p, h, 2 * (j + 1), table[j]);
        for (int m = j - 1; m >= 0; m--) {
            long double ratio = (long double)(j + 1) / (m + 1), part = 1 / (ratio * ratio - 1);
            for (int i = 0; i < size; i++)
                table[m][i] = table[m + 1][i] + part * (table[m + 1][i] - table[m][i]);
        }
    }
    long double least = p->by_angle ? precise_epsilon : 1; // of what counts as whole
    for (int i = 0; i < size; i++) {
        long double whole = least + fabsl(table[0][i]) + fabsl(table[0][i] - p->y[i]);
        if (!(fabsl(table[0][i] - table[1][i]) <= 200 * precise_epsilon * whole))
            return false;
    }
    memcpy(p->y, table[0], sizeof p->y);
    p->t += h;
    return true;
}

bool precise_go(precise *p, double t)
{
    enum { MOST_STEPS = 20000 };

    long double h = t - p->t;
    for (int i = 0; i < MOST_STEPS && p->t < t; i++) {
        h = fminl(h, t - p->t);
        h = precise_step(p, h) ? 1.5L * h : 0.5L * h;
    }
    return p->t >= t;
}

vl_vec3 precise_x(const precise *p, int i)
{
    long double x[3];
    for (int k = 0; k < 3; k++)
        x[k] = p->by_angle ? p->world->links.length[0] * (i == 0 ? 1 : 0) *
                                 (p->up[k] * cosl(p->y[0]) + p->side[k] * sinl(p->y[0]))
                           : p->y[3 * i + k];
    return (vl_vec3){(double)x[0], (double)x[1], (double)x[2]};
}

vl_vec3 precise_v(const precise *p, int i)
{
    long double v[3];
    for (int k = 0; k < 3; k++)
        v[k] = p->by_angle ? p->world->links.length[0] * (i == 0 ? p->y[1] : 0) *
                                 (p->side[k] * cosl(p->y[0]) - p->up[k] * sinl(p->y[0]))
                           : p->y[3 * (p->world->particles.count + i) + k];
    return (vl_vec3){(double)v[0], (double)v[1], (double)v[2]};
}
