#include "cli/scene_key.h"

#include "scene/scene_fields.h"

#include <assert.h>

bool vl_scene_key_set(vl_scene_key key, const char *place, const char *text, vl_scene *scene,
                      vl_error *error)
{
    const vl_schema *schema = &vl_schema_scene;
    char *into = (char *)scene;
    if (key.record) {
        const vl_field *mapping = vl_schema_find(schema, key.record);
        assert(mapping && mapping->schema);
        schema = mapping->schema;
        into += mapping->offset;
    }
    const vl_field *field = vl_schema_find(schema, key.key);
    assert(field);

    // the option as the scene file would have it: KEY: TEXT, at no line
    const vl_yaml_node name = {.kind = VL_YAML_SCALAR, .text = key.key};
    const vl_yaml_node value = {.kind = VL_YAML_SCALAR, .text = text, .key = &name};
    const vl_loading loading = {.file = place, .error = error};
    return field->type->parse(&loading, field, &value, into);
}
