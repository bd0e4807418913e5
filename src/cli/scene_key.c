#include "cli/scene_key.h"

#include "scene/scene_fields.h"

#include <assert.h>
#include <string.h>

static const vl_field *find_field(const vl_record *record, const char *key)
{
    for (int i = 0; i < record->field_count; i++)
        if (strcmp(record->fields[i].key, key) == 0)
            return &record->fields[i];
    return NULL;
}

bool vl_scene_key_set(vl_scene_key key, const char *place, const char *text, vl_scene *scene,
                      vl_error *error)
{
    const vl_record *record = &vl_record_scene;
    char *into = (char *)scene;
    if (key.record) {
        const vl_field *mapping = find_field(record, key.record);
        assert(mapping && mapping->record);
        record = mapping->record;
        into += mapping->offset;
    }
    const vl_field *field = find_field(record, key.key);
    assert(field);

    // the option as the scene file would have it: KEY: TEXT, at no line
    const vl_yaml_node name = {.kind = VL_YAML_SCALAR, .text = key.key};
    const vl_yaml_node value = {.kind = VL_YAML_SCALAR, .text = text, .key = &name};
    const vl_loading loading = {.file = place, .error = error};
    return field->type->load(&loading, field, into, &value);
}
