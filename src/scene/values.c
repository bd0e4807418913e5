// The types of single values: how each is read, written, described and compared.

#include "base/memory.h"
#include "base/names.h"
#include "base/vec.h"
#include "scene/fields.h"
#include "scene/policy.h"
#include "scene/scene.h"
#include "scene/stream.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static void *member(const vl_field *field, void *record)
{
    return (char *)record + field->offset;
}

static const void *member_of(const vl_field *field, const void *record)
{
    return (const char *)record + field->offset;
}

static bool is_plain(const vl_yaml_node *value)
{
    return value->kind == VL_YAML_SCALAR && !value->quoted;
}

// --- numbers ---

static void add_range_and_unit(const vl_field *field, vl_text *text)
{
    const vl_range *range = field->range;
    if (range && range->words)
        vl_text_add(text, " %s", range->words);
    else if (range)
        vl_text_add(text, " from %.10g to %.10g", range->least, range->most);
    if (field->unit)
        vl_text_add(text, " (%s)", field->unit);
}

static bool is_in(const vl_range *range, double number)
{
    double size = fabs(number);
    return size <= VL_FIELD_LARGEST && (size == 0 || size >= VL_FIELD_SMALLEST) &&
           (!range || (number >= range->least && number <= range->most));
}

static bool number_parse(const vl_loading *loading, const vl_field *field,
                         const vl_yaml_node *value, void *record)
{
    double *number = member(field, record);
    return (is_plain(value) && vl_parse_number(value->text, number) &&
            is_in(field->range, *number)) ||
           vl_field_refuse(loading, field, value);
}

static void number_write(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    vl_yaml_write_number(writer, *(const double *)member_of(field, record));
}

static void number_words(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "a number");
    add_range_and_unit(field, text);
}

// Also of a vector: of all the numbers in a member. 0 and −0 are equal.
static bool numbers_equal(const vl_field *field, const void *a, const void *b)
{
    const double *p = member_of(field, a), *q = member_of(field, b);
    bool equal = true;
    for (size_t i = 0; i < field->type->size / sizeof *p; i++)
        equal &= p[i] == q[i];
    return equal;
}

const vl_type vl_type_number = {.size = sizeof(double),
                                .parse = number_parse,
                                .write = number_write,
                                .words = number_words,
                                .equal = numbers_equal};

static bool read_integer(const vl_yaml_node *value, const vl_range *range, int *integer)
{
    int64_t read;
    if (!is_plain(value) || !vl_parse_integer(value->text, &read) || read < INT_MIN ||
        read > INT_MAX || !is_in(range, (double)read))
        return false;
    *integer = (int)read;
    return true;
}

static bool integer_parse(const vl_loading *loading, const vl_field *field,
                          const vl_yaml_node *value, void *record)
{
    return read_integer(value, field->range, member(field, record)) ||
           vl_field_refuse(loading, field, value);
}

static void integer_write(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    vl_yaml_write_number(writer, *(const int *)member_of(field, record));
}

static void integer_words(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "a whole number");
    add_range_and_unit(field, text);
}

const vl_type vl_type_integer = {
    .size = sizeof(int), .parse = integer_parse, .write = integer_write, .words = integer_words};

// The version has no member: it is the one that this program reads and writes.
enum { FORMAT = 1 };

static bool format_parse(const vl_loading *loading, const vl_field *field,
                         const vl_yaml_node *value, void *record)
{
    int version;
    return (read_integer(value, NULL, &version) && version == FORMAT) ||
           vl_field_refuse(loading, field, value);
}

static void format_write(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    vl_yaml_write_number(writer, FORMAT);
}

static void format_words(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "%d, the version of the format", FORMAT);
}

const vl_type vl_type_format = {
    .parse = format_parse, .write = format_write, .words = format_words};

// Two numbers or three.
static bool vector_parse(const vl_loading *loading, const vl_field *field,
                         const vl_yaml_node *value, void *record)
{
    double parts[3] = {0};
    if (value->kind != VL_YAML_LIST || value->count < 2 || value->count > 3)
        return vl_field_refuse(loading, field, value);
    int i = 0;
    for (const vl_yaml_node *child = value->first; child; child = child->next, i++)
        if (!is_plain(child) || !vl_parse_number(child->text, &parts[i]) || !is_in(NULL, parts[i]))
            return vl_field_refuse(loading, field, child);
    *(vl_vec3 *)member(field, record) = (vl_vec3){parts[0], parts[1], parts[2]};
    return true;
}

static void vector_write(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    const vl_vec3 *vector = member_of(field, record);
    vl_yaml_write_list_begin(writer, true);
    vl_yaml_write_number(writer, vector->x);
    vl_yaml_write_number(writer, vector->y);
    if (vector->z != 0)
        vl_yaml_write_number(writer, vector->z);
    vl_yaml_write_list_end(writer);
}

static void vector_words(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "two or three numbers in [ ]");
    add_range_and_unit(field, text);
}

const vl_type vl_type_vector = {.size = sizeof(vl_vec3),
                                .parse = vector_parse,
                                .write = vector_write,
                                .words = vector_words,
                                .equal = numbers_equal};

// The column and the row of a particle in a cloth.
static bool place_parse(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value,
                        void *record)
{
    static const vl_range from_one = {1, INT_MAX, NULL};
    vl_scene_place *place = member(field, record);
    if (value->kind != VL_YAML_LIST || value->count != 2)
        return vl_field_refuse(loading, field, value);
    if (!read_integer(value->first, &from_one, &place->column))
        return vl_field_refuse(loading, field, value->first);
    return read_integer(value->first->next, &from_one, &place->row) ||
           vl_field_refuse(loading, field, value->first->next);
}

static void place_write(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    const vl_scene_place *place = member_of(field, record);
    vl_yaml_write_list_begin(writer, true);
    vl_yaml_write_number(writer, place->column);
    vl_yaml_write_number(writer, place->row);
    vl_yaml_write_list_end(writer);
}

static void place_words(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "[column, row], two whole numbers from 1");
}

const vl_type vl_type_place = {.size = sizeof(vl_scene_place),
                               .parse = place_parse,
                               .write = place_write,
                               .words = place_words};

// --- texts ---

static bool set_text(char **text, const char *to)
{
    vl_free(*text);
    *text = vl_copy_text(to);
    return true;
}

static bool text_parse(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value,
                       void *record)
{
    if (value->kind != VL_YAML_SCALAR || (!value->quoted && !*value->text))
        return vl_field_refuse(loading, field, value);
    return set_text(member(field, record), value->text);
}

static void text_write(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    vl_yaml_write_text(writer, *(char *const *)member_of(field, record), field->block);
}

static void text_words(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "text");
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool text_equal(const vl_field *field, const void *a, const void *b)
{
    return same_text(*(char *const *)member_of(field, a), *(char *const *)member_of(field, b));
}

static void text_release(const vl_field *field, void *record)
{
    set_text(member(field, record), NULL);
}

const vl_type vl_type_text = {.size = sizeof(char *),
                              .parse = text_parse,
                              .write = text_write,
                              .words = text_words,
                              .equal = text_equal,
                              .release = text_release};

// A name is never empty, and a plain number is none, since the end of a link may be either.
static bool name_parse(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value,
                       void *record)
{
    double number;
    bool is_number = !value->quoted && vl_parse_number(value->text, &number);
    if (value->kind != VL_YAML_SCALAR || !*value->text || is_number)
        return vl_field_refuse(loading, field, value);
    return set_text(member(field, record), value->text);
}

static void name_words(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "a name that is no number");
}

const vl_type vl_type_name = {.size = sizeof(char *),
                              .parse = name_parse,
                              .write = text_write,
                              .words = name_words,
                              .equal = text_equal,
                              .release = text_release};

// A text that a parser of its own has looked at; `why` is what it says.
static bool take_text(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value,
                      void *record, bool good, const vl_error *why)
{
    return good ? set_text(member(field, record), value->text)
                : vl_fail_at(loading->error, vl_loading_place(loading, value), "%s: %s", field->key,
                             why->text);
}

static bool timestep_parse(const vl_loading *loading, const vl_field *field,
                           const vl_yaml_node *value, void *record)
{
    vl_error why = {0};
    if (value->kind != VL_YAML_SCALAR || !*value->text)
        return vl_field_refuse(loading, field, value);
    vl_stream *stream = vl_stream_parse(value->text, loading->folder, &why);
    bool good = take_text(loading, field, value, record, stream != NULL, &why);
    vl_stream_free(stream);
    return good;
}

static void timestep_words(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "a stream of time steps such as %s or fixed:0.01", field->initial);
}

const vl_type vl_type_timestep = {.size = sizeof(char *),
                                  .parse = timestep_parse,
                                  .write = text_write,
                                  .words = timestep_words,
                                  .equal = text_equal,
                                  .release = text_release};

static bool policy_parse(const vl_loading *loading, const vl_field *field,
                         const vl_yaml_node *value, void *record)
{
    vl_error why = {0};
    vl_policy policy;
    if (value->kind != VL_YAML_SCALAR || !*value->text)
        return vl_field_refuse(loading, field, value);
    bool good = vl_policy_parse(&policy, value->text, &why);
    return take_text(loading, field, value, record, good, &why);
}

static void policy_words(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "a policy for frame times such as %s or clamp:0.05", field->initial);
}

const vl_type vl_type_policy = {.size = sizeof(char *),
                                .parse = policy_parse,
                                .write = text_write,
                                .words = policy_words,
                                .equal = text_equal,
                                .release = text_release};

// The end of a link: a name, which is looked up when all names are known, or a number.
static bool end_parse(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value,
                      void *record)
{
    static const vl_range from_one = {1, INT_MAX, NULL};
    double number;
    vl_scene_end *end = member(field, record);
    if (value->kind != VL_YAML_SCALAR || !*value->text)
        return vl_field_refuse(loading, field, value);
    if (value->quoted || !vl_parse_number(value->text, &number))
        return set_text(&end->name, value->text);
    return read_integer(value, &from_one, &end->number) || vl_field_refuse(loading, field, value);
}

static void end_write(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    const vl_scene_end *end = member_of(field, record);
    if (end->name)
        vl_yaml_write_text(writer, end->name, false);
    else
        vl_yaml_write_number(writer, end->number);
}

static void end_words(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "the name of a particle, or its number (from 1)");
}

static bool end_equal(const vl_field *field, const void *a, const void *b)
{
    const vl_scene_end *p = member_of(field, a), *q = member_of(field, b);
    return same_text(p->name, q->name) && p->number == q->number;
}

static void end_release(const vl_field *field, void *record)
{
    vl_scene_end *end = member(field, record);
    set_text(&end->name, NULL);
}

const vl_type vl_type_end = {.size = sizeof(vl_scene_end),
                             .parse = end_parse,
                             .write = end_write,
                             .words = end_words,
                             .equal = end_equal,
                             .release = end_release};

// --- names of a table ---

int vl_choices_names(const vl_choices *choices, const char *names[VL_MOST_CHOICES])
{
    int count = 0;
    for (; count < VL_MOST_CHOICES && choices->name(count); count++)
        names[count] = choices->name(count);
    return count;
}

// Enumerations and pointers are copied as bytes: their types differ, their sizes do not.
int vl_choices_read(const vl_choices *choices, const void *of)
{
    int index;
    const void *row;
    if (!choices->row) {
        memcpy(&index, of, sizeof index);
        return index;
    }
    memcpy(&row, of, sizeof row);
    for (int i = 0; choices->name(i); i++)
        if (choices->row(i) == row)
            return i;
    return -1;
}

// The index of a name that this build knows what to do with; −1 and a message where there is none.
static int find_choice(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value)
{
    const char *names[VL_MOST_CHOICES];
    int count = vl_choices_names(field->choices, names);
    int found = vl_names_index(VL_NAMES_OF_WORDS(names, count), value->text);
    const char *lacks = found >= 0 && field->choices->lacks ? field->choices->lacks(found) : NULL;
    if (lacks)
        vl_fail_at(loading->error, vl_loading_place(loading, value),
                   "%s '%s' needs %s; expected another", field->key, value->text, lacks);
    else if (found < 0 && *value->text &&
             vl_names_similar(VL_NAMES_OF_WORDS(names, count), value->text))
        vl_refuse_word(loading, value, field->key, value->text, names, count);
    else if (found < 0)
        vl_field_refuse(loading, field, value);
    return lacks ? -1 : found;
}

static bool choice_parse(const vl_loading *loading, const vl_field *field,
                         const vl_yaml_node *value, void *record)
{
    if (value->kind != VL_YAML_SCALAR)
        return vl_field_refuse(loading, field, value);
    int index = find_choice(loading, field, value);
    if (index < 0)
        return false;
    const void *row = field->choices->row ? field->choices->row(index) : NULL;
    if (field->choices->row)
        memcpy(member(field, record), &row, sizeof row);
    else
        memcpy(member(field, record), &index, sizeof index);
    return true;
}

static void choice_write(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    int index = vl_choices_read(field->choices, member_of(field, record));
    vl_yaml_write_word(writer, field->choices->name(index));
}

static void choice_words(const vl_field *field, vl_text *text)
{
    const char *names[VL_MOST_CHOICES];
    vl_text_add_names(text, names, vl_choices_names(field->choices, names));
}

static bool choice_equal(const vl_field *field, const void *a, const void *b)
{
    return vl_choices_read(field->choices, member_of(field, a)) ==
           vl_choices_read(field->choices, member_of(field, b));
}

const vl_type vl_type_choice = {.size = sizeof(int),
                                .parse = choice_parse,
                                .write = choice_write,
                                .words = choice_words,
                                .equal = choice_equal};

static bool bool_parse(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value,
                       void *record)
{
    bool is_true = strcmp(value->text, "true") == 0;
    if (!is_plain(value) || (!is_true && strcmp(value->text, "false") != 0))
        return vl_field_refuse(loading, field, value);
    *(bool *)member(field, record) = is_true;
    return true;
}

static void bool_write(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    vl_yaml_write_word(writer, *(const bool *)member_of(field, record) ? "true" : "false");
}

static void bool_words(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "true or false");
}

const vl_type vl_type_bool = {
    .size = sizeof(bool), .parse = bool_parse, .write = bool_write, .words = bool_words};

// Several names of a table: an unsigned, one bit for each.
static bool choices_parse(const vl_loading *loading, const vl_field *field,
                          const vl_yaml_node *value, void *record)
{
    if (value->kind != VL_YAML_LIST)
        return vl_field_refuse(loading, field, value);
    unsigned *bits = member(field, record);
    for (const vl_yaml_node *child = value->first; child; child = child->next) {
        int index = find_choice(loading, field, child);
        if (index < 0)
            return false;
        *bits |= 1u << index;
    }
    return true;
}

static void choices_write(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    unsigned bits = *(const unsigned *)member_of(field, record);
    vl_yaml_write_list_begin(writer, true);
    for (int i = 0; field->choices->name(i); i++)
        if (bits & 1u << i)
            vl_yaml_write_word(writer, field->choices->name(i));
    vl_yaml_write_list_end(writer);
}

static void choices_words(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "a list in [ ] of ");
    choice_words(field, text);
}

const vl_type vl_type_choices = {.size = sizeof(unsigned),
                                 .parse = choices_parse,
                                 .write = choices_write,
                                 .words = choices_words};
