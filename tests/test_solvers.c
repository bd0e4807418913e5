// The solvers against equations that know nothing of them: pendulums in angles, conservation laws,
// dense systems; and what they make of links that cannot hold.

#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "support/deeds.h"
#include "support/rods.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

static const double g = 9.81;

// --- a pendulum of N rods ---

// Unequal masses and lengths, large angles.
static pendulum make_pendulum(int rods)
{
    pendulum p = {.rods = rods};
    for (int i = 0; i < rods; i++) {
        p.mass[i] = 0.5 + i % 3;
        p.length[i] = 0.6 + 0.2 * ((2 * i) % 3);
        p.angle[i] = 1.9 - 0.35 * i;
    }
    return p;
}

static vl_world *world_of(const pendulum *p, const char *integrator)
{
    vl_world *world = particles_of(vl_integrator_find(integrator), p->rods + 1, 0.05);
    vl_link links[MOST_RODS];
    for (int i = 0; i < p->rods; i++) {
        vl_write(world->particles.x, i + 1, tip(p, i));
        set_mass(world, i + 1, p->mass[i]);
        links[i] = rod_between(i, i + 1, p->length[i]);
    }
    pin(world, 0);
    vl_world_link(world, links, p->rods);
    return world;
}

static void converge(vl_world *world, const char *method, vl_direction direction)
{
    vl_solver_settings settings = vl_solver_defaults();
    settings.method = solver_named(method);
    settings.direction = direction;
    settings.iterations = strcmp(method, "direct") == 0 ? 30 : 100000;
    settings.tolerance = 1e-13;
    settings.order = VL_ORDER_LISTED;
    vl_world_set_solver(world, &settings);
}

// With rods of the old direction, every method of second order keeps it, and the rod is then of
// second order too; along the new one a rod takes energy out at first order. 0.25 is what the next
// term still does to the order from 400 to 800 steps.
TEST(pendulums_follow_the_equations_in_angles)
{
    static const struct {
        const char *method, *integrator;
        vl_direction direction;
        int order;
    } rows[] = {
        {"direct", "corrected-tcv", VL_DIRECTION_OLD, 2},
        {"direct", "velocity-verlet", VL_DIRECTION_OLD, 2},
        {"direct", "tcv", VL_DIRECTION_OLD, 2},
        {"direct", "verlet", VL_DIRECTION_OLD, 2},
        {"relax", "corrected-tcv", VL_DIRECTION_OLD, 2},
        {"clusters", "corrected-tcv", VL_DIRECTION_OLD, 2},
        {"clusters", "corrected-tcv", VL_DIRECTION_NEW, 1},
        {"direct", "corrected-tcv", VL_DIRECTION_NEW, 1},
        {"direct", "velocity-verlet", VL_DIRECTION_NEW, 1},
        {"relax", "corrected-tcv", VL_DIRECTION_NEW, 1},
        {"xpbd", "corrected-tcv", VL_DIRECTION_NEW, 1},
    };

    static const int rods[] = {1, 2, 3, 7};
    const double duration = 0.5;

    for (int n = 0; n < 4; n++) {
        pendulum start = make_pendulum(rods[n]), end = start, finer = start;
        swing_in_angles(&end, duration, 10000);
        swing_in_angles(&finer, duration, 20000);
        assert_true(vl_length(vl_sub(tip(&end, rods[n] - 1), tip(&finer, rods[n] - 1))) < 1e-12);
        for (int r = 0; r < COUNT(rows); r++) {
            double errors[2] = {0, 0};
            for (int k = 0; k < 2; k++) {
                OWNED(vl_world) *world = world_of(&start, rows[r].integrator);
                converge(world, rows[r].method, rows[r].direction);
                make_steps(world, 400 << k, duration / (400 << k));
                for (int i = 0; i < rods[n]; i++)
                    errors[k] = test_larger(
                        errors[k], vl_length(vl_sub(particle_x(world, i + 1), tip(&end, i))));
            }
            double order = log2(errors[0] / errors[1]);
            assert_below(fabs(order - rows[r].order), 0.25, rows[r].method);
        }
    }
}

// The energy error of a pendulum on two rods falls at second order, with steps of 0.5 to 1.5 of the
// mean too: a quarter for half the steps. Root mean square over seeds; a factor of 3 to 5.5 is room
// for the seeds. (On one rod, with constant steps, SHAKE keeps the energy itself.)
TEST(energy_error_of_a_rod_falls_at_second_order)
{
    enum { SEEDS = 20 };

    const pendulum start = make_pendulum(2);
    for (int random_steps = 0; random_steps < 2; random_steps++) {
        double rms[3] = {0};
        int seeds = random_steps ? SEEDS : 1;
        for (int k = 0; k < 3 * seeds; k++) {
            int level = k % 3;
            OWNED(vl_world) *world = world_of(&start, "corrected-tcv");
            converge(world, "direct", VL_DIRECTION_OLD);
            vl_random random = {(uint64_t)(k / 3 + 1)};
            double mean = 0.005 / (1 << level), before = vl_energy_potential(world);
            for (int n = 0; n < 400 << level; n++)
                vl_world_step(world, random_steps ? random_dt(&random, mean) : mean);
            rms[level] += pow(energy_now(world) - before, 2) / seeds;
        }
        for (int level = 0; level < 2; level++) {
            double fall = sqrt(rms[level] / rms[level + 1]);
            assert_true(fall > 3 && fall < 5.5);
        }
    }
}

// --- nets ---

enum { NET_PARTICLES = 12 };

// A tree with some links more, in space: fewer than directions to move in.
static vl_world *random_net(vl_random *random, const char *integrator, bool free_of_all)
{
    vl_world *world = vl_world_create(NET_PARTICLES);
    vl_link links[2 * NET_PARTICLES];
    int count = 0, extra = any_of(random, 8);
    for (int i = 0; i < NET_PARTICLES; i++) {
        vl_write(world->particles.x, i, any_vec3(random, 1));
        vl_write(world->particles.v, i, any_vec3(random, 1));
        set_mass(world, i, pow(10, any_between(random, -1, 1)));
    }
    for (int i = 1; i < NET_PARTICLES + extra; i++) {
        int from = any_of(random, i < NET_PARTICLES ? i : NET_PARTICLES), to = i;
        if (i >= NET_PARTICLES)
            to = (from + 1 + i - NET_PARTICLES) % NET_PARTICLES;
        vl_vec3 d = vl_sub(particle_x(world, to), particle_x(world, from));
        links[count++] = rod_between(from, to, vl_length(d));
    }
    if (!free_of_all) {
        pin(world, 0);
        world->gravity = (vl_vec3){1, -g, 2};
    }
    world->integrator = vl_integrator_find(integrator);
    vl_world_link(world, links, count);
    return world;
}

// Links five times as long as they should be come to their lengths in one step by inner forces
// alone: the centre of mass stays. The projection that ignores masses and brings links near to
// their lengths first is held at its centre by an anchor of 1e-7 of its stiffness: what 1e-16 of
// places of up to 10 m becomes by that is 1e-8 m, of which ten may be made.
TEST(free_nets_far_from_their_lengths_keep_their_centre)
{
    vl_random random = {5};
    for (int round = 0; round < 10; round++) {
        OWNED(vl_world) *world = random_net(&random, "velocity-verlet", true);
        vl_particles *p = &world->particles;
        converge(world, "direct", VL_DIRECTION_NEW);
        vl_vec3 moved = {0, 0, 0};
        double mass = 0;
        for (int i = 0; i < NET_PARTICLES; i++) {
            vl_write(p->x, i, vl_scale(vl_read(p->x, i), 5));
            vl_write(p->v, i, (vl_vec3){0, 0, 0});
            moved = vl_sub(moved, vl_scale(vl_read(p->x, i), p->mass[i]));
            mass += p->mass[i];
        }
        vl_world_restart(world);
        vl_world_step(world, 0.002);
        for (int i = 0; i < NET_PARTICLES; i++)
            moved = vl_add(moved, vl_scale(vl_read(p->x, i), p->mass[i]));
        assert_below(vl_length(moved) / mass, 1e-7, "moved by, m,");
    }
}

// What a solver says is left is the largest strain of all links after a substep, or a part of one,
// however few sweeps it was allowed; no sweep at all is no failure, and no substep counts twice.
TEST(the_residual_is_the_largest_strain_of_all_links)
{
    static const char *const methods[] = {"clusters", "direct"};
    vl_random random = {17};
    for (int round = 0; round < 24; round++) {
        OWNED(vl_world) *world = round % 3 == 0
                                     ? chain("velocity-verlet", 8, 1, 0.5, 2, VL_ROD)
                                     : random_net(&random, "velocity-verlet", round % 2 == 0);
        converge(world, methods[round / 2 % 2], VL_DIRECTION_NEW);
        world->solver.iterations = round / 4 % 3;
        for (int k = 0; k < 10; k++) {
            vl_world_step(world, 0.01);
            double more = world->solved.residual - strain_of(world);
            assert_true(world->first_part > 0 ? more >= -1e-15 : fabs(more) <= 1e-15);
            assert_in_range(world->solved.divided + world->solved.unconverged, round % 12 < 4, 1);
        }
        assert_int_equal(world->solved.failed, 0);
    }
}

// Sweeps that end above the tolerance that was asked for have missed it: in each substep, what is
// left is above 1e-6 after 2 sweeps of a chain that falls to the side, and within it after as many
// as it takes. What was not asked for is not missed.
TEST(solvers_that_miss_their_tolerance_are_counted)
{
    static const char *const methods[] = {"relax", "relax", "xpbd"};
    for (int k = 0; k < 6; k++) {
        OWNED(vl_world) *world = chain("velocity-verlet", 8, 1, 0.5, 2, VL_ROD);
        converge(world, methods[k / 2], k / 2 == 1 ? VL_DIRECTION_OLD : VL_DIRECTION_NEW);
        world->solver.tolerance = 1e-6;
        world->solver.iterations = k % 2 ? 100000 : 2;
        for (int step = 0; step < 10; step++) {
            vl_world_step(world, 0.01);
            assert_int_equal(strain_of(world) > 1e-6, k % 2 == 0);
            assert_int_equal(world->solved.unconverged, k % 2 == 0);
        }
        world->solver.tolerance = 0;
        world->solver.iterations = 2;
        vl_world_step(world, 0.01);
        assert_int_equal(world->solved.unconverged, 0);
    }
    // redundant links that Newton's method brings as near as they can be, not so near as was asked
    OWNED(vl_world) *sheet = world_from(
        "gravity: [0, -9.81]\nsolver: {method: direct, tolerance: 1e-9}\n"
        "forces: [{kind: wind, velocity: [0, 0, 5], drag: 0.4}]\n"
        "cloths: [{origin: [0, 0], along: [1, 0], down: [0, -1], columns: 5, rows: 9, mass: 0.4,\n"
        "          pin: [top], shear: true}]",
        "tcv");
    for (int step = 0; step < 10; step++) {
        vl_world_step(sheet, 0.03);
        assert_true(sheet->solved.residual > 1e-9 && sheet->solved.unconverged == 1);
    }
}

// Along the old direction the solution near by is one, whoever finds it: direct and clusters agree
// with relaxation, each of whose moves is along the old direction of a link, to what 20 steps make
// of a tolerance of 1e-13. All links are at their lengths, to 1e-16 of places of 1 m by masses over
// two decades.
TEST(solvers_agree_on_nets_along_the_old_direction)
{
    static const char *const methods[] = {"relax", "direct", "clusters", "clusters"};
    for (uint64_t round = 1; round <= 15; round++) {
        vl_world *worlds[4];
        for (int w = 0; w < 4; w++) {
            vl_random random = {round};
            worlds[w] = random_net(&random, "velocity-verlet", false);
            for (int k = 0; w == 3 && k < worlds[w]->links.hard_count; k++)
                worlds[w]->links.cluster[k] = 1 + k % 3;
            converge(worlds[w], methods[w], VL_DIRECTION_OLD);
            make_steps(worlds[w], 20, 0.002);
            assert_int_equal(worlds[w]->solved.divided + worlds[w]->solved.failed, 0);
            assert_below(strain_of(worlds[w]), 1e-12, methods[w]);
            assert_below(distance_between(worlds[w], worlds[0]), 1e-9, methods[w]);
        }
        for (int w = 0; w < 4; w++)
            vl_world_free(worlds[w]);
    }
}

// Particles in space that are all linked with each other, at the lengths of the start, or a string
// up to a tenth longer: many more links than directions to move in.
static vl_world *random_braced_net(vl_random *random)
{
    vl_world *world = vl_world_create(NET_PARTICLES);
    vl_link links[NET_PARTICLES * NET_PARTICLES];
    int count = 0;
    for (int i = 0; i < NET_PARTICLES; i++) {
        vl_write(world->particles.x, i, any_vec3(random, 1));
        vl_write(world->particles.v, i, any_vec3(random, 2));
        set_mass(world, i, pow(10, any_between(random, -1, 1)));
        for (int from = 0; from < i; from++) {
            bool is_string = any_of(random, 2);
            double part = is_string && any_of(random, 2) ? any_between(random, 1, 1.1) : 1;
            vl_vec3 d = vl_sub(particle_x(world, i), particle_x(world, from));
            links[count] = rod_between(from, i, part * vl_length(d));
            links[count++].kind = is_string ? VL_STRING : VL_ROD;
        }
    }
    pin(world, 0);
    world->gravity = (vl_vec3){1, -g, 2};
    world->integrator = vl_integrator_find("velocity-verlet");
    vl_world_link(world, links, count);
    return world;
}

// x = x̃ − W Jᵀ(x) λ at the end of a step, with the tensions that are kept for the next one: each
// particle is where its links, in their new directions, have put it from where it would be without
// them. Rods have their lengths. A string never pushes, is never too long, and pulls where it has
// its length. Rounding is that of places of 1 m in 11 links of each particle, by masses over two
// decades.
TEST(links_of_braced_nets_pull_along_their_new_directions)
{
    const double h = 0.005;
    vl_random random = {23};
    for (int round = 0; round < 20; round++) {
        OWNED(vl_world) *world = random_braced_net(&random);
        const vl_particles *p = &world->particles;
        vl_vec3 off[NET_PARTICLES];
        converge(world, "direct", VL_DIRECTION_NEW);
        world->solver.tolerance = 0;
        for (int i = 0; i < NET_PARTICLES; i++) {
            vl_vec3 fall = vl_scale(world->gravity, 0.5 * h * h);
            off[i] = vl_add(vl_add(vl_read(p->x, i), vl_scale(vl_read(p->v, i), h)), fall);
        }
        vl_world_step(world, h);
        assert_int_equal(world->solved.divided + world->solved.failed, 0);
        for (int i = 0; i < NET_PARTICLES; i++)
            off[i] = vl_sub(particle_x(world, i), off[i]);
        for (int k = 0; k < world->links.hard_count; k++) {
            int from = world->links.from[k], to = world->links.to[k];
            vl_vec3 d = vl_sub(particle_x(world, to), particle_x(world, from));
            double strain = vl_length(d) / world->links.length[k] - 1;
            double pull = world->links.tension[k] * h * h;
            bool is_string = world->links.kind[k] == VL_STRING;
            off[from] = vl_sub(off[from], vl_scale(d, pull * p->inverse_mass[from] / vl_length(d)));
            off[to] = vl_add(off[to], vl_scale(d, pull * p->inverse_mass[to] / vl_length(d)));
            assert_below(is_string ? strain : fabs(strain), 1e-11, "strain");
            assert_true(!is_string || (pull >= 0 && (pull == 0 || strain > -1e-11)));
        }
        for (int i = 1; i < NET_PARTICLES; i++)
            assert_below(vl_length(off[i]), 1e-11, "off by, m,");
    }
}

// A sheet of rods with both diagonals in each cell has more rods than directions to move in, and
// flat cells bear what would bend them by strains of second order. A step leaves no strain above
// the change of λ over κ = 10⁶/(w + w). In a steady wind it comes to rest at one place at every
// frame rate with every method: the forces of links along their new directions balance gravity and
// wind, which feels no speed. In 6 s it comes within 3e-4 m of that place; a stage is up to g h²
// from where links bring it, which moves that by less than a fifth of it. A ball that lands beside
// it changes nothing.
TEST(a_sheet_in_wind_is_solved_to_its_bound_and_rests_at_one_place_at_every_frame_rate)
{
    static const double rates[] = {30, 60, 120};
    vl_vec3 first = {0, 0, 0};
    for (int i = 0; i < 3 * vl_integrator_count; i++) {
        const double h = 1 / rates[i % 3];
        OWNED(vl_world) *world = world_from(
            "gravity: [0, -9.81]\ndamping: 4\nsolver: {method: direct, iterations: 50}\n"
            "cloths: [{origin: [0, 0], along: [1, 0], down: [0, -1], columns: 4, rows: 6,\n"
            "          mass: 0.4, pin: [top], shear: true}]\n"
            "forces: [{kind: wind, velocity: [0, 0, 5], drag: 0.4}]\n"
            "particles: [{at: [9, -1.9]}]\ncolliders: [{kind: plane, point: [0, -2], normal: [0, "
            "1]}]",
            vl_integrators[i / 3]->name);
        const vl_links *links = &world->links;
        double tension[128], *w = world->particles.inverse_mass;
        for (int n = 0; n < 6 * rates[i % 3]; n++) {
            double bound = 0;
            memcpy(tension, links->tension, (size_t)links->hard_count * sizeof *tension);
            vl_world_step(world, h);
            for (int k = 0; k < links->hard_count; k++)
                bound = fmax(bound, fabs(links->tension[k] - tension[k]) * h * h *
                                        (w[links->from[k]] + w[links->to[k]]) /
                                        (1e6 * links->length[k]));
            assert_int_equal(world->solved.unconverged + world->solved.divided, 0);
            assert_below(strain_of(world), 1.000001 * bound + 1e-11, "strain");
        }
        vl_vec3 rest = vl_read(world->particles.x, world->particles.slot_of[5 * 4 + 2]);
        first = i == 0 ? rest : first;
        assert_below(vl_length(vl_sub(rest, first)), 6e-4 + 0.2 * 9.81 * h * h,
                     vl_integrators[i / 3]->name);
    }
    assert_true(first.z > 0.3);
}

// A braced cloth falls into its two corners, 16 Newton steps in a frame: each substep begins near
// its solution, so that they may be one by one as well.
TEST(few_newton_steps_in_short_substeps_solve_a_braced_cloth)
{
    for (int newton = 1; newton <= 4; newton *= 2) {
        OWNED(vl_world) *world = world_from(
            "gravity: [0, -9.81]\ndamping: 0.2\nsolver: {method: direct}\n"
            "cloths: [{origin: [-1, 1.2], along: [2, 0, 0], down: [0, -0.8, 1.8], columns: 14,\n"
            "          rows: 14, mass: 0.5, pin: [top-left, top-right], shear: true}]",
            "tcv");
        world->solver.iterations = newton;
        world->solver.substeps = 16 / newton;
        for (int n = 0; n < 30; n++) {
            vl_world_step(world, 1 / 60.0);
            assert_int_equal(world->solved.failed + world->solved.divided, 0);
            assert_below(world->solved.residual, 2e-5, "residual");
        }
    }
}

// --- strings ---

// A path of strings of 1 m in all, of unequal masses, that winds in space; unless it is `taut`,
// some links hang loose. Particles move by up to `speed` lengths of a link in 0.01 s.
static vl_world *winding_path(vl_random *random, int links, double speed, bool taut)
{
    vl_world *world = chain("velocity-verlet", links, 1, 1.0 / links, 10, VL_STRING);
    vl_vec3 at = {0, 0, 0}, along = {1, 0, 0};
    world->gravity = (vl_vec3){0, 0, 0};
    for (int i = 1; i <= links; i++) {
        double part = taut || any_of(random, 3) ? 1 : any_between(random, 0.7, 1);
        along = vl_add(along, any_vec3(random, taut ? 0.01 : 0.3));
        along = vl_scale(along, 1 / vl_length(along));
        at = vl_add(at, vl_scale(along, part / links));
        vl_write(world->particles.x, i, at);
        vl_write(world->particles.v, i, any_vec3(random, speed / links / 0.01));
        if (i < links)
            set_mass(world, i, pow(10, any_between(random, -1, 1)) / links);
    }
    return world;
}

// What a step without forces did to particles is the impulses of strings: those of the particles
// from link k on are together that of link k. Each pulls along the line between its ends (before
// the step, or after it), never pushes, and does not pull where it is slack; none is too long. To
// what rounding of places of 1 m does over the masses of all links.
TEST(strings_pull_where_they_are_taut_and_nowhere_else)
{
    static const int counts[] = {1, 2, 17, 40, 100, 1000};
    vl_random random = {11};
    for (int round = 0; round < 12 * COUNT(counts); round++) {
        int n = counts[round % COUNT(counts)];
        bool old = round / 36, taut = round / 18 % 2;
        // along the old direction there is none where a step turns a light link by a right angle
        double speed = (old ? 0.003 : 1) * pow(10, -1 - round / COUNT(counts) % 3);
        vl_random again = random;
        OWNED(vl_world) *world = winding_path(&random, n, speed, taut);
        OWNED(vl_world) *before = winding_path(&again, n, speed, taut);
        converge(world, "direct", old ? VL_DIRECTION_OLD : VL_DIRECTION_NEW);
        vl_world_step(world, 0.01);
        assert_int_equal(world->solved.divided + world->solved.failed, 0);
        vl_vec3 sum = {0, 0, 0};
        for (int i = n; i > 0; i--) {
            vl_vec3 free =
                vl_add(particle_x(before, i), vl_scale(vl_read(before->particles.v, i), 0.01));
            sum =
                vl_add(sum, vl_scale(vl_sub(particle_x(world, i), free), world->particles.mass[i]));
            const vl_world *line = old ? before : world;
            vl_vec3 d = vl_sub(particle_x(line, i - 1), particle_x(line, i));
            vl_vec3 now = vl_sub(particle_x(world, i - 1), particle_x(world, i));
            double slack = 1.0 / n - vl_length(now), pull = vl_dot(sum, d) / vl_length(d);
            assert_below(vl_length(vl_sub(sum, vl_scale(d, pull / vl_length(d)))), 1e-10, "across");
            assert_below(-pull, 1e-10, "push");
            assert_below(-slack * n, 1e-10, "strain");
            assert_below(fmin(pull, slack), 1e-10, "pull of a slack string");
        }
    }
}

// A taut string that is let go moves as rods do, in no more Newton steps, however many links it has
// and whatever it carries. 2 m of 0.2 kg with a ball of 1 kg, horizontal at first, are after 1/6 s
// where an integration of the equations with multipliers has them: to the second order of a step,
// 1e-6 m in this one.
TEST(a_taut_string_is_solved_as_rods_are)
{
    static const int links[] = {20, 17, 40, 40, 100, 1000};
    static const double balls[] = {1, 0.01, 1, 1000, 1, 0.1};
    for (int r = 0; r < 2 * COUNT(links); r++) {
        int n = links[r / 2];
        double ball = balls[r / 2], h = r < 2 ? 1 / 480.0 : 1 / 2000.0;
        OWNED(vl_world) *rods = chain("tcv", n, 2, 0.2 / n, ball, VL_ROD);
        OWNED(vl_world) *strings = chain("tcv", n, 2, 0.2 / n, ball, VL_STRING);
        use_solver(rods, "direct", r % 2 ? VL_DIRECTION_OLD : VL_DIRECTION_NEW);
        use_solver(strings, "direct", rods->solver.direction);
        for (int k = 0; k < (r < 2 ? 80 : 10); k++) {
            vl_world_step(rods, h);
            vl_world_step(strings, h);
            assert_int_equal(strings->solved.sweeps, rods->solved.sweeps);
            assert_int_equal(strings->solved.divided + strings->solved.unconverged, 0);
        }
        assert_below(distance_between(rods, strings), 1e-12, "apart, m,");
        if (r == 1)
            assert_below(fabs(particle_x(strings, n).x - 1.98407096), 1.5e-6, "off by, m,");
    }
}

// --- what cannot hold ---

static bool is_bounded(const vl_world *world, double size)
{
    const vl_particles *p = &world->particles;
    return vl_axes_are_within(p->x, size, p->count) && !world->now.diverged;
}

// A chain between two pins twice as far apart as it is long: each link is twice its length, or
// near it, the chain stays between its pins, and the report says that it failed.
TEST(chains_that_cannot_reach_stay_bounded_and_are_reported)
{
    for (int direction = 0; direction < 2; direction++)
        for (int n = 1; n <= 16; n *= 4) {
            OWNED(vl_world) *world = chain("tcv", n, 1, 1, 1, VL_ROD);
            converge(world, "direct", (vl_direction)direction);
            world->particles.x[0][n] = 2;
            vl_world_set_pinned(world, n, true);
            int failed = 0;
            for (int k = 0; k < 60; k++) {
                vl_world_step(world, 1 / 60.0);
                failed += world->solved.failed;
            }
            assert_true(is_bounded(world, 5) && world->solved.measured);
            assert_true(world->solved.residual > 0.9);
            assert_true(n == 1 || failed > 0);
        }
}

// --- rods and contacts, of `direct` ---

static const char *const above_a_floor[] = {
    "{at: [0, 0.05]}, {at: [0, 1.05], mass: 200}]\nlinks: [{from: 1, to: 2}]\n",
    "{at: [-0.3, 0.05]}, {at: [0, 0.9], mass: 2}, {at: [0.3, 0.05]}]\n"
    "links: [{from: 1, to: 2}, {from: 2, to: 3}]\n",
    "{at: [0.3, 0.05, 0]}, {at: [-0.2, 0.05, 0.3]}, {at: [-0.2, 0.05, -0.3]}, {at: [0, 0.9, 0], "
    "mass: 2}]\nlinks: [{from: 1, to: 4}, {from: 2, to: 4}, {from: 3, to: 4}]\n",
};

// The answers of contacts are known to 1e-6 of what forces move in a step, g h²; rods are 1 m long.
TEST(what_stands_on_rods_does_not_sink)
{
    for (int k = 0; k < 2 * COUNT(above_a_floor) * vl_integrator_count; k++) {
        OWNED(vl_world) *world = world_from(
            PRINTED("gravity: [0, -9.81]\nsolver: {method: direct, direction: %s}\ncolliders: "
                    "[{kind: plane, normal: [0, 1], friction: 0.5}]\nparticles: [%s",
                    k % 2 ? "old" : "new", above_a_floor[k / 2 % COUNT(above_a_floor)]),
            vl_integrators[k / 2 / COUNT(above_a_floor)]->name);
        double energy = energy_now(world);
        make_steps(world, 60, 1 / 60.0);
        assert_true(fabs(energy_now(world) - energy) <= 1e-6 * g / 3600 * energy);
    }
}

// Nothing is left of its motion, wherever in a step it is met, and whatever is behind that end.
TEST(a_rod_that_meets_a_wall_with_its_end_stays_there)
{
    for (int k = 0; k < 2 * 2 * 6 * vl_integrator_count; k++) {
        double from = 0.05 + 0.005 * (k / 4 % 6), mass = k % 2 ? 100 : 1;
        OWNED(vl_world) *world = world_from(
            PRINTED("solver: {method: direct, direction: %s}\nparticles: [{at: [%g, 0], velocity: "
                    "[-2, 0]}, {at: [%g, 0], velocity: [-2, 0], mass: %g}]\nlinks: [{from: 1, to: "
                    "2}]\ncolliders: [{kind: plane, normal: [1, 0], restitution: %g}]\n",
                    k % 3 ? "old" : "new", from, from + 0.95, mass, k / 2 % 2 / 2.0),
            vl_integrators[k / 24]->name);
        make_steps(world, 60, 1 / 60.0);
        assert_true(energy_now(world) <= 1e-6 * mass);
    }
}

// A braced sheet that falls on a ball has to buckle, which its clusters do not agree on. However
// often they are visited, it has no more energy than at the start, but for rounding. Nor has it
// with all links at once, which the ball presses out of shape.
TEST(a_braced_sheet_on_a_ball_gets_no_energy_from_its_links)
{
    static const char *const solver[] = {"clusters", "direct", "direct"};
    for (int i = 0; i < 3; i++) {
        const double rate = i < 2 ? 60 : 180; // Hz
        OWNED(vl_world) *world = world_from(
            "gravity: [0, -9.81]\nsolver: {method: clusters, iterations: 16}\n"
            "cloths: [{origin: [-0.5, 1, -0.5], along: [1, 0, 0], down: [0, 0, 1], columns: 9,\n"
            "          rows: 9, mass: 1, radius: 0.01, shear: true}]\n"
            "colliders: [{kind: sphere, center: [0, 0.4, 0], radius: 0.3, friction: 0.3}]",
            "tcv");
        use_solver(world, solver[i], VL_DIRECTION_NEW);
        for (int k = 0; k < 2 * rate; k++) {
            make_steps(world, 1, 1 / rate);
            assert_below(energy_now(world), 9.81 * (1 + 1e-9), "energy");
        }
    }
}

// A ring of three rods that cannot close is as near as it can be, and the report says what is left.
TEST(a_net_that_cannot_hold_is_reported)
{
    OWNED(vl_world) *world =
        world_from("gravity: [0, -9.81]\nsolver: {method: direct}\npins: [1]\n"
                   "particles: [{at: [0, 0]}, {at: [1, 0]}, {at: [2, -0.1]}]\n"
                   "links: [{from: 1, to: 2, length: 1}, {from: 2, to: 3, length: 1},\n"
                   "        {from: 1, to: 3, length: 2.02}]",
                   "tcv");
    vl_world_step(world, 0.01);
    assert_true(world->solved.unconverged + world->solved.failed == 1);
    assert_true(is_bounded(world, 5) && world->solved.residual > 2e-3);
}

// A substep that has to be divided is its parts made as steps, bit for bit where a method keeps a
// velocity. Corrected TCV gets an x₋ for the parts, in which only rounding differs. (Plain Verlet
// and TCV find no change of dt in the parts, so these are not such steps.)
TEST(a_divided_substep_is_its_parts)
{
    static const char *const names[] = {"corrected-tcv", "velocity-verlet", "leapfrog"};
    static const double largest[] = {1e-13, 0, 0}; // m: 64 parts of some roundings of 1 m

    for (int i = 0; i < COUNT(names); i++) {
        const double h = 1 / 60.0;
        OWNED(vl_world) *whole = swing(names[i]), *parts = swing(names[i]);
        converge(whole, "direct", VL_DIRECTION_OLD);
        converge(parts, "direct", VL_DIRECTION_OLD);
        for (int step = 0; vl_world_step(whole, h) && !whole->solved.divided; step++) {
            assert_true(step < 60);
            vl_world_step(parts, h);
        }
        int count = 2;
        while (count <= 64 && whole->now.dt_old != h / count)
            count *= 2;
        make_steps(parts, count, h / count);
        assert_true(distance_between(whole, parts) <= largest[i]);
    }
}

// A chain of 1,000 links with a ball of ten times its mass, at 60 steps/s: solved to 1e-9, in few
// Newton steps, whatever the transverse frequency of a taut light chain.
TEST(a_heavy_ball_on_a_fine_chain_is_solved)
{
    enum { LINKS = 1000 };

    OWNED(vl_world) *world = chain("tcv", LINKS, 10, 1.0 / LINKS, 10, VL_ROD);
    for (int i = 0; i <= LINKS; i++)
        vl_write(world->particles.x, i, (vl_vec3){5.0 * i / LINKS, -sqrt(75) * i / LINKS, 0});
    converge(world, "direct", VL_DIRECTION_NEW);
    world->solver.tolerance = 1e-9;
    int newton = 0;
    for (int k = 0; k < 60; k++) {
        vl_world_step(world, 1 / 60.0);
        newton += world->solved.sweeps;
        assert_true(world->solved.residual <= 1e-9 && !world->solved.divided);
    }
    assert_true(newton < 6 * 60);
}

// One link of many is enough.
TEST(solvers_without_compliance_refuse_it)
{
    for (int i = 0; i < vl_solver_count; i++) {
        OWNED(vl_world) *world = chain("tcv", 4, 1, 1, 1, VL_ROD);
        vl_solver_settings settings = vl_solver_defaults();
        settings.method = vl_solvers[i];
        assert_null(vl_solver_refuses(world, &settings));
        world->links.compliance[2] = 0.001;
        assert_int_equal(!vl_solver_refuses(world, &settings), vl_solvers[i]->compliant);
    }
}

// A strip that stands on end is pushed by its weight, more than its masses bear in a step: it is
// shortened by all multipliers of the visits to its clusters, as by those of one system. 50 visits
// leave 2.4 %; of compliance with what masses bear alone a quarter would be there.
TEST(compliance_holds_in_nets_and_clusters)
{
    double shorter[2];
    for (int m = 0; m < 2; m++) {
        OWNED(vl_world) *world =
            world_from("gravity: [0, -9.81]\nsolver: {method: direct, iterations: 50}\n"
                       "cloths: [{origin: [0, 0], along: [0.2, 0], down: [0, 1.2], columns: 3,\n"
                       "          rows: 13, mass: 1, shear: true, compliance: 1e-5, pin: [top]}]",
                       "tcv");
        use_solver(world, m == 0 ? "direct" : "clusters", VL_DIRECTION_NEW);
        vl_world_step(world, 1 / 30.0);
        shorter[m] = 1.2 - world->particles.x[1][world->particles.slot_of[37]];
    }
    assert_true(shorter[0] > 1e-4 && fabs(shorter[1] - shorter[0]) < 0.05 * shorter[0]);
}

// A weight of 1 kg on three soft links that branch: all solvers that honour a compliance hang it
// where its links carry it, also where they stretch by a fifth. Over 10 s of damping of 5/s the
// swing falls by e⁻²⁵; what damping leaves of a step, c h/2 = 4 %, is in all of them alike.
TEST(soft_nets_hang_alike_under_every_solver)
{
    static const char *const methods[] = {"xpbd", "clusters", "direct"};
    double height[3];
    for (int m = 0; m < 3; m++) {
        OWNED(vl_world) *world =
            world_from("gravity: [0, -9.81]\ndamping: 5\nsolver: {method: direct}\npins: [2, 3]\n"
                       "particles: [{at: [0, -1]}, {at: [-1, 0]}, {at: [0.2, 0]}, {at: [0, -2]}]\n"
                       "links: [{from: 1, to: 2, compliance: 0.02},\n"
                       "        {from: 1, to: 3, compliance: 0.02},\n"
                       "        {from: 1, to: 4, compliance: 0.02}]",
                       "tcv");
        converge(world, methods[m], VL_DIRECTION_NEW);
        // sweeps over soft links end by their number alone; 100 of four links leave rounding
        world->solver.iterations = 100;
        make_steps(world, 600, 1 / 60.0);
        height[m] = world->particles.x[1][world->particles.slot_of[3]];
    }
    // where the potential of links and of a weight of 0.96 g is least: one kilogram on one such
    // link hangs 0.96 g · 0.02 m/N lower
    assert_true(fabs(height[1] + 2.451594130) < 1e-8 && fabs(height[2] - height[1]) < 1e-8);
    // xpbd adds up multipliers along directions that turn within a step by up to 2 g h²/L = 6e-3 at
    // the upper links, and is off by the square of that
    assert_true(fabs(height[1] - height[0]) < 3.6e-5 * 2.5);
}
