// No step asks for memory: every solver along both directions under every integrator, with springs,
// contacts by projection and by penalty, a hand and a ledger, also after an edit in a pause.
// malloc() and its kin are those of this program, for the libraries that it is linked with, too.

#include "physics/colliders/colliders.h"
#include "physics/integrators/integrators.h"
#include "physics/ledger/ledger.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "scene/warnings.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

#include <errno.h>

static int asked;     // for memory, so often
static size_t wanted; // bytes of it

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
enum { COUNTED = false }; // the sanitizers bring functions of their own
#else
enum { COUNTED = true };

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size)
{
    asked++;
    wanted += size;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    asked++;
    wanted += count * size;
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    asked++;
    wanted += size;
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    asked++;
    wanted += size;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    asked++;
    *block = __libc_memalign(alignment, size);
    return *block ? 0 : ENOMEM;
}
#endif

enum { SMALL = 5, LARGE = 10 };

static const vl_collider colliders[] = {
    {.kind = &vl_collider_plane, .restitution = 0.5, .point = {0, -0.9, 0}, .normal = {0.1, 1, 0}},
    {.kind = &vl_collider_sphere, .friction = 0.5, .center = {0.4, -0.7, 0}, .radius = 0.4},
    {.kind = &vl_collider_box,
     .response = VL_RESPONSE_PENALTY,
     .friction = 0.5,
     .stiffness = 1000,
     .center = {0.1, -0.5, 0},
     .size = {0.3, 0.3, 0.3}},
    {.kind = &vl_collider_balls, .restitution = 0.75},
};

// A net of rods and strings with a ball on a spring, hung over what it collides with. The variants
// differ in the order of the sweeps, in the coarser grids and in the relaxation.
static vl_world *net_with(int side, const vl_solver *solver, vl_direction direction,
                          const vl_integrator *integrator, bool with_contacts, int variant)
{
    vl_world *world = particles_of(integrator, side * side + 1, with_contacts ? 0.04 : 0);
    vl_link links[2 * LARGE * LARGE + 1];
    int count = 0;
    for (int i = 0; i <= side * side; i++)
        vl_write(world->particles.x, i, (vl_vec3){0.2 * (i % side), -0.2 * (i / side), 0.01 * i});
    pin(world, side - 1);
    for (int i = 0; i < side * side; i++)
        for (int down = 0; down < 2; down++) {
            links[count] = rod_between(i, i + (down ? side : 1), 0.2);
            links[count].kind = i % 3 ? VL_ROD : VL_STRING;
            count += down ? i + side < side * side : i % side + 1 < side;
        }
    links[count] = spring_between(1, side * side, 0.5, 50);
    links[count++].damping = 0.1;
    for (int i = 0; with_contacts && i < COUNT(colliders); i++)
        add_collider(world, colliders[i]);
    world->gravity = (vl_vec3){0.3, -9.81, 0.1};
    world->solver = (vl_solver_settings){.method = solver,
                                         .direction = direction,
                                         .order = (vl_sweep_order)(variant % 3),
                                         .grids = variant % 2 ? 10 : 0,
                                         .relaxation = 0.75 + 0.25 * (variant % 4),
                                         .iterations = 8,
                                         .tolerance = 1e-9,
                                         .substeps = 2};
    world->threads = 1;
    vl_world_link(world, links, count);
    return world;
}

// A hand draws a corner away in a pause, and lets go of it at the end; now and then out of reach,
// which takes long. What that asks for is no matter of steps.
static void pose(vl_world *world, int corner, bool out_of_reach)
{
    vl_world_step(world, 1 / 120.0);
    vl_world_synchronise(world);
    assert_true(vl_world_hold(world, corner));
    vl_world_carry(world, corner, (vl_vec3){0.1, out_of_reach ? -3 : -0.85, 0.1});
    vl_world_pose(world);
    vl_world_put_down(world, corner);
    use_solver(world, world->solver.method->name, VL_DIRECTION_NEW);
    vl_world_settle(world);
}

// How often 41 steps ask for memory, from the first one on; a hand draws at a corner and lets go,
// and somebody makes trial substeps.
static int asks_of_steps(vl_world *world, int corner, int *contacts)
{
    int before = asked;
    vl_world_step(world, 1 / 120.0);
    assert_true(vl_world_hold(world, corner));
    for (int k = 0; k < 40; k++) {
        if (k < 20)
            vl_world_carry(world, corner, (vl_vec3){0.02 * k, -0.8 + 0.01 * k, 0.1});
        if (k == 20)
            vl_world_release(world, corner, (vl_vec3){1, 0, 0});
        vl_world_step(world, k % 2 ? 1 / 60.0 : 1 / 90.0);
        if (k % 7 == 0)
            vl_world_synchronise(world);
        *contacts += world->contacts;
    }
    return asked - before;
}

typedef struct sums {
    int worlds, contacts, asks;
} sums;

static void step_net(int side, const vl_solver *solver, vl_direction direction,
                     const vl_integrator *integrator, bool with_contacts, int variant, sums *all)
{
    if (direction == VL_DIRECTION_OLD && solver->new_direction_only)
        return;
    OWNED(vl_world) *world = net_with(side, solver, direction, integrator, with_contacts, variant);
    OWNED(vl_ledger) *ledger = vl_ledger_create(world, true);
    assert_non_null(ledger);
    pose(world, side * (side - 1), variant % 8 == 7);
    int asks = asks_of_steps(world, side * (side - 1), &all->contacts);
    if (asks)
        print_message("  %s, %s, %s, %d contacts: asked %d times\n", solver->name,
                      vl_direction_names[direction], integrator->name, world->contacts, asks);
    all->asks += asks;
    all->worlds++;
}

TEST(no_step_asks_for_memory)
{
    sums first = {0}, all = {0};
    if (!COUNTED)
        test_skip("the functions of this build that give memory cannot be counted");
    // libraries may prepare themselves once in a program
    step_net(SMALL, vl_solvers[0], VL_DIRECTION_NEW, vl_integrators[0], false, 0, &first);
    for (int s = 0; s < vl_solver_count; s++)
        for (int k = 0; k < 4; k++) {
            vl_direction direction = (vl_direction)(k % 2);
            for (int i = 0; i < vl_integrator_count; i++)
                if (test_pair(i, s + k))
                    step_net(SMALL, vl_solvers[s], direction, vl_integrators[i], k / 2, i + s,
                             &all);
            if (test_pair(s, k))
                step_net(LARGE, vl_solvers[s], direction, vl_integrators[0], k / 2, k + s, &all);
        }
    print_message("  %d worlds, %d contacts\n", all.worlds, all.contacts);
    assert_true(asked > all.worlds && all.contacts > all.worlds);
    assert_int_equal(all.asks, 0);
}

// What a scene of 1000 particles is told to take for a frame, s.
static double told_frame(const char *rest, const char *links)
{
    SCOPED(vl_text) text = {0};
    vl_text_add(&text, "format: 1\ngravity: [0, -9.81]\n%s\nlinks: [%s]\nparticles: [", rest,
                links);
    for (int i = 1; i <= 1000; i++)
        vl_text_add(&text, "{at: [%d, %d]}, ", i, i % 2);
    vl_text_add(&text, "]\n");
    OWNED(vl_scene) *scene = scene_of(text.data);
    return vl_scene_cost_of(scene, scene, 1, NULL).frame;
}

// Of as many balls, and of as many rods: a heap against a fall, and a net that no order of its
// particles leaves sparse against a strip.
TEST(a_frame_is_told_by_what_it_takes)
{
    SCOPED(vl_text) strip = {0}, net = {0};
    vl_random random = {1};
    for (int i = 3; i <= 1000; i++)
        for (int k = 1; k <= 2; k++) {
            vl_text_add(&strip, "{from: %d, to: %d}, ", i, i - k);
            vl_text_add(&net, "{from: %d, to: %d}, ", i, (int)vl_random_uniform(&random, 1, i));
        }
    double fall = told_frame("colliders: [{kind: balls}]", "");
    double heap = told_frame("colliders: [{kind: balls}, {kind: plane, normal: [0, 1]}]", "");
    assert_true(heap > 10 * fall);
    double ordered = told_frame("solver: {method: direct}", strip.data);
    assert_true(told_frame("solver: {method: direct}", net.data) > 10 * ordered);
}

// Of all that is asked for while a world is made, what is given back soon included.
TEST(making_asks_for_no_more_than_is_told)
{
    if (!COUNTED)
        test_skip("the functions of this build that give memory cannot be counted");
    for (int s = 0; s < vl_solver_count; s++) {
        SCOPED(vl_text) text = {0}, links = {0};
        vl_text_add(&text, "format: 1\nsolver: {method: %s}\nparticles: [", vl_solvers[s]->name);
        for (int i = 1; i < 4000; i += 2) {
            vl_text_add(&text, "{at: [%d, 0]}, {at: [%d, 1]}, ", i, i);
            vl_text_add(&links, "{from: %d, to: %d}, ", i, i + 1);
        }
        vl_text_add(&text, "]\nlinks: [%s]\n", links.data);
        OWNED(vl_scene) *scene = scene_of(text.data);
        size_t before = wanted;
        OWNED(vl_world) *world = vl_scene_build(scene);
        assert_true(world && wanted - before <= vl_scene_cost_of(scene, scene, 1, NULL).bytes);
    }
}
