#include "app/state/settings.h"

#include "physics/solvers/solvers.h"

#include <math.h>
#include <stdio.h>

// Keys and buttons allow no more sweeps than this, so that the demo stays responsive. A scene file
// may ask for more.
enum { MOST_SWEEPS = 4096 };

static int wrapped(int value, int direction, int count)
{
    return (value + direction + count) % count;
}

// The next power of two above or below.
static bool change_count(int *value, int direction, int most)
{
    int power = 1;
    while (direction > 0 ? power <= *value : 2 * power < *value)
        power *= 2;
    bool within = direction > 0 ? power <= most : power < *value;
    *value = within ? power : *value;
    return within;
}

// Returns the entry of the list after or before the one nearest to `value`; the first entry follows
// the last.
static double next_of(const double *list, int count, double value, int direction)
{
    int nearest = 0;
    for (int i = 1; i < count; i++)
        if (fabs(list[i] - value) < fabs(list[nearest] - value))
            nearest = i;
    return list[wrapped(nearest, direction, count)];
}

static bool change_method(vl_solver_settings *s, int direction)
{
    const vl_solver *before = s->method;
    int index = 0;
    while (vl_solvers[index] != before)
        index++;
    s->method = vl_solvers[wrapped(index, direction, vl_solver_count)];
    return s->method != before;
}

static bool change_order(vl_solver_settings *s, int direction)
{
    s->order = (vl_sweep_order)wrapped((int)s->order, direction, VL_ORDER_COLOURED + 1);
    return true;
}

static bool change_direction(vl_solver_settings *s, int direction)
{
    s->direction = (vl_direction)wrapped((int)s->direction, direction, VL_DIRECTION_OLD + 1);
    return true;
}

static bool change_sweeps(vl_solver_settings *s, int direction)
{
    return change_count(&s->iterations, direction, MOST_SWEEPS / s->substeps);
}

static bool change_substeps(vl_solver_settings *s, int direction)
{
    int sweeps = s->iterations > 1 ? s->iterations : 1;
    return change_count(&s->substeps, direction, MOST_SWEEPS / sweeps);
}

static bool change_relaxation(vl_solver_settings *s, int direction)
{
    static const double list[] = {1, 1.2, 1.4, 1.6, 1.8, 1.9, 1.95};

    s->relaxation = next_of(list, sizeof list / sizeof *list, s->relaxation, direction);
    return true;
}

static bool change_grids(vl_solver_settings *s, int direction)
{
    static const double list[] = {0, 1, 2, 4, 10};

    s->grids = (int)next_of(list, sizeof list / sizeof *list, s->grids, direction);
    return true;
}

// clang-format off
#define WRITE(name, ...) \
    static void name(const vl_solver_settings *s, char *text) { snprintf(text, VL_SETTING_TEXT, __VA_ARGS__); }

WRITE(write_method, "%s", s->method->name)
WRITE(write_order, "%s", vl_sweep_order_names[s->order])
WRITE(write_direction, "%s", vl_direction_names[s->direction])
WRITE(write_sweeps, "%d", s->iterations)
WRITE(write_substeps, "%d", s->substeps)
WRITE(write_relaxation, "%g", s->relaxation)
WRITE(write_grids, "%d", s->grids)

const vl_setting vl_setting_solver = {"solver", true, NULL, write_method, change_method};
const vl_setting vl_setting_order = {"order", true, vl_solver_sweeps_need, write_order, change_order};
const vl_setting vl_setting_direction = {"direction", true, NULL, write_direction, change_direction};
const vl_setting vl_setting_sweeps = {"sweeps", false, NULL, write_sweeps, change_sweeps};
const vl_setting vl_setting_substeps = {"substeps", false, NULL, write_substeps, change_substeps};
const vl_setting vl_setting_relaxation = {"relaxation", false, vl_solver_sweeps_need, write_relaxation, change_relaxation};
const vl_setting vl_setting_grids = {"coarser grids", false, vl_solver_grids_need, write_grids, change_grids};
// clang-format on

const vl_setting *const vl_settings[] = {
    &vl_setting_solver,   &vl_setting_order,      &vl_setting_direction, &vl_setting_sweeps,
    &vl_setting_substeps, &vl_setting_relaxation, &vl_setting_grids};
const int vl_setting_count = sizeof vl_settings / sizeof *vl_settings;

const char *vl_setting_needs(const vl_setting *setting, const vl_solver_settings *settings)
{
    return setting->needs ? setting->needs(settings) : NULL;
}

void vl_setting_write(const vl_setting *setting, const vl_solver_settings *settings,
                      char text[VL_SETTING_TEXT])
{
    if (vl_setting_needs(setting, settings))
        snprintf(text, VL_SETTING_TEXT, "–");
    else
        setting->write(settings, text);
}

bool vl_setting_change(const vl_setting *setting, vl_solver_settings *settings, int direction)
{
    return !vl_setting_needs(setting, settings) && setting->change(settings, direction);
}
