#include "base/text.h"

#include "base/memory.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void reserve(vl_text *text, size_t more)
{
    text->data = vl_grow(text->data, &text->capacity, text->length + (int)more + 1, 1);
}

void vl_text_add_bytes(vl_text *text, const char *bytes, size_t count)
{
    reserve(text, count);
    memcpy(text->data + text->length, bytes, count);
    text->length += (int)count;
    text->data[text->length] = '\0';
}

void vl_text_add_list(vl_text *text, const char *format, va_list values)
{
    va_list again;
    va_copy(again, values);
    int count = vsnprintf(NULL, 0, format, values);
    if (count >= 0) {
        reserve(text, (size_t)count);
        vsnprintf(text->data + text->length, (size_t)count + 1, format, again);
        text->length += count;
    }
    va_end(again);
}

void vl_text_add(vl_text *text, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vl_text_add_list(text, format, values);
    va_end(values);
}

void vl_text_free(vl_text *text)
{
    vl_free(text->data);
    *text = (vl_text){0};
}

const char *vl_number_text(double value, char buffer[VL_NUMBER_SIZE])
{
    // 17 digits always read back exactly; most numbers need fewer.
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(buffer, VL_NUMBER_SIZE, "%.*g", digits, isnan(value) ? (double)NAN : value);
        if (strtod(buffer, NULL) == value)
            break;
    }
    return buffer;
}

bool vl_parse_number(const char *text, double *value)
{
    const char *digits = text + (*text == '-' || *text == '+');
    if (!isdigit((unsigned char)*digits) && *digits != '.')
        return false;
    if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X'))
        return false;

    char *end;
    double parsed = strtod(text, &end);
    if (end == text || *end != '\0')
        return false;
    *value = parsed; // which may be too large
    return isfinite(parsed);
}

bool vl_parse_integer(const char *text, int64_t *value)
{
    double number;
    bool digits_alone = !text[strspn(text, "+-0123456789")];
    if (!digits_alone || !vl_parse_number(text, &number) || fabs(number) > 0x1p53)
        return false;
    *value = (int64_t)number;
    return true;
}

// Returns the length of the character at `bytes`, or 0 if it is invalid; `*code` receives its
// number.
static int decode(const unsigned char *bytes, size_t count, uint32_t *code)
{
    static const uint32_t smallest[5] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char lead = bytes[0];
    int length = lead < 0x80 ? 1 : (lead >> 5) == 6 ? 2 : (lead >> 4) == 14 ? 3 : 4;
    if (length == 4 && (lead >> 3) != 30)
        return 0;
    if ((size_t)length > count)
        return 0;

    uint32_t value = length == 1 ? lead : lead & (0xFFu >> (length + 1));
    for (int i = 1; i < length; i++) {
        if ((bytes[i] & 0xC0) != 0x80)
            return 0;
        value = (value << 6) | (bytes[i] & 0x3F);
    }
    if (value < smallest[length] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
        return 0;
    *code = value;
    return length;
}

uint32_t vl_utf8_next(const char **cursor)
{
    const unsigned char *bytes = (const unsigned char *)*cursor;
    if (*bytes == 0)
        return 0;

    // A terminator is not a continuation byte, so decode() never reads past the end.
    uint32_t code = 0xFFFD;
    int length = decode(bytes, 4, &code);
    *cursor += length ? length : 1;
    return length ? code : 0xFFFD;
}

int vl_utf8_count(const char *text)
{
    int count = 0;
    while (vl_utf8_next(&text))
        count++;
    return count;
}

ptrdiff_t vl_utf8_invalid(const char *bytes, size_t count)
{
    for (size_t i = 0; i < count;) {
        uint32_t code;
        int length = decode((const unsigned char *)bytes + i, count - i, &code);
        if (length == 0)
            return (ptrdiff_t)i;
        i += (size_t)length;
    }
    return -1;
}

bool vl_text_ends_in(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length > tail && strcmp(text + length - tail, end) == 0;
}

bool vl_utf8_controls(uint32_t character)
{
    return character < 0x20 || (character >= 0x7F && character < 0xA0);
}

// Marks, embeddings, overrides and isolates of direction: a terminal would show other words than
// the text has.
static bool turns_text(uint32_t c)
{
    return c == 0x61C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069);
}

void vl_text_hide_controls(char *text)
{
    char *to = text;
    const char *from = text, *next = text;
    for (uint32_t c; (c = vl_utf8_next(&next)) != 0; from = next) {
        bool invalid = c == 0xFFFD && next == from + 1;
        if (c == '\t')
            *to++ = ' ';
        else if (invalid || vl_utf8_controls(c) || turns_text(c))
            *to++ = '?';
        else
            while (from < next)
                *to++ = *from++;
    }
    *to = '\0';
}

void vl_text_print(FILE *file, const char *format, ...)
{
    vl_text text = {0};
    va_list values;
    va_start(values, format);
    vl_text_add_list(&text, format, values);
    va_end(values);
    bool ends = text.length > 0 && text.data[text.length - 1] == '\n';
    if (ends)
        text.data[text.length - 1] = '\0';
    if (text.data) {
        vl_text_hide_controls(text.data);
        fprintf(file, "%s%s", text.data, ends ? "\n" : "");
    }
    vl_text_free(&text);
}
