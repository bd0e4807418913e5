// What all pages have: computation in pieces, and rows of buttons.

#include "app/pages/pages.h"

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

static vl_button button_of(const vl_options *options, int index, int chosen)
{
    return (vl_button){.label = vl_names_at(options->labels, index), .active = index == chosen};
}

static float width_of(const vl_ui *ui, const vl_options *options, int index)
{
    const vl_button button = button_of(options, index, -1);
    return vl_ui_button_width(ui, &button);
}

bool vl_page_choose(const vl_ui *ui, vl_rect *row, const vl_options *options, int *chosen)
{
    int before = *chosen;
    for (int i = 0; i < options->labels.count; i++) {
        const vl_button button = button_of(options, i, before);
        if (vl_ui_button(ui, vl_rect_cut_left(row, width_of(ui, options, i)), &button))
            *chosen = i;
        vl_rect_cut_left(row, options->gap);
    }
    return *chosen != before;
}

float vl_page_options_width(const vl_ui *ui, const vl_options *options)
{
    float width = -options->gap;
    for (int i = 0; i < options->labels.count; i++)
        width += width_of(ui, options, i) + options->gap;
    return width;
}
