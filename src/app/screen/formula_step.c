// The line with dt among the numbers of the formula, in which settings are clicked and typed.

#include "app/screen/parts.h"

#include "ui/number.h"

#include <stdio.h>
#include <string.h>

// Points: around a field, and its width while it is typed in.
static const float margin = 4, typed_width = 170;

// Where a policy stands between frames and steps, their length is no setting.
static bool has_step(const vl_app *app)
{
    const vl_session *session = &app->session;
    return vl_policy_is_raw(vl_session_policy(session, session->chosen));
}

// The length of a frame where it is a setting, and that of this step.
static void write_frame(const vl_app *app, int substeps, char text[VL_ENTRY_SIZE])
{
    const double rounding = 5e-7; // s, of what is shown
    const vl_number number = vl_session_step_number();
    double frame = vl_session_number(&app->session, &number);
    snprintf(text, VL_ENTRY_SIZE, "frame");
    if (fabs(frame - substeps * app->readout.step.dt) < rounding)
        snprintf(text, VL_ENTRY_SIZE, "%s ms", vl_figure_fixed(1e3 * frame, 3, VL_FIGURE_BUFFER));
}

// "16.667 ms / 4:  dt = 4.167 ms"
static void write_divided(const vl_app *app, int substeps, const char *rest, vl_formula_step *s)
{
    char frame[VL_ENTRY_SIZE];
    write_frame(app, substeps, frame);
    snprintf(s->text, sizeof s->text, "%s / %d:  %s", frame, substeps, rest);
    s->step_end = (int)strlen(frame);
    s->count = s->step_end + (int)strlen(" / ");
    s->count_end = s->count + (int)strcspn(s->text + s->count, ":");
}

void vl_formula_step_write(const vl_app *app, const char *old, vl_formula_step *s)
{
    char rest[sizeof s->text / 2];
    int substeps = vl_session_world(&app->session)->solver.substeps;
    const char *dt = vl_figure_fixed(1e3 * app->readout.step.dt, 3, VL_FIGURE_BUFFER);
    snprintf(rest, sizeof rest, "dt = %s ms%s", dt, old);
    *s = (vl_formula_step){.step = 0};
    if (substeps > 1 && has_step(app)) {
        write_divided(app, substeps, rest, s);
        return;
    }
    snprintf(s->text, sizeof s->text, "%s%s", substeps > 1 ? "substep:  " : "", rest);
    s->step = (int)strlen("dt = ");
    s->step_end = has_step(app) ? s->step + (int)strlen(dt) + (int)strlen(" ms") : s->step;
}

// A part of a line of text, pixels.
static vl_rect part_of(const vl_ui *ui, vl_rect line, const char *text, int begin, int end)
{
    const vl_text_metrics *m = ui->metrics;
    float from = m->width(m->user, VL_TYPE_READING, text, begin);
    float width = m->width(m->user, VL_TYPE_READING, text + begin, end - begin);
    return (vl_rect){line.x + from, line.y, width, line.h};
}

void vl_formula_step_cover(vl_app *app, const vl_ui *ui, vl_rect line)
{
    vl_formula_step s;
    vl_formula_step_write(app, "", &s);
    int end = s.count_end > s.step_end ? s.count_end : s.step_end;
    if (app->readout.step.made && end > s.step)
        vl_layout_cover(&app->layout, vl_rect_inset(part_of(ui, line, s.text, s.step, end),
                                                    -vl_points(ui, margin)));
}

// A line below it tells that it can be clicked.
static void draw_field(vl_app *app, const vl_ui *ui, vl_rect rect, vl_number number)
{
    const vl_entry *entry = &app->entry;
    number.place = VL_NUMBER_IN_FORMULA;
    bool typed = entry->open && vl_same_number(&entry->number, &number);
    vl_rect line = {rect.x, rect.y + rect.h - vl_hair(ui), rect.w, vl_hair(ui)};
    vl_rect field = vl_rect_inset(rect, -vl_points(ui, margin));
    field.w = typed ? fmaxf(field.w, vl_points(ui, typed_width)) : field.w;
    vl_draw_rect(ui->list, line, ui->theme->accent);
    vl_ui_hint(ui, field, NULL, vl_number_meaning(&number));
    (void)vl_number_field(app, ui, field, &number);
}

void vl_formula_step_draw(vl_app *app, const vl_ui *ui, vl_rect line, const vl_formula_step *s)
{
    vl_number substeps;
    if (s->count_end > s->count && vl_session_solver_number(&app->session, "substeps", &substeps))
        draw_field(app, ui, part_of(ui, line, s->text, s->count, s->count_end), substeps);
    if (s->step_end > s->step)
        draw_field(app, ui, part_of(ui, line, s->text, s->step, s->step_end),
                   vl_session_step_number());
}
