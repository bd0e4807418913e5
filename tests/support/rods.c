#include "rods.h"

#include <math.h>

static const double g = 9.81; // m/s²

// A x = b by elimination, of a symmetric positive definite matrix; A and b are used up.
static void solve_dense(int n, double a[MOST_RODS][MOST_RODS], double *b)
{
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            double factor = a[i][k] / a[k][k];
            for (int j = k; j < n; j++)
                a[i][j] -= factor * a[k][j];
            b[i] -= factor * b[k];
        }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            b[i] -= a[i][j] * b[j];
        b[i] /= a[i][i];
    }
}

// Lagrange's equations: Σⱼ μ_ij lᵢ lⱼ (cos(θᵢ − θⱼ) θ̈ⱼ + sin(θᵢ − θⱼ) θ̇ⱼ²) = −μ_ii g lᵢ sin θᵢ,
// μ_ij the mass below both joints.
static void angular_acceleration(const pendulum *p, const double *angle, const double *speed,
                                 double *result)
{
    double a[MOST_RODS][MOST_RODS];
    for (int i = 0; i < p->rods; i++) {
        double below = 0;
        for (int k = i; k < p->rods; k++)
            below += p->mass[k];
        result[i] = -below * g * p->length[i] * sin(angle[i]);
        for (int j = 0; j < p->rods; j++) {
            double mass = 0;
            for (int k = i > j ? i : j; k < p->rods; k++)
                mass += p->mass[k];
            double ll = mass * p->length[i] * p->length[j];
            a[i][j] = ll * cos(angle[i] - angle[j]);
            result[i] -= ll * sin(angle[i] - angle[j]) * speed[j] * speed[j];
        }
    }
    solve_dense(p->rods, a, result);
}

void swing_in_angles(pendulum *p, double duration, int steps)
{
    double h = duration / steps;
    for (int s = 0; s < steps; s++) {
        double x[4][MOST_RODS], v[4][MOST_RODS], at[MOST_RODS], rate[MOST_RODS];
        for (int stage = 0; stage < 4; stage++) {
            double part = stage == 3 ? h : 0.5 * h;
            for (int i = 0; i < p->rods; i++) {
                at[i] = p->angle[i] + (stage ? part * x[stage - 1][i] : 0);
                rate[i] = p->speed[i] + (stage ? part * v[stage - 1][i] : 0);
                x[stage][i] = rate[i];
            }
            angular_acceleration(p, at, rate, v[stage]);
        }
        for (int i = 0; i < p->rods; i++) {
            p->angle[i] += h / 6 * (x[0][i] + 2 * x[1][i] + 2 * x[2][i] + x[3][i]);
            p->speed[i] += h / 6 * (v[0][i] + 2 * v[1][i] + 2 * v[2][i] + v[3][i]);
        }
    }
}

vl_vec3 tip(const pendulum *p, int rod)
{
    vl_vec3 at = {0, 0, 0};
    for (int i = 0; i <= rod; i++)
        at = vl_add(
            at, (vl_vec3){p->length[i] * sin(p->angle[i]), -p->length[i] * cos(p->angle[i]), 0});
    return at;
}
