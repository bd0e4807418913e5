// A curve of nearby starts in the phase plane, carried along by several methods under the same
// steps, and its area.

#include "app/pages/pages.h"

#include "base/memory.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"

#include <ctype.h>

enum {
    MOST_FRAMES = 1 << 16, // that are recorded
    KEPT = 4096,           // instants of a method
    COLUMNS = 3,
    SHOWN_FIRST = 2, // methods of the table that are wanted at first
};

// Plots leave room for a curve that has gone at most so many times as far as that of the method
// that runs.
static const double farthest = 4;
// points
static const float table_width = 398, short_table_width = 330, narrowest_plane = 260;
static const float lowest_row = 0.92f; // lines
static const float lowest_plot = 90;

enum { CURVE, PATH, MIDDLE, AREA, DRAWN }; // path and middle: of the undisplaced start

// An instant of a method.
typedef struct instant {
    vl_phase_reading reading;
    vl_phase_point points[VL_PHASE_POINTS];
    bool stopped;
} instant;

typedef struct method {
    vl_phase_cloud *cloud; // of the worker; NULL: it has not begun
    bool wanted; // it is carried along and drawn; this and the next are protected by the lock
    instant last;
    vl_phase_reading kept[KEPT]; // a ring buffer of its instants
    int made;                    // number of instants: of the start, and behind each frame
    // of the drawing
    instant shown;
    int drawn;               // of `made`
    vl_phase_point far;      // the farthest from the start, in q and in v
    vl_series series[DRAWN]; // what is drawn of it
    vl_line_style style;
} method;

typedef struct page {
    vl_page_base base;
    vl_world *start; // where the curves begin; NULL: there are none
    vl_phase_plane plane;
    double since; // s, time of the scene when they began
    int watched;  // slot of the particle that was watched then; −1: a hand held it
    char refused[VL_ERROR_TEXT_SIZE];
    int running;    // index of the method that runs
    double *frames; // s, of the scene; MOST_FRAMES
    int count;      // of them; this and the next members are protected by the lock
    bool begun;
    vl_phase_point first[VL_PHASE_POINTS]; // of the curve as it begins
    // of the drawing
    method methods[VL_MOST_INTEGRATORS];
    int first_row;   // of the table
    vl_series begin; // the curve as it began
    vl_plot plot, areas;
} page;

// Returns the index of the method that is farthest behind, or −1; `*count` becomes the frames that
// there are.
static int next_method(const page *p, int *count)
{
    int next = -1;
    *count = p->count;
    if (!p->start)
        return next;
    for (int i = 0; i < vl_integrator_count; i++) {
        const method *m = &p->methods[i];
        bool behind = m->wanted && m->made <= *count && !m->last.stopped;
        if (behind && (next < 0 || m->made < p->methods[next].made))
            next = i;
    }
    return next;
}

// Carries one curve along by one frame, or begins it.
static bool work(void *user)
{
    page *p = user;
    int count;
    vl_worker_lock(p->base.worker);
    int index = next_method(p, &count);
    vl_worker_unlock(p->base.worker);
    if (index < 0)
        return false;
    method *m = &p->methods[index];
    bool begins = !m->cloud;
    vl_phase_cloud *cloud =
        begins ? vl_phase_cloud_create(p->start, &p->plane, vl_integrators[index]) : m->cloud;
    if (!begins) {
        double next = m->made < count ? p->frames[m->made] : 0;
        vl_phase_cloud_step(cloud, p->frames[m->made - 1], next);
        vl_phase_cloud_measure(cloud);
    }
    vl_worker_lock(p->base.worker);
    m->cloud = cloud;
    if (!p->begun)
        memcpy(p->first, cloud->points, sizeof p->first);
    p->begun = true;
    m->last.reading = cloud->now;
    m->last.stopped = cloud->stopped;
    memcpy(m->last.points, cloud->points, sizeof m->last.points);
    m->kept[m->made++ % KEPT] = cloud->now;
    vl_worker_unlock(p->base.worker);
    return true;
}

// --- start; the worker is stopped ---

static void forget_curves(page *p)
{
    for (int i = 0; i < vl_integrator_count; i++) {
        method *m = &p->methods[i];
        vl_phase_cloud_free(m->cloud);
        m->cloud = NULL;
        m->made = m->drawn = 0;
        m->last.stopped = m->shown.stopped = false;
        m->far = (vl_phase_point){0};
        for (int k = 0; k < DRAWN; k++)
            vl_series_clear(&m->series[k]);
    }
    p->begun = false;
    vl_series_clear(&p->begin);
    vl_plot_forget(&p->plot);
    vl_plot_forget(&p->areas);
}

// Curves begin at the present state of the scene, and are of the particle whose numbers are shown;
// where that has no plane, of the first that has one. The message is about the latter.
static void start_here(page *p, vl_app *app)
{
    static const char *const titles[] = {"Velocity v over x", "Velocity v over y",
                                         "Velocity v over z", "Angular velocity over the angle"};
    vl_world *world = vl_session_run(&app->session)->world;
    vl_error error = {0};
    vl_page_stop(&p->base);
    forget_curves(p);
    vl_world_free(p->start);
    p->start = NULL;
    p->count = 0;
    p->watched = world->hold_count > 0 ? -1 : app->session.watched_slot;
    vl_session_complete(&app->session);
    int watched = world->particles.number_of[app->session.watched_slot];
    bool chosen = app->session.lab->hand_count == 0 &&
                  (vl_phase_choose(world, watched, VL_PHASE_RADIUS, &p->plane, &(vl_error){0}) ||
                   vl_phase_choose(world, 0, VL_PHASE_RADIUS, &p->plane, &error));
    if (app->session.lab->hand_count > 0)
        vl_fail(&error,
                "the scene has a recorded hand, which cannot lead a curve of nearby starts");
    snprintf(p->refused, sizeof p->refused, "%c%s.", toupper((unsigned char)error.text[0]),
             error.text + (*error.text != 0));
    if (!chosen)
        return;
    p->start = vl_world_copy(world, vl_world_method(world), &world->solver);
    p->since = world->now.time;
    bool radians = strcmp(p->plane.unit, "rad") == 0;
    p->plot.title = titles[radians ? VL_PHASE_ANGLE : p->plane.axis];
    p->plot.x.unit = p->plane.unit;
    p->plot.y.unit = radians ? "rad/s" : "m/s";
}

// What is so in each run.
static void initialise(page *p)
{
    p->frames = vl_alloc(MOST_FRAMES, sizeof *p->frames);
    p->running = -1;
    p->begin.most = VL_PHASE_POINTS + 1;
    for (int i = 0; i < vl_integrator_count; i++) {
        method *m = &p->methods[i];
        m->wanted = i < SHOWN_FIRST;
        for (int k = 0; k < DRAWN; k++)
            m->series[k].most = k == CURVE ? VL_PHASE_POINTS + 1 : k == MIDDLE ? 1 : KEPT;
    }
    p->areas = (vl_plot){.title = "Area, over that at the start",
                         .x = {.unit = "s", .with_zero = true},
                         .y = {.logarithmic = true},
                         .has_reference = true,
                         .reference = 1};
}

static void begin(void *memory, vl_app *app)
{
    page *p = memory;
    if (!p->frames)
        initialise(p);
    start_here(p, app);
    vl_page_work(&p->base, app, work, p);
}

static void release(void *memory)
{
    page *p = memory;
    forget_curves(p);
    for (int i = 0; i < vl_integrator_count; i++)
        for (int k = 0; k < DRAWN; k++)
            vl_series_free(&p->methods[i].series[k]);
    vl_series_free(&p->begin);
    vl_world_free(p->start);
    vl_free(p->frames);
}

// Frames are recorded while the page is closed, too: the curves then catch up.
static void step(void *memory, vl_app *app, double dt)
{
    page *p = memory;
    if (!p->start || p->count == MOST_FRAMES)
        return;
    vl_worker_lock(p->base.worker);
    p->frames[p->count++] = dt;
    vl_worker_unlock(p->base.worker);
    if (app->pages.open && app->pages.open->step == step)
        vl_worker_wake(p->base.worker);
}

// Starts again if a setting or the watched particle has changed; carries the method along that runs
// now.
static void follow(page *p, vl_app *app)
{
    bool free = vl_session_run(&app->session)->world->hold_count == 0;
    bool other_particle = free && p->watched != app->session.watched_slot;
    if (vl_page_difference(&p->base, app) || other_particle)
        begin(p, app);
    bool other = p->running != vl_lane_method(&vl_session_run(&app->session)->lane);
    p->running = vl_lane_method(&vl_session_run(&app->session)->lane);
    vl_worker_lock(p->base.worker);
    int count;
    p->methods[p->running].wanted = p->methods[p->running].wanted || other;
    bool behind = next_method(p, &count) >= 0;
    vl_worker_unlock(p->base.worker);
    if (behind)
        vl_worker_wake(p->base.worker);
}

// --- drawing ---

static void fill_curve(vl_series *series, const vl_phase_point *points)
{
    vl_series_clear(series);
    for (int k = 0; k <= VL_PHASE_POINTS; k++)
        vl_series_add(series, points[k % VL_PHASE_POINTS].q, points[k % VL_PHASE_POINTS].v);
}

static void reach(method *m, vl_phase_point at)
{
    const vl_phase_point start = m->kept[0].center;
    m->far.q = fmax(m->far.q, fabs(at.q - start.q));
    m->far.v = fmax(m->far.v, fabs(at.v - start.v));
}

// To be called within the lock.
static void take(method *m)
{
    if (m->made - m->drawn > KEPT)
        m->drawn = m->made - KEPT;
    for (; m->drawn < m->made; m->drawn++) {
        const vl_phase_reading *reading = &m->kept[m->drawn % KEPT];
        vl_series_add(&m->series[PATH], reading->center.q, reading->center.v);
        vl_series_add(&m->series[AREA], reading->time, reading->ratio);
        reach(m, reading->center);
    }
    if (m->made == 0)
        return;
    m->shown = m->last;
    for (int k = 0; k < VL_PHASE_POINTS; k++)
        reach(m, m->last.points[k]);
    fill_curve(&m->series[CURVE], m->last.points);
    vl_series_add(&m->series[MIDDLE], m->last.reading.center.q, m->last.reading.center.v);
}

// The curves in the plane, with the paths of their middles, or their areas over time.
static void draw_lines(page *p, const vl_ui *ui, vl_plot *plot, vl_rect rect)
{
    const bool areas = plot == &p->areas;
    vl_plot_line lines[3 * VL_MOST_INTEGRATORS + 1];
    vl_line_style start = {.colour = ui->theme->plot_reference};
    vl_line_style paths[VL_MOST_INTEGRATORS];
    int count = 0;
    if (!areas)
        lines[count++] = (vl_plot_line){.series = &p->begin, .style = &start};
    for (int i = 0; i < vl_integrator_count; i++) {
        static const int in_plane[] = {PATH, CURVE, MIDDLE};
        const method *m = &p->methods[i], *running = &p->methods[p->running];
        bool far = m->far.q > farthest * running->far.q || m->far.v > farthest * running->far.v;
        paths[i] = m->style;
        paths[i].colour = vl_colour_fade(m->style.colour, 0.35f);
        for (int k = 0; k < (areas ? 1 : 3) && m->wanted; k++) {
            int drawn = areas ? AREA : in_plane[k];
            lines[count++] = (vl_plot_line){.series = &m->series[drawn],
                                            .style = drawn == PATH ? &paths[i] : &m->style,
                                            .marks = drawn == MIDDLE,
                                            .quiet = far && running->wanted && running->far.q > 0};
        }
    }
    vl_plot_draw(ui, plot, rect, lines, count);
}

// Digits that tell how near to 1, where areas stay, a figure is; far from it they have no room.
static int digits_of(double figure, int near_one)
{
    return fabs(figure) > 0.1 && fabs(figure) < 10 ? near_one : 3;
}

static bool fill_row(const void *memory, const vl_theme *theme, int method_index, vl_table_row *row,
                     char texts[VL_MOST_COLUMNS][VL_CELL_SIZE])
{
    const page *p = memory;
    const method *m = &p->methods[method_index];
    const vl_phase_reading *r = &m->shown.reading;
    bool good = !m->shown.stopped && r->resolved;
    row->behind = method_index == p->running ? theme->button : (vl_colour){0};
    row->style = m->wanted ? &m->style : NULL;
    if (!m->wanted || m->drawn == 0)
        return m->wanted;
    if (good) {
        vl_figure(r->ratio, digits_of(r->ratio, 5), texts[1]);
        vl_figure(r->factor, digits_of(r->factor, 7), texts[2]);
    } else {
        snprintf(texts[1], VL_CELL_SIZE, "%s", m->shown.stopped ? "diverged" : "too long");
    }
    for (int c = 1; c < COLUMNS; c++)
        row->cells[c] = texts[c];
    return true;
}

// A short table has only the areas.
static void draw_table(page *p, const vl_ui *ui, bool whole, vl_rect rect)
{
    static const vl_column columns[COLUMNS] = {
        {.head = "methods"}, {.head = "area", .points = 110}, {.head = "a step", .points = 94}};
    const vl_method_table table = {
        .columns = columns, .column_count = whole ? COLUMNS : 2, .page = p, .fill = fill_row};
    int clicked = vl_methods_draw(ui, rect, &table, &p->first_row);
    if (clicked < 0 || clicked == vl_integrator_count)
        return;
    vl_worker_lock(p->base.worker);
    p->methods[clicked].wanted = !p->methods[clicked].wanted;
    vl_worker_unlock(p->base.worker);
}

// The table is beside the plane, or below it if the page is narrow.
static void draw_found(page *p, const vl_ui *ui, vl_rect rect)
{
    float line = ui->metrics->height[VL_TYPE_SMALL], gap = vl_points(ui, 10);
    bool whole = rect.w >= vl_points(ui, table_width + 1.5f * narrowest_plane);
    float width = vl_points(ui, whole ? table_width : short_table_width);
    bool beside = rect.w >= width + vl_points(ui, narrowest_plane);
    float rows = lowest_row * (float)(vl_integrator_count + 1) * line;
    vl_rect side = beside ? vl_rect_cut_right(&rect, width)
                          : vl_rect_cut_bottom(&rect, fminf(rows, 0.4f * rect.h));
    vl_rect_cut_right(&rect, beside ? gap : 0);
    if (beside && side.h - rows >= vl_points(ui, lowest_plot)) {
        vl_rect below = vl_rect_cut_bottom(&side, side.h - rows);
        vl_rect_cut_top(&below, gap);
        draw_lines(p, ui, &p->areas, below);
    }
    draw_table(p, ui, whole || !beside, side);
    bool touched = false, too_long = false; // below the plane, why areas may change
    for (int i = 0; i < vl_integrator_count; i++) {
        const method *m = &p->methods[i];
        touched = touched || m->shown.reading.touched;
        too_long |= m->wanted && m->drawn > 0 && !m->shown.stopped && !m->shown.reading.resolved;
    }
    const char *text = vl_phase_hindrance(p->start, touched);
    if (!text && whole)
        text = too_long ? "Too long: longer than its points can follow."
                        : "The exact motion keeps the area.";
    if (text)
        vl_ui_block(ui, vl_rect_cut_bottom(&rect, 2 * line), VL_TYPE_SMALL, ui->theme->text_dim,
                    text, 2);
    draw_lines(p, ui, &p->plot, rect);
}

static void draw(void *memory, vl_app *app, const vl_ui *ui, vl_rect rect)
{
    page *p = memory;
    follow(p, app);
    if (!p->start) {
        vl_ui_block(ui, rect, VL_TYPE_SMALL, ui->theme->text, p->refused, VL_MOST_LINES);
        return;
    }
    vl_ui_print(ui, vl_rect_cut_top(&rect, ui->metrics->height[VL_TYPE_SMALL]), VL_ALIGN_LEFT,
                "since %s s  ·  %d frames", vl_figure_fixed(p->since, 2, VL_FIGURE_BUFFER),
                p->count);
    vl_worker_lock(p->base.worker);
    for (int i = 0; i < vl_integrator_count; i++) {
        p->methods[i].style = vl_app_method_style(app, i);
        take(&p->methods[i]);
    }
    if (p->begun && p->begin.count == 0)
        fill_curve(&p->begin, p->first);
    vl_worker_unlock(p->base.worker);
    draw_found(p, ui, rect);
}

const vl_page vl_page_phase = {
    .label = "Phase",
    .title = "Phase portrait: areas",
    .size = sizeof(page),
    .free = release,
    .begin = begin,
    .step = step,
    .draw = draw,
};
