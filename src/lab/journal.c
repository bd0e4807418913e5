// F_OFD_SETLK: the lock stays until this opening of the file is closed. That of a process would go
// when it closes any opening of it, such as that by which it reads its own recording.
#define _GNU_SOURCE
#include "lab/journal.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "lab/recording.h"
#include "physics/world/world.h"
#include "scene/lanes.h"
#include "scene/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    BUFFER = 1 << 16, // bytes that wait at most
    MOST_PLACES = 32, // particles of a lane whose places are written
};

struct vl_journal {
    char *path;
    int file;
    vl_text waiting; // not in the file yet
    int line;        // where the present line begins in it
    int64_t lines, bytes;
    double written; // s, when that was done last
    vl_error error;
};

void vl_journal_fail(vl_journal *journal, const char *reason)
{
    if (!*journal->error.text)
        vl_fail_at(&journal->error, (vl_location){.file = journal->path}, "%s", reason);
    journal->waiting.length = journal->line = 0;
}

static bool write_all(int file, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(file, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

static void write_waiting(vl_journal *journal)
{
    int count = journal->waiting.length;
    journal->written = vl_clock_now();
    if (count == 0)
        return;
    if (!write_all(journal->file, journal->waiting.data, (size_t)count)) {
        vl_text reason = {0};
        vl_text_add(&reason, "cannot be written: %s", strerror(errno));
        vl_journal_fail(journal, reason.data);
        vl_text_free(&reason);
    }
    journal->waiting.length = journal->line = 0;
    journal->bytes += count;
}

void vl_journal_tick(vl_journal *journal)
{
    if (journal->waiting.length > 0 && vl_clock_now() - journal->written > VL_JOURNAL_DELAY)
        write_waiting(journal);
}

// Adds to the present line. What has failed once adds nothing any more.
static void add_list(vl_journal *journal, const char *format, va_list values)
{
    if (!*journal->error.text)
        vl_text_add_list(&journal->waiting, format, values);
}

static void __attribute__((format(printf, 2, 3))) add(vl_journal *journal, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    add_list(journal, format, values);
    va_end(values);
}

// A space and a number that reads back to the same bits.
static void add_number(vl_journal *journal, double number)
{
    char text[VL_NUMBER_SIZE];
    add(journal, " %s", vl_number_text(number, text));
}

// The lines before one that is too long stay.
static void check_line(vl_journal *journal)
{
    if (journal->waiting.length - journal->line <= VL_JOURNAL_LONGEST_LINE)
        return;
    journal->waiting.length = journal->line;
    write_waiting(journal);
    vl_journal_fail(journal, "a line of more than 1 MiB is needed, as for the many frames of a "
                             "lane or a scene, and the recording ends before it");
}

// Writes to the file where VL_JOURNAL_DELAY has passed.
static void end_line(vl_journal *journal)
{
    check_line(journal);
    add(journal, "\n");
    journal->line = journal->waiting.length;
    journal->lines++;
    if (journal->bytes + journal->waiting.length > VL_JOURNAL_MOST_BYTES - BUFFER) {
        write_waiting(journal);
        vl_journal_fail(journal, "the recording is full, and ends here");
    }
    if (journal->waiting.length > BUFFER / 2)
        write_waiting(journal);
    else
        vl_journal_tick(journal);
}

// --- the file ---

// Why the file cannot become that of a new recording, which it then is not; NULL: it can, and it is
// empty and locked.
static const char *take_file(int file)
{
    struct stat status;
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fstat(file, &status) != 0)
        return strerror(errno);
    if (!S_ISREG(status.st_mode))
        return "it is no regular file";
    bool locked = fcntl(file, F_OFD_SETLK, &whole) == 0;
    if (!locked && (errno == EACCES || errno == EAGAIN))
        return "another program writes a recording to it";
    // a recording of which nothing was written yet is empty
    char begin[sizeof "verlet-lab recording 2 by "];
    ssize_t size = pread(file, begin, sizeof begin, 0);
    if (size != 0 && (size < 0 || !vl_recording_is(begin, (size_t)size)))
        return "it is there and is no recording, expected another name";
    return ftruncate(file, 0) == 0 ? NULL : strerror(errno);
}

static int open_file(const char *path, vl_error *error)
{
    int file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
    const char *why = file < 0 ? strerror(errno) : take_file(file);
    if (!why)
        return file;
    vl_fail_at(error, (vl_location){.file = path}, "cannot be written: %s", why);
    if (file >= 0)
        close(file);
    return -1;
}

vl_journal *vl_journal_create(const char *path, vl_error *error)
{
    int file = open_file(path, error);
    if (file < 0)
        return NULL;
    vl_journal *journal = vl_alloc(1, sizeof *journal);
    journal->path = vl_copy_text(path);
    journal->file = file;
    add(journal, "verlet-lab recording 2 by %s", VL_VERSION);
    end_line(journal);
    if (vl_journal_flush(journal, error))
        return journal;
    vl_journal_free(journal);
    return NULL;
}

void vl_journal_free(vl_journal *journal)
{
    if (!journal)
        return;
    write_waiting(journal);
    close(journal->file);
    vl_text_free(&journal->waiting);
    vl_free(journal->path);
    vl_free(journal);
}

const char *vl_journal_failure(const vl_journal *journal)
{
    return *journal->error.text ? journal->error.text : NULL;
}

bool vl_journal_is_written(const char *path)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return false;
    bool written = fcntl(file, F_OFD_GETLK, &whole) == 0 && whole.l_type != F_UNLCK;
    close(file);
    return written;
}

bool vl_journal_flush(vl_journal *journal, vl_error *error)
{
    write_waiting(journal);
    if (!*journal->error.text)
        return true;
    *error = journal->error;
    return false;
}

// --- what is done to a lab ---

static void add_vector(vl_journal *journal, vl_vec3 v)
{
    add_number(journal, v.x);
    add_number(journal, v.y);
    add_number(journal, v.z);
}

// The first line after one has gone somewhere tells where that is.
static void tell_move(vl_lab *lab)
{
    if (!lab->moved)
        return;
    lab->moved = false;
    add(lab->journal, "state %" PRId64, lab->entry);
    end_line(lab->journal);
}

// Who has looked at the velocity of an instant has fixed it, as the length of the next step was
// known or not.
static void tell_looks(const vl_lab *lab)
{
    for (int i = 0; i < lab->count; i++) {
        const vl_world *world = lab->runs[i].world;
        if (!vl_world_has_hard_links(world) || world->now.diverged)
            continue;
        add(lab->journal, "look %d", i);
        add_number(lab->journal,
                   world->now.velocity_is_current ? world->now.looked : VL_LOOKED_NEVER);
        add_number(lab->journal, world->next_dt);
        end_line(lab->journal);
    }
}

// False: nothing is noted.
static bool begin_note(vl_lab *lab)
{
    vl_note_frame_ends(lab, false);
    if (!lab->journal)
        return false;
    tell_move(lab);
    tell_looks(lab);
    return true;
}

// The state is that of the line.
static void end_note(vl_lab *lab)
{
    end_line(lab->journal);
    lab->entry = lab->journal->lines;
}

void vl_note(vl_lab *lab, const char *format, ...)
{
    va_list values;
    if (!begin_note(lab))
        return;
    va_start(values, format);
    add_list(lab->journal, format, values);
    va_end(values);
    end_note(lab);
}

void vl_note_particle(vl_lab *lab, const char *what, int slot, const vl_vec3 *vectors, int count)
{
    if (!begin_note(lab))
        return;
    add(lab->journal, "%s %d", what, lab->runs[0].world->particles.number_of[slot]);
    for (int i = 0; i < count; i++)
        add_vector(lab->journal, vectors[i]);
    end_note(lab);
}

// --- scenes ---

// The steps of a list that stand before those of the file behind it, and those of the file from
// there on.
static char *steps_of(const vl_stream *stream)
{
    const vl_stream *file = stream->rest ? stream->rest : stream;
    int listed = stream->rest ? stream->list_count : 0;
    int count = listed > file->list_count ? listed : file->list_count;
    double *steps = vl_alloc((size_t)count, sizeof *steps);
    for (int i = 0; i < count; i++)
        steps[i] = vl_stream_listed(i < listed ? stream : file, i);
    char *text = vl_step_list_text(steps, count, VL_STEP_LIST_END);
    vl_free(steps);
    return text;
}

// Frames from a file become a list that ends, as a recording needs no other file.
static char *stream_of(const vl_scene *lane, const vl_lane_clock *clock)
{
    if (!lane->lane.own_stream)
        return NULL;
    const vl_stream *stream = clock->stream, *last = stream && stream->rest ? stream->rest : stream;
    bool of_file = last && last->kind->takes_path;
    return of_file ? steps_of(stream) : vl_copy_text(lane->timestep);
}

static void add_lane(vl_lab *lab, const vl_scene *lane, const vl_lane_clock *clock)
{
    char *stream = stream_of(lane, clock), *text = vl_lane_to_text(lane, stream);
    add(lab->journal, " %s", text);
    vl_free(text);
    vl_free(stream);
}

static int count_lines(const char *text)
{
    int count = 0;
    for (; *text; text++)
        count += *text == '\n';
    return count;
}

// The common frames are those of the recording, so their stream is for the screen alone.
static char *yaml_of(const vl_scene *scene, const vl_mistake *mistake)
{
    static char frame[] = "frame";
    vl_scene copy = *scene;
    copy.mistake = mistake;
    copy.lanes = NULL;
    copy.lane_count = 0;
    copy.timestep = strstr(scene->timestep, "file:") ? frame : scene->timestep;
    return vl_scene_to_yaml(&copy);
}

// Lines of a scene are those that begin with a bar.
static void add_scene(vl_journal *journal, const char *yaml)
{
    while (*yaml) {
        size_t length = strcspn(yaml, "\n");
        add(journal, "|%.*s", (int)length, yaml);
        end_line(journal);
        yaml += length + (yaml[length] == '\n');
    }
}

void vl_lab_record(vl_lab *lab, vl_journal *journal, const vl_scene *scene, const vl_scene *lanes)
{
    lab->journal = journal;
    if (!journal)
        return;
    int plain = 0; // a lane without an engine, which makes no mistakes
    while (plain < lab->count - 1 && lanes[plain].engine)
        plain++;
    char *yaml = yaml_of(scene, lanes[plain].mistake);
    lab->frame_is_open = lab->moved = false;
    lab->second = 0;
    add(lab->journal, "begin %d %d", count_lines(yaml), lab->count);
    end_line(lab->journal);
    add_scene(lab->journal, yaml);
    for (int i = 0; i < lab->count; i++) {
        add(lab->journal, "runs");
        add_lane(lab, &lanes[i], &lab->runs[i].clock);
        end_note(lab);
    }
    vl_free(yaml);
}

void vl_note_lane(vl_lab *lab, const char *what, int index, const vl_scene *lane)
{
    vl_lane_clock clock = {0};
    vl_error error = {0};
    if (!begin_note(lab))
        return;
    add(lab->journal, "%s %d", what, index);
    if (!vl_lane_clock_begin(&clock, lane, &lab->now, &error))
        clock = (vl_lane_clock){0};
    add_lane(lab, lane, &clock);
    vl_lane_clock_free(&clock);
    end_note(lab);
}

void vl_note_scene(vl_lab *lab, const vl_scene *scene)
{
    if (!begin_note(lab))
        return;
    char *yaml = yaml_of(scene, scene->mistake);
    add(lab->journal, "numbers %d", count_lines(yaml));
    end_line(lab->journal);
    add_scene(lab->journal, yaml);
    lab->entry = lab->journal->lines;
    vl_free(yaml);
}

// --- frames ---

void vl_note_frame(vl_lab *lab, double dt)
{
    vl_note_frame_ends(lab, false);
    if (!lab->journal || !isfinite(dt))
        return;
    tell_move(lab);
    add(lab->journal, "frame");
    add_number(lab->journal, dt);
    end_note(lab);
    lab->frame_is_open = true;
}

static void add_finite(vl_journal *journal, double value)
{
    if (isfinite(value))
        add_number(journal, value);
    else
        add(journal, " -");
}

static void add_places(vl_lab *lab, int index)
{
    const vl_particles *p = &lab->runs[index].world->particles;
    int apart = (p->count + MOST_PLACES - 1) / MOST_PLACES;
    for (int number = 1; number <= p->count; number += apart) {
        vl_vec3 x = vl_read(p->x, p->slot_of[number - 1]);
        add(lab->journal, "place %d %d", index, number);
        add_vector(lab->journal, x);
        end_line(lab->journal);
    }
}

// What tells where a difference is: once in a second.
static void add_readings(vl_lab *lab)
{
    for (int i = 0; i < lab->count; i++) {
        const vl_reading *r = &lab->runs[i].reading;
        if (lab->runs[i].world->now.diverged)
            continue;
        add(lab->journal, "reading %d", i);
        add_number(lab->journal, r->time);
        add_finite(lab->journal, r->potential);
        add_finite(lab->journal, r->stretch_max);
        end_line(lab->journal);
        add_places(lab, i);
    }
}

void vl_note_frame_ends(vl_lab *lab, bool all)
{
    if (!lab->journal || !lab->frame_is_open)
        return;
    lab->frame_is_open = false;
    if (!all) {
        add(lab->journal, "stopped %d 0", lab->rounds);
        end_line(lab->journal); // the state is that of the line of the frame
    }
    add(lab->journal, "hash");
    for (int i = 0; i < lab->count; i++)
        add(lab->journal, " %016" PRIx64, vl_world_hash(lab->runs[i].world));
    end_line(lab->journal);
    if (floor(lab->now.time) != lab->second)
        add_readings(lab);
    lab->second = floor(lab->now.time);
}

void vl_lab_end_recording(vl_lab *lab)
{
    vl_note_frame_ends(lab, false);
    if (lab->journal)
        tell_move(lab);
    lab->journal = NULL;
}

void vl_note_moved(vl_lab *lab)
{
    lab->frame_is_open = false;
    lab->moved = lab->journal != NULL;
}
