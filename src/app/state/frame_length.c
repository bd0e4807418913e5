#include "app/state/frame_length.h"

#include "base/memory.h"
#include "base/text.h"
#include "scene/stream.h"

#include <ctype.h>
#include <string.h>

static const double shortest = 1e-5, longest = 1; // s

// The step of a stream that is one step with its unit; 0: it is something else.
static double step_of(const char *text)
{
    vl_error ignored = {0};
    vl_stream *stream =
        isalpha((unsigned char)*text) ? NULL : vl_stream_parse(text, NULL, &ignored);
    double step = stream ? vl_stream_mean(stream, 1) : 0;
    vl_stream_free(stream);
    return step;
}

bool vl_frame_length_parse(const char *text, double *dt, vl_error *error)
{
    char *trimmed = vl_copy_text(text + strspn(text, " "));
    for (size_t end = strlen(trimmed); end > 0 && trimmed[end - 1] == ' '; end--)
        trimmed[end - 1] = '\0';
    *dt = step_of(trimmed);
    vl_free(trimmed);
    return (*dt >= shortest && *dt <= longest) ||
           vl_fail(error,
                   "'%.30s', expected a length from 0.01 ms to 1 s, such as 6.94 ms, or a rate "
                   "such as 144 Hz",
                   text);
}
