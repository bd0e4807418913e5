#include "cli/progress.h"

#include "base/clock.h"
#include "scene/warnings.h"

#include <unistd.h>

static const double between_lines = 0.1; // s
static const double silent = 0.05;       // s without a line
static const double sample = 0.2;        // s, from which the rest is extrapolated

vl_progress vl_progress_begin(const char *what, FILE *rows)
{
    double now = vl_clock_now();
    return (vl_progress){
        .what = what, .rows = rows, .begin = now, .next = now + silent, .first = -1};
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
static void write_line(const char *line)
{
    fprintf(stderr, "\r%-40s\r", line);
    fflush(stderr);
}

static void show(vl_progress *progress, double now, double done)
{
    double spent = now - progress->begin;
    vl_text line = {0};
    if (done < 0)
        vl_text_add(&line, "computing for %.0f s", spent);
    else
        vl_text_add(&line, "%3.0f %%", floor(100 * fmin(done, 1)));
    if (done > 0)
        add_time(&line, ", ", spent * (1 - fmin(done, 1)) / done, " left");
    write_line(line.data);
    vl_text_free(&line);
    progress->next = now + between_lines;
    progress->shown = true;
}

static void expect(vl_progress *progress, double seconds)
{
    vl_text line = {0};
    if (!(seconds > fmax(VL_SCENE_LONGEST, 3 * progress->expected)))
        return;
    progress->expected = seconds;
    vl_progress_end(progress);
    add_time(&line, " takes about ", seconds, "\n");
    fprintf(stderr, "%s%s", progress->what, line.data);
    vl_text_free(&line);
}

// A file keeps what is written, and rows may go to the same terminal.
bool vl_progress_goes_on(vl_progress *progress, double done)
{
    double now = vl_clock_now(), spent = now - progress->from;
    FILE *rows = progress->rows;
    if (progress->first < 0) {
        progress->first = done;
        progress->from = now;
    } else if (spent > sample && done > progress->first) {
        expect(progress, spent / (done - progress->first));
    }
    if (now >= progress->next && isatty(STDERR_FILENO) && !(rows && isatty(fileno(rows))))
        show(progress, now, done);
    return !(rows && ferror(rows));
}

void vl_progress_end(vl_progress *progress)
{
    if (progress->shown)
        write_line("");
}
