// The impulses λ of rods and strings in one substep, from the displacements c by the solver: m c/h
// = Jᵀ λ for all particles. That is a least-squares problem for λ with the matrix J M⁻¹ Jᵀ.
// Conjugate gradients solve it (Hestenes, Stiefel, J. Res. Nat. Bur. Stand. 49 (1952) 409, section
// 3), preconditioned by its diagonal, with a warm start.

#include "physics/ledger/ledger_parts.h"

#include <string.h>

// Unit vectors along the links in the direction in which the solver corrects; 0 for a slack string
// and for a link that cannot act.
static void find_directions(vl_ledger *ledger)
{
    const vl_world *world = ledger->world;
    const vl_links *links = &world->links;
    const vl_particles *p = &world->particles;
    bool old =
        world->solver.direction == VL_DIRECTION_OLD && !world->solver.method->new_direction_only;
    for (int i = 0; i < links->hard_count; i++) {
        double *const *x = old ? p->x_old : p->x;
        vl_vec3 d = vl_sub(vl_read(x, links->to[i]), vl_read(x, links->from[i]));
        double length = vl_length(d);
        double inverse_mass = p->inverse_mass[links->from[i]] + p->inverse_mass[links->to[i]];
        bool slack = links->kind[i] == VL_STRING &&
                     vl_link_length(links, p, i) < (1 - 1e-12) * links->length[i];
        bool holds = length > 0 && inverse_mass > 0 && !slack;
        vl_write(ledger->direction, i, vl_scale(d, holds ? 1 / length : 0));
        ledger->impulse[i] = holds ? ledger->impulse[i] : 0;
    }
}

// J M⁻¹ momentum of one link.
static double closing_speed(const vl_ledger *ledger, int link)
{
    const vl_links *links = &ledger->world->links;
    const double *weight = ledger->world->particles.inverse_mass;
    int from = links->from[link], to = links->to[link];
    vl_vec3 a = vl_scale(vl_read(ledger->momentum, from), weight[from]);
    vl_vec3 b = vl_scale(vl_read(ledger->momentum, to), weight[to]);
    return vl_dot(vl_read(ledger->direction, link), vl_sub(a, b));
}

// product = J M⁻¹ Jᵀ impulse
static void multiply(vl_ledger *ledger, const double *impulse)
{
    const vl_links *links = &ledger->world->links;
    double *const *momentum = ledger->momentum;
    for (int axis = 0; axis < VL_AXES; axis++)
        memset(momentum[axis], 0, (size_t)ledger->world->particles.count * sizeof(double));
    for (int i = 0; i < links->hard_count; i++) {
        vl_vec3 part = vl_scale(vl_read(ledger->direction, i), impulse[i]);
        int from = links->from[i], to = links->to[i];
        vl_write(momentum, from, vl_add(vl_read(momentum, from), part));
        vl_write(momentum, to, vl_sub(vl_read(momentum, to), part));
    }
    for (int i = 0; i < links->hard_count; i++)
        ledger->product[i] = closing_speed(ledger, i);
}

// momentum = m c/h
static void find_momenta(vl_ledger *ledger, double h, double *const start[VL_AXES])
{
    const vl_particles *p = &ledger->world->particles;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            ledger->momentum[axis][i] =
                p->inverse_mass[i] > 0 ? p->mass[i] * (p->x[axis][i] - start[axis][i]) / h : 0;
}

// The residual divided by the diagonal.
static double jacobi_preconditioned(const vl_ledger *ledger, int link)
{
    const vl_links *links = &ledger->world->links;
    const double *weight = ledger->world->particles.inverse_mass;
    double diagonal = weight[links->from[link]] + weight[links->to[link]];
    return diagonal > 0 ? ledger->residual[link] / diagonal : 0;
}

static double size_of_residual(const vl_ledger *ledger)
{
    double sum = 0;
    for (int i = 0; i < ledger->world->links.hard_count; i++)
        sum += ledger->residual[i] * jacobi_preconditioned(ledger, i);
    return sum;
}

// `size` is the size of the residual. Returns the new size.
static double cg_iteration(vl_ledger *ledger, double size)
{
    int count = ledger->world->links.hard_count;
    double curvature = 0;
    multiply(ledger, ledger->search);
    for (int i = 0; i < count; i++)
        curvature += ledger->search[i] * ledger->product[i];
    if (!(curvature > 0))
        return 0;
    double step = size / curvature;
    for (int i = 0; i < count; i++) {
        ledger->impulse[i] += step * ledger->search[i];
        ledger->residual[i] -= step * ledger->product[i];
    }
    double next = size_of_residual(ledger);
    for (int i = 0; i < count; i++)
        ledger->search[i] = jacobi_preconditioned(ledger, i) + next / size * ledger->search[i];
    return next;
}

// Enough for a chain, and a bounded number for a large net.
static int most_iterations(int links)
{
    enum { MOST_WORK = 60000, FEWEST = 8 };

    int by_work = MOST_WORK / links, enough = 2 * links + 2;
    int most = by_work > FEWEST ? by_work : FEWEST;
    return most < enough ? most : enough;
}

static void solve(vl_ledger *ledger, double h, double *const start[VL_AXES])
{
    int count = ledger->world->links.hard_count;
    find_momenta(ledger, h, start);
    for (int i = 0; i < count; i++)
        ledger->residual[i] = closing_speed(ledger, i);
    double whole = size_of_residual(ledger);
    multiply(ledger, ledger->impulse);
    for (int i = 0; i < count; i++)
        ledger->residual[i] -= ledger->product[i];
    for (int i = 0; i < count; i++)
        ledger->search[i] = jacobi_preconditioned(ledger, i);

    double size = size_of_residual(ledger);
    for (int k = most_iterations(count); k > 0 && size > 1e-26 * whole; k--)
        size = cg_iteration(ledger, size);
}

void vl_ledger_find_impulses(vl_ledger *ledger, double h, double *const start[VL_AXES])
{
    const vl_links *links = &ledger->world->links;
    if (ledger->version != links->version)
        memset(ledger->impulse, 0, (size_t)links->hard_count * sizeof(double));
    ledger->version = links->version;
    find_directions(ledger);
    solve(ledger, h, start);
}
