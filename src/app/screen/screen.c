#include "app/screen/parts.h"

#include "app/stage/stage.h"
#include "base/memory.h"

// Points: the usual width of a page, of a drawer over the stage, and of the stage beside the page;
// a narrower rest is left to that. A drawer that would be lower than the next has no place in the
// card; that of a few numbers is as high. A stage that is lower than the next has small words and
// no formula, as one lower than candidates for a mistake with what they mean; with less room beside
// the card they are below it; where they have less than the last they are small.
static const float page_width = 860, drawer_width = 420, narrowest_stage = 300, lowest_drawer = 210,
                   few_numbers = 242, fewest_numbers = 164, clear_graph = 146, lowest_caption = 340,
                   lowest_candidates = 440, beside_card = 340, least_large = 480,
                   legend_width = 260;

// Points: of a plot above the words, and what it leaves to the motion below them; and the height of
// its labels, in lines.
static const float high_plot = 100, low_plot = 88, motion_below = 200, plot_labels = 2.7f;

static const float least_beside_notes = 1100; // points, of a window with large type beside notes

// A window that is so many times higher than wide is upright; of its height, for the dock, and for
// theory.
static const float upright = 1.2f, upright_dock = 0.57f, upright_theory = 0.8f;

vl_screen *vl_screen_create(void)
{
    vl_screen *screen = vl_alloc(1, sizeof *screen);
    screen->finder = vl_finder_create();
    return screen;
}

void vl_screen_free(vl_screen *screen)
{
    vl_finder_free(screen->finder);
    vl_drawlist_free(&screen->presented);
    vl_free(screen);
}

static float text_width(void *user, vl_type_size size, const char *text, int length)
{
    vl_platform *platform = user;
    return platform->text_width(platform, size, text, length);
}

// For a projector type grows, and controls do not; in a small window, where all is a larger part
// of it, to the same part of the window. Tables and lists have no room to grow, nor has what is
// beside them, but for notes in wide windows. A line is 1.165 times as high as its type, which is
// 14 points of the display or more.
static void set_type(vl_app *app)
{
    static const float usual[VL_TYPE_COUNT] = {18, 20, 22, 28, 40, 22, 28},
                       projected[VL_TYPE_COUNT] = {22, 26, 28, 36, 51, 26, 35};
    const vl_surface surface = app->platform->surface(app->platform);
    bool wide = (float)surface.width >= least_beside_notes * vl_app_usual_scale(app);
    bool notes = app->drawer.open == VL_DRAWER_NOTES && wide;
    bool large = app->shown.projector && !app->pages.open && (!app->drawer.open || notes);
    vl_screen *screen = app->screen;
    float scale = vl_app_scale(app), least = ceilf(1.165f * 14 * surface.scale);
    float least_side = fminf((float)surface.width, (float)surface.height);
    float part = least_side / 720 / vl_app_usual_scale(app);
    for (int i = 0; i < VL_TYPE_COUNT; i++) {
        float points = fmaxf(usual[i], large ? part * projected[i] : 0);
        screen->metrics.height[i] = fmaxf(floorf(1.165f * points * scale), least);
    }
    screen->metrics.user = app->platform;
    screen->metrics.width = text_width;
    app->platform->set_type(app->platform, screen->metrics.height);
}

static bool is_key(const char *name, int length)
{
    return vl_command_named(name, length) >= 0;
}

static void set_ui(vl_app *app)
{
    vl_screen *screen = app->screen;
    screen->prose = (vl_prose){is_key, app->layout.whole, NULL, ""};
    screen->ui = (vl_ui){
        .list = &app->list,
        .theme = app->shown.theme,
        .metrics = &screen->metrics,
        .scale = vl_app_scale(app),
        .side = (VL_EDGE - VL_GAP) * fminf(app->layout.whole.w, app->layout.whole.h) / 720,
        .elapsed = (float)app->frame.elapsed,
        .pointer = app->hands.mouse,
        .focus = &app->focus,
        .hint = &app->hint,
        .within = &screen->prose,
    };
}

// Cuts the page off a side, or a share of the height off the bottom: the dock has half of what
// there is, or the lower part. It takes all where too little would be left. At the right it begins
// as high as the name of the scene, which it leaves its room.
static void layout_page(vl_app *app, const vl_ui *ui, vl_rect *top, vl_rect *left)
{
    vl_layout *l = &app->layout;
    bool theory = vl_theory_is_open(app), high = left->h > upright * left->w;
    float gap = vl_points(ui, VL_GAP), half = high ? left->w : (left->w - gap) / 2;
    float page = theory ? vl_points(ui, page_width) : half, rest = left->w - page - gap;
    bool all = rest < vl_points(ui, narrowest_stage);
    bool both = rest >= vl_points(ui, drawer_width + narrowest_stage);
    if (app->pages.open && app->drawer.open && !both) { // the one that was there goes
        if (app->drawer.newer)
            vl_page_toggle(app, app->pages.open);
        else
            vl_app_toggle_drawer(app, app->drawer.open);
    }
    if (!app->pages.open)
        return;
    if (all && high) {
        l->page = vl_rect_cut_bottom(left, (theory ? upright_theory : upright_dock) * left->h);
        vl_rect_cut_bottom(left, gap);
    } else {
        l->page = vl_rect_cut_side(left, all ? left->w : page, gap, theory);
    }
    if (left->w > 0 && l->page.x >= left->x + left->w) {
        l->page.h += l->page.y - top->y;
        l->page.y = top->y;
        top->w = fminf(top->w, l->page.x - gap - top->x);
    }
    vl_layout_cover(l, l->page);
}

// Cuts what lies above the lower end of `over`.
static void cut_below(vl_rect *stage, vl_rect over, float gap)
{
    if (over.h > 0)
        vl_rect_cut_top(stage, fmaxf(over.y + over.h + gap - stage->y, 0));
}

// The card and the words, and returns what they leave.
static vl_rect layout_words(vl_app *app, const vl_ui *ui, vl_rect left, float low_graph)
{
    const vl_layout *l = &app->layout;
    vl_figures_layout(app, ui, left, low_graph);
    vl_caption_layout(app, ui, left);
    const vl_rect parts[] = {l->said, l->caption, l->written, l->formula,
                             l->mark, l->sliders, l->figures};
    for (int i = 0; i < (l->narrow ? 7 : l->low ? 2 : 6); i++) // what is above them, not beside
        cut_below(&left, parts[i], vl_points(ui, VL_GAP));
    return left;
}

// What floats over the stage beside the page. The graph above the words gets what the motion
// does not need.
static void layout_stage(vl_app *app, const vl_ui *ui, vl_rect left)
{
    vl_layout *l = &app->layout;
    l->clear = left;
    if (left.w < vl_points(ui, narrowest_stage)) {
        vl_figures_layout(app, ui, (vl_rect){0}, 0);
        return;
    }
    l->roomy = true;
    l->narrow = left.w < vl_points(ui, VL_CARD_WIDTH + beside_card);
    bool candidates = !l->narrow && app->session.scene->task.rule == VL_TASK_MISTAKE;
    l->low = left.h < vl_points(ui, candidates ? lowest_candidates : lowest_caption);
    float card = app->pages.open == &vl_page_dock ? 0 : vl_points(ui, VL_CARD_WIDTH + VL_GAP);
    l->small = l->narrow || l->low || left.w - card < vl_points(ui, least_large);
    bool curve = app->session.scene->task.rule == VL_TASK_DRAW; // whose height is that of the width
    l->asks_in_card =
        l->low && !curve && app->pages.open != &vl_page_dock && vl_app_task(app) == VL_TASK_ASKED;
    const vl_layout before = *l;
    vl_rect rest = layout_words(app, ui, left, 0);
    float spare = rest.h - vl_points(ui, motion_below);
    float labels = plot_labels * ui->metrics->height[VL_TYPE_SMALL];
    const float graph = l->graph.h + l->folded;
    float high = fminf(vl_points(ui, high_plot) + labels, graph + spare);
    bool rows = app->session.scene->mistake && l->choice_room.h >= l->written.h; // need it anyway
    high = fmaxf(high, vl_points(ui, rows ? high_plot : low_plot) + labels);
    if (l->narrow && !curve && app->pages.open != &vl_page_dock && graph > 0 && graph < high) {
        *l = before;
        rest = layout_words(app, ui, left, high);
    }
    const float under = l->sliders.y + l->sliders.h; // whose tracks have room of their own
    if (l->sliders.h > 0 && fabsf(rest.y - under - vl_points(ui, VL_GAP)) < 1)
        rest = (vl_rect){rest.x, under, rest.w, rest.h + rest.y - under};
    vl_tools_layout(app, ui, rest);
}

// At the lower right, below the card or beside it.
static vl_rect legend_of(const vl_app *app, const vl_ui *ui, vl_rect stage)
{
    const vl_layout *l = &app->layout;
    const vl_rect last = l->low && l->written.h > 0 ? l->written : l->figures;
    const float card = last.y + last.h;
    vl_rect room = vl_rect_inset(l->clear, vl_points(ui, 6));
    vl_rect legend = vl_rect_cut_bottom(&room, vl_legend_height(app, ui));
    if (vl_app_has_panes(app) ? stage.y < card : card > legend.y)
        vl_rect_cut_right(&legend, legend.x + legend.w - l->figures.x);
    return vl_rect_cut_right(&legend, fminf(vl_points(ui, legend_width), legend.w));
}

// Below the sentence, and below the card and the sliders or beside them, and beside none, the last
// or all of choices and formula. There a single view is as near to the middle as its width allows.
static vl_rect place_of(const vl_app *app, const vl_ui *ui, vl_rect stage, bool below_card,
                        bool below_sliders, int beside_words)
{
    const float gap = vl_points(ui, VL_GAP);
    const vl_layout *l = &app->layout;
    const float wide = (float)app->view.wide;
    bool panes = vl_app_has_panes(app), beside = !below_sliders && l->sliders.h > 0;
    float side = 0, shift = beside ? l->sliders.x + l->sliders.w + gap - stage.x : 0;
    cut_below(&stage, l->said, gap);
    bool over = panes || !l->low || below_card; // in a low window they are in its place
    cut_below(&stage, over && beside_words < 2 ? l->choice_room : (vl_rect){0}, gap);
    cut_below(&stage, over && beside_words < 1 ? l->written : (vl_rect){0}, gap);
    if (below_card)
        cut_below(&stage, l->figures, gap);
    else if (l->figures.w > 0) {
        side = stage.x + stage.w - l->figures.x + gap;
        float spare = stage.w - side - wide * stage.h;
        shift = panes ? shift : fmaxf(fminf(spare, side), shift);
    }
    const vl_rect words = beside_words > 1 ? l->choice_room : l->written;
    shift = beside_words > 0 ? fmaxf(shift, words.x + words.w + gap - stage.x) : shift;
    stage.w -= side + shift;
    stage.x += shift;
    if (below_sliders)
        cut_below(&stage, l->sliders, gap);
    // beside the tools, or above a row of them, where the view, which has a margin, would be below
    float w = fminf(stage.w, wide * stage.h), h = fminf(stage.h, stage.w / wide);
    vl_rect view = {stage.x + (stage.w - w) / 2, stage.y + (stage.h - h) / 2, w, h};
    const vl_rect tools = vl_rect_inset(l->tools, -gap / 3);
    bool under = vl_rect_overlap(panes ? stage : view, tools);
    if (under && tools.w > tools.h)
        vl_rect_cut_bottom(&stage, stage.y + stage.h - tools.y);
    else if (under)
        vl_rect_cut_left(&stage, tools.x + tools.w - stage.x);
    const vl_rect legend = legend_of(app, ui, stage); // nor is what moves below the legend
    if (legend.h > 0 && vl_rect_overlap(panes ? stage : view, legend))
        vl_rect_cut_bottom(&stage, stage.y + stage.h - legend.y);
    return (vl_rect){stage.x, stage.y, fmaxf(stage.w, 1), fmaxf(stage.h, 1)};
}

// What moves farther than was foreseen lies under sliders beside it, and under none above it: the
// room beside them is taken where the view is so many times larger there.
static const double worth_beside = 1.15;

// Gives the camera the part of the window that is beside page, rows, words and card.
static void place_stage(vl_app *app, const vl_ui *ui, vl_rect body, vl_rect left)
{
    vl_layout *l = &app->layout;
    bool hidden = left.w < 1, panes = vl_app_has_panes(app);
    float end = left.x + left.w, x = left.x > body.x + 1 && !hidden ? left.x : 0;
    float right = end < body.x + body.w - 1 && !hidden ? end : l->whole.w;
    vl_rect stage = {x, l->clear.y, fmaxf(right - x, 1), fmaxf(l->clear.h, 1)};
    double best = 0;
    const vl_rect room = panes ? l->clear : stage;
    // where the view is larger; but a drawer below the rows of the card covers nothing that moves
    const vl_drawer drawer = app->drawer.open;
    bool aside =
        l->small && !l->narrow && (drawer == VL_DRAWER_NUMBERS || drawer == VL_DRAWER_NOTES);
    for (int i = aside; i < (panes ? 4 : 12) && l->roomy; i += 1 + aside) {
        l->stage = place_of(app, ui, room, !(i & 1), !(i & 2), i / 4);
        vl_rect pane = vl_app_pane(app, 0);
        vl_rect_cut_top(&pane, panes ? vl_titles_height(app, ui) : 0);
        double size = (double)pane.h / vl_stage_shape(app, pane);
        size /= i & 2 && !app->shown.projector ? worth_beside : 1;
        stage = size > best ? l->stage : stage;
        best = fmax(size, best);
    }
    l->stage = stage;
    l->legend = l->roomy ? legend_of(app, ui, stage) : (vl_rect){0};
    l->pane_title = panes ? vl_titles_height(app, ui) : 0;
    vl_app_set_stage(app, stage);
    float below = l->clear.y + l->clear.h - l->figures.y - l->figures.h;
    bool drawn = vl_session_task(&app->session) == VL_TASK_ASKED &&
                 app->session.scene->task.rule == VL_TASK_DRAW;
    bool high = ((panes || app->graph.table) && !app->notice.kind) || drawn;
    if (high && !l->narrow && l->graph.h > 0 &&
        stage.x + stage.w <= l->figures.x) { // nothing moves below the card
        float more = fmaxf(0, fminf(below, l->graph.w - l->graph.h));
        l->figures.h += more;
        l->graph.h += more;
        vl_layout_cover(l, l->figures);
    }
}

// A drawer moves nothing: it has the room of the graph and all below the rows of the card, or where
// that is too low it lies over the stage. A few numbers leave the graph what they do not need. Find
// has all of the stage beside the card, and in a small window, as help has, the place of the card,
// too. What a drawer would cover in part is not seen meanwhile.
static void layout_drawer(vl_app *app, const vl_ui *ui, vl_rect left)
{
    vl_layout *l = &app->layout;
    bool find = app->drawer.open == VL_DRAWER_FIND, help = app->drawer.open == VL_DRAWER_HELP;
    bool own = l->figures.w > 0 && !l->asks_in_card, all = l->narrow || help || (find && l->small);
    if (app->drawer.few && memcmp(&app->tools.probed, &(vl_chosen){0}, sizeof(vl_chosen)) == 0)
        vl_app_toggle_drawer(app, VL_DRAWER_NUMBERS); // what was clicked has gone
    bool few = app->drawer.few;
    float gap = vl_points(ui, VL_GAP), end = left.y + left.h, foot = l->figures.y + l->figures.h;
    float least = vl_points(ui, few ? fewest_numbers : lowest_drawer);
    float graph = l->graph.h > 0 ? foot - l->graph.y : 0, below_end = foot + gap - end;
    float most = vl_points(ui, few_numbers), clear = vl_points(ui, clear_graph); // off the card:
    float cut = few ? fmaxf(fminf(below_end + most, l->graph.h - clear), below_end + least) : graph;
    cut = fmaxf(cut, 0);
    cut = cut > l->graph.h - vl_points(ui, low_plot) ? graph : cut;
    vl_rect below = {l->figures.x, foot - cut + gap, l->figures.w, end - foot + cut - gap};
    float aside = vl_app_has_panes(app) ? 0 : l->stage.h - l->stage.w / (float)app->view.wide;
    float view = l->stage.y + fmaxf(aside, 0) / 2; // in a narrow window it is above that
    if (l->narrow && !(find || help) && view - gap - below.y >= least)
        below.h = fminf(view - gap - below.y, below.h);
    if (!app->drawer.open)
        return;
    if (own && (l->narrow || !(find || help)) && below.h >= least) {
        l->drawer = below;
        l->figures.h -= cut;
        l->graph.h -= cut;
        l->graph = cut < graph ? l->graph : (vl_rect){0};
    } else {
        left.w -= l->figures.w > 0 && !all ? left.x + left.w - l->figures.x + gap : 0;
        float width = find || help ? left.w : vl_points(ui, drawer_width);
        l->drawer = vl_rect_cut_side(&left, width, 0, find);
        if (all)
            l->figures = l->graph = (vl_rect){0};
    }
    l->drawer.h = few ? fminf(most, l->drawer.h) : l->drawer.h;
    vl_layout_cover(l, l->drawer);
    vl_rect *const parts[] = {&l->caption, &l->formula, &l->sliders, &l->mark};
    bool over = l->choice_count > 0 && vl_rect_overlap(l->choice[l->choice_count - 1], l->drawer);
    if (over || vl_rect_overlap(l->caption, l->drawer)) { // what is not seen is not answered
        l->caption = (vl_rect){0};
        l->choice_count = 0;
    }
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (vl_rect_overlap(*parts[i], l->drawer))
            *parts[i] = (vl_rect){0};
    int count = 0;
    for (int i = 0; i < l->button_count; i++) {
        bool mark = vl_command_get(l->buttons[i].command).place == VL_PLACE_MARK;
        if (mark ? l->mark.w > 0 : !vl_rect_overlap(l->buttons[i].rect, l->drawer))
            l->buttons[count++] = l->buttons[i];
    }
    l->button_count = count;
}

static vl_banner banner_of(const vl_app *app)
{
    const vl_notice *notice = &app->notice;
    bool warning = !vl_app_notice_is_note(app) && notice->kind != VL_NOTICE_RETURN;
    bool line = app->layout.narrow || notice->kind == VL_NOTICE_DIVERGED;
    bool title = warning && line && app->session.running; // alone
    return (vl_banner){.warning = warning, notice->title, title ? "" : notice->text};
}

// The banner is below the card, or the question in its place, or beside words above the motion. A
// note that would be over the motion or the graph is over the rows before the graph, unless it
// stays longer; in the dock both are at the foot of the graph, which is so much lower then. Where
// there is no room it is at the bottom of the stage.
static vl_rect place_banner(const vl_app *app, const vl_ui *ui, vl_rect stage)
{
    const vl_layout *l = &app->layout;
    const vl_banner banner = banner_of(app);
    bool docked = app->pages.open == &vl_page_dock;
    const vl_rect g = l->graph, card = docked ? l->page : l->figures;
    float margin = vl_points(ui, VL_GAP), narrow = vl_ui_banner_height(ui, &banner, card.w);
    bool small = l->low || l->narrow, note = vl_app_notice_is_note(app) && !app->notice.outlives;
    float above = fmaxf(card.y, (note && !docked && g.h > 0 ? g.y : card.y + card.h) - narrow);
    vl_rect below_words = stage, below = stage;
    cut_below(&below_words, l->said, margin);
    cut_below(&below_words, l->written, margin);
    bool row = l->asks_in_card && l->choice_count > 0;
    cut_below(&below, row ? l->choice[l->choice_count - 1] : card, margin);
    cut_below(&below, l->low ? l->written : (vl_rect){0}, margin);
    below.h -= l->narrow ? stage.y + stage.h - below_words.y : 0; // where the words are
    bool beside = !note || l->stage.x + l->stage.w <= card.x;
    bool drawn = l->drawer.w > 0 && l->drawer.x == card.x; // below the rows
    if (drawn && !l->narrow)
        stage.w = l->drawer.x - stage.x;
    bool fits = !drawn && (l->asks_in_card || (!l->narrow && beside)) && narrow <= below.h;
    bool over =
        docked || (note && !drawn && !l->asks_in_card && (small || !fits) && narrow <= card.h / 2);
    const float x = card.x - margin - card.w, words = l->said.y + l->said.h + margin;
    bool is_free = x > fmaxf(l->choice_room.x + l->choice_room.w, l->sliders.x + l->sliders.w);
    if (!fits && !docked && !small && !drawn && is_free && words + narrow < l->stage.y)
        return (vl_rect){x, words, card.w, narrow};
    if (card.w >= vl_points(ui, narrowest_stage) && (over || fits))
        return (vl_rect){card.x, over ? above : below.y, card.w, narrow};
    float width = fminf(stage.w - 2 * margin, vl_points(ui, 620));
    float height = vl_ui_banner_height(ui, &banner, width);
    float lowest = stage.y + stage.h - margin - height;
    // below what is written; else down to the transport
    float y = below_words.y <= lowest ? lowest : fminf(below_words.y, l->band.y - height);
    float spare = stage.w - width; // what stays longer is aside
    return (vl_rect){stage.x + (app->notice.outlives ? spare : spare / 2), y, width, height};
}

void vl_screen_layout(vl_app *app)
{
    vl_surface surface = app->platform->surface(app->platform);
    vl_layout *l = &app->layout;
    const float x = app->hands.mouse.x, y = app->hands.mouse.y;
    const bool over = vl_rect_contains(l->formula, x, y);
    *l = (vl_layout){0};
    l->whole = (vl_rect){0, 0, (float)surface.width, (float)surface.height};
    set_type(app);
    set_ui(app);
    vl_frame_marks_follow(&app->graph.marks, &app->session);
    const vl_ui *ui = &app->screen->ui;
    vl_rect body = vl_rect_inset(l->whole, vl_points(ui, VL_GAP));
    vl_rect top = vl_rect_cut_top(&body, vl_points(ui, VL_TARGET));
    vl_band_layout(app, ui, &body);
    vl_rect left = body;
    layout_page(app, ui, &top, &left);
    vl_top_layout(app, ui, top);
    layout_stage(app, ui, left);
    place_stage(app, ui, body, left);
    layout_drawer(app, ui, left);
    if (app->notice.kind != VL_NOTICE_NONE && !(app->notice.said && l->caption.w > 0)) {
        bool all = l->clear.w < vl_points(ui, narrowest_stage) && l->page.w > 0; // it takes all
        l->banner = place_banner(app, ui, all ? l->page : l->clear);
        vl_layout_cover(l, l->banner);
        if (app->pages.open == &vl_page_dock)
            l->graph.h = fminf(fmaxf(l->banner.y - l->graph.y, 0), l->graph.h);
        if (l->low && l->banner.y < l->said.y + l->said.h && !l->asks_in_card &&
            l->banner.x < l->said.x + l->said.w)
            l->caption = l->said = (vl_rect){0}; // until the notice goes
    }
    if (l->asks_in_card)
        l->figures = l->graph = (vl_rect){0};
    if (l->asks_in_card && l->choice_count > 0 && !app->drawer.open && !app->notice.kind)
        vl_figures_plain(app, ui); // what is asked about, in the room of the answer
    vl_menu_layout(app, ui);
    app->hands.points &= over || !vl_rect_contains(l->formula, x, y);
}

static void draw_drawer(vl_app *app, const vl_ui *ui)
{
    static void (*const drawers[])(vl_app * app, const vl_ui *ui) = {
        [VL_DRAWER_NOTES] = vl_notes_draw,
        [VL_DRAWER_HELP] = vl_help_draw,
        [VL_DRAWER_NUMBERS] = vl_numbers_draw,
    };
    if (app->drawer.open && drawers[app->drawer.open])
        drawers[app->drawer.open](app, ui);
    vl_finder_draw(app, ui);
}

// Draws everything except the banner.
static void draw_window(vl_app *app, const vl_ui *ui)
{
    vl_session_show(&app->session, true);
    vl_stage_draw(app, ui);
    vl_session_show(&app->session, false);
    vl_caption_draw(app, ui);
    vl_figures_draw(app, ui);
    vl_top_draw(app, ui);
    vl_draw_buttons(app, ui, VL_PLACE_TOOLS);
    vl_draw_buttons(app, ui, VL_PLACE_UNDO);
    vl_band_draw(app, ui);
    if (vl_theory_is_open(app))
        vl_theory_draw(app, ui, app->layout.page);
    draw_drawer(app, ui);
}

void vl_screen_draw(vl_app *app)
{
    vl_screen *screen = app->screen;
    vl_ui *ui = &screen->ui;
    vl_drawlist other = screen->presented;
    screen->presented = app->list;
    app->list = other;
    vl_drawlist_clear(&app->list, app->shown.theme->background);
    set_ui(app);
    app->focus.count = 0;
    app->hint.count = 0;
    vl_ui below = *ui;
    if (app->menu.open) {
        below.pointer.away = true;
        below.focus = NULL;
        below.hint = NULL;
    }
    below.pointer.away |= vl_rect_contains(app->layout.banner, ui->pointer.x, ui->pointer.y);
    draw_window(app, &below);
    const vl_banner banner = banner_of(app);
    if (app->notice.kind != VL_NOTICE_NONE && app->layout.banner.w > 0 &&
        vl_ui_banner(app->menu.open ? &below : ui, app->layout.banner, &banner))
        app->notice.kind = VL_NOTICE_NONE;
    vl_menu_draw(app, ui);
    if (!app->typing.drawn) // it is closed
        app->typing = (vl_typing){0};
    app->typing.drawn = false;
    const vl_rect lists[] = {app->layout.drawer, app->layout.page, app->layout.figures,
                             vl_numbers_of_step(app, &below)};
    vl_hint_draw(ui, app->layout.whole, lists, 4);
    app->focus.activates = false;
    app->focus.turns = 0;
    const char *key = screen->prose.pressed;
    vl_command command = vl_command_get(*key ? vl_command_named(key, (int)strlen(key)) : 0);
    if (*key) // it may open another scene
        command.act(app, &command);
}
