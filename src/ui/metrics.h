#pragma once
/// The size of text on the surface. The platform implements it, and the ui calls it.

#include "ui/drawlist.h"

#include <string.h>

typedef struct vl_text_metrics {
    void *user;
    float (*width)(void *user, vl_type_size size, const char *text, int length); ///< pixels
    float height[VL_TYPE_COUNT]; ///< pixels from line to line
} vl_text_metrics;

/// Returns the width of one line of UTF-8, pixels.
static inline float vl_text_width(const vl_text_metrics *metrics, vl_type_size size,
                                  const char *text)
{
    return metrics->width(metrics->user, size, text, (int)strlen(text));
}
