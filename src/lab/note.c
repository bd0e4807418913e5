#include "lab/note.h"

#include "base/memory.h"
#include "lab/journal.h"
#include "lab/lane_text.h"
#include "physics/world/world.h"
#include "scene/stream.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { MOST_PLACES = 32 }; // particles of a lane whose places are written

// --- lines ---

static void end_line(vl_lab *lab)
{
    lab->entry = vl_journal_end_line(lab->journal);
}

static void add_vector(vl_journal *journal, vl_vec3 v)
{
    vl_journal_add_number(journal, v.x);
    vl_journal_add_number(journal, v.y);
    vl_journal_add_number(journal, v.z);
}

// The first line after one has gone somewhere tells where that is.
static void tell_move(vl_lab *lab)
{
    if (!lab->moved)
        return;
    lab->moved = false;
    vl_journal_add(lab->journal, "state %" PRId64, lab->entry);
    vl_journal_end_line(lab->journal);
}

// Who has looked at the velocity of an instant has fixed it, as the length of the next step was
// known or not.
static void tell_looks(const vl_lab *lab)
{
    for (int i = 0; i < lab->count; i++) {
        const vl_world *world = lab->runs[i].world;
        if (!vl_world_has_hard_links(world) || world->now.diverged)
            continue;
        vl_journal_add(lab->journal, "look %d", i);
        vl_journal_add_number(lab->journal,
                              world->now.velocity_is_current ? world->now.looked : VL_LOOKED_NEVER);
        vl_journal_add_number(lab->journal, world->next_dt);
        vl_journal_end_line(lab->journal);
    }
}

static void begin_line(vl_lab *lab)
{
    tell_move(lab);
    tell_looks(lab);
}

void vl_note(vl_lab *lab, const char *format, ...)
{
    vl_text text = {0};
    va_list values;
    vl_note_frame_ends(lab, false);
    if (!lab->journal)
        return;
    begin_line(lab);
    va_start(values, format);
    vl_text_add_list(&text, format, values);
    va_end(values);
    vl_journal_add(lab->journal, "%s", text.data);
    end_line(lab);
    vl_text_free(&text);
}

void vl_note_particle(vl_lab *lab, const char *what, int slot, const vl_vec3 *vectors, int count)
{
    vl_note_frame_ends(lab, false);
    if (!lab->journal)
        return;
    begin_line(lab);
    vl_journal_add(lab->journal, "%s %d", what, lab->runs[0].world->particles.number_of[slot]);
    for (int i = 0; i < count; i++)
        add_vector(lab->journal, vectors[i]);
    end_line(lab);
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
        steps[i] = i < listed ? stream->list[i] : file->list[i];
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
    vl_text text = {0};
    char *stream = stream_of(lane, clock);
    vl_lane_text_write(&text, lane, stream);
    vl_journal_add(lab->journal, " %s", text.data);
    vl_text_free(&text);
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
static char *yaml_of(const vl_scene *scene)
{
    static char frame[] = "frame";
    vl_scene copy = *scene;
    copy.lanes = NULL;
    copy.lane_count = 0;
    copy.timestep = strstr(scene->timestep, "file:") ? frame : scene->timestep;
    return vl_scene_to_yaml(&copy);
}

// Lines of a scene are those that begin with a bar.
static void add_block(vl_journal *journal, const char *yaml)
{
    while (*yaml) {
        size_t length = strcspn(yaml, "\n");
        vl_journal_add(journal, "|%.*s", (int)length, yaml);
        vl_journal_end_line(journal);
        yaml += length + (yaml[length] == '\n');
    }
}

void vl_note_begin(vl_lab *lab, const vl_scene *scene, const vl_scene *lanes)
{
    if (!lab->journal)
        return;
    char *yaml = yaml_of(scene);
    lab->frame_is_open = lab->moved = false;
    lab->second = 0;
    vl_journal_add(lab->journal, "begin %d %d", count_lines(yaml), lab->count);
    vl_journal_end_line(lab->journal);
    add_block(lab->journal, yaml);
    for (int i = 0; i < lab->count; i++) {
        vl_journal_add(lab->journal, "runs");
        add_lane(lab, &lanes[i], &lab->runs[i].clock);
        end_line(lab);
    }
    vl_free(yaml);
}

void vl_note_lane(vl_lab *lab, const char *what, int index, const vl_scene *lane)
{
    vl_lane_clock clock = {0};
    vl_error error = {0};
    vl_note_frame_ends(lab, false);
    if (!lab->journal)
        return;
    begin_line(lab);
    vl_journal_add(lab->journal, "%s %d", what, index);
    if (!vl_lane_clock_begin(&clock, lane, &lab->now, &error))
        clock = (vl_lane_clock){0};
    add_lane(lab, lane, &clock);
    vl_lane_clock_free(&clock);
    end_line(lab);
}

void vl_note_scene(vl_lab *lab, const vl_scene *scene)
{
    vl_note_frame_ends(lab, false);
    if (!lab->journal)
        return;
    char *yaml = yaml_of(scene);
    begin_line(lab);
    vl_journal_add(lab->journal, "numbers %d", count_lines(yaml));
    vl_journal_end_line(lab->journal);
    add_block(lab->journal, yaml);
    lab->entry = vl_journal_lines(lab->journal);
    vl_free(yaml);
}

// --- frames ---

void vl_note_frame(vl_lab *lab, double dt)
{
    vl_note_frame_ends(lab, false);
    if (!lab->journal || !isfinite(dt))
        return;
    tell_move(lab);
    vl_journal_add(lab->journal, "frame");
    vl_journal_add_number(lab->journal, dt);
    end_line(lab);
    lab->frame_is_open = true;
}

static void add_finite(vl_journal *journal, double value)
{
    if (isfinite(value))
        vl_journal_add_number(journal, value);
    else
        vl_journal_add(journal, " -");
}

static void add_places(vl_lab *lab, int index)
{
    const vl_particles *p = &lab->runs[index].world->particles;
    int apart = (p->count + MOST_PLACES - 1) / MOST_PLACES;
    for (int number = 1; number <= p->count; number += apart) {
        vl_vec3 x = vl_read(p->x, p->slot_of[number - 1]);
        vl_journal_add(lab->journal, "place %d %d", index, number);
        add_vector(lab->journal, x);
        vl_journal_end_line(lab->journal);
    }
}

// What tells where a difference is: once in a second.
static void add_readings(vl_lab *lab)
{
    for (int i = 0; i < lab->count; i++) {
        const vl_reading *r = &lab->runs[i].reading;
        if (lab->runs[i].world->now.diverged)
            continue;
        vl_journal_add(lab->journal, "reading %d", i);
        vl_journal_add_number(lab->journal, r->time);
        add_finite(lab->journal, r->potential);
        add_finite(lab->journal, r->stretch_max);
        vl_journal_end_line(lab->journal);
        add_places(lab, i);
    }
}

void vl_note_frame_ends(vl_lab *lab, bool all)
{
    if (!lab->journal || !lab->frame_is_open)
        return;
    lab->frame_is_open = false;
    if (!all) {
        vl_journal_add(lab->journal, "stopped %d 0", lab->rounds);
        vl_journal_end_line(lab->journal); // the state is that of the line of the frame
    }
    vl_journal_add(lab->journal, "hash");
    for (int i = 0; i < lab->count; i++)
        vl_journal_add(lab->journal, " %016" PRIx64, vl_world_hash(lab->runs[i].world));
    vl_journal_end_line(lab->journal);
    if (floor(lab->now.time) != lab->second)
        add_readings(lab);
    lab->second = floor(lab->now.time);
}

void vl_note_end(vl_lab *lab)
{
    vl_note_frame_ends(lab, false);
    if (lab->journal)
        tell_move(lab);
}

void vl_note_moved(vl_lab *lab)
{
    lab->frame_is_open = false;
    lab->moved = lab->journal != NULL;
}
