#include "cli/table.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const char dash[] = "–"; // of a number that does not exist

vl_table vl_table_create(int columns, int first, int right)
{
    assert(columns <= VL_TABLE_MOST_COLUMNS && first + right <= columns);
    vl_table table = {.column_count = columns};
    for (int i = first; i < first + right; i++)
        table.right[i] = true;
    return table;
}

static void add_cell(vl_table *table, const char *text)
{
    table->cells =
        vl_grow(table->cells, &table->capacity, table->cell_count + 1, sizeof *table->cells);
    char *cell = vl_copy_text(text);
    vl_text_hide_controls(cell);
    table->cells[table->cell_count++] = cell;
}

void vl_table_add(vl_table *table, const char *format, ...)
{
    vl_text text = {0};
    va_list values;
    va_start(values, format);
    vl_text_add_list(&text, format, values);
    va_end(values);
    for (char *cell = text.data, *tab; cell; cell = tab) {
        tab = strchr(cell, '\t');
        if (tab)
            *tab++ = '\0';
        add_cell(table, cell);
    }
    vl_text_free(&text);
}

void vl_table_add_number(vl_table *table, const char *format, double value)
{
    if (isnan(value))
        add_cell(table, dash);
    else
        vl_table_add(table, format, value);
}

void vl_table_add_figure(vl_table *table, double value)
{
    bool large = fabs(value) >= 1000 && fabs(value) < 1e6;
    vl_table_add_number(table, large ? "%.0f" : "%.3g", value);
}

static void lay_out_row(const vl_table *table, int first, const int widths[VL_TABLE_MOST_COLUMNS],
                        int indent, vl_text *text)
{
    int pending = indent; // spaces that are written once something follows them
    for (int column = 0; column < table->column_count; column++) {
        int index = first + column;
        const char *cell = index < table->cell_count ? table->cells[index] : "";
        int width = vl_utf8_count(cell), padding = widths[column] - width;
        if (widths[column] == 0)
            continue;
        if (width > 0) {
            vl_text_add(text, "%*s%s", pending + (table->right[column] ? padding : 0), "", cell);
            pending = table->right[column] ? 0 : padding;
        } else {
            pending += padding;
        }
        pending += 2;
    }
    vl_text_add(text, "\n");
}

void vl_table_lay_out(const vl_table *table, int indent, vl_text *text)
{
    int widths[VL_TABLE_MOST_COLUMNS] = {0};
    bool there[VL_TABLE_MOST_COLUMNS] = {false};
    for (int i = 0; i < table->cell_count; i++) {
        const char *cell = table->cells[i];
        int width = vl_utf8_count(cell), column = i % table->column_count;
        bool is_head = i < table->heads * table->column_count;
        widths[column] = width > widths[column] ? width : widths[column];
        there[column] |= table->heads == 0 || (!is_head && *cell && strcmp(cell, dash) != 0);
    }
    for (int column = 0; column < table->column_count; column++)
        widths[column] = there[column] ? widths[column] : 0;
    for (int first = 0; first < table->cell_count; first += table->column_count)
        lay_out_row(table, first, widths, indent, text);
}

void vl_table_print(vl_table *table)
{
    vl_text text = {0};
    vl_table_lay_out(table, 0, &text);
    if (text.data)
        fputs(text.data, stdout);
    vl_text_free(&text);
    vl_table_free(table);
}

void vl_table_free(vl_table *table)
{
    for (int i = 0; i < table->cell_count; i++)
        vl_free(table->cells[i]);
    vl_free(table->cells);
    *table = (vl_table){0};
}
