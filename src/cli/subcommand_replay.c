// `replay`: a recording, run again without a display.

#include "base/memory.h"
#include "cli/job.h"
#include "cli/summary.h"
#include "lab/replay.h"
#include "physics/world/world.h"
#include "scene/find.h"
#include "scene/lanes.h"

#include <inttypes.h>
#include <string.h>

typedef struct work {
    vl_recording *recording;
    char *path; // of the recording
    vl_replay replay;
    vl_scene own[VL_SCENE_MOST_LANES]; // lanes of the command line
    int own_count;
} work;

// --- the recording and its first scene ---

// The file begins with a run, whose scene the options of the command line are about.
static vl_scene *open_recording(vl_job *job)
{
    work *w = job->state;
    const char *word = job->arguments->words[0];
    w->path = vl_scene_find(word, &job->error);
    if (!w->path)
        w->path = vl_copy_text(word); // the message about the file says more
    w->recording = vl_recording_load(w->path, false, &job->error);
    if (!w->recording)
        return NULL;
    if (w->recording->torn)
        vl_text_print(
            stderr,
            "%s: the last entry is not whole and was left out, as the program that wrote it was "
            "stopped\n",
            w->path);
    return vl_recording_scene(w->recording, &job->error);
}

// Settings may become those of another method on the way, so each recording has the columns of what
// solvers did not solve.
static unsigned columns(const vl_job *job)
{
    return VL_CSV_LANE | VL_CSV_SOLVED | vl_summary_columns(job->arguments);
}

static void take_reading(void *user, int index, const vl_reading *reading, double *const x[VL_AXES])
{
    const vl_job *job = user;
    const work *w = job->state;
    vl_lab *lab = w->replay.lab;
    const vl_world *world = lab->runs[index].world;
    vl_csv_row(job->csv, columns(job), vl_lab_label(lab, index), world->integrator->name, reading,
               x, world->particles.slot_of, NULL, 0);
}

static void changed(void *user, vl_replay_change what, const vl_scene *lanes)
{
    const vl_job *job = user;
    const work *w = job->state;
    if (lanes && job->csv)
        vl_lab_listen(w->replay.lab, take_reading, user);
}

// --- the run ---

static bool prepare(vl_job *job)
{
    work *w = job->state;
    if (job->arguments->lane_count > 0)
        w->own_count = vl_scene_lanes(job->scene, w->own);
    vl_replay_begin(&w->replay, w->recording, w->own, w->own_count);
    w->replay.changed = changed;
    w->replay.user = job;
    return true;
}

static void run(vl_job *job)
{
    work *w = job->state;
    double size = (double)w->recording->size;
    if (job->csv)
        vl_csv_header(job->csv, columns(job), NULL, 0);
    while (vl_replay_next(&w->replay) && // the first makes the lab, which no later one does again
           vl_progress_goes_on(&job->progress, (double)w->replay.lines.at / size))
        ;
    if (*w->replay.error.text)
        job->error = w->replay.error;
    else if (w->replay.lab)
        vl_lab_complete(w->replay.lab, 0);
}

// A difference fails, once the checksums are told.
static void tell_difference(vl_job *job)
{
    const work *w = job->state;
    if (*w->replay.difference.text)
        vl_fail_at(&job->error, (vl_location){.file = w->path}, "it %s", w->replay.difference.text);
}

static void print(vl_job *job)
{
    const work *w = job->state;
    vl_lab *lab = w->replay.lab;
    if (w->own_count > 0)
        vl_text_print(stdout, "%s (%s): %" PRId64 " frames under other lanes, %.6g s\n",
                      job->scene->title, w->path, w->replay.frames, lab->now.time);
    else
        vl_text_print(stdout, "%s (%s): %" PRId64 " frames, %" PRId64 " checks, %.6g s\n",
                      job->scene->title, w->path, w->replay.frames, w->replay.checks,
                      lab->now.time);
    for (int i = 0; i < lab->count; i++) {
        const vl_lab_run *run = &lab->runs[i];
        printf("%016" PRIx64 " %s", vl_world_hash(run->world), vl_lab_label(lab, i));
        // other lanes have another checksum; what a person wants of them is how well they do
        if (w->own_count > 0 && run->world->now.diverged)
            printf("  diverged");
        else if (w->own_count > 0 && isfinite(run->shown.energy_error))
            printf("  energy error at end %.3g", run->shown.energy_error);
        printf("\n");
    }
    for (int i = 0; i < lab->count; i++)
        vl_summary_print_troubles(lab, i);
    if (job->arguments->ledger)
        vl_summary_print_ledger(lab, "lane");
    if (job->arguments->momentum)
        vl_summary_print_momenta(lab, "lane");
    tell_difference(job);
}

static void free_work(vl_job *job)
{
    work *w = job->state;
    vl_replay_free(&w->replay);
    vl_recording_free(w->recording);
    vl_free(w->path);
}

// clang-format off
static const vl_option *const options[] = {
    &vl_option_lane,
    &vl_option_csv, &vl_option_momentum, &vl_option_ledger,
    &vl_option_help, NULL,
};

const vl_subcommand vl_subcommand_replay = {
    .name = "replay",
    .words = "RECORDING",
    .summary = "run a recording again, and compare it with what it was",
    .details =
        "Runs a recording of the window or of `run --record` (docs/recordings.md) without a display: the same scene, "
        "frames, hands, pins, cuts, lanes and settings. After each frame it compares the checksum of each lane with the "
        "recorded one. It prints the checksums at the end, as `run --hash` does. At the first difference it tells the "
        "frame, and fails. With `--lane`, other methods get the same frames and the same hands; changes of single lanes are left out then, and nothing is "
        "compared; the energy error at the end of each is printed behind its checksum. What solvers did not solve is told as by "
        "`run`, and the columns of `--csv` are those of `run` with `residual` and `unsolved`. The last row is read as if a step like the "
        "last one came, as a recording does not have the length of the frame to come.",
    .options = options,
    .experiment = &(const vl_experiment){
        .open = open_recording, .prepare = prepare, .work = run, .write = tell_difference, .print = print,
        .free = free_work, .state_size = sizeof(work)},
};
// clang-format on
