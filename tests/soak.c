// A long random use of the demo on the platform that is not there: drags, cuts, pins, scenes,
// lanes, settings, sizes of the window, the band, drawers, experiments, saves, undo, typing.
// All of it follows from a seed.
//
//   soak [--hours H] [--minutes M] [--deeds D] [--seed S]
//
// It ends when scenes have run for H hours of their own time, a part of which is not drawn, after M
// minutes of real time, or after D deeds. Whatever was done, no position is lost. From time to time
// one small scene is opened with nothing beside it; the memory in use then must not grow. In the
// end all of it is given back. Frames that take long are counted, and the longest is told.

#include "app/app.h"
#include "app/input/input.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "fuzz/fuzz.h"
#include "platform/null_platform.h"

#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    MOST_MARKS = 4096,
    MOST_SIDE = 4000,
    QUIET_FRAMES = 30,
    DEEDS_BETWEEN_MARKS = 50,
    LEAST_MARKS = 6, // of a third
    FEW_LINKS = 100,
    MOST_LEFT = 1 << 20,
};

static const double undrawn = 180; // s, simulated, without drawing
static const double slow = 0.1;    // s of computing time

typedef struct soak {
    uint64_t seed;
    vl_random random;
    vl_platform *platform;
    vl_app *app;
    const char *deed; // that is done now
    double simulated; // s, of all scenes
    int64_t frames, slow_count;
    double longest;      // s of computing time, of a frame
    const char *slowest; // the deed that was in it
    int mark_count;
    size_t marks[MOST_MARKS]; // bytes in use at each look, but for what undo keeps
    vl_scene_names scenes;
} soak;

// --- chance ---

static int any_of(soak *s, int count)
{
    return (int)(vl_random_next(&s->random) % (uint64_t)count);
}

static float any_x(soak *s)
{
    return (float)vl_random_uniform(&s->random, 0, s->platform->surface(s->platform).width);
}

static float any_y(soak *s)
{
    return (float)vl_random_uniform(&s->random, 0, s->platform->surface(s->platform).height);
}

// --- frames ---

static const vl_world *world_of(const soak *s)
{
    return vl_session_run(&s->app->session)->world;
}

static void check(const soak *s)
{
    const vl_world *world = world_of(s);
    fuzz_check_world(world);
    if (world->hold_count < 0 || world->hold_count > VL_MOST_POINTERS + 1) {
        fprintf(stderr, "soak: seed %llu, frame %lld, %s: a hand is left over\n",
                (unsigned long long)s->seed, (long long)s->frames, s->deed);
        abort();
    }
}

static double computing_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// What the clock of the scene has gone on; it goes back with a reset, and so does not count.
static void count_time(soak *s, const vl_lab *lab, double time)
{
    double now = s->app->session.lab->now.time;
    s->simulated += s->app->session.lab == lab && now > time ? now - time : 0;
}

static void make_frame(soak *s)
{
    double begin = computing_time();
    const vl_lab *lab = s->app->session.lab;
    double time = lab->now.time;
    (void)vl_app_frame(s->app);
    s->app->quit = false; // somebody goes on
    s->frames++;
    count_time(s, lab, time);
    double took = computing_time() - begin;
    s->slow_count += took > slow;
    if (took > s->longest) {
        s->longest = took;
        s->slowest = s->deed;
    }
}

static void make_frames(soak *s, int count)
{
    while (count-- > 0)
        make_frame(s);
    check(s);
}

// --- what somebody does ---

static void push(soak *s, vl_event event)
{
    vl_null_push(s->platform, event);
}

static void pointer(soak *s, vl_event_kind kind, int number, float x, float y)
{
    push(s, (vl_event){.kind = kind, .pointer = number, .button = VL_BUTTON_LEFT, .x = x, .y = y});
}

// Pressed, moved in a few frames and let go, which it always is.
static void stroke(soak *s, float x, float y, float to_x, float to_y)
{
    int number = any_of(s, 3), count = 1 + any_of(s, 8);
    pointer(s, VL_EVENT_POINTER_DOWN, number, x, y);
    for (int i = 1; i <= count; i++) {
        float part = (float)i / (float)count;
        make_frame(s);
        pointer(s, VL_EVENT_POINTER_MOVE, number, x + part * (to_x - x), y + part * (to_y - y));
    }
    make_frame(s);
    pointer(s, VL_EVENT_POINTER_UP, number, to_x, to_y);
    make_frame(s);
}

// By its key, where it has one. A tool stays in the hand.
static void any_command(soak *s)
{
    vl_event key;
    vl_command command = vl_command_get(any_of(s, vl_command_count()));
    if (vl_key_read(command.name, &key))
        push(s, key);
    else
        command.act(s->app, &command);
}

static void key(soak *s, uint32_t code, bool ctrl)
{
    push(s, (vl_event){.kind = VL_EVENT_KEY, .key = code, .ctrl = ctrl});
}

static vl_pixel any_particle(soak *s)
{
    const vl_particles *p = &world_of(s)->particles;
    vl_projection projection = vl_camera_projection(&s->app->camera);
    return vl_project(&projection, vl_read(p->x, any_of(s, p->count)));
}

static void drag(soak *s)
{
    vl_pixel at = any_particle(s);
    stroke(s, at.x, at.y, any_x(s), any_y(s));
}

static void scrub(soak *s)
{
    vl_rect line = s->app->layout.bars;
    float y = line.y + line.h - 3;
    stroke(s, line.x + line.w * (float)vl_random_uniform(&s->random, 0, 1), y,
           line.x + line.w * (float)vl_random_uniform(&s->random, 0, 1), y);
}

static char *path_of(const char *name)
{
    vl_text path = {0};
    vl_text_add(&path, "%s/%s.yaml", getenv("VERLET_LAB_SCENES"), name);
    return path.data;
}

static void open_scene(soak *s, const char *name)
{
    push(s, (vl_event){.kind = VL_EVENT_DROP, .path = path_of(name)});
}

static void open_any(soak *s)
{
    open_scene(s, s->scenes.names[any_of(s, s->scenes.count)]);
}

static void resize(soak *s)
{
    float width = (float)(1 + any_of(s, MOST_SIDE)), height = (float)(1 + any_of(s, MOST_SIDE));
    push(s, (vl_event){.kind = VL_EVENT_RESIZE, .x = width, .y = height});
}

static void size_back(soak *s)
{
    push(s, (vl_event){.kind = VL_EVENT_RESIZE, .x = 1280, .y = 720});
}

static void undo(soak *s)
{
    key(s, any_of(s, 3) ? 'z' : 'y', true);
}

static void type(soak *s)
{
    static const char letters[] = "0123456789.:abcdefghijklmnop -xHz";
    for (int i = 1 + any_of(s, 6); i > 0; i--) {
        vl_event event = {.kind = VL_EVENT_TEXT};
        event.text[0] = letters[any_of(s, (int)sizeof letters - 1)];
        push(s, event);
    }
    key(s, any_of(s, 2) ? VL_KEY_ENTER : VL_KEY_ESCAPE, false);
}

static void press_control(soak *s)
{
    if (s->app->layout.button_count == 0)
        return;
    vl_rect rect = s->app->layout.buttons[any_of(s, s->app->layout.button_count)].rect;
    stroke(s, rect.x + rect.w / 2, rect.y + rect.h / 2, rect.x + rect.w / 2, rect.y + rect.h / 2);
}

static void press_anywhere(soak *s)
{
    float x = any_x(s), y = any_y(s);
    if (any_of(s, 2))
        push(s,
             (vl_event){.kind = VL_EVENT_WHEEL, .x = x, .y = y, .wheel = (float)any_of(s, 5) - 2});
    stroke(s, x, y, x, y);
}

static void watch(soak *s)
{
    make_frames(s, 60);
}

// A small scene goes on without being drawn, from where it is.
static void go_on(soak *s)
{
    const vl_lab *lab = s->app->session.lab;
    double time = lab->now.time;
    if (world_of(s)->links.count > FEW_LINKS || s->app->shown.ghost)
        return;
    vl_app_go_to(s->app, time + undrawn, NULL, NULL);
    count_time(s, lab, time);
}

typedef struct deed {
    const char *name;
    int weight;
    void (*act)(soak *s);
} deed;

static const deed deeds[] = {
    {"drag", 28, drag},
    {"scrub", 6, scrub},
    {"open a scene", 4, open_any},
    {"resize", 3, resize},
    {"resize back", 4, size_back},
    {"command", 41, any_command},
    {"undo", 8, undo},
    {"type", 4, type},
    {"press a control", 8, press_control},
    {"press", 8, press_anywhere},
    {"watch", 10, watch},
    {"go on", 20, go_on},
};

enum { DEEDS = sizeof deeds / sizeof *deeds };

static const deed *any_deed(soak *s)
{
    int sum = 0, chosen;
    for (int i = 0; i < DEEDS; i++)
        sum += deeds[i].weight;
    chosen = any_of(s, sum);
    int i = 0;
    while (chosen >= deeds[i].weight)
        chosen -= deeds[i++].weight;
    return &deeds[i];
}

static void act(soak *s)
{
    static const double lengths[] = {1 / 144.0, 1 / 60.0, 1 / 60.0, 1 / 30.0, 0.1, 0.25};
    const deed *next = any_deed(s);
    s->deed = next->name;
    vl_null_of(s->platform)->frame = lengths[any_of(s, sizeof lengths / sizeof *lengths)];
    next->act(s);
    make_frames(s, 1 + any_of(s, 4));
}

// --- memory ---

static size_t bytes_in_use(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

// Opens a small scene with nothing beside it, and reads the memory in use.
static void look_at_memory(soak *s)
{
    s->deed = "look at the memory";
    fuzz_clear_folder(); // of the scenes that were saved
    size_back(s);
    make_frame(s);
    for (int i = 0; i < 4; i++)
        key(s, VL_KEY_ESCAPE, false);
    s->app->pages.open = NULL;
    s->app->drawer.open = VL_DRAWER_NONE;
    open_scene(s, "pendulum");
    make_frame(s);
    make_frames(s, QUIET_FRAMES);
    if (s->mark_count == MOST_MARKS)
        return;
    s->marks[s->mark_count++] = bytes_in_use() - s->app->session.log->bytes;
}

// The least of a part of the looks, or the most, bytes. What undo has is limited by itself and
// depends on the last changes: it is not counted.
static size_t extreme(const soak *s, int first, int end, bool most)
{
    size_t found = s->marks[first];
    for (int i = first; i < end; i++)
        if ((s->marks[i] > found) == most)
            found = s->marks[i];
    return found;
}

// What grows with each look is in all of the last third more than it ever was in the second. In the
// first third pictures of scenes are drawn that stay, and buffers grow, by doubling, to the largest
// size that is needed. Of looks that do not depend on time, the least of six is more than the most
// of six others once in 924 runs.
static bool has_grown(const soak *s)
{
    int third = s->mark_count / 3, last = s->mark_count - third;
    return third >= LEAST_MARKS &&
           extreme(s, last, s->mark_count, false) > extreme(s, last - third, last, true);
}

// --- the run ---

static void begin(soak *s)
{
    vl_error error = {0};
    char *path = path_of("pendulum");
    s->platform = vl_null_create(1280, 720);
    s->app = vl_app_create(s->platform, path, NULL, &error);
    s->scenes = vl_shelf_names(VL_SCENES);
    vl_free(path);
    if (!s->app) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
}

static void end(soak *s)
{
    vl_app_free(s->app);
    s->platform->destroy(s->platform);
    vl_scene_names_free(&s->scenes);
}

static void tell(const soak *s, size_t before, size_t after)
{
    printf("seed %llu: %lld frames, %.2f simulated hours\n", (unsigned long long)s->seed,
           (long long)s->frames, s->simulated / 3600);
    for (int i = 0; i < s->mark_count; i += s->mark_count / 6 + 1)
        printf("  memory in use after %5d deeds, but for undo: %6.1f MiB\n",
               (i + 1) * DEEDS_BETWEEN_MARKS, (double)s->marks[i] / 1048576);
    printf("  before the first and after the last frame: %.1f and %.1f KiB\n",
           (double)before / 1024, (double)after / 1024);
    printf("  %lld frames of more than %g s of computing time, the longest %.2f s: %s\n",
           (long long)s->slow_count, slow, s->longest, s->slowest);
}

// When it ends: hours of scenes, real minutes, deeds.
typedef struct limits {
    double hours, minutes, deeds;
} limits;

// Libraries keep some 0.2 MiB in the end, fonts above all; a thousand deeds that lose 1 KiB each do
// not pass.
static bool run(soak *s, const limits *most)
{
    double start = vl_clock_now();
    size_t before = bytes_in_use();
    begin(s);
    for (int i = 1; i <= most->deeds && s->simulated < 3600 * most->hours &&
                    vl_clock_now() - start < 60 * most->minutes;
         i++) {
        act(s);
        if (i % DEEDS_BETWEEN_MARKS == 0)
            look_at_memory(s);
    }
    end(s);
    size_t after = bytes_in_use();
    tell(s, before, after);
    bool given_back = after < before + MOST_LEFT;
    if (has_grown(s))
        printf("FAILED: the memory in use has grown\n");
    if (!given_back)
        printf("FAILED: memory was not given back\n");
    return given_back && !has_grown(s);
}

static void read_arguments(int count, char **words, limits *most, double *seed)
{
    static const char *const names[] = {"--hours", "--minutes", "--deeds", "--seed"};
    double *const values[] = {&most->hours, &most->minutes, &most->deeds, seed};
    for (int i = 1; i < count; i += 2) {
        double number = 0;
        bool good = i + 1 < count && vl_parse_number(words[i + 1], &number) && number > 0;
        int k = 0;
        while (k < 4 && strcmp(words[i], names[k]) != 0)
            k++;
        if (!good || k == 4) {
            fprintf(stderr,
                    "soak: %s: expected --hours, --minutes, --deeds or --seed, and a number "
                    "greater than 0\n",
                    words[i]);
            exit(2);
        }
        *values[k] = number;
    }
}

int main(int count, char **words)
{
    limits most = {.hours = 6, .minutes = 60, .deeds = 1e9};
    double seed = (double)(time(NULL) % 1000000);
    read_arguments(count, words, &most, &seed);
    soak s = {.seed = (uint64_t)seed, .random = {(uint64_t)seed}, .deed = "begin"};
    fuzz_enter_folder();
    fprintf(stderr, "soak: seed %llu\n", (unsigned long long)s.seed);
    return run(&s, &most) ? 0 : 1;
}
