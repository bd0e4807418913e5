#pragma once
/// What a scene costs, counted from its numbers before it runs.

#include "scene/scene.h"
#include "scene/stream.h"

/// What takes longer, s, or more memory, GiB, is refused when the scene is loaded: nothing can end
/// it but the end of the program. Options of the command line may make it longer.
enum { VL_SCENE_LONGEST = 5, VL_SCENE_MOST_MEMORY = 4 };

/// What lanes take on one core of a common machine.
typedef struct vl_scene_cost {
    double frame; ///< s, a common frame, with all steps that it makes
    double first; ///< s, until the first picture of the worlds, with its readings
    double bytes; ///< of memory, in the window
} vl_scene_cost;

/// Of `count` lanes, which are the scene or differ from it in how it is run; `common` as below.
vl_scene_cost vl_scene_cost_of(const vl_scene *scene, const vl_scene *lanes, int count,
                               const vl_stream *common);

/// How many frames of its own a lane of the scene makes in a common one, in the mean of `duration`
/// s, or where these are more, behind each switch of their lengths; `common` as below. Of more than
/// VL_LANE_MOST_FRAMES it would make a part, and fall behind.
double vl_scene_lane_frames(const vl_scene *scene, const vl_scene *lane, const vl_stream *common,
                            double duration);

/// The mean length of a substep of a lane under its policy in `duration` s, s.
double vl_scene_substep(const vl_scene *lane, const vl_stream *common, double duration);

/// A lane with frames of 1e-300 s would never end.
enum { VL_LANE_MOST_FRAMES = 10000 };

/// Tells what a scene costs where that is much: 256 MiB of memory, or a quarter of a second for the
/// first picture or for a frame. False, and no text, where it is not.
bool vl_scene_tell_cost(const vl_scene_cost *cost, vl_text *text);
