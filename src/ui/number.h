#pragma once

/// Numbers on the screen: a fixed number of digits, so that they do not jump, a real minus sign,
/// powers of ten with superscripts, a unit.

enum { VL_FIGURE_SIZE = 64 }; ///< size of every buffer here, bytes

/// For `buffer`: one that exists until the end of the block around the call.
#define VL_FIGURE_BUFFER ((char[VL_FIGURE_SIZE]){""})

/// Writes `digits` significant digits (2…9): "1.234", "−0.01234", "1.234·10⁻⁵". From 0.001 up to
/// 10 000, or 10^digits if that is more, it is a plain number, else it has a power of ten. NaN is
/// "–", infinity "∞". Returns `buffer`.
const char *vl_figure(double value, int digits, char buffer[VL_FIGURE_SIZE]);

/// Like vl_figure(), followed by a space and the unit, unless that is empty.
const char *vl_figure_unit(double value, int digits, const char *unit, char buffer[VL_FIGURE_SIZE]);

/// Writes `decimals` digits after the point (0…9): "12.30"; from 10⁹ on like vl_figure() with four
/// digits. A result of zero has no minus.
const char *vl_figure_fixed(double value, int decimals, char buffer[VL_FIGURE_SIZE]);

/// Writes a power of ten: "10⁻³".
const char *vl_figure_power(int exponent, char buffer[VL_FIGURE_SIZE]);

/// Returns the smallest of 1, 2, 5 times a power of ten that divides `span` (> 0, finite) into at
/// most `most` (≥ 1) pieces: the step of a grid or an axis.
double vl_nice_step(double span, int most);
