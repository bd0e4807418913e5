#include "base/error.h"

#include "base/memory.h"
#include "base/text.h"

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

static void write_text(vl_error *error, const char *place, const char *format, va_list arguments)
{
    // A long path leaves half of the buffer to the message; its end is preserved, because it tells
    // files apart.
    size_t length = strlen(place), most = sizeof error->text / 2;
    size_t from = length > most ? most : length, room = sizeof error->text - from;
    memcpy(error->text, place + (length - from), from);
    int wanted = vsnprintf(error->text + from, room, format, arguments);
    if (wanted >= 0 && (size_t)wanted >= room)
        trim_split_character(error->text, strlen(error->text));
    vl_text_hide_controls(error->text);
}

bool vl_fail_at(vl_error *error, vl_location where, const char *format, ...)
{
    char place[VL_ERROR_TEXT_SIZE] = "";
    if (where.file && where.line > 0 && where.column > 0)
        snprintf(place, sizeof place, "%s:%d:%d: ", where.file, where.line, where.column);
    else if (where.file && where.line > 0)
        snprintf(place, sizeof place, "%s:%d: ", where.file, where.line);
    else if (where.file)
        snprintf(place, sizeof place, "%s: ", where.file);
    va_list arguments;
    va_start(arguments, format);
    if (error)
        write_text(error, place, format, arguments);
    va_end(arguments);
    return false;
}

bool vl_fail_list(vl_error *error, const char *format, va_list arguments)
{
    if (error)
        write_text(error, "", format, arguments);
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
