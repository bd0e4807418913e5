// What is done while the clock stands: a particle is placed and let go, the solver is changed. It
// moves what it says, gives nothing speed, and its energy is in the ledger.

#include "lab/lab.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "support/labs.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

static const double frame = 1.0 / 60;

// A string of twelve pieces with a ball of ten times their mass, pulled out of the vertical; its 8
// substeps of 32 sweeps keep the strain below a per cent with every solver.
enum { BALL = 13, MIDDLE = 7 };

static vl_lab *swinging(const char *text, const vl_integrator *integrator, const vl_solver *method,
                        int direction)
{
    OWNED(vl_scene) *scene = text ? scene_of(text) : shipped_scene("ball-on-string");
    scene->solver.method = method;
    scene->solver.direction = (vl_direction)direction;
    vl_lab *lab = lab_with(scene, &integrator, 1);
    vl_lab_keep_ledger(lab);
    for (int k = 0; k < (text ? 15 : 30); k++)
        make_frame(lab, frame);
    vl_lab_complete(lab, frame);
    return lab;
}

// The largest energy of the next frames, J.
static double largest_energy(vl_lab *lab, int frames)
{
    double largest = -HUGE_VAL;
    for (int k = 0; k < frames; k++) {
        make_frame(lab, frame);
        vl_lab_complete(lab, frame);
        largest = test_larger(largest, lab->runs[0].shown.energy);
    }
    return largest;
}

// Holds a particle, places it `out` m away from the hook and lets it go.
static void place(vl_lab *lab, int number, double out)
{
    vl_world *world = lab->runs[0].world;
    int slot = world->particles.slot_of[number - 1], hook = world->particles.slot_of[0];
    assert_true(vl_world_hold(world, slot));
    vl_lab_changed(lab, 0, VL_CAUSE_HAND);
    vl_vec3 at = particle_x(world, slot), away = vl_sub(at, particle_x(world, hook));
    vl_world_carry(world, slot, vl_add(at, vl_scale(away, out / vl_length(away))));
    vl_world_pose(world);
    vl_lab_changed(lab, 0, VL_CAUSE_HAND);
    vl_world_put_down(world, slot);
    if (world->now.unsettled != VL_SETTLED)
        vl_world_settle(world); // as before the next step
    vl_lab_changed(lab, 0, VL_CAUSE_HAND);
}

typedef void deed(vl_lab *lab, int number, const char *what);

// Calls `act` for each integrator and solver along each direction, or for every so manieth of these
// pairs where few cases are asked for; `text` of a scene, or NULL.
static void for_each_method(const char *text, deed *act, int number, int few)
{
    for (int s = 0; s < 2 * vl_solver_count; s++)
        for (int i = 0; i < vl_integrator_count; i++) {
            const vl_solver *method = vl_solvers[s / 2];
            if ((s % 2 && method->new_direction_only) || (i + s) % test_cases(few, 1))
                continue;
            const char *what = PRINTED("%s %s %s", method->name, vl_direction_names[s % 2],
                                       vl_integrators[i]->name);
            OWNED(vl_lab) *lab = swinging(text, vl_integrators[i], method, s % 2);
            act(lab, number, what);
        }
}

// The energy of the next second is that of the start, but for what a method itself adds to this
// swing in a second: below 0.02 J, with explicit Euler too. The ledger has the change under the
// hand.
static void goes_on_as_placed(vl_lab *lab, const char *what, double before)
{
    const vl_reading *now = &lab->runs[0].shown;
    double placed = now->energy;
    assert_below(largest_energy(lab, 60), placed + 0.02, what);
    assert_true(fabs(now->ledger[VL_CAUSE_HAND] - (placed - before)) < 1e-9);
    double change = now->energy - lab->runs[0].reference.energy;
    assert_true(fabs(ledger_sum(now->ledger) - change) < 1e-9);
}

// Placed 15 cm out of reach, a particle is back where the string lets it be when it is let go, at
// rest.
static void let_go_out_of_reach(vl_lab *lab, int number, const char *what)
{
    const vl_world *world = lab->runs[0].world;
    double before = lab->runs[0].shown.energy;
    place(lab, number, 0.15);
    assert_true(vl_world_strain(world) < 1e-9);
    int slot = world->particles.slot_of[number - 1];
    assert_true(vl_length(vl_read(vl_world_velocity(world), slot)) == 0);
    goes_on_as_placed(lab, what, before);
}

TEST(what_is_placed_is_at_rest_when_the_clock_goes_on)
{
    for_each_method(NULL, let_go_out_of_reach, BALL, 5);
    for_each_method(NULL, let_go_out_of_reach, MIDDLE, 5);
}

// A chain of rods, and a cloth whose rods have no shape but near-rigid ones: they are more than the
// coordinates. Both have swung for a quarter of a second.
#define MANY "format: 1\ngravity: [0, -9.81]\nsolver: {iterations: 32, substeps: 8}\n"
static const char chain_text[] =
    MANY "damping: 0.5\nchains: [{from: [0, 0], to: [0.8, 0.6], links: 10, mass: 1, pin: start}]\n";
static const char cloth_text[] =
    MANY "damping: 0.5\ncloths: [{origin: [-1, 1.2, 0], along: [2, 0, 0], down: [0, -0.8, 1.8],\n"
         "          columns: 6, rows: 6, mass: 0.5, pin: [top-left, top-right], shear: true}]\n";

// In the next 120 substeps no energy comes but what methods add, 0.02 J: a strain of 1e-4 of 0.4 m
// in 1/480 s would be 1e-4 J. A braced cloth along old directions, as `check` warns, gains anyway.
static void let_go_far_out_of_reach(vl_lab *lab, int number, const char *what)
{
    place(lab, number, 1);
    double placed = lab->runs[0].shown.energy;
    assert_true(vl_world_strain(lab->runs[0].world) <= VL_SETTLED_STRAIN);
    if (!lab->runs[0].world->cloth_count || !strstr(what, "direct old"))
        assert_below(largest_energy(lab, 15), placed + 0.02, what);
}

TEST(a_chain_and_a_cloth_drawn_out_of_reach_get_no_speed_of_it)
{
    for_each_method(chain_text, let_go_far_out_of_reach, 11, 5);
    for_each_method(cloth_text, let_go_far_out_of_reach, 36, 16);
}

enum { FRAMES = 6 };

static const char *const sheets[] = {"cloth", "draped-sheet", "rope-bridge"};

// A corner is drawn in six frames, by `way` times a metre, and let go. What was shown then is what
// goes on. The strain of up to a hundredth that some links have is speed after the first step: some
// hundredths of what is 100 %.
static void draw_a_sheet(const char *name, const vl_solver *method, int direction, double way)
{
    OWNED(vl_scene) *scene = shipped_scene(name);
    scene->solver.method = method;
    scene->solver.direction = (vl_direction)direction;
    OWNED(vl_lab) *lab = lab_with(scene, NULL, 1);
    vl_world *world = lab->runs[0].world;
    if (vl_solver_refuses(world, &scene->solver))
        return;
    int number = world->particles.count, slot = world->particles.slot_of[number - 1];
    vl_vec3 from = particle_x(world, slot);
    double strain = vl_world_strain(world);
    vl_lab_complete(lab, frame);
    VL_DO(lab, VL_HOLD, .number = number);
    for (int k = 1; k <= FRAMES; k++) {
        vl_vec3 to = vl_add(from, vl_scale((vl_vec3){-0.7, 0.5, 0.5}, way * k / FRAMES));
        VL_DO(lab, VL_CARRY, .number = number, .values = {to.x, to.y, to.z});
        VL_DO(lab, VL_POSE, .lane = 0);
        assert_below(vl_world_strain(world), test_larger(0.01, strain) + 1e-9, name);
    }
    OWNED(vl_world) *shown = vl_world_copy(world, world->integrator, &world->solver);
    VL_DO(lab, VL_PUT, .number = number);
    vl_lab_changed(lab, 0, VL_CAUSE_HAND);
    assert_int_equal(world->now.unsettled, VL_SETTLED);
    assert_same_places(world, shown);
    double placed = lab->runs[0].shown.energy;
    double scale = lab->runs[0].reference.scale.joule;
    assert_below(largest_energy(lab, 3), placed + 0.1 * scale, name);
}

TEST(a_sheet_keeps_the_shape_that_was_shown)
{
    for (int k = 0; k < COUNT(sheets); k++)
        for (int s = 0; s < 2 * vl_solver_count; s++)
            if (!(s % 2 && vl_solvers[s / 2]->new_direction_only) &&
                (k + s) % test_cases(9, 1) == 0)
                draw_a_sheet(sheets[k], vl_solvers[s / 2], s % 2, (k + s) % 8 ? 0.6 : 3);
}

static void take_each_solver(vl_lab *lab, int number, const char *what)
{
    vl_world *world = lab->runs[0].world;
    double energy = lab->runs[0].shown.energy;
    OWNED(vl_world) *before = vl_world_copy(world, world->integrator, &world->solver);
    for (int s = 0; s < 2 * vl_solver_count; s++) {
        vl_solver_settings settings = world->solver;
        settings.method = vl_solvers[s / 2];
        settings.direction = (vl_direction)(s % 2);
        if (vl_solver_refuses(world, &settings))
            continue;
        vl_world_set_solver(world, &settings);
        vl_lab_changed(lab, 0, VL_CAUSE_SETTING);
        assert_same_places(world, before);
        assert_true(lab->runs[0].shown.energy == energy);
    }
    // the strain of up to 1 % that sweeps have left is taken out when the clock goes on
    make_frame(lab, frame);
    vl_lab_complete(lab, frame);
    double setting = lab->runs[0].shown.ledger[VL_CAUSE_SETTING];
    assert_true(fabs(setting) < 0.01 * 2.2 * 9.81);
    assert_below(largest_energy(lab, 60), energy + setting + 0.02, what);
}

TEST(another_solver_moves_nothing_while_the_clock_stands)
{
    for_each_method(NULL, take_each_solver, BALL, 5);
}

// A hand 20 % out of reach has the ball as near as the string lets it. Where it is pinned there, no
// shape has the lengths, and the strain that is left is told. Twelve pieces of equal length have 20
// % in the mean; sweeps do not share it evenly.
TEST(what_cannot_have_its_lengths_says_so)
{
    OWNED(vl_lab) *lab = swinging(NULL, vl_integrators[0], &vl_solver_relax, 0);
    vl_world *world = lab->runs[0].world;
    int slot = world->particles.slot_of[BALL - 1], hook = world->particles.slot_of[0];
    double length = 0;
    for (int k = 0; k < world->links.hard_count; k++)
        length += world->links.length[k];
    vl_vec3 at = vl_add(particle_x(world, hook), (vl_vec3){1.2 * length, 0, 0});
    assert_true(vl_world_hold(world, slot));
    vl_world_carry(world, slot, at);
    vl_world_pose(world);
    assert_below(vl_world_strain(world), VL_SETTLED_STRAIN, "near the hand");
    vl_vec3 reached = vl_sub(particle_x(world, slot), particle_x(world, hook));
    assert_true(reached.x > 0.95 * length && vl_length(reached) < (1 + VL_SETTLED_STRAIN) * length);
    vl_write(world->particles.x, slot, at);
    vl_world_set_pinned(world, slot, true);
    vl_world_settle(world);
    double left = vl_world_strain(world);
    assert_true(left > 0.2 - 1e-9 && left < 12 * 0.2);
}

// --- links and colliders ---

// A bob on a rod, too near to its hook and in the floor; a chain whose middle is in a sphere, a
// box.
static const struct {
    const char *what, *text;
} pressed[] = {
    {"bob", MANY "particles: [{at: [0, 0.5], pinned: true}, {at: [0.1, 0.11], radius: 0.1}]\n"
                 "links: [{from: 1, to: 2, kind: rod, length: 0.5}]\n"
                 "colliders: [{kind: plane, point: [0, 0], normal: [0, 1]}]\n"},
    {"sphere", MANY "chains: [{from: [-0.5, 0], to: [0.5, 0], links: 8, mass: 1, pin: start}]\n"
                    "colliders: [{kind: sphere, center: [0, -0.1], radius: 0.3}]\n"},
    {"box", MANY "chains: [{from: [-0.5, 0], to: [0.5, 0.1], links: 8, kind: string, mass: 1,\n"
                 "          pin: start}]\n"
                 "colliders: [{kind: box, center: [0.1, -0.2], size: [0.4, 0.6]}]\n"},
};

static double deepest(const vl_world *world)
{
    const vl_particles *p = &world->particles;
    double depth = 0;
    for (int c = 0; c < world->collider_count; c++)
        for (int i = 0; i < p->count; i++) {
            const vl_collider *collider = &world->colliders[c];
            double room = collider->kind->clearance(collider, vl_read(p->x, i)).distance;
            depth = test_larger(depth, p->inverse_mass[i] > 0 ? p->radius[i] - room : 0);
        }
    return depth;
}

// All begins with the lengths and outside, and gains no energy in the first frames but what methods
// add. A bob that contacts keep 10 cm too near to its hook gains 19 J in four of them.
TEST(links_and_colliders_are_met_together)
{
    for (int k = 0; k < COUNT(pressed); k++)
        for (int s = 0; s < 2 * vl_solver_count; s++)
            for (int i = 0; i < vl_integrator_count; i++) {
                const vl_solver *method = vl_solvers[s / 2];
                if ((s % 2 && method->new_direction_only) || !test_pair(i, s + k))
                    continue;
                OWNED(vl_scene) *scene = scene_of(pressed[k].text);
                scene->solver.method = method;
                scene->solver.direction = (vl_direction)(s % 2);
                OWNED(vl_lab) *lab = lab_with(scene, &vl_integrators[i], 1);
                const vl_world *world = lab->runs[0].world;
                double left = vl_world_strain(world), depth = deepest(world);
                double start = lab->runs[0].shown.energy, most = largest_energy(lab, 6);
                if (!(left < 1e-8) || !(depth < 1e-8) || !(most < start + 0.02))
                    fail_msg("%s, %s %s %s: strain %g, depth %g m, %g J at the start, then %g J",
                             pressed[k].what, method->name, vl_direction_names[s % 2],
                             vl_integrators[i]->name, left, depth, start, most);
            }
}

// A rod of 2 cm at a hook 5 cm above the floor cannot hold a ball of 10 cm out of it.
TEST(a_collider_that_keeps_links_from_their_lengths_gives_no_energy)
{
    OWNED(vl_scene) *scene =
        scene_of("format: 1\ngravity: [0, -9.81]\n"
                 "particles: [{at: [0, 0.05], pinned: true}, {at: [0.01, 0.11], radius: 0.1}]\n"
                 "links: [{from: 1, to: 2, kind: rod, length: 0.02}]\n"
                 "colliders: [{kind: plane, point: [0, 0], normal: [0, 1]}]\n");
    OWNED(vl_lab) *lab = lab_with(scene, &vl_integrators[0], 1);
    assert_true(deepest(lab->runs[0].world) < 1e-12);
    double start = lab->runs[0].shown.energy;
    assert_true(largest_energy(lab, 60) < start + 1e-9);
}

// --- at the start ---

static const struct {
    const char *link;
    double before, after; // m, length
    bool warns;
} starts[] = {
    {"kind: string, length: 1", 1.04, 1, true},
    {"kind: rod, length: 1", 1.04, 1, true},
    {"kind: rod, length: 1", 0.9, 1, true},
    {"kind: rod, length: 1", 1.0001, 1, false}, // rounded in the file
    {"kind: string, length: 1", 0.9, 0.9, false},
    {"kind: rod", 1.04, 1.04, false},
    {"kind: rod, length: 1, compliance: 1e-3", 1.04, 1.04, false},
    {"kind: spring, length: 1, stiffness: 100", 1.04, 1.04, false},
};

// A ball beside its hook, thrown upwards.
static vl_scene *beside(int row)
{
    return scene_of(PRINTED("format: 1\ngravity: [0, -9.81]\nsolver: {method: xpbd}\nparticles:\n"
                            "  - {at: [0, 0], pinned: true}\n  - {at: [%g, 0], velocity: [0, 2]}\n"
                            "links:\n  - {from: 1, to: 2, %s}\n",
                            starts[row].before, starts[row].link));
}

// A strain of 4 % would be 2000 m/s and 2 MJ after a step of 20 µs. The correction gives no speed.
// The velocity of a method of first order is off by up to a step of g: m v g h = 4e-4 J. The first
// such link is told with its strain and its place in the file.
TEST(links_that_do_not_fit_at_the_start_begin_as_if_placed)
{
    for (int row = 0; row < COUNT(starts); row++)
        for (int k = 0; k < vl_solver_count * vl_integrator_count; k++) {
            const vl_solver *solver = vl_solvers[k % vl_solver_count];
            const vl_integrator *method = vl_integrators[k / vl_solver_count];
            OWNED(vl_scene) *scene = beside(row);
            assert_int_equal(*scene->warning.text != 0, starts[row].warns);
            double percent = 100 * (starts[row].before - 1);
            const char *strain =
                PRINTED("by %s%.3g %%", percent < 0 ? VL_MINUS : "+", fabs(percent));
            assert_true(!starts[row].warns || (strstr(scene->warning.text, ":8:5: link 1, a ") &&
                                               strstr(scene->warning.text, strain)));
            scene->solver.method = solver;
            OWNED(vl_lab) *lab = lab_with(scene, &method, 1);
            const vl_world *world = lab->runs[0].world;
            if (vl_solver_refuses(world, &scene->solver))
                continue;
            assert_true(fabs(world->particles.x[0][1] - starts[row].after) < 1e-12);
            assert_true(world->particles.x[1][1] == 0 && world->particles.v[1][1] == 2);
            for (int n = 0; n < 200; n++)
                make_frame(lab, 2e-5);
            vl_lab_complete(lab, 2e-5);
            double off = lab->runs[0].shown.energy - lab->runs[0].reference.energy;
            if (!strstr(starts[row].link, "compliance") && !(fabs(off) < 4e-4))
                fail_msg("%s at %g m, %s, %s: %g J", starts[row].link, starts[row].before,
                         solver->name, method->name, off);
        }
}
