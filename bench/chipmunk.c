// Chipmunk: a body for each particle and a pin joint for each link, without shapes. Its joints are
// solved for velocities, so that there is nothing but a whole step to be timed.

#include "base/memory.h"
#include "program.h"

#include <chipmunk/chipmunk.h>
#include <math.h>

typedef struct state {
    const bench_scenario *scenario;
    cpSpace *space;
    cpBody **bodies;
    int joint_count;
    cpConstraint **joints;
} state;

static const char *version(void)
{
    return cpVersionString;
}

static void place(void *memory, double *const x[BENCH_AXES])
{
    state *s = memory;
    for (int i = 0; i < s->scenario->particle_count; i++) {
        cpBodySetPosition(s->bodies[i], cpv(x[0][i], x[1][i]));
        if (!s->scenario->pinned[i])
            cpBodySetVelocity(s->bodies[i], cpvzero);
    }
}

static cpBody *make_body(cpSpace *space, double mass, bool pinned)
{
    cpBody *body = pinned ? cpBodyNewStatic() : cpBodyNew(mass, (double)INFINITY);
    return cpSpaceAddBody(space, body);
}

// A joint takes its length from where the bodies are. Of two that cannot move it is refused: those
// of a pinned edge are left out, 1 in 250 of a cloth of 64².
static void add_joint(state *s, int from, int to)
{
    if (s->scenario->pinned[from] && s->scenario->pinned[to])
        return;
    cpConstraint *joint = cpPinJointNew(s->bodies[from], s->bodies[to], cpvzero, cpvzero);
    s->joints[s->joint_count++] = cpSpaceAddConstraint(s->space, joint);
    cpConstraintSetCollideBodies(joint, cpFalse);
}

static void *create(const bench_program *program, const bench_scenario *scenario)
{
    state *s = vl_alloc(1, sizeof *s);
    s->scenario = scenario;
    s->space = cpSpaceNew();
    cpSpaceSetIterations(s->space, scenario->sweeps);
    cpSpaceSetGravity(s->space, cpv(scenario->gravity[0], scenario->gravity[1]));

    s->bodies = vl_alloc((size_t)scenario->particle_count, sizeof *s->bodies);
    for (int i = 0; i < scenario->particle_count; i++)
        s->bodies[i] = make_body(s->space, scenario->mass[i], scenario->pinned[i]);
    place(s, scenario->x);

    s->joints = vl_alloc((size_t)scenario->link_count, sizeof *s->joints);
    for (int i = 0; i < scenario->link_count; i++)
        add_joint(s, scenario->from[i], scenario->to[i]);
    return s;
}

// Taking each joint and body out of the space would look for it in a list: all go at once.
static void destroy(void *memory)
{
    state *s = memory;
    for (int i = 0; i < s->joint_count; i++)
        cpConstraintFree(s->joints[i]);
    for (int i = 0; i < s->scenario->particle_count; i++)
        cpBodyFree(s->bodies[i]);
    cpSpaceFree(s->space);
    vl_free(s->joints);
    vl_free(s->bodies);
    vl_free(s);
}

static void step(void *memory)
{
    state *s = memory;
    cpSpaceStep(s->space, s->scenario->dt);
}

static void read(void *memory, double *const x[BENCH_AXES])
{
    const state *s = memory;
    for (int i = 0; i < s->scenario->particle_count; i++) {
        cpVect at = cpBodyGetPosition(s->bodies[i]);
        x[0][i] = at.x;
        x[1][i] = at.y;
        x[2][i] = 0;
    }
}

const bench_program bench_chipmunk = {
    .name = "Chipmunk pin joints",
    .arithmetic = "double, 2D",
    .order = "as listed",
    .kinds = BENCH_CHAIN | BENCH_CLOTH | BENCH_MESH,
    .threads = 1,
    .version = version,
    .create = create,
    .destroy = destroy,
    .step = step,
    .read = read,
};
