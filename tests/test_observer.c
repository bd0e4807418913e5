// Observers of a world: all are told of the same events in the order of a step, and none changes
// it.

#include "physics/colliders/colliders.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

// What was told, a letter for each event.
typedef struct record {
    char events[4096];
    size_t count;
} record;

static void note(record *r, char event)
{
    if (r->count + 1 < sizeof r->events)
        r->events[r->count++] = event;
}

static void frame_begun(void *data, vl_world *world, bool known)
{
    note(data, known ? 'F' : 'f');
}

static void step_begun(void *data, vl_world *world, double h)
{
    note(data, 's');
}

static void move_begins(void *data, vl_world *world, double h)
{
    note(data, 'm');
}

static void predicted(void *data, vl_world *world, double h)
{
    note(data, 'x');
}

static void links_solved(void *data, vl_world *world, double h)
{
    note(data, 'l');
}

static void particle_passed(void *data, vl_world *world, int slot, const vl_contact *contact)
{
    note(data, contact->touched ? 'T' : 'p');
}

static void step_finished(void *data, vl_world *world, double h)
{
    note(data, 'e');
}

static void substep_finished(void *data, vl_world *world, double h)
{
    note(data, '.');
}

static void instant_known(void *data, vl_world *world, vl_instant_kind instant)
{
    note(data, "nba"[instant]);
}

static void trial_begun(void *data, vl_world *world, vl_trial trial)
{
    note(data, "({"[trial]);
}

static void rolled_back(void *data, vl_world *world, vl_trial trial)
{
    note(data, ")}"[trial]);
}

static void state_rebuilt(void *data, vl_world *world, int first, int end, bool solved)
{
    note(data, end - first == 1 ? 'o' : 'r');
}

static void links_torn(void *data, vl_world *world, double energy)
{
    note(data, 't');
}

static const vl_observer all_events = {
    .frame_begun = frame_begun,
    .step_begun = step_begun,
    .move_begins = move_begins,
    .predicted = predicted,
    .links_solved = links_solved,
    .particle_passed = particle_passed,
    .step_finished = step_finished,
    .substep_finished = substep_finished,
    .instant_known = instant_known,
    .trial_begun = trial_begun,
    .rolled_back = rolled_back,
    .state_rebuilt = state_rebuilt,
    .links_torn = links_torn,
};
static const vl_observer no_events = {0};

static void expect(record *r, const char *events)
{
    r->events[r->count] = '\0';
    assert_string_equal(r->events, events);
    r->count = 0;
}

TEST(observers_are_told_in_the_order_of_the_step)
{
    OWNED(vl_world) *world = chain("tcv", 2, 1, 1, 1, VL_ROD);
    record first = {.count = 0}, second = {.count = 0};
    world->solver.substeps = 2;
    vl_world_add_observer(world, &all_events, &first);
    vl_world_add_observer(world, &no_events, world);
    vl_world_add_observer(world, &all_events, &second);

    vl_world_step(world, 0.01);
    expect(&first, "rFsmxle.smxle.");
    expect(&second, "rFsmxle.smxle.");
    vl_world_step(world, 0.01);
    expect(&first, "fsmxle.bsmxle.");
    vl_world_synchronise(world);
    expect(&first, "{smxle.}a");
    vl_world_set_pinned(world, 2, true);
    expect(&first, "o");
    expect(&second, "fsmxle.bsmxle.{smxle.}ao");

    vl_world_remove_observer(world, &first);
    vl_world_step(world, 0.01);
    expect(&first, "");
    expect(&second, "Fsmxle.smxle.");
}

// A substep whose links have no solution along the old direction is rolled back for each division.
TEST(observers_are_told_of_a_rollback)
{
    OWNED(vl_world) *world = swing("tcv");
    vl_solver_settings settings = world->solver;
    settings.method = &vl_solver_direct;
    settings.direction = VL_DIRECTION_OLD;
    vl_world_set_solver(world, &settings);
    record r = {.count = 0};
    make_steps(world, 20, 0.02);
    vl_world_synchronise(world);
    vl_world_add_observer(world, &all_events, &r);
    vl_world_step(world, 0.3);
    assert_true(world->solved.divided == 1 || world->solved.failed == 1);
    r.events[r.count] = '\0';
    assert_memory_equal(r.events, "F(smx)smx", 9);
    assert_null(strchr(r.events + 2, '('));
    assert_string_equal(r.events + r.count - 2, "e.");
}

// A ball strikes the floor beside a pinned one: a path is told of the free one alone, whether balls
// collide or not. The impact is no other event, and a cut by hand tells of the rebuilt state alone.
TEST(contacts_tell_of_free_particles_and_a_cut_of_the_state)
{
    const vl_link spring = {.to = 1, .kind = VL_SPRING, .length = 1, .stiffness = 1, .family = -1};
    const int cut = 0;
    for (int balls = 0; balls < 2; balls++) {
        vl_world *world = vl_world_create(2);
        record r = {.count = 0};
        vl_write(world->particles.x, 0, (vl_vec3){0, 0.01, 0});
        vl_write(world->particles.v, 0, (vl_vec3){0, -1, 0});
        vl_write(world->particles.x, 1, (vl_vec3){1, 1, 0});
        world->integrator = vl_integrator_find("tcv");
        world->colliders = vl_alloc(2, sizeof *world->colliders);
        world->colliders[0] = (vl_collider){.kind = &vl_collider_plane, .normal = {0, 1, 0}};
        world->colliders[1] = (vl_collider){.kind = &vl_collider_balls};
        world->collider_count = 1 + balls;
        vl_world_link(world, &spring, 1);
        vl_world_set_pinned(world, 1, true);
        vl_world_add_observer(world, &all_events, &r);
        vl_world_step(world, 0.02);
        expect(&r, "rFsmxTe.");
        vl_world_synchronise(world);
        expect(&r, "n");
        vl_world_break_links(world, &cut, 1);
        expect(&r, "r");
        vl_world_free(world);
    }
}

// Something of everything: strings that fall onto a floor, one that tears, a hand.
static vl_world *tangle(const char *integrator)
{
    return world_from(
        "gravity: [0, -9.81]\n"
        "colliders: [{kind: plane, normal: [0, 1], restitution: 0.5, friction: 0.3}]\n"
        "particles: [{at: [0, 0.5]}, {at: [0.2, 0.6]}, {at: [0.4, 0.7]}, {at: [0.6, 0.8]},\n"
        "            {at: [0.8, 0.9]}, {at: [1, 1]}]\n"
        "links: [{from: 1, to: 2, length: 0.23, kind: string},\n"
        "        {from: 2, to: 3, length: 0.23, kind: string},\n"
        "        {from: 3, to: 4, length: 0.23, kind: spring, stiffness: 50, tear: 0.5},\n"
        "        {from: 4, to: 5, length: 0.23, kind: string},\n"
        "        {from: 5, to: 6, length: 0.23, kind: string}]",
        integrator);
}

static void play(vl_world *world)
{
    for (int i = 0; i < 60; i++) {
        if (i == 20)
            assert_true(vl_world_hold(world, 0));
        if (i >= 20 && i < 40)
            vl_world_carry(world, 0, (vl_vec3){-0.1 * (i - 19), 0.5, 0});
        if (i == 40)
            vl_world_release(world, 0, (vl_vec3){0, 1, 0});
        if (i % 7 == 0)
            vl_world_synchronise(world);
        vl_world_step(world, i % 2 ? 0.01 : 0.02);
    }
}

TEST(observers_change_no_bit)
{
    for (int i = 0; i < vl_integrator_count; i++) {
        OWNED(vl_world) *alone = tangle(vl_integrators[i]->name),
                        *seen = tangle(vl_integrators[i]->name);
        record r[2] = {{.count = 0}, {.count = 0}};
        for (int k = 0; k < 2; k++)
            vl_world_add_observer(seen, &all_events, &r[k]);
        play(alone);
        play(seen);
        assert_true(r[0].count > 500 && alone->broken > 0);
        assert_int_equal(r[0].count, r[1].count);
        assert_memory_equal(r[0].events, r[1].events, r[0].count);
        r[0].events[r[0].count] = '\0';
        for (const char *event = "roFTpt"; *event; event++)
            assert_non_null(strchr(r[0].events, *event));
        assert_same_places(alone, seen);
    }
}
