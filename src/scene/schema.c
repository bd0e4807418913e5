// Mappings and lists of them: loading, saving and comparing, field by field.

#include "base/memory.h"
#include "base/names.h"
#include "scene/fields.h"
#include "scene/scene.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

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
           (kind >= 0 &&
            has_word(vl_choices_text(schema->kinds, kind, schema->kinds->keys), field->key));
}

int vl_schema_kind(const vl_schema *schema, const void *record)
{
    return schema->kinds ? vl_choices_read(schema->kinds, vl_member(schema->fields, record)) : 0;
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
        const void *member = vl_member(other, record);
        const char *is = other->choices          ? vl_choices_name(other->choices,
                                                                   vl_choices_read(other->choices, member))
                         : *(const bool *)member ? "true"
                                                 : "false";
        applies = has_word(words, is);
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
static void reset(const vl_loading *loading, const vl_schema *schema, int kind, void *into)
{
    for (int i = 0; i < schema->field_count; i++) {
        vl_field field = schema->fields[i];
        const vl_yaml_node initial = {.text = field.initial,
                                      .kind = VL_YAML_SCALAR,
                                      .quoted = field.initial && !*field.initial};
        field.range = NULL;
        if (!vl_schema_takes(schema, kind, &schema->fields[i]))
            continue;
        if (field.initial) {
            bool good = field.type->parse(loading, &field, &initial, into);
            assert(good);
            (void)good;
        }
        if (field.type == &vl_type_mapping)
            reset(loading, field.schema, 0, vl_member(&field, into));
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
        return vl_field_refuse(loading, &wanted, mapping);
    }
    const vl_field *first = schema->fields;
    const vl_yaml_node *value = vl_yaml_find(mapping, first->key);
    if (schema->first_decides && value && !first->type->parse(loading, first, value, into))
        return false;
    if (schema->first_decides && !value && schema->kinds)
        return refuse_missing(loading, schema, first, mapping);
    int kind = vl_schema_kind(schema, into);
    if (!loading->partial)
        reset(loading, schema, kind, into);
    return load_fields(loading, schema, kind, into, mapping) &&
           (loading->partial || check_effects(loading, schema, into, mapping)) &&
           (!schema->check || schema->check(loading, mapping, into));
}

bool vl_field_equal(const vl_field *field, const void *a, const void *b)
{
    return field->type->equal
               ? field->type->equal(field, a, b)
               : memcmp(vl_member(field, a), vl_member(field, b), field->type->size) == 0;
}

void vl_schema_save(vl_yaml_writer *writer, const vl_schema *schema, const void *from, bool flow)
{
    const vl_loading loading = {0};
    int kind = vl_schema_kind(schema, from);
    void *defaults = vl_alloc(1, schema->size);
    reset(&loading, schema, kind, defaults);

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

bool vl_schema_equal(const vl_schema *schema, const void *a, const void *b)
{
    int kind = vl_schema_kind(schema, a);
    bool equal = kind == vl_schema_kind(schema, b);
    for (int i = 0; equal && i < schema->field_count; i++)
        equal = !vl_schema_takes(schema, kind, &schema->fields[i]) ||
                vl_field_equal(&schema->fields[i], a, b);
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

static size_t element_size(const vl_field *list)
{
    return list->element->schema ? list->element->schema->size : list->element->type->size;
}

static int count_of(const vl_field *list, const void *record)
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

static void set_elements(const vl_field *list, void *record, char *elements, int count)
{
    if (!list->inside)
        memcpy(vl_member(list, record), &elements, sizeof elements);
    *(int *)((char *)record + list->count) = count;
}

enum { MOST_MISTAKES = 1000 }; // that are looked for in a list

static bool list_parse(const vl_loading *loading, const vl_field *list, const vl_yaml_node *value,
                       void *record)
{
    const vl_range *range = list->range;
    bool fits = !range || (value->count >= range->lower && value->count <= range->upper);
    if (value->kind != VL_YAML_LIST || !fits)
        return vl_field_refuse(loading, list, value);

    char *element = list->inside ? NULL : vl_alloc((size_t)value->count, element_size(list));
    set_elements(list, record, element, value->count);
    element = elements_of(list, record);
    int bad = 0; // a message has room for few mistakes
    const vl_yaml_node *child = value->first;
    for (; child && bad < MOST_MISTAKES; child = child->next) {
        bad += !list->element->type->parse(loading, list->element, child, element);
        if (bad > 0 && !list->element->schema) // one mistake may be in all plain values of a list
            return false;
        element += element_size(list);
    }
    return bad == 0;
}

static void list_write(vl_yaml_writer *writer, const vl_field *list, const void *record)
{
    const char *element = elements_of(list, record);
    vl_yaml_write_begin(writer, VL_YAML_LIST, !list->element->schema);
    for (int i = 0; i < count_of(list, record); i++, element += element_size(list))
        list->element->type->write(writer, list->element, element);
    vl_yaml_write_end(writer, VL_YAML_LIST);
}

static bool list_equal(const vl_field *list, const void *a, const void *b)
{
    const char *p = elements_of(list, a), *q = elements_of(list, b);
    bool equal = count_of(list, a) == count_of(list, b);
    for (int i = 0; equal && i < count_of(list, a); i++)
        equal = vl_field_equal(list->element, p + (size_t)i * element_size(list),
                               q + (size_t)i * element_size(list));
    return equal;
}

static void list_release(const vl_field *list, void *record)
{
    char *elements = elements_of(list, record);
    for (int i = 0; list->element->type->release && i < count_of(list, record); i++)
        list->element->type->release(list->element, elements + (size_t)i * element_size(list));
    if (!list->inside)
        vl_free(elements);
    set_elements(list, record, NULL, 0);
}

const vl_type vl_type_list = {0, "a list in [ ]", list_parse, list_write, list_equal, list_release};

// --- a lane of `compare` ---

bool vl_lane_goes_with_engine(size_t offset)
{
    return offset == offsetof(vl_lane, engine) || offset == offsetof(vl_lane, name) ||
           offset == offsetof(vl_lane, timestep) || offset == offsetof(vl_lane, policy);
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
    for (int i = 0; i < schema->row_count && lane->engine; i++)
        if (lane->own & 1u << i && !vl_lane_goes_with_engine(schema->rows[i].offset))
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
