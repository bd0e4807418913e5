// The types of fields: how each kind of value is read, written, compared and explained.

#include "base/memory.h"
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

// number

static bool read_number(const vl_yaml_node *value, const vl_range *range, double *number)
{
    if (!is_plain(value) || !vl_parse_number(value->text, number))
        return false;
    double size = fabs(*number);
    if (size > VL_FIELD_LARGEST || (size != 0 && size < VL_FIELD_SMALLEST))
        return false;
    return !range || (*number >= range->least && *number <= range->most);
}

static void number_reset(const vl_field *field, void *record)
{
    *(double *)member(field, record) = field->initial;
}

static bool number_load(const vl_loading *loading, const vl_field *field, void *record,
                        const vl_yaml_node *value)
{
    return read_number(value, field->range, member(field, record)) ||
           vl_field_refuse(loading, field, value);
}

static void number_save(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    vl_yaml_write_number(writer, *(const double *)member_of(field, record));
}

static bool number_equal(const vl_field *field, const void *a, const void *b)
{
    return *(const double *)member_of(field, a) == *(const double *)member_of(field, b);
}

static void number_expect(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "a number");
    add_range_and_unit(field, text);
}

static void number_show_default(const vl_field *field, vl_text *text)
{
    char buffer[VL_NUMBER_SIZE];
    vl_text_add(text, "%s", vl_number_text(field->initial, buffer));
}

const vl_field_type vl_type_number = {
    .reset = number_reset,
    .load = number_load,
    .save = number_save,
    .equal = number_equal,
    .expect = number_expect,
    .show_default = number_show_default,
};

// integer

static void integer_reset(const vl_field *field, void *record)
{
    *(int *)member(field, record) = (int)field->initial;
}

static bool read_integer(const vl_yaml_node *value, const vl_range *range, int *integer)
{
    int64_t read;
    if (!is_plain(value) || !vl_parse_integer(value->text, &read))
        return false;
    if ((double)read < range->least || (double)read > range->most)
        return false;
    *integer = (int)read;
    return true;
}

static bool integer_load(const vl_loading *loading, const vl_field *field, void *record,
                         const vl_yaml_node *value)
{
    return read_integer(value, field->range, member(field, record)) ||
           vl_field_refuse(loading, field, value);
}

static void integer_save(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    vl_yaml_write_number(writer, *(const int *)member_of(field, record));
}

static bool integer_equal(const vl_field *field, const void *a, const void *b)
{
    return *(const int *)member_of(field, a) == *(const int *)member_of(field, b);
}

static void integer_expect(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "a whole number");
    add_range_and_unit(field, text);
}

const vl_field_type vl_type_integer = {
    .reset = integer_reset,
    .load = integer_load,
    .save = integer_save,
    .equal = integer_equal,
    .expect = integer_expect,
    .show_default = number_show_default,
};

// the version of the format: no member, it is what this program reads and writes

static bool format_load(const vl_loading *loading, const vl_field *field, void *record,
                        const vl_yaml_node *value)
{
    int64_t version;
    return (is_plain(value) && vl_parse_integer(value->text, &version) &&
            (double)version == field->initial) ||
           vl_field_refuse(loading, field, value);
}

static void format_save(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    vl_yaml_write_number(writer, field->initial);
}

static bool format_equal(const vl_field *field, const void *a, const void *b)
{
    return true;
}

static void format_expect(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "%g, the version of the format", field->initial);
}

const vl_field_type vl_type_format = {
    .load = format_load,
    .save = format_save,
    .equal = format_equal,
    .expect = format_expect,
};

// true or false

static void bool_reset(const vl_field *field, void *record)
{
    *(bool *)member(field, record) = field->initial != 0;
}

static bool bool_load(const vl_loading *loading, const vl_field *field, void *record,
                      const vl_yaml_node *value)
{
    bool is_true = strcmp(value->text, "true") == 0;
    if (!is_plain(value) || (!is_true && strcmp(value->text, "false") != 0))
        return vl_field_refuse(loading, field, value);
    *(bool *)member(field, record) = is_true;
    return true;
}

static const char *bool_word(bool value)
{
    return value ? "true" : "false";
}

static void bool_save(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    vl_yaml_write_word(writer, bool_word(*(const bool *)member_of(field, record)));
}

static bool bool_equal(const vl_field *field, const void *a, const void *b)
{
    return *(const bool *)member_of(field, a) == *(const bool *)member_of(field, b);
}

static void bool_expect(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "true or false");
}

static void bool_show_default(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "%s", bool_word(field->initial != 0));
}

const vl_field_type vl_type_bool = {
    .reset = bool_reset,
    .load = bool_load,
    .save = bool_save,
    .equal = bool_equal,
    .expect = bool_expect,
    .show_default = bool_show_default,
};

// text

static void set_text(char **text, const char *to)
{
    vl_free(*text);
    *text = vl_copy_text(to);
}

static void text_reset(const vl_field *field, void *record)
{
    set_text(member(field, record), field->initial_text);
}

static bool text_load(const vl_loading *loading, const vl_field *field, void *record,
                      const vl_yaml_node *value)
{
    if (value->kind != VL_YAML_SCALAR || (!value->quoted && !*value->text))
        return vl_field_refuse(loading, field, value);
    set_text(member(field, record), value->text);
    return true;
}

static void text_save(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    vl_yaml_write_text(writer, *(char *const *)member_of(field, record), field->block);
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool text_equal(const vl_field *field, const void *a, const void *b)
{
    return same_text(*(char *const *)member_of(field, a), *(char *const *)member_of(field, b));
}

static void text_expect(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "text");
}

static void text_show_default(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "%s", field->initial_text ? field->initial_text : "none");
}

static void text_release(const vl_field *field, void *record)
{
    set_text(member(field, record), NULL);
}

const vl_field_type vl_type_text = {
    .reset = text_reset,
    .load = text_load,
    .save = text_save,
    .equal = text_equal,
    .expect = text_expect,
    .show_default = text_show_default,
    .release = text_release,
};

// a name: never empty, and a plain number is none, since the end of a link may be either

static bool name_load(const vl_loading *loading, const vl_field *field, void *record,
                      const vl_yaml_node *value)
{
    double number;
    bool is_number = !value->quoted && vl_parse_number(value->text, &number);
    if (value->kind != VL_YAML_SCALAR || !*value->text || is_number)
        return vl_field_refuse(loading, field, value);
    set_text(member(field, record), value->text);
    return true;
}

static void name_expect(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "a name that is no number");
}

const vl_field_type vl_type_name = {
    .reset = text_reset,
    .load = name_load,
    .save = text_save,
    .equal = text_equal,
    .expect = name_expect,
    .show_default = text_show_default,
    .release = text_release,
};

// a stream of time steps, kept as its text

static bool timestep_load(const vl_loading *loading, const vl_field *field, void *record,
                          const vl_yaml_node *value)
{
    if (value->kind != VL_YAML_SCALAR || !*value->text)
        return vl_field_refuse(loading, field, value);

    vl_error why = {0};
    vl_stream *stream = vl_stream_parse(value->text, loading->folder, &why);
    if (!stream)
        return vl_fail_at(loading->error, vl_loading_place(loading, value), "%s: %s", field->key,
                          why.text);
    vl_stream_free(stream);
    set_text(member(field, record), value->text);
    return true;
}

static void timestep_expect(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "a stream of time steps such as %s or fixed:0.01", field->initial_text);
}

static bool policy_load(const vl_loading *loading, const vl_field *field, void *record,
                        const vl_yaml_node *value)
{
    vl_error why = {0};
    vl_policy policy;
    if (value->kind != VL_YAML_SCALAR || !*value->text)
        return vl_field_refuse(loading, field, value);
    if (!vl_policy_parse(&policy, value->text, &why))
        return vl_fail_at(loading->error, vl_loading_place(loading, value), "%s: %s", field->key,
                          why.text);
    set_text(member(field, record), value->text);
    return true;
}

static void policy_expect(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "a policy for frame times such as %s or clamp:0.05", field->initial_text);
}

const vl_field_type vl_type_policy = {
    .reset = text_reset,
    .load = policy_load,
    .save = text_save,
    .equal = text_equal,
    .expect = policy_expect,
    .show_default = text_show_default,
    .release = text_release,
};

const vl_field_type vl_type_timestep = {
    .reset = text_reset,
    .load = timestep_load,
    .save = text_save,
    .equal = text_equal,
    .expect = timestep_expect,
    .show_default = text_show_default,
    .release = text_release,
};

// one of a set of names

static void add_choice_names(const vl_field *field, vl_text *text)
{
    const char *names[VL_MOST_CHOICES];
    vl_text_add_names(text, names, vl_choices_names(field->choices, names));
}

// The number of a name; −1 and a message where nothing has it.
static int find_choice(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value)
{
    const char *names[VL_MOST_CHOICES];
    int count = vl_choices_names(field->choices, names);

    for (int i = 0; i < count; i++)
        if (strcmp(names[i], value->text) == 0)
            return i;

    const char *near = *value->text ? vl_suggest(value->text, names, count) : NULL;
    if (near)
        vl_fail_at(loading->error, vl_loading_place(loading, value),
                   "unknown %s '%s'; did you mean '%s'?", field->key, value->text, near);
    else
        vl_field_refuse(loading, field, value);
    return -1;
}

// A name that is right, of something that this build of the program cannot do.
static bool is_here(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value,
                    int index)
{
    const char *lacks = field->lacks ? field->lacks(index) : NULL;
    return !lacks ||
           vl_fail_at(loading->error, vl_loading_place(loading, value),
                      "%s '%s' needs %s; expected another", field->key, value->text, lacks);
}

static void choice_reset(const vl_field *field, void *record)
{
    if (field->initial >= 0)
        field->choices->write(member(field, record), (int)field->initial);
}

static bool choice_load(const vl_loading *loading, const vl_field *field, void *record,
                        const vl_yaml_node *value)
{
    if (value->kind != VL_YAML_SCALAR)
        return vl_field_refuse(loading, field, value);
    int index = find_choice(loading, field, value);
    if (index < 0 || !is_here(loading, field, value, index))
        return false;
    field->choices->write(member(field, record), index);
    return true;
}

static void choice_save(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    int index = field->choices->read(member_of(field, record));
    vl_yaml_write_word(writer, field->choices->name(index));
}

static bool choice_equal(const vl_field *field, const void *a, const void *b)
{
    return field->choices->read(member_of(field, a)) == field->choices->read(member_of(field, b));
}

static void choice_expect(const vl_field *field, vl_text *text)
{
    add_choice_names(field, text);
}

static void choice_show_default(const vl_field *field, vl_text *text)
{
    if (field->initial >= 0)
        vl_text_add(text, "%s", field->choices->name((int)field->initial));
}

const vl_field_type vl_type_choice = {
    .reset = choice_reset,
    .load = choice_load,
    .save = choice_save,
    .equal = choice_equal,
    .expect = choice_expect,
    .show_default = choice_show_default,
};

// several of a set of names: an unsigned, one bit for each

static bool choices_load(const vl_loading *loading, const vl_field *field, void *record,
                         const vl_yaml_node *value)
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

static void choices_save(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    unsigned bits = *(const unsigned *)member_of(field, record);
    vl_yaml_write_list_begin(writer, true);
    for (int i = 0; i < VL_MOST_CHOICES && field->choices->name(i); i++)
        if (bits & 1u << i)
            vl_yaml_write_word(writer, field->choices->name(i));
    vl_yaml_write_list_end(writer);
}

static bool choices_equal(const vl_field *field, const void *a, const void *b)
{
    return *(const unsigned *)member_of(field, a) == *(const unsigned *)member_of(field, b);
}

static void choices_expect(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "a list in [ ] of ");
    add_choice_names(field, text);
}

static void choices_show_default(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "[]");
}

const vl_field_type vl_type_choices = {
    .load = choices_load,
    .save = choices_save,
    .equal = choices_equal,
    .expect = choices_expect,
    .show_default = choices_show_default,
};

// a vector: two numbers or three

static bool vector_load(const vl_loading *loading, const vl_field *field, void *record,
                        const vl_yaml_node *value)
{
    if (value->kind != VL_YAML_LIST || value->count < 2 || value->count > 3)
        return vl_field_refuse(loading, field, value);

    double parts[3] = {0};
    int i = 0;
    for (const vl_yaml_node *child = value->first; child; child = child->next)
        if (!read_number(child, NULL, &parts[i++]))
            return vl_field_refuse(loading, field, child);
    *(vl_vec3 *)member(field, record) = (vl_vec3){parts[0], parts[1], parts[2]};
    return true;
}

static void vector_save(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    const vl_vec3 *vector = member_of(field, record);
    vl_yaml_write_list_begin(writer, true);
    vl_yaml_write_number(writer, vector->x);
    vl_yaml_write_number(writer, vector->y);
    if (vector->z != 0)
        vl_yaml_write_number(writer, vector->z);
    vl_yaml_write_list_end(writer);
}

static bool vector_equal(const vl_field *field, const void *a, const void *b)
{
    const vl_vec3 *p = member_of(field, a), *q = member_of(field, b);
    return p->x == q->x && p->y == q->y && p->z == q->z;
}

static void vector_expect(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "two or three numbers in [ ]");
    add_range_and_unit(field, text);
}

static void vector_show_default(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "[0, 0]");
}

const vl_field_type vl_type_vector = {
    .load = vector_load,
    .save = vector_save,
    .equal = vector_equal,
    .expect = vector_expect,
    .show_default = vector_show_default,
};

// an end of a link: a name, which is looked up when all names are known, or a number

static bool end_load(const vl_loading *loading, const vl_field *field, void *record,
                     const vl_yaml_node *value)
{
    double number;
    int64_t integer;
    vl_scene_end *end = member(field, record);
    if (value->kind != VL_YAML_SCALAR || !*value->text)
        return vl_field_refuse(loading, field, value);
    if (value->quoted || !vl_parse_number(value->text, &number)) {
        set_text(&end->name, value->text);
        return true;
    }
    if (!vl_parse_integer(value->text, &integer) || integer < 1 || integer > INT_MAX)
        return vl_field_refuse(loading, field, value);
    end->number = (int)integer;
    return true;
}

static void end_save(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    const vl_scene_end *end = member_of(field, record);
    if (end->name)
        vl_yaml_write_text(writer, end->name, false);
    else
        vl_yaml_write_number(writer, end->number);
}

static bool end_equal(const vl_field *field, const void *a, const void *b)
{
    const vl_scene_end *p = member_of(field, a), *q = member_of(field, b);
    return same_text(p->name, q->name) && p->number == q->number;
}

static void end_expect(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "the name of a particle, or its number (from 1)");
}

static void end_release(const vl_field *field, void *record)
{
    vl_scene_end *end = member(field, record);
    set_text(&end->name, NULL);
}

const vl_field_type vl_type_end = {
    .load = end_load,
    .save = end_save,
    .equal = end_equal,
    .expect = end_expect,
    .release = end_release,
};

// a place in a cloth: its column and its row

static bool place_load(const vl_loading *loading, const vl_field *field, void *record,
                       const vl_yaml_node *value)
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

static void place_save(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    const vl_scene_place *place = member_of(field, record);
    vl_yaml_write_list_begin(writer, true);
    vl_yaml_write_number(writer, place->column);
    vl_yaml_write_number(writer, place->row);
    vl_yaml_write_list_end(writer);
}

static bool place_equal(const vl_field *field, const void *a, const void *b)
{
    const vl_scene_place *p = member_of(field, a), *q = member_of(field, b);
    return p->column == q->column && p->row == q->row;
}

static void place_expect(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "[column, row], two whole numbers from 1");
}

const vl_field_type vl_type_place = {
    .load = place_load,
    .save = place_save,
    .equal = place_equal,
    .expect = place_expect,
};

// a list of numbers, in an array inside the record

static int *count_of(const vl_field *field, void *record)
{
    return (int *)((char *)record + field->count);
}

static int read_count(const vl_field *field, const void *record)
{
    return *(const int *)((const char *)record + field->count);
}

static bool numbers_load(const vl_loading *loading, const vl_field *field, void *record,
                         const vl_yaml_node *value)
{
    if (value->kind != VL_YAML_LIST || value->count < 1 || value->count > field->most_elements)
        return vl_field_refuse(loading, field, value);

    double *numbers = member(field, record);
    int count = 0;
    for (const vl_yaml_node *child = value->first; child; child = child->next)
        if (!read_number(child, field->range, &numbers[count++]))
            return vl_field_refuse(loading, field, child);
    *count_of(field, record) = count;
    return true;
}

static void numbers_save(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    const double *numbers = member_of(field, record);
    int count = read_count(field, record);
    vl_yaml_write_list_begin(writer, true);
    for (int i = 0; i < count; i++)
        vl_yaml_write_number(writer, numbers[i]);
    vl_yaml_write_list_end(writer);
}

static bool numbers_equal(const vl_field *field, const void *a, const void *b)
{
    const double *p = member_of(field, a), *q = member_of(field, b);
    int count = read_count(field, a);
    bool equal = count == read_count(field, b);
    for (int i = 0; equal && i < count; i++)
        equal = p[i] == q[i];
    return equal;
}

static void numbers_expect(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "a list in [ ] of 1 to %d numbers", field->most_elements);
    add_range_and_unit(field, text);
}

const vl_field_type vl_type_numbers = {
    .load = numbers_load,
    .save = numbers_save,
    .equal = numbers_equal,
    .expect = numbers_expect,
};

// a mapping inside the record

static void record_reset(const vl_field *field, void *record)
{
    vl_record_reset(field->record, member(field, record));
}

static bool record_load(const vl_loading *loading, const vl_field *field, void *record,
                        const vl_yaml_node *value)
{
    if (field->flag)
        *((bool *)((char *)record + field->flag)) = true;
    return vl_record_load(loading, field->record, member(field, record), value);
}

static void record_save(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    vl_record_save(writer, field->record, member_of(field, record), true);
}

static bool is_there(const vl_field *field, const void *record)
{
    return !field->flag || *(const bool *)((const char *)record + field->flag);
}

static bool record_equal(const vl_field *field, const void *a, const void *b)
{
    if (!is_there(field, a) || !is_there(field, b))
        return is_there(field, a) == is_there(field, b);
    return vl_record_equal(field->record, member_of(field, a), member_of(field, b));
}

static void record_expect(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "keys and values such as %s", field->record->example);
}

static void record_show_default(const vl_field *field, vl_text *text)
{
    vl_text_add(text, field->flag ? "none" : "its defaults");
}

static void record_release(const vl_field *field, void *record)
{
    vl_record_release(field->record, member(field, record));
}

const vl_field_type vl_type_record = {
    .reset = record_reset,
    .load = record_load,
    .save = record_save,
    .equal = record_equal,
    .expect = record_expect,
    .show_default = record_show_default,
    .release = record_release,
};

// The member is a pointer to some struct; copied as bytes, since its type is not known here.
static char *read_pointer(const vl_field *field, const void *record)
{
    char *pointer;
    memcpy(&pointer, member_of(field, record), sizeof pointer);
    return pointer;
}

static void write_pointer(const vl_field *field, void *record, char *pointer)
{
    memcpy(member(field, record), &pointer, sizeof pointer);
}

// a list of values of one type, in an array of their own

static bool list_load(const vl_loading *loading, const vl_field *field, void *record,
                      const vl_yaml_node *value)
{
    if (value->kind != VL_YAML_LIST)
        return vl_field_refuse(loading, field, value);

    char *elements = vl_alloc((size_t)value->count, field->element_size);
    write_pointer(field, record, elements);
    *count_of(field, record) = value->count;
    for (const vl_yaml_node *child = value->first; child; child = child->next) {
        if (!field->element->type->load(loading, field->element, elements, child))
            return false;
        elements += field->element_size;
    }
    return true;
}

static void list_save(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    const char *elements = read_pointer(field, record);
    int count = read_count(field, record);
    vl_yaml_write_list_begin(writer, true);
    for (int i = 0; i < count; i++)
        field->element->type->save(writer, field->element,
                                   elements + (size_t)i * field->element_size);
    vl_yaml_write_list_end(writer);
}

static bool list_equal(const vl_field *field, const void *a, const void *b)
{
    const char *p = read_pointer(field, a), *q = read_pointer(field, b);
    int count = read_count(field, a);
    bool equal = count == read_count(field, b);
    for (size_t i = 0; equal && i < (size_t)count; i++)
        equal = field->element->type->equal(field->element, p + i * field->element_size,
                                            q + i * field->element_size);
    return equal;
}

static void list_expect(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "a list in [ ], each of it ");
    field->element->type->expect(field->element, text);
}

static void list_release(const vl_field *field, void *record)
{
    char *elements = read_pointer(field, record);
    int count = read_count(field, record);
    for (int i = 0; field->element->type->release && i < count; i++)
        field->element->type->release(field->element, elements + (size_t)i * field->element_size);
    vl_free(elements);
    write_pointer(field, record, NULL);
    *count_of(field, record) = 0;
}

const vl_field_type vl_type_list = {
    .load = list_load,
    .save = list_save,
    .equal = list_equal,
    .expect = list_expect,
    .show_default = choices_show_default,
    .release = list_release,
};

// a list of mappings, in an array of their own

static bool records_load(const vl_loading *loading, const vl_field *field, void *record,
                         const vl_yaml_node *value)
{
    if (value->kind != VL_YAML_LIST)
        return vl_field_refuse(loading, field, value);

    char *elements = vl_alloc((size_t)value->count, field->record->size);
    write_pointer(field, record, elements);
    *count_of(field, record) = value->count;
    for (const vl_yaml_node *child = value->first; child; child = child->next) {
        if (!vl_record_load(loading, field->record, elements, child))
            return false;
        elements += field->record->size;
    }
    return true;
}

static void records_save(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    const char *elements = read_pointer(field, record);
    int count = read_count(field, record);
    vl_yaml_write_list_begin(writer, false);
    for (int i = 0; i < count; i++)
        vl_record_save(writer, field->record, elements + (size_t)i * field->record->size, true);
    vl_yaml_write_list_end(writer);
}

static bool records_equal(const vl_field *field, const void *a, const void *b)
{
    const char *p = read_pointer(field, a), *q = read_pointer(field, b);
    int count = read_count(field, a);
    bool equal = count == read_count(field, b);
    for (size_t i = 0; equal && i < (size_t)count; i++)
        equal = vl_record_equal(field->record, p + i * field->record->size,
                                q + i * field->record->size);
    return equal;
}

static void records_expect(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "a list of %ss", field->record->name);
}

static void records_show_default(const vl_field *field, vl_text *text)
{
    vl_text_add(text, "none");
}

static void records_release(const vl_field *field, void *record)
{
    char *elements = read_pointer(field, record);
    int count = read_count(field, record);
    for (int i = 0; i < count; i++)
        vl_record_release(field->record, elements + (size_t)i * field->record->size);
    vl_free(elements);
    write_pointer(field, record, NULL);
    *count_of(field, record) = 0;
}

const vl_field_type vl_type_records = {
    .load = records_load,
    .save = records_save,
    .equal = records_equal,
    .expect = records_expect,
    .show_default = records_show_default,
    .release = records_release,
};
