#pragma once
/// Streams of time steps, from which a lab takes its frames.

#include "base/random.h"
#include "base/text.h"
#include "physics/model/mistake.h"
#include "scene/form.h"

typedef struct vl_stream vl_stream;

/// How the steps of a stream vary. This decides which of an integrator's declared orders applies.
typedef enum vl_stream_steps {
    VL_STEPS_EQUAL, ///< all the same
    VL_STEPS_VARY,  ///< they change repeatedly, or once at some time
    VL_STEPS_ONE,   ///< all but one are the same
} vl_stream_steps;

/// One kind of stream, described for parsing, running, help and documentation.
typedef struct vl_stream_kind {
    vl_form form;
    const char *label; ///< on the screen: '#' is the next number as ms, '@' as it is, '*' the
                       ///< path, '&' what is in the list
    bool is_frame;     ///< the caller measures dt and must not call vl_stream_next()
    bool takes_path;   ///< a path follows the name and its colon
    bool is_list;      ///< steps follow it
    vl_stream_steps steps;
    bool is_random; ///< the third number is a seed, and vl_stream_reseed() changes the steps
    bool changes;   ///< the third number is the time of a change
    int period;     ///< after this many numbers its steps repeat themselves; 0: never
    bool in_ms;     ///< its steps are read through a clock of whole milliseconds

    /// Reads a file, or a list. NULL: its text has numbers alone, by its form.
    bool (*open)(vl_stream *stream, const char *beside, vl_error *error);

    /// The dt of the next step, which begins at `time`; false at the end. NULL: `frame`.
    bool (*next)(vl_stream *stream, double time, double *dt);

    /// The mean of the steps in `duration` s, s. NULL: `frame`.
    double (*mean)(const vl_stream *stream, double duration);
} vl_stream_kind;

/// Steps of one length in a row.
typedef struct vl_stream_row {
    double dt; ///< s
    int end;   ///< steps of the list up to its last one
} vl_stream_row;

/// A stream. Others read the first two.
struct vl_stream {
    const vl_stream_kind *kind;
    char *text; ///< from which it was made

    double arguments[VL_FORM_MOST_NUMBERS];
    double factor;    // of every step
    int repeats;      // file, list: how often each entry is repeated
    int number;       // random: added to the seed
    int64_t step;     // steps made so far
    vl_random random; // random
    bool hitched;     // hitch: it has happened
    bool in_ms;       // read through a clock of whole milliseconds, see vl_stream_mismeasure()
    double ms;        // since the millisecond that the clock shows

    int list_count;      // file, list: the steps
    vl_stream_row *rows; // they take no more memory than the text: a million may be one row
    int row_count, row_capacity;
    bool ends;       // file, list: with its last step
    vl_stream *rest; // list: the stream behind it, owned; or NULL
};

extern const vl_stream_kind vl_stream_kinds[];
extern const int vl_stream_kind_count;

/// Makes a stream from its text. `beside` is the scene file in whose folder a relative file:PATH is
/// looked for (NULL: the present folder). NULL and a message where the text is wrong. A step with
/// its unit, "144Hz" or "6.94 ms", is short for `fixed`. Free with vl_stream_free().
VL_MUST_USE vl_stream *vl_stream_parse(const char *text, const char *beside, vl_error *error);

/// Whether the stream makes the steps that `text` would.
bool vl_stream_is(const vl_stream *stream, const char *text);

/// A copy that goes on from the same step. NULL is copied to NULL. Free with vl_stream_free().
vl_stream *vl_stream_copy(const vl_stream *stream);

/// The path in the text of a stream that is a file, "file:PATH"; NULL where it is none.
const char *vl_stream_path(const char *text);

/// From now on the steps of `stream` (or NULL) are as a program with `mistake` (or NULL) measures
/// them: a clock of whole milliseconds makes 16, 17 and 17 ms of three frames of 1/60 s.
void vl_stream_mismeasure(vl_stream *stream, const vl_mistake *mistake);

/// What the clock of the stream tells of a frame of `dt` s, which may be 0. vl_stream_next() has
/// asked it; of a frame that the caller measures he asks.
double vl_stream_seen(vl_stream *stream, double dt);

/// How its steps vary, as the clock tells them.
vl_stream_steps vl_stream_steps_of(const vl_stream *stream);

/// The next dt (s) for a step that begins at `time` (s). False when the stream has ended. dt is
/// finite, and 0 or less only of a file, a list that ends, or a clock of whole milliseconds.
bool vl_stream_next(vl_stream *stream, double time, double *dt);

/// Step number `index`, from 0 to list_count − 1, of a file or a list, s.
double vl_stream_listed(const vl_stream *stream, int index);

/// Whether the next step is one that the caller measures: of `frame`, also behind a list.
bool vl_stream_is_measured(const vl_stream *stream);

/// Writes the next steps (s) of a stream that begin from `time` on to before `end` (s), at most
/// `most` of them, up to its end or to those that are measured, where each of them takes `factor`
/// times its length. The stream does not change. Returns how many.
int vl_stream_preview(const vl_stream *stream, double time, double end, double factor,
                      double *steps, int most);

/// Rewinds, and makes so many steps from the time 0 on.
void vl_stream_skip(vl_stream *stream, int64_t steps);

/// Goes back to the beginning; the same steps follow.
void vl_stream_rewind(vl_stream *stream);

/// Multiplies each step by `factor` (> 0) and rewinds. The time of a switch or a hitch does not
/// change. Each entry of a file or list is given 1/factor times, rounded.
void vl_stream_scale(vl_stream *stream, double factor);

/// Gives `random` other steps between the same bounds, from the seed of its text plus `number`
/// (≥ 0), and rewinds. The other kinds do not change.
void vl_stream_reseed(vl_stream *stream, int number);

/// The mean of the scaled steps in `duration` s (> 0, finite), s. For `random` it is the middle of
/// the bounds. Not for `frame`.
double vl_stream_mean(const vl_stream *stream, double duration);

/// The scaled time after which the steps of `fixed` and `alternate` repeat themselves, s; else 0.
double vl_stream_period(const vl_stream *stream);

/// The time of a switch or a hitch, s; else 0.
double vl_stream_change(const vl_stream *stream);

/// The sum of all steps of a stream that ends, s; HUGE_VAL for a stream without end.
double vl_stream_length(const vl_stream *stream);

/// Adds a label for the screen, with the scaled steps in milliseconds: "16.667 → 13.333 ms
/// at 5 s". For a file it is the name of the file alone.
void vl_stream_label(const vl_stream *stream, vl_text *label);

/// Behind the last step of a list with which its stream ends.
#define VL_STEP_LIST_END "end"

/// The text of a stream with `count` ≥ 1 steps (s) and `rest` (NULL, or VL_STEP_LIST_END) behind
/// them: "list:30x0.0166667:0.1". Reading it gives the same steps to the last bit. Free with
/// vl_free().
char *vl_step_list_text(const double *steps, int count, const char *rest);

void vl_stream_free(vl_stream *stream);
