// The mistakes: what each does, and their table.

#include "physics/integrators/steps.h"

#include <string.h>

// --- steps with a mistake in them, for vl_integrator.move; the right ones: integrator_verlet.c …
// ---

// As in the right steps, damping is halfway through: exact where there is none. v = (x − x₋)/dt is
// the speed half a step ago, and is taken for that now.
static void halved_verlet(vl_world *world, double dt)
{
    double left = vl_damping_left(world, dt);
    vl_position_move(world, (1 - world->damping_per_step) * left, 0.25 * (1 + left) * dt * dt);
}

static void halved_tcv(vl_world *world, double dt)
{
    double left = vl_damping_left(world, dt), ratio = dt / world->now.dt_old;
    vl_position_move(world, (1 - world->damping_per_step) * left * ratio,
                     0.25 * (1 + left) * dt * dt);
}

static void scaled_tcv(vl_world *world, double dt, double ratio)
{
    double left = vl_damping_left(world, dt);
    vl_position_move(world, (1 - world->damping_per_step) * left * ratio,
                     0.5 * (1 + left) * dt * dt);
}

static void scaled_corrected_tcv(vl_world *world, double dt, double ratio, double dt_old)
{
    double left = vl_damping_left(world, 0.5 * (dt + dt_old));
    vl_position_move(world, (1 - world->damping_per_step) * left * ratio,
                     0.5 * dt * (dt + left * dt_old));
}

// dt₋ is the first dt of the run.
static void stale_tcv(vl_world *world, double dt)
{
    scaled_tcv(world, dt, dt / world->now.dt_first);
}

static void stale_corrected_tcv(vl_world *world, double dt)
{
    scaled_corrected_tcv(world, dt, dt / world->now.dt_first, world->now.dt_first);
}

static void stale_leapfrog(vl_world *world, double dt)
{
    double stale = world->now.dt_first, left = vl_damping_left(world, 0.5 * (dt + stale));
    double keep = (1 - world->damping_per_step) * left;
    vl_axes_copy(world->particles.v, world->own, world->particles.count);
    vl_velocity_kick(world, keep, 0.5 * (left * stale + dt));
    vl_velocity_drift(world, dt, 0);
}

// dt/dt₋ is that of the frame and the frame before, in each substep.
static void frame_ratio_tcv(vl_world *world, double dt)
{
    scaled_tcv(world, dt, dt / world->now.dt_before);
}

static void frame_ratio_corrected_tcv(vl_world *world, double dt)
{
    scaled_corrected_tcv(world, dt, dt / world->now.dt_before, world->now.dt_old);
}

// --- what a mistake does elsewhere ---

static void start_naively(vl_world *world)
{
    world->naive_start = true;
}

// What the damping takes in a step of 1/60 s is taken in every step.
static void damp_per_step(vl_world *world)
{
    world->damping_per_step = 1 - (1 - world->damping_per_step) * exp(-world->damping / 60);
    world->damping = 0;
}

// A step of 0 s: x′ = x + (x − x₋)(0/dt₋) + a 0, after which x₋ is x. Who does this has met the
// division by 0 in the next step and keeps the old dt₋ for it.
static void step_zero_frame(vl_world *world)
{
    vl_particles *p = &world->particles;
    if (!world->now.begun)
        return;
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < p->count; i++)
            p->x_old[axis][i] = p->x[axis][i];
    world->now.velocity_is_current = false;
}

static void round_to_single(double *const array[VL_AXES], int count)
{
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < count; i++)
            array[axis][i] = (double)(float)array[axis][i];
}

// All that is kept from one step to the next. Accelerations are made anew in double.
static void keep_single(vl_world *world)
{
    int count = world->particles.count;
    round_to_single(world->particles.x, count);
    round_to_single(world->particles.x_old, count);
    round_to_single(world->particles.v, count);
    round_to_single(world->own, count);
}

const vl_mistake vl_mistakes[] = {
    {
        .name = "naive-start",
        .title = "naive start",
        .people = "take the position before the start as if nothing had pulled since",
        .where = "start",
        .wrong = "x₋ = x₀ − v₀ h",
        .right = "x₋ = x₀ − v₀ h + ½ a₀ h²",
        .only = "the methods that keep positions",
        .at_start = true,
        .steps = {{"verlet", NULL, NULL}, {"tcv", NULL, NULL}, {"corrected-tcv", NULL, NULL}},
        .change_rules = start_naively,
    },
    {
        .name = "halved-gravity",
        .title = "halved gravity",
        .people = "take v = (x − x₋)/dt₋ for the speed now and put it into x + v dt + ½ a dt²",
        .where = "step",
        .wrong = "v = (x − x₋)/dt₋, x′ = x + v dt + ½ a dt²",
        .right = "v = (x − x₋)/dt₋ + ½ a dt₋, x′ = x + v dt + ½ a dt²",
        .only = "the methods that keep positions",
        .steps = {{"verlet", "x′ = x + (x − x₋) + ½ a dt²", halved_verlet},
                  {"tcv", "x′ = x + (x − x₋)(dt/dt₋) + ½ a dt²", halved_tcv},
                  {"corrected-tcv", "x′ = x + (x − x₋)(dt/dt₋) + ½ a dt²", halved_tcv}},
    },
    {
        .name = "stale-dt",
        .title = "stale dt₋",
        .people = "forget to set dt₋ after a step, so that it stays the first",
        .where = "step",
        .wrong = "dt₁, the first dt, in place of dt₋",
        .right = "dt₋ is the dt of the last step",
        .only = "the methods with dt₋ in their formula",
        .steps = {{"tcv", "x′ = x + (x − x₋)(dt/dt₁) + a dt²", stale_tcv},
                  {"corrected-tcv", "x′ = x + (x − x₋)(dt/dt₁) + a dt (dt + dt₁)/2",
                   stale_corrected_tcv},
                  {"leapfrog", "v₊ = v₋ + ½ a (dt₁ + dt)\nx′ = x + v₊ dt", stale_leapfrog}},
    },
    {
        .name = "zero-frame",
        .title = "frames of 0 s stepped",
        .people = "step a frame of dt = 0, and keep dt₋ so that the next does not divide by 0",
        .where = "frame",
        .wrong = "dt = 0: x₋ := x",
        .right = "dt = 0: the frame is skipped",
        .only = "the methods that scale x − x₋ by dt/dt₋",
        .steps = {{"tcv", NULL, NULL}, {"corrected-tcv", NULL, NULL}},
        .zero_frame = step_zero_frame,
    },
    {
        .name = "damping-per-step",
        .title = "damping per step",
        .people = "multiply speeds by a constant in each step, tuned at 60 frames/s",
        .where = "damping",
        .wrong = "each step: v × exp(−c/60 s)",
        .right = "each step: v × exp(−c dt)",
        .change_rules = damp_per_step,
    },
    {
        .name = "single-precision",
        .title = "single precision",
        .people = "keep positions and speeds as float",
        .where = "state",
        .wrong = "x, x₋, v rounded to 24 bits",
        .right = "x, x₋, v kept with 53 bits",
        .stepped = keep_single,
    },
    {
        .name = "millisecond-clock",
        .title = "millisecond clock",
        .people = "measure frames by a clock that counts milliseconds",
        .where = "clock",
        .wrong = "dt = ⌊t′ in ms⌋ − ⌊t in ms⌋",
        .right = "dt = t′ − t",
        .millisecond_clock = true,
    },
    {
        .name = "frame-ratio",
        .title = "ratio of the frames",
        .people = "take dt/dt₋ of the frames in every substep, where it belongs into the first",
        .where = "step",
        .wrong = "each substep: × frame/frame₋",
        .right = "each substep: × dt/dt₋ of substeps",
        .only = "the methods that scale x − x₋ by dt/dt₋",
        .steps = {{"tcv", "x′ = x + (x − x₋)(frame/frame₋) + a dt²", frame_ratio_tcv},
                  {"corrected-tcv", "x′ = x + (x − x₋)(frame/frame₋) + a dt (dt + dt₋)/2",
                   frame_ratio_corrected_tcv}},
    },
    {
        .name = "hand-of-last-frame",
        .title = "hand of one frame",
        .people = "throw with the way of the mouse in the last frame alone, which is often none",
        .where = "hand",
        .wrong = "v = way in the last frame/dt",
        .right = "v = way in the last 80 ms/80 ms",
        .hand_of_last_frame = true,
    },
    {
        .name = "early-readout",
        .title = "read too early",
        .people = "read stretch and energy behind the integrator, and solve the links after",
        .where = "reading",
        .wrong = "move, read, solve the links",
        .right = "move, solve the links, read",
        .needs_links = true,
        .reads_unsolved = true,
    },
};

const int vl_mistake_count = sizeof vl_mistakes / sizeof *vl_mistakes;

const vl_mistake *vl_mistake_find(const char *name)
{
    for (int i = 0; i < vl_mistake_count; i++)
        if (strcmp(vl_mistakes[i].name, name) == 0)
            return &vl_mistakes[i];
    return NULL;
}

const vl_mistaken_step *vl_mistake_step(const vl_mistake *mistake, const vl_integrator *integrator)
{
    for (int i = 0; mistake && i < VL_MOST_MISTAKEN_STEPS && mistake->steps[i].integrator; i++)
        if (strcmp(mistake->steps[i].integrator, integrator->name) == 0)
            return &mistake->steps[i];
    return NULL;
}

bool vl_mistake_fits(const vl_mistake *mistake, const vl_integrator *integrator)
{
    bool every = !mistake || !mistake->steps[0].integrator;
    return every || vl_mistake_step(mistake, integrator) != NULL;
}
