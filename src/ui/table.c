#include "ui/table.h"

#include <math.h>

// Divides a row into its columns, beginning with the last one at the right.
static void cut_cells(const vl_ui *ui, const vl_table *table, vl_rect row, vl_rect *cells)
{
    float width = row.w;
    for (int c = table->column_count - 1; c > 0; c--) {
        const vl_column *column = &table->columns[c];
        cells[c] = vl_rect_cut_right(&row, column->share * width + vl_points(ui, column->points));
    }
    cells[0] = row;
}

static void draw_cell(const vl_ui *ui, vl_rect rect, int column, vl_colour colour, const char *text)
{
    if (text)
        vl_ui_text(ui, rect, VL_TYPE_SMALL, colour, column ? VL_ALIGN_RIGHT : VL_ALIGN_LEFT, text);
}

static void draw_behind(const vl_ui *ui, vl_rect rect, vl_colour colour)
{
    if (colour.a > 0)
        vl_draw_round_rect(ui->list, rect, vl_points(ui, 4), colour);
}

static vl_touch touch_row(const vl_ui *ui, const vl_table *table, vl_rect rect)
{
    return table->hover.a > 0 ? vl_ui_touch(ui, rect) : (vl_touch){0};
}

vl_touch vl_table_heads(const vl_ui *ui, const vl_table *table, vl_rect *left)
{
    vl_rect row = vl_rect_cut_top(left, table->height), cells[VL_MOST_COLUMNS];
    vl_touch touch = touch_row(ui, table, row);
    if (touch.hover || touch.held)
        draw_behind(ui, row, table->hover);
    float sample = vl_rect_cut_left(&row, vl_points(ui, table->sample)).w;
    cut_cells(ui, table, row, cells);
    if (table->head_at_edge)
        cells[0] = (vl_rect){cells[0].x - sample, cells[0].y, cells[0].w + sample, cells[0].h};
    for (int c = 0; c < table->column_count; c++)
        draw_cell(ui, cells[c], c, ui->theme->text_dim, table->columns[c].head);
    return touch;
}

static void draw_sample(const vl_ui *ui, const vl_table *table, const vl_table_row *row,
                        vl_rect rect)
{
    float x = rect.x + vl_points(ui, table->sample_from);
    float end = rect.x + vl_points(ui, table->sample_to);
    float half = row->filled ? 0.32f * rect.h : 0, middle = rect.y + rect.h / 2;
    float y = row->filled ? middle - half : roundf(middle);
    const float points[] = {x, y, end, y};
    if (row->filled)
        vl_draw_rect(ui->list, (vl_rect){x, y, end - x, 2 * half},
                     vl_colour_fade(row->style->colour, 0.45f));
    vl_draw_styled(ui->list, points, 2, table->thickness, row->style, 0);
}

bool vl_table_draw(const vl_ui *ui, const vl_table *table, const vl_table_row *row, vl_rect *left)
{
    vl_rect rect = vl_rect_cut_top(left, table->height), cells[VL_MOST_COLUMNS];
    vl_touch touch = touch_row(ui, table, rect);
    bool pointed = touch.hover || touch.held;
    draw_behind(ui, rect, row->behind.a > 0 || !pointed ? row->behind : table->hover);
    vl_rect sample = vl_rect_cut_left(&rect, vl_points(ui, table->sample));
    if (row->style)
        draw_sample(ui, table, row, sample);
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
    if (vl_ui_link(ui, more, rows.end < count ? "more" : "back to the first"))
        *next = rows.end < count ? rows.end : 0;
    return rows;
}
