#include "base/error.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// A truncated message must stay valid UTF-8: removes the bytes of an incomplete last character.
static void trim_split_character(char *text, size_t length)
{
    size_t start = length;
    while (start > 0 && ((unsigned char)text[start - 1] & 0xC0) == 0x80)
        start--;
    if (start > 0 && ((unsigned char)text[start - 1] & 0xC0) == 0xC0)
        text[start - 1] = '\0';
}

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
    // A long path leaves half of the buffer to the message; its end is preserved, because it tells
    // files apart.
    size_t length = strlen(place), most = sizeof error->text / 2;
    size_t from = length > most ? most : length, room = sizeof error->text - from;
    memcpy(error->text, place + (length - from), from);
    va_list arguments;
    va_start(arguments, format);
    int wanted = vsnprintf(error->text + from, room, format, arguments);
    va_end(arguments);
    if (wanted >= 0 && (size_t)wanted >= room)
        trim_split_character(error->text, strlen(error->text));
    vl_text_hide_controls(error->text);
    return false;
}

size_t vl_error_file(const char *text, const char *file)
{
    char *printed = vl_copy_text(file);
    vl_text_hide_controls(printed);
    size_t length = strlen(printed);
    bool is = strncmp(text, printed, length) == 0;
    vl_free(printed);
    return is ? length : 0;
}

void vl_error_blame_usage(vl_error *error)
{
    if (error)
        error->wrong_usage = true;
}
