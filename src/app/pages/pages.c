#include "app/pages/pages.h"

#include "app/input/actions.h"
#include "app/pages/page_identity.h"
#include "app/pages/page_ledger.h"
#include "app/pages/page_order.h"
#include "app/pages/page_policies.h"
#include "ui/widgets.h"

#include <assert.h>
#include <stddef.h>

// Ends with NULL.
const vl_page *const vl_pages[] = {&vl_page_order,     &vl_page_ledger,   &vl_page_identity,
                                   &vl_page_stability, &vl_page_policies, NULL};

const int vl_page_count = sizeof vl_pages / sizeof *vl_pages - 1;

static_assert(sizeof vl_pages / sizeof *vl_pages - 1 <= VL_MOST_PAGES, "vl_app has room for all");

void vl_pages_toggle(vl_app *app, int index)
{
    const vl_page *page = vl_pages[index];
    bool open = app->page != index;
    app->page = open ? index : -1;
    vl_app_fit_view(app); // the stage has another size
    if (!open || app->page_memory[index])
        return;
    app->page_memory[index] = page->create(app);
    if (page->begin)
        page->begin(app->page_memory[index], app);
}

void vl_pages_begin(vl_app *app)
{
    for (int i = 0; i < vl_page_count; i++)
        if (app->page_memory[i] && vl_pages[i]->begin)
            vl_pages[i]->begin(app->page_memory[i], app);
}

void vl_pages_step(vl_app *app, double dt)
{
    for (int i = 0; i < vl_page_count; i++)
        if (app->page_memory[i] && vl_pages[i]->step)
            vl_pages[i]->step(app->page_memory[i], app, dt);
}

// A tab for each page; the index of the one that was clicked, or −1. Where there is no room for all
// there is the title of the open one.
static int draw_tabs(const vl_app *app, const vl_ui *ui, vl_rect rect)
{
    float gap = vl_points(ui, 4), width = -gap;
    for (int i = 0; i < vl_page_count; i++) {
        const vl_button tab = {.label = vl_pages[i]->label};
        width += vl_ui_button_width(ui, &tab) + gap;
    }
    if (width > rect.w) {
        vl_ui_text(ui, rect, VL_TYPE_MEDIUM, ui->theme->text, VL_ALIGN_LEFT,
                   vl_pages[app->page]->title);
        return -1;
    }
    int clicked = -1;
    for (int i = 0; i < vl_page_count; i++) {
        const vl_button tab = {.label = vl_pages[i]->label, .active = i == app->page};
        if (vl_ui_button(ui, vl_rect_cut_left(&rect, vl_ui_button_width(ui, &tab)), &tab))
            clicked = i;
        vl_rect_cut_left(&rect, gap);
    }
    return clicked;
}

void vl_pages_draw(vl_app *app, const vl_ui *ui, vl_rect rect)
{
    const vl_page *page = vl_pages[app->page];
    vl_draw_rect(ui->list, rect, ui->theme->panel);
    vl_draw_rect(ui->list, (vl_rect){rect.x + rect.w, rect.y, vl_points(ui, 1), rect.h},
                 ui->theme->panel_edge);

    vl_rect inside = vl_rect_inset(rect, vl_points(ui, 12));
    vl_rect head = vl_rect_cut_top(&inside, vl_points(ui, VL_TARGET));
    const vl_button cross = {.icon = VL_ICON_CLOSE};
    bool closed = vl_ui_button(ui, vl_rect_cut_right(&head, vl_points(ui, VL_TARGET)), &cross);
    vl_rect_cut_right(&head, vl_points(ui, 8));
    int other = draw_tabs(app, ui, head);
    vl_rect_cut_top(&inside, vl_points(ui, 6));
    page->draw(app->page_memory[app->page], app, ui, inside);
    if (closed || (other >= 0 && other != app->page))
        vl_pages_toggle(app, closed ? app->page : other);
}

bool vl_pages_busy(const vl_app *app)
{
    const vl_page *page = app->page >= 0 ? vl_pages[app->page] : NULL;
    return page && page->is_busy && page->is_busy(app->page_memory[app->page]);
}

void vl_pages_free(vl_app *app)
{
    for (int i = 0; i < vl_page_count; i++)
        if (app->page_memory[i])
            vl_pages[i]->free(app->page_memory[i]);
}
