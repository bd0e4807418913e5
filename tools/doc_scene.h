#pragma once
/// What docs/scene-format.md has of the tables in src/scene/, in Markdown: placeholders of
/// gen_docs.c.

#include "base/text.h"

void doc_add_scene_limits(vl_text *page); ///< two items of a list
void doc_add_scene_keys(vl_text *page);   ///< a section for each kind of mapping
void doc_add_stream_forms(vl_text *page); ///< a table
void doc_add_policy_forms(vl_text *page); ///< a table, and a paragraph
