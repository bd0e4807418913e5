#include "cli/progress.h"

#include "base/clock.h"
#include "base/text.h"
#include "scene/warnings.h"

#include <math.h>
#include <unistd.h>

static const double between_checks = 0.02; // s
static const double between_lines = 0.1;   // s
static const double silent = 0.05;         // s without a line; a million steps take longer

vl_progress vl_progress_begin(FILE *rows)
{
    double now = vl_clock_now();
    return (vl_progress){
        .rows = rows, .begin = now, .last_check = now, .last_line = now + silent - between_lines};
}

static void add_time(vl_text *line, const char *before, double seconds, const char *behind)
{
    const char *const units[] = {"s", "min", "h"};
    int unit = 0;
    for (; unit < 2 && seconds >= 90; unit++)
        seconds /= 60;
    vl_text_add(line, "%s%.4g %s%s", before, ceil(seconds), units[unit], behind);
}

// Spaces overwrite the end of a longer line on any terminal.
static void write_line(vl_progress *progress, const char *line)
{
    int width = vl_utf8_count(line);
    fprintf(stderr, "\r%s%*s\r", line, progress->width > width ? progress->width - width : 0, "");
    fflush(stderr);
    progress->width = width;
}

static void show_line(vl_progress *progress, double now, double done, int64_t steps)
{
    double spent = now - progress->begin;
    vl_text line = {0};
    if (done < 0 && steps < 0)
        vl_text_add(&line, "computing for %.0f s", spent);
    if (done >= 0)
        vl_text_add(&line, "%3.0f %%%s", floor(100 * fmin(done, 1)), steps >= 0 ? ", " : "");
    if (steps >= 0)
        vl_text_add(&line, "step %lld, %.3g steps/s", (long long)steps, (double)steps / spent);
    if (done > 0)
        add_time(&line, ", ", spent * (1 - fmin(done, 1)) / done, " left");
    write_line(progress, line.data);
    vl_text_free(&line);
    progress->last_line = now;
}

bool vl_progress_goes_on(vl_progress *progress, double done, int64_t steps)
{
    double now = vl_clock_now();
    if (now < progress->last_check + between_checks)
        return true;
    progress->last_check = now;
    // a file keeps what is written, and rows may go to the same terminal
    if (now >= progress->last_line + between_lines && isatty(STDERR_FILENO) &&
        !(progress->rows && isatty(fileno(progress->rows))))
        show_line(progress, now, done, steps);
    return !(progress->rows && ferror(progress->rows));
}

bool vl_progress_expect(const char *what, double seconds)
{
    vl_text line = {0};
    if (!(seconds > VL_SCENE_LONGEST))
        return false;
    add_time(&line, " takes about ", seconds, "\n");
    fprintf(stderr, "%s%s", what, line.data);
    vl_text_free(&line);
    return true;
}

void vl_progress_end(vl_progress *progress)
{
    if (progress->width > 0)
        write_line(progress, "");
}
