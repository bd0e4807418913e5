// `phase`: the area of a curve of nearby starts in the phase plane, as each method carries it
// along.

#include "base/memory.h"
#include "base/text.h"
#include "cli/job.h"
#include "cli/table.h"
#include "lab/phase.h"
#include "lab/reading.h"
#include "physics/forces/forces.h"
#include "physics/world/world.h"
#include "scene/build.h"

#include <inttypes.h>
#include <math.h>

typedef struct settings {
    int particle, turns; // 0: not given
    int axis;
    double radius;
} settings;

typedef struct work {
    vl_world *world; // as the scene begins
    vl_phase_plane plane;
    vl_phase_cloud **clouds; // of each integrator
} work;

static bool prepare(vl_job *job)
{
    work *w = job->state;
    const settings *s = job->settings;
    w->world = vl_scene_build(job->scene);
    w->clouds = vl_alloc((size_t)job->integrator_count, sizeof(vl_phase_cloud *));
    if (!vl_job_accepts(job, w->world) || !vl_job_can_end(job, job->scene))
        return false;
    if (job->scene->hand_count > 0)
        return vl_fail(&job->error, "%s", vl_phase_refuses_a_hand);
    if (!vl_phase_choose(w->world, s->particle, s->axis, s->radius, &w->plane, &job->error)) {
        job->error.wrong_usage =
            job->error.wrong_usage || s->particle > 0 || s->axis != VL_PHASE_CHOSEN;
        return false;
    }
    for (int i = 0; i < job->integrator_count; i++)
        w->clouds[i] = vl_phase_cloud_create(w->world, &w->plane, job->integrators[i]);
    return true;
}

// --- the work ---

static void write_row(const vl_job *job, int index, const vl_phase_reading *r)
{
    fprintf(job->csv, "%s,%d,%" PRId64, job->integrators[index]->name, r->turns, r->steps);
    vl_csv_end(job->csv, 6,
               (const double[]){r->time, r->center.q, r->center.v, r->area, r->ratio, r->error});
}

static bool has_finished(const vl_job *job, const vl_phase_cloud *cloud)
{
    const settings *s = job->settings;
    return cloud->stopped || (s->turns > 0 && cloud->now.turns >= s->turns);
}

// Steps all that have not made their turns. False: none is left.
static bool step_all(const vl_job *job, double dt, double next_dt)
{
    const work *w = job->state;
    bool left = false;
    for (int i = 0; i < job->integrator_count; i++) {
        vl_phase_cloud *cloud = w->clouds[i];
        int before = cloud->now.turns;
        bool turning = cloud->turning;
        if (has_finished(job, cloud))
            continue;
        vl_phase_cloud_step(cloud, dt, next_dt);
        if (job->csv && (cloud->now.turns > before || cloud->turning != turning))
            write_row(job, i, &cloud->turn);
        left = left || !has_finished(job, cloud);
    }
    return left;
}

static void run(vl_job *job)
{
    const work *w = job->state;
    double dt, next;
    bool more = vl_job_next_dt(job, w->world, &dt), left = true;
    if (job->csv)
        fputs("integrator,turn,step,time,q,v,area,ratio,error\n", job->csv);
    for (int i = 0; job->csv && i < job->integrator_count; i++)
        write_row(job, i, &w->clouds[i]->now);
    for (; more && left; dt = next) {
        more = vl_job_next_dt(job, w->world, &next);
        left = step_all(job, dt, more ? next : 0);
    }
    for (int i = 0; i < job->integrator_count; i++)
        vl_phase_cloud_measure(w->clouds[i]);
}

// --- the table ---

static void add_row(vl_table *table, const char *name, const vl_phase_cloud *cloud, bool gyrates)
{
    const vl_phase_reading *now = &cloud->now;
    vl_table_add(table, "%s\t%d\t%" PRId64 "\t%.4g", name, now->turns, now->steps, cloud->areas[0]);
    if (cloud->stopped)
        vl_table_add(table, "diverged\t\t\t");
    else {
        vl_table_add(table, "%.4g\t%.6g\t%.0e", now->area, now->ratio, now->error);
        vl_table_add_number(table, "%.6f", vl_phase_factor(now->ratio, now->steps));
    }
    vl_table_add_number(table, "%.6g", gyrates ? (double)NAN : vl_phase_turn_factor(cloud));
}

static void print_plane(const work *w)
{
    const vl_phase_plane *plane = &w->plane;
    bool angle = plane->axis == VL_PHASE_ANGLE;
    const char *name = vl_phase_axis_names[plane->axis], *unit = plane->unit;
    printf("plane: %s of particle %d (%s) and its velocity (%s/s); %d starts on an ellipse of "
           "±%g %s, ±%.4g %s/s\n",
           name, w->world->particles.number_of[plane->slot], unit, unit, VL_PHASE_POINTS,
           plane->radius, unit, plane->radius * plane->rate, unit);
    printf("%s ends with the first step after a %s of %s%s%s\n\n",
           vl_world_turns(w->world) ? "what is counted as a turn" : "a turn",
           plane->minimum ? "minimum" : "maximum", angle ? "the " : "", name,
           plane->begins ? "" : "; the first begins with such a step");
}

static void print_remarks(const vl_job *job)
{
    const work *w = job->state;
    const settings *s = job->settings;
    bool resolved = true, touched = false;
    double end = 0;
    for (int i = 0; i < job->integrator_count; i++) {
        resolved = resolved && vl_phase_is_resolved(&w->clouds[i]->now);
        touched = touched || w->clouds[i]->now.touched;
        end = fmax(end, w->clouds[i]->now.time);
    }
    const char *hindrance = vl_phase_hindrance(w->world, touched);
    if (!resolved)
        puts("\nWhere ± is more than a tenth of the ratio the curve is stretched so far that its "
             "corners no longer\nfollow it: take a smaller --radius or fewer turns.");
    if (hindrance)
        printf("\n%s\n", hindrance);
    if (vl_world_turns(w->world))
        printf("\nIn a magnetic field the %s of %s may be of gyrations, and methods that resolve "
               "these differently\ncount other turns, so there is no ratio a turn.\n",
               w->plane.minimum ? "minima" : "maxima", vl_phase_axis_names[w->plane.axis]);
    if (s->turns == 0)
        vl_job_print_end(job, end);
}

static void print_table(vl_job *job)
{
    const work *w = job->state;
    vl_table table = vl_table_create(9, 1, 8);
    const char *unit = w->plane.unit;
    const char *turns = !vl_world_turns(w->world) ? "turns"
                        : w->plane.minimum        ? "minima"
                                                  : "maxima";
    vl_table_add(&table, "integrator\t%s\tsteps\tarea\tarea\tratio\t± of it\tratio\tratio", turns);
    vl_table_add(&table, "\t\t\tat start\tat end\t\t\ta step\ta turn");
    vl_table_add(&table, "\t\t\t(%s²/s)\t(%s²/s)\t\t\t\t", unit, unit);
    for (int i = 0; i < job->integrator_count; i++)
        add_row(&table, job->integrators[i]->name, w->clouds[i], vl_world_turns(w->world));
    vl_job_print_head(job);
    print_plane(w);
    vl_table_print(&table);
    print_remarks(job);
}

static void free_work(vl_job *job)
{
    const work *w = job->state;
    for (int i = 0; w->clouds && i < job->integrator_count; i++)
        vl_phase_cloud_free(w->clouds[i]);
    vl_free(w->clouds);
    vl_world_free(w->world);
}

// clang-format off
static const vl_option *const options[] = {
    &vl_option_integrator, &vl_option_dt, &vl_option_duration, &vl_option_steps,
    VL_OPTION("turns", "N",
        "Stops each integrator after so many turns. Default: it makes as many as there is time for.",
        VL_OWN(turns), VL_INTEGER(1, 1e9)),
    VL_OPTION("particle", "N",
        "The number of the particle whose phase plane is looked at. Default: the first that has one.",
        VL_OWN(particle), VL_INTEGER(1, VL_SCENE_MOST_PARTICLES)),
    VL_OPTION("axis", "x|y|z|angle",
        "The coordinate: along an axis, or the angle of a pendulum. Default: the angle of a pendulum, else the axis of "
        "the strongest acceleration at the start or, without one, of the fastest motion.",
        VL_OWN(axis), VL_CHOICE(VL_CHOICES_OF_WORDS(vl_phase_axis_names, VL_PHASE_ANGLE + 1))),
    VL_OPTION("radius", "R",
        "Half the width of the ellipse of starts, in m or rad, up to 1e6. Half its height is R ω, with ω² = |∂a/∂x| at "
        "the start, |g|/length of a pendulum; ω = 1/s where that is 0. Default: 0.1.",
        VL_OWN(radius), VL_TAKES(number), VL_RANGE(VL_FIELD_SMALLEST, 1e6, "greater than 0 and up to 1e6 (m or rad)")),
    VL_OPTIONS_OF_SOLVER, &vl_option_csv, &vl_option_help, NULL,
};

const vl_subcommand vl_subcommand_phase = {
    .name = "phase",
    .words = "SCENE",
    .summary = "what each method does to areas of phase space",
    .details =
        "Carries an ellipse of 256 nearby starts along, in the plane of a coordinate of one particle and its velocity, "
        "with each integrator under the same steps. It prints the area of the curve at start and end, their ratio, how sure "
        "that is (`±`), and the factor of the area in a step and in a turn. A turn ends with the first step after a maximum of "
        "the coordinate, or after a minimum if the particle starts at rest in one. With `--csv`, the start and each turn have "
        "a row: `integrator,turn,step,time,q,v,area,ratio,error`, with the place q, v of the middle of the ellipse. "
        "docs/physics/phase-space.md tells which scenes have such a plane.",
    .options = options,
    .settings = &(const settings){.axis = VL_PHASE_CHOSEN, .radius = VL_PHASE_RADIUS},
    .settings_size = sizeof(settings),
    .experiment = &(const vl_experiment){
        .prepare = prepare, .work = run, .print = print_table, .free = free_work, .state_size = sizeof(work)},
};
// clang-format on
