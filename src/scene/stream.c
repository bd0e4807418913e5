#include "scene/stream.h"

#include "base/memory.h"
#include "scene/file.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_LISTED = 1 << 20 }; // steps in a list

// --- the functions of each kind ---

// Of all steps, or of all but one: of a hitch. A clock has a rate; what it makes of a step is for
// all kinds in one place.
static double fixed_mean(const vl_stream *stream, double duration)
{
    return stream->kind->in_ms ? 1 / stream->arguments[0] : stream->arguments[0];
}

static bool fixed_next(vl_stream *stream, double time, double *dt)
{
    *dt = fixed_mean(stream, 0);
    return true;
}

static bool random_next(vl_stream *stream, double time, double *dt)
{
    *dt = vl_random_uniform(&stream->random, stream->arguments[0], stream->arguments[1]);
    return true;
}

static double pair_mean(const vl_stream *stream, double duration)
{
    return (stream->arguments[0] + stream->arguments[1]) / 2;
}

static bool alternate_next(vl_stream *stream, double time, double *dt)
{
    *dt = stream->arguments[stream->step % 2];
    return true;
}

// The step that begins at the time of the change is another one, up to rounding: 300 steps of 1/60
// s are 5 s. A hitch is once.
static bool change_next(vl_stream *stream, double time, double *dt)
{
    bool now = !stream->hitched && time + 1e-9 * stream->arguments[0] >= stream->arguments[2];
    stream->hitched |= now && stream->kind->steps == VL_STEPS_ONE;
    *dt = stream->arguments[now];
    return true;
}

// There are t/first + (duration − t)/second steps, where t is the time of the change.
static double switch_mean(const vl_stream *stream, double duration)
{
    double before = fmin(stream->arguments[2], duration);
    return duration / (before / stream->arguments[0] + (duration - before) / stream->arguments[1]);
}

static void add_steps(vl_stream *stream, double dt, int times)
{
    if (stream->row_count == 0 || stream->rows[stream->row_count - 1].dt != dt)
        stream->rows =
            vl_grow(stream->rows, &stream->row_capacity, ++stream->row_count, sizeof *stream->rows);
    stream->list_count += times;
    stream->rows[stream->row_count - 1] = (vl_stream_row){dt, stream->list_count};
}

double vl_stream_listed(const vl_stream *stream, int index)
{
    int low = 0, high = stream->row_count - 1;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (stream->rows[middle].end <= index)
            low = middle + 1;
        else
            high = middle;
    }
    return stream->rows[low].dt;
}

// The mean of the steps that are made: a step of 0 and less is skipped.
static double file_mean(const vl_stream *stream, double duration)
{
    int made = 0;
    double sum = 0;
    for (int i = 0, before = 0; i < stream->row_count; before = stream->rows[i++].end)
        if (stream->rows[i].dt > 0) {
            sum += (stream->rows[i].end - before) * stream->rows[i].dt;
            made += stream->rows[i].end - before;
        }
    return made > 0 ? sum / made : 0;
}

// One step a line, without spaces around it.
static bool read_steps(vl_stream *stream, const char *path, char *bytes, vl_error *error)
{
    int line = 1;
    for (char *text = bytes, *next; text; text = next, line++) {
        next = strchr(text, '\n');
        if (next)
            *next++ = '\0';
        text += strspn(text, " \t");
        text[strcspn(text, "\r")] = '\0';
        for (size_t end = strlen(text); end > 0 && strchr(" \t", text[end - 1]); end--)
            text[end - 1] = '\0';
        double dt;
        if (!*text || *text == '#')
            continue;
        if (!vl_parse_number(text, &dt))
            return vl_fail_at(error, (vl_location){.file = path, .line = line},
                              "'%.40s', expected one finite number (s) in a line", text);
        add_steps(stream, dt, 1);
    }
    return file_mean(stream, 1) > 0 ||
           vl_fail_at(error, (vl_location){.file = path},
                      "no time step above 0 in the file, expected one a line");
}

// A scene may come from anywhere: it names files, and neither devices nor pipes, which may never
// end. Without a scene the person has named it, on the command line. A message may show the text
// of a file, so all of it must be UTF-8.
static bool file_open(vl_stream *stream, const char *beside, vl_error *error)
{
    enum { MOST_BYTES = 64 * 1024 * 1024 };

    const char *name = vl_stream_path(stream->text);
    if (!name)
        return vl_fail(error, "no path behind 'file', expected file:PATH");

    size_t size = 0;
    struct stat status;
    char *path = vl_path_beside(beside, name), *bytes = NULL;
    if (beside && stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        vl_fail_at(error, (vl_location){.file = path},
                   "is a device or a pipe, expected a file with one time step a line");
    else
        bytes = vl_file_read(path, MOST_BYTES, false, &size, error);
    bool good = bytes && !memchr(bytes, '\0', size) && vl_utf8_invalid(bytes, size) < 0;
    if (bytes && !good)
        vl_fail_at(error, (vl_location){.file = path},
                   "is no text in UTF-8, expected one time step a line");
    good = good && read_steps(stream, path, bytes, error);
    stream->ends = true;
    vl_free(bytes);
    vl_free(path);
    return good;
}

// Reads a word of a list such as "0.1" or "30x0.0166667", of `length` bytes.
static bool read_word(vl_stream *stream, const char *at, size_t length, vl_error *error)
{
    static const double longest = 1e6; // s, as of any time step
    const char *text = stream->text;
    char word[64] = "";
    if (length >= sizeof word)
        return vl_fail(error, "'%.80s' is no step, expected " VL_FORM_A_STEP, at);
    memcpy(word, at, length);
    char *x = strchr(word, 'x');
    int64_t times = 1;
    double dt;
    if (x)
        *x = '\0';
    if (x && (!vl_parse_integer(word, &times) || times < 1))
        return vl_fail(error, "a number of times is '%.40s' in '%.80s', expected 1 or more", word,
                       text);
    const char *step = x ? x + 1 : word;
    bool read = vl_form_step_with_unit(step, &dt) || vl_parse_number(step, &dt);
    if (!read || !(stream->ends || (dt >= DBL_MIN && dt <= longest)))
        return vl_fail(error, "dt is '%.40s' in '%.80s', expected " VL_FORM_A_STEP, step, text);
    if (times > MOST_LISTED - stream->list_count)
        return vl_fail(error, "'%.80s' has too many steps, expected at most %d", text, MOST_LISTED);
    add_steps(stream, dt, (int)times);
    return true;
}

// The steps end where a word begins with a letter. A list within a list would make nothing that one
// list does not.
static bool list_open(vl_stream *stream, const char *beside, vl_error *error)
{
    const char *end = strchr(stream->text, '\0'), *colon = strchr(stream->text, ':'), *rest = colon;
    while (rest && !isalpha((unsigned char)rest[1]))
        rest = memchr(rest + 1, ':', (size_t)(end - rest - 1));
    stream->ends = rest && strcmp(rest + 1, VL_STEP_LIST_END) == 0;
    while (colon && colon != rest) {
        const char *word = colon + 1;
        colon = memchr(word, ':', (size_t)(end - word));
        if (!read_word(stream, word, (size_t)((colon ? colon : end) - word), error))
            return false;
    }
    if (!(file_mean(stream, 1) > 0))
        return vl_fail(error, "'%.80s' has no step above 0, expected one at least behind 'list:'",
                       stream->text);
    if (!rest || stream->ends)
        return true;
    if (strncmp(rest + 1, "list", strlen("list")) == 0)
        return vl_fail(error, "a list behind the steps of '%.80s', expected another stream",
                       stream->text);
    stream->rest = vl_stream_parse(rest + 1, beside, error);
    return stream->rest;
}

// The stream behind the list makes its steps from the beginning; those of the list replace them.
static bool list_next(vl_stream *stream, double time, double *dt)
{
    int64_t entry = stream->step / stream->repeats;
    bool listed = entry < stream->list_count;
    bool measured = stream->rest && stream->rest->kind->is_frame;
    bool made = stream->rest && !measured && vl_stream_next(stream->rest, time, dt);
    if (!listed && (stream->rest || stream->ends))
        return made;
    *dt = vl_stream_listed(stream, (int)(entry % stream->list_count));
    return true;
}

// There are as many steps as fit into the duration.
static double list_mean(const vl_stream *stream, double duration)
{
    const vl_stream *rest = stream->rest;
    if (stream->ends)
        return file_mean(stream, duration);
    double sum = 0;
    for (int i = 0, before = 0; i < stream->row_count; before = stream->rows[i++].end) {
        double dt = stream->rows[i].dt, fit = ceil((duration - sum) / dt);
        if (before + fit <= stream->rows[i].end)
            return (sum + fit * dt) / (before + fit);
        sum += (stream->rows[i].end - before) * dt;
    }
    if (!rest || rest->kind->is_frame)
        return sum / stream->list_count;
    return duration / (stream->list_count + (duration - sum) / vl_stream_mean(rest, duration));
}

#define CHANGE                                                                                     \
    {                                                                                              \
        "the time", 0, 1e12, false, false, "a time from 0 to 1e12 (s)"                             \
    }

// clang-format off
const vl_stream_kind vl_stream_kinds[] = {
    {.form = {"frame", "frame", "the measured time of each frame on the screen", {{0}}, false}, .label = "frame",
     .is_frame = true},
    {.form = {"fixed", "fixed:0.01", "always the same step", {VL_FORM_STEP("dt")}, false}, .label = "fixed # ms",
     .steps = VL_STEPS_EQUAL, .next = fixed_next, .mean = fixed_mean, .period = 1},
    {.form = {"random", "random:0.005:0.015:SEED",
              "steps that are uniform between two bounds; the same seed gives the same steps",
              {VL_FORM_STEP("low"), VL_FORM_STEP("high"),
               {"the seed", 0, 0x1p53, true, false, "a whole number from 0 to 2^53"}}, true},
     .label = "random #–# ms, seed @",
     .steps = VL_STEPS_VARY, .next = random_next, .mean = pair_mean, .is_random = true},
    {.form = {"alternate", "alternate:0.01:0.02", "two steps in turn", {VL_FORM_STEP("the first dt"), VL_FORM_STEP("the second dt")}, false},
     .label = "alternate #, # ms",
     .steps = VL_STEPS_VARY, .next = alternate_next, .mean = pair_mean, .period = 2},
    {.form = {"switch", "switch:0.0166667:0.0333333:5",
              "the first step up to a time, and the second step from then on",
              {VL_FORM_STEP("the first dt"), VL_FORM_STEP("the second dt"), CHANGE}, false},
     .label = "# → # ms at @ s",
     .steps = VL_STEPS_VARY, .next = change_next, .mean = switch_mean, .changes = true},
    {.form = {"hitch", "hitch:0.0166667:0.1:5",
              "always the first step, but once, at a time, the second",
              {VL_FORM_STEP("the first dt"), VL_FORM_STEP("the second dt"), CHANGE}, false},
     .label = "# ms, one of # ms at @ s",
     .steps = VL_STEPS_ONE, .next = change_next, .mean = fixed_mean, .changes = true},
    {.form = {"clock-ms", "clock-ms:60",
              "a display of that rate, read through a clock of whole milliseconds: 16, 17, 17 ms …",
              {{"the rate", 1, 10000, false, false, "from 1 to 10000 frames/s; above 1000 some frames take 0 ms"}}, false},
     .label = "of @ frames/s in whole ms",
     .steps = VL_STEPS_VARY, .next = fixed_next, .mean = fixed_mean, .in_ms = true},
    {.form = {"list", "list:30x0.0166667:0.1:fixed:0.0166667",
              "these steps, `30x` before one that comes thirty times in a row. They replace the first steps of the "
              "stream that follows, which goes on behind them; without one they begin again. Where `end` follows, the "
              "run ends with the list, and steps of 0 and less are allowed as in a file. Where `frame` follows, "
              "a run without a display ends with the list", {{0}}, false},
     .label = "&",
     .steps = VL_STEPS_VARY, .open = list_open, .next = list_next, .mean = list_mean, .is_list = true},
    {.form = {"file", "file:PATH",
              "one step a line, in seconds; the run ends with the file. Empty lines and lines that begin with # are "
              "skipped. Steps of 0 and less are allowed; their frames are skipped", {{0}}, false},
     .label = "file *", .takes_path = true,
     .steps = VL_STEPS_VARY, .open = file_open, .next = list_next, .mean = file_mean},
};
// clang-format on

const int vl_stream_kind_count = sizeof vl_stream_kinds / sizeof *vl_stream_kinds;

// --- parsing ---

static bool parse(vl_stream *stream, const char *beside, vl_error *error)
{
    double step;
    char number[VL_NUMBER_SIZE];
    // "144Hz" is short for fixed:0.0069444444444444441. What is no step is left as it was typed, so
    // that it is refused in these words: "0Hz" is no "inf".
    if (vl_form_step_with_unit(stream->text, &step)) {
        vl_text text = {0};
        bool good = step > 0 && isfinite(step);
        vl_text_add(&text, "fixed:%s", good ? vl_number_text(step, number) : stream->text);
        vl_free(stream->text);
        stream->text = text.data;
    }
    if (vl_parse_number(stream->text, &step))
        return vl_fail(error, "'%s' is a number alone, expected fixed:%s (s), %sms or %sHz",
                       stream->text, stream->text, stream->text, stream->text);
    int kind = vl_form_find(stream->text, "stream of time steps",
                            VL_FORMS(vl_stream_kinds, vl_stream_kind_count), error);
    if (kind < 0)
        return false;
    stream->kind = &vl_stream_kinds[kind];
    return stream->kind->open
               ? stream->kind->open(stream, beside, error)
               : vl_form_read(&stream->kind->form, stream->text, stream->arguments, error);
}

vl_stream *vl_stream_parse(const char *text, const char *beside, vl_error *error)
{
    vl_stream *stream = vl_alloc(1, sizeof *stream);
    stream->text = vl_copy_text(text);
    stream->factor = 1;
    stream->repeats = 1;
    if (!parse(stream, beside, error)) {
        vl_stream_free(stream);
        return NULL;
    }
    vl_stream_mismeasure(stream, NULL);
    vl_stream_rewind(stream);
    return stream;
}

bool vl_stream_is(const vl_stream *stream, const char *text)
{
    vl_stream *other = vl_stream_parse(text, NULL, &(vl_error){0});
    bool same = other && other->kind == stream->kind && stream->factor == 1;
    for (int i = 0; same && i < VL_FORM_MOST_NUMBERS; i++)
        same = fabs(other->arguments[i] - stream->arguments[i]) <= 1e-5 * other->arguments[i];
    same = same && (!stream->kind->open || strcmp(other->text, stream->text) == 0);
    vl_stream_free(other);
    return same;
}

vl_stream *vl_stream_copy(const vl_stream *stream)
{
    if (!stream)
        return NULL;
    vl_stream *copy = vl_alloc(1, sizeof *copy);
    *copy = *stream;
    copy->text = vl_copy_text(stream->text);
    copy->rest = vl_stream_copy(stream->rest);
    copy->row_capacity = stream->row_count;
    copy->rows = vl_alloc((size_t)stream->row_count, sizeof *copy->rows);
    if (stream->row_count > 0)
        memcpy(copy->rows, stream->rows, (size_t)stream->row_count * sizeof *copy->rows);
    return copy;
}

const char *vl_stream_path(const char *text)
{
    static const char file[] = "file:";
    bool named = strncmp(text, file, strlen(file)) == 0;
    return named && text[strlen(file)] ? text + strlen(file) : NULL;
}

void vl_stream_mismeasure(vl_stream *stream, const vl_mistake *mistake)
{
    if (stream)
        stream->in_ms = stream->kind->in_ms || (mistake && mistake->millisecond_clock);
}

// The sum may be short of a whole millisecond by rounding.
double vl_stream_seen(vl_stream *stream, double dt)
{
    const double rounding = 1e-6; // ms
    if (!stream->in_ms || !(dt > 0))
        return dt;
    stream->ms += 1000 * dt;
    double whole = floor(stream->ms + rounding);
    stream->ms -= whole;
    return whole / 1000;
}

vl_stream_steps vl_stream_steps_of(const vl_stream *stream)
{
    return stream->in_ms ? VL_STEPS_VARY : stream->kind->steps;
}

bool vl_stream_next(vl_stream *stream, double time, double *dt)
{
    assert(stream->kind->next);
    if (!stream->kind->next(stream, time, dt))
        return false;
    *dt = stream->factor * vl_stream_seen(stream, *dt);
    stream->step++;
    return true;
}

bool vl_stream_is_measured(const vl_stream *stream)
{
    const vl_stream *rest = stream->rest;
    bool listed = stream->step / stream->repeats < stream->list_count;
    return stream->kind->is_frame || (rest && rest->kind->is_frame && !listed);
}

int vl_stream_preview(const vl_stream *stream, double time, double end, double factor,
                      double *steps, int most)
{
    vl_stream copy = *stream, rest = stream->rest ? *stream->rest : (vl_stream){0};
    copy.rest = stream->rest ? &rest : NULL;
    int count = 0;
    while (count < most && time < end && !vl_stream_is_measured(&copy) &&
           vl_stream_next(&copy, time, &steps[count]))
        time += factor * fmax(steps[count++], 0);
    return count;
}

void vl_stream_skip(vl_stream *stream, int64_t steps)
{
    double time = 0, dt;
    vl_stream_rewind(stream);
    for (int64_t i = 0; i < steps && vl_stream_next(stream, time, &dt); i++)
        time += fmax(dt, 0);
}

void vl_stream_rewind(vl_stream *stream)
{
    if (stream->rest)
        vl_stream_rewind(stream->rest);

    stream->step = 0;
    stream->hitched = false;
    stream->ms = 0;
    stream->random.state = (uint64_t)stream->arguments[2] + (uint64_t)stream->number;
}

void vl_stream_scale(vl_stream *stream, double factor)
{
    assert(factor > 0 && isfinite(factor));
    stream->factor = factor;
    stream->repeats = factor < 1 ? (int)fmin(round(1 / factor), INT32_MAX) : 1;
    if (stream->rest)
        stream->rest->repeats = stream->repeats;
    vl_stream_rewind(stream);
}

void vl_stream_reseed(vl_stream *stream, int number)
{
    stream->number = number;
    if (stream->rest)
        stream->rest->number = number;
    vl_stream_rewind(stream);
}

double vl_stream_mean(const vl_stream *stream, double duration)
{
    return stream->factor * stream->kind->mean(stream, duration);
}

double vl_stream_period(const vl_stream *stream)
{
    double sum = 0;
    for (int i = 0; i < stream->kind->period && !stream->in_ms; i++)
        sum += stream->arguments[i];
    return stream->factor * sum;
}

double vl_stream_change(const vl_stream *stream)
{
    return stream->kind->changes ? stream->arguments[2] : 0;
}

double vl_stream_length(const vl_stream *stream)
{
    const vl_stream *rest = stream->rest;
    bool ends = stream->ends || (rest && (rest->ends || rest->kind->is_frame));
    if (!ends)
        return HUGE_VAL;
    double sum = 0;
    for (int i = 0; i < stream->list_count; i++)
        sum += fmax(vl_stream_listed(stream, i), 0);
    for (int i = stream->list_count; rest && i < rest->list_count; i++)
        sum += fmax(vl_stream_listed(rest, i), 0);
    return stream->factor * stream->repeats * sum;
}

void vl_stream_label(const vl_stream *stream, vl_text *label)
{
    int next = 0;
    const char *colon = strchr(stream->text, ':'), *slash = strrchr(stream->text, '/');
    for (const char *c = stream->kind->label; *c; c++)
        if (*c == '&')
            vl_text_add(label, "%d given step%s, %s", stream->list_count,
                        stream->list_count > 1 ? "s" : "",
                        stream->rest   ? "then "
                        : stream->ends ? "then the end"
                                       : "again and again");
        else if (*c == '#')
            vl_text_add(label, "%.5g", 1000 * stream->factor * stream->arguments[next++]);
        else if (*c == '@')
            vl_text_add(label, "%.9g", stream->arguments[next++]);
        else if (*c == '*')
            vl_text_add(label, "%s", slash ? slash + 1 : colon + 1);
        else
            vl_text_add_bytes(label, c, 1);
    if (stream->rest)
        vl_stream_label(stream->rest, label);
    if (stream->in_ms && !stream->kind->in_ms)
        vl_text_add(label, ", in whole ms");
}

char *vl_step_list_text(const double *steps, int count, const char *rest)
{
    vl_text text = {0};
    char number[VL_NUMBER_SIZE];
    vl_text_add(&text, "list");
    for (int i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && steps[next] == steps[i];)
            next++;
        vl_text_add(&text, ":");
        if (next > i + 1)
            vl_text_add(&text, "%dx", next - i);
        vl_text_add(&text, "%s", vl_number_text(steps[i], number));
    }
    if (rest)
        vl_text_add(&text, ":%s", rest);
    return text.data;
}

void vl_stream_free(vl_stream *stream)
{
    if (!stream)
        return;
    vl_stream_free(stream->rest);
    vl_free(stream->rows);
    vl_free(stream->text);
    vl_free(stream);
}
