// The elements of `compare`: reading, writing and comparing them.

#include "scene/lane_type.h"
#include "scene/engine.h"
#include "scene/lanes.h"

#include <assert.h>
#include <string.h>

const vl_lane_setting *vl_lane_find(const vl_scene_lane *lane, const vl_field *field)
{
    for (int i = 0; i < lane->count; i++)
        if (lane->settings[i].field == field)
            return &lane->settings[i];
    return NULL;
}

// The row with its member at the beginning of the record, as a setting stores its value.
static vl_field alone(const vl_field *field)
{
    vl_field copy = *field;
    copy.offset = 0;
    return copy;
}

size_t vl_lane_value_size(const vl_field *field)
{
    bool pointer = field->choices && field->choices->row;
    return pointer ? sizeof(const void *) : field->type->size;
}

// --- reading ---

bool vl_lane_read(const vl_loading *loading, const vl_field *field, size_t offset,
                  const char *shown, const vl_yaml_node *value, vl_scene_lane *lane)
{
    vl_field own = alone(field);
    own.key = shown;
    assert(vl_lane_value_size(field) <= sizeof lane->settings->value);
    assert(lane->count < VL_LANE_MOST_SETTINGS);
    vl_lane_setting *setting = &lane->settings[lane->count];
    *setting = (vl_lane_setting){.field = field, .offset = offset};
    if (!field->type->parse(loading, &own, value, &setting->value))
        return false;
    lane->count++;
    return true;
}

// `offset`: that of the struct of the schema in vl_scene.
static bool read_settings(const vl_loading *loading, const vl_schema *schema, size_t offset,
                          const vl_yaml_node *mapping, vl_scene_lane *lane)
{
    bool good = true;
    if (mapping->kind != VL_YAML_MAPPING)
        return vl_schema_refuse_shape(loading, schema, mapping);
    for (const vl_yaml_node *value = mapping->first; value; value = value->next) {
        const vl_field *field = vl_schema_find(schema, value->key->text);
        if (!field)
            good = vl_schema_refuse_key(loading, schema, 0, value);
        else if (field->type == &vl_type_mapping)
            good &= read_settings(loading, field->schema, offset + field->offset, value, lane);
        else
            good &= vl_lane_read(loading, field, offset + field->offset, field->key, value, lane);
    }
    return good;
}

// --- the type of an element of `compare` ---

static const vl_lane_setting *setting_at(const vl_scene_lane *lane, size_t offset)
{
    for (int i = 0; i < lane->count; i++)
        if (lane->settings[i].offset == offset)
            return &lane->settings[i];
    return NULL;
}

bool vl_lane_goes_with_engine(size_t offset)
{
    return offset == offsetof(vl_scene, lane.engine) || offset == offsetof(vl_scene, lane.name) ||
           offset == offsetof(vl_scene, timestep) || offset == offsetof(vl_scene, policy);
}

const vl_field *vl_lane_beside_engine(const vl_scene_lane *lane)
{
    bool engine = setting_at(lane, offsetof(vl_scene, lane.engine)) != NULL;
    for (int i = 0; i < lane->count && engine; i++)
        if (!vl_lane_goes_with_engine(lane->settings[i].offset))
            return lane->settings[i].field;
    return NULL;
}

static bool lane_parse(const vl_loading *loading, const vl_field *field, const vl_yaml_node *value,
                       void *record)
{
    vl_scene_lane *lane = vl_member(field, record);
    if (!read_settings(loading, field->schema, 0, value, lane))
        return false;
    const vl_field *other = vl_lane_beside_engine(lane);
    return !other || vl_refuse(loading, value, VL_LANE_BESIDE_ENGINE, other->key, other->key);
}

static bool has_settings(const vl_scene_lane *lane, const vl_schema *schema)
{
    for (int i = 0; i < schema->field_count; i++)
        if (vl_lane_find(lane, &schema->fields[i]))
            return true;
    return false;
}

static void write_settings(vl_yaml_writer *writer, const vl_schema *schema,
                           const vl_scene_lane *lane)
{
    vl_yaml_write_begin(writer, VL_YAML_MAPPING, true);
    for (int i = 0; i < schema->field_count; i++) {
        const vl_field *field = &schema->fields[i], own = alone(field);
        const vl_lane_setting *setting = vl_lane_find(lane, field);
        bool mapping = field->type == &vl_type_mapping && has_settings(lane, field->schema);
        if (!setting && !mapping)
            continue;
        vl_yaml_write_word(writer, field->key);
        if (mapping)
            write_settings(writer, field->schema, lane);
        else
            field->type->write(writer, &own, &setting->value);
    }
    vl_yaml_write_end(writer, VL_YAML_MAPPING);
}

static void lane_write(vl_yaml_writer *writer, const vl_field *field, const void *record)
{
    write_settings(writer, field->schema, vl_member(field, record));
}

static bool same_value(const vl_field *field, const void *a, const void *b)
{
    vl_field own = alone(field);
    return own.type->equal ? own.type->equal(&own, a, b)
                           : memcmp(a, b, vl_lane_value_size(field)) == 0;
}

static bool lane_equal(const vl_field *field, const void *a, const void *b)
{
    const vl_scene_lane *p = vl_member(field, a), *q = vl_member(field, b);
    bool equal = p->count == q->count;
    for (int i = 0; equal && i < p->count; i++) {
        const vl_lane_setting *other = vl_lane_find(q, p->settings[i].field);
        equal = other && same_value(p->settings[i].field, &p->settings[i].value, &other->value);
    }
    return equal;
}

void vl_scene_lane_release(vl_scene_lane *lane)
{
    for (int i = 0; i < lane->count; i++) {
        vl_field own = alone(lane->settings[i].field);
        if (own.type->release)
            own.type->release(&own, &lane->settings[i].value);
    }
    lane->count = 0;
}

static void lane_release(const vl_field *field, void *record)
{
    vl_scene_lane_release(vl_member(field, record));
}

const vl_type vl_type_lane = {
    sizeof(vl_scene_lane), "keys and values such as ", lane_parse, lane_write, lane_equal,
    lane_release};

// --- lanes as they run ---

vl_scene vl_scene_lane_at(const vl_scene *scene, int index)
{
    vl_scene made = *scene;
    const vl_scene_lane none = {0}, *lane = scene->lane_count > 0 ? &scene->lanes[index] : &none;
    for (int i = 0; i < lane->count; i++) {
        const vl_lane_setting *own = &lane->settings[i];
        memcpy((char *)&made + own->offset, &own->value, vl_lane_value_size(own->field));
        made.lane.own_stream |= own->field->type == &vl_type_timestep;
    }
    if (!made.lane.engine)
        return made;
    if (!setting_at(lane, offsetof(vl_scene, policy)))
        made.policy = (char *)made.lane.engine->policy;
    vl_engine_apply(made.lane.engine, &made);
    return made;
}

const char *vl_scene_lane_name(const vl_scene *scene, int index)
{
    const vl_lane_setting *name = setting_at(&scene->lanes[index], offsetof(vl_scene, lane.name));
    return name ? name->value.text : NULL;
}

void vl_scene_lane_tell(const vl_scene *scene, int index, vl_text *text)
{
    const char *name = scene->lane_count > 0 ? vl_scene_lane_name(scene, index) : NULL;
    if (name)
        vl_text_add(text, "lane %s: ", name);
    else if (scene->lane_count > 0)
        vl_text_add(text, "lane %d: ", index + 1);
}

int vl_scene_lanes(const vl_scene *scene, vl_scene lanes[VL_SCENE_MOST_LANES])
{
    int count = scene->lane_count > 0 ? scene->lane_count : 1;
    for (int i = 0; i < count; i++)
        lanes[i] = vl_scene_lane_at(scene, i);
    return count;
}
