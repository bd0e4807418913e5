#include "app/state/settings.h"

#include "physics/solvers/solvers.h"

#include <math.h>
#include <stdio.h>

// In a frame, by key and button: the demo goes on answering. A scene file may have more.
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

static int index_of(const vl_solver *method)
{
    int index = 0;
    while (vl_solvers[index] != method)
        index++;
    return index;
}

static void write_method(const vl_solver_settings *s, char text[VL_SETTING_TEXT])
{
    snprintf(text, VL_SETTING_TEXT, "%s", s->method->name);
}

static bool change_method(vl_solver_settings *s, int direction)
{
    const vl_solver *before = s->method;
    s->method = vl_solvers[wrapped(index_of(before), direction, vl_solver_count)];
    return s->method != before;
}

static void write_order(const vl_solver_settings *s, char text[VL_SETTING_TEXT])
{
    snprintf(text, VL_SETTING_TEXT, "%s",
             s->method->ignores_order ? "–" : vl_sweep_order_names[s->order]);
}

static bool change_order(vl_solver_settings *s, int direction)
{
    if (s->method->ignores_order)
        return false;
    s->order = (vl_sweep_order)wrapped((int)s->order, direction, VL_ORDER_COLOURED + 1);
    return true;
}

static void write_direction(const vl_solver_settings *s, char text[VL_SETTING_TEXT])
{
    snprintf(text, VL_SETTING_TEXT, "%s", vl_direction_names[s->direction]);
}

static bool change_direction(vl_solver_settings *s, int direction)
{
    s->direction = (vl_direction)wrapped((int)s->direction, direction, VL_DIRECTION_OLD + 1);
    return true;
}

static void write_sweeps(const vl_solver_settings *s, char text[VL_SETTING_TEXT])
{
    snprintf(text, VL_SETTING_TEXT, "%d", s->iterations);
}

static bool change_sweeps(vl_solver_settings *s, int direction)
{
    return change_count(&s->iterations, direction, MOST_SWEEPS / s->substeps);
}

static void write_substeps(const vl_solver_settings *s, char text[VL_SETTING_TEXT])
{
    snprintf(text, VL_SETTING_TEXT, "%d", s->substeps);
}

static bool change_substeps(vl_solver_settings *s, int direction)
{
    return change_count(&s->substeps, direction,
                        MOST_SWEEPS / (s->iterations > 1 ? s->iterations : 1));
}

static void write_relaxation(const vl_solver_settings *s, char text[VL_SETTING_TEXT])
{
    if (s->method->ignores_order)
        snprintf(text, VL_SETTING_TEXT, "–");
    else
        snprintf(text, VL_SETTING_TEXT, "%g", s->relaxation);
}

// The place in a list of the number that is nearest to `value`, and from there one in `direction`;
// behind the last one comes the first.
static int next_of(const double *list, int count, double value, int direction)
{
    int nearest = 0;
    for (int i = 1; i < count; i++)
        if (fabs(list[i] - value) < fabs(list[nearest] - value))
            nearest = i;
    return wrapped(nearest, direction, count);
}

static bool change_relaxation(vl_solver_settings *s, int direction)
{
    static const double list[] = {1, 1.2, 1.4, 1.6, 1.8, 1.9, 1.95};

    if (s->method->ignores_order)
        return false;
    s->relaxation = list[next_of(list, sizeof list / sizeof *list, s->relaxation, direction)];
    return true;
}

static bool has_grids(const vl_solver_settings *s)
{
    return s->method->uses_grids && s->direction == VL_DIRECTION_NEW;
}

static void write_grids(const vl_solver_settings *s, char text[VL_SETTING_TEXT])
{
    if (has_grids(s))
        snprintf(text, VL_SETTING_TEXT, "%d", s->grids);
    else
        snprintf(text, VL_SETTING_TEXT, "–");
}

static bool change_grids(vl_solver_settings *s, int direction)
{
    static const double list[] = {0, 1, 2, 4, 10};

    if (!has_grids(s))
        return false;
    s->grids = (int)list[next_of(list, sizeof list / sizeof *list, s->grids, direction)];
    return true;
}

// clang-format off
const vl_setting vl_setting_solver = {"solver", false, false, write_method, change_method};
const vl_setting vl_setting_order = {"order", false, true, write_order, change_order};
const vl_setting vl_setting_direction = {"direction", false, false, write_direction, change_direction};
const vl_setting vl_setting_sweeps = {"sweeps", true, false, write_sweeps, change_sweeps};
const vl_setting vl_setting_substeps = {"substeps", true, false, write_substeps, change_substeps};
const vl_setting vl_setting_relaxation = {"relaxation", false, true, write_relaxation, change_relaxation};
const vl_setting vl_setting_grids = {"coarser grids", false, true, write_grids, change_grids};
// clang-format on

const vl_setting *const vl_settings[] = {
    &vl_setting_solver,   &vl_setting_order,      &vl_setting_direction, &vl_setting_sweeps,
    &vl_setting_substeps, &vl_setting_relaxation, &vl_setting_grids};
const int vl_setting_count = sizeof vl_settings / sizeof *vl_settings;
