// The stability map of the running method, with a mark at the present values of the scene.

#include "app/pages/pages.h"

#include "base/clock.h"
#include "lab/stability.h"
#include "physics/forces/forces.h"
#include "physics/forces/frequency.h"
#include "physics/integrators/integrators.h"
#include "ui/heatmap.h"

enum { SIZE = 128 };

static const double strongest = 4; // growth or decay of a step with the last colour

typedef struct page {
    vl_page_base base;
    // one for each integrator of the menu, and one for `other`
    vl_stability_map *maps[VL_MOST_INTEGRATORS + 1];
    vl_integrator other;           // an engine's, or one with a mistake
    const vl_stability_map *shown; // the map whose values are shown, and that the worker computes
    int rows;
    vl_integrator method;     // a copy of what the world steps with; `move` is NULL at first
    double limit;             // vl_stability_limit() of it
    vl_frequency *frequency;  // NULL: the world has nothing that is counted
    bool busy;                // a computation is running; `found` is the previous result
    vl_frequency_found found; // omega is NaN where nothing is counted
    double read;              // vl_digits.next when it began
} page;

static void free_page(void *memory)
{
    page *p = memory;
    for (int i = 0; i <= vl_integrator_count; i++)
        vl_stability_map_free(p->maps[i]);
    vl_frequency_free(p->frequency);
}

static void begin(void *memory, vl_app *app)
{
    page *p = memory;
    const vl_world *world = vl_session_run(&app->session)->world;
    vl_frequency_free(p->frequency);
    p->frequency = vl_frequency_exists(world) ? vl_frequency_create(world) : NULL;
    p->found = (vl_frequency_found){.omega = (double)NAN, .converged = true};
    p->read = (double)NAN;
    p->busy = false;
}

// Finds the highest frequency anew whenever the digits change, some milliseconds a frame.
static void follow_frequency(page *p, const vl_app *app, const vl_world *world)
{
    const double budget = 0.003; // s
    double begin = vl_clock_now();
    if (!p->frequency || (!p->busy && p->read == app->digits.next))
        return;
    if (!p->busy)
        vl_frequency_begin(p->frequency, world);
    p->read = p->busy ? p->read : app->digits.next;
    do {
        p->busy = vl_frequency_iterate(p->frequency, world);
    } while (p->busy && vl_clock_now() - begin < budget);
    if (!p->busy)
        p->found = vl_frequency_result(p->frequency);
}

// Shows the map of the method, and computes it: one at a time. One that was left goes on at its
// next row.
static void show_map(page *p, const vl_app *app)
{
    const vl_integrator *method = &p->method;
    int index = 0; // of the map of the method
    while (index < vl_integrator_count && !vl_integrator_same_step(vl_integrators[index], method))
        index++;
    bool other = index == vl_integrator_count;
    if (other && !vl_integrator_same_step(&p->other, method)) {
        vl_page_stop(&p->base); // the worker may be computing the map that is freed
        p->shown = NULL;
        vl_stability_map_free(p->maps[index]);
        p->maps[index] = NULL;
        p->other = *method;
    }
    if (!p->maps[index])
        p->maps[index] = vl_stability_map_create(other ? &p->other : vl_integrators[index], SIZE);
    vl_stability_map *map = p->maps[index];
    if (p->base.worker && p->shown != map)
        vl_page_stop(&p->base);
    if (!p->base.worker && map->rows < SIZE)
        vl_page_work(&p->base, app, vl_stability_map_piece, map);
    p->shown = map;
    p->rows = map->rows;
}

typedef struct map_point {
    double x, y; // along the axes of the map; NaN: it is nowhere
    vl_growth growth;
} map_point;

static const map_point nowhere = {
    .x = (double)NAN, .y = (double)NAN, .growth = {(double)NAN, (double)NAN}};

// Uses the last substep of one frame and the first of the next. If a step with a mistake treats the
// first step of the run differently, that one is dt₁.
static map_point find_point(const page *p, const vl_app *app)
{
    const vl_reading *reading = &app->digits.now;
    const vl_world *world = vl_session_run(&app->session)->world;
    int parts = world->solver.substeps;
    double last = p->found.omega * reading->dt / parts;
    double before = isnan(reading->dt_ratio) ? last : last / reading->dt_ratio;
    bool broken = world->integrator == &world->mistaken_integrator;
    bool turned = broken && reading->dt / parts == world->now.dt_first;
    map_point s = {.x = turned ? last : before, .y = turned ? before : last};
    const double unit = 1 / p->found.omega, steps[] = {s.x * unit, s.y * unit};
    if (!(s.x > 0 && isfinite(s.x) && isfinite(s.y)))
        return nowhere;
    s.growth = vl_stability_of(&p->method, &p->found, steps, 2);
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
    const vl_heatmap map = {
        .x = "ω dt₁",
        .y = "ω dt₂",
        .step = VL_STABILITY_REACH / SIZE,
        .count = SIZE,
        .values = p->shown->factors,
        .rows = p->rows,
        .colour = colour_of,
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

// Draws a row with two values, below the heads "scene" and "pointer".
static void pair_row(const vl_ui *ui, vl_rect *left, const char *label, const char *scene,
                     const char *pointer, vl_colour colour)
{
    const float part = 0.31f * left->w / ui->scale;
    const vl_column columns[] = {{0}, {.points = part}, {.points = part}};
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

static void scene_rows(const page *p, const vl_app *app, const vl_ui *ui, vl_rect *left)
{
    const vl_world *world = vl_session_run(&app->session)->world;
    double gyration = vl_world_gyration(world);
    vl_rect_cut_top(left, 0.5f * line_height(ui));
    if (!isnan(p->found.omega))
        readout(ui, left, p->found.converged ? "largest ω, now" : "largest ω, at least",
                vl_figure_unit(p->found.omega, 4, "rad/s", VL_FIGURE_BUFFER));
    if (p->found.damper.rate > 0)
        readout(ui, left, "dampers, up to",
                vl_figure_unit(p->found.damper.rate, 4, "/s", VL_FIGURE_BUFFER));
    if (gyration > 0)
        readout(ui, left, "|q B|/m", vl_figure_unit(gyration, 4, "rad/s", VL_FIGURE_BUFFER));
    const vl_solver_settings *solver = &vl_session_run(&app->session)->lane.solver;
    bool old = solver->direction == VL_DIRECTION_OLD && !solver->method->new_direction_only;
    const char *note = NULL; // what that does not tell
    if (gyration > 0)
        note = "The map is about forces of x alone: it does not tell which steps are too long for "
               "the turning by the magnetic field.";
    else if (isnan(p->found.omega) && world->links.hard_count == 0)
        note = "No spring, no harmonic or central force, no penalty contact: no step is too long.";
    else if (isnan(p->found.omega))
        note = old ? "No spring and no stiff force. Rods along their old direction need dt < 2/ω, "
                     "with ω² of the order of tension/(mass × length); the largest ω does not "
                     "contain it."
                   : "No spring and no stiff force. Rods along their new direction are stable for "
                     "every step.";
    if (note)
        vl_rect_cut_top(
            left, vl_ui_block(ui, *left, VL_TYPE_SMALL, ui->theme->text_dim, note, VL_MOST_LINES));
}

// The step of the map is named if it is not the method of the menu.
static void method_rows(const page *p, const vl_app *app, const vl_ui *ui, vl_rect *left)
{
    double limit = p->limit;
    const vl_world *world = vl_session_run(&app->session)->world;
    const vl_engine *engine = vl_session_run(&app->session)->lane.engine;
    vl_rect_cut_top(left, 0.5f * line_height(ui));
    if (left->h >= line_height(ui))
        vl_ui_text(ui, vl_rect_cut_top(left, line_height(ui)), VL_TYPE_SMALL, ui->theme->accent,
                   VL_ALIGN_LEFT, engine ? engine->title : p->method.title);
    if (engine || world->integrator == &world->mistaken_integrator)
        readout(ui, left, "step",
                engine                         ? p->method.name
                : !vl_app_mistake_is_told(app) ? "as made here"
                : world->solver.substeps > 1   ? "broken, once a frame"
                                               : "with the mistake");
    readout(ui, left, "constant ω dt ≤",
            isinf(limit) ? "every"
            : limit > 0  ? vl_figure_fixed(limit, 3, VL_FIGURE_BUFFER)
                         : "none");
}

static void draw_numbers(const page *p, const vl_app *app, const vl_ui *ui, vl_rect rect,
                         const map_point *s, vl_heat_pick pick)
{
    vl_heat_tick ticks[] = {{0.25, "0.25"}, {1, "1"}, {1.1, "1.1"}, {1.5, "1.5"}, {4, "4"}};

    enum { TICKS = sizeof ticks / sizeof *ticks };

    for (int i = 0; i < TICKS; i++)
        ticks[i].at = 0.5 * (1 + share_of(ticks[i].at));
    vl_rect scale = vl_rect_cut_bottom(&rect, vl_points(ui, 14) + 2.3f * line_height(ui));
    vl_ui_text(ui, vl_rect_cut_top(&scale, line_height(ui)), VL_TYPE_SMALL, ui->theme->text,
               VL_ALIGN_LEFT, "growth per step");
    vl_heat_scale_draw(ui, scale, colour_at, ticks, TICKS);
    map_point pointer = nowhere;
    if (pick.there && pick.row < p->rows)
        pointer = (map_point){p->shown->at[pick.column],
                              p->shown->at[pick.row],
                              {p->shown->factors[pick.row * SIZE + pick.column], 0}};
    method_rows(p, app, ui, &rect);
    vl_rect_cut_top(&rect, 0.5f * line_height(ui));
    pair_row(ui, &rect, "", "scene", "pointer", ui->theme->accent);
    number_row(ui, &rect, "ω dt₁", s->x, pointer.x, 3);
    number_row(ui, &rect, "ω dt₂", s->y, pointer.y, 3);
    number_row(ui, &rect, "growth", s->growth.factor, pointer.growth.factor, 4);
    scene_rows(p, app, ui, &rect);
}

static void draw(void *memory, vl_app *app, const vl_ui *ui, vl_rect rect)
{
    page *p = memory;
    const vl_world *world = vl_session_run(&app->session)->world;
    // all methods with a mistake share one address in the world, so a copy of the method is
    // compared
    if (!vl_integrator_same_step(&p->method, world->integrator)) {
        p->method = *world->integrator;
        p->limit = vl_stability_limit(world->integrator);
    }
    follow_frequency(p, app, world);
    // The numbers take the width that the square map does not need. Where the map would be small
    // beside them it is as wide as the page, which is scrolled to the numbers below it.
    float width = vl_points(ui, 290), height = 14 * line_height(ui) + vl_points(ui, 14);
    const vl_rect seen = rect;
    bool below =
        fminf(rect.w - width, rect.h) < fminf(rect.w, fmaxf(rect.h - height, 0.6f * rect.h));
    if (below) {
        rect.h = fmaxf(rect.h, rect.w + height);
        vl_ui_scroll(ui, seen, rect.h, &app->pages.scroll);
        rect.y -= app->pages.scroll;
    }
    width = fmaxf(width, rect.w - rect.h + line_height(ui));
    vl_rect numbers = below ? vl_rect_cut_bottom(&rect, height) : vl_rect_cut_right(&rect, width);
    vl_rect_cut_right(&rect, below ? 0 : vl_points(ui, 8));
    vl_draw_clip(ui->list, seen);
    show_map(p, app);
    map_point s = find_point(p, app);
    vl_heat_pick pick = draw_map(p, ui, rect, &s);
    draw_numbers(p, app, ui, numbers, &s, pick);
    vl_draw_unclip(ui->list);
}

const vl_page vl_page_stability = {
    .label = "Stability",
    .title = "Stability: growth of a step",
    .size = sizeof(page),
    .free = free_page,
    .begin = begin,
    .draw = draw,
};
