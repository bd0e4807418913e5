#include "base/quantity.h"

#include "base/elementary.h"
#include "base/text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { METRE, KILOGRAM, SECOND, AMPERE, BASES };

// A unit: a factor, and the powers of the base units.
typedef struct measure {
    double factor;
    int powers[BASES];
} measure;

// The symbols; a gram takes the prefixes, and not the kilogram. An angle is a pure number.
static const struct {
    const char *symbol;
    bool prefixed;
    measure is;
} symbols[] = {
    {"m", true, {1, {[METRE] = 1}}},
    {"g", true, {1e-3, {[KILOGRAM] = 1}}},
    {"s", true, {1, {[SECOND] = 1}}},
    {"A", true, {1, {[AMPERE] = 1}}},
    {"N", true, {1, {[METRE] = 1, [KILOGRAM] = 1, [SECOND] = -2}}},
    {"J", true, {1, {[METRE] = 2, [KILOGRAM] = 1, [SECOND] = -2}}},
    {"Pa", true, {1, {[METRE] = -1, [KILOGRAM] = 1, [SECOND] = -2}}},
    {"W", true, {1, {[METRE] = 2, [KILOGRAM] = 1, [SECOND] = -3}}},
    {"Hz", true, {1, {[SECOND] = -1}}},
    {"hz", false, {1, {[SECOND] = -1}}},
    {"fps", false, {1, {[SECOND] = -1}}},
    {"C", true, {1, {[AMPERE] = 1, [SECOND] = 1}}},
    {"T", true, {1, {[KILOGRAM] = 1, [AMPERE] = -1, [SECOND] = -2}}},
    {"t", false, {1000, {[KILOGRAM] = 1}}},
    {"min", false, {60, {[SECOND] = 1}}},
    {"h", false, {3600, {[SECOND] = 1}}},
    {"rad", false, {1, {0}}},
    {"degrees", false, {0x1.1df46a2529d39p-6, {0}}},
    {"°", false, {0x1.1df46a2529d39p-6, {0}}},
    {"%", false, {0.01, {0}}},
    {"frames", false, {1, {0}}}, // 144 frames/s
    {"1", false, {1, {0}}},
};

static const struct {
    const char *text;
    double factor;
} prefixes[] = {{"", 1},     {"n", 1e-9}, {"µ", 1e-6}, {"μ", 1e-6}, {"u", 1e-6}, {"m", 1e-3},
                {"c", 1e-2}, {"d", 1e-1}, {"k", 1e3},  {"M", 1e6},  {"G", 1e9}};

static bool takes(const char **text, const char *piece)
{
    size_t length = strlen(piece);
    if (strncmp(*text, piece, length) != 0)
        return false;
    *text += length;
    return true;
}

static bool takes_space(const char **text)
{
    return takes(text, " ") || takes(text, "\xC2\xA0");
}

static void multiply(measure *by, const measure *other, int power)
{
    by->factor *= vl_pow(other->factor, power);
    for (int i = 0; i < BASES; i++)
        by->powers[i] += power * other->powers[i];
}

// A symbol, with a prefix or without one, that no letter follows.
static bool read_symbol(const char **text, measure *unit)
{
    for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes; p++)
        for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
            const char *after = *text;
            bool fits = p == 0 || symbols[i].prefixed;
            if (!fits || !takes(&after, prefixes[p].text) || !takes(&after, symbols[i].symbol) ||
                isalpha((unsigned char)*after))
                continue;
            *text = after;
            *unit = symbols[i].is;
            unit->factor *= prefixes[p].factor;
            return true;
        }
    return false;
}

static int read_power(const char **text)
{
    takes(text, "^");
    int sign = takes(text, "-") || takes(text, "⁻") || takes(text, VL_MINUS) ? -1 : 1;
    if (takes(text, "²") || takes(text, "2"))
        return 2 * sign;
    if (takes(text, "³") || takes(text, "3"))
        return 3 * sign;
    (void)(takes(text, "¹") || takes(text, "1"));
    return sign;
}

// Factors up to the end; a slash divides by all that follow, in brackets or not.
static bool read_unit(const char *text, measure *unit)
{
    int sign = 1;
    bool ends = false; // with a factor
    *unit = (measure){1, {0}};
    while (*text) {
        measure factor;
        if (takes_space(&text) || takes(&text, "*") || takes(&text, "·") || takes(&text, "(") ||
            takes(&text, ")"))
            continue;
        ends = !takes(&text, "/");
        if (!ends)
            sign = -1;
        else if (read_symbol(&text, &factor))
            multiply(unit, &factor, sign * read_power(&text));
        else
            return false;
    }
    return ends;
}

// Reads a number at the beginning; the minus of the screen is one, too.
static bool read_number(const char **text, double *value)
{
    char digits[64] = "";
    int sign = takes(text, VL_MINUS) ? -1 : 1;
    char *end;
    (void)strtod(*text, &end); // how long it is; vl_parse_number() refuses more
    size_t length = (size_t)(end - *text);
    if (length >= sizeof digits || (sign < 0 && (**text == '-' || **text == '+')))
        return false;
    memcpy(digits, *text, length);
    *text += length;
    bool good = vl_parse_number(digits, value);
    *value *= good ? sign : 1;
    return good;
}

// A number, or the quotient of two.
static bool read_value(const char **text, double *value)
{
    double divisor;
    while (takes_space(text))
        ;
    if (!read_number(text, value))
        return false;
    const char *after = *text;
    if (takes(&after, "/") && read_number(&after, &divisor) && divisor != 0) {
        *value /= divisor;
        *text = after;
    }
    while (takes_space(text))
        ;
    return true;
}

bool vl_parse_quantity(const char *text, const char *unit, double *value)
{
    measure given, wanted = {1, {0}};
    double number;
    if (!read_value(&text, &number))
        return false;
    if (*text) {
        if (!read_unit(text, &given) || (unit && !read_unit(unit, &wanted)) ||
            memcmp(given.powers, wanted.powers, sizeof given.powers) != 0)
            return false;
        // 6.94 ms are the double of 0.00694 s, since 1/1000 is none
        double factor = given.factor / wanted.factor;
        number = factor < 1 ? number / (1 / factor) : number * factor;
    }
    *value = number;
    return isfinite(number);
}

bool vl_is_unit(const char *text)
{
    measure unit;
    return read_unit(text, &unit);
}
