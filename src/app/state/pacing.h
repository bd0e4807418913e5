#pragma once
/// From the time that passes to the steps that are made: the dt policy of the demo.
///
/// The stream `frame` makes one step a frame, as long as the measured frame times the speed. Any
/// other stream makes as many of its own steps as fit into the time that has passed. Each of these
/// is a frame for the policy, which makes the steps of it that the lab gets.

#include "scene/policy.h"
#include "scene/stream.h"

#define VL_LONGEST_STEP                                                                            \
    0.25                   ///< s; a longer frame is cut to that, and what is cut off counts as lost
#define VL_HITCH       0.1 ///< s; length of a step with an injected hitch
#define VL_SINGLE_STEP (1.0 / 60) ///< s; what `frame` steps by hand, times the speed

typedef struct vl_pacing {
    vl_stream *stream; ///< owned
    vl_policy policy;  ///< between frames and steps
    double speed;      ///< simulated seconds per second
    double due;        ///< s of simulated time that has passed and is not stepped yet
    double lost;       ///< s of time that the policy never saw, since the start
    bool hitch;        ///< the next step is to be at least VL_HITCH long
    bool ended;        ///< the stream has no more steps
    bool has_next;
    double next; ///< s, the stream's next step
} vl_pacing;

/// Begins anew with a stream, which is taken over, and a policy, at `speed`.
void vl_pacing_begin(vl_pacing *pacing, vl_stream *stream, const vl_policy *policy, double speed);

/// The same stream, policy and speed from the start.
void vl_pacing_rewind(vl_pacing *pacing);

/// Goes on with another stream, which is taken over.
void vl_pacing_change(vl_pacing *pacing, vl_stream *stream);

void vl_pacing_free(vl_pacing *pacing);

/// `elapsed` s of real time have passed.
void vl_pacing_pass(vl_pacing *pacing, double elapsed);

/// The next step; `time` is where it begins, s. `due`: only one that is due now, else the next in
/// any case. False: there is none; the stream has ended, or the policy makes no step of a thousand
/// frames.
bool vl_pacing_take(vl_pacing *pacing, double time, bool due, double *dt);

/// The dt of the next step that begins at `time`, s, where the stream knows it; else 0.
double vl_pacing_peek(vl_pacing *pacing, double time);

/// There is no time for what is due: it is lost.
void vl_pacing_give_up(vl_pacing *pacing);

/// s of time that was not simulated and will not be, by the policy or before it.
double vl_pacing_lost(const vl_pacing *pacing);
