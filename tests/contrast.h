#pragma once
/// How well colours are told apart, after WCAG 2.1.

#include "ui/drawlist.h"

#include <math.h>

static inline double linear_channel(uint8_t channel)
{
    double s = channel / 255.0;
    return s <= 0.03928 ? s / 12.92 : pow((s + 0.055) / 1.055, 2.4);
}

/// Relative luminance.
static inline double relative_luminance(vl_colour c)
{
    return 0.2126 * linear_channel(c.r) + 0.7152 * linear_channel(c.g) +
           0.0722 * linear_channel(c.b);
}

/// Contrast of two opaque colours, 1…21.
static inline double contrast(vl_colour a, vl_colour b)
{
    double la = relative_luminance(a), lb = relative_luminance(b);
    return (fmax(la, lb) + 0.05) / (fmin(la, lb) + 0.05);
}
