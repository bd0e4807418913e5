// Recordings: whatever is done to a lab is in its recording, and running that leads to the same
// states; a recording that was cut off or changed ends in a message or a difference that is told.

// For mkdtemp() and kill().
#define _XOPEN_SOURCE 700

#include "lab/replay.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "scene/lanes.h"
#include "support/histories.h"
#include "support/scenes.h"
#include "support/testing.h"
#include "support/worlds.h"

#include <dirent.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

OWNER(vl_recording)

static const char file[] = "test.rec";
static vl_log_file *written; // to it

// --- a lab that is recorded ---

static history tape(vl_scene *scene, int seed)
{
    vl_error error = {0};
    written = vl_log_file_create(file, &error);
    assert_good(written, error);
    return history_of(scene, seed, written);
}

// Ends it and returns the checksum of the last state.
static uint64_t end(history *t)
{
    uint64_t hash = lab_hash(t->lab);
    history_end(t);
    assert_true(vl_log_file_flush(written, &(vl_error){0}));
    vl_log_file_free(written);
    return hash;
}

// Makes frames of random lengths, and nothing else.
static void make_frames(vl_lab *lab, vl_random *random, int count)
{
    for (int k = 0; k < count; k++)
        assert_true(make_frame(lab, any_between(random, 0.004, 0.02)));
}

// --- running it again ---

static vl_replay run_again(const vl_recording *recording, const vl_scene *own, int count)
{
    vl_replay replay;
    vl_replay_begin(&replay, recording, own, count);
    while (vl_replay_next(&replay))
        ;
    return replay;
}

static vl_recording *load_from(const char *path)
{
    vl_error error = {0};
    vl_recording *recording = vl_recording_load(path, false, &error);
    assert_good(recording, error);
    return recording;
}

// A recording runs to its end without a difference. Free the replay with vl_replay_free().
static vl_replay assert_runs(const vl_recording *recording, const char *what, int number)
{
    vl_replay replay = run_again(recording, NULL, 0);
    if (*replay.error.text || *replay.difference.text)
        fail_msg("%s %d: %s%s", what, number, replay.error.text, replay.difference.text);
    return replay;
}

// A history ends. Its recording, which has no estimator, leads to its state and its readings.
static void assert_leads_there(history *t, const char *what, int number)
{
    vl_lab_complete(t->lab, 0);
    uint64_t bits = bits_of_lab(t->lab), hash = end(t);
    OWNED(vl_recording) *recording = load_from(file);
    SCOPED(vl_replay) replay = assert_runs(recording, what, number);
    if (lab_hash(replay.lab) != hash)
        fail_msg("%s %d: another end", what, number);
    vl_lab_complete(replay.lab, 0);
    if (!(t->done & DOES_ESTIMATOR) && bits_of_lab(replay.lab) != bits)
        fail_msg("%s %d: other readings", what, number);
}

static unsigned assert_replays(vl_scene *scene, int seed, int frames, const char *what)
{
    history t = tape(scene, seed);
    t.may &= seed % 2 == 0 ? DOES_ALL : ~(unsigned)DOES_ESTIMATOR;
    history_live(&t, frames);
    assert_leads_there(&t, what, (int)seed);
    return t.done;
}

TEST(whatever_was_done_is_in_the_recording)
{
    vl_random random = {3};
    unsigned done = 0;
    for (int i = 0; i < test_cases(6, 30); i++) {
        OWNED(vl_scene) *scene = any_scene(&random);
        done |= assert_replays(scene, i + 2, 30, "any scene");
    }
    assert_true(done == DOES_ALL || test_cases(1, 0)); // a few cases need not have all there is
}

static const char links[] = "format: 1\ntitle: A chain\ngravity: [0, -9.81]\nchains:\n"
                            "  - {from: [0, 0], to: [1, 0], links: 5, mass: 0.4, pin: start}\n"
                            "particles:\n  - {at: [2, 0], mass: 2}\n";

TEST(every_method_is_recorded_among_links_under_tension)
{
    for (int i = 0; i < vl_integrator_count; i++)
        for (int k = 0; k < vl_solver_count; k++) {
            OWNED(vl_scene) *scene = scene_of(links);
            scene->integrator = vl_integrators[i];
            scene->solver.method = vl_solvers[k];
            if (test_pair(i, k))
                (void)assert_replays(scene, (uint64_t)(i * 10 + k), 60, scene->integrator->name);
        }
}

// Also one of a run that was replaced by another.
TEST(a_recording_goes_back_to_runs_that_were_replaced)
{
    OWNED(vl_scene) *scene = scene_of(links);
    history t = tape(scene, 5);
    t.may &= ~(unsigned)DOES_RESET;
    history_live(&t, 10);
    history_let_go(&t);
    int there = vl_log_mark(t.log);
    history_reset(&t);
    history_live(&t, 10);
    assert_true(vl_log_go(t.log, there));
    history_live(&t, 10);
    assert_leads_there(&t, "replaced", 0);
}

// It tells from which state the run goes on, whatever could not be done there.
TEST(a_refused_operation_leaves_the_recording_as_it_was)
{
    OWNED(vl_scene) *scene = scene_of(links);
    history t = tape(scene, 6);
    make_frames(t.lab, &t.random, 20);
    assert_true(vl_log_go(t.log, vl_log_entry(t.log, 5)));
    for (int i = 0; i < 2; i++)
        assert_false(
            vl_lab_do(t.lab, &(vl_operation){.kind = VL_HOLD, .number = 999}, &(vl_error){0}));
    make_frames(t.lab, &t.random, 5);
    assert_leads_there(&t, "refused", 0);
}

// What the window recorded of real events: hands, scissors, undo, another method.
static bool replays_shipped(const char *name)
{
    size_t length = strlen(name);
    if (length < 4 || strcmp(name + length - 4, ".rec") != 0)
        return false;
    OWNED(vl_recording) *recording = load_from(PRINTED(VL_TEST_SOURCES "/scenes/%s", name));
    SCOPED(vl_replay) replay = assert_runs(recording, name, 0);
    assert_true(replay.checks > 200);
    return true;
}

TEST(the_shipped_recordings_lead_to_their_checksums)
{
    int count = 0;
    DIR *folder = opendir(VL_TEST_SOURCES "/scenes");
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));)
        count += replays_shipped(entry->d_name);
    closedir(folder);
    assert_true(count >= 2);
}

// --- frames of a lane's own ---

// Every stream that a lane can have leads to the same states, also where it ends before the run,
// has steps of 0, or stands in a file that is gone when the recording runs.
TEST(frames_of_every_stream_are_recorded)
{
    static char *const streams[] = {"fixed:0.01",           "random:0.005:0.015:7",
                                    "alternate:0.01:0.02",  "switch:0.01:0.02:0.2",
                                    "hitch:0.01:0.1:0.2",   "clock-ms:144",
                                    "clock-ms:1500",        "list:3x0.01:0.02",
                                    "list:0.01:0:0.03:end", "list:0.1:random:0.005:0.015:7",
                                    "file:frames.txt",      "list:9x0.03:file:frames.txt"};

    unsigned kinds = 0;
    for (int i = 0; i < COUNT(streams); i++) {
        OWNED(vl_scene) *scene = scene_of(links);
        vl_scene lanes[] = {*scene, *scene};
        lanes[1].lane.own_stream = true;
        lanes[1].timestep = streams[i];

        vl_scene_set_lanes(scene, records_of(lanes, 2, (vl_lane[2]){{0}}), 2);
        write_here("frames.txt", "0.01\n0\n0.03\n-1\n0.02\n");
        history t = tape(scene, 1);
        kinds |= 1u << (t.lab->runs[1].clock.stream->kind - vl_stream_kinds);
        make_frames(t.lab, &t.random, 40);
        assert_int_equal(remove("frames.txt"), 0);
        assert_leads_there(&t, streams[i], i);
    }
    for (int i = 0; i < vl_stream_kind_count; i++)
        assert_true((kinds >> i & 1) == !vl_stream_kinds[i].is_frame);
}

// Frames that do not fit into a line end the recording, and what was recorded before runs.
TEST(frames_that_do_not_fit_into_a_line_end_the_recording)
{
    vl_error error = {0};
    OWNED(vl_scene) *scene = scene_of(links);
    history t = tape(scene, 1);
    SCOPED(vl_text) frames = {0};
    vl_text_add(&frames, "list");
    while (frames.length < VL_LOG_LONGEST_LINE + 100)
        vl_text_add(&frames, ":0.0123456789012345");
    vl_scene lane = *scene;
    lane.lane.own_stream = true;
    lane.timestep = frames.data;
    make_frames(t.lab, &t.random, 5);
    assert_true(vl_lab_do(t.lab, &(vl_operation){.kind = VL_LANE, .scene = &lane}, &error));
    assert_true(make_frame(t.lab, 0.01));
    assert_false(vl_log_file_flush(written, &error));
    assert_non_null(strstr(error.text, "a line of more than 1 MiB is needed"));
    history_end(&t);
    vl_log_file_free(written);
    OWNED(vl_recording) *recording = load_from(file);
    SCOPED(vl_replay) replay = assert_runs(recording, "too long a line", 0);
    assert_int_equal(replay.lab->now.frames, 5);
}

// --- other lanes ---

// The own lanes are those of a run with the same frames.
TEST(other_lanes_get_the_same_frames)
{
    OWNED(vl_scene) *scene = scene_of(links);
    history t = tape(scene, 8);
    make_frames(t.lab, &t.random, 50);
    (void)end(&t);
    OWNED(vl_recording) *recording = load_from(file);
    for (int i = 0; i < vl_integrator_count; i++) {
        vl_scene own = *scene;
        own.integrator = vl_integrators[i];
        SCOPED(vl_replay) replay = run_again(recording, &own, 1);
        OWNED(vl_lab) *alone = lab_of_lanes(&own, 1);
        vl_random random = {8};
        make_frames(alone, &random, 50);
        assert_string_equal(replay.error.text, "");
        assert_true(lab_hash(replay.lab) == lab_hash(alone));
    }
}

// Of a recording with anything in it.
TEST(other_lanes_run_under_the_same_hands)
{
    vl_random random = test_random(11);
    for (int i = 0; i < test_cases(4, 20); i++) {
        OWNED(vl_scene) *scene = any_scene(&random);
        history t = tape(scene, (uint64_t)i + 1);
        history_live(&t, 20);
        (void)end(&t);
        OWNED(vl_recording) *recording = load_from(file);
        vl_scene own[] = {*scene, *scene};
        own[1].integrator = vl_integrators[any_of(&random, vl_integrator_count)];
        SCOPED(vl_replay) replay = run_again(recording, own, 2);
        if (*replay.error.text)
            fail_msg("%d: %s", i, replay.error.text);
        assert_int_equal(replay.lab->count, 2);
    }
}

// --- recordings that are not whole ---

static vl_recording *parse_copy(const char *bytes, size_t size, const char *name, vl_error *error)
{
    char *copy = vl_alloc(size + 1, 1);
    memcpy(copy, bytes, size);
    return vl_recording_parse(copy, size, name, error);
}

// Runs what there is; returns whether it ended well and without a difference.
static bool runs_well(const char *bytes, size_t size)
{
    vl_error error = {0};
    OWNED(vl_recording) *recording = parse_copy(bytes, size, "cut.rec", &error);
    if (!recording) {
        assert_true(*error.text);
        return false;
    }
    SCOPED(vl_replay) replay = run_again(recording, NULL, 0);
    return !*replay.error.text && !*replay.difference.text;
}

static void record_some(const char *scene_text, int seed)
{
    OWNED(vl_scene) *scene = scene_of(scene_text);
    history t = tape(scene, seed);
    history_live(&t, 25);
    (void)end(&t);
}

// Cut off anywhere behind its first run it is good up to there.
TEST(a_recording_that_was_cut_off_runs_up_to_there)
{
    size_t size;
    record_some(links, 21);
    FREED char *bytes = read_here(file, &size);
    const char *first = strstr(bytes, "\nhash ");
    assert_non_null(first);
    for (size_t cut = 0; cut < size; cut += (size_t)test_cases(37, 1)) {
        bool good = runs_well(bytes, cut);
        if (cut > (size_t)(first - bytes) && !good)
            fail_msg("cut at %zu of %zu", cut, size);
    }
}

// Nothing worse than a message or a difference.
TEST(a_recording_with_other_bytes_ends_in_a_message_or_runs)
{
    size_t size;
    record_some(links, 21);
    FREED char *bytes = read_here(file, &size);
    vl_random random = test_random(4);
    for (int i = 0; i < test_cases(300, 3000); i++) {
        size_t at = (size_t)(vl_random_next(&random) % size);
        char was = bytes[at];
        bytes[at] = (char)(32 + any_of(&random, 95));
        (void)runs_well(bytes, size);
        bytes[at] = was;
    }
}

// --- entries that come otherwise ---

// A scene whose own hand holds a particle of the chain for most of the time.
static const char handed[] = "format: 1\ntitle: A hand\ngravity: [0, -9.81]\nchains:\n"
                             "  - {from: [0, 0], to: [1, 0], links: 5, mass: 0.4, pin: start}\n"
                             "hand:\n  - {time: 0.02, at: [0.6, 0]}\n  - {time: 0.2, at: [0.7, "
                             "0.1]}\n  - {time: 0.25, at: [0.6, 0.2]}\n";

enum { RECORDINGS = 6, MOST_LINES = 8000 };

typedef struct line_list {
    const char *lines[MOST_LINES]; // NULL: left out
    int first, count;              // the first that is changed stands behind the scene
} line_list;

// Adds the lines of a text, which is cut.
static void add_lines(char *text, line_list *list)
{
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        assert_true(list->count < MOST_LINES / 2);
        list->first = list->first || strncmp(line, "hash ", 5) != 0 ? list->first : list->count;
        list->lines[list->count++] = line;
    }
}

// Leaves a line out, changes two, or adds one of any recording, or the same once more.
static void change_line(line_list *list, const line_list *stock, vl_random *random)
{
    int at = list->first + any_of(random, list->count - list->first);
    int other = list->first + any_of(random, list->count - list->first);
    const char *here = list->lines[at];
    switch (any_of(random, 4)) {
    case 0:
        list->lines[at] = NULL;
        break;
    case 1:
        list->lines[at] = list->lines[other];
        list->lines[other] = here;
        break;
    default:
        memmove(list->lines + at + 1, list->lines + at,
                (size_t)(list->count++ - at) * sizeof *list->lines);
        if (any_chance(random, 0.8))
            list->lines[at] = stock->lines[any_of(random, stock->count)];
    }
}

TEST(a_recording_with_other_entries_ends_in_a_message_or_runs)
{
    char *texts[2 * RECORDINGS];
    line_list *lists = vl_alloc(RECORDINGS + 2, sizeof *lists);
    line_list *stock = lists + RECORDINGS, *changed = stock + 1;
    vl_random random = test_random(11);
    for (int i = 0; i < RECORDINGS; i++) {
        record_some(i % 2 == 0 ? links : handed, (uint64_t)i + 30);
        add_lines(texts[2 * i] = read_here(file, NULL), &lists[i]);
        add_lines(texts[2 * i + 1] = read_here(file, NULL), stock);
    }
    for (int i = 0; i < test_cases(400, 4000); i++) {
        SCOPED(vl_text) text = {0};
        *changed = lists[i % RECORDINGS];
        for (int k = 1 + any_of(&random, 4); k > 0; k--)
            change_line(changed, stock, &random);
        for (int k = 0; k < changed->count; k++)
            if (changed->lines[k])
                vl_text_add(&text, "%s\n", changed->lines[k]);
        (void)runs_well(text.data, (size_t)text.length);
    }
    for (int i = 0; i < COUNT(texts); i++)
        vl_free(texts[i]);
    vl_free(lists);
}

enum { FIRST_LINES = 4 }; // rows before which nothing stands

static const struct {
    const char *line, *message;
} wrong[] = {
    {"verlet-lab recording 3 by 9.0", ":1:22: a recording of version '3', expected 1 or 2"},
    {"verlet-lab recording", ":1:1: expected the first line of a recording"},
    {"verlet-lab recording 1 by 0.1.0\r\nframe 0.1\r",
     ":1:1: the lines end with CR LF, expected LF alone"},
    {"", ":1:1: expected the first line of a recording"},
    {"fram 0.1", ":1: 'fram', expected the word of an entry"},
    {"frame", ":6: '', expected a number"},
    {"frame x", ":7: 'x', expected a number"},
    {"frame 0.1 2", ":11: '2', expected the end of the line"},
    {"hold 0", ":6: '0', expected the number of a particle"},
    {"hold 9", "there is no particle 9"},
    {"pose 3", "there is no lane 3"},
    {"state 1", "expected the number of a line before this one"},
    {"state 3", "is not one that a state comes from"},
    {"integrator 0 euler", "euler"},
    {"solver 0 direct|coloured", "2 fields or more, expected 1, 8 or 15"},
    {"add 0 tcv|relax|coloured|new|16|0|1|1|0|exact|-|raw|-|-|T\x1b[2J",
     "the control character U+001B"},
    {"add 0 tcv|relax|coloured|new|16|0|1|1|0|exact|-|raw|-|-|T\x9b"
     "2J",
     "is not UTF-8"},
    {"lane 0 {integrator: tcv", "expected ',' or '}'"},
    {"lane 0 {timestep: 'file:/etc/passwd'}", "expected a stream that needs no file"},
    {"lane 0 {timestep: frame}", "which is measured for all lanes"},
    {"lane 0 {engine: verlet-js, integrator: tcv}", "engine and integrator are both given"},
    {"solver 0 {solver: {iterations: -1}}", "iterations is -1"},
    {"remove 0", "one lane stays at least"},
    {"mistake no-such", "'no-such', expected the name of a mistake"},
    {"cut 1", "expected pairs of numbers"},
    {"hash 12", "expected 1 checksum of 16 digits"},
    {"hash 0x23456789abcdef", "expected 1 checksum of 16 digits"},
    {"hash 00123456789abcdef", "expected 1 checksum of 16 digits"},
    {"hash  123456789abcdef", "expected 1 checksum of 16 digits"},
    {"begin 0 1", "'0', expected the number of lines of a scene, at least 1"},
    {"numbers 0", "'0', expected the number of lines of a scene, at least 1"},
    {"runs x", "does not belong here"},
    {"numbers 2\n|format: 1\n|particles: [{at: [0, 0]}]", "other parts than the run"},
    {"numbers 3\n|format: 1\nframe 0.1", "expected a line of the scene behind a bar"},
    {"begin 2 2\n|format: 1\n|particles: [{at: [0, 0]}]\nframe 0.1",
     "expected 2 lanes behind the scene"},
    {"begin 1 0\n|format: 1", "0 lanes, expected 1 to 16"},
    {"begin 2 1\n|format: 1\n|particles: [{at: [0, 0], mss: 1}]\nframe 0.1",
     ":27: unknown key 'mss'"},
    {"begin 2 1\n|format: 1\n|timestep: file:/etc/passwd\nframe 0.1",
     "expected a stream that needs no file"},
};

// What version 1 has between bars is what version 2 has in the words of scene files.
TEST(a_recording_of_version_1_is_read)
{
    static const char *const lines[][3] = {
        {"verlet|relax|listed|old|4|0|2|1.5|0|naive|-|clamp:0.02|fixed:0.007|-|first",
         "direct|coloured|new|9|1e-06|3|1|0",
         "-|relax|listed|new|1|0|1|1|0|exact|-|raw|-|verlet-js|-"},
        {"{name: first, integrator: verlet, policy: 'clamp:0.02', timestep: 'fixed:0.007', start: "
         "naive,"
         " solver: {method: relax, order: listed, direction: old, iterations: 4, substeps: 2, "
         "relaxation: 1.5}}",
         "{solver: {method: direct, order: coloured, direction: new, iterations: 9, tolerance: "
         "1e-06,"
         " substeps: 3, relaxation: 1}}",
         "{engine: verlet-js, policy: raw}"}};
    uint64_t hashes[2];
    for (int v = 0; v < 2; v++) {
        SCOPED(vl_text) text = {0};
        vl_text_add(
            &text,
            "verlet-lab recording %d by 0.1.0\nbegin 3 1\n|format: 1\n|gravity: [0, -9.81]\n"
            "|particles: [{at: [0, 0], pinned: true}, {at: [1, 0]}]\nruns %s\nframe 0.03\n"
            "solver 0 %s\nadd 0 %s\nframe 0.02\n",
            v + 1, lines[v][0], lines[v][1], lines[v][2]);
        OWNED(vl_recording) *recording =
            parse_copy(text.data, (size_t)text.length, "old.rec", &(vl_error){0});
        SCOPED(vl_replay) replay = assert_runs(recording, "version", v + 1);
        hashes[v] = lab_hash(replay.lab);
    }
    assert_true(hashes[0] == hashes[1]);
}

static void assert_refused(const char *begin, const char *line, const char *message)
{
    vl_error error = {0};
    SCOPED(vl_text) text = {0};
    vl_text_add(&text, "%s%s%s", begin, line, *line ? "\n" : "");
    OWNED(vl_recording) *recording =
        parse_copy(text.data, (size_t)text.length, "wrong.rec", &error);
    SCOPED(vl_replay) replay = {0};
    if (recording) {
        replay = run_again(recording, NULL, 0);
        error = replay.error;
    }
    if (strncmp(error.text, "wrong.rec:", 10) != 0 || !strstr(error.text, message))
        fail_msg("'%s': %s", line, error.text);
}

TEST(what_is_wrong_is_told_with_line_and_column)
{
    OWNED(vl_scene) *scene = scene_of(links);
    history t = tape(scene, 1);
    (void)end(&t);
    FREED char *begin = read_here(file, NULL);
    for (int k = 0; k < COUNT(wrong); k++)
        assert_refused(k < FIRST_LINES ? "" : begin, wrong[k].line, wrong[k].message);
}

TEST(a_scene_is_read_wherever_it_stands)
{
    static const char block[] = "|format: 1\n|particles: [{at: 0}]\n";
    vl_error error = {0};
    vl_operation o = {
        .path = "far.rec", .line = 2000000000, .block = block, .block_size = strlen(block)};
    assert_null(vl_operation_scene(&o, &error));
    assert_non_null(strstr(error.text, "far.rec:2000000002:19: at is 0"));
}

// --- a writer that is killed ---

static void sleep_ms(int ms)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000000L * ms}, NULL);
}

// Whether the recording is longer than `size` bytes.
static bool is_longer(off_t size)
{
    struct stat status;
    return stat(file, &status) == 0 && status.st_size > size;
}

// Another program that writes, and has written something. It sleeps most of the time, as a window
// does.
static pid_t begin_to_write(void)
{
    unlink(file);
    pid_t child = fork();
    if (child == 0) {
        history t = tape(scene_of(links), 77);
        for (;;) {
            history_live(&t, 1);
            vl_log_tick(t.log);
            sleep_ms(2);
        }
    }
    while (!is_longer(2000))
        sleep_ms(10);
    return child;
}

static void end_by_force(pid_t child)
{
    kill(child, SIGKILL);
    assert_true(waitpid(child, NULL, 0) == child);
}

TEST(the_recording_of_a_program_that_was_killed_runs)
{
    vl_random random = {(uint64_t)getpid()};
    for (int i = 0; i < test_cases(2, 10); i++) {
        pid_t child = begin_to_write();
        sleep_ms(any_of(&random, 600));
        end_by_force(child);
        OWNED(vl_recording) *recording = load_from(file);
        SCOPED(vl_replay) replay = assert_runs(recording, "killed", i);
        assert_true(replay.checks > 0);
    }
}

// The bytes of the file stay, and those that come behind them are of the program that writes.
TEST(nobody_takes_a_recording_that_is_written)
{
    vl_error error = {0};
    pid_t child = begin_to_write();
    vl_log_file *other = vl_log_file_create(file, &error);
    bool longer = is_longer(2000);
    end_by_force(child);
    assert_null(other);
    assert_non_null(strstr(error.text, "another program writes a recording to it"));
    assert_true(longer);
    other = vl_log_file_create(file, &error);
    assert_non_null(other);
    vl_log_file_free(other);
}

// A window that plays the recording which it writes opens and closes the file.
TEST(who_reads_its_own_recording_keeps_it)
{
    vl_error error = {0};
    int status = 0;
    unlink(file);
    vl_log_file *other = vl_log_file_create(file, &error);
    assert_non_null(other);
    assert_true(vl_log_file_flush(other, &error));
    vl_recording_free(load_from(file));
    (void)vl_log_file_is_written(file);
    pid_t child = fork();
    if (child == 0)
        _exit(vl_log_file_is_written(file) && !vl_log_file_create(file, &error) ? 0 : 1);
    assert_true(waitpid(child, &status, 0) == child);
    vl_log_file_free(other);
    assert_int_equal(status, 0);
}

// --- all kinds ---

// docs/recordings.md has each row of the table.
TEST(the_document_has_all_operations)
{
    FREED char *page = read_here(VL_TEST_SOURCES "/docs/recordings.md", NULL);
    for (int i = 0; i < VL_OPERATIONS; i++) {
        const char *row = PRINTED("| `%s` |", vl_operation_rows[i].name);
        if (!strstr(page, row) || !strstr(page, vl_operation_rows[i].meaning))
            fail_msg("%s", row);
    }
}
