#include "scene/form.h"

#include "base/memory.h"
#include "base/quantity.h"
#include "base/text.h"

#include <string.h>

bool vl_form_step_with_unit(const char *text, double *seconds)
{
    double rate;
    size_t length = strlen(text);
    if (length == 0 || strchr("0123456789.", text[length - 1]))
        return false;
    bool is_rate = vl_parse_quantity(text, "Hz", &rate);
    if (is_rate)
        *seconds = 1 / rate;
    return is_rate || vl_parse_quantity(text, "s", seconds);
}

static bool read_number(const vl_form_number *number, const char *word, double *value)
{
    int64_t whole;
    bool good =
        (number->step && vl_form_step_with_unit(word, value)) || vl_parse_number(word, value);
    return good && (!number->whole || vl_parse_integer(word, &whole)) && *value >= number->lower &&
           *value <= number->upper;
}

bool vl_form_read(const vl_form *form, const char *text, double *values, vl_error *error)
{
    int most = 0, count = 0;
    while (most < VL_FORM_MOST_NUMBERS && form->numbers[most].name)
        most++;
    char *copy = vl_copy_text(text);
    bool good = true;
    for (char *colon = strchr(copy, ':'); good && colon; count++) {
        const vl_form_number *number = count < most ? &form->numbers[count] : NULL;
        char *word = colon + 1;
        colon = strchr(word, ':');
        if (colon)
            *colon = '\0';
        good = !number || read_number(number, word, &values[count]) ||
               vl_fail(error, "%s is '%.40s' in '%.80s', expected %s", number->name, word, text,
                       number->expected);
    }
    vl_free(copy);
    if (good && count != most)
        return vl_fail(error, "'%.80s' has %d value%s behind the name, expected %s", text, count,
                       count == 1 ? "" : "s", form->example);
    return good && (!form->rises || values[0] <= values[1] ||
                    vl_fail(error, "low is greater than high in '%s', expected low:high", text));
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
