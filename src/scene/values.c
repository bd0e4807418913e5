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

static bool is_plain(const vl_yaml_node *value)
{
    return value->kind == VL_YAML_SCALAR && !value->quoted;
}

#define TYPE(id, of, words_, equal_, release_)                                                     \
    const vl_type vl_type_##id = {sizeof(of), words_, id##_parse, id##_write, equal_, release_}

// --- numbers ---

static bool is_in(const vl_range *range, double number)
{
    double size = fabs(number);
    return size <= VL_FIELD_LARGEST && (size == 0 || size >= VL_FIELD_SMALLEST) &&
           (!range || (number >= range->lower && number <= range->upper));
}

static bool number_parse(const vl_loading *loading, const vl_field *field,
                         const vl_yaml_node *value, void *record)
{
    double *number = vl_member(field, record);
    return (is_plain(value) && vl_parse_number(value->text, number) &&
            is_in(field->range, *number)) ||
           vl_field_refuse(loading, field, value);
}

static void number_write(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    vl_yaml_write_number(writer, *(const double *)vl_member(field, record));
}

// Compares all numbers in a member, those of a vector too. 0 and −0 are equal.
static bool numbers_equal(const vl_field *field, const void *a, const void *b)
{
    const double *p = vl_member(field, a), *q = vl_member(field, b);
    bool equal = true;
    for (size_t i = 0; i < field->type->size / sizeof *p; i++)
        equal &= p[i] == q[i];
    return equal;
}

TYPE(number, double, "a number", numbers_equal, NULL);

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
    return read_integer(value, field->range, vl_member(field, record)) ||
           vl_field_refuse(loading, field, value);
}

static void integer_write(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    vl_yaml_write_number(writer, *(const int *)vl_member(field, record));
}

TYPE(integer, int, "a whole number", NULL, NULL);

// The version has no member, because the program reads and writes only this one.
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

const vl_type vl_type_format = {
    .words = "1, the version of the format", .parse = format_parse, .write = format_write};

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
    *(vl_vec3 *)vl_member(field, record) = (vl_vec3){parts[0], parts[1], parts[2]};
    return true;
}

static void vector_write(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    const vl_vec3 *vector = vl_member(field, record);
    vl_yaml_write_begin(writer, VL_YAML_LIST, true);
    vl_yaml_write_number(writer, vector->x);
    vl_yaml_write_number(writer, vector->y);
    if (vector->z != 0)
        vl_yaml_write_number(writer, vector->z);
    vl_yaml_write_end(writer, VL_YAML_LIST);
}

TYPE(vector, vl_vec3, "two or three numbers in [ ]", numbers_equal, NULL);

// The column and the row of a particle in a cloth.
static bool place_parse(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value,
                        void *record)
{
    static const vl_range from_one = {1, INT_MAX, NULL};
    vl_scene_place *place = vl_member(field, record);
    if (value->kind != VL_YAML_LIST || value->count != 2)
        return vl_field_refuse(loading, field, value);
    if (!read_integer(value->first, &from_one, &place->column))
        return vl_field_refuse(loading, field, value->first);
    return read_integer(value->first->next, &from_one, &place->row) ||
           vl_field_refuse(loading, field, value->first->next);
}

static void place_write(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    const vl_scene_place *place = vl_member(field, record);
    vl_yaml_write_begin(writer, VL_YAML_LIST, true);
    vl_yaml_write_number(writer, place->column);
    vl_yaml_write_number(writer, place->row);
    vl_yaml_write_end(writer, VL_YAML_LIST);
}

TYPE(place, vl_scene_place, "[column, row], two whole numbers from 1", NULL, NULL);

// --- texts ---

static bool set_text(char **text, const char *to)
{
    vl_free(*text);
    *text = vl_copy_text(to);
    return true;
}

// Whether a character ends a line: also U+0085 and the separators of Unicode.
static bool breaks_line(uint32_t c)
{
    return c == '\n' || c == 0x85 || c == 0x2028 || c == 0x2029;
}

// Whether a character has a place in a text of several lines, or else of one.
static bool has_place(uint32_t c, bool several)
{
    return several ? !vl_utf8_controls(c) || c == '\n' || c == '\t'
                   : !vl_utf8_controls(c) && !breaks_line(c);
}

// The first character that has none; NULL: there is none.
static const char *find_unfit(const char *text, bool several)
{
    const char *next = text;
    for (uint32_t c = vl_utf8_next(&next); c; c = vl_utf8_next(&next)) {
        if (!has_place(c, several))
            return text;
        text = next;
    }
    return NULL;
}

// Bytes: each frame of the window looks at the whole of what it shows a part of.
enum { MOST_TEXT = 1000, MOST_BLOCK = 65536 };

// A text is printed on terminals too, which would obey an escape sequence in it.
static bool take_fitting(const vl_loading *loading, const vl_field *field,
                         const vl_yaml_node *value, void *record, bool several)
{
    const char *unfit = find_unfit(value->text, several), *after = unfit, *line = unfit;
    size_t length = strlen(value->text), most = field->block ? MOST_BLOCK : MOST_TEXT;
    while (line && line > value->text && line[-1] != '\n')
        line--;
    if (length > most)
        return vl_refuse(loading, value, "%s has %zu bytes, expected at most %zu", field->key,
                         length, most);
    if (unfit)
        return vl_refuse(loading, value, "%s has %s behind '%.*s', expected %s", field->key,
                         breaks_line(vl_utf8_next(&after)) ? "a line break" : "a control character",
                         (int)(unfit - line), line,
                         several ? "text without it" : "one line of text");
    return set_text(vl_member(field, record), value->text);
}

static bool text_parse(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value,
                       void *record)
{
    if (value->kind != VL_YAML_SCALAR || (!value->quoted && !*value->text))
        return vl_field_refuse(loading, field, value);
    return take_fitting(loading, field, value, record, true);
}

static void text_write(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    vl_yaml_write_text(writer, *(char *const *)vl_member(field, record), field->block);
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool text_equal(const vl_field *field, const void *a, const void *b)
{
    return same_text(*(char *const *)vl_member(field, a), *(char *const *)vl_member(field, b));
}

static void text_release(const vl_field *field, void *record)
{
    set_text(vl_member(field, record), NULL);
}

#define TEXT_TYPE(id, words_)                                                                      \
    const vl_type vl_type_##id = {sizeof(char *), words_,     id##_parse,                          \
                                  text_write,     text_equal, text_release}

TEXT_TYPE(text, "text");

// A name is one line of a table, a tag, a field of a CSV file. It is not empty and not a plain
// number, because a link's end may be a name or a number.
static bool name_parse(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value,
                       void *record)
{
    double number;
    bool is_number = !value->quoted && vl_parse_number(value->text, &number);
    if (value->kind != VL_YAML_SCALAR || !*value->text || is_number)
        return vl_field_refuse(loading, field, value);
    return take_fitting(loading, field, value, record, false);
}

TEXT_TYPE(name, "a name that is no number");

// Takes a text that another parser has read, or fails with the reason of that parser.
static bool take_text(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value,
                      void *record, bool good, const vl_error *why)
{
    return good ? set_text(vl_member(field, record), value->text)
                : vl_refuse(loading, value, "%s: %s", field->key, why->text);
}

static bool timestep_parse(const vl_loading *loading, const vl_field *field,
                           const vl_yaml_node *value, void *record)
{
    vl_error why = {0};
    if (value->kind != VL_YAML_SCALAR || !*value->text)
        return vl_field_refuse(loading, field, value);
    if (loading->alone && strstr(value->text, "file:"))
        return vl_refuse(loading, value, "%s is '%.80s', expected a stream that needs no file",
                         field->key, value->text);
    vl_stream *stream = vl_stream_parse(value->text, loading->folder, &why);
    bool good = take_text(loading, field, value, record, stream != NULL, &why);
    vl_stream_free(stream);
    return good;
}

TEXT_TYPE(timestep, "a stream of time steps such as frame or fixed:0.01");

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

TEXT_TYPE(policy, "a policy for frame times such as raw or clamp:0.05");

// The end of a link: a name, which is looked up when all names are known, or a number.
static bool end_parse(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value,
                      void *record)
{
    static const vl_range from_one = {1, INT_MAX, NULL};
    double number;
    vl_scene_end *end = vl_member(field, record);
    if (value->kind != VL_YAML_SCALAR || !*value->text)
        return vl_field_refuse(loading, field, value);
    if (value->quoted || !vl_parse_number(value->text, &number))
        return set_text(&end->name, value->text);
    return read_integer(value, &from_one, &end->number) || vl_field_refuse(loading, field, value);
}

static void end_write(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    const vl_scene_end *end = vl_member(field, record);
    if (end->name)
        vl_yaml_write_text(writer, end->name, false);
    else
        vl_yaml_write_number(writer, end->number);
}

static bool end_equal(const vl_field *field, const void *a, const void *b)
{
    const vl_scene_end *p = vl_member(field, a), *q = vl_member(field, b);
    return same_text(p->name, q->name) && p->number == q->number;
}

static void end_release(const vl_field *field, void *record)
{
    vl_scene_end *end = vl_member(field, record);
    set_text(&end->name, NULL);
}

TYPE(end, vl_scene_end, "the name of a particle, or its number (from 1)", end_equal, end_release);

// --- names of a table ---

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

// The index of a name; −1 and a message where the table does not have it.
static int find_choice(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value)
{
    const char *names[VL_MOST_CHOICES];
    int count = vl_choices_names(field->choices, names);
    int found = vl_names_index(VL_NAMES_OF_WORDS(names, count), value->text);
    if (found < 0 && *value->text && vl_names_similar(VL_NAMES_OF_WORDS(names, count), value->text))
        vl_refuse_word(loading, value, field->key, value->text, names, count);
    else if (found < 0)
        vl_field_refuse(loading, field, value);
    return found;
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
        memcpy(vl_member(field, record), &row, sizeof row);
    else
        memcpy(vl_member(field, record), &index, sizeof index);
    return true;
}

static void choice_write(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    int index = vl_choices_read(field->choices, vl_member(field, record));
    vl_yaml_write_word(writer, field->choices->name(index));
}

static bool choice_equal(const vl_field *field, const void *a, const void *b)
{
    return vl_choices_read(field->choices, vl_member(field, a)) ==
           vl_choices_read(field->choices, vl_member(field, b));
}

TYPE(choice, int, "", choice_equal, NULL);

static bool bool_parse(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value,
                       void *record)
{
    bool is_true = strcmp(value->text, "true") == 0;
    if (!is_plain(value) || (!is_true && strcmp(value->text, "false") != 0))
        return vl_field_refuse(loading, field, value);
    *(bool *)vl_member(field, record) = is_true;
    return true;
}

static void bool_write(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    vl_yaml_write_word(writer, *(const bool *)vl_member(field, record) ? "true" : "false");
}

TYPE(bool, bool, "true or false", NULL, NULL);

// Several names of a table: an unsigned, one bit for each.
static bool choices_parse(const vl_loading *loading, const vl_field *field,
                          const vl_yaml_node *value, void *record)
{
    if (value->kind != VL_YAML_LIST)
        return vl_field_refuse(loading, field, value);
    unsigned *bits = vl_member(field, record);
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
    unsigned bits = *(const unsigned *)vl_member(field, record);
    vl_yaml_write_begin(writer, VL_YAML_LIST, true);
    for (int i = 0; field->choices->name(i); i++)
        if (bits & 1u << i)
            vl_yaml_write_word(writer, field->choices->name(i));
    vl_yaml_write_end(writer, VL_YAML_LIST);
}

TYPE(choices, unsigned, "a list in [ ] of ", NULL, NULL);
