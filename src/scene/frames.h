#pragma once
/// The steps that a stream and a policy make, as a list to look at: what a check at load has to
/// know of a scene's steps.

#include "scene/scene.h"
#include "scene/stream.h"

/// Steps of the lab, each cut into equal substeps.
typedef struct vl_frames {
    double *list;  ///< s, as they follow each other; then from the beginning. One where all are
                   ///< equal
    int count;     ///< 0: no frame makes a step
    int substeps;  ///< of each
    double late;   ///< s, one longer step that comes once; 0: there is none
    bool measured; ///< a display measures them: they are taken for 1/60 s
} vl_frames;

/// The first frames of a stream, and those after everything that it does once, by the scene's
/// policy. The stream is rewound. Free with vl_frames_free().
vl_frames vl_frames_of(const vl_scene *scene, vl_stream *stream);

/// Those of the scene's own stream, whose files are looked for in `folder`; none where its text is
/// wrong.
vl_frames vl_frames_of_scene(const vl_scene *scene, const char *folder);

/// Those of a lane: of its own stream, a file of which is looked for beside its scene, or of the
/// common one, which is rewound.
vl_frames vl_frames_of_lane(const vl_scene *lane, vl_stream *common);

void vl_frames_free(vl_frames *frames);

/// The longest step of the list, s; 0: there is none.
double vl_frames_longest(const vl_frames *frames);
