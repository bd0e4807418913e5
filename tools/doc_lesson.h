#pragma once

#include "base/text.h"
#include "scene/lesson.h"

/// Adds a page in HTML that prints on two sheets: what a teacher needs for a lesson, and questions
/// for pupils with room for their answers. Returns false and a message where a scene of it cannot
/// be read.
bool doc_add_lesson(vl_text *page, const vl_lesson *lesson, vl_error *error);
