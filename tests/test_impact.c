// A scene that is loaded gives back the restitutions of its penalties, at its own steps; one that
// would not is refused, with the substeps and the stiffness with which it would.

#include "base/memory.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "scene/impact.h"
#include "support/deeds.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

// A ball that comes down on a soft floor, without gravity.
typedef struct impact {
    const vl_integrator *integrator;
    double restitution, mass, stiffness, speed;
    double dt, phase; // the impact is in this part of a frame
    int substeps;
} impact;

static double any_power(vl_random *random, double low, double high)
{
    return pow(10, any_between(random, low, high));
}

static impact any_impact(vl_random *random, const vl_integrator *integrator)
{
    impact i = {.integrator = integrator,
                .restitution =
                    any_chance(random, 0.2) ? any_of(random, 2) : any_between(random, 0, 1),
                .mass = any_power(random, -2, 2),
                .stiffness = any_power(random, 1, 5),
                .speed = any_power(random, -2, 1),
                .phase = any_between(random, 0, 1),
                .substeps = 1 + any_of(random, 3)};
    i.dt = any_power(random, -2, 0.3) / sqrt(i.stiffness / i.mass);
    return i;
}

static vl_scene *scene_with(const impact *i, const char *stream, vl_error *error)
{
    SCOPED(vl_text) yaml = {0};
    vl_text_add(&yaml,
                "format: 1\nintegrator: %s\ntimestep: %s\nsolver: {substeps: %d}\n"
                "particles: [{at: [0, %.17g], velocity: [0, %.17g], mass: %.17g, radius: 0.5}]\n"
                "colliders: [{kind: plane, normal: [0, 1], response: penalty, restitution: %.17g,"
                " stiffness: %.17g}]\n",
                i->integrator->name, stream, i->substeps,
                0.5 + (2 + i->phase) * i->speed * i->dt / i->substeps, -i->speed, i->mass,
                i->restitution, i->stiffness);
    return vl_scene_parse(yaml.data, (size_t)yaml.length, "soft.yaml", error);
}

static vl_scene *scene_at(const impact *i, vl_error *error)
{
    SCOPED(vl_text) stream = {0};
    vl_text_add(&stream, "fixed:%.17g", i->dt);
    return scene_with(i, stream.data, error);
}

// Speed after the impact divided by that before. It lasts π √(m/k) at most.
static double measured(const impact *i, const vl_scene *scene)
{
    OWNED(vl_world) *world = vl_scene_build(scene);
    double end = 7 * sqrt(i->mass / i->stiffness) + 5 * i->dt;
    while (world->now.time < end)
        vl_world_step(world, i->dt);
    vl_world_synchronise(world);
    return vl_world_velocity(world)[1][0] / i->speed;
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

TEST(a_scene_gives_back_the_restitution_or_is_refused_with_what_would_do)
{
    vl_random random = {11};
    double worst = 0;
    int refused = 0, cases = test_cases(2, 8);
    for (int i = 0; i < integrators_here(); i++)
        for (int c = 0; c < cases; c++) {
            impact soft = any_impact(&random, vl_integrators[i]);
            vl_error error = {0};
            vl_scene *scene = scene_at(&soft, &error);
            if (!scene) {
                if (!strstr(error.text, "soft.yaml:6:75: with "))
                    fail_msg("%s", error.text);
                refused++;
                follow(&soft, error.text, any_chance(&random, 0.5));
                error = (vl_error){0};
                scene = scene_at(&soft, &error);
            }
            if (!scene)
                fail_msg("%s", error.text);
            double off = fabs(measured(&soft, scene) - soft.restitution);
            worst = fmax(worst, off);
            if (!(off <= VL_IMPACT_TOLERANCE))
                fail_msg("%s: %g is %.4f off, dt √(k/m) = %.4g", soft.integrator->name,
                         soft.restitution, off,
                         soft.dt / soft.substeps * sqrt(soft.stiffness / soft.mass));
            vl_scene_free(scene);
        }
    print_message("%d of %d refused, others %.4f off at most\n", refused,
                  cases * integrators_here(), worst);
    assert_true(refused > integrators_here());
}

// A ball of 1 kg that comes down at v with g √(m/k)/v = 0.05. Speeds are those at the surface:
// v² + 2 g (y − r) is the same before the impact, and the same after it. The equation of spring and
// damper under gravity, solved in steps of 1e-4, leaves 0.459 of the speed.
TEST(gravity_takes_from_the_restitution_what_the_documents_say)
{
    const double k = 100, v = 3, g = 0.05 * v * sqrt(k), end = 0.8;
    for (int i = 0; i < integrators_here(); i++) {
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
    for (int i = 0; i < integrators_here(); i++)
        for (int k = 0; k <= parts; k++)
            worst = fmax(
                worst, vl_impact_error(vl_integrators[i], (double)k / parts, VL_IMPACT_SHORT_STEP));
    print_message("%.4f off at most\n", worst);
    assert_true(worst < VL_IMPACT_TOLERANCE);
}

// The step that decides is the longest that comes again: not a single late frame, and 1/60 s where
// a display measures it.
TEST(the_longest_step_that_comes_again_decides)
{
    static const struct {
        const char *stream, *policy;
        double longest;
    } rows[] = {
        {"frame", "raw", 1 / 60.0},
        {"fixed:0.01", "raw", 0.01},
        {"hitch:0.01:0.2:5", "raw", 0.01},
        {"switch:0.01:0.02:5", "raw", 0.02},
        {"switch:0.02:0.01:5", "raw", 0.02},
        {"alternate:0.01:0.03", "raw", 0.03},
        {"clock-ms:60", "raw", 0.017},
        {"fixed:0.02", "accumulator:0.004", 0.004},
        {"fixed:0.02", "accumulator:0.07", 0.07},
        {"fixed:0.02", "constant:0.05", 0.05},
        {"fixed:0.02", "clamp:0.004", 0.004},
        {"fixed:0.02", "skip:0.004", 0},
    };

    for (int i = 0; i < COUNT(rows); i++) {
        OWNED(vl_scene) *scene = scene_of("format: 1\nparticles: [{at: [0, 0]}]\n"
                                          "solver: {substeps: 2}\n");
        vl_free(scene->policy);
        scene->policy = vl_copy_text(rows[i].policy);
        OWNED(vl_stream) *stream = stream_of(rows[i].stream);
        double dt = vl_impact_substep(scene, stream);
        if (fabs(dt - rows[i].longest / 2) > 1e-15)
            fail_msg("%s, %s: %.17g", rows[i].stream, rows[i].policy, dt);
    }
    OWNED(vl_scene) *scene = scene_of("format: 1\nparticles: [{at: [0, 0]}]\n");
    OWNED(vl_stream) *stream = stream_of("random:0.01:0.03:1");
    double dt = vl_impact_substep(scene, stream);
    assert_true(dt > 0.0299 && dt <= 0.03);
}
