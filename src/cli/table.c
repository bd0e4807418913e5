#include "cli/table.h"

#include "base/memory.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

vl_table vl_table_create(int columns)
{
    assert(columns <= VL_TABLE_MOST_COLUMNS);
    return (vl_table){.column_count = columns};
}

void vl_table_add(vl_table *table, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);

    char *cell = vl_alloc((size_t)length + 1, 1);
    vsnprintf(cell, (size_t)length + 1, format, again);
    va_end(again);
    table->cells =
        vl_grow(table->cells, &table->capacity, table->cell_count + 1, sizeof *table->cells);
    table->cells[table->cell_count++] = cell;
}

void vl_table_skip(vl_table *table)
{
    vl_table_add(table, "%s", "");
}

int vl_text_width(const char *text)
{
    int width = 0;
    while (vl_utf8_next(&text))
        width++;
    return width;
}

static void measure(const vl_table *table, int widths[VL_TABLE_MOST_COLUMNS])
{
    for (int i = 0; i < table->cell_count; i++) {
        int width = vl_text_width(table->cells[i]), column = i % table->column_count;
        widths[column] = width > widths[column] ? width : widths[column];
    }
}

static void add_spaces(vl_text *text, int count)
{
    for (int i = 0; i < count; i++)
        vl_text_add(text, " ");
}

// Spaces are only written once something follows them.
static void lay_out_row(const vl_table *table, int first, const int widths[VL_TABLE_MOST_COLUMNS],
                        int indent, vl_text *text)
{
    int pending = indent;
    for (int column = 0; column < table->column_count; column++) {
        int index = first + column;
        const char *cell = index < table->cell_count ? table->cells[index] : "";
        int width = vl_text_width(cell), padding = widths[column] - width;
        if (widths[column] == 0)
            continue;
        if (width > 0) {
            add_spaces(text, pending + (table->right[column] ? padding : 0));
            vl_text_add(text, "%s", cell);
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
    measure(table, widths);
    for (int first = 0; first < table->cell_count; first += table->column_count)
        lay_out_row(table, first, widths, indent, text);
}

void vl_table_free(vl_table *table)
{
    for (int i = 0; i < table->cell_count; i++)
        vl_free(table->cells[i]);
    vl_free(table->cells);
    *table = (vl_table){0};
}
