#pragma once
/// Layouts of the pages in docs/.

#include "cli/page.h"

extern const vl_page_format doc_markdown; ///< headings of the second level

/// Adds a page in Markdown, from its first heading of the second level on, as text for man(7). It
/// reads what `doc_markdown` writes: headings, paragraphs, items of code with their text, and code.
void doc_add_man(vl_text *page, const char *markdown);
