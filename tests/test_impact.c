// A scene that is loaded gives back the restitutions of its penalties, at its own steps and under
// its gravity; one that would not is refused or warns, with the substeps and the stiffness with
// which it would.

#include "base/memory.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "scene/impact.h"
#include "support/deeds.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

// A ball that comes down on a soft floor.
typedef struct impact {
    const vl_integrator *integrator;
    double restitution, mass, stiffness;
    double speed;   // m/s, at the surface
    double gravity; // m/s²
    double dt;      // s, the longest frame
    double before;  // s, from the start to the surface
    int substeps;
    const char *stream; // its form, of dt
} impact;

static double any_power(vl_random *random, double low, double high)
{
    return pow(10, any_between(random, low, high));
}

static impact any_impact(vl_random *random, const vl_integrator *integrator, const char *stream)
{
    impact i = {.integrator = integrator,
                .restitution =
                    any_chance(random, 0.2) ? any_of(random, 2) : any_between(random, 0, 1),
                .mass = any_power(random, -2, 2),
                .stiffness = any_power(random, 1, 5),
                .speed = any_power(random, -2, 1),
                .substeps = 1 + any_of(random, 3),
                .stream = stream};
    i.dt = any_power(random, -2, 0.3) / sqrt(i.stiffness / i.mass);
    i.before = (2 + any_between(random, 0, 1)) * i.dt / i.substeps;
    return i;
}

// Where the stream has its places for them: the frame, half of it, twice of it, a moment.
static void write_stream(const impact *i, vl_text *stream)
{
    for (const char *c = i->stream; *c; c++)
        if (*c == 'L' || *c == 'S' || *c == 'H')
            vl_text_add(stream, "%.17g", (*c == 'S' ? 0.5 : *c == 'H' ? 8 : 1) * i->dt);
        else if (*c == 'T')
            vl_text_add(stream, "%.17g", i->before + 0.7 * sqrt(i->mass / i->stiffness));
        else
            vl_text_add(stream, "%c", *c);
}

static vl_scene *scene_at(const impact *i, vl_error *error)
{
    SCOPED(vl_text) yaml = {0};
    SCOPED(vl_text) stream = {0};
    write_stream(i, &stream);
    vl_text_add(&yaml,
                "format: 1\nintegrator: %s\ntimestep: %s\nsolver: {substeps: %d}\n"
                "gravity: [0, %.17g]\n"
                "particles: [{at: [0, %.17g], velocity: [0, %.17g], mass: %.17g, radius: 0.5}]\n"
                "colliders: [{kind: plane, normal: [0, 1], response: penalty, restitution: %.17g,"
                " stiffness: %.17g}]\n",
                i->integrator->name, stream.data, i->substeps, -i->gravity,
                0.5 + i->speed * i->before - 0.5 * i->gravity * i->before * i->before,
                i->gravity * i->before - i->speed, i->mass, i->restitution, i->stiffness);
    return vl_scene_parse(yaml.data, (size_t)yaml.length, "soft.yaml", error);
}

// The speed of the ball at the surface, m/s, from that at its height.
static double speed_at_surface(const impact *i, vl_world *world)
{
    vl_world_synchronise(world);
    double v = vl_world_velocity(world)[1][0], height = world->particles.x[1][0] - 0.5;
    return i->gravity > 0 ? sqrt(fmax(v * v + 2 * i->gravity * height, 0)) : v;
}

// Speed after the impact divided by that before it, at the surface. It lasts 2π √(m/k) at most, and
// π √(m/k) without gravity. Each substep is a frame, so that none has the whole contact in it.
// Under steps that vary, plain Verlet changes the speed on its way down, too.
static double measured(const impact *i, const vl_scene *scene)
{
    OWNED(vl_world) *world = vl_scene_build(scene);
    OWNED(vl_stream) *stream = stream_of(scene->timestep);
    const double *y = world->particles.x[1];
    double end = i->before + (i->gravity > 0 ? 14 : 7) * sqrt(i->mass / i->stiffness), dt;
    double arrives = i->speed;
    bool inside = false, out = false;
    world->solver.substeps = 1;
    while (!out && world->now.time < end + 2 * i->dt) {
        vl_stream_next(stream, world->now.time, &dt);
        for (int k = 0; k < i->substeps && !out; k++) {
            if (i->gravity > 0 && !inside)
                arrives = speed_at_surface(i, world);
            vl_world_step(world, dt / i->substeps);
            out = i->gravity > 0 && inside && y[0] > 0.5;
            inside = y[0] < 0.5;
        }
    }
    double leaves = i->gravity > 0 && !out ? 0 : speed_at_surface(i, world);
    return leaves / arrives;
}

// Follows the message of a refusal: more substeps, or a softer floor.
static void follow(impact *i, const char *message, bool soften)
{
    const char *substeps = strstr(message, "(substeps: "),
               *softer = strstr(message, "stiffness of");
    assert_true(substeps && softer);
    if (soften)
        assert_int_equal(sscanf(softer, "stiffness of at most %lf", &i->stiffness), 1);
    else
        assert_int_equal(sscanf(substeps, "(substeps: %d", &i->substeps), 1);
}

// The scene of an impact that is accepted at once, or after its refusal was followed.
static vl_scene *accepted_scene(impact *i, bool soften, int *refused)
{
    vl_error error = {0};
    vl_scene *scene = scene_at(i, &error);
    if (scene)
        return scene;
    if (!strstr(error.text, "soft.yaml:7:75: with "))
        fail_msg("%s", error.text);
    ++*refused;
    follow(i, error.text, soften);
    error = (vl_error){0};
    scene = scene_at(i, &error);
    if (!scene)
        fail_msg("%s", error.text);
    return scene;
}

static void assert_off_by_no_more(const impact *i, const vl_scene *scene)
{
    double off = fabs(measured(i, scene) - i->restitution);
    if (!(off <= VL_IMPACT_TOLERANCE))
        fail_msg("%s, %s: %g is %.4f off, dt √(k/m) = %.4g", i->integrator->name, i->stream,
                 i->restitution, off, i->dt / i->substeps * sqrt(i->stiffness / i->mass));
}

// The numbers of a warning of gravity.
static void read_warning(const char *warning, double *left, double *least_speed, impact *i)
{
    const char *leaves = strstr(warning, "leaves with "), *below = strstr(warning, "Below ");
    const char *stiffness = strstr(warning, "a stiffness of "),
               *substeps = strstr(warning, "(substeps: ");
    assert_true(leaves && below && stiffness);
    assert_int_equal(sscanf(leaves, "leaves with %lf", left), 1);
    assert_int_equal(sscanf(below, "Below %lf", least_speed), 1);
    assert_int_equal(sscanf(stiffness, "a stiffness of %lf", &i->stiffness), 1);
    if (substeps)
        assert_int_equal(sscanf(substeps, "(substeps: %d", &i->substeps), 1);
}

// How many of the impacts were told of something.
typedef struct tally {
    int tried, refused, gravity, steps;
} tally;

static impact any_fall(vl_random *random, const vl_integrator *integrator, const char *stream)
{
    impact i = any_impact(random, integrator, stream);
    i.restitution = any_between(random, 0.1, 1);
    i.gravity = i.speed * sqrt(i.stiffness / i.mass) * any_power(random, -3.5, -0.5);
    return i;
}

// The scene with the stiffness and the substeps of its warning, which is off by no more than that
// says. Where it is also told that steps that vary change the speed itself, they change what
// gravity leaves as well.
static vl_scene *stiffened(impact *i, vl_scene *scene)
{
    bool changed = strstr(scene->warning, "steps that vary") != NULL;
    double left, least, before = measured(i, scene);
    read_warning(scene->warning, &left, &least, i);
    double off = fabs(before - i->restitution);
    bool as_told = changed || off <= fabs(left - i->restitution) + 0.002;
    if (!as_told || !(least > 0.05 * i->speed))
        fail_msg("%s: %g, but %s", i->integrator->name, before, scene->warning);
    vl_scene_free(scene);
    vl_error error = {0};
    scene = scene_at(i, &error);
    if (!scene || (scene->warning && !strstr(scene->warning, "steps that vary")))
        fail_msg("%s", scene ? scene->warning : error.text);
    return scene;
}

// What a scene without a warning gives back is right; with one of gravity, the stiffness that it
// names does. Another one says that no steps of this kind do.
static void check_impact(impact *i, bool soften, tally *sum)
{
    vl_scene *scene = accepted_scene(i, soften, &sum->refused);
    sum->tried++;
    if (scene->warning && strstr(scene->warning, "soft.yaml:7:75: gravity presses ")) {
        sum->gravity++;
        scene = stiffened(i, scene);
    }
    if (scene->warning)
        sum->steps++;
    else
        assert_off_by_no_more(i, scene);
    vl_scene_free(scene);
}

// Of each method, `cases` impacts for each of the streams; a third of them where few cases are
// asked for.
static tally check_impacts(const char *const *streams, int count, bool falls, int seed, int cases)
{
    vl_random random = {(uint64_t)seed};
    tally sum = {0};
    for (int i = 0; i < vl_integrator_count; i++)
        for (int c = 0; c < cases * count; c++) {
            const char *stream = streams[c % count];
            impact soft = (falls ? any_fall : any_impact)(&random, vl_integrators[i], stream);
            bool soften = !falls && any_chance(&random, 0.5);
            if ((i + c) % test_cases(3, 1) == 0)
                check_impact(&soft, soften, &sum);
        }
    print_message("%d refused, %d told of gravity and %d of steps, of %d\n", sum.refused,
                  sum.gravity, sum.steps, sum.tried);
    return sum;
}

static const char *const even[] = {"fixed:L"};
static const char *const varying[] = {"random:S:L:7", "alternate:S:L", "hitch:L:H:T"};

TEST(a_scene_gives_back_the_restitution_or_is_refused_with_what_would_do)
{
    tally sum = check_impacts(even, 1, false, 11, test_cases(2, 8));
    assert_true(sum.refused > sum.tried / 4 && sum.gravity == 0 && sum.steps == 0);
}

// Steps that vary: what no step mends is told, as is a late frame.
TEST(steps_that_vary_give_back_the_restitution_or_are_told)
{
    tally sum = check_impacts(varying, 3, false, 12, test_cases(1, 2));
    assert_true(sum.steps > 0 && sum.refused > 0 && sum.gravity == 0 && sum.steps <= sum.tried / 2);
}

// The ball comes down under gravity. The steps take 0.009 at most, so that gravity takes a tenth of
// the tolerance at least where the two exceed it.
TEST(under_gravity_the_restitution_is_given_back_or_what_is_left_is_told)
{
    tally sum = check_impacts(even, 1, true, 13, test_cases(1, 4));
    assert_true(sum.gravity > sum.tried / 8 && sum.steps == 0);
}

// Gravity and steps that vary together: plain Verlet alone has no steps that do.
TEST(under_gravity_steps_that_vary_give_back_the_restitution_or_are_told)
{
    tally sum = check_impacts(varying, 2, true, 14, test_cases(1, 3));
    assert_true(sum.gravity > sum.tried / 8 && sum.refused > 0);
    assert_true(sum.steps <= test_cases(2, 6));
}

// Only what arrives counts: a ball beside the box, one that lies on it, one that hangs.
TEST(only_a_particle_that_falls_onto_a_penalty_is_warned_of)
{
    static const struct {
        const char *particle, *more;
        bool warns;
    } rows[] = {
        {"at: [0, 1.1], radius: 0.1", "", true},
        {"at: [2, 1.1], radius: 0.1", "", false},
        {"at: [2, 1.1], velocity: [-4, 0], radius: 0.1", "", true},
        {"at: [0, 0.1], radius: 0.1", "", false},
        {"at: [0, 1.1], radius: 0.1, pinned: true", "", false},
        {"at: [0, 1.1], radius: 0.1",
         ", {at: [0, 2.1], pinned: true}]\nlinks: [{from: 1, to: 2, kind: string}", false},
    };

    for (int row = 0; row < COUNT(rows); row++) {
        SCOPED(vl_text) yaml = {0};
        vl_text_add(&yaml,
                    "format: 1\ntimestep: fixed:0.001\ngravity: [0, -9.81]\n"
                    "particles: [{%s}%s]\ncolliders: [{kind: box, center: [0, -0.1], "
                    "size: [1, 0.2], response: penalty, restitution: 0.5, stiffness: 1000}]\n",
                    rows[row].particle, rows[row].more);
        OWNED(vl_scene) *scene = scene_of(yaml.data);
        if ((scene->warning != NULL) != rows[row].warns)
            fail_msg("row %d: %s", row, scene->warning ? scene->warning : "no warning");
    }
}

// A ball of 1 kg that comes down at v with g √(m/k)/v = 0.05. Speeds are those at the surface:
// v² + 2 g (y − r) is the same before the impact, and the same after it. The equation of spring and
// damper under gravity, solved in steps of 1e-4, leaves 0.459 of the speed.
TEST(gravity_takes_from_the_restitution_what_the_documents_say)
{
    const double k = 100, v = 3, g = 0.05 * v * sqrt(k), end = 0.8;
    for (int i = 0; i < vl_integrator_count; i++) {
        OWNED(vl_scene) *scene = scene_of("format: 1\ngravity: [0, -1.5]\ntimestep: fixed:0.0003\n"
                                          "particles: [{at: [0, 0.5], velocity: [0, -3]}]\n"
                                          "colliders: [{kind: plane, normal: [0, 1], response: "
                                          "penalty, restitution: 0.5, stiffness: 100}]\n");
        scene->particles[0].radius = 0.5;
        scene->integrator = vl_integrators[i];
        OWNED(vl_world) *world = vl_scene_build(scene);
        while (world->now.time < end)
            vl_world_step(world, 0.0003);
        vl_world_synchronise(world);
        double speed = vl_world_velocity(world)[1][0], height = world->particles.x[1][0] - 0.5;
        double left = sqrt(speed * speed + 2 * g * height) / v;
        print_message("  %s: %.4f\n", vl_integrators[i]->name, left);
        assert_true(height > 0 && fabs(left - (0.5 - 0.8 * 0.05)) <= VL_IMPACT_TOLERANCE);
    }
}

// What is loaded without a measurement is right: the shortest step is that of every method.
TEST(a_short_step_is_good_for_every_method_and_restitution)
{
    double worst = 0;
    int parts = test_cases(2, 10);
    double step = VL_IMPACT_SHORT_STEP;
    const vl_frames frames = {.list = &step, .count = 1, .substeps = 1};
    for (int i = 0; i < vl_integrator_count; i++)
        for (int k = 0; k <= parts; k++) {
            const vl_impact soft = {vl_integrators[i], (double)k / parts, 0, 1, &frames, false};
            worst = test_larger(worst, vl_impact_error(&soft));
        }
    print_message("%.4f off at most\n", worst);
    assert_true(worst < VL_IMPACT_TOLERANCE);
}

// The step that decides is the longest that comes again, and 1/60 s where a display measures it. A
// single late frame is known, too, as long as the policy makes it.
TEST(the_longest_step_that_comes_again_decides)
{
    static const struct {
        const char *stream, *policy;
        double longest, late;
    } rows[] = {
        {"frame", "raw", 1 / 60.0, 0},
        {"fixed:0.01", "raw", 0.01, 0},
        {"hitch:0.01:0.2:5", "raw", 0.01, 0.2},
        {"hitch:0.01:0.2:5", "clamp:0.05", 0.01, 0.05},
        {"hitch:0.01:0.2:5", "accumulator:0.01", 0.01, 0},
        {"switch:0.01:0.02:5", "raw", 0.02, 0},
        {"switch:0.02:0.01:5", "raw", 0.02, 0},
        {"alternate:0.01:0.03", "raw", 0.03, 0},
        {"clock-ms:60", "raw", 0.017, 0},
        {"fixed:0.02", "accumulator:0.004", 0.004, 0},
        {"fixed:0.02", "accumulator:0.07", 0.07, 0},
        {"fixed:0.02", "constant:0.05", 0.05, 0},
        {"fixed:0.02", "clamp:0.004", 0.004, 0},
        {"fixed:0.02", "skip:0.004", 0, 0},
    };

    for (int i = 0; i < COUNT(rows); i++) {
        OWNED(vl_scene) *scene = scene_of("format: 1\nparticles: [{at: [0, 0]}]\n"
                                          "solver: {substeps: 2}\n");
        vl_free(scene->policy);
        scene->policy = vl_copy_text(rows[i].policy);
        OWNED(vl_stream) *stream = stream_of(rows[i].stream);
        vl_frames frames = vl_frames_of(scene, stream);
        assert_int_equal(frames.substeps, 2);
        if (!(fabs(vl_frames_longest(&frames) - rows[i].longest) <= 1e-15) ||
            fabs(frames.late - rows[i].late) > 1e-15)
            fail_msg("%s, %s: %.17g, late %.17g", rows[i].stream, rows[i].policy,
                     vl_frames_longest(&frames), frames.late);
        vl_frames_free(&frames);
    }
    OWNED(vl_scene) *scene = scene_of("format: 1\nparticles: [{at: [0, 0]}]\n");
    OWNED(vl_stream) *stream = stream_of("random:0.01:0.03:1");
    vl_frames frames = vl_frames_of(scene, stream);
    double dt = vl_frames_longest(&frames);
    assert_true(dt > 0.0299 && dt <= 0.03 && frames.count > 1000);
    vl_frames_free(&frames);
}
