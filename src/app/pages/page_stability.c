// The stability map of the running method, with a mark at the present values of the scene.

#include "app/pages/page_base.h"

#include "base/clock.h"
#include "base/memory.h"
#include "lab/stability.h"
#include "physics/forces/forces.h"
#include "physics/forces/frequency.h"
#include "physics/integrators/integrators.h"
#include "ui/heatmap.h"
#include "ui/number.h"
#include "ui/table.h"

#include <math.h>
#include <stdio.h>

enum { SIZE = 128, RECENT = 64 };

static const double strongest = 4; // growth or decay of a step with the last colour

typedef struct page {
    vl_page_base base;
    int kind;                      // vl_stability_kind_index
    vl_stability_map **maps;       // by kind and integrator; created on demand
    vl_integrator other;           // of the last column of maps: an engine's, or one with a mistake
    vl_stability_map *computed;    // the map that the worker computes
    const vl_stability_map *shown; // the map whose values are shown
    int rows;
    double values[SIZE * SIZE];
    double levels[SIZE * SIZE]; // the quantity whose contour at `line` is drawn
    double line;
    double recent[RECENT];    // s, substep of each of the last frames; a ring buffer
    int64_t steps;            // number of frames in this run
    vl_integrator method;     // a copy of what the world steps with; `move` is NULL at first
    double limit;             // vl_stability_limit() of it
    vl_frequency *frequency;  // NULL: the world has nothing that is counted
    bool busy;                // a computation is running; `found` is the previous result
    vl_frequency_found found; // omega is NaN where nothing is counted
    double read;              // vl_app.next_readout when it began
} page;

// There is a map for each integrator of the menu, and one for another method.
static int columns(void)
{
    return vl_integrator_count + 1;
}

static void create(void *memory, vl_app *app)
{
    page *p = memory;
    p->maps =
        vl_alloc((size_t)vl_stability_kind_count * (size_t)columns(), sizeof(vl_stability_map *));
}

static void free_page(void *memory)
{
    page *p = memory;
    for (int i = 0; i < vl_stability_kind_count * columns(); i++)
        vl_stability_map_free(p->maps[i]);
    vl_free(p->maps);
    vl_frequency_free(p->frequency);
}

static void begin(void *memory, vl_app *app)
{
    page *p = memory;
    const vl_world *world = vl_session_world(&app->session);
    vl_frequency_free(p->frequency);
    p->frequency = vl_frequency_exists(world) ? vl_frequency_create(world) : NULL;
    p->found = (vl_frequency_found){(double)NAN, true};
    p->steps = 0;
    p->read = (double)NAN;
    p->busy = false;
}

static void step(void *memory, vl_app *app, double dt)
{
    page *p = memory;
    int parts = vl_session_world(&app->session)->solver.substeps;
    p->recent[p->steps++ % RECENT] = dt / parts;
}

// --- the world ----------------------------------------------------------------------------------

// All methods with a mistake share one address in the world, so a copy of the method is compared.
static void follow_method(page *p, const vl_world *world)
{
    if (vl_integrator_same_step(&p->method, world->integrator))
        return;
    p->method = *world->integrator;
    p->limit = vl_stability_limit(world->integrator);
}

// Finds the highest frequency anew whenever the digits change, some milliseconds a frame.
static void follow_frequency(page *p, const vl_app *app, const vl_world *world)
{
    const double budget = 0.003; // s
    double begin = vl_clock_now();
    if (!p->frequency || (!p->busy && p->read == app->next_readout))
        return;
    if (!p->busy)
        vl_frequency_begin(p->frequency, world);
    p->read = p->busy ? p->read : app->next_readout;
    do {
        p->busy = vl_frequency_iterate(p->frequency, world);
    } while (p->busy && vl_clock_now() - begin < budget);
    if (!p->busy)
        p->found = vl_frequency_result(p->frequency);
}

// --- computation --------------------------------------------------------------------------------

// Computes one map at a time. A map that was left continues at its next row.
static void compute(page *p, const vl_app *app, vl_stability_map *map)
{
    if (p->base.worker && p->computed != map)
        vl_page_stop(&p->base);
    if (!p->base.worker && vl_stability_map_rows(map) < SIZE)
        vl_page_work(&p->base, app, vl_stability_map_piece, map);
    p->computed = map;
}

// --- contour ------------------------------------------------------------------------------------

// Returns the weighted mean of `count` values, `stride` apart, around number `at`. Nearer values
// have larger weights; there are equally many on both sides.
static double smooth(const double *from, int at, int count, int stride)
{
    enum { FAR = 4 };

    const double spread = 2; // points
    int edge = at < count - 1 - at ? at : count - 1 - at, reach = edge < FAR ? edge : FAR;
    double sum = 0, weights = 0;
    for (int k = -reach; k <= reach; k++) {
        double weight = exp(-k * k / (2 * spread * spread));
        sum += weight * from[(at + k) * stride];
        weights += weight;
    }
    return sum / weights;
}

// Under jitter each value is an estimate, and the contour of unsmoothed values would follow their
// errors. The lowest row has no jitter and is exact.
static void level_random(page *p)
{
    double across[SIZE], up[SIZE];
    for (int row = 0; row < p->rows; row++) {
        for (int column = 0; column < SIZE; column++)
            across[column] = log(p->values[row * SIZE + column]);
        for (int column = 0; column < SIZE; column++)
            p->levels[row * SIZE + column] =
                row == 0 ? across[column] : smooth(across, column, SIZE, 1);
    }
    for (int column = 0; column < SIZE; column++) {
        for (int row = 0; row < p->rows; row++)
            up[row] = smooth(p->levels + column, row, p->rows, SIZE);
        for (int row = 0; row < p->rows; row++)
            p->levels[row * SIZE + column] = up[row];
    }
    p->line = log1p(VL_STABILITY_SMALL);
}

// The growth is exactly 1 inside the border, so it does not tell where between two points the
// border is. The margin does: it passes through 0 there.
static void level_pairs(page *p, const vl_stability_map *map)
{
    for (int row = 0; row < p->rows; row++)
        for (int column = 0; column < SIZE; column++)
            p->levels[row * SIZE + column] = vl_stability_map_at(map, column, row).margin;
    p->line = 0;
}

static void take_rows(page *p, const vl_stability_map *map)
{
    if (p->shown != map)
        p->rows = 0;
    p->shown = map;
    int done = vl_stability_map_rows(map);
    if (p->rows == done)
        return;
    for (; p->rows < done; p->rows++)
        for (int column = 0; column < SIZE; column++)
            p->values[p->rows * SIZE + column] = vl_stability_map_at(map, column, p->rows).factor;
    if (p->kind == VL_STABILITY_JITTER)
        level_random(p);
    else
        level_pairs(p, map);
}

// Returns the column of the maps of a method.
static int index_of(const vl_integrator *method)
{
    int index = 0;
    while (index < vl_integrator_count && !vl_integrator_same_step(vl_integrators[index], method))
        index++;
    return index;
}

static void take_other(page *p, const vl_integrator *method)
{
    vl_page_stop(&p->base); // the worker may be computing one of the maps that are freed
    p->shown = NULL;
    for (int kind = 0; kind < vl_stability_kind_count; kind++) {
        vl_stability_map **map = &p->maps[kind * columns() + vl_integrator_count];
        vl_stability_map_free(*map);
        *map = NULL;
    }
    p->other = *method;
}

static const vl_stability_map *present_map(page *p, const vl_app *app)
{
    const vl_integrator *method = &p->method;
    int index = index_of(method);
    bool other = index == vl_integrator_count;
    if (other && !vl_integrator_same_step(&p->other, method))
        take_other(p, method);
    vl_stability_map **map = &p->maps[p->kind * columns() + index];
    if (!*map)
        *map = vl_stability_map_create((vl_stability_kind_index)p->kind,
                                       other ? &p->other : vl_integrators[index], SIZE);
    compute(p, app, *map);
    take_rows(p, *map);
    return *map;
}

// --- the point of the scene -------------------------------------------------------------------

static bool is_broken(const vl_world *world)
{
    return world->integrator == &world->mistaken_integrator;
}

typedef struct map_point {
    bool there;
    double x, y; // along the axes of the map
    vl_growth growth;
} map_point;

// Uses the last substep of one frame and the first of the next. If a step with a mistake treats the
// first step of the run differently, that one is dt₁.
static map_point alternating_point(const page *p, const vl_app *app)
{
    const vl_reading *reading = &app->readout.reading;
    const vl_world *world = vl_session_world(&app->session);
    int parts = world->solver.substeps;
    double last = p->found.omega * reading->dt / parts;
    double before = isnan(reading->dt_ratio) ? last : last / reading->dt_ratio;
    bool turned = is_broken(world) && reading->dt / parts == world->now.dt_first;
    return (map_point){.x = turned ? last : before, .y = turned ? before : last};
}

static map_point random_point(const page *p)
{
    double mean = (double)NAN, jitter = (double)NAN;
    int count = p->steps < RECENT ? (int)p->steps : RECENT;
    if (count > 0)
        vl_stability_measure(p->recent, count, &mean, &jitter);
    return (map_point){.x = p->found.omega * mean, .y = jitter};
}

// Returns the growth at the nearest point of the map, if that is computed.
static vl_growth growth_near(const vl_stability_map *map, double x, double y)
{
    double column = round(x / VL_STABILITY_REACH * SIZE) - 1, row = round(y * SIZE);
    bool there = column >= 0 && column < SIZE && row >= 0 && row < vl_stability_map_rows(map);
    return there ? vl_stability_map_at(map, (int)column, (int)row)
                 : (vl_growth){.factor = (double)NAN};
}

static map_point find_point(const page *p, const vl_app *app, const vl_stability_map *map)
{
    bool random = p->kind == VL_STABILITY_JITTER;
    map_point s = random ? random_point(p) : alternating_point(p, app);
    s.there = s.x > 0 && isfinite(s.x) && isfinite(s.y);
    s.growth = (vl_growth){.factor = (double)NAN};
    if (s.there && random)
        s.growth = growth_near(map, s.x, s.y);
    else if (s.there)
        s.growth = vl_stability_alternating(&p->method, s.x, s.y);
    return s;
}

// --- drawing ------------------------------------------------------------------------------------

// The colour scale is a root of the logarithm, so that small growth is visible.
static double share_of(double growth)
{
    double s = log(growth) / log(strongest);
    return s < 0 ? -sqrt(-s) : sqrt(s);
}

static vl_colour colour_of(const vl_theme *theme, double growth)
{
    return vl_theme_growth(theme, share_of(growth));
}

static vl_colour colour_at(const vl_theme *theme, double at)
{
    return vl_theme_growth(theme, 2 * at - 1);
}

static vl_heat_pick draw_map(page *p, const vl_ui *ui, vl_rect rect, const map_point *s)
{
    const double cell = VL_STABILITY_REACH / SIZE;
    bool random = p->kind == VL_STABILITY_JITTER;
    const vl_stability_kind *kind = &vl_stability_kinds[p->kind];
    const vl_heatmap map = {
        .x = {kind->x_name, cell, cell, SIZE, 1},
        .y = {kind->y_name, random ? 0 : cell, random ? 1.0 / SIZE : cell, SIZE, 1},
        .values = p->values,
        .rows = p->rows,
        .colour = colour_of,
        .levels = p->levels,
        .contour = p->line,
        .marked = s->there,
        .mark_x = s->x,
        .mark_y = s->y,
    };
    return vl_heatmap_draw(ui, &map, rect);
}

static float line_height(const vl_ui *ui)
{
    return 1.12f * ui->metrics->height[VL_TYPE_SMALL];
}

static void readout(const vl_ui *ui, vl_rect *left, const char *label, const char *value)
{
    if (left->h >= line_height(ui))
        vl_ui_readout(ui, vl_rect_cut_top(left, line_height(ui)), label, value, ui->theme->text);
}

static void heading(const vl_ui *ui, vl_rect *left, const char *text)
{
    vl_rect_cut_top(left, 0.5f * line_height(ui));
    if (left->h >= line_height(ui))
        vl_ui_text(ui, vl_rect_cut_top(left, line_height(ui)), VL_TYPE_SMALL, ui->theme->accent,
                   VL_ALIGN_LEFT, text);
}

// Draws a row with two values, below the heads "scene" and "pointer".
static void pair_row(const vl_ui *ui, vl_rect *left, const char *label, const char *scene,
                     const char *pointer, vl_colour colour)
{
    static const vl_column columns[] = {{0}, {.share = 0.31f}, {.share = 0.31f}};
    const vl_table table = {.columns = columns, .column_count = 3, .height = line_height(ui)};
    const vl_table_row row = {
        .colour = colour, .cells = {label, scene, pointer}, .colours = {ui->theme->text_dim}};
    if (left->h >= table.height)
        vl_table_draw(ui, &table, &row, left);
}

static void number_row(const vl_ui *ui, vl_rect *left, const char *label, double scene,
                       double pointer, int decimals)
{
    pair_row(ui, left, label, vl_figure_fixed(scene, decimals, VL_FIGURE_BUFFER),
             vl_figure_fixed(pointer, decimals, VL_FIGURE_BUFFER), ui->theme->text);
}

static const map_point nowhere = {
    .x = (double)NAN, .y = (double)NAN, .growth = {(double)NAN, (double)NAN, (double)NAN}};

static map_point at_pointer(const page *p, vl_heat_pick pick)
{
    if (!pick.there || pick.row >= vl_stability_map_rows(p->shown))
        return nowhere;
    return (map_point){true, p->shown->x[pick.column], p->shown->y[pick.row],
                       vl_stability_map_at(p->shown, pick.column, pick.row)};
}

static void point_rows(const page *p, const vl_ui *ui, vl_rect *left, const map_point *scene,
                       const map_point *pointer)
{
    const vl_stability_kind *kind = &vl_stability_kinds[p->kind];
    vl_rect_cut_top(left, 0.5f * line_height(ui));
    pair_row(ui, left, "", "scene", "pointer", ui->theme->accent);
    number_row(ui, left, kind->x_name, scene->x, pointer->x, 3);
    number_row(ui, left, kind->y_name, scene->y, pointer->y, 3);
    number_row(ui, left, "growth", scene->growth.factor, pointer->growth.factor, 4);
    if (p->kind == VL_STABILITY_JITTER)
        number_row(ui, left, "± error", scene->growth.error, pointer->growth.error, 4);
}

static const char nothing_stiff[] =
    "No spring, no harmonic or central force, no penalty contact: no step is too long.";
static const char turned_by_a_field[] =
    "The map is about forces of x alone: it does not tell which steps are too long for the turning "
    "by the magnetic field.";
static const char rods_along_the_new[] =
    "No spring and no stiff force. Rods along their new direction are stable for every step.";
static const char rods_along_the_old[] =
    "No spring and no stiff force. Rods along their old direction need dt < 2/ω, with ω² of the "
    "order of tension/(mass × length); ω_max does not contain it.";

// What ω_max does not tell; NULL: nothing.
static const char *note_on(const page *p, const vl_app *app, bool turned)
{
    const vl_solver_settings *solver = &vl_session_lane_chosen(&app->session)->solver;
    bool links = vl_session_world(&app->session)->links.hard_count > 0;
    if (turned)
        return turned_by_a_field;
    if (!isnan(p->found.omega))
        return NULL;
    bool old = solver->direction == VL_DIRECTION_OLD && !solver->method->new_direction_only;
    return !links ? nothing_stiff : old ? rods_along_the_old : rods_along_the_new;
}

static void scene_rows(const page *p, const vl_app *app, const vl_ui *ui, vl_rect *left)
{
    const vl_world *world = vl_session_world(&app->session);
    double gyration = vl_world_gyration(world);
    vl_rect_cut_top(left, 0.5f * line_height(ui));
    if (!isnan(p->found.omega))
        readout(ui, left, p->found.settled ? "ω_max" : "ω_max, at least",
                vl_figure_unit(p->found.omega, 4, "rad/s", VL_FIGURE_BUFFER));
    if (gyration > 0)
        readout(ui, left, "|q B|/m", vl_figure_unit(gyration, 4, "rad/s", VL_FIGURE_BUFFER));
    const char *note = note_on(p, app, gyration > 0);
    if (note)
        vl_rect_cut_top(
            left, vl_ui_block(ui, *left, VL_TYPE_SMALL, ui->theme->text_dim, note, VL_MOST_LINES));
}

// Names the step of the map if it is not the method of the menu.
static void step_row(const page *p, const vl_app *app, const vl_ui *ui, vl_rect *left)
{
    const vl_world *world = vl_session_world(&app->session);
    bool told = vl_app_mistake_is_told(app), cut = world->solver.substeps > 1;
    if (vl_session_lane_chosen(&app->session)->engine)
        readout(ui, left, "step", p->method.name);
    else if (is_broken(world))
        readout(ui, left, "step",
                !told ? "as made here"
                : cut ? "broken, once a frame"
                      : "with the mistake");
}

static void method_rows(const page *p, const vl_app *app, const vl_ui *ui, vl_rect *left)
{
    double limit = p->limit;
    const vl_engine *engine = vl_session_lane_chosen(&app->session)->engine;
    heading(ui, left, engine ? engine->title : p->method.title);
    step_row(p, app, ui, left);
    readout(ui, left, "constant ω dt ≤",
            isinf(limit) ? "every"
            : limit > 0  ? vl_figure_fixed(limit, 3, VL_FIGURE_BUFFER)
                         : "none");
    readout(ui, left, "line: growth", p->kind == VL_STABILITY_JITTER ? "1.001" : "1");
}

static void progress_row(const page *p, const vl_ui *ui, vl_rect *left)
{
    char text[VL_FIGURE_SIZE];
    if (p->rows == SIZE)
        return;
    snprintf(text, sizeof text, "%d %%", 100 * p->rows / SIZE);
    readout(ui, left, "computed", text);
}

static void draw_scale(const vl_ui *ui, vl_rect rect)
{
    static const double growths[] = {0.25, 1, 1.1, 1.5, 4};
    static const char *const labels[] = {"0.25", "1", "1.1", "1.5", "4"};

    enum { TICKS = sizeof growths / sizeof *growths };

    vl_heat_tick ticks[TICKS];
    for (int i = 0; i < TICKS; i++)
        ticks[i] = (vl_heat_tick){0.5 * (1 + share_of(growths[i])), labels[i]};
    vl_ui_text(ui, vl_rect_cut_top(&rect, line_height(ui)), VL_TYPE_SMALL, ui->theme->text,
               VL_ALIGN_LEFT, "growth per step");
    vl_heat_scale_draw(ui, rect, colour_at, ticks, TICKS);
}

static void draw_numbers(const page *p, const vl_app *app, const vl_ui *ui, vl_rect rect,
                         const map_point *s, vl_heat_pick pick)
{
    vl_rect scale = vl_rect_cut_bottom(&rect, vl_points(ui, 14) + 2.3f * line_height(ui));
    draw_scale(ui, scale);
    const map_point pointer = at_pointer(p, pick);
    method_rows(p, app, ui, &rect);
    point_rows(p, ui, &rect, s->there ? s : &nowhere, &pointer);
    scene_rows(p, app, ui, &rect);
    progress_row(p, ui, &rect);
}

static void choose_kind(page *p, const vl_ui *ui, vl_rect rect)
{
    float gap = vl_points(ui, 8);
    const vl_options options = {.labels =
                                    VL_NAMES(vl_stability_kinds, vl_stability_kind_count, title),
                                .width = (rect.w - gap) / (float)vl_stability_kind_count,
                                .gap = gap};
    vl_page_choose(ui, &rect, &options, &p->kind);
}

// The numbers are beside the map or below it, whichever leaves the larger map.
static vl_rect cut_numbers(const vl_ui *ui, vl_rect *rect)
{
    float width = vl_points(ui, 290), height = 14 * line_height(ui) + vl_points(ui, 14);
    float beside = fminf(rect->w - width, rect->h), below = fminf(rect->w, rect->h - height);
    if (beside < below)
        return vl_rect_cut_bottom(rect, height);
    // the numbers take the width that the square map does not need
    width = fmaxf(width, rect->w - rect->h + line_height(ui));
    vl_rect numbers = vl_rect_cut_right(rect, width);
    vl_rect_cut_right(rect, vl_points(ui, 8));
    return numbers;
}

static void draw(void *memory, vl_app *app, const vl_ui *ui, vl_rect rect)
{
    page *p = memory;
    const vl_world *world = vl_session_world(&app->session);
    follow_method(p, world);
    follow_frequency(p, app, world);
    choose_kind(p, ui, vl_rect_cut_top(&rect, vl_points(ui, VL_TARGET)));
    vl_rect_cut_top(&rect, vl_points(ui, 8));
    vl_rect numbers = cut_numbers(ui, &rect);
    const vl_stability_map *map = present_map(p, app);
    map_point s = find_point(p, app, map);
    vl_heat_pick pick = draw_map(p, ui, rect, &s);
    draw_numbers(p, app, ui, numbers, &s, pick);
}

const vl_page vl_page_stability = {
    VL_PAGE_KEY(6),
    .icon = VL_ICON_STABILITY,
    .label = "Stability",
    .title = "Stability: growth of a step",
    .help = "stability map of the method",
    .size = sizeof(page),
    .create = create,
    .free = free_page,
    .begin = begin,
    .step = step,
    .draw = draw,
};
