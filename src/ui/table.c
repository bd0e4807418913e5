#include "ui/table.h"

// Divides a row into its columns, beginning with the last one at the right.
static void cut_cells(const vl_ui *ui, const vl_table *table, vl_rect row, vl_rect *cells)
{
    for (int c = table->column_count - 1; c > 0; c--)
        cells[c] = vl_rect_cut_right(&row, vl_points(ui, table->columns[c].points));
    cells[0] = row;
}

static void draw_cell(const vl_ui *ui, vl_rect rect, int column, vl_colour colour, const char *text)
{
    if (text)
        vl_ui_text(ui, rect, VL_TYPE_SMALL, colour, column ? VL_ALIGN_RIGHT : VL_ALIGN_LEFT, text);
}

static void draw_behind(const vl_ui *ui, vl_rect rect, vl_colour colour)
{
    const float side = vl_points(ui, 4);
    rect = (vl_rect){rect.x - side, rect.y, rect.w + 2 * side, rect.h};
    if (colour.a > 0)
        vl_draw_round_rect(ui->list, rect, side, colour);
}

vl_touch vl_table_heads(const vl_ui *ui, const vl_table *table, vl_rect *left)
{
    vl_rect row = vl_rect_cut_top(left, table->height), cells[VL_MOST_COLUMNS];
    vl_touch touch = vl_ui_touch(ui, row);
    if (touch.hover || touch.held)
        draw_behind(ui, row, table->hover);
    cut_cells(ui, table, row, cells);
    for (int c = 0; c < table->column_count; c++)
        draw_cell(ui, cells[c], c, ui->theme->text_dim, table->columns[c].head);
    return touch;
}

bool vl_table_draw(const vl_ui *ui, const vl_table *table, const vl_table_row *row, vl_rect *left)
{
    vl_rect rect = vl_rect_cut_top(left, table->height), cells[VL_MOST_COLUMNS];
    vl_touch touch = vl_ui_touch(ui, rect);
    bool pointed = touch.hover || touch.held;
    draw_behind(ui, rect, row->behind.a > 0 || !pointed ? row->behind : table->hover);
    vl_rect sample = vl_rect_cut_left(&rect, table->samples ? vl_points(ui, 30) : 0);
    float y = roundf(sample.y + sample.h / 2);
    const float points[] = {sample.x + vl_points(ui, 3), y, sample.x + vl_points(ui, 25), y};
    if (row->style)
        vl_draw_styled(ui->list, points, 2, fmaxf(vl_points(ui, 2), 1.5f), row->style, 0);
    cut_cells(ui, table, rect, cells);
    for (int c = 0; c < table->column_count; c++)
        draw_cell(ui, cells[c], c, row->colours[c].a > 0 ? row->colours[c] : row->colour,
                  row->cells[c]);
    return touch.clicked;
}

vl_rows vl_table_fit(const vl_ui *ui, const vl_table *table, vl_rect *left, int count, int *next)
{
    int room = (int)((left->h + 0.1f * table->height) / table->height);
    bool all = room >= count;
    *next = all || *next >= count ? 0 : *next;
    vl_rows rows = {*next, all ? count : *next};
    if (all || room < 2)
        return rows;
    rows.end = rows.first + room - 1 < count ? rows.first + room - 1 : count;
    vl_rect more = vl_rect_cut_bottom(left, table->height);
    const vl_touch touch = vl_ui_control(ui, more);
    vl_ui_text(ui, more, VL_TYPE_SMALL,
               touch.hover || touch.held ? ui->theme->text : ui->theme->accent, VL_ALIGN_LEFT,
               rows.end < count ? "more" : "back to the first");
    if (touch.clicked)
        *next = rows.end < count ? rows.end : 0;
    return rows;
}
