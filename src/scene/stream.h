#pragma once
/// Streams of time steps: what the main loop, the command line and a scene feed the worlds with.

#include "scene/form.h"

typedef struct vl_stream vl_stream;

/// One kind of stream: all there is to know of it, for parsing, running, help and documentation.
typedef struct vl_stream_kind {
    const char *name; ///< "random"
    const char *form; ///< "random:0.005:0.015:SEED"
    const char *summary;
    const vl_form_number *arguments[VL_FORM_MOST_NUMBERS]; ///< NULL behind the last
    bool takes_path; ///< all behind the name is a path, whatever is in it

    /// What the numbers must be together, or what else there is to read. NULL: nothing.
    bool (*open)(vl_stream *stream, const char *folder, vl_error *error);

    /// The dt of the next step, which begins at `time`; false at the end. NULL: `frame`.
    bool (*next)(vl_stream *stream, double time, double *dt);
} vl_stream_kind;

extern const vl_stream_kind vl_stream_kinds[];
extern const int vl_stream_kind_count;

/// Makes a stream from its text. `folder` is where a relative file:PATH is looked for (NULL: the
/// present one). NULL and a message (without a location, except for a line of a file: "PATH:LINE:
/// …") where the text is wrong. Free with vl_stream_free().
VL_MUST_USE vl_stream *vl_stream_parse(const char *text, const char *folder, vl_error *error);

/// Whether it is `frame`: the caller measures dt; vl_stream_next() must not be asked.
bool vl_stream_is_frame(const vl_stream *stream);

/// The next dt (s) for a step that begins at `time` (s). False when the stream has ended. Always
/// finite, and greater than 0 but for a file: that may hold 0 and less, so that a class can see how
/// such a frame is skipped.
bool vl_stream_next(vl_stream *stream, double time, double *dt);

/// Back to the beginning: the same steps again.
void vl_stream_rewind(vl_stream *stream);

/// The text it was made from.
const char *vl_stream_text(const vl_stream *stream);

void vl_stream_free(vl_stream *stream);
