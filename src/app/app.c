#include "app/app.h"

#include "app/commands.h"
#include "app/screen.h"
#include "app/stage.h"
#include "base/memory.h"
#include "scene/find.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const double readout_interval = 0.2; // s; digits that change faster cannot be read
static const double note_time = 4;          // s a note stays
static const double step_budget = 0.1;      // s of a frame for steps of a stream, at most

float vl_app_scale(const vl_app *app)
{
    // text for the back of the room: it grows with the window
    vl_surface s = app->platform->surface(app->platform);
    float room = fminf((float)s.width / 1280, (float)s.height / 720);
    return fmaxf(room, 0.8f * s.scale);
}

// --- notices ---

void vl_app_notify(vl_app *app, vl_notice_kind kind, const char *title, const char *format, ...)
{
    va_list arguments;
    app->notice.kind = kind;
    app->notice.until = app->platform->now(app->platform) + note_time;
    snprintf(app->notice.title, sizeof app->notice.title, "%s", title);
    va_start(arguments, format);
    vsnprintf(app->notice.text, sizeof app->notice.text, format, arguments);
    va_end(arguments);
}

static void drop_notice(vl_app *app, vl_notice_kind kind)
{
    if (app->notice.kind == kind)
        app->notice.kind = VL_NOTICE_NONE;
}

// --- scene ---

static void choose_trails(vl_app *app)
{
    const vl_particles *p = &vl_session_world(&app->session)->particles;
    double largest = 0;
    for (int i = 0; i < p->count; i++)
        if (!p->pinned[i])
            largest = fmax(largest, p->radius[i]);

    // the largest balls that can move, the last of them first
    app->trail_count = 0;
    for (int n = p->count - 1; n >= 0 && app->trail_count < VL_TRAILS; n--) {
        int slot = p->slot_of[n];
        bool wanted = !p->pinned[slot] && p->radius[slot] == largest;
        if (wanted && (p->count <= VL_TRAILS || app->trail_count == 0 || largest > 0.03))
            app->trails[app->trail_count++] = (vl_trail){.slot = slot};
    }
}

static void bounding_box(const vl_world *world, vl_vec3 *low, vl_vec3 *high)
{
    *low = (vl_vec3){HUGE_VAL, HUGE_VAL, HUGE_VAL};
    *high = (vl_vec3){-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < world->particles.count; i++) {
        vl_vec3 at = vl_read(world->particles.x, i);
        *low = (vl_vec3){fmin(low->x, at.x), fmin(low->y, at.y), fmin(low->z, at.z)};
        *high = (vl_vec3){fmax(high->x, at.x), fmax(high->y, at.y), fmax(high->z, at.z)};
    }
}

void vl_app_fit_view(vl_app *app)
{
    const vl_scene_view *view = &app->session.scene->view;
    vl_camera *camera = &app->camera;
    const double degree = 3.14159265358979323846 / 180;
    camera->yaw = view->yaw * degree;
    camera->pitch = view->pitch * degree;
    if (!view->given) {
        vl_vec3 low, high;
        bounding_box(vl_session_world(&app->session), &low, &high);
        vl_camera_fit(camera, low, high, 0.15);
        return;
    }
    // a stage higher than wide must show as much to the sides
    double narrow = camera->stage.w > 0 ? camera->stage.h / camera->stage.w : 1;
    camera->center = view->center;
    camera->height = view->height * fmax(1, narrow);
}

// What was made for the last world is made for this one.
static void follow_world(vl_app *app)
{
    if (app->generation == app->session.generation)
        return;
    app->generation = app->session.generation;
    vl_stage_free(app->stage);
    app->stage = vl_stage_create(vl_session_world(&app->session));
    app->camera.planar = vl_world_is_planar(vl_session_world(&app->session));
    app->hover_slot = -1;
    app->next_readout = 0;
    vl_drag_forget(&app->drag);
    for (int i = 0; i < VL_MOST_POINTERS; i++)
        if (app->pointers[i].gesture == VL_GESTURE_DRAG)
            app->pointers[i].gesture = VL_GESTURE_NONE;
    choose_trails(app);
    drop_notice(app, VL_NOTICE_DIVERGED);
}

static void show_scene(vl_app *app)
{
    char title[300];
    snprintf(title, sizeof title, "%s – Verlet Lab", app->session.scene->title);
    app->platform->set_title(app->platform, title);
    follow_world(app);
    vl_screen_layout(app);
    vl_app_fit_view(app);
}

void vl_app_open(vl_app *app, const char *path)
{
    vl_error error = {0};
    if (!vl_session_open(&app->session, path, &error)) {
        vl_app_notify(app, VL_NOTICE_FILE, "This scene cannot be opened", "%s", error.text);
        return;
    }
    vl_watch_begin(&app->watch, path);
    drop_notice(app, VL_NOTICE_FILE);
    show_scene(app);
}

static void reload_when_saved(vl_app *app, double now)
{
    vl_error error = {0};
    if (!vl_watch_changed(&app->watch, now))
        return;
    if (!vl_session_reload(&app->session, &error)) {
        vl_app_notify(app, VL_NOTICE_FILE, "The scene file is broken; the scene runs on as it was",
                      "%s", error.text);
        return;
    }
    follow_world(app);
    vl_app_notify(app, VL_NOTICE_NOTE, "Loaded anew", "%s was saved.", app->session.scene->path);
}

// Index of the present scene in the list, or −1.
static int page_of(const vl_app *app, const vl_scene_names *names)
{
    const char *path = app->session.scene->path;
    const char *slash = strrchr(path, '/');
    const char *file = slash ? slash + 1 : path;
    for (int i = 0; i < names->count; i++) {
        size_t length = strlen(names->names[i]);
        if (strncmp(file, names->names[i], length) == 0 && strcmp(file + length, ".yaml") == 0)
            return i;
    }
    return -1;
}

void vl_app_turn_page(vl_app *app, int direction)
{
    vl_scene_names names = vl_scene_names_list();
    vl_error error = {0};
    if (names.count == 0) {
        vl_app_notify(app, VL_NOTICE_WARNING, "No shipped scenes were found",
                      "Set VERLET_LAB_SCENES to the folder they are in.");
    } else {
        int page = page_of(app, &names);
        int next = page < 0 ? 0 : (page + direction + names.count) % names.count;
        char *path = vl_scene_find(names.names[next], &error);
        if (path)
            vl_app_open(app, path);
        else
            vl_app_notify(app, VL_NOTICE_FILE, "This scene cannot be opened", "%s", error.text);
        vl_free(path);
    }
    vl_scene_names_free(&names);
}

void vl_app_reset(vl_app *app)
{
    vl_session_reset(&app->session);
    follow_world(app);
}

// --- files ---

// The first of "stem.ext", "stem-2.ext" … that does not exist; false when all do.
static bool free_name(char *name, size_t size, const char *stem, const char *extension)
{
    for (int i = 1; i < 10000; i++) {
        if (i == 1)
            snprintf(name, size, "%s.%s", stem, extension);
        else
            snprintf(name, size, "%s-%d.%s", stem, i, extension);
        if (access(name, F_OK) != 0)
            return true;
    }
    return false;
}

void vl_app_picture(vl_app *app)
{
    char name[64];
    vl_error error = {0};
    if (!free_name(name, sizeof name, "verlet-lab", "png"))
        vl_app_notify(app, VL_NOTICE_WARNING, "No picture was written", "All names are taken.");
    else if (app->platform->save_picture(app->platform, name, &error))
        vl_app_notify(app, VL_NOTICE_NOTE, "Picture written", "%s", name);
    else
        vl_app_notify(app, VL_NOTICE_WARNING, "No picture was written", "%s", error.text);
}

// The scene of the file with what can be changed by keys: method, speed, view.
static vl_scene present_scene(const vl_app *app)
{
    const double degree = 3.14159265358979323846 / 180;
    vl_scene scene = *app->session.scene;
    scene.integrator = vl_integrators[app->session.integrator];
    scene.view = (vl_scene_view){
        .given = true,
        .center = app->camera.center,
        .height = app->camera.height,
        .yaw = app->camera.yaw / degree,
        .pitch = app->camera.pitch / degree,
        .speed = app->session.pacing.speed,
    };
    return scene;
}

static void stem_of(const char *path, char *stem, size_t size)
{
    const char *slash = strrchr(path, '/');
    snprintf(stem, size, "%s", slash ? slash + 1 : path);
    char *dot = strrchr(stem, '.');
    if (dot && dot != stem)
        *dot = '\0';
}

void vl_app_save(vl_app *app)
{
    char stem[200], saved[240], name[280];
    vl_error error = {0};
    vl_scene scene = present_scene(app);
    stem_of(scene.path, stem, sizeof stem);
    snprintf(saved, sizeof saved, "%s-saved", stem);
    if (!free_name(name, sizeof name, saved, "yaml"))
        vl_app_notify(app, VL_NOTICE_WARNING, "Not saved", "All names are taken.");
    else if (vl_scene_save(&scene, name, &error))
        vl_app_notify(app, VL_NOTICE_NOTE, "Saved",
                      "%s: the scene as it starts, with the method, speed and view of now.", name);
    else
        vl_app_notify(app, VL_NOTICE_WARNING, "Not saved", "%s", error.text);
}

void vl_app_close(vl_app *app)
{
    if (app->shown.help)
        app->shown.help = false;
    else if (app->notice.kind != VL_NOTICE_NONE)
        app->notice.kind = VL_NOTICE_NONE;
    else if (app->shown.notes)
        app->shown.notes = false;
}

void vl_app_pin(vl_app *app)
{
    vl_world *world = vl_session_world(&app->session);
    int slot = world->hold_count > 0 ? world->holds[world->hold_count - 1].slot : app->hover_slot;
    if (slot < 0) {
        vl_app_notify(app, VL_NOTICE_NOTE, "Nothing to pin", "Hold a particle, or point at one.");
        return;
    }
    vl_lab_settle(app->session.lab);
    vl_world_set_pinned(world, slot, !world->particles.pinned[slot]);
    vl_session_disturbed(&app->session);
}

// --- pointers ---

static float reach(const vl_app *app, int pointer)
{
    float points = pointer == VL_POINTER_MOUSE ? 14 : 26;
    return points * vl_app_scale(app);
}

static vl_gesture gesture_on_stage(const vl_app *app, const vl_event *event)
{
    bool turn = event->pointer == VL_POINTER_MOUSE
                    ? event->button == VL_BUTTON_RIGHT || event->shift
                    : true;
    return turn && !app->camera.planar ? VL_GESTURE_TURN : VL_GESTURE_PAN;
}

static void press_widget(vl_app *app, const vl_event *event)
{
    vl_pointer *p = &app->ui_pointer;
    p->x = p->press_x = event->x;
    p->y = p->press_y = event->y;
    p->down = p->pressed = true;
    p->touch = event->pointer != VL_POINTER_MOUSE;
}

static void pointer_down(vl_app *app, const vl_event *event)
{
    vl_pointer_state *pointer = &app->pointers[event->pointer];
    *pointer = (vl_pointer_state){.down = true, .x = event->x, .y = event->y};
    if (vl_screen_covers(app, event->x, event->y)) {
        pointer->gesture = VL_GESTURE_WIDGET;
        press_widget(app, event);
        return;
    }

    int slot = event->button == VL_BUTTON_LEFT
                   ? vl_drag_pick(vl_session_world(&app->session), &app->camera, event->x, event->y,
                                  reach(app, event->pointer))
                   : -1;
    bool held = slot >= 0 && vl_drag_begin(&app->drag, &app->session, &app->camera, event->pointer,
                                           slot, event->time, event->x, event->y);
    pointer->gesture = held ? VL_GESTURE_DRAG : gesture_on_stage(app, event);
}

// The other finger that moves the view, or NULL.
static const vl_pointer_state *second_finger(const vl_app *app, int first)
{
    for (int i = 1; i < VL_MOST_POINTERS; i++) {
        const vl_pointer_state *p = &app->pointers[i];
        if (i != first && p->down &&
            (p->gesture == VL_GESTURE_PAN || p->gesture == VL_GESTURE_TURN))
            return p;
    }
    return NULL;
}

// Two fingers: what is under them stays under them.
static void pinch(vl_app *app, const vl_pointer_state *still, const vl_pointer_state *before,
                  const vl_event *event)
{
    float old = hypotf(before->x - still->x, before->y - still->y);
    float now = hypotf(event->x - still->x, event->y - still->y);
    float dx = event->x - before->x, dy = event->y - before->y;
    float middle_x = 0.5f * (event->x + still->x), middle_y = 0.5f * (event->y + still->y);
    vl_camera_pan(&app->camera, 0.5 * (double)dx, 0.5 * (double)dy);
    if (old > 1 && now > 1)
        vl_camera_zoom(&app->camera, (double)(now / old), (double)middle_x, (double)middle_y);
}

static void move_view(vl_app *app, const vl_pointer_state *before, const vl_event *event)
{
    double dx = event->x - before->x, dy = event->y - before->y;
    const vl_pointer_state *other =
        event->pointer == VL_POINTER_MOUSE ? NULL : second_finger(app, event->pointer);
    if (other)
        pinch(app, other, before, event);
    else if (before->gesture == VL_GESTURE_PAN)
        vl_camera_pan(&app->camera, dx, dy);
    else
        vl_camera_turn(&app->camera, dx, dy);
}

static void pointer_move(vl_app *app, const vl_event *event)
{
    vl_pointer_state *pointer = &app->pointers[event->pointer];
    vl_pointer_state before = *pointer;
    pointer->x = event->x;
    pointer->y = event->y;
    if (event->pointer == VL_POINTER_MOUSE || before.gesture == VL_GESTURE_WIDGET) {
        app->ui_pointer.x = event->x;
        app->ui_pointer.y = event->y;
        app->ui_pointer.touch = event->pointer != VL_POINTER_MOUSE;
    }
    if (before.gesture == VL_GESTURE_DRAG)
        vl_drag_move(&app->drag, &app->camera, event->pointer, event->time, event->x, event->y);
    else if (before.gesture == VL_GESTURE_PAN || before.gesture == VL_GESTURE_TURN)
        move_view(app, &before, event);
}

static void pointer_up(vl_app *app, const vl_event *event)
{
    vl_pointer_state *pointer = &app->pointers[event->pointer];
    if (pointer->gesture == VL_GESTURE_DRAG) {
        vl_drag_move(&app->drag, &app->camera, event->pointer, event->time, event->x, event->y);
        vl_drag_end(&app->drag, &app->session, event->pointer, event->time);
    }
    if (pointer->gesture == VL_GESTURE_WIDGET) {
        app->ui_pointer.x = event->x;
        app->ui_pointer.y = event->y;
        app->ui_pointer.down = false;
        app->ui_pointer.released = true;
    }
    *pointer = (vl_pointer_state){.x = event->x, .y = event->y};
}

static void wheel(vl_app *app, const vl_event *event)
{
    if (app->shown.help)
        app->help_scroll -= 40 * event->wheel * vl_app_scale(app);
    else if (!vl_screen_covers(app, event->x, event->y))
        vl_camera_zoom(&app->camera, pow(1.15, event->wheel), event->x, event->y);
}

static void drop(vl_app *app, const vl_event *event)
{
    vl_app_open(app, event->path);
}

static void key(vl_app *app, const vl_event *event)
{
    // a key held down repeats what is harmless to repeat: steps, views
    bool repeats = event->key == '.' || event->key == '+' || event->key == '-' ||
                   event->key == '=' || (event->key >= VL_KEY_LEFT && event->key <= VL_KEY_DOWN);
    if (!event->repeat || repeats)
        vl_command_key(app, event->key, event->ctrl);
}

static void quit(vl_app *app, const vl_event *event)
{
    app->quit = true;
}

static void resize(vl_app *app, const vl_event *event)
{
    vl_screen_layout(app);
}

static void handle(vl_app *app, const vl_event *event)
{
    static void (*const handlers[])(vl_app * app, const vl_event *event) = {
        [VL_EVENT_QUIT] = quit,
        [VL_EVENT_KEY] = key,
        [VL_EVENT_POINTER_DOWN] = pointer_down,
        [VL_EVENT_POINTER_MOVE] = pointer_move,
        [VL_EVENT_POINTER_UP] = pointer_up,
        [VL_EVENT_WHEEL] = wheel,
        [VL_EVENT_DROP] = drop,
        [VL_EVENT_RESIZE] = resize,
    };
    if (event->pointer >= 0 && event->pointer < VL_MOST_POINTERS)
        handlers[event->kind](app, event);
}

// A hand that rests gives no events, but its place goes on to be where it is.
static void rest_hands(vl_app *app, double now)
{
    for (int i = 0; i < VL_MOST_POINTERS; i++)
        if (app->pointers[i].gesture == VL_GESTURE_DRAG)
            vl_drag_move(&app->drag, &app->camera, i, now, app->pointers[i].x, app->pointers[i].y);
}

// --- a frame ---

static void add_trails(vl_app *app)
{
    const vl_particles *p = &vl_session_world(&app->session)->particles;
    for (int k = 0; k < app->trail_count; k++) {
        vl_trail *trail = &app->trails[k];
        if (trail->count == VL_TRAIL_POINTS) {
            trail->first = (trail->first + 1) % VL_TRAIL_POINTS;
            trail->count--;
        }
        trail->points[(trail->first + trail->count++) % VL_TRAIL_POINTS] =
            vl_read(p->x, trail->slot);
    }
}

static void tell_divergence(vl_app *app)
{
    const vl_world *world = vl_session_world(&app->session);
    if (!world->now.diverged || app->told_divergence == app->generation)
        return;
    char title[200];
    snprintf(title, sizeof title, "%s diverged at t = %.2f s",
             vl_integrators[app->session.integrator]->title, world->now.diverged_time);
    vl_app_notify(app, VL_NOTICE_DIVERGED, title,
                  "Its numbers have left what a computer can hold. R begins anew; choose another "
                  "integrator, or a smaller step.");
    app->told_divergence = app->generation;
}

static void refresh_readout(vl_app *app, double now)
{
    app->frames_counted++;
    if (now < app->next_readout && app->session.running)
        return;
    if (now > app->counted_since) {
        app->frame_rate = app->frames_counted / (now - app->counted_since);
        app->frames_counted = 0;
        app->counted_since = now;
    }
    app->readout = *vl_session_reading(&app->session);
    app->next_readout = now + readout_interval;
}

static void find_hover(vl_app *app)
{
    const vl_pointer_state *mouse = &app->pointers[VL_POINTER_MOUSE];
    bool busy = mouse->gesture != VL_GESTURE_NONE || !app->mouse_seen ||
                vl_screen_covers(app, mouse->x, mouse->y);
    app->hover_slot = busy ? -1
                           : vl_drag_pick(vl_session_world(&app->session), &app->camera, mouse->x,
                                          mouse->y, reach(app, VL_POINTER_MOUSE));
}

static void take_events(vl_app *app)
{
    vl_event event = {0};
    app->ui_pointer.pressed = app->ui_pointer.released = false;
    while (app->platform->poll(app->platform, &event)) {
        app->mouse_seen = app->mouse_seen || event.kind == VL_EVENT_POINTER_MOVE;
        handle(app, &event);
        vl_free(event.path);
        event = (vl_event){0};
    }
    const vl_pointer_state *mouse = &app->pointers[VL_POINTER_MOUSE];
    app->ui_pointer.away = mouse->gesture != VL_GESTURE_NONE && mouse->gesture != VL_GESTURE_WIDGET;
}

bool vl_app_frame(vl_app *app)
{
    double now = app->platform->now(app->platform);
    app->elapsed = app->last_now < 0 ? 0 : now - app->last_now;
    app->last_now = now;

    vl_screen_layout(app);
    take_events(app);
    rest_hands(app, now);
    reload_when_saved(app, now);
    follow_world(app);
    if (app->notice.kind == VL_NOTICE_NOTE && now > app->notice.until)
        app->notice.kind = VL_NOTICE_NONE;

    vl_drag_carry(&app->drag, &app->session);
    int steps = vl_session_advance(&app->session, app->elapsed, step_budget);
    vl_drag_pose(&app->drag, &app->session);
    if (steps > 0)
        add_trails(app);
    tell_divergence(app);
    find_hover(app);
    refresh_readout(app, now);

    vl_screen_layout(app);
    vl_screen_draw(app);
    app->platform->present(app->platform, &app->list);
    return !app->quit;
}

void vl_app_go_to(vl_app *app, double end)
{
    while (vl_session_step_until(&app->session, end))
        add_trails(app);
    vl_lab_settle(app->session.lab);
    app->last_now = -1; // no time has passed for the person
    app->next_readout = 0;
}

vl_app *vl_app_create(vl_platform *platform, const char *path, vl_error *error)
{
    vl_app *app = vl_alloc(1, sizeof *app);
    app->platform = platform;
    app->theme = VL_THEME_LIGHT;
    app->shown = (vl_shown){.panel = true, .notes = true};
    app->last_now = -1;
    app->told_divergence = -1;
    app->hover_slot = -1;
    app->screen = vl_screen_create();
    if (!vl_session_open(&app->session, path, error)) {
        vl_app_free(app);
        return NULL;
    }
    vl_watch_begin(&app->watch, path);
    show_scene(app);
    return app;
}

void vl_app_free(vl_app *app)
{
    if (!app)
        return;
    vl_session_free(&app->session);
    vl_watch_free(&app->watch);
    vl_stage_free(app->stage);
    vl_screen_free(app->screen);
    vl_drawlist_free(&app->list);
    vl_free(app);
}
