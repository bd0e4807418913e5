#include "app/screen/parts.h"

#include "app/pages/pages.h"
#include "app/stage/stage.h"
#include "base/memory.h"

// Points. A window narrower than the first has no panel. A space narrower than the second shows the
// page without the stage; beside a wide page the stage is that wide if there is no more room. A
// stage narrower than the last shows the formula without numbers.
static const float narrowest_panel = 860, narrowest_page = 640, narrow_stage = 320,
                   narrowest_numbers = 860;

struct vl_screen {
    vl_panel panel;
    int64_t generation;
    vl_ui ui;
    vl_text_metrics metrics;
    vl_drawlist presented; // the list before that of the app
};

vl_screen *vl_screen_create(void)
{
    return vl_alloc(1, sizeof(vl_screen));
}

void vl_screen_free(vl_screen *screen)
{
    vl_drawlist_free(&screen->presented);
    vl_free(screen);
}

static float text_width(void *user, vl_type_size size, const char *text, int length)
{
    vl_platform *platform = user;
    return platform->text_width(platform, size, text, length);
}

static void set_type(vl_app *app)
{
    static const float points[VL_TYPE_COUNT] = {21, 26, 38};
    vl_screen *screen = app->screen;
    float scale = vl_app_scale(app);
    for (int i = 0; i < VL_TYPE_COUNT; i++)
        screen->metrics.height[i] = floorf(points[i] * scale);
    screen->metrics.user = app->platform;
    screen->metrics.width = text_width;
    app->platform->set_type(app->platform, screen->metrics.height);
}

static void set_ui(vl_app *app)
{
    vl_screen *screen = app->screen;
    screen->ui = (vl_ui){
        .list = &app->list,
        .theme = app->theme,
        .metrics = &screen->metrics,
        .scale = vl_app_scale(app),
        .elapsed = (float)app->elapsed,
        .pointer = app->ui_pointer,
    };
}

static bool has_wide_page(const vl_app *app)
{
    return app->page && app->page->wide;
}

static void layout_side(vl_app *app, const vl_ui *ui, vl_rect *left)
{
    vl_layout *l = &app->layout;
    bool room = left->w >= vl_points(ui, narrowest_panel) && !has_wide_page(app);
    l->side = l->solver = l->card = (vl_rect){0};
    if (app->shown.panel && room)
        l->side = vl_rect_cut_right(left, vl_points(ui, 270));
}

// A page takes most of `room` pixels; a wide page leaves a narrow stage.
static float page_width(const vl_app *app, const vl_ui *ui, float room)
{
    float usual = 0.62f * room;
    if (room < vl_points(ui, narrowest_page))
        return room;
    if (!has_wide_page(app))
        return usual;
    return fminf(fmaxf(room - vl_points(ui, narrow_stage), usual), 0.75f * room);
}

static void layout_column(vl_app *app, const vl_ui *ui, vl_rect *left)
{
    vl_layout *l = &app->layout;
    bool notes = app->shown.notes && vl_app_notes_fit(app);
    float pad = vl_points(ui, 10), width = fminf(vl_points(ui, 400), left->w - 2 * pad);
    bool numbers = notes || left->w >= vl_points(ui, narrowest_numbers);
    float height = vl_formula_height(app, ui, width, numbers);
    l->formula = (vl_rect){left->x + pad, left->y + pad, width, height};
    if (!notes)
        return;

    vl_rect column = vl_rect_cut_left(left, width + 2 * pad);
    float top = l->formula.y + l->formula.h + pad;
    l->notes = (vl_rect){column.x + pad, top, width, column.y + column.h - top - pad};
    if (*app->session.scene->answer)
        l->answer = vl_rect_cut_bottom(&l->notes, vl_points(ui, VL_TARGET));
}

// Counts the visible particles in a rectangle of the stage.
static int count_covered(const vl_app *app, vl_rect rect)
{
    enum { MOST_LOOKED_AT = 2000 };

    const vl_particles *p = &vl_session_world(&app->session)->particles;
    vl_projection projection = vl_camera_projection(&app->camera);
    int count = 0, stride = 1 + p->count / MOST_LOOKED_AT;
    for (int i = 0; i < p->count; i += stride) {
        vl_pixel at = vl_project(&projection, vl_particle_middle(p, i, vl_read(p->x, i)));
        float radius = (float)(p->radius[i] * projection.scale);
        count += at.x + radius > rect.x && at.x - radius < rect.x + rect.w &&
                 at.y + radius > rect.y && at.y - radius < rect.y + rect.h;
    }
    return count;
}

// The banner is at the bottom of the stage, or at its top if it hides fewer particles there. It
// does not move while it is shown.
static void layout_banner(vl_app *app, const vl_ui *ui, vl_rect stage)
{
    vl_layout *l = &app->layout;
    vl_notice *notice = &app->notice;
    l->banner = (vl_rect){0};
    if (notice->kind == VL_NOTICE_NONE)
        return;
    float margin = vl_points(ui, 10);
    float width = fminf(stage.w - 2 * margin, vl_points(ui, 620));
    vl_banner banner = {.title = notice->title, .text = notice->text, .closable = true};
    float height = vl_ui_banner_height(ui, &banner, width);
    float x = stage.x + (stage.w - width) / 2;
    const vl_rect below = {x, l->status.y - height, width, height};
    const vl_rect above = {x, stage.y + margin, width, height};
    if (!notice->placed)
        notice->above = count_covered(app, above) < count_covered(app, below);
    notice->placed = true;
    l->banner = notice->above ? above : below;
}

// A page replaces formula and notes; the stage is beside it if there is room.
void vl_screen_layout(vl_app *app)
{
    vl_layout *l = &app->layout;
    vl_surface surface = app->platform->surface(app->platform);
    set_type(app);
    set_ui(app);
    const vl_ui *ui = &app->screen->ui;
    vl_rect left = {0, 0, (float)surface.width, (float)surface.height};
    l->whole = left;
    vl_bar_layout(app, ui, &left);
    layout_side(app, ui, &left);
    l->status = vl_rect_cut_bottom(&left, 1.5f * ui->metrics->height[VL_TYPE_SMALL]);
    l->page = l->formula = l->notes = l->answer = (vl_rect){0};
    if (app->page)
        l->page = vl_rect_cut_left(&left, page_width(app, ui, left.w));
    else
        layout_column(app, ui, &left);
    vl_app_set_stage(app, left);
    layout_banner(app, ui, left);
}

static void draw_banner(vl_app *app, const vl_ui *ui)
{
    vl_notice *notice = &app->notice;
    if (notice->kind == VL_NOTICE_NONE || app->layout.banner.w <= 0)
        return;
    const vl_banner banner = {
        .warning = !vl_app_notice_is_note(app) && notice->kind != VL_NOTICE_RETURN,
        .title = notice->title,
        .text = notice->text,
        .closable = true,
    };
    if (vl_ui_banner(ui, app->layout.banner, &banner))
        notice->kind = VL_NOTICE_NONE;
}

// Draws everything except the sheets and the banner.
static void draw_window(vl_app *app, const vl_ui *ui)
{
    vl_session_show_drawn(&app->session);
    vl_stage_draw(app, ui);
    vl_session_show_state(&app->session);
    if (app->page) {
        vl_pages_draw(app, ui, app->layout.page);
    } else {
        vl_formula_draw(app, ui, app->layout.formula);
        vl_notes_draw(app, ui);
    }
    if (app->layout.side.w > 0)
        vl_panel_draw(&app->screen->panel, app, ui, app->layout.side);
    vl_bar_draw(app, ui);
    vl_status_draw(app, ui);
}

void vl_screen_draw(vl_app *app)
{
    vl_screen *screen = app->screen;
    vl_ui *ui = &screen->ui;
    vl_drawlist other = screen->presented;
    screen->presented = app->list;
    app->list = other;
    vl_drawlist_clear(&app->list, app->theme->background);
    set_ui(app);
    if (screen->generation != app->generation)
        screen->panel = vl_panel_create();
    screen->generation = app->generation;

    // widgets behind a sheet ignore the pointer, and the click that opens a sheet does not close it
    // again
    bool away = ui->pointer.away, sheet = vl_app_has_sheet(app);
    ui->pointer.away = away || sheet;
    draw_window(app, ui);
    ui->pointer.away = away || !sheet;
    if (app->shown.help)
        vl_help_draw(app, ui);
    else
        vl_whole_notes_draw(app, ui);
    ui->pointer.away = away;
    draw_banner(app, ui); // the error of a broken file is shown over a sheet, too
}
