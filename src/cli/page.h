#pragma once
/// Text with headings, lists and examples, laid out for a terminal, as Markdown or as a man page.
///
/// Text is UTF-8 in one line, code in `backticks`; it is wrapped here.

#include "base/text.h"

/// One way to lay a page out. All add to `page`.
typedef struct vl_page_format {
    void (*heading)(vl_text *page, const char *text);
    void (*paragraph)(vl_text *page, const char *text);

    /// A term, code as a whole, and what it means. Items that follow each other are one list.
    void (*item)(vl_text *page, const char *term, const char *text);

    /// Lines of an example, as they are; each ends with a newline.
    void (*code)(vl_text *page, const char *lines);
} vl_page_format;

extern const vl_page_format vl_page_plain;    ///< 80 columns
extern const vl_page_format vl_page_markdown; ///< headings of the second level
extern const vl_page_format vl_page_man;      ///< macros of man(7); the page's head is the caller's
