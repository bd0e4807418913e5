#pragma once
/// Text: a growable string, numbers that read back to the same double, UTF-8.

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// A growable string, always with a terminator. A fresh one is `{0}`; free with vl_text_free().
typedef struct vl_text {
    char *data; ///< NULL while empty
    int length; ///< bytes, without the terminator
    int capacity;
} vl_text;

void vl_text_add(vl_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void vl_text_add_list(vl_text *text, const char *format, va_list values)
    __attribute__((format(printf, 2, 0)));
void vl_text_add_bytes(vl_text *text, const char *bytes, size_t count);
void vl_text_free(vl_text *text);

enum { VL_NUMBER_SIZE = 32 };

/// Writes the shortest decimal that reads back to exactly `value`: "0.1", "1e+17", "nan", "inf",
/// "-inf". Returns `buffer`.
const char *vl_number_text(double value, char buffer[VL_NUMBER_SIZE]);

#define VL_MINUS "−" ///< in texts for people

/// Reads the whole of `text` as one finite decimal number, with '.' as the point in any locale. It
/// refuses empty text, trailing bytes, nan, inf and hexadecimal.
bool vl_parse_number(const char *text, double *value);

/// Reads the whole of `text` as a whole number of at most 2⁵³ in size.
bool vl_parse_integer(const char *text, int64_t *value);

/// Decodes one character at `*cursor` and moves the cursor behind it. Returns 0 at the end, and
/// U+FFFD for one byte that is not UTF-8.
uint32_t vl_utf8_next(const char **cursor);

/// Whether a byte of UTF-8 is not the first of its character.
static inline bool vl_utf8_continues(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/// Whether `text` ends in `end`, and is longer than that.
bool vl_text_ends_in(const char *text, const char *end);

/// Returns the number of characters, which is the width on a terminal if none of them is wide.
int vl_utf8_count(const char *text);

/// Returns the offset of the first byte that is not valid UTF-8, or −1 if all bytes are valid.
ptrdiff_t vl_utf8_invalid(const char *bytes, size_t count);

/// Whether a character is one that a terminal takes for an order: U+0000 to U+001F, U+007F to
/// U+009F. Tabs and the ends of lines are among them.
bool vl_utf8_controls(uint32_t character);

/// Replaces by '?' each control character, with the ends of lines, and each byte that is not UTF-8;
/// tabs by blanks: a name of a file may have any.
void vl_text_hide_controls(char *text);

/// Prints one line as fprintf() does, with control characters before its end replaced: for lines
/// that name a file.
void vl_text_print(FILE *file, const char *format, ...) __attribute__((format(printf, 2, 3)));
