// Messages: what was found, and what was expected.

#include "base/memory.h"
#include "base/names.h"
#include "scene/fields.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Whether a line of messages is about a later place of the file than `at`.
static bool is_later(const vl_loading *loading, const char *line, const vl_yaml_node *at)
{
    size_t prefix = vl_error_file(line, loading->file);
    int row, column;
    if (prefix == 0 || sscanf(line + prefix, ":%d:%d:", &row, &column) != 2)
        return false;
    return row > at->line || (row == at->line && column > at->column);
}

// Puts a message in front of those about later places of the file, as a line of its own, if there
// is room for it.
static void add_line(const vl_loading *loading, const vl_yaml_node *at, const char *message)
{
    char *text = loading->error->text;
    size_t length = strlen(text), added = strlen(message);
    if (length + added + (length > 0) >= sizeof loading->error->text)
        return;
    char *line = text;
    while (*line && !is_later(loading, line, at)) {
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    if (!*line) {
        snprintf(text + length, added + 2, "%s%s", length > 0 ? "\n" : "", message);
        return;
    }
    memmove(line + added + 1, line, strlen(line) + 1);
    memcpy(line, message, added); // NOLINT: the text goes on behind it
    line[added] = '\n';
}

bool vl_refuse(const vl_loading *loading, const vl_yaml_node *at, const char *format, ...)
{
    char message[VL_ERROR_TEXT_SIZE];
    va_list values;
    va_start(values, format);
    vsnprintf(message, sizeof message, format, values);
    va_end(values);
    vl_error next;
    vl_fail_at(&next, (vl_location){loading->file, at->line, at->column}, "%s", message);
    if (loading->error)
        add_line(loading, at, next.text);
    return false;
}

int vl_choices_names(const vl_choices *choices, const char *names[VL_MOST_CHOICES])
{
    int count = 0;
    for (; count < VL_MOST_CHOICES && choices->name(count); count++)
        names[count] = choices->name(count);
    assert(count < VL_MOST_CHOICES); // a longer table needs a larger VL_MOST_CHOICES
    return count;
}

void vl_text_add_names(vl_text *text, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        vl_text_add(text, "%s%s", i == 0 ? "" : i == count - 1 ? " or " : ", ", names[i]);
}

// Adds at most 40 characters, without line ends.
static void add_excerpt(vl_text *text, const char *from)
{
    enum { MOST_CHARACTERS = 40 };

    const char *cursor = from;
    for (int i = 0; *cursor; i++) {
        const char *start = cursor;
        vl_utf8_next(&cursor);
        if (i == MOST_CHARACTERS) {
            vl_text_add(text, "…");
            return;
        }
        if ((unsigned char)*start < ' ')
            vl_text_add(text, " ");
        else
            vl_text_add_bytes(text, start, (size_t)(cursor - start));
    }
}

// Whether it is a number that is not finite: .nan, -.inf, 1e999.
static bool is_not_finite(const char *text)
{
    const char *digits = text + (*text == '-' || *text == '+');
    if (*digits == '.' && !(digits[1] >= '0' && digits[1] <= '9'))
        digits++;

    char *end;
    double value = strtod(digits, &end);
    return end != digits && *end == '\0' && !isfinite(value);
}

// Whether somebody wrote 1,5 for 1.5.
static bool has_decimal_comma(const char *text)
{
    const char *comma = strchr(text, ',');
    if (!comma || strchr(comma + 1, ','))
        return false;

    double value;
    char *point = vl_copy_text(text);
    point[comma - text] = '.';
    bool number = vl_parse_number(point, &value);
    vl_free(point);
    return number;
}

// Adds what a value is: "-1", "'heavy'", "'.nan', which is not finite".
static void describe_scalar(const vl_yaml_node *node, vl_text *text)
{
    double value;
    bool number = !node->quoted && vl_parse_number(node->text, &value);

    if (!node->quoted && !*node->text) {
        vl_text_add(text, "left empty");
        return;
    }
    vl_text_add(text, number ? "" : "'");
    add_excerpt(text, node->text);
    vl_text_add(text, number ? "" : "'");
    if (node->quoted)
        vl_text_add(text, " in quotes");
    else if (number && fabs(value) > VL_FIELD_LARGEST)
        vl_text_add(text, ", which is beyond %g", VL_FIELD_LARGEST);
    else if (number && value != 0 && fabs(value) < VL_FIELD_SMALLEST)
        vl_text_add(text, ", which is nearer to 0 than %g", VL_FIELD_SMALLEST);
    else if (is_not_finite(node->text))
        vl_text_add(text, ", which is not finite");
    else if (has_decimal_comma(node->text))
        vl_text_add(text, ", with a comma for a point");
}

static void describe(const vl_yaml_node *node, vl_text *text)
{
    if (node->kind == VL_YAML_SCALAR)
        describe_scalar(node, text);
    else if (node->kind == VL_YAML_LIST)
        vl_text_add(text, node->count == 0 ? "an empty list" : "a list of %d", node->count);
    else
        vl_text_add(text, "a mapping of keys to values");
}

void vl_field_words(const vl_field *field, vl_text *text)
{
    const vl_range *range = field->range;
    const char *names[VL_MOST_CHOICES];
    if (field->element && field->element->schema) {
        vl_text_add(text, "a list of %ss", field->element->schema->name);
        return;
    }
    vl_text_add(text, "%s", field->type->words);
    if (field->most)
        vl_text_add(text, " of 1 to %d", field->most);
    if (field->element) {
        vl_text_add(text, ", each of it ");
        vl_field_words(field->element, text);
    }
    if (field->choices)
        vl_text_add_names(text, names, vl_choices_names(field->choices, names));
    if (field->schema)
        vl_text_add(text, "%s", field->schema->example);
    if (range && range->words)
        vl_text_add(text, " %s", range->words);
    else if (range)
        vl_text_add(text, " from %.10g to %.10g", range->lower, range->upper);
    if (field->unit)
        vl_text_add(text, " (%s)", field->unit);
}

bool vl_field_refuse(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value)
{
    vl_text text = {0};
    vl_text_add(&text, "%s is ", field->key);
    describe(value, &text);
    vl_text_add(&text, ", expected ");
    vl_field_words(field, &text);
    vl_refuse(loading, value, "%s", text.data);
    vl_text_free(&text);
    return false;
}

bool vl_refuse_word(const vl_loading *loading, const vl_yaml_node *place, const char *what,
                    const char *word, const char *const *names, int count)
{
    vl_text text = {0};
    vl_text_add(&text, "unknown %s '", what);
    add_excerpt(&text, word);
    const char *near = vl_names_similar(VL_NAMES_OF_WORDS(names, count), word);
    if (near)
        vl_text_add(&text, "'; did you mean '%s'?", near);
    else
        vl_text_add(&text, "', expected ");
    vl_text_add_names(&text, names, near ? 0 : count);
    vl_refuse(loading, place, "%s", text.data);
    vl_text_free(&text);
    return false;
}
