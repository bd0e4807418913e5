// Cloth, and links that change in mid-run: tearing, cutting, wind.

#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "support/deeds.h"
#include "support/link_checks.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

// --- breaking ---

// Of the links `described`, those that are not among the broken ones, in their order.
static int remaining(vl_link *links, const vl_links *layout, const int *broken, int count)
{
    FREED bool *gone = vl_alloc((size_t)layout->count, sizeof *gone);
    for (int i = 0; i < count; i++)
        gone[broken[i]] = true;
    int next = 0;
    for (int i = 0; i < layout->count; i++)
        if (!gone[layout->listed[i]])
            links[next++] = links[i];
    return next;
}

// 1 m long.
static vl_link rod(int from, int to, int family)
{
    vl_link link = rod_between(from, to, 1);
    link.family = family;
    return link;
}

// A grid laid out as scenes do it, so that long runs are parted too; links in families.
static vl_link *grid_links(int columns, int rows, int *count)
{
    vl_link *links = vl_alloc((size_t)(2 * columns * rows), sizeof *links);
    int next = 0;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            int slot = row * columns + column / 2 + column % 2 * ((columns + 1) / 2);
            int right = row * columns + (column + 1) / 2 + (column + 1) % 2 * ((columns + 1) / 2);
            if (column + 1 < columns)
                links[next++] = rod(slot, right, column % 2);
            if (row + 1 < rows)
                links[next++] = rod(slot, slot + columns, 2 + row % 2);
        }
    *count = next;
    return links;
}

// Links of all kinds between particles, at least 2; free with vl_free().
static vl_link *random_links(vl_random *random, int particles, int count)
{
    vl_link *links = vl_alloc((size_t)count, sizeof *links);
    for (int i = 0; i < count; i++) {
        int from = (int)vl_random_uniform(random, 0, particles);
        int to = (int)vl_random_uniform(random, 0, particles - 1);
        links[i] = (vl_link){
            .from = from,
            .to = to + (to >= from),
            .kind = (vl_link_kind)(vl_random_next(random) % 3),
            .length = vl_random_uniform(random, 0.5, 2),
            .stiffness = i,
            .family = (int)(vl_random_next(random) % 5) - 1,
        };
    }
    return links;
}

// Every described link is there once, with its two ends in either order.
static void check_listed(const vl_links *links, const vl_link *described)
{
    FREED bool *seen = vl_alloc((size_t)links->count, sizeof *seen);
    for (int i = 0; i < links->count; i++) {
        int k = links->listed[i];
        assert_false(seen[k]);
        seen[k] = true;
        bool straight = links->from[k] == described[i].from && links->to[k] == described[i].to;
        bool turned = links->from[k] == described[i].to && links->to[k] == described[i].from;
        assert_true(straight || turned);
        assert_int_equal(links->kind[k], described[i].kind);
        assert_true(links->length[k] == described[i].length);
        assert_int_equal(k >= links->hard_count, described[i].kind == VL_SPRING);
    }
}

// Breaks links of the layout at random until none is left; from the first on and after each time
// all holds that holds of a layout. The same link may be named twice.
static void break_all(vl_random *random, vl_link *described, int count, int particles)
{
    SCOPED(vl_arena) arena = {0};
    vl_links links;
    vl_links_create(&arena, &links, described, count, particles);
    for (int version = 0;; version++) {
        assert_int_equal(links.version, version);
        assert_int_equal(links.count, count);
        check_colours(&links, particles);
        check_runs(&links);
        check_listed(&links, described);
        if (count == 0)
            break;
        int indices[40], breaking = 1 + any_of(random, 40);
        for (int i = 0; i < breaking; i++)
            indices[i] = any_of(random, count);
        count = remaining(described, &links, indices, breaking);
        vl_links_break(&links, indices, breaking);
    }
    assert_int_equal(links.run_count, 0);
    assert_int_equal(links.colour_count, 0);
}

TEST(colours_share_no_particle_after_any_breaking)
{
    vl_random random = {11};
    for (int round = 0; round < 200; round++) {
        int particles = 2 + any_of(&random, 60), count = any_of(&random, 400);
        FREED vl_link *described = random_links(&random, particles, count);
        break_all(&random, described, count, particles);
    }
    for (int round = 0; round < 20; round++) {
        int columns = 2 + any_of(&random, 40), rows = 2 + any_of(&random, 10), count;
        FREED vl_link *described = grid_links(columns, rows, &count);
        break_all(&random, described, count, columns * rows);
    }
}

// Of a run of 20 links, the first 8 and the last 9 stay vector code when two go that leave a piece
// of 1 between them.
TEST(a_parted_run_stays_vector_code_where_it_pays)
{
    vl_link described[20];
    for (int i = 0; i < 20; i++)
        described[i] = rod(i, 20 + i, -1);
    SCOPED(vl_arena) arena = {0};
    vl_links links;
    vl_links_create(&arena, &links, described, 20, 40);
    assert_int_equal(links.run_count, 1);
    vl_links_break(&links, (const int[]){10, 8}, 2);
    assert_int_equal(links.run_count, 3);
    assert_true(links.runs[0].consecutive && links.runs[0].count == 8);
    assert_true(!links.runs[1].consecutive && links.runs[1].count == 1);
    assert_true(links.runs[2].consecutive && links.runs[2].count == 9);
}

enum { NET_COLUMNS = 7, NET_ROWS = 6, NET = NET_COLUMNS * NET_ROWS };

// A hanging net of rods, one of whose columns is springs; pinned at two corners.
static vl_world *net(const char *integrator, const vl_link *links, int count)
{
    vl_world *world = particles_of(vl_integrator_find(integrator), NET, 0.05);
    for (int i = 0; i < NET; i++) {
        int row = i / NET_COLUMNS, column = i % NET_COLUMNS;
        int slot = row * NET_COLUMNS + column / 2 + column % 2 * ((NET_COLUMNS + 1) / 2);
        vl_write(world->particles.x, slot, (vl_vec3){column, -row, 0.3 * row});
        if (row == 0 && (column == 0 || column + 1 == NET_COLUMNS))
            pin(world, slot);
    }
    world->solver.order = VL_ORDER_LISTED;
    vl_world_link(world, links, count);
    return world;
}

// After a cut a world goes on, bit for bit, as one that never had those links and is in the same
// state; the cut itself moves nothing and changes no velocity.
TEST(a_cut_world_is_one_that_never_had_the_links)
{
    for (int i = 0; i < vl_integrator_count; i++) {
        int count;
        FREED vl_link *links = grid_links(NET_COLUMNS, NET_ROWS, &count);
        for (int k = 0; k < count; k += 5)
            links[k].kind = VL_SPRING, links[k].stiffness = 300;
        OWNED(vl_world) *cut = net(vl_integrators[i]->name, links, count);
        make_steps(cut, 30, 1 / 120.0);
        vl_world_synchronise(cut);
        const int broken[] = {0, 7, 8, 31, cut->links.count - 1, 7};
        int left = remaining(links, &cut->links, broken, 6);
        OWNED(vl_world) *fresh = net(vl_integrators[i]->name, links, left);
        vl_axes_copy(fresh->particles.x, cut->particles.x, NET);
        vl_axes_copy(fresh->particles.v, vl_world_velocity(cut), NET);

        vl_world_break_links(cut, broken, 6);
        assert_int_equal(cut->links.count, left);
        assert_int_equal(cut->broken, 5);
        assert_same_places(cut, fresh);
        for (int axis = 0; axis < VL_AXES; axis++)
            assert_memory_equal(vl_world_velocity(cut)[axis], fresh->particles.v[axis],
                                NET * sizeof(double));
        fresh->now = cut->now;
        vl_world_restart(fresh);
        make_steps(cut, 30, 1 / 120.0);
        make_steps(fresh, 30, 1 / 120.0);
        assert_same_places(cut, fresh);
    }
}

// A cloth of particles behind `singles` others; not linked yet.
static vl_world *world_with_cloth(int singles, int columns, int rows)
{
    vl_world *world = vl_world_create(singles + columns * rows);
    world->cloth_count = 1;
    world->cloths = vl_arena_take(&world->arena, 1, sizeof *world->cloths);
    world->cloths[0] = (vl_cloth){.first_number = singles + 1, .columns = columns, .rows = rows};
    return world;
}

// A link of the edge between two cells takes both, one of the rim one, a diagonal none.
TEST(cells_beside_a_broken_edge_are_gone)
{
    enum { COLUMNS = 4, ROWS = 3, FIRST = 2 }; // two single particles stand before the cloth

    static const struct {
        int from, to; // counted from the cloth's first; −1 and −2: the single ones
        bool gone[(COLUMNS - 1) * (ROWS - 1)];
    } rows[] = {
        {0, 1, {true}},
        {1, 2, {false, true}},
        {5, 6, {false, true, false, false, true}},
        {5, 9, {false, false, false, true, true}},
        {7, 11, {false, false, false, false, false, true}},
        {0, 5, {false}},
        {3, 4, {false}}, // the end of a row and the beginning of the next
        {0, -1, {false}},
    };

    for (int i = 0; i < COUNT(rows); i++) {
        OWNED(vl_world) *world = world_with_cloth(FIRST, COLUMNS, ROWS);
        const vl_link link = rod(rows[i].from + FIRST, rows[i].to + FIRST, -1);
        vl_world_link(world, &link, 1);
        vl_world_break_links(world, (const int[]){0}, 1);
        assert_memory_equal(world->cloths[0].gone, rows[i].gone, sizeof rows[i].gone);
    }
}

// A ball that turns on a rod 1 m long at 3 m/s; cut, it flies on along the parabola of the velocity
// it had. Methods of order 2 are exact there; those of order 1 fall short by ½ g h t.
TEST(a_ball_cut_loose_flies_along_its_velocity)
{
    enum { STEPS = 50 };

    const double h = 1 / 100.0, t = STEPS * h;
    for (int i = 0; i < vl_integrator_count; i++) {
        const vl_integrator *integrator = vl_integrators[i];
        OWNED(vl_world) *world = chain(integrator->name, 1, 1, 1, 1, VL_ROD);
        vl_write(world->particles.v, 1, (vl_vec3){0, 3, 0});
        make_steps(world, 40, h);
        vl_vec3 x = particle_x(world, 1), v = particle_v(world, 1);
        vl_world_break_links(world, (const int[]){0}, 1);
        make_steps(world, STEPS, h);

        vl_vec3 fall = vl_scale(world->gravity, 0.5 * t * t);
        vl_vec3 there = vl_add(vl_add(x, vl_scale(v, t)), fall);
        // rounding: STEPS² units of the last place of 1 m, since each step's adds up to a speed
        double allowed = STEPS * STEPS * 0x1p-53 + (integrator->order < 2 ? 0.5 * 9.81 * h * t : 0);
        double off = vl_length(vl_sub(particle_x(world, 1), there));
        assert_below(off, 1.001 * allowed, integrator->name);
    }
}

// --- tearing ---

// A ball 1 m below a hook, and another hook beside it, under gravity 10.
static vl_world *falling_pair(const char *integrator, const vl_link *link)
{
    vl_world *world = particles_of(vl_integrator_find(integrator), 3, 0.05);
    vl_write(world->particles.x, 1, (vl_vec3){0, -1, 0});
    vl_write(world->particles.x, 2, (vl_vec3){5, 0, 0});
    pin(world, 0);
    pin(world, 2);
    world->gravity.y = -10;
    vl_world_link(world, link, 1);
    return world;
}

// A ball falls on a rod nobody solves: ½ 10 t² = 0.2 m, its `tear`, are reached at t = 0.2 s, and
// passed in the step after; a spring that is pressed together by as much never tears. To know the
// velocity of now takes a look ahead. What would tear there does not.
TEST(a_link_tears_in_the_step_that_stretches_it_too_far)
{
    static const char *const names[] = {"velocity-verlet", "tcv"};
    for (int i = 0; i < 4 * COUNT(names); i++) {
        bool pressed = i / 2 % 4 == 3;
        vl_link link = spring_between(0, 1, pressed ? 5 : 1, 1e-9);
        link.kind = pressed ? VL_SPRING : (vl_link_kind)(i / 2 % 4);
        link.tear = 0.2;
        OWNED(vl_world) *world = falling_pair(names[i % 2], &link);
        world->solver.iterations = 0;
        for (int k = 1; k <= 30; k++) {
            vl_world_step(world, 1 / 64.0);
            double t = k / 64.0;
            world->next_dt = 1;
            vl_world_synchronise(world);
            world->next_dt = 0;
            assert_int_equal(world->links.count, !pressed && 5 * t * t > 0.2 ? 0 : 1);
            assert_int_equal(world->broken, 1 - world->links.count);
        }
    }
}

// When the last rod of a world tears, every method goes on in free flight: from one step to the
// next the velocity all agree on changes by g h and by nothing else. It is read from positions near
// 1 m over h, so it may be off by a few units of 2⁻⁵³/h.
TEST(a_world_without_its_last_link_falls_freely)
{
    const double h = 1 / 128.0;
    for (int i = 0; i < vl_integrator_count; i++) {
        vl_link link = rod(0, 1, -1);
        link.tear = 0.05;
        OWNED(vl_world) *world = falling_pair(vl_integrators[i]->name, &link);
        vl_write(world->particles.v, 1, (vl_vec3){0, -8, 0});
        world->solver.iterations = 0;
        for (int steps = 0; world->links.count > 0 && steps < 100; steps++)
            vl_world_step(world, h);
        assert_int_equal(world->links.count, 0);
        // a velocity that is the state is nothing to estimate
        double kept = world->particles.v[1][1], last = particle_v(world, 1).y;
        assert_true(vl_integrators[i]->keeps_positions || world->particles.v[1][1] == kept);
        for (int k = 0; k < 20; k++) {
            vl_world_step(world, h);
            double v = particle_v(world, 1).y;
            assert_true(k == 0 || fabs(v - last + h * 10) < 100 * 0x1p-53 / h);
            last = v;
        }
        // the whole way down: at rest it would have passed here with this speed
        double fallen = -world->particles.x[1][1] - 1, speed = sqrt(64 + 2 * 10 * fallen);
        assert_true(fabs(last / speed + 1) < 10 * h); // one step of g h, relative to some 15 m/s
    }
}

static int newton_steps;

static vl_solve count_steps(vl_world *world, void *memory, double h)
{
    vl_solve done = vl_solver_direct.solve(world, memory, h);
    newton_steps += done.sweeps;
    return done;
}

// Nobody waits for what a hand places where no shape has the lengths: settling, which a pose does
// twice at most, may visit 4,000,000 links, and a Newton step is worth 300. The method begins anew.
TEST(a_pose_without_a_solution_is_bounded_work)
{
    vl_solver counting = vl_solver_direct;
    counting.solve = count_steps;
    vl_random random = {21};
    FREED vl_link *links = random_links(&random, 20, 60);
    OWNED(vl_world) *world = particles_of(vl_integrator_find("tcv"), 20, 0.05);
    for (int i = 0; i < 20; i++)
        vl_write(world->particles.x, i, any_vec3(&random, 1));
    world->solver.method = &counting;
    vl_world_link(world, links, 60);
    assert_true(vl_world_hold(world, 0));
    vl_world_pose(world);
    const int most = 2 * 4000000 / (300 * world->links.hard_count) + 64;
    assert_true(newton_steps > 0 && newton_steps < most);
}

// Random graphs of rods, strings and springs that tear, under hands and scissors: colours and runs
// stay what they say they are, all is finite or marked, and what is gone was counted.
TEST(random_worlds_stay_whole_while_they_tear)
{
    vl_random random = test_random(21);
    int torn = 0;
    const int rounds = test_cases(20, 60);
    for (int round = 0; round < rounds; round++) {
        int particles = 2 + any_of(&random, 40), count = any_of(&random, test_cases(80, 150));
        FREED vl_link *links = random_links(&random, particles, count);
        OWNED(vl_world) *world = particles_of(vl_integrator_find("tcv"), particles, 0.05);
        for (int i = 0; i < count; i++)
            links[i].tear = i % 3 ? any_between(&random, 0.05, 3) : 0;
        for (int i = 0; i < particles; i++)
            vl_write(world->particles.x, i, any_vec3(&random, 1));
        vl_world_link(world, links, count);
        for (int k = 0; k < test_cases(30, 60); k++) {
            if (any_chance(&random, 0.7)) {
                vl_world_synchronise(world);
                deeds[any_of(&random, DEEDS)].act(world, &random);
            }
            vl_world_step(world, random_dt(&random, 0.015));
            check_colours(&world->links, particles);
            check_runs(&world->links);
            assert_int_equal(world->broken + world->links.count, count);
            assert_true(vl_axes_are_within(world->particles.x, DBL_MAX, particles));
        }
        torn += world->broken;
    }
    assert_true(torn > rounds);
}

// --- elastic energy ---

static vl_solve solve_nothing(vl_world *world, void *memory, double h)
{
    return (vl_solve){.solved = true};
}

// A rod that gives way holds ½ C²/compliance where the solver lets it; a slack string nothing.
TEST(links_that_give_way_hold_energy)
{
    static const vl_solver yielding = {
        .name = "yielding", .compliant = true, .solve = solve_nothing};

    static const struct {
        vl_link_kind kind;
        double length, compliance, energy; // J, at a distance of 1 m
    } rows[] = {
        {VL_ROD, 0.75, 0.01, 3.125},    {VL_ROD, 1.25, 0.01, 3.125}, {VL_ROD, 0.75, 0, 0},
        {VL_STRING, 0.75, 0.5, 0.0625}, {VL_STRING, 1.25, 0.5, 0},
    };

    for (int i = 0; i < COUNT(rows); i++) {
        vl_link link = rod_between(0, 1, rows[i].length);
        link.kind = rows[i].kind;
        link.compliance = rows[i].compliance;
        OWNED(vl_world) *world = falling_pair("verlet", &link);
        assert_true(vl_energy_springs(world) == 0); // relax holds every link stiff
        vl_solver_settings settings = world->solver;
        settings.method = &yielding;
        vl_world_set_solver(world, &settings);
        // a division by 0.01, which is not 2⁻ⁿ: two roundings
        assert_true(fabs(vl_energy_springs(world) - rows[i].energy) < 2 * 0x1p-52 * 3.125);
    }
}

// 2 kg on one link that begins as long as it is at rest: m g compliance longer than its length. The
// ball hangs 1 m below the hook.
static vl_world *weight(const vl_solver *method, vl_direction direction, double compliance,
                        double tear)
{
    const double longer = 2 * 10 * compliance;
    vl_link link = rod_between(0, 1, 1 - longer);
    link.compliance = compliance;
    link.tear = tear * longer / link.length;
    vl_world *world = falling_pair("verlet", &link);
    set_mass(world, 1, 2);
    use_solver(world, method->name, direction);
    make_steps(world, 100, 1 / 60.0);
    return world;
}

// At rest the link holds ½ (m g)² compliance, whichever solver honours it along either direction.
// It tears by a threshold a tenth below its stretch, and not by one a tenth above. A length of 1 m
// is off by some 2⁻⁵³ m after each step, of 20 N compliance.
TEST(a_weight_at_rest_stretches_its_link_by_the_compliance)
{
    for (int i = 0; i < 2 * vl_solver_count; i++)
        for (int decade = 1; vl_solvers[i / 2]->compliant && decade <= 6; decade++) {
            const vl_solver *method = vl_solvers[i / 2];
            vl_direction direction =
                method->new_direction_only ? VL_DIRECTION_NEW : (vl_direction)(i % 2);
            double compliance = 0.1 * pow(10, -decade), energy = 0.5 * 20 * 20 * compliance;
            OWNED(vl_world) *whole = weight(method, direction, compliance, 0);
            OWNED(vl_world) *below = weight(method, direction, compliance, 0.9);
            OWNED(vl_world) *above = weight(method, direction, compliance, 1.1);
            assert_below(fabs(vl_energy_springs(whole) / energy - 1),
                         100 * 10 * 0x1p-53 / (20 * compliance), method->name);
            assert_true(below->broken == 1 && above->broken == 0);
        }
}

// --- wind ---

// A cloth of particles without links, behind two single ones; 4 kg in all. `wind` blows.
static vl_world *sheet(const char *integrator, int columns, int rows, vl_vec3 along, vl_vec3 down,
                       vl_force wind)
{
    vl_world *world = world_with_cloth(2, columns, rows);
    for (int i = 0; i < columns * rows; i++) {
        vl_vec3 right = vl_scale(along, (double)(i % columns) / (columns - 1));
        vl_vec3 below = vl_scale(down, (double)(i / columns) / (rows - 1));
        vl_write(world->particles.x, 2 + i, vl_add(right, below));
        set_mass(world, 2 + i, 4.0 / (columns * rows));
    }
    wind.kind = &vl_force_wind;
    add_force(world, wind);
    world->integrator = vl_integrator_find(integrator);
    return world;
}

// Σ m a of the slots [first, last), N.
static vl_vec3 force_on(vl_world *world, int first, int last)
{
    vl_vec3 sum = {0, 0, 0};
    world->now.acceleration_is_current = false;
    vl_world_accelerate(world);
    for (int i = first; i < last; i++)
        sum = vl_add(sum, vl_scale(vl_read(world->particles.a, i), world->particles.mass[i]));
    return sum;
}

// F = drag A (n·u) n for any plane, wind and speed of the sheet; nothing where the wind blows along
// it. Of 2 × 24 triangles each term is off by a few roundings.
TEST(wind_pushes_a_sheet_across_its_surface)
{
    vl_random random = {3};
    for (int round = 0; round < 100; round++) {
        vl_vec3 along = any_vec3(&random, 2), down = any_vec3(&random, 2);
        vl_vec3 v = any_vec3(&random, 5), cross = vl_cross(along, down);
        double area = vl_length(cross);
        vl_vec3 n = vl_scale(cross, 1 / area);
        bool grazing = round % 2;
        vl_force wind = {.velocity = any_vec3(&random, 10), .drag = 0.7};
        if (grazing)
            wind.velocity = vl_add(v, vl_add(vl_scale(along, 3), vl_scale(down, -2)));
        OWNED(vl_world) *world = sheet("velocity-verlet", 7, 5, along, down, wind);
        for (int i = 2; i < world->particles.count; i++)
            vl_write(world->particles.v, i, v);
        vl_world_link(world, NULL, 0);

        double across = vl_dot(n, vl_sub(wind.velocity, v));
        vl_vec3 expected = vl_scale(n, grazing ? 0 : 0.7 * area * across);
        double off = vl_length(vl_sub(force_on(world, 2, world->particles.count), expected));
        assert_below(off, 0.7 * area * 20 * 100 * 0x1p-52, "force off");
    }
}

// A particle of no cloth is a ball; a cell that is gone lets the wind through.
TEST(wind_pushes_balls_and_no_cells_that_are_gone)
{
    vl_force wind = {.velocity = {1, 2, 3}, .drag = 2};
    OWNED(vl_world) *world = sheet("rk4", 5, 4, (vl_vec3){4, 0, 0}, (vl_vec3){0, -3, 0}, wind);
    vl_link link = rod(2 + 6, 2 + 7, -1); // between two cells
    world->particles.radius[1] = 0.5;
    vl_world_link(world, &link, 1);

    vl_vec3 ball = force_on(world, 1, 2);
    for (int axis = 0; axis < VL_AXES; axis++) // 2 π r² u, three roundings
        assert_true(fabs((&ball.x)[axis] - 2 * TEST_PI * 0.25 * (axis + 1)) < 4 * 0x1p-52 * 5);
    int count = world->particles.count;
    assert_true(fabs(force_on(world, 2, count).z - 2 * 12 * 3) < 1e-12);
    vl_world_break_links(world, (const int[]){0}, 1);
    assert_true(fabs(force_on(world, 2, count).z - 2 * 10 * 3) < 1e-12);
}

// Each particle has the mass of its share of the cloth: a third of each of its triangles, which are
// two of the cells down to the right and up to the left and one of the others. Then the sheet falls
// flat through still air, ever nearer to v = m g/(drag A), to e⁻⁴⁰ of it in 20 s at 2/s. The speed
// is read from positions near 1 m over 1/60 s: some units of 2⁻⁵³ · 240 m/s.
TEST(a_falling_sheet_reaches_its_terminal_velocity)
{
    enum { COLUMNS = 6, ROWS = 5 };

    for (int i = 0; i < vl_integrator_count; i++) {
        OWNED(vl_world) *world = sheet(vl_integrators[i]->name, COLUMNS, ROWS, (vl_vec3){5, 0, 0},
                                       (vl_vec3){0, 0, 4}, (vl_force){.drag = 5});
        for (int k = 0; k < ROWS * COLUMNS; k++) {
            bool left = k % COLUMNS > 0, right = k % COLUMNS + 1 < COLUMNS;
            bool above = k >= COLUMNS, below = k + COLUMNS < ROWS * COLUMNS;
            int triangles =
                2 * (right && below) + 2 * (left && above) + (left && below) + (right && above);
            set_mass(world, 2 + k, 0.25 * triangles / 6);
        }
        world->gravity = (vl_vec3){0, -10, 0};
        vl_world_link(world, NULL, 0);
        make_steps(world, 480, 1 / 240.0);
        for (int k = 2; k < world->particles.count; k++)
            assert_below(fabs(particle_v(world, k).y + 0.5), 10 * 0x1p-53 * 240,
                         vl_integrators[i]->name);
    }
}

// The noise stays within −1 … 1, rises at most 2 · 15/8 in a second, and is 0 in the mean: of
// 20,000 strengths of variance ⅓ that is off by 0.0041 in the mean square; four times that.
TEST(gusts_are_smooth_and_keep_the_mean)
{
    const int seconds = 20000, parts = 16;
    for (int seed = 0; seed < 4; seed++) {
        vl_force wind = {.velocity = {1, 0, 0}, .gust = 1, .seed = seed};
        double sum = 0, least = 2, most = 0, last = vl_wind_velocity(&wind, 0).x;
        for (int k = 0; k < seconds * parts; k++) {
            double now = vl_wind_velocity(&wind, (double)k / parts).x;
            sum += now;
            least = test_smaller(least, now);
            most = test_larger(most, now);
            assert_true(fabs(now - last) <= 3.75 / parts);
            last = now;
        }
        assert_true(least >= 0 && most <= 2 && least < 0.01 && most > 1.99);
        assert_below(fabs(sum / (seconds * parts) - 1), 4 * 0.0041, "mean off");
        wind.gust = 0;
        assert_true(vl_wind_velocity(&wind, 0.3).x == 1);
    }
    assert_true(vl_wind_velocity(&(vl_force){.velocity = {1, 0, 0}, .gust = 1}, 1e80).x == 1);
}

static double energy_against_air(vl_world *world, vl_vec3 air)
{
    double sum = 0;
    for (int i = 0; i < world->particles.count; i++) {
        vl_vec3 u = vl_sub(particle_v(world, i), air);
        sum += 0.5 * world->particles.mass[i] * vl_dot(u, u);
    }
    return sum;
}

// Flat sheets and crumpled ones with masses over four decades, drags over twelve, uneven steps: the
// speed against the air never grows, whatever the method. (Uneven steps alone change the speeds of
// plain Verlet: for methods of order 0 there, even ones.)
TEST(no_drag_is_too_strong)
{
    vl_random random = {8};
    for (int round = 0; round < 200; round++) {
        const vl_integrator *integrator = vl_integrators[round % vl_integrator_count];
        vl_force wind = {.velocity = any_vec3(&random, 20),
                         .drag = pow(10, any_between(&random, -3, 9))};
        OWNED(vl_world) *world =
            sheet(integrator->name, 6, 5, (vl_vec3){1, 0, 0}, (vl_vec3){0, -1, 0}, wind);
        bool crumpled = round / vl_integrator_count % 2;
        for (int i = 2; crumpled && i < world->particles.count; i++) {
            vl_accumulate(world->particles.x, i, any_vec3(&random, 0.3));
            vl_write(world->particles.v, i, any_vec3(&random, 1));
            set_mass(world, i, pow(10, any_between(&random, -3, 1)));
        }
        vl_world_link(world, NULL, 0);
        double before = energy_against_air(world, wind.velocity);
        for (int k = 0; k < 30; k++) {
            vl_world_step(world, integrator->order_random_dt ? random_dt(&random, 0.02) : 0.02);
            double now = energy_against_air(world, wind.velocity);
            assert_true(now <= before * (1 + 1e-12)); // roundings, of 1e-15 each
            before = now;
        }
    }
}

// A net that the wind tears off its hooks: the same bits in every run, with however many threads.
static vl_world *torn_net(const vl_solver *method, int threads)
{
    vl_world *world = world_from(
        "solver: {method: xpbd, iterations: 2}\n"
        "forces: [{kind: wind, velocity: [2, 0, 30], drag: 1, gust: 0.5, seed: 1}]\n"
        "cloths: [{origin: [0, 0], along: [99, 0], down: [0, -99], columns: 100, rows: 100,\n"
        "          mass: 4, compliance: 1e-6, tear: 0.2}]\n"
        "pins: [1, 8, 15, 22, 29, 36, 43, 50, 57, 64, 71, 78, 85, 92, 99]",
        "tcv");
    world->threads = threads;
    use_solver(world, method->name, VL_DIRECTION_NEW);
    make_steps(world, test_cases(12, 40), 1 / 60.0);
    return world;
}

TEST(tearing_is_the_same_with_any_number_of_threads)
{
    for (int i = 0; i < vl_solver_count; i++) {
        if (vl_solvers[i]->can_fail[VL_DIRECTION_NEW])
            continue; // holds all links at their lengths, of which none tears, on one thread
        OWNED(vl_world) *one = torn_net(vl_solvers[i], 1);
        print_message("  %s: %d of %d torn\n", vl_solvers[i]->name, one->broken,
                      one->broken + one->links.count);
        assert_true(one->broken > 100 && one->links.count > 100);
        for (int threads = test_cases(3, 2); threads <= 3; threads++) {
            OWNED(vl_world) *same = torn_net(vl_solvers[i], threads);
            assert_int_equal(same->broken, one->broken);
            assert_same_places(same, one);
            check_colours(&same->links, same->particles.count);
            check_runs(&same->links);
        }
    }
}

TEST(wind_conserves_no_energy)
{
    OWNED(vl_world) *blown = sheet("tcv", 2, 2, (vl_vec3){1, 0, 0}, (vl_vec3){0, -1, 0},
                                   (vl_force){.velocity = {1, 0, 0}, .drag = 1});
    vl_world_link(blown, NULL, 0);
    assert_true(vl_energy_exists(blown));
    assert_false(vl_energy_is_conserved(blown));
    blown->force_count = 0;
    assert_true(vl_energy_is_conserved(blown));

    // nor does what may tear, or a damper
    for (int k = 0; k < 3; k++) {
        vl_link link = spring_between(0, 1, 1, 1);
        link.tear = k == 1;
        link.damping = k == 2;
        OWNED(vl_world) *world = falling_pair("tcv", &link);
        assert_int_equal(vl_energy_is_conserved(world), k == 0);
    }
}
