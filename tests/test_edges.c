// Numbers at the edge of what a scene may have, under every method and every solver: the state is
// finite or the lane is marked diverged, and what is read is what its definition says.

#include "lab/lab.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

enum { STEPS = 4 };

// A chain of rods, a string and a spring with a ball, and a floor.
#define PARTS(length, light, heavy, stiffness)                                                     \
    "format: 1\ntitle: t\nintegrator: tcv\ngravity: [0, -9.81]\n"                                  \
    "particles:\n- {at: [0, 0], pinned: true}\n- {at: [" length ", 0], mass: " light "}\n"         \
    "- {at: [0, " length "], mass: " heavy "}\n- {at: [" length ", " length "], mass: " light      \
    ", radius: " length "}\n"                                                                      \
    "links:\n- {from: 1, to: 2, kind: rod}\n- {from: 2, to: 3, kind: string}\n"                    \
    "- {from: 3, to: 4, kind: spring, stiffness: " stiffness "}\n"                                 \
    "colliders:\n- {kind: plane, normal: [0, 1], point: [0, -" length "], restitution: 0.5}\n"     \
    "- {kind: balls}\n"

static const struct {
    const char *what, *scene;
    double dt; // s, the mean
} edges[] = {
    {"masses over twelve decades", PARTS("1", "1e-6", "1e6", "100"), 0.01},
    {"masses at the ends of what a file takes", PARTS("1", "1e-30", "1e30", "100"), 0.01},
    {"steps of 1e-9 s", PARTS("1", "1", "1", "100"), 1e-9},
    {"steps of 1 s", PARTS("1", "1", "1", "100"), 1},
    {"lengths of 1e-6 m", PARTS("1e-6", "1", "1", "100"), 1e-5},
    {"lengths of 1e-6 m in steps of 1 s", PARTS("1e-6", "1", "1", "1e6"), 1},
    {"lengths of 1e6 m", PARTS("1e6", "1", "1", "1e-3"), 10},
    {"lengths of 1e6 m in steps of 1e-9 s", PARTS("1e6", "1e-6", "1e6", "1e6"), 1e-9},
    {"a spring of 1e30 N/m", PARTS("1", "1e-6", "1", "1e30"), 0.01},
};

// --- what the readings say of themselves ---

static double length_of(const vl_world *world, int link)
{
    const vl_particles *p = &world->particles;
    const vl_links *links = &world->links;
    double square = 0;
    for (int axis = 0; axis < VL_AXES; axis++) {
        double d = p->x[axis][links->to[link]] - p->x[axis][links->from[link]];
        square += d * d;
    }
    return sqrt(square);
}

// ½ m v², −m g·x and ½ k (l − l₀)², and the sum of their sizes.
typedef struct energies {
    double kinetic, potential, size;
} energies;

static energies energies_of(const vl_world *world)
{
    energies e = {0, 0, 0};
    const vl_particles *p = &world->particles;
    const vl_links *links = &world->links;
    double *const *v = vl_world_velocity(world);
    for (int i = 0; i < p->count; i++) {
        double square = v[0][i] * v[0][i] + v[1][i] * v[1][i] + v[2][i] * v[2][i];
        double weight = -p->mass[i] * world->gravity.y * p->x[1][i];
        e.kinetic += 0.5 * p->mass[i] * square;
        e.potential += weight;
        e.size += 0.5 * p->mass[i] * square + fabs(weight);
    }
    for (int k = links->hard_count; k < links->count; k++) {
        double longer = length_of(world, k) - links->length[k];
        e.potential += 0.5 * links->stiffness[k] * longer * longer;
        // the rounding of the length, too
        e.size += 0.5 * links->stiffness[k] * pow(length_of(world, k), 2);
    }
    return e;
}

static double largest_strain(const vl_world *world)
{
    double largest = 0;
    for (int k = 0; k < world->links.count; k++) {
        double strain = length_of(world, k) / world->links.length[k] - 1;
        bool slack = world->links.kind[k] == VL_STRING && strain < 0;
        largest = test_larger(largest, slack ? 0 : fabs(strain));
    }
    return largest;
}

static bool near(double a, double b, double size)
{
    return !isfinite(b) || fabs(a - b) <= 1e-13 * size + DBL_MIN;
}

// False and a message where a number is not finite, or not what it is called.
static bool is_right(const vl_lab *lab, const char *what)
{
    const vl_world *world = lab->runs[0].world;
    const vl_reading *r = &lab->runs[0].shown;
    const vl_particles *p = &world->particles;
    bool finite = true;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            finite = finite && isfinite(p->x[axis][i]) && isfinite(p->v[axis][i]);
    if (world->now.diverged)
        return finite && isfinite(world->now.diverged_time);
    energies e = energies_of(world);
    bool right = near(r->kinetic, e.kinetic, e.size) && near(r->potential, e.potential, e.size) &&
                 near(r->energy, e.kinetic + e.potential, e.size) &&
                 near(r->stretch_max, largest_strain(world), 1 + largest_strain(world));
    if (!finite || !right)
        print_error("%s, %s, %s: kinetic %g is %g, potential %g is %g, stretch %g is %g\n", what,
                    world->integrator->name, world->solver.method->name, r->kinetic, e.kinetic,
                    r->potential, e.potential, r->stretch_max, largest_strain(world));
    return finite && right;
}

// --- all of them ---

static bool run(vl_scene *scene, const char *what, double dt)
{
    OWNED(vl_lab) *lab = vl_lab_create(scene, NULL, 1);
    for (int k = 0; k < STEPS; k++)
        (void)vl_lab_advance(lab, dt * (1 + 0.5 * (k % 3 - 1)));
    vl_lab_settle(lab, dt);
    double time = 0;
    for (int k = 0; k < STEPS; k++)
        time += dt * (1 + 0.5 * (k % 3 - 1));
    const vl_world *world = lab->runs[0].world;
    assert_true(world->now.diverged || near(world->now.time, time, time));
    return is_right(lab, what);
}

// A fifth of all combinations: over the edges each method meets each solver.
static bool run_solvers(vl_scene *scene, int integrator, int edge)
{
    bool good = true;
    for (int k = 0; k < vl_solver_count; k++)
        for (int direction = 0; direction < 2; direction++) {
            bool fits = direction == VL_DIRECTION_NEW || !vl_solvers[k]->new_direction_only;
            if (!fits || (integrator + 2 * k + edge) % 5 != 0)
                continue;
            scene->integrator = vl_integrators[integrator];
            scene->solver.method = vl_solvers[k];
            scene->solver.direction = (vl_direction)direction;
            good &= run(scene, edges[edge].what, edges[edge].dt);
        }
    return good;
}

TEST(each_method_and_solver_is_finite_or_marked_diverged)
{
    bool good = true;
    for (int e = 0; e < COUNT(edges); e++) {
        OWNED(vl_scene) *scene = scene_of(edges[e].scene);
        for (int i = 0; i < vl_integrator_count; i++)
            good &= run_solvers(scene, i, e);
    }
    assert_true(good);
}

// A chain as long as any that has every solver; few sweeps, as the property is that all is finite.
TEST(each_solver_makes_a_step_of_ten_thousand_links)
{
    static const char yaml[] =
        "format: 1\ntitle: t\nintegrator: tcv\ngravity: [0, -9.81]\nsolver: {iterations: 10}\n"
        "chains: [{from: [0, 0], to: [1, -0.2], links: 10000, mass: 1, pin: start}]\n";
    OWNED(vl_scene) *scene = scene_of(yaml);
    for (int k = 0; k < vl_solver_count; k++) {
        scene->solver.method = vl_solvers[k];
        OWNED(vl_world) *world = vl_scene_as_written(scene);
        make_steps(world, 2, 0.01);
        assert_false(world->now.diverged);
        for (int i = 0; i < world->particles.count; i++)
            assert_true(isfinite(world->particles.x[1][i]));
    }
}
