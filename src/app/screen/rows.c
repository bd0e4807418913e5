#include "app/screen/parts.h"

#include <stdarg.h>
#include <stdio.h>

static vl_rect next_row(vl_rows *r)
{
    return vl_rect_cut_top(&r->left, 1.12f * r->ui->metrics->height[VL_TYPE_SMALL]);
}

// A row without room is left out. A value that does not fit beside its label is written below it.
void vl_row(vl_rows *r, const char *label, const char *value)
{
    value = value ? value : "–";
    bool one = vl_ui_readout_fits(r->ui, r->left.w, label, value);
    if (r->left.h < (one ? 1 : 2.12f) * r->ui->metrics->height[VL_TYPE_SMALL])
        return;
    if (!one)
        vl_ui_readout(r->ui, next_row(r), label, "", r->ui->theme->text);
    vl_ui_readout(r->ui, next_row(r), one ? label : "", value, r->ui->theme->text);
}

void vl_row_print(vl_rows *rows, const char *label, const char *format, ...)
{
    char text[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    vl_row(rows, label, text);
}
