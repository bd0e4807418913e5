// Reactions of several supports at once: a linear complementarity problem with at most four
// unknowns, which is solved by trying every set of supports that may press.

#include "physics/forces/forces.h"

#include <string.h>

// Residuals below this part of the terms of their sums are rounding errors.
static const double rounding = 1e-15;

// Normals whose part across the others has a square below this depend on them.
static const double dependent = 1e-12;

// Solves n linear equations with the symmetric matrix of a Gram determinant, whose right sides are
// in column n and become the solution. False where the normals depend on each other.
static bool eliminate(double g[VL_AXES][VL_AXES + 1], int n)
{
    for (int i = 0; i < n; i++) {
        if (!(g[i][i] > dependent))
            return false;
        for (int j = i + 1; j < n; j++) {
            double factor = g[j][i] / g[i][i];
            for (int k = i; k <= n; k++)
                g[j][k] -= factor * g[i][k];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            g[i][n] -= g[i][k] * g[k][n];
        g[i][n] /= g[i][i];
    }
    return true;
}

// The reactions, of either sign, with which the particle follows the surfaces of a set of supports.
static bool follow(const vl_one_sided *s, unsigned set, vl_vec3 a, double *by)
{
    int in[VL_AXES], n = 0;
    double g[VL_AXES][VL_AXES + 1];
    for (int k = 0; k < s->count; k++) {
        by[k] = 0;
        if (set >> k & 1) {
            if (n == VL_AXES)
                return false;
            in[n++] = k;
        }
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            g[i][j] = vl_dot(s->normal[in[i]], s->normal[in[j]]);
        g[i][n] = s->least[in[i]] - vl_dot(a, s->normal[in[i]]);
    }
    if (!eliminate(g, n))
        return false;
    for (int i = 0; i < n; i++)
        by[in[i]] = g[i][n];
    return true;
}

// By how much reactions pull or the particle enters a support, as a part of the terms.
static double violation(const vl_one_sided *s, vl_vec3 a, const double *by)
{
    double size = vl_length(a), worst = 0;
    for (int k = 0; k < s->count; k++)
        a = vl_add(a, vl_scale(s->normal[k], by[k]));
    for (int k = 0; k < s->count; k++) {
        size += fabs(by[k]) + fabs(s->least[k]);
        worst = fmax(worst, fmax(-by[k], s->least[k] - vl_dot(a, s->normal[k])));
    }
    return size > 0 ? worst / size : 0;
}

vl_vec3 vl_react(vl_one_sided *s, vl_vec3 a)
{
    vl_vec3 more = {0, 0, 0};
    double before[VL_MOST_SUPPORTS], by[VL_MOST_SUPPORTS], best = HUGE_VAL;
    memcpy(before, s->by, sizeof before);
    if (s->count == 1) {
        by[0] = fmax(s->least[0] - vl_dot(a, s->normal[0]), -s->by[0]);
        s->by[0] += by[0];
        return vl_scale(s->normal[0], by[0]);
    }
    for (int k = 0; k < s->count; k++)
        a = vl_sub(a, vl_scale(s->normal[k], s->by[k]));
    // where surfaces leave no way, the set that enters them least
    for (unsigned set = 0; set < 1U << s->count && best > rounding; set++) {
        double off = follow(s, set, a, by) ? violation(s, a, by) : HUGE_VAL;
        for (int k = 0; k < s->count && off < best; k++)
            s->by[k] = fmax(by[k], 0);
        best = fmin(best, off);
    }
    for (int k = 0; k < s->count; k++)
        more = vl_add(more, vl_scale(s->normal[k], s->by[k] - before[k]));
    return more;
}

vl_vec3 vl_across(const vl_vec3 basis[VL_AXES], int count, vl_vec3 vector)
{
    for (int i = 0; i < count; i++)
        vector = vl_sub(vector, vl_scale(basis[i], vl_dot(vector, basis[i])));
    return vector;
}

// Normals whose parts across each other are shorter are parallel.
static const double parallel = 1e-6;

int vl_normal_add(vl_vec3 basis[VL_AXES], int count, vl_vec3 normal)
{
    if (count == 0) {
        basis[0] = normal;
        return 1;
    }
    normal = vl_across(basis, count, normal);
    double left = vl_length(normal);
    if (count < VL_AXES && left > parallel)
        basis[count++] = vl_scale(normal, 1 / left);
    return count;
}

vl_vec3 vl_along_pressing(const vl_one_sided *supports, vl_vec3 vector)
{
    vl_vec3 basis[VL_AXES];
    int count = 0;
    for (int k = 0; k < supports->count; k++)
        if (supports->by[k] > 0)
            count = vl_normal_add(basis, count, supports->normal[k]);
    return vl_across(basis, count, vector);
}
