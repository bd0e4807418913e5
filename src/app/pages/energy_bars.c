#include "app/pages/energy_bars.h"

#include "ui/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { KINETIC, TOTAL = 5, LOST = 6 };

int vl_energy_bars_of(const vl_reading *reading, const vl_reference *reference,
                      vl_energy_bar bars[VL_ENERGY_BARS])
{
    double rest = reference->rest;
    double sum = reading->kinetic + reading->potential - rest;
    const vl_energy_bar all[VL_ENERGY_BARS] = {
        {"kinetic", reading->kinetic, false},
        {"gravity", reading->gravity - rest, false},
        {"springs", reading->springs, false},
        {"contacts", reading->contacts, false},
        {"forces", reading->forces, false},
        {"sum", sum, true},
        {"lost", reference->energy - rest - sum, true},
    };
    bool exists = !isnan(reading->potential);
    int count = exists ? VL_ENERGY_BARS : 1;
    memcpy(bars, all, (size_t)count * sizeof *all);
    return count;
}

// The range never shrinks, so the zero comes to rest.
static void follow(vl_energy_bars *range, const vl_energy_bar *bars, int count)
{
    for (int i = 0; i < count; i++) {
        double joule = bars[i].joule;
        if (!isfinite(joule))
            continue;
        range->low = fmin(range->low, joule);
        range->high = fmax(range->high, joule);
        range->seen[i] |= joule != 0 || i == KINETIC || i >= TOTAL;
    }
}

static vl_colour colour_of(const vl_theme *theme, int index)
{
    return index == KINETIC ? theme->kinetic.colour
           : index == TOTAL ? theme->total.colour
           : index == LOST  ? theme->held
                            : theme->potential.colour;
}

// The bar reaches from the zero to the value; the zero is a line as high as the row.
static void draw_bar(const vl_energy_bars *range, const vl_ui *ui, vl_rect rect, double joule,
                     vl_colour colour)
{
    double span = range->high - range->low;
    float zero = rect.x + (span > 0 ? (float)(-range->low / span) : 0) * rect.w;
    float length = span > 0 && isfinite(joule) ? (float)(joule / span) * rect.w : 0;
    vl_rect bar = {fminf(zero, zero + length), rect.y, fabsf(length), rect.h};
    vl_draw_rect(ui->list, bar, colour);
    vl_draw_rect(ui->list, (vl_rect){zero, rect.y - 2, fmaxf(1, vl_hair(ui)), rect.h + 4},
                 ui->theme->text);
}

static void draw_row(const vl_energy_bars *range, const vl_ui *ui, vl_rect row, int index,
                     const vl_energy_bar *bar)
{
    char value[VL_FIGURE_SIZE];
    vl_figure_unit(bar->joule, 3, "J", value);
    vl_rect words = vl_rect_cut_top(&row, ui->metrics->height[VL_TYPE_SMALL]);
    if (bar->is_sum && index == TOTAL)
        vl_draw_rect(ui->list, (vl_rect){words.x, words.y, words.w, vl_hair(ui)},
                     ui->theme->panel_edge);
    vl_ui_readout(ui, words, bar->name, value, ui->theme->text);
    row.h = 0.5f * ui->metrics->height[VL_TYPE_SMALL];
    draw_bar(range, ui, row, bar->joule, colour_of(ui->theme, index));
}

void vl_energy_bars_draw(vl_energy_bars *range, const vl_app *app, const vl_ui *ui, vl_rect rect)
{
    char name[VL_LANE_LABEL];
    vl_energy_bar bars[VL_ENERGY_BARS];
    const vl_session *session = &app->session;
    int count = vl_energy_bars_of(&app->readout.reading, &vl_session_run(session)->reference, bars);
    float height = ceilf(1.9f * ui->metrics->height[VL_TYPE_SMALL]);
    follow(range, bars, count);
    vl_session_lane_label(session, session->chosen, name);
    vl_ui_text(ui, vl_rect_cut_top(&rect, height), VL_TYPE_SMALL, ui->theme->text_dim,
               VL_ALIGN_LEFT, name);
    for (int i = 0; i < count; i++)
        if (range->seen[i] && rect.h >= height)
            draw_row(range, ui, vl_rect_cut_top(&rect, height), i, &bars[i]);
}
