#include "app/screen/parts.h"

#include "physics/integrators/integrators.h"
#include "ui/number.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_LINES = 5 };

static const float numbers_width = 400; // points

static const vl_integrator *method(const vl_app *app)
{
    return vl_integrators[vl_session_lane_chosen(&app->session)->integrator];
}

static const char *formula_of(const vl_app *app)
{
    const vl_engine *engine = app->session.engine;
    return engine ? engine->formula : method(app)->formula;
}

// Writes the next line of numbers, if there is room.
__attribute__((format(printf, 3, 4))) static void write_line(const vl_ui *ui, vl_rect *left,
                                                             const char *format, ...)
{
    char text[256];
    va_list values;
    float height = ui->metrics->height[VL_TYPE_READING];
    if (left->h + 0.5f < height) // less than half a pixel is a rounding error
        return;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    vl_ui_text(ui, vl_rect_cut_top(left, height), VL_TYPE_READING, ui->theme->text_dim,
               VL_ALIGN_LEFT, text);
}

// Of a dial only the angle is shown, in rad in place of metres.
static void draw_vector(const vl_app *app, const vl_ui *ui, vl_rect *left, const char *name,
                        vl_vec3 value, const char *unit)
{
    bool planar = app->camera.planar;
    if (vl_session_world(&app->session)->particles.dial[app->readout.slot]) {
        write_line(ui, left, "%s = %s rad%s", name, vl_figure_fixed(value.x, 3, VL_FIGURE_BUFFER),
                   unit + strlen("m"));
        return;
    }
    write_line(ui, left, "%s = (%s, %s%s%s) %s", name,
               vl_figure_fixed(value.x, 3, VL_FIGURE_BUFFER),
               vl_figure_fixed(value.y, 3, VL_FIGURE_BUFFER), planar ? "" : ", ",
               planar ? "" : vl_figure_fixed(value.z, 3, VL_FIGURE_BUFFER), unit);
}

static void draw_times(const vl_app *app, const vl_ui *ui, vl_rect *left)
{
    const vl_reading *r = &app->readout.reading;
    const vl_world *world = vl_session_world(&app->session);
    int substeps = world->solver.substeps;
    double dt = 1e3 * r->dt / substeps;
    write_line(ui, left, "%sdt = %s ms   dt₋ = %s ms", substeps > 1 ? "substep:  " : "",
               vl_figure_fixed(dt, 3, VL_FIGURE_BUFFER),
               vl_figure_fixed(dt / r->dt_ratio, 3, VL_FIGURE_BUFFER));
    write_line(ui, left,
               "dt/dt₋ = %s   ·   particle %d:", vl_figure_fixed(r->dt_ratio, 4, VL_FIGURE_BUFFER),
               world->particles.number_of[app->readout.slot]);
}

// All numbers belong to the instant of the readout, which changes a few times a second.
static void draw_numbers(const vl_app *app, const vl_ui *ui, vl_rect left)
{
    const vl_instant *now = &app->readout;
    draw_times(app, ui, &left);
    draw_vector(app, ui, &left, "x", now->x, "m");
    if (!method(app)->keeps_positions)
        draw_vector(app, ui, &left, "v", now->v, "m/s");
    else if (now->reading.step > 0)
        draw_vector(app, ui, &left, "x₋", now->x_old, "m");
    else
        write_line(ui, &left, "x₋ exists after the first step");
    draw_vector(app, ui, &left, "a", now->a, "m/s²");
}

// Returns the height of one line of a formula; it is broken in two if even the smallest type is too
// wide.
static float line_height(const vl_ui *ui, const char *line, int length, float width)
{
    const vl_text_metrics *metrics = ui->metrics;
    if (metrics->width(metrics->user, VL_TYPE_SMALL, line, length) > width)
        return 2 * metrics->height[VL_TYPE_SMALL];
    return 1.1f * metrics->height[VL_TYPE_LARGE];
}

static float formula_height(const vl_ui *ui, const char *formula, float width)
{
    float height = 0;
    while (*formula) {
        int length = (int)strcspn(formula, "\n");
        height += line_height(ui, formula, length, width);
        formula += length + (formula[length] == '\n');
    }
    return height;
}

float vl_formula_height(const vl_app *app, const vl_ui *ui, float width, bool with_numbers)
{
    float below = with_numbers ? MOST_LINES * ui->metrics->height[VL_TYPE_READING] : 0;
    return formula_height(ui, formula_of(app), width) + below;
}

float vl_formula_width(const vl_app *app, const vl_ui *ui, float width, bool with_numbers)
{
    float widest = with_numbers ? vl_points(ui, numbers_width) : 0;
    for (const char *formula = formula_of(app); *formula;) {
        int length = (int)strcspn(formula, "\n");
        vl_type_size size = vl_ui_fitting(ui, VL_TYPE_LARGE, formula, length, width);
        widest = fmaxf(widest, ui->metrics->width(ui->metrics->user, size, formula, length));
        formula += length + (formula[length] == '\n');
    }
    return fminf(widest + 1, width);
}

// The term that answers a change of the step glows when the captions have told of it.
static void draw_glow(const vl_app *app, const vl_ui *ui, vl_rect line, vl_type_size size,
                      const char *text)
{
    static const char term[] = "dt/dt₋";
    static const double pulse = 4; // rad/s
    const char *found = strstr(text, term);
    if (!found || !vl_session_is_told(&app->session))
        return;
    double wave = sin(pulse * app->session.lab->now.time);
    float side = vl_points(ui, 5), strength = (float)(0.3 + 0.15 * wave);
    const vl_text_metrics *metrics = ui->metrics;
    float before = metrics->width(metrics->user, size, text, (int)(found - text));
    float width = metrics->width(metrics->user, size, term, (int)strlen(term));
    vl_rect glow = {line.x + before - side, line.y, width + 2 * side, metrics->height[size]};
    for (int i = 3; i > 0; i--) // brighter to the inside
        vl_draw_round_rect(ui->list, vl_rect_inset(glow, -vl_points(ui, 3.0f * (float)(i - 1))),
                           (float)i * side, vl_colour_fade(ui->theme->warning_edge, strength));
}

// Each line has the largest size at which it fits.
static void draw_formula(const vl_app *app, const vl_ui *ui, vl_rect rect, const char *formula)
{
    enum { MOST_BYTES = 160 };

    while (*formula) {
        char line[MOST_BYTES];
        int length = (int)strcspn(formula, "\n");
        snprintf(line, sizeof line, "%.*s", length, formula);
        vl_type_size size = vl_ui_fitting(ui, VL_TYPE_LARGE, line, length, rect.w);
        float height = line_height(ui, line, length, rect.w);
        draw_glow(app, ui, rect, size, line);
        vl_ui_block(ui, vl_rect_cut_top(&rect, height), size, ui->theme->text, line, 2);
        formula += length + (formula[length] == '\n');
    }
}

void vl_formula_draw(vl_app *app, const vl_ui *ui, vl_rect rect)
{
    float height = formula_height(ui, formula_of(app), rect.w);
    vl_rect formula = vl_rect_cut_top(&rect, height);
    const vl_mistaken_step *broken =
        vl_mistake_step(vl_session_mistake(&app->session), method(app));
    if (broken && broken->formula && vl_app_mistake_is_told(app))
        vl_mistaken_formula_draw(ui, formula, formula_of(app), broken->formula);
    else
        draw_formula(app, ui, formula, formula_of(app));
    draw_numbers(app, ui, rect);
}
