#pragma once
/// Layouts of the pages in docs/.

#include "cli/page.h"

extern const vl_page_format doc_markdown; ///< headings of the second level

/// Turns a page in Markdown into text for man(7), from its first heading of the second level on,
/// and adds it. It knows the headings, paragraphs, items and code that `doc_markdown` writes.
void doc_add_man(vl_text *page, const char *markdown);
