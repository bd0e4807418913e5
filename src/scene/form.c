#include "scene/form.h"

#include "base/memory.h"
#include "base/text.h"

#include <string.h>

static bool read_number(const vl_form_number *number, const char *word, double *value)
{
    int64_t whole;
    return vl_parse_number(word, value) && (!number->whole || vl_parse_integer(word, &whole)) &&
           *value >= number->least && *value <= number->most;
}

// `words` is cut up.
static bool read_numbers(const char *text, char *words, const vl_form_number *const *wanted,
                         const char *form, double *values, vl_error *error)
{
    int most = 0, count = 0;
    while (most < VL_FORM_MOST_NUMBERS && wanted[most])
        most++;
    for (char *word = words; word;) {
        char *colon = strchr(word, ':');
        if (colon)
            *colon = '\0';
        const vl_form_number *number = count < most ? wanted[count] : NULL;
        if (number && !read_number(number, word, &values[count]))
            return vl_fail(error, "%s is '%.40s' in '%.80s', expected %s", number->name, word, text,
                           number->expected);
        count++;
        word = colon ? colon + 1 : NULL;
    }
    return count == most || vl_fail(error, "'%.80s' has %d value%s behind the name, expected %s",
                                    text, count, count == 1 ? "" : "s", form);
}

bool vl_form_numbers(const char *text, const vl_form_number *const *wanted, const char *form,
                     double *values, vl_error *error)
{
    char *copy = vl_copy_text(text);
    char *colon = strchr(copy, ':');
    bool good = read_numbers(text, colon ? colon + 1 : NULL, wanted, form, values, error);
    vl_free(copy);
    return good;
}

static void refuse(const char *name, const char *what, const char *const *names,
                   const char *const *forms, int count, vl_error *error)
{
    vl_text text = {0};
    const char *near = vl_suggest(name, names, count);
    if (near)
        vl_text_add(&text, "did you mean '%s'?", near);
    for (int i = 0; !near && i < count; i++)
        vl_text_add(&text, "%s%s", i ? ", " : "expected ", forms[i]);
    vl_fail(error, "unknown %s '%.40s'%s %s", what, name, near ? ";" : ",", text.data);
    vl_text_free(&text);
}

int vl_form_find(const char *text, const char *what, const char *const *names,
                 const char *const *forms, int count, vl_error *error)
{
    char *name = vl_copy_text(text);
    name[strcspn(name, ":")] = '\0';
    int found = -1;
    for (int i = 0; i < count && found < 0; i++)
        if (strcmp(names[i], name) == 0)
            found = i;
    if (found < 0)
        refuse(name, what, names, forms, count, error);
    vl_free(name);
    return found;
}
