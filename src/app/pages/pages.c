#include "app/pages/pages.h"

#include "base/memory.h"

extern const vl_page vl_page_order, vl_page_stability, vl_page_phase;

// The one list of pages.
const vl_page *const vl_pages[VL_PAGES] = {&vl_page_order, &vl_page_stability, &vl_page_phase,
                                           &vl_page_dock};

static const double turn_budget = 0.004; // s of a frame, if there are no threads

static int index_of(const vl_page *page)
{
    int index = 0;
    while (vl_pages[index] != page)
        index++;
    return index;
}

// Without memory: it has not been opened.
static void *memory_of(const vl_app *app, const vl_page *page)
{
    return page ? app->pages.memory[index_of(page)] : NULL;
}

static void open(vl_app *app, const vl_page *page)
{
    app->pages.open = page;
    app->pages.scroll = 0;
    app->stalls.whole = true; // its first picture is no frame time
    void **memory = &app->pages.memory[index_of(page)];
    if (*memory)
        return;
    *memory = vl_alloc(1, page->size);
    if (page->begin)
        page->begin(*memory, app);
}

void vl_page_toggle(vl_app *app, const vl_page *page)
{
    app->drawer.newer = false;
    app->notice.newer = false;
    app->stalls.whole = true;
    if (app->pages.open == page)
        app->pages.open = NULL;
    else
        open(app, page);
}

void vl_dock_next(vl_app *app)
{
    bool goes_on = app->pages.open == &vl_page_dock && app->pages.view + 1 < VL_VIEWS;
    app->pages.view = goes_on ? app->pages.view + 1 : 0;
    if (!goes_on)
        vl_page_toggle(app, &vl_page_dock);
}

bool vl_theory_is_open(const vl_app *app)
{
    return app->pages.open && app->pages.open != &vl_page_dock;
}

void vl_theory_next(vl_app *app)
{
    char name[32];
    if (!vl_theory_is_open(app)) {
        // the notes of a scene name the tab of what it is about: *Stability*
        for (int i = 0; vl_pages[i] != &vl_page_dock; i++) {
            snprintf(name, sizeof name, "*%s*", vl_pages[i]->label);
            if (strstr(app->session.scene->notes, name))
                app->pages.theory = i;
        }
        vl_page_toggle(app, vl_pages[app->pages.theory]);
    } else if (vl_pages[app->pages.theory + 1] != &vl_page_dock)
        open(app, vl_pages[++app->pages.theory]);
    else {
        app->pages.theory = 0;
        vl_page_toggle(app, app->pages.open);
    }
}

void vl_pages_begin(vl_app *app)
{
    for (int i = 0; i < VL_PAGES; i++)
        if (memory_of(app, vl_pages[i]) && vl_pages[i]->begin)
            vl_pages[i]->begin(memory_of(app, vl_pages[i]), app);
}

void vl_pages_step(vl_app *app, double dt)
{
    for (int i = 0; i < VL_PAGES; i++)
        if (memory_of(app, vl_pages[i]) && vl_pages[i]->step)
            vl_pages[i]->step(memory_of(app, vl_pages[i]), app, dt);
}

void vl_page_draw(vl_app *app, const vl_ui *ui, vl_rect rect)
{
    vl_page_base *base = memory_of(app, app->pages.open);
    const vl_ui words = vl_explained(ui, false);
    if (!base)
        return;
    if (base->worker)
        vl_worker_turn(base->worker, turn_budget);
    app->pages.open->draw(base, app, &words, rect);
}

void vl_theory_draw(vl_app *app, const vl_ui *ui, vl_rect rect)
{
    vl_ui_box(ui, rect, 10, ui->theme->panel, ui->theme->panel_edge);
    vl_rect inside = vl_rect_within(rect, ui->side, vl_points(ui, 12));
    vl_rect head = vl_rect_cut_top(&inside, vl_points(ui, VL_TARGET));
    const vl_button cross = {.icon = VL_ICON_CLOSE};
    bool closed = vl_ui_button(ui, vl_rect_cut_right(&head, vl_points(ui, VL_TARGET)), &cross);
    const vl_names tabs = VL_NAMES_OF_POINTERS(vl_pages, VL_PAGES - 1, label);
    if (vl_ui_choose(ui, &head, tabs, &app->pages.theory))
        open(app, vl_pages[app->pages.theory]);
    vl_rect_cut_top(&inside, vl_points(ui, 6));
    vl_page_draw(app, ui, inside);
    if (closed)
        vl_page_toggle(app, app->pages.open);
}

bool vl_pages_busy(const vl_app *app, double *part)
{
    const vl_page_base *base = memory_of(app, app->pages.open);
    *part = base ? base->part : 0;
    return base && vl_page_works(base);
}

void vl_pages_free(vl_app *app)
{
    for (int i = 0; i < VL_PAGES; i++) {
        void *memory = memory_of(app, vl_pages[i]);
        if (!memory)
            continue;
        vl_page_stop(memory);
        if (vl_pages[i]->free)
            vl_pages[i]->free(memory);
        vl_free(memory);
    }
}
