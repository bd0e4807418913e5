// What pages share: computation in pieces, the table of the methods, buttons; and terms explained.

#include "app/pages/pages.h"

#include "lab/terms.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"

void vl_page_stop(vl_page_base *base)
{
    vl_worker_free(base->worker);
    base->worker = NULL;
}

void vl_page_work(vl_page_base *base, const vl_app *app, vl_worker_piece *piece, void *user)
{
    vl_page_stop(base);
    const vl_lane *lane = &vl_session_run(&app->session)->lane;
    base->solver = lane->solver;
    base->engine = lane->engine;
    base->mistake = vl_session_mistake(&app->session);
    base->worker = vl_worker_create(piece, user); // the first piece may lock it
    vl_worker_start(base->worker);
}

bool vl_page_works(const vl_page_base *base)
{
    return base->worker && !vl_worker_has_finished(base->worker);
}

const char *vl_page_difference(const vl_page_base *base, const vl_app *app)
{
    const vl_lane *now = &vl_session_run(&app->session)->lane;
    return base->engine != now->engine                             ? "engine"
           : base->mistake != vl_session_mistake(&app->session)    ? "mistake"
           : !vl_solver_same_settings(&base->solver, &now->solver) ? "solver"
                                                                   : NULL;
}

int vl_methods_draw(const vl_ui *ui, vl_rect rect, const vl_method_table *methods, int *first_row)
{
    float least = 0.9f * ui->metrics->height[VL_TYPE_SMALL];
    const vl_table table = {
        .columns = methods->columns,
        .column_count = methods->column_count,
        .height = fminf(fmaxf(rect.h / (float)(vl_integrator_count + 1), least),
                        vl_points(ui, VL_TARGET)),
        .hover = ui->theme->button,
        .samples = true,
    };
    int clicked = vl_table_heads(ui, &table, &rect).clicked ? vl_integrator_count : -1;
    vl_rows rows = vl_table_fit(ui, &table, &rect, vl_integrator_count, first_row);
    for (int i = rows.first; i < rows.end; i++) {
        char texts[VL_MOST_COLUMNS][VL_CELL_SIZE] = {""};
        vl_table_row row = {.cells = {vl_integrators[i]->label}};
        bool shown = methods->fill(methods->page, ui->theme, i, &row, texts);
        row.colour = shown ? ui->theme->text : ui->theme->text_dim;
        clicked = vl_table_draw(ui, &table, &row, &rect) ? i : clicked;
    }
    return clicked;
}

static bool find(const char *text, int from, bool formula, vl_word *word)
{
    vl_term_place place;
    if (!vl_term_next(text, from, formula, &place))
        return false;
    const vl_term *term = place.term;
    *word = (vl_word){place.begin,   place.length,  term->name,
                      term->meaning, term->formula, term->source};
    return true;
}

vl_ui vl_explained(const vl_ui *ui, bool formula)
{
    vl_ui explained = *ui;
    explained.find = find;
    explained.formula = formula;
    return explained;
}
