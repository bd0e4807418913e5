#include "ui/number.h"

#include "base/text.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const SUPERSCRIPTS[10] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};

const char *vl_figure_power(int exponent, char buffer[VL_FIGURE_SIZE])
{
    char digits[16];
    snprintf(digits, sizeof digits, "%d", abs(exponent));

    int at = snprintf(buffer, VL_FIGURE_SIZE, "10%s", exponent < 0 ? "⁻" : "");
    for (const char *d = digits; *d; d++)
        at += snprintf(buffer + at, (size_t)(VL_FIGURE_SIZE - at), "%s", SUPERSCRIPTS[*d - '0']);
    return buffer;
}

static const char *not_a_figure(double value, char buffer[VL_FIGURE_SIZE])
{
    snprintf(buffer, VL_FIGURE_SIZE, "%s", isnan(value) ? "–" : value > 0 ? "∞" : VL_MINUS "∞");
    return buffer;
}

const char *vl_figure(double value, int digits, char buffer[VL_FIGURE_SIZE])
{
    if (!isfinite(value))
        return not_a_figure(value, buffer);

    // Printing determines the exponent after rounding: 9.9996 with four digits is 10.00.
    char printed[VL_FIGURE_SIZE];
    snprintf(printed, sizeof printed, "%.*e", digits - 1, fabs(value));
    char *e = strchr(printed, 'e');
    assert(e); // of %e
    int exponent = atoi(e + 1), plain = digits > 4 ? digits : 4, decimals = digits - 1 - exponent;
    double rounded = strtod(printed, NULL);
    *e = '\0';

    const char *sign = value < 0 ? VL_MINUS : "";
    if (exponent >= -3 && exponent < plain) {
        snprintf(buffer, VL_FIGURE_SIZE, "%s%.*f", sign, decimals < 0 ? 0 : decimals, rounded);
    } else {
        char power[VL_FIGURE_SIZE];
        snprintf(buffer, VL_FIGURE_SIZE, "%s%.20s·%.30s", sign, printed,
                 vl_figure_power(exponent, power));
    }
    return buffer;
}

const char *vl_figure_unit(double value, int digits, const char *unit, char buffer[VL_FIGURE_SIZE])
{
    vl_figure(value, digits, buffer);
    if (*unit) {
        size_t used = strlen(buffer);
        snprintf(buffer + used, VL_FIGURE_SIZE - used, "\u00a0%s", unit);
    }
    return buffer;
}

const char *vl_figure_fixed(double value, int decimals, char buffer[VL_FIGURE_SIZE])
{
    if (!isfinite(value))
        return not_a_figure(value, buffer);
    if (fabs(value) >= 1e9)
        return vl_figure(value, 4, buffer);

    char printed[VL_FIGURE_SIZE];
    snprintf(printed, sizeof printed, "%.*f", decimals, fabs(value));
    bool zero = strspn(printed, "0.") == strlen(printed);
    snprintf(buffer, VL_FIGURE_SIZE, "%s%.40s", value < 0 && !zero ? VL_MINUS : "", printed);
    return buffer;
}

double vl_nice_step(double span, int most)
{
    double smallest_step = span / most;
    double power = pow(10, floor(log10(smallest_step)));
    // The ratio is slightly reduced, because rounding must not make ten times 0.1 m more than 1 m.
    double ratio = smallest_step / power * (1 - 1e-9);
    return power * (ratio <= 1 ? 1 : ratio <= 2 ? 2 : ratio <= 5 ? 5 : 10);
}
