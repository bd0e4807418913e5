#pragma once
/// Numbers with units, as people type them: "0.5 kg", "30 cm", "9.81 m/s²", "1/60 s", "50 %".

#include <stdbool.h>

/// Reads the whole of `text` as a number in `unit`, an SI unit such as "m/s²" or "N s/m"; NULL: a
/// pure number. A number without a unit is in `unit`; another unit of the same kind is converted,
/// with prefixes from n to G. Powers are written m², m^2 or m2, products with a space, * or ·, and
/// a slash divides by all units that follow. False where `text` is no such number, or not one of
/// that kind.
bool vl_parse_quantity(const char *text, const char *unit, double *value);

/// Whether `text` is a unit of any kind.
bool vl_is_unit(const char *text);
