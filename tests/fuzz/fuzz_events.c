// Events of keys, pointers and the window: the app on the platform that is not there, with a small
// scene. The first byte chooses the scene, and six bytes are an event and the frames after it.

#include "fuzz.h"

#include "app/app.h"
#include "app/input/input.h"
#include "base/memory.h"
#include "platform/null_platform.h"

#include <string.h>

enum { EVENT_BYTES = 6, MOST_EVENTS = 24, MOST_SIDE = 2100 };

// An event in bytes.
typedef struct packed {
    uint8_t kind, flags, low, high, x, y;
} packed;

static const char *const scenes[] = {"pendulum", "bounce",  "chain", "ball-on-string", "cradle",
                                     "orbit",    "opening", "rope",  "stiff-springs",  "hitch"};

enum { SCENES = sizeof scenes / sizeof *scenes };

static char *path_of(int scene)
{
    vl_text path = {0};
    vl_text_add(&path, "%s/%s.yaml", getenv("VERLET_LAB_SCENES"), scenes[scene % SCENES]);
    return path.data;
}

// A key of a command with what goes with it, or a character.
static void set_key(vl_event *event, int number)
{
    if (number < vl_command_count()) {
        vl_command command = vl_command_get(number);
        event->key = command.key;
        event->ctrl = command.ctrl;
        event->shift = command.shift;
    } else {
        event->key = (uint32_t)(number & 0xff);
    }
}

static vl_event unpack(const packed *from, vl_surface surface)
{
    vl_event event = {
        .kind = (vl_event_kind)(1 + from->kind % VL_EVENT_RESIZE),
        .pointer = from->flags & 3,
        .button = 1 + (from->flags >> 2) % 3,
        .ctrl = from->flags >> 4 & 1,
        .shift = from->flags >> 5 & 1,
        .x = (float)surface.width * (float)from->x / 250,
        .y = (float)surface.height * (float)from->y / 250,
        .wheel = (float)((int)from->low - 128) / 16,
    };
    if (event.kind == VL_EVENT_KEY)
        set_key(&event, from->low + 256 * from->high);
    if (event.kind == VL_EVENT_TEXT)
        snprintf(event.text, sizeof event.text, "%c", from->low % 95 + ' ');
    if (event.kind == VL_EVENT_DROP)
        event.path = path_of(from->low);
    if (event.kind == VL_EVENT_RESIZE) {
        event.x = (float)(1 + (from->low + 256 * from->x) % MOST_SIDE);
        event.y = (float)(1 + (from->high + 256 * from->y) % MOST_SIDE);
    }
    return event;
}

// No position is lost, and the hands are those of the pointers and of the scene.
static void check(const vl_app *app)
{
    const vl_world *world = vl_session_world(&app->session);
    fuzz_check_world(world);
    FUZZ_CHECK(world->hold_count >= 0 && world->hold_count <= VL_MOST_POINTERS + 1);
}

static void play(vl_platform *platform, vl_app *app, const uint8_t *data, size_t size)
{
    bool open = vl_app_frame(app);
    for (size_t i = 0; open && i < MOST_EVENTS && (i + 1) * EVENT_BYTES <= size; i++) {
        packed from;
        memcpy(&from, data + i * EVENT_BYTES, EVENT_BYTES);
        vl_null_push(platform, unpack(&from, platform->surface(platform)));
        // some events come together, before the next frame
        if (from.flags >> 6 == 0)
            continue;
        vl_null_of(platform)->frame = 0.008 * (from.flags >> 6);
        open = vl_app_frame(app);
        check(app);
    }
    if (open)
        vl_app_frame(app);
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    fuzz_enter_folder();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return -1;
    vl_error error = {0};
    char *path = path_of(data[0]);
    vl_platform *platform = vl_null_create(1280, 720);
    vl_app *app = vl_app_create(platform, path, NULL, &error);
    FUZZ_CHECK(app);
    play(platform, app, data + 1, size - 1);
    vl_app_free(app);
    platform->destroy(platform);
    vl_free(path);
    fuzz_clear_folder();
    return 0;
}
