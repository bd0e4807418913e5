#include "scene/lanes.h"

#include "base/memory.h"
#include "scene/engine.h"
#include "scene/fields.h"
#include "scene/file.h"
#include "scene/policy.h"
#include "scene/stream.h"

#include <assert.h>
#include <string.h>

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
    if (!vl_lane_setting_at(lane, offsetof(vl_scene, policy)))
        made.policy = (char *)made.lane.engine->policy;
    vl_engine_apply(made.lane.engine, &made);
    return made;
}

const char *vl_scene_lane_name(const vl_scene *scene, int index)
{
    const vl_lane_setting *name =
        vl_lane_setting_at(&scene->lanes[index], offsetof(vl_scene, lane.name));
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

// --- the rows that a lane takes, those inside its mappings too ---

// A row, and the place of its member in the vl_scene of a lane.
typedef struct place {
    const vl_field *field;
    size_t offset;
} place;

// The rows in their order; returns how many.
static int find_places(const vl_schema *schema, size_t offset, place places[VL_LANE_MOST_SETTINGS])
{
    int count = 0;
    for (int i = 0; i < schema->field_count; i++) {
        const vl_field *field = &schema->fields[i];
        if (field->type == &vl_type_mapping) {
            count += find_places(field->schema, offset + field->offset, places + count);
            continue;
        }
        assert(count < VL_LANE_MOST_SETTINGS); // more rows need a larger number
        places[count++] = (place){field, offset + field->offset};
    }
    return count;
}

// Whether two records have the same value at a place.
static bool equal_at(const place *at, const void *a, const void *b)
{
    vl_field field = *at->field;
    field.offset = at->offset;
    return vl_field_equal(&field, a, b);
}

// --- settings from text ---

bool vl_scene_lane_takes(const char *record, const char *key)
{
    const vl_field *mapping = record ? vl_schema_find(&vl_schema_lane, record) : NULL;
    const vl_schema *schema = !record ? &vl_schema_lane : mapping ? mapping->schema : NULL;
    return schema && vl_schema_find(schema, key);
}

bool vl_scene_lane_read(vl_scene_lane *lane, const char *record, const char *key, const char *shown,
                        const char *text, vl_error *error)
{
    const vl_field *mapping = record ? vl_schema_find(&vl_schema_lane, record) : NULL;
    const vl_field *field = vl_schema_find(mapping ? mapping->schema : &vl_schema_lane, key);
    assert(field && (mapping || !record));
    size_t offset = field->offset + (mapping ? mapping->offset : 0);
    if (vl_lane_find(lane, field))
        return vl_fail(error, "%s is given twice", shown);
    // as the scene file would have it: KEY: TEXT, at no line
    const vl_yaml_node name = {.kind = VL_YAML_SCALAR, .text = key};
    const vl_yaml_node value = {.kind = VL_YAML_SCALAR, .text = text, .key = &name};
    if (!vl_lane_read(&(vl_loading){.error = error}, field, offset, shown, &value, lane))
        return false;
    const vl_field *other = vl_lane_beside_engine(lane);
    return !other || vl_fail(error, VL_LANE_BESIDE_ENGINE, other->key, other->key);
}

// --- `compare` from lanes as they run ---

static void add_setting(vl_scene_lane *to, const place *at, const vl_scene *lane)
{
    vl_lane_setting *setting = &to->settings[to->count++];
    *setting = (vl_lane_setting){.field = at->field, .offset = at->offset};
    memcpy(&setting->value, (const char *)lane + at->offset, vl_lane_value_size(at->field));
    // what a single value owns is a text
    if (at->field->type->release)
        setting->value.text = vl_copy_text(setting->value.text);
}

void vl_scene_set_lanes(vl_scene *scene, const vl_scene *lanes, int count)
{
    place places[VL_LANE_MOST_SETTINGS];
    int place_count = find_places(&vl_schema_lane, 0, places);
    vl_scene_lane *made = vl_alloc((size_t)count, sizeof *made);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < place_count; k++) {
            bool stream = places[k].field->type == &vl_type_timestep, engine = lanes[i].lane.engine;
            if ((stream ? lanes[i].lane.own_stream : !equal_at(&places[k], scene, &lanes[i])) &&
                !(engine && !vl_lane_goes_with_engine(places[k].offset)))
                add_setting(&made[i], &places[k], &lanes[i]);
        }
    for (int i = 0; i < scene->lane_count; i++)
        vl_scene_lane_release(&scene->lanes[i]);
    vl_free(scene->lanes);
    scene->lanes = made;
    scene->lane_count = count;
}

// --- labels ---

// "144/s" of equal steps; what the screen says of any other stream.
static void add_stream(const vl_scene *lane, vl_text *label)
{
    vl_error ignored = {0};
    char *folder = lane->path ? vl_path_folder(lane->path) : NULL;
    vl_stream *stream = vl_stream_parse(lane->timestep, folder, &ignored);
    if (!stream)
        vl_text_add(label, "%s", lane->timestep);
    else if (stream->kind->steps == VL_STEPS_EQUAL && stream->kind->period == 1)
        vl_text_add(label, "%.4g/s", 1 / vl_stream_mean(stream, 1));
    else
        vl_stream_label(stream, label);
    vl_stream_free(stream);
    vl_free(folder);
}

// "Verlet", "direct"; "old direction" where a name alone says little; "1 substep", "4 substeps".
static void add_value(const place *at, const vl_scene *lane, vl_text *label)
{
    const vl_field *field = at->field;
    const void *member = (const char *)lane + at->offset;
    if (field->type == &vl_type_timestep) {
        add_stream(lane, label);
    } else if (field->type == &vl_type_policy) {
        vl_policy policy;
        char buffer[VL_POLICY_LABEL_SIZE];
        if (vl_policy_parse(&policy, lane->policy, NULL))
            vl_text_add(label, "%s", vl_policy_label(&policy, buffer));
    } else if (field->type == &vl_type_choice) {
        int index = vl_choices_read(field->choices, member);
        if (index < 0)
            return; // a method that no file can name, of another engine
        if (field->choices->points)
            vl_text_add(label, "%s", vl_choices_text(field->choices, index, field->choices->label));
        else
            vl_text_add(label, "%s %s", vl_choices_name(field->choices, index), field->key);
    } else if (field->type == &vl_type_integer) {
        int number = *(const int *)member, length = (int)strlen(field->key);
        bool cut = number == 1 && length > 0 && field->key[length - 1] == 's';
        vl_text_add(label, "%d %.*s", number, length - cut, field->key);
    } else if (field->type == &vl_type_number) {
        vl_text_add(label, "%s %.4g", field->key, *(const double *)member);
    }
}

static bool same_at(const place *at, const vl_scene *a, const vl_scene *b)
{
    if (at->field->type != &vl_type_timestep)
        return equal_at(at, a, b);
    bool own = a->lane.own_stream, other = b->lane.own_stream;
    return own == other && (!own || equal_at(at, a, b));
}

// Whether the label of a lane has the value at a place, since not all lanes have the same one. An
// engine stands for all that it sets.
static bool tells(const place *at, const vl_scene *lanes, int count, int index)
{
    bool is_engine = at->offset == offsetof(vl_scene, lane.engine), differs = false;
    bool common = at->field->type == &vl_type_timestep;
    const vl_scene *lane = &lanes[index], *first = NULL;
    if (is_engine)
        return lane->lane.engine;
    for (int i = 0; i < count; i++) {
        if (lanes[i].lane.engine && !common)
            continue;
        first = first ? first : &lanes[i];
        differs |= !same_at(at, first, &lanes[i]);
    }
    bool set = common ? !lane->lane.own_stream : lane->lane.engine != NULL;
    return differs && !set && at->field->type != &vl_type_name;
}

static void add_differences(const vl_scene *lanes, int count, int index, vl_text *label)
{
    place places[VL_LANE_MOST_SETTINGS];
    int place_count = find_places(&vl_schema_lane, 0, places);
    for (int k = 0; k < place_count; k++)
        if (tells(&places[k], lanes, count, index)) {
            vl_text_add(label, label->length > 0 ? " · " : "");
            add_value(&places[k], &lanes[index], label);
        }
}

static bool is_among(const char *label, const vl_text *labels, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(labels[i].data, label) == 0)
            return true;
    return false;
}

// Numbers a label that one before it has, so that no other has that: "Verlet 2".
static void number(vl_text *labels, int count, int index)
{
    vl_text numbered = {0};
    if (!is_among(labels[index].data, labels, index))
        return;
    for (int n = 2; n == 2 || is_among(numbered.data, labels, count); n++) {
        numbered.length = 0;
        vl_text_add(&numbered, "%s %d", labels[index].data, n);
    }
    vl_text_free(&labels[index]);
    labels[index] = numbered;
}

void vl_scene_lane_labels(const vl_scene *lanes, int count, vl_text *labels)
{
    bool bare = false; // whether nothing tells a lane without a name from the others
    for (int i = 0; i < count; i++) {
        vl_text differences = {0};
        add_differences(lanes, count, i, &differences);
        bare |= !lanes[i].lane.name && differences.length == 0;
        vl_text_free(&differences);
    }
    for (int i = 0; i < count; i++) {
        if (lanes[i].lane.name || (bare && !lanes[i].lane.engine))
            vl_text_add(&labels[i], "%s",
                        lanes[i].lane.name ? lanes[i].lane.name : lanes[i].integrator->label);
        if (!lanes[i].lane.name)
            add_differences(lanes, count, i, &labels[i]);
        // the name of a file may be in it
        vl_text_hide_controls(labels[i].data);
        labels[i].length = (int)strlen(labels[i].data);
    }
    for (int i = 1; i < count; i++)
        number(labels, count, i);
}
