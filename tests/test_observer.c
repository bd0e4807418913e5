// Observers of a world: all are told of the same events in the order of a step. That none changes
// it, test_any_scene.c shows of one that keeps the ledger.

#include "physics/colliders/colliders.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"

#include "support/testing.h"
#include "support/worlds.h"

// What was told, a letter for each event.
typedef struct record {
    char events[4096];
    size_t count;
} record;

// What is told behind the world is the end of the row.
#define NOTES(event, letter, ...)                                                                  \
    static void event(void *data, vl_world *world, __VA_ARGS__)                                    \
    {                                                                                              \
        record *r = data;                                                                          \
        if (r->count + 1 < sizeof r->events)                                                       \
            r->events[r->count++] = letter;                                                        \
    }

NOTES(frame_begun, known ? 'F' : 'f', bool known)
NOTES(step_begun, 's', double h)
NOTES(move_begins, 'm', double h)
NOTES(predicted, 'x', double h)
NOTES(links_solved, 'l', double h)
NOTES(step_finished, 'e', double h)
NOTES(particle_passed, contact->touched ? 'T' : 'p', int slot, const vl_contact *contact)
NOTES(instant_known, "nba"[instant], vl_instant_kind instant)
NOTES(trial_begun, "({"[trial], vl_trial trial)
NOTES(rolled_back, ")}"[trial], vl_trial trial)
NOTES(state_rebuilt, end - first == 1 ? 'o' : 'r', int first, int end, bool solved)
NOTES(links_torn, 't', double energy)

static const vl_observer all_events = {
    .frame_begun = frame_begun,
    .step_begun = step_begun,
    .move_begins = move_begins,
    .predicted = predicted,
    .links_solved = links_solved,
    .particle_passed = particle_passed,
    .step_finished = step_finished,
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
    expect(&first, "rFsmxlesmxle");
    expect(&second, "rFsmxlesmxle");
    vl_world_step(world, 0.01);
    expect(&first, "fsmxlebsmxle");
    vl_world_synchronise(world);
    expect(&first, "{smxle}a");
    vl_world_set_pinned(world, 2, true);
    expect(&first, "or");
    expect(&second, "fsmxlebsmxle{smxle}aor");

    vl_world_remove_observer(world, &first);
    vl_world_step(world, 0.01);
    expect(&first, "");
    expect(&second, "Fsmxlesmxle");
}

// A substep whose links have no solution along the old direction is rolled back for each division.
TEST(observers_are_told_of_a_rollback)
{
    OWNED(vl_world) *world = swing("tcv");
    use_solver(world, "direct", VL_DIRECTION_OLD);
    record r = {.count = 0};
    make_steps(world, 20, 0.02);
    vl_world_synchronise(world);
    vl_world_add_observer(world, &all_events, &r);
    vl_world_step(world, 0.3);
    assert_true(world->solved.divided == 1 || world->solved.failed == 1);
    r.events[r.count] = '\0';
    assert_memory_equal(r.events, "F(smx)smx", 9);
    assert_null(strchr(r.events + 2, '('));
    assert_string_equal(r.events + r.count - 1, "e");
}

// A ball strikes the floor beside a pinned one: a path is told of the free one alone, whether balls
// collide or not. The spring varies on the way, so that the impact gets a step of its own after a
// trial; a cut by hand tells of the rebuilt state alone, and a link that tears of itself of the
// tear.
TEST(contacts_tell_of_free_particles_and_a_cut_of_the_state)
{
    for (int balls = 0; balls < 2; balls++) {
        OWNED(vl_world) *world = particles_of(vl_integrator_find("tcv"), 2, 0.05);
        vl_link spring = spring_between(0, 1, 1, 1);
        record r = {.count = 0};
        world->gravity = (vl_vec3){0, 0, 0};
        vl_write(world->particles.x, 0, (vl_vec3){0, 0.01, 0});
        vl_write(world->particles.v, 0, (vl_vec3){0, -1, 0});
        vl_write(world->particles.x, 1, (vl_vec3){1, 1, 0});
        pin(world, 1);
        add_collider(world, (vl_collider){.kind = &vl_collider_plane, .normal = {0, 1, 0}});
        if (balls)
            add_collider(world, (vl_collider){.kind = &vl_collider_balls});
        spring.tear = balls ? 0 : 0.1;
        vl_world_link(world, &spring, 1);
        vl_world_add_observer(world, &all_events, &r);
        vl_world_step(world, 0.02);
        expect(&r, balls ? "rF(smxT)(smxTe(smxpe" : "rF(smxT)(smxTe(smxpet");
        vl_world_synchronise(world);
        expect(&r, "n");
        if (balls)
            vl_world_break_links(world, (const int[]){0}, 1);
        expect(&r, balls ? "r" : "");
    }
}
