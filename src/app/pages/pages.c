#include "app/pages/pages.h"

#include "app/state/explain.h"

#include "base/memory.h"

extern const vl_page vl_page_order, vl_page_ledger, vl_page_stability, vl_page_phase;

// The one list of pages, in the order of their keys.
const vl_page *const vl_pages[] = {
    &vl_page_order, &vl_page_ledger, &vl_page_stability, &vl_page_phase, &vl_page_plots,
};

const int vl_page_count = sizeof vl_pages / sizeof *vl_pages;

static const double turn_budget = 0.004; // s of a frame, if there are no threads

static int index_of(const vl_page *page)
{
    int index = 0;
    while (vl_pages[index] != page)
        index++;
    return index;
}

void vl_page_toggle(vl_app *app, const vl_page *page)
{
    bool open = app->page != page;
    app->page = open ? page : NULL;
    app->last_page = page;
    app->drawer_is_newer = false;
    app->notice.newer = false;
    if (!app->page_memory)
        app->page_memory = vl_alloc((size_t)vl_page_count, sizeof *app->page_memory);
    void **memory = &app->page_memory[index_of(page)];
    if (!open || *memory)
        return;
    *memory = vl_alloc(1, page->size);
    if (page->create)
        page->create(*memory, app);
    if (page->begin)
        page->begin(*memory, app);
}

void vl_pages_begin(vl_app *app)
{
    for (int i = 0; i < vl_page_count && app->page_memory; i++)
        if (app->page_memory[i] && vl_pages[i]->begin)
            vl_pages[i]->begin(app->page_memory[i], app);
}

void vl_pages_step(vl_app *app, double dt)
{
    for (int i = 0; i < vl_page_count && app->page_memory; i++)
        if (app->page_memory[i] && vl_pages[i]->step)
            vl_pages[i]->step(app->page_memory[i], app, dt);
}

// Draws a tab for each page, or the title of the open one if there is no room for all tabs. Returns
// the page whose tab was clicked, or NULL.
static const vl_page *draw_tabs(const vl_app *app, const vl_ui *ui, vl_rect rect)
{
    const vl_options tabs = {.labels = VL_NAMES_OF_POINTERS(vl_pages, vl_page_count, label),
                             .gap = vl_points(ui, 3)};
    int chosen = index_of(app->page);
    if (vl_page_options_width(ui, &tabs) <= rect.w)
        return vl_page_choose(ui, &rect, &tabs, &chosen) ? vl_pages[chosen] : NULL;
    vl_ui_text(ui, rect, VL_TYPE_MEDIUM, ui->theme->text, VL_ALIGN_LEFT, app->page->title);
    return NULL;
}

void vl_pages_draw(vl_app *app, const vl_ui *ui, vl_rect rect)
{
    const vl_page *page = app->page;
    vl_ui_box(ui, rect, 10, ui->theme->panel, ui->theme->panel_edge);

    vl_rect inside = vl_rect_inset(rect, vl_points(ui, 12));
    vl_rect head = vl_rect_cut_top(&inside, vl_points(ui, VL_TARGET));
    const vl_button cross = {.icon = VL_ICON_CLOSE};
    bool closed = vl_ui_button(ui, vl_rect_cut_right(&head, vl_points(ui, VL_TARGET)), &cross);
    vl_rect_cut_right(&head, vl_points(ui, 8));
    const vl_page *other = draw_tabs(app, ui, head);
    vl_rect_cut_top(&inside, vl_points(ui, 6));
    vl_page_base *base = app->page_memory[index_of(page)];
    if (base->worker)
        vl_worker_turn(base->worker, turn_budget);
    const vl_ui words = vl_explained(ui, false);
    page->draw(base, app, &words, inside);
    if (closed || other)
        vl_page_toggle(app, closed ? page : other);
}

bool vl_pages_busy(const vl_app *app, double *part)
{
    const vl_page_base *base = app->page ? app->page_memory[index_of(app->page)] : NULL;
    *part = base ? base->part : 0;
    return base && vl_page_works(base);
}

void vl_pages_free(vl_app *app)
{
    for (int i = 0; i < vl_page_count && app->page_memory; i++) {
        if (!app->page_memory[i])
            continue;
        vl_page_stop(app->page_memory[i]);
        if (vl_pages[i]->free)
            vl_pages[i]->free(app->page_memory[i]);
        vl_free(app->page_memory[i]);
    }
    vl_free(app->page_memory);
}
