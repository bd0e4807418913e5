#pragma once

/// Numbers for a screen: a fixed count of digits, so that they do not dance, a real minus sign,
/// powers of ten with superscripts, a unit.

enum { VL_FIGURE_SIZE = 64 }; ///< bytes, for every buffer here

/// `digits` significant digits (2…9): "1.234", "−0.01234", "1.234·10⁻⁵". From 0.001 up to 10^digits
/// in plain decimals, else as a power of ten. NaN is "–", infinity "∞". Returns `buffer`.
const char *vl_figure(double value, int digits, char buffer[VL_FIGURE_SIZE]);

/// The same with a space and the unit behind it; none for an empty unit.
const char *vl_figure_unit(double value, int digits, const char *unit, char buffer[VL_FIGURE_SIZE]);

/// `decimals` digits behind the point (0…9), whatever the size: "12.30"; from 10⁹ on as
/// vl_figure() with four digits. A result of zero has no minus.
const char *vl_figure_fixed(double value, int decimals, char buffer[VL_FIGURE_SIZE]);

/// "10⁻³"
const char *vl_figure_power(int exponent, char buffer[VL_FIGURE_SIZE]);

/// The smallest of 1, 2, 5 times a power of ten by which `span` (> 0, finite) is cut into at most
/// `most` (≥ 1) pieces: steps of a grid or an axis.
double vl_nice_step(double span, int most);
