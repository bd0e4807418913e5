#pragma once
/// Pacing: converts elapsed real time into frames of the lab.
///
/// As many frames of the stream are made as fit into the elapsed time. The lab makes steps of them.
/// With the stream `frame`, the length of a frame is the time measured for it, at the normal speed
/// of the scene.
///
/// At another speed either dt stays, and the same frames come later or earlier; or dt shrinks (and
/// grows) with the speed, and as many frames come as before. Where nobody has chosen, it shrinks in
/// slow motion for frames that are measured, so that each frame of the display makes one, and stays
/// in all other cases.
///
/// Stalls: work of the program that is no part of a usual frame, such as writing a picture. Whoever
/// does such work opens a span before it and closes it afterwards. The frames by which the work
/// delayed the display are taken off the time measured for that frame, so that what remains is what
/// the display did. Times are those of the platform's clock.
///
/// A frame may contain several spans. A span within another one belongs to the outer one.

#include "scene/stream.h"

/// s; a longer frame is cut to this length, and the rest is lost.
#define VL_LONGEST_STEP 0.25
#define VL_HITCH        0.1        ///< s; length of a step with an injected hitch
#define VL_SINGLE_STEP  (1.0 / 60) ///< s; step of the stream `frame` on request, before the speed

typedef struct vl_pacing {
    vl_stream *stream; ///< owned
    double speed;      ///< simulated seconds per second
    double normal;     ///< the speed of the scene
    double measured;   ///< s, the newest frame of the display, at the normal speed
    double due;        ///< s of simulated time that has elapsed and of which no frame was made yet
    double waited;     ///< s that a hand held something where the task asks: the stream comes later
    bool hitch;        ///< the next frame is at least VL_HITCH long
    bool ended;        ///< the stream has no more frames
    bool gave_up; ///< steps have taken longer than the time that was due; who reads it resets it
    bool has_next;
    double next; ///< s, the stream's next frame
} vl_pacing;

/// Starts with a stream, of which it takes ownership, at `speed`; that of the scene is `normal`.
void vl_pacing_begin(vl_pacing *pacing, vl_stream *stream, double speed, double normal);
void vl_pacing_rewind(vl_pacing *pacing);

/// Continues with another stream, of which it takes ownership.
void vl_pacing_change(vl_pacing *pacing, vl_stream *stream);

void vl_pacing_free(vl_pacing *pacing);

/// Takes the next frame, which begins at `time`, s; if `due`, only one that is due now. One that
/// takes longer than `longest` s is left for the next call; HUGE_VAL: of any length. False where
/// there is none.
bool vl_pacing_take(vl_pacing *pacing, double time, bool due, double longest, double *dt);
bool vl_pacing_shrinks(const vl_pacing *pacing);

/// Whether the length of the next frame is measured, so that nobody knows it yet.
bool vl_pacing_is_measured(const vl_pacing *pacing);

/// Writes the lengths, s, of the frames to come from `time`, s, on to before `end`, as far as they
/// are known and at most `most` of them. Returns how many.
int vl_pacing_preview(const vl_pacing *pacing, double time, double end, double *frames, int most);

/// Returns the length, s, of the next frame, which begins at `time`, s; 0 if nobody knows it.
double vl_pacing_peek(vl_pacing *pacing, double time);

/// Gives the time up that is due at `time`, s, because computing its steps takes too long.
void vl_pacing_give_up(vl_pacing *pacing, double time);

// --- stalls ---

enum { VL_STALL_FRAMES = 5 };

/// A fresh one is `{0}`.
typedef struct vl_stalls {
    int depth;                     ///< of open spans
    double begun;                  ///< s, when the outer one was opened
    double spent;                  ///< s, of the spans in the present frame
    bool whole;                    ///< the whole present frame is a stall, with its drawing
    double work;                   ///< s, that the last frame took without the wait for the display
    double usual[VL_STALL_FRAMES]; ///< s, lengths of the last frames without a stall
    int usual_count;               ///< counted up without end
    double last;                   ///< s, taken off at the last stall; 0 before the usual length of
                                   ///< a frame is known, as the start delays none that anybody saw
    double since;                  ///< s, passed since then
    double total;                  ///< s, taken off since the program began
} vl_stalls;

/// Ends a frame, in which the program worked for `work` s before it waited for the display.
void vl_stalls_end_frame(vl_stalls *stalls, double work);

/// Returns the usual length of a frame, s: the median of the last ones without a stall, so that one
/// late frame among them does not change it. 0: not known yet.
double vl_stalls_usual_length(const vl_stalls *stalls);

/// Returns what is left of the time from the begin of the last frame to that of the present one,
/// `measured` s, without its stalls. It is never less than the usual length of a frame, and 0 when
/// that is not known yet.
double vl_stalls_take_off(vl_stalls *stalls, double measured);
