#include "app/screen/screen.h"

#include "app/input/commands.h"
#include "app/pages/pages.h"
#include "app/screen/formula.h"
#include "app/screen/panel.h"
#include "app/stage/stage.h"
#include "base/memory.h"
#include "base/text.h"
#include "ui/number.h"
#include "ui/widgets.h"

#include <ctype.h>
#include <float.h>
#include <stdio.h>
#include <string.h>

enum { MOST_BUTTONS = 96, MOST_HELP_ROWS = 128, MOST_PARAGRAPHS = 64, HELP_KEYS = 32, MORE = -1 };

// A window narrower than this (points) has no panel, one narrower than that no column for notes.
static const float narrowest_panel = 860, narrowest_notes = 1000;

// A space narrower than this has no room for the stage beside a page.
static const float narrowest_page = 640;

// The stage beside a wide page, where the window has no more.
static const float narrow_stage = 320;

// A stage narrower than this has no room for the numbers beside the formula.
static const float narrowest_numbers = 860;

struct vl_screen {
    vl_panel panel;
    int64_t generation;
    vl_ui ui;
    vl_text_metrics metrics;
    vl_rect whole, bar, side, page, formula, notes, answer, banner, status;
    int method_count, button_count; // the integrators come first
    int buttons[MOST_BUTTONS];      // indices of commands, or MORE
    vl_rect rects[MOST_BUTTONS];
};

vl_screen *vl_screen_create(void)
{
    vl_screen *screen = vl_alloc(1, sizeof *screen);
    screen->panel = vl_panel_create();
    return screen;
}

void vl_screen_free(vl_screen *screen)
{
    vl_free(screen);
}

float vl_screen_scale(const vl_app *app)
{
    // text for the back of the room: it grows with the window
    vl_surface s = app->platform->surface(app->platform);
    float room = fminf((float)s.width / 1280, (float)s.height / 720);
    return fmaxf(room, 0.8f * s.scale);
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
    float scale = vl_screen_scale(app);
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
        .theme = &vl_themes[app->theme],
        .metrics = &screen->metrics,
        .scale = vl_screen_scale(app),
        .elapsed = (float)app->elapsed,
        .pointer = app->ui_pointer,
    };
}

// --- the bar ---

// Buttons that stay while the others are folded away.
static bool is_essential(const vl_command *command)
{
    bool time = command->group == VL_GROUP_TIME && command->key != 'z';
    bool first_page = vl_page_count > 0 && command->key == vl_pages[0]->key; // which has tabs
    return time || first_page || command->key == VL_KEY_F1 || command->key == VL_KEY_F1 + 1 ||
           command->key == VL_KEY_PAGE_UP || command->key == VL_KEY_PAGE_DOWN ||
           command->key == 'n';
}

// Understood by its icon: in the folded bar it stands without a word, so that one row holds all.
static bool is_plain(const vl_command *command)
{
    return command->key == '[' || command->key == ']' || command->key == VL_KEY_PAGE_UP ||
           command->key == VL_KEY_PAGE_DOWN;
}

// The mistake has its button where there is one to switch.
static bool is_wanted(const vl_app *app, const vl_command *command)
{
    bool mistake = command->key == 'q' && !command->ctrl && app->session.scene->mistake;
    return app->shown.full_bar || mistake || is_essential(command);
}

static vl_button button_of(const vl_app *app, int index, char label[64])
{
    if (index == MORE)
        return (vl_button){.icon = VL_ICON_MORE, .label = "More", .active = app->shown.full_bar};

    vl_command command = vl_command_get(index);
    bool method = command.group == VL_GROUP_METHOD;
    snprintf(label, 64, "%s", command.label);
    char *space = method ? strchr(label, ' ') : NULL;
    if (space)
        *space = '\n';
    bool pause = command.key == ' ' && app->session.running;
    return (vl_button){
        .icon = pause ? VL_ICON_PAUSE : command.icon,
        .label = pause                                        ? "Pause"
                 : !app->shown.full_bar && is_plain(&command) ? NULL
                                                              : label,
        .key = command.icon == VL_ICON_NONE && !method ? NULL : command.keys,
        .style = method ? vl_theme_method(&vl_themes[app->theme], command.value) : NULL,
        .active = command.active && command.key != ' ' && command.active(app, &command),
    };
}

static void choose_buttons(vl_app *app)
{
    vl_screen *screen = app->screen;
    screen->button_count = 0;
    for (int i = 0; i < vl_command_count(); i++) {
        vl_command command = vl_command_get(i);
        bool method = command.group == VL_GROUP_METHOD;
        if (method || is_wanted(app, &command))
            screen->buttons[screen->button_count++] = i;
        screen->method_count = method ? screen->button_count : screen->method_count;
    }
    screen->buttons[screen->button_count++] = MORE;
}

static vl_command_group group_of(int index)
{
    return index == MORE ? VL_GROUP_PROGRAM : vl_command_get(index).group;
}

// Lays the buttons [first, end) out in rows below `top`; returns the height used.
static float flow_buttons(vl_app *app, int first, int end, float top, float width)
{
    vl_screen *screen = app->screen;
    const vl_ui *ui = &screen->ui;
    vl_flow_item items[MOST_BUTTONS];
    float height = 0, gap = vl_points(ui, 4);

    for (int i = first; i < end; i++) {
        char label[64];
        vl_button button = button_of(app, screen->buttons[i], label);
        bool group = i > first && group_of(screen->buttons[i]) != group_of(screen->buttons[i - 1]);
        items[i - first] = (vl_flow_item){vl_ui_button_width(ui, &button), group};
        height = fmaxf(height, vl_ui_button_height(ui, &button));
    }
    vl_rect area = {gap, top, width - 2 * gap, 0};
    return vl_flow(area, height, gap, items, end - first, screen->rects + first);
}

static void layout_bar(vl_app *app, vl_rect *left)
{
    vl_screen *screen = app->screen;
    float pad = vl_points(&screen->ui, 5);
    choose_buttons(app);
    float methods = flow_buttons(app, 0, screen->method_count, pad, left->w);
    float others =
        flow_buttons(app, screen->method_count, screen->button_count, methods + 2 * pad, left->w);
    screen->bar = vl_rect_cut_bottom(left, methods + others + 3 * pad);
    for (int i = 0; i < screen->button_count; i++)
        screen->rects[i].y += screen->bar.y;
}

static void draw_bar(vl_app *app)
{
    vl_screen *screen = app->screen;
    const vl_ui *ui = &screen->ui;
    vl_draw_rect(ui->list, screen->bar, ui->theme->panel);
    vl_draw_rect(ui->list, (vl_rect){screen->bar.x, screen->bar.y, screen->bar.w, vl_points(ui, 1)},
                 ui->theme->panel_edge);
    for (int i = 0; i < screen->button_count; i++) {
        char label[64];
        vl_button button = button_of(app, screen->buttons[i], label);
        if (!vl_ui_button(ui, screen->rects[i], &button))
            continue;
        if (screen->buttons[i] == MORE) {
            app->shown.full_bar = !app->shown.full_bar;
        } else {
            vl_command command = vl_command_get(screen->buttons[i]);
            command.act(app, &command);
        }
    }
}

// --- layout ---

bool vl_screen_notes_fit(const vl_app *app)
{
    const vl_screen *screen = app->screen;
    return screen->whole.w >= vl_points(&screen->ui, narrowest_notes);
}

static bool has_wide_page(const vl_app *app)
{
    return app->page >= 0 && vl_pages[app->page]->wide;
}

static void layout_side(vl_app *app, vl_rect *left)
{
    vl_screen *screen = app->screen;
    bool gives_way = has_wide_page(app);
    screen->side = (vl_rect){0};
    if (app->shown.panel && !gives_way && left->w >= vl_points(&screen->ui, narrowest_panel))
        screen->side = vl_rect_cut_right(left, vl_points(&screen->ui, 270));
}

// Of `room` pixels: most of them; a wide one leaves a narrow stage.
static float page_width(const vl_app *app, float room)
{
    const vl_ui *ui = &app->screen->ui;
    float usual = 0.62f * room;
    if (room < vl_points(ui, narrowest_page))
        return room;
    if (!has_wide_page(app))
        return usual;
    return fminf(fmaxf(room - vl_points(ui, narrow_stage), usual), 0.75f * room);
}

// A page takes the place of formula and notes; the picture goes on beside it where there is room.
static void layout_page(vl_app *app, vl_rect *left)
{
    vl_screen *screen = app->screen;
    screen->formula = screen->notes = screen->answer = (vl_rect){0};
    screen->page = vl_rect_cut_left(left, page_width(app, left->w));
}

static void layout_column(vl_app *app, vl_rect *left)
{
    vl_screen *screen = app->screen;
    const vl_ui *ui = &screen->ui;
    float pad = vl_points(ui, 10), width = fminf(vl_points(ui, 400), left->w - 2 * pad);
    bool numbers = (app->shown.notes && vl_screen_notes_fit(app)) ||
                   left->w >= vl_points(ui, narrowest_numbers);
    float height = vl_formula_height(app, ui, width, numbers);
    screen->formula = (vl_rect){left->x + pad, left->y + pad, width, height};
    screen->notes = screen->answer = (vl_rect){0};
    if (!app->shown.notes || !vl_screen_notes_fit(app))
        return;

    vl_rect column = vl_rect_cut_left(left, width + 2 * pad);
    float top = screen->formula.y + screen->formula.h + pad;
    screen->notes = (vl_rect){column.x + pad, top, width, column.y + column.h - top - pad};
    if (*app->session.scene->answer)
        screen->answer = vl_rect_cut_bottom(&screen->notes, vl_points(ui, VL_TARGET));
}

// Particles that are seen in a rectangle of the stage.
static int count_covered(const vl_app *app, vl_rect rect)
{
    enum { MOST_LOOKED_AT = 2000 };

    const vl_particles *p = &vl_session_world(&app->session)->particles;
    vl_projection projection = vl_camera_projection(&app->camera);
    int count = 0, stride = 1 + p->count / MOST_LOOKED_AT;
    for (int i = 0; i < p->count; i += stride) {
        vl_pixel at = vl_project(&projection, vl_read(p->x, i));
        float radius = (float)(p->radius[i] * projection.scale);
        count += at.x + radius > rect.x && at.x - radius < rect.x + rect.w &&
                 at.y + radius > rect.y && at.y - radius < rect.y + rect.h;
    }
    return count;
}

// At the bottom of the stage, or at its top where that hides less of what moves. It stays where it
// was when it came.
static void layout_banner(vl_app *app, vl_rect stage)
{
    vl_screen *screen = app->screen;
    vl_notice *notice = &app->notice;
    screen->banner = (vl_rect){0};
    if (notice->kind == VL_NOTICE_NONE)
        return;
    float margin = vl_points(&screen->ui, 10);
    float width = fminf(stage.w - 2 * margin, vl_points(&screen->ui, 620));
    vl_banner banner = {.title = notice->title, .text = notice->text, .closable = true};
    float height = vl_ui_banner_height(&screen->ui, &banner, width);
    float x = stage.x + (stage.w - width) / 2;
    const vl_rect below = {x, screen->status.y - height, width, height};
    const vl_rect above = {x, stage.y + margin, width, height};
    if (!notice->placed)
        notice->above = count_covered(app, above) < count_covered(app, below);
    notice->placed = true;
    screen->banner = notice->above ? above : below;
}

void vl_screen_layout(vl_app *app)
{
    vl_screen *screen = app->screen;
    vl_surface surface = app->platform->surface(app->platform);
    set_type(app);
    set_ui(app);
    vl_rect left = {0, 0, (float)surface.width, (float)surface.height};
    screen->whole = left;
    layout_bar(app, &left);
    layout_side(app, &left);
    screen->status = vl_rect_cut_bottom(&left, 1.5f * screen->metrics.height[VL_TYPE_SMALL]);
    screen->page = (vl_rect){0};
    if (app->page >= 0)
        layout_page(app, &left);
    else
        layout_column(app, &left);
    app->camera.stage = left;
    layout_banner(app, left);
}

float vl_screen_hidden_left(const vl_app *app)
{
    vl_rect stage = app->camera.stage, card = app->screen->formula;
    float hidden = card.x + card.w - stage.x;
    return hidden > 0 && hidden < 0.5f * stage.w ? hidden : 0;
}

bool vl_screen_covers(const vl_app *app, float x, float y)
{
    const vl_screen *s = app->screen;
    return vl_screen_has_sheet(app) || vl_rect_contains(s->bar, x, y) ||
           vl_rect_contains(s->side, x, y) || vl_rect_contains(s->notes, x, y) ||
           vl_rect_contains(s->answer, x, y) || vl_rect_contains(s->page, x, y) ||
           vl_rect_contains(s->banner, x, y);
}

bool vl_screen_button(const vl_app *app, int command, vl_rect *rect)
{
    const vl_screen *screen = app->screen;
    for (int i = 0; i < screen->button_count; i++)
        if (screen->buttons[i] == command) {
            *rect = screen->rects[i];
            return true;
        }
    return false;
}

bool vl_screen_solver_button(const vl_app *app, vl_rect *rect)
{
    *rect = app->screen->panel.solver;
    return app->screen->side.w > 0;
}

bool vl_screen_card(const vl_app *app, vl_rect *rect)
{
    *rect = app->screen->panel.card;
    return app->screen->side.w > 0 && app->shown.settings;
}

bool vl_screen_answer(const vl_app *app, vl_rect *rect)
{
    *rect = app->screen->answer;
    return rect->w > 0;
}

int vl_screen_parts(const vl_app *app, vl_rect parts[VL_SCREEN_PARTS])
{
    const vl_screen *s = app->screen;
    const vl_rect fixed[] = {s->side, s->formula, s->notes, s->status, s->page, s->answer};
    int count = 0;
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        parts[count++] = fixed[i];
    for (int i = 0; i < s->button_count; i++)
        parts[count++] = s->rects[i];
    return count;
}

// --- parts ---

static const char no_break_space[] = "\xC2\xA0";

// A short word behind a number, such as "s", "J", "kg", "%".
static bool is_unit(const char *word)
{
    size_t length = strcspn(word, " \n.,;:");
    return length > 0 && length <= 3;
}

// A scene file breaks its lines where they are full; here the paragraphs are set anew. A short line
// ends where its author wanted it to.
static void add_reflowed(vl_text *text, const char *notes)
{
    enum { FULL_LINE = 75 };

    int column = 0;
    for (const char *c = notes; *c; c++) {
        bool joint = *c == '\n' && c[1] != '\n' && c[1] != '\0' && column >= FULL_LINE;
        bool unit =
            (*c == ' ' || joint) && c > notes && isdigit((unsigned char)c[-1]) && is_unit(c + 1);
        const char *piece = unit ? no_break_space : joint ? " " : NULL;
        vl_text_add_bytes(text, piece ? piece : c, piece ? strlen(piece) : 1);
        column = *c == '\n' ? 0 : column + 1;
    }
}

// What the line that folds the answer says; NULL where the scene has none.
static const char *answer_link(const vl_app *app)
{
    if (!*app->session.scene->answer)
        return NULL;
    return app->shown.answer ? "Hide the answer" : "Show the answer";
}

static void toggle_answer(vl_app *app)
{
    app->shown.answer = !app->shown.answer;
    app->sheet_scroll = app->shown.answer ? FLT_MAX : 0; // the sheet goes to its end
}

// An answer that does not fit into the column is read on the sheet.
static void toggle_answer_in_column(vl_app *app)
{
    const vl_screen *screen = app->screen;
    vl_text answer = {0};
    toggle_answer(app);
    add_reflowed(&answer, app->session.scene->answer);
    float height =
        vl_ui_block_height(&screen->ui, VL_TYPE_SMALL, answer.data, screen->notes.w, VL_MOST_LINES);
    float title = 1.3f * screen->metrics.height[VL_TYPE_MEDIUM] + vl_points(&screen->ui, 8);
    app->shown.whole_notes = app->shown.answer && height > screen->notes.h - title;
    vl_text_free(&answer);
}

static bool has_open_answer(const vl_app *app)
{
    return app->shown.answer && *app->session.scene->answer;
}

// In the column the answer takes the place of the notes.
static void add_notes(vl_text *text, const vl_app *app)
{
    const vl_scene *scene = app->session.scene;
    vl_text_add(text, "%s", "");
    add_reflowed(text, has_open_answer(app) ? scene->answer : scene->notes);
}

// Notes that do not fit beside the stage are read on a sheet: by a click on them, or by their key
// where the window has no column for them.
static void draw_notes(vl_app *app)
{
    vl_screen *screen = app->screen;
    const vl_ui *ui = &screen->ui;
    if (screen->notes.w <= 0)
        return;
    vl_rect inside = vl_rect_inset(screen->notes, vl_points(ui, 4));
    vl_rect title = vl_rect_cut_top(&inside, 1.3f * ui->metrics->height[VL_TYPE_MEDIUM]);
    vl_ui_text(ui, title, VL_TYPE_MEDIUM, ui->theme->text, VL_ALIGN_LEFT,
               app->session.scene->title);
    vl_text notes = {0};
    add_notes(&notes, app);
    float medium = vl_ui_block_height(ui, VL_TYPE_MEDIUM, notes.data, inside.w, VL_MOST_LINES);
    vl_type_size size = medium <= inside.h ? VL_TYPE_MEDIUM : VL_TYPE_SMALL;
    float small = vl_ui_block_height(ui, VL_TYPE_SMALL, notes.data, inside.w, VL_MOST_LINES);
    if (small > inside.h) {
        vl_rect more = vl_rect_cut_bottom(&inside, 1.2f * ui->metrics->height[VL_TYPE_SMALL]);
        vl_ui_text(ui, more, VL_TYPE_SMALL, ui->theme->accent, VL_ALIGN_LEFT,
                   "Click here to read on");
    }
    vl_ui_block(ui, inside, size, ui->theme->text, notes.data, VL_MOST_LINES);
    vl_text_free(&notes);
    if (vl_ui_touch(ui, screen->notes).clicked)
        app->shown.whole_notes = true;
    vl_rect link = screen->answer;
    vl_rect_cut_left(&link, vl_points(ui, 4));
    if (answer_link(app) && vl_ui_link(ui, link, answer_link(app)))
        toggle_answer_in_column(app);
}

// A row for each paragraph, which ends where a line is empty; cuts the text into them.
static int paragraph_rows(char *text, vl_sheet_row *rows, int most)
{
    int count = 0;
    for (char *next = text; next && count < most; count++) {
        rows[count] = (vl_sheet_row){NULL, next};
        char *end = count + 1 < most ? strstr(next, "\n\n") : NULL;
        if (end)
            *end = '\0';
        next = end ? end + 2 : NULL;
    }
    return count;
}

// The notes, and behind them the answer where it is open. The rows point into both texts.
static int whole_rows(const vl_app *app, vl_text *notes, vl_text *answer,
                      vl_sheet_row rows[MOST_PARAGRAPHS])
{
    enum { HALF = MOST_PARAGRAPHS / 2 };

    const vl_scene *scene = app->session.scene;
    add_reflowed(notes, *scene->notes ? scene->notes : "This scene has no notes.");
    int count = paragraph_rows(notes->data, rows, HALF);
    if (!has_open_answer(app))
        return count;
    rows[count++] = (vl_sheet_row){"Answer", NULL};
    add_reflowed(answer, scene->answer);
    return count + paragraph_rows(answer->data, rows + count, HALF - 1);
}

static void draw_whole_notes(vl_app *app)
{
    bool no_column = app->shown.notes && !vl_screen_notes_fit(app);
    if (!app->shown.whole_notes && !no_column)
        return;
    vl_text notes = {0}, answer = {0};
    vl_sheet_row rows[MOST_PARAGRAPHS];
    int count = whole_rows(app, &notes, &answer, rows);
    vl_sheet sheet = {app->session.scene->title, rows, count, answer_link(app)};
    vl_sheet_done done =
        vl_ui_sheet(&app->screen->ui, app->screen->whole, &sheet, &app->sheet_scroll);
    if (done == VL_SHEET_CLOSE) {
        app->shown.whole_notes = false;
        app->shown.notes = app->shown.notes && !no_column;
    }
    if (done == VL_SHEET_LINK)
        toggle_answer(app);
    vl_text_free(&notes);
    vl_text_free(&answer);
}

bool vl_screen_has_sheet(const vl_app *app)
{
    return app->shown.help || app->shown.whole_notes ||
           (app->shown.notes && !vl_screen_notes_fit(app));
}

// A line of parts, each but the first behind a tab. The policy, and of one that interpolates how
// far the picture is behind the digits.
static void add_policy(vl_text *text, const vl_session *session)
{
    const vl_policy *policy = &session->pacing.policy;
    char figure[VL_FIGURE_SIZE], label[VL_POLICY_LABEL_SIZE];
    if (vl_policy_is_raw(policy))
        return;
    vl_text_add(text, "\t%s", vl_policy_label(policy, label));
    if (vl_session_draws_between(session))
        vl_text_add(text, "\tpicture %s ms earlier",
                    vl_figure_fixed(1e3 * vl_policy_behind(policy), 0, figure));
}

static void add_time(vl_text *text, const vl_app *app)
{
    char figure[VL_FIGURE_SIZE];
    const vl_way_back *back = &app->session.back;
    double time = vl_way_back_time(back, app->readout.reading.time);
    vl_text_add(text, "t = %s s", vl_figure_fixed(time, 2, figure));
    double end = vl_way_back_end(back, vl_lab_time(app->session.lab));
    if (back->left > 0)
        vl_text_add(text, ", going %s to %s s", back->turned ? "back" : "on",
                    vl_figure_fixed(end, 2, figure));
    else if (back->turned)
        vl_text_add(text, ", turned round");
}

// What there is to say, what matters least last.
static void add_status(vl_text *text, const vl_app *app)
{
    const vl_session *session = &app->session;
    char figure[VL_FIGURE_SIZE];
    add_time(text, app);
    vl_text_add(text, "\tspeed ×%s\tdt ", vl_figure(session->pacing.speed, 2, figure));
    vl_stream_label(session->pacing.stream, text);
    if (session->engine)
        vl_text_add(text, "\tengine %s", session->engine->name);
    add_policy(text, session);
    if (!session->running)
        vl_text_add(text, "\tpaused");
    double lost = vl_pacing_lost(&session->pacing), added = session->pacing.policy.added;
    if (lost > 0)
        vl_text_add(text, "\t%s s lost", vl_figure_fixed(lost, 2, figure));
    if (added > 0)
        vl_text_add(text, "\t%s s too much", vl_figure_fixed(added, 2, figure));
    vl_text_add(text, "\t%s frames/s", vl_figure_fixed(app->frame_rate, 0, figure));
}

// `parts` with `between` for each tab.
static void join(vl_text *line, const char *parts, const char *between)
{
    line->length = 0;
    for (const char *c = parts; *c; c++)
        vl_text_add_bytes(line, *c == '\t' ? between : c, *c == '\t' ? strlen(between) : 1);
}

// Of one that has no room the parts come nearer to each other, and then the last ones are left out.
static void fit_status(const vl_ui *ui, vl_text *line, char *parts, float width)
{
    join(line, parts, "   ·   ");
    while (vl_text_width(ui->metrics, VL_TYPE_SMALL, line->data) > width) {
        bool near = strstr(line->data, "   ·   ") == NULL;
        char *last = near ? strrchr(parts, '\t') : NULL;
        if (near && !last)
            return;
        if (last)
            *last = '\0';
        join(line, parts, " · ");
    }
}

static void draw_status(vl_app *app)
{
    vl_screen *screen = app->screen;
    const vl_ui *ui = &screen->ui;
    vl_text parts = {0}, line = {0};
    vl_rect rect = screen->status;
    vl_draw_rect(ui->list, rect, ui->theme->panel);
    vl_rect_cut_left(&rect, vl_points(ui, 12));
    add_status(&parts, app);
    fit_status(ui, &line, parts.data, rect.w);
    vl_ui_text(ui, rect, VL_TYPE_SMALL, ui->theme->text_dim, VL_ALIGN_LEFT, line.data);
    vl_text_free(&parts);
    vl_text_free(&line);
}

static void draw_banner(vl_app *app)
{
    if (app->notice.kind == VL_NOTICE_NONE || app->screen->banner.w <= 0)
        return;
    vl_banner banner = {
        .warning = app->notice.kind != VL_NOTICE_NOTE && app->notice.kind != VL_NOTICE_RETURN,
        .title = app->notice.title,
        .text = app->notice.text,
        .closable = true,
    };
    if (vl_ui_banner(&app->screen->ui, app->screen->banner, &banner))
        app->notice.kind = VL_NOTICE_NONE;
}

static const vl_sheet_row mouse_rows[] = {
    {"With mouse or finger", NULL},
    {NULL,
     "Drag a particle, let go to throw it. Drag the empty stage to move the view; with the right "
     "button, or one finger, to turn a scene with depth. Zoom with the wheel or two fingers. Drop "
     "a scene file to open it."},
};

// "1 … 0 B I": the digits from the first to the last, and every letter.
static void write_integrator_keys(char keys[HELP_KEYS])
{
    const char *last = NULL;
    for (int i = 0; i < vl_integrator_count; i++)
        if (vl_integrators[i]->key[0] >= '0' && vl_integrators[i]->key[0] <= '9')
            last = vl_integrators[i]->key;
    int length = snprintf(keys, HELP_KEYS, "%s … %s", vl_integrators[0]->key, last ? last : "");
    for (int i = 0; i < vl_integrator_count && length < HELP_KEYS; i++)
        if (vl_integrators[i]->key[0] > '9')
            length += snprintf(keys + length, (size_t)(HELP_KEYS - length), " %s",
                               vl_integrators[i]->key);
}

// One row for each command, for a pair, for the arrows, and for the integrators, whose buttons show
// their keys.
static vl_sheet_row help_row(int *index, char keys[HELP_KEYS])
{
    vl_command command = vl_command_get(*index);
    if (command.group == VL_GROUP_METHOD) {
        *index = vl_integrator_count;
        write_integrator_keys(keys);
        return (vl_sheet_row){keys, "integrator: each button shows its key"};
    }
    if (command.key == VL_KEY_LEFT) {
        *index += 4;
        return (vl_sheet_row){"← → ↑ ↓", "move the view"};
    }
    *index += command.pair ? 2 : 1;
    if (!command.pair)
        return (vl_sheet_row){command.keys, command.help};
    snprintf(keys, HELP_KEYS, "%s %s", command.keys, vl_command_get(*index - 1).keys);
    return (vl_sheet_row){keys, command.pair};
}

static int help_rows(vl_sheet_row rows[MOST_HELP_ROWS], char keys[MOST_HELP_ROWS][HELP_KEYS])
{
    int count = 0;
    vl_command_group last = VL_GROUP_COUNT;
    for (int i = 0; i < vl_command_count();) {
        vl_command_group group = vl_command_get(i).group;
        if (group != last)
            rows[count++] = (vl_sheet_row){vl_command_group_name(group), NULL};
        last = group;
        rows[count] = help_row(&i, keys[count]);
        count++;
    }
    for (size_t i = 0; i < sizeof mouse_rows / sizeof *mouse_rows; i++)
        rows[count++] = mouse_rows[i];
    return count;
}

static void draw_help(vl_app *app)
{
    vl_sheet_row rows[MOST_HELP_ROWS];
    char keys[MOST_HELP_ROWS][HELP_KEYS];
    vl_sheet sheet = {"Verlet Lab", rows, help_rows(rows, keys), NULL};
    if (vl_ui_sheet(&app->screen->ui, app->screen->whole, &sheet, &app->sheet_scroll))
        app->shown.help = false;
}

void vl_screen_draw(vl_app *app)
{
    vl_screen *screen = app->screen;
    const vl_theme *theme = &vl_themes[app->theme];
    vl_drawlist_clear(&app->list, theme->background);
    set_ui(app);
    if (screen->generation != app->generation)
        vl_panel_forget(&screen->panel);
    screen->generation = app->generation;

    // behind the help nothing is to be clicked
    vl_ui *ui = &screen->ui;
    bool away = ui->pointer.away;
    bool sheet = vl_screen_has_sheet(app);
    ui->pointer.away = away || sheet;
    vl_session_show_drawn(&app->session);
    vl_stage_draw(app, ui);
    vl_session_show_state(&app->session);
    if (app->page >= 0) {
        vl_pages_draw(app, ui, screen->page);
    } else {
        vl_formula_draw(app, ui, screen->formula);
        draw_notes(app);
    }
    if (screen->side.w > 0)
        vl_panel_draw(&screen->panel, app, ui, screen->side);
    draw_bar(app);
    draw_status(app);
    // the click that has just opened a sheet is not one beside it
    ui->pointer.away = away || !sheet;
    if (app->shown.help)
        draw_help(app);
    else
        draw_whole_notes(app);
    ui->pointer.away = away;
    draw_banner(app); // a broken file is told over the help, too
}
