#include "cli/progress.h"

#include "base/clock.h"
#include "base/text.h"
#include "cli/table.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

static const double patience = 0.05; // s; a million steps of a small scene take longer
static const double interval = 0.1;  // s

vl_progress vl_progress_create(bool wanted)
{
    double now = vl_clock_now();
    return (vl_progress){.shown_at_all = wanted && isatty(STDERR_FILENO),
                         .begin = now,
                         .last = now + patience - interval};
}

static void add_remaining(vl_text *line, double seconds)
{
    double minutes = seconds / 60, hours = minutes / 60;
    if (seconds < 90)
        vl_text_add(line, ", %.0f s left", ceil(seconds));
    else if (minutes < 90)
        vl_text_add(line, ", %.0f min left", ceil(minutes));
    else if (hours < 1000)
        vl_text_add(line, ", %.0f h left", ceil(hours));
}

// Spaces cover what a longer line before left, on any terminal.
static void write_line(vl_progress *progress, const char *line)
{
    int width = vl_text_width(line);
    fprintf(stderr, "\r%s%*s\r", line, progress->width > width ? progress->width - width : 0, "");
    fflush(stderr);
    progress->width = width;
}

void vl_progress_show(vl_progress *progress, double now, double done, int64_t steps)
{
    if (!progress->shown_at_all || now < progress->last + interval)
        return;
    progress->last = now;

    double spent = now - progress->begin;
    vl_text line = {0};
    if (done >= 0)
        vl_text_add(&line, "%3.0f %%%s", floor(100 * fmin(done, 1)), steps >= 0 ? ", " : "");
    if (steps >= 0)
        vl_text_add(&line, "step %lld, %.3g steps/s", (long long)steps, (double)steps / spent);
    if (done > 0)
        add_remaining(&line, spent * (1 - fmin(done, 1)) / done);
    write_line(progress, line.data);
    vl_text_free(&line);
}

void vl_progress_erase(vl_progress *progress)
{
    if (progress->width == 0)
        return;
    write_line(progress, "");
}
