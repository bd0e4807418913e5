// Where things are on the screen: the size of type, what covers the stage, the places of the lanes
// on it, over one another or each in a pane of its own, and what is under a pointer.

#include "app/state/state.h"

#include "base/memory.h"
#include "base/output.h"
#include "physics/world/world.h"
#include "scene/file.h"
#include "scene/warnings.h"

#include <assert.h>

// Sizes of type in percent.
static const int type_sizes[] = {100, 125, 150, 200, 250, 300};

enum { TYPE_SIZES = sizeof type_sizes / sizeof *type_sizes };

float vl_app_usual_scale(const vl_app *app)
{
    vl_surface s = app->platform->surface(app->platform);
    float room = fminf((float)s.width, (float)s.height) / 720;
    return fmaxf(room, 0.8f * s.scale);
}

float vl_app_scale(const vl_app *app)
{
    return vl_app_usual_scale(app) * (float)type_sizes[app->shown.type] / 100;
}

void vl_app_take_settings(vl_app *app)
{
    int theme, type;
    size_t size;
    app->settings = vl_app_new_path(VL_FOLDER_RECORDINGS, "settings");
    char *text = vl_file_read(app->settings, 64, true, &size, &(vl_error){0});
    if (text && sscanf(text, "theme %1d type %1d", &theme, &type) == 2)
        vl_app_choose_look(app, theme, type);
    vl_free(text);
}

void vl_app_choose_look(vl_app *app, int theme, int type)
{
    char text[64];
    app->shown.theme = &vl_themes[theme % vl_theme_count];
    app->shown.type = type < 0 ? 0 : type < TYPE_SIZES ? type : TYPE_SIZES - 1;
    app->stalls.whole = true; // its first picture is no frame time
    snprintf(text, sizeof text, "theme %d type %d\n", theme % vl_theme_count, app->shown.type);
    if (app->settings) // what cannot be kept is chosen anew
        (void)!vl_file_write(app->settings, text, strlen(text), NULL, &(vl_error){0});
}

void vl_app_toggle_drawer(vl_app *app, vl_drawer drawer)
{
    app->drawer.open = app->drawer.open == drawer ? VL_DRAWER_NONE : drawer;
    app->drawer.newer = true;
    app->drawer.few = false;
    app->notice.newer = false;
    app->drawer.scroll = 0;
    app->stalls.whole = true; // its first picture is no frame time
    app->drawer.search = (vl_search){0};
    app->focus.shown = false;
}

void vl_layout_cover(vl_layout *layout, vl_rect rect)
{
    assert(layout->cover_count < VL_MOST_COVERS);
    layout->covers[layout->cover_count++] = rect;
}

bool vl_app_covers(const vl_app *app, float x, float y)
{
    const vl_layout *l = &app->layout;
    bool covered = false;
    for (int i = 0; i < l->cover_count; i++)
        covered = covered || vl_rect_contains(l->covers[i], x, y);
    return covered;
}

// --- panes ---

bool vl_app_has_panes(const vl_app *app)
{
    bool surfaces = vl_session_run(&app->session)->world->cloth_count > 0;
    return app->session.lab->count > 1 && (surfaces || !app->camera.planar);
}

// Chooses the number of columns with which the panes are largest, or nearly so with that which they
// had before; two have none for three panes. A pane may be a little wider than high, below its
// title.
static int columns_of(vl_rect stage, int panes, float title, int before)
{
    const float wide = 1.3f, keeps = 1.3f;
    int best = 1;
    float largest = 0;
    for (int columns = 1; columns <= panes; columns++) {
        float w = stage.w / (float)columns, h = stage.h / ceilf((float)panes / (float)columns);
        float size = panes == 3 && columns == 2 ? 0 : fminf(w, wide * (h - title));
        size *= columns == before ? keeps : 1;
        best = size > largest ? columns : best;
        largest = fmaxf(size, largest);
    }
    return best;
}

vl_rect vl_app_pane(const vl_app *app, int lane)
{
    vl_rect stage = app->layout.stage;
    if (!vl_app_has_panes(app))
        return stage;
    int count = app->session.lab->count;
    int columns = columns_of(stage, count, 40 * vl_app_scale(app),
                             app->view.panes == count ? app->view.columns : 0);
    int rows = (count + columns - 1) / columns;
    float w = floorf(stage.w / (float)columns), h = floorf(stage.h / (float)rows);
    int column = lane % columns, row = lane / columns;
    return (vl_rect){stage.x + (float)column * w, stage.y + (float)row * h, w, h};
}

double vl_stage_shape(const vl_app *app, vl_rect stage)
{
    return stage.w > 0 ? fmax(1, app->view.wide * (double)(stage.h / stage.w)) : 1;
}

vl_unit vl_app_unit(const vl_app *app, const vl_quantity *quantity, const vl_reading *reading)
{
    static const double small_stage = 5; // m
    const vl_scene_view *view = &app->session.scene->view;
    vl_unit unit = vl_quantity_unit(quantity, reading);
    bool small = quantity == &vl_quantities[VL_QUANTITY_POSITION] && strcmp(unit.name, "m") == 0 &&
                 view->height > 0 && view->height < small_stage;
    for (int i = 0; i < app->session.lab->count && small; i++) {
        const vl_series *errors = &app->session.lanes[i].plots.of[VL_QUANTITY_POSITION];
        for (int k = 0; k < errors->count && small; k++)
            small = !(errors->y[vl_series_slot(errors, k)] >= 1); // m
    }
    return small ? (vl_unit){"mm", 1e3} : unit;
}

// How far from the middle of the view there is something of a world that it shows, m.
static double reach_of(const vl_world *world, const vl_scene_view *view)
{
    const vl_particles *p = &world->particles;
    double reach = 0;
    for (int i = 0; i < p->count; i++) {
        vl_vec3 at = vl_sub(vl_particle_middle(p, i, vl_read(p->x, i)), view->center);
        if (fabs(at.y) <= 0.55 * view->height)
            reach = fmax(reach, fabs(at.x) + p->radius[i]);
    }
    for (int i = 0; i < world->collider_count; i++) {
        const vl_collider *body = &world->colliders[i];
        if (body->kind->shape != VL_SHAPE_HALF_SPACE && !body->kind->between_particles)
            reach = fmax(reach, fabs(body->center.x - view->center.x) +
                                    fmax(body->radius, 0.5 * body->size.x));
    }
    return reach;
}

void vl_app_measure_view(vl_app *app)
{
    static const double usual = 1.25, least = 0.7, most = 5, margin = 1.04;

    static const double most_work = 3.2e-4; // s, of a frame, as counted

    enum { FRAMES = 600 };

    double steps[FRAMES];
    const vl_scene_view *view = &app->session.scene->view;
    double seen = 10 * app->session.pacing.speed; // s: what is seen first
    seen = view->pause > 0 ? fmin(view->pause, seen) : seen;
    const vl_scene_task *task = &app->session.scene->task;
    seen = task->rule == VL_TASK_MISTAKE ? fmin(task->at, seen) : seen;
    vl_scene lanes[VL_MOST_LANES];
    vl_error ignored = {0};
    const vl_session *session = &app->session;
    int count = session->lab->count;
    for (int i = 0; i < count; i++)
        lanes[i] = vl_session_lane_scene(session, i);
    double work = vl_scene_cost_of(session->scene, lanes, count, NULL).frame;
    app->view.wide = vl_app_has_panes(app) ? 1 : usual;
    app->view.reach = 0;
    bool flat = view->height > 0 && view->yaw == 0 && view->pitch == 0;
    const vl_energy_scale *scale = &session->lab->runs->reference.scale;
    vl_lab *lab = flat && work <= most_work ? vl_lab_create(scale, lanes, count, &ignored) : NULL;
    if (!lab)
        return;
    // frames of the scene's own lengths, unless they are too many or not known before
    int own = vl_stream_preview(app->session.pacing.stream, 0, seen, 1, steps, FRAMES), made = 0;
    bool more = true, known = own > 0 && own < FRAMES;
    double reach = 0, most_steps = FRAMES * most_work / work * count; // a frame may have many
    for (int k = 0; k < (known ? own : FRAMES / 2) && more; k++) {
        for (int i = 0; i < count; i++)
            if (!lab->runs[i].world->now.diverged)
                reach = fmax(reach, reach_of(lab->runs[i].world, view));
        more = vl_lab_do_frame(lab, known ? steps[k] : 2 * seen / FRAMES);
        for (; more && vl_lab_step(lab); made++)
            more = made < most_steps;
    }
    app->view.wide = fmin(fmax(2 * margin * reach / view->height, least), most);
    app->view.reach = reach;
    vl_lab_free(lab);
}

void vl_app_set_stage(vl_app *app, vl_rect stage)
{
    vl_rect before = app->camera.stage;
    app->layout.stage = stage;
    app->camera = vl_app_lane_camera(app, app->session.chosen);
    const vl_rect *now = &app->camera.stage;
    bool same = now->w == before.w && now->h == before.h, panes = vl_app_has_panes(app);
    if (!same && app->view.moved && panes == (app->view.panes > 0))
        app->camera.height *= vl_stage_shape(app, *now) / vl_stage_shape(app, before);
    else if (!same)
        app->view.fit_wanted = true;
    app->view.columns = (int)roundf(stage.w / fmaxf(vl_app_pane(app, 0).w, 1));
    app->view.panes = panes ? app->session.lab->count : 0;
}

vl_camera vl_app_lane_camera(const vl_app *app, int lane)
{
    vl_camera camera = app->camera;
    camera.stage = vl_app_pane(app, lane);
    camera.window = vl_app_has_panes(app) ? camera.stage : app->layout.whole;
    if (!vl_app_has_panes(app) && app->layout.band.h > 0) // nothing is seen again below the band
        camera.window.h = app->layout.band.y + app->layout.band.h / 2;
    vl_rect_cut_top(&camera.stage, vl_app_has_panes(app) ? app->layout.pane_title : 0);
    return camera;
}

int vl_app_lane_at(const vl_app *app, float x, float y)
{
    for (int i = 0; i < app->session.lab->count && vl_app_has_panes(app); i++)
        if (vl_rect_contains(vl_app_pane(app, i), x, y))
            return i;
    return app->session.chosen;
}

void vl_app_zoom(vl_app *app, double factor, float x, float y)
{
    vl_camera camera = vl_app_lane_camera(app, vl_app_lane_at(app, x, y));
    vl_camera_zoom(&camera, factor, (double)x, (double)y);
    app->camera.center = camera.center;
    app->camera.height = camera.height;
    app->view.moved = true;
}

vl_line_style vl_app_lane_style(const vl_app *app, int lane)
{
    int lap = lane / VL_LANE_COLOURS; // those behind the first have a mark with corners
    return (vl_line_style){.colour = app->shown.theme->lanes[lane % VL_LANE_COLOURS],
                           .corners = lap > 0 ? 2 + lap : 0};
}

vl_line_style vl_app_method_style(const vl_app *app, int method)
{
    int lane = vl_session_lane_with(&app->session, method);
    return lane >= 0 ? vl_app_lane_style(app, lane) : vl_theme_method(app->shown.theme, method);
}

const char *vl_app_lane_remark(const vl_app *app, int lane, char buffer[VL_LANE_REMARK])
{
    const vl_world *world = app->session.lab->runs[lane].world;
    const double least_behind = 0.05, behind = app->digits.behind[lane]; // s, seen in one decimal
    buffer[0] = '\0';
    if (world->now.diverged)
        snprintf(buffer, VL_LANE_REMARK, "diverged at %s s",
                 vl_figure_fixed(world->now.diverged_time, 2, VL_FIGURE_BUFFER));
    else if (behind >= least_behind)
        snprintf(buffer, VL_LANE_REMARK, "%s s behind",
                 vl_figure_fixed(behind, 1, VL_FIGURE_BUFFER));
    return buffer;
}

// --- under a pointer ---

// The slot of the particle that is drawn the nearest, and near enough; or −1.
static int pick_in(const vl_app *app, int lane, int pointer, float x, float y)
{
    const vl_particles *p = &app->session.lab->runs[lane].world->particles;
    const vl_camera camera = vl_app_lane_camera(app, lane);
    const vl_projection projection = vl_camera_projection(&camera);
    float reach = pointer == VL_POINTER_MOUSE ? 24 : 28; // points from its edge; a finger is longer
    double nearest = (double)(reach * vl_app_scale(app));
    int best = -1;
    for (int i = 0; i < p->count; i++) {
        vl_pixel at = vl_project(&projection, vl_particle_middle(p, i, vl_read(p->x, i)));
        double from_middle = (double)hypotf(at.x - x, at.y - y);
        double distance = from_middle - p->radius[i] * projection.scale;
        best = distance < nearest ? i : best;
        nearest = fmin(distance, nearest);
    }
    return best;
}

vl_hit vl_app_pick(const vl_app *app, int pointer, float x, float y)
{
    int first = vl_app_lane_at(app, x, y);
    vl_hit hit = {first, pick_in(app, first, pointer, x, y)};
    for (int i = 0; i < app->session.lab->count && hit.slot < 0 && !vl_app_has_panes(app); i++)
        hit = (vl_hit){i, pick_in(app, i, pointer, x, y)};
    return hit;
}

void vl_app_hover(vl_app *app)
{
    const vl_pointer_state *mouse = &app->hands.pointers[VL_POINTER_MOUSE];
    bool busy = mouse->gesture != VL_GESTURE_NONE || !app->hands.mouse_seen ||
                (app->tools.in_hand && app->tools.in_hand->of_links) ||
                vl_app_covers(app, mouse->x, mouse->y);
    app->hands.hover = busy ? (vl_hit){app->session.chosen, -1}
                            : vl_app_pick(app, VL_POINTER_MOUSE, mouse->x, mouse->y);
}
