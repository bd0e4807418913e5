// The scale of the energy error: the largest kinetic energy of the true motion, whatever the
// origin, the zero of a potential, the units, the side from which one looks, and what cannot move.

#include "lab/lab.h"
#include "physics/colliders/colliders.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "scene/build.h"
#include "support/histories.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

#define PENDULUM(hook, bob)                                                                        \
    "gravity: [0, -9.81]\nparticles: [{at: [0, " hook "], pinned: true}, {at: " bob "}]\n"         \
    "links: [{from: 1, to: 2, kind: rod}]\n"
#define TWO(one, other)                                                                            \
    "particles: [{at: [0, 0], " one "}, {" other "}]\n"                                            \
    "links: [{from: 1, to: 2, kind: spring, length: 1, stiffness: 8}]\n"
#define SUNS(suns)                                                                                 \
    "forces: [{kind: gravitation, constant: 1}]\nparticles:\n" suns                                \
    "  - {at: [5, 0], velocity: [0, 20]}\n"
#define CHAIN(to, more)                                                                            \
    "gravity: [0, -9.81]\nchains: [{from: [0, 0], to: " to ", links: 20, mass: 0.2, " more "}]\n"
#define ASKEW                                                                                      \
    "cloths: [{origin: [0, 0, 0], along: [1, 0, 0], down: [0, -0.8, 0.6], columns: 24, rows: 24, " \
    "pin: [top]}]\n"
#define LET_GO(links)                                                                              \
    "gravity: [0, -9.81]\nchains: [{from: [0, 0], to: [0.5, -0.866], links: " links                \
    ", mass: 0.2, kind: string, pin: start, ball: {mass: 1, radius: 0.1}}]\n"

// A run in steps of h has an error of second order, of which 1e-4 is left where a halving changes
// 3e-4. An impact falls anywhere in a step of 1/240 s, in which the ball gains m g h v: 1.3 % of
// what it has when it falls from 2 m. The planet at two suns gets 0.16 J from their distance (d/r)²
// of 1e-4.
TEST(the_scale_is_the_largest_kinetic_energy)
{
    static const struct {
        const char *what, *scene;
        double joule, tolerance; // J; a part of it
    } rows[] = {
        // of 1 m, 60° from the vertical, whose weight falls by half of that
        {"a pendulum", PENDULUM("0", "[0.8660254037844386, -0.5]"), 9.81 / 2, 1e-4},
        {"one 1 km up", PENDULUM("1000", "[0.8660254037844386, 999.5]"), 9.81 / 2, 1e-4},
        {"one that is turned",
         "gravity: [5.886, -7.848]\nparticles: [{at: [0, 0], pinned: true}, {at: "
         "[0.99282032302755, 0.11961524227066]}]\nlinks: [{from: 1, to: 2}]\n",
         9.81 / 2, 1e-4},
        {"one in cm and g",
         "gravity: [0, -981]\nparticles: [{at: [0, 0], pinned: true}, {at: [86.60254037844386, "
         "-50], mass: 1000}]\nlinks: [{from: 1, to: 2}]\n",
         9.81e7 / 2, 1e-4},
        {"one beside a pinned mountain",
         "gravity: [0, -9.81]\nparticles: [{at: [0, 0], pinned: true}, {at: [0.8660254037844386, "
         "-0.5]}, {at: [-50, 70], mass: 1e9, pinned: true}]\nlinks: [{from: 1, to: 2}]\n",
         9.81 / 2, 1e-4},
        {"one sun", SUNS("  - {at: [0, 0], mass: 2000, pinned: true}\n"), 200, 1e-4},
        {"two suns as heavy",
         SUNS("  - {at: [0.05, 0], mass: 1000, pinned: true}\n"
              "  - {at: [-0.05, 0], mass: 1000, pinned: true}\n"),
         200, 1e-3},
        // ½ m v² + k/r is kept: 5 J in all, of which 5/r are left at r = 27.5 m after 10 s
        {"repulsion",
         "forces: [{kind: central, strength: -5}]\n"
         "particles: [{at: [2, 0], velocity: [-2.2360679774997896, 0]}]\n",
         5 - 5 / 27.5, 1e-3},
        {"an oscillator of 2 µm",
         "forces: [{kind: harmonic, stiffness: 2}]\nparticles: [{at: [2e-6, 0]}]\n", 4e-12, 1e-4},
        {"one of 2 µm that hangs",
         "gravity: [0, -10]\nparticles: [{at: [0, 0], pinned: true}, {at: [0, -1.500002]}]\n"
         "links: [{from: 1, to: 2, kind: spring, length: 1, stiffness: 20}]\n",
         4e-11, 1e-3},
        {"a swing of two", TWO("mass: 1", "at: [1.5, 0]"), 1, 1e-4},
        {"motion within", TWO("velocity: [1, 0]", "at: [1, 0], velocity: [-1, 0]"), 1, 1e-4},
        {"a stone at a mountain", TWO("mass: 1", "at: [1.5, 0], mass: 1e17"), 1, 1e-4},
        // 1 kg gets 2 m lower, and 0.2 kg 1 m, where they hang straight down for a moment; each
        // rod turns within some steps of 1/120 s
        {"a cable", CHAIN("[2, 0]", "pin: start, kind: rod, ball: {mass: 1, radius: 0.1}"),
         9.81 * (2 + 0.2), 0.04},
        // as a lane of velocity Verlet with `direct`, `old` and 32 substeps has it, which keeps the
        // energy to 1e-5 J; a frame of 1/60 s misses up to 5e-4 of what is largest between two
        {"a string of 40 links that is let go", LET_GO("40"), 1.4416, 1e-3},
        {"one of 100", LET_GO("100"), 1.4436, 1e-3},
        {"one of 200, whose links are swept", LET_GO("200"), 1.4442, 2e-3},
        {"a heavy end of a branched chain",
         "gravity: [0, -9.81]\nparticles: [{at: [0, 0], pinned: true}, {at: [0.2, 0]}, {at: [0.4, "
         "0]}, {at: [0.6, 0]}, {at: [0.7, 0.15]}, {at: [0.8, 0.3]}, {at: [0.7, -0.15]}, {at: [0.8, "
         "-0.3], mass: 20}]\nlinks: [{from: 1, to: 2}, {from: 2, to: 3}, {from: 3, to: 4}, {from: "
         "4, to: 5}, {from: 5, to: 6}, {from: 4, to: 7}, {from: 7, to: 8}]\n",
         160.3, 5e-3},
        {"a fall of 10 s", "gravity: [0, -10]\nparticles: [{at: [0, 500]}]\n", 5000, 1e-12},
        {"a fall of 2 m to the ground",
         "gravity: [0, -9.81]\nparticles: [{at: [0, 2.1], radius: 0.1}]\n"
         "colliders: [{kind: plane, normal: [0, 1], restitution: 0.5}]\n",
         9.81 * 2, 0.013},
        // as a lane with `direct`, `old` and 8 substeps has it, within what the mesh takes
        {"a net beside a far pin",
         "gravity: [0, -9.81]\nparticles: [{at: [30, 0], pinned: true}]\n" ASKEW, 0.95, 0.03},
        {"a net that hangs 11° askew",
         "gravity: [0, -9.81]\ncloths: [{origin: [0, 0, 0], along: [1, 0, 0], down: [0, -0.98, "
         "0.2], columns: 24, rows: 24, pin: [top]}]\n",
         0.0962, 0.03},
        // what cannot move, or does not
        {"a pendulum that hangs", PENDULUM("0", "[0, -2]"), 0, 0},
        {"a body without forces", "particles: [{at: [0, 0]}]\n", 0, 0},
        {"a chain that hangs", CHAIN("[0, -2]", "pin: start"), 0, 0},
        {"one that hangs askew",
         "gravity: [6, -8]\nchains: [{from: [0, 0], to: [1.2, -1.6], links: 20, pin: start}]\n", 0,
         0},
        {"a taut bridge", CHAIN("[2, 0]", "pin: both"), 0, 0},
        {"a V of two rods",
         "gravity: [0, -10]\nparticles: [{at: [0, 0], pinned: true}, {at: [1.9, 0], pinned: true}, "
         "{at: [0.95, -0.3122498999]}]\nlinks: [{from: 1, to: 3}, {from: 3, to: 2}]\n",
         0, 0},
        {"a ball on a table",
         "gravity: [0, -9.81]\nparticles: [{at: [0, 0.1], radius: 0.1}]\n"
         "colliders: [{kind: plane, normal: [0, 1], response: move-out}]\n",
         0, 0},
        {"a net that hangs",
         "gravity: [0, -9.81]\ncloths: [{origin: [0, 0, 0], along: [1, 0, 0], down: [0, -1, 0], "
         "columns: "
         "24, rows: 24, mass: 1, pin: [top], shear: true}]\n",
         0, 0},
    };

    for (int i = 0; i < COUNT(rows); i++) {
        OWNED(vl_scene) *scene = scene_of(PRINTED("format: 1\n%s", rows[i].scene));
        double joule = vl_energy_scale_of_scene(scene).joule;
        if (!(fabs(joule - rows[i].joule) <= rows[i].tolerance * rows[i].joule))
            fail_msg("%s: %.12g J, expected %.12g", rows[i].what, joule, rows[i].joule);
    }
}

// What a heap costs is known only on the way, and where it comes to rest it has less energy.
TEST(the_search_in_a_heap_ends_before_it_rests)
{
    OWNED(vl_world) *world = particles_of(vl_integrator_find("tcv"), 400, 0.05);
    for (int i = 0, a = 0, b = 0; i < 400; i++, a = i % 20, b = i / 20)
        vl_write(world->particles.x, i, (vl_vec3){0.08 * (a - b), 0.08 * (a + b + 2), 0});
    add_collider(world, (vl_collider){.kind = &vl_collider_balls});
    add_collider(world, (vl_collider){.kind = &vl_collider_plane, .normal = {1, 1, 0}});
    add_collider(world, (vl_collider){.kind = &vl_collider_plane, .normal = {-1, 1, 0}});
    vl_world_link(world, NULL, 0);
    assert_below(vl_energy_scale_of(world).seconds, 0.9, "the search");
}

// --- where one looks from ---

static vl_vec3 shifted(vl_vec3 x)
{
    return vl_add(x, (vl_vec3){3, 64, -7});
}

static vl_vec3 mirrored(vl_vec3 x)
{
    return (vl_vec3){-x.x, x.y, x.z};
}

typedef vl_vec3 view(vl_vec3 x);

// Sees all places through `place`, and all directions through `direction`.
static void look_at(vl_world *world, view *place, view *direction)
{
    vl_particles *p = &world->particles;
    for (int i = 0; i < p->count; i++) {
        vl_write(p->x, i, place(vl_read(p->x, i)));
        vl_write(p->v, i, direction(vl_read(p->v, i)));
    }
    world->gravity = direction(world->gravity);
    for (int k = 0; k < world->collider_count; k++) {
        vl_collider *c = &world->colliders[k];
        c->point = place(c->point);
        c->center = place(c->center);
        c->normal = direction(c->normal);
    }
    for (int k = 0; k < world->force_count; k++) {
        world->forces[k].center = place(world->forces[k].center);
        world->forces[k].velocity = direction(world->forces[k].velocity);
    }
    world->now.acceleration_is_current = false;
}

static vl_vec3 same(vl_vec3 x)
{
    return x;
}

// A motion that is not chaotic is the same but for the rounding of places of 64 m, which the run
// and its halving feel by far less than that.
TEST(the_scale_is_the_same_from_everywhere)
{
    static const char *const names[] = {"pendulum",     "orbit",  "projectile", "cradle",
                                        "spring-chain", "rope",   "stoermer",   "floors",
                                        "rope-bridge",  "stumble"};
    for (int i = 0; i < COUNT(names); i++) {
        OWNED(vl_scene) *scene = shipped_scene(names[i]);
        OWNED(vl_world) *world = vl_scene_build(scene);
        double one = vl_energy_scale_of(world).joule;
        for (int k = 0; k < 2; k++) {
            if (!test_pair(i, k))
                continue;
            OWNED(vl_world) *other = vl_scene_build(scene);
            look_at(other, k ? mirrored : shifted, k ? mirrored : same);
            assert_below(fabs(one - vl_energy_scale_of(other).joule), 1e-3 * one, names[i]);
        }
    }
}

// --- lanes ---

// The first lane finds it, whatever its method, solver, start and mistake are.
TEST(all_lanes_have_the_scale_of_the_scene)
{
    static const char *const names[] = {"pendulum", "rope", "rope-bridge", "broken-naive-start"};
    for (int i = 0; i < COUNT(names); i++) {
        OWNED(vl_scene) *scene = shipped_scene(names[i]);
        OWNED(vl_world) *world = vl_scene_build(scene);
        double joule = vl_energy_scale_of(world).joule;
        vl_scene lanes[2] = {*scene, *scene};
        lanes[0].integrator = vl_integrator_find("explicit-euler");
        lanes[0].naive_start = true;
        lanes[0].solver = vl_solver_defaults();
        lanes[0].solver.iterations = 3;
        OWNED(vl_lab) *lab = lab_of_lanes(lanes, 2);
        for (int k = 0; k < 2; k++)
            assert_true(lab->runs[k].reference.scale.joule == joule);
    }
}

// The V has no 100 %: what a bad solver does to it is told in J.
TEST(where_nothing_moves_an_error_is_in_joules)
{
    OWNED(vl_scene) *scene = scene_of("format: 1\ngravity: [0, -10]\nparticles:\n"
                                      "  - {at: [0, 0], pinned: true}\n  - {at: [0.5, -0.5]}\n"
                                      "  - {at: [1, 0], pinned: true}\n"
                                      "links: [{from: 1, to: 2}, {from: 2, to: 3}]\n"
                                      "solver: {iterations: 1}\n");
    OWNED(vl_lab) *lab = lab_with(scene, NULL, 1);
    for (int k = 0; k < 10; k++)
        assert_true(make_frame(lab, 0.02));
    vl_lab_complete(lab, 0.02);
    const vl_reading *reading = &lab->runs[0].shown;
    assert_true(reading->in_joules && reading->energy_error != 0);
    assert_true(reading->energy_error == reading->energy - lab->runs[0].reference.energy);
}

// Cloth is overdetermined, and a bridge is soft and loaded. No solver makes energy there, along
// either direction. The wind, a ball that falls or a mesh that buckles adds at most 100 %.
TEST(shipped_nets_make_no_energy_under_any_solver)
{
    static const char *const names[] = {"flag", "rope-bridge", "draped-sheet"};
    for (int i = 0; i < COUNT(names); i++) {
        OWNED(vl_scene) *scene = shipped_scene(names[i]);
        OWNED(vl_world) *first = vl_scene_build(scene);
        double most = energy_now(first) + vl_energy_scale_of(first).joule;
        for (int m = 0; m < vl_solver_count; m++)
            for (int direction = 0; direction < 2; direction++) {
                OWNED(vl_world) *world = vl_scene_build(scene);
                vl_solver_settings settings = world->solver;
                settings.method = vl_solvers[m];
                settings.direction = (vl_direction)direction;
                if (!test_pair(i, 2 * m + direction) || vl_solver_refuses(world, &settings))
                    continue;
                vl_world_set_solver(world, &settings);
                make_steps(world, test_cases(5, 25), 1 / 60.0);
                assert_below(energy_now(world), most, vl_solvers[m]->name);
            }
    }
}
