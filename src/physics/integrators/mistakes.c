// What each mistake does, and the table of mistakes.

#include "physics/integrators/steps.h"

#include "base/elementary.h"

#include <string.h>

// --- steps with a mistake in them, for vl_integrator.move ---

// x − x₋ is scaled by `ratio`, and a enters with `share` of dt², as without damping. Damping enters
// as in the right steps.
static void scaled_tcv(vl_world *world, double dt, double ratio, double share)
{
    double left = vl_damping_left(world, dt);
    vl_position_move(world, (1 - world->damping_per_step) * left * ratio,
                     0.5 * share * (1 + left) * dt * dt);
}

// v = (x − x₋)/dt is the speed half a step ago, taken for the present one.
static void halved_verlet(vl_world *world, double dt)
{
    scaled_tcv(world, dt, 1, 0.5);
}

static void halved_tcv(vl_world *world, double dt)
{
    scaled_tcv(world, dt, dt / world->now.dt_old, 0.5);
}

// dt₋ remains the first dt of the run in the right step.
static void stale(vl_world *world, double dt)
{
    const double right = world->now.dt_old;
    world->now.dt_old = world->now.dt_first;
    vl_integrator_find(world->integrator->name)->move(world, dt);
    world->now.dt_old = right;
}

// dt/dt₋ is the ratio of the present frame to the last one, in each substep.
static void frame_ratio_tcv(vl_world *world, double dt)
{
    scaled_tcv(world, dt, dt / world->now.dt_before, 1);
}

static void frame_ratio_corrected_tcv(vl_world *world, double dt)
{
    double dt_old = world->now.dt_old, left = vl_damping_left(world, 0.5 * (dt + dt_old));
    vl_position_move(world, (1 - world->damping_per_step) * left * (dt / world->now.dt_before),
                     0.5 * dt * (dt + left * dt_old));
}

// --- what a mistake does elsewhere ---

static void start_naively(vl_world *world)
{
    world->naive_start = true;
}

// Every step is damped as one of 1/60 s should be.
static void damp_per_step(vl_world *world)
{
    world->damping_per_step = 1 - (1 - world->damping_per_step) * vl_exp(-world->damping / 60);
    world->damping = 0;
}

// A step of 0 s, x′ = x + (x − x₋)(0/dt₋) + a 0, leaves x₋ = x. Programs that make it keep the old
// dt₋, as the next step would divide by 0.
static void step_zero_frame(vl_world *world)
{
    if (!world->now.begun)
        return;
    vl_axes_copy(world->particles.x_old, world->particles.x, world->particles.count);
    world->now.velocity_is_current = false;
}

static void round_to_single(double *const array[VL_AXES], int count)
{
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int i = 0; i < count; i++)
            array[axis][i] = (double)(float)array[axis][i];
}

// Rounds the whole state between two steps. Accelerations are computed in double.
static void keep_single(vl_world *world)
{
    int count = world->particles.count;
    round_to_single(world->particles.x, count);
    round_to_single(world->particles.x_old, count);
    round_to_single(world->particles.v, count);
    round_to_single(world->v_half, count);
}

// A row: name, title, what people do, what is seen then, wrong, right, and further members.
#define ROW(n, t, p, d, f, r, ...)                                                                 \
    {.name = n, .title = t, .people = p, .does = d, .wrong = f, .right = r, __VA_ARGS__},

// clang-format off
const vl_mistake vl_mistakes[] = {
    ROW("naive-start", "naive start", "begin with x₋ = x₀ − v₀ h, as if without force",
        "the speed is wrong from the first step on", "x₋ = x₀ − v₀ h", "x₋ = x₀ − v₀ h + ½ a₀ h²",
        .only = "the methods that keep positions", .at_start = true, .change_rules = start_naively,
        .steps = {{"verlet", NULL, NULL}, {"tcv", NULL, NULL}, {"corrected-tcv", NULL, NULL}})
    ROW("halved-gravity", "old speed", "take v = (x − x₋)/dt₋ in x + v dt + ½ a dt²",
        "all falls half as far", "v = (x − x₋)/dt₋, x′ = x + v dt + ½ a dt²", "v = (x − x₋)/dt₋ + ½ a dt₋, x′ = x + v dt + ½ a dt²",
        .only = "the methods that keep positions",
        .steps = {{"verlet", "x′ = x + (x − x₋) + ½ a dt²", halved_verlet},
                  {"tcv", "x′ = x + (x − x₋)(dt/dt₋) + ½ a dt²", halved_tcv},
                  {"corrected-tcv", "x′ = x + (x − x₋)(dt/dt₋) + ½ a dt²", halved_tcv}})
    ROW("stale-dt", "stale dt₋", "set dt₋ at the first step, and never again",
        "each step takes or gives speed once frames have another length", "dt₁, the first dt, in place of dt₋", "dt₋ is the dt of the last step",
        .only = "the methods with dt₋ in their formula",
        .steps = {{"tcv", "x′ = x + (x − x₋)(dt/dt₁) + a dt²", stale},
                  {"corrected-tcv", "x′ = x + (x − x₋)(dt/dt₁) + a dt (dt + dt₁)/2", stale},
                  {"leapfrog", "v₊ = v₋ + ½ a (dt₁ + dt)\nx′ = x + v₊ dt", stale}})
    ROW("zero-frame", "frames of 0 s stepped", "step a frame of 0 s, too, and only keep the old dt₋",
        "all stops at a frame of no time", "dt = 0: x₋ := x", "dt = 0: the frame is skipped",
        .only = "the methods that scale x − x₋ by dt/dt₋", .zero_frame = step_zero_frame,
        .steps = {{"tcv", NULL, NULL}, {"corrected-tcv", NULL, NULL}})
    ROW("damping-per-step", "damping per step", "multiply speeds by one number in each step",
        "more frames a second brake more", "each step: v × exp(−c/60 s)", "each step: v × exp(−c dt)", .change_rules = damp_per_step)
    ROW("single-precision", "single precision", "keep places and speeds as float, in 7 digits",
        "far from the origin small steps are rounded away", "x, x₋, v rounded to 24 bits", "x, x₋, v kept with 53 bits", .stepped = keep_single)
    ROW("millisecond-clock", "millisecond clock", "measure frames by a clock of whole milliseconds",
        "equal frames look uneven, which Verlet takes for changes of the speed", "dt = ⌊t′ in ms⌋ − ⌊t in ms⌋", "dt = t′ − t", .millisecond_clock = true)
    ROW("frame-ratio", "ratio of the frames", "use dt/dt₋ of the frames in each of their substeps",
        "there is a kick where frames get another length", "each substep: × frame/frame₋", "each substep: × dt/dt₋ of substeps",
        .only = "the methods that scale x − x₋ by dt/dt₋",
        .steps = {{"tcv", "x′ = x + (x − x₋)(frame/frame₋) + a dt²", frame_ratio_tcv},
                  {"corrected-tcv", "x′ = x + (x − x₋)(frame/frame₋) + a dt (dt + dt₋)/2", frame_ratio_corrected_tcv}})
    ROW("hand-of-last-frame", "last frame alone", "take the speed from the move in the last frame",
        "what is thrown drops, or flies too slowly", "v = Δx of the last frame/dt", "v = Δx of the last 80 ms/80 ms", .hand_of_last_frame = true)
    ROW("early-readout", "read too early", "read x and v before the links are solved",
        "the figures alone are wrong", "move, read, solve the links", "move, solve the links, read", .needs_links = true,
        .reads_unsolved = true)
};
// clang-format on

const int vl_mistake_count = sizeof vl_mistakes / sizeof *vl_mistakes;

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
