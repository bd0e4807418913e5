#include "app_fixture.h"

#include "ui_checks.h"

#include "base/memory.h"
#include "scene/file.h"

#include <time.h>
#include <unistd.h>

// --- scenes and folders ---

static desk opened;

void close_scene(void)
{
    if (opened.app)
        vl_app_free(opened.app);
    if (opened.platform)
        opened.platform->destroy(opened.platform);
    opened = (desk){0};
}

desk *open_on(vl_platform *platform, const char *scene)
{
    vl_error error = {0};
    char path[512];
    snprintf(path, sizeof path, strstr(scene, ".yaml") ? "%s" : SCENES "%s.yaml", scene);
    opened.platform = platform;
    opened.app = vl_app_create(platform, path, &error);
    if (!opened.app)
        fail_msg("%s", error.text);
    opened.session = &opened.app->session;
    frames(&opened, 1);
    return &opened;
}

desk *open_sized(const char *scene, int width, int height)
{
    close_scene();
    return open_on(vl_null_create(width, height), scene);
}

desk *open_scene(const char *scene)
{
    return open_sized(scene, 1280, 720);
}

// `compare` is the last key of the scene, or followed by another key that begins a line.
static void remove_lanes(char *text)
{
    char *begin = strstr(text, "\ncompare:"), *end = begin ? begin + 1 : NULL;
    while (end && (end = strchr(end, '\n')) && end[1] == ' ')
        end++;
    if (begin)
        memmove(begin, end ? end : "", end ? strlen(end) + 1 : 1);
}

desk *open_alone(const char *scene)
{
    char path[512];
    size_t size;
    vl_error error = {0};
    snprintf(path, sizeof path, SCENES "%s.yaml", scene);
    char *text = vl_file_read(path, 1 << 20, &size, &error);
    assert_non_null(text);
    remove_lanes(text);
    snprintf(path, sizeof path, "%s.yaml", scene);
    write_file(path, text);
    vl_free(text);
    desk *d = open_scene(path);
    assert_int_equal(d->session->lane_count, 1);
    return d;
}

desk *open_with_panel(const char *scene)
{
    desk *d = open_scene(scene);
    command(d, KEY_F2);
    frames(d, 1);
    return d;
}

desk *open_page(const char *scene, uint32_t key, int width, int height)
{
    desk *d = open_sized(scene, width, height);
    pause_run(d);
    command(d, key);
    frames(d, 2);
    return d;
}

static int begin(void **state)
{
    (void)state;
    setenv("VERLET_LAB_SCENES", SCENES, 1);
    return 0;
}

static int end(void **state)
{
    (void)state;
    close_scene();
    return 0;
}

TEST_FIXTURE(begin, end)

void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

// --- what somebody does ---

void frames(desk *d, int count)
{
    for (int i = 0; i < count; i++)
        vl_app_frame(d->app);
}

void press(desk *d, uint32_t key, int then_frames)
{
    vl_null_push(d->platform, (vl_event){.kind = VL_EVENT_KEY, .key = key});
    frames(d, then_frames);
}

void choose_type(desk *d, int kind)
{
    assert_true(kind >= 0 && kind < TYPES);
    d->app->type = kind == 1 ? 2 : 0;
    d->app->projector = kind == 2;
}

void command(desk *d, uint32_t key)
{
    vl_key_down(d->app, &(vl_event){.key = key});
}

void commands(desk *d, const char *keys)
{
    for (; *keys; keys++)
        command(d, (uint32_t)*keys);
}

void pause_run(desk *d)
{
    vl_session_set_running(d->session, false);
}

void save(desk *d)
{
    vl_key_down(d->app, &(vl_event){.key = 's', .ctrl = true});
}

void push(desk *d, vl_event_kind kind, float x, float y, int then_frames)
{
    push_pointer(d, kind, VL_POINTER_MOUSE, x, y, then_frames);
}

void push_pointer(desk *d, vl_event_kind kind, int pointer, float x, float y, int then_frames)
{
    vl_event event = {.kind = kind, .pointer = pointer, .button = VL_BUTTON_LEFT, .x = x, .y = y};
    vl_null_push(d->platform, event);
    frames(d, then_frames);
}

void push_button(desk *d, vl_event_kind kind, int button, float x, float y, int then_frames)
{
    vl_null_push(d->platform, (vl_event){.kind = kind, .button = button, .x = x, .y = y});
    frames(d, then_frames);
}

// A button is pressed while it is drawn; what it does to the view is seen in the frame after.
static void click_at(desk *d, int pointer, float x, float y)
{
    push_pointer(d, VL_EVENT_POINTER_DOWN, pointer, x, y, 1);
    push_pointer(d, VL_EVENT_POINTER_UP, pointer, x, y, 2);
}

void click(desk *d, vl_rect rect, bool finger)
{
    click_at(d, finger ? 1 : VL_POINTER_MOUSE, rect.x + rect.w / 2, rect.y + rect.h / 2);
}

void click_text(desk *d, const char *text)
{
    const vl_draw *draw = drawn_text(d, text);
    assert_non_null(draw);
    click_at(d, VL_POINTER_MOUSE, draw->x + 2, draw->y + 2);
}

vl_pixel ball_pixel(const desk *d, int number)
{
    vl_projection projection = vl_camera_projection(&d->app->camera);
    const vl_particles *p = &world_of(d)->particles;
    return vl_project(&projection, vl_read(p->x, p->slot_of[number - 1]));
}

vl_pixel grab(desk *d, int number, int then_frames)
{
    vl_pixel ball = ball_pixel(d, number);
    push(d, VL_EVENT_POINTER_DOWN, ball.x, ball.y, then_frames);
    return ball;
}

void wait_for_page(desk *d)
{
    frames(d, 3);
    // a frame after 1 ms, and less and less often then: the work is what takes the time
    for (int i = 1; i < 5000 && vl_pages_busy(d->app); i++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000 * (i < 20 ? i : 20)}, NULL);
        frames(d, 1);
    }
    assert_false(vl_pages_busy(d->app));
    frames(d, 2);
}

// --- what there is to see ---

vl_world *world_of(const desk *d)
{
    return vl_session_world(d->session);
}

double time_of(const desk *d)
{
    return d->session->lab->now.time;
}

bool shows(const desk *d, const char *text)
{
    return strstr(d->app->list.text.data, text) != NULL;
}

bool shows_figure(const desk *d, const char *format, double value, int decimals)
{
    char figure[VL_FIGURE_SIZE], wanted[2 * VL_FIGURE_SIZE];
    snprintf(wanted, sizeof wanted, format, vl_figure_fixed(value, decimals, figure));
    return shows(d, wanted);
}

const vl_draw *drawn_text(const desk *d, const char *text)
{
    return find_text(&d->app->list, text, true);
}

const vl_draw *drawn_beginning(const desk *d, const char *text)
{
    return find_text(&d->app->list, text, false);
}

const vl_draw *scroll_to(desk *d, const char *text)
{
    const vl_draw *found = NULL;
    for (float y = 0; !found && y < 20000; y += 100) {
        d->app->scroll = y;
        frames(d, 1);
        found = drawn_beginning(d, text);
    }
    return found;
}
