#include "scene/form.h"

#include "base/memory.h"
#include "base/text.h"

#include <string.h>

// A unit of a time step, or of a rate of steps.
typedef struct unit {
    const char *name;
    double in_second;
    bool is_rate;
} unit;

static const unit units[] = {{"ms", 1e3, false}, {"us", 1e6, false}, {"µs", 1e6, false},
                             {"Hz", 1, true},    {"hz", 1, true},    {"fps", 1, true},
                             {"/s", 1, true},    {"s", 1, false}};

bool vl_form_step_with_unit(const char *text, double *seconds)
{
    size_t length = strlen(text);
    double number;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        size_t tail = strlen(units[i].name);
        if (length <= tail || strcmp(text + length - tail, units[i].name) != 0)
            continue;
        char *digits = vl_copy_text(text);
        digits[length - tail] = '\0';
        for (size_t end = length - tail; end > 0 && digits[end - 1] == ' '; end--)
            digits[end - 1] = '\0';
        bool good = vl_parse_number(digits, &number);
        vl_free(digits);
        *seconds = !good ? 0 : units[i].is_rate ? 1 / number : number / units[i].in_second;
        return good;
    }
    return false;
}

static bool read_number(const vl_form_number *number, const char *word, double *value)
{
    int64_t whole;
    bool good =
        (number->step && vl_form_step_with_unit(word, value)) || vl_parse_number(word, value);
    return good && (!number->whole || vl_parse_integer(word, &whole)) && *value >= number->lower &&
           *value <= number->upper;
}

// `words` is cut at its colons.
static bool read_numbers(const vl_form *form, const char *text, char *words, double *values,
                         vl_error *error)
{
    int most = 0, count = 0;
    while (most < VL_FORM_MOST_NUMBERS && form->numbers[most])
        most++;
    for (char *word = words; word; count++) {
        char *colon = strchr(word, ':');
        if (colon)
            *colon = '\0';
        const vl_form_number *number = count < most ? form->numbers[count] : NULL;
        if (number && !read_number(number, word, &values[count]))
            return vl_fail(error, "%s is '%.40s' in '%.80s', expected %s", number->name, word, text,
                           number->expected);
        word = colon ? colon + 1 : NULL;
    }
    return count == most || vl_fail(error, "'%.80s' has %d value%s behind the name, expected %s",
                                    text, count, count == 1 ? "" : "s", form->example);
}

bool vl_form_read(const vl_form *form, const char *text, double *values, vl_error *error)
{
    char *copy = vl_copy_text(text);
    char *colon = strchr(copy, ':');
    bool good = read_numbers(form, text, colon ? colon + 1 : NULL, values, error);
    vl_free(copy);
    return good;
}

int vl_form_find(const char *text, const char *what, vl_names names, vl_names examples,
                 vl_error *error)
{
    char *name = vl_copy_text(text);
    name[strcspn(name, ":")] = '\0';
    int found = vl_names_require(names, what, name, examples, error);
    vl_free(name);
    return found;
}
