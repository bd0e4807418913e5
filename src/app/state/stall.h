#pragma once
/// Stalls: work of the program that is no part of a usual frame, such as writing a picture. Whoever
/// does such work opens a span before it and closes it afterwards. The frames by which the work
/// delayed the display are taken off the time measured for that frame, so that what remains is what
/// the display did. Times are those of the platform's clock.
///
/// A frame may contain several spans. A span within another one belongs to the outer one.

#include <stdbool.h>

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
    double last;                   ///< s, taken off at the last stall
    double since;                  ///< s, passed since then
    double total;                  ///< s, taken off since the program began
} vl_stalls;

/// Ends a frame, in which the program worked for `work` s before it waited for the display.
void vl_stalls_frame_ends(vl_stalls *stalls, double work);

/// Returns the usual length of a frame, s: the median of the last ones without a stall, so that one
/// late frame among them does not change it. 0: not known yet.
double vl_stalls_usual_length(const vl_stalls *stalls);

/// Returns what is left of the time from the begin of the last frame to that of the present one,
/// `measured` s, without its stalls. It is never less than the usual length of a frame, and 0 when
/// that is not known yet.
double vl_stalls_take_off(vl_stalls *stalls, double measured);
