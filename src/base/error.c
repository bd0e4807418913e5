#include "base/error.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool vl_fail_at(vl_error *error, vl_location where, const char *format, ...)
{
    if (!error)
        return false;
    char place[VL_ERROR_TEXT_SIZE] = "";
    if (where.file && where.line > 0 && where.column > 0)
        snprintf(place, sizeof place, "%s:%d:%d: ", where.file, where.line, where.column);
    else if (where.file && where.line > 0)
        snprintf(place, sizeof place, "%s:%d: ", where.file, where.line);
    else if (where.file)
        snprintf(place, sizeof place, "%s: ", where.file);
    // A long path keeps its end, which tells files apart, and leaves half of the buffer to the
    // rest.
    size_t length = strlen(place), most = sizeof error->text / 2;
    size_t from = length > most ? most : length;
    memcpy(error->text, place + (length - from), from);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(error->text + from, sizeof error->text - from, format, arguments);
    va_end(arguments);
    vl_text_hide_controls(error->text);
    return false;
}
