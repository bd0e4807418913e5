#pragma once
/// Text with headings, lists and examples, laid out for a terminal; tools/ has the same as Markdown
/// and as a man page.
///
/// Text is UTF-8 in one line, code in `backticks`; it is wrapped here.

#include "base/text.h"

#include <stdbool.h>

/// One layout. All add to `page`.
typedef struct vl_page_format {
    void (*heading)(vl_text *page, const char *text);
    void (*paragraph)(vl_text *page, const char *text);

    /// A term, code as a whole, and what it means. Items that follow each other are one list.
    void (*item)(vl_text *page, const char *term, const char *text);

    /// Lines of an example, as they are; each ends with a newline.
    void (*code)(vl_text *page, const char *lines);
} vl_page_format;

extern const vl_page_format vl_page_plain; ///< 80 columns

/// How a text is cut into lines, and how each line is written.
typedef struct vl_page_layout {
    int width;          ///< columns of a line, indent included
    int used;           ///< columns of the first line that are taken already
    const char *first;  ///< in front of the first line
    const char *others; ///< in front of the others
    void (*write)(vl_text *page, const char *bytes, int length, bool *in_code);
} vl_page_layout;

/// Adds a text in lines. Code is not cut; `in_code` of `write` lasts from one line to the next.
void vl_page_wrap(vl_text *page, const char *text, const vl_page_layout *layout);
