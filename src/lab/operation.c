#include "lab/operation.h"

#include "base/memory.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "scene/engine.h"
#include "scene/lanes.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

static bool lives(const vl_lab *lab, int lane)
{
    return !lab->runs[lane].world->now.diverged;
}

static int slot_of(const vl_lab *lab, int64_t number)
{
    return lab->runs[0].world->particles.slot_of[number - 1];
}

static vl_vec3 vector_of(const vl_operation *o)
{
    return (vl_vec3){o->values[0], o->values[1], o->values[2]};
}

// --- frames ---

static bool do_frame(vl_lab *lab, const vl_operation *o, vl_error *error)
{
    int64_t most = o->stopped ? o->steps : INT64_MAX;
    if (vl_lab_begin_frame(lab, o->values[0]))
        for (int64_t i = 0; i < most && vl_lab_step(lab); i++)
            ;
    return true;
}

static bool do_look(vl_lab *lab, const vl_operation *o, vl_error *error)
{
    vl_lane_begin_change(&lab->runs[o->lane], o->values[o->values[0] < 0]);
    return true;
}

// --- hands, pins and scissors ---

static bool do_hold(vl_lab *lab, const vl_operation *o, vl_error *error)
{
    for (int i = 0; i < lab->count; i++)
        if (lives(lab, i)) // each lane has as many hands
            (void)!vl_world_hold(lab->runs[i].world, slot_of(lab, o->number));
    return true;
}

// What the recorded hand of the scene holds, that hand alone carries and lets go.
static bool do_held(vl_lab *lab, const vl_operation *o, vl_error *error)
{
    int slot = slot_of(lab, o->number);
    for (int i = 0; i < lab->count; i++) {
        vl_world *world = lab->runs[i].world;
        if (!world->particles.held[slot] || vl_lane_is_in_hand(&lab->runs[i], slot))
            continue;
        if (o->kind == VL_RELEASE)
            vl_world_release(world, slot, vector_of(o));
        else if (o->kind == VL_PUT)
            vl_world_put_down(world, slot);
        else if (lives(lab, i))
            vl_world_carry(world, slot, vector_of(o));
    }
    return true;
}

static bool do_pin(vl_lab *lab, const vl_operation *o, vl_error *error)
{
    for (int i = 0; i < lab->count; i++)
        vl_world_set_pinned(lab->runs[i].world, slot_of(lab, o->number), o->kind == VL_PIN);
    return true;
}

static void cut_in(vl_world *world, const int *ends, int count)
{
    int *found = vl_alloc((size_t)world->links.count, sizeof *found), cut = 0;
    for (int k = 0; k < world->links.count; k++) {
        bool cuts = false;
        for (int i = 0; i < count; i += 2)
            cuts = cuts || (world->links.from[k] == ends[i] && world->links.to[k] == ends[i + 1]);
        if (cuts)
            found[cut++] = k;
    }
    if (cut > 0)
        vl_world_break_links(world, found, cut);
    vl_free(found);
}

// Of pairs of numbers, "12 13 13 14".
static bool do_cut(vl_lab *lab, const vl_operation *o, vl_error *error)
{
    int *ends = vl_alloc(strlen(o->text) + 1, sizeof *ends), count = 0;
    char *copy = vl_copy_text(o->text), *rest = copy;
    bool good = true;
    for (char *word = strtok_r(copy, " ", &rest); word && good; word = strtok_r(NULL, " ", &rest)) {
        int64_t number;
        good = vl_parse_integer(word, &number) && number >= 1 &&
               number <= lab->runs[0].world->particles.count;
        ends[count++] = good ? slot_of(lab, number) : 0;
    }
    good = good && count % 2 == 0;
    for (int i = 0; i < lab->count && good; i++)
        if (lives(lab, i))
            cut_in(lab->runs[i].world, ends, count);
    vl_free(copy);
    vl_free(ends);
    return good || vl_fail(error, "expected pairs of numbers of particles, from 1");
}

// --- one lane ---

static const vl_mistake *find_mistake(const char *name)
{
    return vl_names_find(VL_NAMES(vl_mistakes, vl_mistake_count, name), name);
}

enum { METHOD = 1, GRIDS = 8, MISTAKE = 10, ENGINE = 13, NAME, COUNT };

// Of version 1, which has fields between bars and "-" for what is not there: those of a lane, its
// integrator alone, which is the first of them, or its solver, from METHOD to GRIDS. They become
// the mapping of version 2, where an engine sets those up to MISTAKE. `text` is cut.
static bool read_old_lane(vl_lane *lane, char *text, vl_error *error)
{
    static const char *const keys[COUNT] = {"integrator", "method",    "order",    "direction",
                                            "iterations", "tolerance", "substeps", "relaxation",
                                            "grids",      "start",     "mistake",  "policy",
                                            "timestep",   "engine",    "name"};

    char *fields[COUNT] = {text};
    int count = 1;
    for (char *bar = strchr(text, '|'); bar && count < COUNT; bar = strchr(bar, '|')) {
        *bar++ = '\0';
        fields[count++] = bar;
    }
    bool solver = count == GRIDS, engine = count == COUNT && strcmp(fields[ENGINE], "-") != 0;
    if ((count > 1 && !solver && count < COUNT) || strchr(fields[count - 1], '|'))
        return vl_fail(error, "%d fields or more, expected 1, %d or %d", count, GRIDS, COUNT);
    bool good = true;
    vl_text mapping = {0};
    vl_text_add(&mapping, "{");
    for (int i = engine ? MISTAKE + 1 : 0; i < count; i++) {
        int key = solver ? METHOD + i : i;
        bool there = strcmp(fields[i], "-") != 0;
        vl_text_add(&mapping, "%s", key == METHOD ? "solver: {" : "");
        if (there && key == MISTAKE)
            good = (lane->mistake = find_mistake(fields[i])) ||
                   vl_fail(error, "unknown mistake '%s'", fields[i]);
        else if (there)
            vl_text_add(&mapping, key == NAME ? "%s: '" : "%s: %s, ", keys[key], fields[i]);
        for (const char *c = fields[i]; there && key == NAME && *c; c++)
            vl_text_add(&mapping, *c == '\'' ? "''" : "%c", *c);
        vl_text_add(&mapping, "%s", key == GRIDS ? "}, " : there && key == NAME ? "'" : "");
    }
    vl_text_add(&mapping, "}");
    good = good && vl_lane_from_text(lane, mapping.data, NULL, error);
    vl_text_free(&mapping);
    return good;
}

bool vl_operation_lane(const char *text, const vl_scene *scene, const vl_mistake *mistake,
                       vl_lane *own, vl_scene *lane, vl_error *error)
{
    bool old = *text != '{';
    char *copy = vl_copy_text(text);
    own->mistake = old ? NULL : mistake;
    bool good = old ? read_old_lane(own, copy, error) : vl_lane_from_text(own, text, NULL, error);
    vl_free(copy);
    if (!good)
        return false;
    *lane = vl_scene_with_lane(scene, own);
    lane->mistake = lane->engine ? NULL : own->mistake;
    return true;
}

static bool do_in_lane(vl_lab *lab, const vl_operation *o, vl_error *error)
{
    if (lives(lab, o->lane))
        (o->kind == VL_TURN ? vl_world_turn_round : vl_world_pose)(lab->runs[o->lane].world);
    return true;
}

const char *vl_reversal_hindrance(const vl_world *world)
{
    if (!vl_energy_exists(world))
        return "A force depends on time, which goes on: the motion back is another one.";
    if (world->damping > 0 || world->damping_per_step > 0)
        return "Damping takes speed there and back.";
    if (world->broken > 0)
        return "A link that is broken stays so.";
    if (world->now.touched)
        return "An impact is another one when it is met from behind.";
    if (vl_world_turns(world))
        return "A magnetic field turns the motion back to the same side, unless it is reversed as "
               "well.";
    if (vl_forces_do_work(world) || vl_springs_are_damped(world))
        return "A force or a damped spring takes or gives energy both ways.";
    if (world->links.hard_count > 0 && world->solver.direction == VL_DIRECTION_NEW)
        return "Links that are corrected along their new direction take energy both ways.";
    return NULL;
}

static bool do_lane(vl_lab *lab, const vl_operation *o, vl_error *error)
{
    const char *why = vl_solver_refuses(lab->runs[0].world, &o->scene->solver);
    return why ? vl_fail(error, "%s", why) : vl_lab_set_lane(lab, o->lane, o->scene, error);
}

static bool do_join(vl_lab *lab, const vl_operation *o, vl_error *error)
{
    if (!o->made)
        return vl_fail(error, "there is no log from which the lane could be made");
    if (lab->count == VL_SCENE_MOST_LANES)
        return vl_fail(error, "more than %d lanes", VL_SCENE_MOST_LANES);
    vl_lab_take_lane(lab, o->made);
    return true;
}

static bool do_remove(vl_lab *lab, const vl_operation *o, vl_error *error)
{
    if (lab->count == 1)
        return vl_fail(error, "one lane stays at least");
    vl_lab_remove_lane(lab, o->lane);
    return true;
}

// --- all lanes ---

static bool do_mistake(vl_lab *lab, const vl_operation *o, vl_error *error)
{
    const vl_mistake *mistake = find_mistake(o->text);
    if (!mistake && strcmp(o->text, "-") != 0)
        return vl_fail(error, "'%s', expected the name of a mistake, or -", o->text);
    for (int i = 0; i < lab->count; i++) {
        lab->runs[i].lane.mistake = mistake;
        vl_world_set_mistake(lab->runs[i].world, mistake);
        vl_stream_mismeasure(lab->runs[i].clock.stream, mistake);
    }
    return true;
}

// Worlds take the numbers of one that is made from the scene, with their methods and solvers.
static bool do_numbers(vl_lab *lab, const vl_operation *o, vl_error *error)
{
    vl_energy_scale scale = {0}; // that of the first lane, as at the start
    for (int i = 0; i < lab->count; i++) {
        vl_lab_run *r = &lab->runs[i];
        vl_scene lane = *o->scene;
        lane.mistake = NULL;
        if (r->lane.engine)
            vl_engine_apply(r->lane.engine, &lane);
        if (i == 0)
            scale = o->scale ? *o->scale : vl_energy_scale_of_scene(&lane);
        r->reference.scale = scale;
        if (!lives(lab, i))
            continue;
        lane.integrator = vl_world_method(r->world);
        lane.solver = r->world->solver;
        vl_world *like = vl_scene_build(&lane);
        vl_world_take_numbers(r->world, like);
        vl_world_free(like);
    }
    return true;
}

// --- the table ---

// clang-format off
const vl_operation_row vl_operation_rows[VL_OPERATIONS] = {
    [VL_BEGIN] = {"begin", "cc", VL_OPERATION_BLOCK | VL_OPERATION_ANY,
        "A run begins: so many lines of a scene follow, each behind a bar, and then so many lanes.", NULL, VL_CAUSE_INTEGRATOR},
    [VL_RUNS] = {"runs", "t", 0, "A lane of that run.", NULL, VL_CAUSE_INTEGRATOR},
    [VL_FRAME] = {"frame", "d", VL_OPERATION_ANY, "A common frame of so many seconds, with all steps of all lanes.", do_frame, VL_CAUSE_INTEGRATOR},
    [VL_STOPPED] = {"stopped", "cc", 0,
        "Of the frame before, only so many steps were made, each in all lanes that had one.", NULL, VL_CAUSE_INTEGRATOR},
    [VL_HASH] = {"hash", "t", 0,
        "A check: the checksum of the state of each lane after the frame (`run --hash`).", NULL, VL_CAUSE_INTEGRATOR},
    [VL_LOOK] = {"look", "ldd", VL_OPERATION_ANY,
        "In older files: the next step (s; 0: unknown, −1: the second) that gives the velocity now.", do_look, VL_CAUSE_INTEGRATOR},
    [VL_HOLD] = {"hold", "n", VL_OPERATION_ANY | VL_OPERATION_NEEDS_V, "A hand takes a particle in all lanes.", do_hold, VL_CAUSE_HAND},
    [VL_CARRY] = {"carry", "nddd", VL_OPERATION_ANY, "The hand wants it there (m) at the end of the next frame.", do_held, VL_CAUSE_INTEGRATOR},
    [VL_RELEASE] = {"release", "nddd", VL_OPERATION_ANY | VL_OPERATION_NEEDS_V, "The hand lets go, with that velocity (m/s).", do_held, VL_CAUSE_HAND},
    [VL_PUT] = {"put", "n", VL_OPERATION_ANY | VL_OPERATION_NEEDS_V, "The hand lets go while the clock stands.", do_held, VL_CAUSE_HAND},
    [VL_POSE] = {"pose", "l", VL_OPERATION_ANY | VL_OPERATION_NEEDS_V, "While the clock stands, what hands hold goes where they are, as far as its links reach.", do_in_lane, VL_CAUSE_HAND},
    [VL_PIN] = {"pin", "n", VL_OPERATION_ANY | VL_OPERATION_NEEDS_V, "A particle is pinned in all lanes.", do_pin, VL_CAUSE_HAND},
    [VL_UNPIN] = {"unpin", "n", VL_OPERATION_ANY | VL_OPERATION_NEEDS_V, "It is a pin no longer.", do_pin, VL_CAUSE_HAND},
    [VL_CUT] = {"cut", "t", VL_OPERATION_ANY | VL_OPERATION_NEEDS_V, "The links between pairs of particles are cut in all lanes.", do_cut, VL_CAUSE_CUT},
    [VL_TURN] = {"turn", "l", VL_OPERATION_ANY | VL_OPERATION_NEEDS_V, "All velocities of a lane are reversed.", do_in_lane, VL_CAUSE_SETTING},
    [VL_LANE] = {"lane", "lt", VL_OPERATION_NEEDS_V, "A lane goes on with other settings.", do_lane, VL_CAUSE_INTEGRATOR},
    [VL_JOIN] = {"join", "t", 0,
        "A lane is added that has run from the start, with what was done to all and to the first.", do_join, VL_CAUSE_INTEGRATOR},
    [VL_REMOVE] = {"remove", "l", 0, "A lane is removed.", do_remove, VL_CAUSE_INTEGRATOR},
    [VL_MISTAKE] = {"mistake", "t", VL_OPERATION_ANY | VL_OPERATION_NEEDS_V, "All lanes make that mistake from now on; `-`: none.", do_mistake, VL_CAUSE_INTEGRATOR},
    [VL_NUMBERS] = {"numbers", "c", VL_OPERATION_BLOCK | VL_OPERATION_ANY | VL_OPERATION_NEEDS_V, "The scene has other numbers: so many lines of it follow.", do_numbers, VL_CAUSE_SETTING},
    [VL_STATE] = {"state", "c", VL_OPERATION_ANY,
        "All is as it was after that line of the file: somebody went back in time, or undid something.", NULL, VL_CAUSE_INTEGRATOR},
};

// clang-format on

bool vl_operation_is_for_others(const vl_operation *operation)
{
    const vl_operation_row *row = &vl_operation_rows[operation->kind];
    return row->is & VL_OPERATION_ANY && !(strchr(row->fields, 'l') && operation->lane != 0);
}

bool vl_operation_fits(const vl_lab *lab, const vl_operation *o, vl_error *error)
{
    const vl_operation_row *row = &vl_operation_rows[o->kind];
    int particles = lab->runs[0].world->particles.count;
    if (strchr(row->fields, 'l') && o->lane >= lab->count)
        return vl_fail(error, "there is no lane %d, expected one from 0 to %d", o->lane,
                       lab->count - 1);
    if (strchr(row->fields, 'n') && o->number > particles)
        return vl_fail(error, "there is no particle %d, the scene has %d", o->number, particles);
    return o->kind != VL_LANE || lives(lab, o->lane) ||
           vl_fail(error, "lane %d has diverged", o->lane);
}

// A reversal is an operation of each lane. Lanes that come and go turn nothing.
static void turn_time(vl_lab *lab, vl_operation_kind kind)
{
    vl_shown_time *shown = &lab->shown;
    bool turns = kind == VL_TURN, again = turns && shown->turned_at == lab->now.frames;
    if (again || kind == VL_FRAME || kind == VL_LOOK || kind == VL_JOIN || kind == VL_REMOVE)
        return;
    double time = vl_lab_shown_time(lab, lab->now.time);
    shown->turned_at = turns ? lab->now.frames : -1;
    shown->back = turns && !shown->back;
    shown->offset = time + (shown->back ? lab->now.time : -lab->now.time);
}

bool vl_operation_act(vl_lab *lab, const vl_operation *operation, vl_error *error)
{
    const vl_operation_row *row = &vl_operation_rows[operation->kind];
    if (!row->act)
        return vl_fail(error, "'%s' does not belong here", row->name);
    for (int i = 0; i < lab->count && row->is & VL_OPERATION_NEEDS_V; i++)
        vl_lane_begin_change(&lab->runs[i], 0);
    if (!row->act(lab, operation, error))
        return false;
    turn_time(lab, operation->kind);
    bool of_lane = strchr(row->fields, 'l');
    for (int i = 0; i < lab->count && row->cause; i++)
        if ((!of_lane || i == operation->lane) && lives(lab, i)) {
            vl_world_synchronise(lab->runs[i].world);
            vl_lab_changed(lab, i, row->cause);
            // in another scene an error has another size
            if (row->act == do_numbers || (row->act == do_held && !vl_lab_is_held(lab)))
                vl_lane_count_from_now(&lab->runs[i]);
        }
    return true;
}

// --- writing ---

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
char *vl_operation_settings(const vl_scene *lane)
{
    const char *own = lane->own_stream ? lane->timestep : NULL;
    vl_stream *stream = own ? vl_stream_parse(own, lane->path, &(vl_error){0}) : NULL;
    const vl_stream *last = stream && stream->rest ? stream->rest : stream;
    char *steps = last && last->kind->takes_path ? steps_of(stream) : NULL;
    char *settings = vl_lane_to_text(lane, steps ? steps : own);
    vl_free(steps);
    vl_stream_free(stream);
    return settings;
}

void vl_operation_write(vl_text *text, const vl_operation *o)
{
    int counts = 0, values = 0;
    vl_text_add(text, "%s", vl_operation_rows[o->kind].name);
    for (const char *kind = vl_operation_rows[o->kind].fields; *kind; kind++) {
        char digits[VL_NUMBER_SIZE];
        double value = *kind == 'd' ? o->values[values++] : 0;
        char *settings = *kind == 't' && !o->text ? vl_operation_settings(o->scene) : NULL;
        if (*kind == 'l' || *kind == 'n')
            vl_text_add(text, " %d", *kind == 'l' ? o->lane : o->number);
        else if (*kind == 'c')
            vl_text_add(text, " %" PRId64, o->counts[counts++]);
        else if (*kind == 't')
            vl_text_add(text, " %s", settings ? settings : o->text);
        else // reads back to the same bits
            vl_text_add(text, " %s", vl_number_text(value, digits));
        vl_free(settings);
    }
    vl_text_add(text, "\n");
}

// --- reading ---

// A line while it is taken apart, in a copy in `lines->text`.
typedef struct reader {
    vl_lines *lines;
    char *line, *at; // the rest, behind a space if `more`
    bool more;
    vl_operation *operation;
    vl_error *error;
} reader;

static bool fail(const reader *r, const char *word, const char *expected)
{
    r->operation->column = (int)(word - r->line) + 1;
    return vl_operation_fail(r->lines, r->operation, r->error, "'%.40s', expected %s", word,
                             expected);
}

// The next word, up to a space; "" behind the last.
static char *take_word(reader *r)
{
    char *word = r->at;
    r->at += strcspn(word, " ");
    r->more = *r->at;
    if (r->more)
        *r->at++ = '\0';
    return word;
}

static bool read_field(reader *r, char kind, int *counts, int *values)
{
    vl_operation *o = r->operation;
    if (kind == 't') {
        o->text = r->at;
        o->column = (int)(r->at - r->line) + 1;
        r->more = false;
        return true;
    }
    const char *word = take_word(r);
    if (kind == 'd')
        return vl_parse_number(word, &o->values[(*values)++]) || fail(r, word, "a number");
    int64_t number, least = kind == 'n';
    int64_t most = kind == 'l'   ? VL_SCENE_MOST_LANES - 1
                   : kind == 'n' ? VL_SCENE_MOST_PARTICLES
                                 : INT64_MAX;
    if (!vl_parse_integer(word, &number) || number < least || number > most)
        return fail(r, word,
                    kind == 'l'   ? "the number of a lane, from 0"
                    : kind == 'n' ? "the number of a particle"
                                  : "a whole number");
    if (kind == 'c')
        o->counts[(*counts)++] = number;
    else
        *(kind == 'l' ? &o->lane : &o->number) = (int)number;
    return true;
}

static bool read_kind(reader *r)
{
    const char *word = take_word(r);
    int kind = vl_names_index(VL_NAMES(vl_operation_rows, VL_OPERATIONS, name), word);
    r->operation->part = strcmp(word, "integrator") == 0 || strcmp(word, "solver") == 0;
    if (strcmp(word, "add") == 0) { // of older files: a lane that went on from the state of another
        kind = VL_JOIN;
        take_word(r);
    }
    r->operation->kind = r->operation->part ? VL_LANE : (vl_operation_kind)kind;
    return kind >= 0 || r->operation->part ||
           fail(r, word, "the word of an entry, such as 'frame'");
}

static void skip_line(vl_lines *lines)
{
    const char *line = lines->bytes + lines->at;
    lines->at += (size_t)((const char *)memchr(line, '\n', lines->size - lines->at) - line) + 1;
    lines->line++;
}

static bool read_block(reader *r)
{
    vl_operation *o = r->operation;
    vl_lines *lines = r->lines;
    if (o->counts[0] == 0)
        return vl_operation_fail(lines, o, r->error,
                                 "'0', expected the number of lines of a scene, at least 1");
    o->block = lines->bytes + lines->at;
    for (int64_t i = 0; i < o->counts[0]; i++) {
        if (lines->at == lines->size || lines->bytes[lines->at] != '|')
            return vl_fail_at(r->error, (vl_location){lines->path, (int)lines->line + 1, 1},
                              "expected a line of the scene behind a bar, number %lld of %lld",
                              (long long)i + 1, (long long)o->counts[0]);
        skip_line(lines);
    }
    o->block_size = (size_t)(lines->bytes + lines->at - o->block);
    o->end = lines->line;
    return true;
}

static bool read_line(vl_lines *lines, vl_operation *operation, vl_error *error)
{
    reader r = {.lines = lines, .operation = operation, .error = error};
    int counts = 0, values = 0;
    size_t begin = lines->at;
    *operation = (vl_operation){
        .path = lines->path, .line = lines->line + 1, .end = lines->line + 1, .column = 1};
    skip_line(lines);
    lines->text.length = 0;
    vl_text_add_bytes(&lines->text, lines->bytes + begin, lines->at - begin);
    r.line = r.at = lines->text.data;
    r.line[lines->at - begin - 1] = '\0'; // its end
    bool good = read_kind(&r);
    const vl_operation_row *row = &vl_operation_rows[good ? operation->kind : 0];
    for (const char *kind = row->fields; good && *kind; kind++)
        good = read_field(&r, *kind, &counts, &values);
    good = good && (!r.more || fail(&r, take_word(&r), "the end of the line"));
    return good && (!(row->is & VL_OPERATION_BLOCK) || read_block(&r));
}

// Whether the next line begins with a word and a space.
static bool begins(const vl_lines *lines, const char *word)
{
    size_t length = strlen(word);
    return lines->size - lines->at > length && memcmp(lines->bytes + lines->at, word, length) == 0;
}

bool vl_operation_read(vl_lines *lines, vl_operation *operation, vl_error *error)
{
    // what older files tell besides
    while (begins(lines, "reading ") || begins(lines, "place ") || begins(lines, "booked "))
        skip_line(lines);
    if (lines->at >= lines->size || !read_line(lines, operation, error))
        return false;
    // whether the next line says after how many steps the frame was left
    vl_operation stop;
    const vl_lines before = *lines;
    if (operation->kind != VL_FRAME || !begins(lines, "stopped "))
        return true;
    operation->stopped = read_line(lines, &stop, &(vl_error){0});
    operation->steps = operation->stopped ? stop.counts[0] : 0;
    lines->at = operation->stopped ? lines->at : before.at;
    lines->line = operation->stopped ? lines->line : before.line;
    return true;
}

// Each bar becomes a space, by which all lines of a scene may be indented.
vl_scene *vl_operation_scene(const vl_operation *operation, vl_error *error)
{
    assert(operation->block); // whoever asks has seen that its kind has one
    size_t size = operation->block_size;
    char *text = vl_alloc(size + 1, 1);
    memcpy(text, operation->block, size);
    for (size_t i = 0; i < size; i++)
        if (text[i] == '|' && (i == 0 || text[i - 1] == '\n'))
            text[i] = ' ';
    vl_scene *scene = vl_scene_parse(text, size, operation->path, (int)operation->line, error);
    vl_free(text);
    return scene;
}
