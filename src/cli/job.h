#pragma once
/// The steps that all experiments of the command line have in common: they open a scene, replace
/// keys of it, open a stream of time steps, do their work, and print a table or write CSV. A signal
/// ends them at once, and the CSV file is unchanged then. For this room alone.

#include "cli/arguments.h"
#include "cli/progress.h"
#include "lab/lab.h"
#include "scene/warnings.h"

typedef struct vl_job {
    const vl_arguments *arguments;
    const void *settings; ///< those of the subcommand (vl_arguments)
    void *state;          ///< memory of the experiment, zeroed at first

    vl_scene *scene;      ///< may be NULL where the subcommand needs none
    vl_stream *stream;    ///< never `frame`
    bool frame_replaced;  ///< the scene asks for the frame time, which only a display measures
    int integrator_count; ///< those that were asked for, else that of the scene
    const vl_integrator *const *integrators;
    vl_scene lanes[VL_SCENE_MOST_LANES]; ///< those of the scene, or one for each integrator
    int lane_count;

    FILE *csv; ///< where rows are to be written; NULL: a table is asked for
    vl_progress progress;
    vl_error error; ///< what went wrong
} vl_job;

/// The functions of an experiment in the order of their calls. All but `work` may be NULL. One that
/// returns false ends the job with the message in `job->error`.
typedef struct vl_experiment {
    /// Opens the scene that the word names; NULL and a message in job->error where it cannot. NULL:
    /// the word names a scene file.
    vl_scene *(*open)(vl_job *job);
    bool (*prepare)(vl_job *job); ///< after the stream is opened
    void (*work)(vl_job *job);  ///< the lengthy work; may write rows and may fail by `job->error`.
                                ///< Returns early where vl_progress_goes_on() is false
    void (*write)(vl_job *job); ///< writes the other rows after the work
    void (*print)(vl_job *job); ///< prints the table after the work
    void (*free)(vl_job *job);  ///< frees what `state` owns, in any case
    size_t state_size;          ///< bytes
    bool runs_lanes;            ///< it runs the lanes of the scene, where there are some
} vl_experiment;

/// Does the experiment of a subcommand. False where it fails, with a message; without one where its
/// reader has gone.
VL_MUST_USE bool vl_job_do(const vl_arguments *arguments, vl_error *error);

/// Prints what is odd in a scene that runs in these lanes, but no fault.
void vl_job_warn(const vl_scene *scene, const vl_scene *lanes, int count);

/// The same, and what much is of what vl_scene_cost_of() counts.
void vl_job_tell(const vl_scene *scene, const vl_scene *lanes, int count, const vl_stream *common);

/// The limits by `--duration` and `--steps`; without them 10 s, or the end of a file of steps.
vl_run vl_job_limits(const vl_job *job);

/// Prints the title and size of the scene, and the stream.
void vl_job_print_head(const vl_job *job);
