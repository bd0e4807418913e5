#pragma once
/// Streams of time steps: what the main loop, the command line and a scene feed the worlds with.

#include "base/text.h"
#include "physics/model/mistake.h"
#include "scene/form.h"

typedef struct vl_stream vl_stream;

/// How the steps of a stream differ: which of an integrator's declared orders holds.
typedef enum vl_stream_steps {
    VL_STEPS_EQUAL, ///< all the same
    VL_STEPS_VARY,  ///< again and again, or for good from some time on
    VL_STEPS_ONE,   ///< but for a single one
} vl_stream_steps;

/// One kind of stream: all there is to know of it, for parsing, running, help and documentation.
typedef struct vl_stream_kind {
    vl_form form;
    const char *label; ///< on the screen: '#' is the next number as ms, '@' as it is, '*' the path
    bool takes_path;   ///< all behind the name is a path, whatever is in it
    vl_stream_steps steps;
    bool is_random; ///< the third number is a seed
    bool changes;   ///< the third number is the time of a change
    int period;     ///< after this many numbers its steps repeat themselves; 0: never

    /// What the numbers must be together, or what else there is to read. NULL: nothing.
    bool (*open)(vl_stream *stream, const char *folder, vl_error *error);

    /// The dt of the next step, which begins at `time`; false at the end. NULL: `frame`.
    bool (*next)(vl_stream *stream, double time, double *dt);

    /// The mean of the steps that make up `duration` s, s. NULL: `frame`.
    double (*mean)(const vl_stream *stream, double duration);
} vl_stream_kind;

extern const vl_stream_kind vl_stream_kinds[];
extern const int vl_stream_kind_count;

/// Makes a stream from its text. `folder` is where a relative file:PATH is looked for (NULL: the
/// present one). NULL and a message (without a location, except for a line of a file: "PATH:LINE:
/// …") where the text is wrong. Free with vl_stream_free().
VL_MUST_USE vl_stream *vl_stream_parse(const char *text, const char *folder, vl_error *error);

/// The steps of `stream` as a program with the mistake measures them, which may be none (NULL):
/// through a clock of whole milliseconds, `fixed:1/60` is `clock-ms:60`. Takes `stream` over, NULL
/// too; returns it where nothing is to be done to it. NULL and a message where it is no display of
/// 1 to 1000 frames/s.
VL_MUST_USE vl_stream *vl_stream_mismeasure(vl_stream *stream, const vl_mistake *mistake,
                                            vl_error *error);

/// Whether it is `frame`: the caller measures dt; vl_stream_next() must not be asked.
bool vl_stream_is_frame(const vl_stream *stream);

/// The next dt (s) for a step that begins at `time` (s). False when the stream has ended. Always
/// finite, and greater than 0 but for a file, which may hold 0 and less, and for a clock of whole
/// milliseconds above 1000 frames/s: so a class can see how such a frame is skipped.
bool vl_stream_next(vl_stream *stream, double time, double *dt);

/// Back to the beginning: the same steps again.
void vl_stream_rewind(vl_stream *stream);

/// The same shape with other steps, from the beginning: each dt is multiplied by `factor` (> 0);
/// the time of a switch or a hitch stays what it is. Of a file each entry is given 1/factor times,
/// rounded, at least once, so that with factors 1, 1/2, 1/4 … it covers the same time.
void vl_stream_scale(vl_stream *stream, double factor);

/// `random`: other steps between the same bounds, from the seed of its text plus `number` (≥ 0); of
/// the others nothing changes. Rewinds.
void vl_stream_reseed(vl_stream *stream, int number);

/// Whether vl_stream_reseed() makes a difference.
bool vl_stream_is_random(const vl_stream *stream);

const vl_stream_kind *vl_stream_kind_of(const vl_stream *stream);

/// Mean dt over `duration` s (> 0, finite), s, as scaled: of `random` the middle of its bounds. Not
/// of `frame`.
double vl_stream_mean(const vl_stream *stream, double duration);

/// s after which its steps repeat themselves, as scaled: of `fixed` and `alternate`; else 0.
double vl_stream_period(const vl_stream *stream);

/// s, when a switch or a hitch comes; else 0.
double vl_stream_change(const vl_stream *stream);

/// s, all steps of a file together; HUGE_VAL for a stream without end.
double vl_stream_length(const vl_stream *stream);

/// For the screen, in milliseconds as scaled, of a file its name alone: "switch 16.667 → 13.333 ms
/// at 5 s". Added to `label`.
void vl_stream_label(const vl_stream *stream, vl_text *label);

/// The text it was made from.
const char *vl_stream_text(const vl_stream *stream);

void vl_stream_free(vl_stream *stream);
