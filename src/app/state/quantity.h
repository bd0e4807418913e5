#pragma once
/// The quantities that lanes are compared by.

#include "lab/reading.h"
#include "ui/number.h"

typedef struct vl_quantity {
    const char *name;  ///< "energy error"
    const char *title; ///< as short as a button: "Energy"
    const char *unit;
    bool is_signed;
    double least; ///< of a full bar, in the unit: what is smaller is no news
    double (*of)(const vl_reading *reading); ///< in the unit; NaN if it does not exist
    bool counts;                             ///< it is a whole number
} vl_quantity;

enum { VL_QUANTITIES = 5 };

extern const vl_quantity vl_quantities[VL_QUANTITIES];

enum { VL_QUANTITY_POSITION = 1 }; ///< the one that a reference run may know later

enum { VL_QUANTITY_SIZE = VL_FIGURE_SIZE + 16 };

/// Writes a value with its unit, and with a sign if it is signed. Large values have
/// fewer decimals, so that all have about the same width. Returns `text`.
const char *vl_quantity_write(const vl_quantity *quantity, double value,
                              char text[VL_QUANTITY_SIZE]);
