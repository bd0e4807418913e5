#include "scene/fields.h"

#include "base/memory.h"
#include "base/quantity.h"
#include "scene/policy.h"
#include "scene/stream.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

// --- messages ---

bool vl_refuse(const vl_loading *loading, const vl_yaml_node *at, const char *format, ...)
{
    char message[VL_ERROR_TEXT_SIZE];
    va_list values;
    va_start(values, format);
    vsnprintf(message, sizeof message, format, values);
    va_end(values);
    vl_error next;
    vl_fail_at(&next,
               (vl_location){loading->placeless ? NULL : loading->file, at->line, at->column}, "%s",
               message);
    vl_error *error = loading->error;
    size_t length = error ? strlen(error->text) : sizeof next.text;
    if (length + strlen(next.text) + 1 < sizeof next.text)
        snprintf(error->text + length, sizeof next.text - length, "%s%s", length > 0 ? "\n" : "",
                 next.text);
    return false;
}

// --- tables of names ---

enum { MOST_CHOICES = 32 };

// NULL: `none`.
static const void *row_at(const vl_choices *choices, int index)
{
    const vl_names *names = &choices->names;
    int at = index - (choices->none != NULL);
    const char *row = (const char *)names->rows + (size_t)(at < 0 ? 0 : at) * names->stride;
    return at < 0 ? NULL : names->of_pointers ? *(const void *const *)row : row;
}

const char *vl_choices_text(const vl_choices *choices, int index, size_t offset)
{
    return *(const char *const *)((const char *)row_at(choices, index) + offset);
}

const char *vl_choices_name(const vl_choices *choices, int index)
{
    int rows = choices->count ? *choices->count : choices->names.count;
    if (index >= rows + (choices->none != NULL))
        return NULL;
    return row_at(choices, index) ? vl_choices_text(choices, index, choices->names.offset)
                                  : choices->none;
}

// Fills in the names of a table; returns how many there are.
static int names_of(const vl_choices *choices, const char *names[MOST_CHOICES])
{
    int count = 0;
    while (count < MOST_CHOICES && (names[count] = vl_choices_name(choices, count)))
        count++;
    assert(count < MOST_CHOICES); // a longer table needs a larger number
    return count;
}

// Enumerations and pointers are copied as bytes: their types differ, their sizes do not.
int vl_field_choice(const vl_field *field, const void *record)
{
    int index;
    const void *row, *of = vl_member(field, record);
    const vl_choices *choices = field->choices;
    if (!choices->points) {
        memcpy(&index, of, sizeof index);
        return index;
    }
    memcpy(&row, of, sizeof row);
    for (index = 0; vl_choices_name(choices, index); index++)
        if (row_at(choices, index) == row)
            return index;
    return -1;
}

void vl_choices_words(const vl_choices *choices, vl_text *text)
{
    const char *names[MOST_CHOICES];
    for (int i = 0, count = names_of(choices, names); i < count; i++)
        vl_text_add(text, "%s%s", i == 0 ? "" : i == count - 1 ? " or " : ", ", names[i]);
}

// Adds what a value is: "-1", "'heavy'".
static void describe_scalar(const vl_yaml_node *node, vl_text *text)
{
    double value = 0;
    bool number = !node->quoted && vl_parse_number(node->text, &value);
    const char *quote = number ? "" : "'";

    if (!node->quoted && !*node->text) {
        vl_text_add(text, "left empty");
        return;
    }
    size_t length = strlen(node->text), most = 40; // bytes, of whole characters
    while (length > most && most > 0 && vl_utf8_continues(node->text[most]))
        most--;
    vl_text_add(text, "%s%.*s%s%s%s", quote, (int)most, node->text, length > most ? "…" : "", quote,
                node->quoted ? " in quotes" : "");
    if (fabs(value) > VL_FIELD_LARGEST)
        vl_text_add(text, ", which is beyond %g", VL_FIELD_LARGEST);
    else if (number && value != 0 && fabs(value) < VL_FIELD_SMALLEST)
        vl_text_add(text, ", which is nearer to 0 than %g", VL_FIELD_SMALLEST);
}

void vl_field_words(const vl_field *field, vl_text *text)
{
    const vl_range *range = field->range;
    const vl_schema *parts = field->element ? field->element->schema : NULL;
    if (parts && range)
        vl_text_add(text, "a list of %g to %g %ss", range->lower, range->upper, parts->name);
    else if (parts)
        vl_text_add(text, "a list of %ss", parts->name);
    if (parts)
        return;
    vl_text_add(text, "%s", field->type->words);
    if (field->choices)
        vl_choices_words(field->choices, text);
    if (field->schema)
        vl_text_add(text, "%s", field->schema->example);
    if (range && range->words)
        vl_text_add(text, " %s", range->words);
    else if (range)
        vl_text_add(text, field->element ? " of %g to %g" : " from %.10g to %.10g", range->lower,
                    range->upper);
    if (field->unit)
        vl_text_add(text, " (%s)", field->unit);
    if (field->element) {
        vl_text_add(text, ", each of it ");
        vl_field_words(field->element, text);
    }
}

static bool refuse_value(const vl_loading *loading, const vl_field *field,
                         const vl_yaml_node *value)
{
    vl_text text = {0};
    vl_text_add(&text, "%s is ", field->key);
    if (value->kind == VL_YAML_SCALAR)
        describe_scalar(value, &text);
    else if (value->kind == VL_YAML_LIST)
        vl_text_add(&text, value->count == 0 ? "an empty list" : "a list of %d", value->count);
    else
        vl_text_add(&text, "a mapping of keys to values");
    vl_text_add(&text, ", expected ");
    vl_field_words(field, &text);
    vl_refuse(loading, value, "%s", text.data);
    vl_text_free(&text);
    return false;
}

bool vl_refuse_word(const vl_loading *loading, const vl_yaml_node *place, const char *what,
                    const char *word, const char *const *names, int count)
{
    vl_error why = {0};
    const vl_names all = VL_NAMES_OF_WORDS(names, count);
    (void)vl_names_require(all, what, word, all, &why);
    return vl_refuse(loading, place, "%s", why.text);
}

// --- types of values ---

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
    double number;
    if (!is_plain(value) || !vl_parse_number(value->text, &number) || !is_in(field->range, number))
        return refuse_value(loading, field, value);
    *(double *)vl_member(field, record) = number;
    return true;
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
           refuse_value(loading, field, value);
}

static void integer_write(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    vl_yaml_write_number(writer, *(const int *)vl_member(field, record));
}

TYPE(integer, int, "a whole number", NULL, NULL);

// Two numbers or three. In [0, -9,81] the comma without a space is a decimal comma.
static bool vector_parse(const vl_loading *loading, const vl_field *field,
                         const vl_yaml_node *value, void *record)
{
    double parts[3] = {0}, *part = parts;
    int tight = 0;
    const vl_yaml_node *comma = NULL; // the whole number before it
    for (const vl_yaml_node *c = value->first; c && c->next; c = c->next)
        if (c->next->line == c->line && c->next->column == c->column + (int)strlen(c->text) + 1) {
            bool whole = !c->text[strspn(c->text, "+-0123456789")] && *c->next->text != '-';
            comma = whole ? c : comma;
            tight++;
        }
    if (comma && value->count > 2 && tight < value->count - 1)
        return vl_refuse(loading, comma,
                         "%s has %s,%s, expected %s.%s, or a space behind the comma", field->key,
                         comma->text, comma->next->text, comma->text, comma->next->text);
    if (value->kind != VL_YAML_LIST || value->count < 2 || value->count > 3)
        return refuse_value(loading, field, value);
    for (const vl_yaml_node *child = value->first; child; child = child->next, part++)
        if (!is_plain(child) || !vl_parse_number(child->text, part) || !is_in(NULL, *part))
            return refuse_value(loading, field, child);
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

// The first character that has no place in a text of several lines, or else of one; NULL: there is
// none.
static const char *find_unfit(const char *text, bool several)
{
    const char *next = text;
    for (uint32_t c = vl_utf8_next(&next); c; c = vl_utf8_next(&next)) {
        bool fits = several ? !vl_utf8_controls(c) || c == '\n' || c == '\t'
                            : !vl_utf8_controls(c) && !breaks_line(c);
        if (!fits)
            return text;
        text = next;
    }
    return NULL;
}

// Bytes: each frame of the window looks at the whole of what it shows a part of.
enum { MOST_TEXT = 1000, MOST_BLOCK = 65536 };

// A text is printed on terminals too, which would obey an escape sequence in it. A name is one line
// of a table, a tag, a field of a CSV file. It is not empty and not a plain number, because a
// link's end may be a name or a number.
static bool text_parse(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value,
                       void *record)
{
    double number;
    bool is_name = field->type == &vl_type_name;
    bool is_number = is_name && !value->quoted && vl_parse_number(value->text, &number);
    bool is_empty = !*value->text && (is_name || !value->quoted);
    if (value->kind != VL_YAML_SCALAR || is_number || is_empty)
        return refuse_value(loading, field, value);
    const char *unfit = find_unfit(value->text, !is_name), *after = unfit, *line = unfit;
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
                         is_name ? "one line of text" : "text without it");
    return set_text(vl_member(field, record), value->text);
}

static void text_write(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    vl_yaml_write_text(writer, *(char *const *)vl_member(field, record), field->block);
}

static bool text_equal(const vl_field *field, const void *a, const void *b)
{
    const char *p = *(char *const *)vl_member(field, a), *q = *(char *const *)vl_member(field, b);
    return p && q ? strcmp(p, q) == 0 : p == q;
}

static void text_release(const vl_field *field, void *record)
{
    set_text(vl_member(field, record), NULL);
}

#define TEXT_TYPE(id, parse_, words_)                                                              \
    const vl_type vl_type_##id = {sizeof(char *), words_,     parse_,                              \
                                  text_write,     text_equal, text_release}

TEXT_TYPE(text, text_parse, "text");
TEXT_TYPE(name, text_parse, "a name that is no number");

// A text that another parser reads.
static bool form_parse(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value,
                       void *record)
{
    vl_error why = {0};
    vl_policy policy;
    bool is_policy = field->type == &vl_type_policy;
    if (value->kind != VL_YAML_SCALAR || !*value->text)
        return refuse_value(loading, field, value);
    if (!is_policy && loading->alone && strstr(value->text, "file:"))
        return vl_refuse(loading, value, "%s is '%.80s', expected a stream that needs no file",
                         field->key, value->text);
    vl_stream *stream = is_policy ? NULL : vl_stream_parse(value->text, loading->file, &why);
    bool good = is_policy ? vl_policy_parse(&policy, value->text, &why) : stream != NULL;
    vl_stream_free(stream);
    return good ? set_text(vl_member(field, record), value->text)
                : vl_refuse(loading, value, "%s: %s", field->key, why.text);
}

TEXT_TYPE(timestep, form_parse, "a stream of time steps such as frame or fixed:0.01");
TEXT_TYPE(policy, form_parse, "a policy for frame times such as raw or clamp:0.05");

// The end of a link: a name, which is looked up when all names are known, or a number.
static bool end_parse(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value,
                      void *record)
{
    double number;
    vl_scene_end *end = vl_member(field, record);
    if (value->kind != VL_YAML_SCALAR || !*value->text)
        return refuse_value(loading, field, value);
    if (value->quoted || !vl_parse_number(value->text, &number))
        return set_text(&end->name, value->text);
    return read_integer(value, &(vl_range){1, INT_MAX, NULL}, &end->number) ||
           refuse_value(loading, field, value);
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
    return text_equal(field, a, b) && p->number == q->number;
}

_Static_assert(offsetof(vl_scene_end, name) == 0, "its name is handled as a text");
TYPE(end, vl_scene_end, "the name of a particle, or its number (from 1)", end_equal, text_release);

// --- names of a table ---

// The index of a name; −1 and a message where the table does not have it.
static int find_choice(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value)
{
    const char *names[MOST_CHOICES];
    int count = names_of(field->choices, names);
    int found = vl_names_index(VL_NAMES_OF_WORDS(names, count), value->text);
    if (found < 0 && *value->text && vl_names_similar(VL_NAMES_OF_WORDS(names, count), value->text))
        vl_refuse_word(loading, value, field->key, value->text, names, count);
    else if (found < 0)
        refuse_value(loading, field, value);
    return found;
}

static bool choice_parse(const vl_loading *loading, const vl_field *field,
                         const vl_yaml_node *value, void *record)
{
    int index = find_choice(loading, field, value);
    if (index < 0)
        return false;
    const void *row = row_at(field->choices, index);
    if (field->choices->points)
        memcpy(vl_member(field, record), &row, sizeof row);
    else
        memcpy(vl_member(field, record), &index, sizeof index);
    return true;
}

static void choice_write(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    vl_yaml_write_word(writer, vl_choices_name(field->choices, vl_field_choice(field, record)));
}

TYPE(choice, int, "", NULL, NULL);

static bool bool_parse(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value,
                       void *record)
{
    bool is_true = strcmp(value->text, "true") == 0;
    if (!is_plain(value) || (!is_true && strcmp(value->text, "false") != 0))
        return refuse_value(loading, field, value);
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
        return refuse_value(loading, field, value);
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
    for (int i = 0; vl_choices_name(field->choices, i); i++)
        if (bits & 1u << i)
            vl_yaml_write_word(writer, vl_choices_name(field->choices, i));
    vl_yaml_write_end(writer, VL_YAML_LIST);
}

TYPE(choices, unsigned, "a list in [ ] of ", NULL, NULL);

// --- a value that is typed ---

bool vl_field_read(const vl_field *field, const char *name, const char *text, void *record,
                   vl_error *error)
{
    double number;
    char digits[VL_NUMBER_SIZE];
    vl_error why = {0};
    vl_field named = *field;
    named.key = name;
    bool is_number = field->type == &vl_type_number || field->type == &vl_type_integer;
    if (is_number && vl_parse_quantity(text, field->unit, &number))
        text = vl_number_text(number, digits);
    const vl_yaml_node node = {.kind = VL_YAML_SCALAR, .text = text}; // at no line
    return field->type->parse(&(vl_loading){.error = &why}, &named, &node, record) ||
           vl_fail(error, "%s", why.text);
}

// --- mappings: loading, saving and comparing, field by field ---

const vl_field *vl_schema_find(const vl_schema *schema, const char *key)
{
    return vl_names_find(VL_NAMES(schema->fields, schema->field_count, key), key);
}

static bool is_required(const vl_field *field)
{
    return !field->initial && !field->absent;
}

static bool has_word(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = words; (at = strstr(at, word)); at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

bool vl_schema_takes(const vl_schema *schema, int kind, const vl_field *field)
{
    return !schema->kinds || field == schema->fields ||
           has_word(vl_choices_text(schema->kinds, kind, schema->kinds->keys), field->key);
}

int vl_schema_kind(const vl_schema *schema, const void *record)
{
    return schema->kinds ? vl_field_choice(schema->fields, record) : 0;
}

bool vl_field_applies(const vl_schema *schema, const vl_field *field, const void *record)
{
    static const char and[] = " and ";
    bool applies = true;
    for (const char *rule = field->where, *end; rule && applies;
         rule = *end ? end + strlen(and) : NULL) {
        end = strstr(rule, and);
        end = end ? end : rule + strlen(rule);
        char key[64], words[64];
        int length = (int)strcspn(rule, ":");
        snprintf(key, sizeof key, "%.*s", length, rule);
        snprintf(words, sizeof words, "%.*s", (int)(end - rule) - length - 2, rule + length + 2);
        const vl_field *other = vl_schema_find(schema, key);
        bool is_true = !other->choices && *(const bool *)vl_member(other, record);
        applies = has_word(
            words, other->choices ? vl_choices_name(other->choices, vl_field_choice(other, record))
                   : is_true      ? "true"
                                  : "false");
    }
    return applies;
}

// A value without an effect is refused, because nobody would notice that mistake.
static bool check_effects(const vl_loading *loading, const vl_schema *schema, const void *record,
                          const vl_yaml_node *mapping)
{
    double number, initial;
    bool good = true;
    for (const vl_yaml_node *value = mapping->first; value; value = value->next) {
        const vl_field *field = vl_schema_find(schema, value->key->text);
        bool nothing = field->initial && vl_parse_number(field->initial, &initial) &&
                       vl_parse_number(value->text, &number) && number == initial;
        if (!nothing && !vl_field_applies(schema, field, record))
            good = vl_refuse(loading, value, "%s is %s, expected none, or %s", field->key,
                             *value->text ? value->text : "given", field->where);
    }
    return good;
}

// Sets all members to their defaults. A default may lie outside of the range that a file can give.
static void reset(const vl_schema *schema, int kind, void *into)
{
    for (int i = 0; i < schema->field_count; i++) {
        vl_field field = schema->fields[i];
        const vl_yaml_node initial = {.text = field.initial,
                                      .kind = VL_YAML_SCALAR,
                                      .quoted = field.initial && !*field.initial};
        field.range = NULL;
        if (!vl_schema_takes(schema, kind, &schema->fields[i]))
            continue;
        if (field.initial && !field.type->parse(&(vl_loading){0}, &field, &initial, into))
            assert(false); // the row has another default than its type takes
        if (field.type == &vl_type_mapping)
            reset(field.schema, 0, vl_member(&field, into));
    }
}

// --- messages about keys ---

static bool refuse_key(const vl_loading *loading, const vl_schema *schema, int kind,
                       const vl_yaml_node *value)
{
    const char *keys[VL_YAML_MOST_KEYS];
    int count = 0;
    assert(schema->field_count <= VL_YAML_MOST_KEYS);
    for (int i = 0; i < schema->field_count; i++)
        if (vl_schema_takes(schema, kind, &schema->fields[i]))
            keys[count++] = schema->fields[i].key;
    return vl_refuse_word(loading, value->key, "key", value->key->text, keys, count);
}

static bool refuse_missing(const vl_loading *loading, const vl_schema *schema,
                           const vl_field *field, const vl_yaml_node *mapping)
{
    vl_text expected = {0};
    vl_field_words(field, &expected);
    vl_refuse(loading, mapping, "this %s has no '%s', expected %s", schema->name, field->key,
              expected.data);
    vl_text_free(&expected);
    return false;
}

// --- a mapping ---

// Goes on after a mistake, so that all of them are told, in the order of the file.
static bool load_fields(const vl_loading *loading, const vl_schema *schema, int kind, void *into,
                        const vl_yaml_node *mapping)
{
    bool good = true;
    for (int i = 0; i < schema->field_count; i++) {
        const vl_field *field = &schema->fields[i];
        if (is_required(field) && !loading->partial && vl_schema_takes(schema, kind, field) &&
            !vl_yaml_find(mapping, field->key))
            good = refuse_missing(loading, schema, field, mapping);
    }
    for (const vl_yaml_node *value = mapping->first; value; value = value->next) {
        const vl_field *field = vl_schema_find(schema, value->key->text);
        if (!field || !vl_schema_takes(schema, kind, field))
            good = refuse_key(loading, schema, kind, value);
        else if (!field->type->parse(loading, field, value, into))
            good = false;
    }
    return good;
}

bool vl_schema_load(const vl_loading *loading, const vl_schema *schema, void *into,
                    const vl_yaml_node *mapping)
{
    if (mapping->kind != VL_YAML_MAPPING) {
        char name[64]; // "this NAME is FOUND, expected keys and values such as EXAMPLE"
        snprintf(name, sizeof name, "this %s", schema->name);
        const vl_field wanted = {name, .type = &vl_type_mapping, .schema = schema};
        return refuse_value(loading, &wanted, mapping);
    }
    const vl_field *first = schema->fields;
    const vl_yaml_node *value = vl_yaml_find(mapping, first->key);
    if (schema->first_decides && value && !first->type->parse(loading, first, value, into))
        return false;
    if (schema->first_decides && !value && schema->kinds)
        return refuse_missing(loading, schema, first, mapping);
    int kind = vl_schema_kind(schema, into);
    if (!loading->partial)
        reset(schema, kind, into);
    return load_fields(loading, schema, kind, into, mapping) &&
           (loading->partial || check_effects(loading, schema, into, mapping)) &&
           (!schema->check || schema->check(loading, mapping, into));
}

bool vl_field_equal(const vl_field *field, const void *a, const void *b)
{
    return field->type->equal
               ? field->type->equal(field, a, b)
               : memcmp(vl_member(field, a), vl_member(field, b), vl_field_size(field)) == 0;
}

void vl_schema_save(vl_yaml_writer *writer, const vl_schema *schema, const void *from, bool flow)
{
    int kind = vl_schema_kind(schema, from);
    void *defaults = vl_alloc(1, schema->size);
    reset(schema, kind, defaults);

    vl_yaml_write_begin(writer, VL_YAML_MAPPING, flow);
    for (int i = 0; i < schema->field_count; i++) {
        const vl_field *field = &schema->fields[i];
        bool said = is_required(field) || field->always || !vl_field_equal(field, from, defaults);
        if (!said || !vl_schema_takes(schema, kind, field))
            continue;
        vl_yaml_write_word(writer, field->key);
        field->type->write(writer, field, from);
    }
    vl_yaml_write_end(writer, VL_YAML_MAPPING);

    vl_schema_release(schema, defaults);
    vl_free(defaults);
}

// What a kind does not take is zero.
bool vl_schema_equal(const vl_schema *schema, const void *a, const void *b)
{
    bool equal = true;
    for (int i = 0; equal && i < schema->field_count; i++)
        equal = vl_field_equal(&schema->fields[i], a, b);
    return equal;
}

void vl_schema_release(const vl_schema *schema, void *of)
{
    for (int i = 0; i < schema->field_count; i++)
        if (schema->fields[i].type->release)
            schema->fields[i].type->release(&schema->fields[i], of);
}

// --- a mapping inside a record ---

static bool mapping_parse(const vl_loading *loading, const vl_field *field,
                          const vl_yaml_node *value, void *record)
{
    if (field->flag)
        *(bool *)((char *)record + field->flag) = true;
    return vl_schema_load(loading, field->schema, vl_member(field, record), value);
}

static void mapping_write(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    vl_schema_save(writer, field->schema, vl_member(field, record), !field->block);
}

static bool is_there(const vl_field *field, const void *record)
{
    return !field->flag || *(const bool *)((const char *)record + field->flag);
}

static bool mapping_equal(const vl_field *field, const void *a, const void *b)
{
    if (!is_there(field, a) || !is_there(field, b))
        return is_there(field, a) == is_there(field, b);
    return vl_schema_equal(field->schema, vl_member(field, a), vl_member(field, b));
}

static void mapping_release(const vl_field *field, void *record)
{
    vl_schema_release(field->schema, vl_member(field, record));
}

const vl_type vl_type_mapping = {
    0, "keys and values such as ", mapping_parse, mapping_write, mapping_equal, mapping_release};

// --- a list of values or of mappings ---

int vl_list_count(const vl_field *list, const void *record)
{
    return *(const int *)((const char *)record + list->count);
}

// The elements are in the record, or the member is a pointer to them. That pointer's type is
// unknown here, so it is copied as bytes.
static char *elements_of(const vl_field *list, const void *record)
{
    char *elements = vl_member(list, record);
    if (!list->inside)
        memcpy(&elements, vl_member(list, record), sizeof elements);
    return elements;
}

void *vl_list_element(const vl_field *list, const void *record, int index)
{
    return elements_of(list, record) + (size_t)index * vl_field_size(list->element);
}

static void set_elements(const vl_field *list, void *record, char *elements, int count)
{
    if (!list->inside)
        memcpy(vl_member(list, record), &elements, sizeof elements);
    *(int *)((char *)record + list->count) = count;
}

// One mistake may be in all plain values of a list, and a message has room for few of mappings.
static bool list_parse(const vl_loading *loading, const vl_field *list, const vl_yaml_node *value,
                       void *record)
{
    const vl_range *range = list->range;
    bool fits = !range || (value->count >= range->lower && value->count <= range->upper);
    if (value->kind != VL_YAML_LIST || !fits)
        return refuse_value(loading, list, value);

    char *elements =
        list->inside ? NULL : vl_alloc((size_t)value->count, vl_field_size(list->element));
    set_elements(list, record, elements, value->count);
    int bad = 0, most = list->element->schema ? 1000 : 1;
    const vl_yaml_node *child = value->first;
    for (int i = 0; child && bad < most; child = child->next, i++)
        bad += !list->element->type->parse(loading, list->element, child,
                                           vl_list_element(list, record, i));
    return bad == 0;
}

static void list_write(vl_yaml_writer *writer, const vl_field *list, const void *record)
{
    vl_yaml_write_begin(writer, VL_YAML_LIST, !list->element->schema);
    for (int i = 0; i < vl_list_count(list, record); i++)
        list->element->type->write(writer, list->element, vl_list_element(list, record, i));
    vl_yaml_write_end(writer, VL_YAML_LIST);
}

static bool list_equal(const vl_field *list, const void *a, const void *b)
{
    bool equal = vl_list_count(list, a) == vl_list_count(list, b);
    for (int i = 0; equal && i < vl_list_count(list, a); i++)
        equal =
            vl_field_equal(list->element, vl_list_element(list, a, i), vl_list_element(list, b, i));
    return equal;
}

static void list_release(const vl_field *list, void *record)
{
    for (int i = 0; list->element->type->release && i < vl_list_count(list, record); i++)
        list->element->type->release(list->element, vl_list_element(list, record, i));
    if (!list->inside)
        vl_free(elements_of(list, record));
    set_elements(list, record, NULL, 0);
}

const vl_type vl_type_list = {0, "a list in [ ]", list_parse, list_write, list_equal, list_release};

// --- a lane of `compare` ---

bool vl_lane_takes(const vl_lane *lane, const vl_field *row)
{
    size_t at = row->offset;
    return !lane->engine || at == offsetof(vl_lane, engine) || at == offsetof(vl_lane, name) ||
           at == offsetof(vl_lane, timestep) || at == offsetof(vl_lane, policy);
}

// The keys that a mapping has are the lane's own. No two rows have the same key.
static void mark_own(vl_lane *lane, const vl_schema *schema, const vl_yaml_node *mapping)
{
    for (const vl_yaml_node *value = mapping->first; value; value = value->next) {
        for (int i = 0; i < schema->row_count; i++)
            lane->own |= strcmp(schema->rows[i].key, value->key->text) == 0 ? 1u << i : 0;
        mark_own(lane, schema, value);
    }
}

static bool lane_parse(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value,
                       void *record)
{
    vl_lane *lane = vl_member(field, record);
    const vl_schema *schema = field->schema;
    vl_loading partial = *loading;
    partial.partial = true;
    if (!vl_schema_load(&partial, schema, lane, value))
        return false;
    mark_own(lane, schema, value);
    lane->own_stream = vl_yaml_find(value, "timestep");
    if (lane->own_stream && strcmp(lane->timestep, "frame") == 0)
        return vl_refuse(loading, vl_yaml_place(value, "timestep"),
                         "timestep is 'frame', which is measured for all lanes, expected a stream "
                         "such as fixed:0.01, or none for the common frames");
    for (int i = 0; i < schema->row_count; i++)
        if (lane->own & 1u << i && !vl_lane_takes(lane, &schema->rows[i]))
            return vl_refuse(loading, value,
                             "engine and %s are both given, expected one of them: an engine sets "
                             "what %s would set",
                             schema->rows[i].key, schema->rows[i].key);
    return true;
}

// The rows of the solver are the last.
static void lane_write(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    const vl_lane *lane = vl_member(field, record);
    const vl_schema *schema = field->schema;
    const vl_field *solver = vl_schema_find(schema, "solver");
    bool in_solver = false;
    vl_yaml_write_begin(writer, VL_YAML_MAPPING, true);
    for (int i = 0; i < schema->row_count; i++) {
        const vl_field *row = &schema->rows[i];
        if (!(lane->own & 1u << i))
            continue;
        if (!in_solver && row->offset - solver->offset < solver->schema->size) {
            in_solver = true;
            vl_yaml_write_word(writer, solver->key);
            vl_yaml_write_begin(writer, VL_YAML_MAPPING, true);
        }
        vl_yaml_write_word(writer, row->key);
        row->type->write(writer, row, lane);
    }
    if (in_solver)
        vl_yaml_write_end(writer, VL_YAML_MAPPING);
    vl_yaml_write_end(writer, VL_YAML_MAPPING);
}

static bool lane_equal(const vl_field *field, const void *a, const void *b)
{
    const vl_lane *p = vl_member(field, a), *q = vl_member(field, b);
    return p->own == q->own && vl_schema_equal(field->schema, p, q);
}

const vl_type vl_type_lane = {sizeof(vl_lane), "keys and values such as ",
                              lane_parse,      lane_write,
                              lane_equal,      mapping_release};
