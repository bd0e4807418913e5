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
} prefixes[] = {{"n", 1e-9}, {"µ", 1e-6}, {"μ", 1e-6}, {"u", 1e-6}, {"m", 1e-3},
                {"c", 1e-2}, {"d", 1e-1}, {"k", 1e3},  {"M", 1e6},  {"G", 1e9}};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool takes(const char **text, const char *piece)
{
    size_t length = strlen(piece);
    if (strncmp(*text, piece, length) != 0)
        return false;
    *text += length;
    return true;
}

static void skip_spaces(const char **text)
{
    while (takes(text, " ") || takes(text, "\xC2\xA0"))
        ;
}

static void multiply(measure *by, const measure *other, int power)
{
    by->factor *= vl_pow(other->factor, power);
    for (int i = 0; i < BASES; i++)
        by->powers[i] += power * other->powers[i];
}

static bool read_bare(const char **text, bool prefixed, measure *unit)
{
    for (size_t i = 0; i < COUNT(symbols); i++) {
        const char *after = *text;
        if ((!prefixed || symbols[i].prefixed) && takes(&after, symbols[i].symbol) &&
            !isalpha((unsigned char)*after)) { // where a letter follows it does not end here
            *text = after;
            *unit = symbols[i].is;
            return true;
        }
    }
    return false;
}

static bool read_symbol(const char **text, measure *unit)
{
    if (read_bare(text, false, unit))
        return true;
    for (size_t i = 0; i < COUNT(prefixes); i++) {
        const char *after = *text;
        if (takes(&after, prefixes[i].text) && read_bare(&after, true, unit)) {
            unit->factor *= prefixes[i].factor;
            *text = after;
            return true;
        }
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

static bool read_product(const char **text, bool in_brackets, measure *unit);

static bool read_factor(const char **text, bool in_brackets, measure *unit)
{
    if (!in_brackets && takes(text, "("))
        return read_product(text, true, unit) && takes(text, ")");
    measure of = {1, {0}};
    if (!read_symbol(text, &of))
        return false;
    *unit = (measure){1, {0}};
    multiply(unit, &of, read_power(text));
    return true;
}

// Factors up to the end, or up to a bracket.
static bool read_product(const char **text, bool in_brackets, measure *unit)
{
    *unit = (measure){1, {0}};
    int power = takes(text, "/") ? -1 : 1; // 5/s
    do {
        measure factor;
        skip_spaces(text);
        if (!read_factor(text, in_brackets, &factor))
            return false;
        multiply(unit, &factor, power);
        skip_spaces(text);
        power = takes(text, "/") ? -1 : 1;
        (void)(takes(text, "*") || takes(text, "·"));
    } while (**text && **text != ')');
    return power == 1;
}

static bool read_unit(const char *text, measure *unit)
{
    return read_product(&text, false, unit) && !*text;
}

// The length of a number at the beginning: sign, digits, point, power of ten.
static size_t number_length(const char *text)
{
    size_t length = *text == '-' || *text == '+';
    length += strspn(text + length, "0123456789.");
    if (text[length] != 'e' && text[length] != 'E')
        return length;
    size_t power = length + 1 + (text[length + 1] == '-' || text[length + 1] == '+');
    size_t digits = strspn(text + power, "0123456789");
    return digits > 0 ? power + digits : length;
}

// Reads a number at the beginning; the minus of the screen is one, too.
static bool read_number(const char **text, double *value)
{
    char digits[64];
    int sign = takes(text, VL_MINUS) ? -1 : 1;
    size_t length = number_length(*text);
    if (length == 0 || length >= sizeof digits || (sign < 0 && (**text == '-' || **text == '+')))
        return false;
    memcpy(digits, *text, length);
    digits[length] = '\0';
    *text += length;
    if (!vl_parse_number(digits, value))
        return false;
    *value *= sign;
    return true;
}

// A number, or the quotient of two.
static bool read_value(const char **text, double *value)
{
    double divisor;
    skip_spaces(text);
    if (!read_number(text, value))
        return false;
    const char *after = *text;
    if (takes(&after, "/") && read_number(&after, &divisor) && divisor != 0) {
        *value /= divisor;
        *text = after;
    }
    skip_spaces(text);
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

bool vl_is_unit(const char *text, int length)
{
    enum { LONGEST = 31 };

    measure unit;
    char copy[LONGEST + 1] = "";
    if (length < 1 || length > LONGEST)
        return false;
    memcpy(copy, text, (size_t)length);
    return read_unit(copy, &unit);
}
