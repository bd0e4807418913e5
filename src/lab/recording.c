#include "lab/recording.h"

#include "base/memory.h"
#include "base/text.h"
#include "lab/journal.h"
#include "scene/file.h"
#include "scene/scene.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char first_line[] = "verlet-lab recording 2 ";

enum {
    MOST_TARGETS = 1 << 20,
};

// clang-format off
const vl_entry_row vl_entry_rows[VL_ENTRY_KINDS] = {
    [VL_ENTRY_BEGIN] = {"begin", "cc", true,
        "A run begins: so many lines of a scene follow, each behind a bar, and then so many lanes."},
    [VL_ENTRY_RUNS] = {"runs", "t", false, "A lane of that run."},
    [VL_ENTRY_FRAME] = {"frame", "d", false, "A common frame of so many seconds, with all steps of all lanes."},
    [VL_ENTRY_STOPPED] = {"stopped", "cc", false,
        "Of the frame before, only so many steps were made, each in all lanes that had one; 1, of version 0.1: none was, and the frame is undone."},
    [VL_ENTRY_HASH] = {"hash", "t", false,
        "A check: the checksum of the state of each lane after the frame (`run --hash`)."},
    [VL_ENTRY_READING] = {"reading", "ldoo", false,
        "A check, once in a second: lane, time (s), potential energy (J) and largest stretch; `-` where there is none."},
    [VL_ENTRY_PLACE] = {"place", "lnddd", false,
        "A check, once in a second, of at most 32 particles of each lane: where one is (m)."},
    [VL_ENTRY_LOOK] = {"look", "ldd", false,
        "Before a change of links under tension: the length of the next step (s, 0: not known) by which somebody has "
        "looked at the velocity of this instant in a lane (−1: nobody has), and the one that is known now."},
    [VL_ENTRY_HOLD] = {"hold", "n", false, "A hand takes a particle in all lanes."},
    [VL_ENTRY_CARRY] = {"carry", "nddd", false, "The hand wants it there (m) at the end of the next frame."},
    [VL_ENTRY_RELEASE] = {"release", "nddd", false, "The hand lets go, with that velocity (m/s)."},
    [VL_ENTRY_PUT] = {"put", "n", false, "The hand lets go while the clock stands."},
    [VL_ENTRY_POSE] = {"pose", "l", false, "While the clock stands, what hands hold in a lane goes where they are."},
    [VL_ENTRY_PIN] = {"pin", "n", false, "A particle is pinned in all lanes."},
    [VL_ENTRY_UNPIN] = {"unpin", "n", false, "It is a pin no longer."},
    [VL_ENTRY_CUT] = {"cut", "t", false, "The links between pairs of particles are cut in all lanes."},
    [VL_ENTRY_TURN] = {"turn", "l", false, "All velocities of a lane are reversed."},
    [VL_ENTRY_INTEGRATOR] = {"integrator", "lt", false, "A lane goes on with another integrator."},
    [VL_ENTRY_SOLVER] = {"solver", "lt", false,
        "A lane goes on with other settings of the solver."},
    [VL_ENTRY_LANE] = {"lane", "lt", false, "A lane goes on with other settings."},
    [VL_ENTRY_ADD] = {"add", "lt", false, "A lane with such settings is added, and goes on from the state of that one."},
    [VL_ENTRY_REMOVE] = {"remove", "l", false, "A lane is removed."},
    [VL_ENTRY_MISTAKE] = {"mistake", "t", false, "All lanes make that mistake from now on; `-`: none."},
    [VL_ENTRY_NUMBERS] = {"numbers", "c", true, "The scene has other numbers: so many lines of it follow."},
    [VL_ENTRY_BOOKED] = {"booked", "lt", false, "The ledger of a lane books what was done to it, under that cause."},
    [VL_ENTRY_STATE] = {"state", "c", false,
        "Everything is as it was after that line of the file: somebody went back in time, or undid something."},
};

// clang-format on

bool vl_recording_is(const char *bytes, size_t size)
{
    size_t length = strlen("verlet-lab recording ");
    return size >= length && memcmp(bytes, first_line, length) == 0;
}

// --- one line ---

// A line while it is taken apart.
typedef struct reader {
    const vl_recording *recording;
    const char *line, *at, *end;
    vl_recorded *entry;
    vl_error *error;
} reader;

static bool fail(const reader *r, const char *field, const char *expected)
{
    r->entry->column = (int)(field - r->line) + 1;
    int length = (int)(r->end - field);
    const char *space = memchr(field, ' ', (size_t)length);
    length = space ? (int)(space - field) : length;
    return vl_entry_fail(r->recording, r->entry, r->error, "'%.*s', expected %s",
                         length < 40 ? length : 40, field, expected);
}

enum { FIELD = 40 }; // bytes of the longest number

// Copies the next field, which stands behind a space. "" where it is none, or too long.
static const char *take_field(reader *r, char field[FIELD])
{
    const char *begin = r->at < r->end && *r->at == ' ' ? r->at + 1 : r->at;
    const char *space = memchr(begin, ' ', (size_t)(r->end - begin));
    const char *end = space ? space : r->end;
    size_t length = (size_t)(end - begin);
    field[0] = '\0';
    if (begin > r->at && length < FIELD) {
        memcpy(field, begin, length);
        field[length] = '\0';
    }
    r->at = end;
    return begin;
}

static bool read_count(reader *r, int64_t least, int64_t most, int64_t *count, const char *expected)
{
    char field[FIELD];
    const char *begin = take_field(r, field);
    bool good = vl_parse_integer(field, count) && *count >= least && *count <= most;
    return good || fail(r, begin, expected);
}

static bool read_number(reader *r, bool optional, double *value)
{
    char field[FIELD];
    const char *begin = take_field(r, field);
    if (optional && strcmp(field, "-") == 0)
        *value = (double)NAN;
    else if (!vl_parse_number(field, value))
        return fail(r, begin, "a number");
    return true;
}

static bool read_field(reader *r, char kind, int *counts, int *values)
{
    vl_recorded *entry = r->entry;
    int64_t number = 0;
    bool good = true;
    switch (kind) {
    case 'l':
        good = read_count(r, 0, VL_SCENE_MOST_LANES - 1, &number, "the number of a lane, from 0");
        entry->lane = (int)number;
        break;
    case 'n':
        good = read_count(r, 1, VL_SCENE_MOST_PARTICLES, &number, "the number of a particle");
        entry->number = (int)number;
        break;
    case 'c':
        return read_count(r, 0, INT64_MAX, &entry->counts[(*counts)++], "a whole number");
    case 'd':
    case 'o':
        return read_number(r, kind == 'o', &entry->values[(*values)++]);
    default: // the rest of the line
        entry->text = r->at < r->end ? r->at + 1 : r->end;
        entry->length = (int)(r->end - entry->text);
        entry->column = (int)(entry->text - r->line) + 1;
        r->at = r->end;
    }
    return good;
}

static bool read_fields(reader *r)
{
    int counts = 0, values = 0;
    for (const char *kind = vl_entry_rows[r->entry->kind].fields; *kind; kind++)
        if (!read_field(r, *kind, &counts, &values))
            return false;
    return r->at == r->end || fail(r, r->at + 1, "the end of the line");
}

static bool read_kind(reader *r)
{
    const char *space = memchr(r->line, ' ', (size_t)(r->end - r->line));
    size_t length = (size_t)((space ? space : r->end) - r->line);
    r->at = r->line + length;
    for (int i = 0; i < VL_ENTRY_KINDS; i++)
        if (strlen(vl_entry_rows[i].name) == length &&
            memcmp(vl_entry_rows[i].name, r->line, length) == 0) {
            r->entry->kind = (vl_entry_kind)i;
            return true;
        }
    return fail(r, r->line, "the word of an entry, such as 'frame'");
}

// The end of the line that begins at `at`; every line of a recording has one.
static const char *end_of_line(const vl_recording *recording, size_t at)
{
    return memchr(recording->bytes + at, '\n', recording->size - at);
}

static bool read_block(reader *r, vl_cursor *cursor)
{
    vl_recorded *entry = r->entry;
    const vl_recording *recording = r->recording;
    if (entry->counts[0] == 0)
        return vl_entry_fail(recording, entry, r->error,
                             "'0', expected the number of lines of a scene, at least 1");
    entry->block = recording->bytes + cursor->at;
    for (int64_t i = 0; i < entry->counts[0]; i++) {
        if (cursor->at == recording->size || recording->bytes[cursor->at] != '|')
            return vl_fail_at(r->error, (vl_location){recording->path, (int)cursor->line + 1, 1},
                              "expected a line of the scene behind a bar, number %lld of %lld",
                              (long long)i + 1, (long long)entry->counts[0]);
        cursor->at = (size_t)(end_of_line(recording, cursor->at) - recording->bytes) + 1;
        cursor->line++;
    }
    entry->block_size = (size_t)(recording->bytes + cursor->at - entry->block);
    entry->end = cursor->line;
    return true;
}

bool vl_recording_next(const vl_recording *recording, vl_cursor *cursor, vl_recorded *entry,
                       vl_error *error)
{
    if (cursor->at == 0) { // the first line was read before
        cursor->at = (size_t)(end_of_line(recording, 0) - recording->bytes) + 1;
        cursor->line = 1;
    }
    if (cursor->at >= recording->size)
        return false;
    const char *line = recording->bytes + cursor->at, *end = end_of_line(recording, cursor->at);
    reader r = {.recording = recording, .line = line, .end = end, .entry = entry, .error = error};
    *entry = (vl_recorded){.line = ++cursor->line, .end = cursor->line, .column = 1};
    cursor->at += (size_t)(end - line) + 1;
    if (end - line > VL_JOURNAL_LONGEST_LINE)
        return vl_entry_fail(recording, entry, error, "the line is too long, expected %d bytes",
                             VL_JOURNAL_LONGEST_LINE);
    return read_kind(&r) && read_fields(&r) &&
           (!vl_entry_rows[entry->kind].block || read_block(&r, cursor));
}

// Each bar becomes a space, by which all lines of a scene may be indented.
char *vl_entry_scene(const vl_recorded *entry, size_t *size)
{
    assert(entry->block); // whoever asks has seen that its kind has one
    size_t before = (size_t)entry->line;
    char *text = vl_alloc(before + entry->block_size + 1, 1);
    memset(text, '\n', before);
    memcpy(text + before, entry->block, entry->block_size);
    for (size_t i = before; i < before + entry->block_size; i++)
        if (text[i] == '|' && text[i - 1] == '\n')
            text[i] = ' ';
    *size = before + entry->block_size;
    return text;
}

// --- the whole ---

static int compare_lines(const void *a, const void *b)
{
    const int64_t *p = a, *q = b;
    return (*p > *q) - (*p < *q);
}

static bool take_state(vl_recording *recording, const vl_recorded *entry, int *capacity,
                       vl_error *error)
{
    if (entry->kind != VL_ENTRY_STATE)
        return true;
    if (entry->counts[0] >= entry->line || entry->counts[0] < 2)
        return vl_entry_fail(recording, entry, error,
                             "state %lld, expected the number of a line before this one",
                             (long long)entry->counts[0]);
    if (recording->state_count == MOST_TARGETS)
        return vl_entry_fail(recording, entry, error, "more than %d states", MOST_TARGETS);
    recording->states =
        vl_grow(recording->states, capacity, recording->state_count + 1, sizeof *recording->states);
    recording->states[recording->state_count++] = entry->counts[0];
    return true;
}

// Takes all lines apart once, and leaves a part of an entry at the end out.
static bool check(vl_recording *recording, vl_error *error)
{
    vl_cursor cursor = {0}, whole = {(size_t)(end_of_line(recording, 0) - recording->bytes) + 1, 1};
    vl_recorded entry = {0};
    int64_t lanes = 0; // that are to come
    int capacity = 0;
    while (vl_recording_next(recording, &cursor, &entry, error)) {
        if (!take_state(recording, &entry, &capacity, error))
            return false;
        lanes = entry.kind == VL_ENTRY_BEGIN  ? entry.counts[1]
                : entry.kind == VL_ENTRY_RUNS ? lanes - 1
                                              : 0;
        whole = lanes > 0 ? whole : cursor;
    }
    // a program that was killed may have left a part of an entry of several lines, which then is
    // the last one: a scene without all its lines, or a run without all its lanes
    bool part = *error->text ? entry.block != NULL : lanes > 0;
    if (cursor.at == recording->size && part) {
        *error = (vl_error){0};
        recording->torn = true;
        recording->size = whole.at;
        cursor = whole;
    }
    recording->lines = cursor.line;
    if (recording->state_count > 0)
        qsort(recording->states, (size_t)recording->state_count, sizeof *recording->states,
              compare_lines);
    return !*error->text;
}

static bool check_first_line(const vl_recording *recording, vl_error *error)
{
    const char *bytes = recording->bytes, *end = memchr(bytes, '\n', recording->size);
    size_t begin = strlen("verlet-lab recording ");
    const vl_location first = {recording->path, 1, 1},
                      version = {recording->path, 1, (int)begin + 1};
    if (!end || !vl_recording_is(bytes, recording->size))
        return vl_fail_at(error, first, "expected the first line of a recording, '%s…'",
                          first_line);
    if (end > bytes && end[-1] == '\r')
        return vl_fail_at(error, first, "the lines end with CR LF, expected LF alone");
    return ((bytes[begin] == '1' || bytes[begin] == '2') && bytes[begin + 1] == ' ') ||
           vl_fail_at(error, version, "a recording of version '%.*s', expected 1 or 2",
                      (int)strcspn(bytes + begin, " \n"), bytes + begin);
}

// Takes ownership of `bytes`.
static vl_recording *make(char *bytes, size_t size, const char *path, vl_error *error)
{
    vl_recording *recording = vl_alloc(1, sizeof *recording);
    recording->path = vl_copy_text(path);
    recording->bytes = bytes;
    recording->size = size;
    while (recording->size > 0 && bytes[recording->size - 1] != '\n')
        recording->size--;
    recording->torn = recording->size < size;
    if (check_first_line(recording, error) && check(recording, error))
        return recording;
    vl_recording_free(recording);
    return NULL;
}

bool vl_recording_is_file(const char *path)
{
    char bytes[64];
    struct stat status;
    bool regular = stat(path, &status) == 0 && S_ISREG(status.st_mode);
    FILE *file = regular ? fopen(path, "rb") : NULL;
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file)
        fclose(file);
    return vl_recording_is(bytes, size);
}

vl_recording *vl_recording_load_head(const char *path, vl_error *error)
{
    static const size_t most = (size_t)1 << 20;
    size_t size;
    char *bytes = vl_file_read_head(path, most, &size, error);
    return bytes ? make(bytes, size, path, error) : NULL;
}

// What is no recording by its first line is not read to its end; a pipe can be read only once.
vl_recording *vl_recording_load(const char *path, vl_error *error)
{
    size_t size;
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISFIFO(status.st_mode) && !vl_recording_is_file(path))
        return vl_recording_load_head(path, error);
    char *bytes = vl_file_read(path, VL_JOURNAL_MOST_BYTES, &size, error);
    return bytes ? make(bytes, size, path, error) : NULL;
}

bool vl_recording_lacks_run(const vl_recording *recording, vl_error *error)
{
    return vl_fail_at(error, (vl_location){.file = recording->path}, "there is no run in it%s",
                      recording->torn ? ", as it was cut off" : "");
}

vl_scene *vl_recording_scene(const vl_recording *recording, vl_error *error)
{
    vl_cursor cursor = {0};
    vl_recorded entry;
    size_t size;
    bool there = vl_recording_next(recording, &cursor, &entry, error);
    if (!there || entry.kind != VL_ENTRY_BEGIN) {
        vl_recording_lacks_run(recording, error);
        return NULL;
    }
    char *text = vl_entry_scene(&entry, &size);
    vl_scene *scene = vl_scene_parse_alone(text, size, recording->path, error);
    vl_free(text);
    return scene;
}

vl_recording *vl_recording_parse(const char *bytes, size_t size, const char *path, vl_error *error)
{
    char *copy = vl_alloc(size + 1, 1);
    if (size > 0)
        memcpy(copy, bytes, size);
    return make(copy, size, path, error);
}

void vl_recording_free(vl_recording *recording)
{
    if (!recording)
        return;
    vl_free(recording->path);
    vl_free(recording->bytes);
    vl_free(recording->states);
    vl_free(recording);
}
