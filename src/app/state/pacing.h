#pragma once
/// Pacing: converts elapsed real time into simulation steps.
///
/// As many frames of the stream are made as fit into the elapsed time. Each of them is a frame for
/// the policy, which decides which steps the lab makes. With the stream `frame`, the length of a
/// frame is the time measured for it, at the normal speed of the scene.
///
/// At another speed either dt stays, and the same frames come later or earlier; or dt shrinks (and
/// grows) with the speed, and as many frames come as before. Where nobody has chosen, it shrinks
/// for frames that are measured, so that each frame of the display makes one, and stays for all
/// others.

#include "app/state/frame_log.h"
#include "scene/policy.h"
#include "scene/stream.h"

/// s; a longer frame is cut to this length, and the rest counts as lost.
#define VL_LONGEST_STEP 0.25
#define VL_HITCH        0.1        ///< s; length of a step with an injected hitch
#define VL_SINGLE_STEP  (1.0 / 60) ///< s; step of the stream `frame` on request, before the speed

/// What the speed does to dt.
typedef enum vl_slow {
    VL_SLOW_BY_STREAM, ///< nobody has chosen
    VL_SLOW_STAYS,
    VL_SLOW_SHRINKS,
} vl_slow;

typedef struct vl_pacing {
    vl_stream *stream; ///< owned
    vl_policy policy;  ///< turns frames into steps
    vl_policy_log got; ///< the frames that it got; none for `raw`
    int64_t steps;     ///< of the lab so far, which it has to be told before it takes one
    double speed;      ///< simulated seconds per second
    double normal;     ///< the speed of the scene
    vl_slow slow;
    double measured; ///< s, the newest frame of the display, at the normal speed
    double due;      ///< s of simulated time that has elapsed and is not stepped yet
    double lost;     ///< s of time since the start that was cut off before the policy
    bool hitch;      ///< the next step is at least VL_HITCH long
    bool ended;      ///< the stream has no more steps
    bool has_next;
    double next; ///< s, the stream's next step
} vl_pacing;

/// Starts with a stream, of which it takes ownership, and a policy, at `speed`; that of the scene
/// is `normal`. Nobody has chosen then what it does to dt.
void vl_pacing_begin(vl_pacing *pacing, vl_stream *stream, const vl_policy *policy, double speed,
                     double normal);

/// Starts again with the same stream, policy and speed.
void vl_pacing_rewind(vl_pacing *pacing);

/// Continues with another stream, of which it takes ownership.
void vl_pacing_change(vl_pacing *pacing, vl_stream *stream);

/// Goes on with the stream behind so many frames of it.
void vl_pacing_skip(vl_pacing *pacing, int64_t frames);

void vl_pacing_free(vl_pacing *pacing);

/// Adds `elapsed` s of real time.
void vl_pacing_pass(vl_pacing *pacing, double elapsed);

/// Takes the next step, which begins at `time`, s; if `due`, only a step that is due now. Returns
/// false if the stream has ended or the policy makes no step within a thousand frames.
bool vl_pacing_take(vl_pacing *pacing, double time, bool due, double *dt);

/// The same for the next step that is not due, where it is not beyond the time `end`, s. A step
/// that is beyond is left for the next call.
bool vl_pacing_take_within(vl_pacing *pacing, double time, double end, double *dt);

/// Whether dt shrinks with the speed.
bool vl_pacing_shrinks(const vl_pacing *pacing);

/// Whether the length of the next frame is measured, so that nobody knows it yet.
bool vl_pacing_is_measured(const vl_pacing *pacing);

/// Writes the lengths, s, of the frames to come from `time`, s, on to before `end`, as far as they
/// are known and at most `most` of them, before the policy. Returns how many.
int vl_pacing_preview(const vl_pacing *pacing, double time, double end, double *frames, int most);

/// Returns the dt of the next step, which begins at `time`, s, if the stream knows it; else 0.
double vl_pacing_peek(vl_pacing *pacing, double time);

/// Returns the next frame of the stream, s, before the policy; 0 if the stream does not know it.
double vl_pacing_next_frame(vl_pacing *pacing, double time);

/// Counts the time that is due as lost, because computing its steps takes too long.
void vl_pacing_give_up(vl_pacing *pacing);

/// Returns the time, s, that was dropped before or by the policy and is never simulated.
double vl_pacing_lost(const vl_pacing *pacing);
