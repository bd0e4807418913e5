#include "scene/step_list.h"

#include "base/memory.h"
#include "base/text.h"
#include "scene/form.h"

#include <ctype.h>
#include <float.h>
#include <string.h>

static const double longest = 1e6; // s, as of any time step

static bool append(vl_step_list *list, double dt, int64_t times, const char *text, vl_error *error)
{
    if (times > VL_STEP_LIST_MOST - list->count)
        return vl_fail(error, "'%.80s' has too many steps, expected at most %d", text,
                       VL_STEP_LIST_MOST);
    list->steps =
        vl_grow(list->steps, &list->capacity, list->count + (int)times, sizeof *list->steps);
    for (int64_t i = 0; i < times; i++)
        list->steps[list->count++] = dt;
    return true;
}

// A word such as "0.1" or "30x0.0166667".
static bool read_word(vl_step_list *list, char *word, const char *text, vl_error *error)
{
    char *x = strchr(word, 'x');
    int64_t times = 1;
    double dt;
    if (x)
        *x = '\0';
    if (x && (!vl_parse_integer(word, &times) || times < 1))
        return vl_fail(error, "a number of times is '%.40s' in '%.80s', expected 1 or more", word,
                       text);
    const char *length = x ? x + 1 : word;
    bool read = vl_form_step_with_unit(length, &dt) || vl_parse_number(length, &dt);
    if (!read || !(list->ends || (dt >= DBL_MIN && dt <= longest)))
        return vl_fail(error, "dt is '%.40s' in '%.80s', expected " VL_FORM_A_STEP, length, text);
    return append(list, dt, times, text, error);
}

// Returns the colon before the first word that begins with a letter; NULL: there is none.
static const char *behind_steps(const char *text)
{
    const char *colon = strchr(text, ':');
    while (colon && !isalpha((unsigned char)colon[1]))
        colon = strchr(colon + 1, ':');
    return colon;
}

static bool read_words(vl_step_list *list, const char *text, vl_error *error)
{
    const char *word = strchr(text, ':'), *rest = behind_steps(text);
    list->ends = rest && strcmp(rest + 1, VL_STEP_LIST_END) == 0;
    while (word && word != rest) {
        char copy[64] = "";
        size_t length = strcspn(++word, ":");
        if (length >= sizeof copy)
            return vl_fail(error, "'%.80s' is no step, expected " VL_FORM_A_STEP, word);
        memcpy(copy, word, length);
        if (!read_word(list, copy, text, error))
            return false;
        word = word[length] ? word + length : NULL;
    }
    list->rest = rest && !list->ends ? rest + 1 : NULL;
    return list->count > 0 ||
           vl_fail(error, "'%.80s' has no step, expected one at least behind 'list:'", text);
}

bool vl_step_list_read(vl_step_list *list, const char *text, vl_error *error)
{
    *list = (vl_step_list){0};
    if (read_words(list, text, error))
        return true;
    vl_free(list->steps);
    list->steps = NULL;
    return false;
}

char *vl_step_list_text(const double *steps, int count, const char *rest)
{
    vl_text text = {0};
    char number[VL_NUMBER_SIZE];
    vl_text_add(&text, "list");
    for (int i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && steps[next] == steps[i];)
            next++;
        vl_text_add(&text, ":");
        if (next > i + 1)
            vl_text_add(&text, "%dx", next - i);
        vl_text_add(&text, "%s", vl_number_text(steps[i], number));
    }
    if (rest)
        vl_text_add(&text, ":%s", rest);
    return text.data;
}
