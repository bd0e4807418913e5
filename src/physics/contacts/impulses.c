// Conjugate gradients: Hestenes and Stiefel, "Methods of conjugate gradients for solving linear
// systems", J. Res. Nat. Bur. Standards 49 (1952) 409, section 3.

#include "physics/contacts/impulses.h"

#include "base/interrupt.h"

#include <math.h>

enum {
    MOST_PASSES = 8,   // each leaves out the pairs that would pull
    MOST_RESTARTS = 3, // with the true residual, against rounding
    MOST_ITERATIONS = 100,
};

vl_impulses vl_impulses_create(vl_arena *arena, int room, int particles)
{
    return (vl_impulses){
        .room = room,
        .at = vl_arena_take(arena, (size_t)room, sizeof(vl_impulse)),
        .jump = vl_arena_take(arena, (size_t)particles, sizeof(vl_vec3)),
    };
}

void vl_impulses_add(vl_impulses *list, int a, int b, vl_vec3 normal, double change)
{
    if (list->count < list->room)
        list->at[list->count++] = (vl_impulse){.a = a, .b = b, .normal = normal, .change = change};
}

// --- the matrix ---

// The jumps of all velocities, M⁻¹ Jᵀ y, where y is the impulse or the direction of each pair.
static void find_jumps(vl_impulses *list, const double *weight, bool of_direction)
{
    for (int i = 0; i < list->count; i++)
        list->jump[list->at[i].a] = list->jump[list->at[i].b] = (vl_vec3){0, 0, 0};
    for (int i = 0; i < list->count; i++) {
        const vl_impulse *p = &list->at[i];
        double y = of_direction ? p->direction : p->impulse;
        vl_vec3 *a = &list->jump[p->a], *b = &list->jump[p->b];
        *a = vl_sub(*a, vl_scale(p->normal, y * weight[p->a]));
        *b = vl_add(*b, vl_scale(p->normal, y * weight[p->b]));
    }
}

// What the jumps change in the speed of separation of a pair.
static double separation(const vl_impulses *list, const vl_impulse *p)
{
    return vl_dot(vl_sub(list->jump[p->b], list->jump[p->a]), p->normal);
}

// --- the solution ---

// Begins at the present impulses. Returns the square of the residual.
static double begin(vl_impulses *list, const double *weight)
{
    double square = 0;
    find_jumps(list, weight, false);
    for (int i = 0; i < list->count; i++) {
        vl_impulse *p = &list->at[i];
        p->residual = p->apart ? 0 : p->change - separation(list, p);
        p->direction = p->residual;
        square += p->residual * p->residual;
    }
    return square;
}

// One iteration. Returns the square of the new residual, or `square` where the direction changes no
// speed, as in the null space of G.
static double iterate(vl_impulses *list, const double *weight, double square)
{
    double curvature = 0, length = 0, next = 0;
    find_jumps(list, weight, true);
    for (int i = 0; i < list->count; i++) {
        vl_impulse *p = &list->at[i];
        p->image = p->apart ? 0 : separation(list, p);
        curvature += p->direction * p->image;
        length += p->direction * p->direction * (weight[p->a] + weight[p->b]);
    }
    if (!(curvature > 1e-12 * length))
        return square;
    for (int i = 0; i < list->count; i++) {
        vl_impulse *p = &list->at[i];
        p->impulse += square / curvature * p->direction;
        p->residual -= square / curvature * p->image;
        next += p->residual * p->residual;
    }
    for (int i = 0; i < list->count; i++)
        list->at[i].direction = list->at[i].residual + next / square * list->at[i].direction;
    return next;
}

static void solve_equations(vl_impulses *list, const double *weight, double precision)
{
    double size = 0;
    for (int i = 0; i < list->count; i++)
        size += list->at[i].apart ? 0 : list->at[i].change * list->at[i].change;
    double small = precision * precision * size;
    for (int k = 0; k < MOST_RESTARTS; k++) {
        double square = begin(list, weight), before = HUGE_VAL;
        for (int i = 0; i < MOST_ITERATIONS && square > small && square != before &&
                        !vl_interrupted(10.0 * list->count);
             i++) {
            before = square;
            square = iterate(list, weight, square);
        }
    }
}

// Leaves out the pairs that would pull. True where there were any.
static bool leave_out(vl_impulses *list)
{
    double most = 0;
    bool any = false;
    for (int i = 0; i < list->count; i++)
        most = fmax(most, fabs(list->at[i].impulse));
    for (int i = 0; i < list->count; i++) {
        vl_impulse *p = &list->at[i];
        if (p->impulse < -1e-9 * most) {
            p->impulse = 0;
            p->apart = any = true;
        }
    }
    return any;
}

void vl_impulses_solve(vl_impulses *list, const double *weight, double precision)
{
    for (int i = 0; i < list->count; i++) {
        vl_impulse *p = &list->at[i];
        p->impulse = p->change / (weight[p->a] + weight[p->b]); // of a pair that is alone
    }
    for (int pass = 0; pass < MOST_PASSES && !vl_interrupt_happened(); pass++) {
        if (list->count > 1)
            solve_equations(list, weight, precision);
        if (!leave_out(list))
            break;
    }
    find_jumps(list, weight, false);
}
