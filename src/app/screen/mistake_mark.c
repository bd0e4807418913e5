#include "app/screen/parts.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// --- the formula ---

// Returns whether `text` begins with a letter or a subscript (U+2080 … 208F).
static bool is_of_symbol(const char *text)
{
    return isalpha((unsigned char)*text) || strncmp(text, "\xE2\x82", 2) == 0;
}

// Counts the bytes that two lines have in common at their beginning and then at their end, in whole
// symbols.
static void common_parts(const char *a, int a_length, const char *b, int b_length, int *head,
                         int *tail)
{
    int shorter = a_length < b_length ? a_length : b_length;
    *head = *tail = 0;
    while (*head < shorter && a[*head] == b[*head])
        ++*head;
    while (*head > 0 &&
           (vl_utf8_continues(b[*head]) ||
            (*head < b_length && is_of_symbol(b + *head) && isalpha((unsigned char)b[*head - 1]))))
        --*head;
    while (*tail < shorter - *head && a[a_length - 1 - *tail] == b[b_length - 1 - *tail])
        ++*tail;
    while (*tail > 0 && *tail < b_length - *head &&
           (vl_utf8_continues(b[b_length - *tail]) || is_of_symbol(b + b_length - *tail)))
        --*tail;
}

static float width_of(const vl_ui *ui, vl_type_size size, const char *text, int length)
{
    return ui->metrics->width(ui->metrics->user, size, text, length);
}

static void draw_line(const vl_ui *ui, vl_rect rect, vl_type_size size, const char *right,
                      int right_length, const char *wrong, int length)
{
    int head, tail;
    common_parts(right, right_length, wrong, length, &head, &tail);
    int marked = length - head - tail;
    float x = rect.x, width = width_of(ui, size, wrong + head, marked);
    float before = width_of(ui, size, wrong, head), height = ui->metrics->height[size];
    if (marked > 0) {
        float side = vl_points(ui, 3);
        vl_rect mark = {x + before - side, rect.y, width + 2 * side, 1.08f * height};
        vl_draw_round_rect(ui->list, mark, side, ui->theme->warning_edge);
        vl_draw_round_rect(ui->list, vl_rect_inset(mark, vl_points(ui, 1)), side,
                           ui->theme->warning);
    }
    const vl_words words = vl_words_of(ui, wrong);
    vl_words_mark(ui, &words, x, rect.y, size, wrong, length);
    vl_draw_text_part(ui->list, x, rect.y, size, ui->theme->text, wrong, head);
    vl_draw_text_part(ui->list, x + before, rect.y, size, ui->theme->warning_text, wrong + head,
                      marked);
    vl_draw_text_part(ui->list, x + before + width, rect.y, size, ui->theme->text,
                      wrong + head + marked, tail);
}

void vl_mistaken_formula_draw(const vl_ui *ui, vl_rect rect, const char *right, const char *wrong)
{
    while (*wrong) {
        int length = (int)strcspn(wrong, "\n"), right_length = (int)strcspn(right, "\n");
        vl_type_size size = vl_ui_fitting(ui, VL_TYPE_LARGE, wrong, length, rect.w);
        vl_rect line = vl_rect_cut_top(&rect, 1.1f * ui->metrics->height[VL_TYPE_LARGE]);
        draw_line(ui, line, size, right, right_length, wrong, length);
        wrong += wrong[length] ? length + 1 : length;
        right += right[right_length] ? right_length + 1 : right_length;
    }
}

// --- the mark ---

float vl_mistake_mark_height(const vl_app *app, const vl_ui *ui)
{
    bool there = app->session.scene->mistake != NULL;
    return there ? 2.2f * ui->metrics->height[VL_TYPE_SMALL] + vl_points(ui, 12) : 0;
}

// While the mistake is to be guessed, the widest text of all that the mark may then have decides,
// so that its width stays when it is clicked.
float vl_mistake_mark_width(const vl_app *app, const vl_ui *ui, float most)
{
    static const char widest[] = "it cannot be made by this method";
    float text = vl_text_width(ui->metrics, VL_TYPE_SMALL, widest);
    float width = text + vl_ui_keys(ui, NULL, "Q") + vl_points(ui, 28);
    return vl_app_mistake_is_told(app) ? most : fminf(width, most);
}

// Writes the title and returns the line below it. They do not reveal the mistake while it is to be
// guessed.
static const char *write_mark(const vl_app *app, char *title, size_t size)
{
    const vl_session *session = &app->session;
    const vl_mistake *mistake = session->scene->mistake;
    bool told = vl_app_mistake_is_told(app);
    const char *name = told ? mistake->title : "";
    if (session->mistake_off) {
        snprintf(title, size, "mistake off%s%s", told ? ": " : "", name);
        return told ? mistake->right : "it is computed as above";
    }
    if (vl_session_can_mistake(session)) {
        snprintf(title, size, "broken%s%s", told ? ": " : " on purpose: what is it?", name);
        return told ? mistake->wrong : "it is not computed as above";
    }
    snprintf(title, size, "%s%s", told ? "not made here: " : "broken on purpose, but not here",
             name);
    if (!told)
        return "it cannot be made by this method";
    return vl_session_lane_chosen(session)->engine ? "the preset of an engine has no mistakes"
           : mistake->only                         ? mistake->only
                                                   : "only with rods or strings";
}

void vl_mistake_mark_draw(vl_app *app, const vl_ui *ui, vl_rect rect)
{
    if (!app->session.scene->mistake)
        return;
    const vl_theme *theme = ui->theme;
    char title[128];
    if (vl_ui_control(ui, rect).clicked) {
        vl_command command = vl_command_get(vl_command_of_key('q', false));
        command.act(app, &command);
    }
    const char *below = write_mark(app, title, sizeof title);
    bool broken = !app->session.mistake_off && vl_session_can_mistake(&app->session);
    vl_colour colour = broken ? theme->warning_text : theme->text_dim;
    vl_colour edge = broken ? theme->warning_edge : theme->panel_edge;
    float radius = vl_points(ui, 6);
    vl_rect_cut_bottom(&rect, vl_points(ui, 4));
    vl_draw_round_rect(ui->list, rect, radius, edge);
    vl_draw_round_rect(ui->list, vl_rect_inset(rect, vl_points(ui, 1.5f)), radius,
                       broken ? theme->warning : theme->panel);
    vl_rect inside = vl_rect_inset(rect, vl_points(ui, 4));
    vl_rect_cut_left(&inside, vl_points(ui, 4));
    float key = vl_ui_keys(ui, NULL, "Q"), line = 1.1f * ui->metrics->height[VL_TYPE_SMALL];
    vl_rect cap = vl_rect_cut_right(&inside, key + vl_points(ui, 4));
    vl_ui_keys(ui, &cap, "Q");
    vl_ui_text(ui, vl_rect_cut_top(&inside, line), VL_TYPE_SMALL, colour, VL_ALIGN_LEFT, title);
    vl_ui_text(ui, vl_rect_cut_top(&inside, line), VL_TYPE_SMALL, colour, VL_ALIGN_LEFT, below);
}
