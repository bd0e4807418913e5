#include "scene/fields.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

vl_location vl_loading_place(const vl_loading *loading, const vl_yaml_node *node)
{
    return (vl_location){loading->file, node->line, node->column};
}

int vl_choices_names(const vl_choices *choices, const char *names[VL_MOST_CHOICES])
{
    int count = 0;
    for (; count < VL_MOST_CHOICES && choices->name(count); count++)
        names[count] = choices->name(count);
    return count;
}

void vl_text_add_names(vl_text *text, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        vl_text_add(text, "%s%s", i == 0 ? "" : i == count - 1 ? " or " : ", ", names[i]);
}

// At most 40 characters, and in one line.
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

// A number, but none that can be computed with: .nan, -.inf, 1e999.
static bool is_not_finite(const char *text)
{
    const char *digits = text + (*text == '-' || *text == '+');
    if (*digits == '.' && !(digits[1] >= '0' && digits[1] <= '9'))
        digits++;

    char *end;
    double value = strtod(digits, &end);
    return end != digits && *end == '\0' && !isfinite(value);
}

// 1,5 where 1.5 is meant.
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

void vl_yaml_describe(const vl_yaml_node *node, vl_text *text)
{
    if (node->kind == VL_YAML_SCALAR)
        describe_scalar(node, text);
    else if (node->kind == VL_YAML_LIST)
        vl_text_add(text, node->count == 0 ? "an empty list" : "a list of %d", node->count);
    else
        vl_text_add(text, "a mapping of keys to values");
}

bool vl_field_refuse(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value)
{
    vl_text found = {0}, expected = {0};
    vl_yaml_describe(value, &found);
    field->type->expect(field, &expected);
    vl_fail_at(loading->error, vl_loading_place(loading, value), "%s is %s, expected %s",
               field->key, found.data, expected.data);
    vl_text_free(&found);
    vl_text_free(&expected);
    return false;
}

// The record itself, or the variant that a tag names.
static const vl_record *variant(const vl_record *record, const char *tag)
{
    if (!record->tag)
        return record;
    for (int i = 0; tag && i < record->variant_count; i++)
        if (strcmp(record->variants[i].name, tag) == 0)
            return &record->variants[i];
    return NULL;
}

static const vl_record *variant_of(const vl_record *record, const void *of)
{
    return variant(record, record->tag ? record->tag_of(of) : NULL);
}

void vl_record_reset(const vl_record *record, void *into)
{
    for (int i = 0; i < record->field_count; i++)
        if (record->fields[i].type->reset)
            record->fields[i].type->reset(&record->fields[i], into);
}

// Messages about keys.

static bool refuse_word(const vl_loading *loading, const vl_yaml_node *place, const char *what,
                        const char *word, const char *const *names, int count)
{
    vl_text text = {0};
    vl_text_add(&text, "unknown %s '", what);
    add_excerpt(&text, word);
    const char *near = vl_suggest(word, names, count);
    if (near) {
        vl_text_add(&text, "'; did you mean '%s'?", near);
    } else {
        vl_text_add(&text, "', expected ");
        vl_text_add_names(&text, names, count);
    }
    vl_fail_at(loading->error, vl_loading_place(loading, place), "%s", text.data);
    vl_text_free(&text);
    return false;
}

// {mass:1} and {mass: 1,5} are valid YAML, but never what was meant.
static bool refuse_slip(const vl_loading *loading, const vl_yaml_node *value)
{
    double number;
    const char *key = value->key->text;
    const char *colon = strchr(key, ':');
    if (value->quoted || value->kind != VL_YAML_SCALAR || *value->text)
        return false;
    if (colon)
        vl_fail_at(loading->error, vl_loading_place(loading, value->key),
                   "'%s' has no space behind the colon, expected '%.*s: %s'", key,
                   (int)(colon - key), key, colon + 1);
    else if (vl_parse_number(key, &number))
        vl_fail_at(loading->error, vl_loading_place(loading, value->key),
                   "unknown key '%s'; a decimal number has a point, not a comma", key);
    else
        return false;
    return true;
}

static bool refuse_key(const vl_loading *loading, const vl_record *record,
                       const vl_yaml_node *value)
{
    enum { MOST_FIELDS = 64 };

    if (refuse_slip(loading, value))
        return false;

    const char *keys[MOST_FIELDS];
    assert(record->field_count <= MOST_FIELDS);
    for (int i = 0; i < record->field_count; i++)
        keys[i] = record->fields[i].key;
    return refuse_word(loading, value->key, "key", value->key->text, keys, record->field_count);
}

static bool refuse_missing(const vl_loading *loading, const vl_record *record,
                           const vl_field *field, const vl_yaml_node *mapping)
{
    vl_text expected = {0};
    field->type->expect(field, &expected);
    vl_fail_at(loading->error, vl_loading_place(loading, mapping),
               "this %s has no '%s', expected %s", record->name, field->key, expected.data);
    vl_text_free(&expected);
    return false;
}

static const vl_field *find_field(const vl_record *record, const char *key)
{
    for (int i = 0; i < record->field_count; i++)
        if (strcmp(record->fields[i].key, key) == 0)
            return &record->fields[i];
    return NULL;
}

static const vl_record *choose_variant(const vl_loading *loading, const vl_record *record,
                                       const vl_yaml_node *mapping)
{
    if (!record->tag)
        return record;

    const char *names[VL_MOST_CHOICES];
    for (int i = 0; i < record->variant_count; i++)
        names[i] = record->variants[i].name;

    const vl_yaml_node *tag = vl_yaml_find(mapping, record->tag);
    if (!tag || tag->kind != VL_YAML_SCALAR) {
        vl_text text = {0};
        vl_text_add_names(&text, names, record->variant_count);
        vl_fail_at(loading->error, vl_loading_place(loading, tag ? tag : mapping),
                   "this %s has no '%s', expected %s", record->name, record->tag, text.data);
        vl_text_free(&text);
        return NULL;
    }
    const vl_record *found = variant(record, tag->text);
    if (!found) {
        vl_text what = {0};
        vl_text_add(&what, "%s %s", record->name, record->tag);
        refuse_word(loading, tag, what.data, tag->text, names, record->variant_count);
        vl_text_free(&what);
    }
    return found;
}

static bool refuse_shape(const vl_loading *loading, const vl_record *record,
                         const vl_yaml_node *node)
{
    vl_text found = {0};
    vl_yaml_describe(node, &found);
    vl_fail_at(loading->error, vl_loading_place(loading, node), "this %s is %s, expected %s%s",
               record->name, found.data, record->example ? "keys and values such as " : "",
               record->example ? record->example : "'format: 1' and the keys of a scene");
    vl_text_free(&found);
    return false;
}

bool vl_record_load(const vl_loading *loading, const vl_record *record, void *into,
                    const vl_yaml_node *mapping)
{
    if (mapping->kind != VL_YAML_MAPPING)
        return refuse_shape(loading, record, mapping);
    const vl_record *chosen = choose_variant(loading, record, mapping);
    if (!chosen)
        return false;
    vl_record_reset(chosen, into);

    for (const vl_yaml_node *value = mapping->first; value; value = value->next) {
        const vl_field *field = find_field(chosen, value->key->text);
        if (!field)
            return refuse_key(loading, chosen, value);
        if (!field->type->load(loading, field, into, value))
            return false;
    }

    for (int i = 0; i < chosen->field_count; i++)
        if (chosen->fields[i].required && !vl_yaml_find(mapping, chosen->fields[i].key))
            return refuse_missing(loading, record, &chosen->fields[i], mapping);
    return !chosen->check || chosen->check(loading, mapping, into);
}

void vl_record_save(vl_yaml_writer *writer, const vl_record *record, const void *from, bool flow)
{
    const vl_record *chosen = variant_of(record, from);
    assert(chosen);
    void *defaults = vl_alloc(1, chosen->size);
    vl_record_reset(chosen, defaults);

    vl_yaml_write_mapping_begin(writer, flow);
    for (int i = 0; i < chosen->field_count; i++) {
        const vl_field *field = &chosen->fields[i];
        if (!field->required && !field->always && field->type->equal(field, from, defaults))
            continue;
        vl_yaml_write_word(writer, field->key);
        field->type->save(writer, field, from);
    }
    vl_yaml_write_mapping_end(writer);

    vl_record_release(chosen, defaults);
    vl_free(defaults);
}

bool vl_record_equal(const vl_record *record, const void *a, const void *b)
{
    const vl_record *chosen = variant_of(record, a);
    if (chosen != variant_of(record, b))
        return false;
    for (int i = 0; chosen && i < chosen->field_count; i++)
        if (!chosen->fields[i].type->equal(&chosen->fields[i], a, b))
            return false;
    return true;
}

void vl_record_release(const vl_record *record, void *of)
{
    const vl_record *chosen = variant_of(record, of);
    for (int i = 0; chosen && i < chosen->field_count; i++)
        if (chosen->fields[i].type->release)
            chosen->fields[i].type->release(&chosen->fields[i], of);
}
