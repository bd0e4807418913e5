#pragma once
/// What a subcommand is to run: a scene, a stream of time steps and where to end, all of it
/// checked.

#include "cli/arguments.h"
#include "lab/run.h"

typedef struct vl_job {
    const vl_arguments *arguments;
    vl_scene *scene;
    char *path;                 ///< of the scene
    vl_stream *stream;          ///< never `frame`
    vl_policy policy;           ///< for frame times, at its beginning
    const vl_mistake *left_out; ///< of the scene, which the engine that is asked for does not make
    bool frame_replaced; ///< the scene asks for the frame time, which only a display measures
} vl_job;

/// Loads the scene that the first word of `arguments` names, with the options that replace its
/// keys, and opens its stream. The answer is an exit status; where it is not VL_EXIT_GOOD a message
/// has been printed. In any case what was made stays for vl_job_free().
VL_MUST_USE int vl_job_open(vl_job *job, const vl_arguments *arguments);

void vl_job_free(vl_job *job);

/// What `--duration` and `--steps` say; where they leave the end open, 10 s, or the end of a file
/// of steps.
vl_run vl_job_limits(const vl_job *job);

/// Prints the title of the scene, how large it is, and the stream.
void vl_job_print_head(const vl_job *job);
