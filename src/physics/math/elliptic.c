#include "physics/math/elliptic.h"

#include "base/elementary.h"

#include <float.h>
#include <math.h>

// Each mean halves the exponent of k′ or, near 1, doubles the number of correct digits: 11 and 6
// means are enough for any double.
enum { MOST_MEANS = 24 };

typedef struct means {
    int count;
    double a[MOST_MEANS], b[MOST_MEANS]; // a[0] = 1, b[0] = k′
} means;

// a′ = (a + b)/2, b′ = √(a b), until they are equal.
static void find_means(means *m, double complement)
{
    m->a[0] = 1;
    m->b[0] = complement;
    int n = 0;
    while (n + 1 < MOST_MEANS && m->a[n] - m->b[n] > DBL_EPSILON * m->a[n]) {
        m->a[n + 1] = 0.5 * (m->a[n] + m->b[n]);
        m->b[n + 1] = sqrt(m->a[n] * m->b[n]);
        n++;
    }
    m->count = n;
}

// Near k = 1 the sequence that begins with the sine would double the errors of cn and dn in each of
// many steps.
vl_elliptic vl_elliptic_functions(double u, double complement)
{
    if (complement >= 0.5) {
        // Goes from the modulus 0, where sn is sin, up to k: with k₁ = (1 − k′)/(1 + k′), sn = (1 +
        // k₁) sn₁/q, cn = cn₁ dn₁/q, dn = (1 − k₁ sn₁²)/q, q = 1 + k₁ sn₁². 1 − k₁ sn₁² is the sum
        // (1 − k₁) + k₁ cn₁², which loses no digits.
        means m;
        find_means(&m, complement);
        double last = m.a[m.count] * u;
        vl_elliptic e = {vl_sin(last), vl_cos(last), 1};
        for (int n = m.count - 1; n >= 0; n--) {
            double sum = m.a[n] + m.b[n], k = (m.a[n] - m.b[n]) / sum;
            double q = 1 + k * e.sn * e.sn;
            e = (vl_elliptic){
                .sn = (1 + k) * e.sn / q,
                .cn = e.cn * e.dn / q,
                .dn = (2 * m.b[n] / sum + k * e.cn * e.cn) / q,
            };
        }
        return e;
    }
    if (complement == 0)
        return (vl_elliptic){vl_tanh(u), 1 / vl_cosh(u), 1 / vl_cosh(u)};
    double half = 2 * vl_elliptic_quarter(complement), turns = round(u / half);
    // Goes from the modulus 1, where sn is tanh, down to k, for |u| ≤ K: with k₁′ = (1 − k)/(1 +
    // k), sn = (1 + k₁′) sn₁ cn₁/dn₁, cn = (dn₁² − k₁′)/((1 − k₁′) dn₁), dn = (dn₁² + k₁′)/((1 +
    // k₁′) dn₁).
    u -= turns * half;
    double b[MOST_MEANS];
    int count = 0;
    for (double c = complement; count == 0 || (c > 1e-18 && count < MOST_MEANS); count++) {
        double k = sqrt((1 - c) * (1 + c));
        b[count] = c = c / (1 + k) * (c / (1 + k));
        u /= 1 + c;
    }
    vl_elliptic e = {vl_tanh(u), 1 / vl_cosh(u), 1 / vl_cosh(u)};
    for (int n = count - 1; n >= 0; n--) {
        double square = e.dn * e.dn;
        e = (vl_elliptic){
            .sn = (1 + b[n]) * e.sn * e.cn / e.dn,
            .cn = (square - b[n]) / ((1 - b[n]) * e.dn),
            .dn = (square + b[n]) / ((1 + b[n]) * e.dn),
        };
    }
    if (fmod(turns, 2) != 0) {
        e.sn = -e.sn;
        e.cn = -e.cn;
    }
    return e;
}

double vl_elliptic_quarter(double complement)
{
    if (complement == 0)
        return HUGE_VAL;
    means m;
    find_means(&m, complement);
    return 1.5707963267948966 / m.a[m.count];
}
